// Asks the device and the compiler about a kernel, opts in to more shared memory and lets the
// occupancy functions choose the block size.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                          \
    do {                                                                                     \
        const cudaError_t error = call;                                                      \
        if (error != cudaSuccess) {                                                          \
            fprintf(stderr, "Error: %s:%d, code: %d, reason: %s\n", __FILE__, __LINE__, error, \
                    cudaGetErrorString(error));                                              \
            exit(1);                                                                         \
        }                                                                                    \
    } while (0)

template <int UNROLL>
__global__ void __launch_bounds__(256, 2) reverse(const int* in, int* out, int n)
{
    extern __shared__ int stage[];
    for (int base = blockIdx.x * blockDim.x * UNROLL; base < n; base += gridDim.x * blockDim.x * UNROLL) {
        for (int u = 0; u < UNROLL; ++u) {
            int i = base + u * blockDim.x + threadIdx.x;
            if (i < n) stage[u * blockDim.x + threadIdx.x] = in[i];
        }
        __syncthreads();
        for (int u = 0; u < UNROLL; ++u) {
            int i = base + u * blockDim.x + threadIdx.x;
            if (i < n) out[n - 1 - i] = stage[u * blockDim.x + threadIdx.x];
        }
        __syncthreads();
    }
}

int main()
{
    int device = 0;
    CHECK(cudaGetDevice(&device));
    cudaDeviceProp prop;
    CHECK(cudaGetDeviceProperties(&prop, device));
    int opt_in = 0, clock = 0;
    CHECK(cudaDeviceGetAttribute(&opt_in, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
    CHECK(cudaDeviceGetAttribute(&clock, cudaDevAttrClockRate, device));
    printf("%s, %d.%d, %d multiprocessors, %zu bytes shared (%d with opt-in), %d kHz, lanes %d\n", prop.name, prop.major,
           prop.minor, prop.multiProcessorCount, prop.sharedMemPerBlock, opt_in, clock, prop.warpSize);

    constexpr int kUnroll = 4;
    cudaFuncAttributes attributes;
    CHECK(cudaFuncGetAttributes(&attributes, reverse<kUnroll>));
    printf("%d registers, %zu bytes local\n", attributes.numRegs, attributes.localSizeBytes);
    CHECK(cudaFuncSetCacheConfig(reverse<kUnroll>, cudaFuncCachePreferShared));
    if (prop.major >= 7)
        CHECK(cudaFuncSetAttribute(reverse<kUnroll>, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxShared));

    int min_grid = 0, block = 0;
    CHECK(cudaOccupancyMaxPotentialBlockSizeVariableSMem(
        &min_grid, &block, reverse<kUnroll>, [](int threads) { return threads * kUnroll * sizeof(int); }, 256));
    size_t shared = block * kUnroll * sizeof(int);
    CHECK(cudaFuncSetAttribute(reverse<kUnroll>, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared));
    int resident = 0;
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, reverse<kUnroll>, block, shared));
    printf("block %d, grid %d, %d resident\n", block, min_grid, resident);

    const int n = 1 << 18;
    int *in, *out;
    int* host = new int[n];
    for (int i = 0; i < n; ++i) host[i] = i;
    CHECK(cudaMalloc(&in, n * sizeof(int)));
    CHECK(cudaMalloc(&out, n * sizeof(int)));
    CHECK(cudaMemcpy(in, host, n * sizeof(int), cudaMemcpyHostToDevice));

    void* args[] = {&in, &out, (void*)&n};
    CHECK(cudaLaunchKernel((const void*)reverse<kUnroll>, dim3(min_grid), dim3(block), args, shared, 0));
    CHECK(cudaMemcpy(host, out, n * sizeof(int), cudaMemcpyDeviceToHost));
    bool ok = true;
    for (int i = 0; i < n; ++i) ok = ok && host[i] == n - 1 - i;
    delete[] host;
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    printf("%s\n", ok ? "PASSED" : "FAILED");
    return ok ? 0 : 1;
}
