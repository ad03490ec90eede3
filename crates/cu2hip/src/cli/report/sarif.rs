//! SARIF 2.1.0, which code hosts and editors read.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::document::{Document, File, Finding, Region, Replacement};
use cu2hip_core::diagnostic::find_code;
use serde_json::{Value, json};

pub(in crate::cli) const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// The log of a run.
pub(super) fn log(document: &Document) -> Value {
    let codes: BTreeSet<&str> = findings(document)
        .map(|(_, finding)| finding.code)
        .collect();
    let codes: Vec<&str> = codes.into_iter().collect();
    let results: Vec<Value> = findings(document)
        .map(|(file, finding)| result(file, finding, &codes))
        .collect();
    json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "cu2hip",
                "version": document.version,
                "rules": codes.iter().filter_map(|code| rule(code)).collect::<Vec<_>>(),
            } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn findings(document: &Document) -> impl Iterator<Item = (&File, &Finding)> {
    let files = document.files.iter();
    files.flat_map(|file| file.findings.iter().map(move |finding| (file, finding)))
}

/// What a code means.
fn rule(code: &str) -> Option<Value> {
    let info = find_code(code)?.info();
    Some(json!({
        "id": info.code,
        "name": info.name,
        "shortDescription": { "text": info.title },
        "fullDescription": { "text": info.explanation },
        "help": { "text": info.advice },
        "defaultConfiguration": { "level": info.severity.as_str() },
    }))
}

fn result(file: &File, finding: &Finding, codes: &[&str]) -> Value {
    let mut text = finding.message.clone();
    for more in [finding.reason.as_deref(), Some(finding.advice.as_str())] {
        if let Some(more) = more.filter(|more| !more.is_empty()) {
            text.push('\n');
            text.push_str(more);
        }
    }
    let artifact = json!({ "uri": uri(&file.path) });
    let mut result = json!({
        "ruleId": finding.code,
        "ruleIndex": codes.binary_search(&finding.code).unwrap_or_default(),
        "level": finding.severity,
        "message": { "text": text },
        "locations": [{ "physicalLocation": {
            "artifactLocation": artifact,
            "region": region(&finding.place),
        } }],
        "properties": {
            "effort": finding.effort,
            "applicability": finding.applicability,
        },
    });
    if !finding.fix.is_empty() {
        let replacements: Vec<Value> = finding.fix.iter().map(replacement).collect();
        result["fixes"] = json!([{
            "description": { "text": finding.advice },
            "artifactChanges": [{ "artifactLocation": artifact, "replacements": replacements }],
        }]);
    }
    result
}

fn replacement(replacement: &Replacement) -> Value {
    json!({
        "deletedRegion": region(&replacement.place),
        "insertedContent": { "text": replacement.text },
    })
}

fn region(place: &Region) -> Value {
    json!({
        "startLine": place.line,
        "startColumn": place.column,
        "endLine": place.end_line,
        "endColumn": place.end_column,
        "byteOffset": place.offset,
        "byteLength": place.length,
    })
}

/// A path as a reference: what has a meaning in one is written with `%`.
pub(in crate::cli) fn uri(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    if path.starts_with('/') {
        out.push_str("file://");
    }
    for byte in path.bytes() {
        match byte {
            b'/' | b'.' | b'-' | b'_' | b'~' | b'+' => out.push(char::from(byte)),
            byte if byte.is_ascii_alphanumeric() => out.push(char::from(byte)),
            byte => {
                // Writing to a string cannot fail.
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn paths_become_references() {
        assert_eq!(uri("src/a b.cu"), "src/a%20b.cu");
        assert_eq!(uri("/x:y/\u{e9}.cu"), "file:///x%3Ay/%C3%A9.cu");
    }
}
