//! 4xxx: libraries and their borders.

super::codes! {
    LIBRARY_BORDER = "CH4001" "library-border" Error Minutes {
        title: "A value that two target libraries would type differently",
        explanation: "The name belongs to several CUDA libraries whose targets declare types of their own for it.",
        advice: "Use one target for both libraries (--libs cublas=hip), or convert the value at the border.",
        before: "#include <cublas_v2.h>\n#include <cublasLt.h>\nvoid f(cublasHandle_t* h, cublasLtHandle_t* l) { cublasStatus_t s = cublasCreate(h); s = cublasLtCreate(l); }",
        after: "rocblas_status s = rocblas_create_handle(h); hipblasStatus_t t = hipblasLtCreate(l);",
    }
    HANDLE_CAST = "CH4002" "handle-cast" Error Hours {
        title: "A library handle cast into another library's handle",
        explanation: "Legal with CUDA's libraries, compiles and is wrong on AMD.",
        advice: "Create a handle of the right library.",
        before: "#include <cublasLt.h>\ncublasLtHandle_t f(cublasHandle_t h) { return reinterpret_cast<cublasLtHandle_t>(h); }",
        after: "hipblasLtHandle_t lt; hipblasLtCreate(&lt);",
    }
    GENERATOR_STATE = "CH4003" "generator-state" Error Hours {
        title: "Members of a random generator state",
        explanation: "hipRAND states are classes with other members, and need a constructor at namespace scope.",
        advice: "Use the generator functions; initialise states in a kernel.",
        before: "#include <curand_kernel.h>\n__device__ unsigned f(curandState* s) { return s->d; }",
        after: "__device__ unsigned f(hiprandState* s) { return hiprand(s); }",
    }
    CALL_SHAPE = "CH4004" "call-shape" Error Hours {
        title: "A library call whose counterpart takes other arguments",
        explanation: "The counterpart exists, but its parameters differ in number, order or type, so that a rename would not compile or would be wrong.",
        advice: "Write the call as the finding says.",
        before: "#include <cublas_v2.h>\nvoid f(cublasHandle_t h, int* version) { cublasGetVersion(h, version); }",
        after: "char text[64]; rocblas_get_version_string(text, sizeof text);",
    }
    LIBRARY_WITHOUT_COUNTERPART = "CH4005" "library-without-counterpart" Error Days {
        title: "A library that ROCm does not have",
        explanation: "No ROCm library has the same interface; the finding names the nearest one.",
        advice: "Rewrite for the named library, or leave the part out on AMD.",
        before: "#include <nvml.h>\nvoid f() { nvmlInit(); }",
        after: "#include <amd_smi/amdsmi.h>\nvoid f() { amdsmi_init(AMDSMI_INIT_AMD_GPUS); }",
    }
    TEMPLATE_LIBRARY = "CH4006" "template-library" Error Days {
        title: "CUTLASS or CuTe",
        explanation: "These templates generate NVIDIA tensor core code. There is no mechanical translation.",
        advice: "Composable Kernel, hipBLASLt or rocWMMA, by hand.",
        before: "#include <cutlass/cutlass.h>\nusing T = cutlass::half_t;",
        after: "// rewrite with Composable Kernel",
    }
    TORCH_NAMES = "CH4007" "torch-names" Note Minutes {
        title: "PyTorch C++ names that torch translates itself",
        explanation: "torch.utils.cpp_extension runs its own translation when the extension is built on ROCm.",
        advice: "Leave the names for torch's build step, or rewrite them with --libs torch=hip for a committed port.",
        before: "#include <c10/cuda/CUDAStream.h>\nvoid f() { auto s = at::cuda::getCurrentCUDAStream(); }",
        after: "auto s = at::cuda::getCurrentCUDAStream();  // translated at build time",
    }
    LIBCUDACXX = "CH4008" "libcudacxx" Warning Hours {
        title: "libcu++",
        explanation: "cuda::std works with libhipcxx, which has its own include folder; most other parts of cuda:: do not exist there.",
        advice: "Add libhipcxx to the include path; replace what it lacks.",
        before: "#include <cuda/std/atomic>\n__device__ cuda::std::atomic<int> n;",
        after: "// unchanged, with libhipcxx on the include path",
    }
}
