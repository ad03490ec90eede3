//! One page that needs nothing else: totals, charts, work list, and every file side by side.
//!
//! Text of files reaches the page in two ways only: through [`escape`], and as data that the script
//! puts into text nodes. The page forbids itself to load anything.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::document::{Document, EFFORTS, File, Finding, Row, SEVERITIES};
use serde_json::{Value, json};

use super::chart::{Bar, bars};

const STYLE: &str = include_str!("html/page.css");
const SCRIPT: &str = include_str!("html/page.js");
/// Kinds of findings in the chart.
const KINDS: usize = 10;

/// The page.
pub(super) fn page(document: &Document) -> String {
    let mut body = format!(
        "<header><h1>CUDA to HIP</h1><p>ROCm {}{} &middot; cu2hip {}</p></header>\n",
        escape(&document.target.rocm),
        escape(&architectures(document)),
        escape(document.version)
    );
    body.push_str(&cards(document));
    body.push_str(&charts(document));
    body.push_str(&work_list(document));
    body.push_str(FILTERS);
    body.push_str(
        "<main id=\"files\"><noscript>The files are listed by a script.</noscript></main>\n",
    );
    whole("CUDA to HIP", &body, &data(document))
}

const FILTERS: &str = "<section id=\"filters\" aria-label=\"filters\">\
    <input id=\"search\" type=\"search\" placeholder=\"file, code or text\" aria-label=\"search\">\
    <select id=\"severity\" aria-label=\"severity\"><option value=\"\">all severities</option></select>\
    <select id=\"effort\" aria-label=\"effort\"><option value=\"\">all efforts</option></select>\
    <select id=\"code\" aria-label=\"code\"><option value=\"\">all codes</option></select>\
    <button id=\"open\" type=\"button\">open all shown</button><output id=\"shown\"></output></section>\n";

/// A page around a body and the data of its script.
pub(super) fn whole(title: &str, body: &str, data: &Value) -> String {
    page_of(title, STYLE, SCRIPT, body, data)
}

/// A page that needs nothing else: its style, its script and the data of its script.
pub(in crate::cli) fn page_of(
    title: &str,
    style: &str,
    script: &str,
    body: &str,
    data: &Value,
) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{}</title>\n<style>\n{style}</style></head>\n<body>\n{body}\
         <script type=\"application/json\" id=\"data\">{}</script>\n<script>\n{script}</script>\n</body></html>\n",
        escape(title),
        script_data(data)
    )
}

/// Text for an element or a quoted attribute.
pub(in crate::cli) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

/// Data for a script element: nothing in it can end the element.
fn script_data(data: &Value) -> String {
    data.to_string()
        .replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026")
}

fn architectures(document: &Document) -> String {
    let names = &document.target.architectures;
    if names.is_empty() {
        String::new()
    } else {
        format!(" for {}", names.join(", "))
    }
}

fn findings(document: &Document) -> impl Iterator<Item = (&File, &Finding)> {
    let files = document.files.iter();
    files.flat_map(|file| file.findings.iter().map(move |finding| (file, finding)))
}

fn cards(document: &Document) -> String {
    let totals = &document.totals;
    let mut out = String::from("<section class=\"cards\">");
    let mut card = |number: String, label: &str, class: &str| {
        // Writing to a string cannot fail.
        let _ = write!(
            out,
            "<div class=\"card {class}\"><b>{}</b><span>{label}</span></div>",
            escape(&number)
        );
    };
    card(
        format!("{} / {}", totals.changed, totals.files),
        "files change",
        "",
    );
    card(totals.edits.to_string(), "edits", "");
    let share = match totals.calls {
        0 => "none".to_owned(),
        calls => format!(
            "{:.1} %",
            f64::from(totals.calls_translated) * 100.0 / f64::from(calls)
        ),
    };
    card(share, "of calls translated", "");
    for severity in SEVERITIES {
        let count = totals
            .severities
            .get(severity.as_str())
            .copied()
            .unwrap_or(0);
        let ending = if count == 1 { "" } else { "s" };
        card(
            count.to_string(),
            &format!("{}{ending}", severity.as_str()),
            severity.as_str(),
        );
    }
    out + "</section>\n"
}

fn charts(document: &Document) -> String {
    let totals = &document.totals;
    let count = |counts: &BTreeMap<&str, usize>, key: &str| counts.get(key).copied().unwrap_or(0);
    let severities = SEVERITIES.map(|severity| Bar {
        label: severity.as_str(),
        count: count(&totals.severities, severity.as_str()),
        class: severity.as_str(),
    });
    let efforts = EFFORTS.map(|effort| Bar {
        label: effort.as_str(),
        count: count(&totals.efforts, effort.as_str()),
        class: "effort",
    });
    let mut kinds: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for (_, finding) in findings(document) {
        *kinds.entry((finding.code, finding.name)).or_default() += 1;
    }
    let mut kinds: Vec<_> = kinds.into_iter().collect();
    kinds.sort_by_key(|(kind, count)| (usize::MAX - count, *kind));
    let labels: Vec<String> = kinds
        .iter()
        .take(KINDS)
        .map(|((code, name), _)| format!("{code} {name}"))
        .collect();
    let kinds: Vec<Bar<'_>> = labels
        .iter()
        .zip(&kinds)
        .map(|(label, (_, count))| Bar {
            label,
            count: *count,
            class: "kind",
        })
        .collect();
    format!(
        "<section class=\"charts\">{}{}{}</section>\n",
        bars("Findings by severity", &severities),
        bars("Findings by effort", &efforts),
        bars("Most frequent", &kinds)
    )
}

/// What is to be done, the small things first.
fn work_list(document: &Document) -> String {
    let mut out = String::from(
        "<section class=\"work\"><h2>Work list</h2><table><thead><tr><th>effort of each</th><th>code</th>\
         <th>what</th><th>findings</th><th>files</th></tr></thead><tbody>\n",
    );
    for effort in EFFORTS {
        let mut kinds: BTreeMap<(&str, &str), (usize, BTreeSet<&str>)> = BTreeMap::new();
        for (file, finding) in findings(document).filter(|(_, f)| f.effort == effort.as_str()) {
            let kind = kinds.entry((finding.code, finding.name)).or_default();
            kind.0 += 1;
            kind.1.insert(&file.path);
        }
        let mut kinds: Vec<_> = kinds.into_iter().collect();
        kinds.sort_by_key(|(kind, (count, _))| (usize::MAX - count, *kind));
        for ((code, name), (count, files)) in kinds {
            // Writing to a string cannot fail.
            let _ = writeln!(
                out,
                "<tr><td>{}</td><td><button type=\"button\" class=\"pick\" data-code=\"{code}\" \
                 data-effort=\"{0}\">{code}</button></td><td>{}</td><td>{count}</td><td>{}</td></tr>",
                escape(effort.as_str()),
                escape(name),
                files.len()
            );
        }
    }
    out + "</tbody></table></section>\n"
}

/// What the script shows.
fn data(document: &Document) -> Value {
    let row = |row: &Row| {
        if row.differs {
            json!([row.old.0, row.old.1, row.new.0, row.new.1])
        } else {
            json!([row.old.0, row.old.1, row.new.0])
        }
    };
    let file = |file: &File| {
        let views: Vec<Vec<Value>> = file
            .views
            .iter()
            .map(|view| view.rows.iter().map(row).collect())
            .collect();
        json!({ "path": file.path, "edits": file.edits, "findings": file.findings, "views": views })
    };
    json!({
        "severities": SEVERITIES.map(cu2hip_core::Severity::as_str),
        "efforts": EFFORTS.map(cu2hip_core::Effort::as_str),
        "files": document.files.iter().map(file).collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_its_element() {
        assert_eq!(
            escape("<a href='x' b=\"&\">"),
            "&lt;a href=&#39;x&#39; b=&quot;&amp;&quot;&gt;"
        );
        let data = script_data(&json!(["</script><!--"]));
        assert_eq!(data, "[\"\\u003c/script\\u003e\\u003c!--\"]");
    }
}
