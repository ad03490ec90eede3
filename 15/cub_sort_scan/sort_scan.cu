// Histogram of keys without atomics: sort them, encode the runs, scan the run lengths.
#include <cub/block/block_reduce.cuh>
#include <cub/cub.cuh>

#include <cstdio>
#include <cstdlib>
#include <vector>

#define CUB_CHECK(call)                                                     \
    do {                                                                    \
        cudaError_t error_ = (call);                                        \
        if (cudaSuccess != error_) {                                        \
            fprintf(stderr, "%d: %s\n", __LINE__, cudaGetErrorString(error_)); \
            exit(1);                                                        \
        }                                                                   \
    } while (0)

/// Temporary storage that grows: every device-wide call is made twice.
struct Scratch {
    void* data = nullptr;
    size_t bytes = 0;

    template <class Call> void run(Call call)
    {
        size_t need = 0;
        CUB_CHECK(call(nullptr, need));
        if (need > bytes) {
            CUB_CHECK(cudaFree(data));
            CUB_CHECK(cudaMalloc(&data, need));
            bytes = need;
        }
        CUB_CHECK(call(data, need));
    }
    ~Scratch() { (void)cudaFree(data); }
};

template <int THREADS>
__global__ void block_max(const int* in, int n, int* out)
{
    typedef cub::BlockReduce<int, THREADS> Reduce;
    __shared__ typename Reduce::TempStorage temp;
    int best = 0;
    for (int i = threadIdx.x; i < n; i += THREADS)
        best = in[i] > best ? in[i] : best;
    best = Reduce(temp).Reduce(best, cub::Max());
    if (threadIdx.x == 0)
        *out = best;
}

int main()
{
    const int n = 100000, kinds = 50;
    std::vector<int> keys(n), expected(kinds, 0);
    unsigned random = 17;
    for (int& key : keys) {
        random = random * 1664525u + 1013904223u;
        key = int(random >> 16) % kinds;
        ++expected[key];
    }

    int *in, *sorted, *unique, *counts, *starts, *runs;
    CUB_CHECK(cudaMalloc(&in, n * sizeof(int)));
    CUB_CHECK(cudaMalloc(&sorted, n * sizeof(int)));
    CUB_CHECK(cudaMalloc(&unique, n * sizeof(int)));
    CUB_CHECK(cudaMalloc(&counts, n * sizeof(int)));
    CUB_CHECK(cudaMalloc(&starts, n * sizeof(int)));
    CUB_CHECK(cudaMalloc(&runs, 2 * sizeof(int)));
    CUB_CHECK(cudaMemcpy(in, keys.data(), n * sizeof(int), cudaMemcpyHostToDevice));

    Scratch scratch;
    scratch.run([&](void* temp, size_t& bytes) { return cub::DeviceRadixSort::SortKeys(temp, bytes, in, sorted, n); });
    scratch.run([&](void* temp, size_t& bytes) {
        return cub::DeviceRunLengthEncode::Encode(temp, bytes, sorted, unique, counts, runs, n);
    });
    int found = 0;
    CUB_CHECK(cudaMemcpy(&found, runs, sizeof(int), cudaMemcpyDeviceToHost));
    scratch.run([&](void* temp, size_t& bytes) { return cub::DeviceScan::ExclusiveSum(temp, bytes, counts, starts, found); });
    block_max<128><<<1, 128>>>(counts, found, runs + 1);
    CUB_CHECK(cudaGetLastError());

    std::vector<int> got(found), first(found);
    int largest = 0;
    CUB_CHECK(cudaMemcpy(got.data(), counts, found * sizeof(int), cudaMemcpyDeviceToHost));
    CUB_CHECK(cudaMemcpy(first.data(), starts, found * sizeof(int), cudaMemcpyDeviceToHost));
    CUB_CHECK(cudaMemcpy(&largest, runs + 1, sizeof(int), cudaMemcpyDeviceToHost));

    bool ok = found == kinds;
    int start = 0, best = 0;
    for (int k = 0; ok && k < kinds; ++k) {
        ok = got[k] == expected[k] && first[k] == start;
        start += expected[k];
        best = expected[k] > best ? expected[k] : best;
    }
    ok = ok && largest == best;
    for (int* p : {in, sorted, unique, counts, starts, runs})
        CUB_CHECK(cudaFree(p));
    printf("%s\n", ok ? "PASSED" : "FAILED");
    return ok ? 0 : 1;
}
