// A stand-in for HIP's half precision on the CPU.
#pragma once
#include "hip_runtime.h"

struct __half {
    _Float16 value;
    __half() = default;
    __half(float a) : value((_Float16)a) {}
    operator float() const { return (float)value; }
};
inline __half operator+(__half a, __half b) { return __half((float)a.value + (float)b.value); }
inline __half __float2half(float a) { return __half(a); }
inline float __half2float(__half a) { return (float)a.value; }
struct __half2 { __half x, y; };
inline __half2 operator+(__half2 a, __half2 b) { return {a.x + b.x, a.y + b.y}; }
