//! The CUDA to HIP mapping tables.
//!
//! Decisions are written by people in `mappings/*.toml`, facts about both APIs
//! are generated into `mappings/api/`; both are compiled into one blob that is
//! read in place. This crate knows names, versions and call templates. It knows
//! no C++ and reads no file.

mod blob;
mod macros;
mod mention;
mod read;

pub mod api;
pub mod compile;
pub mod decision;
pub mod error;
pub mod fact;
pub mod source;
pub mod target;
pub mod template;

use std::fmt;
use std::sync::{Arc, OnceLock};

pub use decision::{
    Action, CallRule, Condition, Decision, Define, Flag, HeaderDecision, Kind, MacroRole,
    NamespaceDecision, Note, Reason, ValueChange,
};
pub use error::MappingError;
pub use fact::ApiFact;
pub use mention::{Mention, Mentions};
pub use target::{LibraryChoice, RocmVersion, Side, Target, TargetError, TorchNames};
pub use template::{Piece, Template, TemplateError, Wrap};

use blob::{Blob, Cursor, Layout};
use mention::Weight;
use read::NameRecord;
use source::Source;

/// The compiled-in tables.
static TABLES: &[u8] = include_bytes!("tables.bin");

/// The tables: the compiled-in blob with the user's rules merged over it.
#[derive(Clone)]
pub struct Mappings {
    layout: Layout,
    strings: &'static str,
    user: Option<Arc<UserRules>>,
}

/// The compiled rules of a project.
struct UserRules {
    bytes: Vec<u8>,
    strings: String,
    layout: Layout,
}

impl fmt::Debug for Mappings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mappings")
            .field("user_rules", &self.user.is_some())
            .finish_non_exhaustive()
    }
}

impl Default for Mappings {
    fn default() -> Self {
        Self::builtin()
    }
}

impl Mappings {
    /// The compiled-in tables. Cheap: the blob is read in place.
    pub fn builtin() -> Self {
        static STRINGS: OnceLock<&str> = OnceLock::new();
        let layout = Layout::of(TABLES);
        Self {
            layout,
            strings: STRINGS.get_or_init(|| layout.strings(TABLES)),
            user: None,
        }
    }

    /// The tables with rules of a project over them. The files have the schema of `mappings/`.
    ///
    /// # Errors
    /// [`MappingError`] with file, line and key for the first rule that is wrong.
    pub fn with_user_rules(&self, files: &[(&str, &str)]) -> Result<Self, MappingError> {
        let sources = files
            .iter()
            .map(|(name, text)| Source::parse(name, text))
            .collect::<Result<Vec<_>, _>>()?;
        let bytes = compile::compile_user(&sources, self.base())?;
        let layout = Layout::of(&bytes);
        let strings = layout.strings(&bytes).to_owned();
        let user = UserRules {
            bytes,
            strings,
            layout,
        };
        Ok(Self {
            user: Some(Arc::new(user)),
            ..*self
        })
    }

    #[inline]
    fn base(&self) -> Blob<'_> {
        Blob::new(TABLES, self.strings, &self.layout)
    }

    #[inline]
    fn user(&self) -> Option<Blob<'_>> {
        let user = self.user.as_deref()?;
        Some(Blob::new(&user.bytes, &user.strings, &user.layout))
    }

    /// The first record for a key: the user's, then the compiled-in one.
    fn record(&self, parts: &[&[u8]]) -> Option<Cursor<'_>> {
        self.user()
            .and_then(|b| b.name_of(parts))
            .or_else(|| self.base().name_of(parts))
    }

    /// The decision for a key, where the user's remark may stand on a compiled-in decision.
    fn decision(&self, parts: &[&[u8]], target: &Target) -> Option<Decision<'_>> {
        let Some(user) = self.user().and_then(|b| b.name_of(parts)) else {
            return NameRecord::read(self.base().name_of(parts)?).decision(target);
        };
        let user = NameRecord::read(user);
        if let Some(mut decision) = user.decision(target) {
            // A name that only the project has is meant wherever it is called.
            decision.unprefixed &= self.base().name_of(parts).is_some();
            return Some(decision);
        }
        let mut decision = NameRecord::read(self.base().name_of(parts)?).decision(target)?;
        decision.note = user.note(target).or(decision.note);
        Some(decision)
    }

    /// False if no name, namespace or family of the tables begins like `name`: a fast test.
    #[inline]
    pub fn may_know(&self, name: &[u8]) -> bool {
        self.base().may_know(name) || self.user().is_some_and(|blob| blob.may_know(name))
    }

    /// What is decided for the identifier `name` (unqualified, or the last part of a qualified
    /// name of a library namespace, see [`Mappings::qualified`]) on `target`.
    pub fn decide(&self, name: &[u8], target: &Target) -> Option<Decision<'_>> {
        if self.user.is_none() {
            return NameRecord::read(self.base().name(name)?).decision(target);
        }
        self.decision(&[name], target)
    }

    /// Whether something is decided for an identifier, as [`Mappings::decide`] tells, and then whether
    /// it is an ordinary word ([`Decision::unprefixed`]): the answer without the decision.
    pub fn is_decided(&self, name: &[u8], target: &Target) -> Option<bool> {
        if self.user.is_some() {
            return self.decide(name, target).map(|d| d.unprefixed);
        }
        let record = NameRecord::read(self.base().name(name)?);
        record.decides(target).then_some(record.unprefixed)
    }

    /// What is decided for a name that stands as an argument of a call into `library`, or whose
    /// type comes from there: names that CUDA's libraries share are spelled for the library of the
    /// callee. `CUDA_R_32F` is `HIP_R_32F` for hipBLASLt and `rocblas_datatype_f32_r` for rocBLAS,
    /// `CUBLAS_OP_N` is `HIPBLAS_OP_N` in a call of cuSOLVER even where cuBLAS goes to rocBLAS.
    pub fn decide_for(&self, name: &[u8], library: &str, target: &Target) -> Option<Decision<'_>> {
        let roc = target.side_of(library) == Side::Roc;
        if roc && library == "cusparse" {
            let special = self.decision(&[b"cusparse::", name], target);
            if special.is_some() {
                return special;
            }
        }
        let blas = target::roc_family(library) == "cublas";
        let side = if blas && roc { Side::Roc } else { Side::Hip };
        let mut libraries = target.libraries.clone().with("datatype", side);
        if !blas {
            libraries = libraries.with("cublas", Side::Hip);
        }
        if library != "cusparse" {
            libraries = libraries.with("cusparse", Side::Hip);
        }
        let target = Target {
            rocm: target.rocm,
            libraries,
        };
        self.decide(name, &target)
    }

    /// What is decided for a function of cuBLAS in a file with its first header, `cublas.h`, which
    /// declares the calls without handle under the same names; none for other names.
    pub fn decide_without_handle(&self, name: &[u8], target: &Target) -> Option<Decision<'_>> {
        let decision = self.decide(name, target)?;
        let is_first = |f: &ApiFact<'_>| !f.rocm && f.library == "cublas-legacy";
        if decision.library != "cublas" || !self.facts(name).iter().any(is_first) {
            return None;
        }
        let nearest = match decision.action {
            Action::Rename(to) => Some(to),
            _ => None,
        };
        let flag = Flag {
            reason: Reason::Differs,
            detail: Some(
                "every call takes a handle first, enumerators for the characters and scalars by address",
            ),
            advice: Some(
                "Create a handle once, pass it first, write the operations as enumerators and the addresses of the scalars.",
            ),
            nearest,
            effort: "minutes",
            code: Some("CH4004"),
        };
        Some(Decision {
            action: Action::Flag(flag),
            note: None,
            ..decision
        })
    }

    /// What is decided for a name inside a library namespace: `("cub", "BlockReduce")`,
    /// `("nvcuda::wmma", "fragment")`, `("cooperative_groups", "reduce")`.
    pub fn qualified(
        &self,
        namespace: &[u8],
        name: &[u8],
        target: &Target,
    ) -> Option<Decision<'_>> {
        self.decision(&[namespace, b"::", name], target)
    }

    /// What becomes of a namespace, by its full path (`cub`, `thrust::cuda`, `cuda::std`). A
    /// namespace inside one that stays or is reported is treated as that one.
    pub fn namespace(&self, path: &[u8], target: &Target) -> Option<NamespaceDecision<'_>> {
        if let Some(record) = self.record(&[b"@", path]) {
            return Some(read::namespace(record, target));
        }
        let mut outer = path;
        while let Some(at) = outer.windows(2).rposition(|w| w == b"::") {
            outer = &outer[..at];
            if let Some(record) = self.record(&[b"@", outer]) {
                let decision = read::namespace(record, target);
                return Some(decision).filter(|d| d.to.is_none());
            }
        }
        None
    }

    /// What becomes of a member of a CUDA struct: `("cudaDeviceProp", "major")`.
    pub fn field(&self, record: &[u8], field: &[u8], target: &Target) -> Option<Decision<'_>> {
        self.decision(&[record, b"::", field], target)
    }

    /// What becomes of a header, by the text between the delimiters of its include.
    pub fn header(&self, path: &[u8], target: &Target) -> Option<HeaderDecision<'_>> {
        let exact = self.record(&[b"#", path]);
        let record = exact
            .or_else(|| read::pattern(self.user()?, path))
            .or_else(|| read::pattern(self.base(), path))?;
        Some(read::header(record, target))
    }

    /// What a macro that a conditional tests tells about the platform: `__HIP_PLATFORM_AMD__`,
    /// `USE_ROCM`, `__CUDACC__`, the include guard `CUBLAS_V2_H_`, the version `CUDART_VERSION`.
    pub fn macro_role(&self, name: &[u8], target: &Target) -> Option<MacroRole<'_>> {
        self.user()
            .and_then(|b| macros::role(b, name, target))
            .or_else(|| macros::role(self.base(), name, target))
    }

    /// All names of the tables in no order: plain ones, and those of namespaces and records with
    /// `::`. For searches and tests.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.base()
            .keys()
            .filter(|k| !k.starts_with(['#', '@', '!', '~']))
    }

    /// The family rule for a name that has no entry of its own (`nvml*`, `npp*`, `nvshmem*`).
    pub fn family(&self, name: &[u8], target: &Target) -> Option<Decision<'_>> {
        let _ = target;
        let hit = self
            .user()
            .and_then(|b| read::family(b, name))
            .or_else(|| read::family(self.base(), name))?;
        Some(Decision {
            name: hit.prefix,
            kind: Kind::Function,
            library: hit.library,
            action: Action::Flag(hit.flag),
            arity: None,
            note: None,
            value: None,
            unprefixed: false,
            id: hit.id,
        })
    }

    /// True if the headers of the target release declare `name` (with its namespace, as in
    /// `hipcub::BlockReduce`) or its compiler knows it; false for names outside the tables' reach.
    pub fn target_declares(&self, name: &[u8], rocm: RocmVersion) -> bool {
        let mask = read::rocm_mask(self.base(), name);
        mask != 0 && read::declared(mask, rocm)
    }

    /// What the headers of both interfaces say of a name.
    pub fn facts(&self, name: &[u8]) -> Vec<ApiFact<'_>> {
        fact::facts(self.base(), name)
    }

    /// True for a word to which macros paste the rest of a name of CUDA: `cublas ## name`.
    pub fn is_pasted_beginning(word: &[u8]) -> bool {
        mention::is_pasted(word)
    }

    /// What a word of a text shows by itself.
    fn weigh(&self, word: &[u8]) -> Weight {
        match self.user() {
            // Rules of a project may name any word.
            Some(user) if user.may_know(word) => Weight::Name,
            _ => read::weigh(self.base(), word),
        }
    }
}
