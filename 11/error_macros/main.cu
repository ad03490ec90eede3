// Provokes errors on purpose and sees that they arrive under the right name.
#include "gpu_error.h"

#include <cstring>

__global__ void square(int* data, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] *= data[i];
}

static app::Status allocate(void** pointer, size_t bytes)
{
    CUDA_TRY(cudaMalloc(pointer, bytes));
    CUDA_TRY(cudaMemset(*pointer, 0, bytes));
    return app::Status::ok;
}

int main()
{
    int n = 100;
    int* data = nullptr;
    if (allocate((void**)&data, app::round_up(n, 64) * sizeof(int)) != app::Status::ok) return 1;

    int seven[100];
    for (int& value : seven) value = 7;
    CUDA_MUST(cudaMemcpy(data, seven, sizeof(seven), cudaMemcpyHostToDevice));
    square<<<app::round_up(n, 64) / 64, 64>>>(data, n);
    CUDA_LAUNCHED();
    CUDA_MUST(cudaMemcpy(seven, data, sizeof(seven), cudaMemcpyDeviceToHost));
    bool ok = seven[0] == 49 && seven[99] == 49;

    // A device that is not there.
    ok = ok && app::status_of(cudaSetDevice(1000)) == app::Status::bad_argument;
    ok = ok && std::strlen(cudaGetErrorName(cudaGetLastError())) > 0;
    // A direction that makes no sense.
    ok = ok && cudaMemcpy(data, nullptr, 4, cudaMemcpyHostToDevice) != cudaSuccess;
    (void)cudaGetLastError();

    CUDA_MUST(cudaFree(data));
    std::printf("%s\n", ok ? "PASSED" : "FAILED");
    return ok ? 0 : 1;
}
