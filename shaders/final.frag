#version 330
// From light to picture: focus, bloom, exposure, film curve, vignette, grain.
in vec2 place;
out vec4 colour;
uniform sampler2D source, depthMap, velocityMap, bloom0, bloom1, bloom2, bloom3;
uniform vec4 look;        // exposure, bloom, vignette, grain
uniform vec4 focus;       // distance [m], depth that is sharp [m], largest blur (share of height), aspect
uniform vec2 range;       // near and far plane [m]
uniform float shutter;    // share of the frame's time

vec3 light(vec2 p) {
    vec3 c = texture(source, p).rgb;
    return c / max(1. - min(max(c.r, max(c.g, c.b)), .984), .016);
}

// Crosstalk in, a Naka-Rushton curve for each channel (0.18 becomes 0.19), crosstalk partly out.
vec3 film(vec3 c) {
    float l = dot(c, vec3(.25, .55, .20));
    c = pow(max(mix(c, vec3(l), .10), 0.), vec3(1.22));
    c = c / (c + .50);
    return clamp(mix(vec3(dot(c, vec3(.25, .55, .20))), c, 1.13), 0., 1.);
}

#ifdef FOCUS
float distanceAt(vec2 p) { return range.x * range.y / (range.y - texture(depthMap, p).r * (range.y - range.x)); }

float confusion(float z) { return clamp((abs(z - focus.x) - focus.y) / max(focus.x, .05), 0., 1.) * focus.z; }

vec3 lens(vec2 p) {
    float own = confusion(distanceAt(p));
    vec3 sum = light(p);
    float weight = 1.;
    for (int i = 0; i < 36; ++i) {
        float r = sqrt((float(i) + .5) / 36.), a = float(i) * 2.39996;
        vec2 step_ = r * focus.z * vec2(cos(a) / focus.w, sin(a));
        float z = distanceAt(p + step_);
        float reach = z < focus.x ? confusion(z) : min(confusion(z), own + .001);   // what is behind never covers what is sharp
        float k = smoothstep(r * focus.z - .002, r * focus.z + .002, reach);
        sum += min(light(p + step_), vec3(14.)) * k;
        weight += k;
    }
    return sum / weight;
}
#endif

vec3 seen(vec2 p) {
#ifdef FOCUS
    return lens(p);
#else
    return light(p);
#endif
}

float hash(vec2 p) {
    vec3 a = fract(vec3(p.xyx) * .1031);
    a += dot(a, a.yzx + 33.33);
    return fract((a.x + a.y) * a.z);
}

void main() {
    vec3 c = vec3(0.);
#ifdef SHUTTER
    vec2 way = texture(velocityMap, place).xy * shutter;
    float weight = 0.;
    for (int i = -5; i <= 5; ++i) {
        vec2 p = place + way * float(i) / 10.;
        c += seen(p);
        weight += 1.;
    }
    c /= weight;
#else
    c = seen(place);
#endif
#if BLOOM > 0
    vec3 glow = texture(bloom0, place).rgb * .35 + texture(bloom1, place).rgb * .30;
#if BLOOM > 2
    glow += texture(bloom2, place).rgb * .22 + texture(bloom3, place).rgb * .16;
#endif
    c += glow * look.y;
#endif
    float corner = 1. - look.z * pow(length((place - .5) * vec2(1.15, 1.)) * 1.25, 2.6);
    c = film(c * look.x * corner);
    c = mix(12.92 * c, 1.055 * pow(max(c, vec3(1e-5)), vec3(1. / 2.4)) - .055, step(.0031308, c));
    c += (hash(gl_FragCoord.xy) - .5) * max(look.w, 1. / 255.);     // at least enough to break up bands
    colour = vec4(c, dot(c, vec3(.299, .587, .114)));
}
