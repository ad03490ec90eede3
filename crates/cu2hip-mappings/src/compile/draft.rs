//! What is decided for a name, before it becomes bytes.

use crate::decision::{Kind, Reason};
use crate::source::{NoteText, WhenEntry};

/// All of one name.
#[derive(Debug, Clone)]
pub(super) struct Draft {
    pub(super) kind: Kind,
    pub(super) library: String,
    pub(super) arity: Option<(u8, u8)>,
    pub(super) id: String,
    pub(super) hip: Side,
    pub(super) roc: Side,
}

/// What is decided for one target side.
#[derive(Debug, Clone, Default)]
pub(super) struct Side {
    pub(super) action: Option<Act>,
    pub(super) note: Option<NoteText>,
    pub(super) value: Option<(i64, i64)>,
    /// True if a hand-written file decided the action.
    pub(super) by_hand: bool,
}

/// What is done with the name.
#[derive(Debug, Clone)]
pub(super) enum Act {
    Rename {
        to: String,
        mask: u8,
    },
    Stay {
        mask: u8,
    },
    Call {
        rules: Vec<Rule>,
        bare: Option<String>,
    },
    Flag {
        reason: Reason,
        detail: Option<String>,
        advice: Option<String>,
        nearest: Option<String>,
        effort: String,
        code: Option<String>,
    },
}

/// The least version, and the one below which it must be.
pub(super) type Range = (Option<(u16, u16)>, Option<(u16, u16)>);

/// One rule of a call.
#[derive(Debug, Clone)]
pub(super) struct Rule {
    pub(super) when: WhenEntry,
    pub(super) cuda: Range,
    pub(super) rocm: Range,
    pub(super) template: Option<String>,
    pub(super) mask: u8,
    pub(super) include: Option<String>,
    pub(super) note: Option<NoteText>,
    pub(super) default: bool,
}
