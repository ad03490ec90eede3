//! What holds for any bytes: tokens tile the text, and no text makes the front end fail.

use cu2hip_syntax::Tree;
use cu2hip_syntax::ast::{Ast, NodeKind};
use cu2hip_syntax::directive::{Directive, DirectiveKind, Preprocessor};
use cu2hip_syntax::oracle::NoOracle;
use cu2hip_syntax::token::{Reader, Tokens, lex, skim};
use proptest::prelude::*;

/// Pieces of CUDA that meet in odd ways.
const SOUP: [&str; 64] = [
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "<",
    ">",
    "<<<",
    ">>>",
    ">>",
    "<<",
    ",",
    ";",
    ":",
    "::",
    "?",
    "=",
    "==",
    "->",
    ".",
    "*",
    "&",
    "&&",
    "+",
    "-",
    "++",
    "!",
    "~",
    "#",
    "##",
    "\n",
    "\n#if A\n",
    "\n#else\n",
    "\n#endif\n",
    "\n#define M(x) x ## y {\n",
    "\\\n",
    "//",
    "/*",
    "*/",
    "\"",
    "'",
    "R\"(",
    "a",
    "b",
    "int",
    "struct",
    "class",
    "template",
    "typename",
    "namespace",
    "operator",
    "if",
    "else",
    "for",
    "return",
    "__global__",
    "__device__",
    "asm",
    "sizeof",
    "new",
    "0x1f",
    "1.f",
    "1'0",
];

fn soup() -> impl Strategy<Value = String> {
    proptest::collection::vec((proptest::sample::select(&SOUP[..]), any::<bool>()), 0..200)
        .prop_map(|pieces| {
            let mut text = String::new();
            for (piece, blank) in pieces {
                text.push_str(piece);
                if blank {
                    text.push(' ');
                }
            }
            text
        })
}

/// Reads on whatever it is shown.
struct All;

impl Reader for All {
    fn word(&mut self, _word: &[u8], _rest: &[u8]) -> bool {
        true
    }

    fn literal(&mut self, _literal: &[u8]) -> bool {
        true
    }
}

/// Children lie inside their parents, in order, without overlap.
fn check_tree(ast: &Ast) {
    for id in ast.ids() {
        let node = ast.node(id);
        assert!(node.start <= node.end, "{node:?}");
        let mut at = node.start;
        for child in ast.children(id) {
            let child = ast.node(child);
            assert!(
                at <= child.start && child.end <= node.end,
                "{child:?} in {node:?}"
            );
            at = child.end;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn tokens_tile_any_bytes(text in proptest::collection::vec(any::<u8>(), 0..600)) {
        let tokens = lex(&text);
        let mut at = 0;
        for index in 0..tokens.len() {
            let span = tokens.span(index);
            prop_assert_eq!(span.start, at);
            prop_assert!(span.end > span.start);
            at = span.end;
        }
        prop_assert_eq!(at as usize, text.len());
        check_tree(&Tree::parse(&text, &NoOracle).ast);
    }

    #[test]
    fn directives_are_the_same_without_the_rest(text in soup()) {
        let text = text.as_bytes();
        let of = |tokens: &Tokens| -> Vec<(DirectiveKind, Vec<u8>)> {
            let read = |d: &Directive| (d.kind, d.span(tokens).of(text).to_vec());
            Preprocessor::new(text, tokens).directives.iter().map(read).collect()
        };
        if let Some(tokens) = skim(text, &mut All) {
            prop_assert_eq!(of(&tokens), of(&lex(text)));
        }
    }

    #[test]
    fn any_soup_has_a_tree(text in soup()) {
        let tree = Tree::parse(text.as_bytes(), &NoOracle);
        check_tree(&tree.ast);
        // The dump walks every node and span.
        prop_assert!(tree.dump_text().starts_with("TranslationUnit"));
    }
}

#[test]
fn a_million_brackets_neither_overflow_nor_hang() {
    let kinds = [
        ("(", ")", 1_000_000),
        ("{", "}", 1_000_000),
        ("[", "]", 200_000),
    ];
    let mixed = [
        ("a(", ")", 200_000),
        ("if(x){", "}", 200_000),
        ("a<", ">", 200_000),
    ];
    for (open, close, count) in kinds.into_iter().chain(mixed) {
        let text = open.repeat(count) + &close.repeat(count);
        check_tree(&Tree::parse(text.as_bytes(), &NoOracle).ast);
        Tree::parse(open.repeat(count / 4).as_bytes(), &NoOracle);
        Tree::parse(close.repeat(count / 4).as_bytes(), &NoOracle);
    }
}

#[test]
fn long_chains_are_flat_in_memory_of_the_stack() {
    let chains = [
        "else if (a) b; ".repeat(200_000),
        "a + ".repeat(200_000),
        "a ? b : ".repeat(200_000),
        "!".repeat(200_000),
        "a = ".repeat(200_000),
        "a.b->".repeat(200_000),
        "#if A\n".repeat(200_000),
        "#if A\n(\n#else\n[\n#endif\n".repeat(50_000),
        "namespace n { ".repeat(200_000),
        "template <".repeat(100_000),
    ];
    for text in chains {
        let whole = format!("void f() {{ if (a) b; {text}");
        check_tree(&Tree::parse(whole.as_bytes(), &NoOracle).ast);
        check_tree(&Tree::parse(text.as_bytes(), &NoOracle).ast);
    }
}

#[test]
fn a_line_of_five_megabytes_is_read() {
    let text = "x = f(a, b) + 1; ".repeat(300_000);
    let tree = Tree::parse(text.as_bytes(), &NoOracle);
    let calls = tree
        .ast
        .ids()
        .filter(|&id| tree.ast.node(id).kind == NodeKind::Call)
        .count();
    assert_eq!(calls, 300_000);
}
