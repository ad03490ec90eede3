// A small inference step with cuDNN: bias, rectifier, softmax.
#include <cuda_runtime.h>
#include <cudnn.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CUDA_OK(call)                                                           \
    do {                                                                        \
        cudaError_t s_ = (call);                                                \
        if (s_ != cudaSuccess) {                                                \
            fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(s_)); \
            exit(1);                                                            \
        }                                                                       \
    } while (0)

#define CUDNN_OK(call)                                                           \
    do {                                                                         \
        cudnnStatus_t s_ = (call);                                               \
        if (s_ != CUDNN_STATUS_SUCCESS) {                                        \
            fprintf(stderr, "line %d: %s\n", __LINE__, cudnnGetErrorString(s_)); \
            exit(1);                                                             \
        }                                                                        \
    } while (0)

int main()
{
    const int batch = 4, classes = 10;
    std::vector<float> logits(batch * classes), bias(classes), out(batch * classes);
    for (int i = 0; i < batch * classes; ++i) logits[i] = std::sin(float(i));
    for (int i = 0; i < classes; ++i) bias[i] = 0.1f * i - 0.4f;

    cudnnHandle_t dnn;
    CUDNN_OK(cudnnCreate(&dnn));

    cudnnTensorDescriptor_t rows, row;
    CUDNN_OK(cudnnCreateTensorDescriptor(&rows));
    CUDNN_OK(cudnnCreateTensorDescriptor(&row));
    CUDNN_OK(cudnnSetTensor4dDescriptor(rows, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, batch, classes, 1, 1));
    CUDNN_OK(cudnnSetTensor4dDescriptor(row, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1, classes, 1, 1));

    cudnnActivationDescriptor_t relu;
    CUDNN_OK(cudnnCreateActivationDescriptor(&relu));
    CUDNN_OK(cudnnSetActivationDescriptor(relu, CUDNN_ACTIVATION_RELU, CUDNN_NOT_PROPAGATE_NAN, 0.0));

    float *x, *b, *y;
    CUDA_OK(cudaMalloc((void**)&x, logits.size() * sizeof(float)));
    CUDA_OK(cudaMalloc((void**)&b, bias.size() * sizeof(float)));
    CUDA_OK(cudaMalloc((void**)&y, out.size() * sizeof(float)));
    CUDA_OK(cudaMemcpy(x, logits.data(), logits.size() * sizeof(float), cudaMemcpyHostToDevice));
    CUDA_OK(cudaMemcpy(b, bias.data(), bias.size() * sizeof(float), cudaMemcpyHostToDevice));

    const float one = 1.0f, zero = 0.0f;
    // x = x + b, y = relu(x), y = softmax(y) by row
    CUDNN_OK(cudnnAddTensor(dnn, &one, row, b, &one, rows, x));
    CUDNN_OK(cudnnActivationForward(dnn, relu, &one, rows, x, &zero, rows, y));
    CUDNN_OK(cudnnSoftmaxForward(dnn, CUDNN_SOFTMAX_ACCURATE, CUDNN_SOFTMAX_MODE_CHANNEL, &one, rows, y, &zero, rows, x));
    CUDA_OK(cudaMemcpy(out.data(), x, out.size() * sizeof(float), cudaMemcpyDeviceToHost));

    float worst = 0;
    for (int r = 0; r < batch; ++r) {
        float sum = 0, want[10];
        for (int c = 0; c < classes; ++c) {
            want[c] = std::exp(std::max(0.0f, logits[r * classes + c] + bias[c]));
            sum += want[c];
        }
        for (int c = 0; c < classes; ++c)
            worst = std::max(worst, std::fabs(out[r * classes + c] - want[c] / sum));
    }

    CUDA_OK(cudaFree(x));
    CUDA_OK(cudaFree(b));
    CUDA_OK(cudaFree(y));
    CUDNN_OK(cudnnDestroyActivationDescriptor(relu));
    CUDNN_OK(cudnnDestroyTensorDescriptor(rows));
    CUDNN_OK(cudnnDestroyTensorDescriptor(row));
    CUDNN_OK(cudnnDestroy(dnn));
    printf("%s: largest error %g\n", worst < 1e-5f ? "PASSED" : "FAILED", worst);
    return worst < 1e-5f ? 0 : 1;
}
