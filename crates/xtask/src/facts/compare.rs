//! What the headers of a release say against what the tables say of it.

use std::collections::{BTreeMap, BTreeSet};

use cu2hip_mappings::api::ApiRow;

use super::units::Explained;

/// Declarations of one name as one kind of thing.
type Declarations<'a> = BTreeSet<Declaration<'a>>;

/// What is compared of a row: type, parameters, value, what it stands for. Not the header: one public
/// header brings the others, and what stands where in them is the library's affair.
type Declaration<'a> = [&'a str; 4];

/// The differences of one library.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Difference {
    /// Names that both have with the same declarations.
    pub(super) same: usize,
    /// Differences that are explained.
    pub(super) explained: usize,
    pub(super) added: Vec<Named>,
    pub(super) removed: Vec<Named>,
    pub(super) changed: Vec<Changed>,
}

/// A name with its declarations.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Named {
    pub(super) name: String,
    pub(super) text: Vec<String>,
}

/// A name with the declarations that only the tables and only the headers have.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Changed {
    pub(super) name: String,
    pub(super) before: Vec<String>,
    pub(super) after: Vec<String>,
}

impl Difference {
    /// True if nothing differs that is not explained.
    pub(super) fn is_none(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty() && self.changed.is_empty()
    }
}

/// Compares the rows of one release, by library.
pub(super) fn compare<'a>(
    tables: impl Iterator<Item = &'a ApiRow>,
    headers: impl Iterator<Item = &'a ApiRow>,
    explained: &[Explained],
) -> BTreeMap<String, Difference> {
    let (old, new) = (by_name(tables), by_name(headers));
    let keys: BTreeSet<_> = old.keys().chain(new.keys()).collect();
    let mut differences: BTreeMap<String, Difference> = BTreeMap::new();
    for key @ (library, name, _) in keys {
        let difference = differences.entry((*library).to_owned()).or_default();
        let (before, after) = (old.get(key), new.get(key));
        if before == after {
            difference.same += 1;
        } else if explained.iter().any(|e| e.holds_for(library, name)) {
            difference.explained += 1;
        } else {
            difference.add(name, before, after);
        }
    }
    differences
}

impl Difference {
    fn add(
        &mut self,
        name: &str,
        before: Option<&Declarations<'_>>,
        after: Option<&Declarations<'_>>,
    ) {
        let name = name.to_owned();
        match (before, after) {
            (Some(before), Some(after)) => self.changed.push(Changed {
                before: before.difference(after).map(|d| text(&name, d)).collect(),
                after: after.difference(before).map(|d| text(&name, d)).collect(),
                name,
            }),
            (Some(gone), None) => self.removed.push(Named {
                text: gone.iter().map(|d| text(&name, d)).collect(),
                name,
            }),
            (None, Some(fresh)) => self.added.push(Named {
                text: fresh.iter().map(|d| text(&name, d)).collect(),
                name,
            }),
            (None, None) => {}
        }
    }
}

fn by_name<'a>(
    rows: impl Iterator<Item = &'a ApiRow>,
) -> BTreeMap<(&'a str, &'a str, u8), Declarations<'a>> {
    let mut map: BTreeMap<_, Declarations<'a>> = BTreeMap::new();
    for row in rows {
        let declaration = [&row.ret, &row.params, &row.value, &row.under];
        map.entry((row.library.as_str(), row.name.as_str(), row.kind as u8))
            .or_default()
            .insert(declaration.map(String::as_str));
    }
    map
}

/// A declaration for a reader.
fn text(name: &str, [ret, params, value, under]: &Declaration<'_>) -> String {
    let mut text = if ret.is_empty() {
        name.to_owned()
    } else {
        format!("{ret} {name}")
    };
    if !params.is_empty() {
        text = format!("{text}({params})");
    }
    for (label, part) in [(" = ", value), (": ", under)] {
        if !part.is_empty() {
            text.push_str(label);
            text.push_str(part);
        }
    }
    text
}
