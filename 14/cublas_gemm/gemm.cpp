// Matrix products through cuBLAS: single precision, a batch with strides, and mixed precision.
#include <cublas_v2.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

static void check(cudaError_t status, const char* what)
{
    if (status != cudaSuccess)
        throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(status));
}

static const char* blas_error(cublasStatus_t status)
{
    switch (status) {
    case CUBLAS_STATUS_SUCCESS: return "success";
    case CUBLAS_STATUS_NOT_INITIALIZED: return "not initialized";
    case CUBLAS_STATUS_ALLOC_FAILED: return "out of memory";
    case CUBLAS_STATUS_INVALID_VALUE: return "invalid value";
    case CUBLAS_STATUS_NOT_SUPPORTED: return "not supported";
    default: return "another error";
    }
}

static void check(cublasStatus_t status, const char* what)
{
    if (status != CUBLAS_STATUS_SUCCESS)
        throw std::runtime_error(std::string(what) + ": " + blas_error(status));
}

/// Device memory for `count` values of `T`, filled from the host.
template <class T> class Buffer {
public:
    explicit Buffer(const std::vector<T>& host) : count_(host.size())
    {
        check(cudaMalloc(reinterpret_cast<void**>(&data_), count_ * sizeof(T)), "cudaMalloc");
        check(cudaMemcpy(data_, host.data(), count_ * sizeof(T), cudaMemcpyHostToDevice), "upload");
    }
    ~Buffer() { (void)cudaFree(data_); }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;

    T* get() const { return data_; }
    std::vector<T> download() const
    {
        std::vector<T> host(count_);
        check(cudaMemcpy(host.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost), "download");
        return host;
    }

private:
    T* data_ = nullptr;
    size_t count_;
};

// Column-major product on the host.
static std::vector<float> reference(const std::vector<float>& a, const std::vector<float>& b, int m, int n, int k)
{
    std::vector<float> c(size_t(m) * n, 0.f);
    for (int j = 0; j < n; ++j)
        for (int p = 0; p < k; ++p)
            for (int i = 0; i < m; ++i)
                c[i + j * m] += a[i + p * m] * b[p + j * k];
    return c;
}

static float max_error(const std::vector<float>& a, const std::vector<float>& b)
{
    float worst = 0;
    for (size_t i = 0; i < a.size(); ++i)
        worst = std::fmax(worst, std::fabs(a[i] - b[i]));
    return worst;
}

int main()
try {
    const int m = 64, n = 48, k = 32, batch = 3;
    std::vector<float> a(m * k), b(k * n), c(m * n, 0.f);
    for (size_t i = 0; i < a.size(); ++i) a[i] = float(int(i % 13) - 6) / 8;
    for (size_t i = 0; i < b.size(); ++i) b[i] = float(int(i % 7) - 3) / 4;
    const std::vector<float> expected = reference(a, b, m, n, k);

    cublasHandle_t handle;
    check(cublasCreate(&handle), "cublasCreate");
    cudaStream_t stream;
    check(cudaStreamCreate(&stream), "cudaStreamCreate");
    check(cublasSetStream(handle, stream), "cublasSetStream");
    check(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST), "cublasSetPointerMode");

    const float one = 1.f, zero = 0.f;
    bool ok = true;
    {
        Buffer<float> da(a), db(b), dc(c);
        check(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &one, da.get(), m, db.get(), k, &zero, dc.get(), m), "cublasSgemm");
        check(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
        const float error = max_error(dc.download(), expected);
        std::printf("sgemm error %g\n", error);
        ok = ok && error < 1e-4f;
    }
    {
        // All products of the batch share B: its stride is 0.
        std::vector<float> many, result(c.size() * batch, 0.f);
        for (int i = 0; i < batch; ++i) many.insert(many.end(), a.begin(), a.end());
        Buffer<float> da(many), db(b), dc(result);
        check(cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &one, da.get(), m, (long long)m * k,
                                        db.get(), k, 0, &zero, dc.get(), m, (long long)m * n, batch),
              "cublasSgemmStridedBatched");
        check(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
        result = dc.download();
        for (int i = 0; i < batch; ++i) {
            const std::vector<float> part(result.begin() + i * m * n, result.begin() + (i + 1) * m * n);
            ok = ok && max_error(part, expected) < 1e-4f;
        }
    }
    {
        // Half in, float out, float inside.
        std::vector<__half> ha(a.size()), hb(b.size());
        for (size_t i = 0; i < a.size(); ++i) ha[i] = __float2half(a[i]);
        for (size_t i = 0; i < b.size(); ++i) hb[i] = __float2half(b[i]);
        Buffer<__half> da(ha), db(hb);
        Buffer<float> dc(c);
        check(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &one, da.get(), CUDA_R_16F, m, db.get(), CUDA_R_16F, k,
                           &zero, dc.get(), CUDA_R_32F, m, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT),
              "cublasGemmEx");
        check(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
        const float error = max_error(dc.download(), expected);
        std::printf("mixed error %g\n", error);
        ok = ok && error < 1e-2f;
    }

    check(cublasDestroy(handle), "cublasDestroy");
    check(cudaStreamDestroy(stream), "cudaStreamDestroy");
    std::printf("%s\n", ok ? "PASSED" : "FAILED");
    return ok ? 0 : 1;
} catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
}
