// Host functions that HIP has for devices only, against values that are known exactly or through
// other functions of the standard library.
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>

__global__ void nothing() {}

static int faults = 0;

static void same(double is, double should, const char* what) {
    const bool both_nan = is != is && should != should;
    const bool close = std::fabs(is - should) <= 4e-16 * std::fabs(should);
    const bool equal = is == should && std::signbit(is) == std::signbit(should);
    if (both_nan || equal || (close && should != 0)) return;
    std::printf("%s: %.17g, not %.17g\n", what, is, should);
    faults++;
}

static void same_float(float is, float should, const char* what) {
    const bool both_nan = is != is && should != should;
    const bool close = std::fabs(is - should) <= 6e-8f * std::fabs(should);
    const bool equal = is == should && std::signbit(is) == std::signbit(should);
    if (both_nan || equal || (close && should != 0)) return;
    std::printf("%s: %.9g, not %.9g\n", what, is, should);
    faults++;
}

static double random_value() {
    static unsigned state = 1;
    state = state * 1664525u + 1013904223u;
    return (state >> 8) / double(1 << 24) * 200 - 100;
}

int main() {
    const double infinity = INFINITY;
    same(rsqrt(4.0), 0.5, "rsqrt");
    same(rsqrt(0.0), infinity, "rsqrt");
    same(rsqrt(-0.0), -infinity, "rsqrt");
    same(rsqrt(infinity), 0.0, "rsqrt");
    same(rsqrt(-1.0), NAN, "rsqrt");
    same_float(rsqrtf(0.25f), 2.0f, "rsqrtf");
    same_float(rcbrtf(-8.0f), -0.5f, "rcbrtf");
    same(rcbrt(27.0), 1.0 / 3.0, "rcbrt");
    same(rhypot(3.0, 4.0), 0.2, "rhypot");
    same(rhypot(infinity, (double)NAN), 0.0, "rhypot");
    same(norm3d(1e200, 2e200, 2e200), 3e200, "norm3d");
    same(norm4d(1.0, 1.0, 1.0, 1.0), 2.0, "norm4d");
    same(rnorm3d(1e-200, 2e-200, 2e-200), 1 / 3e-200, "rnorm3d");
    same_float(rnorm4df(2, 2, 2, 2), 0.25f, "rnorm4df");
    same_float(fdividef(1.0f, 3.0f), 1.0f / 3.0f, "fdividef");
    same(normcdf(0.0), 0.5, "normcdf");
    same(normcdf(infinity), 1.0, "normcdf");
    same(normcdf(-infinity), 0.0, "normcdf");
    same(normcdf(-30.0), 4.906713927148187e-198, "normcdf");
    same_float(normcdff(-5.0f), 2.866515719e-07f, "normcdff");
    const double quarters[8][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}, {0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    for (int i = 0; i < 8; i++) {
        same(sinpi(i * 0.5), quarters[i][0], "sinpi");
        same(cospi(i * 0.5), quarters[i][1], "cospi");
        same(sinpi(-(i * 0.5)), -quarters[i][0], "sinpi of less");
        same(cospi(-i * 0.5), quarters[i][1], "cospi of less");
    }
    same(sinpi(0.25), std::sqrt(0.5), "sinpi");
    same(cospi(1e300), 1.0, "cospi");
    same(sinpi(infinity), NAN, "sinpi");
    same(cospi(-infinity), NAN, "cospi");
    for (int i = 0; i < 10000; i++) {
        const double x = random_value();
        // The long double pi is wrong by less than the rounding for such small numbers.
        const long double pi = 3.141592653589793238462643383279502884l;
        const long double turn = std::fmod(x, 2.0);
        double s, c;
        sincospi(x, &s, &c);
        const double sine = (double)sinl(pi * turn), cosine = (double)cosl(pi * turn);
        if (std::fabs(sine) > 1e-3) same(s, sine, "sincospi, sine");
        if (std::fabs(cosine) > 1e-3) same(c, cosine, "sincospi, cosine");
        float sf, cf;
        sincospif((float)x, &sf, &cf);
        same_float(sf, sinpif((float)x), "sincospif");
        same_float(cf, cospif((float)x), "sincospif");
    }
    std::printf(faults ? "FAIL\n" : "PASS\n");
    return faults != 0;
}
