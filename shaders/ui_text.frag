#version 330

// Glyph pages hold coverage in their alpha.
uniform sampler2D p3d_Texture0;

in vec2 texture_place;
flat in vec4 ink;

out vec4 colour;

void main() {
    colour = vec4(ink.rgb, ink.a * texture(p3d_Texture0, texture_place).a);
}
