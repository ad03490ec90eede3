// Sum over all devices of a machine with NCCL: one process, one communicator a device.
#include <cuda_runtime.h>
#include <nccl.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#define CUDACHECK(cmd)                                                                      \
    do {                                                                                    \
        cudaError_t err = cmd;                                                              \
        if (err != cudaSuccess) {                                                           \
            printf("Failed: CUDA error %s:%d '%s'\n", __FILE__, __LINE__, cudaGetErrorString(err)); \
            exit(EXIT_FAILURE);                                                             \
        }                                                                                   \
    } while (0)

#define NCCLCHECK(cmd)                                                                      \
    do {                                                                                    \
        ncclResult_t res = cmd;                                                             \
        if (res != ncclSuccess) {                                                           \
            printf("Failed: NCCL error %s:%d '%s'\n", __FILE__, __LINE__, ncclGetErrorString(res)); \
            exit(EXIT_FAILURE);                                                             \
        }                                                                                   \
    } while (0)

int main()
{
    int devices = 0, version = 0;
    CUDACHECK(cudaGetDeviceCount(&devices));
    NCCLCHECK(ncclGetVersion(&version));
    printf("NCCL %d on %d devices\n", version, devices);

    const size_t count = 1 << 16;
    std::vector<ncclComm_t> comms(devices);
    std::vector<float*> send(devices), recv(devices);
    std::vector<cudaStream_t> streams(devices);
    std::vector<int> list(devices);

    for (int d = 0; d < devices; ++d) {
        list[d] = d;
        CUDACHECK(cudaSetDevice(d));
        CUDACHECK(cudaMalloc((void**)&send[d], count * sizeof(float)));
        CUDACHECK(cudaMalloc((void**)&recv[d], count * sizeof(float)));
        CUDACHECK(cudaStreamCreateWithFlags(&streams[d], cudaStreamNonBlocking));
        std::vector<float> host(count, float(d + 1));
        CUDACHECK(cudaMemcpy(send[d], host.data(), count * sizeof(float), cudaMemcpyHostToDevice));
    }
    NCCLCHECK(ncclCommInitAll(comms.data(), devices, list.data()));

    // One thread drives all devices, so the calls are grouped.
    NCCLCHECK(ncclGroupStart());
    for (int d = 0; d < devices; ++d)
        NCCLCHECK(ncclAllReduce(send[d], recv[d], count, ncclFloat, ncclSum, comms[d], streams[d]));
    NCCLCHECK(ncclGroupEnd());

    const float expected = devices * (devices + 1) / 2.0f;
    bool ok = true;
    for (int d = 0; d < devices; ++d) {
        CUDACHECK(cudaSetDevice(d));
        CUDACHECK(cudaStreamSynchronize(streams[d]));
        std::vector<float> host(count);
        CUDACHECK(cudaMemcpy(host.data(), recv[d], count * sizeof(float), cudaMemcpyDeviceToHost));
        for (float value : host) ok = ok && value == expected;
        CUDACHECK(cudaFree(send[d]));
        CUDACHECK(cudaFree(recv[d]));
        CUDACHECK(cudaStreamDestroy(streams[d]));
        NCCLCHECK(ncclCommDestroy(comms[d]));
    }
    printf("%s\n", ok ? "PASSED" : "FAILED");
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
