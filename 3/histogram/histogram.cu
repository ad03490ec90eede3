// 256-bin histogram of bytes with one sub-histogram a block in shared memory.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <cuda_runtime.h>

#define BINS 256

#ifndef CHECK
#define CHECK(expr) check_cuda((expr), #expr, __FILE__, __LINE__)
#endif

static inline void check_cuda(cudaError_t result, const char* expr, const char* file, int line)
{
    if (result != cudaSuccess) {
        fprintf(stderr, "CUDA error %d at %s:%d '%s'\n", static_cast<int>(result), file, line, expr);
        cudaDeviceReset();
        exit(99);
    }
}

__global__ void histogram(const uint8_t* data, size_t n, unsigned int* bins)
{
    __shared__ unsigned int local[BINS];
    for (int i = threadIdx.x; i < BINS; i += blockDim.x) local[i] = 0;
    __syncthreads();

    // Four bytes at a time; the tail is done by the last block.
    const uchar4* quads = reinterpret_cast<const uchar4*>(data);
    size_t count = n / 4;
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x) {
        uchar4 q = quads[i];
        atomicAdd(&local[q.x], 1u);
        atomicAdd(&local[q.y], 1u);
        atomicAdd(&local[q.z], 1u);
        atomicAdd(&local[q.w], 1u);
    }
    if (blockIdx.x == gridDim.x - 1 && threadIdx.x < n % 4)
        atomicAdd(&local[data[4 * count + threadIdx.x]], 1u);
    __syncthreads();

    for (int i = threadIdx.x; i < BINS; i += blockDim.x)
        if (local[i] != 0) atomicAdd(bins + i, local[i]);
}

int main()
{
    const size_t n = (1u << 20) + 3;
    uint8_t* data = (uint8_t*)malloc(n);
    unsigned int expected[BINS] = {0}, got[BINS];
    uint32_t state = 12345;
    for (size_t i = 0; i < n; ++i) {
        state = state * 1664525u + 1013904223u;
        data[i] = state >> 24;
        ++expected[data[i]];
    }

    uint8_t* d_data;
    unsigned int* d_bins;
    CHECK(cudaMalloc(&d_data, n));
    CHECK(cudaMalloc(&d_bins, sizeof(got)));
    CHECK(cudaMemcpy(d_data, data, n, cudaMemcpyHostToDevice));
    CHECK(cudaMemset(d_bins, 0, sizeof(got)));

    int minGrid = 0, blockSize = 0;
    CHECK(cudaOccupancyMaxPotentialBlockSize(&minGrid, &blockSize, histogram, 0, 0));
    histogram<<<minGrid, blockSize>>>(d_data, n, d_bins);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(got, d_bins, sizeof(got), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(d_data));
    CHECK(cudaFree(d_bins));
    free(data);

    bool ok = memcmp(got, expected, sizeof(got)) == 0;
    printf("%s\n", ok ? "PASSED" : "FAILED");
    return ok ? 0 : 1;
}
