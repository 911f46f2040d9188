// What the scene's light is: uniforms set once for everything, and the sky as a function of direction.
const float PI = 3.14159265;
const int LAMPS = 6;

uniform vec3 eye;            // camera [m]
uniform vec3 sun;            // towards the sun (or moon) that is drawn
uniform vec3 key;            // towards the key light, which stands higher than the drawn sun so that cards are lit
uniform vec3 keyColour;
uniform vec3 skyZenith, skyDusk, skyRose, skyApricot, skyLowAway, skyMidAway;
uniform vec3 sunGlow;        // colour of the glow about the sun
uniform vec3 irradiance[9];  // spherical harmonics of the light from all round, divided by pi
uniform vec4 lamps[LAMPS];   // position [m], strength
uniform vec3 lampColour;
uniform sampler2D noiseMap;  // leaf shadows, fine grain, coarse grain

vec3 skyGradient(vec3 d) {
    float h = max(d.z, 0.), az = dot(normalize(d.xy + 1e-5), normalize(sun.xy)) * .5 + .5;
    vec3 low = mix(skyLowAway, skyApricot, smoothstep(.45, 1., az));
    vec3 mid = mix(skyMidAway, skyRose, smoothstep(.4, 1., az));
    vec3 c = mix(low, mid, smoothstep(.0, .095, h));
    c = mix(c, skyDusk, smoothstep(.06, .24, h));
    c = mix(c, skyZenith, smoothstep(.20, .75, h));
    float s = max(dot(d, sun), 0.);
    return c + sunGlow * (.20 * pow(s, 12.) + .75 * pow(s, 90.));
}

// Irradiance over pi from nine coefficients (Ramamoorthi and Hanrahan 2001).
vec3 ambient(vec3 n) {
    vec3 c = irradiance[0] + irradiance[1] * n.y + irradiance[2] * n.z + irradiance[3] * n.x;
    c += irradiance[4] * n.x * n.y + irradiance[5] * n.y * n.z + irradiance[6] * (3. * n.z * n.z - 1.);
    c += irradiance[7] * n.x * n.z + irradiance[8] * (n.x * n.x - n.y * n.y);
    return max(c, vec3(0.));
}

// Leaves in front of the sun leave a pool of light where the game happens; they end above the table.
float leafShade(vec3 p) {
    float leaves = smoothstep(.34, .62, texture(noiseMap, p.xy * vec2(.62, .9) + .31).r);
    float inside = 1. - smoothstep(.30, .62, length((p.xy - vec2(0., .03)) * vec2(.85, 1.05)));
    return mix(mix(mix(.46, 1., leaves), 1., inside), 1., smoothstep(.02, .08, p.z));
}

vec3 haze(vec3 c, vec3 p) {
    float d = length(p - eye);
    vec3 way = (p - eye) / d;
    return mix(c, skyGradient(normalize(vec3(way.xy, max(way.z, .015)))), 1. - exp(-d * .012));
}

// Bright samples are compressed before the driver averages them, so that edges against lamps stay smooth.
vec4 compressed(vec3 c, float alpha) {
    c = (any(isnan(c)) || any(isinf(c))) ? vec3(0.) : clamp(c, 0., 60.);  // one bad pixel would spread in the bloom
    return vec4(c / (1. + max(c.r, max(c.g, c.b))), alpha);
}
