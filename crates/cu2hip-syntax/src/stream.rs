//! The significant tokens of a text and their brackets.
//!
//! One section holds the text outside of directives; one more each macro body.
//! Alternatives of a conditional are matched side by side: every branch starts
//! with the brackets that were open before the group.

use std::cmp::Ordering;

use crate::directive::{DirectiveKind, Preprocessor, TokenIndex, read_define};
use crate::oracle::{MacroShape, NameClass, Oracle};
use crate::text::Span;
use crate::token::{TokenKind, Tokens};
use crate::word::Word;

/// "No such index".
pub const NONE: u32 = u32::MAX;

/// A run of the stream that is parsed by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Section {
    /// First position.
    pub start: u32,
    /// Position past the last.
    pub end: u32,
    /// Token at which it starts in the text.
    pub token: TokenIndex,
    /// The `#define` whose body it is; none for the text outside of directives.
    pub define: Option<u32>,
}

/// The significant tokens; positions in it are what syntax nodes refer to.
#[derive(Debug, Clone, Default)]
pub struct Stream {
    positions: Vec<Position>,
    /// Number of hot names.
    hot_count: u32,
    /// Positions before which a conditional directive stands.
    after_directive: Vec<u32>,
    /// The sections: first the text outside of directives.
    pub sections: Vec<Section>,
}

/// A significant token.
#[derive(Debug, Clone, Copy)]
struct Position {
    token: TokenIndex,
    /// Position of the bracket that belongs to this one, or [`NONE`].
    partner: u32,
    /// Number of hot names before it.
    hot_before: u32,
    kind: TokenKind,
    word: Word,
    class: NameClass,
}

impl Stream {
    /// Collects the significant tokens and matches their brackets.
    pub fn new(text: &[u8], tokens: &Tokens, pp: &Preprocessor, oracle: &dyn Oracle) -> Self {
        // Nearly half of the tokens are blanks.
        let mut this = Self::with_capacity(tokens.len() * 2 / 3 + 16);
        let mut brackets = Brackets::default();
        let mut at = 0;
        for directive in &pp.directives {
            this.collect(
                text,
                tokens,
                at..directive.hash as usize,
                oracle,
                &mut brackets,
            );
            at = directive.end as usize;
            if brackets.directive(directive.kind) {
                let position = this.len();
                if this.after_directive.last() != Some(&position) {
                    this.after_directive.push(position);
                }
            }
        }
        this.collect(text, tokens, at..tokens.len(), oracle, &mut brackets);
        this.sections.push(Section {
            start: 0,
            end: this.len(),
            token: 0,
            define: None,
        });
        for (index, directive) in pp.directives.iter().enumerate() {
            if directive.kind == DirectiveKind::Define
                && let Some(define) = read_define(tokens, directive)
            {
                let start = this.len();
                let range = define.body as usize..directive.end as usize;
                this.collect(text, tokens, range, oracle, &mut Brackets::default());
                this.sections.push(Section {
                    start,
                    end: this.len(),
                    token: define.body,
                    define: Some(index as u32),
                });
            }
        }
        this
    }

    fn with_capacity(count: usize) -> Self {
        Self {
            positions: Vec::with_capacity(count),
            ..Self::default()
        }
    }

    fn collect(
        &mut self,
        text: &[u8],
        tokens: &Tokens,
        range: std::ops::Range<usize>,
        oracle: &dyn Oracle,
        brackets: &mut Brackets,
    ) {
        for index in range {
            let kind = tokens.kind(index);
            if kind.is_trivia() {
                continue;
            }
            let (mut word, mut class) = (Word::None, NameClass::default());
            if kind == TokenKind::Identifier {
                let name = tokens.name(index, text);
                word = Word::of(&name);
                if word == Word::None {
                    class = oracle.classify(&name);
                } else {
                    class.hot = is_cuda_word(word);
                }
            }
            // A body with a launch in it is always looked at.
            class.hot |= kind == TokenKind::LaunchOpen
                || kind == TokenKind::Less
                    && self
                        .positions
                        .last()
                        .is_some_and(|p| p.kind == TokenKind::ShiftLeft);
            let position = self.len();
            self.positions.push(Position {
                token: index as u32,
                partner: NONE,
                hot_before: self.hot_count,
                kind,
                word,
                class,
            });
            self.hot_count += u32::from(class.hot);
            if matches!(class.shape, MacroShape::FunctionOpener(_)) {
                brackets.open(position, TokenKind::LeftBrace);
            } else {
                brackets.token(position, kind, &mut self.positions);
            }
        }
    }

    /// Number of positions.
    #[inline]
    pub fn len(&self) -> u32 {
        self.positions.len() as u32
    }

    /// True if there is no significant token.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Token at a position.
    #[inline]
    pub fn token(&self, position: u32) -> TokenIndex {
        self.positions[position as usize].token
    }

    #[inline]
    fn at(&self, position: u32) -> Option<&Position> {
        self.positions.get(position as usize)
    }

    /// Kind of the token at a position; `Other` past the end.
    #[inline]
    pub fn kind(&self, position: u32) -> TokenKind {
        self.at(position).map_or(TokenKind::Other, |p| p.kind)
    }

    /// Reserved word at a position.
    #[inline]
    pub fn word(&self, position: u32) -> Word {
        self.at(position).map_or(Word::None, |p| p.word)
    }

    /// What the oracle said of the identifier at a position.
    #[inline]
    pub fn class(&self, position: u32) -> NameClass {
        self.at(position)
            .map_or_else(NameClass::default, |p| p.class)
    }

    /// Position of the bracket that belongs to the one at `position`, or [`NONE`].
    #[inline]
    pub fn partner(&self, position: u32) -> u32 {
        self.at(position).map_or(NONE, |p| p.partner)
    }

    /// True if a hot name stands in `start..end`.
    pub fn has_hot(&self, start: u32, end: u32) -> bool {
        let count = |p: u32| self.at(p).map_or(self.hot_count, |at| at.hot_before);
        count(end) > count(start)
    }

    /// True if a conditional directive stands between the tokens of `start..end`.
    pub fn has_directive(&self, start: u32, end: u32) -> bool {
        let after = self.after_directive.partition_point(|&p| p <= start);
        self.after_directive.get(after).is_some_and(|&p| p < end)
    }

    /// The position of a token, if it is in the stream. Tokens of macro bodies are found in the
    /// section of their macro.
    pub fn position_of(&self, token: TokenIndex) -> Option<u32> {
        let search = |section: &Section| {
            let (start, end) = (section.start as usize, section.end as usize);
            let slice = &self.positions[start..end];
            slice
                .binary_search_by_key(&token, |p| p.token)
                .ok()
                .map(|at| section.start + at as u32)
        };
        let (main, macros) = self.sections.split_first()?;
        search(main).or_else(|| {
            let after = macros.partition_point(|s| s.token <= token);
            macros[..after].last().and_then(search)
        })
    }

    /// The first position outside of directives whose token is behind `token`.
    pub fn next_after(&self, token: TokenIndex) -> Option<u32> {
        let main = self.sections.first()?;
        let positions = &self.positions[main.start as usize..main.end as usize];
        let at = positions.partition_point(|p| p.token <= token) as u32;
        (at < main.end).then_some(at)
    }

    /// Bytes from the token at `start` to the token before `end`.
    pub fn span(&self, tokens: &Tokens, start: u32, end: u32) -> Span {
        if start >= end {
            let offset = self
                .at(start)
                .map_or(0, |p| tokens.span(p.token as usize).start);
            return Span::at(offset);
        }
        tokens
            .span(self.token(start) as usize)
            .join(tokens.span(self.token(end - 1) as usize))
    }
}

fn is_cuda_word(word: Word) -> bool {
    matches!(
        word,
        Word::Global
            | Word::Device
            | Word::Shared
            | Word::Constant
            | Word::Managed
            | Word::LaunchBounds
            | Word::CudaAttribute
            | Word::Asm
    )
}

/// An open bracket: a node of a list that branches share.
#[derive(Debug, Clone, Copy)]
struct Open {
    position: u32,
    kind: TokenKind,
    /// The bracket around it.
    below: u32,
    /// The nearest open brace, itself included.
    brace: u32,
    depth: u32,
    /// An opener of another branch that the same bracket closes.
    twin: u32,
}

/// Brackets before a group, and how its first branch left them.
#[derive(Debug, Clone, Copy)]
struct Group {
    before: u32,
    first: Option<u32>,
}

#[derive(Debug, Default)]
struct Brackets {
    opens: Vec<Open>,
    /// Innermost open bracket plus one; 0 if none. (An index that can be left out.)
    top: u32,
    groups: Vec<Group>,
}

impl Brackets {
    fn get(&self, link: u32) -> Option<Open> {
        self.opens.get(link.wrapping_sub(1) as usize).copied()
    }

    fn open(&mut self, position: u32, kind: TokenKind) {
        let below = self.get(self.top);
        let link = self.opens.len() as u32 + 1;
        self.opens.push(Open {
            position,
            kind,
            below: self.top,
            brace: if kind == TokenKind::LeftBrace {
                link
            } else {
                below.map_or(0, |b| b.brace)
            },
            depth: below.map_or(0, |b| b.depth + 1),
            twin: 0,
        });
        self.top = link;
    }

    fn token(&mut self, position: u32, kind: TokenKind, all: &mut [Position]) {
        match kind {
            TokenKind::LeftParen | TokenKind::LeftBracket | TokenKind::LeftBrace => {
                self.open(position, kind);
            }
            TokenKind::RightBrace => {
                let brace = self.get(self.top).map_or(0, |t| t.brace);
                self.close(brace, position, all);
            }
            TokenKind::RightParen => self.close_inner(TokenKind::LeftParen, position, all),
            TokenKind::RightBracket => self.close_inner(TokenKind::LeftBracket, position, all),
            _ => {}
        }
    }

    /// Closes the innermost bracket if it fits, or the next one if only that fits.
    fn close_inner(&mut self, wanted: TokenKind, position: u32, all: &mut [Position]) {
        let Some(top) = self.get(self.top) else {
            return;
        };
        if top.kind == wanted {
            self.close(self.top, position, all);
        } else if top.kind != TokenKind::LeftBrace
            && self.get(top.below).is_some_and(|b| b.kind == wanted)
        {
            self.close(top.below, position, all);
        }
    }

    fn close(&mut self, link: u32, position: u32, all: &mut [Position]) {
        let Some(open) = self.get(link) else { return };
        self.top = open.below;
        all[position as usize].partner = open.position;
        let mut twin = Some(open);
        while let Some(open) = twin {
            all[open.position as usize].partner = position;
            twin = self.get(open.twin);
        }
    }

    /// Takes note of a directive; true if it is part of a conditional.
    fn directive(&mut self, kind: DirectiveKind) -> bool {
        match kind {
            DirectiveKind::If | DirectiveKind::Ifdef | DirectiveKind::Ifndef => {
                self.groups.push(Group {
                    before: self.top,
                    first: None,
                });
            }
            DirectiveKind::Elif
            | DirectiveKind::Elifdef
            | DirectiveKind::Elifndef
            | DirectiveKind::Else => {
                self.end_branch();
                if let Some(group) = self.groups.last() {
                    self.top = group.before;
                }
            }
            DirectiveKind::Endif => {
                self.end_branch();
                if let Some(Group {
                    first: Some(first), ..
                }) = self.groups.pop()
                {
                    self.top = first;
                }
            }
            _ => return false,
        }
        true
    }

    fn end_branch(&mut self) {
        let top = self.top;
        let Some(group) = self.groups.last_mut() else {
            return;
        };
        match group.first {
            None => group.first = Some(top),
            Some(first) => self.pair(first, top),
        }
    }

    /// Makes the openers that two branches left open, of equal kind and depth, twins.
    fn pair(&mut self, mut a: u32, mut b: u32) {
        while a != b {
            let (Some(left), Some(right)) = (self.get(a), self.get(b)) else {
                return;
            };
            match left.depth.cmp(&right.depth) {
                Ordering::Greater => a = left.below,
                Ordering::Less => b = right.below,
                Ordering::Equal => {
                    if left.kind == right.kind && right.twin == 0 {
                        self.opens[b as usize - 1].twin = left.twin;
                        self.opens[a as usize - 1].twin = b;
                    }
                    (a, b) = (left.below, right.below);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::NoOracle;
    use crate::token::lex;

    /// For each bracket, the text from it to its partner's position, as pairs of byte offsets.
    fn pairs(text: &str) -> Vec<(u32, Option<u32>)> {
        let tokens = lex(text.as_bytes());
        let pp = Preprocessor::new(text.as_bytes(), &tokens);
        let stream = Stream::new(text.as_bytes(), &tokens, &pp, &NoOracle);
        let offset = |p: u32| tokens.span(stream.token(p) as usize).start;
        (0..stream.len())
            .filter(|&p| "()[]{}".contains(&text[offset(p) as usize..][..1]))
            .map(|p| {
                (
                    offset(p),
                    Some(stream.partner(p)).filter(|&q| q != NONE).map(offset),
                )
            })
            .collect()
    }

    #[test]
    fn brackets_nest() {
        assert_eq!(
            pairs("([])"),
            [(0, Some(3)), (1, Some(2)), (2, Some(1)), (3, Some(0))]
        );
    }

    #[test]
    fn a_brace_closes_over_open_parens_and_strays_are_ignored() {
        assert_eq!(pairs("{(}"), [(0, Some(2)), (1, None), (2, Some(0))]);
        assert_eq!(pairs("{)}"), [(0, Some(2)), (1, None), (2, Some(0))]);
    }

    #[test]
    fn alternatives_are_closed_by_one_bracket() {
        let text = "#if A\nf(a) {\n#else\ng(b) {\n#endif\n}\n";
        let (first, second) = (
            text.find('{').unwrap() as u32,
            text.rfind('{').unwrap() as u32,
        );
        let close = text.rfind('}').unwrap() as u32;
        let got = pairs(text);
        assert!(got.contains(&(first, Some(close))), "{got:?}");
        assert!(got.contains(&(second, Some(close))), "{got:?}");
        assert!(got.contains(&(close, Some(first))), "{got:?}");
    }

    #[test]
    fn a_conditional_pair_matches() {
        let text = "#ifdef A\nif (x) {\n#endif\ny;\n#ifdef A\n}\n#endif\n";
        let (open, close) = (
            text.find('{').unwrap() as u32,
            text.find('}').unwrap() as u32,
        );
        assert!(pairs(text).contains(&(open, Some(close))));
    }

    #[test]
    fn macro_bodies_have_sections_of_their_own() {
        let text = "#define A (\n#define B\n#define C )\n(x)\n";
        let tokens = lex(text.as_bytes());
        let pp = Preprocessor::new(text.as_bytes(), &tokens);
        let stream = Stream::new(text.as_bytes(), &tokens, &pp, &NoOracle);
        assert_eq!(stream.sections.len(), 4);
        assert_eq!(stream.partner(0), 2);
        assert_eq!(stream.partner(stream.sections[1].start), NONE);
        let token = tokens.at(text.find(" )\n(").unwrap() as u32 + 1) as u32;
        assert_eq!(stream.position_of(token), Some(stream.sections[3].start));
    }
}
