//! Names that several libraries share, whose targets have types of their own for
//! them: where the value goes decides how it is spelled.

use std::rc::Rc;

use cu2hip_mappings::{Decision, Kind};
use cu2hip_syntax::ast::{NodeId, NodeKind, Role};
use cu2hip_syntax::token::TokenKind;
use cu2hip_syntax::word::Word;
use rustc_hash::FxHashMap;

use crate::diagnostic::Diagnostic;
use crate::diagnostic::registry::LIBRARY_BORDER;
use crate::file::{File, Use};
use crate::scope::{Entity, Place};
use crate::sink::Sink;

/// A library of the tables, by name.
type Library = &'static str;

/// Positions of names by spelling.
type Positions = FxHashMap<Vec<u8>, Vec<u32>>;

/// Libraries whose calls take and give shared names.
const TYPED: [Library; 8] = [
    "cublas",
    "cublaslt",
    "cublasxt",
    "cusolver",
    "cusparse",
    "cudnn",
    "cusparselt",
    "cutensor",
];

/// Declarations that a value is followed through.
const DEEPEST: u32 = 16;

/// Libraries whose names others use too.
const SHARED: [&str; 3] = ["cublas", "cusparse", "datatype"];

/// Decides the spelling of shared names in one file.
#[derive(Debug, Default)]
pub(crate) struct Borders {
    /// Library that all uses of a declaration agree on; none where they disagree.
    agreed: FxHashMap<NodeId, Option<Library>>,
    /// Positions of each plain name; made when first asked for.
    positions: Option<Rc<Positions>>,
    /// Number of declarations on the way to the present one.
    depth: u32,
    /// Whether cuBLAS's names come from cuBLASLt's header; found out when first asked for.
    only_lt: Option<bool>,
}

impl Borders {
    /// The decision for a shared name at its place; none if the plain decision holds.
    pub(crate) fn decide<'a>(
        &mut self,
        file: &File<'a>,
        found: &Use<'a>,
        sink: &mut Sink,
    ) -> Option<Rc<Decision<'a>>> {
        let decision = &found.decision;
        let library = decision.library;
        if !SHARED.contains(&library)
            || !matches!(decision.kind, Kind::Enumerator | Kind::Type | Kind::Macro)
        {
            return None;
        }
        let told = if decision.kind == Kind::Type {
            self.library_of_type(file, found.node, sink)
        } else {
            self.library_of_value(file, found.node, sink)
        };
        let wanted = match told {
            Some(library) => library,
            None if library == "cublas" && self.has_only_lt(file) => "cublaslt",
            None => return None,
        };
        let context = file.context;
        let decided =
            context
                .mappings
                .decide_for(decision.name.as_bytes(), wanted, context.target)?;
        (decided != **decision).then(|| Rc::new(decided))
    }

    /// True if the names of cuBLAS come from cuBLASLt's header: cuBLAS's own is not included.
    fn has_only_lt(&mut self, file: &File<'_>) -> bool {
        const OWN: [&str; 4] = ["cublas_v2.h", "cublas.h", "cublas_api.h", "cublasXt.h"];
        let (index, path) = (file.context.index, file.context.path);
        *self.only_lt.get_or_insert_with(|| {
            index.reaches_include(path, &["cublasLt.h"])
                && !index.reaches_include(path, &OWN)
                && !index
                    .includers(path)
                    .any(|p| index.reaches_include(p, &OWN))
        })
    }

    /// The library that the place of an enumerator belongs to.
    fn library_of_value(
        &mut self,
        file: &File<'_>,
        name: NodeId,
        sink: &mut Sink,
    ) -> Option<Library> {
        let ast = &file.tree.ast;
        let mut at = name;
        loop {
            let parent = ast.parent(at)?;
            match file.kind(parent) {
                NodeKind::Paren | NodeKind::Conditional | NodeKind::Case => at = parent,
                NodeKind::Argument => return self.library_of_argument(file, parent, sink),
                NodeKind::Binary => {
                    let other = ast.children(parent).find(|&c| c != at)?;
                    return self.library_of_operand(file, other, sink);
                }
                NodeKind::Assign => {
                    let left = ast.child(parent, Role::Left)?;
                    return self.library_of_operand(file, left, sink);
                }
                NodeKind::Variable | NodeKind::Parameter => return self.agreed(file, parent, sink),
                NodeKind::Return => {
                    let function = file.function_of(parent)?;
                    return self.agreed(file, function, sink);
                }
                _ => return None,
            }
        }
    }

    fn library_of_operand(
        &mut self,
        file: &File<'_>,
        operand: NodeId,
        sink: &mut Sink,
    ) -> Option<Library> {
        match file.kind(operand) {
            NodeKind::Call => call_library(file, operand),
            NodeKind::Name => {
                let declared = file.declaration_of(operand)?.node;
                self.agreed(file, declared, sink)
            }
            NodeKind::Member => {
                let field = field_of(file, operand)?;
                self.agreed(file, field, sink)
            }
            NodeKind::Paren | NodeKind::Assign => {
                let inner = file.tree.ast.children(operand).last()?;
                self.library_of_operand(file, inner, sink)
            }
            _ => None,
        }
    }

    /// The library that an argument goes to: the callee's, or that of the parameter of a function
    /// of the project.
    fn library_of_argument(
        &mut self,
        file: &File<'_>,
        argument: NodeId,
        sink: &mut Sink,
    ) -> Option<Library> {
        let ast = &file.tree.ast;
        let call = ast.parent(argument)?;
        if file.kind(call) != NodeKind::Call {
            return None;
        }
        if let Some(library) = call_library(file, call) {
            return Some(library);
        }
        self.library_of_parameter(file, call, argument, sink)
            .or_else(|| handle_among_arguments(file, call))
    }

    /// The library of the parameter of a function of the file that an argument goes to.
    fn library_of_parameter(
        &mut self,
        file: &File<'_>,
        call: NodeId,
        argument: NodeId,
        sink: &mut Sink,
    ) -> Option<Library> {
        let ast = &file.tree.ast;
        let name = file.callee_name(call)?;
        let function = file.scopes.find(&file.spelling(name), name)?.node;
        if file.kind(function) != NodeKind::Function {
            return None;
        }
        let number = file.arguments(call).iter().position(|&a| a == argument)?;
        let mut parameters = ast
            .children(function)
            .filter(|&c| file.kind(c) == NodeKind::Parameter);
        let parameter = parameters.nth(number)?;
        self.agreed(file, parameter, sink)
    }

    /// The library for a type in a declaration.
    fn library_of_type(
        &mut self,
        file: &File<'_>,
        name: NodeId,
        sink: &mut Sink,
    ) -> Option<Library> {
        let ast = &file.tree.ast;
        let ty = ast
            .parent(name)
            .filter(|&p| file.kind(p) == NodeKind::Type)?;
        let declaration = ast.parent(ty)?;
        match file.kind(declaration) {
            NodeKind::Declaration => {
                let variable = ast
                    .children(declaration)
                    .find(|&c| file.kind(c) == NodeKind::Variable)?;
                self.agreed(file, variable, sink)
            }
            NodeKind::Parameter | NodeKind::Function => self.agreed(file, declaration, sink),
            _ => None,
        }
    }

    /// The library whose types all uses of a declared name agree on.
    fn agreed(&mut self, file: &File<'_>, declared: NodeId, sink: &mut Sink) -> Option<Library> {
        if let Some(known) = self.agreed.get(&declared) {
            return *known;
        }
        if self.depth == DEEPEST {
            return None;
        }
        // A declaration that leads back to itself says nothing.
        self.agreed.insert(declared, None);
        self.depth += 1;
        let used = self.uses_of(file, declared, sink);
        self.depth -= 1;
        let first = used.first().map(|(library, _)| *library);
        let side = |library: &str| file.context.target.side_of(library);
        let conflict = used
            .iter()
            .find(|(library, _)| first.is_some_and(|f| side(library) != side(f)));
        let result = match conflict {
            None => first.or_else(|| handle_among_parameters(file, declared)),
            Some((_, place)) => {
                let name = file
                    .node(declared)
                    .name
                    .map_or_else(String::new, |p| file.shown(p));
                let message = format!(
                    "`{name}` takes values of two libraries whose targets type them differently"
                );
                sink.report(Diagnostic::new(LIBRARY_BORDER, file.span(*place), message));
                None
            }
        };
        self.agreed.insert(declared, result);
        result
    }

    /// Libraries of the calls that give a declared name its values or take them, with the place.
    fn uses_of(
        &mut self,
        file: &File<'_>,
        declared: NodeId,
        sink: &mut Sink,
    ) -> Vec<(Library, NodeId)> {
        let ast = &file.tree.ast;
        let mut found = Vec::new();
        if file.kind(declared) == NodeKind::Function {
            for id in ast.descendants(declared) {
                if file.kind(id) == NodeKind::Return
                    && let Some(value) = ast.children(id).next()
                    && let Some(library) = call_library(file, value)
                {
                    found.push((library, value));
                }
            }
            return found;
        }
        if let Some(init) = ast.child(declared, Role::Initializer)
            && let Some(library) = call_library(file, init)
        {
            found.push((library, init));
        }
        for node in self.mentions(file, declared) {
            if let Some((library, place)) = self.library_of_mention(file, node, sink) {
                found.push((library, place));
            }
        }
        found.extend(
            handed_elsewhere(file, declared)
                .into_iter()
                .map(|l| (l, declared)),
        );
        found
    }

    /// The nodes that name a declaration: names in its scope, or accesses of a field.
    fn mentions(&mut self, file: &File<'_>, declared: NodeId) -> Vec<NodeId> {
        let ast = &file.tree.ast;
        let Some(name) = file.node(declared).name else {
            return Vec::new();
        };
        let positions = self
            .positions
            .get_or_insert_with(|| Rc::new(positions_of_names(file)));
        let spelling = file.spelling(name);
        let everywhere = positions.get(&*spelling).map_or(&[][..], Vec::as_slice);
        let (kind, scope) = match file.scopes.at(name) {
            Some(d) if d.place == Place::Class => (NodeKind::Member, (0, u32::MAX)),
            Some(d) => (NodeKind::Name, d.scope),
            None => return Vec::new(),
        };
        let from = everywhere.partition_point(|&p| p < scope.0);
        everywhere[from..]
            .iter()
            .take_while(|&&p| p < scope.1)
            .filter_map(|&position| {
                let node = ast.at(position)?;
                (file.kind(node) == kind && file.node(node).name == Some(position)).then_some(node)
            })
            .collect()
    }

    /// The library that a mention of a variable hands its value to or takes it from.
    fn library_of_mention(
        &mut self,
        file: &File<'_>,
        mention: NodeId,
        sink: &mut Sink,
    ) -> Option<(Library, NodeId)> {
        let ast = &file.tree.ast;
        let mut at = mention;
        loop {
            let parent = ast.parent(at)?;
            return match file.kind(parent) {
                NodeKind::Paren => {
                    at = parent;
                    continue;
                }
                NodeKind::Argument => self
                    .library_of_argument(file, parent, sink)
                    .map(|library| (library, ast.parent(parent).unwrap_or(parent))),
                NodeKind::Assign if file.node(at).role == Role::Left => {
                    let value = ast.child(parent, Role::Right)?;
                    call_library(file, value).map(|library| (library, value))
                }
                NodeKind::Assign => {
                    let left = ast.child(parent, Role::Left)?;
                    self.library_of_operand(file, left, sink)
                        .map(|library| (library, parent))
                }
                NodeKind::Variable => self
                    .agreed(file, parent, sink)
                    .map(|library| (library, parent)),
                _ => None,
            };
        }
    }
}

/// Libraries that other files hand a variable to, or whose results go to the first parameter.
fn handed_elsewhere(file: &File<'_>, declared: NodeId) -> Vec<Library> {
    let ast = &file.tree.ast;
    let (node, is_function) = match file.kind(declared) {
        NodeKind::Variable => (declared, false),
        NodeKind::Parameter => {
            let Some(function) = ast.parent(declared) else {
                return Vec::new();
            };
            let first = ast
                .children(function)
                .find(|&c| file.kind(c) == NodeKind::Parameter);
            if first != Some(declared) {
                return Vec::new();
            }
            (function, true)
        }
        _ => return Vec::new(),
    };
    let Some(name) = file.node(node).name else {
        return Vec::new();
    };
    let is_global = file
        .scopes
        .at(name)
        .is_some_and(|d| d.place == Place::Global);
    if !is_global {
        return Vec::new();
    }
    let context = file.context;
    context
        .index
        .handed(&file.spelling(name), is_function, context.path)
}

/// The library of the handle that a function takes, for its result or for a parameter of which
/// nothing else tells.
fn handle_among_parameters(file: &File<'_>, declared: NodeId) -> Option<Library> {
    let ast = &file.tree.ast;
    let function = match file.kind(declared) {
        NodeKind::Function => declared,
        NodeKind::Parameter => ast.parent(declared)?,
        _ => return None,
    };
    ast.children(function)
        .filter(|&c| file.kind(c) == NodeKind::Parameter)
        .find_map(|other| library_of_handle(file, &file.type_text(ast.child(other, Role::Type)?)))
}

/// The library of the handle that a call hands over, for functions that another file declares.
fn handle_among_arguments(file: &File<'_>, call: NodeId) -> Option<Library> {
    file.arguments(call)
        .into_iter()
        .filter_map(|argument| file.type_of(file.expression_of(argument)?))
        .find_map(|ty| library_of_handle(file, &ty))
}

/// The library of a type if it is a handle: `cusolverDnHandle_t`.
fn library_of_handle(file: &File<'_>, ty: &str) -> Option<Library> {
    let name = ty.trim_end_matches(['*', '&', ' ']);
    let name = name.rsplit([' ', ':']).next()?;
    let library = file.decide(name.as_bytes())?.library;
    let is_handle = name.ends_with("Handle_t");
    TYPED.into_iter().find(|one| is_handle && *one == library)
}

/// The declaration of the field that a member access names, if only one class has such a field.
fn field_of(file: &File<'_>, access: NodeId) -> Option<NodeId> {
    let name = file.node(access).name?;
    let mut fields = file
        .scopes
        .all(&file.spelling(name))
        .iter()
        .filter(|d| d.place == Place::Class && d.entity == Entity::Variable);
    let only = fields.next()?;
    fields.next().is_none().then_some(only.node)
}

/// The library that a call belongs to.
fn call_library(file: &File<'_>, call: NodeId) -> Option<Library> {
    if file.kind(call) != NodeKind::Call {
        return None;
    }
    let name = file.callee_name(call)?;
    let decision = file.decide(&file.spelling(name))?;
    TYPED
        .into_iter()
        .find(|library| *library == decision.library)
}

/// Positions of each name that is no reserved word.
fn positions_of_names(file: &File<'_>) -> Positions {
    let stream = &file.tree.stream;
    let mut positions = Positions::default();
    for position in 0..stream.len() {
        if stream.kind(position) == TokenKind::Identifier && stream.word(position) == Word::None {
            positions
                .entry(file.spelling(position).into_owned())
                .or_default()
                .push(position);
        }
    }
    positions
}
