//! What the caller knows of names, so that this crate need not.

use crate::ast::Flags;

/// What an identifier stands for, as far as syntax is concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct NameClass {
    /// The caller wants to see where it is used. Function bodies without such a name are not parsed.
    pub hot: bool,
    /// The caller wants to look at its uses, but a body need not be parsed for it.
    pub known: bool,
    /// What a macro of this name expands to.
    pub shape: MacroShape,
}

/// Syntactic role of a macro.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MacroShape {
    /// Not a macro, or one that stands for an expression or statement.
    #[default]
    None,
    /// Expands to declaration specifiers such as `__host__ __device__`.
    Specifiers(Flags),
    /// Its invocation is a function head with the opening brace.
    FunctionOpener(Flags),
}

/// Answers questions about names.
pub trait Oracle {
    /// What the identifier stands for.
    fn classify(&self, name: &[u8]) -> NameClass;

    /// Fewest and most arguments that the function takes, if it is known.
    fn arity(&self, name: &[u8]) -> Option<(u8, u8)>;

    /// True if it is known to name a type.
    fn is_type(&self, name: &[u8]) -> bool;
}

/// Knows nothing: every function body is parsed.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoOracle;

impl Oracle for NoOracle {
    fn classify(&self, _name: &[u8]) -> NameClass {
        NameClass {
            hot: true,
            known: false,
            shape: MacroShape::None,
        }
    }

    fn arity(&self, _name: &[u8]) -> Option<(u8, u8)> {
        None
    }

    fn is_type(&self, _name: &[u8]) -> bool {
        false
    }
}
