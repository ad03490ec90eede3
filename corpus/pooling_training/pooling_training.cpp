// One step back through pooling and normalisation across channels, and sums and products of tensors.
#include <cmath>
#include <cstdio>
#include <vector>

#include <cuda_runtime_api.h>
#include <cudnn.h>

#define CHECK(call)                                                              \
    do {                                                                         \
        cudnnStatus_t status_ = (call);                                          \
        if (status_ != CUDNN_STATUS_SUCCESS) {                                   \
            std::printf("%s: %s\n", #call, cudnnGetErrorString(status_));        \
            return false;                                                        \
        }                                                                        \
    } while (0)

class Product {
public:
    Product() { cudnnCreateOpTensorDescriptor(&op_); }
    ~Product() { cudnnDestroyOpTensorDescriptor(op_); }
    bool run(cudnnHandle_t handle, cudnnTensorDescriptor_t desc, const float *a, const float *b, float *c) const {
        const float one = 1.0f, zero = 0.0f;
        CHECK(cudnnSetOpTensorDescriptor(op_, CUDNN_OP_TENSOR_MUL, CUDNN_DATA_FLOAT, CUDNN_NOT_PROPAGATE_NAN));
        CHECK(cudnnOpTensor(handle, op_, &one, desc, a, &one, desc, b, &zero, desc, c));
        return true;
    }

private:
    cudnnOpTensorDescriptor_t op_;
};

struct Layers {
    cudnnTensorDescriptor_t whole, half, bias;
    cudnnPoolingDescriptor_t pool;
    cudnnLRNDescriptor_t lrn;
};

static bool describe(Layers &layers, int channels, int size) {
    CHECK(cudnnCreateTensorDescriptor(&layers.whole));
    CHECK(cudnnCreateTensorDescriptor(&layers.half));
    CHECK(cudnnCreateTensorDescriptor(&layers.bias));
    CHECK(cudnnCreatePoolingDescriptor(&layers.pool));
    CHECK(cudnnCreateLRNDescriptor(&layers.lrn));
    CHECK(cudnnSetTensor4dDescriptor(layers.whole, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1, channels, size, size));
    CHECK(cudnnSetTensor4dDescriptor(layers.half, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1, channels, size / 2, size / 2));
    CHECK(cudnnSetTensor4dDescriptor(layers.bias, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1, channels, 1, 1));
    CHECK(cudnnSetPooling2dDescriptor(layers.pool, CUDNN_POOLING_MAX, CUDNN_NOT_PROPAGATE_NAN, 2, 2, 0, 0, 2, 2));
    CHECK(cudnnSetLRNDescriptor(layers.lrn, 5, 1e-4, 0.75, 2.0));
    return true;
}

// x + bias -> across channels (n) -> pooled (y); the gradient goes back to dx.
static bool step(cudnnHandle_t handle, const Layers &l, float *x, const float *bias, float *n, float *y, const float *dy,
                 float *dn, float *dx) {
    const float one = 1.0f, zero = 0.0f;
    CHECK(cudnnAddTensor(handle, &one, l.bias, bias, &one, l.whole, x));
    CHECK(cudnnLRNCrossChannelForward(handle, l.lrn, CUDNN_LRN_CROSS_CHANNEL_DIM1, &one, l.whole, x, &zero, l.whole, n));
    CHECK(cudnnPoolingForward(handle, l.pool, &one, l.whole, n, &zero, l.half, y));
    CHECK(cudnnPoolingBackward(handle, l.pool, &one, l.half, y, l.half, dy, l.whole, n, &zero, l.whole, dn));
    CHECK(cudnnLRNCrossChannelBackward(handle, l.lrn, CUDNN_LRN_CROSS_CHANNEL_DIM1, &one, l.whole, n, l.whole, dn, l.whole, x,
                                       &zero, l.whole, dx));
    return Product().run(handle, l.whole, dx, dx, dn);
}

int main() {
    const int channels = 4, size = 8;
    const size_t whole = channels * size * size, half = whole / 4;
    std::vector<float> ones(whole, 1.0f), result(whole);
    float *x, *bias, *n, *y, *dy, *dn, *dx;
    for (float **p : {&x, &n, &dn, &dx}) cudaMalloc((void **)p, whole * sizeof(float));
    for (float **p : {&y, &dy}) cudaMalloc((void **)p, half * sizeof(float));
    cudaMalloc((void **)&bias, channels * sizeof(float));
    cudaMemcpy(x, ones.data(), whole * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dy, ones.data(), half * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(bias, ones.data(), channels * sizeof(float), cudaMemcpyHostToDevice);
    cudnnHandle_t handle;
    Layers layers;
    if (cudnnCreate(&handle) != CUDNN_STATUS_SUCCESS || !describe(layers, channels, size)) return 1;
    bool right = step(handle, layers, x, bias, n, y, dy, dn, dx);
    cudaMemcpy(result.data(), dn, whole * sizeof(float), cudaMemcpyDeviceToHost);
    // Every window of four has one gradient: a square of a number below 1.
    int passed = 0;
    for (float square : result) passed += square > 0.0f;
    right = right && passed == static_cast<int>(half) && std::fabs(result[0]) < 1.0f;
    cudnnDestroy(handle);
    std::puts(right ? "PASSED" : "FAILED");
    return right ? 0 : 1;
}
