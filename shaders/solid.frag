#version 330
// Wood, brass, paper, stone, leaves: one reflection model with options.
// INLAID: relief, roughness and brass from maps. RELIEF: relief and roughness. CUTOUT: holes.
// PAPER: linen press and a border for emphasis. GRAINED: stone or wood without maps.
//:library
in vec3 worldPoint, worldNormal;
in vec3 coordinate;
out vec4 colour;
uniform sampler2D albedoMap, reliefMap, maskMap;
uniform vec3 tint;
uniform vec4 material;      // roughness, metalness, strength of relief, share of ambient light
uniform vec4 emphasis;      // colour of a border and its strength

const float BRASS_METAL = .62;   // full metal turns black from above: nothing bright hangs over the table

vec3 reflected(vec3 way, vec3 n, float rough) {
    way.z = abs(way.z);
    vec3 parapet = ambient(vec3(0., 0., -1.)) * .45;             // below the sky's edge stands the dark parapet
    return mix(mix(parapet, skyGradient(way), smoothstep(.06, .40, way.z)), ambient(n), rough * rough);
}

void main() {
    vec2 uv = coordinate.xy;
    float cover = 1.;
#ifdef CUTOUT
    float mask = texture(maskMap, uv).r;
    cover = clamp((mask - .5) / max(fwidth(mask), 1e-3) + .5, 0., 1.);   // becomes coverage of the pixel's samples
    if (cover < .15) discard;
#endif
    vec3 base = texture(albedoMap, uv).rgb * tint, n = normalize(worldNormal), v = normalize(eye - worldPoint);
    if (!gl_FrontFacing) n = -n;
    vec3 n0 = n;
    float rough = material.x, metal = material.y;
#if defined(INLAID) || defined(RELIEF)
    vec3 r = texture(reliefMap, uv).xyz;
    float bump = material.z;
#ifdef INLAID
    float brass = smoothstep(.30, .70, texture(maskMap, uv).r);
    bump *= mix(1., .30, brass);                                    // polished flat
    metal = brass * BRASS_METAL;
#endif
    n = normalize(tangentFrame(n, worldPoint, uv) * vec3((r.xy * 2. - 1.) * bump, 1.));
    rough = r.z;
#endif
#ifdef INLAID
    float fine = texture(noiseMap, worldPoint.xy * vec2(5., 40.)).g - .5;   // fine grain for close views
    base *= 1. + .22 * fine * (1. - metal);
    rough = clamp(rough + .10 * fine, .1, 1.);
#endif
#ifdef PAPER
    vec2 w = uv * vec2(59., 91.) * 6.;
    vec2 press = vec2(cos(w.x) * sin(w.y * .5), sin(w.x * .5) * cos(w.y)) * .012;
    n = normalize(tangentFrame(n, worldPoint, uv) * vec3(press, 1.));
#endif
#ifdef GRAINED
    vec3 wide = abs(n0);
    vec2 plane = wide.z > .6 ? worldPoint.xy : (wide.x > wide.y ? worldPoint.yz : worldPoint.xz);
    vec3 grain = texture(noiseMap, plane * 2.3).rgb, small = texture(noiseMap, plane * 9.).rgb;
    base *= .84 + .20 * grain.b + .10 * small.g;
    n = normalize(n + .16 * (vec3(small.g, small.b, grain.g) - .5));
#endif
    float open = occlusion(worldPoint, n0) * material.w;
    float lit = shadow(worldPoint, n0) * leafShade(worldPoint), nv = max(dot(n, v), 1e-3);
    vec3 f0 = mix(vec3(.04), base, metal), diffuse = base * (1. - metal);
    vec3 h = normalize(key + v);
    float nl = max(dot(n, key), 0.);
    vec3 gloss = fresnel(f0, max(dot(v, h), 0.)) * ggx(max(dot(n, h), 0.), rough) * smith(nl, nv, rough);
    vec3 c = keyColour * lit * nl * (diffuse / PI + gloss);
#ifdef LEAF
    c += keyColour * lit * max(dot(-n, key), 0.) * base * base * .8;         // light through the leaf
#endif
    for (int i = 0; i < LAMPS; ++i) {
        vec3 d = lamps[i].xyz - worldPoint;
        float q = dot(d, d);
        vec3 l = d * inversesqrt(q);
        h = normalize(l + v);
        nl = max(dot(n, l), 0.);
        float soft = max(rough, .3);
        gloss = fresnel(f0, max(dot(v, h), 0.)) * ggx(max(dot(n, h), 0.), soft) * smith(nl, nv, soft);
        c += lampColour * lamps[i].w / (q + .004) * nl * mix(open, 1., .5) * (diffuse / PI + gloss);
    }
    vec3 sheen = f0 + (1. - f0) * pow(1. - nv, 5.) * (1. - rough);
    c += open * (diffuse * ambient(n) + reflected(reflect(-v, n), n, rough) * sheen * mix(1., .55, rough));
#ifdef PAPER
    vec2 inside = min(uv, 1. - uv) * vec2(59., 91.);
    float border = 1. - smoothstep(2.3, 2.8, min(inside.x, inside.y));
    c = mix(c, emphasis.rgb, emphasis.a * border);
#endif
    colour = compressed(haze(c, worldPoint), cover);
}
