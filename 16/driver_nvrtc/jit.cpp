// Compiles a kernel at run time and launches it through the driver interface.
#include <cuda.h>
#include <nvrtc.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#define CU_CHECK(expr)                                                    \
    do {                                                                  \
        CUresult result_ = (expr);                                        \
        if (result_ != CUDA_SUCCESS) {                                    \
            const char* text_ = nullptr;                                  \
            cuGetErrorString(result_, &text_);                            \
            std::fprintf(stderr, "%s: %s\n", #expr, text_ ? text_ : "?"); \
            std::exit(1);                                                 \
        }                                                                 \
    } while (0)

#define NVRTC_CHECK(expr)                                                          \
    do {                                                                           \
        nvrtcResult result_ = (expr);                                              \
        if (result_ != NVRTC_SUCCESS) {                                            \
            std::fprintf(stderr, "%s: %s\n", #expr, nvrtcGetErrorString(result_)); \
            std::exit(1);                                                          \
        }                                                                          \
    } while (0)

static const char* kSource = R"(
extern "C" __global__ void saxpy(float a, const float* x, float* y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}
)";

static std::vector<char> compile(CUdevice device)
{
    int major = 0, minor = 0;
    CU_CHECK(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device));
    CU_CHECK(cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device));
    const std::string arch = "--gpu-architecture=compute_" + std::to_string(major) + std::to_string(minor);
    const char* options[] = {arch.c_str(), "--use_fast_math"};

    nvrtcProgram program;
    NVRTC_CHECK(nvrtcCreateProgram(&program, kSource, "saxpy.cu", 0, nullptr, nullptr));
    const nvrtcResult compiled = nvrtcCompileProgram(program, 2, options);
    size_t log_size = 0;
    NVRTC_CHECK(nvrtcGetProgramLogSize(program, &log_size));
    if (log_size > 1) {
        std::vector<char> log(log_size);
        NVRTC_CHECK(nvrtcGetProgramLog(program, log.data()));
        std::fprintf(stderr, "%s\n", log.data());
    }
    NVRTC_CHECK(compiled);

    size_t size = 0;
    NVRTC_CHECK(nvrtcGetPTXSize(program, &size));
    std::vector<char> ptx(size);
    NVRTC_CHECK(nvrtcGetPTX(program, ptx.data()));
    NVRTC_CHECK(nvrtcDestroyProgram(&program));
    return ptx;
}

int main()
{
    CU_CHECK(cuInit(0));
    CUdevice device;
    CU_CHECK(cuDeviceGet(&device, 0));
    CUcontext context;
    CU_CHECK(cuDevicePrimaryCtxRetain(&context, device));
    CU_CHECK(cuCtxSetCurrent(context));

    const std::vector<char> ptx = compile(device);
    CUmodule module;
    CUfunction saxpy;
    CU_CHECK(cuModuleLoadData(&module, ptx.data()));
    CU_CHECK(cuModuleGetFunction(&saxpy, module, "saxpy"));

    int n = 1 << 16;
    float a = 2.0f;
    std::vector<float> x(n, 1.0f), y(n, 3.0f);
    CUdeviceptr d_x, d_y;
    CU_CHECK(cuMemAlloc(&d_x, n * sizeof(float)));
    CU_CHECK(cuMemAlloc(&d_y, n * sizeof(float)));
    CU_CHECK(cuMemcpyHtoD(d_x, x.data(), n * sizeof(float)));
    CU_CHECK(cuMemcpyHtoD(d_y, y.data(), n * sizeof(float)));

    CUstream stream;
    CU_CHECK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    void* args[] = {&a, &d_x, &d_y, &n};
    CU_CHECK(cuLaunchKernel(saxpy, (n + 127) / 128, 1, 1, 128, 1, 1, 0, stream, args, nullptr));
    CU_CHECK(cuStreamSynchronize(stream));
    CU_CHECK(cuMemcpyDtoH(y.data(), d_y, n * sizeof(float)));

    bool ok = true;
    for (float value : y) ok = ok && value == 5.0f;
    CU_CHECK(cuMemFree(d_x));
    CU_CHECK(cuMemFree(d_y));
    CU_CHECK(cuStreamDestroy(stream));
    CU_CHECK(cuModuleUnload(module));
    CU_CHECK(cuDevicePrimaryCtxRelease(device));
    std::printf("%s\n", ok ? "PASSED" : "FAILED");
    return ok ? 0 : 1;
}
