//! 6xxx: build files.

super::codes! {
    CMAKE_LANGUAGE = "CH6001" "cmake-language" Warning Minutes {
        title: "CMake builds CUDA as a language",
        explanation: "HIP is a language of CMake too, from 3.21.",
        advice: "Name HIP where CUDA was named.",
        before: "project(app LANGUAGES CXX CUDA)",
        after: "project(app LANGUAGES CXX HIP)",
    }
    CMAKE_PACKAGE = "CH6002" "cmake-package" Warning Minutes {
        title: "CMake finds the CUDA toolkit",
        explanation: "ROCm packages are found by their own names.",
        advice: "find_package for each ROCm library that is linked.",
        before: "find_package(CUDAToolkit REQUIRED)",
        after: "find_package(hip REQUIRED)",
    }
    LINK_LIBRARY = "CH6003" "link-library" Warning Minutes {
        title: "A CUDA library is linked",
        explanation: "The library has another name on ROCm.",
        advice: "Link the counterpart.",
        before: "target_link_libraries(app PRIVATE CUDA::cublas)",
        after: "target_link_libraries(app PRIVATE roc::rocblas)",
    }
    COMPILER = "CH6004" "compiler" Warning Minutes {
        title: "nvcc is called",
        explanation: "hipcc or the HIP compiler takes its place.",
        advice: "Name the HIP compiler.",
        before: "NVCC := nvcc",
        after: "NVCC := hipcc",
    }
    COMPILER_FLAG = "CH6005" "compiler-flag" Warning Minutes {
        title: "A flag that only nvcc knows",
        explanation: "The HIP compiler refuses it or names it otherwise.",
        advice: "Write the flag of the HIP compiler.",
        before: "NVCCFLAGS := -arch=sm_80 --use_fast_math",
        after: "NVCCFLAGS := --offload-arch=gfx90a -ffast-math",
    }
    ARCHITECTURE = "CH6006" "architecture" Warning Minutes {
        title: "A list of NVIDIA architectures",
        explanation: "AMD architectures have names of their own.",
        advice: "List the gfx architectures.",
        before: "set(CMAKE_CUDA_ARCHITECTURES 80)",
        after: "set(CMAKE_HIP_ARCHITECTURES gfx90a)",
    }
    HOST_DEFINITION = "CH6007" "host-definition" Note Minutes {
        title: "Host-compiled files include HIP headers",
        explanation: "A host compiler needs __HIP_PLATFORM_AMD__ and the ROCm include path.",
        advice: "Add -D__HIP_PLATFORM_AMD__ and the include path, or link hip::host.",
        before: "",
        after: "",
    }
    RENAMED_SOURCE = "CH6008" "renamed-source" Warning Minutes {
        title: "The build names a source that was renamed",
        explanation: "The file has another name after --rename.",
        advice: "Name the new file.",
        before: "add_executable(app main.cu)",
        after: "add_executable(app main.hip)",
    }
    WARP_SYNC_DEFINE = "CH6009" "warp-sync-define" Warning Minutes {
        title: "Up to ROCm 6.4 the _sync functions need a definition",
        explanation: "HIP_ENABLE_WARP_SYNC_BUILTINS turns them on; from 7.0 they are always there.",
        advice: "Define HIP_ENABLE_WARP_SYNC_BUILTINS for all translation units.",
        before: "",
        after: "",
    }
    EXTENSION_BUILD = "CH6010" "extension-build" Note Minutes {
        title: "A Python build of a CUDA extension",
        explanation: "torch's CUDAExtension builds for ROCm as it stands; other builds name nvcc or CUDA libraries.",
        advice: "See the finding.",
        before: "CUDAExtension(name=\"x\", sources=[\"x.cu\"])",
        after: "CUDAExtension(name=\"x\", sources=[\"x.cu\"])",
    }
    TOOLKIT_PATH = "CH6011" "toolkit-path" Warning Minutes {
        title: "A path of the CUDA toolkit",
        explanation: "ROCm lies elsewhere, /opt/rocm unless the installation says otherwise.",
        advice: "Name the folder of ROCm.",
        before: "CUDA_PATH ?= /usr/local/cuda",
        after: "ROCM_PATH ?= /opt/rocm",
    }
}
