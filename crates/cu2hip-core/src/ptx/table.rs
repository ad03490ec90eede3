//! The tables of PTX, compiled in from `mappings/ptx/`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;
use serde::Deserialize;

use crate::diagnostic::Effort;

/// An instruction with an exact expression.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Source {
    ptx: Vec<String>,
    #[serde(default)]
    types: Vec<String>,
    take: Vec<String>,
    give: String,
    text: String,
    helper: Option<String>,
    remark: Option<String>,
    #[serde(default)]
    below: BTreeMap<String, i64>,
}

/// The same for one name.
#[derive(Debug, Clone)]
pub(super) struct Form {
    /// Types of the sources.
    pub(super) take: Vec<Type>,
    /// Type of the result.
    pub(super) give: Type,
    /// The expression.
    pub(super) text: String,
    /// Compatibility function that it names.
    pub(super) helper: Option<String>,
    /// Where results may differ.
    pub(super) remark: Option<String>,
    /// Sources (from 1) that must be literals under a limit.
    pub(super) below: Vec<(usize, i64)>,
}

/// An instruction that stays.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Flagged {
    ptx: Vec<String>,
    /// What it is.
    pub(super) what: String,
    /// The AMD way.
    pub(super) instead: String,
    effort: String,
}

impl Flagged {
    pub(super) fn effort(&self) -> Effort {
        match self.effort.as_str() {
            "minutes" => Effort::Minutes,
            "days" => Effort::Days,
            _ => Effort::Hours,
        }
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Instructions {
    instruction: Vec<Source>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct FlaggedList {
    amd: Vec<String>,
    flagged: Vec<Flagged>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Registers {
    register: BTreeMap<String, (String, String)>,
    remark: BTreeMap<String, String>,
}

/// A special register.
#[derive(Debug, Clone)]
pub(super) struct Register {
    /// Its type.
    pub(super) ty: Type,
    /// Its expression.
    pub(super) text: String,
    /// Where it means something else.
    pub(super) remark: Option<String>,
}

/// All tables.
#[derive(Debug, Default)]
pub(super) struct Tables {
    forms: FxHashMap<String, Vec<Form>>,
    registers: FxHashMap<String, Register>,
    flagged: Vec<Flagged>,
    /// Beginnings of mnemonics of AMD's assembly.
    amd: Vec<String>,
}

impl Tables {
    /// The forms of an instruction, in order.
    pub(super) fn forms(&self, name: &str) -> &[Form] {
        self.forms.get(name).map_or(&[], Vec::as_slice)
    }

    /// A special register by its name.
    pub(super) fn register(&self, name: &str) -> Option<&Register> {
        self.registers.get(name)
    }

    /// True for an instruction of AMD's own.
    pub(super) fn is_amd(&self, name: &str) -> bool {
        self.amd
            .iter()
            .any(|begin| name.starts_with(begin.as_str()))
    }

    /// What an instruction is that stays.
    pub(super) fn flagged(&self, name: &str) -> Option<&Flagged> {
        self.flagged
            .iter()
            .find(|f| f.ptx.iter().any(|p| name.starts_with(p.as_str())))
    }
}

/// The compiled-in tables. A test makes sure that they can be read.
pub(super) fn tables() -> &'static Tables {
    static TABLES: LazyLock<Tables> = LazyLock::new(|| read().unwrap_or_default());
    &TABLES
}

fn read() -> Option<Tables> {
    let instructions: Instructions =
        toml::from_str(include_str!("../../ptx/instructions.toml")).ok()?;
    let registers: Registers = toml::from_str(include_str!("../../ptx/registers.toml")).ok()?;
    let flagged: FlaggedList = toml::from_str(include_str!("../../ptx/flagged.toml")).ok()?;
    let mut forms: FxHashMap<String, Vec<Form>> = FxHashMap::default();
    for source in &instructions.instruction {
        let types = if source.types.is_empty() {
            vec![String::new()]
        } else {
            source.types.clone()
        };
        for (name, ty) in source
            .ptx
            .iter()
            .flat_map(|n| types.iter().map(move |t| (n, t)))
        {
            let typed = |word: &String| match word.as_str() {
                "T" => Type::of(ty),
                "B" => Type::of(ty).map(Type::bits),
                other => Type::of(other),
            };
            let form = Form {
                take: source.take.iter().map(typed).collect::<Option<_>>()?,
                give: typed(&source.give)?,
                text: source.text.clone(),
                helper: source.helper.clone(),
                remark: source.remark.clone(),
                below: source
                    .below
                    .iter()
                    .map(|(n, limit)| n.parse().ok().map(|n| (n, *limit)))
                    .collect::<Option<_>>()?,
            };
            // `T` stands at the end or between two dots.
            let name = match name.strip_suffix(".T") {
                Some(stem) => format!("{stem}.{ty}"),
                None => name.clone(),
            };
            forms.entry(name).or_default().push(form);
        }
    }
    let registers = registers
        .register
        .iter()
        .map(|(name, (ty, text))| {
            let register = Register {
                ty: Type::of(ty)?,
                text: text.clone(),
                remark: registers.remark.get(name).cloned(),
            };
            Some((name.clone(), register))
        })
        .collect::<Option<_>>()?;
    Some(Tables {
        forms,
        registers,
        flagged: flagged.flagged,
        amd: flagged.amd,
    })
}

/// The C++ type of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Type {
    /// Bits, and true if they are signed.
    Integer(u8, bool),
    /// `float`, `double`
    Float(u8),
    /// `__half`
    Half,
    /// `bool`
    Predicate,
}

impl Type {
    /// The type of a PTX suffix.
    pub(super) fn of(name: &str) -> Option<Self> {
        Some(match name {
            "pred" => Self::Predicate,
            "f32" => Self::Float(32),
            "f64" => Self::Float(64),
            "f16" => Self::Half,
            _ => {
                let (kind, bits) = name.split_at_checked(1)?;
                let bits = bits
                    .parse()
                    .ok()
                    .filter(|b| matches!(b, 8 | 16 | 32 | 64))?;
                match kind {
                    "u" | "b" => Self::Integer(bits, false),
                    "s" => Self::Integer(bits, true),
                    _ => return None,
                }
            }
        })
    }

    /// The unsigned type as wide.
    pub(super) fn bits(self) -> Self {
        match self {
            Self::Integer(bits, _) | Self::Float(bits) => Self::Integer(bits, false),
            Self::Half => Self::Integer(16, false),
            Self::Predicate => Self::Predicate,
        }
    }

    /// Its name in C++.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Integer(8, false) => "unsigned char",
            Self::Integer(8, true) => "signed char",
            Self::Integer(16, false) => "unsigned short",
            Self::Integer(16, true) => "short",
            Self::Integer(64, false) => "unsigned long long",
            Self::Integer(64, true) => "long long",
            Self::Integer(_, false) => "unsigned",
            Self::Integer(_, true) => "int",
            Self::Float(64) => "double",
            Self::Float(_) => "float",
            Self::Half => "__half",
            Self::Predicate => "bool",
        }
    }

    /// True if a variable declared with this text has the type.
    pub(super) fn is_declared(self, text: &str) -> bool {
        let names: &[&str] = match self {
            Self::Integer(32, false) => &["unsigned", "unsigned int", "uint32_t", "uint"],
            Self::Integer(32, true) => &["int", "int32_t"],
            Self::Integer(64, false) => &["unsigned long long", "unsigned long long int"],
            Self::Integer(64, true) => &["long long", "long long int"],
            Self::Integer(16, false) => &["unsigned short", "uint16_t", "ushort"],
            Self::Integer(16, true) => &["short", "int16_t"],
            Self::Float(32) => &["float"],
            Self::Float(64) => &["double"],
            _ => &[],
        };
        names.contains(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_can_be_read() {
        let tables = read().expect("the tables have the form that is read");
        assert_eq!(tables.forms("add.u32").len(), 1);
        assert_eq!(tables.forms("shl.b32").len(), 2);
        assert!(tables.register("laneid").is_some());
        assert!(tables.flagged("mma.sync.aligned.m16n8k16").is_some());
    }
}
