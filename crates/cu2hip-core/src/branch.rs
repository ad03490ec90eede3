//! Which parts of a text are for AMD already, and which are its CUDA-only siblings.

use cu2hip_syntax::Tree;
use cu2hip_syntax::directive::{Branch, TokenIndex};

use crate::condition::Condition;

/// Whom a branch of a conditional is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Audience {
    /// Anyone, as far as the condition tells.
    #[default]
    Both,
    /// Only AMD: the code is HIP already.
    Amd,
    /// Only CUDA, beside a branch for AMD.
    Cuda,
}

/// What a macro tells of the platform.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Platform {
    /// Set on AMD only.
    Amd,
    /// Set on AMD only, and there in one compilation of several.
    AmdDevice,
    /// Set on CUDA, and by a translation on AMD unless AMD's macros stand beside it.
    Cuda,
    /// Never set on AMD.
    NotAmd,
    /// Nothing.
    Any,
}

/// The audiences of all branches.
#[derive(Debug, Clone, Default)]
pub(crate) struct Branches {
    /// `(first token, token past the last, audience)` of the branches that are not for both.
    closed: Vec<(TokenIndex, TokenIndex, Audience)>,
    /// Directives whose condition names an AMD macro.
    amd_conditions: Vec<u32>,
}

/// The truth of one condition with the AMD macros defined, and without.
#[derive(Debug, Clone, Copy)]
struct Truths {
    on_amd: Option<bool>,
    elsewhere: Option<bool>,
}

impl Branches {
    /// Decides for all branches of `tree`; `tells` says what a macro means.
    pub(crate) fn new(tree: &Tree<'_>, tells: &dyn Fn(&[u8]) -> Platform) -> Self {
        let mut this = Self::default();
        let told = |n: TokenIndex| tells(tree.tokens.span(n as usize).of(tree.text));
        let is_amd = |n| matches!(told(n), Platform::Amd | Platform::AmdDevice);
        for group in &tree.preprocessor.conditionals {
            // `#else` holds where no condition before it does.
            let mut before = Truths {
                on_amd: Some(false),
                elsewhere: Some(false),
            };
            let directive = |b: &Branch| &tree.preprocessor.directives[b.directive as usize];
            let read = |b| Condition::read(tree, directive(b));
            let conditions: Vec<_> = group.branches.iter().map(read).collect();
            let beside_amd = conditions.iter().flatten().any(|c| names(c, &is_amd));
            for (branch, condition) in group.branches.iter().zip(&conditions) {
                let directive = directive(branch);
                let condition = condition.as_ref();
                let is_else = directive.arguments(&tree.tokens).next().is_none();
                let own = Truths {
                    on_amd: truth(condition, is_else, &|n| match told(n) {
                        Platform::Amd => Some(Some(1)),
                        Platform::NotAmd => Some(None),
                        Platform::Cuda => beside_amd.then_some(None),
                        Platform::Any | Platform::AmdDevice => None,
                    }),
                    // A translation makes tests of the device's compilation out of CUDA's: what
                    // stands behind them need not be for AMD yet.
                    elsewhere: truth(condition, is_else, &|n| {
                        (told(n) == Platform::Amd).then_some(None)
                    }),
                };
                if condition.is_some_and(|c| names(c, &is_amd)) {
                    this.amd_conditions.push(branch.directive);
                }
                let on_amd = and(not(before.on_amd), own.on_amd);
                let elsewhere = and(not(before.elsewhere), own.elsewhere);
                let audience = match (on_amd, elsewhere) {
                    (Some(false), Some(false)) => Audience::Both,
                    (_, Some(false)) => Audience::Amd,
                    (Some(false), _) => Audience::Cuda,
                    _ => Audience::Both,
                };
                if audience != Audience::Both {
                    this.closed.push((branch.start, branch.end, audience));
                }
                before.on_amd = or(before.on_amd, own.on_amd);
                before.elsewhere = or(before.elsewhere, own.elsewhere);
            }
        }
        this.closed
            .sort_unstable_by_key(|&(start, end, _)| (start, std::cmp::Reverse(end)));
        // Keep the outermost ranges: what is inside a closed branch is closed.
        let mut outer: Vec<(TokenIndex, TokenIndex, Audience)> = Vec::new();
        for range in this.closed.drain(..) {
            if outer.last().is_none_or(|last| last.1 <= range.0) {
                outer.push(range);
            }
        }
        this.closed = outer;
        this.amd_conditions.sort_unstable();
        this
    }

    /// Whom the token is for.
    pub(crate) fn audience(&self, token: TokenIndex) -> Audience {
        let after = self.closed.partition_point(|&(start, ..)| start <= token);
        after
            .checked_sub(1)
            .map(|i| self.closed[i])
            .filter(|&(_, end, _)| token < end)
            .map_or(Audience::Both, |(.., audience)| audience)
    }

    /// True if the directive's condition names an AMD macro.
    pub(crate) fn names_amd(&self, directive: u32) -> bool {
        self.amd_conditions.binary_search(&directive).is_ok()
    }
}

/// True if a condition names a macro of a kind.
fn names(condition: &Condition, is_kind: &dyn Fn(TokenIndex) -> bool) -> bool {
    let mut found = false;
    condition.walk(&mut |part| {
        if let Condition::Defined(n) | Condition::Name(n) = part {
            found |= is_kind(*n);
        }
    });
    found
}

fn truth(
    condition: Option<&Condition>,
    is_else: bool,
    known: &dyn Fn(TokenIndex) -> Option<Option<i64>>,
) -> Option<bool> {
    match condition {
        Some(condition) => condition.truth(known),
        None => is_else.then_some(true),
    }
}

fn not(a: Option<bool>) -> Option<bool> {
    a.map(|v| !v)
}

fn and(a: Option<bool>, b: Option<bool>) -> Option<bool> {
    match (a, b) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

fn or(a: Option<bool>, b: Option<bool>) -> Option<bool> {
    not(and(not(a), not(b)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use cu2hip_syntax::oracle::NoOracle;

    fn audience_of(text: &str, word: &str) -> Audience {
        let tree = Tree::parse(text.as_bytes(), &NoOracle);
        let branches = Branches::new(&tree, &|name| match name {
            b"USE_ROCM" | b"__HIPCC__" => Platform::Amd,
            b"NPP_H" => Platform::NotAmd,
            b"__HIP_DEVICE_COMPILE__" => Platform::AmdDevice,
            b"__CUDA_ARCH__" => Platform::Cuda,
            _ => Platform::Any,
        });
        let offset = text.find(word).unwrap() as u32;
        branches.audience(tree.tokens.at(offset) as TokenIndex)
    }

    #[test]
    fn amd_branches_and_their_siblings_are_closed() {
        let text = "#ifdef USE_ROCM\namd\n#else\ncuda\n#endif\nboth\n";
        assert_eq!(audience_of(text, "amd"), Audience::Amd);
        assert_eq!(audience_of(text, "cuda"), Audience::Cuda);
        assert_eq!(audience_of(text, "both"), Audience::Both);
    }

    #[test]
    fn what_is_not_compiled_for_amd_devices_may_be_for_its_host() {
        let text = "#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)\nboth\n#else\nhost\n#endif\n";
        assert_eq!(audience_of(text, "both"), Audience::Both);
        assert_eq!(audience_of(text, "host"), Audience::Both);
        let text = "#ifdef __HIP_DEVICE_COMPILE__\namd\n#elif defined(__CUDA_ARCH__)\ncuda\n#else\nhost\n#endif\n";
        assert_eq!(audience_of(text, "amd"), Audience::Both);
        assert_eq!(audience_of(text, "cuda"), Audience::Cuda);
        assert_eq!(audience_of(text, "host"), Audience::Both);
        let text = "#ifdef __CUDA_ARCH__\nboth\n#endif\n";
        assert_eq!(audience_of(text, "both"), Audience::Both);
    }

    #[test]
    fn what_a_missing_header_defines_is_never_set() {
        let text = "#ifdef NPP_H\nnpp\n#else\nboth\n#endif\n#if !defined(NPP_H)\nalso\n#endif\n";
        assert_eq!(audience_of(text, "npp"), Audience::Cuda);
        assert_eq!(audience_of(text, "both"), Audience::Both);
        assert_eq!(audience_of(text, "also"), Audience::Both);
    }

    #[test]
    fn polarity_and_operators_are_followed() {
        let text = "#if !defined(USE_ROCM) && defined(X)\ncuda\n#else\nboth\n#endif\n";
        assert_eq!(audience_of(text, "cuda"), Audience::Cuda);
        assert_eq!(audience_of(text, "both"), Audience::Both);
        let text = "#if defined(X) || defined(__HIPCC__)\nboth\n#endif\n";
        assert_eq!(audience_of(text, "both"), Audience::Both);
        let text = "#if defined(X) && USE_ROCM\namd\n#elif Y\nrest\n#endif\n";
        assert_eq!(audience_of(text, "amd"), Audience::Amd);
        assert_eq!(audience_of(text, "rest"), Audience::Both);
    }

    #[test]
    fn what_is_inside_a_closed_branch_is_closed() {
        let text = "#ifdef USE_ROCM\n#ifdef X\namd\n#else\ntoo\n#endif\n#endif\n";
        assert_eq!(audience_of(text, "too"), Audience::Amd);
    }
}
