/* The substep of a carpet in still air, without contact, as in fliegende3d/flight/kernels.py: a yardstick for its speed.
   Built and called only by tests/benchmarks/flight/in_c.py. Same operations in the same order, so the bits agree. */

#include <math.h>
#include <stdint.h>

#define FOURS(i) for (long i = 0; i < n; i += 4)

enum { STEP, GRAVITY_X, GRAVITY_Y, GRAVITY_Z, DENSITY, NORMAL_DRAG, SLOPE_WIDTH, SLOPE_LENGTH, INVERSE_STALL,
       SKIN_FRICTION, PRESSURE_SHIFT, ROTATIONAL_LIFT, ROTATIONAL_DRAG, WIDTH, LENGTH, WEIGHT_WIDTH, WEIGHT_LENGTH };
enum { CENTRE = 0, VELOCITY = 3, MOMENTUM = 6, SPIN = 15, SCRATCH = 18 };
enum { FACE_FORCE = 10, FACE_EXISTS = 13 };

typedef double lanes __attribute__((vector_size(32), aligned(8), may_alias));
typedef int64_t bits __attribute__((vector_size(32)));

static inline lanes load(const double *a, long at) { return *(const lanes *)(a + at); }
static inline void store(double *a, long at, lanes v) { *(lanes *)(a + at) = v; }
static inline lanes spread(double a) { return (lanes){a, a, a, a}; }
static inline double total(lanes v) { return (v[0] + v[1]) + (v[2] + v[3]); }
static inline lanes picked(bits where, lanes a, lanes b) { return (lanes)(((bits)a & where) | ((bits)b & ~where)); }
static inline lanes larger(lanes a, lanes b) { return picked(a > b, a, b); }
static inline lanes size(lanes v) { return (lanes)((bits)v & INT64_MAX); }
static inline lanes where_positive(lanes tested, lanes v) { return picked(tested > spread(0.0), v, spread(0.0)); }
static inline lanes root(lanes v) { return (lanes){sqrt(v[0]), sqrt(v[1]), sqrt(v[2]), sqrt(v[3])}; }
static inline lanes evens(lanes a, lanes b) { return __builtin_shuffle(a, b, (bits){0, 2, 4, 6}); }
static inline lanes odds(lanes a, lanes b) { return __builtin_shuffle(a, b, (bits){1, 3, 5, 7}); }
static inline lanes first_mixed(lanes a, lanes b) { return __builtin_shuffle(a, b, (bits){0, 4, 1, 5}); }
static inline lanes last_mixed(lanes a, lanes b) { return __builtin_shuffle(a, b, (bits){2, 6, 3, 7}); }

static double of_two(double a, double b) { return a > b ? a : b; }
static double largest(lanes v) { return of_two(of_two(v[0], v[1]), of_two(v[2], v[3])); }

static void times_inverse_inertia(double *body, double a, double b, double c) {
    body[18] = body[9] * a + body[12] * b + body[13] * c;
    body[19] = body[12] * a + body[10] * b + body[14] * c;
    body[20] = body[13] * a + body[14] * b + body[11] * c;
}

static void set_inertia(double *body, double xx, double yy, double zz, double xy, double xz, double yz) {
    double ix = yy + zz, iy = xx + zz, iz = xx + yy;
    double a = iy * iz - yz * yz, b = ix * iz - xz * xz, c = ix * iy - xy * xy;
    double d_xy = xz * yz + xy * iz, d_xz = xy * yz + xz * iy, d_yz = xy * xz + yz * ix;
    double det = ix * a - xy * d_xy - xz * d_xz, trace = ix + iy + iz;
    det = of_two(det, 1e-9 * trace * trace * trace);
    body[9] = a / det; body[10] = b / det; body[11] = c / det;
    body[12] = d_xy / det; body[13] = d_xz / det; body[14] = d_yz / det;
}

static void set_motion(double *body, double weight, double p0, double p1, double p2, double l0, double l1, double l2) {
    body[3] = p0 / weight; body[4] = p1 / weight; body[5] = p2 / weight;
    body[6] = l0; body[7] = l1; body[8] = l2;
    times_inverse_inertia(body, l0, l1, l2);
    body[15] = body[18]; body[16] = body[19]; body[17] = body[20];
}

static void fit_rigid(long n, const double *x, const double *v, const double *mass, double *body) {
    lanes weight = {0}, c0 = {0}, c1 = {0}, c2 = {0};
    FOURS(i) {
        lanes m = load(mass, i);
        weight += m; c0 += m * load(x, i); c1 += m * load(x, n + i); c2 += m * load(x, 2 * n + i);
    }
    double q0 = total(c0) / total(weight), q1 = total(c1) / total(weight), q2 = total(c2) / total(weight);
    lanes xx = {0}, yy = {0}, zz = {0}, xy = {0}, xz = {0}, yz = {0};
    lanes p0 = {0}, p1 = {0}, p2 = {0}, l0 = {0}, l1 = {0}, l2 = {0};
    FOURS(i) {
        lanes m = load(mass, i), r0 = load(x, i) - q0, r1 = load(x, n + i) - q1, r2 = load(x, 2 * n + i) - q2;
        lanes m0 = m * r0, m1 = m * r1, m2 = m * r2;
        xx += m0 * r0; yy += m1 * r1; zz += m2 * r2; xy += m0 * r1; xz += m0 * r2; yz += m1 * r2;
        lanes u0 = load(v, i), u1 = load(v, n + i), u2 = load(v, 2 * n + i);
        p0 += m * u0; p1 += m * u1; p2 += m * u2;
        l0 += m1 * u2 - m2 * u1; l1 += m2 * u0 - m0 * u2; l2 += m0 * u1 - m1 * u0;
    }
    body[0] = q0; body[1] = q1; body[2] = q2;
    set_inertia(body, total(xx), total(yy), total(zz), total(xy), total(xz), total(yz));
    set_motion(body, total(weight), total(p0), total(p1), total(p2), total(l0), total(l1), total(l2));
}

static void refit_motion(long n, const double *x, const double *v, const double *mass, double *body) {
    double c0 = body[0], c1 = body[1], c2 = body[2];
    lanes weight = {0}, p0 = {0}, p1 = {0}, p2 = {0}, l0 = {0}, l1 = {0}, l2 = {0};
    FOURS(i) {
        lanes m = load(mass, i);
        weight += m;
        lanes m0 = m * (load(x, i) - c0), m1 = m * (load(x, n + i) - c1), m2 = m * (load(x, 2 * n + i) - c2);
        lanes u0 = load(v, i), u1 = load(v, n + i), u2 = load(v, 2 * n + i);
        p0 += m * u0; p1 += m * u1; p2 += m * u2;
        l0 += m1 * u2 - m2 * u1; l1 += m2 * u0 - m0 * u2; l2 += m0 * u1 - m1 * u0;
    }
    set_motion(body, total(weight), total(p0), total(p1), total(p2), total(l0), total(l1), total(l2));
}

static void turn(double a, double b, double c, double *rot) {
    double square = a * a + b * b + c * c;
    double s = 0.5 * (1.0 + square * (1.0 / 12.0 + square / 120.0));
    a *= s; b *= s; c *= s;
    square = a * a + b * b + c * c;
    s = 2.0 / (1.0 + square);
    rot[0] = 1.0 + s * (a * a - square); rot[1] = s * (a * b - c); rot[2] = s * (a * c + b);
    rot[3] = s * (a * b + c); rot[4] = 1.0 + s * (b * b - square); rot[5] = s * (b * c - a);
    rot[6] = s * (a * c - b); rot[7] = s * (b * c + a); rot[8] = 1.0 + s * (c * c - square);
}

static void spin_after(double *body, const double *rot) {
    double l0 = body[6], l1 = body[7], l2 = body[8];
    double a = rot[0] * l0 + rot[3] * l1 + rot[6] * l2;
    double b = rot[1] * l0 + rot[4] * l1 + rot[7] * l2;
    double c = rot[2] * l0 + rot[5] * l1 + rot[8] * l2;
    times_inverse_inertia(body, a, b, c);
    for (int d = 0; d < 3; d++) body[21 + d] = rot[3 * d] * body[18] + rot[3 * d + 1] * body[19] + rot[3 * d + 2] * body[20];
}

static void add_area(long n, const double *x, long a, long b, double *body) {
    double a0 = x[a] - body[0], a1 = x[n + a] - body[1], a2 = x[2 * n + a] - body[2];
    double b0 = x[b] - body[0], b1 = x[n + b] - body[1], b2 = x[2 * n + b] - body[2];
    body[24] += a1 * b2 - a2 * b1; body[25] += a2 * b0 - a0 * b2; body[26] += a0 * b1 - a1 * b0;
}

static void attitude(long n, const double *x, long columns, long rows, double *body) {
    long top = (rows - 1) * columns;
    double g0 = 0, g1 = 0, g2 = 0;
    body[24] = body[25] = body[26] = 0.0;
    for (long j = 0; j < rows; j++) {
        long left = j * columns, right = j * columns + columns - 1;
        g0 += x[right] - x[left]; g1 += x[n + right] - x[n + left]; g2 += x[2 * n + right] - x[2 * n + left];
        if (j < rows - 1) { add_area(n, x, right, right + columns, body); add_area(n, x, left + columns, left, body); }
    }
    for (long i = 0; i < columns - 1; i++) { add_area(n, x, i, i + 1, body); add_area(n, x, top + i + 1, top + i, body); }
    double n0 = body[24], n1 = body[25], n2 = body[26];
    double area = sqrt(n0 * n0 + n1 * n1 + n2 * n2);
    body[39] = 0.5 * area;
    double s = 1.0 / (area + 1e-30);
    n0 *= s; n1 *= s; n2 *= s;
    double along = g0 * n0 + g1 * n1 + g2 * n2;
    g0 -= along * n0; g1 -= along * n1; g2 -= along * n2;
    s = 1.0 / (sqrt(g0 * g0 + g1 * g1 + g2 * g2) + 1e-30);
    g0 *= s; g1 *= s; g2 *= s;
    body[24] = n0; body[25] = n1; body[26] = n2;
    body[27] = g0; body[28] = g1; body[29] = g2;
    body[30] = n1 * g2 - n2 * g1; body[31] = n2 * g0 - n0 * g2; body[32] = n0 * g1 - n1 * g0;
}

static void air_forces(long n, long columns, long stride, const double *x, const double *u, double *force, double *face,
                       const double *body, const double *par) {
    lanes sum_area = {0}, sums[6] = {{0}};
    for (long i = 0; i < n - columns; i += 4) {
        lanes half = 0.5 * load(face, FACE_EXISTS * stride + i), r[3], w[3], a[3], b[3], s[3];
        long j = i + 1, k = i + columns, m = i + columns + 1;
        for (int d = 0; d < 3; d++) {
            lanes xi = load(x, d * n + i), xj = load(x, d * n + j), xk = load(x, d * n + k), xm = load(x, d * n + m);
            a[d] = xm - xi; b[d] = xk - xj;
            r[d] = 0.25 * ((xi + xm) + (xj + xk));
            w[d] = 0.25 * ((load(u, d * n + i) + load(u, d * n + m)) + (load(u, d * n + j) + load(u, d * n + k)));
        }
        s[0] = half * (a[1] * b[2] - a[2] * b[1]);
        s[1] = half * (a[2] * b[0] - a[0] * b[2]);
        s[2] = half * (a[0] * b[1] - a[1] * b[0]);
        lanes area = root(s[0] * s[0] + s[1] * s[1] + s[2] * s[2]);
        for (int d = 0; d < 3; d++) {
            store(face, d * stride + i, w[d]); store(face, (3 + d) * stride + i, s[d]);
            store(face, (6 + d) * stride + i, r[d]);
            sums[d] += area * w[d]; sums[3 + d] += area * r[d];
        }
        store(face, 9 * stride + i, area);
        sum_area += area;
    }
    double whole = total(sum_area) + 1e-30;
    double U0 = total(sums[0]) / whole, U1 = total(sums[1]) / whole, U2 = total(sums[2]) / whole;
    double c0 = total(sums[3]) / whole, c1 = total(sums[4]) / whole, c2 = total(sums[5]) / whole;
    double N0 = body[24], N1 = body[25], N2 = body[26], g0 = body[27], g1 = body[28], g2 = body[29];
    double h0 = body[30], h1 = body[31], h2 = body[32];
    double Un = U0 * N0 + U1 * N1 + U2 * N2, Ua = U0 * g0 + U1 * g1 + U2 * g2, Ub = U0 * h0 + U1 * h1 + U2 * h2;
    double tangential = Ua * Ua + Ub * Ub, speed = sqrt(tangential + Un * Un) + 1e-12;
    double wa = body[15] * g0 + body[16] * g1 + body[17] * g2, wb = body[15] * h0 + body[16] * h1 + body[17] * h2;
    double slope = (par[SLOPE_WIDTH] * Ua * Ua + par[SLOPE_LENGTH] * Ub * Ub + 1e-12) / (tangential + 1e-12);
    double shift = par[PRESSURE_SHIFT] / (speed + 0.57 * fabs(Un));
    double ta = 12.0 * shift * par[WEIGHT_WIDTH] * Ua / par[WIDTH], tb = 12.0 * shift * par[WEIGHT_LENGTH] * Ub / par[LENGTH];
    double t0 = ta * g0 + tb * h0, t1 = ta * g1 + tb * h1, t2 = ta * g2 + tb * h2;
    double lift_a = par[ROTATIONAL_LIFT] * par[SLOPE_WIDTH] * par[WIDTH] * wb;
    double lift_b = par[ROTATIONAL_LIFT] * par[SLOPE_LENGTH] * par[LENGTH] * wa;
    double lift = lift_b * Ub - lift_a * Ua;
    double paid = shift * lift * (par[LENGTH] * Ub * wa - par[WIDTH] * Ua * wb) / (speed * speed);
    double R0 = lift * N0, R1 = lift * N1, R2 = lift * N2;
    double E0 = lift_a * Un * g0 - lift_b * Un * h0 - paid * U0;
    double E1 = lift_a * Un * g1 - lift_b * Un * h1 - paid * U1;
    double E2 = lift_a * Un * g2 - lift_b * Un * h2 - paid * U2;
    double square = speed * speed, stalled = par[INVERSE_STALL] / square, drag = par[NORMAL_DRAG];
    double broadside = drag * speed, attached = slope - drag;
    double shared = 0.125 * par[DENSITY], skin = par[SKIN_FRICTION], damping = par[ROTATIONAL_DRAG];
    for (long i = 0; i < n - columns; i += 4) {
        lanes area = load(face, 9 * stride + i), inverse = 1.0 / (area + 1e-30);
        lanes n0 = load(face, 3 * stride + i) * inverse, n1 = load(face, 4 * stride + i) * inverse;
        lanes n2 = load(face, 5 * stride + i) * inverse;
        lanes u0 = load(face, i), u1 = load(face, stride + i), u2 = load(face, 2 * stride + i);
        lanes un = U0 * n0 + U1 * n1 + U2 * n2, local = u0 * n0 + u1 * n1 + u2 * n2, w = local - un;
        lanes z = un * un * stalled;
        lanes G = broadside + attached * root(larger(square - un * un, spread(0.0))) / (1.0 + z * z);
        lanes r0 = load(face, 6 * stride + i), r1 = load(face, 7 * stride + i), r2 = load(face, 8 * stride + i);
        lanes weight = 1.0 + (t0 * (r0 - c0) + t1 * (r1 - c1) + t2 * (r2 - c2));
        lanes pressure = (R0 * n0 + R1 * n1 + R2 * n2 - G * un) * weight - damping * G * w - drag * size(w) * w;
        lanes rub = skin * root(u0 * u0 + u1 * u1 + u2 * u2), s = shared * area, push = pressure + rub * local;
        long at = FACE_FORCE * stride + columns + 1 + i;
        store(face, at, s * (push * n0 - rub * u0 + E0));
        store(face, at + stride, s * (push * n1 - rub * u1 + E1));
        store(face, at + 2 * stride, s * (push * n2 - rub * u2 + E2));
    }
    for (int d = 0; d < 3; d++) {
        const double *f = face + (FACE_FORCE + d) * stride;
        FOURS(i) store(force, d * n + i, (load(f, i + columns + 1) + load(f, i + columns)) + (load(f, i + 1) + load(f, i)));
    }
}

static void predict(long n, double *x, const double *v, double *start, double *predicted, double *pull, const double *mass,
                    double *body, const double *spin, double h) {
    double tau = spin[3], *axes = body + 40, *rot = body + 49;
    double o0 = body[15], o1 = body[16], o2 = body[17];
    times_inverse_inertia(body, body[7] * o2 - body[8] * o1, body[8] * o0 - body[6] * o2, body[6] * o1 - body[7] * o0);
    double a = 0.5 * h, b = 0.25 * h;
    turn(a * (o0 + b * body[18]), a * (o1 + b * body[19]), a * (o2 + b * body[20]), rot);
    spin_after(body, rot);
    turn(h * body[21], h * body[22], h * body[23], rot);
    spin_after(body, rot);
    for (int d = 0; d < 3; d++) for (int axis = 0; axis < 3; axis++)
        axes[3 * axis + d] = rot[3 * d] * body[24 + 3 * axis] + rot[3 * d + 1] * body[25 + 3 * axis]
                             + rot[3 * d + 2] * body[26 + 3 * axis];
    double share = 4.0 * h * h / ((h + tau) * (h + tau));
    double across = h * h * spin[2], along_width = h * h * spin[0], along_length = h * h * spin[1];
    double n0 = axes[0], n1 = axes[1], n2 = axes[2], g0 = axes[3], g1 = axes[4], g2 = axes[5];
    double k0 = axes[6], k1 = axes[7], k2 = axes[8];
    double A = rot[0], B = rot[1], C = rot[2], D = rot[3], E = rot[4], F = rot[5], G = rot[6], H = rot[7], K = rot[8];
    double c0 = body[0], c1 = body[1], c2 = body[2], v0 = body[3], v1 = body[4], v2 = body[5];
    double q0 = c0 + h * v0, q1 = c1 + h * v1, q2 = c2 + h * v2;
    FOURS(i) {
        lanes x0 = load(x, i), x1 = load(x, n + i), x2 = load(x, 2 * n + i);
        store(start, i, x0); store(start, n + i, x1); store(start, 2 * n + i, x2);
        lanes r0 = x0 - c0, r1 = x1 - c1, r2 = x2 - c2;
        lanes u0 = load(v, i) - v0 - (o1 * r2 - o2 * r1);
        lanes u1 = load(v, n + i) - v1 - (o2 * r0 - o0 * r2);
        lanes u2 = load(v, 2 * n + i) - v2 - (o0 * r1 - o1 * r0);
        lanes w0 = A * u0 + D * u1 + G * u2, w1 = B * u0 + E * u1 + H * u2, w2 = C * u0 + F * u1 + K * u2;
        x0 = A * r0 + B * r1 + C * r2; x1 = D * r0 + E * r1 + F * r2; x2 = G * r0 + H * r1 + K * r2;
        r0 = x0 + tau * w0; r1 = x1 + tau * w1; r2 = x2 + tau * w2;
        x0 = q0 + x0; x1 = q1 + x1; x2 = q2 + x2;
        store(predicted, i, x0); store(predicted, n + i, x1); store(predicted, 2 * n + i, x2);
        lanes d0 = share * r0, d1 = share * r1, d2 = share * r2;
        store(x, i, x0 + (h * w0 - d0)); store(x, n + i, x1 + (h * w1 - d1)); store(x, 2 * n + i, x2 + (h * w2 - d2));
        lanes m = load(mass, i);
        lanes cg = along_width * (g0 * r0 + g1 * r1 + g2 * r2), ck = along_length * (k0 * r0 + k1 * r1 + k2 * r2);
        lanes cn = across * (n0 * r0 + n1 * r1 + n2 * r2);
        store(pull, i, m * (d0 + cg * g0 + ck * k0 + cn * n0));
        store(pull, n + i, m * (d1 + cg * g1 + ck * k1 + cn * n1));
        store(pull, 2 * n + i, m * (d2 + cg * g2 + ck * k2 + cn * n2));
    }
}

static void fold_in_four(long n, const double *pull, double *y, long columns) {
    long rows = n / columns, half = columns / 2, at = 0;
    for (long row = 0; row < rows / 2; row++)
        for (long place = 0; place < half; place++) {
            long i = row * columns + place, j = row * columns + columns - 1 - place;
            long k = (rows - 1 - row) * columns + place, m = (rows - 1 - row) * columns + columns - 1 - place;
            for (int d = 0; d < 3; d++, at += 4) {
                const double *p = pull + d * n;
                double near_even = p[i] + p[j], near_odd = p[i] - p[j], far_even = p[k] + p[m], far_odd = p[k] - p[m];
                y[at] = near_even + far_even; y[at + 1] = near_odd + far_odd;
                y[at + 2] = near_even - far_even; y[at + 3] = near_odd - far_odd;
            }
        }
}

static void solve_lanes(const double *lower, const double *inverse_pivot, double *y, long part, long band) {
    for (long j = 0; j < part; j++) {
        long first = band - j > 0 ? band - j : 0, at = 4 * ((part + j) * band + first), row = 12 * (j - band + first);
        lanes s0 = {0}, s1 = {0}, s2 = {0};
        for (long k = first; k < band; k++, at += 4, row += 12) {
            lanes factor = load(lower, at);
            s0 += factor * load(y, row); s1 += factor * load(y, row + 4); s2 += factor * load(y, row + 8);
        }
        long here = 12 * j;
        store(y, here, load(y, here) - s0);
        store(y, here + 4, load(y, here + 4) - s1);
        store(y, here + 8, load(y, here + 8) - s2);
    }
    for (long back = 0; back < part; back++) {
        long j = part - 1 - back, reach = band < back ? band : back, at = 4 * j * band, row = 12 * (j + 1), here = 12 * j;
        lanes s0 = {0}, s1 = {0}, s2 = {0};
        for (long k = 0; k < reach; k++, at += 4, row += 12) {
            lanes factor = load(lower, at);
            s0 += factor * load(y, row); s1 += factor * load(y, row + 4); s2 += factor * load(y, row + 8);
        }
        lanes pivot = load(inverse_pivot, 4 * j);
        store(y, here, load(y, here) * pivot - s0);
        store(y, here + 4, load(y, here + 4) * pivot - s1);
        store(y, here + 8, load(y, here + 8) * pivot - s2);
    }
}

static void unfold(long n, const double *y, double *x, long columns) {
    long rows = n / columns, half = columns / 2, at = 0;
    for (long row = 0; row < rows / 2; row++)
        for (long place = 0; place < half; place++) {
            long i = row * columns + place, j = row * columns + columns - 1 - place;
            long k = (rows - 1 - row) * columns + place, m = (rows - 1 - row) * columns + columns - 1 - place;
            for (int d = 0; d < 3; d++, at += 4) {
                double *p = x + d * n;
                double even = 0.25 * (y[at] + y[at + 2]), odd = 0.25 * (y[at + 1] + y[at + 3]);
                p[i] += even + odd; p[j] += even - odd;
                even = 0.25 * (y[at] - y[at + 2]); odd = 0.25 * (y[at + 1] - y[at + 3]);
                p[k] += even + odd; p[m] += even - odd;
            }
        }
}

typedef struct { lanes at[3]; } places;

/* Hold four edges between x and y to their length; returns the largest error so far. */
static inline lanes hold(places *x, places *y, const double *bonds, double right, lanes worst) {
    lanes d0 = x->at[0] - y->at[0], d1 = x->at[1] - y->at[1], d2 = x->at[2] - y->at[2];
    lanes wi = load(bonds, 4), wj = load(bonds, 8), square = d0 * d0 + d1 * d1 + d2 * d2, error = square - right;
    lanes s = error / ((1.5 * square + 0.5 * right) * load(bonds, 0)), si = s * wi, sj = s * wj;
    x->at[0] -= si * d0; x->at[1] -= si * d1; x->at[2] -= si * d2;
    y->at[0] += sj * d0; y->at[1] += sj * d1; y->at[2] += sj * d2;
    return larger(where_positive(wi + wj, size(error)), worst);
}

static inline void take_apart(long n, const double *x, long p, places *even, places *odd) {
    for (int d = 0; d < 3; d++) {
        lanes a = load(x, d * n + p), b = load(x, d * n + p + 4);
        even->at[d] = evens(a, b); odd->at[d] = odds(a, b);
    }
}

static inline void put_together(long n, double *x, long p, const places *even, const places *odd) {
    for (int d = 0; d < 3; d++) {
        store(x, d * n + p, first_mixed(even->at[d], odd->at[d]));
        store(x, d * n + p + 4, last_mixed(even->at[d], odd->at[d]));
    }
}

static double stretch_sweep(long n, long columns, double *x, const double *all, const int64_t *starts, const double *squares,
                            int backwards) {
    lanes width = {0}, length = {0}, diagonal = {0};
    for (int c = 0; c < 8; c++) {
        int colour = backwards ? 7 - c : c;
        const double *bonds = all + starts[colour];
        places a, b, e, f;
        if (colour < 2) {
            for (long p = colour; p < n - 1; p += 8, bonds += 12) {
                take_apart(n, x, p, &a, &b);
                width = hold(&a, &b, bonds, squares[0], width);
                put_together(n, x, p, &a, &b);
            }
        } else if (colour < 4) {
            for (long first = (colour - 2) * columns; first < (colour - 1) * columns; first += 4)
                for (long p = first; p < n - columns; p += 2 * columns, bonds += 12) {
                    long q = p + columns;
                    for (int d = 0; d < 3; d++) { a.at[d] = load(x, d * n + p); b.at[d] = load(x, d * n + q); }
                    length = hold(&a, &b, bonds, squares[1], length);
                    for (int d = 0; d < 3; d++) store(x, d * n + p, a.at[d]);
                    for (int d = 0; d < 3; d++) store(x, d * n + q, b.at[d]);
                }
        } else {
            for (long line = (colour - 4) / 2 * columns, first = line + (colour - 4) % 2; first < line + columns - 1; first += 8)
                for (long p = first; p < n - columns; p += 2 * columns, bonds += 24) {
                    long q = p + columns;
                    take_apart(n, x, p, &a, &b);
                    take_apart(n, x, q, &e, &f);
                    diagonal = hold(&a, &f, bonds, squares[2], diagonal);
                    diagonal = hold(&b, &e, bonds + 12, squares[2], diagonal);
                    put_together(n, x, p, &a, &b);
                    put_together(n, x, q, &e, &f);
                }
        }
    }
    double worst = of_two(largest(width) / squares[0], largest(length) / squares[1]);
    return 0.5 * of_two(worst, largest(diagonal) / squares[2]);
}

static void velocities_after(long n, const double *x, double *v, const double *predicted, const double *mass, double *body,
                             double h) {
    double inverse_h = 1.0 / h, e0 = body[21], e1 = body[22], e2 = body[23], v0 = body[3], v1 = body[4], v2 = body[5];
    double q0 = body[0] + h * v0, q1 = body[1] + h * v1, q2 = body[2] + h * v2;
    lanes weight = {0}, c0 = {0}, c1 = {0}, c2 = {0}, xx = {0}, yy = {0}, zz = {0}, xy = {0}, xz = {0}, yz = {0};
    lanes p0 = {0}, p1 = {0}, p2 = {0}, l0 = {0}, l1 = {0}, l2 = {0};
    FOURS(i) {
        lanes x0 = load(x, i), x1 = load(x, n + i), x2 = load(x, 2 * n + i), r0 = x0 - q0, r1 = x1 - q1, r2 = x2 - q2;
        lanes u0 = v0 + (e1 * r2 - e2 * r1) + (x0 - load(predicted, i)) * inverse_h;
        lanes u1 = v1 + (e2 * r0 - e0 * r2) + (x1 - load(predicted, n + i)) * inverse_h;
        lanes u2 = v2 + (e0 * r1 - e1 * r0) + (x2 - load(predicted, 2 * n + i)) * inverse_h;
        store(v, i, u0); store(v, n + i, u1); store(v, 2 * n + i, u2);
        lanes m = load(mass, i), m0 = m * r0, m1 = m * r1, m2 = m * r2;
        weight += m; c0 += m0; c1 += m1; c2 += m2;
        xx += m0 * r0; yy += m1 * r1; zz += m2 * r2; xy += m0 * r1; xz += m0 * r2; yz += m1 * r2;
        p0 += m * u0; p1 += m * u1; p2 += m * u2;
        l0 += m1 * u2 - m2 * u1; l1 += m2 * u0 - m0 * u2; l2 += m0 * u1 - m1 * u0;
    }
    double k[6];
    for (int d = 0; d < 6; d++) k[d] = body[3 + d];
    double whole = total(weight), s0 = total(p0), s1 = total(p1), s2 = total(p2);
    double f0 = total(c0), f1 = total(c1), f2 = total(c2), d0 = f0 / whole, d1 = f1 / whole, d2 = f2 / whole;
    double b0 = q0 + d0, b1 = q1 + d1, b2 = q2 + d2;
    body[0] = b0; body[1] = b1; body[2] = b2;
    set_inertia(body, total(xx) - f0 * d0, total(yy) - f1 * d1, total(zz) - f2 * d2, total(xy) - f0 * d1,
                total(xz) - f0 * d2, total(yz) - f1 * d2);
    set_motion(body, whole, s0, s1, s2, total(l0) - (d1 * s2 - d2 * s1), total(l1) - (d2 * s0 - d0 * s2),
               total(l2) - (d0 * s1 - d1 * s0));
    double g0 = k[0] - body[3], g1 = k[1] - body[4], g2 = k[2] - body[5];
    times_inverse_inertia(body, k[3] - body[6], k[4] - body[7], k[5] - body[8]);
    e0 = body[18]; e1 = body[19]; e2 = body[20];
    FOURS(i) {
        lanes r0 = load(x, i) - b0, r1 = load(x, n + i) - b1, r2 = load(x, 2 * n + i) - b2;
        store(v, i, load(v, i) + (g0 + (e1 * r2 - e2 * r1)));
        store(v, n + i, load(v, n + i) + (g1 + (e2 * r0 - e0 * r2)));
        store(v, 2 * n + i, load(v, 2 * n + i) + (g2 + (e0 * r1 - e1 * r0)));
    }
}

/* Fly on by `steps` substeps in still air, with the stiffness as it is. sheet: rows of 3 n numbers as in kernels.py. */
void fly(double *sheet, double *body, const double *spin, const double *mass, const double *inverse_mass, long n,
         long columns, long rows, double *face, long stride, const double *bonds, const int64_t *starts,
         const double *squares, const double *lower, const double *inverse_pivot, long band, const double *par, long first,
         long steps) {
    double *start = sheet, *predicted = sheet + 3 * n, *force = sheet + 6 * n, *before = sheet + 9 * n;
    double *external = sheet + 15 * n, *x = sheet + 18 * n, *v = sheet + 21 * n, *now = sheet + 24 * n, *y = sheet + 27 * n;
    double h = par[STEP];
    for (long step = first; step < first + steps; step++) {
        for (long i = 0; i < 3 * n; i += 4) store(now, i, 1.5 * load(v, i) - 0.5 * load(before, i));
        if (step == first) fit_rigid(n, x, now, mass, body); else refit_motion(n, x, now, mass, body);
        attitude(n, x, columns, rows, body);
        air_forces(n, columns, stride, x, now, force, face, body, par);
        for (int d = 0; d < 3; d++)
            FOURS(k) {
                long i = d * n + k;
                lanes u = load(v, i);
                store(before, i, u);
                store(v, i, u + h * (load(inverse_mass, k) * (load(force, i) + load(external, i)) + par[GRAVITY_X + d]));
            }
        refit_motion(n, x, v, mass, body);
        predict(n, x, v, start, predicted, now, mass, body, spin, h);
        fold_in_four(n, now, y, columns);
        solve_lanes(lower, inverse_pivot, y, n / 4, band);
        unfold(n, y, x, columns);
        int turned = step % 2 == 1;
        for (int sweep = 0; sweep < 4; sweep++) {
            if (stretch_sweep(n, columns, x, bonds, starts, squares, turned) < 0.02) break;
            turned = !turned;
        }
        velocities_after(n, x, v, predicted, mass, body, h);
    }
}
