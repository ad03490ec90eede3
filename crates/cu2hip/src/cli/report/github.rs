//! Annotations of GitHub's actions: one line a finding, shown beside the changed lines.

use std::fmt::Write as _;

use crate::document::{File, Finding};

/// The lines of a file.
pub(crate) fn annotations(file: &File) -> String {
    let mut out = String::new();
    for finding in &file.findings {
        push(&mut out, &file.path, finding);
    }
    out
}

fn push(out: &mut String, path: &str, finding: &Finding) {
    let command = match finding.severity {
        "error" => "error",
        "warning" => "warning",
        _ => "notice",
    };
    let place = &finding.place;
    let title = format!("{} {}", finding.code, finding.name);
    let message = format!("{}\n{}", finding.message, finding.advice);
    // Writing to a string cannot fail.
    let _ = write!(
        out,
        "::{command} file={},line={},endLine={}",
        property(path),
        place.line,
        place.end_line
    );
    // Columns are taken only within one line.
    if place.line == place.end_line {
        let _ = write!(out, ",col={},endColumn={}", place.column, place.end_column);
    }
    let _ = writeln!(
        out,
        ",title={}::{}",
        property(&title),
        data(message.trim_end())
    );
}

/// The text of a message: it ends at the end of the line.
fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// The value of a property: it ends at a comma or colon as well.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_of_commands_are_escaped() {
        assert_eq!(property("a,b:c%\r\n"), "a%2Cb%3Ac%25%0D%0A");
        assert_eq!(data("x: 5 %, y"), "x: 5 %25, y");
    }
}
