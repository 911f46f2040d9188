#version 330
// Edges smoothed along their direction, from the picture's own brightness (after Lottes 2009, first version).
in vec2 place;
out vec4 colour;
uniform sampler2D source;
uniform vec2 texel;

void main() {
    vec3 m = texture(source, place).rgb;
    const vec3 W = vec3(.299, .587, .114);
    float nw = dot(texture(source, place + vec2(-1., 1.) * texel).rgb, W);
    float ne = dot(texture(source, place + vec2(1., 1.) * texel).rgb, W);
    float sw = dot(texture(source, place + vec2(-1., -1.) * texel).rgb, W);
    float se = dot(texture(source, place + vec2(1., -1.) * texel).rgb, W);
    float c = dot(m, W);
    float low = min(c, min(min(nw, ne), min(sw, se))), high = max(c, max(max(nw, ne), max(sw, se)));
    if (high - low < max(.04, high * .10)) { colour = vec4(m, 1.); return; }
    vec2 way = vec2((sw + se) - (nw + ne), (ne + se) - (nw + sw));   // along the edge
    float shrink = 1. / (min(abs(way.x), abs(way.y)) + max((nw + ne + sw + se) * .03125, .0078));
    way = clamp(way * shrink, -8., 8.) * texel;
    vec3 near = .5 * (texture(source, place + way * (1. / 3. - .5)).rgb + texture(source, place + way * (2. / 3. - .5)).rgb);
    vec3 wide = near * .5 + .25 * (texture(source, place - way * .5).rgb + texture(source, place + way * .5).rgb);
    float b = dot(wide, W);
    colour = vec4(b < low || b > high ? near : wide, 1.);
}
