// Rotation of an image through a texture object with linear filtering, and a surface write.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>
#include <cuda_runtime.h>

static bool failed(cudaError_t e, const char* what)
{
    if (e == cudaSuccess) return false;
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(e));
    return true;
}
#define TRY(x) if (failed((x), #x)) return 1

__global__ void rotate(float* out, int width, int height, float theta, cudaTextureObject_t tex)
{
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float u = x / (float)width - 0.5f;
    float v = y / (float)height - 0.5f;
    float s, c;
    sincosf(theta, &s, &c);
    out[y * width + x] = tex2D<float>(tex, u * c - v * s + 0.5f, v * c + u * s + 0.5f);
}

__global__ void fill(cudaSurfaceObject_t surface, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        surf2Dwrite(1.0f, surface, x * (int)sizeof(float), y, cudaBoundaryModeTrap);
}

__global__ void lookup(cudaTextureObject_t table, const int* index, float* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = tex1Dfetch<float>(table, index[i]);
}

int main()
{
    const int width = 256, height = 128;
    dim3 block(16, 8), grid(width / 16, height / 8);

    cudaChannelFormatDesc format = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
    cudaArray_t array;
    TRY(cudaMallocArray(&array, &format, width, height, cudaArraySurfaceLoadStore));

    cudaResourceDesc resource;
    memset(&resource, 0, sizeof(resource));
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;

    cudaSurfaceObject_t surface = 0;
    TRY(cudaCreateSurfaceObject(&surface, &resource));
    fill<<<grid, block>>>(surface, width, height);
    TRY(cudaDeviceSynchronize());
    TRY(cudaDestroySurfaceObject(surface));

    cudaTextureDesc desc = {};
    desc.normalizedCoords = 1;
    desc.filterMode = cudaFilterModeLinear;
    desc.addressMode[0] = cudaAddressModeWrap;
    desc.addressMode[1] = cudaAddressModeWrap;
    desc.readMode = cudaReadModeElementType;
    cudaTextureObject_t tex = 0;
    TRY(cudaCreateTextureObject(&tex, &resource, &desc, NULL));

    float* d_out;
    TRY(cudaMalloc(&d_out, width * height * sizeof(float)));
    rotate<<<grid, block>>>(d_out, width, height, 0.5f, tex);
    std::vector<float> out(width * height);
    TRY(cudaMemcpy(out.data(), d_out, out.size() * sizeof(float), cudaMemcpyDeviceToHost));
    bool ok = true;
    for (float v : out) ok = ok && std::fabs(v - 1.0f) < 1e-2f;
    TRY(cudaDestroyTextureObject(tex));
    TRY(cudaFreeArray(array));

    // The same memory, now as a linear texture.
    std::vector<float> table(256);
    std::vector<int> index(256);
    for (int i = 0; i < 256; ++i) { table[i] = i * i; index[i] = 255 - i; }
    int* d_index;
    float* d_table;
    TRY(cudaMalloc(&d_index, 256 * sizeof(int)));
    TRY(cudaMalloc(&d_table, 256 * sizeof(float)));
    TRY(cudaMemcpy(d_index, index.data(), 256 * sizeof(int), cudaMemcpyHostToDevice));
    TRY(cudaMemcpy(d_table, table.data(), 256 * sizeof(float), cudaMemcpyHostToDevice));
    memset(&resource, 0, sizeof(resource));
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = d_table;
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = 256 * sizeof(float);
    memset(&desc, 0, sizeof(desc));
    desc.readMode = cudaReadModeElementType;
    TRY(cudaCreateTextureObject(&tex, &resource, &desc, nullptr));
    lookup<<<1, 256>>>(tex, d_index, d_out, 256);
    TRY(cudaMemcpy(out.data(), d_out, 256 * sizeof(float), cudaMemcpyDeviceToHost));
    for (int i = 0; i < 256; ++i) ok = ok && out[i] == table[255 - i];
    TRY(cudaDestroyTextureObject(tex));
    cudaFree(d_out);
    cudaFree(d_index);
    cudaFree(d_table);
    printf("%s\n", ok ? "PASSED" : "FAILED");
    return ok ? 0 : 1;
}
