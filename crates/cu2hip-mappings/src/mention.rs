//! A fast test whether a text can hold anything that the tables change or report.
//!
//! The words of the text are looked up one by one; the filters of the blob answer for nearly all of
//! them.

use crate::Mappings;

/// Beginnings of names that macros complete by pasting: `cublas ## name`.
const PASTED: [&[u8]; 7] = [
    b"cuda", b"cu", b"cublas", b"cudnn", b"nccl", b"CUDA_", b"CU",
];

/// Execution space specifiers and their kin.
const WORDS: [&[u8]; 8] = [
    b"__global__",
    b"__device__",
    b"__host__",
    b"__shared__",
    b"__constant__",
    b"__managed__",
    b"__launch_bounds__",
    b"__CUDA_ARCH__",
];

/// Beginnings of the names of interfaces and of their shared libraries.
const BEGINNINGS: [&[u8]; 7] = [
    b"cuda", b"CUDA", b"nvcuda", b"libcu", b"libnv", b"libnccl", b"libnpp",
];

/// Words of other languages and compilers that the tables know too and leave as they are.
const ORDINARY: [&[u8]; 3] = [b"norm", b"__restrict__", b"__noinline__"];

/// How a text speaks of CUDA.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mention {
    /// Not at all.
    Nothing,
    /// By device functions only that have ordinary words for names (`umin`) and are changed: device
    /// code has other names too, but a declaration of such a name matters to other files.
    OrdinaryWords,
    /// By names, headers or words that are CUDA's.
    Cuda,
}

/// What the tables say of one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Weight {
    /// No name or word begins so.
    Unknown,
    /// Names begin so, but this is none.
    Similar,
    /// Function of device code with an ordinary word for a name that does not stay.
    Ordinary,
    /// Namespace: it counts where it stands for one.
    Namespace,
    /// Name that belongs to CUDA wherever it stands.
    Name,
}

/// Weighs the words and literals of a text, in their order, until one speaks of CUDA.
#[derive(Debug)]
pub struct Mentions<'a> {
    mappings: &'a Mappings,
    found: Mention,
    follows_namespace: bool,
}

impl<'a> Mentions<'a> {
    /// Nothing seen so far.
    pub fn new(mappings: &'a Mappings) -> Self {
        Self {
            mappings,
            found: Mention::Nothing,
            follows_namespace: false,
        }
    }

    /// What the text has shown so far.
    pub fn found(&self) -> Mention {
        self.found
    }

    /// Takes an identifier and what stands behind it.
    pub fn word(&mut self, word: &[u8], rest: &[u8]) {
        let shows = match self.mappings.weigh(word) {
            Weight::Unknown => Mention::Nothing,
            Weight::Ordinary => Mention::OrdinaryWords,
            Weight::Similar if !speaks_of_cuda(word) => Mention::Nothing,
            Weight::Namespace
                if !self.follows_namespace && !qualifies(rest) && !speaks_of_cuda(word) =>
            {
                Mention::Nothing
            }
            Weight::Name if ORDINARY.contains(&word) => Mention::Nothing,
            Weight::Similar | Weight::Namespace | Weight::Name => Mention::Cuda,
        };
        self.found = self.found.max(shows);
        self.follows_namespace = word == b"namespace";
    }

    /// Takes a string or character literal, with its quotes: names in it are told from prose by a
    /// capital letter or an underscore.
    pub fn literal(&mut self, text: &[u8]) {
        let is_name = |word: &[u8]| match self.mappings.weigh(word) {
            Weight::Unknown => false,
            _ if WORDS.contains(&word) => true,
            Weight::Name => word.iter().any(|b| b.is_ascii_uppercase() || *b == b'_'),
            _ => BEGINNINGS
                .iter()
                .any(|b| word.len() > b.len() && word.starts_with(b)),
        };
        let words = || text.split(|b| !is_word(*b)).filter(|word| !word.is_empty());
        let mut all = words();
        // A literal that holds but the beginning of names is completed by others.
        let is_beginning = match (all.next(), all.next()) {
            (Some(only), None) => is_pasted(only),
            _ => false,
        };
        if is_beginning || words().any(is_name) {
            self.found = Mention::Cuda;
        }
    }
}

/// True if a `::` follows, or nothing that tells.
fn qualifies(rest: &[u8]) -> bool {
    let rest = rest.trim_ascii_start();
    rest.is_empty() || rest.starts_with(b"::")
}

/// The words that speak of CUDA by themselves, and beginnings of such words.
pub(crate) fn spoken() -> impl Iterator<Item = &'static [u8]> {
    WORDS.into_iter().chain(PASTED).chain(BEGINNINGS)
}

/// True for a word to which macros paste the rest of a name.
pub(crate) fn is_pasted(word: &[u8]) -> bool {
    matches!(word.first(), Some(b'c' | b'C' | b'n')) && PASTED.contains(&word)
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || byte >= 0x80
}

fn speaks_of_cuda(word: &[u8]) -> bool {
    WORDS.contains(&word) || is_pasted(word) || BEGINNINGS.iter().any(|b| word.starts_with(b))
}

#[cfg(test)]
mod tests {
    use super::{Mention, Mentions, is_word};
    use crate::Mappings;

    fn of(mappings: &Mappings, code: &str) -> Mention {
        let mut mentions = Mentions::new(mappings);
        let mut rest = code.as_bytes();
        while !rest.is_empty() {
            let length = rest.iter().take_while(|b| is_word(**b)).count();
            let (word, after) = rest.split_at(length.max(1));
            if length > 0 {
                mentions.word(word, after);
            }
            rest = after;
        }
        mentions.found()
    }

    #[test]
    fn words_count_not_parts_of_words() {
        let mappings = Mappings::builtin();
        let mentions = |text: &str| of(&mappings, text) == Mention::Cuda;
        for text in [
            "x = cudaFree(p);",
            "dlopen(\"libcudart.so\")",
            "cub::Sum",
            "cub ::Sum",
            "using namespace thrust;",
            "__global__",
            "#ifndef __NVCC__",
            "#ifdef __DRIVER_TYPES_H__",
            "a __ldg(b)",
            "CU ## Free",
            "cublas##f",
            "dlsym(h, name(nccl ## x))",
            "nppFree(p)",
        ] {
            assert!(mentions(text), "{text}");
        }
        for text in [
            "",
            "int x;",
            "CURRENT = transfuse(tanh(x), surface);",
            "cubic __fine",
            "#ifndef __FINE_H__",
            "look at(this), norm(x), T *__restrict__ p",
        ] {
            assert!(!mentions(text), "{text}");
        }
        assert_eq!(of(&mappings, "umin(a, b)"), Mention::OrdinaryWords);
        assert_eq!(of(&mappings, "tanh(a)"), Mention::Nothing);
    }

    #[test]
    fn literals_count_where_they_hold_names() {
        let mappings = Mappings::builtin();
        let mentions = |text: &str| {
            let mut mentions = Mentions::new(&mappings);
            mentions.literal(text.as_bytes());
            mentions.found() == Mention::Cuda
        };
        for text in [
            "\"cudaMalloc\"",
            "\"libcudart.so.12\"",
            "R\"(extern \"C\" __global__ void k() {})\"",
            "\"cu\"",
        ] {
            assert!(mentions(text), "{text}");
        }
        for text in [
            "\"\"",
            "\"half of the nodes at this level\"",
            "\"not built with CUDA\"",
            "\"float2 or dim3\"",
            "'c'",
        ] {
            assert!(!mentions(text), "{text}");
        }
    }

    #[test]
    fn rules_of_a_project_may_name_any_word() {
        let rules = (
            "r.toml",
            "library = \"runtime\"\n[rename]\nshort = \"long\"\n[[header]]\ncuda = \"own/a.h\"\nto = [\"b.h\"]\n",
        );
        let mappings = Mappings::builtin().with_user_rules(&[rules]).unwrap();
        assert_eq!(of(&mappings, "x = short;"), Mention::Cuda);
        assert_eq!(of(&mappings, "int x;"), Mention::Nothing);
    }
}
