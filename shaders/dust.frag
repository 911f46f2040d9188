#version 330
in float bright;
out vec4 colour;
uniform vec3 glow;

void main() {
    vec2 q = gl_PointCoord * 2. - 1.;
    float soft = exp(-3. * dot(q, q));
    vec3 c = glow * bright;
    colour = vec4(c / (1. + max(c.r, max(c.g, c.b))), soft * min(bright, 1.) * .6);
}
