//! `cu2hip explain`.

use std::fmt::Write as _;
use std::io::{self, Write};

use anyhow::{Result, bail};
use cu2hip_core::diagnostic::{Code, all_codes, find_code};

use super::args::Explain;
use super::{Status, finding};

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

fn page(code: Code) -> String {
    let info = code.info();
    let severity = format!("{:?}", info.severity).to_lowercase();
    let effort = finding::effort_name(info.effort);
    let mut out = format!(
        "{} {}: {}\n\nSeverity {severity}, effort {effort}, unless the finding says otherwise.\n\n{}\n\nWhat to do: {}\n",
        info.code, info.name, info.title, info.explanation, info.advice
    );
    for (title, text) in [("Before", info.before), ("After", info.after)] {
        if !text.is_empty() {
            let _ = writeln!(out, "\n{title}:\n");
            for line in text.lines() {
                let _ = writeln!(out, "    {line}");
            }
        }
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

    #[test]
    fn every_code_has_a_page() {
        for code in all_codes() {
            assert!(page(code).contains(code.info().explanation), "{code}");
        }
    }
}
