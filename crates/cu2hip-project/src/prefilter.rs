//! A fast test whether a file can hold anything that the tables change or report.

use aho_corasick::{AhoCorasick, packed};

use crate::kind::FileKind;

/// Looks for the stems of the tables in whole files.
#[derive(Debug)]
pub struct Prefilter(Matcher);

#[derive(Debug)]
enum Matcher {
    /// No stems: nothing can be ruled out.
    Off,
    /// SIMD search; the set of stems is small enough for it.
    Teddy(packed::Searcher),
    /// On processors without it.
    Automaton(AhoCorasick),
}

impl Prefilter {
    /// A filter for `stems` (see `Mappings::stems`); without stems everything passes.
    pub fn new(stems: &[&str]) -> Self {
        if stems.is_empty() || stems.iter().any(|stem| stem.is_empty()) {
            return Self(Matcher::Off);
        }
        let teddy = packed::Config::new().builder().extend(stems).build();
        Self(match teddy {
            Some(searcher) => Matcher::Teddy(searcher),
            None => AhoCorasick::new(stems).map_or(Matcher::Off, Matcher::Automaton),
        })
    }

    /// False if `text` cannot hold CUDA. Files that are CUDA by name always pass.
    pub fn may_hold_cuda(&self, kind: FileKind, text: &[u8]) -> bool {
        kind.is_cuda()
            || match &self.0 {
                Matcher::Off => true,
                Matcher::Teddy(searcher) => searcher.find(text).is_some(),
                Matcher::Automaton(automaton) => automaton.is_match(text),
            }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_sources_are_filtered() {
        let filter = Prefilter::new(&["cuda", "__global__", "cublas"]);
        assert!(filter.may_hold_cuda(FileKind::Source, b"int x = cudaFree(p);"));
        assert!(!filter.may_hold_cuda(FileKind::Header, b"int x;"));
        assert!(filter.may_hold_cuda(FileKind::Cuda, b"int x;"));
    }

    #[test]
    fn without_stems_everything_passes() {
        assert!(Prefilter::new(&[]).may_hold_cuda(FileKind::Source, b"int x;"));
    }
}
