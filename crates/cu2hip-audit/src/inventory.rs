//! Everything in a tree, file by file, on all threads.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use cu2hip_core::{Context, Effort, Options, Severity, Statistics, translate};
use cu2hip_mappings::{Mappings, Target};
use cu2hip_project::build_files::{self, BuildContext, BuildKind};
use cu2hip_project::project::{read_source, with_threads};
use cu2hip_project::{FileError, FileOutcome, Project, Setup, WalkOptions};
use cu2hip_syntax::text::LineIndex;
use rayon::prelude::*;
use rustc_hash::FxHashSet;

use crate::builds::Builds;
use crate::conditional::{self, GuardedIncludes};
use crate::file::{FileInventory, Found, Guard, Role, lies_in, line_count};
use crate::matcher::Matcher;
use crate::pattern;
use crate::rules::{Level, Rules};
use crate::scan::cpp::CppScan;
use crate::scan::python::PythonScan;
use crate::scan::{build, dependencies, fortran, notebook, plain};
use crate::{AuditError, AuditOptions};

/// Architectures whose findings are compared: a wavefront of 64 and one of 32 lanes.
pub(crate) const TARGETS: [&str; 2] = ["gfx942", "gfx1100"];
/// Larger files that are no C++ are data.
const LARGEST: u64 = 4 << 20;

/// Everything in a tree.
#[derive(Debug, Default)]
pub(crate) struct Inventory {
    /// Files with something to tell, in order of name.
    pub(crate) files: Vec<FileInventory>,
    /// Numbers of the translation by file.
    pub(crate) statistics: BTreeMap<String, Statistics>,
    /// Findings by architecture and severity.
    pub(crate) targets: BTreeMap<&'static str, BTreeMap<&'static str, u64>>,
    /// All files that were read, and their lines, by language.
    pub(crate) read: BTreeMap<&'static str, (u64, u64)>,
    /// Folders with one of the files that make them a component.
    pub(crate) markers: Vec<String>,
    /// Name of the package that the files in the root make.
    pub(crate) main_package: Option<String>,
    /// What CMake says.
    pub(crate) builds: Builds,
    /// Includes behind a test.
    pub(crate) guarded_includes: GuardedIncludes,
    /// Modules and packages that the repository itself is made of, as a module is written.
    pub(crate) own: FxHashSet<String>,
    /// All folders.
    pub(crate) folders: FxHashSet<String>,
    /// What could not be read.
    pub(crate) errors: Vec<FileError>,
}

/// One file with what its translation says.
struct Translated {
    found: FileInventory,
    includes: Vec<((String, String), Guard)>,
    statistics: Statistics,
    targets: Vec<(&'static str, Severity)>,
}

/// Takes the inventory of the tree at `root`.
pub(crate) fn take(
    root: &Path,
    options: &AuditOptions,
    rules: &Rules,
) -> Result<Inventory, AuditError> {
    with_threads(options.threads, || inventory(root, options, rules))
}

fn inventory(root: &Path, options: &AuditOptions, rules: &Rules) -> Result<Inventory, AuditError> {
    let mappings = Mappings::builtin();
    let hidden = rules.components.hidden.iter().map(|name| root.join(name));
    let mut paths = vec![root.to_path_buf()];
    paths.extend(hidden.filter(|path| path.exists()));
    let walk = WalkOptions {
        exclude: options.exclude.clone(),
        threads: options.threads,
        follow: true,
        ..WalkOptions::default()
    };
    let project = Project::open(&paths, &walk, &[], &mappings)?;
    let matcher = Matcher::new(rules);
    let mut all = Inventory {
        builds: cmake_builds(&project, root, rules),
        own: own_modules(&project, root, &matcher),
        ..Inventory::default()
    };
    sources(&project, root, &mappings, &matcher, options, &mut all);
    others(&project, root, &matcher, &mut all);
    build_findings(&project, root, options, &mut all);
    all.files.sort_by(|a, b| a.name.cmp(&b.name));
    for file in &mut all.files {
        file.role = role(&file.name, rules);
    }
    let below = relative(project.root(), root).unwrap_or_default();
    all.builds.apply(&mut all.files, project.index(), &below);
    let includes = std::mem::take(&mut all.guarded_includes);
    conditional::mark(&mut all.files, &includes, project.index(), &below, rules);
    all.errors.extend(project.into_errors());
    Ok(all)
}

/// What the CMake files of the project's own say.
fn cmake_builds(project: &Project, root: &Path, rules: &Rules) -> Builds {
    let mut texts = BTreeMap::new();
    for path in project.others() {
        let Some(name) = relative(root, path) else {
            continue;
        };
        // What cannot be read is told by the reader of other files.
        if build::kind(&name) == Some(BuildKind::CMake)
            && role(&name, rules) != Role::Vendored
            && let Ok(text) = read_source(path)
        {
            texts.insert(name, text);
        }
    }
    if texts.is_empty() {
        return Builds::default();
    }
    let sources = project.sources().iter().map(|source| &source.target);
    let files = sources.chain(project.others());
    let files = files.filter_map(|path| relative(root, path)).collect();
    Builds::new(&texts, &files, rules)
}

/// The files that are read as C++, each with its translation.
fn sources(
    project: &Project,
    root: &Path,
    mappings: &Mappings,
    matcher: &Matcher<'_>,
    options: &AuditOptions,
    all: &mut Inventory,
) {
    let target = Target::default();
    let macros = std::mem::take(&mut all.builds.macros);
    let own = all.own.clone();
    let choices = Options::default();
    let scan = CppScan {
        matcher,
        mappings,
        target: &target,
        index: project.index(),
        macros: &macros,
        own: &own,
    };
    let setup = Setup {
        mappings,
        target: &target,
        options: &choices,
        policy: None,
        renames: None,
        mark: false,
        semantics: None,
    };
    let read = |outcome: Result<FileOutcome<'_>, FileError>| {
        let outcome = outcome?;
        let Some(name) = relative(root, &outcome.source.target) else {
            return Ok(None);
        };
        let mentions = project
            .index()
            .file(&outcome.source.name)
            .is_none_or(|f| f.mentions_cuda);
        let is_cuda = outcome.source.kind.is_cuda();
        let path = &outcome.source.name;
        let mut found = scan.read(&name, path, &outcome.text, is_cuda, mentions);
        let includes = std::mem::take(&mut found.guarded_includes);
        let includes = includes.into_iter();
        let includes = includes
            .map(|(header, guard)| ((header, path.clone()), guard))
            .collect();
        findings(&outcome, &mut found);
        let mut targets = Vec::new();
        if options.compare_targets && !found.findings.is_empty() {
            targets = on_targets(&outcome, setup, project);
        }
        let statistics = outcome.translation.statistics;
        Ok(Some(Translated {
            found,
            includes,
            statistics,
            targets,
        }))
    };
    project.translate_each(setup, read, |result| {
        match result {
            Ok(Some(file)) => add_source(file, all),
            Ok(None) => {}
            Err(error) => all.errors.push(error),
        }
        ControlFlow::Continue(())
    });
}

fn add_source(file: Translated, all: &mut Inventory) {
    let numbers = all.read.entry("C++ and CUDA").or_default();
    numbers.0 += 1;
    numbers.1 += file.found.lines;
    folders_of(&file.found.name, &mut all.folders);
    for (target, severity) in file.targets {
        let by = all.targets.entry(target).or_default();
        *by.entry(severity.as_str()).or_default() += 1;
    }
    if file.statistics != Statistics::default() {
        all.statistics
            .insert(file.found.name.clone(), file.statistics);
    }
    // A header that is included twice is needed as its weakest test says.
    for (pair, guard) in file.includes {
        let known = all.guarded_includes.entry(pair).or_insert(guard);
        *known = guard.min(*known);
    }
    if !file.found.is_empty() {
        all.files.push(file.found);
    }
}

/// The findings of a translation that wait for a person.
fn findings(outcome: &FileOutcome<'_>, found: &mut FileInventory) {
    let diagnostics = &outcome.translation.diagnostics;
    if diagnostics.is_empty() || found.counts.get("amd_files") > 0 {
        return;
    }
    let lines = LineIndex::new(&outcome.text);
    let mut open = FxHashSet::default();
    for diagnostic in diagnostics {
        let line = lines.line_of(diagnostic.span.start) as u32 + 1;
        if diagnostic.severity != Severity::Note {
            open.insert(line);
        }
        found.findings.push(Found {
            code: diagnostic.code.as_str(),
            effort: if diagnostic.severity == Severity::Note {
                Effort::Minutes
            } else {
                diagnostic.effort
            },
            line,
        });
    }
    found.open_lines = open.len() as u64;
    let device_launches = found.findings.iter().filter(|f| f.code == "CH2009").count();
    found.counts.add("device_launches", device_launches as u64);
}

/// Severities of the findings for each architecture that is compared.
fn on_targets(
    outcome: &FileOutcome<'_>,
    setup: Setup<'_>,
    project: &Project,
) -> Vec<(&'static str, Severity)> {
    let mut found = Vec::new();
    for target in TARGETS {
        let options = Options {
            architectures: vec![target.to_owned()],
            ..setup.options.clone()
        };
        let context = Context {
            mappings: setup.mappings,
            target: setup.target,
            options: &options,
            index: project.index(),
            path: &outcome.source.name,
            semantics: None,
        };
        let translation = translate(&outcome.text, &context);
        found.extend(translation.diagnostics.iter().map(|d| (target, d.severity)));
    }
    found
}

/// All files that are no C++.
fn others(project: &Project, root: &Path, matcher: &Matcher<'_>, all: &mut Inventory) {
    let named: Vec<(String, &PathBuf)> = project
        .others()
        .iter()
        .filter_map(|path| Some((relative(root, path)?, path)))
        .collect();
    for (name, _) in &named {
        folders_of(name, &mut all.folders);
        let (folder, file) = name.rsplit_once('/').unwrap_or(("", name));
        if matcher
            .rules
            .components
            .markers
            .iter()
            .any(|marker| marker == file)
        {
            all.markers.push(folder.to_owned());
        }
    }
    let in_root = |file: &str| {
        named
            .iter()
            .find(|(name, _)| name == file)
            .map(|(_, path)| *path)
    };
    let packaged = ["setup.py", "pyproject.toml", "setup.cfg"]
        .into_iter()
        .filter_map(in_root);
    all.main_package = packaged
        .filter_map(|path| read_source(path).ok())
        .find_map(|text| package_name(&text));
    let own = std::mem::take(&mut all.own);
    let python = PythonScan { matcher, own: &own };
    let results: Vec<_> = named
        .par_iter()
        .filter_map(|(name, path)| other(&python, name, path))
        .collect();
    for result in results {
        match result {
            Ok((language, found)) => {
                let numbers = all.read.entry(language).or_default();
                numbers.0 += 1;
                numbers.1 += found.lines;
                if !found.is_empty() {
                    all.files.push(found);
                }
            }
            Err(error) => all.errors.push(error),
        }
    }
    all.own = own;
    all.own.extend(all.main_package.clone());
}

type Other = Result<(&'static str, FileInventory), FileError>;

/// The inventory of a file that is no C++; none if it is of no kind that is read.
fn other(python: &PythonScan<'_>, name: &str, path: &Path) -> Option<Other> {
    let ending = name
        .rsplit('.')
        .next()
        .unwrap_or_default()
        .to_ascii_lowercase();
    let build = build::kind(name);
    let dependency = dependencies::format(name);
    let is_python = matches!(ending.as_str(), "py" | "pyi" | "pyx");
    let is_fortran = fortran::ENDINGS.contains(&ending.as_str());
    let is_plain = plain::is_plain(name);
    if !is_python
        && !is_fortran
        && !is_plain
        && build.is_none()
        && dependency.is_none()
        && ending != "ipynb"
    {
        return None;
    }
    if std::fs::metadata(path).is_ok_and(|data| data.len() > LARGEST) {
        return None;
    }
    let text = match read_source(path) {
        Ok(text) => text,
        Err(error) => return Some(Err(error)),
    };
    let matcher = python.matcher;
    let (language, mut found) = if ending == "ipynb" {
        ("notebooks", notebook::read(python, name, &text))
    } else if is_python {
        ("Python", python.read(name, &text, false))
    } else if is_fortran {
        ("Fortran", fortran::read(matcher, name, &text))
    } else {
        let mut found = FileInventory::new(name);
        found.lines = line_count(&text);
        ("build, jobs and pipelines", found)
    };
    if let Some(format) = dependency {
        dependencies::read(format, name, &text, &mut found);
    }
    if (build.is_some() || is_plain) && matcher.may_count_in_text(&text) {
        if build.is_some() {
            build::read(matcher, &text, &mut found);
        }
        if is_plain {
            let pipelines = &matcher.rules.components.pipelines;
            let in_pipeline = pipelines.iter().any(|place| {
                name.strip_prefix(place.as_str())
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            });
            plain::read(matcher, &text, in_pipeline, &mut found);
        }
    }
    Some(Ok((language, found)))
}

/// What the reader of build files finds, for the estimate.
fn build_findings(project: &Project, root: &Path, options: &AuditOptions, all: &mut Inventory) {
    let target = Target::default();
    let renamed = BTreeMap::new();
    let context = BuildContext {
        target: &target,
        architectures: &options.architectures,
        renamed: &renamed,
        write: false,
    };
    let (reports, errors) = build_files::inspect_all(project, &context);
    all.errors.extend(errors);
    for report in reports {
        let Some(name) = relative(root, &report.path) else {
            continue;
        };
        let Some(file) = all.files.iter_mut().find(|file| file.name == name) else {
            continue;
        };
        let lines = LineIndex::new(&report.text);
        for finding in report
            .findings
            .iter()
            .filter(|f| f.severity != Severity::Note)
        {
            file.findings.push(Found {
                code: finding.code.as_str(),
                effort: finding.effort,
                line: lines.line_of(finding.span.start) as u32 + 1,
            });
        }
    }
}

/// The path from the root, with `/`; none outside of it.
fn relative(root: &Path, path: &Path) -> Option<String> {
    path.strip_prefix(root)
        .ok()
        .map(cu2hip_project::walk::slashed)
}

fn folders_of(name: &str, folders: &mut FxHashSet<String>) {
    let mut rest = name;
    while let Some((folder, _)) = rest.rsplit_once('/') {
        if !folders.insert(folder.to_owned()) {
            return;
        }
        rest = folder;
    }
}

/// The name that a packaging file gives: the first quoted text behind a key such as `name` or
/// `PACKAGE_NAME`, as a module is written.
fn package_name(text: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(text);
    text.lines().find_map(|line| {
        let (key, value) = line.split_once('=')?;
        let key = key.trim().to_ascii_lowercase();
        let value = value.trim().trim_end_matches(',');
        let value = value.strip_prefix(['"', '\''])?.strip_suffix(['"', '\''])?;
        (key == "name" || key == "package_name").then(|| value.replace('-', "_"))
    })
}

/// Modules that the repository itself holds: its packages near the top, and files with the name of
/// a library that binds.
fn own_modules(project: &Project, root: &Path, matcher: &Matcher<'_>) -> FxHashSet<String> {
    let mut own = FxHashSet::default();
    let others = project.others().iter();
    for name in others.filter_map(|path| relative(root, path)) {
        let parts: Vec<&str> = name.split('/').collect();
        let module = match parts.as_slice() {
            [.., module, "__init__.py"] => *module,
            [.., file] => match file.strip_suffix(".py") {
                Some(module) => module,
                None => continue,
            },
            [] => continue,
        };
        let binds = matcher
            .of_module(module)
            .is_none_or(|(_, l)| l.level > Level::Low);
        let is_package = parts.last() == Some(&"__init__.py");
        if (is_package && parts.len() <= 3) || binds {
            own.insert(module.to_owned());
        }
    }
    own
}

fn role(name: &str, rules: &Rules) -> Role {
    let components = &rules.components;
    let (folder, file) = name.rsplit_once('/').unwrap_or(("", name));
    let holds = |list: &[String]| lies_in(folder, list);
    if holds(&components.vendored) || components.vendored_files.iter().any(|known| known == file) {
        Role::Vendored
    } else if holds(&components.tests)
        || holds(&components.samples)
        || components
            .side_files
            .iter()
            .any(|start| file.starts_with(start.as_str()))
    {
        Role::Side
    } else {
        Role::Main
    }
}

/// True if a part of the path is for AMD by its name.
pub(crate) fn is_for_amd(name: &str, rules: &Rules) -> bool {
    name.split('/')
        .any(|part| pattern::any(&rules.components.amd, part))
}
