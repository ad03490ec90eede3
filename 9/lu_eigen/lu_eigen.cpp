// cuSOLVER: LU with a solve, and the eigenvalues of a symmetric matrix.
#include <cmath>
#include <cstdio>
#include <vector>

#include <cuda_runtime_api.h>
#include <cusolverDn.h>

static bool solve(cusolverDnHandle_t handle, int n, double *a, double *b, int *info) {
    int work = 0;
    if (cusolverDnDgetrf_bufferSize(handle, n, n, a, n, &work) != CUSOLVER_STATUS_SUCCESS) return false;
    double *space;
    int *pivots;
    if (cudaMalloc((void **)&space, sizeof(double) * work) != cudaSuccess) return false;
    if (cudaMalloc((void **)&pivots, sizeof(int) * n) != cudaSuccess) return false;
    const bool fine = cusolverDnDgetrf(handle, n, n, a, n, space, pivots, info) == CUSOLVER_STATUS_SUCCESS &&
                      cusolverDnDgetrs(handle, CUBLAS_OP_N, n, 1, a, n, pivots, b, n, info) == CUSOLVER_STATUS_SUCCESS;
    cudaFree(pivots);
    cudaFree(space);
    return fine;
}

static bool eigen(cusolverDnHandle_t handle, int n, double *a, double *values, int *info) {
    int work = 0;
    if (cusolverDnDsyevd_bufferSize(handle, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, n, a, n, values, &work) !=
        CUSOLVER_STATUS_SUCCESS) {
        return false;
    }
    double *space;
    if (cudaMalloc((void **)&space, sizeof(double) * work) != cudaSuccess) return false;
    const bool fine = cusolverDnDsyevd(handle, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, n, a, n, values, space, work,
                                       info) == CUSOLVER_STATUS_SUCCESS;
    cudaFree(space);
    return fine;
}

int main() {
    const int n = 2;
    const std::vector<double> matrix = {2, 1, 1, 2}, right_side = {3, 3};
    double *a, *b, *values;
    int *info;
    cudaMalloc((void **)&a, sizeof(double) * n * n);
    cudaMalloc((void **)&b, sizeof(double) * n);
    cudaMalloc((void **)&values, sizeof(double) * n);
    cudaMalloc((void **)&info, sizeof(int));
    cudaMemcpy(a, matrix.data(), sizeof(double) * n * n, cudaMemcpyHostToDevice);
    cudaMemcpy(b, right_side.data(), sizeof(double) * n, cudaMemcpyHostToDevice);
    cusolverDnHandle_t handle;
    if (cusolverDnCreate(&handle) != CUSOLVER_STATUS_SUCCESS) return 1;
    bool right = solve(handle, n, a, b, info);
    cudaMemcpy(a, matrix.data(), sizeof(double) * n * n, cudaMemcpyHostToDevice);
    right = right && eigen(handle, n, a, values, info);
    double x[2], lambda[2];
    cudaMemcpy(x, b, sizeof(x), cudaMemcpyDeviceToHost);
    cudaMemcpy(lambda, values, sizeof(lambda), cudaMemcpyDeviceToHost);
    right = right && std::fabs(x[0] - 1) < 1e-9 && std::fabs(lambda[0] - 1) < 1e-9 && std::fabs(lambda[1] - 3) < 1e-9;
    cusolverDnDestroy(handle);
    std::puts(right ? "PASSED" : "FAILED");
    return right ? 0 : 1;
}
