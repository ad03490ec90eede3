#include <cuda_runtime.h>

#include "kernel.cu"

int main() {
  float* data = nullptr;
  cudaMalloc(&data, 256 * sizeof(float));
  scale<<<1, 256>>>(data, 2.0f);
  cudaDeviceSynchronize();
  cudaFree(data);
}
