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
use crate::sink::Sink;

/// A library of the tables, by name.
type Library = &'static str;

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

/// Libraries whose names others use too.
const SHARED: [&str; 3] = ["cublas", "cusparse", "datatype"];

/// Decides the spelling of shared names in one file.
#[derive(Debug, Default)]
pub(crate) struct Borders {
    /// Library that all uses of a declaration agree on; none where they disagree.
    agreed: FxHashMap<NodeId, Option<Library>>,
    /// Positions of each plain name; made when first asked for.
    positions: Option<FxHashMap<Vec<u8>, Vec<u32>>>,
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
        let wanted = if decision.kind == Kind::Type {
            self.library_of_type(file, found.node, sink)?
        } else {
            self.library_of_value(file, found.node, sink)?
        };
        let context = file.context;
        let decided =
            context
                .mappings
                .decide_for(decision.name.as_bytes(), wanted, context.target)?;
        (decided != **decision).then(|| Rc::new(decided))
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
                NodeKind::Argument => return call_library(file, ast.parent(parent)?),
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
            NodeKind::Paren | NodeKind::Assign => {
                let inner = file.tree.ast.children(operand).last()?;
                self.library_of_operand(file, inner, sink)
            }
            _ => None,
        }
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
        let positions = self
            .positions
            .get_or_insert_with(|| positions_of_names(file));
        let used = uses_of(file, positions, declared);
        let first = used.first().map(|(library, _)| *library);
        let side = |library: &str| file.context.target.side_of(library);
        let conflict = used
            .iter()
            .find(|(library, _)| first.is_some_and(|f| side(library) != side(f)));
        let result = match conflict {
            None => first,
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
}

/// The library that a call belongs to.
fn call_library(file: &File<'_>, call: NodeId) -> Option<Library> {
    let name = file.callee_name(call)?;
    let decision = file.decide(&file.spelling(name))?;
    TYPED
        .into_iter()
        .find(|library| *library == decision.library)
}

/// Positions of each name that is no reserved word.
fn positions_of_names(file: &File<'_>) -> FxHashMap<Vec<u8>, Vec<u32>> {
    let stream = &file.tree.stream;
    let mut positions: FxHashMap<Vec<u8>, Vec<u32>> = FxHashMap::default();
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

/// Libraries of the calls that give a declared name its values or take them, with the place.
fn uses_of(
    file: &File<'_>,
    positions: &FxHashMap<Vec<u8>, Vec<u32>>,
    declared: NodeId,
) -> Vec<(Library, NodeId)> {
    let ast = &file.tree.ast;
    let mut found = Vec::new();
    let mut add = |call: NodeId| {
        if let Some(library) = call_library(file, call) {
            found.push((library, call));
        }
    };
    if file.kind(declared) == NodeKind::Function {
        for id in ast.descendants(declared) {
            if file.kind(id) == NodeKind::Return
                && let Some(value) = ast.children(id).next()
                && file.kind(value) == NodeKind::Call
            {
                add(value);
            }
        }
        return found;
    }
    let Some(name) = file.node(declared).name else {
        return found;
    };
    let spelling = file.spelling(name);
    if let Some(init) = ast
        .child(declared, Role::Initializer)
        .filter(|&i| file.kind(i) == NodeKind::Call)
    {
        add(init);
    }
    let Some(scope) = file.scopes.find(&spelling, name).map(|d| d.scope) else {
        return found;
    };
    let everywhere = positions.get(&*spelling).map_or(&[][..], Vec::as_slice);
    let from = everywhere.partition_point(|&p| p < scope.0);
    for &position in everywhere[from..].iter().take_while(|&&p| p < scope.1) {
        let Some(node) = ast.at(position).filter(|&n| file.kind(n) == NodeKind::Name) else {
            continue;
        };
        let Some(parent) = ast.parent(node) else {
            continue;
        };
        match file.kind(parent) {
            NodeKind::Argument => {
                if let Some(call) = ast.parent(parent) {
                    add(call);
                }
            }
            NodeKind::Assign => {
                if let Some(value) = ast
                    .child(parent, Role::Right)
                    .filter(|&v| file.kind(v) == NodeKind::Call)
                {
                    add(value);
                }
            }
            _ => {}
        }
    }
    found
}
