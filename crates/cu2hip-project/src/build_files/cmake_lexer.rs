//! The language of CMake: commands with their arguments. Any bytes give a list.

use cu2hip_syntax::text::Span;

/// `name(arguments)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Command {
    /// Its name.
    pub(super) name: Span,
    /// Its arguments, in order; parentheses among them are left out.
    pub(super) arguments: Vec<Argument>,
    /// From the name to the closing parenthesis.
    pub(super) span: Span,
}

/// One argument, without quotes or brackets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Argument {
    /// Its bytes.
    pub(super) span: Span,
    /// True for a bracket argument, whose text is taken as it stands.
    pub(super) bracket: bool,
}

/// Reads all commands.
pub(super) fn commands(text: &[u8]) -> Vec<Command> {
    let mut lexer = Lexer { text, at: 0 };
    let mut commands = Vec::new();
    while lexer.at < text.len() {
        match text[lexer.at] {
            b'#' => lexer.skip_comment(),
            b if b.is_ascii_alphabetic() || b == b'_' => {
                if let Some(command) = lexer.command() {
                    commands.push(command);
                }
            }
            _ => lexer.at += 1,
        }
    }
    commands
}

struct Lexer<'a> {
    text: &'a [u8],
    at: usize,
}

impl Lexer<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn skip_while(&mut self, wanted: impl Fn(u8) -> bool) {
        while self.peek().is_some_and(&wanted) {
            self.at += 1;
        }
    }

    fn span_from(&self, start: usize) -> Span {
        Span::new(start as u32, self.at as u32)
    }

    /// `# ...` or `#[[ ... ]]`.
    fn skip_comment(&mut self) {
        self.at += 1;
        if self.bracket().is_none() {
            self.skip_while(|b| b != b'\n');
        }
    }

    fn command(&mut self) -> Option<Command> {
        let start = self.at;
        self.skip_while(|b| b.is_ascii_alphanumeric() || b == b'_');
        let name = self.span_from(start);
        self.skip_while(|b| matches!(b, b' ' | b'\t'));
        if self.peek() != Some(b'(') {
            return None;
        }
        self.at += 1;
        let mut arguments = Vec::new();
        let mut depth = 1;
        while depth > 0
            && let Some(byte) = self.peek()
        {
            match byte {
                b'(' => depth += 1,
                b')' => depth -= 1,
                b'#' => {
                    self.skip_comment();
                    continue;
                }
                b'"' => {
                    arguments.push(self.quoted());
                    continue;
                }
                b' ' | b'\t' | b'\r' | b'\n' | b';' => {}
                _ => {
                    let argument = self.bracket().unwrap_or_else(|| self.unquoted());
                    arguments.push(argument);
                    continue;
                }
            }
            self.at += 1;
        }
        Some(Command {
            name,
            arguments,
            span: self.span_from(start),
        })
    }

    /// `[=[ ... ]=]`; none and nothing taken if there is none here.
    fn bracket(&mut self) -> Option<Argument> {
        let rest = self.text.get(self.at..)?.strip_prefix(b"[")?;
        let level = rest.iter().take_while(|&&b| b == b'=').count();
        if rest.get(level) != Some(&b'[') {
            return None;
        }
        let start = self.at + level + 2;
        let close: Vec<u8> = [b"]".as_slice(), &vec![b'='; level], b"]"].concat();
        let length = memchr::memmem::find(&self.text[start..], &close);
        let end = length.map_or(self.text.len(), |length| start + length);
        self.at = (end + close.len()).min(self.text.len());
        let span = Span::new(start as u32, end as u32);
        Some(Argument {
            span,
            bracket: true,
        })
    }

    fn quoted(&mut self) -> Argument {
        self.at += 1;
        let start = self.at;
        while let Some(byte) = self.peek()
            && byte != b'"'
        {
            self.at += if byte == b'\\' { 2 } else { 1 };
        }
        self.at = self.at.min(self.text.len());
        let span = self.span_from(start);
        self.at = (self.at + 1).min(self.text.len());
        Argument {
            span,
            bracket: false,
        }
    }

    fn unquoted(&mut self) -> Argument {
        let start = self.at;
        while let Some(byte) = self.peek() {
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' | b'(' | b')' | b'#' | b';' => break,
                b'\\' => self.at += 2,
                // A quoted part inside, as in -DNAME="a b".
                b'"' => {
                    self.quoted();
                }
                _ => self.at += 1,
            }
        }
        self.at = self.at.min(self.text.len());
        Argument {
            span: self.span_from(start),
            bracket: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<Vec<&str>> {
        let of = |span: Span| std::str::from_utf8(span.of(text.as_bytes())).unwrap();
        commands(text.as_bytes())
            .iter()
            .map(|c| {
                std::iter::once(of(c.name))
                    .chain(c.arguments.iter().map(|a| of(a.span)))
                    .collect()
            })
            .collect()
    }

    #[test]
    fn commands_arguments_and_comments() {
        let text = "# set(A b)\n#[[ set(B)\n]] set( X \"a b\" [=[ c ]] ]=] d\\ e#f\n g)\nif(A AND (B))\nendif ()";
        assert_eq!(
            shown(text),
            [
                vec!["set", "X", "a b", " c ]] ", "d\\ e", "g"],
                vec!["if", "A", "AND", "B"],
                vec!["endif"]
            ]
        );
    }

    #[test]
    fn broken_text_ends() {
        for text in [
            "set(", "set(\"a", "set([==[", "a b(c", "set(\\", "#[[", "\\", "set(a\\",
        ] {
            commands(text.as_bytes());
        }
        assert_eq!(shown("set(\"a\\\"b\" c)"), [["set", "a\\\"b", "c"]]);
    }
}
