#version 330
// Depth only, with holes where a carpet's fringe or a pierced screen has them.
uniform sampler2D alphaMap;
in vec3 worldPoint, worldNormal;
in vec3 coordinate;
out vec4 colour;

void main() {
    if (texture(alphaMap, coordinate.xy).r < .5) discard;
    colour = vec4(1.);
}
