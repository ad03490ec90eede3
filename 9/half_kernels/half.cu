// Half precision: scalars, pairs, conversions on both sides, comparison and fused multiply-add.
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

static void check(cudaError_t error)
{
    if (error == cudaSuccess) return;
    fprintf(stderr, "%s\n", cudaGetErrorString(error));
    exit(1);
}

__global__ void axpy(const __half* a, const half* x, half* y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = __hfma(*a, x[i], y[i]);
}

// Two values at a time.
__global__ void axpy_pairs(float a, const half2* x, half2* y, int pairs)
{
    half2 factor = __float2half2_rn(a);
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < pairs; i += gridDim.x * blockDim.x)
        y[i] = __hfma2(factor, x[i], y[i]);
}

__global__ void rectify(half2* y, int pairs)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pairs) return;
    const half zero = __float2half(0.0f);
    half low = __low2half(y[i]), high = __high2half(y[i]);
    low = __hgt(low, zero) ? low : zero;
    high = high > zero ? high : zero;
    y[i] = __halves2half2(low, high);
}

int main()
{
    const int n = 4096;
    std::vector<half> x(n), y(n);
    for (int i = 0; i < n; ++i) {
        x[i] = __float2half(float(i % 16) - 8.0f);
        y[i] = __float2half(0.25f);
    }
    const half two = __float2half(2.0f);

    half *d_x, *d_y, *d_a;
    check(cudaMalloc((void**)&d_x, n * sizeof(half)));
    check(cudaMalloc((void**)&d_y, n * sizeof(half)));
    check(cudaMalloc((void**)&d_a, sizeof(half)));
    check(cudaMemcpy(d_x, x.data(), n * sizeof(half), cudaMemcpyHostToDevice));
    check(cudaMemcpy(d_y, y.data(), n * sizeof(half), cudaMemcpyHostToDevice));
    check(cudaMemcpy(d_a, &two, sizeof(half), cudaMemcpyHostToDevice));

    axpy<<<(n + 255) / 256, 256>>>(d_a, d_x, d_y, n);
    axpy_pairs<<<4, 256>>>(0.5f, reinterpret_cast<half2*>(d_x), reinterpret_cast<half2*>(d_y), n / 2);
    rectify<<<(n / 2 + 255) / 256, 256>>>(reinterpret_cast<half2*>(d_y), n / 2);
    check(cudaGetLastError());
    check(cudaMemcpy(y.data(), d_y, n * sizeof(half), cudaMemcpyDeviceToHost));

    float worst = 0;
    for (int i = 0; i < n; ++i) {
        float want = fmaxf(0.0f, 2.5f * (float(i % 16) - 8.0f) + 0.25f);
        worst = fmaxf(worst, fabsf(__half2float(y[i]) - want));
    }
    check(cudaFree(d_x));
    check(cudaFree(d_y));
    check(cudaFree(d_a));
    printf("%s: largest error %g\n", worst < 1e-2f ? "PASSED" : "FAILED", worst);
    return worst < 1e-2f ? 0 : 1;
}
