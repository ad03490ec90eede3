//! A fast test whether a text can hold anything that the tables change or report.
//!
//! The words of the text are looked up one by one; the filters of the blob answer for nearly all of
//! them.

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

/// What the tables say of words and header paths.
pub(crate) trait Known {
    /// What a word by itself shows; a fast test answers for nearly all.
    fn weigh(&self, word: &[u8]) -> Weight;
    /// True for the path of a header.
    fn is_header(&self, path: &[u8]) -> bool;
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

/// How `text`, code without literals, speaks of CUDA. Comments and literals in it count as code.
pub(crate) fn in_code(text: &[u8], known: &impl Known) -> Mention {
    let mut found = Mention::Nothing;
    let mut at = 0;
    let mut follows_namespace = false;
    while at < text.len() {
        let rest = &text[at..];
        if !is_word(text[at]) {
            if text[at] == b'#' && include_path(rest).is_some_and(|path| known.is_header(path)) {
                return Mention::Cuda;
            }
            at += 1;
            continue;
        }
        let end = rest.iter().position(|b| !is_word(*b)).unwrap_or(rest.len());
        let word = &rest[..end];
        at += end;
        let is_cuda = match known.weigh(word) {
            Weight::Unknown => false,
            Weight::Similar => speaks_of_cuda(word),
            Weight::Ordinary => {
                found = Mention::OrdinaryWords;
                false
            }
            Weight::Namespace => {
                follows_namespace || qualifies(&text[at..]) || speaks_of_cuda(word)
            }
            Weight::Name => !ORDINARY.contains(&word),
        };
        if is_cuda {
            return Mention::Cuda;
        }
        follows_namespace = word == b"namespace";
    }
    found
}

/// True if a string or character literal, given with its quotes, speaks of CUDA: names in it are
/// told from prose by a capital letter or an underscore.
pub(crate) fn in_literal(text: &[u8], known: &impl Known) -> bool {
    let is_name = |word: &[u8]| match known.weigh(word) {
        Weight::Unknown => false,
        Weight::Name => {
            WORDS.contains(&word) || word.iter().any(|b| b.is_ascii_uppercase() || *b == b'_')
        }
        _ => {
            WORDS.contains(&word)
                || BEGINNINGS
                    .iter()
                    .any(|b| word.len() > b.len() && word.starts_with(b))
        }
    };
    let words = || text.split(|b| !is_word(*b)).filter(|word| !word.is_empty());
    let mut all = words();
    // A literal that holds but the beginning of names is completed by others.
    if let (Some(only), None) = (all.next(), all.next())
        && is_pasted(only)
    {
        return true;
    }
    words().any(is_name)
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
    PASTED.contains(&word)
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || byte >= 0x80
}

fn speaks_of_cuda(word: &[u8]) -> bool {
    WORDS.contains(&word) || is_pasted(word) || BEGINNINGS.iter().any(|b| word.starts_with(b))
}

/// The path in an `#include` that `text` begins with.
fn include_path(text: &[u8]) -> Option<&[u8]> {
    let line = text[1..].split(|b| matches!(b, b'\n' | b'\r')).next()?;
    let rest = line.trim_ascii_start().strip_prefix(b"include")?;
    let open = rest.iter().position(|b| matches!(b, b'<' | b'"'))?;
    rest[open + 1..].split(|b| matches!(b, b'>' | b'"')).next()
}

#[cfg(test)]
mod tests {
    use super::Mention;
    use crate::Mappings;

    #[test]
    fn words_count_not_parts_of_words() {
        let mappings = Mappings::builtin();
        let mentions = |text: &str| mappings.mention(text.as_bytes()) == Mention::Cuda;
        for text in [
            "x = cudaFree(p);",
            "dlopen(\"libcudart.so\")",
            "cub::Sum",
            "cub ::Sum",
            "using namespace thrust;",
            "# include <nvtx3/x.h>",
            "#include <mma.h>",
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
        assert_eq!(mappings.mention(b"umin(a, b)"), Mention::OrdinaryWords);
        assert_eq!(mappings.mention(b"tanh(a)"), Mention::Nothing);
    }

    #[test]
    fn literals_count_where_they_hold_names() {
        let mappings = Mappings::builtin();
        for text in [
            "\"cudaMalloc\"",
            "\"libcudart.so.12\"",
            "R\"(extern \"C\" __global__ void k() {})\"",
            "\"cu\"",
        ] {
            assert!(mappings.is_mentioned_in_literal(text.as_bytes()), "{text}");
        }
        for text in [
            "\"\"",
            "\"half of the nodes at this level\"",
            "\"not built with CUDA\"",
            "\"float2 or dim3\"",
            "'c'",
        ] {
            assert!(!mappings.is_mentioned_in_literal(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn rules_of_a_project_may_name_any_word() {
        let rules = (
            "r.toml",
            "library = \"runtime\"\n[rename]\nshort = \"long\"\n[[header]]\ncuda = \"own/a.h\"\nto = [\"b.h\"]\n",
        );
        let mappings = Mappings::builtin().with_user_rules(&[rules]).unwrap();
        assert_eq!(mappings.mention(b"x = short;"), Mention::Cuda);
        assert_eq!(mappings.mention(b"#include \"own/a.h\""), Mention::Cuda);
        assert_eq!(mappings.mention(b"int x;"), Mention::Nothing);
    }
}
