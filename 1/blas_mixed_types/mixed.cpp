// A GEMM whose types come through variables, a field, a conditional expression and a wrapper.
#include <cmath>
#include <cstdio>
#include <vector>

#include <cublas_v2.h>
#include <cuda_fp16.h>
#include <cuda_runtime_api.h>

struct Precision {
    cudaDataType_t data;
    cublasComputeType_t compute;
};

static Precision choose(bool half) {
    Precision p;
    p.data = half ? CUDA_R_16F : CUDA_R_32F;
    p.compute = CUBLAS_COMPUTE_32F;
    return p;
}

static cublasStatus_t gemm(cublasHandle_t handle, int n, const void *a, const void *b, void *c, cudaDataType_t type,
                           cublasComputeType_t compute, cublasGemmAlgo_t algo) {
    const float one = 1.0f, zero = 0.0f;
    return cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a, type, n, b, type, n, &zero, c, type, n, compute,
                        algo);
}

int main() {
    const int n = 16;
    std::vector<__half> host(n * n, __float2half(0.5f)), out(n * n);
    void *a, *b, *c;
    const size_t bytes = n * n * sizeof(__half);
    if (cudaMalloc(&a, bytes) != cudaSuccess || cudaMalloc(&b, bytes) != cudaSuccess || cudaMalloc(&c, bytes) != cudaSuccess) {
        return 1;
    }
    cudaMemcpy(a, host.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(b, host.data(), bytes, cudaMemcpyHostToDevice);
    cublasHandle_t handle;
    if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS) return 1;
    cudaDataType_t type = CUDA_R_16F;
    cublasComputeType_t compute = CUBLAS_COMPUTE_32F;
    cublasStatus_t status = gemm(handle, n, a, b, c, type, compute, CUBLAS_GEMM_DEFAULT_TENSOR_OP);
    const Precision wide = choose(true);
    if (status == CUBLAS_STATUS_SUCCESS) {
        status = gemm(handle, n, a, b, c, wide.data, wide.compute, CUBLAS_GEMM_DEFAULT);
    }
    cudaMemcpy(out.data(), c, bytes, cudaMemcpyDeviceToHost);
    const bool right = status == CUBLAS_STATUS_SUCCESS && std::fabs(__half2float(out[3]) - 0.25f * n) < 0.01f;
    cublasDestroy(handle);
    std::puts(right ? "PASSED" : "FAILED");
    return right ? 0 : 1;
}
