// Every kind of atomic once, among them a maximum of floats by compare-and-swap and a ticket lock.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>

struct Totals {
    int sum, minimum, maximum;
    unsigned bits_and, bits_or, bits_xor, wrapped;
    unsigned long long wide;
    float real, real_max;
    double precise;
    int last, locked;
};

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 600
// Devices before sm_60 have no atomic addition of doubles.
__device__ double atomicAdd(double* address, double value)
{
    unsigned long long* bits = (unsigned long long*)address;
    unsigned long long old = *bits, assumed;
    do {
        assumed = old;
        old = atomicCAS(bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}
#endif

__device__ float atomic_max_float(float* address, float value)
{
    int* bits = reinterpret_cast<int*>(address);
    int old = *bits;
    while (__int_as_float(old) < value) {
        int assumed = old;
        old = atomicCAS(bits, assumed, __float_as_int(value));
        if (old == assumed)
            break;
    }
    return __int_as_float(old);
}

__device__ int lock_word = 0;

__global__ void work(Totals* t, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    atomicAdd(&t->sum, i);
    atomicSub(&t->sum, 1);
    atomicMin(&t->minimum, i - 5);
    atomicMax(&t->maximum, i);
    atomicAnd(&t->bits_and, ~(1u << (i % 31)));
    atomicOr(&t->bits_or, 1u << (i % 31));
    atomicXor(&t->bits_xor, 1u);
    atomicInc(&t->wrapped, 99u);
    atomicAdd(&t->wide, 1ull << 20);
    atomicAdd(&t->real, 0.5f);
    atomicAdd(&t->precise, 0.25);
    atomic_max_float(&t->real_max, sqrtf((float)i));
    atomicExch(&t->last, i);

    // One thread of each block takes the lock.
    if (threadIdx.x == 0) {
        while (atomicCAS(&lock_word, 0, 1) != 0) {
        }
        __threadfence();
        t->locked = t->locked + 1;
        __threadfence();
        atomicExch(&lock_word, 0);
    }
}

int main()
{
    const int n = 1000, threads = 100, blocks = n / threads;
    Totals start = {}, got;
    start.minimum = 1 << 30;
    start.bits_and = 0xffffffffu;
    start.last = -1;

    Totals* device;
    if (cudaMalloc((void**)&device, sizeof(Totals)) != cudaSuccess ||
        cudaMemcpy(device, &start, sizeof(Totals), cudaMemcpyHostToDevice) != cudaSuccess)
        return EXIT_FAILURE;
    work<<<blocks, threads>>>(device, n);
    cudaError_t error = cudaMemcpy(&got, device, sizeof(Totals), cudaMemcpyDeviceToHost);
    if (error != cudaSuccess) {
        fprintf(stderr, "%s\n", cudaGetErrorString(error));
        return EXIT_FAILURE;
    }

    bool ok = got.sum == n * (n - 1) / 2 - n && got.minimum == -5 && got.maximum == n - 1;
    ok = ok && got.bits_and == 0x80000000u && got.bits_or == 0x7fffffffu && got.bits_xor == 0;
    ok = ok && got.wrapped == 0 && got.wide == (unsigned long long)n << 20;
    ok = ok && got.real == n * 0.5f && got.precise == n * 0.25 && fabsf(got.real_max - sqrtf(n - 1.0f)) < 1e-4f;
    ok = ok && got.last >= 0 && got.last < n && got.locked == blocks;
    if (cudaFree(device) != cudaSuccess)
        return EXIT_FAILURE;
    printf("%s\n", ok ? "PASSED" : "FAILED");
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
