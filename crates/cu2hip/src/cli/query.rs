//! `cu2hip query`.

use std::fmt::Write as _;
use std::io::{self, Write};

use anyhow::{Result, bail};
use cu2hip_mappings::{
    Action, ApiFact, CallRule, Decision, Flag, HeaderDecision, Mappings, NamespaceDecision, Target,
};
use serde::Serialize;

use super::Status;
use super::args::{AnswerFormat, Query};
use super::session::{self, Session};

/// Names that are suggested for one that is not known.
const NEAR: usize = 3;

/// What the tables hold of a name.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Answer<'a> {
    /// An identifier, qualified or not, or a member.
    Name(Decision<'a>),
    /// A namespace.
    Namespace(NamespaceDecision<'a>),
    /// A header.
    Header(HeaderDecision<'a>),
}

/// Runs the command.
pub(super) fn run(command: &Query) -> Result<Status> {
    let session = Session::for_target(&command.target, &session::settings_for(&[])?)?;
    let (mappings, target) = (session.setup().mappings, session.setup().target);
    let Some(answer) = find(mappings, target, &command.name) else {
        bail!("{}", unknown(mappings, &command.name));
    };
    let declarations = declarations(mappings, &command.name, &answer);
    let text = match command.message_format {
        AnswerFormat::Text => page(&command.name, target, &answer, &declarations),
        AnswerFormat::Json => {
            let facts: Vec<_> = declarations.iter().map(|(_, fact)| fact).collect();
            let value = serde_json::json!({ "decision": answer, "declarations": facts });
            format!("{value}\n")
        }
    };
    io::stdout().write_all(text.as_bytes())?;
    Ok(Status::Done)
}

/// The message for a name that the tables do not hold, with those that are spelled like it.
fn unknown(mappings: &Mappings, name: &str) -> String {
    let limit = name.chars().count().div_ceil(4);
    let mut near: Vec<(usize, &str)> = mappings
        .names()
        .filter(|known| known.len().abs_diff(name.len()) <= limit)
        .map(|known| (strsim::damerau_levenshtein(name, known), known))
        .filter(|(distance, _)| *distance <= limit)
        .collect();
    near.sort_unstable();
    near.dedup();
    let names: Vec<&str> = near.iter().take(NEAR).map(|(_, name)| *name).collect();
    if names.is_empty() {
        format!("the tables hold nothing of `{name}`")
    } else {
        let names = names.join(", ");
        format!("the tables hold nothing of `{name}`: did you mean {names}?")
    }
}

fn find<'a>(mappings: &'a Mappings, target: &Target, name: &str) -> Option<Answer<'a>> {
    let qualified = || {
        let (namespace, last) = name.rsplit_once("::")?;
        mappings.qualified(namespace.as_bytes(), last.as_bytes(), target)
    };
    let field = || {
        let (record, field) = name.split_once('.')?;
        mappings.field(record.as_bytes(), field.as_bytes(), target)
    };
    let bytes = name.as_bytes();
    mappings
        .decide(bytes, target)
        .or_else(qualified)
        .or_else(field)
        .map(Answer::Name)
        .or_else(|| mappings.namespace(bytes, target).map(Answer::Namespace))
        .or_else(|| mappings.header(bytes, target).map(Answer::Header))
        .or_else(|| mappings.family(bytes, target).map(Answer::Name))
}

/// What the headers of CUDA say of the name, and those of ROCm of what it becomes.
fn declarations<'a>(
    mappings: &'a Mappings,
    name: &'a str,
    answer: &Answer<'a>,
) -> Vec<(&'a str, ApiFact<'a>)> {
    let Answer::Name(decision) = answer else {
        return Vec::new();
    };
    let becomes = match &decision.action {
        Action::Rename(to) => vec![*to],
        Action::Stay => vec![name],
        Action::Flag(flag) => flag.nearest.into_iter().collect(),
        Action::Call { rules, bare } => {
            let called = rules
                .iter()
                .filter_map(|rule| rule.template?.split('(').next());
            let mut names: Vec<&str> = bare.iter().copied().chain(called).collect();
            names.sort_unstable();
            names.dedup();
            names
        }
    };
    let of = |name: &'a str, rocm: bool| {
        let facts = mappings.facts(name.as_bytes()).into_iter();
        facts
            .filter(move |f| f.rocm == rocm)
            .map(move |f| (name, f))
    };
    let theirs = of(name, false);
    theirs
        .chain(becomes.into_iter().flat_map(|to| of(to, true)))
        .collect()
}

fn page(
    name: &str,
    target: &Target,
    answer: &Answer<'_>,
    declarations: &[(&str, ApiFact<'_>)],
) -> String {
    let mut out = format!("{name} on ROCm {}\n", target.rocm);
    match answer {
        Answer::Name(decision) => push_decision(&mut out, decision),
        Answer::Namespace(namespace) => {
            push_line(&mut out, "library", namespace.library);
            push_line(&mut out, "becomes", namespace.to.unwrap_or("stays"));
            push_flag(&mut out, namespace.flag.as_ref());
        }
        Answer::Header(header) => {
            push_line(&mut out, "library", header.library);
            let becomes = match (header.stays, header.to.is_empty()) {
                (true, _) => "stays".to_owned(),
                (false, true) => "goes: the HIP runtime header brings its content".to_owned(),
                (false, false) => header.to.join(", "),
            };
            push_line(&mut out, "becomes", &becomes);
            push_flag(&mut out, header.flag.as_ref());
        }
    }
    for (name, fact) in declarations {
        let side = if fact.rocm { "ROCm" } else { "CUDA" };
        let releases = fact.releases.join(", ");
        push_line(&mut out, side, &fact.prototype(name));
        push_line(&mut out, "", &format!("{} of {releases}", fact.header));
    }
    out
}

fn push_decision(out: &mut String, decision: &Decision<'_>) {
    let kind = format!("{:?}", decision.kind).to_lowercase();
    push_line(out, "kind", &format!("{kind} of {}", decision.library));
    match &decision.action {
        Action::Rename(to) => push_line(out, "becomes", to),
        Action::Stay => push_line(out, "becomes", "stays: HIP has the same name"),
        Action::Flag(flag) => push_flag(out, Some(flag)),
        Action::Call { rules, bare } => {
            for rule in rules {
                push_rule(out, rule);
            }
            if let Some(bare) = bare {
                push_line(out, "uncalled", bare);
            }
        }
    }
    if let Some(value) = decision.value {
        push_line(
            out,
            "value",
            &format!("{} in CUDA, {} in HIP", value.cuda, value.target),
        );
    }
    if let Some(note) = &decision.note {
        push_line(out, note.severity, note.message);
        if let Some(advice) = note.advice {
            push_line(out, "do", advice);
        }
    }
    push_line(out, "entry", decision.id);
}

fn push_rule(out: &mut String, rule: &CallRule<'_>) {
    push_line(out, "call", rule.template.unwrap_or("not translated"));
    if let Some(count) = rule.when.args {
        push_line(out, "  with", &format!("{count} arguments"));
    }
    for (number, name) in rule.when.arg_is.iter().chain(&rule.when.arg_type) {
        push_line(out, "  where", &format!("argument {number} is {name}"));
    }
    if let Some((major, minor)) = rule.when.cuda_min {
        push_line(out, "  from", &format!("CUDA {major}.{minor}"));
    }
    if let Some((major, minor)) = rule.when.cuda_below {
        push_line(out, "  before", &format!("CUDA {major}.{minor}"));
    }
    if let Some(include) = rule.include {
        push_line(out, "  needs", include);
    }
    if let Some(note) = &rule.note {
        push_line(out, &format!("  {}", note.severity), note.message);
    }
}

fn push_flag(out: &mut String, flag: Option<&Flag<'_>>) {
    let Some(flag) = flag else {
        return;
    };
    let reason = format!("{:?}", flag.reason);
    push_line(out, "flagged", &reason);
    let parts = [
        ("detail", flag.detail),
        ("do", flag.advice),
        ("nearest", flag.nearest),
    ];
    for (title, text) in parts {
        if let Some(text) = text {
            push_line(out, title, text);
        }
    }
    push_line(out, "effort", flag.effort);
}

fn push_line(out: &mut String, title: &str, text: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(out, "  {title:<9} {text}");
}
