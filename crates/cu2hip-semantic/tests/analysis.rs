//! Types of expressions in small sources. Where libclang is not installed the tests say so and pass,
//! unless `CU2HIP_NEEDS_LIBCLANG` is set.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "a test may"
)]

use std::fs;
use std::sync::Mutex;

use cu2hip_core::Semantics;
use cu2hip_mappings::Mappings;
use cu2hip_semantic::{Analysis, Error, Input};
use cu2hip_syntax::text::Span;

/// One libclang at a time.
static LOADED: Mutex<()> = Mutex::new(());

const WRAPPERS: &str = "\
#include <cublas_v2.h>
#include <cuda_runtime.h>
namespace app {
using Handle = cublasHandle_t;
struct Device { cudaDeviceProp prop; cudaDataType_t kind; };
Device &current();
template <class T> T pass(T value) { return value; }
template <class... T> void use(const T &...);
}
";

const SOURCE: &str = "\
#include \"wrappers.h\"
#include <no_such_header.h>
#include <vector>
__global__ void kernel(float *p) { p[threadIdx.x] = 0; }
void run(app::Handle h, const std::vector<cudaStream_t> &streams) {
    auto handle = app::pass(h);
    auto &device = app::current();
    for (auto &stream : streams) cudaStreamSynchronize(stream);
    kernel<<<dim3(2, 2), 32>>>(nullptr);
    app::use(handle, device.prop, device.kind);
    undeclared(handle);
}
";

fn analysis() -> Option<Analysis> {
    let _one = LOADED
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("wrappers.h"), WRAPPERS).unwrap();
    fs::write(folder.path().join("a.cu"), SOURCE).unwrap();
    let inputs = [Input {
        name: "a.cu".to_owned(),
        path: folder.path().join("a.cu"),
    }];
    match Analysis::read(&inputs, folder.path(), &[], None, &Mappings::builtin()) {
        Ok(analysis) => Some(analysis),
        Err(error @ Error::Missing) if std::env::var_os("CU2HIP_NEEDS_LIBCLANG").is_none() => {
            eprintln!("not tested: {error}");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn types_come_through_aliases_templates_and_other_files() {
    let Some(analysis) = analysis() else { return };
    let last = SOURCE.find("app::use(").unwrap();
    let stream = SOURCE.rfind("(stream)").unwrap() + 1;
    let at = |from: usize, text: &str| {
        let start = from + SOURCE[from..].find(text).unwrap();
        let span = Span::new(start as u32, (start + text.len()) as u32);
        analysis.type_of("a.cu", span)
    };
    assert_eq!(at(last, "handle"), Some("cublasHandle_t"));
    assert_eq!(at(last, "device"), Some("Device"));
    assert_eq!(at(last, "device.prop"), Some("cudaDeviceProp"));
    assert_eq!(at(last, "device.kind"), Some("cudaDataType_t"));
    assert_eq!(at(stream, "stream"), Some("cudaStream_t"));
    assert_eq!(analysis.type_of("b.cu", Span::new(0, 1)), None);
}
