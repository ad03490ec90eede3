// The Mandelbrot set with cuComplex, and the same with a complex class of the project.
#include <cuComplex.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#define OK(x)                                        \
    if ((x) != cudaSuccess) {                        \
        std::fprintf(stderr, "line %d\n", __LINE__); \
        std::exit(1);                                \
    }

struct Complex {
    double re, im;
    __host__ __device__ Complex operator+(Complex o) const { return {re + o.re, im + o.im}; }
    __host__ __device__ Complex operator*(Complex o) const { return {re * o.re - im * o.im, re * o.im + im * o.re}; }
    __host__ __device__ double norm() const { return re * re + im * im; }
};

__host__ __device__ inline int steps_of(Complex c, int limit)
{
    Complex z{0, 0};
    int n = 0;
    while (n < limit && z.norm() <= 4) {
        z = z * z + c;
        ++n;
    }
    return n;
}

__device__ int steps_cu(cuDoubleComplex c, int limit)
{
    cuDoubleComplex z = make_cuDoubleComplex(0, 0);
    int n = 0;
    while (n < limit && cuCreal(z) * cuCreal(z) + cuCimag(z) * cuCimag(z) <= 4) {
        z = cuCadd(cuCmul(z, z), c);
        ++n;
    }
    return n;
}

__global__ void render(int* a, int* b, int width, int height, int limit)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    double re = -2.0 + 3.0 * x / width, im = -1.5 + 3.0 * y / height;
    a[y * width + x] = steps_cu(make_cuDoubleComplex(re, im), limit);
    b[y * width + x] = steps_of({re, im}, limit);
}

int main()
{
    const int width = 128, height = 96, limit = 200, n = width * height;
    int *a, *b;
    OK(cudaMalloc(&a, n * sizeof(int)));
    OK(cudaMalloc(&b, n * sizeof(int)));
    render<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>(a, b, width, height, limit);
    OK(cudaGetLastError());
    std::vector<int> ha(n), hb(n);
    OK(cudaMemcpy(ha.data(), a, n * sizeof(int), cudaMemcpyDeviceToHost));
    OK(cudaMemcpy(hb.data(), b, n * sizeof(int), cudaMemcpyDeviceToHost));

    // Rounding may differ by a step at the border of the set, not in many places.
    int different = 0, inside = 0;
    for (int i = 0; i < n; ++i) {
        different += ha[i] != hb[i];
        inside += ha[i] == limit;
    }
    const cuFloatComplex unit = make_cuFloatComplex(3.0f, 4.0f);
    bool ok = different < n / 100 && inside > n / 20 && cuCabsf(unit) == 5.0f;
    OK(cudaFree(a));
    OK(cudaFree(b));
    std::printf("%s: %d inside, %d differ\n", ok ? "PASSED" : "FAILED", inside, different);
    return ok ? 0 : 1;
}
