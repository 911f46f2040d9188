#version 330
// A candle's flame on a card that turns to the eye.
//:library
in vec3 worldPoint, worldNormal;
in vec3 coordinate;
out vec4 colour;
uniform vec3 glow;
uniform float flicker;

void main() {
    vec2 q = vec2(coordinate.x * 2. - 1., coordinate.y);
    float width = .55 * pow(q.y, .55) * (1. - q.y) * 2.2;
    float body = smoothstep(width, width * .35, abs(q.x)) * smoothstep(0., .08, q.y) * smoothstep(1., .80, q.y);
    if (body < .02) discard;
    vec3 c = mix(vec3(.9, .25, .05), vec3(1., .86, .5), body * (1. - q.y * .6));
    colour = compressed(c * glow * flicker * (.5 + body), body);
}
