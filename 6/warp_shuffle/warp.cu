// The lane idioms of CUDA code, written for 32 lanes as they usually are: votes, compaction by
// ballot, a prefix sum by shuffles, aggregated atomics, matching. Most need a person on AMD.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#define FULL_MASK 0xffffffff
#define WARP_SIZE 32

#define CHECK(x)                                                                       \
    do {                                                                               \
        cudaError_t err = (x);                                                         \
        if (err != cudaSuccess) {                                                      \
            fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(err)); \
            exit(1);                                                                   \
        }                                                                              \
    } while (0)

__device__ __forceinline__ unsigned lane_id()
{
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
}

__device__ int warp_scan(int value)
{
    int lane = threadIdx.x & (WARP_SIZE - 1);
#pragma unroll
    for (int offset = 1; offset < WARP_SIZE; offset <<= 1) {
        int other = __shfl_up_sync(FULL_MASK, value, offset);
        if (lane >= offset) value += other;
    }
    return value;
}

// One atomic for all lanes that add to the counter.
__device__ int aggregated_increment(int* counter)
{
    unsigned active = __activemask();
    int leader = __ffs(active) - 1;
    int base;
    if (lane_id() == leader) base = atomicAdd(counter, __popc(active));
    base = __shfl_sync(active, base, leader);
    return base + __popc(active & ((1u << lane_id()) - 1));
}

__global__ void compact(const int* in, int n, int* out, int* count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool keep = i < n && in[i] % 3 == 0;
    unsigned votes = __ballot_sync(FULL_MASK, keep);
    int lane = threadIdx.x % WARP_SIZE;
    int base = 0;
    if (lane == 0 && votes) base = atomicAdd(count, __popc(votes));
    base = __shfl_sync(FULL_MASK, base, 0);
    if (keep) out[base + __popc(votes & ((1u << lane) - 1))] = in[i];
}

__global__ void scan_and_count(const int* in, int* scanned, int* odd, int* groups)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    scanned[i] = warp_scan(in[i]);
    if (in[i] & 1) aggregated_increment(odd);
    // Lanes with the same remainder elect one.
    unsigned same = __match_any_sync(FULL_MASK, in[i] % 4);
    if (__ffs(same) - 1 == (int)lane_id()) atomicAdd(groups, 1);
    if (__any_sync(FULL_MASK, in[i] < 0) || !__all_sync(FULL_MASK, in[i] < 1000000)) atomicAdd(groups, 1000);
    __syncwarp();
}

int main()
{
    const int n = 1024;
    std::vector<int> host(n), out(n), scanned(n);
    for (int i = 0; i < n; ++i) host[i] = i % 10;
    int *in, *kept, *sums, *counters;
    CHECK(cudaMalloc(&in, n * sizeof(int)));
    CHECK(cudaMalloc(&kept, n * sizeof(int)));
    CHECK(cudaMalloc(&sums, n * sizeof(int)));
    CHECK(cudaMalloc(&counters, 3 * sizeof(int)));
    CHECK(cudaMemset(counters, 0, 3 * sizeof(int)));
    CHECK(cudaMemcpy(in, host.data(), n * sizeof(int), cudaMemcpyHostToDevice));

    compact<<<n / 128, 128>>>(in, n, kept, counters);
    scan_and_count<<<n / 128, 128>>>(in, sums, counters + 1, counters + 2);
    CHECK(cudaGetLastError());

    int got[3], expected = 0, odd = 0;
    CHECK(cudaMemcpy(got, counters, sizeof(got), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(scanned.data(), sums, n * sizeof(int), cudaMemcpyDeviceToHost));
    bool ok = true;
    for (int i = 0, sum = 0; i < n; ++i) {
        expected += host[i] % 3 == 0;
        odd += host[i] & 1;
        sum = i % WARP_SIZE ? sum + host[i] : host[i];
        ok = ok && scanned[i] == sum;
    }
    ok = ok && got[0] == expected && got[1] == odd && got[2] == 4 * n / WARP_SIZE;
    for (int* p : {in, kept, sums, counters}) CHECK(cudaFree(p));
    printf("%s\n", ok ? "PASSED" : "FAILED");
    return ok ? 0 : 1;
}
