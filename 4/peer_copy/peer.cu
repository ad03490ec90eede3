// Copies between two devices: directly where they reach each other, through the host otherwise.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace gpu {

struct Error {
    cudaError_t code;
};

inline void check(cudaError_t code)
{
    if (code != cudaSuccess)
        throw Error{code};
}

/// Makes a device current and the former one current again at the end.
class Guard {
public:
    explicit Guard(int device)
    {
        check(cudaGetDevice(&previous_));
        check(cudaSetDevice(device));
    }
    ~Guard() { (void)cudaSetDevice(previous_); }

private:
    int previous_ = 0;
};

/// Lets `from` read the memory of `to`; false if the machine cannot.
inline bool connect(int from, int to)
{
    int reachable = 0;
    check(cudaDeviceCanAccessPeer(&reachable, from, to));
    if (!reachable)
        return false;
    Guard guard(from);
    cudaError_t code = cudaDeviceEnablePeerAccess(to, 0);
    if (code == cudaErrorPeerAccessAlreadyEnabled) {
        (void)cudaGetLastError();  // clears the sticky value
        return true;
    }
    check(code);
    return true;
}

}  // namespace gpu

__global__ void add_one(const int* in, int* out, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        out[i] = in[i] + 1;
}

int main()
try {
    int devices = 0;
    gpu::check(cudaGetDeviceCount(&devices));
    const int first = 0, second = devices > 1 ? 1 : 0, n = 1 << 16;
    const bool direct = first != second && gpu::connect(first, second) && gpu::connect(second, first);
    std::printf("%d devices, %s\n", devices, direct ? "direct copies" : "copies through the host");

    std::vector<int> host(n, 41);
    int *a, *b, *c;
    cudaEvent_t done;
    {
        gpu::Guard guard(first);
        gpu::check(cudaMalloc(&a, n * sizeof(int)));
        gpu::check(cudaMemcpy(a, host.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    }
    {
        gpu::Guard guard(second);
        cudaStream_t stream;
        gpu::check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
        gpu::check(cudaEventCreateWithFlags(&done, cudaEventDisableTiming));
        gpu::check(cudaMalloc(&b, n * sizeof(int)));
        gpu::check(cudaMalloc(&c, n * sizeof(int)));
        gpu::check(cudaMemcpyPeerAsync(b, second, a, first, n * sizeof(int), stream));
        add_one<<<32, 256, 0, stream>>>(direct ? a : b, c, n);
        gpu::check(cudaGetLastError());
        gpu::check(cudaEventRecord(done, stream));
        gpu::check(cudaMemcpyAsync(host.data(), c, n * sizeof(int), cudaMemcpyDefault, stream));
        gpu::check(cudaEventSynchronize(done));
        gpu::check(cudaStreamSynchronize(stream));
        gpu::check(cudaStreamDestroy(stream));
        gpu::check(cudaEventDestroy(done));
        cudaPointerAttributes where;
        gpu::check(cudaPointerGetAttributes(&where, c));
        if (where.type != cudaMemoryTypeDevice || where.device != second)
            return 1;
        gpu::check(cudaFree(b));
        gpu::check(cudaFree(c));
    }
    gpu::check(cudaFree(a));
    bool ok = true;
    for (int value : host)
        ok = ok && value == 42;
    std::printf("%s\n", ok ? "PASSED" : "FAILED");
    return ok ? 0 : 1;
} catch (const gpu::Error& error) {
    std::fprintf(stderr, "%s: %s\n", cudaGetErrorName(error.code), cudaGetErrorString(error.code));
    return 2;
}
