// Lane numbers and masks, votes and shuffles in PTX.
#include <cstdio>
#include <cuda_runtime.h>

__device__ unsigned lane() { unsigned r; asm("mov.u32 %0, %%laneid;" : "=r"(r)); return r; }
__device__ unsigned below() { unsigned r; asm("mov.u32 %0, %%lanemask_lt;" : "=r"(r)); return r; }
__device__ unsigned not_above() { unsigned r; asm("mov.u32 %0, %lanemask_le;" : "=r"(r)); return r; }
__global__ void k(const unsigned* in, unsigned* out, unsigned* sum) {
    unsigned v = in[threadIdx.x], other, votes;
    asm volatile("shfl.sync.bfly.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=r"(other) : "r"(v), "r"(5));
    asm volatile("{ .reg .pred p; setp.gt.u32 p, %1, 50; vote.sync.ballot.b32 %0, p, 0xffffffff; }" : "=r"(votes) : "r"(v));
    asm volatile("red.relaxed.gpu.global.add.u32 [%0], %1;" :: "l"(sum), "r"(v) : "memory");
    out[threadIdx.x] = other + __popc(votes & below()) * 1000 + lane() * 100000 + __popc(not_above()) * 10000000;
}

int main() {
    int wrong = 0;
    for (int threads : {32, 96, 128}) {
        unsigned *in, *out, *sum, total = 0;
        cudaMallocManaged(&in, threads * sizeof(unsigned));
        cudaMallocManaged(&out, threads * sizeof(unsigned));
        cudaMallocManaged(&sum, sizeof(unsigned));
        for (int i = 0; i < threads; i++) total += in[i] = (i * 37) % 101;
        *sum = 0;
        k<<<1, threads>>>(in, out, sum);
        cudaDeviceSynchronize();
        for (int i = 0; i < threads; i++) {
            int first = i / 32 * 32, rank = 0;
            for (int j = first; j < i; j++) rank += in[j] > 50;
            unsigned want = in[first + (i % 32 ^ 5)] + rank * 1000 + i % 32 * 100000 + (i % 32 + 1) * 10000000;
            wrong += out[i] != want;
        }
        wrong += *sum != total;
    }
    puts(wrong ? "FAIL" : "PASS");
    return wrong != 0;
}
