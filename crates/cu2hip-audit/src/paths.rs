//! Which way fits a component.

use std::collections::BTreeSet;

use cu2hip_core::{Effort, Statistics};

use crate::component::{Component, ROOT, Twin};
use crate::counts::{Counts, fill};
use crate::document::Path;
use crate::inventory::Inventory;
use crate::rules::{PathRule, Rules};
use crate::usage::{Usage, weigh};
use crate::verdict::{Stopped, Words};

/// The ways of all components; `places` is how much there is to say of each.
pub(crate) fn paths(
    inventory: &Inventory,
    components: &[(&Component, u64)],
    usages: &[Usage],
    stops: &[Stopped],
    rules: &Rules,
) -> Vec<Path> {
    let mut out = Vec::new();
    for (component, _) in components {
        let (counts, words) = facts(inventory, component, usages, stops, rules);
        let name = &component.name;
        let first = rules.paths.rule.iter().find(|rule| holds(rule, &counts));
        out.extend(first.map(|rule| path(name, rule, true, &counts, &words)));
        let also = rules.paths.also.iter().filter(|rule| holds(rule, &counts));
        let chosen = first.map(|rule| rule.path.as_str());
        let also = also.filter(|rule| Some(rule.path.as_str()) != chosen);
        out.extend(also.map(|rule| path(name, rule, false, &counts, &words)));
    }
    let mut whole = Counts::default();
    for file in &inventory.files {
        whole.extend(&file.counts);
    }
    let nccl = whole.get("nccl_direct_files") + whole.get("nccl_backend_sites");
    whole.add("nccl_uses", nccl);
    let rules = rules.paths.whole.iter().filter(|rule| holds(rule, &whole));
    out.extend(rules.map(|rule| path(ROOT, rule, false, &whole, &Words::new())));
    out
}

fn holds(rule: &PathRule, counts: &Counts) -> bool {
    rule.when.iter().all(|condition| condition.holds(counts))
}

fn path(component: &str, rule: &PathRule, first: bool, counts: &Counts, words: &Words) -> Path {
    Path {
        component: component.to_owned(),
        path: rule.path.clone(),
        first,
        because: fill(&rule.because, counts, words),
        against: fill(&rule.against, counts, words),
    }
}

/// What the rules of paths may ask of a component.
fn facts(
    inventory: &Inventory,
    component: &Component,
    usages: &[Usage],
    stops: &[Stopped],
    rules: &Rules,
) -> (Counts, Words) {
    let mut counts = component.counts.clone();
    let mut words = Words::new();
    of_translation(inventory, component, &mut counts);
    counts.set("dual", u64::from(component.twin != Twin::None));
    let cuda = counts.get("cuda_files") + counts.get("runtime_calls");
    counts.set("cuda_code", cuda);
    let used = usages.iter().filter_map(|usage| {
        let (_, needed) = usage.components.get(&component.name)?;
        Some((usage, *needed))
    });
    weigh(used.clone(), &mut counts, &mut words);
    let frameworks = used.filter(|(usage, _)| rules.paths.frameworks.contains(&usage.name));
    let files: BTreeSet<&usize> = frameworks
        .flat_map(|(usage, _)| usage.files.iter())
        .filter(|place| component.files.contains(place))
        .collect();
    counts.set("framework_files", files.len() as u64);
    counts.set("python_gpu", counts.get("torch_files") + files.len() as u64);
    of_stops(component, stops, &mut counts, &mut words);
    words.insert("amd_evidence", component.amd_evidence.clone());
    (counts, words)
}

/// How much the translation does, and what waits for a person.
fn of_translation(inventory: &Inventory, component: &Component, counts: &mut Counts) {
    let mut numbers = Statistics::default();
    let mut waiting = 0;
    for place in &component.files {
        let file = &inventory.files[*place];
        if let Some(of_file) = inventory.statistics.get(&file.name) {
            numbers.add(of_file);
        }
        let long = |effort| matches!(effort, Effort::Hours | Effort::Days | Effort::None);
        let found = file.findings.iter().filter(|found| long(found.effort));
        waiting += found.count() as u64;
    }
    counts.set("findings_hours", waiting);
    counts.set(
        "calls_translated_share",
        share(numbers.calls_translated.into(), numbers.calls_seen.into()),
    );
}

/// The stops of a component by what they ask for, and those that only NVIDIA's part has.
fn of_stops(component: &Component, stops: &[Stopped], counts: &mut Counts, words: &mut Words) {
    let own = stops.iter().filter(|s| s.stop.component == component.name);
    let (guarded, needed): (Vec<&Stopped>, Vec<&Stopped>) = own.partition(|s| s.guarded);
    let join = |list: &[&Stopped]| {
        let names: Vec<&str> = list.iter().map(|s| s.stop.name.as_str()).collect();
        names.join(", ")
    };
    let asking = |path: &str| -> Vec<&Stopped> {
        let fits = |s: &&&Stopped| s.path == path && !(s.by_code && path == "rewrite");
        needed.iter().filter(fits).copied().collect()
    };
    let (stay, rewrite) = (asking("stay"), asking("rewrite"));
    counts.set("stops_stay", stay.len() as u64);
    counts.set("stops_rewrite", rewrite.len() as u64);
    words.insert("stops_stay_names", join(&stay));
    words.insert("stops_rewrite_names", join(&rewrite));
    let left_out = match join(&guarded) {
        names if names.is_empty() => names,
        names => format!("{names}: only for NVIDIA"),
    };
    words.insert("stops_names", left_out);
    let first = stay.iter().chain(&rewrite).next();
    let way_out = first.map(|s| s.stop.way_out.clone());
    words.insert("way_out", way_out.unwrap_or_default());
}

/// A share in percent, rounded down.
pub(crate) fn share(part: u64, whole: u64) -> u64 {
    (part * 100).checked_div(whole).unwrap_or(100)
}
