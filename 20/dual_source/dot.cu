// Dot product on either platform. Nothing in this file needs translating.
#include "gpu.h"

#include <cstdio>
#include <cstdlib>
#include <vector>

static void check(gpuError_t error)
{
    if (error == gpuSuccess) return;
    std::fprintf(stderr, "%s\n", gpuGetErrorString(error));
    std::exit(1);
}

__global__ void dot(const float* a, const float* b, float* result, int n)
{
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) sum += a[i] * b[i];
    sum = gpu_lane_sum(sum);
    if (threadIdx.x % warpSize == 0) atomicAdd(result, sum);
}

int main()
{
    const int n = 1 << 16;
    std::vector<float> a(n, 0.5f), b(n, 4.0f);
    float *d_a, *d_b, *d_result, result = 0;
    check(gpuMalloc((void**)&d_a, n * sizeof(float)));
    check(gpuMalloc((void**)&d_b, n * sizeof(float)));
    check(gpuMalloc((void**)&d_result, sizeof(float)));
    check(gpuMemcpy(d_a, a.data(), n * sizeof(float), gpuMemcpyHostToDevice));
    check(gpuMemcpy(d_b, b.data(), n * sizeof(float), gpuMemcpyHostToDevice));
    check(gpuMemcpy(d_result, &result, sizeof(float), gpuMemcpyHostToDevice));
    dot<<<32, 256>>>(d_a, d_b, d_result, n);
    check(gpuGetLastError());
    check(gpuMemcpy(&result, d_result, sizeof(float), gpuMemcpyDeviceToHost));
    check(gpuFree(d_a));
    check(gpuFree(d_b));
    check(gpuFree(d_result));
    const bool ok = result == 2.0f * n;
    std::printf("%s: %g\n", ok ? "PASSED" : "FAILED", result);
    return ok ? 0 : 1;
}
