#version 330

// Glyph pages hold coverage in their alpha.
uniform sampler2D p3d_Texture0;
uniform vec4 text_colour;

in vec2 texture_place;

out vec4 colour;

void main() {
    colour = vec4(text_colour.rgb, text_colour.a * texture(p3d_Texture0, texture_place).a);
}
