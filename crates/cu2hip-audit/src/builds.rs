//! What CMake says of files: the target that each belongs to, and the option without which it is
//! not built.

use std::collections::{BTreeMap, BTreeSet};

use cu2hip_core::ProjectIndex;
use cu2hip_project::build_files::{CMakeFacts, Switch, cmake_facts};
use rustc_hash::FxHashSet;

use crate::file::FileInventory;
use crate::pattern;
use crate::rules::Rules;

/// What it takes that something is built.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct OnlyWith {
    /// `-DNAME=ON`, or a package that must be found.
    pub(crate) text: String,
    /// It is built unless someone turns it off.
    pub(crate) default: bool,
}

/// How a file is built.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Build {
    /// None where several have it.
    target: Option<usize>,
    only_with: Option<OnlyWith>,
}

/// What the CMake files of a tree say.
#[derive(Debug, Default)]
pub(crate) struct Builds {
    /// Targets with their folder.
    pub(crate) targets: Vec<String>,
    /// Files that are sources of a target.
    files: BTreeMap<String, Build>,
    /// Macros that an option defines.
    pub(crate) macros: FxHashSet<String>,
    /// Libraries that are asked for or linked behind an option alone.
    pub(crate) libraries: BTreeMap<String, OnlyWith>,
}

impl Builds {
    /// Reads the CMake files `texts` of a tree with these files.
    pub(crate) fn new(
        texts: &BTreeMap<String, Vec<u8>>,
        files: &BTreeSet<String>,
        rules: &Rules,
    ) -> Self {
        let commands = &rules.components.target_commands;
        let facts = cmake_facts(texts, files, &|name| pattern::any(commands, name));
        let reading = Reading {
            whole: opens_cuda(&facts),
            facts: &facts,
            rules,
        };
        let mut builds = Self {
            macros: reading.macros(),
            libraries: reading.libraries(),
            ..Self::default()
        };
        for (number, target) in facts.targets.iter().enumerate() {
            builds.targets.push(target.name.clone());
            for source in &target.sources {
                let needs = target.needs.iter().chain(&source.needs);
                let build = Build {
                    target: Some(number),
                    only_with: reading.only_with(needs),
                };
                let known = builds.files.get(&source.name);
                // What one target takes in any case is needed.
                if known.is_none_or(|k| k.only_with.is_some() && build.only_with.is_none()) {
                    builds.files.insert(source.name.clone(), build);
                }
            }
        }
        builds
    }

    /// True for a file that a target lists by itself.
    pub(crate) fn lists(&self, name: &str) -> bool {
        self.files.contains_key(name)
    }

    /// Tells files their target and option. A header has those of all sources that include it.
    /// `below` is where the tree lies in the project that the index knows.
    pub(crate) fn apply(&self, files: &mut [FileInventory], index: &ProjectIndex, below: &str) {
        if self.files.is_empty() {
            return;
        }
        let prefix = if below.is_empty() {
            String::new()
        } else {
            format!("{below}/")
        };
        for file in files {
            let own = self.files.get(&file.name).cloned();
            let Some(build) = own.or_else(|| self.of_includers(&file.name, index, &prefix)) else {
                continue;
            };
            file.target = build.target;
            file.only_with = build.only_with;
        }
    }

    /// What all sources that include a file have in common.
    fn of_includers(&self, name: &str, index: &ProjectIndex, prefix: &str) -> Option<Build> {
        let mut common: Option<Build> = None;
        let mut open = false;
        let name = format!("{prefix}{name}");
        index.walk_includers(&name, |includer| {
            let build = includer
                .strip_prefix(prefix)
                .and_then(|name| self.files.get(name));
            match build {
                Some(build) => match &mut common {
                    Some(known) => {
                        if known.target != build.target {
                            known.target = None;
                        }
                        if build.only_with.is_none() {
                            known.only_with = None;
                        }
                    }
                    None => common = Some(build.clone()),
                },
                // Built in a way that is not known.
                None => open |= index.includers(includer).next().is_none(),
            }
            !open
        });
        common.filter(|_| !open)
    }
}

/// Options without which no part of the build asks for CUDA: they open the whole work.
fn opens_cuda(facts: &CMakeFacts) -> BTreeSet<String> {
    let asked = || {
        let packages = facts.packages.iter();
        packages.filter(|p| matches!(p.name.as_str(), "CUDA" | "CUDAToolkit"))
    };
    if asked().any(|package| package.needs.is_empty()) {
        return BTreeSet::new();
    }
    let needs = asked().flat_map(|package| &package.needs);
    needs.map(|switch| switch.name.clone()).collect()
}

/// Facts of CMake while they are weighed.
struct Reading<'a> {
    facts: &'a CMakeFacts,
    rules: &'a Rules,
    whole: BTreeSet<String>,
}

impl Reading<'_> {
    /// True for an option that opens a part, not the work as a whole, and is no platform.
    fn opens_part(&self, name: &str) -> bool {
        let guards = &self.rules.code.guards;
        !self.whole.contains(name) && !pattern::any(&guards.not_cmake, name)
    }

    fn default(&self, name: &str) -> Option<bool> {
        self.facts.options.get(name).copied().flatten()
    }

    /// The options that must be given, as they are written.
    fn only_with<'s>(&self, needs: impl Iterator<Item = &'s Switch>) -> Option<OnlyWith> {
        let mut texts: Vec<String> = Vec::new();
        let mut default = true;
        for switch in needs.filter(|switch| self.opens_part(&switch.name)) {
            let known = self.default(&switch.name);
            // An option that is off by itself asks for nothing.
            if !switch.on && known != Some(true) {
                continue;
            }
            default &= switch.on && known == Some(true);
            let text = match switch.name.strip_suffix("_FOUND") {
                Some(package) => format!("{package} found"),
                None if switch.on => format!("-D{}=ON", switch.name),
                None => format!("-D{}=OFF", switch.name),
            };
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        (!texts.is_empty()).then(|| OnlyWith {
            text: texts.join(" "),
            default,
        })
    }

    /// Macros that stand for an option: those it defines, and its own name.
    fn macros(&self) -> FxHashSet<String> {
        let mut always = FxHashSet::default();
        let mut macros: FxHashSet<String> = FxHashSet::default();
        for define in &self.facts.definitions {
            match self.only_with(define.needs.iter()) {
                Some(_) => macros.insert(define.name.clone()),
                None => always.insert(define.name.clone()),
            };
        }
        let options = self.facts.options.keys();
        macros.extend(options.filter(|name| self.opens_part(name)).cloned());
        macros.retain(|name| !always.contains(name));
        macros
    }

    /// Libraries that no part of the build asks for without an option.
    fn libraries(&self) -> BTreeMap<String, OnlyWith> {
        let mut out = BTreeMap::new();
        for (name, library) in &self.rules.libraries {
            let asked = self.facts.packages.iter();
            let asked = asked.filter(|package| pattern::any(&library.cmake, &package.name));
            let options: Vec<Option<OnlyWith>> = asked
                .map(|package| self.only_with(package.needs.iter()))
                .collect();
            if let [Some(first), rest @ ..] = options.as_slice()
                && rest.iter().all(Option::is_some)
            {
                out.insert(name.clone(), first.clone());
            }
        }
        out
    }
}

/// The option that all of these have in common; none if one is built in any case.
pub(crate) fn common<'a>(
    mut files: impl Iterator<Item = &'a FileInventory>,
) -> Option<&'a OnlyWith> {
    let first = files.next()?.only_with.as_ref()?;
    files
        .all(|file| file.only_with.as_ref() == Some(first))
        .then_some(first)
}
