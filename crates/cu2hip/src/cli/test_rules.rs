//! `cu2hip test-rules`: the examples of a project's own rules.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use cu2hip_core::edit::apply_edits;
use cu2hip_mappings::source::Source;
use cu2hip_syntax::text::Span;

use super::args::TestRules;
use super::session::{self, Session};
use super::{Status, escape};

/// Name of an example's text: a CUDA source.
const NAME: &str = "example.cu";
/// What stands before and behind the call of an example.
const AROUND: [&str; 2] = ["void cu2hip_example() {\n  ", ";\n}\n"];

/// What became of the examples.
#[derive(Default)]
struct Outcome {
    passed: usize,
    failed: usize,
    /// Long entries without an example.
    bare: usize,
    text: String,
}

/// Runs the command.
pub(super) fn run(command: &TestRules) -> Result<Status> {
    let found = session::settings_for(&[])?;
    let mut files = found.rule_files()?;
    for path in &command.files {
        let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
        files.push((path.display().to_string(), text));
    }
    if files.is_empty() {
        bail!("no rules: name a file, or write rules = [\"...\"] into cu2hip.toml");
    }
    let pairs: Vec<(&str, &str)> = files
        .iter()
        .map(|(n, t)| (n.as_str(), t.as_str()))
        .collect();
    let session = Session::for_target(&command.target, &found)?;
    let mappings = session.setup().mappings.with_user_rules(&pairs)?;
    let session = session.with_mappings(mappings);
    let mut outcome = Outcome::default();
    for (name, text) in pairs {
        outcome.file(&session, &Source::parse(name, text)?);
    }
    let Outcome {
        passed,
        failed,
        bare,
        mut text,
    } = outcome;
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{passed} passed, {failed} failed");
    if bare > 0 {
        let _ = writeln!(text, "{bare} entries have no example");
    }
    io::stdout().write_all(text.as_bytes())?;
    Ok(if failed > 0 {
        Status::Findings
    } else {
        Status::Done
    })
}

impl Outcome {
    fn file(&mut self, session: &Session, source: &Source) {
        let name = Path::new(&source.name).display().to_string();
        for entry in &source.file.entry {
            let title = format!("{name}: {}", entry.cuda.names().join(", "));
            match &entry.example {
                Some(example) => self.compare(&title, &example.hip, &call(session, &example.cuda)),
                None => self.bare += 1,
            }
        }
        for (number, example) in source.file.example.iter().enumerate() {
            let title = format!("{name}: example {}", number + 1);
            let text = example.cuda.as_bytes();
            let translation = session.translate(NAME, text);
            let got = translation.edits.apply(text);
            self.compare(
                &title,
                example.hip.trim(),
                String::from_utf8_lossy(&got).trim(),
            );
            let codes = translation.diagnostics.iter().map(|d| d.code.as_str());
            let codes: Vec<&str> = codes.collect();
            let title = format!("{title}, findings");
            self.compare(&title, &example.findings.join(" "), &codes.join(" "));
        }
    }

    fn compare(&mut self, title: &str, wanted: &str, got: &str) {
        let title = escape::line(title.as_bytes());
        if wanted == got {
            self.passed += 1;
            return;
        }
        self.failed += 1;
        let lines = |text: &str| escape::lines(text).replace('\n', "\n           ");
        // Writing to a string cannot fail.
        let _ = writeln!(
            self.text,
            "FAILED {title}\n  expected {}\n  got      {}",
            lines(wanted),
            lines(got)
        );
    }
}

/// What becomes of one call.
fn call(session: &Session, call: &str) -> String {
    let text = [AROUND[0], call, AROUND[1]].concat();
    let start = AROUND[0].len() as u32;
    let span = Span::new(start, start + call.len() as u32);
    let translation = session.translate(NAME, text.as_bytes());
    let inside = translation
        .edits
        .iter()
        .filter(|edit| span.contains(edit.span));
    let edits: Vec<_> = inside.cloned().collect();
    String::from_utf8_lossy(&apply_edits(text.as_bytes(), span, &edits)).into_owned()
}
