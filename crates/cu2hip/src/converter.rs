//! The builder that collects what a conversion aims at.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use cu2hip_core::{
    Context, LaunchStyle, Options, ProjectIndex, Statistics, Translation, gather_facts, translate,
};
use cu2hip_mappings::{LibraryChoice, Mappings, RocmVersion, Target, TargetError};
use cu2hip_project::build_files::{self, BuildContext};
use cu2hip_project::plan::Change;
use cu2hip_project::policy::{self, Overruled};
use cu2hip_project::project::with_threads;
use cu2hip_project::settings::{Settings, SettingsError, parse_cuda};
use cu2hip_project::walk::GlobError;
use cu2hip_project::{Policy, Project, Renames, Setup, WalkOptions};

use crate::report::{FileReport, Report};

/// A conversion that cannot start.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The ROCm release or the library choice cannot be read.
    #[error(transparent)]
    Target(#[from] TargetError),
    /// The CUDA release cannot be read.
    #[error("`{0}` is no CUDA release: write it as in `12.4`")]
    Cuda(String),
    /// A glob cannot be read.
    #[error(transparent)]
    Glob(#[from] GlobError),
    /// The settings file cannot be used.
    #[error(transparent)]
    Settings(#[from] SettingsError),
}

/// Collects what a conversion aims at, and runs it.
///
/// ```
/// use cu2hip::{Converter, LaunchStyle};
///
/// let converter = Converter::new()
///     .rocm("6.4")?
///     .libs("cublas=hip")?
///     .architectures(["gfx942"])
///     .launch(LaunchStyle::Macro);
/// let translation = converter.translate("k.cu", b"int x;\n");
/// assert!(translation.edits.is_empty());
/// # Ok::<(), cu2hip::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Converter {
    mappings: Mappings,
    target: Target,
    options: Options,
    policy: Policy,
    walk: WalkOptions,
    paths: Vec<PathBuf>,
    include_dirs: Vec<PathBuf>,
    rename: bool,
    mark: bool,
    build_files: bool,
}

impl Converter {
    /// A conversion with all defaults: the newest ROCm, and the libraries that `cu2hip convert`
    /// chooses.
    pub fn new() -> Self {
        Self {
            mappings: Mappings::builtin(),
            ..Self::default()
        }
    }

    /// Takes over what the settings file `cu2hip.toml` says that is found from `folder` upwards. What
    /// is called after it wins, as flags do.
    ///
    /// # Errors
    /// [`Error`] if the file cannot be read or says what does not exist.
    pub fn settings(mut self, folder: impl AsRef<Path>) -> Result<Self, Error> {
        let found = Settings::discover(folder.as_ref())?;
        self.mappings = found.mappings()?;
        self.policy = Policy::new(&found, Overruled::default())?;
        self.include_dirs.extend(found.include_dirs());
        let settings = found.settings;
        self.walk.include.extend(settings.include);
        self.walk.exclude.extend(settings.exclude);
        self.walk.extensions = settings.extensions;
        self.options.architectures = settings.arch;
        self.options.pedantic = settings.pedantic;
        self.options.launch = settings.launch.map_or(self.options.launch, policy::style);
        if let Some(version) = &settings.rocm {
            self = self.rocm(version)?;
        }
        if let Some(version) = &settings.cuda {
            self = self.cuda(version)?;
        }
        if let Some(choice) = &settings.libs {
            self = self.libs(choice)?;
        }
        Ok(self)
    }

    /// Aims at a ROCm release, as in `7.2`.
    ///
    /// # Errors
    /// [`Error::Target`] if the text is no release.
    pub fn rocm(mut self, version: &str) -> Result<Self, Error> {
        self.target.rocm = RocmVersion::parse(version)?;
        Ok(self)
    }

    /// States the CUDA release that the code is written for, as in `12.4`.
    ///
    /// # Errors
    /// [`Error::Cuda`] if the text is no release.
    pub fn cuda(mut self, version: &str) -> Result<Self, Error> {
        let version = parse_cuda(version).ok_or_else(|| Error::Cuda(version.to_owned()))?;
        self.options.cuda = Some(version);
        Ok(self)
    }

    /// Chooses libraries: `hip`, `roc` or a list such as `cublas=hip,torch=keep`.
    ///
    /// # Errors
    /// [`Error::Target`] if the text is no choice.
    pub fn libs(mut self, choice: &str) -> Result<Self, Error> {
        self.target.libraries = LibraryChoice::parse(choice)?;
        Ok(self)
    }

    /// States the AMD architectures.
    #[must_use]
    pub fn architectures<T: Into<String>>(mut self, names: impl IntoIterator<Item = T>) -> Self {
        self.options.architectures = names.into_iter().map(Into::into).collect();
        self
    }

    /// Chooses how launches are written.
    #[must_use]
    pub fn launch(mut self, style: LaunchStyle) -> Self {
        self.options.launch = style;
        self
    }

    /// Reports also what is only suspicious.
    #[must_use]
    pub fn pedantic(mut self, yes: bool) -> Self {
        self.options.pedantic = yes;
        self
    }

    /// Adds a file or folder.
    #[must_use]
    pub fn path(mut self, path: impl Into<PathBuf>) -> Self {
        self.paths.push(path.into());
        self
    }

    /// Adds files and folders.
    #[must_use]
    pub fn paths<P: Into<PathBuf>>(mut self, paths: impl IntoIterator<Item = P>) -> Self {
        self.paths.extend(paths.into_iter().map(Into::into));
        self
    }

    /// Keeps names relative to `folder` where files are written elsewhere; without it, to the folder
    /// that holds everything that was named.
    #[must_use]
    pub fn base(mut self, folder: impl Into<PathBuf>) -> Self {
        self.walk.base = Some(folder.into());
        self
    }

    /// Takes also the files of the project that the named ones include.
    #[must_use]
    pub fn follow_includes(mut self, yes: bool) -> Self {
        self.walk.follow = yes;
        self
    }

    /// Looks for includes in `folder` as well, as the compiler's `-I` does.
    #[must_use]
    pub fn include_dir(mut self, folder: impl Into<PathBuf>) -> Self {
        self.include_dirs.push(folder.into());
        self
    }

    /// Takes only files that match one of the given globs (as in `.gitignore`).
    #[must_use]
    pub fn include(mut self, glob: impl Into<String>) -> Self {
        self.walk.include.push(glob.into());
        self
    }

    /// Leaves out files and folders that match the glob (as in `.gitignore`).
    #[must_use]
    pub fn exclude(mut self, glob: impl Into<String>) -> Self {
        self.walk.exclude.push(glob.into());
        self
    }

    /// Does not enter `folder`: for one inside the tree that is written to.
    #[must_use]
    pub fn skip(mut self, folder: impl Into<PathBuf>) -> Self {
        self.walk.skip.push(folder.into());
        self
    }

    /// Number of threads; 0, the default, for as many as there are processors.
    #[must_use]
    pub fn threads(mut self, count: usize) -> Self {
        self.walk.threads = count;
        self
    }

    /// Gives `.cu` files the name `.hip`, in the includes that name them as well.
    #[must_use]
    pub fn rename(mut self, yes: bool) -> Self {
        self.rename = yes;
        self
    }

    /// Leaves a comment line above each open finding.
    #[must_use]
    pub fn mark(mut self, yes: bool) -> Self {
        self.mark = yes;
        self
    }

    /// Changes build files as well, where the change is exact.
    #[must_use]
    pub fn build_files(mut self, yes: bool) -> Self {
        self.build_files = yes;
        self
    }

    /// Translates one text. `name` is its path in the project; its extension tells what it is.
    pub fn translate(&self, name: &str, text: &[u8]) -> Translation {
        let facts = gather_facts(name, text, &self.mappings);
        let index = ProjectIndex::new(vec![facts]);
        let context = Context {
            mappings: &self.mappings,
            target: &self.target,
            options: &self.options,
            index: &index,
            path: name,
            semantics: None,
        };
        translate(text, &context)
    }

    /// Translates all files under the paths; without a path, under the current folder. Nothing is
    /// written. What cannot be read is in the report, the other files go on.
    ///
    /// # Errors
    /// [`Error::Glob`] if a glob cannot be read.
    pub fn run(&self) -> Result<Report, Error> {
        with_threads(self.walk.threads, || {
            let here = [PathBuf::from(".")];
            let paths = if self.paths.is_empty() {
                &here
            } else {
                self.paths.as_slice()
            };
            let project = Project::open(paths, &self.walk, &self.include_dirs, &self.mappings)?;
            Ok(self.translate_all(project))
        })
    }

    fn translate_all(&self, project: Project) -> Report {
        let renames = self.rename.then(|| Renames::new(project.sources()));
        let setup = Setup {
            mappings: &self.mappings,
            target: &self.target,
            options: &self.options,
            policy: Some(&self.policy),
            renames: renames.as_ref(),
            mark: self.mark,
            semantics: None,
        };
        let (mut files, mut failed) = (Vec::new(), Vec::new());
        let mut statistics = Statistics::default();
        project.translate_each(
            setup,
            |outcome| {
                let outcome = outcome?;
                let name = &outcome.source.name;
                let new_name = renames.as_ref().and_then(|r| r.file_name(name));
                let file = FileReport {
                    name: name.clone(),
                    change: Change::new(&outcome, new_name),
                    diagnostics: outcome.translation.diagnostics.clone(),
                };
                Ok((file, outcome.translation.statistics))
            },
            |result| {
                match result {
                    Ok((file, numbers)) => {
                        statistics.add(&numbers);
                        files.push(file);
                    }
                    Err(error) => failed.push(error),
                }
                ControlFlow::Continue(())
            },
        );
        let renamed = renames
            .as_ref()
            .map(|r| r.map().clone())
            .unwrap_or_default();
        let context = BuildContext {
            target: &self.target,
            architectures: &self.options.architectures,
            renamed: &renamed,
            write: self.build_files,
        };
        let (build_files, unread) = build_files::inspect_all(&project, &context);
        let base = project.base().to_path_buf();
        let inputs = project.inputs();
        let root = project.root().to_path_buf();
        let mut errors = project.into_errors();
        errors.extend(failed);
        errors.extend(unread);
        Report {
            base,
            root,
            inputs,
            files,
            build_files,
            errors,
            statistics,
        }
    }
}
