// The generic interface of cuSPARSE: a sparse matrix times a dense one, types by enumerator.
#include <cmath>
#include <cstdio>

#include <cuda_runtime_api.h>
#include <cusparse.h>

template <class T>
static T *copy(const T *from, int count) {
    T *to = nullptr;
    if (cudaMalloc((void **)&to, sizeof(T) * count) != cudaSuccess) return nullptr;
    cudaMemcpy(to, from, sizeof(T) * count, cudaMemcpyHostToDevice);
    return to;
}

int main() {
    const int rows[] = {0, 1, 2}, columns[] = {1, 0};
    const float values[] = {2.0f, 3.0f}, dense[] = {1, 2, 3, 4}, nothing[] = {0, 0, 0, 0};
    int *d_rows = copy(rows, 3), *d_columns = copy(columns, 2);
    float *d_values = copy(values, 2), *d_dense = copy(dense, 4), *d_out = copy(nothing, 4);
    const float one = 1.0f, zero = 0.0f;
    cusparseHandle_t handle;
    cusparseSpMatDescr_t a;
    cusparseDnMatDescr_t b, c;
    size_t bytes = 0;
    void *space = nullptr;
    bool right = cusparseCreate(&handle) == CUSPARSE_STATUS_SUCCESS &&
                 cusparseCreateCsr(&a, 2, 2, 2, d_rows, d_columns, d_values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                   CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F) == CUSPARSE_STATUS_SUCCESS &&
                 cusparseCreateDnMat(&b, 2, 2, 2, d_dense, CUDA_R_32F, CUSPARSE_ORDER_COL) == CUSPARSE_STATUS_SUCCESS &&
                 cusparseCreateDnMat(&c, 2, 2, 2, d_out, CUDA_R_32F, CUSPARSE_ORDER_COL) == CUSPARSE_STATUS_SUCCESS &&
                 cusparseSpMM_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, b,
                                         &zero, c, CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT, &bytes) == CUSPARSE_STATUS_SUCCESS &&
                 cudaMalloc(&space, bytes + 1) == cudaSuccess &&
                 cusparseSpMM(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, b, &zero, c,
                              CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT, space) == CUSPARSE_STATUS_SUCCESS;
    float out[4];
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    right = right && out[0] == 4.0f && out[1] == 3.0f && out[2] == 8.0f && out[3] == 9.0f;
    cusparseDestroyDnMat(c);
    cusparseDestroyDnMat(b);
    cusparseDestroySpMat(a);
    cusparseDestroy(handle);
    std::puts(right ? "PASSED" : "FAILED");
    return right ? 0 : 1;
}
