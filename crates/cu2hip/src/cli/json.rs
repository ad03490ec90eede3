//! Findings as JSON lines, for programs.

use cu2hip_core::{Applicability, Diagnostic, Effort, Severity};
use cu2hip_syntax::text::LineIndex;
use serde::Serialize;

/// One finding. Lines and columns start at 1 and are those of the input.
#[derive(Debug, Serialize)]
struct Finding<'a> {
    file: &'a str,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
    code: &'a str,
    name: &'a str,
    severity: Severity,
    effort: Effort,
    message: &'a str,
    advice: &'a str,
    applicability: Applicability,
    reason: Option<&'a str>,
}

/// Adds a finding as one line to `out`.
pub(super) fn push(
    out: &mut Vec<u8>,
    file: &str,
    text: &[u8],
    lines: &LineIndex,
    finding: &Diagnostic,
) {
    let start = lines.line_column(finding.span.start, text);
    let end = lines.line_column(finding.span.end, text);
    let line = Finding {
        file,
        line: start.line,
        column: start.column,
        end_line: end.line,
        end_column: end.column,
        code: finding.code.as_str(),
        name: finding.code.name(),
        severity: finding.severity,
        effort: finding.effort,
        message: &finding.message,
        advice: &finding.advice,
        applicability: finding.applicability,
        reason: finding.reason.as_deref(),
    };
    // Strings and numbers always serialise, and writing to a vector cannot fail.
    if serde_json::to_writer(&mut *out, &line).is_ok() {
        out.push(b'\n');
    }
}
