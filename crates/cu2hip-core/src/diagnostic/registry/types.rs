//! 3xxx: types and numerics.

super::codes! {
    DEVICEPTR_ARITHMETIC = "CH3001" "deviceptr-arithmetic" Error Minutes {
        title: "Arithmetic on a CUdeviceptr",
        explanation: "CUdeviceptr is an integer, hipDeviceptr_t is a void pointer.",
        advice: "Cast to char* for offsets and to uintptr_t for bit operations.",
        before: "#include <cuda.h>\nCUresult f(CUdeviceptr p, size_t o) { return cuMemsetD8(p + o, 0, 16); }",
        after: "hipMemsetD8((hipDeviceptr_t)((char*)p + o), 0, 16)",
    }
    FP8_FORMAT = "CH3002" "fp8-format" Warning Hours {
        title: "8-bit floating point formats differ by device",
        explanation: "HIP has OCP formats (gfx950, gfx12) and FNUZ formats (gfx940 to gfx942) with other ranges: 240 against 448.",
        advice: "Choose the type by architecture and check scale constants.",
        before: "#include <cuda_fp8.h>\n__device__ float f(__nv_fp8_e4m3 v) { return float(v); }",
        after: "#include <hip/hip_fp8.h>\n__device__ float f(__hip_fp8_e4m3 v) { return float(v); }",
    }
    HANDLE_TYPE = "CH3003" "handle-type" Warning Minutes {
        title: "An integer handle that is a pointer in HIP",
        explanation: "Printing, comparing with numbers or storing it in an integer needs a cast.",
        advice: "Compare with nullptr, store in the handle type, cast to uintptr_t for printing.",
        before: "#include <cufft.h>\nint f() { cufftHandle h = 0; return (int)h; }",
        after: "hipfftHandle h = nullptr;",
    }
    HALF_CONVERSION = "CH3004" "half-conversion" Warning Minutes {
        title: "A conversion between half and bfloat16 in a template",
        explanation: "CUDA's types have constructors for each other. HIP's have none, and the compiler finds the conversion ambiguous where a template is used with both.",
        advice: "Convert by way of float.",
        before: "#include <cuda_fp16.h>\n#include <cuda_bf16.h>\ntemplate <class To, class From> __device__ To to(const From* p) { return static_cast<To>(*p); }\n__device__ __half f(__nv_bfloat16* p) { return to<__half, __nv_bfloat16>(p); }",
        after: "template <class To, class From> __device__ To to(const From* p) { return static_cast<To>(static_cast<float>(*p)); }",
    }
    HOST_MATH = "CH3005" "host-math" Error Minutes {
        title: "A mathematical function that HIP has for devices only",
        explanation: "CUDA's headers define it for the host too. Those that the C++ standard library can express are written with it; the inverse error functions, erfcx and the Bessel functions are not.",
        advice: "Take it from a library for the host (Boost.Math, std::cyl_bessel_i of C++17), or compute it on the device.",
        before: "float f(float x) { return erfinvf(x); }",
        after: "float f(float x) { return boost::math::erf_inv(x); }",
    }
}
