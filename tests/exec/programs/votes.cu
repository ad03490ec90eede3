// Compaction, leaders and groups by ballots, whose 32 bits go through ordinary expressions.
#include <cstdio>
#include <cuda_runtime.h>

__device__ unsigned lanemask_lt() { return (1u << (threadIdx.x & 31)) - 1; }

__global__ void compact(const int* in, int* out, int* count, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool keep = i < n && in[i] % 3 == 0;
    unsigned votes = __ballot_sync(0xffffffff, keep);
    int rank = __popc(votes & lanemask_lt());
    int base;
    if ((threadIdx.x & 31) == 0) base = atomicAdd(count, __popc(votes));
    base = __shfl_sync(0xffffffff, base, 0);
    if (keep) out[base + rank] = in[i];
}
__global__ void aggregate(const int* in, int* count, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] % 5 == 1) {
        unsigned active = __activemask();
        int leader = __ffs(active) - 1;
        if ((threadIdx.x & 31) == leader) atomicAdd(count, __popc(active));
    }
}
__global__ void groups(const int* in, int* sizes, unsigned* leaders, int n) {
    int i = threadIdx.x;
    if (i >= n) return;
    unsigned same = __match_any_sync(0xffffffff, in[i] % 4);
    sizes[i] = __popc(same);
    leaders[i] = 31 - __clz(same);
}
__global__ void halves(const int* in, int* out) {
    int lane = threadIdx.x & 31;
    unsigned mine = lane < 16 ? 0xffff : 0xffff0000;
    int any = 0, all = 0;
    if (lane < 16) {
        any = __any_sync(0xffff, in[threadIdx.x] > 1000);
        all = __all_sync(mine, in[threadIdx.x] >= 0);
    } else {
        any = __any_sync(0xffff0000, in[threadIdx.x] > 1000);
        all = __all_sync(mine, in[threadIdx.x] >= 0);
    }
    out[threadIdx.x] = any * 2 + all;
}

int main() {
    int wrong = 0;
    for (int threads : {32, 64, 96, 256}) {
        const int n = 2 * threads;
        int *in, *out, *count;
        cudaMallocManaged(&in, n * sizeof(int));
        cudaMallocManaged(&out, 2 * n * sizeof(int));
        cudaMallocManaged(&count, 2 * sizeof(int));
        count[0] = count[1] = 0;
        int kept = 0, ones = 0;
        long long sum = 0;
        for (int i = 0; i < n; i++) {
            in[i] = (i * 7919) % 1013;
            kept += in[i] % 3 == 0;
            ones += in[i] % 5 == 1;
            if (in[i] % 3 == 0) sum += in[i];
        }
        compact<<<2, threads>>>(in, out, count, n);
        aggregate<<<2, threads>>>(in, count + 1, n);
        cudaDeviceSynchronize();
        for (int i = 0; i < kept; i++) sum -= out[i];
        wrong += count[0] != kept || count[1] != ones || sum != 0;
        groups<<<1, threads>>>(in, out, (unsigned*)out + n, threads);
        cudaDeviceSynchronize();
        for (int i = 0; i < threads; i++) {
            int size = 0, last = 0;
            for (int j = i / 32 * 32; j < i / 32 * 32 + 32; j++)
                if (in[j] % 4 == in[i] % 4) {
                    size++;
                    last = j % 32;
                }
            wrong += out[i] != size || out[n + i] != last;
        }
        in[threads - 3] = 5000;
        in[5] = -1;
        halves<<<1, threads>>>(in, out);
        cudaDeviceSynchronize();
        for (int i = 0; i < threads; i++) {
            int any = 0, all = 1;
            for (int j = i / 16 * 16; j < i / 16 * 16 + 16; j++) {
                any |= in[j] > 1000;
                all &= in[j] >= 0;
            }
            wrong += out[i] != any * 2 + all;
        }
        cudaFree(in);
        cudaFree(out);
        cudaFree(count);
    }
    puts(wrong ? "FAIL" : "PASS");
    return wrong != 0;
}
