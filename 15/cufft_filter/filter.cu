// Low-pass filter of a real signal: transform, clear the high frequencies, transform back.
#include <cufft.h>
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

static void must(cudaError_t e, int line)
{
    if (e != cudaSuccess) {
        fprintf(stderr, "line %d: %s\n", line, cudaGetErrorName(e));
        exit(1);
    }
}

static void must(cufftResult r, int line)
{
    if (r != CUFFT_SUCCESS) {
        fprintf(stderr, "line %d: transform error %d\n", line, (int)r);
        exit(1);
    }
}
#define MUST(x) must((x), __LINE__)

// Clears every bin above the limit and scales, since the inverse transform does not.
__global__ void low_pass(cufftComplex* spectrum, int bins, int limit, float scale)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= bins) return;
    cufftComplex value = spectrum[i];
    float keep = i <= limit ? scale : 0.0f;
    value.x *= keep;
    value.y *= keep;
    spectrum[i] = value;
}

int main()
{
    const int n = 4096, bins = n / 2 + 1, slow = 5, fast = 700;
    const double pi = 3.14159265358979323846;
    std::vector<float> signal(n), filtered(n);
    for (int i = 0; i < n; ++i)
        signal[i] = float(sin(2 * pi * slow * i / n) + 0.5 * sin(2 * pi * fast * i / n));

    cufftReal* time_domain;
    cufftComplex* spectrum;
    MUST(cudaMalloc((void**)&time_domain, n * sizeof(cufftReal)));
    MUST(cudaMalloc((void**)&spectrum, bins * sizeof(cufftComplex)));
    MUST(cudaMemcpy(time_domain, signal.data(), n * sizeof(float), cudaMemcpyHostToDevice));

    cudaStream_t stream;
    MUST(cudaStreamCreate(&stream));
    cufftHandle forward, inverse;
    MUST(cufftPlan1d(&forward, n, CUFFT_R2C, 1));
    MUST(cufftPlan1d(&inverse, n, CUFFT_C2R, 1));
    MUST(cufftSetStream(forward, stream));
    MUST(cufftSetStream(inverse, stream));

    MUST(cufftExecR2C(forward, time_domain, spectrum));
    low_pass<<<(bins + 255) / 256, 256, 0, stream>>>(spectrum, bins, 100, 1.0f / n);
    MUST(cufftExecC2R(inverse, spectrum, time_domain));
    MUST(cudaMemcpyAsync(filtered.data(), time_domain, n * sizeof(float), cudaMemcpyDeviceToHost, stream));
    MUST(cudaStreamSynchronize(stream));

    double worst = 0;
    for (int i = 0; i < n; ++i)
        worst = fmax(worst, fabs(filtered[i] - sin(2 * pi * slow * i / n)));

    MUST(cufftDestroy(forward));
    MUST(cufftDestroy(inverse));
    MUST(cudaStreamDestroy(stream));
    MUST(cudaFree(time_domain));
    MUST(cudaFree(spectrum));
    printf("%s: largest deviation %g\n", worst < 1e-4 ? "PASSED" : "FAILED", worst);
    return worst < 1e-4 ? 0 : 1;
}
