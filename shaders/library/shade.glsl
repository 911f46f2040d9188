// Shadow of the key light and occlusion by what lies or hovers above.
uniform sampler2D shadowMap;
uniform sampler2DShadow shadowTest;
uniform mat4 shadowMatrix;
uniform float shadowTexel;      // size of a texel in the map's 0..1
uniform sampler2D topMap;
uniform mat4 topMatrix;
uniform vec2 topRange;          // heights [m] at depth 0 and 1

const float BIAS = .0007;
const float FEW_SPREAD = 1.25;  // texels between the taps of the fewest-tap shadow
const float FEW_FLOOR = .28;    // share of the light that such a shadow lets through: it cannot soften with distance

vec2 disc(int i, int n) {       // Vogel's spiral: the same points everywhere, so that nothing swims
    float r = sqrt((float(i) + .5) / float(n)), a = float(i) * 2.39996;
    return r * vec2(cos(a), sin(a));
}

// How the depth in the shadow map changes along a plane with this normal: so it does not shade itself between taps.
vec2 planeSlope(vec3 n) {
    mat3 rows = transpose(mat3(shadowMatrix));
    vec3 m = vec3(dot(rows[0], n), dot(rows[1], n), dot(rows[2], n))
           / vec3(dot(rows[0], rows[0]), dot(rows[1], rows[1]), dot(rows[2], rows[2]));
    return clamp(-m.xy / (abs(m.z) < 1e-4 ? 1e-4 : m.z), vec2(-4.), vec2(4.));
}

float shadow(vec3 p, vec3 n) {
    vec4 q = shadowMatrix * vec4(p + n * .0012, 1.);
    vec3 s = q.xyz / q.w * .5 + .5;
    if (any(lessThan(s, vec3(0.))) || any(greaterThan(s, vec3(1.)))) return 1.;
    float near = s.z - BIAS, sum = 0.;
#if SHADOW_TAPS <= 4
    // Four taps on a turned square: each is at another distance from a straight edge, so the edge fades in even steps.
    vec2 slope = planeSlope(n);
    for (int i = 0; i < 4; ++i) {
        vec2 k = vec2(i & 1, i >> 1) - .5;
        vec2 way = (2. * k + vec2(-k.y, k.x)) * shadowTexel * FEW_SPREAD;
        sum += texture(shadowTest, vec3(s.xy + way, near + dot(way, slope)));
    }
    return mix(FEW_FLOOR, 1., sum * .25);
#else
    float width = shadowTexel * 2.5;
#ifdef SOFT_SHADOW
    float depth = 0., found = 0.;
    for (int i = 0; i < 10; ++i) {
        float d = texture(shadowMap, s.xy + disc(i, 10) * .009).r;
        if (d < near) { depth += d; found += 1.; }
    }
    if (found < .5) return 1.;
    width = clamp((s.z - depth / found) * .055, shadowTexel * 1.2, .009);
#endif
    for (int i = 0; i < SHADOW_TAPS; ++i) sum += texture(shadowTest, vec3(s.xy + disc(i, SHADOW_TAPS) * width, near));
    return sum / float(SHADOW_TAPS);
#endif
}

float occlusion(vec3 p, vec3 n) {
#if OCCLUSION_TAPS == 0
    return 1.;
#else
    vec4 q = topMatrix * vec4(p, 1.);
    vec2 uv = q.xy * .5 + .5;
    if (any(lessThan(uv, vec2(0.))) || any(greaterThan(uv, vec2(1.)))) return 1.;
    float sum = 0.;
    for (int i = 0; i < OCCLUSION_TAPS; ++i) {
        vec2 k = disc(i, OCCLUSION_TAPS);
        float reach = .030 * dot(k, k) + .0008;
        float top = mix(topRange.x, topRange.y, texture(topMap, uv + normalize(k) * reach * topMatrix[0][0] * .5).r);
        float rise = top - p.z;
        sum += clamp((rise - .0002) / (.6 * reach + rise + .0004), 0., 1.) * step(.00015, rise)
             * (1. - smoothstep(.03, .10, rise));
    }
    return 1. - .85 * sum / float(OCCLUSION_TAPS) * clamp(n.z, 0., 1.);
#endif
}
