// Pi by throwing darts: every thread has a generator of its own.
#include <cuda_runtime.h>
#include <curand_kernel.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int kBlocks = 64;
constexpr int kThreads = 256;
constexpr int kThrows = 1000;

inline void check(cudaError_t error)
{
    if (error == cudaSuccess) return;
    std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
    std::exit(EXIT_FAILURE);
}

__global__ void seed_all(curandState* states, unsigned long long seed)
{
    unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
    curand_init(seed, id, 0, &states[id]);
}

__global__ void throw_darts(curandState* states, unsigned* hits)
{
    unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
    curandState state = states[id];  // work on a copy in registers
    unsigned inside = 0;
    for (int i = 0; i < kThrows; ++i) {
        float x = curand_uniform(&state);
        float y = curand_uniform(&state);
        inside += x * x + y * y <= 1.0f;
    }
    states[id] = state;
    hits[id] = inside;
}

// The counter-based generator needs no stored state and gives four numbers at once.
__global__ void throw_darts_philox(unsigned* hits, unsigned long long seed)
{
    unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
    curandStatePhilox4_32_10_t state;
    curand_init(seed, id, 0, &state);
    unsigned inside = 0;
    for (int i = 0; i < kThrows; i += 2) {
        float4 r = curand_uniform4(&state);
        inside += r.x * r.x + r.y * r.y <= 1.0f;
        inside += r.z * r.z + r.w * r.w <= 1.0f;
    }
    hits[id] = inside;
}

static double estimate(const unsigned* device_hits)
{
    std::vector<unsigned> hits(kBlocks * kThreads);
    check(cudaMemcpy(hits.data(), device_hits, hits.size() * sizeof(unsigned), cudaMemcpyDeviceToHost));
    double sum = 0;
    for (unsigned h : hits) sum += h;
    return 4.0 * sum / (double(hits.size()) * kThrows);
}

int main()
{
    curandState* states = nullptr;
    unsigned* hits = nullptr;
    check(cudaMalloc(&states, kBlocks * kThreads * sizeof(curandState)));
    check(cudaMalloc(&hits, kBlocks * kThreads * sizeof(unsigned)));

    seed_all<<<kBlocks, kThreads>>>(states, 1234);
    throw_darts<<<kBlocks, kThreads>>>(states, hits);
    check(cudaGetLastError());
    double first = estimate(hits);

    throw_darts_philox<<<kBlocks, kThreads>>>(hits, 99);
    check(cudaGetLastError());
    double second = estimate(hits);

    check(cudaFree(states));
    check(cudaFree(hits));
    bool ok = std::fabs(first - 3.14159265) < 0.01 && std::fabs(second - 3.14159265) < 0.01;
    std::printf("%s: %f %f\n", ok ? "PASSED" : "FAILED", first, second);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
