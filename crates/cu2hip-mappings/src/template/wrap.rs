//! Wrappers around an argument.

use std::fmt;

/// What a template puts around an argument, unless the argument is so already.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wrap {
    /// The address: `&x`.
    Addr,
    /// A cast to this type: `(T)x`.
    Cast(String),
    /// A kernel as `const void*`.
    Kernel,
    /// A device symbol: `HIP_SYMBOL(x)`.
    Symbol,
    /// A cast to `void**`.
    VoidPp,
}

impl Wrap {
    /// The text to put before and after an argument; none if it stays as it is.
    pub fn around(&self, argument: &str) -> Option<(String, &'static str)> {
        let argument = argument.trim();
        let tight = squeeze(argument);
        match self {
            Self::Addr => Some(unary("&", argument)),
            Self::Cast(target) => {
                let target_tight = squeeze(target);
                let done = tight.starts_with(&format!("({target_tight})"))
                    || tight.starts_with(&format!("reinterpret_cast<{target_tight}>("))
                    || tight.starts_with(&format!("static_cast<{target_tight}>("));
                (!done).then(|| unary(&format!("({target})"), argument))
            }
            Self::Kernel => {
                let done = ["(constvoid*)", "(void*)", "(voidconst*)"]
                    .iter()
                    .any(|c| tight.starts_with(c))
                    || [
                        "reinterpret_cast<",
                        "static_cast<constvoid*>",
                        "static_cast<void*>",
                    ]
                    .iter()
                    .any(|c| tight.starts_with(c))
                    || ["nullptr", "NULL", "0"].contains(&argument);
                (!done).then(|| ("reinterpret_cast<const void*>(".to_owned(), ")"))
            }
            Self::Symbol => {
                (!tight.starts_with("HIP_SYMBOL(")).then(|| ("HIP_SYMBOL(".to_owned(), ")"))
            }
            Self::VoidPp => {
                let done = tight.starts_with("(void**)")
                    || tight.starts_with("reinterpret_cast<void**>(")
                    || tight.starts_with("static_cast<void**>(");
                (!done).then(|| unary("(void**)", argument))
            }
        }
    }

    /// Writes the wrapper as it stands in a template.
    pub(super) fn write(&self, f: &mut fmt::Formatter<'_>, argument: u8) -> fmt::Result {
        match self {
            Self::Addr => write!(f, "addr(${argument})"),
            Self::Cast(target) => write!(f, "cast({target}, ${argument})"),
            Self::Kernel => write!(f, "kernel(${argument})"),
            Self::Symbol => write!(f, "symbol(${argument})"),
            Self::VoidPp => write!(f, "voidpp(${argument})"),
        }
    }
}

/// A prefix operator, with brackets around what is no unary or postfix expression.
fn unary(operator: &str, argument: &str) -> (String, &'static str) {
    if is_unary(argument) {
        (operator.to_owned(), "")
    } else {
        (format!("{operator}("), ")")
    }
}

/// True if a prefix operator binds to the whole expression.
fn is_unary(argument: &str) -> bool {
    let body = argument.trim_start_matches(['&', '*', '-', '+', '!', '~']);
    let mut depth = 0_i32;
    let mut previous = ' ';
    for c in body.chars() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            '>' if previous == '-' => {}
            '-' | '.' | ':' if depth == 0 => {}
            _ if depth > 0 || c.is_alphanumeric() || c == '_' => {}
            _ => return false,
        }
        if depth == 0 && previous == '-' && c != '>' {
            return false;
        }
        previous = c;
    }
    depth == 0
}

/// The text without white space.
fn squeeze(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}
