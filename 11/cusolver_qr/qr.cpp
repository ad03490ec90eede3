// Solves A x = b by a QR factorisation: cuSOLVER factors and applies Q, cuBLAS solves with R.
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <cusolverDn.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

static void ok(bool condition, const char* what)
{
    if (condition) return;
    std::fprintf(stderr, "%s failed\n", what);
    std::exit(2);
}

int main()
{
    const int n = 3;
    // Column-major.
    const std::vector<double> a{1, 4, 2, 2, 5, 1, 3, 6, 1}, b{6, 15, 4};
    std::vector<double> x(n);

    cusolverDnHandle_t solver = nullptr;
    cublasHandle_t blas = nullptr;
    ok(cusolverDnCreate(&solver) == CUSOLVER_STATUS_SUCCESS, "cusolverDnCreate");
    ok(cublasCreate(&blas) == CUBLAS_STATUS_SUCCESS, "cublasCreate");

    double *d_a, *d_tau, *d_b, *d_work;
    int* d_info;
    ok(cudaMalloc((void**)&d_a, sizeof(double) * n * n) == cudaSuccess, "cudaMalloc");
    ok(cudaMalloc((void**)&d_tau, sizeof(double) * n) == cudaSuccess, "cudaMalloc");
    ok(cudaMalloc((void**)&d_b, sizeof(double) * n) == cudaSuccess, "cudaMalloc");
    ok(cudaMalloc((void**)&d_info, sizeof(int)) == cudaSuccess, "cudaMalloc");
    ok(cudaMemcpy(d_a, a.data(), sizeof(double) * n * n, cudaMemcpyHostToDevice) == cudaSuccess, "upload");
    ok(cudaMemcpy(d_b, b.data(), sizeof(double) * n, cudaMemcpyHostToDevice) == cudaSuccess, "upload");

    int work_geqrf = 0, work_ormqr = 0;
    ok(cusolverDnDgeqrf_bufferSize(solver, n, n, d_a, n, &work_geqrf) == CUSOLVER_STATUS_SUCCESS, "geqrf size");
    ok(cusolverDnDormqr_bufferSize(solver, CUBLAS_SIDE_LEFT, CUBLAS_OP_T, n, 1, n, d_a, n, d_tau, d_b, n, &work_ormqr) ==
           CUSOLVER_STATUS_SUCCESS,
       "ormqr size");
    const int work = work_geqrf > work_ormqr ? work_geqrf : work_ormqr;
    ok(cudaMalloc((void**)&d_work, sizeof(double) * work) == cudaSuccess, "cudaMalloc");

    // A = Q R, then b = Q^T b, then R x = b
    ok(cusolverDnDgeqrf(solver, n, n, d_a, n, d_tau, d_work, work, d_info) == CUSOLVER_STATUS_SUCCESS, "geqrf");
    int info = -1;
    ok(cudaMemcpy(&info, d_info, sizeof(int), cudaMemcpyDeviceToHost) == cudaSuccess && info == 0, "geqrf info");
    ok(cusolverDnDormqr(solver, CUBLAS_SIDE_LEFT, CUBLAS_OP_T, n, 1, n, d_a, n, d_tau, d_b, n, d_work, work, d_info) ==
           CUSOLVER_STATUS_SUCCESS,
       "ormqr");
    const double one = 1.0;
    ok(cublasDtrsm(blas, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, n, 1, &one, d_a, n, d_b, n) ==
           CUBLAS_STATUS_SUCCESS,
       "trsm");
    ok(cudaMemcpy(x.data(), d_b, sizeof(double) * n, cudaMemcpyDeviceToHost) == cudaSuccess, "download");

    // Check by multiplying back.
    double worst = 0;
    for (int row = 0; row < n; ++row) {
        double sum = 0;
        for (int col = 0; col < n; ++col) sum += a[row + col * n] * x[col];
        worst = std::fmax(worst, std::fabs(sum - b[row]));
    }

    ok(cublasDestroy(blas) == CUBLAS_STATUS_SUCCESS, "cublasDestroy");
    ok(cusolverDnDestroy(solver) == CUSOLVER_STATUS_SUCCESS, "cusolverDnDestroy");
    (void)cudaFree(d_a);
    (void)cudaFree(d_tau);
    (void)cudaFree(d_b);
    (void)cudaFree(d_work);
    (void)cudaFree(d_info);
    std::printf("%s: residual %g\n", worst < 1e-9 ? "PASSED" : "FAILED", worst);
    return worst < 1e-9 ? 0 : 1;
}
