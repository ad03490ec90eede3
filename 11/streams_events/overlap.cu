// Copies and kernels of several streams overlap; host work runs in a stream callback.
#include <atomic>
#include <cstdio>
#include <cstdlib>

#include <cuda_runtime.h>

#define gpuErrchk(ans) { gpuAssert((ans), __FILE__, __LINE__); }
inline void gpuAssert(cudaError_t code, const char *file, int line, bool abort = true)
{
   if (code != cudaSuccess)
   {
      fprintf(stderr, "GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
      if (abort) exit(code);
   }
}

constexpr int kStreams = 4;
constexpr int kChunk = 1 << 18;

struct Chunk {
    int id;
    std::atomic<int>* finished;
};

__global__ void scale(float* data, int n, float factor)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] *= factor;
}

void CUDART_CB on_done(void* user)
{
    Chunk* chunk = static_cast<Chunk*>(user);
    chunk->finished->fetch_add(1);
}

void CUDART_CB on_done_with_status(cudaStream_t stream, cudaError_t status, void* user)
{
    if (status == cudaSuccess) static_cast<Chunk*>(user)->finished->fetch_add(1);
}

int main()
{
    float *host, *mapped, *device;
    size_t bytes = sizeof(float) * kStreams * kChunk;
    gpuErrchk(cudaMallocHost(&host, bytes));
    gpuErrchk(cudaHostAlloc((void**)&mapped, sizeof(float), cudaHostAllocMapped | cudaHostAllocPortable));
    gpuErrchk(cudaMalloc(&device, bytes));
    for (int i = 0; i < kStreams * kChunk; ++i) host[i] = 1.0f;

    int least, greatest;
    gpuErrchk(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    cudaStream_t stream[kStreams];
    cudaEvent_t copied[kStreams];
    for (int i = 0; i < kStreams; ++i) {
        gpuErrchk(cudaStreamCreateWithPriority(&stream[i], cudaStreamNonBlocking, i ? least : greatest));
        gpuErrchk(cudaEventCreateWithFlags(&copied[i], cudaEventDisableTiming));
    }

    std::atomic<int> finished{0};
    Chunk chunks[kStreams];
    for (int i = 0; i < kStreams; ++i) {
        float* d = device + i * kChunk;
        float* h = host + i * kChunk;
        chunks[i] = {i, &finished};
        gpuErrchk(cudaMemcpyAsync(d, h, kChunk * sizeof(float), cudaMemcpyHostToDevice, stream[i]));
        gpuErrchk(cudaEventRecord(copied[i], stream[i]));
        // Each chunk waits for the copy of the one before it.
        if (i > 0) gpuErrchk(cudaStreamWaitEvent(stream[i], copied[i - 1], 0));
        scale<<<(kChunk + 255) / 256, 256, 0, stream[i]>>>(d, kChunk, 2.0f + i);
        gpuErrchk(cudaMemcpyAsync(h, d, kChunk * sizeof(float), cudaMemcpyDeviceToHost, stream[i]));
        if (i % 2)
            gpuErrchk(cudaLaunchHostFunc(stream[i], on_done, &chunks[i]))
        else
            gpuErrchk(cudaStreamAddCallback(stream[i], on_done_with_status, &chunks[i], 0))
    }
    for (int i = 0; i < kStreams; ++i) {
        while (cudaStreamQuery(stream[i]) == cudaErrorNotReady) { }
        gpuErrchk(cudaStreamSynchronize(stream[i]));
    }

    bool ok = finished == kStreams;
    for (int i = 0; i < kStreams * kChunk && ok; ++i) ok = host[i] == 2.0f + i / kChunk;

    for (int i = 0; i < kStreams; ++i) {
        gpuErrchk(cudaStreamDestroy(stream[i]));
        gpuErrchk(cudaEventDestroy(copied[i]));
    }
    gpuErrchk(cudaFreeHost(host));
    gpuErrchk(cudaFreeHost(mapped));
    gpuErrchk(cudaFree(device));
    printf("%s\n", ok ? "PASSED" : "FAILED");
    return ok ? 0 : 1;
}
