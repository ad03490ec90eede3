//! 5xxx: preprocessor and versions.

super::codes! {
    ARCH_GATE = "CH5001" "arch-gate" Warning Minutes {
        title: "A test of the compute capability against a number",
        explanation: "HIP does not define __CUDA_ARCH__, so that the test is made with 0: AMD devices silently take the branch for the oldest device. The test was left because no branch is known to suit them: it holds PTX or a name that HIP lacks, calls functions that are defined elsewhere, defines macros, or depends on other macros.",
        advice: "Decide which branch AMD devices need, and test __HIP_DEVICE_COMPILE__ for it.",
        before: "__device__ void g(int);\n__device__ void f() {\n#if __CUDA_ARCH__ >= 700\n  g(1);\n#endif\n}",
        after: "#if defined(__HIP_DEVICE_COMPILE__)\n  g(1);\n#endif",
    }
    VERSION_GATE = "CH5002" "version-gate" Warning Minutes {
        title: "A test of a CUDA version macro",
        explanation: "The macro is undefined under HIP: comparisons see 0 and #ifdef is false, so that AMD silently takes the branch for the oldest release. Where a branch holds nothing that is reported, the one for the newest release is taken: a test for AMD was put beside the comparison, which is a note. The test was left (a warning that says which branch AMD takes) where the newer branches hold findings and the oldest does not do the work, where a branch defines macros that are tested elsewhere, and where the condition computes with the number.",
        advice: "Decide which branch ROCm needs and write the condition with __HIP_PLATFORM_AMD__ or HIP_VERSION.",
        before: "#if CUDART_VERSION >= 11080\n#define HAS_FP8 1\n#endif",
        after: "#if CUDART_VERSION >= 11080 || defined(__HIP_PLATFORM_AMD__)\n#define HAS_FP8 1\n#endif",
    }
    UNMAPPED_HEADER = "CH5003" "unmapped-header" Error Hours {
        title: "A CUDA header without counterpart",
        explanation: "No ROCm package has a header for it.",
        advice: "Remove the include with what uses it, or guard it.",
        before: "#include <cuda_egl_interop.h>",
        after: "// guard it",
    }
    INCLUDE_IN_EXTERN_C = "CH5004" "include-in-extern-c" Error Minutes {
        title: "The CUDA runtime header inside extern \"C\"",
        explanation: "HIP's runtime header holds templates, which cannot have C linkage.",
        advice: "Move the include out of the block.",
        before: "extern \"C\" {\n#include <cuda_runtime_api.h>\n}",
        after: "#include <hip/hip_runtime_api.h>\nextern \"C\" {\n}",
    }
    INCLUDE_GUARD = "CH5005" "include-guard" Note Minutes {
        title: "A test of a CUDA header's include guard",
        explanation: "The test asks whether the CUDA header was included before. HIP's header has another guard.",
        advice: "The test was rewritten to the HIP header's guard; look at it.",
        before: "#ifdef __DRIVER_TYPES_H__\nconst char* name(cudaError_t e);\n#endif",
        after: "#ifdef HIP_INCLUDE_HIP_HIP_RUNTIME_API_H",
    }
    DIRECTIVE_IN_CALL = "CH5006" "directive-in-call" Error Minutes {
        title: "A conditional inside an argument list",
        explanation: "The alternatives are not whole lists, so that the arguments could not be told apart; the call stays in CUDA spelling.",
        advice: "Write the call once per alternative.",
        before: "void f(void** p, size_t n) {\n  cudaMallocHost(p,\n#ifdef A\n    n,\n#else\n    2 * n,\n#endif\n    0);\n}",
        after: "#ifdef A\n  hipHostMalloc(p, n, 0);\n#else\n  hipHostMalloc(p, 2 * n, 0);\n#endif",
    }
    PASTED_NAME = "CH5007" "pasted-name" Error Minutes {
        title: "A CUDA name that a macro pastes or turns into a string",
        explanation: "The macro builds another name or a string from it. Renaming the argument would break what it is pasted to.",
        advice: "Change the macro and its uses together.",
        before: "#define LOAD(f) p_##f = (t_##f)dlsym(lib, #f)\nvoid g() { LOAD(cuMemAlloc); }",
        after: "// LOAD(hipMalloc), with p_hipMalloc and t_hipMalloc declared",
    }
    FORWARD_DECLARATION = "CH5008" "forward-declaration" Error Minutes {
        title: "A forward declaration of a CUDA type",
        explanation: "The tag of the HIP type differs, or the type cannot be declared ahead.",
        advice: "Include the HIP header instead.",
        before: "#include <cusparse.h>\nstruct cusparseMatDescr;",
        after: "#include <hipsparse/hipsparse.h>",
    }
    OWN_IMPLEMENTATION = "CH5009" "own-implementation" Error Hours {
        title: "A tree that implements the CUDA interface",
        explanation: "The project defines many functions of the interface itself (a fake runtime, a wrapper, the library's own source). Renaming them would change what it provides.",
        advice: "Leave the tree out, or name the folders to translate.",
        before: "",
        after: "",
    }
    HEADER_FRAGMENT = "CH5010" "header-fragment" Note Minutes {
        title: "A source file that is included by others",
        explanation: "The .cu file is a part of other translation units: it is translated as a header.",
        advice: "Nothing, if that is intended.",
        before: "",
        after: "",
    }
}
