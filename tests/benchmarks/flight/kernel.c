/* The substep of a carpet in still air, without contact, as in fliegende3d/flight/kernels.py: a yardstick for its speed.
   Built and called only by tests/benchmarks/flight/in_c.py. Same operations in the same order, so the bits agree. */

#include <math.h>
#include <stdint.h>

#define EACH(i) for (long i = 0; i < n; i++)
#define AXIS(d) for (int d = 0; d < 3; d++)

enum { STEP, GRAVITY_X, GRAVITY_Y, GRAVITY_Z, DENSITY, NORMAL_DRAG, SLOPE_WIDTH, SLOPE_LENGTH, INVERSE_STALL,
       SKIN_FRICTION, PRESSURE_SHIFT, ROTATIONAL_LIFT, ROTATIONAL_DRAG, WIDTH, LENGTH, WEIGHT_WIDTH, WEIGHT_LENGTH };

typedef double vec[3];

static double larger(double a, double b) { return a > b ? a : b; }

static void times_inverse_inertia(double *body, double a, double b, double c, int target) {
    body[target] = body[9] * a + body[12] * b + body[13] * c;
    body[target + 1] = body[12] * a + body[10] * b + body[14] * c;
    body[target + 2] = body[13] * a + body[14] * b + body[11] * c;
}

static void fit_rigid(long n, vec *x, vec *v, const double *mass, double *body) {
    double total = 0.0;
    for (int d = 0; d < 9; d++) body[d] = 0.0;
    EACH(i) {
        double m = mass[i];
        total += m;
        AXIS(d) { body[d] += m * x[i][d]; body[3 + d] += m * v[i][d]; }
    }
    for (int d = 0; d < 6; d++) body[d] /= total;
    double xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0, l0 = 0, l1 = 0, l2 = 0;
    EACH(i) {
        double m = mass[i];
        double r0 = x[i][0] - body[0], r1 = x[i][1] - body[1], r2 = x[i][2] - body[2];
        xx += m * r0 * r0; yy += m * r1 * r1; zz += m * r2 * r2;
        xy += m * r0 * r1; xz += m * r0 * r2; yz += m * r1 * r2;
        double u0 = v[i][0] - body[3], u1 = v[i][1] - body[4], u2 = v[i][2] - body[5];
        l0 += m * (r1 * u2 - r2 * u1); l1 += m * (r2 * u0 - r0 * u2); l2 += m * (r0 * u1 - r1 * u0);
    }
    body[6] = l0; body[7] = l1; body[8] = l2;
    double ix = yy + zz, iy = xx + zz, iz = xx + yy;
    double a = iy * iz - yz * yz, b = ix * iz - xz * xz, c = ix * iy - xy * xy;
    double d_xy = xz * yz + xy * iz, d_xz = xy * yz + xz * iy, d_yz = xy * xz + yz * ix;
    double det = ix * a - xy * d_xy - xz * d_xz, trace = ix + iy + iz;
    det = larger(det, 1e-9 * trace * trace * trace);
    body[9] = a / det; body[10] = b / det; body[11] = c / det;
    body[12] = d_xy / det; body[13] = d_xz / det; body[14] = d_yz / det;
    times_inverse_inertia(body, l0, l1, l2, 15);
}

static void refit_motion(long n, vec *x, vec *v, const double *mass, double *body) {
    double total = 0.0;
    body[3] = body[4] = body[5] = 0.0;
    EACH(i) { double m = mass[i]; total += m; AXIS(d) body[3 + d] += m * v[i][d]; }
    for (int d = 3; d < 6; d++) body[d] /= total;
    double l0 = 0, l1 = 0, l2 = 0;
    EACH(i) {
        double m = mass[i];
        double r0 = x[i][0] - body[0], r1 = x[i][1] - body[1], r2 = x[i][2] - body[2];
        double u0 = v[i][0] - body[3], u1 = v[i][1] - body[4], u2 = v[i][2] - body[5];
        l0 += m * (r1 * u2 - r2 * u1); l1 += m * (r2 * u0 - r0 * u2); l2 += m * (r0 * u1 - r1 * u0);
    }
    body[6] = l0; body[7] = l1; body[8] = l2;
    times_inverse_inertia(body, l0, l1, l2, 15);
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
    times_inverse_inertia(body, a, b, c, 18);
    AXIS(d) body[21 + d] = rot[3 * d] * body[18] + rot[3 * d + 1] * body[19] + rot[3 * d + 2] * body[20];
}

static void add_area(vec *x, long a, long b, double *body) {
    double a0 = x[a][0] - body[0], a1 = x[a][1] - body[1], a2 = x[a][2] - body[2];
    double b0 = x[b][0] - body[0], b1 = x[b][1] - body[1], b2 = x[b][2] - body[2];
    body[24] += a1 * b2 - a2 * b1; body[25] += a2 * b0 - a0 * b2; body[26] += a0 * b1 - a1 * b0;
}

static void attitude(vec *x, long columns, long rows, double *body) {
    long top = (rows - 1) * columns;
    double g0 = 0, g1 = 0, g2 = 0;
    body[24] = body[25] = body[26] = 0.0;
    for (long j = 0; j < rows; j++) {
        long left = j * columns, right = j * columns + columns - 1;
        g0 += x[right][0] - x[left][0]; g1 += x[right][1] - x[left][1]; g2 += x[right][2] - x[left][2];
        if (j < rows - 1) { add_area(x, right, right + columns, body); add_area(x, left + columns, left, body); }
    }
    for (long i = 0; i < columns - 1; i++) { add_area(x, i, i + 1, body); add_area(x, top + i + 1, top + i, body); }
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

static void air_forces(long n, long faces, vec *x, vec *u, vec *force, const uint32_t (*quads)[4], double (*face)[10],
                       const double *body, const double *par) {
    EACH(i) AXIS(d) force[i][d] = 0.0;
    double area = 0, U0 = 0, U1 = 0, U2 = 0, c0 = 0, c1 = 0, c2 = 0;
    for (long q = 0; q < faces; q++) {
        uint32_t i = quads[q][0], j = quads[q][1], k = quads[q][2], m = quads[q][3];
        double a0 = x[m][0] - x[i][0], a1 = x[m][1] - x[i][1], a2 = x[m][2] - x[i][2];
        double b0 = x[k][0] - x[j][0], b1 = x[k][1] - x[j][1], b2 = x[k][2] - x[j][2];
        double s0 = 0.5 * (a1 * b2 - a2 * b1), s1 = 0.5 * (a2 * b0 - a0 * b2), s2 = 0.5 * (a0 * b1 - a1 * b0);
        double ar = sqrt(s0 * s0 + s1 * s1 + s2 * s2);
        face[q][3] = s0; face[q][4] = s1; face[q][5] = s2; face[q][9] = ar;
        AXIS(d) {
            face[q][d] = 0.25 * ((u[i][d] + u[m][d]) + (u[j][d] + u[k][d]));
            face[q][6 + d] = 0.25 * ((x[i][d] + x[m][d]) + (x[j][d] + x[k][d]));
        }
        area += ar;
        U0 += ar * face[q][0]; U1 += ar * face[q][1]; U2 += ar * face[q][2];
        c0 += ar * face[q][6]; c1 += ar * face[q][7]; c2 += ar * face[q][8];
    }
    area += 1e-30;
    U0 /= area; U1 /= area; U2 /= area; c0 /= area; c1 /= area; c2 /= area;
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
    double square = speed * speed, inverse_square = 1.0 / square, drag = par[NORMAL_DRAG], attached = slope - drag;
    for (long q = 0; q < faces; q++) {
        double ar = face[q][9], inverse = 1.0 / (ar + 1e-30);
        double n0 = face[q][3] * inverse, n1 = face[q][4] * inverse, n2 = face[q][5] * inverse;
        double u0 = face[q][0], u1 = face[q][1], u2 = face[q][2];
        double un = U0 * n0 + U1 * n1 + U2 * n2, local = u0 * n0 + u1 * n1 + u2 * n2, w = local - un;
        double z = un * un * inverse_square * par[INVERSE_STALL];
        double G = drag * speed + attached * sqrt(larger(square - un * un, 0.0)) / (1.0 + z * z);
        double weight = 1.0 + t0 * (face[q][6] - c0) + t1 * (face[q][7] - c1) + t2 * (face[q][8] - c2);
        double pressure = (R0 * n0 + R1 * n1 + R2 * n2 - G * un) * weight - par[ROTATIONAL_DRAG] * G * w - drag * fabs(w) * w;
        double rub = par[SKIN_FRICTION] * sqrt(u0 * u0 + u1 * u1 + u2 * u2);
        double s = 0.125 * par[DENSITY] * ar;
        double f0 = s * (pressure * n0 - rub * (u0 - local * n0) + E0);
        double f1 = s * (pressure * n1 - rub * (u1 - local * n1) + E1);
        double f2 = s * (pressure * n2 - rub * (u2 - local * n2) + E2);
        for (int e = 0; e < 4; e++) {
            uint32_t i = quads[q][e];
            force[i][0] += f0; force[i][1] += f1; force[i][2] += f2;
        }
    }
}

static void solve_pair(const double *lower, const double *inverse_pivot, vec *y, long part, long band) {
    for (long j = 0; j < part; j++) {
        double s0 = 0, s1 = 0, s2 = 0, t0 = 0, t1 = 0, t2 = 0;
        for (long k = band - j > 0 ? band - j : 0; k < band; k++) {
            double a = lower[(part + j) * band + k], b = lower[(3 * part + j) * band + k];
            long row = j - band + k;
            s0 += a * y[row][0]; s1 += a * y[row][1]; s2 += a * y[row][2];
            row += part;
            t0 += b * y[row][0]; t1 += b * y[row][1]; t2 += b * y[row][2];
        }
        y[j][0] -= s0; y[j][1] -= s1; y[j][2] -= s2;
        y[part + j][0] -= t0; y[part + j][1] -= t1; y[part + j][2] -= t2;
    }
    for (long back = 0; back < part; back++) {
        long j = part - 1 - back, reach = band < back ? band : back;
        double s0 = 0, s1 = 0, s2 = 0, t0 = 0, t1 = 0, t2 = 0;
        for (long k = 0; k < reach; k++) {
            double a = lower[j * band + k], b = lower[(2 * part + j) * band + k];
            long row = j + 1 + k;
            s0 += a * y[row][0]; s1 += a * y[row][1]; s2 += a * y[row][2];
            row += part;
            t0 += b * y[row][0]; t1 += b * y[row][1]; t2 += b * y[row][2];
        }
        double a = inverse_pivot[j], b = inverse_pivot[part + j];
        y[j][0] = y[j][0] * a - s0; y[j][1] = y[j][1] * a - s1; y[j][2] = y[j][2] * a - s2;
        y[part + j][0] = y[part + j][0] * b - t0;
        y[part + j][1] = y[part + j][1] * b - t1;
        y[part + j][2] = y[part + j][2] * b - t2;
    }
}

static void bend(long n, long columns, vec *x, vec *damped, vec *work, const double *mass, const double *axes,
                 const double *spin, const double *lower, const double *inverse_pivot, long band, double h) {
    double share = 4.0 * h * h / ((h + spin[3]) * (h + spin[3]));
    double n0 = axes[0], n1 = axes[1], n2 = axes[2], g0 = axes[3], g1 = axes[4], g2 = axes[5];
    double k0 = axes[6], k1 = axes[7], k2 = axes[8];
    double across = h * h * spin[2], along_width = h * h * spin[0], along_length = h * h * spin[1];
    long half = columns / 2, part = n / 2;
    EACH(i) {
        double r0 = damped[i][0], r1 = damped[i][1], r2 = damped[i][2], m = mass[i];
        double cg = along_width * (g0 * r0 + g1 * r1 + g2 * r2);
        double ck = along_length * (k0 * r0 + k1 * r1 + k2 * r2);
        double cn = across * (n0 * r0 + n1 * r1 + n2 * r2);
        r0 = m * (share * r0 + cg * g0 + ck * k0 + cn * n0);
        r1 = m * (share * r1 + cg * g1 + ck * k1 + cn * n1);
        r2 = m * (share * r2 + cg * g2 + ck * k2 + cn * n2);
        long row = i / columns, place = i % columns;
        if (place < half) {
            long p = row * half + place;
            work[p][0] = r0; work[p][1] = r1; work[p][2] = r2;
        } else {
            long p = row * half + columns - 1 - place, q = part + p;
            work[q][0] = work[p][0] - r0; work[q][1] = work[p][1] - r1; work[q][2] = work[p][2] - r2;
            work[p][0] += r0; work[p][1] += r1; work[p][2] += r2;
        }
    }
    solve_pair(lower, inverse_pivot, work, part, band);
    for (long row = 0; row < n / columns; row++)
        for (long place = 0; place < half; place++) {
            long p = row * half + place, q = part + p, i = row * columns + place, j = row * columns + columns - 1 - place;
            AXIS(d) {
                double even = 0.5 * work[p][d], odd = 0.5 * work[q][d];
                x[i][d] += even + odd - share * damped[i][d];
                x[j][d] += even - odd - share * damped[j][d];
            }
        }
}

static double stretch_sweep(vec *x, const double *inverse_mass, long count, const uint32_t (*edges)[2], const double *rest,
                            const double *compliance, int backwards) {
    double worst = 0.0;
    for (long k = 0; k < count; k++) {
        long e = backwards ? count - 1 - k : k;
        uint32_t i = edges[e][0], j = edges[e][1];
        double d0 = x[i][0] - x[j][0], d1 = x[i][1] - x[j][1], d2 = x[i][2] - x[j][2];
        double wi = inverse_mass[i], wj = inverse_mass[j];
        double square = d0 * d0 + d1 * d1 + d2 * d2, right = rest[e] * rest[e], error = square - right;
        double s = error / ((1.5 * square + 0.5 * right) * (wi + wj + compliance[e]));
        if (fabs(error) > worst * right) worst = fabs(error) / right;
        double si = s * wi, sj = s * wj;
        x[i][0] -= si * d0; x[i][1] -= si * d1; x[i][2] -= si * d2;
        x[j][0] += sj * d0; x[j][1] += sj * d1; x[j][2] += sj * d2;
    }
    return 0.5 * worst;
}

/* Fly on by `steps` substeps in still air, with the stiffness as it is. sheet: rows of (n, 3) arrays as in kernels.py. */
void fly(vec *sheet, double *body, const double *spin, const double *mass, const double *inverse_mass, long n, long columns, long rows, const uint32_t (*quads)[4], long faces,
         double (*face)[10], const uint32_t (*edges)[2], long edge_count, const double *rest, const double *compliance,
         const double *lower, const double *inverse_pivot, long band, const double *par, long first, long steps) {
    vec *start = sheet, *predicted = sheet + n, *damped = sheet + 2 * n, *force = sheet + 3 * n;
    vec *before = sheet + 4 * n, *external = sheet + 6 * n, *now = sheet + 7 * n;
    vec *x = sheet + 8 * n, *v = sheet + 9 * n, *work = sheet + 10 * n;
    double *rot = body + 49;
    double h = par[STEP], inverse_h = 1.0 / h, tau = spin[3], *axes = body + 40;
    for (long step = first; step < first + steps; step++) {
        EACH(i) AXIS(d) now[i][d] = 1.5 * v[i][d] - 0.5 * before[i][d];
        if (step == first) fit_rigid(n, x, now, mass, body); else refit_motion(n, x, now, mass, body);
        attitude(x, columns, rows, body);
        air_forces(n, faces, x, now, force, quads, face, body, par);
        EACH(i) AXIS(d) {
            double f = force[i][d] + external[i][d];
            before[i][d] = v[i][d];
            v[i][d] += h * (inverse_mass[i] * f + par[GRAVITY_X + d]);
        }
        refit_motion(n, x, v, mass, body);
        double o0 = body[15], o1 = body[16], o2 = body[17];
        times_inverse_inertia(body, body[7] * o2 - body[8] * o1, body[8] * o0 - body[6] * o2, body[6] * o1 - body[7] * o0, 18);
        double a = 0.5 * h, b = 0.25 * h;
        turn(a * (o0 + b * body[18]), a * (o1 + b * body[19]), a * (o2 + b * body[20]), rot);
        spin_after(body, rot);
        turn(h * body[21], h * body[22], h * body[23], rot);
        spin_after(body, rot);
        double e0 = body[21], e1 = body[22], e2 = body[23];
        double q0 = body[0] + h * body[3], q1 = body[1] + h * body[4], q2 = body[2] + h * body[5];
        EACH(i) {
            double r0 = x[i][0] - body[0], r1 = x[i][1] - body[1], r2 = x[i][2] - body[2];
            double u0 = v[i][0] - body[3] - (o1 * r2 - o2 * r1);
            double u1 = v[i][1] - body[4] - (o2 * r0 - o0 * r2);
            double u2 = v[i][2] - body[5] - (o0 * r1 - o1 * r0);
            predicted[i][0] = q0 + rot[0] * r0 + rot[1] * r1 + rot[2] * r2;
            predicted[i][1] = q1 + rot[3] * r0 + rot[4] * r1 + rot[5] * r2;
            predicted[i][2] = q2 + rot[6] * r0 + rot[7] * r1 + rot[8] * r2;
            double w0 = rot[0] * u0 + rot[3] * u1 + rot[6] * u2;
            double w1 = rot[1] * u0 + rot[4] * u1 + rot[7] * u2;
            double w2 = rot[2] * u0 + rot[5] * u1 + rot[8] * u2;
            AXIS(d) start[i][d] = x[i][d];
            x[i][0] = predicted[i][0] + h * w0; x[i][1] = predicted[i][1] + h * w1; x[i][2] = predicted[i][2] + h * w2;
            damped[i][0] = predicted[i][0] - q0 + tau * w0;
            damped[i][1] = predicted[i][1] - q1 + tau * w1;
            damped[i][2] = predicted[i][2] - q2 + tau * w2;
        }
        AXIS(d) for (int axis = 0; axis < 3; axis++)
            axes[3 * axis + d] = rot[3 * d] * body[24 + 3 * axis] + rot[3 * d + 1] * body[25 + 3 * axis]
                                 + rot[3 * d + 2] * body[26 + 3 * axis];
        bend(n, columns, x, damped, work, mass, axes, spin, lower, inverse_pivot, band, h);
        int turned = step % 2 == 1;
        for (int sweep = 0; sweep < 4; sweep++) {
            if (stretch_sweep(x, inverse_mass, edge_count, edges, rest, compliance, turned) < 0.02) break;
            turned = !turned;
        }
        double l0 = body[6], l1 = body[7], l2 = body[8], p0 = body[3], p1 = body[4], p2 = body[5];
        EACH(i) {
            double r0 = x[i][0] - q0, r1 = x[i][1] - q1, r2 = x[i][2] - q2;
            v[i][0] = p0 + (e1 * r2 - e2 * r1) + (x[i][0] - predicted[i][0]) * inverse_h;
            v[i][1] = p1 + (e2 * r0 - e0 * r2) + (x[i][1] - predicted[i][1]) * inverse_h;
            v[i][2] = p2 + (e0 * r1 - e1 * r0) + (x[i][2] - predicted[i][2]) * inverse_h;
        }
        fit_rigid(n, x, v, mass, body);
        p0 -= body[3]; p1 -= body[4]; p2 -= body[5];
        times_inverse_inertia(body, l0 - body[6], l1 - body[7], l2 - body[8], 18);
        e0 = body[18]; e1 = body[19]; e2 = body[20];
        EACH(i) {
            double r0 = x[i][0] - body[0], r1 = x[i][1] - body[1], r2 = x[i][2] - body[2];
            v[i][0] += p0 + e1 * r2 - e2 * r1;
            v[i][1] += p1 + e2 * r0 - e0 * r2;
            v[i][2] += p2 + e0 * r1 - e1 * r0;
        }
    }
}
