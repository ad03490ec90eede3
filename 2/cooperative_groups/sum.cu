// Sum of an array with cooperative groups: tiles inside a block, then a grid-wide barrier so that
// one kernel does both passes.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

namespace cg = cooperative_groups;

#define CHECK(call)                                                                    \
    do {                                                                               \
        cudaError_t status = (call);                                                   \
        if (status != cudaSuccess) {                                                   \
            std::fprintf(stderr, "%s failed: %s\n", #call, cudaGetErrorString(status)); \
            std::exit(1);                                                              \
        }                                                                              \
    } while (0)

// The tile may have any size: the loop asks the tile, not the hardware.
template <class Tile>
__device__ int tile_sum(const Tile& tile, int value)
{
    for (unsigned offset = tile.size() / 2; offset > 0; offset /= 2)
        value += tile.shfl_down(value, offset);
    return value;
}

__global__ void sum(const int* in, int n, int* partial, int* total)
{
    cg::grid_group grid = cg::this_grid();
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<16>(block);

    __shared__ int block_sum;
    if (block.thread_rank() == 0)
        block_sum = 0;
    block.sync();

    int value = 0;
    for (unsigned long long i = grid.thread_rank(); i < (unsigned long long)n; i += grid.size())
        value += in[i];
    value = tile_sum(tile, value);
    if (tile.thread_rank() == 0)
        atomicAdd(&block_sum, value);
    block.sync();
    if (block.thread_rank() == 0)
        partial[blockIdx.x] = block_sum;

    // All partial sums are written when the barrier is passed.
    grid.sync();
    if (grid.thread_rank() == 0) {
        int result = 0;
        for (unsigned b = 0; b < gridDim.x; ++b)
            result += partial[b];
        *total = result;
    }
}

// Counts the odd values: the threads that are active in the branch elect one to add for all.
__global__ void count_odd(const int* in, int n, int* count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] % 2 != 0) {
        cg::coalesced_group active = cg::coalesced_threads();
        if (active.thread_rank() == 0)
            atomicAdd(count, (int)active.size());
    }
}

int main()
{
    int device = 0, cooperative = 0;
    CHECK(cudaGetDevice(&device));
    CHECK(cudaDeviceGetAttribute(&cooperative, cudaDevAttrCooperativeLaunch, device));
    if (!cooperative) {
        std::printf("no cooperative launch on this device\n");
        return 0;
    }

    int n = 1 << 20;
    std::vector<int> host(n);
    for (int i = 0; i < n; ++i)
        host[i] = i % 7;

    const int threads = 256;
    int per_unit = 0, units = 0;
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_unit, sum, threads, 0));
    CHECK(cudaDeviceGetAttribute(&units, cudaDevAttrMultiProcessorCount, device));
    int blocks = per_unit * units;

    int *in = nullptr, *partial = nullptr, *results = nullptr;
    CHECK(cudaMalloc(&in, n * sizeof(int)));
    CHECK(cudaMalloc(&partial, blocks * sizeof(int)));
    CHECK(cudaMalloc(&results, 2 * sizeof(int)));
    CHECK(cudaMemcpy(in, host.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(results, 0, 2 * sizeof(int)));

    int *total = results, *odd = results + 1;
    void* args[] = {&in, &n, &partial, &total};
    CHECK(cudaLaunchCooperativeKernel(sum, dim3(blocks), dim3(threads), args, 0, 0));
    count_odd<<<(n + threads - 1) / threads, threads>>>(in, n, odd);
    CHECK(cudaGetLastError());

    int got[2];
    CHECK(cudaMemcpy(got, results, sizeof(got), cudaMemcpyDeviceToHost));
    int expected_sum = std::accumulate(host.begin(), host.end(), 0), expected_odd = 0;
    for (int value : host)
        expected_odd += value % 2;

    CHECK(cudaFree(in));
    CHECK(cudaFree(partial));
    CHECK(cudaFree(results));
    bool ok = got[0] == expected_sum && got[1] == expected_odd;
    std::printf("%s: sum %d, odd %d\n", ok ? "PASSED" : "FAILED", got[0], got[1]);
    return ok ? 0 : 1;
}
