//! The differences for a reader, and what they mean for the mappings.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use anyhow::Result;
use cu2hip_mappings::api::ApiRow;
use cu2hip_mappings::{Action, Decision, LibraryChoice, Mappings, Target};

use super::Release;
use super::compare::{Changed, Difference, Named};
use super::units::Vendor;
use crate::import::bare;

/// Writes the review of one release.
pub(super) fn write(
    out: &mut String,
    release: &Release,
    differences: &BTreeMap<String, Difference>,
    rocm: &[ApiRow],
) -> Result<()> {
    let (side, release) = (release.side, &release.name);
    let vendor = if side == Vendor::Cuda { "CUDA" } else { "ROCm" };
    writeln!(
        out,
        "# {vendor} {release}\n\n| library | same | explained | added | removed | changed |"
    )?;
    writeln!(out, "|---|--:|--:|--:|--:|--:|")?;
    for (library, d) in differences {
        let [added, removed, changed] = [d.added.len(), d.removed.len(), d.changed.len()];
        writeln!(
            out,
            "| {library} | {} | {} | {added} | {removed} | {changed} |",
            d.same, d.explained
        )?;
    }
    for (library, d) in differences.iter().filter(|d| !d.1.is_none()) {
        writeln!(out, "\n## {library}")?;
        names(out, "added", &d.added)?;
        names(out, "removed", &d.removed)?;
        changes(out, &d.changed)?;
    }
    let meaning = Meaning::new(rocm);
    list(out, "Mappings now wrong", &meaning.wrong(side, differences))?;
    list(
        out,
        "Mappings now possible",
        &meaning.possible(side, differences),
    )
}

fn names(out: &mut String, label: &str, names: &[Named]) -> Result<()> {
    for named in names {
        writeln!(out, "- {label}: {}", named.text.join("; "))?;
    }
    Ok(())
}

fn changes(out: &mut String, changes: &[Changed]) -> Result<()> {
    for changed in changes {
        writeln!(out, "- changed: {}", changed.name)?;
        for (sign, texts) in [('-', &changed.before), ('+', &changed.after)] {
            for text in texts {
                writeln!(out, "    {sign} {text}")?;
            }
        }
    }
    Ok(())
}

fn list(out: &mut String, title: &str, lines: &BTreeSet<String>) -> Result<()> {
    writeln!(out, "\n## {title}: {}", lines.len())?;
    for line in lines {
        writeln!(out, "- {line}")?;
    }
    Ok(())
}

/// Which names of CUDA write which names of ROCm, and which have no counterpart.
struct Meaning {
    writers: BTreeMap<String, BTreeSet<String>>,
    /// Names without counterpart, by what is left of them without the prefix of their interface.
    open: BTreeMap<String, BTreeSet<String>>,
    /// All names of ROCm in the same way.
    targets: BTreeMap<String, BTreeSet<String>>,
}

impl Meaning {
    fn new(rocm: &[ApiRow]) -> Self {
        let mappings = Mappings::builtin();
        let mut meaning = Self {
            writers: BTreeMap::new(),
            open: BTreeMap::new(),
            targets: BTreeMap::new(),
        };
        for row in rocm {
            meaning
                .targets
                .entry(bare(&row.name))
                .or_default()
                .insert(row.name.clone());
        }
        let presets = ["", "hip", "roc"].map(|preset| Target {
            libraries: LibraryChoice::parse(preset).unwrap_or_default(),
            ..Target::default()
        });
        for name in mappings.names() {
            for target in &presets {
                let decision = match name.rsplit_once("::") {
                    Some((space, last)) => mappings
                        .qualified(space.as_bytes(), last.as_bytes(), target)
                        .or_else(|| mappings.field(space.as_bytes(), last.as_bytes(), target)),
                    None => mappings.decide(name.as_bytes(), target),
                };
                if let Some(decision) = decision {
                    meaning.learn(name, &decision);
                }
            }
        }
        meaning
    }

    fn learn(&mut self, name: &str, decision: &Decision<'_>) {
        let mut writes = |text: &str| {
            for word in text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':') {
                self.writers
                    .entry(word.to_owned())
                    .or_default()
                    .insert(name.to_owned());
            }
        };
        match &decision.action {
            Action::Rename(to) => writes(to),
            Action::Stay => writes(name),
            Action::Call { rules, .. } => rules.iter().filter_map(|r| r.template).for_each(writes),
            Action::Flag(flag) => {
                let mut keys = vec![bare(name)];
                keys.extend(flag.nearest.map(bare));
                for key in keys {
                    self.open.entry(key).or_default().insert(name.to_owned());
                }
            }
        }
    }

    fn wrong(&self, side: Vendor, differences: &BTreeMap<String, Difference>) -> BTreeSet<String> {
        let mut lines = BTreeSet::new();
        for difference in differences.values() {
            for gone in difference.removed.iter().filter(|_| side == Vendor::Rocm) {
                let cuda = self.writers.get(&gone.name);
                lines.extend(
                    cuda.into_iter()
                        .flatten()
                        .map(|c| format!("{c} -> {}: no more declared", gone.name)),
                );
            }
            for changed in &difference.changed {
                let lost = || {
                    format!(
                        "was {}, is {}",
                        changed.before.join("; "),
                        changed.after.join("; ")
                    )
                };
                match side {
                    Vendor::Rocm => {
                        let cuda = self.writers.get(&changed.name);
                        lines.extend(
                            cuda.into_iter()
                                .flatten()
                                .map(|c| format!("{c} -> {}: {}", changed.name, lost())),
                        );
                    }
                    Vendor::Cuda if self.writers.values().any(|w| w.contains(&changed.name)) => {
                        lines.insert(format!("{}: {}", changed.name, lost()));
                    }
                    Vendor::Cuda => {}
                }
            }
        }
        lines
    }

    fn possible(
        &self,
        side: Vendor,
        differences: &BTreeMap<String, Difference>,
    ) -> BTreeSet<String> {
        let mut lines = BTreeSet::new();
        for fresh in differences.values().flat_map(|d| &d.added) {
            let key = bare(&fresh.name);
            let (others, rocm) = match side {
                Vendor::Rocm => (self.open.get(&key), true),
                Vendor::Cuda => (self.targets.get(&key), false),
            };
            for other in others.into_iter().flatten() {
                let (cuda, target) = if rocm {
                    (other, &fresh.name)
                } else {
                    (&fresh.name, other)
                };
                lines.insert(format!("{cuda} -> {target}"));
            }
        }
        lines
    }
}
