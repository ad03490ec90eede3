// Two hundred steps of a random cloud; the energy must hold.
#include "nbody.h"

#include <curand.h>

#include <cmath>
#include <cstdio>
#include <vector>

#define TRY(call)                                                              \
    do {                                                                       \
        if (cudaError_t e = (call)) {                                          \
            std::fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(e));    \
            return 1;                                                          \
        }                                                                      \
    } while (0)

int main()
{
    const int n = 2048;
    float4 *position, *velocity;
    double* energy;
    TRY(cudaMalloc((void**)&position, n * sizeof(float4)));
    TRY(cudaMalloc((void**)&velocity, n * sizeof(float4)));
    TRY(cudaMalloc((void**)&energy, sizeof(double)));
    TRY(cudaMemset(velocity, 0, n * sizeof(float4)));

    // Uniform numbers fill the cube; the fourth component becomes the mass.
    curandGenerator_t generator;
    if (curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT) != CURAND_STATUS_SUCCESS ||
        curandSetPseudoRandomGeneratorSeed(generator, 7) != CURAND_STATUS_SUCCESS ||
        curandGenerateUniform(generator, (float*)position, 4 * n) != CURAND_STATUS_SUCCESS ||
        curandDestroyGenerator(generator) != CURAND_STATUS_SUCCESS)
        return 1;
    std::vector<float4> bodies(n);
    TRY(cudaMemcpy(bodies.data(), position, n * sizeof(float4), cudaMemcpyDeviceToHost));
    for (float4& body : bodies) body.w = 1.0f / n;
    TRY(cudaMemcpy(position, bodies.data(), n * sizeof(float4), cudaMemcpyHostToDevice));

    cudaEvent_t start, stop;
    TRY(cudaEventCreate(&start));
    TRY(cudaEventCreate(&stop));
    double before = 0, after = 0;
    TRY(nbody_energy(position, velocity, n, energy, 0));
    TRY(cudaMemcpy(&before, energy, sizeof(double), cudaMemcpyDeviceToHost));
    TRY(cudaEventRecord(start, 0));
    for (int step = 0; step < 200; ++step) TRY(nbody_step(position, velocity, n, 1e-4f, 0));
    TRY(cudaEventRecord(stop, 0));
    TRY(cudaEventSynchronize(stop));
    TRY(nbody_energy(position, velocity, n, energy, 0));
    TRY(cudaMemcpy(&after, energy, sizeof(double), cudaMemcpyDeviceToHost));

    float milliseconds = 0;
    TRY(cudaEventElapsedTime(&milliseconds, start, stop));
    const bool ok = std::fabs(after - before) < 0.02 * std::fabs(before);
    TRY(cudaEventDestroy(start));
    TRY(cudaEventDestroy(stop));
    TRY(cudaFree(position));
    TRY(cudaFree(velocity));
    TRY(cudaFree(energy));
    std::printf("%s: energy %g -> %g in %g ms\n", ok ? "PASSED" : "FAILED", before, after, milliseconds);
    return ok ? 0 : 1;
}
