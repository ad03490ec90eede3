//! Reading files, each kind by its own rules.

pub(crate) mod build;
pub(crate) mod cpp;
pub(crate) mod dependencies;
pub(crate) mod fortran;
pub(crate) mod notebook;
pub(crate) mod plain;
pub(crate) mod python;
