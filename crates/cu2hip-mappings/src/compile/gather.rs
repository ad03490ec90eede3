//! Merging the sources: one draft a name, hand-written files over generated ones.

use std::collections::BTreeMap;

use super::draft::{Act, Draft, Range, Rule, Side};
use super::facts::Facts;
use crate::decision::{Kind, Reason};
use crate::error::MappingError;
use crate::source::{
    CallEntry, NoteEntry, NoteText, RuleEntry, Source, Unsupported, UnsupportedDetail,
};
use crate::target::{has_roc_side, roc_family};
use crate::template::Template;

/// The mask of a name that every release has.
const ALWAYS: u8 = 7;

/// The drafts by key.
pub(super) type Drafts = BTreeMap<String, Draft>;

/// Which of the two target sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Where {
    Both,
    Hip,
    Roc,
}

impl Where {
    fn parse(source: &Source, key: &str, text: Option<&str>) -> Result<Self, MappingError> {
        match text {
            None => Ok(Self::Both),
            Some("hip") => Ok(Self::Hip),
            Some("roc") => Ok(Self::Roc),
            Some(other) => Err(source.error(key, format!("`{other}` is no side: `hip` or `roc`"))),
        }
    }
}

struct Gather<'a> {
    facts: &'a dyn Facts,
    builtins: BTreeMap<String, u8>,
    namespaces: BTreeMap<String, String>,
    drafts: Drafts,
    /// Every name and target must be known.
    strict: bool,
}

/// The target names that no header declares, with the releases that have them.
pub(super) fn builtins(sources: &[Source]) -> Result<BTreeMap<String, u8>, MappingError> {
    let mut out = BTreeMap::new();
    for source in sources {
        for (name, since) in &source.file.builtin {
            let mask = match since.as_str() {
                "6.4" => 7,
                "7.2" => 6,
                "10.0" => 4,
                _ => return Err(source.error(name, "a release is `6.4`, `7.2` or `10.0`")),
            };
            out.insert(name.clone(), mask);
        }
    }
    Ok(out)
}

/// Merges the sources.
pub(super) fn gather(
    sources: &[Source],
    facts: &dyn Facts,
    strict: bool,
) -> Result<Drafts, MappingError> {
    let mut gather = Gather {
        facts,
        builtins: builtins(sources)?,
        namespaces: BTreeMap::new(),
        drafts: BTreeMap::new(),
        strict,
    };
    for source in sources {
        for entry in &source.file.namespace {
            if let Some(to) = &entry.to {
                gather.namespaces.insert(entry.cuda.clone(), to.clone());
            }
        }
    }
    for hand in [false, true] {
        for source in sources.iter().filter(|s| s.file.generated != hand) {
            gather.names(source)?;
        }
    }
    for source in sources {
        for entry in &source.file.entry {
            gather.call(source, entry)?;
        }
    }
    for source in sources {
        for note in &source.file.note {
            gather.note(source, note)?;
        }
    }
    gather.field_releases();
    gather.other_side();
    Ok(gather.drafts)
}

impl Gather<'_> {
    fn names(&mut self, source: &Source) -> Result<(), MappingError> {
        let file = &source.file;
        let short = |prefix: &&String| prefix.len() < 3;
        if let Some(prefix) = file.family.iter().flat_map(|f| &f.prefix).find(short) {
            return Err(source.error(prefix, "a prefix has at least three letters"));
        }
        for name in &file.stays {
            let mask = self.mask(source, name, name)?;
            self.put(source, name, Where::Both, &Act::Stay { mask }, Some(name))?;
        }
        let sides = [
            (Where::Both, &file.rename.both),
            (Where::Hip, &file.rename.hip),
            (Where::Roc, &file.rename.roc),
        ];
        for (side, table) in sides {
            for (name, to) in table {
                let mask = self.mask(source, name, to)?;
                let last = name.rsplit("::").next().unwrap_or(name);
                let act = if to == last {
                    Act::Stay { mask }
                } else {
                    let to = to.clone();
                    Act::Rename { to, mask }
                };
                self.put(source, name, side, &act, Some(to))?;
            }
        }
        let sides = [
            (Where::Both, &file.unsupported.both),
            (Where::Hip, &file.unsupported.hip),
            (Where::Roc, &file.unsupported.roc),
        ];
        for (side, table) in sides {
            for (name, why) in table {
                let act = self.flag(source, name, why)?;
                self.put(source, name, side, &act, None)?;
            }
        }
        for group in &file.missing {
            for name in group.cuda.names() {
                let side = Where::parse(source, name, group.side.as_deref())?;
                let act = self.flag(source, name, &group.why)?;
                self.put(source, name, side, &act, None)?;
            }
        }
        Ok(())
    }

    /// The key of a name: with the namespace that the file stands for.
    fn key(source: &Source, name: &str) -> String {
        match &source.file.within {
            Some(space) => format!("{space}::{name}"),
            None => name.to_owned(),
        }
    }

    /// Releases that declare a target.
    fn mask(&self, source: &Source, name: &str, to: &str) -> Result<u8, MappingError> {
        let full = match &source.file.within {
            Some(space) => {
                let space = self.namespaces.get(space).unwrap_or(space);
                format!("{space}::{to}")
            }
            None => to.to_owned(),
        };
        let builtin = self.builtins.get(&full).or_else(|| self.builtins.get(to));
        if let Some(mask) = builtin {
            return Ok(*mask);
        }
        let outer = source.file.library.as_deref() == Some("torch");
        match self.facts.rocm(&full) {
            Some((mask, _)) => Ok(mask),
            None if !self.strict || outer || name.contains("::") => Ok(ALWAYS),
            None => Err(source.error(name, format!("no ROCm header declares `{full}`"))),
        }
    }

    /// The draft of a name, made where there is none.
    fn draft(&mut self, source: &Source, name: &str) -> Result<&mut Draft, MappingError> {
        let key = Self::key(source, name);
        let stated = source.file.library.as_deref();
        let fact = self.facts.cuda(&key, stated.unwrap_or_default());
        if fact.is_none() && self.strict && !source.file.older && stated != Some("torch") {
            return Err(source.error(name, "no CUDA header declares this name"));
        }
        let fallback = || stated.unwrap_or("user").to_owned();
        let draft = Draft {
            kind: fact.as_ref().map_or_else(|| guess_kind(name), |f| f.kind),
            library: match (&fact, stated) {
                (_, Some(stated)) => stated.to_owned(),
                (Some(fact), None) => fact.library.clone(),
                _ => fallback(),
            },
            arity: fact.as_ref().and_then(|f| f.arity),
            id: format!("{}:{key}", source.name),
            hip: Side::default(),
            roc: Side::default(),
        };
        Ok(self.drafts.entry(key).or_insert(draft))
    }

    fn put(
        &mut self,
        source: &Source,
        name: &str,
        side: Where,
        act: &Act,
        target: Option<&str>,
    ) -> Result<(), MappingError> {
        let by_hand = !source.file.generated;
        let key = Self::key(source, name);
        let value = target.and_then(|to| {
            let cuda = self.facts.cuda(&key, "")?.value?;
            let (_, value) = self.facts.rocm(to)?;
            value.filter(|v| *v != cuda).map(|v| (cuda, v))
        });
        let draft = self.draft(source, name)?;
        let mut twice = false;
        for slot in draft.slots(side) {
            twice |= slot.action.is_some() && slot.by_hand == by_hand;
            slot.action = Some(act.clone());
            slot.by_hand = by_hand;
            slot.value = value;
        }
        if by_hand {
            draft.id = format!("{}:{key}", source.name);
        }
        if twice {
            return Err(source.error(name, "is decided twice"));
        }
        Ok(())
    }

    fn flag(&self, source: &Source, name: &str, why: &Unsupported) -> Result<Act, MappingError> {
        let detail = match why {
            Unsupported::Advice(text) => UnsupportedDetail {
                advice: Some(text.clone()).filter(|t| !t.is_empty()),
                ..UnsupportedDetail::default()
            },
            Unsupported::Detail(detail) => detail.clone(),
        };
        let versions = self
            .facts
            .cuda(&Self::key(source, name), "")
            .map_or(0, |f| f.versions);
        flag_of(source, name, &detail, versions)
    }

    fn call(&mut self, source: &Source, entry: &CallEntry) -> Result<(), MappingError> {
        for name in entry.cuda.names() {
            let side = Where::parse(source, name, entry.side.as_deref())?;
            let draft = self.draft(source, name)?;
            let renamed = draft.slots(side).iter().find_map(|s| match &s.action {
                Some(Act::Rename { to, .. }) => Some(to.clone()),
                Some(Act::Stay { .. }) => Some(name.clone()),
                Some(Act::Flag {
                    reason: Reason::Differs,
                    nearest,
                    ..
                }) => nearest.clone(),
                _ => None,
            });
            let mut rules = Vec::new();
            if let Some(template) = &entry.template {
                rules.push(RuleEntry {
                    template: Some(template.clone()),
                    include: entry.include.clone(),
                    ..RuleEntry::default()
                });
            }
            rules.extend(entry.rule.iter().cloned());
            let rules = rules
                .iter()
                .map(|rule| self.rule(source, name, rule, renamed.as_deref()))
                .collect::<Result<Vec<_>, _>>()?;
            if rules.is_empty() {
                return Err(source.error(name, "an entry needs `template` or `rule`"));
            }
            let bare = entry.bare.as_ref().map(|bare| match &renamed {
                Some(to) => bare.replace("$name", to),
                None => bare.clone(),
            });
            if let Some(bare) = &bare {
                self.mask(source, name, bare)?;
            }
            let note = entry.note.clone();
            let draft = self.draft(source, name)?;
            draft.id = format!("{}:{name}", source.name);
            for slot in draft.slots(side) {
                slot.action = Some(Act::Call {
                    rules: rules.clone(),
                    bare: bare.clone(),
                });
                slot.note.clone_from(&note);
                slot.by_hand = true;
            }
        }
        Ok(())
    }

    fn rule(
        &self,
        source: &Source,
        name: &str,
        rule: &RuleEntry,
        renamed: Option<&str>,
    ) -> Result<Rule, MappingError> {
        let template = match (&rule.template, renamed) {
            (Some(text), Some(to)) => Some(text.replace("$name", to)),
            (Some(text), None) => Some(text.clone()),
            (None, _) => None,
        };
        let mut mask = ALWAYS;
        if let Some(text) = &template {
            let parsed = Template::parse(text)
                .map_err(|e| source.error(name, format!("template `{text}`: {e}")))?;
            if !parsed.callee.is_empty() {
                mask = self.mask(source, name, &parsed.callee)?;
            }
        } else if rule.note.is_none() {
            return Err(source.error(name, "a rule without `template` needs a `note`"));
        }
        for number in rule.when.arg_is.keys().chain(rule.when.arg_type.keys()) {
            if !number.parse::<u8>().is_ok_and(|n| n > 0) {
                return Err(source.error(name, format!("`{number}` is no argument number")));
            }
        }
        let range = |text: &Option<String>| match text {
            Some(text) => version_range(text)
                .ok_or_else(|| source.error(name, format!("`{text}` is no range of versions"))),
            None => Ok((None, None)),
        };
        let (cuda, rocm) = (range(&rule.when.cuda)?, range(&rule.when.rocm)?);
        Ok(Rule {
            when: rule.when.clone(),
            cuda,
            rocm,
            template,
            mask,
            include: rule.include.clone(),
            note: rule.note.clone(),
            default: rule.default,
        })
    }

    fn note(&mut self, source: &Source, entry: &NoteEntry) -> Result<(), MappingError> {
        for name in entry.cuda.names() {
            let side = Where::parse(source, name, entry.side.as_deref())?;
            let note = NoteText {
                code: entry.code.clone(),
                severity: entry.severity.clone(),
                message: entry.message.clone(),
                advice: entry.advice.clone(),
                rocm: entry.rocm.clone(),
            };
            if let Some(text) = &note.rocm {
                version_range(text).ok_or_else(|| {
                    source.error(name, format!("`{text}` is no range of versions"))
                })?;
            }
            let strict = self.strict;
            let draft = self.draft(source, name)?;
            for slot in draft.slots(side) {
                if strict && slot.note.is_some() {
                    return Err(source.error(name, "has two notes"));
                }
                slot.note = Some(note.clone());
            }
            if strict && draft.hip.action.is_none() && draft.roc.action.is_none() {
                return Err(source.error(name, "has a note but no translation"));
            }
        }
        Ok(())
    }

    /// The releases that have a member: those whose target struct has it.
    fn field_releases(&mut self) {
        let target = |record: &str| {
            let typedef = record.trim_end_matches("_st").trim_end_matches("_union");
            [record, typedef].into_iter().find_map(|name| {
                match self.drafts.get(name)?.hip.action.as_ref()? {
                    Act::Rename { to, .. } => Some(to.clone()),
                    Act::Stay { .. } => Some(name.to_owned()),
                    _ => None,
                }
            })
        };
        let fields = self.drafts.iter().filter(|(_, d)| d.kind == Kind::Field);
        let found: Vec<(String, u8)> = fields
            .filter_map(|(key, draft)| {
                let (record, field) = key.rsplit_once("::")?;
                let to = match draft.hip.action.as_ref()? {
                    Act::Rename { to, .. } => to.as_str(),
                    Act::Stay { .. } => field,
                    _ => return None,
                };
                let (mask, _) = self.facts.rocm(&format!("{}::{to}", target(record)?))?;
                Some((key.clone(), mask))
            })
            .collect();
        for (key, known) in found {
            let Some(draft) = self.drafts.get_mut(&key) else {
                continue;
            };
            for side in [&mut draft.hip, &mut draft.roc] {
                if let Some(Act::Rename { mask, .. } | Act::Stay { mask }) = &mut side.action {
                    *mask = known;
                }
            }
        }
    }

    /// A name that one side has and the other lacks: a flag that names the choice.
    fn other_side(&mut self) {
        for draft in self.drafts.values_mut() {
            if !has_roc_side(&draft.library) {
                continue;
            }
            let family = roc_family(&draft.library);
            // Of 10.0 only names are known: no headers to compile with.
            let late = |side: &Side| matches!(&side.action, Some(Act::Rename { mask: 4, .. }));
            let choice = |other: &Side, name: &str| {
                let from = if late(other) {
                    " from ROCm 10.0 on"
                } else {
                    ""
                };
                format!("{family}={name}{from}")
            };
            let target = |side: &Side| match &side.action {
                Some(Act::Rename { to, .. }) => Some(Some(to.clone())),
                Some(Act::Call { bare, .. }) => Some(bare.clone()),
                _ => None,
            };
            let lacks = |side: &Side| {
                !matches!(
                    &side.action,
                    Some(Act::Flag {
                        reason: Reason::Differs,
                        ..
                    })
                ) && target(side).is_none()
                    && !matches!(&side.action, Some(Act::Stay { .. }))
            };
            let (hip, roc) = (target(&draft.hip), target(&draft.roc));
            if let (Some(nearest), true) = (hip, lacks(&draft.roc)) {
                draft.roc.action = Some(other_target(choice(&draft.hip, "hip"), nearest));
            } else if let (Some(nearest), true) = (roc, lacks(&draft.hip)) {
                draft.hip.action = Some(other_target(choice(&draft.roc, "roc"), nearest));
            }
            // The other side has a counterpart of another shape.
            let nearest = |side: &Side| match &side.action {
                Some(Act::Flag { nearest, .. }) => nearest.clone(),
                _ => None,
            };
            if draft.hip.action.is_none() {
                draft.hip.action = Some(other_target(format!("{family}=roc"), nearest(&draft.roc)));
            } else if draft.roc.action.is_none() {
                draft.roc.action = Some(other_target(format!("{family}=hip"), nearest(&draft.hip)));
            }
        }
    }
}

impl Draft {
    fn slots(&mut self, side: Where) -> Vec<&mut Side> {
        match side {
            Where::Both => vec![&mut self.hip, &mut self.roc],
            Where::Hip => vec![&mut self.hip],
            Where::Roc => vec![&mut self.roc],
        }
    }
}

fn other_target(detail: String, nearest: Option<String>) -> Act {
    Act::Flag {
        reason: Reason::OtherTargetHasIt,
        detail: Some(detail),
        advice: None,
        nearest,
        effort: "minutes".to_owned(),
        code: None,
    }
}

/// A flag from its details; `versions` are the CUDA releases that declare the name.
pub(super) fn flag_of(
    source: &Source,
    name: &str,
    detail: &UnsupportedDetail,
    versions: u8,
) -> Result<Act, MappingError> {
    let mut stated = detail.detail.clone();
    let reason = match detail.reason.as_deref() {
        Some("removed-from-cuda") => Reason::RemovedFromCuda,
        Some("needs-newer-rocm") => Reason::NeedsNewerRocm,
        Some("other-target-has-it") => Reason::OtherTargetHasIt,
        Some("differs") => Reason::Differs,
        None if versions != 0 && versions & 4 == 0 => {
            let gone = if versions & 2 == 0 {
                "CUDA 12"
            } else {
                "CUDA 13"
            };
            stated = stated.or_else(|| Some(gone.to_owned()));
            Reason::RemovedFromCuda
        }
        None | Some("never-in-hip") => Reason::NeverInHip,
        Some(other) => return Err(source.error(name, format!("`{other}` is no reason"))),
    };
    let effort = detail.effort.clone().unwrap_or_else(|| {
        let minutes = matches!(reason, Reason::NeedsNewerRocm | Reason::OtherTargetHasIt);
        if minutes { "minutes" } else { "hours" }.to_owned()
    });
    if !["minutes", "hours", "days", "none"].contains(&effort.as_str()) {
        return Err(source.error(name, format!("`{effort}` is no effort")));
    }
    Ok(Act::Flag {
        reason,
        detail: stated,
        advice: detail.advice.clone().or_else(|| source.file.advice.clone()),
        nearest: detail.nearest.clone(),
        effort,
        code: code_for(source, detail, reason),
    })
}

/// The finding code of a flag: stated, the file's, or that of a call shape for libraries.
fn code_for(source: &Source, detail: &UnsupportedDetail, reason: Reason) -> Option<String> {
    let stated = detail.code.clone();
    let host = matches!(source.file.library.as_deref(), Some("runtime" | "driver"));
    if reason == Reason::Differs && !host {
        return stated.or_else(|| Some("CH4004".to_owned()));
    }
    stated.or_else(|| source.file.code.clone())
}

/// `>=12.3 <13` as the least version and the one below which it must be.
pub(super) fn version_range(text: &str) -> Option<Range> {
    let version = |t: &str| {
        let (major, minor) = t.split_once('.').unwrap_or((t, "0"));
        Some((major.parse().ok()?, minor.parse().ok()?))
    };
    let (mut least, mut below) = (None, None);
    for part in text.split_whitespace() {
        if let Some(number) = part.strip_prefix(">=") {
            least = Some(version(number)?);
        } else {
            below = Some(version(part.strip_prefix('<')?)?);
        }
    }
    Some((least, below))
}

/// The kind of a name that no table knows, from its form.
fn guess_kind(name: &str) -> Kind {
    let last = name.rsplit("::").next().unwrap_or(name);
    if last.ends_with("_t") {
        Kind::Type
    } else if last.chars().all(|c| !c.is_lowercase()) {
        Kind::Macro
    } else {
        Kind::Function
    }
}
