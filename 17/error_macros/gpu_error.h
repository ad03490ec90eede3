/* Error handling for host files of any compiler: an own error code, a checker, a scope guard. */
#ifndef GPU_ERROR_H
#define GPU_ERROR_H

#include <cuda_runtime_api.h>

#include <cstdio>
#include <cstdlib>

#ifdef __CUDACC__
#define GPU_HD __host__ __device__
#else
#define GPU_HD
#endif

namespace app {

enum class Status { ok, out_of_memory, bad_argument, not_ready, failed };

/// The few codes that the program tells apart.
inline Status status_of(cudaError_t code)
{
    switch (code) {
    case cudaSuccess: return Status::ok;
    case cudaErrorMemoryAllocation: return Status::out_of_memory;
    case cudaErrorInvalidValue:
    case cudaErrorInvalidDevice: return Status::bad_argument;
    case cudaErrorNotReady: return Status::not_ready;
    default: return Status::failed;
    }
}

inline void report(cudaError_t code, const char* text, const char* file, int line)
{
    std::fprintf(stderr, "%s:%d: %s: CUDA error %d (%s): %s\n", file, line, text, static_cast<int>(code), cudaGetErrorName(code),
                 cudaGetErrorString(code));
}

/// Works on both sides of the machine.
GPU_HD inline int round_up(int value, int unit) { return (value + unit - 1) / unit * unit; }

}  // namespace app

// Aborts on any error.
#define CUDA_MUST(...)                                           \
    do {                                                         \
        cudaError_t app_code_ = (__VA_ARGS__);                   \
        if (app_code_ != cudaSuccess) {                          \
            app::report(app_code_, #__VA_ARGS__, __FILE__, __LINE__); \
            std::abort();                                        \
        }                                                        \
    } while (0)

// Returns the status from the enclosing function.
#define CUDA_TRY(call)                                                                     \
    if (app::Status app_status_ = app::status_of(call); app_status_ != app::Status::ok)    \
    return app_status_

// After a launch: the error of the launch itself, and with -DDEBUG_SYNC also that of the kernel.
#ifdef DEBUG_SYNC
#define CUDA_LAUNCHED() CUDA_MUST(cudaDeviceSynchronize())
#else
#define CUDA_LAUNCHED() CUDA_MUST(cudaGetLastError())
#endif

#endif
