#version 330
// One octave of the bloom: half the size, and in the first one only what is bright.
in vec2 place;
out vec4 colour;
uniform sampler2D source;
uniform vec3 bloom;      // texel x, texel y, threshold (0: take everything)

void main() {
    vec3 sum = vec3(0.);
    float weight = 0.;
    for (int y = -2; y <= 2; ++y)
        for (int x = -2; x <= 2; ++x) {
            vec3 s = texture(source, place + vec2(x, y) * bloom.xy).rgb;
            float k = exp(-.5 * float(x * x + y * y) / 1.6);
#ifdef FIRST
            float peak = max(s.r, max(s.g, s.b));
            s /= max(1. - min(peak, .97), .03);
            float bright = max(s.r, max(s.g, s.b));
            k /= 1. + bright;
            s *= smoothstep(bloom.z, bloom.z * 2.5, bright);
#endif
            sum += s * k;
            weight += k;
        }
    colour = vec4(sum / weight, 1.);
}
