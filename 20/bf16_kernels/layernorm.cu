// Layer normalisation of rows in bfloat16 with the sums in float.
#include <cuda_bf16.h>
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

using bf16 = __nv_bfloat16;

constexpr int kThreads = 128;

static void check(cudaError_t error)
{
    if (error != cudaSuccess) {
        std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
        std::exit(1);
    }
}

// Sum over the block in shared memory: no lane arithmetic, so the width of a warp does not matter.
__device__ float block_sum(float value, float* shared)
{
    shared[threadIdx.x] = value;
    __syncthreads();
    for (int half = kThreads / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)
            shared[threadIdx.x] += shared[threadIdx.x + half];
        __syncthreads();
    }
    float total = shared[0];
    __syncthreads();
    return total;
}

__global__ void __launch_bounds__(kThreads) layernorm(const bf16* in, const bf16* gain, bf16* out, int columns)
{
    __shared__ float shared[kThreads];
    const bf16* row = in + (size_t)blockIdx.x * columns;
    float sum = 0, squares = 0;
    for (int c = threadIdx.x; c < columns; c += kThreads) {
        float value = __bfloat162float(row[c]);
        sum += value;
        squares += value * value;
    }
    float mean = block_sum(sum, shared) / columns;
    float variance = block_sum(squares, shared) / columns - mean * mean;
    float scale = rsqrtf(variance + 1e-5f);
    for (int c = threadIdx.x; c < columns; c += kThreads) {
        float normal = (__bfloat162float(row[c]) - mean) * scale;
        out[(size_t)blockIdx.x * columns + c] = __float2bfloat16(normal * __bfloat162float(gain[c]));
    }
}

__global__ void add(__nv_bfloat162* a, const __nv_bfloat162* b, int pairs)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < pairs)
        a[i] = __hadd2(a[i], b[i]);
}

int main()
{
    const int rows = 16, columns = 512, n = rows * columns;
    std::vector<bf16> in(n), gain(columns), out(n);
    for (int i = 0; i < n; ++i)
        in[i] = __float2bfloat16(float((i * 7) % 11));
    for (bf16& g : gain)
        g = __float2bfloat16(2.0f);

    bf16 *d_in, *d_gain, *d_out;
    check(cudaMalloc((void**)&d_in, n * sizeof(bf16)));
    check(cudaMalloc((void**)&d_gain, columns * sizeof(bf16)));
    check(cudaMalloc((void**)&d_out, n * sizeof(bf16)));
    check(cudaMemcpy(d_in, in.data(), n * sizeof(bf16), cudaMemcpyHostToDevice));
    check(cudaMemcpy(d_gain, gain.data(), columns * sizeof(bf16), cudaMemcpyHostToDevice));

    layernorm<<<rows, kThreads>>>(d_in, d_gain, d_out, columns);
    add<<<(n / 2 + 127) / 128, 128>>>((__nv_bfloat162*)d_out, (const __nv_bfloat162*)d_in, n / 2);
    check(cudaGetLastError());
    check(cudaMemcpy(out.data(), d_out, n * sizeof(bf16), cudaMemcpyDeviceToHost));

    // After taking the input off again, a row has mean 0 and variance 4.
    bool ok = true;
    for (int r = 0; r < rows; ++r) {
        double sum = 0, squares = 0;
        for (int c = 0; c < columns; ++c) {
            double value = __bfloat162float(out[r * columns + c]) - __bfloat162float(in[r * columns + c]);
            sum += value;
            squares += value * value;
        }
        ok = ok && std::fabs(sum / columns) < 0.05 && std::fabs(squares / columns - 4.0) < 0.1;
    }
    check(cudaFree(d_in));
    check(cudaFree(d_gain));
    check(cudaFree(d_out));
    std::printf("%s\n", ok ? "PASSED" : "FAILED");
    return ok ? 0 : 1;
}
