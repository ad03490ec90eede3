//! 1xxx: names of the interface.

super::codes! {
    NO_COUNTERPART = "CH1001" "no-counterpart" Error Hours {
        title: "A CUDA name that no ROCm release has",
        explanation: "The name is left in CUDA spelling so that the compiler stops there: a guess would hide the gap until run time.",
        advice: "Follow the advice of the finding, or guard the code out for AMD.",
        before: "size_t n; void f() { cudaDeviceSetLimit(cudaLimitMaxL2FetchGranularity, n); }",
        after: "// keep the call for CUDA builds only",
    }
    REMOVED_FROM_CUDA = "CH1002" "removed-from-cuda" Error Hours {
        title: "A CUDA name that CUDA itself has removed",
        explanation: "HIP never had it, and newer CUDA toolkits do not have it either. The finding names the release that dropped it and what took its place.",
        advice: "Move to the replacement first, then translate.",
        before: "#include <cuda_runtime.h>\nvoid f() { cudaConfigureCall(1, 1); }",
        after: "// kernel<<<1, 1>>>(...)",
    }
    NEEDS_NEWER_ROCM = "CH1003" "needs-newer-rocm" Error Minutes {
        title: "A name that a later ROCm release has",
        explanation: "The chosen release does not declare the counterpart, a later one does.",
        advice: "Choose the later release with --rocm, or guard the use.",
        before: "void f(void* p) { cudaMemAdvise_v2(p); }",
        after: "// --rocm 7.2",
    }
    OTHER_TARGET_HAS_IT = "CH1004" "other-target-has-it" Error Minutes {
        title: "A name that another target library has",
        explanation: "The chosen target library has no counterpart, but another choice of --libs has one.",
        advice: "Choose that library for the family with --libs.",
        before: "#include <cublas_v2.h>\nvoid f(cublasHandle_t h, float** a, int* p, int* i) { cublasSgetrfBatched(h, 8, a, 8, p, i, 4); }",
        after: "// --libs cublas=hip",
    }
    AMBIGUOUS_PROTOTYPE = "CH1005" "ambiguous-prototype" Error Minutes {
        title: "A call that means different things in CUDA 12 and CUDA 13",
        explanation: "The prototype changed in CUDA 13 and both forms take the same number of arguments; nothing in the project says which one is meant.",
        advice: "State the CUDA version of the project (--cuda 12 or --cuda 13).",
        before: "void f(cudaGraphNode_t a, cudaGraphNode_t b) { cudaGraphKernelNodeCopyAttributes(a, b); }",
        after: "// --cuda 12: hipGraphKernelNodeCopyAttributes(a, b); --cuda 13: (b, a)",
    }
    CHANGED_MEANING = "CH1006" "changed-meaning" Note Minutes {
        title: "A name that is translated but not quite the same",
        explanation: "The counterpart exists and compiles; the finding tells how it differs.",
        advice: "Check that the difference does not matter here.",
        before: "void f() { cudaProfilerStart(); }",
        after: "void f() { hipProfilerStart(); }",
    }
    ARGUMENT_DROPPED = "CH1007" "argument-dropped" Warning Minutes {
        title: "An argument that the counterpart does not take",
        explanation: "The counterpart has fewer parameters. The value that was passed has no effect any more.",
        advice: "Check that nothing relies on the dropped value.",
        before: "#include <cuda.h>\nvoid f(CUcontext* c, CUdevice d) { cuCtxCreate(c, 0, 0, d); }",
        after: "hipCtxCreate(c, 0, d);",
    }
    UNKNOWN_NAME = "CH1008" "unknown-name" Warning Minutes {
        title: "A name that looks like CUDA and is in no table",
        explanation: "It has the form of a CUDA name and follows an include of a CUDA header, but no CUDA release known here declares it, nor does the project.",
        advice: "Look where it is declared; add a user rule if it is an in-house wrapper.",
        before: "void f() { cudaFooBarBaz(); }",
        after: "// declare it, or write a user rule",
    }
    UNTRANSLATED_CALL = "CH1010" "untranslated-call" Error Minutes {
        title: "A call whose arguments could not be told apart",
        explanation: "The call needs more than a rename, and a macro, a parameter pack, a directive or unbalanced brackets hide its arguments. It stays in CUDA spelling, so that the compiler stops there.",
        advice: "Write the call out, or translate it by hand as the finding says.",
        before: "#define ARGS p, n\nvoid f(void** p, size_t n) { cudaMallocHost(ARGS); }",
        after: "hipHostMalloc(p, n, hipHostMallocDefault);",
    }
    ENUMERATOR_VALUE = "CH1011" "enumerator-value" Warning Minutes {
        title: "An enumerator whose number differs is used as a number",
        explanation: "CUDA and HIP give the same enumerator different numbers. Casts, tables, switch labels and stored values written for the CUDA numbers are wrong.",
        advice: "Use the name instead of the number on both sides, or convert explicitly.",
        before: "int f() { return (int)cudaDevAttrWarpSize; }",
        after: "// compare with hipDeviceAttributeWarpSize, never with 10",
    }
    USER_RULE = "CH1012" "user-rule" Note Minutes {
        title: "A remark from a rule of the project",
        explanation: "A user rule of the project asked for this remark.",
        advice: "As the rule says.",
        before: "",
        after: "",
    }
}
