//! PTX text: statements, instructions, operands.

/// An operand of an instruction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Arg {
    /// `%0`, `%[name]`: an operand of the asm statement.
    Outer(String),
    /// A register that the text declares.
    Register(String),
    /// `%laneid` and its kin.
    Special(String),
    /// A whole number as it is written.
    Number(String),
    /// `0f3F800000`, `0d...`: the bits of a number.
    Float(String),
    /// `[a+4]`
    Address(Box<Arg>, i64),
    /// `{a, b}`
    List(Vec<Arg>),
    /// `!p`
    Not(Box<Arg>),
    /// `_`
    Sink,
}

/// A statement of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Line {
    /// `{`
    Open,
    /// `}`
    Close,
    /// `.reg .u32 a, b;`: type and names.
    Registers(String, Vec<String>),
    /// An instruction.
    Instruction(Instruction),
}

/// An instruction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Instruction {
    /// Its guard: register, and true if it is negated.
    pub(super) guard: Option<(String, bool)>,
    /// The name with all modifiers.
    pub(super) name: String,
    /// The operands.
    pub(super) args: Vec<Arg>,
}

/// Reads a text; none if a part of it has another form.
pub(super) fn parse(text: &str) -> Option<Vec<Line>> {
    let text = without_comments(text);
    let mut lines = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix('{') {
            lines.push(Line::Open);
            rest = after.trim_start();
        } else if let Some(after) = rest.strip_prefix('}') {
            lines.push(Line::Close);
            rest = after.trim_start();
        } else if let Some(after) = rest.strip_prefix(';') {
            rest = after.trim_start();
        } else {
            let end = rest.find(';').unwrap_or(rest.len());
            // A closing brace ends a statement that lacks its semicolon.
            let depth_end = closing(rest, end);
            let (one, after) = rest.split_at(depth_end);
            lines.push(statement(one.trim())?);
            rest = after.strip_prefix(';').unwrap_or(after).trim_start();
        }
    }
    Some(lines)
}

/// The end of a statement: the first brace that closes none of its own, or `end`.
fn closing(text: &str, end: usize) -> usize {
    let mut depth = 0i32;
    for (at, byte) in text.bytes().enumerate().take(end) {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        if depth < 0 {
            return at;
        }
    }
    end
}

fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('/') {
        out.push_str(&rest[..at]);
        let tail = &rest[at..];
        if tail.starts_with("//") {
            rest = tail.find('\n').map_or("", |n| &tail[n..]);
        } else if tail.starts_with("/*") {
            rest = tail.find("*/").map_or("", |n| &tail[n + 2..]);
        } else {
            out.push('/');
            rest = &tail[1..];
        }
    }
    out.push_str(rest);
    out
}

fn statement(text: &str) -> Option<Line> {
    if let Some(declared) = text.strip_prefix(".reg") {
        return registers(declared.trim_start());
    }
    if text.starts_with('.') || text.is_empty() {
        return None;
    }
    let (guard, text) = match text.strip_prefix('@') {
        Some(rest) => {
            let (name, rest) = rest.split_once(char::is_whitespace)?;
            let (name, negated) = name.strip_prefix('!').map_or((name, false), |n| (n, true));
            (Some((register(name), negated)), rest.trim_start())
        }
        None => (None, text),
    };
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    let (name, operands) = text.split_at(end);
    if name.contains(':') && !name.contains("::") || !is_name(name) {
        return None;
    }
    let args = split(operands.trim())
        .into_iter()
        .map(arg)
        .collect::<Option<Vec<_>>>()?;
    Some(Line::Instruction(Instruction {
        guard,
        name: name.to_owned(),
        args,
    }))
}

fn is_name(text: &str) -> bool {
    text.bytes()
        .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b':'))
        && text.starts_with(|c: char| c.is_ascii_alphabetic())
}

fn registers(text: &str) -> Option<Line> {
    let text = text.strip_prefix('.')?;
    let (ty, names) = text.split_once(char::is_whitespace)?;
    let mut found = Vec::new();
    for name in names.split(',').map(str::trim) {
        if let Some((stem, count)) = name.split_once('<') {
            let count: u32 = count.strip_suffix('>')?.trim().parse().ok()?;
            found.extend((0..count.min(64)).map(|n| register(&format!("{stem}{n}"))));
        } else {
            found.push(register(name));
        }
    }
    Some(Line::Registers(ty.to_owned(), found))
}

/// The name of a register without what C++ does not take.
fn register(name: &str) -> String {
    name.trim_matches('%').replace(['$', '%'], "_")
}

/// Splits at the commas outside of brackets.
fn split(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0i32, 0);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' | b'[' | b'(' => depth += 1,
            b'}' | b']' | b')' => depth -= 1,
            b',' if depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    if !text.is_empty() {
        parts.push(text[start..].trim());
    }
    parts
}

fn arg(text: &str) -> Option<Arg> {
    if let Some(inner) = text.strip_prefix('{').and_then(|t| t.strip_suffix('}')) {
        let list = split(inner.trim()).into_iter().map(arg);
        return list.collect::<Option<Vec<_>>>().map(Arg::List);
    }
    if let Some(inner) = text.strip_prefix('[').and_then(|t| t.strip_suffix(']')) {
        let (base, offset) = match inner.split_once('+') {
            Some((base, offset)) => (base.trim(), offset.trim().parse().ok()?),
            None => (inner.trim(), 0),
        };
        return Some(Arg::Address(Box::new(arg(base)?), offset));
    }
    if let Some(inner) = text.strip_prefix('!') {
        return Some(Arg::Not(Box::new(arg(inner)?)));
    }
    if text == "_" {
        return Some(Arg::Sink);
    }
    // In a statement with operands a doubled sign stands for one.
    if let Some(name) = text.strip_prefix("%%") {
        return Some(named(name));
    }
    if let Some(name) = text.strip_prefix('%') {
        let symbol = name.strip_prefix('[').and_then(|n| n.strip_suffix(']'));
        if let Some(symbol) = symbol {
            return Some(Arg::Outer(symbol.to_owned()));
        }
        let is_number = !name.is_empty() && name.bytes().all(|b| b.is_ascii_digit());
        return Some(if is_number {
            Arg::Outer(name.to_owned())
        } else {
            named(name)
        });
    }
    let lower = text.to_ascii_lowercase();
    if lower.starts_with("0f") && lower.len() == 10 || lower.starts_with("0d") && lower.len() == 18
    {
        return Some(Arg::Float(text.to_owned()));
    }
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.starts_with(|c: char| c.is_ascii_digit()) {
        let whole = digits
            .bytes()
            .all(|b| b.is_ascii_hexdigit() || b == b'x' || b == b'X' || b == b'U');
        return whole.then(|| Arg::Number(text.trim_end_matches('U').to_owned()));
    }
    if text == "WARP_SZ" {
        return Some(Arg::Number("32".to_owned()));
    }
    let is_register = text
        .bytes()
        .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$'));
    (is_register && !text.is_empty()).then(|| Arg::Register(register(text)))
}

/// A special register, or one that the text declares with a sign in front.
fn named(name: &str) -> Arg {
    if SPECIAL.iter().any(|s| {
        name.strip_prefix(s)
            .is_some_and(|r| r.is_empty() || r.starts_with(['.', '_']) || r == "64")
    }) {
        Arg::Special(name.to_owned())
    } else {
        Arg::Register(register(name))
    }
}

/// Beginnings of the names of special registers.
const SPECIAL: [&str; 20] = [
    "tid",
    "ntid",
    "ctaid",
    "nctaid",
    "laneid",
    "warpid",
    "nwarpid",
    "smid",
    "nsmid",
    "gridid",
    "lanemask",
    "clock",
    "globaltimer",
    "dynamic_smem_size",
    "total_smem_size",
    "cluster",
    "is_explicit_cluster",
    "envreg",
    "pm0",
    "aggr_smem_size",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn instruction(text: &str) -> Instruction {
        match parse(text).unwrap().pop().unwrap() {
            Line::Instruction(found) => found,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn operands_of_all_kinds_are_read() {
        let found = instruction("@!p ld.global.v2.u32 {%0, t}, [%[at]+16];");
        assert_eq!(found.guard, Some(("p".into(), true)));
        assert_eq!(found.name, "ld.global.v2.u32");
        let outer = |s: &str| Arg::Outer(s.into());
        let address = Arg::Address(Box::new(outer("at")), 16);
        let list = Arg::List(vec![outer("0"), Arg::Register("t".into())]);
        assert_eq!(found.args, [list, address]);
        let found = instruction("mov.u32 %0, %%lanemask_lt;");
        assert_eq!(found.args[1], Arg::Special("lanemask_lt".into()));
    }

    #[test]
    fn a_body_has_scopes_and_registers() {
        let lines = parse("{ .reg .pred p, q; // two\n setp.ne.b32 p, %1, 0; }").unwrap();
        assert_eq!(lines.len(), 4);
        assert_eq!(
            lines[1],
            Line::Registers("pred".into(), vec!["p".into(), "q".into()])
        );
    }

    #[test]
    fn labels_and_directives_are_not_read() {
        assert_eq!(parse("L1: bra L1;"), None);
        assert_eq!(parse(".pragma \"nounroll\";"), None);
    }
}
