#include <hip/hip_runtime.h>

#define KERNEL(name) __global__ void name(float *p, int n)

KERNEL(clear)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = 0;
}

#ifdef WITH_POOL
static hipError_t grab(void **p, size_t n, hipStream_t s) { return hipMallocAsync(p, n, s); }
#else
static hipError_t grab(void **p, size_t n, hipStream_t) { return hipMalloc(p, n); }
#endif

extern "C" int fill(float **p, int n, hipStream_t s)
{
    if (grab((void **)p, n * sizeof(float), s) != hipSuccess) return -1;
    clear<<<(n + 63) / 64, 64, 0, s>>>(*p, n);
#if defined(CHECKED) && !defined(NDEBUG)
    hipDeviceSynchronize();
#elif defined(CHECKED)
    hipStreamSynchronize(s);
#endif
    return hipGetLastError() == hipSuccess ? 0 : -2;
}
