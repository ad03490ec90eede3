//! Translates a tree to another folder, as a build script does it:
//! `cargo run --example convert_tree -- src target/hip`.

use std::env;
use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> Result<ExitCode, cu2hip::Error> {
    let mut arguments = env::args_os().skip(1).map(PathBuf::from);
    let (Some(from), Some(to)) = (arguments.next(), arguments.next()) else {
        eprintln!("usage: convert_tree FROM TO");
        return Ok(ExitCode::from(2));
    };
    let report = cu2hip::Converter::new().skip(&to).path(from).run()?;
    // Cargo runs a build script again when one of these changes.
    for file in &report.files {
        println!("cargo::rerun-if-changed={}", file.path().display());
    }
    let written = report.write_changed_to(&to);
    for error in report.errors.iter().chain(&written.errors) {
        println!("cargo::warning={error}");
    }
    println!("{} files written to {}", written.files.len(), to.display());
    let failed = !report.errors.is_empty() || !written.errors.is_empty();
    Ok(ExitCode::from(u8::from(failed)))
}
