//! Reading the facts of one file.

use cu2hip_mappings::{Action, Kind, Mappings, Mention, Mentions, Target};
use cu2hip_syntax::ast::{Flags, NodeKind};
use cu2hip_syntax::directive::{DirectiveKind, Preprocessor, read_include};
use cu2hip_syntax::oracle::MacroShape;
use cu2hip_syntax::token::{Reader, TokenKind, Tokens, lex, skim};
use cu2hip_syntax::{Depth, Tree};

use super::{DeclaredFact, DeclaredKind, FileFacts, IncludeFact, ProjectIndex, handed, macros};
use crate::compat;
use crate::names::{NameOracle, looks_like_api};
use crate::scope::{Entity, Place, Scopes, defined_macros};

/// Reads the facts of one file. Pure and total.
pub fn gather_facts(path: &str, text: &[u8], mappings: &Mappings) -> FileFacts {
    let target = Target::default();
    let mut facts = FileFacts {
        path: path.to_owned(),
        ..FileFacts::default()
    };
    let mut words = Words::new(mappings);
    // Most texts of most projects show at once that only their directives matter.
    let directives = skim(text, &mut words);
    let is_read = directives.is_some();
    if let Some(tokens) = directives.filter(|_| words.found() == Mention::Nothing) {
        read_directives(text, &tokens, mappings, &mut facts);
        if !facts.mentions_cuda {
            return facts;
        }
    }
    let tokens = lex(text);
    let pp = read_directives(text, &tokens, mappings, &mut facts);
    if !is_read {
        words.read(text, &tokens);
    }
    // The includes may have told.
    facts.mentions_cuda |= words.found() == Mention::Cuda;
    if !facts.mentions_cuda && words.found() == Mention::Nothing {
        return facts;
    }
    // The file's own macros shape its syntax.
    let own = ProjectIndex::of_macros(&facts.macros);
    let oracle = if facts.mentions_cuda {
        NameOracle::new(mappings, &target, &own)
    } else {
        NameOracle::quiet(mappings, &target, &own)
    };
    let tree = Tree::of_tokens(text, tokens, pp, &oracle, Depth::Outline);
    read_declarations(&tree, mappings, &target, &mut facts);
    for position in 0..tree.stream.len() {
        let class = tree.stream.class(position);
        // Macros of the project are looked at too, but say nothing of CUDA.
        if class.hot && (class.known || class.shape == MacroShape::None) {
            facts.is_cuda |= compat::host_form(&tree.spelling(position)).is_none();
            handed::read(&tree, position, &mut facts.handed);
            let name = tree.spelling(position);
            if name.ends_with(b"_sync") && name.starts_with(b"__") {
                facts.warp_sync_uses += 1;
            }
        }
    }
    facts.is_cuda |= (0..tree.stream.len()).any(|p| {
        matches!(
            tree.stream.word(p),
            cu2hip_syntax::word::Word::Global | cu2hip_syntax::word::Word::Device
        )
    });
    facts
}

/// Looks for words of CUDA until there is one.
struct Words<'a> {
    mentions: Mentions<'a>,
    /// A function that HIP has for devices only is named: a declaration of it matters to other files.
    names_host_math: bool,
}

impl<'a> Words<'a> {
    fn new(mappings: &'a Mappings) -> Self {
        Self {
            mentions: Mentions::new(mappings),
            names_host_math: false,
        }
    }

    fn found(&self) -> Mention {
        match self.mentions.found() {
            Mention::Nothing if self.names_host_math => Mention::OrdinaryWords,
            found => found,
        }
    }

    /// Reads on in a text of which the tokens are known.
    fn read(&mut self, text: &[u8], tokens: &Tokens) {
        for index in 0..tokens.len() {
            let goes_on = match tokens.kind(index) {
                TokenKind::Identifier => {
                    let rest = &text[tokens.span(index).end as usize..];
                    self.word(&tokens.name(index, text), rest)
                }
                kind => !kind.is_literal() || self.literal(tokens.span(index).of(text)),
            };
            if !goes_on {
                break;
            }
        }
    }

    fn goes_on(&self) -> bool {
        self.mentions.found() != Mention::Cuda
    }
}

impl Reader for Words<'_> {
    fn word(&mut self, word: &[u8], rest: &[u8]) -> bool {
        self.mentions.word(word, rest);
        self.names_host_math = self.names_host_math || compat::host_form(word).is_some();
        self.goes_on()
    }

    fn literal(&mut self, literal: &[u8]) -> bool {
        self.mentions.literal(literal);
        self.goes_on()
    }
}

fn read_directives(
    text: &[u8],
    tokens: &Tokens,
    mappings: &Mappings,
    facts: &mut FileFacts,
) -> Preprocessor {
    let pp = Preprocessor::new(text, tokens);
    facts.macros = macros::read(text, tokens, &pp);
    facts.includes.clear();
    read_includes(text, tokens, &pp, mappings, facts);
    pp
}

fn read_includes(
    text: &[u8],
    tokens: &Tokens,
    pp: &Preprocessor,
    mappings: &Mappings,
    facts: &mut FileFacts,
) {
    let target = Target::default();
    for directive in &pp.directives {
        if directive.kind != DirectiveKind::Include {
            continue;
        }
        let Some(include) = read_include(text, tokens, directive) else {
            continue;
        };
        let path = include.path.of(text);
        if let Some(header) = mappings.header(path, &target) {
            facts.mentions_cuda = true;
            facts.is_cuda |= !header.stays;
            facts.brings_runtime |= header.to.contains(&"hip/hip_runtime.h");
        }
        facts.brings_runtime |= path == b"hip/hip_runtime.h";
        facts.includes.push(IncludeFact {
            path: String::from_utf8_lossy(path).into_owned(),
            angled: include.angled,
        });
    }
}

/// True for a name that would count as one of an interface if the project did not declare it.
fn recalls_api(name: &[u8], mappings: &Mappings, target: &Target) -> bool {
    looks_like_api(name) || mappings.family(name, target).is_some()
}

fn read_declarations(tree: &Tree<'_>, mappings: &Mappings, target: &Target, facts: &mut FileFacts) {
    let scopes = Scopes::new(tree);
    for (name, list) in scopes.iter() {
        let decision = mappings.decide(name, target);
        if decision.is_none() && !recalls_api(name, mappings, target) {
            continue;
        }
        for declared in list {
            if matches!(declared.place, Place::Local | Place::Class) {
                continue;
            }
            let definition = declared.flags.has(Flags::DEFINITION);
            let kind = match declared.entity {
                Entity::Function => DeclaredKind::Function,
                Entity::Type => DeclaredKind::Type,
                Entity::Variable | Entity::Enumerator => DeclaredKind::Value,
            };
            let global = declared.place == Place::Global;
            let is_host_api = decision.as_ref().is_some_and(|d| {
                d.kind == Kind::Function
                    && matches!(d.action, Action::Rename(_) | Action::Call { .. })
            });
            if global
                && definition
                && is_host_api
                && tree.ast.node(declared.node).kind == NodeKind::Function
            {
                facts.api_definitions += 1;
            }
            let name = String::from_utf8_lossy(name).into_owned();
            facts.declared.push(DeclaredFact {
                name,
                kind,
                global,
                definition,
                hip_alias: false,
            });
        }
    }
    // In a file that brings HIP's headers a macro of that name is there to map it.
    let maps = facts.includes.iter().any(|i| i.path.starts_with("hip/"));
    for define in defined_macros(tree) {
        if recalls_api(&define.name, mappings, target)
            || mappings.decide(&define.name, target).is_some()
        {
            facts.declared.push(DeclaredFact {
                name: String::from_utf8_lossy(&define.name).into_owned(),
                kind: DeclaredKind::Macro,
                global: true,
                definition: true,
                hip_alias: maps || define.is_hip_alias(),
            });
        }
    }
    facts
        .declared
        .sort_by(|a, b| (&a.name, a.kind).cmp(&(&b.name, b.kind)));
    facts.declared.dedup();
}
