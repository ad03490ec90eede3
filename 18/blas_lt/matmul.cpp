// cuBLAS and cuBLASLt in one program: names that both share are spelled for the library of each call.
#include <cmath>
#include <cstdio>
#include <vector>

#include <cublasLt.h>
#include <cublas_v2.h>
#include <cuda_runtime_api.h>

static bool scale(cublasHandle_t handle, int count, float factor, float *x) {
    return cublasSscal(handle, count, &factor, x, 1) == CUBLAS_STATUS_SUCCESS;
}

static bool matmul(cublasLtHandle_t handle, int n, const float *a, const float *b, float *c, void *space, size_t bytes,
                   cudaStream_t stream) {
    cublasLtMatmulDesc_t desc;
    cublasLtMatrixLayout_t layout;
    cublasLtMatmulPreference_t preference;
    cublasOperation_t op = CUBLAS_OP_N;
    const float one = 1.0f, zero = 0.0f;
    bool fine = cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F) == CUBLAS_STATUS_SUCCESS &&
                cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_TRANSA, &op, sizeof(op)) == CUBLAS_STATUS_SUCCESS &&
                cublasLtMatrixLayoutCreate(&layout, CUDA_R_32F, n, n, n) == CUBLAS_STATUS_SUCCESS &&
                cublasLtMatmulPreferenceCreate(&preference) == CUBLAS_STATUS_SUCCESS;
    cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &bytes, sizeof(bytes));
    cublasLtMatmulHeuristicResult_t found;
    int count = 0;
    fine = fine && cublasLtMatmulAlgoGetHeuristic(handle, desc, layout, layout, layout, layout, preference, 1, &found,
                                                  &count) == CUBLAS_STATUS_SUCCESS;
    fine = fine && count > 0 &&
           cublasLtMatmul(handle, desc, &one, a, layout, b, layout, &zero, c, layout, c, layout, &found.algo, space, bytes,
                          stream) == CUBLAS_STATUS_SUCCESS;
    cublasLtMatmulPreferenceDestroy(preference);
    cublasLtMatrixLayoutDestroy(layout);
    cublasLtMatmulDescDestroy(desc);
    return fine;
}

int main() {
    const int n = 32;
    const size_t bytes = n * n * sizeof(float), space_bytes = 1 << 20;
    std::vector<float> host(n * n, 1.0f), out(n * n);
    float *a, *b, *c;
    void *space;
    cudaStream_t stream;
    if (cudaMalloc((void **)&a, bytes) != cudaSuccess || cudaMalloc((void **)&b, bytes) != cudaSuccess ||
        cudaMalloc((void **)&c, bytes) != cudaSuccess || cudaMalloc(&space, space_bytes) != cudaSuccess ||
        cudaStreamCreate(&stream) != cudaSuccess) {
        return 1;
    }
    cudaMemcpy(a, host.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(b, host.data(), bytes, cudaMemcpyHostToDevice);
    cublasHandle_t blas;
    cublasLtHandle_t lt;
    if (cublasCreate(&blas) != CUBLAS_STATUS_SUCCESS || cublasLtCreate(&lt) != CUBLAS_STATUS_SUCCESS) return 1;
    bool right = scale(blas, n * n, 2.0f, a) && matmul(lt, n, a, b, c, space, space_bytes, stream);
    cudaStreamSynchronize(stream);
    cudaMemcpy(out.data(), c, bytes, cudaMemcpyDeviceToHost);
    right = right && std::fabs(out[5] - 2.0f * n) < 1e-3f;
    cublasLtDestroy(lt);
    cublasDestroy(blas);
    std::puts(right ? "PASSED" : "FAILED");
    return right ? 0 : 1;
}
