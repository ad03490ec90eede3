//! C++ for a PTX text, or the instruction that stands in the way.

use std::fmt::Write as _;

use rustc_hash::FxHashMap;

use super::memory;
use super::parse::{Arg, Instruction, Line};
use super::statement::{Operand, Statement};
use super::table::{Form, Type, tables};
use super::values::{assigned, convert, direct, fill, float, is_immediate, number, own_type};
use crate::condition::parse_integer;

/// What a statement becomes.
#[derive(Debug, Default)]
pub(super) struct Written {
    /// A C++ expression, or
    pub(super) text: String,
    /// the statements of a block.
    pub(super) parts: Vec<String>,
    /// Compatibility functions that it uses.
    pub(super) helpers: Vec<String>,
    /// Where results may differ.
    pub(super) remarks: Vec<String>,
}

impl Written {
    /// The statement without its semicolon, on lines with an indentation if there is one.
    pub(super) fn render(&self, indentation: Option<&str>) -> String {
        let Some(indentation) = indentation.filter(|_| self.parts.len() > 3) else {
            let all = self
                .parts
                .iter()
                .fold(String::new(), |all, one| all + one + "; ");
            return match all.as_str() {
                "" => self.text.clone(),
                all => format!("do {{ {all}}} while (0)"),
            };
        };
        let mut text = String::from("do {\n");
        for one in &self.parts {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{indentation}    {one};");
        }
        text + indentation + "} while (0)"
    }
}

/// Writes the lines of a statement; the error is the name of the instruction that has no exact
/// form.
pub(super) fn write(
    statement: &Statement,
    lines: &[Line],
    rocm_major: u16,
) -> Result<Written, String> {
    let instructions = lines.iter().filter(|l| matches!(l, Line::Instruction(_)));
    let single =
        instructions.count() == 1 && !lines.iter().any(|l| matches!(l, Line::Registers(..)));
    if single {
        let mut body = Body::new(statement, true, rocm_major);
        match body.lines(lines) {
            Ok(()) if body.statements.len() == 1 => {
                body.written.text = body.statements.remove(0);
                return Ok(body.written);
            }
            Err(Stop::Instruction(name)) => return Err(name),
            Ok(()) | Err(Stop::NeedsLocals) => {}
        }
    }
    let mut body = Body::new(statement, false, rocm_major);
    match body.lines(lines) {
        Ok(()) => {}
        Err(Stop::Instruction(name)) => return Err(name),
        Err(Stop::NeedsLocals) => return Err(String::new()),
    }
    Ok(body.block())
}

/// Why a body cannot be written.
pub(super) enum Stop {
    /// This instruction has no exact form.
    Instruction(String),
    /// An operand is needed twice.
    NeedsLocals,
}

/// The carry flag of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Carry {
    /// Never set.
    None,
    /// Set, and nothing has taken it yet.
    Open,
    /// Set and taken.
    Taken,
}

/// A body on its way.
pub(super) struct Body<'a> {
    statement: &'a Statement,
    /// Operands stand in the expressions themselves, and not as variables.
    pub(super) single: bool,
    pub(super) rocm_major: u16,
    registers: FxHashMap<String, Type>,
    /// Numbers of the operands that are used.
    used: Vec<usize>,
    pub(super) statements: Vec<String>,
    pub(super) carry: Carry,
    needs_locals: bool,
    pub(super) written: Written,
}

impl<'a> Body<'a> {
    fn new(statement: &'a Statement, single: bool, rocm_major: u16) -> Self {
        Self {
            statement,
            single,
            rocm_major,
            registers: FxHashMap::default(),
            used: Vec::new(),
            statements: Vec::new(),
            carry: Carry::None,
            needs_locals: false,
            written: Written::default(),
        }
    }

    /// True if the statement must not be moved or left out.
    pub(super) fn is_volatile(&self) -> bool {
        self.statement.volatile
    }

    fn lines(&mut self, lines: &[Line]) -> Result<(), Stop> {
        for line in lines {
            match line {
                Line::Open | Line::Close => {}
                Line::Registers(ty, names) => {
                    let ty =
                        Type::of(ty).ok_or_else(|| Stop::Instruction(format!(".reg .{ty}")))?;
                    for name in names {
                        let known = self.registers.insert(name.clone(), ty);
                        if known.is_some_and(|k| k != ty) {
                            return Err(Stop::Instruction(".reg".to_owned()));
                        }
                    }
                }
                Line::Instruction(instruction) => self.instruction(instruction)?,
            }
        }
        // Another statement takes it.
        let last = lines.iter().rev().find_map(|l| match l {
            Line::Instruction(instruction) => Some(instruction.name.clone()),
            _ => None,
        });
        match last {
            Some(name) if self.carry == Carry::Open => Err(Stop::Instruction(name)),
            _ => Ok(()),
        }
    }

    fn instruction(&mut self, instruction: &Instruction) -> Result<(), Stop> {
        let stop = || Stop::Instruction(instruction.name.clone());
        let from = self.statements.len();
        let done = self.by_table(instruction)
            || !self.needs_locals && memory::write(self, instruction)
            || !self.needs_locals && self.by_shape(instruction);
        if self.needs_locals {
            return Err(Stop::NeedsLocals);
        }
        if !done {
            return Err(stop());
        }
        if let Some((register, negated)) = &instruction.guard {
            if self.registers.get(register) != Some(&Type::Predicate) {
                return Err(stop());
            }
            let not = if *negated { "!" } else { "" };
            let all = self.statements.drain(from..).collect::<Vec<_>>();
            let inner = match all.as_slice() {
                [one] => one.clone(),
                more => format!("{{ {}; }}", more.join("; ")),
            };
            self.statements
                .push(format!("if ({not}ptx_{register}) {inner}"));
        }
        Ok(())
    }

    fn by_table(&mut self, instruction: &Instruction) -> bool {
        let Some((target, sources)) = instruction.args.split_first() else {
            return false;
        };
        let fits = |form: &&Form| {
            form.take.len() == sources.len()
                && form.below.iter().all(|&(n, limit)| {
                    sources
                        .get(n - 1)
                        .and_then(|a| self.literal(a))
                        .is_some_and(|v| v >= 0 && v < limit)
                })
        };
        let Some(form) = tables().forms(&instruction.name).iter().find(fits) else {
            return false;
        };
        let mut values = Vec::new();
        for (number, (source, &ty)) in sources.iter().zip(&form.take).enumerate() {
            let repeated = form.text.matches(&format!("${}", number + 1)).count() > 1;
            if self.single && repeated && !self.is_plain(source) {
                return self.ask_for_locals();
            }
            let Some(value) = self.value(source, ty) else {
                return false;
            };
            values.push(value);
        }
        if !self.assign(target, &fill(&form.text, &values), form.give) {
            return false;
        }
        self.written.helpers.extend(form.helper.clone());
        self.written.remarks.extend(form.remark.clone());
        true
    }

    /// Says that operands must be variables of their own.
    pub(super) fn ask_for_locals(&mut self) -> bool {
        self.needs_locals = true;
        false
    }

    /// Makes a block of the last statements.
    pub(super) fn enclose_last(&mut self, count: usize) -> bool {
        let from = self.statements.len().saturating_sub(count);
        let inner = self.statements.drain(from..).collect::<Vec<_>>().join("; ");
        self.push(format!("{{ {inner}; }}"))
    }

    /// Adds a statement.
    pub(super) fn push(&mut self, text: String) -> bool {
        self.statements.push(text);
        true
    }

    fn operand(&self, name: &str) -> Option<(usize, &'a Operand)> {
        let operands = &self.statement.operands;
        match name.parse::<usize>() {
            Ok(number) => operands.get(number).map(|o| (number, o)),
            Err(_) => operands
                .iter()
                .enumerate()
                .find(|(_, o)| o.symbol.as_deref() == Some(name)),
        }
    }

    fn is_plain(&self, arg: &Arg) -> bool {
        match arg {
            Arg::Outer(name) => self.operand(name).is_some_and(|(_, o)| o.plain),
            _ => true,
        }
    }

    /// The value of a literal.
    pub(super) fn literal(&self, arg: &Arg) -> Option<i64> {
        match arg {
            Arg::Number(text) => match text.strip_prefix('-') {
                Some(digits) => parse_integer(digits.as_bytes()).map(i64::wrapping_neg),
                None => parse_integer(text.as_bytes()),
            },
            Arg::Outer(name) => {
                let (_, operand) = self.operand(name)?;
                parse_integer(operand.text.trim().as_bytes())
            }
            _ => None,
        }
    }

    /// An expression for a source, of the type that is wanted.
    pub(super) fn value(&mut self, arg: &Arg, want: Type) -> Option<String> {
        match arg {
            Arg::Outer(name) => {
                let (number, operand) = self.operand(name)?;
                if is_immediate(operand) {
                    return Some(format!("({})({})", want.name(), operand.text));
                }
                let own = own_type(operand)?;
                if self.single {
                    return direct(operand, own, want);
                }
                self.use_operand(number);
                convert(&format!("ptx{number}"), own, want)
            }
            Arg::Register(name) => {
                let own = *self.registers.get(name)?;
                convert(&format!("ptx_{name}"), own, want)
            }
            Arg::Special(name) => {
                let register = tables().register(name)?;
                self.written.remarks.extend(register.remark.clone());
                convert(&register.text, register.ty, want)
            }
            Arg::Number(text) => number(text, want),
            Arg::Float(text) => float(text, want),
            Arg::Not(inner) if want == Type::Predicate => {
                self.value(inner, want).map(|text| format!("!{text}"))
            }
            _ => None,
        }
    }

    /// A pointer or number that is an address of global memory.
    pub(super) fn pointer(&mut self, base: &Arg) -> Option<String> {
        match base {
            Arg::Outer(name) => {
                let (number, operand) = self.operand(name)?;
                if operand.constraint != "l" || operand.written {
                    return None;
                }
                if self.single {
                    return Some(operand.text.clone());
                }
                self.use_operand(number);
                Some(format!("ptx{number}"))
            }
            Arg::Register(name) => {
                let wide = matches!(self.registers.get(name), Some(Type::Integer(64, _)));
                wide.then(|| format!("ptx_{name}"))
            }
            _ => None,
        }
    }

    /// True if operands are variables of their own.
    pub(super) fn has_locals(&self) -> bool {
        !self.single
    }

    fn use_operand(&mut self, number: usize) {
        if !self.used.contains(&number) {
            self.used.push(number);
        }
    }

    /// Adds an assignment.
    pub(super) fn assign(&mut self, target: &Arg, text: &str, ty: Type) -> bool {
        let (name, own) = match target {
            Arg::Sink => return self.push(format!("(void)({text})")),
            Arg::Register(name) => match self.registers.get(name) {
                Some(&own) => (format!("ptx_{name}"), own),
                None => return false,
            },
            Arg::Outer(name) => {
                let Some((number, operand)) = self.operand(name).filter(|(_, o)| o.written) else {
                    return false;
                };
                let Some(own) = own_type(operand) else {
                    return false;
                };
                if self.single {
                    (operand.text.clone(), own)
                } else {
                    self.use_operand(number);
                    (format!("ptx{number}"), own)
                }
            }
            _ => return false,
        };
        match assigned(text, ty, own) {
            Some(text) => self.push(format!("{name} = {text}")),
            None => false,
        }
    }

    /// The whole as a statement with variables of its own.
    fn block(mut self) -> Written {
        let mut all = Vec::new();
        self.used.sort_unstable();
        for &number in &self.used {
            let operand = &self.statement.operands[number];
            let Some(own) = own_type(operand) else {
                continue;
            };
            let name = own.name();
            all.push(if operand.read {
                format!("{name} ptx{number} = ({name})({})", operand.text)
            } else {
                format!("{name} ptx{number}")
            });
        }
        let mut registers: Vec<_> = self.registers.iter().collect();
        registers.sort();
        for (register, ty) in registers {
            all.push(format!("{} ptx_{register}", ty.name()));
        }
        if self.carry != Carry::None {
            all.push("unsigned ptx_carry = 0".to_owned());
            if self.statements.iter().any(|s| s.contains("ptx_carryll")) {
                all.push("unsigned long long ptx_carryll = 0".to_owned());
            }
        }
        all.append(&mut self.statements);
        for &number in &self.used {
            let operand = &self.statement.operands[number];
            if operand.written {
                all.push(format!("{} = ptx{number}", operand.text));
            }
        }
        self.written.parts = all;
        self.written
    }
}
