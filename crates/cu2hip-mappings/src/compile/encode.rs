//! Drafts, headers, namespaces, families and facts as records of a blob.

use std::collections::BTreeMap;

use super::draft::{Act, Draft, Rule, Side};
use super::facts::ApiFacts;
use super::gather::{Drafts, builtins, flag_of, version_range};
use crate::api::{ApiRow, split_params};
use crate::blob::{Record, Writer};
use crate::decision::Reason;
use crate::mention;
use crate::read::{REASONS, is_ordinary, is_unprefixed};
use crate::source::{HeaderEntry, NoteText, Source, UnsupportedDetail};

/// Writes the blob.
pub(super) fn encode(drafts: &Drafts, sources: &[Source], facts: Option<&ApiFacts>) -> Vec<u8> {
    let mut writer = Writer::new();
    for word in mention::spoken() {
        writer.belongs(word);
    }
    let mut names = Vec::new();
    for (key, draft) in drafts {
        let at = name_record(&mut writer, key, draft);
        if !is_ordinary(is_unprefixed(key), draft.kind, &draft.library) {
            writer.belongs(key.as_bytes());
        }
        names.push((key.clone(), at));
    }
    let mut patterns = Vec::new();
    for source in sources {
        for header in &source.file.header {
            let key = format!("#{}", header.cuda);
            let at = header_record(&mut writer, source, &key, header);
            match header.cuda.strip_suffix('*') {
                Some(prefix) => patterns.push((prefix.to_owned(), at)),
                None => names.push((key, at)),
            }
        }
        for space in &source.file.namespace {
            let key = format!("@{}", space.cuda);
            writer.belongs(space.cuda.as_bytes());
            let mut record = Record::default();
            record.word(writer.string(&key));
            record.word(writer.string(&space.library));
            record.word(writer.optional(space.to.as_deref()));
            let flag = optional_flag(&mut writer, source, &space.cuda, space.unsupported.as_ref());
            record.word(flag);
            let at = writer.record(record);
            names.push((key, at));
        }
    }
    names.extend(crate::macros::encode(&mut writer, sources));
    // Longer patterns first, so that the first that fits is the closest.
    patterns.sort_by(|a, b| b.0.len().cmp(&a.0.len()).then_with(|| a.cmp(b)));
    let mut record = Record::default();
    record.half(patterns.len() as u16);
    for (prefix, at) in &patterns {
        record.word(writer.string(prefix));
        record.word(*at);
    }
    let patterns = writer.record(record);
    names.extend(families(&mut writer, sources));
    let facts = facts.map_or_else(Vec::new, |f| fact_records(&mut writer, f, sources));
    writer.finish(&names, &facts, patterns)
}

fn name_record(writer: &mut Writer, key: &str, draft: &Draft) -> u32 {
    let mut record = Record::default();
    record.word(writer.string(key));
    record.byte(draft.kind as u8);
    record.byte(u8::from(is_unprefixed(key)) | (u8::from(draft.arity.is_some()) << 1));
    let (least, most) = draft.arity.unwrap_or_default();
    record.byte(least);
    record.byte(most);
    record.word(writer.string(&draft.library));
    record.word(writer.string(&draft.id));
    for side in [&draft.hip, &draft.roc] {
        let offsets = side_records(writer, side);
        for offset in offsets {
            record.word(offset);
        }
    }
    writer.record(record)
}

fn side_records(writer: &mut Writer, side: &Side) -> [u32; 3] {
    let action = side.action.as_ref().map_or(0, |a| action_record(writer, a));
    let note = note_record(writer, side.note.as_ref());
    let value = side.value.map_or(0, |(cuda, target)| {
        let mut record = Record::default();
        record.long(cuda);
        record.long(target);
        writer.record(record)
    });
    [action, note, value]
}

fn action_record(writer: &mut Writer, action: &Act) -> u32 {
    let mut record = Record::default();
    match action {
        Act::Rename { to, mask } => {
            record.byte(1);
            record.byte(*mask);
            record.word(writer.string(to));
        }
        Act::Stay { mask } => {
            record.byte(2);
            record.byte(*mask);
        }
        Act::Call { rules, bare } => {
            record.byte(3);
            record.word(writer.optional(bare.as_deref()));
            record.byte(rules.len() as u8);
            for rule in rules {
                rule_fields(writer, &mut record, rule);
            }
        }
        Act::Flag { .. } => {
            record.byte(4);
            flag_fields(writer, &mut record, action);
        }
    }
    writer.record(record)
}

fn rule_fields(writer: &mut Writer, record: &mut Record, rule: &Rule) {
    record.byte(rule.mask);
    record.word(writer.optional(rule.template.as_deref()));
    record.word(writer.optional(rule.include.as_deref()));
    record.word(note_record(writer, rule.note.as_ref()));
    record.byte(u8::from(rule.default));
    record.byte(rule.when.args.map_or(0xff, |n| n));
    versions(record, [rule.cuda.0, rule.cuda.1, rule.rocm.0, rule.rocm.1]);
    for table in [&rule.when.arg_is, &rule.when.arg_type] {
        record.byte(table.len() as u8);
        for (number, text) in table {
            record.byte(number.parse().unwrap_or_default());
            record.word(writer.string(text));
        }
    }
}

fn flag_fields(writer: &mut Writer, record: &mut Record, action: &Act) {
    let Act::Flag {
        reason,
        detail,
        advice,
        nearest,
        effort,
        code,
    } = action
    else {
        return;
    };
    record.byte(REASONS.iter().position(|r| r == reason).unwrap_or_default() as u8);
    for text in [detail, advice, nearest, code] {
        record.word(writer.optional(text.as_deref()));
    }
    record.word(writer.string(effort));
}

fn optional_flag(
    writer: &mut Writer,
    source: &Source,
    name: &str,
    detail: Option<&UnsupportedDetail>,
) -> u32 {
    let Some(Ok(flag)) = detail.map(|d| flag_of(source, name, d, 0)) else {
        return 0;
    };
    let mut record = Record::default();
    flag_fields(writer, &mut record, &flag);
    writer.record(record)
}

fn note_record(writer: &mut Writer, note: Option<&NoteText>) -> u32 {
    let Some(note) = note else { return 0 };
    let mut record = Record::default();
    record.word(writer.string(note.code.as_deref().unwrap_or("CH1006")));
    record.word(writer.string(note.severity.as_deref().unwrap_or("note")));
    record.word(writer.string(&note.message));
    record.word(writer.optional(note.advice.as_deref()));
    let range = note.rocm.as_deref().and_then(version_range);
    let (least, below) = range.unwrap_or_default();
    versions(&mut record, [least, below]);
    writer.record(record)
}

/// Versions, each a pair of numbers; none is the largest major number.
fn versions<const N: usize>(record: &mut Record, list: [Option<(u16, u16)>; N]) {
    for version in list {
        let (major, minor) = version.unwrap_or((u16::MAX, 0));
        record.half(major);
        record.half(minor);
    }
}

fn header_record(writer: &mut Writer, source: &Source, key: &str, header: &HeaderEntry) -> u32 {
    let mut record = Record::default();
    record.word(writer.string(key));
    record.word(writer.string(&header.library));
    let flags = [header.stays, header.runtime, header.cxx];
    record.byte((0..).zip(flags).map(|(bit, on)| u8::from(on) << bit).sum());
    let flag = optional_flag(writer, source, &header.cuda, header.unsupported.as_ref());
    record.word(flag);
    let hip = header.to.as_deref().unwrap_or_default();
    let roc = header.roc.as_deref().unwrap_or(hip);
    for list in [hip, roc] {
        record.byte(list.len() as u8);
        for path in list {
            record.word(writer.string(path));
        }
    }
    record.byte(header.define.len() as u8);
    for define in &header.define {
        let sides = [None, Some("hip"), Some("roc")];
        let side = sides.iter().position(|s| *s == define.side.as_deref());
        record.byte(side.unwrap_or_default() as u8);
        record.word(writer.string(&define.name));
        record.word(writer.optional(define.with.as_deref()));
        let range = define.rocm.as_deref().and_then(version_range);
        let (least, below) = range.unwrap_or_default();
        versions(&mut record, [least, below]);
    }
    writer.record(record)
}

/// Records of the families by the first three bytes of their prefixes, longer prefixes first.
fn families(writer: &mut Writer, sources: &[Source]) -> Vec<(String, u32)> {
    let mut all: BTreeMap<String, Vec<(&str, [u32; 3])>> = BTreeMap::new();
    for source in sources {
        for family in &source.file.family {
            let flag = Act::Flag {
                reason: Reason::NeverInHip,
                detail: None,
                advice: Some(family.advice.clone()),
                nearest: family.nearest.clone(),
                effort: family.effort.clone().unwrap_or_else(|| "days".to_owned()),
                code: Some(family.code.clone().unwrap_or_else(|| "CH4005".to_owned())),
            };
            for prefix in &family.prefix {
                let mut record = Record::default();
                flag_fields(writer, &mut record, &flag);
                let flag = writer.record(record);
                let id = writer.string(&format!("{}:{prefix}*", source.name));
                let library = writer.string(&family.library);
                writer.belongs(prefix.as_bytes());
                let beginning = prefix.chars().take(3).collect::<String>();
                let group = all.entry(format!("~{beginning}")).or_default();
                group.push((prefix, [library, id, flag]));
            }
        }
    }
    let mut out = Vec::new();
    for (key, mut group) in all {
        group.sort_by_key(|(prefix, _)| (std::cmp::Reverse(prefix.len()), *prefix));
        let mut record = Record::default();
        record.word(writer.string(&key));
        record.half(group.len() as u16);
        for (prefix, fields) in group {
            record.word(writer.string(prefix));
            for field in fields {
                record.word(field);
            }
        }
        out.push((key, writer.record(record)));
    }
    out
}

fn fact_records(writer: &mut Writer, facts: &ApiFacts, sources: &[Source]) -> Vec<(String, u32)> {
    let mut by_name: BTreeMap<&str, Vec<(u8, &ApiRow)>> = BTreeMap::new();
    let builtins = builtins(sources).unwrap_or_default();
    for name in builtins.keys() {
        by_name.entry(name).or_default();
    }
    for (side, rows) in [(0, &facts.cuda), (1, &facts.rocm)] {
        for row in rows {
            by_name.entry(&row.name).or_default().push((side, row));
        }
    }
    let mut out = Vec::new();
    for (name, rows) in by_name {
        let mut record = Record::default();
        record.word(writer.string(name));
        let rocm = rows.iter().filter(|r| r.0 == 1);
        let built_in = builtins.get(name).copied().unwrap_or_default();
        record.byte(rocm.fold(built_in, |m, r| m | r.1.versions));
        record.byte(rows.len().min(255) as u8);
        for (side, row) in rows.iter().take(255) {
            record.byte(*side);
            record.byte(row.kind as u8);
            record.byte(row.versions);
            record.word(writer.string(&row.library));
            record.word(writer.string(&row.header));
            record.word(writer.string(&row.ret));
            record.word(writer.optional(Some(row.value.as_str()).filter(|v| !v.is_empty())));
            record.word(writer.optional(Some(row.under.as_str()).filter(|v| !v.is_empty())));
            let params = split_params(&row.params);
            record.byte(params.len().min(255) as u8);
            for param in params.iter().take(255) {
                record.word(writer.string(param));
            }
        }
        let at = writer.record(record);
        out.push((name.to_owned(), at));
    }
    out
}
