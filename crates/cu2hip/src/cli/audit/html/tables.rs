//! The tables of the page.

use std::fmt::Write as _;

use cu2hip_audit::document::Audit;
use cu2hip_audit::grouped;

use super::{class, number};
use crate::cli::audit::part;
use crate::cli::report::html::escape;

/// Rows of the table of libraries.
const LIBRARIES: usize = 60;

/// A section with a table; empty without rows.
fn table(title: &str, remark: &str, heads: &[&str], rows: &[String]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let mut out = format!("<section class=\"table\"><h2>{title}</h2>");
    // Writing to a string cannot fail.
    if !remark.is_empty() {
        let _ = write!(out, "<p>{remark}</p>");
    }
    out.push_str("<div class=\"scroll\"><table><thead><tr>");
    for head in heads {
        let _ = write!(out, "<th>{head}</th>");
    }
    out.push_str("</tr></thead><tbody>\n");
    for row in rows {
        let _ = writeln!(out, "<tr>{row}</tr>");
    }
    out + "</tbody></table></div></section>\n"
}

fn cells<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let mut out = String::new();
    for text in texts {
        // Writing to a string cannot fail.
        let _ = write!(out, "<td>{}</td>", escape(text));
    }
    out
}

/// Levels of the components.
pub(super) fn components(audit: &Audit) -> String {
    let names = [
        "kernels",
        "libraries",
        "framework",
        "distributed",
        "toolchain",
    ];
    let rows: Vec<String> = audit
        .components
        .iter()
        .map(|component| {
            let only_with = component.only_with.as_deref();
            let part = part(component.optional || only_with.is_some(), only_with);
            let mut row = cells([
                component.name.as_str(),
                part.as_str(),
                component.dual_source.as_str(),
            ]);
            for name in names {
                let level = component.levels.get(name).copied().unwrap_or_default();
                let _ = write!(
                    row,
                    "<td class=\"{}\">{}</td>",
                    class(level),
                    level.as_str()
                );
            }
            row + &cells([component.hard_stops.join(", ").as_str()])
        })
        .collect();
    let heads = [
        &["component", "part", "AMD twin"][..],
        &names,
        &["hard stops"],
    ]
    .concat();
    table("Components", "", &heads, &rows)
}

/// Hard stops.
pub(super) fn stops(audit: &Audit) -> String {
    let rows: Vec<String> = audit
        .hard_stops
        .iter()
        .map(|stop| {
            let place = stop.evidence.first();
            let place = place.map_or_else(String::new, |e| format!("{}:{}", e.file, e.line));
            cells([
                stop.name.as_str(),
                stop.component.as_str(),
                part(stop.optional, stop.only_with.as_deref()).as_str(),
                place.as_str(),
                stop.way_out.as_str(),
            ])
        })
        .collect();
    table(
        "Hard stops",
        "",
        &["what", "component", "part", "first place", "way out"],
        &rows,
    )
}

/// Ways.
pub(super) fn paths(audit: &Audit) -> String {
    let ways = audit.paths.iter().filter(|path| path.path != "none");
    let rows: Vec<String> = ways
        .map(|path| {
            let way = if path.first {
                path.path.clone()
            } else {
                format!("also {}", path.path)
            };
            cells([
                path.component.as_str(),
                way.as_str(),
                path.because.as_str(),
                path.against.as_str(),
            ])
        })
        .collect();
    table(
        "Ways, by component",
        "",
        &["component", "way", "for it", "against it"],
        &rows,
    )
}

/// The work list.
pub(super) fn work(audit: &Audit) -> String {
    let rows: Vec<String> = audit
        .work
        .iter()
        .enumerate()
        .map(|(place, work)| {
            cells([work.effort.as_str(), work.code.as_str(), work.name.as_str()])
                + &format!(
                    "<td>{}</td><td>{}</td>",
                    number(&format!("work.{place}.number"), work.number),
                    number(&format!("work.{place}.files"), work.files)
                )
        })
        .collect();
    let heads = ["effort of each", "code", "what", "findings", "files"];
    table(
        "Work list",
        "Findings of the translation that wait for a person; <code>cu2hip explain CODE</code> tells more.",
        &heads,
        &rows,
    )
}

/// What a change of architecture does.
pub(super) fn targets(audit: &Audit) -> String {
    let rows: Vec<String> = audit
        .targets
        .iter()
        .map(|(target, by)| {
            let mut row = cells([target.as_str()]);
            for severity in ["error", "warning", "note"] {
                let at = format!("targets.{target}.{severity}");
                let count = by.get(severity).copied().unwrap_or(0);
                let _ = write!(row, "<td>{}</td>", number(&at, count));
            }
            row
        })
        .collect();
    let remark = "Findings if only this architecture is built for: gfx942 has wavefronts of 64 lanes, gfx1100 of 32.";
    table(
        "What the target architecture changes",
        remark,
        &["architecture", "errors", "warnings", "notes"],
        &rows,
    )
}

/// The estimate.
pub(super) fn effort(audit: &Audit) -> String {
    let effort = &audit.effort;
    let rows: Vec<String> = effort
        .parts
        .iter()
        .enumerate()
        .map(|(place, part)| {
            cells([part.what.as_str()])
                + &format!(
                    "<td>{}</td><td>{:.1} to {:.1}</td>",
                    number(&format!("effort.parts.{place}.number"), part.number),
                    part.hours[0],
                    part.hours[1]
                )
        })
        .collect();
    let mut assumptions = String::new();
    for assumption in &effort.assumptions {
        // Writing to a string cannot fail.
        let _ = write!(assumptions, "<li>{}</li>", escape(assumption));
    }
    let remark = format!(
        "{:.0} to {:.0} hours of one person.<details><summary>assumptions</summary><ul>{assumptions}</ul></details>",
        effort.hours[0], effort.hours[1]
    );
    table(
        "Estimate from below",
        &remark,
        &["part", "number", "hours"],
        &rows,
    )
}

/// Libraries.
pub(super) fn libraries(audit: &Audit) -> String {
    let rows: Vec<String> = audit
        .libraries
        .iter()
        .enumerate()
        .take(LIBRARIES)
        .map(|(place, library)| {
            let level = class(library.level);
            cells([library.name.as_str(), library.layer.as_str()])
                + &format!("<td class=\"{level}\">{}</td>", library.level.as_str())
                + &cells([
                    library.state.as_str(),
                    library.counterpart.as_deref().unwrap_or_default(),
                    part(library.optional, library.only_with.as_deref()).as_str(),
                ])
                + &format!(
                    "<td>{}</td>",
                    number(&format!("libraries.{place}.files"), library.files)
                )
                + &cells([library.source.as_str()])
        })
        .collect();
    let heads = [
        "library",
        "layer",
        "level",
        "state on ROCm",
        "counterpart",
        "part",
        "files",
        "source",
    ];
    table("Libraries and packages", "", &heads, &rows)
}

/// What changed since an earlier audit.
pub(super) fn comparison(audit: &Audit) -> String {
    let Some(comparison) = &audit.comparison else {
        return String::new();
    };
    let levels = comparison
        .levels
        .iter()
        .map(|[dimension, before, now]| cells([dimension.as_str(), before, now]));
    let counts = comparison.counts.iter().map(|changed| {
        cells([
            changed.count.as_str(),
            &grouped(changed.before),
            &grouped(changed.now),
        ])
    });
    let gone = comparison
        .stops_gone
        .iter()
        .map(|stop| cells([stop.as_str(), "hard stop", "gone"]));
    let new = comparison
        .stops_new
        .iter()
        .map(|stop| cells([stop.as_str(), "", "hard stop"]));
    let rows: Vec<String> = levels.chain(gone).chain(new).chain(counts).collect();
    table(
        "What changed",
        &escape(&format!("Since the audit of {}.", comparison.repo)),
        &["what", "before", "now"],
        &rows,
    )
}

/// Earlier commits.
pub(super) fn history(audit: &Audit) -> String {
    let keys = [
        "kernel_definitions",
        "device_lines",
        "cuda_files",
        "triton_kernels",
    ];
    let rows: Vec<String> = audit
        .history
        .iter()
        .enumerate()
        .map(|(place, moment)| {
            let commit: String = moment.commit.chars().take(12).collect();
            let mut row = cells([moment.date.as_str(), commit.as_str()]);
            let _ = write!(
                row,
                "<td>{}</td>",
                number(&format!("history.{place}.high"), moment.high)
            );
            for key in keys {
                let at = format!("history.{place}.counts.{key}");
                let _ = write!(row, "<td>{}</td>", number(&at, moment.counts.get(key)));
            }
            row
        })
        .collect();
    let heads = [
        "day",
        "commit",
        "High",
        "kernels",
        "lines of device code",
        "CUDA files",
        "Triton kernels",
    ];
    table("History", "", &heads, &rows)
}
