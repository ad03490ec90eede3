//! Translates one text in memory: `cargo run --example translate_text`.

fn main() -> Result<(), cu2hip::Error> {
    let cuda = b"#include <cuda_runtime.h>\n\nvoid release(void* p) {\n  cudaFree(p);\n}\n";
    let translation = cu2hip::Converter::new()
        .rocm("7.2")?
        .translate("release.cu", cuda);
    let hip = translation.edits.apply(cuda);
    println!("{}", String::from_utf8_lossy(&hip));
    for finding in &translation.diagnostics {
        println!(
            "{} {}: {}",
            finding.code,
            finding.code.name(),
            finding.message
        );
    }
    Ok(())
}
