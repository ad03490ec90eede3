/* One source for both platforms: the compiler decides which runtime `gpu` names.
 * A translator must leave this file as it is: both sides are there already. */
#ifndef GPU_H
#define GPU_H

#if defined(__HIPCC__) || defined(__HIP_PLATFORM_AMD__)

#include <hip/hip_runtime.h>
#define GPU_PLATFORM_AMD 1
#define gpuError_t hipError_t
#define gpuSuccess hipSuccess
#define gpuMalloc hipMalloc
#define gpuFree hipFree
#define gpuMemcpy hipMemcpy
#define gpuMemcpyHostToDevice hipMemcpyHostToDevice
#define gpuMemcpyDeviceToHost hipMemcpyDeviceToHost
#define gpuGetErrorString hipGetErrorString
#define gpuGetLastError hipGetLastError
typedef unsigned long long gpu_lane_mask;
#define gpu_full_mask (~0ull)

#else

#include <cuda_runtime.h>
#define GPU_PLATFORM_NVIDIA 1
#define gpuError_t cudaError_t
#define gpuSuccess cudaSuccess
#define gpuMalloc cudaMalloc
#define gpuFree cudaFree
#define gpuMemcpy cudaMemcpy
#define gpuMemcpyHostToDevice cudaMemcpyHostToDevice
#define gpuMemcpyDeviceToHost cudaMemcpyDeviceToHost
#define gpuGetErrorString cudaGetErrorString
#define gpuGetLastError cudaGetLastError
typedef unsigned int gpu_lane_mask;
#define gpu_full_mask (~0u)

#endif

/* Sum over the lanes that run together, whatever their number. */
template <class T>
__device__ inline T gpu_lane_sum(T value)
{
    for (int offset = warpSize / 2; offset > 0; offset /= 2)
        value += __shfl_xor_sync(gpu_full_mask, value, offset);
    return value;
}

#endif
