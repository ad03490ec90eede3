//! Variables of CMake, and commands that run with them.

use std::collections::BTreeMap;

use super::{Needing, Switch, join};
use crate::build_files::cmake_lexer::Argument;

/// Values of one list, at most.
const VALUES: usize = 4096;

/// Variables and the place of a file that runs.
#[derive(Debug, Clone, Default)]
pub(super) struct Scope {
    pub(super) variables: BTreeMap<String, Vec<Needing>>,
    /// Of the file that runs.
    pub(super) folder: String,
    /// Of the first file.
    pub(super) top: String,
    /// What is set for the file that runs this one.
    pub(super) exports: Vec<(String, Vec<Needing>)>,
}

/// A command that runs.
pub(super) struct Call<'a, 'c> {
    pub(super) text: &'a [u8],
    pub(super) arguments: &'c [Argument],
    pub(super) needs: Vec<Switch>,
    /// In a block of this file that needs something.
    pub(super) guarded: bool,
    pub(super) depth: usize,
}

impl<'a> Call<'a, '_> {
    pub(super) fn words(&self) -> Vec<&'a str> {
        self.arguments.iter().map(|a| word(self.text, a)).collect()
    }

    pub(super) fn first(&self, scope: &Scope) -> Option<String> {
        let values = self.expand(self.arguments.first()?, scope);
        values.into_iter().next().map(|value| value.name)
    }

    /// All arguments with their variables, and what the command needs besides.
    pub(super) fn values(&self, scope: &Scope) -> Vec<Needing> {
        let values = self.arguments.iter().flat_map(|a| self.expand(a, scope));
        values.take(VALUES).collect()
    }

    /// The values of an argument; none where a variable is not known.
    pub(super) fn expand(&self, argument: &Argument, scope: &Scope) -> Vec<Needing> {
        let text = word(self.text, argument);
        if argument.bracket {
            return vec![self.value(text)];
        }
        if text.contains("$<") {
            return Vec::new();
        }
        let whole = text
            .strip_prefix("${")
            .and_then(|rest| rest.strip_suffix('}'));
        if let Some(name) = whole.filter(|name| !name.contains('$'))
            && let Some(values) = scope.variables.get(name)
        {
            let with_own = values.iter().map(|value| {
                let mut value = value.clone();
                value.needs.extend(self.needs.iter().cloned());
                value.needs.sort();
                value.needs.dedup();
                value
            });
            return with_own.collect();
        }
        let Some(text) = resolved(text, scope) else {
            return Vec::new();
        };
        text.split(';')
            .filter(|part| !part.is_empty())
            .map(|part| self.value(part))
            .collect()
    }

    fn value(&self, text: &str) -> Needing {
        Needing {
            name: text.to_owned(),
            needs: self.needs.clone(),
        }
    }
}

/// A text with its variables in place; none if one is not known.
fn resolved(text: &str, scope: &Scope) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("${") {
        out.push_str(before);
        let (name, after) = after.split_once('}')?;
        match name {
            "CMAKE_SOURCE_DIR" => out.extend(["/./", scope.top.as_str()]),
            "CMAKE_CURRENT_SOURCE_DIR" | "CMAKE_CURRENT_LIST_DIR" => {
                out.extend(["/./", scope.folder.as_str()]);
            }
            _ => out.push_str(&scope.variables.get(name)?.first()?.name),
        }
        rest = after;
    }
    out.push_str(rest);
    Some(out)
}

/// `set(NAME values [CACHE type doc] [PARENT_SCOPE])`.
pub(super) fn set(call: &Call<'_, '_>, scope: &mut Scope) {
    let values = call.values(scope);
    let Some((name, values)) = values.split_first() else {
        return;
    };
    let end = values
        .iter()
        .position(|v| matches!(v.name.as_str(), "CACHE" | "PARENT_SCOPE"));
    let kept = values[..end.unwrap_or(values.len())].to_vec();
    let parent = values
        .last()
        .is_some_and(|last| last.name == "PARENT_SCOPE");
    if parent {
        scope.exports.push((name.name.clone(), kept));
    } else {
        store(call, scope, &name.name, kept, false);
    }
}

/// `file(GLOB NAME patterns)`: the patterns stand for what fits them.
pub(super) fn glob(call: &Call<'_, '_>, scope: &mut Scope) {
    let values = call.values(scope);
    let Some((form, rest)) = values.split_first() else {
        return;
    };
    let recursive = match form.name.as_str() {
        "GLOB" => false,
        "GLOB_RECURSE" => true,
        _ => return,
    };
    let Some((variable, patterns)) = rest.split_first() else {
        return;
    };
    let mut found = Vec::new();
    let mut skip = false;
    for pattern in patterns {
        if std::mem::take(&mut skip) {
            continue;
        }
        match pattern.name.as_str() {
            "RELATIVE" | "LIST_DIRECTORIES" => skip = true,
            "CONFIGURE_DEPENDS" | "FOLLOW_SYMLINKS" => {}
            text => {
                let Some(mut path) = join(&scope.folder, text) else {
                    continue;
                };
                if recursive {
                    path = match path.rsplit_once('/') {
                        Some((folder, last)) => format!("{folder}/**/{last}"),
                        None => format!("**/{path}"),
                    };
                }
                found.push(Needing {
                    name: format!("/./{path}"),
                    needs: pattern.needs.clone(),
                });
            }
        }
    }
    store(call, scope, &variable.name, found, false);
}

/// `list(APPEND NAME values)`.
pub(super) fn append(call: &Call<'_, '_>, scope: &mut Scope) {
    let values = call.values(scope);
    if let [form, name, values @ ..] = values.as_slice()
        && matches!(form.name.as_str(), "APPEND" | "PREPEND")
    {
        store(call, scope, &name.name, values.to_vec(), true);
    }
}

/// Gives a variable its values; in a block what was there may still hold.
fn store(call: &Call<'_, '_>, scope: &mut Scope, name: &str, values: Vec<Needing>, append: bool) {
    let known = scope.variables.entry(name.to_owned()).or_default();
    if !append && !call.guarded {
        known.clear();
    }
    let room = VALUES.saturating_sub(known.len());
    known.extend(values.into_iter().take(room));
}

pub(super) fn word<'a>(text: &'a [u8], argument: &Argument) -> &'a str {
    std::str::from_utf8(argument.span.of(text)).unwrap_or_default()
}
