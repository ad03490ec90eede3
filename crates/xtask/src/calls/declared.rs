//! Types and parameters as a program declares them.

use std::collections::HashSet;

use cu2hip_mappings::Kind;
use cu2hip_mappings::api::{ApiRow, split_params};

/// Words of types that no header of CUDA declares.
const WORDS: [&str; 34] = [
    "void",
    "bool",
    "char",
    "short",
    "int",
    "long",
    "float",
    "double",
    "signed",
    "unsigned",
    "const",
    "volatile",
    "struct",
    "enum",
    "union",
    "size_t",
    "int8_t",
    "int16_t",
    "int32_t",
    "int64_t",
    "uint8_t",
    "uint16_t",
    "uint32_t",
    "uint64_t",
    "FILE",
    "wchar_t",
    "nullptr_t",
    "std",
    "ptrdiff_t",
    "intptr_t",
    "uintptr_t",
    "clock_t",
    "__restrict__",
    "restrict",
];

/// A parameter: how the calling function declares it, and what it hands on.
pub(super) struct Parameter {
    pub(super) declaration: String,
    pub(super) argument: String,
}

/// All type names of CUDA's headers.
pub(super) struct Types<'a> {
    known: HashSet<&'a str>,
}

impl<'a> Types<'a> {
    pub(super) fn new(rows: &'a [ApiRow]) -> Self {
        let known = rows
            .iter()
            .filter(|r| r.kind == Kind::Type)
            .map(|r| r.name.as_str())
            .collect();
        Self { known }
    }

    /// True if the text is made of known types only.
    pub(super) fn is_known(&self, text: &str) -> bool {
        let mut words = text
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .filter(|w| !w.is_empty())
            .peekable();
        words.peek().is_some()
            && words.all(|w| WORDS.contains(&w) || self.known.contains(w))
            && !text.contains(['<', '(', '.', '&'])
    }

    /// The return type; none if a template parameter stands in it.
    pub(super) fn returned(&self, row: &ApiRow) -> Option<String> {
        let text = row.ret.trim();
        (self.is_known(text)).then(|| text.to_owned())
    }

    /// The parameters of a prototype; none if the facts do not tell a type.
    pub(super) fn parameters(&self, row: &ApiRow) -> Option<Vec<Parameter>> {
        split_params(&row.params)
            .into_iter()
            .enumerate()
            .map(|(index, text)| self.parameter(index + 1, text))
            .collect()
    }

    fn parameter(&self, number: usize, text: &str) -> Option<Parameter> {
        let text = text.trim_end_matches("=?").trim();
        let (ty, name) = self.split(text);
        let argument = format!("a{number}");
        // Template parameters stand for kernels, device variables and plain data.
        if ty.split(|c: char| !c.is_alphanumeric()).any(|w| w == "T") {
            return Some(match name {
                "func" | "entry" | "kernel" => Parameter {
                    declaration: String::new(),
                    argument: "kernel".to_owned(),
                },
                "symbol" => Parameter {
                    declaration: String::new(),
                    argument: "device_symbol".to_owned(),
                },
                _ if ty.contains(['<', '&', '.']) => return None,
                _ => Parameter {
                    declaration: format!("{} {argument}", ty.replace('T', "float")),
                    argument,
                },
            });
        }
        if ty == "UnaryFunction" {
            return Some(Parameter {
                declaration: format!("int (*{argument})(int)"),
                argument,
            });
        }
        if !self.is_known(ty) {
            return None;
        }
        // An array parameter is a pointer.
        let declaration = match ty.find('[') {
            Some(at) if ty[at..].matches('[').count() == 1 => {
                format!("{} *{argument}", ty[..at].trim_end())
            }
            Some(_) => return None,
            None => format!("{ty} {argument}"),
        };
        Some(Parameter {
            declaration,
            argument,
        })
    }

    /// Type and name of a parameter.
    fn split<'t>(&self, text: &'t str) -> (&'t str, &'t str) {
        let start = text
            .rfind(|c: char| !c.is_alphanumeric() && c != '_')
            .map_or(0, |at| at + 1);
        let name = &text[start..];
        let is_type = start == 0 || WORDS.contains(&name) || self.known.contains(name);
        if is_type || name.is_empty() {
            (text, "")
        } else {
            (text[..start].trim_end(), name)
        }
    }
}
