#version 330
// Wood, brass, paper, stone, leaves: one reflection model with options.
// INLAID: relief and roughness from a map; brass and mother-of-pearl from distances to their edges. RELIEF: relief and roughness. CUTOUT: holes.
// PAPER: linen press and a border for emphasis. GRAINED: stone or wood without maps.
//:library
in vec3 worldPoint, worldNormal;
in vec3 coordinate;
out vec4 colour;
uniform sampler2D albedoMap, reliefMap, maskMap;
uniform vec3 tint;
uniform vec4 material;      // roughness, metalness, strength of relief, share of ambient light
uniform vec4 emphasis;      // colour of a border and its strength

#ifdef INLAID
const float INLAY_REACH = .003;  // m: as REACH in fliegende3d/art/scenery/table.py
const float BRASS_METAL = .62;   // full metal turns black from above: nothing bright hangs over the table
const float BRASS_ROUGHNESS = .30, PEARL_ROUGHNESS = .18;
const vec3 BRASS_COLOUR = vec3(.70, .42, .095);
const float GROOVE = .0007;      // m: dark seam round every piece
const float CHAMFER = .00045;    // m: its rounded edge

// How much of a pixel lies inside an edge at this signed distance [m].
float covered(float d, float footprint) { return clamp(.5 - d / footprint, 0., 1.); }

// Slope of a value over the surface, from screen-space derivatives (Mikkelsen 2010).
vec3 slope(float value, vec3 p, vec3 n) {
    vec3 px = dFdx(p), py = dFdy(p), a = cross(py, n), b = cross(n, px);
    return (dFdx(value) * a + dFdy(value) * b) / max(abs(dot(px, a)), 1e-14) * sign(dot(px, a));
}
#endif

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
    rough = r.z;
#ifdef INLAID
    vec2 edge = (texture(maskMap, uv).ra * 2. - 1.) * INLAY_REACH;   // to brass, to pearl
    float pixel = max(length(dFdx(worldPoint)), length(dFdy(worldPoint)));
    float wide = smoothstep(.0003, .0010, pixel);                    // then the map itself is blurred in all directions
    float most = min(pixel, 1.9 * INLAY_REACH);                      // beyond it, what is far from all edges would count
    float brass = covered(edge.x, mix(clamp(fwidth(edge.x), most * .2, most), most, wide));
    float pearl = covered(edge.y, mix(clamp(fwidth(edge.y), most * .2, most), most, wide));
    float metalOrPearl = max(brass, pearl), nearest = min(edge.x, edge.y);
    vec3 rise = slope(nearest, worldPoint, n0) * smoothstep(-CHAMFER, 0., nearest) * smoothstep(CHAMFER * .6, 0., nearest);
    bump *= 1. - metalOrPearl;                                        // polished flat
#endif
    n = normalize(tangentFrame(n, worldPoint, uv) * vec3((r.xy * 2. - 1.) * bump, 1.));
#endif
#ifdef INLAID
    vec3 fine = vec3(texture(noiseMap, worldPoint.xy * vec2(5., 40.)).g,     // grain for close views
                     texture(noiseMap, worldPoint.xy * vec2(23., 190.)).g,
                     texture(noiseMap, worldPoint.yx * vec2(60., 17.)).b) - .5;
    base *= 1. + .22 * fine.x + .20 * fine.y;
    base *= mix(1., .35, (1. - metalOrPearl) * smoothstep(GROOVE, 0., nearest));
    rough = clamp(rough + .10 * fine.x + .08 * fine.y, .1, 1.);
    base = mix(base, BRASS_COLOUR * tint * (1. + .25 * fine.z), brass);
    rough = mix(rough, BRASS_ROUGHNESS + .12 * fine.z, brass);
    vec3 shimmer = .5 + .5 * cos(6.2832 * (fine.z * 1.3 + dot(n0, v) * 1.6 + vec3(.0, .33, .67)));
    base = mix(base, .36 + .15 * shimmer, pearl);
    rough = mix(rough, PEARL_ROUGHNESS, pearl);
    metal = brass * BRASS_METAL;
    n = normalize(n + .8 * rise * smoothstep(.0006, .0002, pixel));
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
#if defined(INLAID)
    gloss *= mix(.035, .22, metalOrPearl);     // waxed, not varnished: whoever looks towards the sun still sees the game
#elif defined(PAPER)
    gloss *= .04;
#endif
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
#if defined(INLAID)
    sheen *= mix(.45, 1., metalOrPearl);
#elif defined(PAPER)
    sheen *= .40;
#endif
    c += open * (diffuse * ambient(n) + reflected(reflect(-v, n), n, rough) * sheen * mix(1., .55, rough));
#ifdef PAPER
    vec2 inside = min(uv, 1. - uv) * vec2(59., 91.);
    float border = 1. - smoothstep(2.3, 2.8, min(inside.x, inside.y));
    c = mix(c, emphasis.rgb, emphasis.a * border);
#endif
    colour = compressed(haze(c, worldPoint), cover);
}
