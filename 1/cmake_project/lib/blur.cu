#include "imgproc/device_image.h"
#include "launch.cuh"

namespace imgproc {

__global__ static void blur_kernel(const std::uint8_t* in, std::size_t in_pitch, std::uint8_t* out, std::size_t out_pitch,
                                   int width, int height, int radius)
{
    const auto [x, y] = detail::this_pixel();
    if (x >= width || y >= height)
        return;
    int sum = 0, count = 0;
    for (int dy = -radius; dy <= radius; ++dy)
        for (int dx = -radius; dx <= radius; ++dx) {
            int sx = x + dx, sy = y + dy;
            if (sx < 0 || sy < 0 || sx >= width || sy >= height)
                continue;
            sum += in[sy * in_pitch + sx];
            ++count;
        }
    out[y * out_pitch + x] = static_cast<std::uint8_t>(sum / count);
}

void blur(const DeviceImage& in, DeviceImage& out, int radius, cudaStream_t stream)
{
    blur_kernel<<<detail::grid(in.width(), in.height()), detail::block(), 0, stream>>>(
        in.data(), in.pitch(), out.data(), out.pitch(), in.width(), in.height(), radius);
    check(cudaGetLastError());
}

}  // namespace imgproc
