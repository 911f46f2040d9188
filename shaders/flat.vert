#version 330
uniform mat4 p3d_ModelViewProjectionMatrix, p3d_ModelMatrix;
in vec4 p3d_Vertex;
in vec3 p3d_MultiTexCoord0;
out vec3 worldPoint, coordinate;

void main() {
    gl_Position = p3d_ModelViewProjectionMatrix * p3d_Vertex;
    worldPoint = (p3d_ModelMatrix * p3d_Vertex).xyz;
    coordinate = p3d_MultiTexCoord0;
}
