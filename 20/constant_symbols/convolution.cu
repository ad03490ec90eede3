// A 5x5 convolution whose filter lies in constant memory; a device counter is read back by symbol.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int kRadius = 2;
constexpr int kSide = 2 * kRadius + 1;

__constant__ float filter[kSide * kSide];
__constant__ int2 extent;
__device__ unsigned int clamped = 0;

static void check(cudaError_t error, const char* call)
{
    if (error != cudaSuccess) {
        std::fprintf(stderr, "%s: %s\n", call, cudaGetErrorString(error));
        std::exit(1);
    }
}
#define CHECK(call) check((call), #call)

__device__ float pixel(const float* image, int x, int y)
{
    int cx = min(max(x, 0), extent.x - 1);
    int cy = min(max(y, 0), extent.y - 1);
    if (cx != x || cy != y)
        atomicAdd(&clamped, 1u);
    return image[cy * extent.x + cx];
}

__global__ void convolve(const float* in, float* out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= extent.x || y >= extent.y)
        return;
    float sum = 0;
    for (int dy = -kRadius; dy <= kRadius; ++dy)
        for (int dx = -kRadius; dx <= kRadius; ++dx)
            sum += filter[(dy + kRadius) * kSide + dx + kRadius] * pixel(in, x + dx, y + dy);
    out[y * extent.x + x] = sum;
}

int main()
{
    const int width = 200, height = 100;
    std::vector<float> weights(kSide * kSide, 1.0f / (kSide * kSide)), image(width * height, 3.0f), result(image.size());
    const int2 size = make_int2(width, height);

    CHECK(cudaMemcpyToSymbol(filter, weights.data(), sizeof(float) * weights.size()));
    CHECK(cudaMemcpyToSymbol(extent, &size, sizeof(size), 0, cudaMemcpyHostToDevice));
    const unsigned zero = 0;
    void* counter = nullptr;
    size_t counter_size = 0;
    CHECK(cudaGetSymbolAddress(&counter, clamped));
    CHECK(cudaGetSymbolSize(&counter_size, clamped));
    CHECK(cudaMemcpy(counter, &zero, counter_size, cudaMemcpyHostToDevice));

    float *in, *out;
    CHECK(cudaMalloc(&in, image.size() * sizeof(float)));
    CHECK(cudaMalloc(&out, image.size() * sizeof(float)));
    CHECK(cudaMemcpy(in, image.data(), image.size() * sizeof(float), cudaMemcpyHostToDevice));
    dim3 block(16, 16), grid((width + 15) / 16, (height + 15) / 16);
    convolve<<<grid, block>>>(in, out);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(result.data(), out, result.size() * sizeof(float), cudaMemcpyDeviceToHost));

    unsigned at_border = 0;
    CHECK(cudaMemcpyFromSymbol(&at_border, clamped, sizeof(at_border)));
    bool ok = at_border > 0;
    for (float value : result)
        ok = ok && std::fabs(value - 3.0f) < 1e-4f;
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    std::printf("%s: %u samples at the border\n", ok ? "PASSED" : "FAILED", at_border);
    return ok ? 0 : 1;
}
