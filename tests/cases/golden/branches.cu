#include <cuda_runtime.h>

#define KERNEL(name) __global__ void name(float *p, int n)

KERNEL(clear)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = 0;
}

#ifdef WITH_POOL
static cudaError_t grab(void **p, size_t n, cudaStream_t s) { return cudaMallocAsync(p, n, s); }
#else
static cudaError_t grab(void **p, size_t n, cudaStream_t) { return cudaMalloc(p, n); }
#endif

extern "C" int fill(float **p, int n, cudaStream_t s)
{
    if (grab((void **)p, n * sizeof(float), s) != cudaSuccess) return -1;
    clear<<<(n + 63) / 64, 64, 0, s>>>(*p, n);
#if defined(CHECKED) && !defined(NDEBUG)
    cudaDeviceSynchronize();
#elif defined(CHECKED)
    cudaStreamSynchronize(s);
#endif
    return cudaGetLastError() == cudaSuccess ? 0 : -2;
}
