//! What an audit says, made from everything that was found.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::component::{self, Component, Twin};
use crate::counts::Counts;
use crate::document::{self, Audit, Dimension, Dimensions, Folder, Networking, Software};
use crate::file::{self, FileInventory, Role};
use crate::inventory::Inventory;
use crate::rules::{Level, Rules};
use crate::usage::{self, Usage};
use crate::verdict::{self, Stopped, Words};
use crate::{AuditOptions, effort, git, paths, score};

/// Everything that the document is made from.
pub(crate) struct Whole<'a> {
    pub(crate) inventory: &'a Inventory,
    pub(crate) components: &'a [Component],
    pub(crate) usages: &'a [Usage],
    pub(crate) stops: &'a [Stopped],
    pub(crate) rules: &'a Rules,
    pub(crate) options: &'a AuditOptions,
    pub(crate) root: &'a Path,
}

impl Whole<'_> {
    /// All of it as data.
    pub(crate) fn document(&self) -> Audit {
        let weighed = self.weighed(&|component| !component.left_out);
        let dimensions = self.dimensions(&weighed);
        let heavy = self.heavy();
        let narrow = self.narrow(&dimensions, &heavy);
        let paths = paths::paths(self.inventory, &heavy, self.usages, self.stops, self.rules);
        let free = self.free(&heavy, &paths);
        let score = score::score(&dimensions, self.stops, narrow, free, self.rules);
        let name = self
            .root
            .file_name()
            .map(|name| name.to_string_lossy().into_owned());
        let read = self
            .inventory
            .read
            .iter()
            .map(|(language, (files, lines))| {
                let read = document::Read {
                    files: *files,
                    lines: *lines,
                };
                ((*language).to_owned(), read)
            });
        let targets = self.inventory.targets.iter().map(|(target, by)| {
            let by = by
                .iter()
                .map(|(severity, number)| ((*severity).to_owned(), *number));
            ((*target).to_owned(), by.collect())
        });
        let mut libraries: Vec<document::Library> =
            self.usages.iter().map(Usage::document).collect();
        libraries.sort_by_key(|l| (std::cmp::Reverse(l.level), l.optional, l.name.clone()));
        Audit {
            format: document::FORMAT,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            repo: name.unwrap_or_default(),
            networking: self.networking(&dimensions.distributed),
            software: software(&dimensions),
            libraries,
            hard_stops: self.stops.iter().map(|s| s.stop.clone()).collect(),
            components: heavy.iter().map(|(c, _)| self.component(c)).collect(),
            paths,
            score,
            effort: effort::estimate(self.inventory, self.components, &weighed, self.rules),
            work: effort::work(self.inventory, self.components),
            folders: self.folders(),
            read: read.collect(),
            targets: targets.collect(),
            history: Vec::new(),
            comparison: None,
            errors: self
                .inventory
                .errors
                .iter()
                .map(ToString::to_string)
                .collect(),
            dimensions,
        }
    }

    /// The counts that levels go by: without tests, samples and code of others, unless there is no
    /// other code.
    fn weighed(&self, takes: &dyn Fn(&Component) -> bool) -> Counts {
        let sum = |wanted: &dyn Fn(&FileInventory) -> bool| {
            let mut counts = Counts::default();
            for component in self.components.iter().filter(|component| takes(component)) {
                let files = component
                    .files
                    .iter()
                    .map(|place| &self.inventory.files[*place]);
                files
                    .filter(|file| wanted(file))
                    .for_each(|file| counts.extend(&file.counts));
            }
            counts
        };
        let mut counts = sum(&|file| file.role == Role::Main);
        let work = [
            "cuda_files",
            "torch_files",
            "runtime_calls",
            "triton_kernels",
        ];
        let side = sum(&|file| file.role == Role::Side);
        if work.iter().all(|key| counts.get(key) == 0) {
            counts.extend(&side);
        } else {
            // What builds and runs the tests is part of the tool chain.
            for key in &self.rules.levels.toolchain.counts {
                counts.add(key, side.get(key));
            }
            // So are the scripts that run the work itself.
            let folders = &self.rules.components.jobs;
            let jobs = sum(&|file| file.role == Role::Side && file::lies_in(&file.name, folders));
            counts.add("multinode_files", jobs.get("multinode_files"));
        }
        let needs = |name: &str| {
            self.usages
                .iter()
                .any(|usage| usage.name == name && !usage.is_optional())
        };
        let dsl = if needs("CuTe DSL") {
            counts.get("cute_dsl_kernels")
        } else {
            0
        };
        let tiles = if needs("cuTile") {
            counts.get("cutile_kernels")
        } else {
            0
        };
        counts.set("python_dsl_required", dsl + tiles);
        counts.set("deepep_required", u64::from(needs("DeepEP")));
        let nvshmem = needs("NVSHMEM") && counts.get("nvshmem_files") > 0;
        counts.set("nvshmem_required", u64::from(nvshmem));
        counts
    }

    /// The verdict without optional components, where there are any that weigh.
    fn narrow(
        &self,
        dimensions: &Dimensions,
        heavy: &[(&Component, u64)],
    ) -> Option<document::Narrow> {
        let left_out = |component: &Component| component.optional && !component.side;
        let parts: Vec<String> = heavy
            .iter()
            .filter(|(c, _)| left_out(c))
            .map(|(c, _)| c.name.clone())
            .collect();
        if parts.is_empty() {
            return None;
        }
        let mut counts = self.weighed(&|component| !left_out(component) && !component.left_out);
        let mut words = Words::new();
        let stays = |name: &String| !parts.contains(name);
        let used = self
            .usages
            .iter()
            .filter(|usage| usage.components.keys().any(stays))
            .map(|usage| {
                let needed = usage
                    .components
                    .iter()
                    .any(|(name, (_, needed))| stays(name) && *needed);
                (usage, needed && !usage.is_optional())
            });
        usage::weigh(used, &mut counts, &mut words);
        let rules = self.rules.levels.dimensions();
        let mut levels: BTreeMap<String, Level> = rules
            .iter()
            .map(|(name, rules)| {
                (
                    (*name).to_owned(),
                    verdict::decide(rules, &counts, &words).0,
                )
            })
            .collect();
        levels.insert("team".to_owned(), dimensions.team.level);
        let high = levels
            .values()
            .filter(|level| **level == Level::High)
            .count() as u64;
        Some(document::Narrow {
            high,
            band: score::band(high, self.rules),
            levels,
            parts,
        })
    }

    fn all_counts(&self) -> Counts {
        let mut counts = Counts::default();
        for file in self
            .inventory
            .files
            .iter()
            .filter(|file| file.role != Role::Vendored)
        {
            counts.extend(&file.counts);
        }
        counts
    }

    fn dimensions(&self, weighed: &Counts) -> Dimensions {
        let mut weighed = weighed.clone();
        let mut words = Words::new();
        let used = self
            .usages
            .iter()
            .map(|usage| (usage, !usage.is_optional()));
        usage::weigh(used, &mut weighed, &mut words);
        let (team, known) = self.team(&mut weighed);
        let mut all = self.all_counts();
        for key in &self.rules.levels.libraries.counts {
            all.set(key, weighed.get(key));
        }
        for key in &self.rules.levels.team.counts {
            all.set(key, weighed.get(key));
        }
        let mut made = self.rules.levels.dimensions().map(|(name, rules)| {
            let (mut level, mut rule) = verdict::decide(rules, &weighed, &words);
            if name == "team" && !known {
                level = Level::Unknown;
                "no history to read: give the number of people with --team".clone_into(&mut rule);
            }
            Dimension {
                title: rules.title.clone(),
                layer: rules.layer.clone(),
                level,
                estimate: name == "team" && !team,
                rule,
                counts: all.only(&rules.counts),
                evidence: verdict::dimension_evidence(
                    self.inventory,
                    &rules.counts,
                    name == "libraries",
                    self.options.all_evidence,
                ),
            }
        });
        let mut take = |place: usize| std::mem::take(&mut made[place]);
        Dimensions {
            kernels: take(0),
            libraries: take(1),
            framework: take(2),
            distributed: take(3),
            toolchain: take(4),
            team: take(5),
        }
    }

    /// Adds the counts of the team; whether they were told, and whether they are known.
    fn team(&self, counts: &mut Counts) -> (bool, bool) {
        if let Some(people) = self.options.team {
            counts.set("kernel_authors", people);
            return (true, true);
        }
        let device = |file: &&FileInventory| {
            let counts = &file.counts;
            [
                "kernel_definitions",
                "device_lines",
                "numba_kernels",
                "raw_kernels",
                "cute_dsl_kernels",
            ]
            .iter()
            .any(|key| counts.get(key) > 0)
        };
        let files: BTreeSet<String> = self
            .inventory
            .files
            .iter()
            .filter(device)
            .map(|file| file.name.clone())
            .collect();
        match git::team(self.root, &files) {
            Some(team) => {
                counts.set("kernel_authors", team.kernel_authors);
                counts.set("kernel_commits", team.kernel_commits);
                counts.set("authors", team.authors);
                (false, true)
            }
            None => (false, false),
        }
    }

    /// Needed components with work for the device that runs on AMD as it is: Python alone, or built
    /// for it already.
    fn free(&self, heavy: &[(&Component, u64)], paths: &[document::Path]) -> Vec<String> {
        let runs = |name: &str| {
            let first = paths
                .iter()
                .find(|path| path.first && path.component == name);
            first.is_some_and(|path| self.rules.paths.free.contains(&path.path))
        };
        let bound = |name: &str| {
            let mut own = self.stops.iter().filter(|s| s.stop.component == name);
            own.any(|stopped| !stopped.stop.optional)
        };
        let components = heavy.iter().map(|(component, _)| component);
        components
            .filter(|c| !c.optional && c.name != component::ROOT)
            .filter(|c| runs(&c.name) && !bound(&c.name))
            .map(|c| c.name.clone())
            .collect()
    }

    /// The components with something to say, the heaviest first; not those of third parties.
    fn heavy(&self) -> Vec<(&Component, u64)> {
        let weight = |component: &Component| -> u64 {
            let files = component
                .files
                .iter()
                .map(|place| &self.inventory.files[*place]);
            files
                .filter(|file| file.role != Role::Vendored)
                .map(component::weight)
                .sum()
        };
        let mut heavy: Vec<(&Component, u64)> = self
            .components
            .iter()
            .map(|c| (c, weight(c)))
            .filter(|(_, weight)| *weight > 0)
            .collect();
        heavy.sort_by_key(|(component, weight)| {
            (std::cmp::Reverse(*weight), component.name.clone())
        });
        heavy
    }

    fn component(&self, component: &Component) -> document::Component {
        let mut counts = component.counts.clone();
        let mut words = Words::new();
        let used = self.usages.iter().filter_map(|usage| {
            let (_, needed) = usage.components.get(&component.name)?;
            Some((usage, *needed))
        });
        usage::weigh(used.clone(), &mut counts, &mut words);
        let needs = |name: &str| {
            used.clone()
                .any(|(usage, needed)| needed && usage.name == name)
        };
        let dsl = counts.get("cute_dsl_kernels") * u64::from(needs("CuTe DSL"));
        let tiles = counts.get("cutile_kernels") * u64::from(needs("cuTile"));
        counts.set("python_dsl_required", dsl + tiles);
        counts.set("deepep_required", u64::from(needs("DeepEP")));
        counts.set("nvshmem_required", u64::from(needs("NVSHMEM")));
        let stops = self
            .stops
            .iter()
            .filter(|s| s.stop.component == component.name);
        let stops: BTreeSet<String> = stops.map(|s| s.stop.name.clone()).collect();
        let levels = self.rules.levels.dimensions();
        let levels = levels
            .iter()
            .filter(|(name, _)| *name != "team")
            .map(|(name, rules)| {
                (
                    (*name).to_owned(),
                    verdict::decide(rules, &counts, &words).0,
                )
            });
        document::Component {
            name: component.name.clone(),
            optional: component.optional,
            only_with: component.only_with.as_ref().map(|only| only.text.clone()),
            target: component.target.clone(),
            dual_source: match component.twin {
                Twin::None => "none",
                Twin::Shared => "shared",
                Twin::Beside => "beside",
            }
            .to_owned(),
            levels: levels.collect(),
            hard_stops: stops.into_iter().collect(),
            counts,
        }
    }

    fn networking(&self, distributed: &Dimension) -> Networking {
        let counts = &distributed.counts;
        let nccl = counts.get("nccl_direct_files") + counts.get("nccl_backend_sites");
        let needed = distributed.level == Level::High;
        let special =
            ["nvshmem_files", "nvlink_multicast_files", "deepep_files"].map(|key| counts.get(key));
        let special: u64 = special.into_iter().filter(|_| needed).sum();
        let mut single = match nccl {
            0 => "no NCCL, nothing to do".to_owned(),
            _ if distributed.level == Level::Low => {
                "NCCL in tests or samples alone, where RCCL answers".to_owned()
            }
            _ => "RCCL answers under the names of NCCL".to_owned(),
        };
        if special > 0 {
            single.push_str(
                "; NVSHMEM, DeepEP and NVLink multicast are rewritten (rocSHMEM, MORI) or stay",
            );
        }
        let mixed = match nccl + special {
            0 => "nothing that would tie it to one vendor",
            _ if distributed.level == Level::Low => "nothing that would tie it to one vendor",
            _ => {
                "blocked: NCCL and RCCL do not interoperate in one communicator; HetCCL orchestrates both (research of 2026)"
            }
        };
        let mut environment = BTreeMap::new();
        let seen = self.inventory.files.iter().flat_map(|file| &file.hits);
        for hit in seen.filter(|hit| hit.key == "nccl_environment") {
            if let Some((name, state)) = hit.what.split_once(" (") {
                environment.insert(name.to_owned(), state.trim_end_matches(')').to_owned());
            }
        }
        Networking {
            level: distributed.level,
            rule: distributed.rule.clone(),
            single_vendor: single,
            mixed_vendor: mixed.to_owned(),
            counts: counts.clone(),
            environment,
        }
    }

    fn folders(&self) -> Vec<Folder> {
        let mut folders: BTreeMap<&str, Folder> = BTreeMap::new();
        for file in self
            .inventory
            .files
            .iter()
            .filter(|file| file.role != Role::Vendored)
        {
            let path = file
                .name
                .rsplit_once('/')
                .map_or(component::ROOT, |(folder, _)| folder);
            let folder = folders.entry(path).or_default();
            path.clone_into(&mut folder.path);
            folder.lines += file.lines;
            folder.device_lines += file.counts.get("device_lines");
            folder.hits += component::weight(file);
            folder.findings += file.findings.len() as u64;
        }
        folders.into_values().collect()
    }
}

fn software(dimensions: &Dimensions) -> Software {
    let of_software = || {
        let all = dimensions.all().into_iter();
        all.filter(|(_, dimension)| dimension.layer == "software")
    };
    let high = of_software().filter(|(_, dimension)| dimension.level == Level::High);
    Software {
        level: of_software()
            .map(|(_, dimension)| dimension.level)
            .max()
            .unwrap_or_default(),
        high: high.map(|(name, _)| name.to_owned()).collect(),
    }
}
