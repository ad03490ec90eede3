//! Libraries over all files: from names in code and from dependency files.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashSet;

use crate::builds::common;
use crate::component::{Component, Twin};
use crate::counts::Counts;
use crate::document;
use crate::file::{FileInventory, Role};
use crate::inventory::Inventory;
use crate::matcher::Matcher;
use crate::rules::Level;
use crate::verdict::evidence_of;

/// A library over all files.
#[derive(Debug, Clone)]
pub(crate) struct Usage {
    pub(crate) name: String,
    pub(crate) level: Level,
    layer: String,
    state: String,
    counterpart: Option<String>,
    source: String,
    confidence: String,
    /// Components with the number of places, and whether one of them is needed there.
    pub(crate) components: BTreeMap<String, (u64, bool)>,
    pub(crate) files: BTreeSet<usize>,
    places: u64,
    /// A part that is always built needs it.
    needed: bool,
    /// A dependency file asks for it, for all or for an extra only.
    required: bool,
    extra: bool,
    /// Files in which it is behind an option of the build.
    behind_option: u64,
    /// The option of CMake without which nothing asks for it.
    pub(crate) only_with: Option<String>,
    /// First places by component.
    first: BTreeMap<String, Vec<document::Evidence>>,
}

/// Places that are shown.
const SHOWN: usize = 5;

impl Usage {
    /// True if nothing that is needed uses it.
    pub(crate) fn is_optional(&self) -> bool {
        let extra_only = self.extra && !self.required;
        // An option that opens a good part of the uses means that the work is built without it, too.
        let behind_option =
            self.behind_option > 0 && self.behind_option * 5 >= self.files.len() as u64;
        let cmake = self.only_with.is_some();
        extra_only || (!self.required && (behind_option || cmake || !self.needed))
    }

    /// First places in a component.
    pub(crate) fn places_in(&self, component: &str) -> Vec<document::Evidence> {
        self.first.get(component).cloned().unwrap_or_default()
    }

    /// As data.
    pub(crate) fn document(&self) -> document::Library {
        let most = self
            .components
            .iter()
            .max_by_key(|(name, (places, _))| (*places, std::cmp::Reverse(*name)));
        document::Library {
            name: self.name.clone(),
            files: self.files.len() as u64,
            places: self.places,
            layer: self.layer.clone(),
            state: self.state.clone(),
            counterpart: self.counterpart.clone(),
            component: most.map(|(name, _)| name.clone()).unwrap_or_default(),
            components: self.components.keys().cloned().collect(),
            level: self.level,
            optional: self.is_optional(),
            only_with: self.only_with.clone().filter(|_| self.is_optional()),
            source: self.source.clone(),
            confidence: self.confidence.clone(),
            evidence: self.first.values().flatten().take(SHOWN).cloned().collect(),
        }
    }
}

/// All libraries of the components, in order of name.
pub(crate) fn usages(
    inventory: &Inventory,
    components: &[Component],
    matcher: &Matcher<'_>,
) -> Vec<Usage> {
    let mut usages: BTreeMap<String, Usage> = BTreeMap::new();
    for component in components {
        for place in &component.files {
            let file = &inventory.files[*place];
            if file.role == Role::Vendored {
                continue;
            }
            let mut reader = FileUses {
                place: *place,
                file,
                component,
                matcher,
                own: &inventory.own,
                usages: &mut usages,
            };
            reader.code();
            reader.packages();
        }
    }
    for usage in usages.values_mut() {
        let files = usage.files.iter().map(|place| &inventory.files[*place]);
        let main = files.filter(|file| file.role == Role::Main);
        let asked = inventory.builds.libraries.get(&usage.name);
        usage.only_with = asked.or_else(|| common(main)).map(|only| only.text.clone());
    }
    usages.into_values().collect()
}

struct FileUses<'a, 'b> {
    place: usize,
    file: &'a FileInventory,
    component: &'a Component,
    matcher: &'a Matcher<'a>,
    own: &'a FxHashSet<String>,
    usages: &'b mut BTreeMap<String, Usage>,
}

impl FileUses<'_, '_> {
    fn code(&mut self) {
        let twinned = self.component.twin == Twin::Beside || self.component.left_out;
        for (name, used) in &self.file.libraries {
            let without = self.component.does_without(self.file);
            let needed = used.needed && self.file.role == Role::Main && !twinned && !without;
            let evidence = evidence_of(self.file, &format!("library:{name}"));
            self.add(name, used.places, needed, evidence);
            if let Some(usage) = self.usages.get_mut(name) {
                usage.behind_option += u64::from(used.optional && self.file.role == Role::Main);
            }
        }
    }

    fn packages(&mut self) {
        for package in &self.file.packages {
            if self.own.contains(&package.name.replace('-', "_")) {
                continue;
            }
            let known = self.matcher.of_package(&package.name);
            let fact = self.matcher.fact(package.ecosystem, &package.name);
            if known.is_none() && fact.is_none() {
                continue;
            }
            let name = known
                .map_or(package.name.as_str(), |(name, _)| name)
                .to_owned();
            let evidence = vec![document::Evidence {
                file: self.file.name.clone(),
                line: package.line,
                text: package.name.clone(),
                what: format!("asked for ({})", package.ecosystem),
                key: format!("library:{name}"),
                number: 1,
            }];
            let needed = !package.optional && self.file.role == Role::Main;
            if known.is_none()
                && let Some(fact) = fact
            {
                let usage = self
                    .usages
                    .entry(name.clone())
                    .or_insert_with(|| of_fact(&name, fact));
                usage.required |= needed;
                usage.extra |= package.optional;
            }
            self.add(&name, 1, needed, evidence);
            if let Some(usage) = self.usages.get_mut(&name) {
                usage.required |= needed;
                usage.extra |= package.optional;
            }
        }
    }

    fn add(&mut self, name: &str, places: u64, needed: bool, evidence: Vec<document::Evidence>) {
        let usage = match self.matcher.rules.libraries.get(name) {
            Some(library) => self.usages.entry(name.to_owned()).or_insert_with(|| Usage {
                name: name.to_owned(),
                level: library.level,
                layer: library.layer.clone(),
                state: library.state.clone(),
                counterpart: library.counterpart.clone(),
                source: library.source.clone(),
                confidence: library.confidence.clone().unwrap_or_else(|| "high".into()),
                components: BTreeMap::new(),
                files: BTreeSet::new(),
                places: 0,
                required: false,
                extra: false,
                behind_option: 0,
                only_with: None,
                needed: false,
                first: BTreeMap::new(),
            }),
            None => match self.usages.get_mut(name) {
                Some(usage) => usage,
                None => return,
            },
        };
        let (count, known) = usage
            .components
            .entry(self.component.name.clone())
            .or_default();
        *count += places;
        *known |= needed;
        usage.needed |= needed && self.component.only_with.is_none();
        usage.files.insert(self.place);
        usage.places += places;
        let first = usage.first.entry(self.component.name.clone()).or_default();
        let room = SHOWN.saturating_sub(first.len());
        first.extend(evidence.into_iter().take(room));
    }
}

/// A package that is known and is no library that decides a level.
fn of_fact(name: &str, fact: &crate::rules::Fact) -> Usage {
    let special = matches!(fact.layer.as_str(), "specialised library" | "kernel");
    let level = match fact.state.as_str() {
        "none" | "partial" if special && fact.confidence != "low" => Level::Medium,
        _ => Level::Low,
    };
    Usage {
        name: name.to_owned(),
        level,
        layer: fact.layer.clone(),
        state: fact.state.clone(),
        counterpart: fact.counterpart.clone(),
        source: format!("{} ({})", fact.source, fact.year),
        confidence: fact.confidence.clone(),
        components: BTreeMap::new(),
        files: BTreeSet::new(),
        places: 0,
        required: false,
        extra: false,
        behind_option: 0,
        only_with: None,
        needed: false,
        first: BTreeMap::new(),
    }
}

/// Counts of libraries by level, and their names for texts.
pub(crate) fn weigh<'a>(
    usages: impl Iterator<Item = (&'a Usage, bool)>,
    counts: &mut Counts,
    words: &mut BTreeMap<&'static str, String>,
) {
    let mut names: BTreeMap<&'static str, Vec<&str>> = BTreeMap::new();
    for (usage, needed) in usages {
        if usage.confidence == "low" {
            continue;
        }
        let weighs = matches!(
            usage.layer.as_str(),
            "kernel" | "specialised library" | "networking"
        );
        let key = match (usage.level, needed) {
            (Level::High, true) => "libraries_high_names",
            (Level::High, false) => "libraries_high_optional_names",
            (Level::Medium, true) => "libraries_medium_names",
            (Level::Medium, false) => "libraries_medium_optional_names",
            _ if weighs && usage.name != "Triton" => "libraries_low_names",
            _ => continue,
        };
        names.entry(key).or_default().push(&usage.name);
    }
    for (key, count) in [
        ("libraries_high_names", "libraries_high"),
        ("libraries_high_optional_names", "libraries_high_optional"),
        ("libraries_medium_names", "libraries_medium"),
        (
            "libraries_medium_optional_names",
            "libraries_medium_optional",
        ),
        ("libraries_low_names", "libraries_low"),
    ] {
        let list = names.remove(key).unwrap_or_default();
        counts.set(count, list.len() as u64);
        words.insert(key, list.join(", "));
    }
}
