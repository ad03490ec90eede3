//! `--semantic`: libclang is a help, never a need.

use super::work::Work;

const SOURCE: &str = "\
#include <cublas_v2.h>
struct W { cudaDataType_t kind; };
W &get();
template <class T> T id(T value) { return value; }
void f(cublasHandle_t h, const void *a, void *c, int n, const void *one) {
    auto t = id(get().kind);
    cublasGemmEx(h, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, one, a, CUDA_R_16F, n, a, CUDA_R_16F, n, one, c,
                 CUDA_R_16F, n, t, CUBLAS_GEMM_DEFAULT);
}
";

#[test]
fn the_type_behind_auto_chooses_the_form_of_a_call() {
    let work = Work::new();
    work.write("a.cu", SOURCE);
    // The form that is written where the type is open: HIP refuses it for this one.
    let plain = work.run(&["convert", "--libs", "hip", "--stdout", "a.cu"]);
    assert!(
        plain.text().contains("n, t, HIPBLAS_GEMM_DEFAULT"),
        "{}",
        plain.text()
    );
    let run = work.run(&["convert", "--libs", "hip", "--semantic", "--stdout", "a.cu"]);
    if run.stderr.contains("libclang was not found") {
        assert!(
            std::env::var_os("CU2HIP_NEEDS_LIBCLANG").is_none(),
            "{}",
            run.stderr
        );
        assert_eq!(run.stdout, plain.stdout, "without libclang as ever");
        return;
    }
    let wanted = "(t == HIP_R_16F ? HIPBLAS_COMPUTE_16F";
    assert!(run.text().contains(wanted), "{}", run.text());
}

#[test]
fn without_libclang_the_run_goes_on_and_says_so() {
    let work = Work::new();
    work.write("a.cu", SOURCE);
    let plain = work.run(&["check", "--libs", "hip", "a.cu"]);
    let command = &mut work.command(&["check", "--libs", "hip", "--semantic", "a.cu"]);
    let output = command
        .env("LIBCLANG_PATH", "/nonexistent")
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(
        told.contains("--semantic: libclang was not found: install it, or set LIBCLANG_PATH"),
        "{told}"
    );
    assert_eq!(output.status.code(), plain.status);
    assert_eq!(output.stdout, plain.stdout);
}
