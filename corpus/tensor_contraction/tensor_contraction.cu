// C[m,n] = sum over k of A[m,k] * B[k,n] as a contraction of tensors, checked on the host.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_runtime.h>
#include <cutensor.h>

#define CHECK(call)                                                                 \
    do {                                                                            \
        cutensorStatus_t status_ = (call);                                          \
        if (status_ != CUTENSOR_STATUS_SUCCESS) {                                   \
            std::fprintf(stderr, "%s: %s\n", #call, cutensorGetErrorString(status_)); \
            std::exit(1);                                                           \
        }                                                                           \
    } while (0)

static cutensorTensorDescriptor_t describe(cutensorHandle_t handle, int64_t rows, int64_t columns) {
    const int64_t extent[] = {rows, columns};
    cutensorTensorDescriptor_t descriptor;
    CHECK(cutensorCreateTensorDescriptor(handle, &descriptor, 2, extent, nullptr, CUTENSOR_R_32F, 128));
    return descriptor;
}

static void contract(cutensorHandle_t handle, int64_t m, int64_t n, int64_t k, const float *a, const float *b, float *c,
                     cudaStream_t stream) {
    const int32_t mode_a[] = {'m', 'k'}, mode_b[] = {'k', 'n'}, mode_c[] = {'m', 'n'};
    cutensorTensorDescriptor_t of_a = describe(handle, m, k), of_b = describe(handle, k, n), of_c = describe(handle, m, n);
    cutensorOperationDescriptor_t operation;
    CHECK(cutensorCreateContraction(handle, &operation, of_a, mode_a, CUTENSOR_OP_IDENTITY, of_b, mode_b,
                                    CUTENSOR_OP_IDENTITY, of_c, mode_c, CUTENSOR_OP_IDENTITY, of_c, mode_c,
                                    CUTENSOR_COMPUTE_DESC_32F));
    cutensorPlanPreference_t preference;
    CHECK(cutensorCreatePlanPreference(handle, &preference, CUTENSOR_ALGO_DEFAULT, CUTENSOR_JIT_MODE_NONE));
    uint64_t space = 0;
    CHECK(cutensorEstimateWorkspaceSize(handle, operation, preference, CUTENSOR_WORKSPACE_DEFAULT, &space));
    cutensorPlan_t plan;
    CHECK(cutensorCreatePlan(handle, &plan, operation, preference, space));
    void *work = nullptr;
    if (space > 0 && cudaMalloc(&work, space) != cudaSuccess) std::exit(1);
    const float alpha = 1.0f, beta = 0.0f;
    CHECK(cutensorContract(handle, plan, &alpha, a, b, &beta, c, c, work, space, stream));
    cudaStreamSynchronize(stream);
    cudaFree(work);
    CHECK(cutensorDestroyPlan(plan));
    CHECK(cutensorDestroyPlanPreference(preference));
    CHECK(cutensorDestroyOperationDescriptor(operation));
    for (cutensorTensorDescriptor_t one : {of_a, of_b, of_c}) CHECK(cutensorDestroyTensorDescriptor(one));
}

int main() {
    const int m = 5, n = 3, k = 4;
    std::vector<float> a(m * k), b(k * n), c(m * n);
    for (int i = 0; i < m * k; i++) a[i] = static_cast<float>(i % 7);
    for (int i = 0; i < k * n; i++) b[i] = static_cast<float>(i % 5);
    float *da, *db, *dc;
    cudaMalloc(&da, a.size() * sizeof(float));
    cudaMalloc(&db, b.size() * sizeof(float));
    cudaMalloc(&dc, c.size() * sizeof(float));
    cudaMemcpy(da, a.data(), a.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(db, b.data(), b.size() * sizeof(float), cudaMemcpyHostToDevice);
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cutensorHandle_t handle;
    CHECK(cutensorCreate(&handle));
    contract(handle, m, n, k, da, db, dc, stream);
    CHECK(cutensorDestroy(handle));
    cudaMemcpy(c.data(), dc, c.size() * sizeof(float), cudaMemcpyDeviceToHost);
    bool right = true;
    for (int column = 0; column < n; column++)
        for (int row = 0; row < m; row++) {
            float sum = 0;
            for (int i = 0; i < k; i++) sum += a[row + i * m] * b[i + column * k];
            right = right && std::fabs(sum - c[row + column * m]) < 1e-4f;
        }
    cudaStreamDestroy(stream);
    std::puts(right ? "PASSED" : "FAILED");
    return right ? 0 : 1;
}
