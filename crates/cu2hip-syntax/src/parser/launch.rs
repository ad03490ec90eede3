//! Kernel launches: `callee<<<configuration>>>(arguments)`.

use super::Parser;
use crate::ast::{Flags, NodeKind as N, Role};
use crate::token::TokenKind as T;
use crate::word::Word;

/// Most tokens that are looked at to find the closing chevrons.
const LAUNCH_WINDOW: u32 = 1000;

/// Where the chevrons of a launch are.
#[derive(Debug, Clone, Copy)]
struct Chevrons {
    /// First position of the configuration.
    inner: u32,
    /// First position of the closing chevrons.
    close: u32,
    /// Position of the parenthesis of the arguments.
    arguments: u32,
    /// They have blanks between them.
    spaced: bool,
}

impl Parser<'_> {
    /// Parses a launch whose callee is pending since `mark`; false, and nothing read, if the
    /// chevrons are none.
    pub(super) fn launch(&mut self, end: u32, mark: usize, role: Role, start: u32) -> bool {
        let open = self.at;
        if open > 0 && self.word(open - 1) == Word::Operator {
            return false;
        }
        let Some(chevrons) = self.chevrons(open, end) else {
            return false;
        };
        self.set_role(mark, Role::Callee);
        self.at = chevrons.inner;
        while self.at < chevrons.close {
            let before = self.at;
            self.argument_list(chevrons.close, Role::Configuration);
            if self.at == before {
                self.at += 1;
            }
        }
        self.at = chevrons.arguments;
        self.arguments(end);
        let mut flags = Flags::default();
        if chevrons.spaced {
            flags = flags.with(Flags::SPACED);
        }
        if self.stream.has_directive(open, self.at) {
            flags = flags.with(Flags::DIRECTIVE_INSIDE);
        }
        let id = self.add(N::Launch, role, start, mark);
        let node = self.node_mut(id);
        node.name = Some(open);
        node.flags = flags;
        true
    }

    fn chevrons(&self, open: u32, end: u32) -> Option<Chevrons> {
        let (inner, open_spaced) = match self.kind(open) {
            T::LaunchOpen => (open + 1, false),
            // `<< <` is no operator of C++: the chevrons were written with blanks.
            T::ShiftLeft if self.kind(open + 1) == T::Less => (open + 2, true),
            _ => return None,
        };
        let limit = end.min(open.saturating_add(LAUNCH_WINDOW));
        let mut at = inner;
        while at < limit {
            match self.kind(at) {
                T::Greater => {
                    let mut run = at;
                    while run < limit && self.kind(run) == T::Greater {
                        run += 1;
                    }
                    if run - at >= 3 && run < end && self.kind(run) == T::LeftParen {
                        let close = run - 3;
                        let joint = self.joint(close) && self.joint(close + 1);
                        let spaced = open_spaced || !joint;
                        return Some(Chevrons {
                            inner,
                            close,
                            arguments: run,
                            spaced,
                        });
                    }
                    at = run;
                }
                T::LeftParen | T::LeftBracket | T::LeftBrace => at = self.skip(at, limit),
                T::Semicolon | T::RightParen | T::RightBrace | T::RightBracket => return None,
                _ => at += 1,
            }
        }
        None
    }
}
