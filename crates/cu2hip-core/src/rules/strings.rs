//! Family 8xxx: names of CUDA libraries, functions and options in strings that
//! the program hands to the machine.

use cu2hip_mappings::Action;
use cu2hip_syntax::ast::NodeId;
use cu2hip_syntax::directive::{DirectiveKind, read_include};
use cu2hip_syntax::text::Span;
use cu2hip_syntax::token::TokenKind;

use super::Calls;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::registry::{COMPILER_OPTION, LIBRARY_FILE_NAME, SYMBOL_LOOKUP};
use crate::file::File;
use crate::sink::Sink;

/// Calls that open a library by its file name.
const OPENERS: [&[u8]; 5] = [
    b"dlopen",
    b"LoadLibrary",
    b"LoadLibraryA",
    b"LoadLibraryExA",
    b"dlmopen",
];
/// Calls that look a function up by its name.
const LOOKUPS: [&[u8]; 6] = [
    b"dlsym",
    b"dlvsym",
    b"GetProcAddress",
    b"cuGetProcAddress",
    b"cudaGetDriverEntryPoint",
    b"cudaGetDriverEntryPointByVersion",
];
/// Parts of the file names of CUDA's libraries.
const LIBRARIES: [&str; 12] = [
    "libcuda",
    "libcudart",
    "libnvrtc",
    "libcublas",
    "libcudnn",
    "libcufft",
    "libcurand",
    "libcusparse",
    "libcusolver",
    "libnvidia-ml",
    "nvcuda.dll",
    "cudart64",
];
/// Options that only NVRTC and nvcc take, and what the HIP compiler takes.
const OPTIONS: [(&str, &str); 12] = [
    ("--gpu-architecture", "--offload-arch=gfxNNN"),
    ("-arch", "--offload-arch=gfxNNN"),
    ("--use_fast_math", "-ffast-math"),
    ("-use_fast_math", "-ffast-math"),
    ("--fmad", "-ffp-contract=fast or off"),
    ("-fmad", "-ffp-contract=fast or off"),
    ("--maxrregcount", "nothing (leave it out)"),
    ("-maxrregcount", "nothing (leave it out)"),
    (
        "--device-as-default-execution-space",
        "nothing (leave it out)",
    ),
    ("-default-device", "nothing (leave it out)"),
    ("--relocatable-device-code", "-fgpu-rdc"),
    ("-rdc", "-fgpu-rdc"),
];

pub(super) fn run(file: &File<'_>, calls: &Calls, sink: &mut Sink) {
    let mut compiles_at_run_time = includes_compiler(file);
    for call in calls.iter() {
        let callee: &[u8] = &call.callee;
        compiles_at_run_time |= callee == b"nvrtcCompileProgram";
        if OPENERS.contains(&callee) {
            for (span, text) in literals(file, call.id) {
                if LIBRARIES.iter().any(|l| text.contains(l)) {
                    let message = format!("\"{text}\" is a library of CUDA");
                    sink.report(Diagnostic::new(LIBRARY_FILE_NAME, span, message));
                }
            }
        } else if LOOKUPS.contains(&callee) {
            for (span, text) in literals(file, call.id) {
                if let Some(decision) = file.decide(text.as_bytes()) {
                    let message = format!("\"{text}\" is looked up by name");
                    let mut found = Diagnostic::new(SYMBOL_LOOKUP, span, message);
                    if let Action::Rename(to) = &decision.action {
                        found.advice = format!("look up \"{to}\" in the ROCm library");
                    }
                    sink.report(found);
                }
            }
        }
    }
    if compiles_at_run_time {
        options(file, sink);
    }
}

fn includes_compiler(file: &File<'_>) -> bool {
    file.tree.preprocessor.directives.iter().any(|d| {
        d.kind == DirectiveKind::Include
            && read_include(file.text(), &file.tree.tokens, d)
                .is_some_and(|i| i.path.of(file.text()) == b"nvrtc.h")
    })
}

/// The string literals among the arguments of a call.
fn literals(file: &File<'_>, call: NodeId) -> Vec<(Span, String)> {
    file.arguments(call)
        .into_iter()
        .flat_map(|a| file.node(a).start..file.node(a).end)
        .filter(|&p| file.tree.stream.kind(p) == TokenKind::String)
        .map(|p| (file.tree.position_span(p), content(&file.spelling(p))))
        .collect()
}

fn content(literal: &[u8]) -> String {
    let open = literal.iter().position(|b| *b == b'"').map_or(0, |p| p + 1);
    let inner = literal
        .get(open..literal.len().saturating_sub(1))
        .unwrap_or_default();
    String::from_utf8_lossy(inner).into_owned()
}

/// Options of the run-time compiler, anywhere in a file that calls it.
fn options(file: &File<'_>, sink: &mut Sink) {
    let stream = &file.tree.stream;
    for position in 0..stream.len() {
        if stream.kind(position) != TokenKind::String || !file.is_open(position) {
            continue;
        }
        let text = content(&file.spelling(position));
        let known = OPTIONS.iter().find(|(option, _)| {
            text.strip_prefix(option)
                .is_some_and(|r| r.is_empty() || r.starts_with(['=', ' ', ',']))
        });
        if let Some((_, instead)) = known {
            let message = format!("\"{text}\" is an option of NVRTC");
            let span = file.tree.position_span(position);
            sink.report(
                Diagnostic::new(COMPILER_OPTION, span, message)
                    .advice(format!("hipRTC takes {instead}")),
            );
        }
    }
}
