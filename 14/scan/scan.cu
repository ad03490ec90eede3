/*
 * Exclusive prefix sum in three kernels (Blelloch), any length.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "cuda_runtime.h"
#include "device_launch_parameters.h"

#define BLOCK 256
#define ELEMENTS (2 * BLOCK)

// Scans one block of ELEMENTS values; the block's total goes to sums[blockIdx.x].
__global__ void scan_block(const int *in, int *out, int *sums, int n)
{
    extern __shared__ int temp[];
    int tid = threadIdx.x;
    int base = blockIdx.x * ELEMENTS;

    temp[2 * tid] = base + 2 * tid < n ? in[base + 2 * tid] : 0;
    temp[2 * tid + 1] = base + 2 * tid + 1 < n ? in[base + 2 * tid + 1] : 0;

    int offset = 1;
    for (int d = BLOCK; d > 0; d >>= 1) {
        __syncthreads();
        if (tid < d) {
            int a = offset * (2 * tid + 1) - 1;
            int b = offset * (2 * tid + 2) - 1;
            temp[b] += temp[a];
        }
        offset *= 2;
    }
    if (tid == 0) {
        if (sums != NULL)
            sums[blockIdx.x] = temp[ELEMENTS - 1];
        temp[ELEMENTS - 1] = 0;
    }
    for (int d = 1; d < ELEMENTS; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (tid < d) {
            int a = offset * (2 * tid + 1) - 1;
            int b = offset * (2 * tid + 2) - 1;
            int t = temp[a];
            temp[a] = temp[b];
            temp[b] += t;
        }
    }
    __syncthreads();

    if (base + 2 * tid < n) out[base + 2 * tid] = temp[2 * tid];
    if (base + 2 * tid + 1 < n) out[base + 2 * tid + 1] = temp[2 * tid + 1];
}

__global__ void add_sums(int *out, const int *sums, int n)
{
    int i = blockIdx.x * ELEMENTS + threadIdx.x;
    int add = sums[blockIdx.x];
    if (i < n) out[i] += add;
    if (i + BLOCK < n) out[i + BLOCK] += add;
}

static void check(cudaError_t status, const char *what)
{
    if (status != cudaSuccess) {
        fprintf(stderr, "%s: %s (%s)\n", what, cudaGetErrorName(status), cudaGetErrorString(status));
        exit(1);
    }
}

static void scan(const int *in, int *out, int n)
{
    int blocks = (n + ELEMENTS - 1) / ELEMENTS;
    size_t shared = ELEMENTS * sizeof(int);
    int *sums = NULL, *scanned = NULL;

    if (blocks == 1) {
        scan_block<<<1, BLOCK, shared>>>(in, out, NULL, n);
        check(cudaPeekAtLastError(), "scan_block");
        return;
    }
    check(cudaMalloc((void **)&sums, blocks * sizeof(int)), "cudaMalloc");
    check(cudaMalloc((void **)&scanned, blocks * sizeof(int)), "cudaMalloc");
    scan_block<<<blocks, BLOCK, shared>>>(in, out, sums, n);
    scan(sums, scanned, blocks);
    add_sums<<<blocks, BLOCK>>>(out, scanned, n);
    check(cudaPeekAtLastError(), "add_sums");
    check(cudaFree(sums), "cudaFree");
    check(cudaFree(scanned), "cudaFree");
}

int main(void)
{
    const int n = 1000003;
    int *host = (int *)malloc(n * sizeof(int));
    int *result = (int *)malloc(n * sizeof(int));
    int *d_in, *d_out, i, sum = 0;

    assert(host && result);
    for (i = 0; i < n; i++)
        host[i] = i % 7;
    check(cudaMalloc((void **)&d_in, n * sizeof(int)), "cudaMalloc");
    check(cudaMalloc((void **)&d_out, n * sizeof(int)), "cudaMalloc");
    check(cudaMemcpy(d_in, host, n * sizeof(int), cudaMemcpyHostToDevice), "copy in");
    scan(d_in, d_out, n);
    check(cudaMemcpy(result, d_out, n * sizeof(int), cudaMemcpyDeviceToHost), "copy out");

    for (i = 0; i < n; i++) {
        if (result[i] != sum) {
            printf("FAILED: element %d is %d, not %d\n", i, result[i], sum);
            return 1;
        }
        sum += host[i];
    }
    printf("PASSED\n");
    cudaFree(d_in);
    cudaFree(d_out);
    free(host);
    free(result);
    return 0;
}
