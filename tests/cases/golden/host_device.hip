// One function for host and device.
#include <hip/hip_runtime.h>

#ifdef __HIPCC__
#define HD __host__ __device__ __forceinline__
#include <hip/hip_fp16.h>
#else
#define HD inline
#endif

struct Vec3 {
    float x, y, z;
};

HD Vec3 cross(Vec3 a, Vec3 b)
{
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

HD float reciprocal(float v)
{
#if defined(__HIP_DEVICE_COMPILE__)
    return __frcp_rn(v);
#else
    return 1.0f / v;
#endif
}
