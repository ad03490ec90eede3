//! The names of build files, compiled in from `mappings/build/`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use cu2hip_mappings::{LibraryChoice, Side};
use serde::Deserialize;

/// What is linked in the place of a CUDA library.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Counterpart {
    /// Name for `find_package`; none if it has no package.
    pub(super) package: Option<String>,
    /// Target of CMake.
    pub(super) target: String,
    /// Name after `-l`.
    pub(super) link: String,
}

/// A CUDA library.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Library {
    family: Option<String>,
    hip: Option<Counterpart>,
    roc: Option<Counterpart>,
    /// What to do where there is no counterpart.
    pub(super) advice: Option<String>,
}

impl Library {
    /// The counterpart for a choice of libraries.
    pub(super) fn counterpart(&self, choice: &LibraryChoice) -> Option<&Counterpart> {
        let side = self
            .family
            .as_ref()
            .map_or(Side::Hip, |family| choice.side(family));
        match side {
            Side::Roc => self.roc.as_ref().or(self.hip.as_ref()),
            Side::Hip => self.hip.as_ref(),
        }
    }
}

/// A flag that only nvcc knows.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Flag {
    /// What the HIP compiler takes; none if the flag goes.
    pub(super) to: Option<String>,
    /// The next word goes with the flag.
    pub(super) argument: bool,
    /// The next word stays where the flag goes.
    pub(super) pass: bool,
    /// The value that `to` stands for; another one is decided by a person.
    pub(super) value: Option<String>,
    /// What a rename would hide.
    pub(super) advice: Option<String>,
}

/// A name of CMake.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct CmakeName {
    /// Its name in a HIP build.
    pub(super) to: Option<String>,
    /// What to do.
    pub(super) advice: Option<String>,
    /// The new name is right although there is advice.
    pub(super) exact: bool,
    /// Its value is a list of architectures.
    pub(super) architectures: bool,
    /// It is a list, and its new name takes one text with blanks.
    pub(super) list: bool,
    /// It stands for a library.
    pub(super) library: Option<String>,
}

/// The names of CMake.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Cmake {
    /// For `find_package`.
    pub(super) packages: BTreeMap<String, String>,
    /// Commands.
    pub(super) commands: BTreeMap<String, CmakeName>,
    /// Variables and properties.
    pub(super) variables: BTreeMap<String, CmakeName>,
    /// Texts inside arguments.
    pub(super) texts: BTreeMap<String, String>,
}

/// All tables.
#[derive(Debug, Default)]
pub(super) struct Tables {
    /// By the name after `CUDA::` and `-l`.
    pub(super) libraries: BTreeMap<String, Library>,
    /// By the whole word.
    pub(super) flags: BTreeMap<String, Flag>,
    /// Names of CMake.
    pub(super) cmake: Cmake,
}

/// The compiled-in tables. A test makes sure that they can be read.
pub(super) fn tables() -> &'static Tables {
    static TABLES: LazyLock<Tables> = LazyLock::new(|| Tables {
        libraries: read(include_str!("../../data/libraries.toml")),
        flags: read(include_str!("../../data/flags.toml")),
        cmake: read(include_str!("../../data/cmake.toml")),
    });
    &TABLES
}

fn read<T: for<'a> Deserialize<'a> + Default>(text: &str) -> T {
    toml::from_str(text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_can_be_read_and_are_whole() {
        toml::from_str::<BTreeMap<String, Library>>(include_str!("../../data/libraries.toml"))
            .unwrap();
        toml::from_str::<BTreeMap<String, Flag>>(include_str!("../../data/flags.toml")).unwrap();
        toml::from_str::<Cmake>(include_str!("../../data/cmake.toml")).unwrap();
        for (name, library) in &tables().libraries {
            let told = library.hip.is_some() || library.advice.is_some();
            assert!(told, "{name} has neither a counterpart nor advice");
        }
        for (name, entry) in &tables().cmake.variables {
            let library = entry.library.as_ref();
            assert!(
                library.is_none_or(|l| tables().libraries.contains_key(l)),
                "{name}"
            );
            let told = entry.to.is_some() || entry.advice.is_some() || library.is_some();
            assert!(told, "{name}");
        }
    }

    #[test]
    fn the_library_choice_decides() {
        let target = |name: &str, choice: &str| {
            let choice = LibraryChoice::parse(choice).unwrap();
            tables().libraries[name]
                .counterpart(&choice)
                .unwrap()
                .target
                .clone()
        };
        assert_eq!(target("cublas", ""), "roc::rocblas");
        assert_eq!(target("cublas", "cublas=hip"), "roc::hipblas");
        assert_eq!(target("cufft", ""), "hip::hipfft");
        assert_eq!(target("cufft", "roc"), "hip::hipfft");
        assert_eq!(target("cublasLt", "roc"), "roc::hipblaslt");
    }
}
