//! Converts `kernels/saxpy.cu` to HIP; compiles it to an object where `HIPCC` or ROCm is there.

use std::env;
use std::error::Error;
use std::path::PathBuf;
use std::process::Command;

fn main() -> Result<(), Box<dyn Error>> {
    let built = cu2hip::Build::new().file("kernels/saxpy.cu").run()?;
    let source = &built.files[0];
    println!("cargo::rustc-env=SAXPY_HIP={}", source.display());

    println!("cargo::rerun-if-env-changed=HIPCC");
    let compiler = env::var_os("HIPCC").map_or_else(|| PathBuf::from("/opt/rocm/bin/hipcc"), PathBuf::from);
    if !compiler.is_file() {
        println!("cargo::warning=no HIP compiler found: the kernel is converted and not compiled");
        return Ok(());
    }
    let object = source.with_extension("o");
    let status = Command::new(&compiler)
        .arg("--offload-arch=gfx90a")
        .args(["-O2", "-fPIC", "-c"])
        .arg(source)
        .arg("-o")
        .arg(&object)
        .status()?;
    if !status.success() {
        return Err(format!("{} failed on {}", compiler.display(), source.display()).into());
    }
    println!("cargo::rustc-env=SAXPY_OBJECT={}", object.display());
    Ok(())
}
