// A graph captured from a stream and one built by hand; both are replayed and updated.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#define CHECK_CUDA(x)                                                    \
  do {                                                                   \
    cudaError_t e = (x);                                                 \
    if (e != cudaSuccess) {                                              \
      printf("%s failed: %s\n", #x, cudaGetErrorString(e));              \
      exit(1);                                                           \
    }                                                                    \
  } while (0)

__global__ void axpy(int n, float a, const float* x, float* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += a * x[i];
}

static bool captured(int n, float* x, float* y) {
  cudaStream_t stream;
  CHECK_CUDA(cudaStreamCreate(&stream));
  cudaGraph_t graph;
  CHECK_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  CHECK_CUDA(cudaMemsetAsync(y, 0, n * sizeof(float), stream));
  for (int i = 0; i < 10; ++i) axpy<<<(n + 127) / 128, 128, 0, stream>>>(n, 0.5f, x, y);
  cudaStreamCaptureStatus status;
  CHECK_CUDA(cudaStreamIsCapturing(stream, &status));
  if (status != cudaStreamCaptureStatusActive) return false;
  CHECK_CUDA(cudaStreamEndCapture(stream, &graph));

  size_t nodes = 0;
  CHECK_CUDA(cudaGraphGetNodes(graph, nullptr, &nodes));
  cudaGraphExec_t exec;
  CHECK_CUDA(cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  for (int i = 0; i < 3; ++i) CHECK_CUDA(cudaGraphLaunch(exec, stream));
  CHECK_CUDA(cudaStreamSynchronize(stream));
  CHECK_CUDA(cudaGraphExecDestroy(exec));
  CHECK_CUDA(cudaGraphDestroy(graph));
  CHECK_CUDA(cudaStreamDestroy(stream));

  float first;
  CHECK_CUDA(cudaMemcpy(&first, y, sizeof first, cudaMemcpyDeviceToHost));
  return nodes == 11 && first == 5.0f;
}

static bool by_hand(int n, float* x, float* y) {
  cudaGraph_t graph;
  CHECK_CUDA(cudaGraphCreate(&graph, 0));

  cudaMemsetParams clear = {};
  clear.dst = y;
  clear.value = 0;
  clear.elementSize = sizeof(float);
  clear.width = n;
  clear.height = 1;
  cudaGraphNode_t memset_node, kernel_node;
  CHECK_CUDA(cudaGraphAddMemsetNode(&memset_node, graph, nullptr, 0, &clear));

  float a = 2.0f;
  void* args[] = {&n, &a, &x, &y};
  cudaKernelNodeParams params = {};
  params.func = (void*)axpy;
  params.gridDim = dim3((n + 127) / 128);
  params.blockDim = dim3(128);
  params.sharedMemBytes = 0;
  params.kernelParams = args;
  params.extra = nullptr;
  CHECK_CUDA(cudaGraphAddKernelNode(&kernel_node, graph, &memset_node, 1, &params));

  cudaGraphExec_t exec;
  CHECK_CUDA(cudaGraphInstantiate(&exec, graph, NULL, NULL, 0));
  CHECK_CUDA(cudaGraphLaunch(exec, cudaStreamPerThread));

  a = 3.0f;  // the node keeps a copy of its arguments: set them again
  CHECK_CUDA(cudaGraphExecKernelNodeSetParams(exec, kernel_node, &params));
  CHECK_CUDA(cudaGraphLaunch(exec, cudaStreamPerThread));
  CHECK_CUDA(cudaStreamSynchronize(cudaStreamPerThread));
  CHECK_CUDA(cudaGraphExecDestroy(exec));
  CHECK_CUDA(cudaGraphDestroy(graph));

  float last;
  CHECK_CUDA(cudaMemcpy(&last, y + n - 1, sizeof last, cudaMemcpyDeviceToHost));
  return last == 3.0f;
}

int main() {
  const int n = 10000;
  float *x, *y;
  CHECK_CUDA(cudaMalloc(&x, n * sizeof(float)));
  CHECK_CUDA(cudaMalloc(&y, n * sizeof(float)));
  std::vector<float> ones(n, 1.0f);
  CHECK_CUDA(cudaMemcpy(x, ones.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  bool ok = captured(n, x, y) && by_hand(n, x, y);
  CHECK_CUDA(cudaFree(x));
  CHECK_CUDA(cudaFree(y));
  printf("%s\n", ok ? "PASSED" : "FAILED");
  return ok ? 0 : 1;
}
