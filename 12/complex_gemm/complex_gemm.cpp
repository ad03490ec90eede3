// Complex matrices: the numbers stay HIP's own at the border to the BLAS library.
#include <cmath>
#include <cstdio>
#include <vector>

#include <cuComplex.h>
#include <cublas_v2.h>
#include <cuda_runtime_api.h>

int main() {
    const int n = 8;
    const size_t bytes = n * n * sizeof(cuComplex);
    std::vector<cuComplex> host(n * n, make_cuComplex(1.0f, 1.0f)), out(n * n);
    cuComplex *a, *c;
    if (cudaMalloc((void **)&a, bytes) != cudaSuccess || cudaMalloc((void **)&c, bytes) != cudaSuccess) return 1;
    cudaMemcpy(a, host.data(), bytes, cudaMemcpyHostToDevice);
    cublasHandle_t handle;
    if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS) return 1;
    const cuComplex one = make_cuComplex(1.0f, 0.0f), zero = make_cuComplex(0.0f, 0.0f);
    cublasStatus_t status = cublasCgemm(handle, CUBLAS_OP_N, CUBLAS_OP_C, n, n, n, &one, a, n, a, n, &zero, c, n);
    float norm = 0.0f;
    if (status == CUBLAS_STATUS_SUCCESS) status = cublasScnrm2(handle, n * n, c, 1, &norm);
    cudaMemcpy(out.data(), c, bytes, cudaMemcpyDeviceToHost);
    // (1 + i) times its conjugate is 2, n times.
    const bool right = status == CUBLAS_STATUS_SUCCESS && std::fabs(cuCrealf(out[1]) - 2.0f * n) < 1e-3f &&
                       std::fabs(cuCimagf(out[1])) < 1e-3f && std::fabs(norm - 2.0f * n * n) < 1e-2f;
    cublasDestroy(handle);
    std::puts(right ? "PASSED" : "FAILED");
    return right ? 0 : 1;
}
