// SPDX-License-Identifier: MIT OR Apache-2.0
//
// C = A * B for row-major matrices with shared memory tiles, any size, float or double.

#include <chrono>
#include <cstdio>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

template <typename T>
class DeviceBuffer {
public:
    explicit DeviceBuffer(size_t count) : count_(count)
    {
        if (cudaMalloc(&data_, bytes()) != cudaSuccess) throw std::bad_alloc();
    }
    DeviceBuffer(const DeviceBuffer&) = delete;
    ~DeviceBuffer() { cudaFree(data_); }

    void upload(const std::vector<T>& from)
    {
        require(cudaMemcpy(data_, from.data(), bytes(), cudaMemcpyHostToDevice));
    }
    void download(std::vector<T>& to) const
    {
        require(cudaMemcpy(to.data(), data_, bytes(), cudaMemcpyDeviceToHost));
    }
    T* get() const { return data_; }
    size_t bytes() const { return count_ * sizeof(T); }

private:
    static void require(cudaError_t e)
    {
        if (e != cudaSuccess) throw std::runtime_error(cudaGetErrorString(e));
    }
    T* data_ = nullptr;
    size_t count_;
};

template <typename T, int TILE>
__global__ void __launch_bounds__(TILE * TILE)
gemm(int m, int n, int k, const T* a, const T* b, T* c)
{
    __shared__ T as[TILE][TILE + 1];
    __shared__ T bs[TILE][TILE + 1];
    const int row = blockIdx.y * TILE + threadIdx.y;
    const int col = blockIdx.x * TILE + threadIdx.x;

    T acc = T(0);
    for (int t = 0; t < k; t += TILE) {
        as[threadIdx.y][threadIdx.x] =
            row < m && t + threadIdx.x < k ? a[row * k + t + threadIdx.x] : T(0);
        bs[threadIdx.y][threadIdx.x] =
            col < n && t + threadIdx.y < k ? b[(t + threadIdx.y) * n + col] : T(0);
        __syncthreads();
#pragma unroll
        for (int i = 0; i < TILE; ++i) acc = fma(as[threadIdx.y][i], bs[i][threadIdx.x], acc);
        __syncthreads();
    }
    if (row < m && col < n) c[row * n + col] = acc;
}

template <typename T>
bool run(int m, int n, int k, const char* name)
{
    std::mt19937 rng(7);
    std::uniform_real_distribution<T> dist(-1, 1);
    std::vector<T> a(m * k), b(k * n), c(m * n);
    for (auto& v : a) v = dist(rng);
    for (auto& v : b) v = dist(rng);

    DeviceBuffer<T> da(a.size()), db(b.size()), dc(c.size());
    da.upload(a);
    db.upload(b);

    constexpr int TILE = 16;
    dim3 grid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE), block(TILE, TILE);
    auto start = std::chrono::steady_clock::now();
    gemm<T, TILE><<<grid, block>>>(m, n, k, da.get(), db.get(), dc.get());
    if (cudaDeviceSynchronize() != cudaSuccess) return false;
    std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    dc.download(c);

    double worst = 0;
    for (int i = 0; i < m; i += 13)
        for (int j = 0; j < n; j += 11) {
            double want = 0;
            for (int l = 0; l < k; ++l) want += double(a[i * k + l]) * b[l * n + j];
            worst = std::max(worst, std::abs(want - c[i * n + j]));
        }
    printf("%s: %.2f GFlop/s, error %.2e\n", name, 2e-9 * m * n * k / took.count(), worst);
    return worst < (sizeof(T) == 4 ? 1e-3 : 1e-10);
}

int main()
{
    bool ok = run<float>(300, 500, 257, "sgemm") && run<double>(129, 65, 77, "dgemm");
    puts(ok ? "PASSED" : "FAILED");
    return !ok;
}
