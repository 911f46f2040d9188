#version 330
// A speck of dust on a small card that faces the eye; coordinate.z is its brightness.
in vec3 worldPoint, coordinate;
out vec4 colour;
uniform vec3 glow, eye;

void main() {
    vec2 q = coordinate.xy * 2. - 1.;
    float soft = exp(-3. * dot(q, q)) * smoothstep(1., .6, length(q));
    soft *= smoothstep(.15, .45, length(worldPoint - eye));     // none right before the eye
    vec3 c = glow * coordinate.z;
    colour = vec4(c / (1. + max(c.r, max(c.g, c.b))), soft * .5);
}
