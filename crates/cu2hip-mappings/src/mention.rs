//! A fast test whether a text can hold anything that the tables change or report.
//!
//! The words of the text are looked up one by one, comments and literals included; the filter of
//! the blob answers for nearly all of them.

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

/// What the tables say of words and header paths.
pub(crate) trait Known {
    /// False if no such name, nor a word that speaks of CUDA by itself, begins like `word`.
    fn may_be_name(&self, word: &[u8]) -> bool;
    /// True for a name that belongs to CUDA wherever it stands.
    fn is_name(&self, word: &[u8]) -> bool;
    /// True for the path of a header.
    fn is_header(&self, path: &[u8]) -> bool;
}

/// True if `text` has a word that `known` knows or that speaks of CUDA by itself, or includes a
/// header that `known` knows.
pub(crate) fn any(text: &[u8], known: &impl Known) -> bool {
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        if !is_word(text[at]) {
            if text[at] == b'#' && include_path(rest).is_some_and(|path| known.is_header(path)) {
                return true;
            }
            at += 1;
            continue;
        }
        let end = rest.iter().position(|b| !is_word(*b)).unwrap_or(rest.len());
        let word = &rest[..end];
        if known.may_be_name(word) && (known.is_name(word) || speaks_of_cuda(word)) {
            return true;
        }
        at += end;
    }
    false
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
    use crate::Mappings;

    #[test]
    fn words_count_not_parts_of_words() {
        let mappings = Mappings::builtin();
        for text in [
            "x = cudaFree(p);",
            "dlopen(\"libcudart.so\")",
            "cub::Sum",
            "# include <nvtx3/x.h>",
            "#include <mma.h>",
            "__global__",
            "a __ldg(b)",
            "CU ## Free",
            "cublas##f",
            "dlsym(h, name(nccl ## x))",
            "nppFree(p)",
        ] {
            assert!(mappings.mentions(text.as_bytes()), "{text}");
        }
        for text in [
            "",
            "int x;",
            "CURRENT = transfuse(tanh(x), surface);",
            "cubic __fine",
            "#ifndef __FINE_H__",
        ] {
            assert!(!mappings.mentions(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn rules_of_a_project_may_name_any_word() {
        let rules = (
            "r.toml",
            "library = \"runtime\"\n[rename]\nshort = \"long\"\n[[header]]\ncuda = \"own/a.h\"\nto = [\"b.h\"]\n",
        );
        let mappings = Mappings::builtin().with_user_rules(&[rules]).unwrap();
        assert!(mappings.mentions(b"x = short;"));
        assert!(mappings.mentions(b"#include \"own/a.h\""));
        assert!(!mappings.mentions(b"int x;"));
    }
}
