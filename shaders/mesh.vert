#version 330
uniform mat4 p3d_ModelViewProjectionMatrix, p3d_ModelMatrix;
in vec4 p3d_Vertex;
in vec3 p3d_Normal;
in vec3 p3d_MultiTexCoord0;
out vec3 worldPoint, worldNormal;
out vec3 coordinate;

void main() {
    gl_Position = p3d_ModelViewProjectionMatrix * p3d_Vertex;
    worldPoint = (p3d_ModelMatrix * p3d_Vertex).xyz;
    worldNormal = mat3(p3d_ModelMatrix) * p3d_Normal;
    coordinate = p3d_MultiTexCoord0;
}
