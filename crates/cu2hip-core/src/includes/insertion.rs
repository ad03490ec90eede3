//! What nvcc brings without an include, and the HIP compiler does not.

use cu2hip_syntax::ast::NodeKind;
use cu2hip_syntax::directive::{Directive, DirectiveKind, read_include};
use cu2hip_syntax::text::Span;
use cu2hip_syntax::token::TokenKind;
use cu2hip_syntax::word::Word;

use super::{
    Branch, RUNTIME, Seen, block_around, branch_of, decide, has_extension, includes, is_around,
    line_start,
};
use crate::file::File;
use crate::sink::Sink;

/// Extensions of headers.
const HEADERS: [&str; 8] = ["cuh", "h", "hpp", "hh", "hxx", "inl", "inc", "cuinc"];

/// C headers that nvcc's runtime header includes and HIP's does not, with names they declare
/// (tried with the headers of ROCm 6.4 and 7.2).
const BROUGHT_BY_NVCC: [(&str, &[&str], &[&str]); 2] = [
    (
        "cstring",
        &["string.h", "cstring", "strings.h", "memory.h"],
        &[
            "memset",
            "memcpy",
            "memmove",
            "memcmp",
            "strlen",
            "strcmp",
            "strncmp",
            "strcpy",
            "strncpy",
            "strcat",
            "strncat",
            "strchr",
            "strrchr",
            "strstr",
            "strtok",
            "strdup",
            "strerror",
            "strcasecmp",
        ],
    ),
    ("cassert", &["assert.h", "cassert"], &["assert"]),
];

/// Writes the runtime header into a file that relies on nvcc for it, and the C headers.
pub(super) fn insert_runtime(file: &File<'_>, sink: &mut Sink, needs: &[u32], seen: &mut Seen) {
    let is_main = has_extension(file.context.path, &["cu"]);
    if !is_main && !is_header(file) || is_malformed(file) {
        return;
    }
    let common = common_branch(file, needs);
    let mut lines: Vec<&str> = Vec::new();
    if !needs.is_empty() && !is_brought(file) && !is_covered(file, common, needs) {
        lines.push(RUNTIME);
        seen.headers.push((RUNTIME.to_owned(), common));
    }
    if is_main && !needs.is_empty() || is_header_of_cuda(file) {
        lines.extend(brought_headers(file));
    }
    if lines.is_empty() {
        return;
    }
    let offset = outside_extern_c(file, insertion_offset(file, common));
    let mut text = String::new();
    // What an earlier run wrote here is there already.
    let present = Span::new(offset, file.text().len() as u32).of(file.text());
    let is_present = |line: &&str| {
        let wanted = format!("#include <{line}>");
        present
            .split(|b| *b == b'\n')
            .take(BROUGHT_BY_NVCC.len() + 1)
            .any(|l| l.trim_ascii_end() == wanted.as_bytes())
    };
    lines.retain(|line| !is_present(line));
    for line in lines {
        text.push_str("#include <");
        text.push_str(line);
        text.push('>');
        text.push('\n');
    }
    sink.insert(offset, text, "rule:implicit-include");
}

/// True if a conditional has two `#else`: where its code goes is anyone's guess.
fn is_malformed(file: &File<'_>) -> bool {
    let pp = &file.tree.preprocessor;
    pp.conditionals.iter().any(|group| {
        let is_else = |b: &&cu2hip_syntax::directive::Branch| {
            pp.directives[b.directive as usize].kind == DirectiveKind::Else
        };
        group.branches.iter().filter(is_else).count() > 1
    })
}

fn is_header(file: &File<'_>) -> bool {
    has_extension(file.context.path, &HEADERS)
}

/// True for a header that is reached from `.cu` files only, through other headers too.
fn is_header_of_cuda(file: &File<'_>) -> bool {
    let (mut by_cuda, mut by_host) = (false, false);
    let index = file.context.index;
    index.walk_includers(file.context.path, |path| {
        let is_main = has_extension(path, &["cu"]);
        by_cuda |= is_main;
        by_host |= !is_main && !has_extension(path, &HEADERS);
        !is_main && !by_host
    });
    by_cuda && !by_host && is_header(file)
}

/// True if every file that includes this one has the runtime header already, or gets it.
fn is_brought(file: &File<'_>) -> bool {
    let index = file.context.index;
    let mut includers = index.includers(file.context.path).peekable();
    includers.peek().is_some()
        && includers.all(|path| has_extension(path, &["cu", "cuh"]) || index.reaches_runtime(path))
}

/// The innermost branch that holds all tokens and stands outside of every block.
fn common_branch(file: &File<'_>, needs: &[u32]) -> Branch {
    let pp = &file.tree.preprocessor;
    let mut common: Branch = needs.first().and_then(|&t| branch_of(file, t));
    for &token in needs {
        let branch = branch_of(file, token);
        while !is_around(file, common, branch) {
            common = common.and_then(|(group, _)| pp.conditionals[group as usize].parent);
        }
    }
    while let Some((group, branch)) = common
        && is_in_block(file, group, branch)
    {
        common = pp.conditionals[group as usize].parent;
    }
    common
}

/// True if a branch stands in the body of a function, class or namespace.
fn is_in_block(file: &File<'_>, group: u32, branch: u32) -> bool {
    let pp = &file.tree.preprocessor;
    let directive = pp.conditionals[group as usize].branches[branch as usize].directive;
    let offset = pp.directives[directive as usize]
        .span(&file.tree.tokens)
        .start;
    file.tree.ast.ids().any(|id| {
        let is_block = matches!(
            file.kind(id),
            NodeKind::Function | NodeKind::Class | NodeKind::Namespace | NodeKind::Enum
        );
        let around = file.span(id);
        is_block && around.start < offset && offset < around.end
    })
}

/// True for `#ifndef X` with `#define X` as its next directive, at the top of the file.
pub(super) fn is_guard(file: &File<'_>, group: u32) -> bool {
    let pp = &file.tree.preprocessor;
    let first = pp.conditionals[group as usize].branches[0].directive as usize;
    let (opening, next) = (&pp.directives[first], pp.directives.get(first + 1));
    let name = |d: &Directive| {
        d.arguments(&file.tree.tokens)
            .next()
            .map(|t| file.tree.tokens.span(t as usize).of(file.text()))
    };
    let first_code = file
        .tree
        .stream
        .sections
        .first()
        .filter(|s| s.start < s.end);
    let at_top = first_code.is_none_or(|s| opening.hash < file.tree.stream.token(s.start));
    at_top
        && opening.kind == DirectiveKind::Ifndef
        && next.is_some_and(|n| n.kind == DirectiveKind::Define && name(n) == name(opening))
}

/// True if an include brings the runtime header before anything needs it.
fn is_covered(file: &File<'_>, common: Branch, needs: &[u32]) -> bool {
    let index = file.context.index;
    let first_need = needs.iter().min().copied().unwrap_or(0);
    for directive in includes(file) {
        if directive.hash > first_need {
            return false;
        }
        let Some(include) = read_include(file.text(), &file.tree.tokens, directive) else {
            continue;
        };
        let branch = branch_of(file, directive.hash);
        if !is_around(file, branch, common) {
            continue;
        }
        let path = String::from_utf8_lossy(include.path.of(file.text())).into_owned();
        if let Some(header) = decide(file, &include) {
            let brings = header.is_runtime
                && (header.stays && path == RUNTIME || header.to.contains(&RUNTIME));
            if brings {
                return true;
            }
            continue;
        }
        if let Some(found) = index.resolve(file.context.path, &path, include.angled) {
            if index.reaches_runtime(found) {
                return true;
            }
            if index.file(found).is_some_and(|f| f.is_cuda) {
                return false;
            }
        }
    }
    false
}

/// Where a new include goes: the start of the common branch, else before the first include (or
/// the group it stands in), else before the first code after comments and guard.
fn insertion_offset(file: &File<'_>, common: Branch) -> u32 {
    let pp = &file.tree.preprocessor;
    let tokens = &file.tree.tokens;
    let after_line = |directive: &Directive| {
        let end = directive.end as usize;
        if end < tokens.len() {
            tokens.span(end).end
        } else {
            file.text().len() as u32
        }
    };
    if let Some((group, branch)) = common {
        let directive = pp.conditionals[group as usize].branches[branch as usize].directive;
        return after_line(&pp.directives[directive as usize]);
    }
    let guard = (0..pp.conditionals.len() as u32)
        .next()
        .filter(|&g| pp.conditionals[g as usize].parent.is_none() && is_guard(file, g));
    let first_code = file
        .tree
        .stream
        .sections
        .first()
        .filter(|s| s.start < s.end)
        .map_or(u32::MAX, |s| file.tree.position_span(s.start).start);
    let first_include = pp
        .directives
        .iter()
        .find(|d| d.kind == DirectiveKind::Include);
    if let Some(include) = first_include {
        let mut place = include.hash;
        let mut around = pp.branch_at(include.hash);
        while let Some((group, _)) = around {
            let conditional = &pp.conditionals[group as usize];
            if Some(group) != guard {
                place = pp.directives[conditional.branches[0].directive as usize].hash;
            }
            around = conditional.parent;
        }
        let offset = line_start(file, tokens.span(place as usize).start);
        if offset <= first_code {
            return offset;
        }
    }
    let after_guard = guard.map(|g| {
        let first = pp.conditionals[g as usize].branches[0].directive as usize;
        after_line(&pp.directives[first + 1])
    });
    let first_directive = pp
        .directives
        .first()
        .map_or(u32::MAX, |d| tokens.span(d.hash as usize).start);
    after_guard.unwrap_or_else(|| line_start(file, first_code.min(first_directive)))
}

/// The offset, or the start of the line of the `extern "C" {` around it: HIP's headers hold
/// templates.
fn outside_extern_c(file: &File<'_>, offset: u32) -> u32 {
    block_around(file, offset).map_or(offset, |block| line_start(file, block.start))
}

/// C headers that the file uses names of and no include declares.
fn brought_headers(file: &File<'_>) -> Vec<&'static str> {
    BROUGHT_BY_NVCC
        .iter()
        .filter(|(_, headers, names)| {
            uses_any(file, names)
                && !includes_any(file, headers)
                && !is_included_with(file, headers)
        })
        .map(|(header, ..)| *header)
        .collect()
}

/// True if the file is included, and all who do so include one of the headers too.
fn is_included_with(file: &File<'_>, headers: &[&str]) -> bool {
    let index = file.context.index;
    let mut includers = index.includers(file.context.path).peekable();
    includers.peek().is_some() && includers.all(|path| index.reaches_include(path, headers))
}

fn uses_any(file: &File<'_>, names: &[&str]) -> bool {
    let stream = &file.tree.stream;
    let is_meant = |p| {
        let name = file.spelling(p);
        names.iter().any(|n| n.as_bytes() == &*name) && file.scopes.all(&name).is_empty()
    };
    (0..stream.len()).any(|p| {
        stream.kind(p) == TokenKind::Identifier
            && stream.word(p) == Word::None
            && stream.kind(p + 1) == TokenKind::LeftParen
            && is_meant(p)
            && !(p > 0
                && matches!(
                    stream.kind(p - 1),
                    TokenKind::Dot | TokenKind::Arrow | TokenKind::ColonColon
                ))
            && file.is_open(p)
    })
}

/// True if the file, or a project file that it includes, includes one of the headers.
fn includes_any(file: &File<'_>, headers: &[&str]) -> bool {
    let direct = file.tree.preprocessor.directives.iter().any(|d| {
        d.kind == DirectiveKind::Include
            && read_include(file.text(), &file.tree.tokens, d).is_some_and(|include| {
                headers
                    .iter()
                    .any(|h| h.as_bytes() == include.path.of(file.text()))
            })
    });
    direct
        || file
            .context
            .index
            .reaches_include(file.context.path, headers)
}
