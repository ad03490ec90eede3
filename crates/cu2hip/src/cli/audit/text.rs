//! The audit for a terminal: what fits a screen, and all places of one dimension.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anstream::adapter::strip_str;
use anstyle::{AnsiColor, Style};
use cu2hip_audit::document::{Audit, Comparison, Dimension, HardStop, Path};
use cu2hip_audit::{Level, grouped};

use super::part;
use crate::cli::escape;

/// Hard stops, ways and differences that are listed.
const LISTED: usize = 6;
/// Characters of a line.
const WIDTH: usize = 100;

/// A heading.
const HEADING: Style = Style::new().bold();

/// The text as it is, or without its colours.
pub(super) fn colored(text: String, color: bool) -> String {
    if color {
        text
    } else {
        strip_str(&text).to_string()
    }
}

/// A level in its colour, as wide as the longest.
fn shown(level: Level) -> String {
    let style = match level {
        Level::High => AnsiColor::BrightRed.on_default().bold(),
        Level::Medium => AnsiColor::BrightYellow.on_default(),
        Level::Low => AnsiColor::BrightGreen.on_default(),
        Level::Unknown => Style::new(),
    };
    format!("{style}{:<8}{style:#}", level.as_str())
}

/// The summary.
pub(super) fn page(audit: &Audit) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    for line in wrapped(&format!(
        "{}: {}",
        plain(&audit.repo),
        plain(&audit.score.summary)
    )) {
        let _ = writeln!(out, "{line}");
    }
    out.push('\n');
    for (_, dimension) in audit.dimensions.all() {
        line(&mut out, dimension);
    }
    let networking = format!(
        "Software layer: {}. Networking layer: {} (all-AMD cluster: {}; mixed cluster: {})",
        audit.software.level.as_str(),
        audit.networking.level.as_str(),
        audit.networking.single_vendor,
        audit
            .networking
            .mixed_vendor
            .split(':')
            .next()
            .unwrap_or_default()
    );
    out.push('\n');
    for line in wrapped(&networking) {
        let _ = writeln!(out, "{line}");
    }
    stops(&mut out, &audit.hard_stops);
    ways(&mut out, audit);
    effort(&mut out, audit);
    if let Some(comparison) = &audit.comparison {
        compared(&mut out, comparison);
    }
    history(&mut out, audit);
    out.push_str(
        "\nEvery place behind a level: --why DIMENSION. All of it: --format json|html|markdown.\n",
    );
    out
}

fn plain(text: &str) -> String {
    escape::line(text.as_bytes())
}

/// Lines of whole words.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.last().map_or(0, |line| line.chars().count());
        if last > 0 && last + 1 + word.chars().count() > WIDTH {
            lines.push(String::from("  "));
        }
        if let Some(line) = lines.last_mut() {
            if !line.trim().is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

/// Text cut to a width.
fn cut(text: &str, width: usize) -> String {
    let text = plain(text);
    if text.chars().count() <= width {
        return text;
    }
    let mut out: String = text.chars().take(width.saturating_sub(3)).collect();
    out.push_str("...");
    out
}

fn line(out: &mut String, dimension: &Dimension) {
    let title = if dimension.estimate {
        format!("{} (estimate)", dimension.title)
    } else {
        dimension.title.clone()
    };
    let short = title.replace(
        "Distributed training and communication",
        "Distributed, communication",
    );
    let _ = writeln!(
        out,
        "  {short:<27} {} {}",
        shown(dimension.level),
        cut(&dimension.rule, WIDTH - 40)
    );
}

fn stops(out: &mut String, stops: &[HardStop]) {
    if stops.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n{HEADING}Hard stops{HEADING:#}");
    let mut sorted: Vec<&HardStop> = stops.iter().collect();
    sorted.sort_by_key(|stop| stop.optional);
    for stop in sorted.iter().take(LISTED) {
        let place = stop.evidence.first();
        let place = place.map_or_else(String::new, |e| format!(" {}:{}", e.file, e.line));
        let optional = part(stop.optional, stop.only_with.as_deref());
        let text = format!("{} in {} ({optional}){place}", stop.name, stop.component);
        let _ = writeln!(out, "  {}", cut(&text, WIDTH - 2));
    }
    more(out, sorted.len());
}

fn more(out: &mut String, all: usize) {
    if all > LISTED {
        let _ = writeln!(out, "  and {} more", all - LISTED);
    }
}

fn ways(out: &mut String, audit: &Audit) {
    let _ = writeln!(out, "\n{HEADING}Ways{HEADING:#}");
    let paths = &audit.paths;
    let component = |path: &Path| audit.components.iter().find(|c| c.name == path.component);
    let optional = |path: &Path| component(path).is_some_and(|c| c.optional);
    let mut first: Vec<&Path> = paths
        .iter()
        .filter(|path| path.first && path.path != "none")
        .collect();
    first.sort_by_key(|path| optional(path));
    for path in first.iter().take(LISTED) {
        let only_with = component(path).and_then(|c| c.only_with.as_deref());
        let mark = if optional(path) || only_with.is_some() {
            format!(" ({})", part(true, only_with))
        } else {
            String::new()
        };
        let text = format!(
            "{:<12} {}{mark}: {}",
            path.path, path.component, path.because
        );
        let _ = writeln!(out, "  {}", cut(&text, WIDTH - 2));
    }
    if first.is_empty() {
        out.push_str("  none needed: no GPU code\n");
    }
    more(out, first.len());
    for path in paths.iter().filter(|path| path.path == "hetccl") {
        let _ = writeln!(
            out,
            "  {}",
            cut(&format!("{:<12} {}", path.path, path.because), WIDTH - 2)
        );
    }
}

fn effort(out: &mut String, audit: &Audit) {
    let effort = &audit.effort;
    let _ = writeln!(
        out,
        "\nEstimate: {:.0} to {:.0} hours of one person ({:.1} to {:.1} weeks); assumptions: --format json",
        effort.hours[0], effort.hours[1], effort.weeks[0], effort.weeks[1]
    );
    if effort.calls > 0 {
        let _ = writeln!(
            out,
            "  {} of {} calls are translated automatically; {} of {} lines want a look",
            grouped(effort.calls_translated),
            grouped(effort.calls),
            grouped(effort.open_lines),
            grouped(effort.cuda_lines)
        );
    }
}

fn compared(out: &mut String, comparison: &Comparison) {
    let _ = writeln!(
        out,
        "\nSince {}: High {} -> {}",
        plain(&comparison.repo),
        comparison.high[0],
        comparison.high[1]
    );
    for [dimension, before, now] in &comparison.levels {
        let _ = writeln!(out, "  {dimension}: {before} -> {now}");
    }
    for changed in comparison.counts.iter().take(LISTED) {
        let _ = writeln!(
            out,
            "  {}: {} -> {}",
            changed.count, changed.before, changed.now
        );
    }
    more(out, comparison.counts.len());
    for stop in &comparison.stops_gone {
        let _ = writeln!(out, "  gone: {}", plain(stop));
    }
    for stop in &comparison.stops_new {
        let _ = writeln!(out, "  new: {}", plain(stop));
    }
}

fn history(out: &mut String, audit: &Audit) {
    if audit.history.is_empty() {
        return;
    }
    out.push_str("\nHistory      High  kernels  device lines  CUDA files  Triton kernels\n");
    for moment in &audit.history {
        let count = |key: &str| grouped(moment.counts.get(key));
        let _ = writeln!(
            out,
            "  {:<10} {:>4}  {:>7}  {:>12}  {:>10}  {:>14}",
            moment.date,
            moment.high,
            count("kernel_definitions"),
            count("device_lines"),
            count("cuda_files"),
            count("triton_kernels")
        );
    }
}

/// All places behind a dimension.
pub(super) fn why(audit: &Audit, name: &str) -> String {
    let all = audit.dimensions.all();
    let Some((_, dimension)) = all.iter().find(|(known, _)| *known == name) else {
        return String::new();
    };
    let mut out = format!(
        "{HEADING}{}{HEADING:#}: {}\n  {}\n\n",
        dimension.title,
        shown(dimension.level).trim_end(),
        plain(&dimension.rule)
    );
    for (key, number) in dimension.counts.iter() {
        let _ = writeln!(out, "  {key:<28} {}", grouped(number));
    }
    let mut by_key: BTreeMap<&str, Vec<_>> = BTreeMap::new();
    for evidence in &dimension.evidence {
        by_key.entry(&evidence.key).or_default().push(evidence);
    }
    for (key, places) in by_key {
        let _ = writeln!(out, "\n{}", plain(key));
        for place in places {
            let more = if place.number > 1 {
                format!(" (and {} more)", place.number - 1)
            } else {
                String::new()
            };
            let _ = writeln!(
                out,
                "  {}:{}: {}{more}",
                plain(&place.file),
                place.line,
                plain(&place.text)
            );
        }
    }
    if name == "libraries" {
        out.push('\n');
        for library in &audit.libraries {
            let optional = if library.optional {
                format!(", {}", part(true, library.only_with.as_deref()))
            } else {
                String::new()
            };
            let _ = writeln!(
                out,
                "  {:<24} {:<7} {}{optional}, {} files; ROCm: {} ({})",
                plain(&library.name),
                library.level.as_str(),
                library.state,
                library.files,
                library.counterpart.as_deref().unwrap_or("nothing"),
                library.source
            );
        }
    }
    out
}
