#pragma once
// An 8-bit image in device memory.

#include <cuda_runtime_api.h>

#include <cstdint>
#include <stdexcept>
#include <vector>

namespace imgproc {

inline void check(cudaError_t code)
{
    if (code != cudaSuccess)
        throw std::runtime_error(cudaGetErrorString(code));
}

class DeviceImage {
public:
    DeviceImage(int width, int height);
    ~DeviceImage();
    DeviceImage(DeviceImage&& other) noexcept;
    DeviceImage& operator=(DeviceImage&&) = delete;

    void upload(const std::vector<std::uint8_t>& pixels, cudaStream_t stream);
    std::vector<std::uint8_t> download(cudaStream_t stream) const;

    int width() const { return width_; }
    int height() const { return height_; }
    std::size_t pitch() const { return pitch_; }
    std::uint8_t* data() { return data_; }
    const std::uint8_t* data() const { return data_; }

private:
    int width_, height_;
    std::size_t pitch_ = 0;
    std::uint8_t* data_ = nullptr;
};

/// Box blur with the given radius.
void blur(const DeviceImage& in, DeviceImage& out, int radius, cudaStream_t stream);

/// Spreads the grey levels over the whole range.
void equalize(DeviceImage& image, cudaStream_t stream);

}  // namespace imgproc
