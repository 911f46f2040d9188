#version 330
in vec4 p3d_Vertex;
out vec2 place;

void main() {
    place = p3d_Vertex.xz * .5 + .5;
    gl_Position = vec4(p3d_Vertex.x, p3d_Vertex.z, 0., 1.);
}
