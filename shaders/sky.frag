#version 330
// The dome: gradient, drawn clouds, stars, sun or moon.
//:library
in vec3 worldPoint, worldNormal;
in vec3 coordinate;
out vec4 colour;
uniform sampler2D cloudMap;
uniform vec3 cloudDark, cloudLit, discColour;
uniform vec3 sky;     // stars 0..1, drift of the clouds, size of the disc (cosine of its radius)

float star(vec3 d) {
    vec2 p = vec2(atan(d.y, d.x) * 42., d.z * 60.);
    vec3 q = fract(vec3(floor(p).xyx) * .1031);
    q += dot(q, q.yzx + 33.33);
    float chance = fract((q.x + q.y) * q.z);
    vec2 inside = fract(p) - vec2(fract(chance * 57.), fract(chance * 91.)) * .6 - .2;
    return step(.93, chance) * exp(-dot(inside, inside) * 190.) * (.4 + .6 * fract(chance * 13.));
}

void main() {
    vec3 d = normalize(worldPoint - eye);
    d = normalize(vec3(d.xy, max(d.z, .004)));
    float s = max(dot(d, sun), 0.);
    vec3 c = skyGradient(d);
    vec2 uv = vec2(atan(d.y, d.x) / 6.2831853 + sky.y, asin(d.z) / 1.5707963);
    vec3 cloud = textureLod(cloudMap, uv, 0.).rgb;
    vec3 lit = mix(cloudDark, cloudLit, cloud.g * (.30 + .70 * pow(s, 2.)));
    c += star(d) * sky.x * smoothstep(.05, .4, d.z) * vec3(.8, .85, 1.) * 2.2 * (1. - cloud.r);
    c = mix(c, c + lit * .22, cloud.b * smoothstep(.12, .4, d.z));
    c = mix(c, lit, cloud.r * .84 * smoothstep(.012, .09, d.z));
    float disc = smoothstep(sky.z, sky.z + (1. - sky.z) * .35, s);
    c = mix(c, discColour * mix(vec3(.62, .36, .22), vec3(1.), smoothstep(sky.z, 1., s)), disc * (1. - .7 * cloud.r));
    colour = compressed(c + sunGlow * .9 * pow(s, 900.), 1.);
}
