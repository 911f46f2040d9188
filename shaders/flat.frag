#version 330
// What is drawn onto the table for the player: lines with dashes, hatched areas, soft discs.
// coordinate: across 0..1, along [m], kind.
in vec3 worldPoint, coordinate;
out vec4 colour;
uniform vec4 ink;
uniform vec4 mark;     // length of a dash [m] (0: solid), gap [m], spacing of hatches [m], slant (+1 or -1)

void main() {
    vec4 c = ink;
#ifdef HATCHED
    float way = worldPoint.x * mark.w + worldPoint.y;
    float line = abs(fract(way / mark.z) - .5) * 2.;
    float width = fwidth(way / mark.z) * 2.;
    c.a *= mix(.13, 1., smoothstep(.38 + width, .38 - width, line));
#else
    float across = abs(coordinate.x - .5) * 2.;
    c.a *= smoothstep(1., .72, across);
    if (mark.x > 0.) {
        float share = fract(coordinate.y / (mark.x + mark.y)) * (mark.x + mark.y);
        c.a *= step(share, mark.x);
    }
#endif
    c.rgb *= 1.6;
    colour = vec4(c.rgb / (1. + max(c.r, max(c.g, c.b))), c.a);
}
