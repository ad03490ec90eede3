#pragma once
// What both kernels need: the grid for an image and the index of a thread.

namespace imgproc::detail {

inline dim3 block() { return dim3(32, 8); }

inline dim3 grid(int width, int height)
{
    return dim3((width + block().x - 1) / block().x, (height + block().y - 1) / block().y);
}

struct Pixel {
    int x, y;
};

__device__ inline Pixel this_pixel()
{
    return {int(blockIdx.x * blockDim.x + threadIdx.x), int(blockIdx.y * blockDim.y + threadIdx.y)};
}

}  // namespace imgproc::detail
