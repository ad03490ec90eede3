// warpSize beside code for 32 lanes: 32 everywhere is what CUDA says.
// expect: CH2006@8 CH2006@9 CH2006@17
#include <cstdio>
#include <cuda_runtime.h>

__global__ void k(const int* in, int* out) {
    __shared__ int part[32];
    int lane = threadIdx.x % warpSize;
    int warp = threadIdx.x / warpSize;
    int v = in[threadIdx.x];
    for (int o = 16; o > 0; o >>= 1) v += __shfl_down_sync(0xffffffff, v, o);
    unsigned odd = __ballot_sync(0xffffffff, in[threadIdx.x] & 1);
    if (lane == 0) part[warp] = v + __popc(odd);
    __syncthreads();
    if (threadIdx.x == 0) {
        int sum = 0;
        for (int w = 0; w < blockDim.x / warpSize; w++) sum += part[w];
        *out = sum;
    }
}

int main() {
    int wrong = 0;
    for (int threads : {32, 96, 256}) {
        int *in, *out, sum = 0;
        cudaMallocManaged(&in, threads * sizeof(int));
        cudaMallocManaged(&out, sizeof(int));
        for (int i = 0; i < threads; i++) {
            in[i] = (i * 7) % 101;
            sum += in[i] + (in[i] & 1);
        }
        k<<<1, threads>>>(in, out);
        cudaDeviceSynchronize();
        wrong += *out != sum;
    }
    puts(wrong ? "FAIL" : "PASS");
    return wrong != 0;
}
