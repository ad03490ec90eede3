//! What macros do with their parameters, and what they stand for in the syntax.

use cu2hip_syntax::ast::Flags;
use cu2hip_syntax::directive::{Directive, DirectiveKind, Preprocessor, read_define, unspliced};
use cu2hip_syntax::oracle::MacroShape;
use cu2hip_syntax::token::{TokenKind, Tokens};
use cu2hip_syntax::word::Word;
use rustc_hash::FxHashMap;

use super::{MacroEntry, MacroFact, ParameterUse};

/// The macros of one file that matter beyond their name.
pub(super) fn read(text: &[u8], tokens: &Tokens, pp: &Preprocessor) -> Vec<MacroFact> {
    pp.directives
        .iter()
        .filter(|d| d.kind == DirectiveKind::Define)
        .filter_map(|d| read_one(text, tokens, d))
        .collect()
}

fn read_one(text: &[u8], tokens: &Tokens, directive: &Directive) -> Option<MacroFact> {
    let define = read_define(tokens, directive)?;
    let spelling = |i: u32| unspliced(tokens.span(i as usize).of(text));
    let body: Vec<u32> = (define.body..directive.end)
        .filter(|&i| !tokens.kind(i as usize).is_trivia())
        .collect();
    let names: Vec<_> = define
        .parameters
        .iter()
        .flatten()
        .map(|&p| spelling(p))
        .collect();
    let mut uses = vec![ParameterUse::default(); names.len() + usize::from(define.variadic)];
    let kind = |at: usize| body.get(at).map(|&i| tokens.kind(i as usize));
    let mut fact = MacroFact {
        name: String::from_utf8_lossy(&spelling(define.name)).into_owned(),
        parameters: None,
        variadic: define.variadic,
        flags: Flags::default(),
        only_specifiers: define.parameters.is_none() && !body.is_empty(),
        unresolved: Vec::new(),
        opens_function: false,
    };
    let mut depth = 0i32;
    for (at, &token) in body.iter().enumerate() {
        match tokens.kind(token as usize) {
            TokenKind::Identifier => {
                let name = spelling(token);
                let parameter = if &*name == b"__VA_ARGS__" {
                    define.variadic.then_some(names.len())
                } else {
                    names.iter().position(|n| *n == name)
                };
                if let Some(found) = parameter.and_then(|p| uses.get_mut(p)) {
                    let pasted = kind(at + 1) == Some(TokenKind::HashHash)
                        || at > 0 && kind(at - 1) == Some(TokenKind::HashHash);
                    let stringified = at > 0 && kind(at - 1) == Some(TokenKind::Hash);
                    found.pasted |= pasted;
                    found.stringified |= stringified;
                    found.plain |= !pasted && !stringified;
                }
                add_word(&mut fact, &name, depth > 0, parameter.is_some());
            }
            TokenKind::LeftParen => depth += 1,
            TokenKind::RightParen => depth -= 1,
            TokenKind::LeftBrace => {
                fact.opens_function = depth == 0;
                fact.only_specifiers = false;
            }
            TokenKind::RightBrace | TokenKind::Semicolon => {
                fact.opens_function = false;
                fact.only_specifiers = false;
            }
            _ => fact.only_specifiers &= depth > 0,
        }
    }
    fact.opens_function &= define.parameters.is_some() && fact.flags.has(Flags::ON_DEVICE);
    if define.parameters.is_some() {
        fact.parameters = Some(uses);
    }
    let special = |u: &ParameterUse| u.pasted || u.stringified;
    let matters = fact.only_specifiers
        || fact.opens_function
        || fact.parameters.iter().flatten().any(special);
    matters.then_some(fact)
}

/// Takes note of a word in a macro's body.
fn add_word(fact: &mut MacroFact, name: &[u8], in_parens: bool, is_parameter: bool) {
    let word = Word::of(name);
    fact.flags = fact.flags.with(match word {
        Word::Global => Flags::GLOBAL,
        Word::Device => Flags::DEVICE,
        Word::Host => Flags::HOST,
        Word::Shared => Flags::SHARED,
        Word::Constant => Flags::CONSTANT,
        Word::Managed => Flags::MANAGED,
        _ => Flags::default(),
    });
    if in_parens || !fact.only_specifiers {
        return;
    }
    match word {
        Word::None if !is_parameter => {
            fact.unresolved
                .push(String::from_utf8_lossy(name).into_owned());
        }
        Word::None | Word::BuiltinType | Word::Value => fact.only_specifiers = false,
        word => fact.only_specifiers &= word.starts_declaration() || word == Word::Restrict,
    }
}

/// Joins the macros of all files. A macro that is defined in several ways (per branch, per file)
/// has the union of its properties.
pub(super) fn join<'a>(
    facts: impl Iterator<Item = &'a MacroFact>,
) -> FxHashMap<Vec<u8>, MacroEntry> {
    let mut by_name: FxHashMap<&str, Vec<&MacroFact>> = FxHashMap::default();
    for fact in facts {
        by_name.entry(&fact.name).or_default().push(fact);
    }
    let mut specifiers: FxHashMap<&str, Flags> = FxHashMap::default();
    // Macros made of other macros are resolved in a few rounds.
    for _ in 0..4 {
        let before = specifiers.len();
        for (name, list) in &by_name {
            let mut flags = Flags::default();
            for fact in list.iter().filter(|f| f.only_specifiers) {
                let known: Option<Vec<Flags>> = fact
                    .unresolved
                    .iter()
                    .map(|u| specifiers.get(u.as_str()).copied())
                    .collect();
                if let Some(known) = known {
                    flags = known.into_iter().fold(flags.with(fact.flags), Flags::with);
                }
            }
            if flags.has(Flags(
                Flags::ON_DEVICE.0 | Flags::HOST.0 | Flags::SHARED.0 | Flags::CONSTANT.0,
            )) {
                specifiers.insert(name, flags);
            }
        }
        if specifiers.len() == before {
            break;
        }
    }
    by_name
        .into_iter()
        .map(|(name, list)| {
            let opener = list.iter().find(|f| f.opens_function);
            let shape = match (opener, specifiers.get(name)) {
                (Some(fact), _) => MacroShape::FunctionOpener(fact.flags),
                (None, Some(flags)) => MacroShape::Specifiers(*flags),
                (None, None) => MacroShape::None,
            };
            let mut entry = MacroEntry {
                shape,
                ..MacroEntry::default()
            };
            for fact in list {
                entry.variadic |= fact.variadic;
                let uses = fact.parameters.iter().flatten();
                for (at, parameter) in uses.enumerate() {
                    if entry.parameters.len() <= at {
                        entry.parameters.push(ParameterUse::default());
                    }
                    let joined = &mut entry.parameters[at];
                    joined.plain |= parameter.plain;
                    joined.pasted |= parameter.pasted;
                    joined.stringified |= parameter.stringified;
                }
            }
            (name.as_bytes().to_vec(), entry)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use cu2hip_syntax::token::lex;

    fn facts(text: &str) -> Vec<MacroFact> {
        let tokens = lex(text.as_bytes());
        let pp = Preprocessor::new(text.as_bytes(), &tokens);
        read(text.as_bytes(), &tokens, &pp)
    }

    #[test]
    fn parameters_are_plain_pasted_or_stringified() {
        let found = facts("#define LOAD(f, g) p_##f = (t)dlsym(lib, #f), g\n");
        let uses = found[0].parameters.clone().unwrap();
        assert_eq!(
            uses[0],
            ParameterUse {
                plain: false,
                pasted: true,
                stringified: true
            }
        );
        assert_eq!(uses.len(), 2);
        assert!(uses[1].plain);
    }

    #[test]
    fn wrapped_specifiers_are_found_through_other_macros() {
        let found = facts(
            "#ifdef __CUDACC__\n#define H __host__\n#define D __device__ inline\n#else\n#define H\n#endif\n#define HD H D\n",
        );
        let joined = join(found.iter());
        let MacroShape::Specifiers(flags) = joined[&b"HD"[..].to_vec()].shape else {
            panic!("{joined:?}")
        };
        assert!(flags.has(Flags::DEVICE) && flags.has(Flags::HOST));
    }

    #[test]
    fn a_macro_may_open_a_function() {
        let found = facts(
            "#define KERNEL(n) __global__ void n(float* p) {\n#define WHOLE(n) __global__ void n() {}\n",
        );
        let joined = join(found.iter());
        assert!(matches!(
            joined[&b"KERNEL"[..].to_vec()].shape,
            MacroShape::FunctionOpener(_)
        ));
        assert!(!joined.contains_key(&b"WHOLE"[..]));
    }
}
