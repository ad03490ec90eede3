//! CH2017: an array whose size is no constant has an initialiser: g++ takes it, clang does not.

use cu2hip_syntax::ast::{Flags, NodeId, NodeKind, Role};

use crate::diagnostic::Diagnostic;
use crate::diagnostic::registry::COMPILER_STRICTNESS;
use crate::file::File;
use crate::scope::{Entity, Place};
use crate::sink::Sink;

pub(super) fn run(file: &File<'_>, sink: &mut Sink) {
    for (_, declarations) in file.scopes.iter() {
        for declared in declarations {
            let is_local = declared.place == Place::Local && declared.flags.has(Flags::ARRAY);
            if !is_local || !file.is_open(declared.name) {
                continue;
            }
            let ast = &file.tree.ast;
            let bound = ast
                .children_with(declared.node, Role::Bound)
                .find(|&bound| is_variable(file, bound));
            let init = ast.child(declared.node, Role::Initializer);
            if let (Some(bound), Some(_)) = (bound, init) {
                let message = format!(
                    "`{}` has an initialiser and a size that is no constant",
                    file.shown(declared.name)
                );
                sink.report(Diagnostic::new(
                    COMPILER_STRICTNESS,
                    file.span(bound),
                    message,
                ));
            }
        }
    }
}

/// True for the plain name of a parameter, or of a variable that can change.
fn is_variable(file: &File<'_>, bound: NodeId) -> bool {
    let Some(declared) = file.declaration_of(bound) else {
        return false;
    };
    let constant = Flags(Flags::CONST.0 | Flags::CONSTEXPR.0);
    let is_parameter = file.kind(declared.node) == NodeKind::Parameter;
    // A parameter of a template is none of a function.
    let of_function = file
        .tree
        .ast
        .parent(declared.node)
        .is_some_and(|p| matches!(file.kind(p), NodeKind::Function | NodeKind::Lambda));
    declared.entity == Entity::Variable
        && declared.place == Place::Local
        && if is_parameter {
            of_function
        } else {
            !declared.flags.has(constant) && file.kind(declared.node) == NodeKind::Variable
        }
}
