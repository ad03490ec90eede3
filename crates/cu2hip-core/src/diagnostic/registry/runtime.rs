//! 8xxx: what compiles and cannot run.

super::codes! {
    DEVICE_BINARY = "CH8001" "device-binary" Error Hours {
        title: "PTX or cubin handed to the driver",
        explanation: "Compiles and cannot run: AMD devices do not load PTX or cubin.",
        advice: "Build a code object for the AMD device (hipRTC, or --genco).",
        before: "#include <cuda.h>\nvoid f(CUmodule* m, const char* ptx) { cuModuleLoadData(m, ptx); }",
        after: "// load a code object made by hipRTC",
    }
    LIBRARY_FILE_NAME = "CH8002" "library-file-name" Error Minutes {
        title: "The file name of a CUDA library",
        explanation: "Compiles and cannot run: the file does not exist on a ROCm machine.",
        advice: "Name the ROCm library.",
        before: "void* f() { return dlopen(\"libcudart.so\", 1); }",
        after: "void* f() { return dlopen(\"libamdhip64.so\", 1); }",
    }
    SYMBOL_LOOKUP = "CH8003" "symbol-lookup" Error Minutes {
        title: "A CUDA function looked up by name",
        explanation: "Compiles and cannot run: the ROCm library has another name for it.",
        advice: "Look up the HIP name.",
        before: "#include <cuda.h>\nvoid f(void* lib) { dlsym(lib, \"cudaMalloc\"); }",
        after: "dlsym(lib, \"hipMalloc\");",
    }
    COMPILER_OPTION = "CH8004" "compiler-option" Error Minutes {
        title: "An NVRTC option",
        explanation: "hipRTC takes the options of clang and refuses those of nvcc.",
        advice: "--gpu-architecture=compute_NN becomes --offload-arch=gfxNNN, --use_fast_math becomes -ffast-math.",
        before: "#include <nvrtc.h>\nnvrtcResult f(nvrtcProgram p) { const char* o[] = {\"--gpu-architecture=compute_70\"}; return nvrtcCompileProgram(p, 1, o); }",
        after: "\"--offload-arch=gfx90a\"",
    }
    COMPUTE_CAPABILITY = "CH8005" "compute-capability" Warning Minutes {
        title: "A decision on the compute capability",
        explanation: "On AMD devices major and minor are the gfx version: comparisons with NVIDIA's numbers decide at random.",
        advice: "Decide by gcnArchName or by a device attribute.",
        before: "bool f() { cudaDeviceProp p; cudaGetDeviceProperties(&p, 0); return p.major >= 7; }",
        after: "// decide by the feature, not by its number",
    }
    SHARED_SIZE = "CH8006" "shared-size" Warning Hours {
        title: "More shared memory for a block than AMD devices have",
        explanation: "A block has 64 KiB of local memory, on gfx950 160 KiB. The call fails, and so does the launch.",
        advice: "Make the tile smaller, or choose it by hipDeviceAttributeMaxSharedMemoryPerBlock.",
        before: "#include <cuda_runtime.h>\n__global__ void k();\nvoid f() { cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 96 * 1024); }",
        after: "hipFuncSetAttribute(reinterpret_cast<const void*>(k), hipFuncAttributeMaxDynamicSharedMemorySize, 64 * 1024)",
    }
}
