// Python side of the extension: checks its arguments and hands them to the device code.
#include <torch/extension.h>

torch::Tensor fused_gelu_cuda(const torch::Tensor& input, const torch::Tensor& bias);

#define CHECK_INPUT(x)                                        \
    TORCH_CHECK(x.is_cuda(), #x " must be a CUDA tensor");    \
    TORCH_CHECK(x.is_contiguous(), #x " must be contiguous")

torch::Tensor fused_gelu(const torch::Tensor& input, const torch::Tensor& bias)
{
    CHECK_INPUT(input);
    CHECK_INPUT(bias);
    TORCH_CHECK(input.size(-1) == bias.size(0), "the bias has another length than the last dimension");
    return fused_gelu_cuda(input, bias);
}

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m)
{
    m.def("fused_gelu", &fused_gelu, "bias and GELU in one pass (CUDA)");
}
