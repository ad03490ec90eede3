//! Expressions of one type as another.

use super::statement::Operand;
use super::table::Type;
use crate::condition::parse_integer;

/// The text of a form with its sources put in.
pub(super) fn fill(text: &str, values: &[String]) -> String {
    let mut filled = text.to_owned();
    for (number, value) in values.iter().enumerate().rev() {
        filled = filled.replace(&format!("${}", number + 1), value);
    }
    filled
}

pub(super) fn is_immediate(operand: &Operand) -> bool {
    matches!(operand.constraint.as_str(), "n" | "i")
}

/// The type of an operand by its constraint; the unsigned one for whole numbers.
pub(super) fn own_type(operand: &Operand) -> Option<Type> {
    Some(match operand.constraint.as_str() {
        "r" => Type::Integer(32, false),
        "l" => Type::Integer(64, false),
        "h" => Type::Integer(16, false),
        "f" => Type::Float(32),
        "d" => Type::Float(64),
        _ => return None,
    })
}

/// An operand's expression itself, as the type that is wanted.
pub(super) fn direct(operand: &Operand, own: Type, want: Type) -> Option<String> {
    let text = operand.text.trim();
    let enclosed = if operand.plain {
        text.to_owned()
    } else {
        format!("({text})")
    };
    if operand.ty.as_deref().is_some_and(|t| want.is_declared(t)) {
        return Some(enclosed);
    }
    match (own, want) {
        (Type::Integer(..), Type::Integer(..)) => Some(format!("({})({text})", want.name())),
        (own, want) if own == want => Some(enclosed),
        _ => convert(&format!("({})({text})", own.name()), own, want),
    }
}

/// An expression of another type with the same bits, widened or cut for whole numbers.
pub(super) fn convert(text: &str, from: Type, to: Type) -> Option<String> {
    if from == to {
        return Some(text.to_owned());
    }
    match (from, to) {
        (Type::Integer(..), Type::Integer(..)) => Some(format!("({}){text}", to.name())),
        _ => bits(text, from, to),
    }
}

/// The same for what is assigned: whole numbers convert by themselves.
pub(super) fn assigned(text: &str, from: Type, to: Type) -> Option<String> {
    match (from, to) {
        (Type::Integer(..), Type::Integer(..)) => Some(text.to_owned()),
        (from, to) if from == to => Some(text.to_owned()),
        _ => bits(text, from, to),
    }
}

fn bits(text: &str, from: Type, to: Type) -> Option<String> {
    Some(match (from, to) {
        (Type::Float(32), Type::Integer(32, _)) => format!("__float_as_uint({text})"),
        (Type::Integer(32, _), Type::Float(32)) => format!("__uint_as_float({text})"),
        (Type::Float(64), Type::Integer(64, _)) => {
            format!("(unsigned long long)__double_as_longlong({text})")
        }
        (Type::Integer(64, _), Type::Float(64)) => {
            format!("__longlong_as_double((long long)({text}))")
        }
        (Type::Half, Type::Integer(16, _)) => format!("__half_as_ushort({text})"),
        (Type::Integer(16, _), Type::Half) => format!("__ushort_as_half({text})"),
        _ => return None,
    })
}

pub(super) fn number(text: &str, want: Type) -> Option<String> {
    let Type::Integer(bits, signed) = want else {
        return None;
    };
    let digits = text.strip_prefix('-').unwrap_or(text);
    parse_integer(digits.as_bytes())?;
    let suffix = match (bits, signed) {
        (64, false) => "ull",
        (64, true) => "ll",
        (_, false) => "u",
        (_, true) => "",
    };
    if digits.len() < text.len() {
        return Some(format!("({})-{digits}", want.name()));
    }
    let literal = format!("{digits}{suffix}");
    Some(match bits {
        8 | 16 => format!("({}){literal}", want.name()),
        _ => literal,
    })
}

pub(super) fn float(text: &str, want: Type) -> Option<String> {
    let digits = &text[2..];
    match (want, text.as_bytes().get(1)?) {
        (Type::Float(32), b'f' | b'F') => Some(format!("__uint_as_float(0x{digits}u)")),
        (Type::Float(64), b'd' | b'D') => Some(format!("__longlong_as_double(0x{digits}ll)")),
        _ => None,
    }
}
