//! What the flags and the settings file together ask for.

use std::io::{self, IsTerminal};
use std::path::{Component, Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use cu2hip_core::{
    Context, LaunchStyle, Options, ProjectIndex, Translation, gather_facts, translate,
};
use cu2hip_mappings::{LibraryChoice, Mappings, RocmVersion, Target};
use cu2hip_project::policy::{self, Overruled};
use cu2hip_project::settings::{self, Found, Settings};
use cu2hip_project::{Policy, Setup, WalkOptions};

use super::args::{Launch, TargetArgs, TreeArgs, When};

/// Everything that a run needs besides the files.
#[derive(Debug)]
pub(super) struct Session {
    mappings: Mappings,
    target: Target,
    options: Options,
    /// What differs by path.
    pub(super) policy: Policy,
    /// The baseline that the settings name.
    pub(super) baseline: Option<PathBuf>,
    /// Globs and threads.
    pub(super) walk: WalkOptions,
    /// Folders of `-I`.
    pub(super) include_dirs: Vec<PathBuf>,
    /// Folder of the header with the functions that HIP lacks, as the settings name it.
    pub(super) compat_dir: Option<PathBuf>,
}

impl Session {
    /// Joins the flags with the settings found from the first path upwards.
    pub(super) fn new(target: &TargetArgs, tree: &TreeArgs) -> Result<Self> {
        let found = settings_for(&tree.paths)?;
        let mut session = Self::for_target(target, &found)?;
        session.include_dirs = [tree.include_dirs.clone(), found.include_dirs()].concat();
        let settings = found.settings;
        let or = |flags: &[String], file: Vec<String>| {
            if flags.is_empty() {
                file
            } else {
                flags.to_vec()
            }
        };
        session.walk = WalkOptions {
            include: or(&tree.include, settings.include),
            exclude: or(&tree.exclude, settings.exclude),
            threads: tree.threads,
            extensions: settings.extensions,
            ..WalkOptions::default()
        };
        Ok(session)
    }

    /// A session without files.
    pub(super) fn for_target(target: &TargetArgs, found: &Found) -> Result<Self> {
        let settings = &found.settings;
        let rocm = match target.rocm.as_ref().or(settings.rocm.as_ref()) {
            Some(text) => RocmVersion::parse(text)?,
            None => RocmVersion::DEFAULT,
        };
        let libraries = match target.libs.as_ref().or(settings.libs.as_ref()) {
            Some(text) => LibraryChoice::parse(text)?,
            None => LibraryChoice::default(),
        };
        let cuda = match target.cuda.as_ref().or(settings.cuda.as_ref()) {
            Some(text) => match settings::parse_cuda(text) {
                Some(version) => Some(version),
                None => bail!("`{text}` is no CUDA release: write it as in `12.4`"),
            },
            None => None,
        };
        let launch = match target.launch {
            Some(Launch::Hip) => Some(settings::Launch::Hip),
            Some(Launch::Keep) => Some(settings::Launch::Keep),
            None => settings.launch,
        };
        let arch = if target.arch.is_empty() {
            &settings.arch
        } else {
            &target.arch
        };
        let overruled = Overruled {
            cuda: target.cuda.is_some(),
            arch: !target.arch.is_empty(),
            libs: target.libs.is_some(),
            launch: target.launch.is_some(),
        };
        Ok(Self {
            mappings: found.mappings()?,
            target: Target { rocm, libraries },
            options: Options {
                cuda,
                architectures: arch.clone(),
                launch: launch.map_or(LaunchStyle::Chevron, policy::style),
                pedantic: target.pedantic || settings.pedantic,
                compat_header: None,
            },
            policy: Policy::new(found, overruled)?,
            baseline: settings.baseline.as_ref().map(|b| found.folder().join(b)),
            walk: WalkOptions::default(),
            include_dirs: Vec::new(),
            compat_dir: compat_dir(found)?,
        })
    }

    /// With rules beside those of the settings.
    pub(super) fn with_mappings(mut self, mappings: Mappings) -> Self {
        self.mappings = mappings;
        self
    }

    /// The translation of a text without a project around it.
    pub(super) fn translate(&self, name: &str, text: &[u8]) -> Translation {
        let index = ProjectIndex::new(vec![gather_facts(name, text, &self.mappings)]);
        let place = std::path::absolute(name).unwrap_or_else(|_| PathBuf::from(name));
        let own = self.policy.choices(&place, &self.target, &self.options);
        let (target, options) = match &own {
            Some((target, options)) => (target, options),
            None => (&self.target, &self.options),
        };
        let context = Context {
            mappings: &self.mappings,
            target,
            options,
            index: &index,
            path: name,
            semantics: None,
        };
        let mut translation = translate(text, &context);
        self.policy.weigh(&place, &mut translation.diagnostics);
        translation
    }

    /// The part that the engine needs.
    pub(super) fn setup(&self) -> Setup<'_> {
        Setup {
            mappings: &self.mappings,
            target: &self.target,
            options: &self.options,
            policy: Some(&self.policy),
            renames: None,
            mark: false,
            semantics: None,
        }
    }
}

/// The folder of the setting `compat-dir`.
fn compat_dir(found: &Found) -> Result<Option<PathBuf>> {
    let Some(folder) = &found.settings.compat_dir else {
        return Ok(None);
    };
    let inside = |part| matches!(part, Component::Normal(_) | Component::CurDir);
    if !folder.components().all(inside) {
        bail!(
            "compat-dir: `{}` does not lie below the settings file",
            folder.display()
        );
    }
    Ok(Some(found.folder().join(folder)))
}

/// The settings found from the first path upwards, or from the current folder.
pub(super) fn settings_for(paths: &[PathBuf]) -> Result<Found> {
    let first = paths.iter().find(|p| p.as_os_str() != "-");
    let folder = match first {
        Some(path) if path.is_dir() => path.as_path(),
        Some(path) => path.parent().unwrap_or(Path::new(".")),
        None => Path::new("."),
    };
    let folder = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    Settings::discover(folder).context("settings")
}

/// The paths of a run.
pub(super) fn paths(tree: &TreeArgs) -> Vec<PathBuf> {
    if tree.paths.is_empty() {
        vec![PathBuf::from(".")]
    } else {
        tree.paths.clone()
    }
}

/// True if the run reads standard input.
pub(super) fn reads_stdin(tree: &TreeArgs) -> bool {
    tree.paths.iter().any(|p| p.as_os_str() == "-")
}

/// True if text that goes to `stream` is coloured.
pub(super) fn wants_color(when: When, stream: &impl IsTerminal) -> bool {
    match when {
        When::Always => true,
        When::Never => false,
        When::Auto => {
            stream.is_terminal()
                && anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never
        }
    }
}

/// The name under which a file is shown: as given, or from the current folder where the given name
/// climbs out of it.
pub(super) fn shown_path(path: &Path, target: &Path, current: Option<&Path>) -> PathBuf {
    let climbs = path.components().any(|c| c == Component::ParentDir);
    if path.is_relative() && !climbs {
        return path
            .components()
            .filter(|c| *c != Component::CurDir)
            .collect();
    }
    current
        .and_then(|folder| target.strip_prefix(folder).ok())
        .map_or_else(|| path.to_path_buf(), Path::to_path_buf)
}

/// The current folder after all links, if there is one.
pub(super) fn current_folder() -> Option<PathBuf> {
    std::env::current_dir().and_then(std::fs::canonicalize).ok()
}
