#version 330

uniform sampler2D p3d_Texture0;

in vec3 place;
flat in vec4 look;

out vec4 colour;

void main() {
    vec2 at = place.xy / place.z;
    vec2 half_size = vec2(0.5, 0.5 / look.x);
    vec2 reach = abs((at - 0.5) * 2.0 * half_size) - half_size + look.y;
    float outside = length(max(reach, 0.0)) + min(max(reach.x, reach.y), 0.0) - look.y;
    float soft = max(fwidth(outside), 1e-5);
    float coverage = 1.0 - smoothstep(-0.75 * soft, 0.75 * soft, outside);
    colour = vec4(texture(p3d_Texture0, at).rgb * look.z, look.w * coverage);
}
