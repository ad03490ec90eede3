#include "imgproc/device_image.h"
#include "launch.cuh"

namespace imgproc {

constexpr int kLevels = 256;

__global__ static void histogram(const std::uint8_t* data, std::size_t pitch, int width, int height, unsigned* bins)
{
    __shared__ unsigned local[kLevels];
    const int thread = threadIdx.y * blockDim.x + threadIdx.x;
    for (int i = thread; i < kLevels; i += blockDim.x * blockDim.y)
        local[i] = 0;
    __syncthreads();
    const auto [x, y] = detail::this_pixel();
    if (x < width && y < height)
        atomicAdd(&local[data[y * pitch + x]], 1u);
    __syncthreads();
    for (int i = thread; i < kLevels; i += blockDim.x * blockDim.y)
        if (local[i] != 0)
            atomicAdd(&bins[i], local[i]);
}

// One thread suffices for 256 levels.
__global__ static void make_table(const unsigned* bins, std::uint8_t* table, unsigned pixels)
{
    unsigned below = 0;
    for (int i = 0; i < kLevels; ++i) {
        below += bins[i];
        table[i] = static_cast<std::uint8_t>((kLevels - 1ull) * below / pixels);
    }
}

__global__ static void apply_table(std::uint8_t* data, std::size_t pitch, int width, int height, const std::uint8_t* table)
{
    const auto [x, y] = detail::this_pixel();
    if (x < width && y < height)
        data[y * pitch + x] = table[data[y * pitch + x]];
}

void equalize(DeviceImage& image, cudaStream_t stream)
{
    const int width = image.width(), height = image.height();
    unsigned* bins = nullptr;
    std::uint8_t* table = nullptr;
    check(cudaMallocAsync(reinterpret_cast<void**>(&bins), kLevels * sizeof(unsigned), stream));
    check(cudaMallocAsync(reinterpret_cast<void**>(&table), kLevels, stream));
    check(cudaMemsetAsync(bins, 0, kLevels * sizeof(unsigned), stream));

    const dim3 grid = detail::grid(width, height);
    histogram<<<grid, detail::block(), 0, stream>>>(image.data(), image.pitch(), width, height, bins);
    make_table<<<1, 1, 0, stream>>>(bins, table, width * height);
    apply_table<<<grid, detail::block(), 0, stream>>>(image.data(), image.pitch(), width, height, table);
    check(cudaGetLastError());

    check(cudaFreeAsync(bins, stream));
    check(cudaFreeAsync(table, stream));
}

}  // namespace imgproc
