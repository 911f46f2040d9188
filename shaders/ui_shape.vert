#version 330

// Flat shapes of the interface: positions in window pixels, the shape itself as a distance in the fragment stage.
uniform mat4 p3d_ModelViewProjectionMatrix;

in vec4 p3d_Vertex;
in vec4 shape_local;   // x, y from the middle [px]; half width, half height [px]
in vec4 shape_detail;  // corner radius, edge width, softness [px]; 1 for a plain polygon
in vec4 shape_fill;
in vec4 shape_edge;

out vec4 local;
flat out vec4 detail;
flat out vec4 fill;
flat out vec4 edge;

void main() {
    gl_Position = p3d_ModelViewProjectionMatrix * p3d_Vertex;
    local = shape_local;
    detail = shape_detail;
    fill = shape_fill;
    edge = shape_edge;
}
