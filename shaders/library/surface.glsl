// Reflection models, and a tangent frame without stored tangents.
float ggx(float nh, float r) { float a = r * r, d = nh * nh * (a * a - 1.) + 1.; return a * a / (PI * d * d); }
float smith(float nl, float nv, float r) {
    float a = r * r;
    return .5 / (nl * sqrt(nv * nv * (1. - a * a) + a * a) + nv * sqrt(nl * nl * (1. - a * a) + a * a) + 1e-4);
}
vec3 fresnel(vec3 f0, float vh) { return f0 + (1. - f0) * pow(1. - vh, 5.); }
float charlie(float nh, float r) {   // Estevez and Kulla 2017
    float i = 1. / r;
    return (2. + i) * pow(max(1. - nh * nh, 0.), .5 * i) / (2. * PI);
}
float neubelt(float nl, float nv) { return 1. / (4. * (nl + nv - nl * nv) + 1e-3); }

mat3 tangentFrame(vec3 n, vec3 p, vec2 uv) {   // Mikkelsen 2010, from screen-space derivatives
    vec3 px = dFdx(p), py = dFdy(p);
    vec2 ux = dFdx(uv), uy = dFdy(uv);
    vec3 a = cross(py, n), b = cross(n, px);
    vec3 t = a * ux.x + b * uy.x, u = a * ux.y + b * uy.y;
    float k = inversesqrt(max(max(dot(t, t), dot(u, u)), 1e-20));
    return mat3(t * k, u * k, n);
}
