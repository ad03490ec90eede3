//! Flags in, text and exit status out. Nothing is decided in here about C++.

mod annotate;
mod args;
mod ast;
mod audit;
mod check;
mod convert;
mod escape;
mod explain;
mod finding;
mod init;
mod json;
mod query;
mod report;
mod semantic;
mod session;
mod setup;
mod single;
mod summary;
mod terminal;
mod test_rules;
mod tree;

use std::ffi::OsString;
use std::io::{self, Write};

use clap::Parser;
use cu2hip_project::write;

use args::{Arguments, Command};

/// How a run ended, as the exit status tells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Status {
    /// Done.
    Done,
    /// There are findings at or above the chosen severity, or something would change.
    Findings,
    /// Some of the work could not be done.
    Failed,
}

impl Status {
    fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Findings => 1,
            Self::Failed => 2,
        }
    }
}

/// Exit status after an interrupt from the keyboard, as shells have it.
const INTERRUPTED: i32 = 130;

/// Runs the program with the given command line, the name of the program first; returns its exit
/// status: 0 done, 1 findings, 2 some of the work could not be done.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Without a standard error there is no one to tell.
            let _ = error.print();
            return u8::try_from(error.exit_code()).unwrap_or(Status::Failed.code());
        }
    };
    stop_between_files();
    let result = match arguments.command {
        Command::Convert(ref command) => convert::run(command),
        Command::Check(ref command) => check::run(command),
        Command::Audit(ref command) => audit::run(command),
        Command::Explain(ref command) => explain::run(command),
        Command::Query(ref command) => query::run(command),
        Command::Ast(ref command) => ast::run(command),
        Command::Init(ref command) => init::run(command),
        Command::TestRules(ref command) => test_rules::run(command),
        Command::Setup(ref command) => setup::run(command),
    };
    match result {
        Ok(status) => status.code(),
        // The reader has seen enough.
        Err(error) if is_broken_pipe(&error) => Status::Done.code(),
        Err(error) => {
            let message = escape::line(format!("{error:#}").as_bytes());
            // Without a standard error there is no one to tell.
            let _ = writeln!(io::stderr(), "cu2hip: error: {message}");
            Status::Failed.code()
        }
    }
}

/// An interrupt ends the program when the files that are being written are whole.
fn stop_between_files() {
    // Where there is a handler already, in another program's process, that one holds.
    let _ = ctrlc::set_handler(|| {
        write::close();
        #[allow(clippy::exit, reason = "an interrupt ends the program")]
        std::process::exit(INTERRUPTED)
    });
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let of = |e: &(dyn std::error::Error + 'static)| {
        e.downcast_ref::<io::Error>()
            .is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
    };
    error.chain().any(of)
}
