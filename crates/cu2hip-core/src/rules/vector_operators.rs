//! CH2013: operators of the project on HIP's vector types. HIP's own `*` and `/` of two vectors
//! are friends of the type and its `+=`, `-=`, `*=` and `/=` are members, so that a second
//! definition is ambiguous; what does the same, component by component, is left out for AMD.

use cu2hip_syntax::ast::{NodeId, NodeKind, Role};

use super::left_out::leave_out;
use crate::diagnostic::registry::SHIM;
use crate::diagnostic::{Diagnostic, Severity};
use crate::file::File;
use crate::scope::Place;
use crate::sink::Sink;

const ORIGIN: &str = "rule:vector-operator";

/// Number of components of `float2`, `uchar4`, `longlong2` and their kin.
fn components(ty: &str) -> Option<usize> {
    let base = ty.strip_suffix(['2', '3', '4'])?;
    let plain = base.strip_prefix('u').unwrap_or(base);
    let known = matches!(
        plain,
        "char" | "short" | "int" | "long" | "longlong" | "float" | "double"
    );
    known.then(|| ty[base.len()..].parse().ok())?
}

pub(super) fn run(file: &File<'_>, sink: &mut Sink) {
    for declared in file.scopes.all(b"operator") {
        if declared.place != Place::Global || !file.is_open(declared.name) {
            continue;
        }
        let operator = file.tree.position_span(declared.name + 1).of(file.text());
        let operator = match operator {
            b"*" => "*",
            b"/" => "/",
            b"+=" => "+=",
            b"-=" => "-=",
            b"*=" => "*=",
            b"/=" => "/=",
            _ => continue,
        };
        let parameters: Vec<NodeId> = file
            .tree
            .ast
            .children_with(declared.node, Role::Parameter)
            .collect();
        let types: Vec<String> = parameters
            .iter()
            .filter_map(|&p| parameter_type(file, p))
            .collect();
        let [left, right] = types.as_slice() else {
            continue;
        };
        let Some(count) = components(left).filter(|_| left == right) else {
            continue;
        };
        let span = file.tree.position_span(declared.name);
        let message =
            format!("the project defines `operator{operator}` on two `{left}`, and so does HIP");
        let found = Diagnostic::new(SHIM, span, message);
        let same = by_component(file, declared.node, &parameters, operator, count);
        if same && leave_out_function(file, sink, declared.node) {
            let found = found.severity(Severity::Note).review();
            sink.report(found.advice("it does the same as HIP's and was left out for AMD"));
        } else {
            let advice =
                "HIP's works component by component: give this one a name, or leave it out for AMD";
            sink.report(found.severity(Severity::Error).advice(advice));
        }
    }
}

fn parameter_type(file: &File<'_>, parameter: NodeId) -> Option<String> {
    file.tree
        .ast
        .child(parameter, Role::Type)
        .map(|ty| file.type_text(ty))
}

/// True if the body is `return T(a.x * b.x, a.y * b.y, ...)` or `a.x += b.x; a.y += b.y; ...` in one
/// form or another.
fn by_component(
    file: &File<'_>,
    function: NodeId,
    parameters: &[NodeId],
    operator: &str,
    count: usize,
) -> bool {
    let Some(body) = file.tree.ast.child(function, Role::Body) else {
        return false;
    };
    let names: Vec<String> = parameters
        .iter()
        .filter_map(|&p| file.node(p).name)
        .map(|p| file.shown(p))
        .collect();
    let [left, right] = names.as_slice() else {
        return false;
    };
    let text: String = String::from_utf8_lossy(file.bytes(body))
        .chars()
        .filter(|c| !c.is_whitespace())
        .collect();
    let all = "xyzw"
        .chars()
        .take(count)
        .all(|c| text.contains(&format!("{left}.{c}{operator}{right}.{c}")));
    all && text.matches(operator).count() == count && text.matches("return").count() <= 1
}

/// Takes the function out for AMD; false if it shares its lines.
fn leave_out_function(file: &File<'_>, sink: &mut Sink, function: NodeId) -> bool {
    let whole = file
        .tree
        .ast
        .parent(function)
        .filter(|&p| file.kind(p) == NodeKind::Template)
        .unwrap_or(function);
    leave_out(file, sink, file.span(whole), ORIGIN)
}

#[cfg(test)]
mod tests {
    use super::components;

    #[test]
    fn vector_types_are_known_by_their_form() {
        assert_eq!(components("float2"), Some(2));
        assert_eq!(components("ulonglong3"), Some(3));
        assert_eq!(components("dim3"), None);
        assert_eq!(components("float"), None);
    }
}
