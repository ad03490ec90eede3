//! What the headers say of a name.

use serde::Serialize;

use crate::api::{CUDA_RELEASES, ROCM_RELEASES};
use crate::blob::Blob;
use crate::decision::Kind;
use crate::read::kind;

/// One declaration in the headers of CUDA or ROCm.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ApiFact<'a> {
    /// True for a declaration of ROCm.
    pub rocm: bool,
    /// What it is.
    pub kind: Kind,
    /// Library.
    pub library: &'a str,
    /// Header, relative to the include folder.
    pub header: &'a str,
    /// Releases whose headers have it.
    pub releases: Vec<&'static str>,
    /// Return type, or type of a field or variable; empty if there is none.
    pub returns: &'a str,
    /// Parameters, `=?` after one that has a default.
    pub parameters: Vec<&'a str>,
    /// Number of an enumerator or macro.
    pub value: Option<&'a str>,
    /// Enum of an enumerator, or what a type stands for.
    pub under: Option<&'a str>,
}

impl ApiFact<'_> {
    /// The declaration as C++, as far as it is known: `int f(int a)`.
    pub fn prototype(&self, name: &str) -> String {
        match self.kind {
            Kind::Function | Kind::DeviceFunction => {
                format!("{} {name}({})", self.returns, self.parameters.join(", "))
            }
            Kind::Variable | Kind::Field => format!("{} {name}", self.returns),
            _ => name.to_owned(),
        }
    }
}

/// All declarations of a name, CUDA's first.
pub(crate) fn facts<'a>(blob: Blob<'a>, name: &[u8]) -> Vec<ApiFact<'a>> {
    let Some(mut at) = blob.facts(name) else {
        return Vec::new();
    };
    let _name = at.string();
    let _mask = at.byte();
    let count = at.byte();
    (0..count)
        .map(|_| {
            let rocm = at.byte() == 1;
            let kind = kind(at.byte());
            let versions = at.byte();
            let releases = if rocm {
                let hit = ROCM_RELEASES.iter().filter(|r| versions & r.0 != 0);
                hit.map(|r| r.3).collect()
            } else {
                let hit = CUDA_RELEASES.iter().filter(|r| versions & r.0 != 0);
                hit.map(|r| r.1).collect()
            };
            ApiFact {
                rocm,
                kind,
                releases,
                library: at.string(),
                header: at.string(),
                returns: at.string(),
                value: at.optional(),
                under: at.optional(),
                parameters: {
                    let count = at.byte();
                    (0..count).map(|_| at.string()).collect()
                },
            }
        })
        .collect()
}
