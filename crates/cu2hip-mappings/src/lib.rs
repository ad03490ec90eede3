//! The CUDA to HIP mapping tables.
//!
//! Decisions are written by people in `mappings/*.toml`, facts about both APIs
//! are generated into `mappings/api/`; both are compiled into one blob that is
//! read in place. This crate knows names, versions and call templates. It knows
//! no C++ and reads no file.

pub mod decision;
pub mod target;

pub use decision::{
    Action, CallRule, Condition, Decision, Flag, HeaderDecision, Kind, NamespaceDecision, Note,
    Reason, ValueChange,
};
pub use target::{LibraryChoice, RocmVersion, Side, Target, TargetError, TorchNames};

/// The tables: the compiled-in blob with the user's rules merged over it.
#[derive(Debug, Clone, Default)]
pub struct Mappings {}

impl Mappings {
    /// The compiled-in tables. Cheap: the blob is read in place.
    pub fn builtin() -> Self {
        Self::default()
    }

    /// What is decided for the identifier `name` (unqualified, or the last part of a qualified
    /// name of a library namespace, see [`Mappings::qualified`]) on `target`.
    pub fn decide(&self, name: &[u8], target: &Target) -> Option<Decision<'_>> {
        let _ = (name, target);
        None
    }

    /// What is decided for a name inside a library namespace: `("cub", "BlockReduce")`,
    /// `("nvcuda::wmma", "fragment")`, `("cooperative_groups", "reduce")`.
    pub fn qualified(
        &self,
        namespace: &[u8],
        name: &[u8],
        target: &Target,
    ) -> Option<Decision<'_>> {
        let _ = (namespace, name, target);
        None
    }

    /// What becomes of a namespace, by its full path (`cub`, `thrust::cuda`, `cuda::std`).
    pub fn namespace(&self, path: &[u8], target: &Target) -> Option<NamespaceDecision<'_>> {
        let _ = (path, target);
        None
    }

    /// What becomes of a member of a CUDA struct: `("cudaDeviceProp", "major")`.
    pub fn field(&self, record: &[u8], field: &[u8], target: &Target) -> Option<Decision<'_>> {
        let _ = (record, field, target);
        None
    }

    /// What becomes of a header, by the text between the delimiters of its include.
    pub fn header(&self, path: &[u8], target: &Target) -> Option<HeaderDecision<'_>> {
        let _ = (path, target);
        None
    }

    /// The family rule for a name that has no entry of its own (`nvml*`, `npp*`, `nvshmem*`).
    pub fn family(&self, name: &[u8], target: &Target) -> Option<Decision<'_>> {
        let _ = (name, target);
        None
    }

    /// True if the headers of the target release declare `name`; none for names outside the
    /// tables' reach.
    pub fn target_declares(&self, name: &[u8], rocm: RocmVersion) -> bool {
        let _ = (name, rocm);
        false
    }

    /// Substrings one of which stands in every name that the tables change or report
    /// (lower and upper case as spelled), at most 64, for a fast test of whole files.
    pub fn stems(&self) -> &[&'static str] {
        &[]
    }
}
