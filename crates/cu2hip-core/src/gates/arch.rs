//! Conditionals that compare `__CUDA_ARCH__` with a number: which of their branches AMD devices
//! take.
//!
//! The branch for the newest device that holds nothing of NVIDIA's own is taken. HIP does not
//! define the macro: where the branch that is left then is that one, nothing changes.

use std::ops::Range;

use cu2hip_mappings::{Action, MacroRole};
use cu2hip_syntax::ast::NodeKind;
use cu2hip_syntax::directive::{
    Branch, Conditional, Directive, DirectiveKind, TokenIndex, read_include,
};
use cu2hip_syntax::text::Span;
use cu2hip_syntax::token::TokenKind as T;
use rustc_hash::{FxHashMap, FxHashSet};

use super::ARCH_MACRO;
use super::branches::{are_readable, gives_up, heading, known_macro, others, positions, possible};
use super::comparison::{self, Question, Test};
use super::versions::NEWEST;
use crate::compat;
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
    /// What AMD takes where nothing was decided, by the tokens of the macro.
    pub(super) left: FxHashMap<TokenIndex, String>,
}

/// Decides the conditionals of a file. `asm` are tokens of the asm statements that stay.
pub(super) fn run(file: &File<'_>, asm: &[TokenIndex], sink: &mut Sink) -> Decided {
    let mut decided = Decided::default();
    let stays = Stays {
        asm,
        written: compat::written(file),
    };
    for group in &file.tree.preprocessor.conditionals {
        let tests = comparison::tests(file, group, &|name| name == ARCH_MACRO);
        let is_compared = |t: &Test| matches!(t.question, Question::Compare(..));
        let hash = |t: &Test| file.tree.preprocessor.directives[t.directive as usize].hash;
        let is_open = |t: &Test| file.is_open_token(hash(t));
        let readable = |t: &Test| t.question != Question::Unreadable;
        if !tests.iter().any(is_compared)
            || !are_readable(file, group)
            || !tests.iter().all(|t| is_open(t) && readable(t))
        {
            continue;
        }
        let Some(choice) = choose(file, group, &tests, &stays) else {
            if let [left] = possible(file, group, &|n| known(file, n, None)).as_slice() {
                let told = |t: &Test| (t.token, heading(file, group, *left));
                decided.left.extend(tests.iter().map(told));
            }
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
    if !matches!(test.question, Question::Compare(..)) {
        let span = file.tree.tokens.span(test.token as usize);
        sink.replace(span, "__HIP_DEVICE_COMPILE__", "rule:arch-gate");
        return;
    }
    let text = match (test.holds(None), test.holds(Some(device))) {
        (false, true) => "defined(__HIP_DEVICE_COMPILE__)",
        (true, false) => "!defined(__HIP_DEVICE_COMPILE__)",
        (true, true) => "1",
        (false, false) => "0",
    };
    sink.replace(test.span, text, "rule:arch-gate");
}

/// What AMD devices take of a conditional.
struct Choice {
    /// Take what this device takes; none if nothing needs to change.
    device: Option<i64>,
    /// Text that no AMD build compiles.
    unused: Vec<Span>,
}

fn choose(
    file: &File<'_>,
    group: &Conditional,
    tests: &[Test],
    stays: &Stays<'_>,
) -> Option<Choice> {
    let taken = |device| possible(file, group, &|n| known(file, n, device));
    let left = taken(None);
    let stay = || Choice {
        device: None,
        unused: others(file, group, &left),
    };
    let fits = |number: usize| {
        let branch = &group.branches[number];
        suits_amd(file, branch, stays) && !gives_up(file, branch)
    };
    let mut newest = true;
    for device in DEVICES {
        let found = taken(Some(device));
        let answers = |t: &Test| t.holds(None) == t.holds(Some(device));
        let same = found == left && (left.len() == 1 || tests.iter().all(answers));
        if same && newest {
            // The newest device takes what is left too: nothing hangs on the macro.
            return Some(stay());
        }
        newest = false;
        if same {
            // What is left without the macro is the best there is, if it does the work.
            let works = left.iter().all(|b| b.is_some_and(fits));
            return works.then(stay);
        }
        if found.iter().all(|b| b.is_none_or(fits)) {
            return Some(Choice {
                device: Some(device),
                unused: Vec::new(),
            });
        }
    }
    None
}

/// What is known of the macro at a token, with the device's number or without.
#[allow(
    clippy::option_option,
    reason = "a macro that is not defined is another answer than one of which nothing is known"
)]
fn known(file: &File<'_>, token: TokenIndex, device: Option<i64>) -> Option<Option<i64>> {
    let name = file.tree.tokens.span(token as usize).of(file.text());
    if name == ARCH_MACRO {
        return Some(device);
    }
    let role = file.context.mappings.macro_role(name, file.context.target);
    if matches!(role, Some(MacroRole::Version(_))) {
        // Its test is decided for itself, and for the newest release wherever that can be.
        return Some(Some(NEWEST));
    }
    known_macro(file, token)
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
