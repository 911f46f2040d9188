#version 330
in vec4 now, before;
out vec4 colour;

void main() {
    colour = vec4((now.xy / now.w - before.xy / before.w) * .5, 0., 1.);
}
