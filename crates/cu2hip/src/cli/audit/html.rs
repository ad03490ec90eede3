//! The audit as one page that needs nothing else, for those who decide.
//!
//! Every number on it carries its place in the JSON (`data-at`), which the page holds as well: a test
//! compares the two.

mod tables;
mod treemap;

use std::fmt::Write as _;

use cu2hip_audit::document::{Audit, Dimension, Evidence};
use cu2hip_audit::{Level, grouped};

use crate::cli::report::chart::{Bar, bars};
use crate::cli::report::html::{escape, page_of};

const STYLE: &str = include_str!("html/audit.css");
/// The page has no behaviour of its own: what opens and closes are plain elements.
const SCRIPT: &str = "";
/// Places that are shown of a dimension.
const PLACES: usize = 30;
/// Work that is shown as bars.
const KINDS: usize = 10;

/// The page.
pub(super) fn page(audit: &Audit) -> String {
    let mut body = format!(
        "<header><h1>CUDA audit of {}</h1><p>cu2hip {}</p></header>\n<p class=\"verdict\">{}</p>\n",
        escape(&audit.repo),
        escape(&audit.version),
        escape(&audit.score.summary)
    );
    body.push_str(&cards(audit));
    body.push_str(&layers(audit));
    body.push_str(&charts(audit));
    body.push_str(&treemap::section(&audit.folders));
    body.push_str(&tables::components(audit));
    body.push_str(&tables::stops(audit));
    body.push_str(&tables::paths(audit));
    body.push_str(&tables::work(audit));
    body.push_str(&tables::targets(audit));
    body.push_str(&tables::effort(audit));
    body.push_str(&tables::libraries(audit));
    body.push_str(&tables::comparison(audit));
    body.push_str(&tables::history(audit));
    // An audit is made of texts, numbers and lists, which always serialise.
    let data = serde_json::to_value(audit).unwrap_or_default();
    page_of(
        &format!("CUDA audit of {}", audit.repo),
        STYLE,
        SCRIPT,
        &body,
        &data,
    )
}

/// A number with its place in the JSON.
fn number(at: &str, number: u64) -> String {
    format!("<b data-at=\"{}\">{}</b>", escape(at), grouped(number))
}

fn cards(audit: &Audit) -> String {
    let mut out = String::from("<section class=\"cards\">");
    let mut card = |text: String, label: &str, class: &str| {
        // Writing to a string cannot fail.
        let _ = write!(
            out,
            "<div class=\"card {class}\">{text}<span>{label}</span></div>"
        );
    };
    card(
        number("score.high", audit.score.high),
        "of six dimensions are High",
        "",
    );
    card(
        format!("<b>{}</b>", escape(&audit.score.band)),
        "by the score",
        "",
    );
    let weeks = audit.effort.weeks;
    card(
        format!(
            "<b><span data-at=\"effort.weeks.0\">{:.1}</span> to <span data-at=\"effort.weeks.1\">{:.1}</span></b>",
            weeks[0], weeks[1]
        ),
        "weeks of one person, from below",
        "",
    );
    if audit.effort.calls > 0 {
        card(
            format!(
                "{} / {}",
                number("effort.calls_translated", audit.effort.calls_translated),
                number("effort.calls", audit.effort.calls)
            ),
            "calls translated automatically",
            "",
        );
        card(
            format!(
                "{} / {}",
                number("effort.open_lines", audit.effort.open_lines),
                number("effort.cuda_lines", audit.effort.cuda_lines)
            ),
            "lines want a look",
            "",
        );
    }
    let needed = audit
        .hard_stops
        .iter()
        .filter(|stop| !stop.optional)
        .count();
    card(
        format!("<b>{needed}</b> + {}", audit.hard_stops.len() - needed),
        "hard stops: needed + optional",
        if needed > 0 { "high" } else { "" },
    );
    out + "</section>\n"
}

/// The two layers, each with its dimensions; never one number for both.
fn layers(audit: &Audit) -> String {
    let mut out = String::new();
    for (layer, title, remark) in [
        ("software", "Software layer", String::new()),
        (
            "networking",
            "Networking layer",
            format!(
                "All-AMD cluster: {}. Cluster of both vendors: {}.",
                audit.networking.single_vendor, audit.networking.mixed_vendor
            ),
        ),
    ] {
        let _ = write!(out, "<section class=\"layer\"><h2>{title}</h2>");
        if !remark.is_empty() {
            let _ = write!(out, "<p>{}</p>", escape(&remark));
        }
        out.push_str("<div class=\"dimensions\">");
        for (name, dimension) in audit.dimensions.all() {
            if dimension.layer == layer {
                out.push_str(&one(name, dimension));
            }
        }
        out.push_str("</div></section>\n");
    }
    out
}

fn class(level: Level) -> &'static str {
    match level {
        Level::Unknown => "unknown",
        Level::Low => "low",
        Level::Medium => "medium",
        Level::High => "high",
    }
}

fn one(name: &str, dimension: &Dimension) -> String {
    let level = class(dimension.level);
    let estimate = if dimension.estimate {
        " (estimate)"
    } else {
        ""
    };
    let mut out = format!(
        "<article class=\"dimension {level}\"><h3>{}{estimate}</h3>\
         <p class=\"level\"><span class=\"gauge\"><i></i><i></i><i></i></span> <b data-at=\"dimensions.{name}.level\">{}</b></p>\
         <p>{}</p><details><summary>numbers and places</summary><table>",
        escape(&dimension.title),
        dimension.level.as_str(),
        escape(&dimension.rule)
    );
    for (key, count) in dimension.counts.iter() {
        let at = format!("dimensions.{name}.counts.{key}");
        // Writing to a string cannot fail.
        let _ = write!(
            out,
            "<tr><td>{}</td><td>{}</td></tr>",
            escape(key),
            number(&at, count)
        );
    }
    out.push_str("</table><ul>");
    for place in dimension.evidence.iter().take(PLACES) {
        out.push_str(&place_line(place));
    }
    out.push_str("</ul></details></article>");
    out
}

fn place_line(place: &Evidence) -> String {
    format!(
        "<li><code>{}:{}</code> {} <small>{}</small></li>",
        escape(&place.file),
        place.line,
        escape(&place.what),
        escape(&place.text)
    )
}

fn charts(audit: &Audit) -> String {
    let count = |effort: &str| -> usize {
        let of = audit.work.iter().filter(|work| work.effort == effort);
        of.map(|work| work.number as usize).sum()
    };
    let efforts = ["minutes", "hours", "days", "no way today"].map(|effort| Bar {
        label: effort,
        count: count(effort),
        class: "effort",
    });
    let mut kinds: Vec<(String, usize)> = audit
        .work
        .iter()
        .map(|work| {
            (
                format!("{} {} ({})", work.code, work.name, work.effort),
                work.number as usize,
            )
        })
        .collect();
    kinds.sort_by_key(|(name, number)| (std::cmp::Reverse(*number), name.clone()));
    let kinds: Vec<Bar<'_>> = kinds
        .iter()
        .take(KINDS)
        .map(|(label, count)| Bar {
            label,
            count: *count,
            class: "kind",
        })
        .collect();
    let read: Vec<(String, usize)> = audit
        .read
        .iter()
        .map(|(language, read)| (format!("{language}, lines"), read.lines as usize))
        .collect();
    let read: Vec<Bar<'_>> = read
        .iter()
        .map(|(label, count)| Bar {
            label,
            count: *count,
            class: "read",
        })
        .collect();
    format!(
        "<section class=\"charts\">{}{}{}</section>\n",
        bars("Open findings by effort of each", &efforts),
        bars("Most frequent findings", &kinds),
        bars("What was read", &read)
    )
}
