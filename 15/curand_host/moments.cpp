// Fills device memory with normal and uniform numbers and checks their first two moments.
#include <cuda_runtime_api.h>
#include <curand.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CUDA_CALL(x)                                                 \
    do {                                                             \
        if ((x) != cudaSuccess) {                                    \
            printf("CUDA error at %s:%d\n", __FILE__, __LINE__);     \
            return EXIT_FAILURE;                                     \
        }                                                            \
    } while (0)
#define CURAND_CALL(x)                                               \
    do {                                                             \
        if ((x) != CURAND_STATUS_SUCCESS) {                          \
            printf("cuRAND error at %s:%d\n", __FILE__, __LINE__);   \
            return EXIT_FAILURE;                                     \
        }                                                            \
    } while (0)

static void moments(const std::vector<float>& v, double& mean, double& variance)
{
    double sum = 0, squares = 0;
    for (float x : v) sum += x;
    mean = sum / v.size();
    for (float x : v) squares += (x - mean) * (x - mean);
    variance = squares / v.size();
}

int main()
{
    const size_t n = 1 << 20;
    std::vector<float> host(n);
    float* device;
    CUDA_CALL(cudaMalloc((void**)&device, n * sizeof(float)));

    curandGenerator_t generator;
    CURAND_CALL(curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_PHILOX4_32_10));
    CURAND_CALL(curandSetPseudoRandomGeneratorSeed(generator, 20240229ULL));

    double mean, variance;
    CURAND_CALL(curandGenerateNormal(generator, device, n, 1.0f, 2.0f));
    CUDA_CALL(cudaMemcpy(host.data(), device, n * sizeof(float), cudaMemcpyDeviceToHost));
    moments(host, mean, variance);
    bool ok = std::fabs(mean - 1.0) < 0.02 && std::fabs(variance - 4.0) < 0.05;

    CURAND_CALL(curandGenerateUniform(generator, device, n));
    CUDA_CALL(cudaMemcpy(host.data(), device, n * sizeof(float), cudaMemcpyDeviceToHost));
    moments(host, mean, variance);
    ok = ok && std::fabs(mean - 0.5) < 0.01 && std::fabs(variance - 1.0 / 12) < 0.01;

    // A quasi-random generator covers the interval evenly.
    CURAND_CALL(curandDestroyGenerator(generator));
    CURAND_CALL(curandCreateGenerator(&generator, CURAND_RNG_QUASI_SOBOL32));
    CURAND_CALL(curandSetQuasiRandomGeneratorDimensions(generator, 1));
    CURAND_CALL(curandGenerateUniform(generator, device, n));
    CUDA_CALL(cudaMemcpy(host.data(), device, n * sizeof(float), cudaMemcpyDeviceToHost));
    moments(host, mean, variance);
    ok = ok && std::fabs(mean - 0.5) < 0.001;

    CURAND_CALL(curandDestroyGenerator(generator));
    CUDA_CALL(cudaFree(device));
    printf("%s\n", ok ? "PASSED" : "FAILED");
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
