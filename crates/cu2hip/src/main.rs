//! The command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(cu2hip::cli::run(std::env::args_os()))
}
