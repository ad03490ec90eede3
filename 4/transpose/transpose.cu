// Bandwidth of three ways to transpose a matrix, timed with events.
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>
#include <memory>

static const int TILE_DIM = 32;
static const int BLOCK_ROWS = 8;

__global__ void copy(float *odata, const float *idata, int width)
{
    int x = blockIdx.x * TILE_DIM + threadIdx.x;
    int y = blockIdx.y * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        odata[(y + j) * width + x] = idata[(y + j) * width + x];
}

__global__ void transpose_naive(float *odata, const float *idata, int width)
{
    int x = blockIdx.x * TILE_DIM + threadIdx.x;
    int y = blockIdx.y * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        odata[x * width + (y + j)] = __ldg(&idata[(y + j) * width + x]);
}

__global__ void transpose_tiled(float *odata, const float *idata, int width)
{
    __shared__ float tile[TILE_DIM][TILE_DIM + 1];  // the extra column avoids bank conflicts
    int x = blockIdx.x * TILE_DIM + threadIdx.x;
    int y = blockIdx.y * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        tile[threadIdx.y + j][threadIdx.x] = idata[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * TILE_DIM + threadIdx.x;
    y = blockIdx.x * TILE_DIM + threadIdx.y;
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
        odata[(y + j) * width + x] = tile[threadIdx.x][threadIdx.y + j];
}

typedef void (*Kernel)(float *, const float *, int);

int main(int argc, char **argv)
{
    const int n = 1024, repeat = 20;
    const size_t bytes = sizeof(float) * n * n;
    dim3 grid(n / TILE_DIM, n / TILE_DIM, 1), block(TILE_DIM, BLOCK_ROWS, 1);

    std::unique_ptr<float[]> in(new float[n * n]), out(new float[n * n]);
    for (int i = 0; i < n * n; ++i) in[i] = (float)i;

    float *d_in = 0, *d_out = 0;
    if (cudaSuccess != cudaMalloc(&d_in, bytes) || cudaSuccess != cudaMalloc(&d_out, bytes)) {
        fprintf(stderr, "cudaMalloc failed: %s\n", cudaGetErrorString(cudaGetLastError()));
        return 1;
    }
    cudaMemcpy(d_in, in.get(), bytes, cudaMemcpyHostToDevice);

    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreateWithFlags(&stop, cudaEventDefault);

    struct { const char *name; Kernel kernel; bool transposes; } const tests[] = {
        {"copy", copy, false}, {"naive", transpose_naive, true}, {"tiled", transpose_tiled, true}};
    bool ok = true;
    for (const auto &test : tests) {
        cudaMemset(d_out, 0, bytes);
        test.kernel<<<grid, block>>>(d_out, d_in, n);  // warm-up
        cudaEventRecord(start, 0);
        for (int i = 0; i < repeat; ++i)
            (*test.kernel)<<<grid, block, 0, 0>>>(d_out, d_in, n);
        cudaEventRecord(stop, 0);
        cudaEventSynchronize(stop);
        float ms = 0.f;
        cudaEventElapsedTime(&ms, start, stop);
        cudaMemcpy(out.get(), d_out, bytes, cudaMemcpyDeviceToHost);
        for (int y = 0; y < n && ok; ++y)
            for (int x = 0; x < n && ok; ++x)
                ok = out[y * n + x] == (test.transposes ? in[x * n + y] : in[y * n + x]);
        printf("%-8s %8.2f GB/s\n", test.name, 2.0 * bytes * repeat * 1e-6 / ms);
    }
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    cudaFree(d_in);
    cudaFree(d_out);
    printf(ok ? "PASSED\n" : "FAILED\n");
    return ok ? 0 : 1;
}
