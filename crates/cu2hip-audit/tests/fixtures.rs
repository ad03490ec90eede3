//! Small trees with what an audit must say of them: `tests/audit/fixtures/NAME/expected.toml`.

#![allow(clippy::unwrap_used, reason = "a test may end early")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use cu2hip_audit::{Audit, AuditOptions, Counts, Rules, audit};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    #[serde(default)]
    counts: BTreeMap<String, u64>,
    levels: BTreeMap<String, String>,
    #[serde(default)]
    libraries: BTreeMap<String, String>,
    #[serde(default)]
    stops: BTreeMap<String, String>,
    #[serde(default)]
    components: BTreeMap<String, String>,
    #[serde(default)]
    paths: BTreeMap<String, String>,
    #[serde(default)]
    places: BTreeMap<String, String>,
    #[serde(default)]
    free: Vec<String>,
    score: Option<Score>,
    without_optional: Option<Score>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Score {
    high: u64,
    band: Option<String>,
}

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/audit/fixtures")
}

fn audited(name: &str, all_evidence: bool) -> Audit {
    let options = AuditOptions {
        team: Some(0),
        all_evidence,
        ..AuditOptions::default()
    };
    let tree = fixtures().join(name).join("tree");
    audit(&tree, &options, &Rules::builtin().unwrap()).unwrap()
}

fn all_counts(audit: &Audit) -> Counts {
    let mut counts = Counts::default();
    for (_, dimension) in audit.dimensions.all() {
        counts.extend(&dimension.counts);
    }
    counts
}

fn part(optional: bool, only_with: Option<&String>) -> String {
    match (optional, only_with) {
        (true, Some(option)) => format!("optional, only with {option}"),
        (true, None) => "optional".to_owned(),
        (false, _) => "needed".to_owned(),
    }
}

/// Notes what is not as expected.
struct Differences(Vec<String>);

impl Differences {
    fn check(&mut self, what: &str, wanted: &str, found: &str) {
        if wanted != found {
            self.0
                .push(format!("{what}: expected {wanted}, found {found}"));
        }
    }

    /// Compares each wanted value with the one of the same name; what is not there is empty.
    fn all(&mut self, wanted: &BTreeMap<String, String>, found: &BTreeMap<String, String>) {
        for (name, wanted) in wanted {
            let found = found.get(name).map_or("", String::as_str);
            self.check(name, wanted, found);
        }
    }
}

/// What is not as expected, a line each.
fn differences(audit: &Audit, expected: &Expected) -> Vec<String> {
    let mut off = Differences(Vec::new());
    let counts = all_counts(audit);
    for (key, wanted) in &expected.counts {
        off.check(key, &wanted.to_string(), &counts.get(key).to_string());
    }
    let dimensions = audit.dimensions.all();
    let levels = dimensions
        .iter()
        .map(|(n, d)| ((*n).to_owned(), d.level.as_str().to_owned()));
    off.all(&expected.levels, &levels.collect());
    let libraries = audit
        .libraries
        .iter()
        .map(|l| (l.name.clone(), part(l.optional, l.only_with.as_ref())));
    off.all(&expected.libraries, &libraries.collect());
    let stops = audit.hard_stops.iter();
    let stops = stops.map(|s| {
        (
            format!("{} in {}", s.name, s.component),
            part(s.optional, s.only_with.as_ref()),
        )
    });
    off.all(&expected.stops, &stops.collect());
    if expected.stops.is_empty() {
        off.check("hard stops", "0", &audit.hard_stops.len().to_string());
    }
    let components = audit.components.iter();
    let components = components.map(|c| (c.name.clone(), part(c.optional, c.only_with.as_ref())));
    off.all(&expected.components, &components.collect());
    let first = audit.paths.iter().filter(|path| path.first);
    let paths = first.map(|path| (path.component.clone(), path.path.clone()));
    off.all(&expected.paths, &paths.collect());
    let evidence = dimensions.into_iter().flat_map(|(_, d)| &d.evidence);
    let places = evidence.map(|e| (e.key.clone(), format!("{}:{}", e.file, e.line)));
    off.all(&expected.places, &places.collect());
    off.check(
        "free",
        &expected.free.join(", "),
        &audit.score.free.join(", "),
    );
    if let Some(score) = &expected.score {
        off.check(
            "High",
            &score.high.to_string(),
            &audit.score.high.to_string(),
        );
        if let Some(band) = &score.band {
            off.check("band", band, &audit.score.band);
        }
    }
    if let Some(score) = &expected.without_optional {
        let found = audit
            .score
            .without_optional
            .as_ref()
            .map(|narrow| narrow.high.to_string());
        off.check(
            "High without optional parts",
            &score.high.to_string(),
            &found.unwrap_or_default(),
        );
    }
    off.0
}

fn names() -> Vec<String> {
    let entries = fs::read_dir(fixtures()).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn each_tree_is_judged_as_expected() {
    let mut off = Vec::new();
    for name in names() {
        let text = fs::read_to_string(fixtures().join(&name).join("expected.toml")).unwrap();
        let expected: Expected = toml::from_str(&text).unwrap();
        let audit = audited(&name, false);
        assert!(audit.errors.is_empty(), "{name}: {:?}", audit.errors);
        off.extend(
            differences(&audit, &expected)
                .into_iter()
                .map(|line| format!("{name}: {line}")),
        );
    }
    assert!(names().len() > 10 && off.is_empty(), "{}", off.join("\n"));
}

/// Counts that stand for no single line: sums over libraries, people, and what is derived.
const SUMS: [&str; 12] = [
    "libraries_high",
    "libraries_medium",
    "libraries_low",
    "libraries_high_optional",
    "libraries_medium_optional",
    "kernel_authors",
    "kernel_commits",
    "authors",
    "device_lines_twinned",
    "dual_source_files",
    "runtime_calls",
    "profiler_pipelines",
];

#[test]
fn every_number_can_be_traced_to_lines() {
    for name in names() {
        let audit = audited(&name, true);
        for (dimension, data) in audit.dimensions.all() {
            for (key, number) in data.counts.iter() {
                if number == 0 || SUMS.contains(&key) {
                    continue;
                }
                let places: u64 = data
                    .evidence
                    .iter()
                    .filter(|e| e.key == key)
                    .map(|e| e.number)
                    .sum();
                assert!(
                    places >= number,
                    "{name}: {dimension}.{key} is {number}, places {places}"
                );
            }
        }
    }
}

#[test]
fn the_layers_are_kept_apart() {
    let audit = audited("cluster", false);
    assert_eq!(audit.networking.level.as_str(), "High");
    assert!(audit.software.high.is_empty(), "{:?}", audit.software);
    let beside = audit
        .paths
        .iter()
        .find(|path| path.path == "hetccl")
        .unwrap();
    assert!(!beside.first && beside.because.starts_with("only if"));
}

#[test]
fn the_result_does_not_depend_on_threads() {
    let run = |threads| {
        let options = AuditOptions {
            threads,
            team: Some(0),
            ..AuditOptions::default()
        };
        let audit = audit(&fixtures(), &options, &Rules::builtin().unwrap()).unwrap();
        serde_json::to_string(&audit).unwrap()
    };
    assert_eq!(run(1), run(4));
}
