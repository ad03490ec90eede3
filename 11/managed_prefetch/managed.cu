// Managed memory: the same pointer on host and device, with advice and prefetches (CUDA 12).
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                            \
    do {                                                                       \
        cudaError_t e = (call);                                                \
        if (e != cudaSuccess) {                                                \
            fprintf(stderr, "%s (line %d)\n", cudaGetErrorString(e), __LINE__); \
            exit(1);                                                           \
        }                                                                      \
    } while (0)

// Linked list nodes that the host builds and the device walks.
struct Node {
    int value;
    Node* next;
};

__managed__ int longest = 0;

__global__ void walk(Node* const* heads, int lists, int* sums)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= lists) return;
    int sum = 0, length = 0;
    for (const Node* node = heads[i]; node; node = node->next, ++length) sum += node->value;
    sums[i] = sum;
    atomicMax(&longest, length);
}

int main()
{
    int device = 0, concurrent = 0;
    CHECK(cudaGetDevice(&device));
    CHECK(cudaDeviceGetAttribute(&concurrent, cudaDevAttrConcurrentManagedAccess, device));

    const int lists = 256, per_list = 8;
    Node* nodes;
    Node** heads;
    int* sums;
    CHECK(cudaMallocManaged(&nodes, sizeof(Node) * lists * per_list));
    CHECK(cudaMallocManaged(&heads, sizeof(Node*) * lists));
    CHECK(cudaMallocManaged((void**)&sums, sizeof(int) * lists, cudaMemAttachGlobal));

    for (int i = 0; i < lists; ++i) {
        heads[i] = nullptr;
        for (int j = 0; j <= i % per_list; ++j) {
            Node* node = &nodes[i * per_list + j];
            node->value = i + j;
            node->next = heads[i];
            heads[i] = node;
        }
    }

    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    if (concurrent) {
        size_t bytes = sizeof(Node) * lists * per_list;
        CHECK(cudaMemAdvise(nodes, bytes, cudaMemAdviseSetReadMostly, device));
        CHECK(cudaMemPrefetchAsync(nodes, bytes, device, stream));
    }
    walk<<<(lists + 63) / 64, 64, 0, stream>>>(heads, lists, sums);
    CHECK(cudaGetLastError());
    if (concurrent) CHECK(cudaMemPrefetchAsync(sums, sizeof(int) * lists, cudaCpuDeviceId, stream));
    CHECK(cudaStreamSynchronize(stream));

    bool ok = longest == per_list;
    for (int i = 0; i < lists; ++i) {
        int want = 0;
        for (int j = 0; j <= i % per_list; ++j) want += i + j;
        ok = ok && sums[i] == want;
    }
    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFree(nodes));
    CHECK(cudaFree(heads));
    CHECK(cudaFree(sums));
    printf("%s\n", ok ? "PASSED" : "FAILED");
    return ok ? 0 : 1;
}
