//! The lexer: bytes to tokens that tile the input.
//!
//! White space and comments are tokens too, and no byte is outside a token, so
//! that any text is the concatenation of its tokens. `>` is always a token of
//! its own: whether two or three of them close templates or a launch
//! configuration is for the parser to say.

mod skim;

pub use skim::{Reader, skim};

use logos::{Lexer, Logos};

use std::borrow::Cow;

use crate::directive::unspliced;
use crate::text::Span;

/// What a token is.
#[derive(Logos, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[logos(utf8 = false, extras = bool)]
#[repr(u8)]
pub enum TokenKind {
    /// Blanks, tabs, form feeds and line splices.
    #[regex(br"([ \t\x0b\x0c]|\\[ \t]*(\r\n|\n|\r))+")]
    Whitespace,
    /// `\n`, `\r\n` or a lone `\r`.
    #[regex(br"\r\n|\n|\r")]
    Newline,
    /// `// ...` up to, not including, the line end.
    #[token(b"//", line_comment)]
    LineComment,
    /// `/* ... */`; one that is not closed reaches the end of the text.
    #[token(b"/*", block_comment)]
    BlockComment,

    /// An identifier or keyword (bytes of 0x80 and more count as letters).
    #[regex(br"[A-Za-z_$\x80-\xff][A-Za-z0-9_$\x80-\xff]*")]
    #[regex(
        br"[A-Za-z_$\x80-\xff]((\\(\r\n|\n|\r))*[A-Za-z0-9_$\x80-\xff])*",
        spliced,
        priority = 1
    )]
    Identifier,
    /// A preprocessing number.
    #[regex(br"\.?[0-9]((\\(\r\n|\n|\r))*([eEpP][+\-]|'?[A-Za-z0-9_]|\.))*")]
    Number,
    /// A string literal with its prefix.
    #[regex(br#"(u8|u|U|L)?"([^"\\\r\n]|\\(\r\n|[^\r]|\r))*""#)]
    String,
    /// A raw string literal with its prefix.
    #[regex(br#"(u8|u|U|L)?R""#, raw_string)]
    RawString,
    /// A character literal with its prefix.
    #[regex(br"(u8|u|U|L)?'([^'\\\r\n]|\\(\r\n|[^\r]|\r))*'")]
    Character,
    /// A string or character literal that its line does not close.
    #[regex(br#"(u8|u|U|L)?"([^"\\\r\n]|\\(\r\n|[^\r]|\r))*"#)]
    #[regex(br"(u8|u|U|L)?'([^'\\\r\n]|\\(\r\n|[^\r]|\r))*")]
    Unterminated,

    /// `(`
    #[token(b"(")]
    LeftParen,
    /// `)`
    #[token(b")")]
    RightParen,
    /// `[` or `<:`
    #[token(b"[")]
    #[token(b"<:")]
    LeftBracket,
    /// `]` or `:>`
    #[token(b"]")]
    #[token(b":>")]
    RightBracket,
    /// `{` or `<%`
    #[token(b"{")]
    #[token(b"<%")]
    LeftBrace,
    /// `}` or `%>`
    #[token(b"}")]
    #[token(b"%>")]
    RightBrace,
    /// `;`
    #[token(b";")]
    Semicolon,
    /// `,`
    #[token(b",")]
    Comma,
    /// `:`
    #[token(b":")]
    Colon,
    /// `::`
    #[token(b"::")]
    ColonColon,
    /// `?`
    #[token(b"?")]
    Question,
    /// `.`
    #[token(b".")]
    Dot,
    /// `->`
    #[token(b"->")]
    Arrow,
    /// `.*` or `->*`
    #[token(b".*")]
    #[token(b"->*")]
    MemberPointer,
    /// `...`
    #[token(b"...")]
    Ellipsis,
    /// `#` or `%:`
    #[token(b"#")]
    #[token(b"%:")]
    Hash,
    /// `##` or `%:%:`
    #[token(b"##")]
    #[token(b"%:%:")]
    HashHash,
    /// `=`
    #[token(b"=")]
    Equal,
    /// `==` or `!=`
    #[token(b"==")]
    #[token(b"!=")]
    Equality,
    /// `<`
    #[token(b"<")]
    Less,
    /// `<=` or `<=>`
    #[token(b"<=")]
    #[token(b"<=>")]
    LessEqual,
    /// `<<`
    #[token(b"<<")]
    ShiftLeft,
    /// `<<<`
    #[token(b"<<<")]
    LaunchOpen,
    /// `>`; several in a row are several tokens
    #[token(b">")]
    Greater,
    /// `>=`
    #[token(b">=")]
    GreaterEqual,
    /// `+=` and the other compound assignments
    #[token(b"+=")]
    #[token(b"-=")]
    #[token(b"*=")]
    #[token(b"/=")]
    #[token(b"%=")]
    #[token(b"&=")]
    #[token(b"|=")]
    #[token(b"^=")]
    #[token(b"<<=")]
    #[token(b">>=")]
    AssignOperator,
    /// `+`
    #[token(b"+")]
    Plus,
    /// `-`
    #[token(b"-")]
    Minus,
    /// `++` or `--`
    #[token(b"++")]
    #[token(b"--")]
    Increment,
    /// `*`
    #[token(b"*")]
    Star,
    /// `/`
    #[token(b"/")]
    Slash,
    /// `%`
    #[token(b"%")]
    Percent,
    /// `&`
    #[token(b"&")]
    Ampersand,
    /// `&&`
    #[token(b"&&")]
    AndAnd,
    /// `|`
    #[token(b"|")]
    Pipe,
    /// `||`
    #[token(b"||")]
    OrOr,
    /// `^`
    #[token(b"^")]
    Caret,
    /// `!`
    #[token(b"!")]
    Not,
    /// `~`
    #[token(b"~")]
    Tilde,
    /// Any other byte.
    Other,
}

impl TokenKind {
    /// True for white space, line ends and comments.
    #[inline]
    pub fn is_trivia(self) -> bool {
        matches!(
            self,
            Self::Whitespace | Self::Newline | Self::LineComment | Self::BlockComment
        )
    }

    /// True for string and character literals, also those that do not end.
    #[inline]
    pub fn is_literal(self) -> bool {
        matches!(
            self,
            Self::String | Self::RawString | Self::Character | Self::Unterminated
        )
    }

    /// True for string literals that end.
    pub fn is_string(self) -> bool {
        matches!(self, Self::String | Self::RawString)
    }
}

/// Takes note of an identifier that a line splice cuts.
fn spliced(lexer: &mut Lexer<'_, TokenKind>) {
    lexer.extras = true;
}

/// Continues a `//` comment to its line end, over line splices.
fn line_comment(lexer: &mut Lexer<'_, TokenKind>) {
    lexer.bump(line_comment_length(lexer.remainder()));
}

fn line_comment_length(rest: &[u8]) -> usize {
    let mut at = 0;
    while let Some(found) = memchr::memchr2(b'\n', b'\r', &rest[at..]) {
        let end = at + found;
        let line = &rest[at..end];
        let spliced = line
            .iter()
            .rposition(|b| !matches!(b, b' ' | b'\t'))
            .is_some_and(|last| line[last] == b'\\');
        if !spliced {
            return end;
        }
        let is_pair = rest[end..].starts_with(b"\r\n");
        at = end + if is_pair { 2 } else { 1 };
    }
    rest.len()
}

/// Continues a `/*` comment to its end.
fn block_comment(lexer: &mut Lexer<'_, TokenKind>) {
    lexer.bump(block_comment_length(lexer.remainder()));
}

fn block_comment_length(rest: &[u8]) -> usize {
    memchr::memmem::find(rest, b"*/").map_or(rest.len(), |at| at + 2)
}

/// Continues a raw string to its closing delimiter; without one to the end of the text.
fn raw_string(lexer: &mut Lexer<'_, TokenKind>) {
    lexer.bump(raw_string_length(lexer.remainder()));
}

fn raw_string_length(rest: &[u8]) -> usize {
    /// Longest delimiter that the standard allows.
    const MAX_DELIMITER: usize = 16;
    let head = &rest[..rest.len().min(MAX_DELIMITER + 1)];
    let stop = head
        .iter()
        .position(|b| matches!(b, b'(' | b')' | b'\\' | b' ' | b'"' | b'\n' | b'\r'));
    let Some(open) = stop.filter(|&at| head[at] == b'(') else {
        // Not a raw string after all: take the rest of the line as an ordinary broken literal.
        let line = memchr::memchr3(b'\n', b'\r', b'"', rest).unwrap_or(rest.len());
        return line + usize::from(rest.get(line) == Some(&b'"'));
    };
    let mut closer = Vec::with_capacity(open + 2);
    closer.push(b')');
    closer.extend_from_slice(&rest[..open]);
    closer.push(b'"');
    let end = memchr::memmem::find(&rest[open..], &closer);
    end.map_or(rest.len(), |at| open + at + closer.len())
}

/// The tokens of one text.
#[derive(Debug, Clone, Default)]
pub struct Tokens {
    kinds: Vec<TokenKind>,
    /// Indices of the identifiers that a line splice cuts, in order.
    spliced: Vec<u32>,
    /// Start of each token, and the length of the text at the end.
    starts: Vec<u32>,
    /// Indices of the `#`, each of which may begin a directive.
    hashes: Vec<u32>,
}

impl Tokens {
    /// Number of tokens.
    #[inline]
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// True if the text is empty.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// Kind of token `index`.
    #[inline]
    pub fn kind(&self, index: usize) -> TokenKind {
        self.kinds[index]
    }

    /// Bytes of token `index`.
    #[inline]
    pub fn span(&self, index: usize) -> Span {
        Span::new(self.starts[index], self.starts[index + 1])
    }

    /// Index of the token that holds `offset`.
    pub fn at(&self, offset: u32) -> usize {
        self.starts
            .partition_point(|&start| start <= offset)
            .saturating_sub(1)
    }

    /// Bytes of token `index` without line splices.
    #[inline]
    pub fn name<'a>(&self, index: usize, text: &'a [u8]) -> Cow<'a, [u8]> {
        let bytes = self.span(index).of(text);
        let is_whole = self.kinds[index] == TokenKind::Identifier
            && (self.spliced.is_empty() || self.spliced.binary_search(&(index as u32)).is_err());
        if is_whole {
            Cow::Borrowed(bytes)
        } else {
            unspliced(bytes)
        }
    }

    /// Indices of the [`TokenKind::Hash`] tokens, in order.
    pub(crate) fn hashes(&self) -> &[u32] {
        &self.hashes
    }

    /// Takes the next token of a lexer of the text from `base` on.
    #[inline]
    fn take(
        &mut self,
        lexer: &mut Lexer<'_, TokenKind>,
        text: &[u8],
        base: usize,
    ) -> Option<TokenKind> {
        let kind = lexer.next()?.unwrap_or(TokenKind::Other);
        let at = base + lexer.span().start;
        if kind == TokenKind::LeftBracket && is_template_then_scope(&text[at..]) {
            // `<::` means `<` and `::` unless `:` or `>` follows.
            self.push(TokenKind::Less, at);
            self.push(TokenKind::ColonColon, at + 1);
            lexer.bump(1);
            return Some(TokenKind::ColonColon);
        }
        if std::mem::take(&mut lexer.extras) {
            self.spliced.push(self.kinds.len() as u32);
        }
        self.push(kind, at);
        Some(kind)
    }

    #[inline]
    fn push(&mut self, kind: TokenKind, start: usize) {
        if kind == TokenKind::Hash {
            self.hashes.push(self.kinds.len() as u32);
        }
        self.kinds.push(kind);
        self.starts.push(start as u32);
    }
}

/// Splits `text` into tokens. Total: every byte lands in exactly one token.
pub fn lex(text: &[u8]) -> Tokens {
    let mut tokens = Tokens {
        // Dense code has a token for three bytes.
        kinds: Vec::with_capacity(text.len() / 3 + 16),
        starts: Vec::with_capacity(text.len() / 3 + 16),
        hashes: Vec::new(),
        spliced: Vec::new(),
    };
    let mut start = 0;
    if text.starts_with(b"\xef\xbb\xbf") {
        // A byte order mark is no part of the first identifier.
        tokens.push(TokenKind::Whitespace, 0);
        start = 3;
    }
    let mut lexer = TokenKind::lexer(&text[start..]);
    while tokens.take(&mut lexer, text, start).is_some() {}
    tokens.starts.push(text.len() as u32);
    tokens
}

fn is_template_then_scope(text: &[u8]) -> bool {
    text.starts_with(b"<::") && !matches!(text.get(3), Some(b':' | b'>'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &[u8]) -> Vec<(TokenKind, String)> {
        let tokens = lex(text);
        (0..tokens.len())
            .map(|i| {
                (
                    tokens.kind(i),
                    String::from_utf8_lossy(tokens.span(i).of(text)).into_owned(),
                )
            })
            .collect()
    }

    fn significant(text: &[u8]) -> Vec<String> {
        kinds(text)
            .into_iter()
            .filter(|(k, _)| !k.is_trivia())
            .map(|(_, s)| s)
            .collect()
    }

    #[test]
    fn chevrons_open_as_one_token_and_close_as_three() {
        assert_eq!(
            significant(b"k<<<1, 2>>>(x)"),
            ["k", "<<<", "1", ",", "2", ">", ">", ">", "(", "x", ")"]
        );
        assert_eq!(significant(b"a >>= b >= c"), ["a", ">>=", "b", ">=", "c"]);
    }

    #[test]
    fn raw_strings_end_at_their_delimiter() {
        let text = br#"u8R"x( " )" // )x" + 1"#;
        assert_eq!(significant(text), [r#"u8R"x( " )" // )x""#, "+", "1"]);
        assert_eq!(kinds(br#"R"(never closed"#)[0].0, TokenKind::RawString);
        assert_eq!(
            significant(br#"R"bad delimiter" + 1"#),
            [r#"R"bad delimiter""#, "+", "1"]
        );
    }

    #[test]
    fn literals_end_at_the_line_when_not_closed() {
        let got = kinds(b"\"abc\nx 'y\n");
        assert_eq!(got[0], (TokenKind::Unterminated, "\"abc".into()));
        assert_eq!(got[4], (TokenKind::Unterminated, "'y".into()));
        assert_eq!(significant(b"\"a\\\nb\" c"), ["\"a\\\nb\"", "c"]);
        assert_eq!(significant(b"L'\\'' u\"\\\"\""), ["L'\\''", "u\"\\\"\""]);
    }

    #[test]
    fn splices_join_identifiers_comments_and_blanks() {
        assert_eq!(significant(b"cuda\\\nMalloc x"), ["cuda\\\nMalloc", "x"]);
        assert_eq!(significant(b"// a \\\r\n b\nc"), ["c"]);
        assert_eq!(kinds(b"a \\\n b").len(), 3);
    }

    #[test]
    fn numbers_keep_separators_exponents_and_suffixes() {
        assert_eq!(
            significant(b"1'000'000ull 0x1p-3f .5e+7 1.f'a'"),
            ["1'000'000ull", "0x1p-3f", ".5e+7", "1.f'a", "'"]
        );
    }

    #[test]
    fn digraphs_are_brackets_but_not_before_a_global_name() {
        assert_eq!(lex(b"<% %>").kind(0), TokenKind::LeftBrace);
        assert_eq!(significant(b"A<::B>"), ["A", "<", "::", "B", ">"]);
        assert_eq!(significant(b"a<:::b:>"), ["a", "<:", "::", "b", ":>"]);
    }

    #[test]
    fn comments_reach_the_end_when_not_closed() {
        assert_eq!(kinds(b"/* never").len(), 1);
        assert_eq!(kinds(b"/*/ x */y").len(), 2);
    }

    /// Kind and bytes of the tokens of all directives.
    fn directives(text: &[u8], tokens: &Tokens) -> Vec<(TokenKind, Vec<u8>)> {
        crate::directive::Preprocessor::new(text, tokens)
            .directives
            .iter()
            .flat_map(|d| d.hash as usize..d.end as usize)
            .map(|i| (tokens.kind(i), tokens.span(i).of(text).to_vec()))
            .collect()
    }

    /// Takes all, and holds on to the words.
    #[derive(Default)]
    struct Words(Vec<String>);

    impl Reader for Words {
        fn word(&mut self, word: &[u8], _rest: &[u8]) -> bool {
            self.0.push(String::from_utf8_lossy(word).into_owned());
            true
        }

        fn literal(&mut self, literal: &[u8]) -> bool {
            self.word(literal, b"")
        }
    }

    fn skimmed(text: &[u8]) -> Tokens {
        skim(text, &mut Words::default()).unwrap_or_else(|| lex(text))
    }

    #[test]
    fn skimming_shows_words_and_literals_but_no_comments() {
        let mut words = Words::default();
        let text = b"/* no */ a1 = \"b c\" + 12uL; // no\n#define d L'e' // no\nf";
        assert!(skim(text, &mut words).is_some());
        assert_eq!(words.0, ["a1", "\"b c\"", "define", "d", "L'e'", "f"]);
    }

    #[test]
    fn directives_are_found_without_the_rest() {
        for text in [
            &b"int x;\n #define A \\\n 2 // c\nint y;"[..],
            b"/* #no */ #yes\n// #no \\\n#no\n#yes",
            b"a = R\"(\n#no)\";\n#yes\nu8R\"x(\n#no)\"\n)x\" #no\n#yes",
            b"'\"' #no\n#yes\n\"\\\"/*\" #no\n#yes",
            b"1'000'0\n#yes\nu'\"'\n#yes\nab'\"'\n#yes\n1.f'\"'\n#yes",
            b"\"abc\n#yes\n'\n#yes\n\"\\\n#no\"\n%:yes\n<::\n#yes",
            b"\xef\xbb\xbf#yes\r#yes\r\n\t#yes /* \n */ x\n/* */#yes",
            b"\\\n#yes\nx \\\n#no\nx\\y\n#yes",
            b"#",
            b"",
        ] {
            let whole = directives(text, &lex(text));
            let found = directives(text, &skimmed(text));
            assert_eq!(found, whole, "{}", String::from_utf8_lossy(text));
            let hidden = found.iter().any(|(_, bytes)| bytes == b"no");
            assert!(!hidden, "{}", String::from_utf8_lossy(text));
        }
    }

    #[test]
    fn a_byte_order_mark_is_blank() {
        assert_eq!(significant(b"\xef\xbb\xbf#x"), ["#", "x"]);
    }
}
