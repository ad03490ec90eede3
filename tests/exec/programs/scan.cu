// A scan upwards and a broadcast from the last lane; a wrapper with a mask of its own.
#include <cstdio>
#include <cuda_runtime.h>
constexpr unsigned kAll = 0xffffffffu;
constexpr int kWarp = 32;

template <class T> __device__ T shift_up(T v, int by, unsigned mask = kAll, int width = kWarp) {
    return __shfl_up_sync(mask, v, by, width);
}
__global__ void scan(const float* in, float* out, float* totals) {
    int lane = threadIdx.x % kWarp;
    float v = in[threadIdx.x];
    for (int d = 1; d < kWarp; d <<= 1) {
        float n = shift_up(v, d);
        if (lane >= d) v += n;
    }
    out[threadIdx.x] = v;
    float total = __shfl_sync(kAll, v, 31);
    totals[threadIdx.x] = total;
}
__global__ void eights(const int* in, int* out) {
    int v = in[threadIdx.x];
    for (int o = 4; o > 0; o >>= 1) v += __shfl_xor_sync(kAll, v, o, 8);
    out[threadIdx.x] = v + __shfl_sync(kAll, v, (threadIdx.x + 9) % 32);
}

int main() {
    int wrong = 0;
    for (int threads : {32, 96, 160}) {
        float *in, *out;
        int *a, *b;
        cudaMallocManaged(&in, threads * sizeof(float));
        cudaMallocManaged(&out, 2 * threads * sizeof(float));
        cudaMallocManaged(&a, threads * sizeof(int));
        cudaMallocManaged(&b, threads * sizeof(int));
        for (int i = 0; i < threads; i++) in[i] = a[i] = (i * 31) % 17;
        scan<<<1, threads>>>(in, out, out + threads);
        eights<<<1, threads>>>(a, b);
        cudaDeviceSynchronize();
        for (int i = 0; i < threads; i++) {
            float sum = 0, total = 0;
            for (int j = i / 32 * 32; j < i / 32 * 32 + 32; j++) {
                if (j <= i) sum += in[j];
                total += in[j];
            }
            wrong += out[i] != sum || out[threads + i] != total;
            auto eight = [&](int k) {
                int s = 0;
                for (int j = k / 8 * 8; j < k / 8 * 8 + 8; j++) s += a[j];
                return s;
            };
            wrong += b[i] != eight(i) + eight(i / 32 * 32 + (i + 9) % 32);
        }
    }
    puts(wrong ? "FAIL" : "PASS");
    return wrong != 0;
}
