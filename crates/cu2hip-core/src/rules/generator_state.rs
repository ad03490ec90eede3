//! CH4003: members of random generator states, and states at namespace scope.

use cu2hip_syntax::ast::{Flags, NodeKind, Role};

use crate::diagnostic::Diagnostic;
use crate::diagnostic::registry::GENERATOR_STATE;
use crate::file::File;
use crate::scope::{Entity, Place};
use crate::sink::Sink;

fn is_state(ty: &str) -> bool {
    ty.trim_end_matches('*').starts_with("curandState") || ty.starts_with("curandDirectionVectors")
}

pub(super) fn run(file: &File<'_>, sink: &mut Sink) {
    if !super::mentions(file, b"curandState") {
        return;
    }
    for id in file.tree.ast.ids() {
        let node = file.node(id);
        if node.kind != NodeKind::Member || !file.is_open(node.start) {
            continue;
        }
        let Some(object) = file.tree.ast.child(id, Role::Callee) else {
            continue;
        };
        let Some(ty) = file.type_of(object).filter(|t| is_state(t)) else {
            continue;
        };
        let Some(member) = node.name else { continue };
        let message = format!(
            "`{}` is a member of `{}`",
            file.shown(member),
            ty.trim_end_matches('*')
        );
        sink.report(Diagnostic::new(
            GENERATOR_STATE,
            file.tree.position_span(member),
            message,
        ));
    }
    for (name, list) in file.scopes.iter() {
        for declared in list
            .iter()
            .filter(|d| d.entity == Entity::Variable && d.place == Place::Global)
        {
            let device = declared
                .flags
                .has(Flags(Flags::DEVICE.0 | Flags::CONSTANT.0));
            let pointer = declared.flags.has(Flags::POINTER);
            let state = declared.ty.is_some_and(|t| is_state(&file.type_text(t)));
            if device && state && !pointer && file.is_open(declared.name) {
                let shown = String::from_utf8_lossy(name);
                let message = format!(
                    "`{shown}` is a generator state at namespace scope, which needs a constructor"
                );
                sink.report(Diagnostic::new(
                    GENERATOR_STATE,
                    file.tree.position_span(declared.name),
                    message,
                ));
            }
        }
    }
}
