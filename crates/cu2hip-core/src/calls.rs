//! Calls that need more than a rename: which rule of the tables applies, and the edits.

use cu2hip_mappings::{CallRule, Condition, Kind, Piece, Template, Wrap};
use cu2hip_syntax::ast::{Flags, NodeId, NodeKind};
use cu2hip_syntax::directive::{DirectiveKind, read_define};
use cu2hip_syntax::text::Span;
use cu2hip_syntax::token::TokenKind;

use crate::diagnostic::registry as codes;
use crate::diagnostic::{Diagnostic, find_code};
use crate::file::File;
use crate::sink::Sink;
use crate::uses::note_diagnostic;

/// What becomes of a call.
pub(crate) enum CallOutcome<'r> {
    /// It is written by this template.
    Template(&'r CallRule<'r>, Template),
    /// It stays in CUDA spelling; the finding says why (`{name}` stands for the callee).
    Kept(Box<Diagnostic>),
}

/// Whether a condition holds, as far as the file tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Holds {
    Yes,
    No,
    Unknown,
}

/// Chooses the rule for a call.
pub(crate) fn choose<'r>(
    file: &File<'_>,
    call: NodeId,
    rules: &'r [CallRule<'r>],
) -> CallOutcome<'r> {
    let node = file.node(call);
    let kept = |code, message: &str, reason: &str| {
        let diagnostic = Diagnostic::new(code, Span::at(0), message).reason(reason);
        CallOutcome::Kept(Box::new(diagnostic))
    };
    let arguments = file.arguments(call);
    let is_conditional = node.flags.has(Flags::DIRECTIVE_INSIDE);
    if is_conditional && !are_told_apart(file, call, &arguments) {
        return conditional_arguments();
    }
    if hides_arguments(file, &arguments) {
        let reason = "a parameter pack or macro stands for several arguments";
        return kept(
            codes::UNTRANSLATED_CALL,
            "the arguments of `{name}` cannot be told apart",
            reason,
        );
    }
    let mut uncertain = false;
    for rule in rules {
        match holds(file, &arguments, &rule.when) {
            Holds::No => {}
            Holds::Unknown => uncertain = true,
            Holds::Yes
                if uncertain
                    && !rule.default
                    && rule.template.is_some()
                    && is_open_ended(&rule.when) =>
            {
                let reason =
                    "the argument types or the CUDA version decide, and neither is known here";
                return kept(
                    codes::AMBIGUOUS_PROTOTYPE,
                    "`{name}` has several meanings",
                    reason,
                );
            }
            Holds::Yes => {
                return match outcome(rule, arguments.len()) {
                    CallOutcome::Template(_, template)
                        if is_conditional && !leaves_conditionals(file, &arguments, &template) =>
                    {
                        conditional_arguments()
                    }
                    outcome => outcome,
                };
            }
        }
    }
    if uncertain {
        let reason = "the argument types or the CUDA version decide, and neither is known here";
        return kept(
            codes::AMBIGUOUS_PROTOTYPE,
            "`{name}` has several meanings",
            reason,
        );
    }
    let reason = format!(
        "no known form of the function takes {} arguments",
        arguments.len()
    );
    kept(
        codes::UNTRANSLATED_CALL,
        "this call of `{name}` has no known form",
        &reason,
    )
}

/// What a call gets whose arguments a conditional hides.
fn conditional_arguments<'r>() -> CallOutcome<'r> {
    let message = "the arguments of `{name}` depend on a conditional";
    let reason =
        "a conditional stands inside the argument list, and the call needs other arguments on HIP";
    let diagnostic = Diagnostic::new(codes::DIRECTIVE_IN_CALL, Span::at(0), message);
    CallOutcome::Kept(Box::new(diagnostic.reason(reason)))
}

/// True if each conditional inside a call stands within one argument: what separates them is
/// compiled where the call is.
fn are_told_apart(file: &File<'_>, call: NodeId, arguments: &[NodeId]) -> bool {
    let stream = &file.tree.stream;
    let branch = |position| file.tree.preprocessor.branch_at(stream.token(position));
    let home = branch(file.node(call).start);
    arguments.iter().all(|&a| {
        let separator = file.node(a).end;
        separator < stream.len() && branch(separator) == home
    })
}

/// True if conditionals stand within the argument.
fn has_alternatives(file: &File<'_>, argument: NodeId) -> bool {
    let node = file.node(argument);
    let before = node.start.saturating_sub(1);
    file.tree.stream.has_directive(before, node.end + 1)
}

/// True if a macro of the file that holds a comma stands in an argument.
fn has_macro_of_several(file: &File<'_>, argument: NodeId) -> bool {
    let tokens = &file.tree.tokens;
    let defines = file.tree.preprocessor.directives.iter().filter(|d| {
        let mut words = d.arguments(tokens);
        d.kind == DirectiveKind::Define
            && words.any(|t| tokens.kind(t as usize) == TokenKind::Comma)
    });
    let names: Vec<_> = defines
        .filter_map(|d| read_define(tokens, d))
        .map(|define| tokens.name(define.name as usize, file.text()))
        .collect();
    let node = file.node(argument);
    (node.start..node.end).any(|p| names.contains(&file.spelling(p)))
}

/// True if a template touches no argument that holds a conditional.
fn leaves_conditionals(file: &File<'_>, arguments: &[NodeId], template: &Template) -> bool {
    let count = u8::try_from(arguments.len()).unwrap_or(u8::MAX);
    let mut wrapped = template.pieces.iter().filter_map(|piece| match piece {
        Piece::Wrapped { argument, .. } => arguments.get(usize::from(*argument).wrapping_sub(1)),
        _ => None,
    });
    is_in_place(template)
        && template.dropped(count).is_empty()
        && !wrapped.any(|&a| has_alternatives(file, a))
}

/// True if a template can be written by edits between the arguments.
fn is_in_place(template: &Template) -> bool {
    let head = format!("{}(", template.callee);
    let starts_plain =
        matches!(template.pieces.first(), Some(Piece::Text(t)) if t.starts_with(&head));
    !template.callee.is_empty() && template.keeps_order() && starts_plain
}

/// True if the rule would also catch what an undecided rule before it was meant for.
fn is_open_ended(when: &Condition<'_>) -> bool {
    when.arg_is.is_empty()
        && when.arg_type.is_empty()
        && when.cuda_min.is_none()
        && when.cuda_below.is_none()
}

fn outcome<'r>(rule: &'r CallRule<'r>, count: usize) -> CallOutcome<'r> {
    if let Some(template) = rule.template.and_then(|t| Template::parse(t).ok()) {
        if template.arguments().any(|n| usize::from(n) > count) {
            let reason =
                "it has fewer arguments than the function takes: a macro may stand for several";
            let message = "the arguments of `{name}` cannot be told apart";
            let diagnostic = Diagnostic::new(codes::UNTRANSLATED_CALL, Span::at(0), message);
            return CallOutcome::Kept(Box::new(diagnostic.reason(reason)));
        }
        return CallOutcome::Template(rule, template);
    }
    let diagnostic = match &rule.note {
        Some(note) => {
            let code = find_code(note.code).unwrap_or(codes::CALL_SHAPE);
            note_diagnostic(code, Span::at(0), "{name}", note)
        }
        None => Diagnostic::new(
            codes::CALL_SHAPE,
            Span::at(0),
            "`{name}` has another form on ROCm",
        ),
    };
    CallOutcome::Kept(Box::new(diagnostic))
}

/// True if an argument is a pack expansion, or a lone macro of the file that holds a comma.
fn hides_arguments(file: &File<'_>, arguments: &[NodeId]) -> bool {
    arguments.iter().any(|&a| {
        let node = file.node(a);
        node.end > node.start && file.tree.stream.kind(node.end - 1) == TokenKind::Ellipsis
            || file.spelling(node.start).as_ref() == b"__VA_ARGS__"
            || file
                .tree
                .ast
                .children(a)
                .any(|c| file.kind(c) == NodeKind::Opaque)
                && file.tree.ast.children(a).count() > 1
                && (!has_alternatives(file, a) || has_macro_of_several(file, a))
    })
}

fn holds(file: &File<'_>, arguments: &[NodeId], when: &Condition<'_>) -> Holds {
    if when.args.is_some_and(|n| usize::from(n) != arguments.len()) {
        return Holds::No;
    }
    let mut result = Holds::Yes;
    for (number, wanted) in &when.arg_is {
        let Some(&argument) = arguments.get(usize::from(*number).wrapping_sub(1)) else {
            return Holds::No;
        };
        if file.bytes(argument) != wanted.as_bytes() {
            return Holds::No;
        }
    }
    for (number, wanted) in &when.arg_type {
        let Some(&argument) = arguments.get(usize::from(*number).wrapping_sub(1)) else {
            return Holds::No;
        };
        match has_type(file, argument, wanted) {
            Holds::No => return Holds::No,
            Holds::Unknown => result = Holds::Unknown,
            Holds::Yes => {}
        }
    }
    if when.cuda_min.is_some() || when.cuda_below.is_some() {
        let Some(cuda) = file.context.options.cuda else {
            return Holds::Unknown;
        };
        let version = (cuda.major, cuda.minor);
        if when.cuda_min.is_some_and(|least| version < least)
            || when.cuda_below.is_some_and(|limit| version >= limit)
        {
            return Holds::No;
        }
    }
    result
}

/// Whether an argument has the wanted type.
fn has_type(file: &File<'_>, argument: NodeId, wanted: &str) -> Holds {
    let found = file
        .expression_of(argument)
        .and_then(|e| file.type_of(e).or_else(|| enumeration_of(file, e)));
    let Some(found) = found else {
        // An enumerator or constant of the tables that stands for a device number.
        return match file.expression_of(argument).map(|e| file.bytes(e)) {
            Some(b"cudaCpuDeviceId" | b"cudaInvalidDeviceId" | b"CU_DEVICE_CPU")
                if wanted == "int" =>
            {
                Holds::Yes
            }
            Some(b"cudaCpuDeviceId" | b"cudaInvalidDeviceId" | b"CU_DEVICE_CPU") => Holds::No,
            _ => Holds::Unknown,
        };
    };
    let squeeze = |t: &str| t.replace(' ', "");
    let (found, wanted) = (squeeze(&found), squeeze(wanted));
    let arithmetic = [
        "int",
        "unsigned",
        "unsignedint",
        "long",
        "size_t",
        "short",
        "CUdevice",
        "int32_t",
    ];
    if found == wanted
        || arithmetic.contains(&found.as_str()) && arithmetic.contains(&wanted.as_str())
    {
        Holds::Yes
    } else if found == "auto" || found.len() <= 2 {
        Holds::Unknown
    } else {
        Holds::No
    }
}

/// The type of an enumerator of the tables.
fn enumeration_of(file: &File<'_>, expression: NodeId) -> Option<String> {
    let name = file.bytes(expression);
    file.decide(name)
        .filter(|decision| decision.kind == Kind::Enumerator)?;
    let facts = file.context.mappings.facts(name);
    let declared = facts.iter().find(|f| !f.rocm && f.under.is_some())?;
    declared.under.map(str::to_owned)
}

/// A call whose arguments change places: written after all edits inside it are known.
pub(crate) struct Reordered {
    call: NodeId,
    template: Template,
    origin: String,
}

impl Reordered {
    pub(crate) fn span(&self, file: &File<'_>) -> Span {
        file.span(self.call)
    }

    /// Replaces the whole call by the template, with the edits inside the arguments made.
    pub(crate) fn write(&self, file: &File<'_>, sink: &mut Sink) {
        let arguments = file.arguments(self.call);
        let rendered: Vec<Vec<u8>> = arguments
            .iter()
            .map(|&a| sink.take_rendered(file.text(), file.span(a)))
            .collect();
        let mut text = Vec::new();
        let pieces = &self.template.pieces;
        for (at, piece) in pieces.iter().enumerate() {
            match piece {
                Piece::Text(literal) => {
                    let around = (
                        at.checked_sub(1).and_then(|b| pieces.get(b)),
                        pieces.get(at + 1),
                    );
                    let kept = kept_gap(file, &arguments, literal, around);
                    text.extend_from_slice(kept.unwrap_or(literal.as_bytes()));
                }
                Piece::Argument(n) => text.extend_from_slice(nth(&rendered, *n)),
                Piece::Rest(n) => {
                    let rest = rendered
                        .get(usize::from(*n).saturating_sub(1)..)
                        .unwrap_or_default();
                    text.extend_from_slice(&rest.join(&b", "[..]));
                }
                Piece::Wrapped { wrap, argument } => {
                    let inner = nth(&rendered, *argument);
                    let (before, after) = around(wrap, inner);
                    text.extend_from_slice(before.as_bytes());
                    text.extend_from_slice(inner);
                    text.extend_from_slice(after.as_bytes());
                }
            }
        }
        let span = file.span(self.call);
        sink.edits.take_between(span);
        sink.replace(span, text, self.origin.clone());
    }
}

/// What stands between two arguments that follow each other in the text and in the template.
fn kept_gap<'a>(
    file: &File<'a>,
    arguments: &[NodeId],
    literal: &str,
    (before, after): (Option<&Piece>, Option<&Piece>),
) -> Option<&'a [u8]> {
    let number = before?.argument()?;
    if literal.trim() != "," || after?.argument()? != number + 1 {
        return None;
    }
    let first = file.span(*arguments.get(usize::from(number).wrapping_sub(1))?);
    let second = file.span(*arguments.get(usize::from(number))?);
    Some(Span::new(first.end, second.start).of(file.text()))
}

fn nth(rendered: &[Vec<u8>], number: u8) -> &[u8] {
    rendered
        .get(usize::from(number).wrapping_sub(1))
        .map_or(&[], Vec::as_slice)
}

fn around(wrap: &Wrap, argument: &[u8]) -> (String, &'static str) {
    wrap.around(&String::from_utf8_lossy(argument))
        .unwrap_or_default()
}

/// Writes a call by a template: with small edits where the arguments keep their order, else by
/// the returned rewrite, which has to wait for the edits inside the arguments.
pub(crate) fn write(
    file: &File<'_>,
    sink: &mut Sink,
    call: NodeId,
    name: u32,
    template: &Template,
    origin: &str,
) -> Option<Reordered> {
    let arguments = file.arguments(call);
    if !is_in_place(template) {
        let origin = origin.to_owned();
        return Some(Reordered {
            call,
            template: template.clone(),
            origin,
        });
    }
    let origin = origin.to_owned();
    let name_span = file.tree.position_span(name);
    if name_span.of(file.text()) != template.callee.as_bytes() {
        sink.replace(name_span, template.callee.as_str(), origin.clone());
    }
    let mut writer = InPlace {
        file,
        sink,
        origin,
        arguments: &arguments,
        done: 0,
        at: file
            .node(call)
            .name
            .map_or(0, |open| file.tree.position_span(open).end),
        text: String::new(),
    };
    for (index, piece) in template.pieces.iter().enumerate() {
        match piece {
            Piece::Text(text) if index == 0 => {
                writer.text.push_str(&text[template.callee.len() + 1..]);
            }
            Piece::Text(text) => writer.text.push_str(text),
            Piece::Argument(n) => writer.argument(usize::from(*n), None),
            Piece::Wrapped { wrap, argument } => {
                writer.argument(usize::from(*argument), Some(wrap));
            }
            Piece::Rest(n) => {
                for number in usize::from(*n)..=arguments.len() {
                    writer.argument(number, None);
                    if number < arguments.len() {
                        writer.text.push_str(", ");
                    }
                }
            }
        }
    }
    writer.finish(call);
    None
}

/// Walks template and call side by side.
struct InPlace<'w, 'f, 'a> {
    file: &'w File<'f>,
    sink: &'w mut Sink,
    origin: String,
    arguments: &'a [NodeId],
    /// Number of the last argument that was passed.
    done: usize,
    /// Offset after it (or after the opening parenthesis).
    at: u32,
    /// Template text since then.
    text: String,
}

impl InPlace<'_, '_, '_> {
    fn argument(&mut self, number: usize, wrap: Option<&Wrap>) {
        let Some(&argument) = self.arguments.get(number.wrapping_sub(1)) else {
            return;
        };
        let span = self.file.span(argument);
        let gap = std::mem::take(&mut self.text);
        if number == self.done + 1 {
            // Only what is new between the two arguments is inserted.
            let added = if self.done == 0 {
                gap.as_str()
            } else {
                gap.trim_end().trim_end_matches(',').trim_end()
            };
            if !added.is_empty() {
                self.sink.insert(self.at, added, self.origin.clone());
            }
        } else {
            let span = Span::new(self.at, span.start);
            self.sink.edits.take_within(span);
            self.sink.replace(span, gap, self.origin.clone());
        }
        if let Some(wrap) = wrap {
            let (before, after) = around(wrap, span.of(self.file.text()));
            if !before.is_empty() {
                self.sink.insert(span.start, before, self.origin.clone());
            }
            if !after.is_empty() {
                self.sink.insert(span.end, after, self.origin.clone());
            }
        }
        self.done = number;
        self.at = if has_alternatives(self.file, argument) {
            // Behind the conditional.
            let separator = self.file.node(argument).end;
            self.file.tree.position_span(separator).start
        } else {
            span.end
        };
    }

    fn finish(self, call: NodeId) {
        let call_end = self.file.span(call).end;
        let tail = self.text.strip_suffix(')').unwrap_or(&self.text);
        if self.done < self.arguments.len() {
            let span = Span::new(self.at, call_end - 1);
            self.sink.edits.take_within(span);
            self.sink.replace(span, tail, self.origin);
        } else if !tail.is_empty() {
            let tail = if self.done == 0 {
                tail.trim_start_matches(", ")
            } else {
                tail
            };
            self.sink.insert(self.at, tail, self.origin);
        }
    }
}
