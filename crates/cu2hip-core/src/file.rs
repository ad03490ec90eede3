//! One file, read and looked up: what passes and rules work on.

use std::borrow::Cow;
use std::rc::Rc;

use cu2hip_mappings::{Decision, Kind, MacroRole, NamespaceDecision};
use cu2hip_syntax::Tree;
use cu2hip_syntax::ast::{Flags, Node, NodeId, NodeKind, Role};
use cu2hip_syntax::text::Span;
use cu2hip_syntax::token::TokenKind;
use cu2hip_syntax::word::Word;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::branch::{Audience, Branches, Platform};
use crate::index::DeclaredKind;
use crate::scope::{Declared, Place, Scopes};
use crate::suppress::Suppressions;
use crate::translation::Context;

/// A file with everything that is known of it.
pub(crate) struct File<'a> {
    pub tree: Tree<'a>,
    pub context: &'a Context<'a>,
    pub branches: Branches,
    pub scopes: Scopes,
    pub suppressions: Suppressions,
    aliases: Aliases,
    used_namespaces: Vec<Vec<u8>>,
    /// Outermost blocks of `extern "C"`, in order.
    linkages: Vec<Span>,
    /// Names that using declarations take from the global scope.
    handed_on: FxHashSet<Vec<u8>>,
    /// True if the file has cuBLAS's first interface, whose calls take no handle.
    is_without_handle: bool,
    decisions: std::cell::RefCell<FxHashMap<Vec<u8>, Option<Rc<Decision<'a>>>>>,
}

/// Libraries whose names are also those of others: they count where the header is included.
const NEEDS_HEADER: [(&str, &str); 1] = [("cufftw", "cufftw.h")];

/// Namespace aliases, and the paths they stand for.
type Aliases = FxHashMap<Vec<u8>, Vec<u8>>;

/// A use of a name that the tables decide.
#[derive(Debug, Clone)]
pub(crate) struct Use<'a> {
    /// Position of the identifier.
    pub position: u32,
    /// Innermost node there.
    pub node: NodeId,
    /// The call whose callee the name is.
    pub call: Option<NodeId>,
    pub decision: Rc<Decision<'a>>,
}

/// What an identifier turned out to be.
#[derive(Debug, Clone)]
pub(crate) enum Lookup<'a> {
    /// A name of the tables.
    Known(Use<'a>),
    /// The name of a declaration of the project that shadows or redefines one of the tables.
    Declaration(Rc<Decision<'a>>),
    /// Nothing that concerns the tables.
    Own,
}

impl<'a> File<'a> {
    pub(crate) fn new(tree: Tree<'a>, context: &'a Context<'a>) -> Self {
        let tells = |name: &[u8]| match context.mappings.macro_role(name, context.target) {
            Some(MacroRole::AmdOnly) => Platform::Amd,
            Some(MacroRole::AmdDevice) => Platform::AmdDevice,
            Some(MacroRole::CudaOnly) => Platform::Cuda,
            Some(MacroRole::Absent) => Platform::NotAmd,
            _ => Platform::Any,
        };
        let branches = Branches::new(&tree, &tells);
        let scopes = Scopes::new(&tree);
        let suppressions = Suppressions::new(&tree);
        let (aliases, used_namespaces) = namespace_names(&tree);
        let handed_on = handed_on(&tree);
        let linkages = linkages(&tree);
        Self {
            tree,
            context,
            branches,
            scopes,
            suppressions,
            aliases,
            used_namespaces,
            handed_on,
            linkages,
            is_without_handle: reaches(context, &["cublas.h"])
                && !reaches(context, &["cublas_v2.h", "cublas_api.h"]),
            decisions: std::cell::RefCell::default(),
        }
    }

    /// The decision of the tables for a name, remembered.
    pub(crate) fn decide(&self, name: &[u8]) -> Option<Rc<Decision<'a>>> {
        if let Some(known) = self.decisions.borrow().get(name) {
            return known.clone();
        }
        let Context {
            mappings, target, ..
        } = self.context;
        let without_handle = self
            .is_without_handle
            .then(|| mappings.decide_without_handle(name, target))
            .flatten();
        let found = without_handle
            .or_else(|| mappings.decide(name, target))
            .filter(|decision| self.has_header_of(decision.library))
            .map(Rc::new);
        self.decisions
            .borrow_mut()
            .insert(name.to_vec(), found.clone());
        found
    }

    /// True unless a library's names count with its header only, and the file does not reach it.
    fn has_header_of(&self, library: &str) -> bool {
        let needed = NEEDS_HEADER.iter().find(|(name, _)| *name == library);
        needed.is_none_or(|(_, header)| reaches(self.context, &[header]))
    }

    pub(crate) fn text(&self) -> &'a [u8] {
        self.tree.text
    }

    pub(crate) fn node(&self, id: NodeId) -> &Node {
        self.tree.ast.node(id)
    }

    pub(crate) fn kind(&self, id: NodeId) -> NodeKind {
        self.tree.ast.node(id).kind
    }

    pub(crate) fn span(&self, id: NodeId) -> Span {
        self.tree.span(id)
    }

    pub(crate) fn bytes(&self, id: NodeId) -> &'a [u8] {
        self.tree.bytes(id)
    }

    pub(crate) fn spelling(&self, position: u32) -> Cow<'a, [u8]> {
        self.tree.spelling(position)
    }

    /// A name for messages.
    pub(crate) fn shown(&self, position: u32) -> String {
        String::from_utf8_lossy(&self.spelling(position)).into_owned()
    }

    /// True if the text at a position is translated: not inside a branch for AMD, nor in its
    /// CUDA-only sibling, nor where the source switches the translation off.
    pub(crate) fn is_open(&self, position: u32) -> bool {
        let token = self.tree.stream.token(position);
        self.is_open_token(token)
    }

    /// The same for a token of the text.
    pub(crate) fn is_open_token(&self, token: u32) -> bool {
        self.branches.audience(token) == Audience::Both
            && !self
                .suppressions
                .is_off(self.tree.tokens.span(token as usize).start)
    }

    /// Outermost blocks (and declarations) of `extern "C"`, in order of place.
    pub(crate) fn linkage_blocks(&self) -> &[Span] {
        &self.linkages
    }

    /// The function (or lambda) around a node.
    pub(crate) fn function_of(&self, id: NodeId) -> Option<NodeId> {
        self.tree
            .ast
            .ancestors(id)
            .find(|&a| matches!(self.kind(a), NodeKind::Function | NodeKind::Lambda))
    }

    /// True if the node is in code that runs on the device.
    pub(crate) fn on_device(&self, id: NodeId) -> bool {
        self.tree.ast.ancestors(id).any(|a| {
            let node = self.node(a);
            matches!(node.kind, NodeKind::Function | NodeKind::Lambda)
                && node.flags.has(Flags::ON_DEVICE)
        })
    }

    /// The arguments of a call or launch.
    pub(crate) fn arguments(&self, call: NodeId) -> Vec<NodeId> {
        self.tree
            .ast
            .children(call)
            .filter(|&c| self.kind(c) == NodeKind::Argument && self.node(c).role == Role::Element)
            .collect()
    }

    /// The only expression of an argument, parentheses taken off.
    pub(crate) fn expression_of(&self, argument: NodeId) -> Option<NodeId> {
        let mut children = self.tree.ast.children(argument);
        let mut only = children.next()?;
        if children.next().is_some() {
            return None;
        }
        while self.kind(only) == NodeKind::Paren {
            only = self.tree.ast.children(only).next()?;
        }
        Some(only)
    }

    /// The called name of a call: position of its last identifier.
    pub(crate) fn callee_name(&self, call: NodeId) -> Option<u32> {
        // The callee comes first: a list of arguments may be long.
        let callee = self.tree.ast.children(call).next()?;
        let node = self.node(callee);
        (node.role == Role::Callee && node.kind == NodeKind::Name).then_some(node.name)?
    }

    /// The declaration that a plain name refers to.
    pub(crate) fn declaration_of(&self, expression: NodeId) -> Option<&Declared> {
        let node = self.node(expression);
        if node.kind != NodeKind::Name {
            return None;
        }
        let name = node.name?;
        self.scopes.find(&self.spelling(name), name)
    }

    /// Spelling of a declared type without specifiers: its last name or builtin words.
    pub(crate) fn type_text(&self, ty: NodeId) -> String {
        let node = self.node(ty);
        let mut words: Vec<String> = Vec::new();
        let first = node.start + u32::from(node.kind == NodeKind::TemplateArguments);
        for position in first..node.end {
            match self.tree.stream.word(position) {
                Word::BuiltinType => words.push(self.shown(position)),
                Word::None if self.tree.stream.kind(position) == TokenKind::Identifier => {
                    if position + 1 < node.end
                        && self.tree.stream.kind(position + 1) == TokenKind::ColonColon
                    {
                        continue;
                    }
                    words.push(self.shown(position));
                }
                _ => {}
            }
            if self.tree.stream.kind(position) == TokenKind::Less {
                break;
            }
        }
        words.join(" ")
    }

    /// The declared type of a variable that an expression names, `*` added for pointers and
    /// arrays.
    pub(crate) fn type_of(&self, expression: NodeId) -> Option<String> {
        let told = self.context.semantics.and_then(|semantics| {
            let span = self.span(expression);
            semantics.type_of(self.context.path, span)
        });
        if let Some(told) = told {
            return Some(told.to_owned());
        }
        let node = self.node(expression);
        match node.kind {
            NodeKind::Name => {
                let declared = self.declaration_of(expression)?;
                let mut text = self.type_text(declared.ty?);
                if declared.flags.has(Flags(Flags::POINTER.0 | Flags::ARRAY.0)) {
                    text.push('*');
                }
                Some(text)
            }
            NodeKind::Literal => self.literal_type(expression).map(str::to_owned),
            NodeKind::Member => self.field_type(node.name?),
            NodeKind::Cast | NodeKind::Construct => {
                let ty = self.tree.ast.child(expression, Role::Type)?;
                let pointer = self.bytes(ty).contains(&b'*');
                Some(self.type_text(ty) + if pointer { "*" } else { "" })
            }
            NodeKind::Paren => self.type_of(self.tree.ast.children(expression).next()?),
            NodeKind::Unary => {
                let operator = self.tree.stream.kind(node.name?);
                let inner = self.type_of(self.tree.ast.children(expression).next()?)?;
                match operator {
                    TokenKind::Ampersand => Some(inner + "*"),
                    TokenKind::Star => inner.strip_suffix('*').map(str::to_owned),
                    TokenKind::Plus | TokenKind::Minus | TokenKind::Tilde => Some(inner),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The type of a field by its name, if all classes of the file that have one agree.
    fn field_type(&self, member: u32) -> Option<String> {
        let mut types = self
            .scopes
            .all(&self.spelling(member))
            .iter()
            .filter(|d| d.place == Place::Class && d.entity == crate::scope::Entity::Variable)
            .filter_map(|d| {
                let pointer = d.flags.has(Flags(Flags::POINTER.0 | Flags::ARRAY.0));
                Some(self.type_text(d.ty?) + if pointer { "*" } else { "" })
            });
        let first = types.next()?;
        types.all(|t| t == first).then_some(first)
    }

    fn literal_type(&self, literal: NodeId) -> Option<&'static str> {
        let position = self.node(literal).start;
        match self.tree.stream.kind(position) {
            TokenKind::Number => {
                let text = self.spelling(position);
                let hex = text.starts_with(b"0x") || text.starts_with(b"0X");
                let floating = !hex && text.iter().any(|b| matches!(b, b'.' | b'e' | b'E'));
                Some(if floating { "double" } else { "int" })
            }
            TokenKind::String | TokenKind::RawString => Some("char*"),
            _ => None,
        }
    }

    /// Looks up the identifier at a position.
    pub(crate) fn look_up(&self, position: u32) -> Lookup<'a> {
        let name = self.spelling(position);
        let Some(node) = self.tree.ast.at(position) else {
            return Lookup::Own;
        };
        let kind = self.kind(node);
        let before = position.checked_sub(1).map(|p| self.tree.stream.kind(p));
        if matches!(before, Some(TokenKind::Dot | TokenKind::Arrow)) {
            return Lookup::Own;
        }
        if before == Some(TokenKind::ColonColon) {
            return self.look_up_qualified(position, node, &name);
        }
        if self.tree.stream.kind(position + 1) == TokenKind::ColonColon
            && self
                .context
                .mappings
                .namespace(&name, self.context.target)
                .is_some()
        {
            return Lookup::Own;
        }
        let Some(decision) = self.decide(&name) else {
            return Lookup::Own;
        };
        if self.node(node).name == Some(position) && declares(kind) {
            return Lookup::Declaration(decision);
        }
        if decision.unprefixed && self.node(node).flags.has(Flags::WATER) {
            // What is declared in a body that was not parsed is not known.
            return Lookup::Own;
        }
        if let Some(found) = self.scopes.find(&name, position) {
            match found.place {
                Place::Local | Place::Class | Place::Namespace => return Lookup::Own,
                Place::Global if decision.unprefixed => return Lookup::Own,
                // A shim: the definition is reported, its uses are looked at as ever.
                Place::Global => {}
            }
        } else if decision.unprefixed && self.project_declares(&name) {
            return Lookup::Own;
        }
        if decision.kind == Kind::Field {
            return Lookup::Own;
        }
        Lookup::Known(self.known(position, node, decision))
    }

    fn known(&self, position: u32, node: NodeId, decision: Rc<Decision<'a>>) -> Use<'a> {
        let callee = self.kind(node) == NodeKind::Name && self.node(node).role == Role::Callee;
        let call = callee
            .then(|| self.tree.ast.parent(node))
            .flatten()
            .filter(|&p| self.kind(p) == NodeKind::Call);
        Use {
            position,
            node,
            call,
            decision,
        }
    }

    /// True if a file of the project that is written for HIP declares or defines the name.
    pub(crate) fn is_ported(&self, name: &[u8]) -> bool {
        let index = self.context.index;
        index.declarations(name).any(|(path, _)| {
            let includes = index.file(path).map(|facts| &facts.includes);
            includes.is_some_and(|list| list.iter().any(|i| i.path.starts_with("hip/")))
        })
    }

    fn project_declares(&self, name: &[u8]) -> bool {
        let Context { index, path, .. } = self.context;
        index.declarations(name).any(|(declaring, fact)| {
            let counts = match fact.kind {
                DeclaredKind::Macro => false,
                DeclaredKind::Type => true,
                _ => fact.global,
            };
            counts && index.may_see(path, declaring)
        })
    }

    /// `a::b::name`: known only inside a namespace of the tables, or at global scope.
    fn look_up_qualified(&self, position: u32, node: NodeId, name: &[u8]) -> Lookup<'a> {
        let path = self.qualifier(position);
        if path.is_empty() {
            return match self.decide(name) {
                Some(decision) if decision.kind != Kind::Field => {
                    Lookup::Known(self.known(position, node, decision))
                }
                _ => Lookup::Own,
            };
        }
        let Some((namespace, _)) = self.namespace_of(&path) else {
            // `using ::cudaMalloc;` in a namespace of the project hands the name on.
            return match self.decide(name).filter(|_| self.handed_on.contains(name)) {
                Some(decision) => Lookup::Known(self.known(position, node, decision)),
                None => Lookup::Own,
            };
        };
        match self
            .context
            .mappings
            .qualified(&namespace, name, self.context.target)
        {
            Some(decision) => Lookup::Known(self.known(position, node, Rc::new(decision))),
            None => Lookup::Own,
        }
    }

    /// What is decided for an unqualified name through the file's using directives.
    pub(crate) fn through_using(&self, name: &[u8]) -> Option<Decision<'a>> {
        self.used_namespaces.iter().find_map(|namespace| {
            self.context
                .mappings
                .qualified(namespace, name, self.context.target)
        })
    }

    /// The qualifier in front of the identifier at `position`, template arguments left out, as
    /// written: `cub`, `std::chrono`. Empty for `::name` and for a plain name.
    pub(crate) fn qualifier(&self, position: u32) -> Vec<u8> {
        let mut parts: Vec<Cow<'_, [u8]>> = Vec::new();
        let mut at = position;
        while at >= 2 && self.tree.stream.kind(at - 1) == TokenKind::ColonColon {
            at -= 2;
            if self.tree.stream.kind(at) == TokenKind::Greater {
                let mut depth = 1u32;
                while at > 0 && depth > 0 {
                    at -= 1;
                    match self.tree.stream.kind(at) {
                        TokenKind::Greater => depth += 1,
                        TokenKind::Less => depth -= 1,
                        _ => {}
                    }
                }
                at = at.saturating_sub(1);
            }
            if self.tree.stream.kind(at) != TokenKind::Identifier
                || self.tree.stream.word(at) != Word::None
            {
                break;
            }
            parts.push(self.spelling(at));
        }
        parts.reverse();
        parts.join(&b"::"[..])
    }

    /// The namespace of the tables that a qualifier leads to, through aliases and using
    /// directives, and what is decided for it.
    pub(crate) fn namespace_of(&self, path: &[u8]) -> Option<(Vec<u8>, NamespaceDecision<'a>)> {
        let first_end = memchr::memmem::find(path, b"::").unwrap_or(path.len());
        let (first, rest) = path.split_at(first_end);
        let mut candidates: Vec<Vec<u8>> = Vec::new();
        if let Some(target) = self.aliases.get(first) {
            candidates.push([target.as_slice(), rest].concat());
        } else {
            candidates.push(path.to_vec());
            for used in &self.used_namespaces {
                candidates.push([used.as_slice(), b"::", path].concat());
            }
        }
        candidates.into_iter().find_map(|candidate| {
            let found = self
                .context
                .mappings
                .namespace(&candidate, self.context.target)?;
            Some((candidate, found))
        })
    }
}

/// True if the file, or one that it includes, includes one of the headers.
fn reaches(context: &Context<'_>, headers: &[&str]) -> bool {
    context.index.reaches_include(context.path, headers)
}

/// True for nodes whose name is declared by them.
fn declares(kind: NodeKind) -> bool {
    matches!(
        kind,
        NodeKind::Variable
            | NodeKind::Parameter
            | NodeKind::Function
            | NodeKind::Class
            | NodeKind::Enum
            | NodeKind::Enumerator
            | NodeKind::Alias
            | NodeKind::NamespaceAlias
            | NodeKind::Namespace
    )
}

/// Outermost blocks of `extern "C"`; one that its text does not close reaches the end.
fn linkages(tree: &Tree<'_>) -> Vec<Span> {
    let main_end = tree.stream.sections.first().map_or(0, |s| s.end);
    let mut blocks: Vec<Span> = tree
        .ast
        .ids()
        .filter(|&id| tree.ast.node(id).kind == NodeKind::Linkage)
        .map(|id| {
            let (span, last) = (tree.span(id), tree.ast.node(id).end);
            let closed = last < main_end
                || tree.stream.kind(last.saturating_sub(1)) == TokenKind::RightBrace;
            if closed {
                span
            } else {
                Span::new(span.start, u32::MAX)
            }
        })
        .collect();
    blocks.sort_unstable_by_key(|b| (b.start, std::cmp::Reverse(b.end)));
    blocks.dedup_by(|inner, outer| inner.end <= outer.end);
    blocks
}

/// Names of using declarations such as `using ::cudaMalloc;`.
fn handed_on(tree: &Tree<'_>) -> FxHashSet<Vec<u8>> {
    let ast = &tree.ast;
    ast.ids()
        .filter(|&id| ast.node(id).kind == NodeKind::UsingDeclaration)
        .filter_map(|id| ast.child(id, Role::Right))
        .filter(|&name| tree.bytes(name).starts_with(b"::"))
        .filter_map(|name| ast.node(name).name)
        .map(|position| tree.spelling(position).into_owned())
        .collect()
}

/// Namespace aliases and using directives of a file.
fn namespace_names(tree: &Tree<'_>) -> (Aliases, Vec<Vec<u8>>) {
    let (mut aliases, mut used) = (FxHashMap::default(), Vec::new());
    let squeezed = |id| {
        let bytes: Vec<u8> = tree
            .bytes(id)
            .iter()
            .copied()
            .filter(|b| !b.is_ascii_whitespace())
            .collect();
        bytes
            .strip_prefix(b"::")
            .map_or(bytes.clone(), <[u8]>::to_vec)
    };
    for id in tree.ast.ids() {
        let node = tree.ast.node(id);
        if !matches!(
            node.kind,
            NodeKind::NamespaceAlias | NodeKind::UsingDirective
        ) {
            continue;
        }
        let Some(target) = tree.ast.child(id, Role::Right) else {
            continue;
        };
        match node.name {
            Some(name) if node.kind == NodeKind::NamespaceAlias => {
                aliases.insert(tree.spelling(name).into_owned(), squeezed(target));
            }
            _ => used.push(squeezed(target)),
        }
    }
    used.sort();
    used.dedup();
    (aliases, used)
}
