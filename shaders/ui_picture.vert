#version 330

// Pictures of the interface in window pixels; the third texture coordinate divides, for a turned card in perspective.
uniform mat4 p3d_ModelViewProjectionMatrix;

in vec4 p3d_Vertex;
in vec3 picture_place;
in vec4 picture_look;  // width over height, corner radius over width, brightness, opacity

out vec3 place;
flat out vec4 look;

void main() {
    gl_Position = p3d_ModelViewProjectionMatrix * p3d_Vertex;
    place = picture_place;
    look = picture_look;
}
