// A linear layer for PyTorch on the handle that PyTorch itself keeps: y = x * w^T + bias.
#include <ATen/cuda/CUDAContext.h>
#include <ATen/cuda/CUDABlas.h>
#include <torch/extension.h>

#include <cublas_v2.h>
#include <cuda_runtime.h>

namespace {

cublasStatus_t product(cublasHandle_t handle, cublasOperation_t of_w, int out, int batch, int in, const float *w,
                       const float *x, float *y)
{
    const float alpha = 1.0f, beta = 1.0f;
    return cublasSgemm(handle, of_w, CUBLAS_OP_N, out, batch, in, &alpha, w, in, x, in, &beta, y, out);
}

cublasStatus_t product(cublasHandle_t handle, cublasOperation_t of_w, int out, int batch, int in, const at::Half *w,
                       const at::Half *x, at::Half *y)
{
    const float alpha = 1.0f, beta = 1.0f;
    return cublasGemmEx(handle, of_w, CUBLAS_OP_N, out, batch, in, &alpha, w, CUDA_R_16F, in, x, CUDA_R_16F, in, &beta, y,
                        CUDA_R_16F, out, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
}

}  // namespace

torch::Tensor linear(const torch::Tensor &x, const torch::Tensor &w, const torch::Tensor &bias)
{
    const int batch = x.size(0), in = x.size(1), out = w.size(0);
    torch::Tensor y = bias.expand({batch, out}).contiguous();
    cublasHandle_t handle = at::cuda::getCurrentCUDABlasHandle();
    cudaStream_t stream;
    cublasGetStream(handle, &stream);
    TORCH_CHECK(stream == at::cuda::getCurrentCUDAStream().stream(), "the handle has another stream");
    cublasMath_t before;
    cublasGetMathMode(handle, &before);
    cublasSetMathMode(handle, CUBLAS_TF32_TENSOR_OP_MATH);
    cublasStatus_t status;
    if (x.scalar_type() == at::kHalf)
        status = product(handle, CUBLAS_OP_T, out, batch, in, w.data_ptr<at::Half>(), x.data_ptr<at::Half>(),
                         y.data_ptr<at::Half>());
    else
        status = product(handle, CUBLAS_OP_T, out, batch, in, w.data_ptr<float>(), x.data_ptr<float>(), y.data_ptr<float>());
    cublasSetMathMode(handle, before);
    TORCH_CHECK(status == CUBLAS_STATUS_SUCCESS, "the product failed: ", cublasGetStatusString(status));
    return y;
}

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m)
{
    m.def("linear", &linear, "x * w^T + bias on PyTorch's own handle");
}
