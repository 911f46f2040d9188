#version 330
// Specks that drift with the wind: positions come from the program, the size from the distance.
uniform mat4 p3d_ModelViewProjectionMatrix;
uniform float pixels;     // height of the picture
in vec4 p3d_Vertex;
in vec3 p3d_Normal;       // x: brightness, y: size [m]
out float bright;

void main() {
    gl_Position = p3d_ModelViewProjectionMatrix * p3d_Vertex;
    gl_PointSize = clamp(p3d_Normal.y * pixels / gl_Position.w * 1.6, 1., 12.);
    bright = p3d_Normal.x;
}
