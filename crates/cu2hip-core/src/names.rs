//! What the parser is told of names: which matter, and what macros stand for.

use std::cell::RefCell;

use cu2hip_mappings::{Action, Kind, Mappings, Target};
use cu2hip_syntax::oracle::{MacroShape, NameClass, Oracle};

use rustc_hash::FxHashMap;

use crate::index::ProjectIndex;

/// Names of the tables and of the project, as the parser needs to know them.
pub(crate) struct NameOracle<'a> {
    mappings: &'a Mappings,
    target: &'a Target,
    index: &'a ProjectIndex,
    /// The text is known to hold no name that matters; only the shapes of macros are asked for.
    is_quiet: bool,
    /// Answers given before: a text repeats its names.
    answers: RefCell<FxHashMap<Vec<u8>, NameClass>>,
}

impl<'a> NameOracle<'a> {
    pub(crate) fn new(mappings: &'a Mappings, target: &'a Target, index: &'a ProjectIndex) -> Self {
        Self {
            mappings,
            target,
            index,
            is_quiet: false,
            answers: RefCell::default(),
        }
    }

    /// For a text of which it is known that it holds no name of the tables.
    pub(crate) fn quiet(
        mappings: &'a Mappings,
        target: &'a Target,
        index: &'a ProjectIndex,
    ) -> Self {
        Self {
            is_quiet: true,
            ..Self::new(mappings, target, index)
        }
    }

    fn decided(&self, name: &[u8]) -> NameClass {
        let is_ordinary = self.mappings.is_decided(name, self.target);
        let (known, hot) = if let Some(is_ordinary) = is_ordinary {
            (true, !is_ordinary || is_watched(name))
        } else {
            let found = is_watched(name)
                || looks_like_api(name)
                || self.mappings.namespace(name, self.target).is_some()
                || self.mappings.family(name, self.target).is_some();
            (found, found)
        };
        NameClass {
            hot,
            known,
            shape: MacroShape::None,
        }
    }

    fn look_up(&self, name: &[u8]) -> NameClass {
        // Most names begin like none of the tables: those are not worth remembering.
        if !self.mappings.may_know(name) {
            let hot = is_watched(name) || looks_like_api(name);
            return NameClass {
                hot,
                known: hot,
                shape: MacroShape::None,
            };
        }
        if let Some(known) = self.answers.borrow().get(name) {
            return *known;
        }
        let class = self.decided(name);
        self.answers.borrow_mut().insert(name.to_vec(), class);
        class
    }
}

impl Oracle for NameOracle<'_> {
    fn classify(&self, name: &[u8]) -> NameClass {
        let class = if self.is_quiet {
            NameClass::default()
        } else {
            self.look_up(name)
        };
        match self.index.macro_shape(name) {
            MacroShape::None => class,
            shape => NameClass {
                hot: true,
                shape,
                ..class
            },
        }
    }

    fn arity(&self, name: &[u8]) -> Option<(u8, u8)> {
        self.mappings
            .decide(name, self.target)
            .and_then(|d| d.arity)
    }

    fn is_type(&self, name: &[u8]) -> bool {
        self.mappings
            .decide(name, self.target)
            .is_some_and(|d| d.kind == Kind::Type && !matches!(d.action, Action::Call { .. }))
    }
}

/// Names that rules of their own look at: parts of namespaces, macros of the compiler.
fn is_watched(name: &[u8]) -> bool {
    matches!(
        name,
        b"warpSize"
            | b"nvcuda"
            | b"wmma"
            | b"cg"
            | b"__CUDA_ARCH__"
            | b"dlopen"
            | b"dlmopen"
            | b"dlsym"
            | b"dlvsym"
    ) || Mappings::is_pasted_beginning(name)
        || name.starts_with(b"LoadLibrary")
        || name == b"GetProcAddress"
        || crate::compat::host_form(name).is_some()
}

/// Spellings of the interfaces: a name that starts so and goes on with one of the given kinds of
/// letter is CUDA's, or made to look so.
const PREFIXES: [(&[u8], Next); 22] = [
    (b"cuda", Next::Upper),
    (b"CUDA_", Next::Upper),
    (b"cublasLt", Next::Upper),
    (b"cublas", Next::Upper),
    (b"CUBLAS_", Next::Upper),
    (b"cudnn", Next::Upper),
    (b"CUDNN_", Next::Upper),
    (b"cufft", Next::Upper),
    (b"CUFFT_", Next::Upper),
    (b"curand", Next::Upper),
    (b"curand_", Next::Any),
    (b"CURAND_", Next::Upper),
    (b"cusparse", Next::Upper),
    (b"CUSPARSE_", Next::Upper),
    (b"cusolver", Next::Upper),
    (b"CUSOLVER_", Next::Upper),
    (b"nccl", Next::Upper),
    (b"nvrtc", Next::Upper),
    (b"NVRTC_", Next::Upper),
    (b"nvml", Next::Upper),
    (b"cupti", Next::Upper),
    (b"nvtx", Next::Upper),
];

#[derive(Debug, Clone, Copy)]
enum Next {
    Upper,
    Any,
}

/// True if the name has the form of a CUDA interface name.
pub(crate) fn looks_like_api(name: &[u8]) -> bool {
    // Asked for every name of a text: two letters answer for nearly all.
    if !matches!(
        name,
        [b'c' | b'C', b'u' | b'U', ..] | [b'n' | b'N', b'c' | b'v' | b'V', ..]
    ) {
        return false;
    }
    PREFIXES.iter().any(|(prefix, next)| {
        name.strip_prefix(*prefix)
            .and_then(<[u8]>::first)
            .is_some_and(|c| match next {
                Next::Upper => c.is_ascii_uppercase(),
                Next::Any => c.is_ascii_alphanumeric(),
            })
    })
}
