//! `cu2hip.toml` as a project uses it: rules, weights, overrides, and the commands around it.

use crate::work::Work;

/// A wrapper that only a rule of the project can know.
const WRAPPED: &str =
    "#include \"acme/alloc.h\"\nvoid f(float* p) {\n  acmeCopy(p, p + 1);\n  acmeFancy(p);\n}\n";
const RULES: &str = r#"library = "acme"
[unsupported]
acmeFancy = "write it by hand"
[[header]]
cuda = "acme/*"
library = "acme"
to = ["acme_hip/alloc.h"]
[[entry]]
cuda = "acmeCopy"
template = "acmeHipCopy($2, $1)"
example = { cuda = "acmeCopy(a, b)", hip = "acmeHipCopy(b, a)" }
[[example]]
cuda = '''
#include "acme/alloc.h"
void f() { acmeFancy(0); }
'''
hip = '''
#include <acme_hip/alloc.h>
void f() { acmeFancy(0); }
'''
findings = ["CH1001"]
"#;

#[test]
fn rules_of_the_project_translate_its_wrappers_in_plain_sources_too() {
    let work = Work::new();
    work.write("a.cpp", WRAPPED);
    work.write("cu2hip.toml", "rules = [\"rules/acme.toml\"]\n");
    work.write("rules/acme.toml", RULES);
    let text = String::from_utf8(work.translated("a.cpp")).unwrap();
    assert!(text.contains("#include <acme_hip/alloc.h>"), "{text}");
    assert!(text.contains("acmeHipCopy(p + 1, p);"), "{text}");
    let found = work.run(&["check", "a.cpp"]).text();
    assert!(
        found.contains("`acmeFancy`") && found.contains("write it by hand"),
        "{found}"
    );
}

#[test]
fn test_rules_tells_what_holds_and_what_does_not() {
    let work = Work::new();
    work.write("cu2hip.toml", "rules = [\"acme.toml\"]\n");
    work.write("acme.toml", RULES);
    let run = work.run(&["test-rules"]);
    assert_eq!(run.text(), "3 passed, 0 failed\n", "{}", run.stderr);
    assert_eq!(run.status, Some(0));
    work.write(
        "acme.toml",
        RULES.replace("acmeHipCopy($2, $1)", "acmeHipCopy($1, $2)"),
    );
    let run = work.run(&["test-rules"]);
    assert_eq!(run.status, Some(1));
    let lines =
        "FAILED acme.toml: acmeCopy\n  expected acmeHipCopy(b, a)\n  got      acmeHipCopy(a, b)\n";
    assert!(run.text().starts_with(lines), "{}", run.text());
    work.write("acme.toml", "[rename]\na = 1\n");
    let run = work.run(&["test-rules"]);
    assert_eq!(run.status, Some(2));
    assert!(run.stderr.contains("acme.toml:2"), "{}", run.stderr);
    let run = Work::new().run(&["test-rules"]);
    assert!(run.stderr.contains("no rules"), "{}", run.stderr);
}

#[test]
fn weights_and_overrides_by_path() {
    let work = Work::new();
    let source = "void f(cudaGraphConditionalHandle* h, cudaGraph_t g) { cudaGraphConditionalHandleCreate(h, g); }\n";
    work.write("new/a.cu", source);
    work.write("old/a.cu", source);
    let failing = |settings: &str| {
        work.write("cu2hip.toml", settings);
        let run = work.run(&["check", "--message-format", "json"]);
        let lines = run.text();
        let failing: Vec<String> = lines
            .lines()
            .filter(|line| {
                line.contains("`cudaGraphConditionalHandleCreate`")
                    && line.contains("\"severity\":\"error\"")
            })
            .map(|line| line.split('"').nth(3).unwrap().to_owned())
            .collect();
        failing
    };
    assert_eq!(failing(""), ["new/a.cu", "old/a.cu"]);
    assert_eq!(
        failing("severity = { no-counterpart = \"note\" }\n"),
        [""; 0]
    );
    let part = "[[override]]\npaths = [\"old/\"]\nseverity = { CH1001 = \"off\" }\n";
    assert_eq!(failing(part), ["new/a.cu"]);
}

#[test]
fn overrides_choose_libraries_and_flags_win() {
    let work = Work::new();
    let source = "#include <cublas_v2.h>\nvoid f(cublasHandle_t* h) { cublasCreate(h); }\n";
    work.write("a.cu", source);
    work.write("torch/b.cu", source);
    work.write(
        "cu2hip.toml",
        "[[override]]\npaths = [\"torch/**\"]\nlibs = \"cublas=hip\"\n",
    );
    let text = |name: &str| String::from_utf8(work.translated(name)).unwrap();
    assert!(text("a.cu").contains("rocblas_create_handle"));
    assert!(text("torch/b.cu").contains("hipblasCreate"));
    let run = work.run(&[
        "convert",
        "-q",
        "--stdout",
        "torch/b.cu",
        "--libs",
        "cublas=roc",
    ]);
    assert!(
        run.text().contains("rocblas_create_handle"),
        "{}",
        run.text()
    );
}

#[test]
fn extensions_macros_and_kept_names() {
    let work = Work::new();
    work.write("k.kernel", "void f(void* p) {\n#ifdef ACME_AMD\n  cudaFree(p);\n#else\n  cudaFree(p); cudaFreeHost(p);\n#endif\n}\n");
    assert_eq!(work.run(&["convert", "--no-annotate"]).text(), "");
    work.write(
        "cu2hip.toml",
        "keep = [\"cudaFreeHost\"]\namd-macros = [\"ACME_AMD\"]\nextensions = { kernel = \"cuda\" }\n",
    );
    let patch = work.run(&["convert", "--no-annotate"]).text();
    assert!(!patch.contains("hipHostFree"), "{patch}");
    assert_eq!(
        patch.matches("hipFree").count(),
        0,
        "the branch for CUDA of a pair for AMD stays"
    );
    work.write(
        "cu2hip.toml",
        "keep = [\"cudaFreeHost\"]\nextensions = { kernel = \"cuda\" }\n",
    );
    let patch = work.run(&["convert", "--no-annotate"]).text();
    assert_eq!(patch.matches("+  hipFree(p);").count(), 2, "{patch}");
    assert!(patch.contains("hipFree(p); cudaFreeHost(p);"), "{patch}");
}

#[test]
fn init_writes_what_check_then_reads() {
    let work = Work::project();
    let run = work.run(&["init"]);
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    let text = String::from_utf8(work.read("cu2hip.toml")).unwrap();
    assert!(
        text.contains("rocm = \"") && text.contains("# severity"),
        "{text}"
    );
    assert_ne!(work.run(&["check", "-q"]).status, Some(2));
    let again = work.run(&["init"]);
    assert_eq!(again.status, Some(2));
    assert!(again.stderr.contains("exists already"), "{}", again.stderr);
    assert_eq!(work.run(&["init", "--stdout"]).text(), text);
}

#[test]
fn a_name_that_is_spelled_wrongly_is_suggested() {
    let run = Work::new().run(&["query", "cudaMalocHost"]);
    assert_eq!(run.status, Some(2));
    assert!(
        run.stderr.contains("did you mean cudaMallocHost"),
        "{}",
        run.stderr
    );
    let run = Work::new().run(&["query", "zzz"]);
    assert!(!run.stderr.contains("did you mean"), "{}", run.stderr);
}
