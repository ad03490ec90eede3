// One function for host and device.
#include <cuda_runtime.h>

#ifdef __CUDACC__
#define HD __host__ __device__ __forceinline__
#include <cuda_fp16.h>
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
#if defined(__CUDA_ARCH__)
    return __frcp_rn(v);
#else
    return 1.0f / v;
#endif
}
