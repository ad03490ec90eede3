//! The audit as Markdown, for a pull request or a page of a wiki.

use std::fmt::Write as _;

use cu2hip_audit::document::Audit;
use cu2hip_audit::grouped;

use super::part;
use crate::cli::report::markdown::text;

/// Rows of a table that may be long.
const ROWS: usize = 40;

/// The page.
pub(super) fn page(audit: &Audit) -> String {
    let mut out = format!(
        "# CUDA audit of {}\n\n**{}**\n\n",
        text(&audit.repo),
        text(&audit.score.summary)
    );
    out.push_str("| dimension | layer | level | because |\n|---|---|---|---|\n");
    // Writing to a string cannot fail.
    for (_, dimension) in audit.dimensions.all() {
        let estimate = if dimension.estimate {
            " (estimate)"
        } else {
            ""
        };
        let _ = writeln!(
            out,
            "| {}{estimate} | {} | {} | {} |",
            dimension.title,
            dimension.layer,
            dimension.level.as_str(),
            text(&dimension.rule)
        );
    }
    let networking = &audit.networking;
    let _ = writeln!(
        out,
        "\nNetworking: all-AMD cluster: {}. Mixed cluster: {}.",
        text(&networking.single_vendor),
        text(&networking.mixed_vendor)
    );
    stops(&mut out, audit);
    ways(&mut out, audit);
    libraries(&mut out, audit);
    effort(&mut out, audit);
    if let Some(comparison) = &audit.comparison {
        let _ = writeln!(out, "\n## Since {}\n", text(&comparison.repo));
        for [dimension, before, now] in &comparison.levels {
            let _ = writeln!(out, "- {dimension}: {before} -> {now}");
        }
        for changed in comparison.counts.iter().take(ROWS) {
            let _ = writeln!(
                out,
                "- {}: {} -> {}",
                text(&changed.count),
                changed.before,
                changed.now
            );
        }
        for stop in &comparison.stops_gone {
            let _ = writeln!(out, "- gone: {}", text(stop));
        }
        for stop in &comparison.stops_new {
            let _ = writeln!(out, "- new: {}", text(stop));
        }
    }
    counts(&mut out, audit);
    out
}

fn stops(out: &mut String, audit: &Audit) {
    if audit.hard_stops.is_empty() {
        return;
    }
    out.push_str("\n## Hard stops\n\n| what | where | needed | first place | way out |\n|---|---|---|---|---|\n");
    for stop in audit.hard_stops.iter().take(ROWS) {
        let place = stop.evidence.first();
        let place = place.map_or_else(String::new, |e| format!("{}:{}", e.file, e.line));
        let needed = part(stop.optional, stop.only_with.as_deref());
        let _ = writeln!(
            out,
            "| {} | {} | {needed} | {} | {} |",
            text(&stop.name),
            text(&stop.component),
            text(&place),
            text(&stop.way_out)
        );
    }
}

fn ways(out: &mut String, audit: &Audit) {
    out.push_str("\n## Ways\n\n| component | way | for it | against it |\n|---|---|---|---|\n");
    for path in audit
        .paths
        .iter()
        .filter(|path| path.path != "none")
        .take(ROWS)
    {
        let way = if path.first {
            path.path.clone()
        } else {
            format!("also {}", path.path)
        };
        let _ = writeln!(
            out,
            "| {} | {way} | {} | {} |",
            text(&path.component),
            text(&path.because),
            text(&path.against)
        );
    }
}

fn libraries(out: &mut String, audit: &Audit) {
    if audit.libraries.is_empty() {
        return;
    }
    out.push_str("\n## Libraries\n\n| library | level | state on ROCm | counterpart | files | needed | source |\n|---|---|---|---|---:|---|---|\n");
    for library in audit.libraries.iter().take(ROWS) {
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} | {} |",
            text(&library.name),
            library.level.as_str(),
            library.state,
            text(library.counterpart.as_deref().unwrap_or("")),
            library.files,
            part(library.optional, library.only_with.as_deref()),
            text(&library.source)
        );
    }
}

fn effort(out: &mut String, audit: &Audit) {
    let effort = &audit.effort;
    let _ = writeln!(
        out,
        "\n## Estimate\n\n{:.0} to {:.0} hours of one person ({:.1} to {:.1} weeks). {} of {} calls are translated automatically.\n",
        effort.hours[0],
        effort.hours[1],
        effort.weeks[0],
        effort.weeks[1],
        grouped(effort.calls_translated),
        grouped(effort.calls)
    );
    out.push_str("| part | number | hours |\n|---|---:|---|\n");
    for part in &effort.parts {
        let _ = writeln!(
            out,
            "| {} | {} | {:.1} to {:.1} |",
            text(&part.what),
            part.number,
            part.hours[0],
            part.hours[1]
        );
    }
    out.push_str("\nAssumptions:\n\n");
    for assumption in &effort.assumptions {
        let _ = writeln!(out, "- {}", text(assumption));
    }
}

fn counts(out: &mut String, audit: &Audit) {
    out.push_str("\n## Counts\n\n| dimension | count | number |\n|---|---|---:|\n");
    for (name, dimension) in audit.dimensions.all() {
        for (key, number) in dimension.counts.iter() {
            let _ = writeln!(out, "| {name} | {} | {number} |", text(key));
        }
    }
}
