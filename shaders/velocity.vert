#version 330
// Where a carpet's vertex is now and where it was a frame ago.
uniform mat4 p3d_ModelViewProjectionMatrix;
uniform mat4 formerView;
in vec4 p3d_Vertex;
in vec3 p3d_Normal;       // the former position
out vec4 now, before;

void main() {
    now = p3d_ModelViewProjectionMatrix * p3d_Vertex;
    before = formerView * vec4(p3d_Normal, 1.);
    gl_Position = now;
}
