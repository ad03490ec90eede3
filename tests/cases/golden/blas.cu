// Matrix product and vector norm through cuBLAS.
#include <cublas_v2.h>
#include <cuda_runtime.h>

static const char *name(cublasStatus_t status)
{
    switch (status) {
    case CUBLAS_STATUS_SUCCESS:
        return "CUBLAS_STATUS_SUCCESS";
    case CUBLAS_STATUS_ALLOC_FAILED:
        return "CUBLAS_STATUS_ALLOC_FAILED";
    default:
        return "unknown";
    }
}

bool product(cudaStream_t stream, int n, const float *a, const float *b, float *c, float *norm)
{
    cublasHandle_t handle;
    if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS) return false;
    cublasSetStream(handle, stream);
    const float one = 1.0f, zero = 0.0f;
    cublasStatus_t status =
        cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, &one, a, n, b, n, &zero, c, n);
    if (status == CUBLAS_STATUS_SUCCESS) status = cublasSnrm2(handle, n * n, c, 1, norm);
    cublasDestroy(handle);
    return name(status)[0] == 'C' && status == CUBLAS_STATUS_SUCCESS;
}
