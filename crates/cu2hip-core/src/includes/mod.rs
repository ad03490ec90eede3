//! Includes: each CUDA header becomes the HIP header that takes its place, and a
//! main file that nvcc gave the runtime header silently gets it written down.

mod insertion;
mod questions;

use cu2hip_mappings::{Define, HeaderDecision};
use cu2hip_syntax::directive::{Directive, DirectiveKind, Include, read_include};
use cu2hip_syntax::text::Span;
use cu2hip_syntax::token::TokenKind;

use crate::diagnostic::registry as codes;
use crate::diagnostic::{Diagnostic, Effort, find_code};
use crate::file::File;
use crate::sink::Sink;
use crate::uses::flag_diagnostic;

/// The header that declares host and device side of HIP.
const RUNTIME: &str = "hip/hip_runtime.h";
/// The part of it that plain C and host code can use.
const RUNTIME_API: &str = "hip/hip_runtime_api.h";

/// A branch of a conditional, as [`cu2hip_syntax::directive::Preprocessor::branch_at`] names it.
type Branch = Option<(u32, u32)>;

/// Headers that the translated text includes, with the branch in which it does.
#[derive(Debug, Default)]
struct Seen {
    headers: Vec<(String, Branch)>,
}

/// Translates the includes of a file; `needs` are the tokens that need the HIP runtime header.
pub(crate) fn run(file: &File<'_>, sink: &mut Sink, needs: &[u32]) {
    let mut seen = Seen::default();
    insertion::insert_runtime(file, sink, needs, &mut seen);
    for directive in includes(file) {
        let Some(include) = read_include(file.text(), &file.tree.tokens, directive) else {
            continue;
        };
        one(file, sink, directive, &include, &mut seen);
    }
    questions::run(file, sink);
}

/// The include directives in the open parts of a file.
fn includes<'f>(file: &'f File<'_>) -> impl Iterator<Item = &'f Directive> {
    file.tree
        .preprocessor
        .directives
        .iter()
        .filter(|d| d.kind == DirectiveKind::Include && file.is_open_token(d.hash))
}

/// Tokens of the includes of project files that are CUDA and do not bring the runtime header.
pub(crate) fn of_dependants(file: &File<'_>) -> Vec<u32> {
    let index = file.context.index;
    includes(file)
        .filter(|directive| {
            let include = read_include(file.text(), &file.tree.tokens, directive);
            include.is_some_and(|include| {
                let path = String::from_utf8_lossy(include.path.of(file.text())).into_owned();
                index
                    .resolve(file.context.path, &path, include.angled)
                    .is_some_and(|found| {
                        !index.reaches_runtime(found)
                            && index.file(found).is_some_and(|f| f.is_cuda)
                    })
            })
        })
        .map(|directive| directive.hash)
        .collect()
}

/// What the tables say of an include that does not name a file of the project.
fn decide<'a>(file: &File<'a>, include: &Include) -> Option<HeaderDecision<'a>> {
    let path = include.path.of(file.text());
    let text = String::from_utf8_lossy(path);
    let is_own = !include.angled
        && file
            .context
            .index
            .resolve(file.context.path, &text, false)
            .is_some();
    if is_own {
        return None;
    }
    file.context.mappings.header(path, file.context.target)
}

fn one(
    file: &File<'_>,
    sink: &mut Sink,
    directive: &Directive,
    include: &Include,
    seen: &mut Seen,
) {
    let branch = branch_of(file, directive.hash);
    let Some(header) = decide(file, include) else {
        return;
    };
    let path = String::from_utf8_lossy(include.path.of(file.text())).into_owned();
    sink.statistics.names_seen += 1;
    if header.is_runtime && in_extern_c(file, directive) {
        let message = format!("`{path}` is included inside extern \"C\"");
        sink.report(Diagnostic::new(
            codes::INCLUDE_IN_EXTERN_C,
            include.span,
            message,
        ));
    }
    if let Some(flag) = &header.flag {
        sink.statistics.names_flagged += 1;
        let code = flag
            .code
            .and_then(find_code)
            .unwrap_or(codes::UNMAPPED_HEADER);
        sink.report(flag_diagnostic(code, include.span, &path, flag));
    }
    if header.stays || header.flag.is_some() && header.to.is_empty() {
        sink.statistics.names_kept += u32::from(header.flag.is_none());
        seen.headers.push((path, branch));
        return;
    }
    sink.statistics.names_changed += 1;
    let is_c = has_extension(file.context.path, &["c"]);
    if header.is_cxx && (is_c || is_included_by_c(file)) {
        report_cxx(
            &path,
            header.to.first().unwrap_or(&RUNTIME),
            include.span,
            sink,
        );
    }
    let targets = header.to.iter().map(|t| {
        if is_c && *t == RUNTIME {
            RUNTIME_API
        } else {
            t
        }
    });
    let missing: Vec<&str> = targets.filter(|t| !seen.covers(file, t, branch)).collect();
    let origin = format!("header:{path}");
    let Some((first, rest)) = missing.split_first() else {
        remove_line(file, sink, directive, origin);
        return;
    };
    let mut text = format!("<{first}>");
    let indent = indent_of(file, directive);
    if let Some(lines) = definitions(file, &header, &path, &indent) {
        let start = file.tree.tokens.span(directive.hash as usize).start;
        sink.insert(start, lines, origin.clone());
    }
    for more in rest {
        text = text + "\n" + &indent + "#include <" + more + ">";
    }
    sink.replace(include.span, text, origin);
    seen.headers
        .extend(missing.iter().map(|t| ((*t).to_owned(), branch)));
}

/// True if a C file includes this one.
fn is_included_by_c(file: &File<'_>) -> bool {
    let mut includers = file.context.index.includers(file.context.path);
    includers.any(|path| has_extension(path, &["c"]))
}

/// Reports a header of C++ that takes the place of one of C.
fn report_cxx(path: &str, target: &str, span: Span, sink: &mut Sink) {
    let message = format!("`{path}` has no counterpart for C: `{target}` does not compile as C");
    let advice =
        "compile the files that include it as C++: give them the ending .cpp, or the option -x c++";
    let diagnostic = Diagnostic::new(codes::UNMAPPED_HEADER, span, message);
    sink.report(diagnostic.advice(advice).effort(Effort::Minutes));
}

/// The blanks in front of a directive on its line.
fn indent_of(file: &File<'_>, directive: &Directive) -> String {
    let hash = file.tree.tokens.span(directive.hash as usize).start as usize;
    let line = line_start(file, hash as u32) as usize;
    let before = &file.text()[line..hash];
    let blank = before.iter().all(|b| matches!(b, b' ' | b'\t'));
    String::from_utf8_lossy(if blank { before } else { b"" }).into_owned()
}

/// The lines that must stand in front of the header that takes a place, and the indent of that.
fn definitions(
    file: &File<'_>,
    header: &HeaderDecision<'_>,
    path: &str,
    indent: &str,
) -> Option<String> {
    let needed = |d: &&Define<'_>| d.with.is_none_or(|library| may_use(file, library, path));
    let lines = header.defines.iter().filter(needed);
    let text = lines.fold(String::new(), |text, define| {
        text + "#define " + define.name + "\n" + indent
    });
    (!text.is_empty()).then_some(text)
}

/// True if names of a library may stand behind an include of `header`: in the file, or, where
/// the file is a header or brings other files that include the header, in those.
fn may_use(file: &File<'_>, library: &str, header: &str) -> bool {
    let (index, path) = (file.context.index, file.context.path);
    let is_main = has_extension(path, &["cu", "cpp", "cc", "cxx", "c", "C"]);
    let others = || {
        includes(file).any(|directive| {
            let include = read_include(file.text(), &file.tree.tokens, directive);
            let own = include.and_then(|include| {
                let text = String::from_utf8_lossy(include.path.of(file.text())).into_owned();
                index.resolve(path, &text, include.angled)
            });
            own.is_some_and(|own| index.reaches_include(own, &[header]))
        })
    };
    !is_main || uses_library(file, library) || others()
}

/// True if a name of a library stands in the file.
fn uses_library(file: &File<'_>, library: &str) -> bool {
    let stream = &file.tree.stream;
    (0..stream.len()).any(|p| {
        stream.class(p).known
            && file
                .decide(&file.spelling(p))
                .is_some_and(|d| d.library == library)
    })
}

impl Seen {
    /// True if `header` is included where `branch` sees it.
    fn covers(&self, file: &File<'_>, header: &str, branch: Branch) -> bool {
        self.headers.iter().any(|(have, place)| {
            let whole = have == header || have == RUNTIME && header == RUNTIME_API;
            whole && is_around(file, *place, branch)
        })
    }
}

/// The branch a token stands in, include guards not counted.
fn branch_of(file: &File<'_>, token: u32) -> Branch {
    let pp = &file.tree.preprocessor;
    let mut branch = pp.branch_at(token);
    while let Some((group, _)) = branch.filter(|&(group, _)| insertion::is_guard(file, group)) {
        branch = pp.conditionals[group as usize].parent;
    }
    branch
}

/// True if the branch `outer` holds the branch `inner`, or is it.
fn is_around(file: &File<'_>, outer: Branch, inner: Branch) -> bool {
    let Some(outer) = outer else { return true };
    let mut at = inner;
    while let Some(branch) = at {
        if branch == outer {
            return true;
        }
        at = file.tree.preprocessor.conditionals[branch.0 as usize].parent;
    }
    false
}

/// True if the path ends with one of the extensions.
pub(crate) fn has_extension(path: &str, extensions: &[&str]) -> bool {
    path.rsplit_once('.')
        .is_some_and(|(_, have)| extensions.contains(&have))
}

/// Removes an include whose content comes from elsewhere: the whole line, or the directive alone
/// where a comment shares the line.
fn remove_line(file: &File<'_>, sink: &mut Sink, directive: &Directive, origin: String) {
    let tokens = &file.tree.tokens;
    let mut start = directive.hash as usize;
    while start > 0 && tokens.kind(start - 1) == TokenKind::Whitespace {
        start -= 1;
    }
    let at_line_start = start == 0 || tokens.kind(start - 1) == TokenKind::Newline;
    let has_comment = (directive.hash as usize..directive.end as usize).any(|i| {
        let kind = tokens.kind(i);
        kind.is_trivia() && kind != TokenKind::Whitespace
    });
    if has_comment || !at_line_start || (directive.end as usize) >= tokens.len() {
        sink.replace(directive.span(tokens), "", origin);
        return;
    }
    let span = tokens.span(start).join(tokens.span(directive.end as usize));
    sink.replace(span, "", origin);
}

/// True if the directive stands inside `extern "C" { ... }`.
fn in_extern_c(file: &File<'_>, directive: &Directive) -> bool {
    block_around(file, file.tree.tokens.span(directive.hash as usize).start).is_some()
}

/// The outermost block (or declaration) of `extern "C"` around an offset.
fn block_around(file: &File<'_>, offset: u32) -> Option<Span> {
    let blocks = file.linkage_blocks();
    let before = blocks.partition_point(|block| block.start < offset);
    blocks[..before]
        .last()
        .copied()
        .filter(|block| offset < block.end)
}

/// Where the line of the token at an offset starts; behind a comment that reaches into the line.
fn line_start(file: &File<'_>, offset: u32) -> u32 {
    let tokens = &file.tree.tokens;
    if tokens.is_empty() {
        return 0;
    }
    let mut at = tokens.at(offset);
    while at > 0 {
        let before = at - 1;
        let ends_line = tokens.kind(before) == TokenKind::Newline
            || tokens.kind(before) == TokenKind::BlockComment
                && tokens.span(before).of(file.text()).contains(&b'\n');
        if ends_line {
            break;
        }
        at = before;
    }
    tokens.span(at).start
}
