#version 330
// Wool: cut pile on the face (layer 0), flat knots on the back (layer 1).
//:library
in vec3 worldPoint, worldNormal;
in vec3 coordinate;
out vec4 colour;
uniform sampler2D pileMap, backMap, pileRelief, backRelief, napMap, alphaMap;
uniform float opacity;

const float WRAP = .30;          // light that scatters round the tufts
const float PILE_ROUGHNESS = .62, SHEEN_ROUGHNESS = .42, SHEEN = .27, BACK_ROUGHNESS = .80;
const float FAR_SATURATION = .55;

vec3 lampLight(vec3 n, float wrap) {
    vec3 sum = vec3(0.);
    for (int i = 0; i < LAMPS; ++i) {
        vec3 d = lamps[i].xyz - worldPoint;
        float q = dot(d, d);
        sum += lampColour * lamps[i].w / (q + .004) * max(dot(n, d * inversesqrt(q)) + wrap, 0.) / ((1. + wrap) * (1. + wrap));
    }
    return sum;
}

vec3 backSide(vec3 base, vec3 n, vec3 n0, vec3 v, float lit, float open) {
    vec3 h = normalize(key + v);
    float nl = max(dot(n, key), 0.), nv = max(dot(n, v), .02);
    float gloss = .03 * ggx(max(dot(n, h), 0.), BACK_ROUGHNESS) * smith(nl, nv, BACK_ROUGHNESS);
    vec3 c = keyColour * (lit * nl * (base / PI + gloss) + max(dot(-n0, key), 0.) * base * base * .05);
    c += lampLight(n, 0.) * base / PI;
    return c + ambient(n) * base * open;
}

vec3 pileSide(vec3 base, vec3 n, vec3 n0, vec3 v, mat3 frame, vec2 uv, float height, float lit, float open) {
    float depth = mix(.62, 1., smoothstep(.30, .80, height));    // the bottom of the pile sees less light
    vec3 deep = pow(base, vec3(1.30)) * 1.06;                    // light that bounces inside the pile saturates
#ifdef PILE
    vec2 q = texture(napMap, uv).xy * 2. - 1.;
    vec3 nap = normalize(frame[0] * q.x + frame[1] * q.y);       // the way the pile leans
    vec3 tips = normalize(n + .38 * nap);
    float lean = dot(nap, normalize(v - n0 * dot(v, n0) + 1e-4)) * (1. - abs(dot(n0, v)));  // > 0: into the pile
#else
    vec3 tips = n;
    float lean = 0.;
#endif
    float nl = dot(tips, key), nv = max(dot(n, v), .03), front = max(nl, 0.);
    float wrapped = max(nl + WRAP, 0.) / ((1. + WRAP) * (1. + WRAP));
    vec3 h = normalize(key + v);
    float gloss = .018 * ggx(max(dot(n, h), 0.), PILE_ROUGHNESS) * smith(front, nv, PILE_ROUGHNESS);
    vec3 c = wrapped * deep / PI * depth + front * gloss;
    vec3 sheen = vec3(0.);
#ifdef PILE
    sheen = mix(vec3(1.), base / max(max(base.r, max(base.g, base.b)), .05), .80) * SHEEN;
    c += front * sheen * charlie(max(dot(tips, h), 0.), SHEEN_ROUGHNESS) * neubelt(front, nv);
#endif
    c = keyColour * (lit * c + max(dot(-n0, key), 0.) * deep * base * .06) * (1. - .42 * lean);
    c += lampLight(tips, .2) * deep / PI * depth;
    float rim = pow(1. - nv, 3.5);
    vec3 around = ambient(tips) * deep * depth * (1. - .25 * lean);
    return c + open * (around + rim * sheen * skyGradient(normalize(reflect(-v, n0) + vec3(0., 0., .4))) * .28);
}

void main() {
    vec2 uv = coordinate.xy;
    float alpha = smoothstep(.30, .62, texture(alphaMap, uv).r);
    if (alpha < .03) discard;
    bool back = coordinate.z > .5;
    vec3 base = back ? texture(backMap, uv).rgb : texture(pileMap, uv).rgb;
    // From afar thin light outlines blend with the ground and pale it: the eye expects the dyes to hold.
    float pixel = max(length(dFdx(worldPoint)), length(dFdy(worldPoint))), far = smoothstep(.0003, .0012, pixel);
    base = max(mix(vec3(dot(base, vec3(.25, .55, .20))), base, 1. + FAR_SATURATION * far), 0.) * (1. - .14 * far);
    vec3 n0 = normalize(worldNormal), v = normalize(eye - worldPoint);
    mat3 frame = tangentFrame(n0, worldPoint, uv);
    vec3 r = back ? texture(backRelief, uv).xyz : texture(pileRelief, uv).xyz;
    float around = back ? textureLod(backRelief, uv, 2.6).z : textureLod(pileRelief, uv, 2.6).z;
    float cavity = 1. - 1.3 * clamp(around - r.z, 0., 1.);
    vec3 n = normalize(frame * vec3((r.xy * 2. - 1.) * (back ? .8 : 1.15), 1.));
    float lit = shadow(worldPoint, n0) * leafShade(worldPoint), open = occlusion(worldPoint, n0) * cavity;
    vec3 c = back ? backSide(base, n, n0, v, lit, open) : pileSide(base, n, n0, v, frame, uv, r.z, lit, open);
    colour = compressed(haze(c, worldPoint), alpha * opacity);
}
