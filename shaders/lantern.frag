#version 330
// Pierced brass with a flame behind it.
//:library
in vec3 worldPoint, worldNormal;
in vec3 coordinate;
out vec4 colour;
uniform vec3 glow;
uniform float flicker;

void main() {
    vec2 q = fract(coordinate.xy * vec2(8., 3.)) - .5;
    float s = min(max(abs(q.x), abs(q.y)), (abs(q.x) + abs(q.y)) * .70711);
    float hole = smoothstep(.30, .27, s), bar = 1. - hole;
    float facing = abs(dot(normalize(worldNormal), normalize(eye - worldPoint)));
    float core = pow(facing, 1.4) * exp(-2.2 * pow(coordinate.y - .42, 2.));
    vec3 brass = vec3(.10, .055, .02) + glow * .16 * core + ambient(normalize(worldNormal)) * vec3(.30, .17, .06);
    colour = compressed(glow * flicker * (.35 + 2.2 * core) * hole + bar * brass, 1.);
}
