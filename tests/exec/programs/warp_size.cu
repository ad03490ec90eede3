// Code that hangs on warpSize throughout works on whole wavefronts.
#include <cstdio>
#include <cuda_runtime.h>

__device__ int sum_all(int v) {
    for (int o = warpSize / 2; o > 0; o /= 2) v += __shfl_down_sync(0xffffffff, v, o);
    return v;
}
__global__ void k(const int* in, int* out, int* any) {
    __shared__ int part[32];
    int v = sum_all(in[threadIdx.x]);
    if (__any_sync(0xffffffff, in[threadIdx.x] == 77)) *any = 1;
    if (threadIdx.x % warpSize == 0) part[threadIdx.x / warpSize] = v;
    __syncthreads();
    if (threadIdx.x == 0)
        for (int w = 1; w < blockDim.x / warpSize; w++) v += part[w];
    if (threadIdx.x == 0) *out = v;
}

int main() {
    const int threads = 256;
    int *in, *out, wrong = 0, sum = 0;
    cudaMallocManaged(&in, threads * sizeof(int));
    cudaMallocManaged(&out, 2 * sizeof(int));
    for (int i = 0; i < threads; i++) sum += in[i] = (i * 7) % 101;
    out[1] = 0;
    k<<<1, 256>>>(in, out, out + 1);
    cudaDeviceSynchronize();
    wrong = out[0] != sum || out[1] != 1;
    puts(wrong ? "FAIL" : "PASS");
    return wrong;
}
