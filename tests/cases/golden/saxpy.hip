// y = a x + y. The comment mentions cudaMalloc, which must stay.
#include <hip/hip_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                                   \
    do {                                                              \
        hipError_t err = (call);                                     \
        if (err != hipSuccess) {                                     \
            fprintf(stderr, "%s failed: %s\n", #call,                 \
                    hipGetErrorString(err));                         \
            exit(EXIT_FAILURE);                                       \
        }                                                             \
    } while (0)

__global__ void saxpy(int n, float a, const float *__restrict__ x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}

int main(void)
{
    const int n = 1 << 20;
    float *x, *y, *d_x, *d_y;
    CHECK(hipHostMalloc((void **)&x, n * sizeof(float), hipHostMallocDefault));
    CHECK(hipHostMalloc((void **)&y, n * sizeof(float), hipHostMallocDefault));
    CHECK(hipMalloc((void **)&d_x, n * sizeof(float)));
    CHECK(hipMalloc((void **)&d_y, n * sizeof(float)));
    for (int i = 0; i < n; i++) {
        x[i] = 1.0f;
        y[i] = 2.0f;
    }
    CHECK(hipMemcpy(d_x, x, n * sizeof(float), hipMemcpyHostToDevice));
    CHECK(hipMemcpy(d_y, y, n * sizeof(float), hipMemcpyHostToDevice));
    saxpy<<<(n + 255) / 256, 256>>>(n, 2.0f, d_x, d_y);
    CHECK(hipGetLastError());
    CHECK(hipMemcpy(y, d_y, n * sizeof(float), hipMemcpyDeviceToHost));
    printf("cudaMemcpy done: %f\n", y[0]);
    CHECK(hipHostFree(x));
    CHECK(hipHostFree(y));
    CHECK(hipFree(d_x));
    CHECK(hipFree(d_y));
    return 0;
}
