// Half precision: single, strided and by arrays of pointers.
#include <cmath>
#include <cstdio>
#include <vector>

#include <cublas_v2.h>
#include <cuda_fp16.h>
#include <cuda_runtime_api.h>

int main() {
    const int n = 16, batch = 2;
    const size_t count = n * n * batch, bytes = count * sizeof(__half);
    std::vector<__half> host(count, __float2half(0.25f)), out(count);
    __half *a, *c;
    if (cudaMalloc((void **)&a, bytes) != cudaSuccess || cudaMalloc((void **)&c, bytes) != cudaSuccess) return 1;
    cudaMemcpy(a, host.data(), bytes, cudaMemcpyHostToDevice);
    const __half *pointers[batch] = {a, a + n * n};
    __half *results[batch] = {c, c + n * n};
    const __half **d_pointers;
    __half **d_results;
    cudaMalloc((void **)&d_pointers, sizeof(pointers));
    cudaMalloc((void **)&d_results, sizeof(results));
    cudaMemcpy(d_pointers, pointers, sizeof(pointers), cudaMemcpyHostToDevice);
    cudaMemcpy(d_results, results, sizeof(results), cudaMemcpyHostToDevice);
    cublasHandle_t handle;
    if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS) return 1;
    const __half one = __float2half(1.0f), zero = __float2half(0.0f);
    bool right = cublasHgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a, n, a, n, &zero, c, n) == CUBLAS_STATUS_SUCCESS;
    right = right && cublasHgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, &one, a, n, n * n, a, n, n * n, &zero,
                                               c, n, n * n, batch) == CUBLAS_STATUS_SUCCESS;
    right = right && cublasHgemmBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, d_pointers, n, d_pointers, n, &zero,
                                        d_results, n, batch) == CUBLAS_STATUS_SUCCESS;
    cudaMemcpy(out.data(), c, bytes, cudaMemcpyDeviceToHost);
    right = right && std::fabs(__half2float(out[count - 1]) - 0.0625f * n) < 1e-2f;
    cublasDestroy(handle);
    std::puts(right ? "PASSED" : "FAILED");
    return right ? 0 : 1;
}
