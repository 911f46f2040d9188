#version 330

uniform mat4 p3d_ModelViewProjectionMatrix;

in vec4 p3d_Vertex;
in vec2 p3d_MultiTexCoord0;
in vec4 text_colour;

out vec2 texture_place;
flat out vec4 ink;

void main() {
    gl_Position = p3d_ModelViewProjectionMatrix * p3d_Vertex;
    texture_place = p3d_MultiTexCoord0;
    ink = text_colour;
}
