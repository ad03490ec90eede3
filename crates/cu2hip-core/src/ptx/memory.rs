//! Loads, stores and atomics on generic and global memory.

use super::parse::{Arg, Instruction};
use super::table::Type;
use super::write::Body;

/// The modifiers of an access.
#[derive(Debug, Default)]
struct Access<'a> {
    order: Option<&'static str>,
    scope: Option<&'static str>,
    volatile: bool,
    /// Read past the first cache: what others have written is seen.
    coherent: bool,
    read_only: bool,
    lanes: usize,
    operation: &'a str,
    ty: Option<Type>,
}

/// Reads the modifiers; none if one is not known, or speaks of other memory.
fn read<'a>(parts: &[&'a str]) -> Option<Access<'a>> {
    let mut access = Access {
        lanes: 1,
        ..Access::default()
    };
    let (ty, modifiers) = parts.split_last()?;
    access.ty = Type::of(ty);
    for &part in modifiers {
        match part {
            "relaxed" => access.order = Some("__ATOMIC_RELAXED"),
            "acquire" => access.order = Some("__ATOMIC_ACQUIRE"),
            "release" => access.order = Some("__ATOMIC_RELEASE"),
            "acq_rel" => access.order = Some("__ATOMIC_ACQ_REL"),
            "cta" => access.scope = Some("__HIP_MEMORY_SCOPE_WORKGROUP"),
            "gpu" => access.scope = Some("__HIP_MEMORY_SCOPE_AGENT"),
            "sys" => access.scope = Some("__HIP_MEMORY_SCOPE_SYSTEM"),
            "volatile" => access.volatile = true,
            "cg" | "cv" => access.coherent = true,
            "nc" => access.read_only = true,
            "global" | "weak" | "ca" | "cs" | "lu" | "wb" | "wt" => {}
            "v2" => access.lanes = 2,
            "v4" => access.lanes = 4,
            "add" | "min" | "max" | "and" | "or" | "xor" | "exch" | "cas" => {
                access.operation = part;
            }
            hint if hint.starts_with("L1::") || hint.starts_with("L2::") => {
                // A policy comes with an operand of its own.
                (hint != "L2::cache_hint").then_some(())?;
            }
            _ => return None,
        }
    }
    Some(access)
}

/// Writes a load, store or atomic; false if the instruction is none, or has no exact form.
pub(super) fn write(body: &mut Body<'_>, instruction: &Instruction) -> bool {
    let parts: Vec<&str> = instruction.name.split('.').collect();
    let args = instruction.args.as_slice();
    let Some(access) = read(&parts[1..]) else {
        return false;
    };
    let Some(ty) = access
        .ty
        .filter(|t| !matches!(t, Type::Predicate | Type::Half))
    else {
        return false;
    };
    match (parts[0], args) {
        ("ld", [target, Arg::Address(base, offset)]) if access.operation.is_empty() => {
            load(body, &access, ty, target, base, *offset)
        }
        ("st", [Arg::Address(base, offset), value]) if access.operation.is_empty() => {
            store(body, &access, ty, value, base, *offset)
        }
        ("red", [Arg::Address(base, offset), value]) => {
            let Some(text) = atomic(body, &access, ty, base, *offset, value) else {
                return false;
            };
            body.push(text)
        }
        ("atom", [target, Arg::Address(base, offset), value]) => {
            let Some(text) = atomic(body, &access, ty, base, *offset, value) else {
                return false;
            };
            body.assign(target, &text, ty)
        }
        ("atom", [target, Arg::Address(base, offset), old, new]) if access.operation == "cas" => {
            exchange_if(body, &access, ty, target, (base, *offset), (old, new))
        }
        _ => false,
    }
}

/// The address as a pointer to the type.
fn address(body: &mut Body<'_>, base: &Arg, offset: i64, ty: &str) -> Option<String> {
    let pointer = body.pointer(base)?;
    Some(if offset == 0 {
        format!("({ty}*)({pointer})")
    } else if body.has_locals() {
        format!("({ty}*)({pointer} + {offset})")
    } else {
        format!("({ty}*)((unsigned long long)({pointer}) + {offset})")
    })
}

fn load(
    body: &mut Body<'_>,
    access: &Access<'_>,
    ty: Type,
    target: &Arg,
    base: &Arg,
    offset: i64,
) -> bool {
    let name = ty.name();
    let is_atomic =
        access.order.is_some() || access.coherent && body.is_volatile() && access.lanes == 1;
    if access.lanes > 1 && (access.volatile || access.order.is_some()) {
        return false;
    }
    if is_atomic {
        let order = access.order.unwrap_or("__ATOMIC_RELAXED");
        let scope = access.scope.unwrap_or("__HIP_MEMORY_SCOPE_AGENT");
        let Some(pointer) = address(body, base, offset, &format!("const {name}")) else {
            return false;
        };
        return body.assign(
            target,
            &format!("__hip_atomic_load({pointer}, {order}, {scope})"),
            ty,
        );
    }
    let plain = access.read_only || !access.volatile && !body.is_volatile();
    let qualified = if plain {
        format!("const {name}")
    } else {
        format!("const volatile {name}")
    };
    let Some(pointer) = address(body, base, offset, &qualified) else {
        return false;
    };
    match target {
        Arg::List(targets) if targets.len() == access.lanes && body.has_locals() => targets
            .iter()
            .enumerate()
            .all(|(lane, one)| body.assign(one, &format!("({pointer})[{lane}]"), ty)),
        // Several assignments need variables.
        Arg::List(_) => body.ask_for_locals(),
        one if access.lanes == 1 => body.assign(one, &format!("*{pointer}"), ty),
        _ => false,
    }
}

fn store(
    body: &mut Body<'_>,
    access: &Access<'_>,
    ty: Type,
    value: &Arg,
    base: &Arg,
    offset: i64,
) -> bool {
    let name = ty.name();
    if access.lanes > 1 && (access.volatile || access.order.is_some()) {
        return false;
    }
    if let Some(order) = access.order {
        let scope = access.scope.unwrap_or("__HIP_MEMORY_SCOPE_AGENT");
        let (Some(pointer), Some(value)) =
            (address(body, base, offset, name), body.value(value, ty))
        else {
            return false;
        };
        return body.push(format!(
            "__hip_atomic_store({pointer}, {value}, {order}, {scope})"
        ));
    }
    let qualified = if access.volatile || body.is_volatile() {
        format!("volatile {name}")
    } else {
        name.to_owned()
    };
    let Some(pointer) = address(body, base, offset, &qualified) else {
        return false;
    };
    match value {
        Arg::List(values) if values.len() == access.lanes && body.has_locals() => {
            values.iter().enumerate().all(|(lane, one)| {
                let value = body.value(one, ty);
                value.is_some_and(|v| body.push(format!("({pointer})[{lane}] = {v}")))
            })
        }
        Arg::List(_) => body.ask_for_locals(),
        one if access.lanes == 1 => match body.value(one, ty) {
            Some(value) => body.push(format!("*{pointer} = {value}")),
            None => false,
        },
        _ => false,
    }
}

fn atomic(
    body: &mut Body<'_>,
    access: &Access<'_>,
    ty: Type,
    base: &Arg,
    offset: i64,
    value: &Arg,
) -> Option<String> {
    let integer = matches!(ty, Type::Integer(32 | 64, _));
    let call = match access.operation {
        "add" => "__hip_atomic_fetch_add",
        "exch" => "__hip_atomic_exchange",
        "min" if integer => "__hip_atomic_fetch_min",
        "max" if integer => "__hip_atomic_fetch_max",
        "and" if integer => "__hip_atomic_fetch_and",
        "or" if integer => "__hip_atomic_fetch_or",
        "xor" if integer => "__hip_atomic_fetch_xor",
        _ => return None,
    };
    let (order, scope) = order_and_scope(access)?;
    let pointer = address(body, base, offset, ty.name())?;
    let value = body.value(value, ty)?;
    Some(format!("{call}({pointer}, {value}, {order}, {scope})"))
}

fn order_and_scope(access: &Access<'_>) -> Option<(&'static str, &'static str)> {
    (access.lanes == 1 && !access.volatile).then_some(())?;
    let order = access.order.unwrap_or("__ATOMIC_RELAXED");
    let scope = access.scope.unwrap_or("__HIP_MEMORY_SCOPE_AGENT");
    Some((order, scope))
}

/// A compare-and-swap: needs a variable for the old value.
fn exchange_if(
    body: &mut Body<'_>,
    access: &Access<'_>,
    ty: Type,
    target: &Arg,
    (base, offset): (&Arg, i64),
    (old, new): (&Arg, &Arg),
) -> bool {
    if !body.has_locals() {
        return body.ask_for_locals();
    }
    let Some((order, scope)) = order_and_scope(access) else {
        return false;
    };
    let Some(pointer) = address(body, base, offset, ty.name()) else {
        return false;
    };
    let (Some(old), Some(new)) = (body.value(old, ty), body.value(new, ty)) else {
        return false;
    };
    let name = ty.name();
    let swap = format!(
        "__hip_atomic_compare_exchange_strong({pointer}, &ptx_old, {new}, {order}, __ATOMIC_RELAXED, {scope})"
    );
    body.push(format!("{name} ptx_old = {old}"))
        && body.push(swap)
        && body.assign(target, "ptx_old", ty)
        && body.enclose_last(3)
}
