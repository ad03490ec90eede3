// Transform, random numbers and a sort in one file.
#include <hip/hip_runtime.h>

#include <hipcub/hipcub.hpp>
#include <hipfft/hipfft.h>
#include <hiprand/hiprand.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/sort.h>

bool spectrum(hipfftComplex *data, int n, hipStream_t stream)
{
    hipfftHandle plan;
    if (hipfftPlan1d(&plan, n, HIPFFT_C2C, 1) != HIPFFT_SUCCESS) return false;
    bool ok = hipfftSetStream(plan, stream) == HIPFFT_SUCCESS &&
              hipfftExecC2C(plan, data, data, HIPFFT_BACKWARD) == HIPFFT_SUCCESS;
    return hipfftDestroy(plan) == HIPFFT_SUCCESS && ok;
}

hiprandStatus_t noise(float *data, size_t n)
{
    hiprandGenerator_t generator;
    hiprandStatus_t status = hiprandCreateGenerator(&generator, HIPRAND_RNG_PSEUDO_XORWOW);
    if (status != HIPRAND_STATUS_SUCCESS) return status;
    status = hiprandGenerateUniform(generator, data, n);
    hiprandDestroyGenerator(generator);
    return status;
}

hipError_t sort(int *keys, int *out, int n, hipStream_t stream)
{
    size_t bytes = 0;
    hipError_t error = hipcub::DeviceRadixSort::SortKeys(nullptr, bytes, keys, out, n, 0, 32, stream);
    if (error != hipSuccess) return error;
    thrust::device_vector<char> temp(bytes);
    void *raw = thrust::raw_pointer_cast(temp.data());
    thrust::sort(thrust::hip::par.on(stream), keys, keys + n);
    return hipcub::DeviceRadixSort::SortKeys(raw, bytes, keys, out, n, 0, 32, stream);
}
