#version 330

// Signed distance of a rounded rectangle gives smooth edges, borders and soft shadows at any size.
in vec4 local;
flat in vec4 detail;
flat in vec4 fill;
flat in vec4 edge;

out vec4 colour;

void main() {
    if (detail.w > 0.5) {
        colour = fill;
        return;
    }
    vec2 reach = abs(local.xy) - local.zw + detail.x;
    float distance_to_edge = length(max(reach, 0.0)) + min(max(reach.x, reach.y), 0.0) - detail.x;
    float coverage = 1.0 - smoothstep(-0.5 * detail.z, 0.5 * detail.z, distance_to_edge);
    float border = detail.y > 0.0 ? smoothstep(-0.5, 0.5, distance_to_edge + detail.y) : 0.0;
    // Over premultiplied colours, so that an empty inside does not darken the border.
    vec4 inside = vec4(fill.rgb * fill.a, fill.a);
    vec4 outline = vec4(edge.rgb * edge.a, edge.a);
    vec4 mixed = mix(inside, outline + inside * (1.0 - outline.a), border);
    colour = mixed.a > 0.0 ? vec4(mixed.rgb / mixed.a, mixed.a * coverage) : vec4(0.0);
}
