//! What calls of libraries take and give across files: a variable or a function of a header has no
//! uses there that tell the library of its type.

use cu2hip_syntax::Tree;
use cu2hip_syntax::token::TokenKind;
use cu2hip_syntax::word::Word;

/// Beginnings of the functions whose libraries share names, with these libraries; longer ones first.
const BEGINNINGS: [(&[u8], &str); 6] = [
    (b"cublasLt", "cublaslt"),
    (b"cublas", "cublas"),
    (b"cusolver", "cusolver"),
    (b"cusparse", "cusparse"),
    (b"cutensor", "cutensor"),
    (b"cudnn", "cudnn"),
];

/// A name that is handed to a call of a library, or a function that gets the result of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandedFact {
    /// The name.
    pub name: Vec<u8>,
    /// The library of the call.
    pub library: &'static str,
    /// True for a function (or macro) that is called with the result.
    pub is_function: bool,
}

/// The facts of a name at a place, if it is a call of such a library.
pub(super) fn read(tree: &Tree<'_>, position: u32, out: &mut Vec<HandedFact>) {
    let stream = &tree.stream;
    let open = position + 1;
    if stream.kind(open) != TokenKind::LeftParen {
        return;
    }
    let name = tree.spelling(position);
    let Some((_, library)) = BEGINNINGS.iter().find(|(start, _)| name.starts_with(start)) else {
        return;
    };
    let mut add = |position: u32, is_function: bool| {
        if stream.kind(position) != TokenKind::Identifier || stream.word(position) != Word::None {
            return;
        }
        let name = tree.spelling(position).into_owned();
        let fact = HandedFact {
            name,
            library,
            is_function,
        };
        if !out.contains(&fact) {
            out.push(fact);
        }
    };
    if position >= 2 && stream.kind(position - 1) == TokenKind::LeftParen {
        add(position - 2, true);
    }
    let close = stream.partner(open);
    if close >= stream.len() {
        return;
    }
    let is_border = |p: u32| {
        matches!(
            stream.kind(p),
            TokenKind::Comma | TokenKind::LeftParen | TokenKind::RightParen
        )
    };
    for position in open + 1..close {
        if is_border(position - 1)
            && is_border(position + 1)
            && stream.kind(position + 1) != TokenKind::LeftParen
        {
            add(position, false);
        }
    }
}
