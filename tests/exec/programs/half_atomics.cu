// Atomic additions of halves and of pairs: each half of a word is counted by itself, and each
// addition gets another old value.
#include <cstdio>
#include <cstring>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

__global__ void count(__half* bins, __half2* pair, int* seen, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    __half old = atomicAdd(&bins[i % 3], __float2half(1.0f));
    seen[i % 3 * 1024 + (int)__half2float(old)]++;
    __half2 step;
    step.x = __float2half(1.0f);
    step.y = __float2half(-2.0f);
    atomicAdd(pair, step);
}

int main() {
    const int n = 900;
    __half bins[4], *d_bins;
    __half2 pair, *d_pair;
    int *seen = new int[3 * 1024], *d_seen, wrong = 0;
    for (int i = 0; i < 4; i++) bins[i] = __float2half(i == 3 ? 77.0f : 0.0f);
    pair.x = pair.y = __float2half(0.0f);
    cudaMalloc(&d_bins, sizeof bins);
    cudaMalloc(&d_pair, sizeof pair);
    cudaMalloc(&d_seen, 3 * 1024 * sizeof(int));
    cudaMemset(d_seen, 0, 3 * 1024 * sizeof(int));
    cudaMemcpy(d_bins, bins, sizeof bins, cudaMemcpyHostToDevice);
    cudaMemcpy(d_pair, &pair, sizeof pair, cudaMemcpyHostToDevice);
    count<<<(n + 127) / 128, 128>>>(d_bins, d_pair, d_seen, n);
    cudaMemcpy(bins, d_bins, sizeof bins, cudaMemcpyDeviceToHost);
    cudaMemcpy(&pair, d_pair, sizeof pair, cudaMemcpyDeviceToHost);
    cudaMemcpy(seen, d_seen, 3 * 1024 * sizeof(int), cudaMemcpyDeviceToHost);
    for (int b = 0; b < 3; b++) {
        wrong += __half2float(bins[b]) != n / 3;
        for (int i = 0; i < n / 3; i++) wrong += seen[b * 1024 + i] != 1;
    }
    wrong += __half2float(bins[3]) != 77.0f || __half2float(pair.x) != n || __half2float(pair.y) != -2 * n;
    puts(wrong ? "FAIL" : "PASS");
}
