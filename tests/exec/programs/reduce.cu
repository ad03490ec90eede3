// Sums and maxima over warps, in blocks that are no multiple of 64 threads too.
#include <cstdio>
#include <cuda_runtime.h>
#define FULL 0xffffffff

__device__ int warp_sum(int v) {
    for (int o = 16; o > 0; o >>= 1) v += __shfl_down_sync(FULL, v, o);
    return v;
}
__device__ int warp_max(int v) {
#pragma unroll
    for (int o = 16; o > 0; o /= 2) v = max(v, __shfl_xor_sync(0xffffffffu, v, o));
    return v;
}
__global__ void block_sum(const int* in, int* sum, int* most, int n) {
    __shared__ int part[32];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = i < n ? in[i] : 0;
    int m = warp_max(v);
    if (lane == 7) atomicMax(most, m);
    v = warp_sum(v);
    if (lane == 0) part[warp] = v;
    __syncthreads();
    if (warp == 0) {
        v = lane < (blockDim.x + 31) / 32 ? part[lane] : 0;
        v = warp_sum(v);
        if (lane == 0) atomicAdd(sum, v);
    }
}
__global__ void first_only(const int* in, int* out) {
    if (threadIdx.x < 32) {
        int v = in[threadIdx.x];
        v = warp_sum(v);
        v = __shfl_sync(FULL, v, 0);
        out[threadIdx.x] = v;
    }
}

int main() {
    int wrong = 0;
    for (int threads : {32, 96, 128, 256, 1024}) {
        const int n = 3 * threads - 5;
        int *in, *out;
        cudaMallocManaged(&in, n * sizeof(int));
        cudaMallocManaged(&out, 64 * sizeof(int));
        int sum = 0, most = 0;
        for (int i = 0; i < n; i++) {
            in[i] = (i * 7919) % 1013;
            sum += in[i];
            most = in[i] > most ? in[i] : most;
        }
        out[0] = out[1] = 0;
        block_sum<<<3, threads>>>(in, out, out + 1, n);
        cudaDeviceSynchronize();
        wrong += out[0] != sum || out[1] != most;
        int head = 0;
        for (int i = 0; i < 32; i++) head += in[i];
        first_only<<<1, threads>>>(in, out);
        cudaDeviceSynchronize();
        for (int i = 0; i < 32; i++) wrong += out[i] != head;
        cudaFree(in);
        cudaFree(out);
    }
    puts(wrong ? "FAIL" : "PASS");
    return wrong != 0;
}
