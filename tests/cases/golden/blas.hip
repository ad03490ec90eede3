// Matrix product and vector norm through cuBLAS.
#include <rocblas/rocblas.h>
#include <hip/hip_runtime.h>

static const char *name(rocblas_status status)
{
    switch (status) {
    case rocblas_status_success:
        return "CUBLAS_STATUS_SUCCESS";
    case rocblas_status_memory_error:
        return "CUBLAS_STATUS_ALLOC_FAILED";
    default:
        return "unknown";
    }
}

bool product(hipStream_t stream, int n, const float *a, const float *b, float *c, float *norm)
{
    rocblas_handle handle;
    if (rocblas_create_handle(&handle) != rocblas_status_success) return false;
    rocblas_set_stream(handle, stream);
    const float one = 1.0f, zero = 0.0f;
    rocblas_status status =
        rocblas_sgemm(handle, rocblas_operation_none, rocblas_operation_transpose, n, n, n, &one, a, n, b, n, &zero, c, n);
    if (status == rocblas_status_success) status = rocblas_snrm2(handle, n * n, c, 1, norm);
    rocblas_destroy_handle(handle);
    return name(status)[0] == 'C' && status == rocblas_status_success;
}
