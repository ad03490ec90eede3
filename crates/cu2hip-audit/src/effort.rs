//! The estimate from below: classes of findings and counts, with what it takes for granted.

use std::collections::{BTreeMap, BTreeSet};

use cu2hip_core::diagnostic::find_code;

use crate::component::{Component, Twin};
use crate::counts::Counts;
use crate::document::{Effort, EffortPart, Work};
use crate::file::{FileInventory, Found, Role};
use crate::inventory::Inventory;
use crate::rules::{PerCount, Rules};

/// Key of a class of effort in the rules.
fn class(effort: cu2hip_core::Effort) -> &'static str {
    match effort {
        cu2hip_core::Effort::Minutes => "minutes",
        cu2hip_core::Effort::Hours => "hours",
        cu2hip_core::Effort::Days => "days",
        cu2hip_core::Effort::None => "none",
    }
}

/// The files whose findings are work: not those of third parties, not those with a twin.
fn open_files<'a>(
    inventory: &'a Inventory,
    components: &'a [Component],
) -> impl Iterator<Item = &'a FileInventory> {
    components
        .iter()
        .filter(|c| c.twin == Twin::None)
        .flat_map(|c| {
            let files = c.files.iter().map(|place| &inventory.files[*place]);
            files.filter(|file| file.role != Role::Vendored)
        })
}

/// The estimate; `counts` are those that are weighed.
pub(crate) fn estimate(
    inventory: &Inventory,
    components: &[Component],
    counts: &Counts,
    rules: &Rules,
) -> Effort {
    let mut parts = of_findings(inventory, components, rules);
    parts.extend(of_counts(counts, rules));
    let sum = |end: usize| rounded(parts.iter().map(|part| part.hours[end]).sum());
    let hours = [sum(0), sum(1)];
    for part in &mut parts {
        part.hours = part.hours.map(rounded);
    }
    let mut effort = Effort {
        hours,
        weeks: hours.map(|h| rounded(h / rules.effort.hours_per_week)),
        parts,
        assumptions: assumptions(rules),
        ..Effort::default()
    };
    let own = inventory.files.iter();
    for file in own.filter(|file| file.role != Role::Vendored) {
        if let Some(numbers) = inventory.statistics.get(&file.name) {
            effort.calls += u64::from(numbers.calls_seen);
            effort.calls_translated += u64::from(numbers.calls_translated);
            effort.cuda_lines += file.lines;
            effort.open_lines += file.open_lines;
        }
    }
    effort
}

/// Hours of the findings by class: the first of a kind costs all, later ones a share.
fn of_findings(inventory: &Inventory, components: &[Component], rules: &Rules) -> Vec<EffortPart> {
    let mut by_class: BTreeMap<&str, (u64, f64)> = BTreeMap::new();
    let mut met: BTreeSet<&str> = BTreeSet::new();
    for file in open_files(inventory, components) {
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        let counts = |found: &&Found| !rules.effort.skip.iter().any(|code| code == found.code);
        for found in file.findings.iter().filter(counts) {
            let cost = match (met.insert(found.code), seen.insert(found.code)) {
                (true, _) => 1.0,
                (false, true) => rules.effort.elsewhere,
                (false, false) => rules.effort.repeat,
            };
            let (number, costs) = by_class.entry(class(found.effort)).or_default();
            *number += 1;
            *costs += cost;
        }
    }
    let part = |(class, (number, costs)): (&str, (u64, f64))| {
        let hours = rules.effort.classes.get(class).copied().unwrap_or_default();
        EffortPart {
            what: format!("findings of class {}", spoken(class)),
            number,
            hours: hours.map(|h| h * costs),
        }
    };
    by_class.into_iter().map(part).collect()
}

/// Hours for each of a count.
fn of_counts(counts: &Counts, rules: &Rules) -> Vec<EffortPart> {
    let part = |(key, per): (&String, &PerCount)| {
        let number = if key == "setup" { 1 } else { counts.get(key) };
        let number = per.most.map_or(number, |most| number.min(most));
        #[allow(clippy::cast_precision_loss, reason = "an estimate")]
        let hours = per.hours.map(|h| h * number as f64);
        (number > 0).then(|| EffortPart {
            what: per.what.clone(),
            number,
            hours,
        })
    };
    rules.effort.per.iter().filter_map(part).collect()
}

/// A class for people.
fn spoken(class: &str) -> &str {
    if class == "none" {
        "no way today"
    } else {
        class
    }
}

fn rounded(hours: f64) -> f64 {
    (hours * 10.0).round() / 10.0
}

fn assumptions(rules: &Rules) -> Vec<String> {
    let effort = &rules.effort;
    let mut out = vec![
        format!(
            "one person who knows the code, {} hours of work a week",
            effort.hours_per_week
        ),
        format!(
            "the first finding of a kind in a further file costs {} of the first of all, one more there {}",
            effort.elsewhere, effort.repeat
        ),
        "what is built for AMD already, and code of third parties, costs nothing".to_owned(),
    ];
    for (class, [least, most]) in &effort.classes {
        let class = spoken(class);
        out.push(format!(
            "a finding of class {class}: {least} to {most} hours"
        ));
    }
    for per in effort.per.values() {
        out.push(format!(
            "{}: {} to {} hours",
            per.what, per.hours[0], per.hours[1]
        ));
    }
    out
}

/// What waits for a person, by effort and code.
pub(crate) fn work(inventory: &Inventory, components: &[Component]) -> Vec<Work> {
    let mut kinds: BTreeMap<(cu2hip_core::Effort, &str), (u64, BTreeSet<&str>)> = BTreeMap::new();
    for file in open_files(inventory, components) {
        for found in &file.findings {
            let kind = kinds.entry((found.effort, found.code)).or_default();
            kind.0 += 1;
            kind.1.insert(&file.name);
        }
    }
    let one = |((effort, code), (number, files)): (
        (cu2hip_core::Effort, &str),
        (u64, BTreeSet<&str>),
    )| Work {
        effort: effort.as_str().to_owned(),
        code: code.to_owned(),
        name: find_code(code)
            .map(|code| code.name().to_owned())
            .unwrap_or_default(),
        number,
        files: files.len() as u64,
    };
    let mut work: Vec<Work> = kinds.into_iter().map(one).collect();
    let rank = |effort: &str| {
        ["no way today", "days", "hours", "minutes"]
            .iter()
            .position(|e| *e == effort)
    };
    work.sort_by_key(|work| (rank(&work.effort), std::cmp::Reverse(work.number)));
    work
}
