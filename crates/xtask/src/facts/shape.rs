//! One declaration as a row of the tables.

use clang::token::{Token, TokenKind};
use clang::{Entity, EntityKind, Type, TypeKind};
use cu2hip_mappings::Kind;
use cu2hip_mappings::api::ApiRow;

/// A longer value is not kept: it is no number.
const VALUE: usize = 60;

/// A row that has a name, a kind and what it stands for.
pub(super) fn named(name: &str, kind: Kind, under: &str) -> ApiRow {
    ApiRow {
        name: name.to_owned(),
        kind,
        library: String::new(),
        header: String::new(),
        versions: 0,
        ret: String::new(),
        params: String::new(),
        value: String::new(),
        under: under.to_owned(),
    }
}

/// The name of a declaration; none where libclang makes one up.
pub(super) fn name(entity: Entity<'_>) -> Option<String> {
    let name = entity.get_name()?;
    (!name.is_empty() && !name.contains(['(', ' '])).then_some(name)
}

/// A function; none for operators and for what specialises another.
pub(super) fn function(entity: Entity<'_>) -> Option<ApiRow> {
    let name = name(entity).filter(|n| !n.starts_with("operator"))?;
    let children = entity.get_children();
    let has = |kind| children.iter().any(|c| c.get_kind() == kind);
    let device = has(EntityKind::CudaDeviceAttr) && !has(EntityKind::CudaHostAttr);
    let kind = if device {
        Kind::DeviceFunction
    } else {
        Kind::Function
    };
    let mut row = named(&name, kind, "");
    row.ret = spelled(entity.get_result_type()?);
    let own = children
        .iter()
        .filter(|c| c.get_kind() == EntityKind::ParmDecl);
    let mut params: Vec<String> = own.map(|p| parameter(*p)).collect();
    if entity.is_variadic() {
        params.push("...".to_owned());
    }
    row.params = params.join(", ");
    Some(row)
}

fn parameter(entity: Entity<'_>) -> String {
    let ty = entity.get_type().map(spelled).unwrap_or_default();
    let mut text = ty.clone();
    if let Some(name) = name(entity) {
        text = format!("{text} {name}");
    }
    if has_default(entity, &ty) {
        text.push_str("=?");
    }
    text
}

/// Only a parameter with an expression in it can have a default. Where its type may hold one, the size
/// of an array or an argument of a template, what follows its name decides.
fn has_default(entity: Entity<'_>, ty: &str) -> bool {
    if !entity.get_children().iter().any(Entity::is_expression) {
        return false;
    }
    if !ty.contains(['<', '[', '(']) {
        return true;
    }
    let tokens = entity.get_range().map(|r| r.tokenize()).unwrap_or_default();
    let words: Vec<String> = tokens.iter().map(Token::get_spelling).collect();
    match name(entity).and_then(|name| words.iter().rposition(|w| *w == name)) {
        Some(at) => words.get(at + 1).is_some_and(|next| next != "["),
        None => words.iter().any(|w| w == "="),
    }
}

/// A type as C++ writes it, without the words that C needs.
fn spelled(ty: Type<'_>) -> String {
    let mut text = ty.get_display_name();
    for word in ["struct ", "enum ", "union "] {
        text = text.replace(word, "");
    }
    // Releases of libclang differ in these.
    text.replace("(*)", "( *)").replace("&& ", "&&")
}

/// A variable or field.
pub(super) fn variable(entity: Entity<'_>, kind: Kind) -> Option<ApiRow> {
    let mut row = named(&name(entity)?, kind, "");
    let ty = spelled(entity.get_type()?);
    row.ret = if ty.contains("(unnamed") || ty.contains("(anonymous") {
        "(anon)".to_owned()
    } else {
        ty
    };
    Some(row)
}

/// An enumerator with its number.
pub(super) fn enumerator(entity: Entity<'_>, under: &str) -> Option<ApiRow> {
    let (signed, _) = entity.get_enum_constant_value()?;
    let mut row = named(&name(entity)?, Kind::Enumerator, under);
    row.value = signed.to_string();
    Some(row)
}

/// A typedef or alias with what it stands for.
pub(super) fn alias(entity: Entity<'_>) -> Option<ApiRow> {
    let name = name(entity)?;
    let under = match entity.get_typedef_underlying_type() {
        Some(ty) => stands_for(&name, ty),
        None => "template".to_owned(),
    };
    Some(named(&name, Kind::Type, &under))
}

fn stands_for(name: &str, ty: Type<'_>) -> String {
    let text = spelled(ty);
    let canonical = ty.get_canonical_type();
    let tagged = |tag: &str| {
        if text == name || text.contains('(') {
            tag.to_owned()
        } else {
            format!("{tag}:{text}")
        }
    };
    match canonical.get_kind() {
        TypeKind::Record => tagged("struct"),
        TypeKind::Enum => tagged("enum"),
        TypeKind::Pointer => {
            let to = canonical.get_pointee_type().map(|t| t.get_kind());
            match to {
                Some(TypeKind::FunctionPrototype | TypeKind::FunctionNoPrototype) => {
                    format!("function-pointer:{text}")
                }
                _ => format!("pointer:{text}"),
            }
        }
        _ => format!("scalar:{text}"),
    }
}

/// A macro; its value only where it has no parameters.
pub(super) fn macro_definition(entity: Entity<'_>) -> Option<ApiRow> {
    let name = name(entity)?;
    if entity.is_builtin_macro() {
        return None;
    }
    if entity.is_function_like_macro() {
        return Some(named(&name, Kind::Macro, "function-like"));
    }
    let mut row = named(&name, Kind::Macro, "");
    let tokens = entity.get_range().map(|r| r.tokenize()).unwrap_or_default();
    let words: Vec<String> = tokens
        .iter()
        .skip(1)
        .filter(|t| t.get_kind() != TokenKind::Comment)
        .map(Token::get_spelling)
        .collect();
    let value = words.join(" ");
    if value.len() <= VALUE && !value.contains('"') {
        row.value = value;
    }
    Some(row)
}
