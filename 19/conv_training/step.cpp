// A training step: convolution, bias, activation, and their gradients.
#include <cstdio>
#include <cstdlib>

#include <cuda_runtime_api.h>
#include <cudnn.h>

#define CHECK(call)                                                        \
    do {                                                                   \
        cudnnStatus_t status_ = (call);                                    \
        if (status_ != CUDNN_STATUS_SUCCESS) {                             \
            std::printf("%s: %s\n", #call, cudnnGetErrorString(status_));  \
            std::exit(1);                                                  \
        }                                                                  \
    } while (0)

static void *device(size_t bytes) {
    void *p = nullptr;
    if (cudaMalloc(&p, bytes) != cudaSuccess || cudaMemset(p, 0, bytes) != cudaSuccess) std::exit(1);
    return p;
}

int main() {
    const int batch = 2, channels = 3, size = 16, filters = 4;
    cudnnHandle_t handle;
    cudnnTensorDescriptor_t x_desc, y_desc, b_desc;
    cudnnFilterDescriptor_t w_desc;
    cudnnConvolutionDescriptor_t conv;
    cudnnActivationDescriptor_t relu;
    CHECK(cudnnCreate(&handle));
    CHECK(cudnnCreateTensorDescriptor(&x_desc));
    CHECK(cudnnCreateTensorDescriptor(&y_desc));
    CHECK(cudnnCreateTensorDescriptor(&b_desc));
    CHECK(cudnnCreateFilterDescriptor(&w_desc));
    CHECK(cudnnCreateConvolutionDescriptor(&conv));
    CHECK(cudnnCreateActivationDescriptor(&relu));
    CHECK(cudnnSetTensor4dDescriptor(x_desc, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, batch, channels, size, size));
    CHECK(cudnnSetTensor4dDescriptor(b_desc, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1, filters, 1, 1));
    CHECK(cudnnSetFilter4dDescriptor(w_desc, CUDNN_DATA_FLOAT, CUDNN_TENSOR_NCHW, filters, channels, 3, 3));
    CHECK(cudnnSetConvolution2dDescriptor(conv, 1, 1, 1, 1, 1, 1, CUDNN_CROSS_CORRELATION, CUDNN_DATA_FLOAT));
    CHECK(cudnnSetConvolutionMathType(conv, CUDNN_TENSOR_OP_MATH));
    CHECK(cudnnSetActivationDescriptor(relu, CUDNN_ACTIVATION_RELU, CUDNN_PROPAGATE_NAN, 0.0));
    int n, c, h, w;
    CHECK(cudnnGetConvolution2dForwardOutputDim(conv, x_desc, w_desc, &n, &c, &h, &w));
    CHECK(cudnnSetTensor4dDescriptor(y_desc, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, n, c, h, w));

    const size_t x_bytes = sizeof(float) * batch * channels * size * size;
    const size_t y_bytes = sizeof(float) * n * c * h * w, w_bytes = sizeof(float) * filters * channels * 9;
    void *x = device(x_bytes), *y = device(y_bytes), *weights = device(w_bytes), *bias = device(sizeof(float) * filters);
    void *dx = device(x_bytes), *dy = device(y_bytes), *dw = device(w_bytes), *db = device(sizeof(float) * filters);

    size_t need = 0, more = 0;
    CHECK(cudnnGetConvolutionForwardWorkspaceSize(handle, x_desc, w_desc, conv, y_desc, CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM,
                                                  &need));
    CHECK(cudnnGetConvolutionBackwardDataWorkspaceSize(handle, w_desc, y_desc, conv, x_desc, CUDNN_CONVOLUTION_BWD_DATA_ALGO_0,
                                                       &more));
    need = more > need ? more : need;
    CHECK(cudnnGetConvolutionBackwardFilterWorkspaceSize(handle, x_desc, y_desc, conv, w_desc,
                                                         CUDNN_CONVOLUTION_BWD_FILTER_ALGO_0, &more));
    need = more > need ? more : need;
    void *space = device(need + 1);

    cudnnConvolutionFwdAlgoPerf_t forward;
    cudnnConvolutionBwdDataAlgoPerf_t data;
    cudnnConvolutionBwdFilterAlgoPerf_t filter;
    int found = 0;
    CHECK(cudnnFindConvolutionForwardAlgorithmEx(handle, x_desc, x, w_desc, weights, conv, y_desc, y, 1, &found, &forward, space,
                                                 need));
    CHECK(cudnnFindConvolutionBackwardDataAlgorithmEx(handle, w_desc, weights, y_desc, dy, conv, x_desc, dx, 1, &found, &data,
                                                      space, need));
    CHECK(cudnnFindConvolutionBackwardFilterAlgorithmEx(handle, x_desc, x, y_desc, dy, conv, w_desc, dw, 1, &found, &filter,
                                                        space, need));

    const float one = 1.0f, zero = 0.0f;
    CHECK(cudnnConvolutionForward(handle, &one, x_desc, x, w_desc, weights, conv, forward.algo, space, need, &zero, y_desc, y));
    CHECK(cudnnActivationForward(handle, relu, &one, y_desc, y, &zero, y_desc, y));
    CHECK(cudnnActivationBackward(handle, relu, &one, y_desc, y, y_desc, dy, y_desc, y, &zero, y_desc, dy));
    CHECK(cudnnConvolutionBackwardBias(handle, &one, y_desc, dy, &zero, b_desc, db));
    CHECK(cudnnConvolutionBackwardFilter(handle, &one, x_desc, x, y_desc, dy, conv, filter.algo, space, need, &zero, w_desc, dw));
    CHECK(cudnnConvolutionBackwardData(handle, &one, w_desc, weights, y_desc, dy, conv, data.algo, space, need, &zero, x_desc,
                                       dx));
    // All inputs are zero, and so is every gradient.
    float out[4] = {1, 1, 1, 1};
    cudaMemcpy(out, db, sizeof(out), cudaMemcpyDeviceToHost);
    const bool right = out[0] == 0.0f && out[3] == 0.0f && bias != nullptr;
    CHECK(cudnnDestroyActivationDescriptor(relu));
    CHECK(cudnnDestroyConvolutionDescriptor(conv));
    CHECK(cudnnDestroyFilterDescriptor(w_desc));
    CHECK(cudnnDestroy(handle));
    std::puts(right ? "PASSED" : "FAILED");
    return right ? 0 : 1;
}
