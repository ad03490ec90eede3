/* Kernel attributes, symbols and launches by address. */
#include <hip/hip_runtime.h>
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
    hipMemcpyToSymbol(HIP_SYMBOL(weights), w.data(), sizeof(float) * w.size());
    hipFuncSetAttribute(reinterpret_cast<const void*>(scale<float, 128>), hipFuncAttributeMaxDynamicSharedMemorySize, bytes);
    hipFuncSetCacheConfig(reinterpret_cast<const void*>(scale<double, 64>), hipFuncCachePreferShared);
}

int run(float *data, int n, hipStream_t stream)
{
    int count = 0;
    scale<float, 128><<<dim3((n + 127) / 128, 1), 128, 128 * sizeof(float), stream>>>(data, n);
    void *args[] = {&data, &n};
    hipLaunchKernel(reinterpret_cast<const void*>(scale<float, 128>), dim3(1), dim3(128), args, 512, stream);
    hipMemcpyFromSymbol(&count, HIP_SYMBOL(calls), sizeof(int), 0, hipMemcpyDeviceToHost);
    return count;
}
