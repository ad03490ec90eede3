//! A plain rename of a function stands only where the prototypes agree: the number of parameters,
//! and for each how many pointers it goes through. (`tests/proof/calls.py` proves the types by
//! compiling; this test needs no headers.)

#![allow(clippy::unwrap_used, reason = "a test may")]

use std::collections::BTreeSet;

use cu2hip_mappings::{Action, ApiFact, Kind, LibraryChoice, Mappings, RocmVersion, Target};

/// Releases with prototypes.
const RELEASES: [(u16, u16, &str); 2] = [(6, 4, "6.4"), (7, 2, "7.2")];

/// Types whose typedef hides a pointer that HIP's headers write out, or the other way round.
const HANDLES: [&str; 7] = [
    "CUdeviceptr",
    "CUtexref",
    "CUgraphicsResource",
    "cudaArray",
    "hipDeviceptr",
    "hipMipmappedArray",
    "textureReference",
];

/// Prototypes that the rename does not fit, and why no call goes wrong.
const EXPLAINED: [(&str, &str); 1] = [(
    "cudaMemcpyAsync(T dst, U src, const size_t size, cudaMemcpyAttributes * attr",
    "HIP's function takes an enumerator there: the compiler refuses the pointer",
)];

/// Number of pointers that a parameter goes through.
fn depth(parameter: &str) -> usize {
    parameter.matches(['*', '[']).count()
}

/// True for parameters of templates, references and functions.
fn is_opaque(parameter: &str) -> bool {
    let words = parameter.split(|c: char| !c.is_alphanumeric() && c != '_');
    parameter.contains(['<', '&', '('])
        || words
            .into_iter()
            .any(|w| w == "T" || w.ends_with("Function"))
}

fn agree(cuda: &ApiFact<'_>, rocm: &ApiFact<'_>) -> bool {
    let least = rocm
        .parameters
        .iter()
        .filter(|p| !p.ends_with("=?"))
        .count();
    let (count, most) = (cuda.parameters.len(), rocm.parameters.len());
    let variadic = |f: &ApiFact<'_>| f.parameters.iter().any(|p| p.contains("..."));
    if variadic(cuda) || variadic(rocm) {
        return true;
    }
    least <= count
        && count <= most
        && cuda.parameters.iter().zip(&rocm.parameters).all(|(a, b)| {
            is_opaque(a) || is_opaque(b) || hides_pointer(a, b) || depth(a) == depth(b)
        })
}

fn hides_pointer(a: &str, b: &str) -> bool {
    HANDLES.iter().any(|h| a.contains(h) || b.contains(h))
}

/// The target of a plain rename of a function.
fn plain_target<'a>(
    mappings: &'a Mappings,
    name: &'a str,
    target: &Target,
) -> Option<(&'a str, &'a str)> {
    let decision = mappings.decide(name.as_bytes(), target)?;
    let function = decision.kind == Kind::Function && decision.library != "torch";
    match decision.action {
        Action::Rename(to) if function => Some((to, decision.library)),
        Action::Stay if function => Some((name, decision.library)),
        _ => None,
    }
}

/// The prototypes of CUDA that no prototype of the target fits, and the number of those compared.
fn misfits(
    mappings: &Mappings,
    name: &str,
    target: &Target,
    release: &str,
) -> (Vec<String>, usize) {
    let Some((to, library)) = plain_target(mappings, name, target) else {
        return (Vec::new(), 0);
    };
    let mut targets = mappings.facts(to.as_bytes());
    targets.retain(|f| f.rocm && f.kind == Kind::Function && f.releases.contains(&release));
    let mut own = mappings.facts(name.as_bytes());
    own.retain(|f| !f.rocm && f.kind == Kind::Function && f.library == library);
    if targets.is_empty() {
        return (Vec::new(), 0);
    }
    let bad = own
        .iter()
        .filter(|cuda| !targets.iter().any(|t| agree(cuda, t)));
    let shown = |cuda: &ApiFact<'_>| {
        format!(
            "{release} {} -> {}",
            cuda.prototype(name),
            targets[0].prototype(to)
        )
    };
    (bad.map(shown).collect(), own.len())
}

#[test]
fn a_plain_rename_keeps_the_parameters() {
    let mappings = Mappings::builtin();
    let mut wrong = BTreeSet::new();
    let mut compared = 0;
    for (major, minor, release) in RELEASES {
        for libraries in ["", "hip", "roc"] {
            let target = Target {
                rocm: RocmVersion { major, minor },
                libraries: LibraryChoice::parse(libraries).unwrap(),
            };
            for name in mappings.names().filter(|n| !n.contains("::")) {
                let (bad, count) = misfits(&mappings, name, &target, release);
                wrong.extend(bad);
                compared += count;
            }
        }
    }
    let open: Vec<_> = wrong
        .iter()
        .filter(|w| !EXPLAINED.iter().any(|(prototype, _)| w.contains(prototype)))
        .collect();
    assert!(compared > 10_000, "{compared} prototypes were compared");
    assert!(open.is_empty(), "{} {open:#?}", open.len());
}
