// Transform, random numbers and a sort in one file.
#include <cuda_runtime.h>

#include <cub/cub.cuh>
#include <cufft.h>
#include <curand.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/sort.h>

bool spectrum(cufftComplex *data, int n, cudaStream_t stream)
{
    cufftHandle plan;
    if (cufftPlan1d(&plan, n, CUFFT_C2C, 1) != CUFFT_SUCCESS) return false;
    bool ok = cufftSetStream(plan, stream) == CUFFT_SUCCESS &&
              cufftExecC2C(plan, data, data, CUFFT_INVERSE) == CUFFT_SUCCESS;
    return cufftDestroy(plan) == CUFFT_SUCCESS && ok;
}

curandStatus_t noise(float *data, size_t n)
{
    curandGenerator_t generator;
    curandStatus_t status = curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_XORWOW);
    if (status != CURAND_STATUS_SUCCESS) return status;
    status = curandGenerateUniform(generator, data, n);
    curandDestroyGenerator(generator);
    return status;
}

cudaError_t sort(int *keys, int *out, int n, cudaStream_t stream)
{
    size_t bytes = 0;
    cudaError_t error = cub::DeviceRadixSort::SortKeys(nullptr, bytes, keys, out, n, 0, 32, stream);
    if (error != cudaSuccess) return error;
    thrust::device_vector<char> temp(bytes);
    void *raw = thrust::raw_pointer_cast(temp.data());
    thrust::sort(thrust::cuda::par.on(stream), keys, keys + n);
    return cub::DeviceRadixSort::SortKeys(raw, bytes, keys, out, n, 0, 32, stream);
}
