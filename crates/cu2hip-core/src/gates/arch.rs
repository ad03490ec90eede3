//! Conditionals that compare `__CUDA_ARCH__` with a number: which of their branches AMD devices
//! take.
//!
//! The branch for the newest device that holds nothing of NVIDIA's own is taken. HIP does not
//! define the macro: where the branch that is left then is that one, nothing changes.

use std::ops::Range;

use cu2hip_mappings::Action;
use cu2hip_syntax::ast::NodeKind;
use cu2hip_syntax::directive::{
    Branch, Conditional, Directive, DirectiveKind, TokenIndex, read_include,
};
use cu2hip_syntax::text::Span;
use cu2hip_syntax::token::TokenKind as T;
use rustc_hash::FxHashSet;

use super::ARCH_MACRO;
use crate::compat;
use crate::condition::{Condition, parse_integer};
use crate::file::{File, Lookup};
use crate::sink::Sink;

/// Compute capabilities to try, the newest first.
const DEVICES: [i64; 12] = [1000, 900, 890, 860, 800, 750, 720, 700, 610, 600, 530, 350];

/// Text that counts for itself: asm statements that stay, and what an earlier run has written.
struct Stays<'s> {
    asm: &'s [TokenIndex],
    written: Vec<Range<TokenIndex>>,
}

/// What was decided.
#[derive(Debug, Default)]
pub(super) struct Decided {
    /// Tokens of the macro that need no more looking at.
    pub(super) tokens: FxHashSet<TokenIndex>,
}

/// Decides the conditionals of a file. `asm` are tokens of the asm statements that stay.
pub(super) fn run(file: &File<'_>, asm: &[TokenIndex], sink: &mut Sink) -> Decided {
    let mut decided = Decided::default();
    let stays = Stays {
        asm,
        written: compat::written(file),
    };
    for group in &file.tree.preprocessor.conditionals {
        let tests = tests(file, group);
        let compared: Vec<&Test> = tests.iter().filter(|t| t.span.is_some()).collect();
        if compared.is_empty() || tests.iter().any(|t| !t.readable || !t.open) {
            continue;
        }
        let Some(choice) = choose(file, group, &stays) else {
            continue;
        };
        decided.tokens.extend(tests.iter().map(|t| t.token));
        for test in choice
            .device
            .iter()
            .flat_map(|&d| tests.iter().map(move |t| (d, t)))
        {
            write(file, sink, test);
        }
        sink.unused.extend(choice.unused);
    }
    decided
}

/// Writes a test as what it is with a device's number in device code, and 0 in host code.
fn write(file: &File<'_>, sink: &mut Sink, (device, test): (i64, &Test)) {
    let Some(span) = test.span else {
        let span = file.tree.tokens.span(test.token as usize);
        sink.replace(span, "__HIP_DEVICE_COMPILE__", "rule:arch-gate");
        return;
    };
    let text = match (test.holds(0), test.holds(device)) {
        (false, true) => "defined(__HIP_DEVICE_COMPILE__)",
        (true, false) => "!defined(__HIP_DEVICE_COMPILE__)",
        (true, true) => "1",
        (false, false) => "0",
    };
    sink.replace(span, text, "rule:arch-gate");
}

/// A place at which a condition names the macro.
#[derive(Debug)]
struct Test {
    token: TokenIndex,
    /// The whole comparison; none where the macro stands alone.
    span: Option<Span>,
    operator: String,
    number: i64,
    /// False if it stands in an expression of another kind.
    readable: bool,
    open: bool,
}

impl Test {
    fn holds(&self, device: i64) -> bool {
        match self.operator.as_str() {
            "<" => device < self.number,
            "<=" => device <= self.number,
            ">" => device > self.number,
            ">=" => device >= self.number,
            "==" => device == self.number,
            _ => device != self.number,
        }
    }
}

fn tests(file: &File<'_>, group: &Conditional) -> Vec<Test> {
    let directives = &file.tree.preprocessor.directives;
    group
        .branches
        .iter()
        .flat_map(|b| tests_of(file, &directives[b.directive as usize]))
        .collect()
}

fn tests_of(file: &File<'_>, directive: &Directive) -> Vec<Test> {
    let tokens: Vec<TokenIndex> = directive.arguments(&file.tree.tokens).collect();
    let spelled = |t: TokenIndex| file.tree.tokens.span(t as usize).of(file.text());
    let kind = |at: Option<usize>| {
        at.and_then(|a| tokens.get(a))
            .map(|&t| file.tree.tokens.kind(t as usize))
    };
    let is_comparison = |k: Option<T>| {
        matches!(
            k,
            Some(T::Less | T::LessEqual | T::Greater | T::GreaterEqual | T::Equality)
        )
    };
    let mut found = Vec::new();
    for (at, &token) in tokens.iter().enumerate() {
        if spelled(token) != ARCH_MACRO {
            continue;
        }
        let mut test = Test {
            token,
            span: None,
            operator: String::new(),
            number: 0,
            readable: true,
            open: file.is_open_token(directive.hash),
        };
        let (before, after) = (kind(at.checked_sub(1)), kind(Some(at + 1)));
        if is_comparison(after) {
            let number = tokens.get(at + 2).and_then(|&t| parse_integer(spelled(t)));
            let ends = !matches!(
                kind(Some(at + 3)),
                Some(T::Star | T::Slash | T::Plus | T::Minus | T::Percent)
            );
            test.readable = number.is_some() && ends && !is_comparison(before);
            test.number = number.unwrap_or(0);
            test.operator = String::from_utf8_lossy(spelled(tokens[at + 1])).into_owned();
            let last = tokens.get(at + 2).copied().unwrap_or(token);
            let tokens = &file.tree.tokens;
            test.span = Some(tokens.span(token as usize).join(tokens.span(last as usize)));
        } else {
            test.readable = matches!(
                before,
                None | Some(T::LeftParen | T::Identifier | T::AndAnd | T::OrOr | T::Not)
            ) && matches!(after, None | Some(T::RightParen | T::AndAnd | T::OrOr));
        }
        found.push(test);
    }
    found
}

/// What AMD devices take of a conditional.
struct Choice {
    /// Take what this device takes; none if nothing needs to change.
    device: Option<i64>,
    /// Text that no AMD build compiles.
    unused: Vec<Span>,
}

fn choose(file: &File<'_>, group: &Conditional, stays: &Stays<'_>) -> Option<Choice> {
    let left = taken(file, group, None)?;
    if taken(file, group, Some(DEVICES[0]))? == left {
        // The newest device takes what is left too: nothing hangs on the macro.
        return Some(Choice {
            device: None,
            unused: others(file, group, left),
        });
    }
    for device in DEVICES {
        let branch = taken(file, group, Some(device))?;
        if branch == left {
            // What is left without the macro is the best there is, if it does the work.
            let fits = match branch.map(|b| &group.branches[b]) {
                Some(range) => suits_amd(file, range, stays) && !gives_up(file, range),
                None => false,
            };
            return fits.then(|| Choice {
                device: None,
                unused: others(file, group, branch),
            });
        }
        let fits = branch.is_none_or(|b| {
            let range = &group.branches[b];
            suits_amd(file, range, stays) && !gives_up(file, range)
        });
        if fits {
            return Some(Choice {
                device: Some(device),
                unused: Vec::new(),
            });
        }
    }
    None
}

/// The branch that is compiled with a value of the macro, `Some(None)` if none is; none if that
/// depends on other macros.
#[allow(
    clippy::option_option,
    reason = "no branch and no knowledge are different answers"
)]
fn taken(file: &File<'_>, group: &Conditional, device: Option<i64>) -> Option<Option<usize>> {
    let directives = &file.tree.preprocessor.directives;
    for (number, branch) in group.branches.iter().enumerate() {
        let directive = &directives[branch.directive as usize];
        if directive.kind == DirectiveKind::Else {
            return Some(Some(number));
        }
        let condition = Condition::read(&file.tree, directive)?;
        let known = |n: TokenIndex| {
            let name = file.tree.tokens.span(n as usize).of(file.text());
            (name == ARCH_MACRO).then_some(device)
        };
        if condition.truth(&known)? {
            return Some(Some(number));
        }
    }
    Some(None)
}

fn others(file: &File<'_>, group: &Conditional, taken: Option<usize>) -> Vec<Span> {
    let span = |t: TokenIndex| file.tree.tokens.span(t as usize);
    group
        .branches
        .iter()
        .enumerate()
        .filter(|&(number, branch)| Some(number) != taken && branch.start < branch.end)
        .map(|(_, branch)| span(branch.start).join(span(branch.end - 1)))
        .collect()
}

/// True if a branch holds nothing that HIP lacks, and nothing that is not known.
fn suits_amd(file: &File<'_>, branch: &Branch, stays: &Stays<'_>) -> bool {
    let range = branch.start..branch.end;
    let is_ours = |token: TokenIndex| stays.written.iter().any(|range| range.contains(&token));
    let has_asm = stays.asm.iter().any(|t| range.contains(t));
    let directives = &file.tree.preprocessor.directives;
    let first = directives.partition_point(|d| d.hash < branch.start);
    let directive = directives[first..]
        .iter()
        .take_while(|d| d.hash < branch.end)
        .any(|d| !is_ours(d.hash) && !includes_what_hip_has(file, d));
    let known = |p| is_ours(file.tree.stream.token(p)) || is_known(file, p, stays.asm);
    !has_asm && !directive && positions(file, branch).all(known)
}

/// True for an include of a header that is not reported: of C++, of HIP, or with a counterpart.
fn includes_what_hip_has(file: &File<'_>, directive: &Directive) -> bool {
    if directive.kind != DirectiveKind::Include {
        return false;
    }
    read_include(file.text(), &file.tree.tokens, directive).is_some_and(|include| {
        let path = include.path.of(file.text());
        let header = file.context.mappings.header(path, file.context.target);
        header.map_or(include.angled, |h| h.flag.is_none())
    })
}

/// Positions of the stream in a branch.
fn positions(file: &File<'_>, branch: &Branch) -> Range<u32> {
    let stream = &file.tree.stream;
    let main = stream.sections.first().map_or(0, |s| s.end);
    let at = |token: TokenIndex| {
        let (mut low, mut high) = (0, main);
        while low < high {
            let middle = u32::midpoint(low, high);
            if stream.token(middle) < token {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    };
    at(branch.start)..at(branch.end)
}

/// False for names that HIP lacks and for calls of functions whose body is not known.
fn is_known(file: &File<'_>, position: u32, asm: &[TokenIndex]) -> bool {
    let stream = &file.tree.stream;
    if stream.kind(position) != T::Identifier {
        return true;
    }
    if stream.class(position).known {
        match file.look_up(position) {
            Lookup::Known(found) => {
                return !matches!(found.decision.action, Action::Flag(_));
            }
            // A shim of a name that HIP has is not for AMD.
            Lookup::Declaration(_) => return false,
            Lookup::Own => {}
        }
    }
    let context = file.context;
    let in_hip = |name: &[u8]| context.mappings.target_declares(name, context.target.rocm);
    if file.scopes.at(position).is_some() && in_hip(&file.spelling(position)) {
        return false;
    }
    let Some(node) = file.tree.ast.at(position) else {
        return false;
    };
    let callee = file.node(node).role == cu2hip_syntax::ast::Role::Callee
        && file.node(node).name == Some(position);
    if !callee {
        return true;
    }
    if file.kind(node) != NodeKind::Name {
        return false;
    }
    let name = file.spelling(position);
    // What HIP has is known too: a translated branch is judged like the branch it was made of.
    if is_plain_function(&name) || in_hip(&name) {
        return true;
    }
    let bodies = file.scopes.all(&name);
    !bodies.is_empty()
        && bodies.iter().all(|d| {
            let body = file.node(d.node);
            let tokens = stream.token(body.start)..=stream.token(body.end - 1);
            file.kind(d.node) == NodeKind::Function
                && body.flags.has(cu2hip_syntax::ast::Flags::DEFINITION)
                && !asm.iter().any(|t| tokens.contains(t))
        })
}

/// Functions of C that are in no table.
fn is_plain_function(name: &[u8]) -> bool {
    matches!(
        name,
        b"min"
            | b"max"
            | b"abs"
            | b"fmaf"
            | b"fma"
            | b"fmaxf"
            | b"fminf"
            | b"static_cast"
            | b"reinterpret_cast"
            | b"sizeof"
            | b"float"
            | b"int"
            | b"unsigned"
            | b"double"
    )
}

/// True if a branch only says that it cannot do the work.
fn gives_up(file: &File<'_>, branch: &Branch) -> bool {
    positions(file, branch).any(|p| {
        matches!(
            &*file.spelling(p),
            b"assert" | b"__trap" | b"printf" | b"abort" | b"__builtin_trap" | b"static_assert"
        ) || {
            let lower = file.spelling(p).to_ascii_lowercase();
            let has = |word: &[u8]| memchr::memmem::find(&lower, word).is_some();
            has(b"not_supported")
                || has(b"not_implemented")
                || has(b"unsupported")
                || has(b"unreachable")
        }
    })
}
