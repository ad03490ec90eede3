//! Components: folders that stand or fall together, and whether they have their AMD twin.

use std::collections::{BTreeMap, BTreeSet};

use crate::builds::{OnlyWith, common};
use crate::counts::Counts;
use crate::file::{FileInventory, Role};
use crate::inventory::{Inventory, is_for_amd};
use crate::rules::{Components, Rules};

/// The component of files in the root itself.
pub(crate) const ROOT: &str = ".";

/// How a component is built for AMD already.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Twin {
    /// Not at all.
    #[default]
    None,
    /// From the same sources; what NVIDIA's devices alone can do is left out.
    Shared,
    /// From other sources beside it.
    Beside,
}

/// A component.
#[derive(Debug, Clone, Default)]
pub(crate) struct Component {
    /// Its folder.
    pub(crate) name: String,
    /// Its files, by their place in the inventory.
    pub(crate) files: Vec<usize>,
    /// A wheel or package of its own beside the main one, tests, samples.
    pub(crate) optional: bool,
    /// Only tests, samples and helpers.
    pub(crate) side: bool,
    /// The build for AMD, which takes what is around it, leaves it out.
    pub(crate) left_out: bool,
    /// The target of CMake that its CUDA sources make.
    pub(crate) target: Option<String>,
    /// The option of CMake without which none of it is built.
    pub(crate) only_with: Option<OnlyWith>,
    /// Built for AMD already.
    pub(crate) twin: Twin,
    /// What shows it.
    pub(crate) amd_evidence: String,
    /// Its numbers.
    pub(crate) counts: Counts,
}

impl Component {
    /// True for a file that an option opens which the component as a whole does not need.
    pub(crate) fn does_without(&self, file: &FileInventory) -> bool {
        file.only_with.is_some() && file.only_with != self.only_with
    }
}

/// Joins the files to components, marks what has its twin, and adds the counts that depend on it.
pub(crate) fn components(inventory: &mut Inventory, rules: &Rules) -> Vec<Component> {
    let names = assign(inventory, rules);
    let mut by_name: BTreeMap<String, Component> = BTreeMap::new();
    for (place, name) in names.into_iter().enumerate() {
        let component = by_name.entry(name.clone()).or_default();
        component.name = name;
        component.files.push(place);
    }
    let mut components: Vec<Component> = by_name.into_values().collect();
    let roots: BTreeSet<&str> = inventory.markers.iter().map(String::as_str).collect();
    for component in &mut components {
        let files = || component.files.iter().map(|place| &inventory.files[*place]);
        component.side = files().all(|file| file.role != Role::Main);
        let marked = component.name != ROOT && roots.contains(component.name.as_str());
        let last = component.name.rsplit('/').next().unwrap_or_default();
        let main = inventory.main_package.as_deref() == Some(last);
        component.optional = component.side || (marked && roots.contains("") && !main);
        component.left_out = !marked;
        let (twin, evidence) = twin(component, marked, inventory, rules);
        component.twin = twin;
        component.amd_evidence = evidence;
    }
    let mut components: Vec<Component> = components
        .into_iter()
        .flat_map(|component| by_target(component, inventory, rules))
        .collect();
    for component in &mut components {
        for place in &component.files {
            let without = component.does_without(&inventory.files[*place]);
            let file = &mut inventory.files[*place];
            open_counts(file, component.twin, without);
            component.counts.extend(&file.counts);
        }
    }
    let ships = components
        .iter()
        .any(|c| c.twin != Twin::None && c.counts.get("dual_source_files") > 0);
    for component in &mut components {
        let device = component.counts.get("open_device_lines") > 0;
        component.left_out &= ships && component.twin == Twin::None && device;
        component.optional |= component.left_out;
    }
    components
}

/// The component of each file.
fn assign(inventory: &Inventory, rules: &Rules) -> Vec<String> {
    let markers: BTreeSet<&str> = inventory
        .markers
        .iter()
        .map(String::as_str)
        .filter(|m| !m.is_empty())
        .collect();
    let folders: Vec<Vec<&str>> = inventory
        .files
        .iter()
        .map(|file| {
            let mut parts: Vec<&str> = file.name.split('/').collect();
            parts.pop();
            parts
        })
        .collect();
    let first = |parts: &Vec<&str>| {
        let marked = (1..=parts.len())
            .rev()
            .find(|n| markers.contains(parts[..*n].join("/").as_str()));
        marked.unwrap_or_else(|| {
            let contains = |part: &&&str| rules.components.containers.iter().any(|c| c == **part);
            let held = parts.iter().take_while(contains).count();
            (held + 1).min(parts.len())
        })
    };
    let mut depths: Vec<usize> = folders.iter().map(first).collect();
    let weights: Vec<u64> = inventory.files.iter().map(weight).collect();
    let total: u64 = weights.iter().sum();
    for _ in 0..rules.components.max_depth {
        let mut shares: BTreeMap<String, u64> = BTreeMap::new();
        for (place, folder) in folders.iter().enumerate() {
            *shares.entry(folder[..depths[place]].join("/")).or_default() += weights[place];
        }
        let mut split = false;
        for (place, folder) in folders.iter().enumerate() {
            let name = folder[..depths[place]].join("/");
            #[allow(clippy::cast_precision_loss, reason = "a share needs no more")]
            let large = shares[&name] as f64 > total as f64 * rules.components.split_share;
            let deeper = depths[place] < folder.len() && depths[place] < rules.components.max_depth;
            if large && deeper && !markers.contains(name.as_str()) {
                depths[place] += 1;
                split = true;
            }
        }
        if !split {
            break;
        }
    }
    for place in python_parts(inventory, &folders, &depths, rules) {
        depths[place] += 1;
    }
    let name = |(folder, depth): (&Vec<&str>, &usize)| {
        let name = folder[..*depth].join("/");
        if name.is_empty() {
            ROOT.to_owned()
        } else {
            name
        }
    };
    folders.iter().zip(&depths).map(name).collect()
}

/// The targets of CMake in a folder, each with its CUDA sources, and what is left. A folder with
/// sources of one target is a component as a whole, one with very many falls apart for options
/// alone.
fn by_target(mut component: Component, inventory: &Inventory, rules: &Rules) -> Vec<Component> {
    let file = |place: &usize| &inventory.files[*place];
    let binds = |place: &usize| {
        let counts = ["cuda_files", "runtime_calls"].map(|key| file(place).counts.get(key));
        file(place).role == Role::Main && (counts != [0, 0] || !file(place).libraries.is_empty())
    };
    let bound: Vec<usize> = component
        .files
        .iter()
        .copied()
        .filter(|p| binds(p))
        .collect();
    let option = |places: &[usize]| common(places.iter().map(file)).cloned();
    component.only_with = option(&bound);
    // A header alone, which follows its includers, makes no part.
    let mut targets: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for place in bound {
        if let Some(target) = file(&place).target
            && inventory.builds.lists(&file(&place).name)
        {
            targets.entry(target).or_default().push(place);
        }
    }
    let many = targets.len() > rules.components.max_targets;
    let single = targets.len() == 1;
    let name = |target: &usize| inventory.builds.targets[*target].clone();
    if single {
        component.target = targets.keys().next().map(name);
    }
    targets.retain(|_, places| {
        let option = option(places);
        let apart = option.is_some() && option != component.only_with;
        apart || !(many || single)
    });
    let mut parts = Vec::new();
    for target in targets.keys() {
        let of_target = |place: &usize| binds(place) && file(place).target == Some(*target);
        let (files, rest) = component.files.iter().copied().partition(of_target);
        component.files = rest;
        let folder = if component.name == ROOT {
            ""
        } else {
            &component.name
        };
        parts.push(Component {
            name: format!("{folder}:{}", name(target)),
            target: Some(name(target)),
            only_with: option(&files),
            files,
            ..component.clone()
        });
    }
    if !parts.is_empty() {
        let rest = component.files.iter().copied().filter(|place| binds(place));
        component.only_with = option(&rest.collect::<Vec<_>>());
        component.target = None;
    }
    parts.push(component);
    parts.retain(|part| !part.files.is_empty());
    for part in &mut parts {
        part.side = part
            .files
            .iter()
            .map(file)
            .all(|file| file.role != Role::Main);
        part.optional |= part.side || part.only_with.as_ref().is_some_and(|only| !only.default);
    }
    parts
}

/// The Python files of a folder that holds most of the Python code and kernels as well: what lies
/// beside the kernels may be free, so that its parts are told apart.
fn python_parts(
    inventory: &Inventory,
    folders: &[Vec<&str>],
    depths: &[usize],
    rules: &Rules,
) -> Vec<usize> {
    let is_python = |file: &FileInventory| {
        file.role == Role::Main
            && file
                .name
                .rsplit('.')
                .next()
                .is_some_and(|e| e.starts_with("py"))
    };
    let mut shares: BTreeMap<String, (u64, bool)> = BTreeMap::new();
    let mut total = 0;
    for (place, file) in inventory.files.iter().enumerate() {
        if is_python(file) {
            let kernels = [
                "triton_kernels",
                "numba_kernels",
                "raw_kernels",
                "cute_dsl_kernels",
            ];
            let share = shares
                .entry(folders[place][..depths[place]].join("/"))
                .or_default();
            share.0 += weight(file);
            share.1 |= kernels.iter().any(|key| file.counts.get(key) > 0);
            total += weight(file);
        }
    }
    #[allow(clippy::cast_precision_loss, reason = "a share needs no more")]
    let parted = |place: &usize| {
        let name = folders[*place][..depths[*place]].join("/");
        let (share, kernels) = shares.get(&name).copied().unwrap_or_default();
        let most = share as f64 > total as f64 * rules.components.split_share;
        kernels && most && depths[*place] < folders[*place].len()
    };
    (0..folders.len())
        .filter(|place| is_python(&inventory.files[*place]) && parted(place))
        .collect()
}

/// How much there is to say of a file.
pub(crate) fn weight(file: &FileInventory) -> u64 {
    let hits: u64 = file.hits.iter().map(|hit| hit.number).sum();
    hits + file.libraries.len() as u64
}

/// Whether a component is built for AMD already, and what shows it.
fn twin(
    component: &Component,
    marked: bool,
    inventory: &Inventory,
    rules: &Rules,
) -> (Twin, String) {
    if let Some(beside) = folder_beside(&component.name, inventory, &rules.components) {
        return (Twin::Beside, format!("{beside} beside it"));
    }
    let prefix = format!("{}/", component.name);
    let builds = inventory
        .files
        .iter()
        .filter(|file| file.amd_build && file.role != Role::Vendored);
    let mut applying = builds.filter(|file| {
        let inside = component.name == ROOT || file.name.starts_with(&prefix);
        inside || (!marked && file.role == Role::Main)
    });
    let Some(build) = applying.clone().next() else {
        return (Twin::None, String::new());
    };
    let files = || component.files.iter().map(|place| &inventory.files[*place]);
    let of_cuda = |file: &&FileInventory| {
        !is_for_amd(&file.name, rules) && file.counts.get("nvcc_build_files") == 0
    };
    let tests = files().filter(of_cuda).map(|file| file.amd).sum::<u64>();
    let hipified = applying.find(|file| file.hipifies);
    match (tests, hipified) {
        (0, None) => match pair(inventory, &rules.components) {
            Some(pair) => (
                Twin::Shared,
                format!("{} builds for AMD, {pair}", build.name),
            ),
            None => (Twin::None, String::new()),
        },
        (0, Some(file)) => (Twin::Shared, format!("{} translates it for AMD", file.name)),
        (tests, _) => (
            Twin::Shared,
            format!(
                "{} builds for AMD, {tests} tests of AMD macros in its sources",
                build.name
            ),
        ),
    }
}

/// Two folders of the repository's own that are the same for CUDA and for AMD: what is not in them
/// is for both.
fn pair(inventory: &Inventory, rules: &Components) -> Option<String> {
    let mut folders: Vec<&String> = inventory.folders.iter().collect();
    folders.sort();
    folders.into_iter().find_map(|folder| {
        let base = folder.strip_suffix("/cuda")?;
        let mut beside = rules.amd_words.iter().map(|amd| format!("{base}/{amd}"));
        let beside = beside.find(|beside| inventory.folders.contains(beside))?;
        Some(format!("{beside} beside {folder}"))
    })
}

/// A folder beside this one, or beside one that holds it, with the same name for AMD.
fn folder_beside(name: &str, inventory: &Inventory, rules: &Components) -> Option<String> {
    if let Some(found) = beside(name, inventory, rules) {
        return Some(found);
    }
    folder_beside(name.rsplit_once('/')?.0, inventory, rules)
}

fn beside(name: &str, inventory: &Inventory, rules: &Components) -> Option<String> {
    let (parent, last) = name.rsplit_once('/').map_or(("", name), |(p, l)| (p, l));
    let mut names: Vec<String> = Vec::new();
    if last.contains("cuda") {
        names.extend(rules.amd_words.iter().map(|amd| last.replace("cuda", amd)));
    }
    names.extend(
        rules
            .amd_endings
            .iter()
            .map(|ending| format!("{last}{ending}")),
    );
    let join = |name: String| {
        if parent.is_empty() {
            name
        } else {
            format!("{parent}/{name}")
        }
    };
    names
        .into_iter()
        .map(join)
        .find(|name| inventory.folders.contains(name))
}

/// Adds the counts of what has no twin.
fn open_counts(file: &mut FileInventory, twin: Twin, without: bool) {
    let open = |key| !without && file.hits.iter().any(|hit| hit.key == key && !hit.guarded);
    let multicast = open("nvlink_multicast_files");
    let hopper = open("hopper_plus_files");
    let special = hopper || file.counts.get("cutlass_files") > 0;
    let twinned = match twin {
        Twin::None => false,
        Twin::Shared => !special,
        Twin::Beside => true,
    };
    let counts = &mut file.counts;
    counts.add("nvlink_multicast_open", u64::from(multicast));
    let device = counts.get("device_lines");
    let is_device = device + counts.get("kernel_definitions") + counts.get("launches") > 0;
    if twinned {
        counts.add("device_lines_twinned", device);
        counts.add("dual_source_files", u64::from(is_device));
    } else {
        let kernels = counts.get("kernel_definitions");
        counts.add("open_kernels", kernels);
        counts.add("open_device_lines", device);
        counts.add("open_device_files", u64::from(is_device));
        counts.add("open_cuda_files", counts.get("cuda_files"));
        if !file.amd_build {
            counts.add("open_nvcc_build_files", counts.get("nvcc_build_files"));
        }
        counts.add("open_runtime_calls", counts.get("runtime_calls"));
        counts.add("open_runtime_files", counts.get("runtime_files"));
        counts.add("cutlass_kernel_files", counts.get("cutlass_files"));
        counts.add("hopper_open_files", u64::from(hopper));
    }
    let python =
        counts.get("numba_kernels") + counts.get("raw_kernels") + counts.get("cupy_kernels");
    counts.add("python_kernels", python);
}
