//! CH2013: operators of the project on HIP's vector types, which have operators of their own.

use cu2hip_syntax::ast::{NodeId, NodeKind, Role};

use crate::diagnostic::Diagnostic;
use crate::diagnostic::registry::SHIM;
use crate::file::File;
use crate::scope::Place;
use crate::sink::Sink;

/// True for `float2`, `uchar4`, `longlong2` and their kin.
fn is_vector(ty: &str) -> bool {
    let Some(base) = ty.strip_suffix(['2', '3', '4']) else {
        return false;
    };
    let base = base.strip_prefix('u').unwrap_or(base);
    matches!(
        base,
        "char" | "short" | "int" | "long" | "longlong" | "float" | "double"
    )
}

pub(super) fn run(file: &File<'_>, sink: &mut Sink) {
    for declared in file.scopes.all(b"operator") {
        if declared.place != Place::Global || !file.is_open(declared.name) {
            continue;
        }
        let mut parameters = file.tree.ast.children_with(declared.node, Role::Parameter);
        let Some(ty) = parameters.find_map(|p| vector_parameter(file, p)) else {
            continue;
        };
        let message =
            format!("the project defines an operator on `{ty}`, and HIP has operators for it");
        let advice = "compare the two: leave the project's out for AMD if it does the same \
                      (elementwise), give it a name if it does not (complex numbers)";
        let span = file.tree.position_span(declared.name);
        sink.report(Diagnostic::new(SHIM, span, message).advice(advice));
    }
}

fn vector_parameter(file: &File<'_>, parameter: NodeId) -> Option<String> {
    debug_assert_eq!(file.kind(parameter), NodeKind::Parameter);
    let ty = file.tree.ast.child(parameter, Role::Type)?;
    Some(file.type_text(ty)).filter(|t| is_vector(t))
}

#[cfg(test)]
mod tests {
    use super::is_vector;

    #[test]
    fn vector_types_are_known_by_their_form() {
        assert!(is_vector("float2") && is_vector("uchar4") && is_vector("longlong3"));
        assert!(!is_vector("dim3") && !is_vector("vec4") && !is_vector("float"));
    }
}
