// Inference: batch normalisation, pooling, normalisation across channels, dropout state.
#include <cstdio>
#include <vector>

#include <cuda_runtime_api.h>
#include <cudnn.h>

static bool run(cudnnHandle_t handle, float *x, float *y, float *parameters) {
    const int channels = 4, size = 8;
    const float one = 1.0f, zero = 0.0f;
    cudnnTensorDescriptor_t in, half, per_channel;
    cudnnPoolingDescriptor_t pool;
    cudnnLRNDescriptor_t lrn;
    bool fine = cudnnCreateTensorDescriptor(&in) == CUDNN_STATUS_SUCCESS &&
                cudnnCreateTensorDescriptor(&half) == CUDNN_STATUS_SUCCESS &&
                cudnnCreateTensorDescriptor(&per_channel) == CUDNN_STATUS_SUCCESS &&
                cudnnCreatePoolingDescriptor(&pool) == CUDNN_STATUS_SUCCESS &&
                cudnnCreateLRNDescriptor(&lrn) == CUDNN_STATUS_SUCCESS;
    cudnnSetTensor4dDescriptor(in, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1, channels, size, size);
    cudnnSetTensor4dDescriptor(half, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1, channels, size / 2, size / 2);
    cudnnDeriveBNTensorDescriptor(per_channel, in, CUDNN_BATCHNORM_SPATIAL);
    cudnnSetPooling2dDescriptor(pool, CUDNN_POOLING_MAX, CUDNN_NOT_PROPAGATE_NAN, 2, 2, 0, 0, 2, 2);
    cudnnSetLRNDescriptor(lrn, 5, 1e-4, 0.75, 2.0);
    fine = fine && cudnnBatchNormalizationForwardInference(handle, CUDNN_BATCHNORM_SPATIAL, &one, &zero, in, x, in, x, per_channel,
                                                           parameters, parameters, parameters, parameters, 1e-5) ==
                       CUDNN_STATUS_SUCCESS;
    fine = fine && cudnnLRNCrossChannelForward(handle, lrn, CUDNN_LRN_CROSS_CHANNEL_DIM1, &one, in, x, &zero, in, x) ==
                       CUDNN_STATUS_SUCCESS;
    fine = fine && cudnnPoolingForward(handle, pool, &one, in, x, &zero, half, y) == CUDNN_STATUS_SUCCESS;
    cudnnDestroyLRNDescriptor(lrn);
    cudnnDestroyPoolingDescriptor(pool);
    cudnnDestroyTensorDescriptor(in);
    return fine;
}

int main() {
    const size_t count = 4 * 8 * 8;
    std::vector<float> host(count, 0.0f);
    float *x, *y, *parameters;
    cudaMalloc((void **)&x, count * sizeof(float));
    cudaMalloc((void **)&y, count * sizeof(float));
    cudaMalloc((void **)&parameters, 4 * sizeof(float));
    cudaMemcpy(x, host.data(), count * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(parameters, host.data(), 4 * sizeof(float), cudaMemcpyHostToDevice);
    cudnnHandle_t handle;
    if (cudnnCreate(&handle) != CUDNN_STATUS_SUCCESS) return 1;
    bool right = run(handle, x, y, parameters);
    cudaMemcpy(host.data(), y, 4 * sizeof(float), cudaMemcpyDeviceToHost);
    right = right && host[0] == 0.0f;
    cudnnDestroy(handle);
    std::puts(right ? "PASSED" : "FAILED");
    return right ? 0 : 1;
}
