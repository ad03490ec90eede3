//! Facts that translations turn on.

use cu2hip_mappings::{Action, LibraryChoice, Mappings, Reason, RocmVersion, Side, Target};

fn rocm(major: u16, minor: u16) -> Target {
    Target {
        rocm: RocmVersion { major, minor },
        ..Target::default()
    }
}

fn with(family: &str, side: Side) -> Target {
    Target {
        libraries: LibraryChoice::default().with(family, side),
        ..Target::default()
    }
}

fn rename(name: &str, target: &Target) -> String {
    match Mappings::builtin().decide(name.as_bytes(), target) {
        Some(d) => match d.action {
            Action::Rename(to) => to.to_owned(),
            other => format!("{other:?}"),
        },
        None => "unknown".to_owned(),
    }
}

#[test]
fn plain_names_are_renamed() {
    let target = Target::default();
    for (cuda, hip) in [
        ("cudaMalloc", "hipMalloc"),
        ("cudaFree", "hipFree"),
        ("cudaError_t", "hipError_t"),
        ("cudaMemcpyHostToDevice", "hipMemcpyHostToDevice"),
        ("CUdeviceptr", "hipDeviceptr_t"),
        ("cuMemFree", "hipFree"),
        ("nvrtcCreateProgram", "hiprtcCreateProgram"),
        ("__nv_bfloat16", "__hip_bfloat16"),
        ("nv_bfloat16", "__hip_bfloat16"),
        ("__nv_bfloat162", "__hip_bfloat162"),
        ("cuComplex", "hipComplex"),
        ("cublasCreate", "rocblas_create_handle"),
        ("cublasSgemm_v2", "rocblas_sgemm"),
        ("cufftExecC2C", "hipfftExecC2C"),
        (
            "cusolverDnSgebrd_bufferSize",
            "hipsolverDnSgebrd_bufferSize",
        ),
        ("CUDA_R_32F", "HIP_R_32F"),
        ("CUDART_INF_F", "HIP_INF_F"),
    ] {
        assert_eq!(rename(cuda, &target), hip, "{cuda}");
    }
}

#[test]
fn the_library_choice_counts() {
    let hip = with("cublas", Side::Hip);
    assert_eq!(rename("cublasCreate", &hip), "hipblasCreate");
    assert_eq!(rename("CUBLAS_OP_N", &hip), "HIPBLAS_OP_N");
    assert_eq!(
        rename("CUBLAS_OP_N", &Target::default()),
        "rocblas_operation_none"
    );
    let datatype = with("datatype", Side::Roc);
    assert_eq!(rename("CUDA_R_32F", &datatype), "rocblas_datatype_f32_r");
}

#[test]
fn the_release_counts() {
    let mappings = Mappings::builtin();
    let newer = mappings
        .decide(b"cudaLibraryLoadData", &rocm(6, 4))
        .unwrap();
    let Action::Flag(flag) = newer.action else {
        panic!("{newer:?}")
    };
    assert_eq!(flag.reason, Reason::NeedsNewerRocm);
    assert_eq!(flag.detail, Some("7.2"));
    assert_eq!(
        rename("cudaLibraryLoadData", &rocm(7, 2)),
        "hipLibraryLoadData"
    );
    assert_eq!(
        rename("cudaLibraryLoadData", &rocm(10, 0)),
        "hipLibraryLoadData"
    );
    assert_eq!(rename("__nv_bfloat16", &rocm(10, 0)), "__hip_bfloat16");
    // hipTensor is known for 6.4 and 10.0 only.
    assert_eq!(
        rename("CUTENSOR_STATUS_SUCCESS", &rocm(7, 2)),
        "HIPTENSOR_STATUS_SUCCESS"
    );
}

#[test]
fn headers_are_those_that_exist() {
    let mappings = Mappings::builtin();
    let target = Target::default();
    let to = |path: &str, target: &Target| mappings.header(path.as_bytes(), target).unwrap().to;
    assert_eq!(to("cublas_v2.h", &target), ["rocblas/rocblas.h"]);
    assert_eq!(
        to("cublas_v2.h", &with("cublas", Side::Hip)),
        ["hipblas/hipblas.h"]
    );
    assert_eq!(to("cuda_bf16.h", &target), ["hip/hip_bf16.h"]);
    assert_eq!(
        to("cub/device/device_reduce.cuh", &target),
        ["hipcub/hipcub.hpp"]
    );
    assert!(
        mappings
            .header(b"thrust/device_vector.h", &target)
            .unwrap()
            .stays
    );
    assert!(mappings.header(b"my_cuda_fp16.h", &target).is_none());
}

#[test]
fn namespaces_and_families() {
    let mappings = Mappings::builtin();
    let target = Target::default();
    let space = |path: &str| mappings.namespace(path.as_bytes(), &target).unwrap();
    assert_eq!(space("cub").to, Some("hipcub"));
    assert_eq!(space("nvcuda::wmma").to, Some("rocwmma"));
    assert!(space("cutlass::gemm::device").flag.is_some());
    assert!(mappings.namespace(b"cub::detail", &target).is_none());
    assert_eq!(
        mappings
            .qualified(b"cub", b"BlockReduce", &target)
            .unwrap()
            .action,
        Action::Stay
    );
    let copy = mappings
        .qualified(b"cooperative_groups", b"memcpy_async", &target)
        .unwrap();
    assert!(matches!(copy.action, Action::Flag(_)), "{copy:?}");
    assert_eq!(
        mappings.family(b"nvmlInit", &target).unwrap().library,
        "nvml"
    );
    assert_eq!(
        mappings
            .family(b"nppiCopy_8u_C1R", &target)
            .unwrap()
            .library,
        "npp"
    );
    assert!(mappings.family(b"nppity", &target).is_none());
}

#[test]
fn facts_are_told() {
    let mappings = Mappings::builtin();
    let facts = mappings.facts(b"cudaMalloc");
    assert!(
        facts
            .iter()
            .any(|f| f.prototype("cudaMalloc").contains("size_t size"))
    );
    assert!(mappings.target_declares(b"hipMalloc", RocmVersion::DEFAULT));
    assert!(mappings.target_declares(b"hipcub::BlockReduce", RocmVersion::DEFAULT));
    assert!(!mappings.target_declares(b"hipFoo", RocmVersion::DEFAULT));
    let malloc = mappings.decide(b"cudaMalloc", &Target::default()).unwrap();
    assert_eq!(malloc.arity, Some((2, 2)));
    let warp = mappings
        .decide(b"cudaDevAttrWarpSize", &Target::default())
        .unwrap();
    assert_eq!(warp.value.map(|v| (v.cuda, v.target)), Some((10, 87)));
}

#[test]
fn a_preset_counts_where_there_is_a_counterpart() {
    let roc = LibraryChoice::parse("roc").unwrap();
    for (family, side) in [
        ("cublas", Side::Roc),
        ("cusparse", Side::Roc),
        ("cufft", Side::Hip),
        ("cublaslt", Side::Hip),
        ("datatype", Side::Hip),
    ] {
        assert_eq!(roc.side(family), side, "{family}");
    }
    assert_eq!(roc.with("datatype", Side::Roc).side("datatype"), Side::Roc);
}

#[test]
fn a_shared_name_is_spelled_for_the_callee() {
    let mappings = Mappings::builtin();
    let target = Target::default();
    let spelled = |name: &str, library: &str, target: &Target| match mappings
        .decide_for(name.as_bytes(), library, target)
        .unwrap()
        .action
    {
        Action::Rename(to) => to.to_owned(),
        other => format!("{other:?}"),
    };
    assert_eq!(
        spelled("CUDA_R_32F", "cublas", &target),
        "rocblas_datatype_f32_r"
    );
    assert_eq!(spelled("CUDA_R_32F", "cublaslt", &target), "HIP_R_32F");
    assert_eq!(
        spelled("CUBLAS_OP_N", "cublas", &target),
        "rocblas_operation_none"
    );
    assert_eq!(spelled("CUBLAS_OP_N", "cusolver", &target), "HIPBLAS_OP_N");
    assert_eq!(
        spelled("CUBLAS_COMPUTE_32F", "cublaslt", &target),
        "HIPBLAS_COMPUTE_32F"
    );
    let sparse = with("cusparse", Side::Roc);
    assert_eq!(
        spelled("CUDA_R_32F", "cusparse", &sparse),
        "rocsparse_datatype_f32_r"
    );
}

#[test]
fn stale_targets_are_not_written() {
    let hip = Target {
        libraries: LibraryChoice::parse("hip").unwrap(),
        ..Target::default()
    };
    for (name, stale) in [
        ("cudaErrorLossyQuery", "hipErrorLossyQuery"),
        (
            "cudaGraphNodeTypeConditional",
            "hipGraphNodeTypeConditional",
        ),
        (
            "cudaDevAttrMaxBlocksPerMultiprocessor",
            "hipDeviceAttributeMaxBlocksPerMultiprocessor",
        ),
        (
            "CUBLAS_FP32_EMULATED_BF16X9_MATH",
            "HIPBLAS_FP32_EMULATED_BF16X9_MATH",
        ),
    ] {
        assert_ne!(rename(name, &hip), stale);
    }
}

#[test]
fn calls_whose_arguments_differ_are_no_renames() {
    let mappings = Mappings::builtin();
    for name in [
        "cudaMemAdvise",
        "cudaMemPrefetchAsync",
        "cudaGraphKernelNodeCopyAttributes",
        "cuGraphKernelNodeCopyAttributes",
        "cudaGraphInstantiate",
        "cudaGraphExecUpdate",
        "cuCtxCreate",
        "cuOccupancyMaxPotentialBlockSize",
        "cublasGemmEx",
        "cudnnSoftmaxForward",
        "cudnnConvolutionForward",
        "cusparseSpSM_solve",
    ] {
        let decision = mappings
            .decide(name.as_bytes(), &Target::default())
            .unwrap();
        assert!(
            matches!(decision.action, Action::Call { .. } | Action::Flag(_)),
            "{decision:?}"
        );
    }
}

#[test]
fn statuses_go_by_meaning() {
    let target = Target::default();
    assert_eq!(
        rename("CUBLAS_STATUS_ALLOC_FAILED", &target),
        "rocblas_status_memory_error"
    );
    assert_eq!(
        rename("CUBLAS_STATUS_NOT_SUPPORTED", &target),
        "rocblas_status_not_implemented"
    );
    assert_eq!(rename("ncclAlltoAll", &target), "ncclAllToAll");
}

#[test]
fn torch_names_stay_unless_asked() {
    let mappings = Mappings::builtin();
    let keep = Target::default();
    let hip = Target {
        libraries: LibraryChoice::parse("torch=hip").unwrap(),
        ..Target::default()
    };
    let stream = |t: &Target| mappings.qualified(b"at::cuda", b"getCurrentCUDAStream", t);
    assert!(stream(&keep).is_none(), "the namespace tells it");
    let check = mappings.decide(b"C10_CUDA_CHECK", &keep).unwrap();
    assert_eq!(check.action, Action::Stay);
    assert_eq!(check.note.unwrap().code, "CH4007");
    let space = mappings.namespace(b"at::cuda", &keep).unwrap();
    assert_eq!(space.flag.unwrap().code, Some("CH4007"));
    assert!(matches!(stream(&hip).unwrap().action, Action::Rename(_)));
    assert!(
        mappings
            .header(b"ATen/cuda/CUDAContext.h", &keep)
            .unwrap()
            .stays
    );
    assert_eq!(
        mappings.namespace(b"at::cuda", &hip).unwrap().to,
        Some("at::hip")
    );
    assert_eq!(mappings.namespace(b"at::cuda", &keep).unwrap().to, None);
}

#[test]
fn macros_tell_the_platform() {
    use cu2hip_mappings::MacroRole;
    let mappings = Mappings::builtin();
    let target = Target::default();
    let role = |name: &str| mappings.macro_role(name.as_bytes(), &target);
    assert_eq!(role("USE_ROCM"), Some(MacroRole::AmdOnly));
    assert_eq!(role("__HIP_PLATFORM_AMD__"), Some(MacroRole::AmdOnly));
    assert_eq!(role("__gfx942__"), Some(MacroRole::AmdOnly));
    assert_eq!(role("HYPRE_USE_HIP"), Some(MacroRole::AmdOnly));
    assert_eq!(role("__CUDACC__"), Some(MacroRole::CudaOnly));
    assert_eq!(role("CUBLAS_API_H_"), Some(MacroRole::Guard("ROCBLAS_H")));
    assert!(matches!(
        role("CUDART_VERSION"),
        Some(MacroRole::Version(_))
    ));
    assert_eq!(role("NDEBUG"), None);
}
