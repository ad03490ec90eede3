/* Kernel attributes, symbols and launches by address. */
#include <cuda.h>
#include <cuda_runtime.h>
#include <device_launch_parameters.h>
#include <vector>

__constant__ float weights[64];
__device__ int calls;

template <typename T, int N>
__global__ void scale(T *data, int n)
{
    extern __shared__ unsigned char raw[];
    T *tile = reinterpret_cast<T *>(raw);
    int i = blockIdx.x * N + threadIdx.x;
    if (i < n) {
        tile[threadIdx.x] = data[i];
        data[i] = tile[threadIdx.x] * weights[i % 64];
    }
    if (i == 0) atomicAdd(&calls, 1);
}

void setup(const std::vector<float> &w, int bytes)
{
    cudaMemcpyToSymbol(weights, w.data(), sizeof(float) * w.size());
    cudaFuncSetAttribute(scale<float, 128>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    cudaFuncSetCacheConfig(scale<double, 64>, cudaFuncCachePreferShared);
}

int run(float *data, int n, cudaStream_t stream)
{
    int count = 0;
    scale<float, 128><<<dim3((n + 127) / 128, 1), 128, 128 * sizeof(float), stream>>>(data, n);
    void *args[] = {&data, &n};
    cudaLaunchKernel(scale<float, 128>, dim3(1), dim3(128), args, 512, stream);
    cudaMemcpyFromSymbol(&count, calls, sizeof(int), 0, cudaMemcpyDeviceToHost);
    return count;
}
