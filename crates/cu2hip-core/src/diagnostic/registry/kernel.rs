//! 2xxx: the kernel language.

super::codes! {
    INLINE_PTX = "CH2001" "inline-ptx" Error Hours {
        title: "Inline PTX",
        explanation: "PTX is the virtual machine code of NVIDIA devices. It compiles for the host and stops in the AMD back end.",
        advice: "Replace the statement by HIP or C++ code; the finding names the instruction that has no exact form here.",
        before: "__device__ void f(unsigned s, const void* g) { asm volatile(\"cp.async.ca.shared.global [%0], [%1], 16;\" :: \"r\"(s), \"l\"(g)); }",
        after: "// a plain copy through registers, then __syncthreads()",
    }
    BALLOT_NARROWING = "CH2002" "ballot-narrowing" Warning Minutes {
        title: "A lane mask stored in 32 bits",
        explanation: "The call is written for the whole wavefront, and its result has one bit a lane: 64 bits in HIP. In a 32-bit variable the upper half is lost on devices with 64 lanes.",
        advice: "Use unsigned long long and __popcll, __ffsll, __clzll, 1ull << lane with it.",
        before: "__device__ int f(int p) { unsigned m = __ballot_sync(~0ull, p); return __popc(m); }",
        after: "unsigned long long m = __ballot_sync(~0ull, p); return __popcll(m);",
    }
    LANE_ORDER = "CH2003" "lane-order" Warning Minutes {
        title: "A broadcast of a value that only one lane has written",
        explanation: "The variable is not initialised in the other lanes; on ROCm the branch around the atomic is optimised away and every lane performs it.",
        advice: "Initialise the variable where it is declared.",
        before: "__device__ int f(int* c, int lane) { int b; if (lane == 0) b = atomicAdd(c, 1); b = __shfl_sync(0xffffffffffffffffull, b, 0); return b; }",
        after: "int b = 0; if (lane == 0) b = atomicAdd(c, 1);",
    }
    MASK_WIDTH = "CH2004" "mask-width" Error Minutes {
        title: "A lane mask that is not 64 bits wide",
        explanation: "HIP masks have 64 bits, and the _sync functions refuse any other type at compile time. The call could not be written without the mask: an argument is hidden by a macro or a pack, or the mask is an expression that does something.",
        advice: "Compute the mask before the call; then the call can be translated.",
        before: "__device__ unsigned lanes();\n__device__ int f(int v) { return __ballot_sync(lanes(), v); }",
        after: "__device__ int f(int v) { unsigned m = lanes(); return (unsigned)(__ballot(v) >> (__lane_id() & 32)) & m; }",
    }
    WARP_SIZE_CONSTANT = "CH2005" "warp-size-constant" Error Minutes {
        title: "warpSize where a constant or host code needs it",
        explanation: "From ROCm 7 warpSize is no compile-time constant, and host code cannot know it: it depends on the device.",
        advice: "Host: hipDeviceGetAttribute with hipDeviceAttributeWarpSize. Array bounds: the largest width, 64.",
        before: "__global__ void k() { __shared__ float s[1024 / warpSize]; s[0] = 0; }",
        after: "__shared__ float s[1024 / 32];",
    }
    WARP_WIDTH_LITERAL = "CH2006" "warp-width-literal" Warning Hours {
        title: "Lane arithmetic written for 32 lanes",
        explanation: "The number is used as the width of a warp, and something beside it works on whole wavefronts, which have 64 lanes on devices of the CDNA line.",
        advice: "Use one of both throughout: warpSize, or groups of 32 lanes with an explicit width of 32 in the shuffles.",
        before: "__device__ int sum(int v) { for (int o = 16; o > 0; o >>= 1) v += __shfl_down_sync(~0ull, v, o); return v; }",
        after: "for (int o = warpSize / 2; o > 0; o >>= 1) v += __shfl_down_sync(~0ull, v, o);",
    }
    LAUNCH_BOUNDS = "CH2007" "launch-bounds" Warning Minutes {
        title: "The second or third argument of __launch_bounds__",
        explanation: "The second argument is blocks per multiprocessor in CUDA and warps per execution unit in HIP; a third one (blocks per cluster) does not exist.",
        advice: "Convert: HIP value = (CUDA value * threads) / 32, or leave it out.",
        before: "__global__ void __launch_bounds__(256, 2) k(float* p) { p[threadIdx.x] = 0; }",
        after: "__global__ void __launch_bounds__(256) k(float* p) { p[threadIdx.x] = 0; }",
    }
    TEXTURE_REFERENCE = "CH2008" "texture-reference" Error Hours {
        title: "A texture or surface reference",
        explanation: "Texture references were removed in CUDA 12; HIP keeps them as deprecated and not on all devices.",
        advice: "Use texture objects (hipCreateTextureObject).",
        before: "texture<float, 1> tex;\n__device__ float f(int i) { return tex1Dfetch(tex, i); }",
        after: "__device__ float f(hipTextureObject_t tex, int i) { return tex1Dfetch<float>(tex, i); }",
    }
    DEVICE_LAUNCH = "CH2009" "device-launch" Error Days {
        title: "A kernel launched, or the runtime called, from device code",
        explanation: "HIP has no dynamic parallelism and no device runtime.",
        advice: "Launch from the host, or turn the child kernel into a loop or device function.",
        before: "__global__ void child() {}\n__global__ void parent() { child<<<1, 1>>>(); }",
        after: "// launch child from the host",
    }
    ASYNC_COPY = "CH2010" "async-copy" Error Hours {
        title: "Asynchronous copies, pipelines and barriers of libcu++",
        explanation: "AMD devices have no hardware path with these semantics, and HIP does not have the interfaces.",
        advice: "Copy through registers and synchronise with __syncthreads().",
        before: "#include <cuda/pipeline>\n__device__ void f() { __pipeline_commit(); }",
        after: "// plain copy, then __syncthreads()",
    }
    GROUP_COLLECTIVE = "CH2011" "group-collective" Error Hours {
        title: "A cooperative groups collective that HIP lacks",
        explanation: "HIP has thread blocks, grids, coalesced groups and tiles with shuffles and votes, but not this collective.",
        advice: "Write the collective with tile shuffles.",
        before: "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n__device__ int f(int v) { return cg::labeled_partition(cg::coalesced_threads(), v).size(); }",
        after: "__device__ int f(int v) { return __popc((unsigned)(__match_any(v) >> (__lane_id() & 32))); }",
    }
    LAUNCH_FORM = "CH2012" "launch-form" Error Minutes {
        title: "A launch whose form cannot be written as asked",
        explanation: "The launch configuration is hidden by a macro or has blanks between its chevrons, or the launch cannot be written as hipLaunchKernelGGL.",
        advice: "Write the launch with <<< and >>> and two to four plain parts.",
        before: "#define CFG 1, 2\n__global__ void k(int) {}\nvoid f() { k<<<CFG>>>(1); }",
        after: "hipLaunchKernelGGL(k, 1, 2, 0, 0, 1);",
    }
    SHIM = "CH2013" "shim" Warning Minutes {
        title: "The project defines a name of the CUDA or HIP interface itself",
        explanation: "A polyfill for old devices or toolkits. HIP declares the same function for all devices, so that the definition clashes or silently wins.",
        advice: "Leave the definition out for AMD: put #if !defined(__HIP_PLATFORM_AMD__) around it.",
        before: "#if __CUDA_ARCH__ < 600\n__device__ double atomicAdd(double* a, double v) { return v; }\n#endif",
        after: "#if !defined(__HIP_PLATFORM_AMD__)\n// the definition\n#endif",
    }
    DEVICE_BUILTIN = "CH2014" "device-builtin" Error Hours {
        title: "A device function or qualifier that HIP lacks",
        explanation: "The compiler stops at it, or it has no effect.",
        advice: "As the finding says.",
        before: "__global__ void __cluster_dims__(2, 1, 1) k(int* o) { *o = 1; }",
        after: "__global__ void k(int* o) { *o = 1; }",
    }
    PTX_NUMERICS = "CH2015" "ptx-numerics" Note Minutes {
        title: "A PTX instruction whose C++ form may differ in its result",
        explanation: "The statement was rewritten. Approximations, flushing of denormal numbers and clocks have no exact counterpart.",
        advice: "Compare results where the last places or the unit matter.",
        before: "__device__ float f(float x) { float r; asm(\"tanh.approx.f32 %0, %1;\" : \"=f\"(r) : \"f\"(x)); return r; }",
        after: "__device__ float f(float x) { float r; r = tanhf(x); return r; }",
    }
    MATRIX_FRAGMENT = "CH2016" "matrix-fragment" Error Hours {
        title: "A matrix fragment that rocWMMA does not have",
        explanation: "rocWMMA has square blocks of 16 and of 32, of half, bfloat16, int8_t, float and double. Other shapes and element types of nvcuda::wmma do not compile.",
        advice: "Use fragments of 16 by 16 by 16, and adapt the loops over the tiles.",
        before: "#include <mma.h>\nusing namespace nvcuda;\n__global__ void k(half* p) { wmma::fragment<wmma::matrix_a, 32, 8, 16, half, wmma::row_major> a; wmma::load_matrix_sync(a, p, 16); }",
        after: "wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;",
    }
    COMPILER_STRICTNESS = "CH2017" "compiler-strictness" Error Minutes {
        title: "Code that nvcc's host compiler takes and clang does not",
        explanation: "HIP is compiled by clang, which follows the language more strictly than g++ with its extensions.",
        advice: "Use a std::vector, or set the elements after the declaration.",
        before: "void f(cudaStream_t s, int n) { int flags[n] = {0}; cudaStreamSynchronize(s); flags[0]++; }",
        after: "std::vector<int> flags(n);",
    }
    SPIN_LOCK = "CH2018" "spin-lock" Warning Hours {
        title: "A lock that several lanes of one wavefront spin on",
        explanation: "Lanes of an AMD wavefront go together: the lane that has the lock waits at the end of the loop for those that spin, and they wait for it. NVIDIA devices since Volta let each lane go on by itself.",
        advice: "Do the work and give the lock back inside the loop: if (atomicCAS(&lock, 0, 1) == 0) { work; release; done = true; }. Or let one lane of the block take the lock.",
        before: "__device__ int lock;\n__global__ void k(int* p) { while (atomicCAS(&lock, 0, 1) != 0); *p += 1; atomicExch(&lock, 0); }",
        after: "for (bool done = false; !done;) if (atomicCAS(&lock, 0, 1) == 0) { *p += 1; __threadfence(); atomicExch(&lock, 0); done = true; }",
    }
}
