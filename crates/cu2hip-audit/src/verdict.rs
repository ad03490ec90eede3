//! Levels and hard stops.

use std::collections::BTreeMap;

use crate::builds::common;
use crate::component::{Component, Twin};
use crate::counts::{Counts, fill};
use crate::document::{Evidence, HardStop};
use crate::file::{FileInventory, Found, Hit, Role};
use crate::inventory::Inventory;
use crate::rules::{Dimension, Level, Rules, Stop};
use crate::usage::Usage;

/// Files that are shown of a count.
const SHOWN_FILES: usize = 6;
/// Places that are shown of a file.
const SHOWN_PLACES: usize = 2;

/// Texts for `{name}` in rules.
pub(crate) type Words = BTreeMap<&'static str, String>;

/// The level and the text of the first rule that holds.
pub(crate) fn decide(dimension: &Dimension, counts: &Counts, words: &Words) -> (Level, String) {
    let holds = |when: &[crate::counts::Condition]| when.iter().all(|c| c.holds(counts));
    match dimension.rule.iter().find(|rule| holds(&rule.when)) {
        Some(rule) => (rule.level, fill(&rule.text, counts, words)),
        None => (Level::Unknown, "no rule holds".to_owned()),
    }
}

fn evidence(file: &FileInventory, hit: &Hit) -> Evidence {
    Evidence {
        file: file.name.clone(),
        line: hit.line,
        text: hit.text.clone(),
        what: hit.what.clone(),
        key: hit.key.clone(),
        number: hit.number,
    }
}

/// The places of a key in a file.
pub(crate) fn evidence_of(file: &FileInventory, key: &str) -> Vec<Evidence> {
    let hits = file.hits.iter().filter(|hit| hit.key == key);
    hits.map(|hit| evidence(file, hit)).collect()
}

/// The places that show the counts of a dimension: all, or a few of each count.
pub(crate) fn dimension_evidence(
    inventory: &Inventory,
    keys: &[String],
    libraries: bool,
    all: bool,
) -> Vec<Evidence> {
    let mut out = Vec::new();
    let mut shown: BTreeMap<&str, usize> = BTreeMap::new();
    for file in inventory
        .files
        .iter()
        .filter(|file| file.role != Role::Vendored)
    {
        let mut in_file: BTreeMap<&str, usize> = BTreeMap::new();
        for hit in &file.hits {
            let belongs = keys.contains(&hit.key) || (libraries && hit.key.starts_with("library:"));
            if !belongs {
                continue;
            }
            let places = in_file.entry(&hit.key).or_default();
            *places += 1;
            if !all {
                let files = shown.entry(&hit.key).or_default();
                *files += usize::from(*places == 1);
                if *places > SHOWN_PLACES || *files > SHOWN_FILES {
                    continue;
                }
            }
            out.push(evidence(file, hit));
        }
    }
    out
}

/// A hard stop with what paths need to know of it.
#[derive(Debug, Clone)]
pub(crate) struct Stopped {
    pub(crate) stop: HardStop,
    /// stay or rewrite.
    pub(crate) path: String,
    /// Its component works without it.
    pub(crate) guarded: bool,
    /// Found by the code of a finding.
    pub(crate) by_code: bool,
}

/// All hard stops, by component.
pub(crate) fn stops(
    inventory: &Inventory,
    components: &[Component],
    usages: &[Usage],
    rules: &Rules,
) -> Vec<Stopped> {
    let mut out = Vec::new();
    for component in components {
        let files: Vec<&FileInventory> = component
            .files
            .iter()
            .map(|place| &inventory.files[*place])
            .filter(|file| file.role != Role::Vendored)
            .collect();
        for usage in usages {
            out.extend(of_library(component, &files, usage, rules));
        }
        let rules = rules.stops.iter();
        out.extend(rules.filter_map(|(name, stop)| of_rule(component, &files, name, stop)));
    }
    out
}

/// A stop that counts or findings of these files show.
fn of_rule(
    component: &Component,
    files: &[&FileInventory],
    name: &str,
    stop: &Stop,
) -> Option<Stopped> {
    let mut places = Vec::new();
    let mut guarded = true;
    let mut met: Vec<&FileInventory> = Vec::new();
    for file in files {
        let before = places.len();
        let away = file.role != Role::Main || component.does_without(file);
        let of_code = |found: &&Found| stop.codes.iter().any(|c| c == found.code);
        for found in file.findings.iter().filter(of_code) {
            guarded &= away;
            places.push(Evidence {
                file: file.name.clone(),
                line: found.line,
                what: found.code.to_owned(),
                key: name.to_owned(),
                number: 1,
                text: String::new(),
            });
        }
        let hits = file.hits.iter();
        for hit in hits.filter(|hit| stop.counts.contains(&hit.key)) {
            guarded &= hit.guarded || away;
            places.push(evidence(file, hit));
        }
        if places.len() > before {
            met.push(file);
        }
    }
    if places.is_empty() {
        return None;
    }
    let only_with = common(met.into_iter()).map(|only| only.text.clone());
    let stop = Shown {
        name,
        way_out: &stop.way_out,
        path: &stop.path,
        by_code: !stop.codes.is_empty(),
    };
    Some(stop.stopped(component, guarded, places, only_with))
}

fn of_library(
    component: &Component,
    files: &[&FileInventory],
    usage: &Usage,
    rules: &Rules,
) -> Option<Stopped> {
    let library = rules.libraries.get(&usage.name)?;
    let (name, way) = (library.stop.as_ref()?, library.way_out.as_deref()?);
    let (_, needed) = usage.components.get(&component.name)?;
    let key = format!("library:{}", usage.name);
    let mut places: Vec<Evidence> = files
        .iter()
        .flat_map(|file| evidence_of(file, &key))
        .collect();
    if places.is_empty() {
        places = usage.places_in(&component.name);
    }
    let optional = usage.is_optional() && component.only_with.is_none();
    let stop = Shown {
        name,
        way_out: way,
        path: library.path.as_deref().unwrap_or("stay"),
        by_code: false,
    };
    let only_with = usage.only_with.clone().filter(|_| usage.is_optional());
    Some(stop.stopped(component, !needed || optional, places, only_with))
}

/// A stop as the rules name it.
struct Shown<'a> {
    name: &'a str,
    way_out: &'a str,
    path: &'a str,
    by_code: bool,
}

impl Shown<'_> {
    fn stopped(
        &self,
        component: &Component,
        guarded: bool,
        mut places: Vec<Evidence>,
        only_with: Option<String>,
    ) -> Stopped {
        places.truncate(SHOWN_FILES);
        let guarded = guarded || component.twin != Twin::None;
        let of_component = component.only_with.as_ref().map(|only| only.text.clone());
        let only_with = only_with.or(of_component);
        Stopped {
            stop: HardStop {
                name: self.name.to_owned(),
                component: component.name.clone(),
                optional: guarded || component.optional || only_with.is_some(),
                only_with,
                evidence: places,
                way_out: self.way_out.to_owned(),
            },
            path: self.path.to_owned(),
            guarded,
            by_code: self.by_code,
        }
    }
}
