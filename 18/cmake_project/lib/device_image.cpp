#include "imgproc/device_image.h"

namespace imgproc {

DeviceImage::DeviceImage(int width, int height) : width_(width), height_(height)
{
    check(cudaMallocPitch(reinterpret_cast<void**>(&data_), &pitch_, width, height));
}

DeviceImage::~DeviceImage()
{
    if (data_)
        (void)cudaFree(data_);
}

DeviceImage::DeviceImage(DeviceImage&& other) noexcept
    : width_(other.width_), height_(other.height_), pitch_(other.pitch_), data_(other.data_)
{
    other.data_ = nullptr;
}

void DeviceImage::upload(const std::vector<std::uint8_t>& pixels, cudaStream_t stream)
{
    check(cudaMemcpy2DAsync(data_, pitch_, pixels.data(), width_, width_, height_, cudaMemcpyHostToDevice, stream));
}

std::vector<std::uint8_t> DeviceImage::download(cudaStream_t stream) const
{
    std::vector<std::uint8_t> pixels(static_cast<std::size_t>(width_) * height_);
    check(cudaMemcpy2DAsync(pixels.data(), width_, data_, pitch_, width_, height_, cudaMemcpyDeviceToHost, stream));
    check(cudaStreamSynchronize(stream));
    return pixels;
}

}  // namespace imgproc
