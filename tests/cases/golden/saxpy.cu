// y = a x + y. The comment mentions cudaMalloc, which must stay.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                                   \
    do {                                                              \
        cudaError_t err = (call);                                     \
        if (err != cudaSuccess) {                                     \
            fprintf(stderr, "%s failed: %s\n", #call,                 \
                    cudaGetErrorString(err));                         \
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
    CHECK(cudaMallocHost((void **)&x, n * sizeof(float)));
    CHECK(cudaHostAlloc((void **)&y, n * sizeof(float), cudaHostAllocDefault));
    CHECK(cudaMalloc((void **)&d_x, n * sizeof(float)));
    CHECK(cudaMalloc((void **)&d_y, n * sizeof(float)));
    for (int i = 0; i < n; i++) {
        x[i] = 1.0f;
        y[i] = 2.0f;
    }
    CHECK(cudaMemcpy(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_y, y, n * sizeof(float), cudaMemcpyHostToDevice));
    saxpy<<<(n + 255) / 256, 256>>>(n, 2.0f, d_x, d_y);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(y, d_y, n * sizeof(float), cudaMemcpyDeviceToHost));
    printf("cudaMemcpy done: %f\n", y[0]);
    CHECK(cudaFreeHost(x));
    CHECK(cudaFreeHost(y));
    CHECK(cudaFree(d_x));
    CHECK(cudaFree(d_y));
    return 0;
}
