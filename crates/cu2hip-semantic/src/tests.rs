//! The headers that are made of the tables.

use clang::diagnostic::Severity;
use clang::{Clang, Index, Unsaved};
use cu2hip_mappings::Mappings;

use super::stubs::{ALL, Stubs};

#[test]
fn the_headers_of_each_release_are_code() {
    let clang = match Clang::new() {
        Ok(clang) => clang,
        Err(error) => {
            let needed = std::env::var_os("CU2HIP_NEEDS_LIBCLANG").is_some();
            assert!(!needed, "{error}");
            return;
        }
    };
    for release in ["11.8", "12.9", "13.5"] {
        let stubs = Stubs::new(&Mappings::builtin(), release);
        let all = stubs.files.iter().find(|f| f.0 == ALL).map(|f| &f.1);
        let text = all.expect("the header with everything");
        let index = Index::new(&clang, false, false);
        let parsed = index
            .parser("all.cu")
            .unsaved(&[Unsaved::new("all.cu", text)])
            .arguments(&[
                "-xcuda",
                "--cuda-host-only",
                "-nocudainc",
                "-nocudalib",
                "-w",
                "-ferror-limit=0",
            ])
            .parse()
            .expect("libclang parses");
        let errors: Vec<String> = parsed
            .get_diagnostics()
            .iter()
            .filter(|d| d.get_severity() >= Severity::Error)
            .map(|d| {
                let line = d.get_location().get_file_location().line as usize;
                format!("{d}: {}", text.lines().nth(line - 1).unwrap_or_default())
            })
            .collect();
        assert!(
            errors.is_empty(),
            "{release}: {} {:#?}",
            errors.len(),
            &errors[..errors.len().min(40)]
        );
        assert!(
            stubs.files.iter().any(|f| f.0 == "cublas_v2.h"),
            "{release}"
        );
        let handle = stubs.handles.get("cublasContext*").map(String::as_str);
        assert_eq!(handle, Some("cublasHandle_t"), "{release}");
    }
}
