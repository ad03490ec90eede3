// Adds a bias and applies GELU in one pass over the tensor.
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAGuard.h>
#include <torch/extension.h>

#include <cuda.h>
#include <cuda_runtime.h>

namespace {

template <typename scalar_t>
__device__ __forceinline__ scalar_t gelu(scalar_t x)
{
    const float v = static_cast<float>(x);
    return static_cast<scalar_t>(0.5f * v * (1.0f + erff(v * 0.70710678f)));
}

template <typename scalar_t>
__global__ void bias_gelu(const scalar_t* __restrict__ in, const scalar_t* __restrict__ bias, scalar_t* __restrict__ out,
                          int64_t count, int columns)
{
    for (int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; i < count; i += (int64_t)gridDim.x * blockDim.x)
        out[i] = gelu<scalar_t>(in[i] + bias[i % columns]);
}

}  // namespace

torch::Tensor fused_gelu_cuda(const torch::Tensor& input, const torch::Tensor& bias)
{
    const c10::cuda::CUDAGuard guard(input.device());
    torch::Tensor output = torch::empty_like(input);
    const int64_t count = input.numel();
    if (count == 0)
        return output;

    const int threads = 256;
    const int units = at::cuda::getCurrentDeviceProperties()->multiProcessorCount;
    const int blocks = static_cast<int>(std::min<int64_t>((count + threads - 1) / threads, 16 * units));
    cudaStream_t stream = at::cuda::getCurrentCUDAStream();

    AT_DISPATCH_FLOATING_TYPES_AND2(at::ScalarType::Half, at::ScalarType::BFloat16, input.scalar_type(), "fused_gelu", [&] {
        bias_gelu<scalar_t><<<blocks, threads, 0, stream>>>(input.data_ptr<scalar_t>(), bias.data_ptr<scalar_t>(),
                                                            output.data_ptr<scalar_t>(), count, (int)bias.size(0));
    });
    C10_CUDA_KERNEL_LAUNCH_CHECK();
    return output;
}
