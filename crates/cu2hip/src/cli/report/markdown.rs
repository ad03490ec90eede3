//! The summary as Markdown, for a pull request or a job's page.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::document::{Document, EFFORTS, File, Finding, SEVERITIES};

/// Findings that are listed one by one.
const LISTED: usize = 50;

/// The page.
pub(super) fn page(document: &Document) -> String {
    let totals = &document.totals;
    let mut page = String::from("# CUDA to HIP\n\n");
    // Writing to a string cannot fail.
    let _ = writeln!(
        page,
        "For ROCm {}: {} files read, {} change with {} edits; {} of {} calls translated, {} launches.\n",
        document.target.rocm,
        totals.files,
        totals.changed,
        totals.edits,
        totals.calls_translated,
        totals.calls,
        totals.launches
    );
    let findings: Vec<(&File, &Finding)> = document
        .files
        .iter()
        .flat_map(|file| file.findings.iter().map(move |finding| (file, finding)))
        .collect();
    if findings.is_empty() {
        page.push_str("No findings.\n");
        return page;
    }
    counts(&mut page, &findings);
    kinds(&mut page, &findings);
    page.push_str("\n## Findings\n\n");
    for severity in SEVERITIES {
        let of = findings
            .iter()
            .filter(|(_, f)| f.severity == severity.as_str());
        for (file, finding) in of.take(LISTED) {
            let _ = writeln!(
                page,
                "- **{}** {}:{} {} {}: {}",
                finding.severity,
                text(&file.path),
                finding.place.line,
                finding.code,
                text(&finding.message),
                text(&finding.advice)
            );
        }
    }
    let more = findings.len().saturating_sub(LISTED);
    if more > 0 {
        let _ = writeln!(page, "\nAt most {LISTED} of each severity are listed.");
    }
    page
}

/// Severities by effort.
fn counts(page: &mut String, findings: &[(&File, &Finding)]) {
    page.push_str("| |");
    for effort in EFFORTS {
        let _ = write!(page, " {} |", effort.as_str());
    }
    page.push_str("\n|---|---:|---:|---:|---:|\n");
    for severity in SEVERITIES {
        let _ = write!(page, "| {}s |", severity.as_str());
        for effort in EFFORTS {
            let is = |f: &Finding| f.severity == severity.as_str() && f.effort == effort.as_str();
            let count = findings.iter().filter(|(_, finding)| is(finding)).count();
            let _ = write!(page, " {count} |");
        }
        page.push('\n');
    }
}

/// Codes by their number.
fn kinds(page: &mut String, findings: &[(&File, &Finding)]) {
    let mut kinds: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for (_, finding) in findings {
        *kinds.entry((finding.code, finding.name)).or_default() += 1;
    }
    let mut kinds: Vec<_> = kinds.into_iter().collect();
    kinds.sort_by_key(|(code, count)| (usize::MAX - count, *code));
    page.push_str("\n| code | name | findings |\n|---|---|---:|\n");
    for ((code, name), count) in kinds {
        let _ = writeln!(page, "| {code} | {name} | {count} |");
    }
}

/// Text in which no sign means anything.
pub(in crate::cli) fn text(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    for c in raw.chars() {
        match c {
            '\n' | '\r' => out.push(' '),
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '#' | '|' | '~' | '!' | '$' => {
                out.push('\\');
                out.push(c);
            }
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_sign_means_anything() {
        assert_eq!(
            text("<b> `__x` [a](b) | \n"),
            "&lt;b> \\`\\_\\_x\\` \\[a\\](b) \\|  "
        );
    }
}
