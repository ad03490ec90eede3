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
    let reduce = mappings
        .qualified(b"cooperative_groups", b"reduce", &target)
        .unwrap();
    assert!(matches!(reduce.action, Action::Flag(_)), "{reduce:?}");
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
