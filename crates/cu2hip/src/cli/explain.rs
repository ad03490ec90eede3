//! `cu2hip explain`.

use std::fmt::Write as _;
use std::io::{self, Write};

use anyhow::{Result, bail};
use cu2hip_core::diagnostic::page::page;
use cu2hip_core::diagnostic::{Code, all_codes, find_code};

use super::Status;
use super::args::Explain;

/// Runs the command.
pub(super) fn run(command: &Explain) -> Result<Status> {
    let text = match &command.code {
        None => list(),
        Some(name) => match find_code(name) {
            Some(code) => page(code),
            None => bail!("{}", unknown(name)),
        },
    };
    io::stdout().write_all(text.as_bytes())?;
    Ok(Status::Done)
}

fn list() -> String {
    let mut out = String::new();
    for code in all_codes() {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{code} {:<28} {}", code.name(), code.info().title);
    }
    out
}

/// The message for a code that does not exist, with the nearest that does.
fn unknown(name: &str) -> String {
    let distance = |code: &Code| {
        let number = strsim::damerau_levenshtein(&name.to_uppercase(), code.as_str());
        number.min(strsim::damerau_levenshtein(name, code.name()))
    };
    let nearest = all_codes().min_by_key(distance);
    match nearest.filter(|code| distance(code) * 2 <= name.len()) {
        Some(code) => format!(
            "there is no finding `{name}`; did you mean {code} {}?",
            code.name()
        ),
        None => format!("there is no finding `{name}`; `cu2hip explain` lists all"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_code_is_suggested() {
        assert!(unknown("cmake-langage").contains("CH6001 cmake-language"));
        assert!(unknown("ch600l").contains("CH6001"));
        assert!(unknown("zzzzzzzzzzzz").contains("lists all"));
    }
}
