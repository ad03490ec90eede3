//! Instructions whose form depends on more than the types of their operands.

use super::parse::{Arg, Instruction};
use super::table::Type;
use super::write::{Body, Carry};

impl Body<'_> {
    /// Instructions whose form depends on more than types.
    pub(super) fn by_shape(&mut self, instruction: &Instruction) -> bool {
        let parts: Vec<&str> = instruction.name.split('.').collect();
        let args = instruction.args.as_slice();
        match (parts.as_slice(), args) {
            (["setp", rest @ ..], args) => self.compare(rest, args),
            (["mov", ty], [target, source]) => self.pack(ty, target, source),
            (["trap"], []) => self.push("__builtin_trap()".to_owned()),
            (["brkpt"], []) => self.push("__builtin_debugtrap()".to_owned()),
            // Hints to the scheduler of another device.
            (["griddepcontrol" | "setmaxnreg", ..], _) => self.push("(void)0".to_owned()),
            (["nanosleep", "u32"], [_]) => {
                let remark = "the time that was asked for has no effect";
                self.written.remarks.push(remark.to_owned());
                self.push("__builtin_amdgcn_s_sleep(1)".to_owned())
            }
            (["bar" | "barrier", rest @ ..], [Arg::Number(id)])
                if id == "0"
                    && matches!(
                        rest,
                        ["sync"]
                            | ["sync", "aligned"]
                            | ["cta", "sync"]
                            | ["cta", "sync", "aligned"]
                    ) =>
            {
                self.push("__syncthreads()".to_owned())
            }
            (["bar", "warp", "sync"], [_]) if self.rocm_major >= 7 => {
                self.push("__syncwarp()".to_owned())
            }
            (
                ["membar", scope] | ["fence", "sc" | "acq_rel" | "acquire" | "release", scope],
                [],
            ) => self.fence(scope),
            (["prefetch" | "prefetchu", ..], [Arg::Address(base, 0)]) => {
                let Some(pointer) = self.pointer(base) else {
                    return false;
                };
                self.push(format!("__builtin_prefetch((const void*)({pointer}))"))
            }
            (["shfl", "sync", mode, "b32"], [target, value, lane, limit, _]) => {
                self.shuffle(mode, target, value, lane, limit)
            }
            (["redux", "sync", operation, ty], [target, value, mask]) if self.rocm_major >= 7 => {
                self.reduce(operation, ty, target, value, mask)
            }
            (["add" | "sub" | "addc" | "subc" | "mad" | "madc", ..], args) => {
                self.carry(&parts, args)
            }
            _ => false,
        }
    }

    fn fence(&mut self, scope: &str) -> bool {
        let call = match scope {
            "cta" => "__threadfence_block()",
            "gl" | "gpu" => "__threadfence()",
            "sys" => "__threadfence_system()",
            _ => return false,
        };
        self.push(call.to_owned())
    }

    fn shuffle(&mut self, mode: &str, target: &Arg, value: &Arg, lane: &Arg, limit: &Arg) -> bool {
        let (name, whole) = match mode {
            "idx" => ("__shfl", 31),
            "up" => ("__shfl_up", 0),
            "down" => ("__shfl_down", 31),
            "bfly" => ("__shfl_xor", 31),
            _ => return false,
        };
        if self.literal(limit) != Some(whole) {
            return false;
        }
        let (u32, s32) = (Type::Integer(32, false), Type::Integer(32, true));
        let (Some(value), Some(lane)) = (self.value(value, u32), self.value(lane, s32)) else {
            return false;
        };
        self.assign(target, &format!("{name}({value}, {lane}, 32)"), u32)
    }

    fn reduce(&mut self, operation: &str, ty: &str, target: &Arg, value: &Arg, mask: &Arg) -> bool {
        let known = matches!(operation, "add" | "min" | "max" | "and" | "or" | "xor");
        let Some(ty) = Type::of(ty).filter(|t| matches!(t, Type::Integer(32, _)) && known) else {
            return false;
        };
        let lanes = match self.literal(mask) {
            Some(v) if v & 0xffff_ffff == 0xffff_ffff => {
                "__ballot(1) & (0xffffffffull << (__lane_id() & 32))".to_owned()
            }
            _ => match self.value(mask, Type::Integer(32, false)) {
                Some(mask) => format!("(unsigned long long){mask} << (__lane_id() & 32)"),
                None => return false,
            },
        };
        let Some(value) = self.value(value, ty) else {
            return false;
        };
        self.assign(
            target,
            &format!("__reduce_{operation}_sync({lanes}, {value})"),
            ty,
        )
    }

    /// `setp.lt.u32 p, a, b`, also combined with another predicate.
    fn compare(&mut self, rest: &[&str], args: &[Arg]) -> bool {
        let (test, combine, ty) = match rest {
            [test, ty] => (*test, None, *ty),
            [test, combine @ ("and" | "or" | "xor"), ty] => (*test, Some(*combine), *ty),
            _ => return false,
        };
        let Some(mut ty) = Type::of(ty) else {
            return false;
        };
        let (([target, a, b], None) | ([target, a, b, _], Some(_))) = (args, combine) else {
            return false;
        };
        let floating = matches!(ty, Type::Float(_));
        // Unsigned comparisons of bits and of signed types.
        if matches!(test, "lo" | "ls" | "hi" | "hs") {
            ty = ty.bits();
        }
        if self.single {
            return self.ask_for_locals();
        }
        let (Some(a), Some(b)) = (self.value(a, ty), self.value(b, ty)) else {
            return false;
        };
        let text = match (test, floating) {
            ("eq", _) => format!("{a} == {b}"),
            ("ne", false) | ("neu", true) => format!("{a} != {b}"),
            ("ne", true) => format!("{a} < {b} || {a} > {b}"),
            ("equ", true) => format!("!({a} < {b} || {a} > {b})"),
            ("lt", _) | ("lo", false) => format!("{a} < {b}"),
            ("le", _) | ("ls", false) => format!("{a} <= {b}"),
            ("gt", _) | ("hi", false) => format!("{a} > {b}"),
            ("ge", _) | ("hs", false) => format!("{a} >= {b}"),
            ("ltu", true) => format!("!({a} >= {b})"),
            ("leu", true) => format!("!({a} > {b})"),
            ("gtu", true) => format!("!({a} <= {b})"),
            ("geu", true) => format!("!({a} < {b})"),
            ("num", true) => format!("{a} == {a} && {b} == {b}"),
            ("nan", true) => format!("{a} != {a} || {b} != {b}"),
            _ => return false,
        };
        let text = match (combine, args.get(3)) {
            (Some(combine), Some(other)) => {
                let Some(other) = self.value(other, Type::Predicate) else {
                    return false;
                };
                let operator = match combine {
                    "and" => "&&",
                    "or" => "||",
                    _ => "!=",
                };
                format!("({text}) {operator} {other}")
            }
            _ => text,
        };
        self.assign(target, &text, Type::Predicate)
    }

    /// `mov.b64 %0, {a, b}` and back.
    fn pack(&mut self, ty: &str, target: &Arg, source: &Arg) -> bool {
        let Some(Type::Integer(bits, _)) = Type::of(ty) else {
            return false;
        };
        let (whole, half) = (Type::Integer(bits, false), Type::Integer(bits / 2, false));
        match (target, source) {
            (target, Arg::List(parts)) => {
                let [low, high] = parts.as_slice() else {
                    return false;
                };
                let (Some(low), Some(high)) = (self.value(low, half), self.value(high, half))
                else {
                    return false;
                };
                let name = whole.name();
                self.assign(
                    target,
                    &format!("({name}){high} << {} | {low}", bits / 2),
                    whole,
                )
            }
            (Arg::List(_), _) if self.single => self.ask_for_locals(),
            (Arg::List(parts), source) => {
                let [low, high] = parts.as_slice() else {
                    return false;
                };
                let Some(value) = self.value(source, whole) else {
                    return false;
                };
                let name = half.name();
                self.assign(low, &format!("({name}){value}"), half)
                    && self.assign(high, &format!("({name})({value} >> {})", bits / 2), half)
            }
            _ => false,
        }
    }

    /// Links of a carry chain, all in one statement.
    fn carry(&mut self, parts: &[&str], args: &[Arg]) -> bool {
        let Some(ty) = parts.last().and_then(|t| Type::of(t)).map(Type::bits) else {
            return false;
        };
        let Type::Integer(bits @ (32 | 64), _) = ty else {
            return false;
        };
        if self.single {
            return self.ask_for_locals();
        }
        let sets = parts.contains(&"cc");
        let takes = matches!(parts[0], "addc" | "subc" | "madc");
        if !sets && !takes || takes && self.carry == Carry::None {
            return false;
        }
        let Some((target, sources)) = args.split_first() else {
            return false;
        };
        let values: Option<Vec<String>> = sources.iter().map(|s| self.value(s, ty)).collect();
        let Some(values) = values else {
            return false;
        };
        let product = |a: &str, b: &str| match (parts.contains(&"hi"), bits) {
            (false, _) => format!("{a} * {b}"),
            (true, 32) => format!("__umulhi({a}, {b})"),
            (true, _) => format!("__umul64hi({a}, {b})"),
        };
        let unsigned = !parts.last().is_some_and(|t| t.starts_with('s'));
        let (a, b) = match (parts[0], values.as_slice()) {
            ("add" | "addc" | "sub" | "subc", [a, b]) => (a.clone(), b.clone()),
            ("mad" | "madc", [a, b, c]) if unsigned || !parts.contains(&"hi") => {
                (product(a, b), c.clone())
            }
            _ => return false,
        };
        let call = if parts[0].starts_with("sub") {
            "sub"
        } else {
            "add"
        };
        let suffix = if bits == 64 { "ll" } else { "" };
        let flag = format!("ptx_carry{suffix}");
        let carry_in = if takes { "ptx_carry" } else { "0" };
        self.carry = if sets { Carry::Open } else { Carry::Taken };
        let text = format!("__builtin_{call}c{suffix}({a}, {b}, {carry_in}, &{flag})");
        let kept = self.assign(target, &text, ty);
        if sets && bits == 64 {
            self.statements
                .push("ptx_carry = (unsigned)ptx_carryll".to_owned());
        }
        kept
    }
}
