//! From sources and facts to a blob.

mod draft;
mod encode;
mod facts;
mod gather;

use crate::blob::Blob;
use crate::error::MappingError;
use crate::source::Source;

pub use facts::ApiFacts;

/// Compiles the sources of `mappings/` with the facts on both interfaces.
///
/// # Errors
/// The first thing in a source that is wrong: an unknown side or reason, a name that is decided
/// twice, a template that does not parse, a target that no ROCm release declares.
pub fn compile(sources: &[Source], facts: &ApiFacts) -> Result<Vec<u8>, MappingError> {
    let drafts = gather::gather(sources, facts, true)?;
    Ok(encode::encode(&drafts, sources, Some(facts)))
}

/// Compiles the sources of a user over the compiled-in tables.
pub(crate) fn compile_user(sources: &[Source], base: Blob<'_>) -> Result<Vec<u8>, MappingError> {
    let drafts = gather::gather(sources, &base, false)?;
    Ok(encode::encode(&drafts, sources, None))
}
