// y = A x for a tridiagonal matrix in compressed rows, with cuSPARSE's generic interface.
#include <cuda_runtime.h>
#include <cusparse.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK_CUDA(func)                                                                   \
    {                                                                                      \
        cudaError_t status = (func);                                                       \
        if (status != cudaSuccess) {                                                       \
            printf("CUDA failed at line %d: %s\n", __LINE__, cudaGetErrorString(status));  \
            return EXIT_FAILURE;                                                           \
        }                                                                                  \
    }

#define CHECK_CUSPARSE(func)                                                                     \
    {                                                                                            \
        cusparseStatus_t status = (func);                                                        \
        if (status != CUSPARSE_STATUS_SUCCESS) {                                                 \
            printf("cuSPARSE failed at line %d: %s\n", __LINE__, cusparseGetErrorString(status)); \
            return EXIT_FAILURE;                                                                 \
        }                                                                                        \
    }

int main()
{
    const int n = 1000;
    std::vector<int> offsets{0}, columns;
    std::vector<float> values, x(n), y(n, 0.f);
    for (int row = 0; row < n; ++row) {
        for (int col = row - 1; col <= row + 1; ++col) {
            if (col < 0 || col >= n) continue;
            columns.push_back(col);
            values.push_back(col == row ? 2.f : -1.f);
        }
        offsets.push_back(int(columns.size()));
        x[row] = float(row % 10);
    }
    const int nnz = int(columns.size());

    int *d_offsets, *d_columns;
    float *d_values, *d_x, *d_y;
    CHECK_CUDA(cudaMalloc((void**)&d_offsets, (n + 1) * sizeof(int)))
    CHECK_CUDA(cudaMalloc((void**)&d_columns, nnz * sizeof(int)))
    CHECK_CUDA(cudaMalloc((void**)&d_values, nnz * sizeof(float)))
    CHECK_CUDA(cudaMalloc((void**)&d_x, n * sizeof(float)))
    CHECK_CUDA(cudaMalloc((void**)&d_y, n * sizeof(float)))
    CHECK_CUDA(cudaMemcpy(d_offsets, offsets.data(), (n + 1) * sizeof(int), cudaMemcpyHostToDevice))
    CHECK_CUDA(cudaMemcpy(d_columns, columns.data(), nnz * sizeof(int), cudaMemcpyHostToDevice))
    CHECK_CUDA(cudaMemcpy(d_values, values.data(), nnz * sizeof(float), cudaMemcpyHostToDevice))
    CHECK_CUDA(cudaMemcpy(d_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice))

    cusparseHandle_t handle = NULL;
    cusparseSpMatDescr_t matrix;
    cusparseDnVecDescr_t vec_x, vec_y;
    CHECK_CUSPARSE(cusparseCreate(&handle))
    CHECK_CUSPARSE(cusparseCreateCsr(&matrix, n, n, nnz, d_offsets, d_columns, d_values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                     CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F))
    CHECK_CUSPARSE(cusparseCreateDnVec(&vec_x, n, d_x, CUDA_R_32F))
    CHECK_CUSPARSE(cusparseCreateDnVec(&vec_y, n, d_y, CUDA_R_32F))

    const float alpha = 1.0f, beta = 0.0f;
    size_t bytes = 0;
    void* buffer = NULL;
    CHECK_CUSPARSE(cusparseSpMV_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, matrix, vec_x, &beta, vec_y, CUDA_R_32F,
                                           CUSPARSE_SPMV_ALG_DEFAULT, &bytes))
    CHECK_CUDA(cudaMalloc(&buffer, bytes))
    CHECK_CUSPARSE(cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, matrix, vec_x, &beta, vec_y, CUDA_R_32F,
                                CUSPARSE_SPMV_ALG_DEFAULT, buffer))
    CHECK_CUDA(cudaMemcpy(y.data(), d_y, n * sizeof(float), cudaMemcpyDeviceToHost))

    bool ok = true;
    for (int row = 0; row < n; ++row) {
        float want = 2.f * x[row] - (row > 0 ? x[row - 1] : 0.f) - (row + 1 < n ? x[row + 1] : 0.f);
        ok = ok && std::fabs(y[row] - want) < 1e-5f;
    }

    CHECK_CUSPARSE(cusparseDestroySpMat(matrix))
    CHECK_CUSPARSE(cusparseDestroyDnVec(vec_x))
    CHECK_CUSPARSE(cusparseDestroyDnVec(vec_y))
    CHECK_CUSPARSE(cusparseDestroy(handle))
    for (void* p : {(void*)d_offsets, (void*)d_columns, (void*)d_values, (void*)d_x, (void*)d_y, buffer}) CHECK_CUDA(cudaFree(p))
    printf("%s\n", ok ? "PASSED" : "FAILED");
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
