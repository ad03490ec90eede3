//! What each warp function is written as.

use cu2hip_syntax::ast::{NodeId, NodeKind, Role};
use cu2hip_syntax::text::Span;
use cu2hip_syntax::token::TokenKind as T;

use super::{Function, Use, Width};
use crate::condition::parse_integer;
use crate::file::File;
use crate::rules::is_wide;
use crate::sink::Sink;

/// Number of the first lane of a warp of 32 lanes in its wavefront.
const FIRST_LANE: &str = "(__lane_id() & 32)";
const ORIGIN: &str = "rule:warp-function";

/// Writes the call; false if it has to stay.
pub(super) fn write(file: &File<'_>, sink: &mut Sink, found: &Use, width: Width) -> bool {
    let mask = match found.mask.and_then(|m| file.expression_of(m)) {
        None if found.mask.is_some() => return false,
        None => Mask::All,
        Some(mask) => match read_mask(file, mask, found.function) {
            Mask::Unknown => return false,
            known => known,
        },
    };
    let before_seven = file.context.target.rocm.major < 7;
    let mut out = Writer { file, sink, found };
    match found.function {
        Function::Shuffle => {
            out.name(shuffle_name(&file.spelling(found.name)));
            out.drop_mask();
            if found.rest.len() == 2 && width == Width::Fixed {
                out.append(", 32");
            }
        }
        Function::Sync => {
            if before_seven && found.mask.is_none() {
                return false;
            }
            out.drop_mask();
        }
        Function::Any | Function::All if width == Width::Wavefront => {
            let name = file.spelling(found.name);
            out.name(&String::from_utf8_lossy(
                name.strip_suffix(b"_sync").unwrap_or(&name),
            ));
            out.drop_mask();
        }
        Function::Any => out.vote(&mask, "(", "", "", " != 0)"),
        Function::All => out.vote(&mask, "(", "!(", ")", " == 0)"),
        Function::Ballot => match mask {
            Mask::All => out.vote(&mask, "", "", "", ""),
            Mask::Some(_) | Mask::Unknown => out.vote(&mask, "(", "", "", ")"),
        },
        Function::Active => {
            let span = file.span(found.call);
            let text = format!("(unsigned)(__ballot(1) >> {FIRST_LANE})");
            return out.sink.replace(span, text, ORIGIN);
        }
        Function::MatchAny => out.match_any(&mask),
        Function::MatchAll | Function::Reduce
            if before_seven && found.function == Function::Reduce =>
        {
            return false;
        }
        Function::MatchAll => out.match_all(&mask),
        Function::Reduce => out.shift_mask(&mask),
    }
    true
}

fn shuffle_name(name: &[u8]) -> &'static str {
    match name.strip_suffix(b"_sync").unwrap_or(name) {
        b"__shfl_up" => "__shfl_up",
        b"__shfl_down" => "__shfl_down",
        b"__shfl_xor" => "__shfl_xor",
        _ => "__shfl",
    }
}

/// Which lanes a mask names.
enum Mask {
    /// All lanes of the warp, or all that are there.
    All,
    /// Those of an expression without side effects, as it is written.
    Some(String),
    /// An expression that cannot be left out or repeated.
    Unknown,
}

/// Reads a mask, through constants and macros of the file.
fn read_mask(file: &File<'_>, mask: NodeId, function: Function) -> Mask {
    if names_all(file, mask, 4) {
        return Mask::All;
    }
    // A vote has no effect: it may be left out, but its new form is not known here.
    let goes = matches!(function, Function::Shuffle | Function::Sync);
    let has_effect = file.tree.ast.descendants(mask).any(|id| {
        let node = file.node(id);
        match node.kind {
            NodeKind::Assign | NodeKind::Postfix | NodeKind::Lambda | NodeKind::Opaque => true,
            NodeKind::Unary => node
                .name
                .is_some_and(|p| file.tree.stream.kind(p) == T::Increment),
            NodeKind::Call => !(is_type_name(file, id) || goes && is_vote(file, id)),
            _ => false,
        }
    });
    if has_effect {
        return Mask::Unknown;
    }
    Mask::Some(String::from_utf8_lossy(file.bytes(mask)).into_owned())
}

/// `uint32_t(-1)`: a conversion that looks like a call.
fn is_type_name(file: &File<'_>, call: NodeId) -> bool {
    file.callee_name(call)
        .is_some_and(|n| is_wide(&file.shown(n)).is_some())
}

/// True if all 32 bits of a mask are set, or if it names the lanes that are there.
pub(super) fn names_all(file: &File<'_>, mask: NodeId, steps: u32) -> bool {
    let ast = &file.tree.ast;
    let node = file.node(mask);
    match node.kind {
        NodeKind::Literal => parse_integer(&file.spelling(node.start))
            .is_some_and(|v| v & 0xffff_ffff == 0xffff_ffff),
        NodeKind::Unary => {
            let value = ast.children(mask).next().map(|c| file.bytes(c));
            let plain = |v: &[u8]| v.iter().take_while(|b| b.is_ascii_digit()).count();
            let digits = value.map(|v| &v[..plain(v)]);
            match node.name.map(|p| file.tree.stream.kind(p)) {
                Some(T::Tilde) => digits == Some(b"0"),
                Some(T::Minus) => digits == Some(b"1"),
                _ => false,
            }
        }
        NodeKind::Paren | NodeKind::Argument => ast
            .children(mask)
            .next()
            .is_some_and(|c| names_all(file, c, steps)),
        NodeKind::Cast | NodeKind::NamedCast | NodeKind::Construct => ast
            .children(mask)
            .last()
            .is_some_and(|c| names_all(file, c, steps)),
        NodeKind::Call if is_type_name(file, mask) => file
            .arguments(mask)
            .first()
            .is_some_and(|&a| names_all(file, a, steps)),
        NodeKind::Call => file
            .callee_name(mask)
            .is_some_and(|n| &*file.spelling(n) == b"__activemask"),
        NodeKind::Name if steps > 0 => {
            named_mask(file, mask).is_some_and(|value| names_all(file, value, steps - 1))
        }
        _ => false,
    }
}

/// The value of a constant or macro of the file.
fn named_mask(file: &File<'_>, name: NodeId) -> Option<NodeId> {
    use cu2hip_syntax::ast::Flags;
    let spelling = file.spelling(file.node(name).name?);
    if &*spelling == b"UINT_MAX" || &*spelling == b"UINT32_MAX" {
        return None;
    }
    if let Some(declared) = file.declaration_of(name) {
        let constant = declared.flags.has(Flags::CONST) || declared.flags.has(Flags::CONSTEXPR);
        return file
            .tree
            .ast
            .child(declared.node, Role::Initializer)
            .filter(|_| constant && file.kind(declared.node) == NodeKind::Variable);
    }
    super::width::macro_value(file, &spelling)
}

/// True for a call whose result is a mask of lanes.
pub(super) fn is_vote(file: &File<'_>, expression: NodeId) -> bool {
    let name = (file.kind(expression) == NodeKind::Call)
        .then(|| file.callee_name(expression))
        .flatten();
    name.and_then(|n| Function::of(&file.spelling(n)))
        .is_some_and(|f| matches!(f, Function::Ballot | Function::Active | Function::MatchAny))
}

/// True if the call is a form that is written here: `(unsigned)(__ballot(p) >> (__lane_id() & 32))`,
/// or a function without mask that has its width.
pub(super) fn is_written(file: &File<'_>, call: NodeId) -> bool {
    let ast = &file.tree.ast;
    let shifted = ast.parent(call).is_some_and(|parent| {
        file.kind(parent) == NodeKind::Binary
            && ast.child(parent, Role::Right).is_some_and(|r| {
                let text: Vec<u8> = file
                    .bytes(r)
                    .iter()
                    .copied()
                    .filter(|b| !b.is_ascii_whitespace())
                    .collect();
                text == b"(__lane_id()&32)"
            })
    });
    let name = file.callee_name(call).map(|n| file.spelling(n));
    let has_width = name.is_some_and(|n| {
        n.starts_with(b"__shfl") && !n.ends_with(b"_sync") && file.arguments(call).len() == 3
    });
    shifted || has_width
}

/// True if a mask of lanes goes to a place of 64 bits.
pub(super) fn lands_wide(file: &File<'_>, value: NodeId) -> bool {
    let ast = &file.tree.ast;
    let Some(parent) = ast.parent(value) else {
        return false;
    };
    match file.kind(parent) {
        NodeKind::Paren | NodeKind::Unary | NodeKind::Binary => lands_wide(file, parent),
        NodeKind::Variable => ast
            .parent(parent)
            .and_then(|d| ast.child(d, Role::Type))
            .is_some_and(|t| is_wide(&file.type_text(t)) == Some(true)),
        NodeKind::Assign => ast
            .child(parent, Role::Left)
            .filter(|&left| left != value)
            .and_then(|left| file.type_of(left))
            .is_some_and(|t| is_wide(&t) == Some(true)),
        NodeKind::Argument => ast
            .parent(parent)
            .and_then(|call| file.callee_name(call))
            .is_some_and(|n| {
                matches!(
                    &*file.spelling(n),
                    b"__popcll" | b"__ffsll" | b"__clzll" | b"__brevll"
                )
            }),
        _ => false,
    }
}

/// Makes the edits of one call.
struct Writer<'w, 'f, 'a> {
    file: &'w File<'f>,
    sink: &'w mut Sink,
    found: &'a Use,
}

impl Writer<'_, '_, '_> {
    fn name(&mut self, to: &str) {
        let span = self.file.tree.position_span(self.found.name);
        if span.of(self.file.text()) != to.as_bytes() {
            self.sink.replace(span, to, ORIGIN);
        }
    }

    /// Takes the mask out, with its comma; a comment beside it stays.
    fn drop_mask(&mut self) {
        let Some(mask) = self.found.mask.map(|m| self.file.span(m)) else {
            return;
        };
        let next = self.found.rest.first().map(|&a| self.file.span(a).start);
        let end = next.unwrap_or(mask.end);
        let gap = Span::new(mask.end, end);
        if gap.of(self.file.text()).contains(&b'/') {
            self.sink.replace(mask, "", ORIGIN);
            let comma = gap.of(self.file.text()).iter().position(|b| *b == b',');
            // A comment in front of the comma may hold one too: it ends in a slash.
            let comma = comma.map(|at| gap.start + at as u32);
            if let Some(at) = comma {
                self.sink.replace(Span::new(at, at + 1), "", ORIGIN);
            }
            return;
        }
        self.sink.replace(Span::new(mask.start, end), "", ORIGIN);
    }

    /// Inserts behind the last argument.
    fn append(&mut self, text: &str) {
        if let Some(&last) = self.found.rest.last() {
            self.sink
                .insert(self.file.span(last).end, text.to_owned(), ORIGIN);
        }
    }

    fn in_front(&mut self, text: &str) {
        let start = self.file.span(self.found.call).start;
        self.sink.insert(start, text.to_owned(), ORIGIN);
    }

    fn behind(&mut self, text: &str) {
        let end = self.file.span(self.found.call).end;
        self.sink.insert(end, text.to_owned(), ORIGIN);
    }

    /// The half of a wavefront's vote that is this warp's, and what is made of it.
    fn vote(&mut self, mask: &Mask, before: &str, open: &str, close: &str, after: &str) {
        let cut = match mask {
            Mask::Some(text) => format!(" & ({text})"),
            Mask::All | Mask::Unknown => String::new(),
        };
        let compares = !after.is_empty() && after != ")";
        // The comparison binds tighter than the mask.
        let (more, end) = if compares && !cut.is_empty() {
            ("(", ")")
        } else {
            ("", "")
        };
        self.in_front(&format!("{before}{more}(unsigned)("));
        self.name("__ballot");
        self.drop_mask();
        if let (false, Some(&predicate)) = (open.is_empty(), self.found.rest.first()) {
            let span = self.file.span(predicate);
            self.sink.insert(span.start, open.to_owned(), ORIGIN);
            self.sink.insert(span.end, close.to_owned(), ORIGIN);
        }
        self.behind(&format!(" >> {FIRST_LANE}){cut}{end}{after}"));
    }

    fn match_any(&mut self, mask: &Mask) {
        let (before, after) = match mask {
            Mask::Some(text) => ("(", format!(" & ({text}))")),
            Mask::All | Mask::Unknown => ("", String::new()),
        };
        self.in_front(&format!("{before}(unsigned)("));
        self.name("__match_any");
        self.drop_mask();
        self.behind(&format!(" >> {FIRST_LANE}){after}"));
    }

    fn match_all(&mut self, mask: &Mask) {
        self.in_front("(unsigned)(");
        self.shift_mask(mask);
        self.behind(&format!(" >> {FIRST_LANE})"));
    }

    /// The mask at the warp's place in the wavefront, cut to the lanes that are there.
    fn shift_mask(&mut self, mask: &Mask) {
        let Some(span) = self.found.mask.map(|m| self.file.span(m)) else {
            return;
        };
        let text = match mask {
            Mask::Some(text) => {
                format!("(unsigned long long)(unsigned)({text}) << {FIRST_LANE}")
            }
            Mask::All | Mask::Unknown => {
                format!("__ballot(1) & (0xffffffffull << {FIRST_LANE})")
            }
        };
        self.sink.replace(span, text, ORIGIN);
    }
}
