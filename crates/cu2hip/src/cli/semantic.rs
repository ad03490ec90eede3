//! `--semantic`: types of expressions from libclang.

use std::io::Write as _;

use cu2hip_core::Semantics;
use cu2hip_project::Project;

use super::args::TreeArgs;
use super::session::Session;

/// What libclang says of the sources of a project; none if it was not asked or is not installed, of
/// which standard error tells.
#[cfg(feature = "semantic")]
pub(super) fn ask(
    session: &Session,
    tree: &TreeArgs,
    project: &Project,
) -> Option<Box<dyn Semantics>> {
    use cu2hip_semantic::{Analysis, Input};

    if !tree.semantic {
        return None;
    }
    let setup = session.setup();
    let sources = project.sources().iter();
    let inputs: Vec<Input> = sources
        .filter(|source| project.holds_cuda(source))
        .map(|source| Input {
            name: source.name.clone(),
            path: source.path.clone(),
        })
        .collect();
    let cuda = setup.options.cuda.map(|version| version.major);
    let dirs = &session.include_dirs;
    match Analysis::read(&inputs, project.root(), dirs, cuda, setup.mappings) {
        Ok(analysis) => Some(Box::new(analysis)),
        Err(error) => {
            let text = format!("cu2hip: --semantic: {error}; translated without it\n");
            // Where standard error is closed nobody listens.
            let _ = std::io::stderr().write_all(text.as_bytes());
            None
        }
    }
}

/// This program was built without libclang.
#[cfg(not(feature = "semantic"))]
pub(super) fn ask(_: &Session, _: &TreeArgs, _: &Project) -> Option<Box<dyn Semantics>> {
    None
}
