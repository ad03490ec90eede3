//! CH2008: texture and surface references.

use cu2hip_syntax::ast::{NodeKind, Role};
use cu2hip_syntax::token::TokenKind;

use crate::diagnostic::Diagnostic;
use crate::diagnostic::registry::TEXTURE_REFERENCE;
use crate::file::File;
use crate::sink::Sink;

pub(super) fn run(file: &File<'_>, sink: &mut Sink) {
    for id in file.tree.ast.ids() {
        if file.kind(id) != NodeKind::Declaration || !file.is_open(file.node(id).start) {
            continue;
        }
        let Some(ty) = file.tree.ast.child(id, Role::Type) else {
            continue;
        };
        let Some(name) = file
            .tree
            .ast
            .children(ty)
            .find(|&c| file.kind(c) == NodeKind::Name)
        else {
            continue;
        };
        let Some(position) = file.node(name).name else {
            continue;
        };
        let spelling = file.spelling(position);
        let is_reference = matches!(&*spelling, b"texture" | b"surface")
            && file.tree.stream.kind(position + 1) == TokenKind::Less
            && file.node(name).start == position
            && file.scopes.all(&spelling).is_empty();
        if is_reference {
            let shown = String::from_utf8_lossy(&spelling);
            let message = format!("a {shown} reference");
            sink.report(Diagnostic::new(TEXTURE_REFERENCE, file.span(name), message));
        }
    }
}
