//! What the CMake files of a project say as a whole: targets with their sources, packages,
//! definitions, and the options that each of them depends on.
//!
//! Files are followed as CMake does (`add_subdirectory`, `include`), variables hold lists of values,
//! each with what it takes to be in the list. Bodies of functions and loops that cannot be known
//! are not run: what cannot be told needs nothing, so that nothing is called optional wrongly.

mod scope;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use globset::GlobBuilder;

use super::cmake_lexer::{Command, commands};
use crate::walk::normalize;
use scope::{Call, Scope, append, glob, set, word};

/// Files below each other, at most.
const DEPTH: usize = 24;
/// Runs of one file, at most.
const RUNS: usize = 6;

/// A value that an option of the build must have.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Switch {
    /// The option, or a package with `_FOUND` behind its name.
    pub name: String,
    /// On or off.
    pub on: bool,
}

/// Something that is there if all of `needs` hold.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Needing {
    /// What.
    pub name: String,
    /// All must hold; nothing is needed for what is always there.
    pub needs: Vec<Switch>,
}

/// A library, program or module that is built.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CMakeTarget {
    /// Its name.
    pub name: String,
    /// Folder of the file that declares it, from the root; empty for the root itself.
    pub folder: String,
    /// What it takes to be built.
    pub needs: Vec<Switch>,
    /// Its sources from the root, as far as the project holds them.
    pub sources: Vec<Needing>,
}

/// What the CMake files of a project say.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CMakeFacts {
    /// Options with their default, where it is a plain one.
    pub options: BTreeMap<String, Option<bool>>,
    /// Targets in order of declaration.
    pub targets: Vec<CMakeTarget>,
    /// Packages, languages and libraries that are asked for or linked, as they are written.
    pub packages: Vec<Needing>,
    /// Macros that are defined for sources.
    pub definitions: Vec<Needing>,
}

/// Reads the CMake files `texts` (by their path from the root); `files` are all files of the
/// project. `declares` tells whether a command of this name, in small letters, declares a target.
pub fn cmake_facts(
    texts: &BTreeMap<String, Vec<u8>>,
    files: &BTreeSet<String>,
    declares: &dyn Fn(&str) -> bool,
) -> CMakeFacts {
    let parsed: BTreeMap<&str, (&[u8], Vec<Command>)> = texts
        .iter()
        .map(|(name, text)| (name.as_str(), (text.as_slice(), commands(text))))
        .collect();
    let mut reader = Reader {
        parsed: &parsed,
        files,
        declares,
        facts: CMakeFacts::default(),
        runs: BTreeMap::new(),
    };
    reader.options();
    // The files nearest to the root run first; what they reach is not run by itself again.
    let mut roots: Vec<&str> = parsed.keys().copied().collect();
    roots.retain(|name| name.rsplit('/').next() == Some("CMakeLists.txt"));
    roots.sort_by_key(|name| (name.matches('/').count(), *name));
    for root in roots {
        if !reader.runs.contains_key(root) {
            let mut scope = Scope {
                top: folder_of(root).to_owned(),
                folder: folder_of(root).to_owned(),
                ..Scope::default()
            };
            reader.run(root, &mut scope, &[], 0);
        }
    }
    reader.facts
}

fn folder_of(name: &str) -> &str {
    name.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The path of `name` seen from `folder`, without `.` and `..`; none outside of the root.
fn join(folder: &str, name: &str) -> Option<String> {
    match name.strip_prefix("/./") {
        Some(from_root) => normalize("", from_root),
        None if name.starts_with('/') => None,
        None => normalize(folder, name),
    }
}

/// The truth of a value, as `if` sees it; none for other text.
fn truth(value: &str) -> Option<bool> {
    match value.to_ascii_uppercase().as_str() {
        "ON" | "TRUE" | "YES" | "Y" | "1" => Some(true),
        "OFF" | "FALSE" | "NO" | "N" | "0" | "" | "IGNORE" | "NOTFOUND" => Some(false),
        _ => None,
    }
}

/// A block of `if`.
struct Block {
    needs: Vec<Switch>,
    /// What an `else` needs.
    otherwise: Vec<Switch>,
}

struct Reader<'a> {
    parsed: &'a BTreeMap<&'a str, (&'a [u8], Vec<Command>)>,
    files: &'a BTreeSet<String>,
    declares: &'a dyn Fn(&str) -> bool,
    facts: CMakeFacts,
    runs: BTreeMap<&'a str, usize>,
}

fn command_name(text: &[u8], command: &Command) -> String {
    String::from_utf8_lossy(command.name.of(text)).to_ascii_lowercase()
}

impl<'a> Reader<'a> {
    /// All options, before anything runs.
    fn options(&mut self) {
        for (text, commands) in self.parsed.values() {
            for command in commands {
                let words: Vec<&str> = command.arguments.iter().map(|a| word(text, a)).collect();
                let name = command_name(text, command);
                let default = match (name.as_str(), words.as_slice()) {
                    ("option" | "cmake_dependent_option", [_, _, value, ..])
                    | ("set", [_, value, "CACHE", "BOOL", ..]) => truth(value),
                    ("option", [_, _]) => Some(false),
                    _ => continue,
                };
                self.facts.options.insert(words[0].to_owned(), default);
            }
        }
    }

    fn run(&mut self, file: &'a str, scope: &mut Scope, base: &[Switch], depth: usize) {
        let runs = self.runs.entry(file).or_default();
        *runs += 1;
        if *runs > RUNS || depth > DEPTH {
            return;
        }
        let Some((text, commands)) = self.parsed.get(file) else {
            return;
        };
        let text: &'a [u8] = text;
        let mut blocks: Vec<Block> = Vec::new();
        let mut inside_function = 0u32;
        for command in commands {
            let name = command_name(text, command);
            match name.as_str() {
                "function" | "macro" => inside_function += 1,
                "endfunction" | "endmacro" => inside_function = inside_function.saturating_sub(1),
                _ if inside_function > 0 => {}
                "if" => {
                    let words: Vec<&str> =
                        command.arguments.iter().map(|a| word(text, a)).collect();
                    blocks.push(self.block(&words, scope));
                }
                "elseif" => {
                    let words: Vec<&str> =
                        command.arguments.iter().map(|a| word(text, a)).collect();
                    if let Some(before) = blocks.pop() {
                        let mut block = self.block(&words, scope);
                        block.needs.extend(before.otherwise);
                        block.otherwise.clear();
                        blocks.push(block);
                    }
                }
                "else" => {
                    if let Some(block) = blocks.last_mut() {
                        block.needs = std::mem::take(&mut block.otherwise);
                    }
                }
                "endif" => {
                    blocks.pop();
                }
                _ => {
                    let mut needs = base.to_vec();
                    needs.extend(blocks.iter().flat_map(|block| block.needs.iter().cloned()));
                    needs.sort();
                    needs.dedup();
                    let call = Call {
                        text,
                        arguments: &command.arguments,
                        needs,
                        guarded: blocks.iter().any(|block| !block.needs.is_empty()),
                        depth,
                    };
                    self.command(&name, &call, scope);
                }
            }
        }
    }

    fn command(&mut self, name: &str, call: &Call<'a, '_>, scope: &mut Scope) {
        match name {
            "set" => set(call, scope),
            "list" => append(call, scope),
            "file" => glob(call, scope),
            "project" => self.project(call, scope),
            "enable_language" => self.languages(call, &call.words()),
            "find_package" => {
                let found = call.words();
                let required = found.contains(&"REQUIRED");
                if let Some(package) = found.first().filter(|_| required || call.guarded) {
                    self.package(package, call);
                }
            }
            "add_subdirectory" => {
                let Some(folder) = call.first(scope).and_then(|to| join(&scope.folder, &to)) else {
                    return;
                };
                let file = format!("{folder}/CMakeLists.txt");
                if let Some((file, _)) = self.parsed.get_key_value(file.as_str()) {
                    let mut below = scope.clone();
                    below.folder = folder;
                    below.exports = Vec::new();
                    self.run(file, &mut below, &call.needs, call.depth + 1);
                    scope.variables.extend(below.exports);
                }
            }
            "include" => {
                if let Some(file) = call.first(scope).and_then(|to| self.included(&to, scope)) {
                    self.run(file, scope, &call.needs, call.depth + 1);
                }
            }
            "add_definitions" | "add_compile_definitions" | "target_compile_definitions" => {
                for value in call.values(scope) {
                    let define = value.name.strip_prefix("-D").unwrap_or(&value.name);
                    let define = define.split('=').next().unwrap_or_default().to_owned();
                    self.facts.definitions.push(Needing {
                        name: define,
                        needs: value.needs,
                    });
                }
            }
            "target_link_libraries" => self.link(call, scope),
            "target_sources" => {
                let values = call.values(scope);
                let Some((target, sources)) = values.split_first() else {
                    return;
                };
                let known = self
                    .facts
                    .targets
                    .iter()
                    .position(|t| t.name == target.name);
                if let Some(place) = known {
                    let sources = self.sources(sources, &scope.folder);
                    self.facts.targets[place].sources.extend(sources);
                }
            }
            _ if (self.declares)(name) => self.target(call, scope),
            _ => {}
        }
    }

    fn target(&mut self, call: &Call<'a, '_>, scope: &Scope) {
        let values = call.values(scope);
        let Some((name, sources)) = values.split_first() else {
            return;
        };
        let kind = sources.first().map_or("", |kind| kind.name.as_str());
        if matches!(kind, "INTERFACE" | "ALIAS" | "IMPORTED") {
            return;
        }
        let sources = self.sources(sources, &scope.folder);
        self.facts.targets.push(CMakeTarget {
            name: name.name.clone(),
            folder: scope.folder.clone(),
            needs: call.needs.clone(),
            sources,
        });
    }

    /// The values that are files of the project; patterns of `file(GLOB` stand for all that fit.
    fn sources(&self, values: &[Needing], folder: &str) -> Vec<Needing> {
        let mut sources = Vec::new();
        for value in values {
            let Some(path) = join(folder, &value.name) else {
                continue;
            };
            if self.files.contains(&path) {
                sources.push(Needing {
                    name: path,
                    needs: value.needs.clone(),
                });
            } else if path.contains(['*', '?', '[']) {
                let start = path.split(['*', '?', '[']).next().unwrap_or_default();
                let Ok(glob) = GlobBuilder::new(&path).literal_separator(true).build() else {
                    continue;
                };
                let matcher = glob.compile_matcher();
                let near = self.files.range(start.to_owned()..);
                let near = near.take_while(|file| file.starts_with(start));
                sources.extend(
                    near.filter(|file| matcher.is_match(file))
                        .map(|file| Needing {
                            name: file.clone(),
                            needs: value.needs.clone(),
                        }),
                );
            }
        }
        sources
    }

    fn project(&mut self, call: &Call<'a, '_>, scope: &mut Scope) {
        let words = call.words();
        if let Some(name) = words.first() {
            let of = |value: String| {
                vec![Needing {
                    name: value,
                    needs: Vec::new(),
                }]
            };
            let here = format!("/./{}", scope.folder);
            scope
                .variables
                .insert("PROJECT_NAME".into(), of((*name).to_owned()));
            scope
                .variables
                .insert("PROJECT_SOURCE_DIR".into(), of(here.clone()));
            scope
                .variables
                .insert(format!("{name}_SOURCE_DIR"), of(here));
        }
        self.languages(call, &words);
    }

    fn languages(&mut self, call: &Call<'a, '_>, words: &[&str]) {
        if words.contains(&"CUDA") {
            self.package("CUDA", call);
        }
    }

    fn package(&mut self, name: &str, call: &Call<'a, '_>) {
        self.facts.packages.push(Needing {
            name: name.to_owned(),
            needs: call.needs.clone(),
        });
    }

    /// What is linked needs what its target needs; a variable that is not known stands for itself.
    fn link(&mut self, call: &Call<'a, '_>, scope: &Scope) {
        let mut values = Vec::new();
        for argument in call.arguments {
            let text = word(call.text, argument);
            let known = call.expand(argument, scope);
            if known.is_empty() {
                values.push(Needing {
                    name: text
                        .trim_start_matches("${")
                        .trim_end_matches('}')
                        .to_owned(),
                    needs: call.needs.clone(),
                });
            }
            values.extend(known);
        }
        let Some((target, linked)) = values.split_first() else {
            return;
        };
        let of_target = self.facts.targets.iter().find(|t| t.name == target.name);
        let more = of_target.map_or_else(Vec::new, |target| target.needs.clone());
        for library in linked {
            let keyword = matches!(
                library.name.as_str(),
                "PRIVATE" | "PUBLIC" | "INTERFACE" | "optimized" | "debug" | "general"
            );
            if !keyword {
                let mut library = library.clone();
                library.needs.extend(more.iter().cloned());
                self.facts.packages.push(library);
            }
        }
    }

    /// A file that is included by its path, or by its name alone from a folder of modules.
    fn included(&self, name: &str, scope: &Scope) -> Option<&'a str> {
        let near = join(&scope.folder, name);
        let near = near.and_then(|path| self.parsed.get_key_value(path.as_str()));
        if let Some((file, _)) = near {
            return Some(*file);
        }
        let ending = format!("/{name}.cmake");
        let mut named = self.parsed.keys().filter(|file| file.ends_with(&ending));
        named.next().copied()
    }

    /// A condition: options joined by AND are all needed; of those joined by OR, the first, if
    /// none holds by itself.
    fn block(&self, words: &[&str], scope: &Scope) -> Block {
        let either: Vec<Vec<Switch>> = words
            .split(|word| *word == "OR")
            .map(|all| {
                let terms = all.split(|word| *word == "AND");
                terms.flat_map(|term| self.term(term, scope)).collect()
            })
            .collect();
        let single = either.len() == 1 && !words.contains(&"AND");
        let needs = if either.iter().any(Vec::is_empty) {
            Vec::new()
        } else {
            either.into_iter().next().unwrap_or_default()
        };
        let otherwise = match needs.as_slice() {
            [switch] if single => vec![Switch {
                name: switch.name.clone(),
                on: !switch.on,
            }],
            _ => Vec::new(),
        };
        Block { needs, otherwise }
    }

    fn term(&self, words: &[&str], scope: &Scope) -> Vec<Switch> {
        let (on, words) = match words {
            ["NOT", rest @ ..] => (false, rest),
            _ => (true, words),
        };
        let (name, on) = match words {
            [name] => (*name, on),
            [name, "STREQUAL" | "EQUAL", value] => match truth(value) {
                Some(value) => (*name, on == value),
                None => return Vec::new(),
            },
            _ => return Vec::new(),
        };
        let name = name.trim_start_matches("${").trim_end_matches('}');
        if self.facts.options.contains_key(name) || name.ends_with("_FOUND") {
            return vec![Switch {
                name: name.to_owned(),
                on,
            }];
        }
        // A variable that is true only where an option made it so.
        let values = scope.variables.get(name).into_iter().flatten();
        let true_ones: Vec<&Needing> = values
            .filter(|value| truth(&value.name) == Some(true))
            .collect();
        match true_ones.as_slice() {
            [first, ..] if on && true_ones.iter().all(|v| !v.needs.is_empty()) => {
                first.needs.clone()
            }
            _ => Vec::new(),
        }
    }
}
