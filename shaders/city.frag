#version 330
// A strip of the city: how lit, window glow, own tone; haze by its distance.
//:library
in vec3 worldPoint, worldNormal;
in vec3 coordinate;
out vec4 colour;
uniform sampler2D stripMap, maskMap;
uniform vec4 strip;          // haze 0..1, window light, darkening at the foot, share of the key light
uniform vec3 earth;          // colour of the walls

void main() {
    vec2 uv = coordinate.xy;
    float alpha = texture(maskMap, uv).r;
    if (alpha < .01) discard;
    vec3 t = texture(stripMap, uv).rgb;
    vec3 wall = earth * mix(vec3(.50, .42, .46), vec3(1.25, 1.12, .95), t.b);
    vec3 c = wall * (ambient(vec3(0., -.6, .5)) * mix(.55, 1., t.r) + keyColour * strip.w * t.r);
    c *= mix(1. - strip.z, 1., smoothstep(.0, .75, uv.y));
    c += vec3(1.6, .62, .16) * t.g * strip.y;
    vec3 way = normalize(worldPoint - eye);
    vec3 air = skyGradient(normalize(vec3(way.xy, max(way.z, .02)))) * mix(.42, .96, smoothstep(-.22, .04, way.z));
    colour = compressed(mix(c, air, strip.x * mix(1.15, .80, smoothstep(.2, .8, uv.y))), alpha);
}
