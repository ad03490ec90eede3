// Sum of a large array: a grid-stride loop, a warp shuffle and one atomic per block.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_runtime.h>

#define CUDA_CHECK(call)                                                      \
    do {                                                                      \
        cudaError_t err_ = (call);                                            \
        if (err_ != cudaSuccess) {                                            \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__,                \
                    cudaGetErrorString(err_));                                \
            exit(EXIT_FAILURE);                                               \
        }                                                                     \
    } while (0)

constexpr unsigned kFullMask = 0xffffffff;
constexpr int kWarpSize = 32;

__inline__ __device__ float warp_sum(float value)
{
    for (int offset = kWarpSize / 2; offset > 0; offset /= 2)
        value += __shfl_down_sync(kFullMask, value, offset);
    return value;
}

__global__ void reduce_sum(const float* __restrict__ in, float* out, size_t n)
{
    // One partial sum per warp; 32 entries serve blocks of up to 1024 threads.
    __shared__ float partial[kWarpSize];

    float sum = 0.0f;
    size_t stride = (size_t)blockDim.x * gridDim.x;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += stride)
        sum += in[i];

    sum = warp_sum(sum);
    int lane = threadIdx.x % kWarpSize;
    int warp = threadIdx.x / kWarpSize;
    if (lane == 0)
        partial[warp] = sum;
    __syncthreads();

    if (warp == 0) {
        sum = lane < blockDim.x / kWarpSize ? partial[lane] : 0.0f;
        sum = warp_sum(sum);
        if (lane == 0)
            atomicAdd(out, sum);
    }
}

int main(int argc, char** argv)
{
    size_t n = argc > 1 ? strtoull(argv[1], nullptr, 10) : size_t(1) << 22;
    std::vector<float> host(n, 0.5f);

    float *d_in = nullptr, *d_out = nullptr;
    CUDA_CHECK(cudaMalloc(&d_in, n * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&d_out, sizeof(float)));
    CUDA_CHECK(cudaMemcpy(d_in, host.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemset(d_out, 0, sizeof(float)));

    int device = 0;
    cudaDeviceProp prop;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaGetDeviceProperties(&prop, device));
    int blocks = prop.multiProcessorCount * 8;
    reduce_sum<<<blocks, 256>>>(d_in, d_out, n);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());

    float result = 0.0f;
    CUDA_CHECK(cudaMemcpy(&result, d_out, sizeof(float), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_in));
    CUDA_CHECK(cudaFree(d_out));

    float expected = 0.5f * n;
    bool ok = result > expected * 0.999f && result < expected * 1.001f;
    printf("%s on %s: %g, expected %g\n", ok ? "PASSED" : "FAILED", prop.name, result, expected);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
