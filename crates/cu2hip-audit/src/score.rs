//! The verdict over the levels, the stops that are needed, and what is free of them.

use std::fmt::Write as _;

use crate::document::{Dimensions, Narrow, Score};
use crate::rules::{Band, Level, Rules};
use crate::verdict::Stopped;

/// Free components that the sentence names.
const NAMED: usize = 3;

fn found(high: u64, rules: &Rules) -> Option<&Band> {
    let bands = &rules.levels.score.bands;
    bands.iter().find(|band| high >= band.high)
}

/// The time that a number of High dimensions stands for.
pub(crate) fn band(high: u64, rules: &Rules) -> String {
    found(high, rules).map_or_else(String::new, |band| band.band.clone())
}

/// The verdict; `free` are components that are needed and that no stop binds.
pub(crate) fn score(
    dimensions: &Dimensions,
    stops: &[Stopped],
    narrow: Option<Narrow>,
    free: Vec<String>,
    rules: &Rules,
) -> Score {
    let all = dimensions.all().into_iter();
    let names: Vec<&str> = all
        .filter(|(_, d)| d.level == Level::High)
        .map(|(name, _)| name)
        .collect();
    let high = names.len() as u64;
    let mut needed: Vec<String> = stops
        .iter()
        .filter(|stopped| !stopped.stop.optional)
        .map(|stopped| format!("{} in {}", stopped.stop.name, stopped.stop.component))
        .collect();
    needed.sort();
    needed.dedup();
    let free = if needed.is_empty() { Vec::new() } else { free };
    let by_levels = band(high, rules);
    let bands = &rules.levels.score.bands;
    let shortest = bands.last().map_or("", |band| band.band.as_str());
    let band = if !needed.is_empty() && by_levels == shortest {
        "a hard stop comes first".to_owned()
    } else {
        by_levels.clone()
    };
    let mut score = Score {
        high,
        band,
        band_by_levels: by_levels,
        overridden_by: needed,
        without_optional: narrow,
        free,
        summary: String::new(),
    };
    score.summary = summary(&score, &names, rules);
    score
}

/// The verdict as a sentence.
fn summary(score: &Score, names: &[&str], rules: &Rules) -> String {
    let mut out = match names {
        [] => "no dimension is High".to_owned(),
        [name] => format!("{name} is High"),
        _ => format!("{} are High", names.join(", ")),
    };
    out.push_str(": ");
    out.push_str(&score.band_by_levels);
    if let Some(band) = found(score.high, rules).filter(|band| !band.with.is_empty()) {
        out.push_str(", with ");
        out.push_str(&band.with);
    }
    if !score.overridden_by.is_empty() {
        out.push_str("; a hard stop comes first: ");
        out.push_str(&score.overridden_by.join(", "));
    }
    if !score.free.is_empty() {
        out.push_str("; free of it: ");
        out.push_str(&score.free[..score.free.len().min(NAMED)].join(", "));
    }
    let narrow = score.without_optional.as_ref();
    if let Some(narrow) = narrow.filter(|narrow| narrow.high != score.high) {
        let parts = narrow.parts.join(", ");
        // Writing to a string cannot fail.
        let _ = write!(
            out,
            "; without the optional {parts}: {} High, {}",
            narrow.high, narrow.band
        );
    }
    out
}
