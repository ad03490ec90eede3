// Gravity between all pairs of bodies, a tile of bodies in shared memory at a time.
#include "nbody.h"

#define TILE 128
#define SOFTENING 1e-3f

static __device__ float3 pull(float3 acceleration, float4 self, float4 other)
{
    float3 r = make_float3(other.x - self.x, other.y - self.y, other.z - self.z);
    float square = r.x * r.x + r.y * r.y + r.z * r.z + SOFTENING * SOFTENING;
    float inverse = rsqrtf(square);
    float scale = other.w * inverse * inverse * inverse;
    acceleration.x += r.x * scale;
    acceleration.y += r.y * scale;
    acceleration.z += r.z * scale;
    return acceleration;
}

__global__ void kick(const float4* __restrict__ position, float4* velocity, int n, float dt)
{
    __shared__ float4 tile[TILE];
    int i = blockIdx.x * TILE + threadIdx.x;
    float4 self = i < n ? position[i] : make_float4(0, 0, 0, 0);
    float3 acceleration = make_float3(0, 0, 0);
    for (int start = 0; start < n; start += TILE) {
        int j = start + threadIdx.x;
        tile[threadIdx.x] = j < n ? __ldg(&position[j]) : make_float4(0, 0, 0, 0);
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < TILE; ++k) acceleration = pull(acceleration, self, tile[k]);
        __syncthreads();
    }
    if (i < n) {
        velocity[i].x += dt * acceleration.x;
        velocity[i].y += dt * acceleration.y;
        velocity[i].z += dt * acceleration.z;
    }
}

__global__ void drift(float4* position, const float4* velocity, int n, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    position[i].x += dt * velocity[i].x;
    position[i].y += dt * velocity[i].y;
    position[i].z += dt * velocity[i].z;
}

__global__ void energy_of(const float4* position, const float4* velocity, int n, double* total)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 p = position[i], v = velocity[i];
    double energy = 0.5 * p.w * (v.x * v.x + v.y * v.y + v.z * v.z);
    for (int j = i + 1; j < n; ++j) {
        float4 q = position[j];
        float x = q.x - p.x, y = q.y - p.y, z = q.z - p.z;
        energy -= double(p.w) * q.w * rsqrtf(x * x + y * y + z * z + SOFTENING * SOFTENING);
    }
    atomicAdd(total, energy);
}

extern "C" cudaError_t nbody_step(float4* position, float4* velocity, int n, float dt, cudaStream_t stream)
{
    int blocks = (n + TILE - 1) / TILE;
    kick<<<blocks, TILE, 0, stream>>>(position, velocity, n, dt);
    drift<<<blocks, TILE, 0, stream>>>(position, velocity, n, dt);
    return cudaPeekAtLastError();
}

extern "C" cudaError_t nbody_energy(const float4* position, const float4* velocity, int n, double* energy, cudaStream_t stream)
{
    cudaError_t error = cudaMemsetAsync(energy, 0, sizeof(double), stream);
    if (error != cudaSuccess) return error;
    energy_of<<<(n + TILE - 1) / TILE, TILE, 0, stream>>>(position, velocity, n, energy);
    return cudaGetLastError();
}
