//! What a file declares, and where each declaration is in scope.

use cu2hip_syntax::Tree;
use cu2hip_syntax::ast::{Flags, NodeId, NodeKind, Role};
use cu2hip_syntax::directive::{DirectiveKind, read_define};
use cu2hip_syntax::token::TokenKind;
use rustc_hash::FxHashMap;

/// What is declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Entity {
    /// A variable, field or parameter.
    Variable,
    /// A function.
    Function,
    /// A class, enum or alias.
    Type,
    /// An enumerator.
    Enumerator,
}

/// Where it is declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// At namespace scope, outside of any named namespace.
    Global,
    /// In a named namespace.
    Namespace,
    /// As a member of a class.
    Class,
    /// In a block or a parameter list.
    Local,
}

/// One declaration.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Declared {
    /// What.
    pub entity: Entity,
    /// Where.
    pub place: Place,
    /// Its node.
    pub node: NodeId,
    /// Position of the name in the stream.
    pub name: u32,
    /// Positions in which it is in scope.
    pub scope: (u32, u32),
    /// Node of its type, for variables and functions.
    pub ty: Option<NodeId>,
    /// Specifiers and declarator.
    pub flags: Flags,
}

/// All declarations of a file, by name.
#[derive(Debug, Default)]
pub(crate) struct Scopes {
    by_name: FxHashMap<Vec<u8>, Vec<Declared>>,
    /// By the position of the declared name.
    by_position: FxHashMap<u32, Declared>,
}

impl Scopes {
    /// Collects the declarations of `tree`.
    pub(crate) fn new(tree: &Tree<'_>) -> Self {
        let mut this = Self::default();
        for declared in tree.ast.ids().filter_map(|id| declared(tree, id)) {
            this.by_position.insert(declared.name, declared);
            let name = tree.spelling(declared.name).into_owned();
            this.by_name.entry(name).or_default().push(declared);
        }
        for list in this.by_name.values_mut() {
            list.sort_by_key(|d| (d.scope.0, std::cmp::Reverse(d.scope.1), d.name));
        }
        this
    }

    /// The innermost declaration of `name` that is in scope at `position`.
    pub(crate) fn find(&self, name: &[u8], position: u32) -> Option<&Declared> {
        let list = self.by_name.get(name)?;
        // Scopes nest or are apart, and the list is in order of their start: of those that hold
        // the position, the last one that starts is the innermost.
        let before = list.partition_point(|d| d.scope.0 <= position);
        list[..before]
            .iter()
            .rev()
            .filter(|d| position < d.scope.1)
            .find(|d| d.place != Place::Local || d.name <= position)
    }

    /// The declaration whose name stands at `position`.
    pub(crate) fn at(&self, position: u32) -> Option<&Declared> {
        self.by_position.get(&position)
    }

    /// All declarations of `name`.
    pub(crate) fn all(&self, name: &[u8]) -> &[Declared] {
        self.by_name.get(name).map_or(&[], Vec::as_slice)
    }

    /// All declared names with their declarations, in no particular order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&[u8], &[Declared])> {
        self.by_name
            .iter()
            .map(|(name, list)| (name.as_slice(), list.as_slice()))
    }
}

fn declared(tree: &Tree<'_>, id: NodeId) -> Option<Declared> {
    let ast = &tree.ast;
    let node = ast.node(id);
    let name = node.name?;
    let (entity, ty) = match node.kind {
        NodeKind::Variable => (
            Entity::Variable,
            ast.parent(id).and_then(|p| ast.child(p, Role::Type)),
        ),
        NodeKind::Parameter => (Entity::Variable, ast.child(id, Role::Type)),
        NodeKind::Function => (Entity::Function, ast.child(id, Role::Type)),
        NodeKind::Class | NodeKind::Enum | NodeKind::Alias => (Entity::Type, None),
        NodeKind::Enumerator => (Entity::Enumerator, None),
        _ => return None,
    };
    // A qualified declarator defines what another scope declares.
    if entity == Entity::Function && is_qualified(tree, name) {
        return None;
    }
    let (place, scope) = scope_of(tree, id);
    Some(Declared {
        entity,
        place,
        node: id,
        name,
        scope,
        ty,
        flags: node.flags,
    })
}

fn is_qualified(tree: &Tree<'_>, name: u32) -> bool {
    name > 0 && tree.stream.kind(name - 1) == TokenKind::ColonColon
}

/// The kind of scope around a declaration and the positions it covers.
fn scope_of(tree: &Tree<'_>, id: NodeId) -> (Place, (u32, u32)) {
    let ast = &tree.ast;
    let is_enumerator = ast.node(id).kind == NodeKind::Enumerator;
    for around in ast.ancestors(id) {
        let node = ast.node(around);
        let range = (node.start, node.end);
        match node.kind {
            NodeKind::Compound
            | NodeKind::For
            | NodeKind::RangeFor
            | NodeKind::If
            | NodeKind::While
            | NodeKind::Switch
            | NodeKind::Lambda
            | NodeKind::Catch
            | NodeKind::Function
            | NodeKind::MacroBody => return (Place::Local, range),
            NodeKind::Class => return (Place::Class, range),
            NodeKind::Enum if is_enumerator => {}
            NodeKind::Namespace if node.name.is_some() => return (Place::Namespace, range),
            NodeKind::TranslationUnit => return (Place::Global, range),
            _ => {}
        }
    }
    (Place::Global, (0, u32::MAX))
}

/// A macro that the file defines.
#[derive(Debug, Clone)]
pub(crate) struct DefinedMacro {
    /// Its name.
    pub name: Vec<u8>,
    /// Token of the name.
    pub token: u32,
    /// Its body, if that is one identifier.
    pub alias_of: Option<Vec<u8>>,
}

impl DefinedMacro {
    /// True if it stands for one name of HIP or its libraries.
    pub(crate) fn is_hip_alias(&self) -> bool {
        self.alias_of.as_deref().is_some_and(|body| {
            [&b"hip"[..], b"HIP", b"rocblas", b"miopen", b"rccl"]
                .iter()
                .any(|p| body.starts_with(p))
        })
    }
}

/// The macros that the file defines.
pub(crate) fn defined_macros(tree: &Tree<'_>) -> Vec<DefinedMacro> {
    let spelled = |t: u32| tree.tokens.span(t as usize).of(tree.text).to_vec();
    tree.preprocessor
        .directives
        .iter()
        .filter(|d| d.kind == DirectiveKind::Define)
        .filter_map(|d| {
            let define = read_define(&tree.tokens, d)?;
            let body: Vec<u32> = (define.body..d.end)
                .filter(|&t| !tree.tokens.kind(t as usize).is_trivia())
                .take(2)
                .collect();
            let alias_of = match body.as_slice() {
                [only] if tree.tokens.kind(*only as usize) == TokenKind::Identifier => {
                    Some(spelled(*only))
                }
                _ => None,
            };
            Some(DefinedMacro {
                name: spelled(define.name),
                token: define.name,
                alias_of,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use cu2hip_syntax::oracle::NoOracle;

    #[test]
    fn the_innermost_declaration_wins() {
        let text = b"int a; void f(float a) { { double a; use(a); } use(a); }";
        let tree = Tree::parse(text, &NoOracle);
        let scopes = Scopes::new(&tree);
        let types: Vec<_> = (0..tree.stream.len())
            .filter(|&p| &*tree.spelling(p) == b"use")
            .map(|p| {
                let found = scopes.find(b"a", p + 2).unwrap();
                tree.bytes(found.ty.unwrap()).to_vec()
            })
            .collect();
        assert_eq!(types, [b"double".to_vec(), b"float".to_vec()]);
    }

    #[test]
    fn members_are_in_scope_of_their_class_only() {
        let text = b"struct S { int cudaFree; }; void f() { cudaFree(p); }";
        let tree = Tree::parse(text, &NoOracle);
        let scopes = Scopes::new(&tree);
        let call = (0..tree.stream.len())
            .rfind(|&p| &*tree.spelling(p) == b"cudaFree")
            .unwrap();
        assert!(scopes.find(b"cudaFree", call).is_none());
        assert_eq!(scopes.all(b"cudaFree")[0].place, Place::Class);
    }
}
