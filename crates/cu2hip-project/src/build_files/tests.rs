use cu2hip_core::EditSet;
use cu2hip_mappings::{LibraryChoice, RocmVersion};

use super::*;

struct Case {
    target: Target,
    architectures: Vec<String>,
    renamed: BTreeMap<String, String>,
}

impl Case {
    fn new() -> Self {
        Self {
            target: Target::default(),
            architectures: vec!["gfx942".into()],
            renamed: BTreeMap::new(),
        }
    }

    fn findings(&self, kind: BuildKind, text: &str) -> Vec<Diagnostic> {
        let context = BuildContext {
            target: &self.target,
            architectures: &self.architectures,
            renamed: &self.renamed,
            write: false,
        };
        inspect(kind, text.as_bytes(), "", &context)
    }

    /// The codes of the findings, and the text with all their fixes made.
    fn fixed(&self, kind: BuildKind, text: &str) -> (Vec<&'static str>, String) {
        let findings = self.findings(kind, text);
        let mut edits = EditSet::default();
        for edit in findings.iter().flat_map(|f| &f.fix) {
            edits.push(edit.clone()).unwrap();
        }
        let codes = findings.iter().map(|f| f.code.as_str()).collect();
        (
            codes,
            String::from_utf8(edits.apply(text.as_bytes())).unwrap(),
        )
    }
}

/// The text with all fixes made; what can be fixed is fixed at once.
fn fixed(kind: BuildKind, text: &str) -> String {
    let once = Case::new().fixed(kind, text).1;
    assert_eq!(
        Case::new().fixed(kind, &once).1,
        once,
        "a second run makes no edit"
    );
    once
}

#[test]
fn names_tell_the_format() {
    let kind = |name: &str| BuildKind::of(Path::new(name));
    assert_eq!(kind("a/CMakeLists.txt"), Some(BuildKind::CMake));
    assert_eq!(kind("cmake/x.cmake"), Some(BuildKind::CMake));
    assert_eq!(kind("rules.mk"), Some(BuildKind::Make));
    assert_eq!(kind("BUILD.bazel"), Some(BuildKind::Bazel));
    assert_eq!(kind("main.py"), None);
}

#[test]
fn a_small_cmake_project() {
    let text = "\
cmake_minimum_required(VERSION 3.18) # CUDA stays in comments
project(app LANGUAGES CXX CUDA)
find_package(CUDAToolkit 12 REQUIRED)
set(CMAKE_CUDA_ARCHITECTURES 80 90)
add_executable(app main.cu host.cpp)
target_compile_options(app PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:--use_fast_math;-lineinfo>)
target_link_libraries(app PRIVATE CUDA::cublas CUDA::cudart cufft ${CUDA_LIBRARIES})
";
    let (codes, fixed) = Case::new().fixed(BuildKind::CMake, text);
    assert_eq!(
        fixed,
        "\
cmake_minimum_required(VERSION 3.18) # CUDA stays in comments
project(app LANGUAGES CXX HIP)
find_package(hip REQUIRED)
find_package(hipfft REQUIRED)
find_package(rocblas REQUIRED)
set(CMAKE_HIP_ARCHITECTURES gfx942)
add_executable(app main.cu host.cpp)
set_source_files_properties(main.cu PROPERTIES LANGUAGE HIP)
target_compile_options(app PRIVATE $<$<COMPILE_LANGUAGE:HIP>:-ffast-math;-gline-tables-only>)
target_link_libraries(app PRIVATE roc::rocblas hip::host hip::hipfft hip::host)
"
    );
    assert_eq!(codes[..3], ["CH6001", "CH6002", "CH6006"]);
}

#[test]
fn the_library_choice_reaches_the_build() {
    let mut case = Case::new();
    case.target.libraries = LibraryChoice::parse("cublas=hip").unwrap();
    let (_, fixed) = case.fixed(
        BuildKind::CMake,
        "target_link_libraries(a CUDA::cublas_static)",
    );
    assert_eq!(fixed, "target_link_libraries(a roc::hipblas)");
}

#[test]
fn find_cuda_macros_and_flags() {
    let text = "\
find_package(CUDA REQUIRED)
set(CUDA_NVCC_FLAGS \"${CUDA_NVCC_FLAGS} -gencode arch=compute_70,code=sm_70 -gencode arch=compute_80,code=sm_80 --expt-extended-lambda -Xcompiler=-fPIC\")
cuda_add_library(x a.cu)
message(\"built with nvcc\")
";
    let fixed = fixed(BuildKind::CMake, text);
    assert!(
        fixed.contains("set(CMAKE_HIP_FLAGS \"${CMAKE_HIP_FLAGS} --offload-arch=gfx942 -fPIC\")"),
        "{fixed}"
    );
    assert!(
        fixed.contains(
            "-fPIC\")\nstring(REPLACE \";\" \" \" CMAKE_HIP_FLAGS \"${CMAKE_HIP_FLAGS}\")\n"
        ),
        "{fixed}"
    );
    assert!(
        fixed.contains("add_library(x a.cu)\ntarget_link_libraries(x hip::host)\nset_source_files_properties(a.cu"),
        "{fixed}"
    );
}

#[test]
fn without_architectures_there_is_advice_and_no_guess() {
    let mut case = Case::new();
    case.architectures.clear();
    let findings = case.findings(BuildKind::Make, "F = -arch=sm_80\n");
    assert_eq!(findings.len(), 1);
    assert!(findings[0].fix.is_empty() && findings[0].advice.contains("gfx942"));
}

#[test]
fn a_makefile() {
    let text = "\
CUDA_PATH ?= /usr/local/cuda-12.4
NVCC = $(CUDA_PATH)/bin/nvcc # nvcc
FLAGS := -O3 -arch=sm_80 --use_fast_math \\
  -rdc=true -Xptxas -v -I/usr/local/cuda/include
LIBS = -L/usr/local/cuda/lib64 -lcudart -lcublas -lcufft -lm
%.o: %.cu
\t$(NVCC) $(FLAGS) -c $< -o $@
";
    let (codes, fixed) = Case::new().fixed(BuildKind::Make, text);
    assert_eq!(
        fixed,
        "\
CUDA_PATH ?= /opt/rocm
NVCC = hipcc # nvcc
FLAGS := -O3 --offload-arch=gfx942 -ffast-math \\
  -fgpu-rdc -I/opt/rocm/include -D__HIP_PLATFORM_AMD__
LIBS = -L/opt/rocm/lib -lamdhip64 -lrocblas -lhipfft -lm
%.o: %.cu
\t$(NVCC) $(FLAGS) -c $< -o $@
"
    );
    assert_eq!(codes.iter().filter(|c| **c == "CH6003").count(), 3);
}

#[test]
fn a_python_extension() {
    let text = "\
from torch.utils.cpp_extension import CUDAExtension  # nvcc
setup(ext_modules=[CUDAExtension('x', ['x.cu'], libraries=['cublas', 'z'],
    extra_compile_args={'cxx': ['-O3'], 'nvcc': ['-O3', '--use_fast_math', '-gencode', 'arch=compute_80,code=sm_80']})])
";
    let (codes, fixed) = Case::new().fixed(BuildKind::Python, text);
    assert_eq!(codes, ["CH6010", "CH6003", "CH6005", "CH6006"]);
    assert!(
        fixed.contains("['rocblas', 'z']")
            && fixed.contains("'-ffast-math', '--offload-arch=gfx942']"),
        "{fixed}"
    );
}

#[test]
fn meson_and_bazel() {
    let meson = "project('x', 'cpp', 'cuda')\nd = dependency('cuda', modules : ['cublas'])\n";
    let (codes, _) = Case::new().fixed(BuildKind::Meson, meson);
    assert_eq!(codes, ["CH6001", "CH6002", "CH6003"]);
    let bazel = "cuda_library(name = \"k\", srcs = [\"k.cu\"], deps = [\"@local_cuda//:cublas\"], linkopts = [\"-lcufft\"])\n";
    let (codes, fixed) = Case::new().fixed(BuildKind::Bazel, bazel);
    assert_eq!(codes, ["CH6001", "CH6003", "CH6003"]);
    assert!(fixed.contains("-lhipfft"), "{fixed}");
}

#[test]
fn renamed_sources_are_found() {
    let mut case = Case::new();
    case.renamed.insert("src/a.cu".into(), "src/a.hip".into());
    let (codes, fixed) = case.fixed(
        BuildKind::CMake,
        "add_executable(a src/a.cu b.cu ${CMAKE_CURRENT_SOURCE_DIR}/src/a.cu)\nfile(GLOB S src/*.cu)\n",
    );
    assert_eq!(codes, ["CH6008", "CH6008", "CH6008"]);
    assert!(fixed.starts_with("add_executable(a src/a.hip b.cu ${CMAKE_CURRENT_SOURCE_DIR}/src/a.hip)\nfile(GLOB S src/*.hip)"), "{fixed}");
}

#[test]
fn sources_in_variables_and_mixed_globs_get_their_language() {
    assert_eq!(
        fixed(
            BuildKind::CMake,
            "set(S main.cpp a.cu)\nlist(APPEND S b.cu)\n"
        ),
        "set(S main.cpp a.cu)\nset_source_files_properties(a.cu PROPERTIES LANGUAGE HIP)\n\
         list(APPEND S b.cu)\nset_source_files_properties(b.cu PROPERTIES LANGUAGE HIP)\n"
    );
    let text = fixed(BuildKind::CMake, "file(GLOB S *.cpp *.cu)\n");
    assert_eq!(
        text,
        "file(GLOB S *.cpp *.cu)\nset(S_HIP ${S})\nlist(FILTER S_HIP INCLUDE REGEX \"\\\\.cu$\")\n\
         set_source_files_properties(${S_HIP} PROPERTIES LANGUAGE HIP)\n"
    );
}

#[test]
fn find_cuda_becomes_a_language_and_a_link() {
    let text = "find_package(CUDA 10.1 REQUIRED)\ncuda_add_executable(app main.cpp k.cu)\n";
    assert_eq!(
        fixed(BuildKind::CMake, text),
        "enable_language(HIP)\nfind_package(hip REQUIRED)\nadd_executable(app main.cpp k.cu)\n\
         target_link_libraries(app hip::host)\nset_source_files_properties(k.cu PROPERTIES LANGUAGE HIP)\n"
    );
}

#[test]
fn host_flags_and_include_paths_of_makefiles() {
    let text = "all:\n\tnvcc -Xcompiler -Wall,-Wextra -c a.cu\n\tg++ -I$(CUDA_PATH)/include -c b.cpp\n\tg++ -I/usr/local/cuda/include b.cpp\n\tg++ -Iinclude -I$(OTHER)/include\n";
    assert_eq!(
        fixed(BuildKind::Make, text),
        "all:\n\thipcc -Wall -Wextra -c a.cu\n\tg++ -I$(CUDA_PATH)/include -D__HIP_PLATFORM_AMD__ -c b.cpp\n\
         \tg++ -I/opt/rocm/include -D__HIP_PLATFORM_AMD__ b.cpp\n\tg++ -Iinclude -I$(OTHER)/include\n"
    );
    assert_eq!(
        fixed(BuildKind::Make, "F = -Xcompiler \"-a,-b -c\" -d\n"),
        "F = -a -b -c -d\n"
    );
    let open = "F = -Xcompiler \"-a\n";
    assert_eq!(fixed(BuildKind::Make, open), open);
    assert_eq!(fixed(BuildKind::Make, "F = -t=0 -O3\n"), "F = -O3\n");
}

#[test]
fn the_default_stream_is_decided_by_its_value() {
    let text = |value: &str| fixed(BuildKind::Make, &format!("F = --default-stream {value}\n"));
    assert_eq!(text("per-thread"), "F = -fgpu-default-stream=per-thread\n");
    assert_eq!(text("legacy"), "F = --default-stream legacy\n");
    assert_eq!(
        fixed(BuildKind::Make, "F = --default-stream=legacy\n"),
        "F = --default-stream=legacy\n"
    );
}

#[test]
fn written_fixes_are_no_findings_unless_they_want_a_look() {
    let report = |text: &str| {
        let mut report = BuildReport {
            path: PathBuf::new(),
            findings: Case::new().findings(BuildKind::CMake, text),
            text: text.as_bytes().to_vec(),
            edits: EditSet::default(),
        };
        report.write();
        let left = report
            .findings
            .iter()
            .map(|f| (f.code.as_str(), f.applicability));
        (
            left.collect::<Vec<_>>(),
            String::from_utf8(report.edits.apply(text.as_bytes())).unwrap(),
        )
    };
    assert_eq!(
        report("find_package(CUDAToolkit)\n"),
        (vec![], "find_package(hip)\n".to_owned())
    );
    let version = "if(CUDA_VERSION VERSION_LESS 11)\n";
    assert_eq!(
        report(version),
        (vec![("CH6001", Applicability::Manual)], version.to_owned()),
        "a comparison is decided by a person"
    );
    assert_eq!(
        report("set(CMAKE_CUDA_FLAGS -maxrregcount=32)\n"),
        (
            vec![("CH6005", Applicability::Review)],
            "set(CMAKE_HIP_FLAGS)\n".to_owned()
        )
    );
}

#[test]
fn a_rocm_build_has_no_findings() {
    let text = "\
project(app LANGUAGES CXX HIP)
find_package(hip REQUIRED)
set(CMAKE_HIP_ARCHITECTURES gfx90a)
set_source_files_properties(main.hip PROPERTIES LANGUAGE HIP)
target_link_libraries(app PRIVATE hip::host roc::rocblas m)
";
    assert!(Case::new().findings(BuildKind::CMake, text).is_empty());
    assert!(
        Case::new()
            .findings(BuildKind::Make, "CXX = hipcc\nLIBS = -lamdhip64 -lm\n")
            .is_empty()
    );
}

#[test]
fn needs_of_the_sources_are_told_once() {
    let mut case = Case::new();
    case.target.rocm = RocmVersion { major: 6, minor: 4 };
    let context = BuildContext {
        target: &case.target,
        architectures: &[],
        renamed: &case.renamed,
        write: false,
    };
    let needs = Needs {
        host_files: vec!["a.cpp".into(), "b.cpp".into()],
        warp_sync: Some("k.cu".into()),
    };
    let codes: Vec<_> = needs_findings(&needs, &context, Span::at(0))
        .iter()
        .map(|f| f.code.as_str())
        .collect();
    assert_eq!(codes, ["CH6007", "CH6009"]);
}

proptest::proptest! {
    #[test]
    fn no_text_makes_it_fail(text in r#"([ \t\r\n()\[\]{}"'\\#$=:;,<>-]|nvcc|-arch=sm_80|CUDA::cublas|find_package|set|\$\{CUDA_LIBRARIES\}|-Xptxas|\u{e9}|a){0,40}"#) {
        for kind in [BuildKind::CMake, BuildKind::Make, BuildKind::Python, BuildKind::Meson, BuildKind::Bazel] {
            for finding in Case::new().findings(kind, &text) {
                proptest::prop_assert!(finding.span.end as usize <= text.len());
                for edit in &finding.fix {
                    proptest::prop_assert!(edit.span.end as usize <= text.len());
                }
            }
        }
    }
}
