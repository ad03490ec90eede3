//! Headers that are only included behind a test, and devices that are asked before use.

use std::collections::BTreeSet;

use cu2hip_core::ProjectIndex;
use rustc_hash::FxHashMap;

use crate::file::{FileInventory, Guard};
use crate::rules::Rules;

/// Includes behind a test: header and includer, by their names in the index.
pub(crate) type GuardedIncludes = FxHashMap<(String, String), Guard>;

/// Marks what stands in headers that are only included behind a test as guarded, and what the
/// project asks a device for before it is used. `below` is where the tree lies in the project that
/// the index knows.
pub(crate) fn mark(
    files: &mut [FileInventory],
    includes: &GuardedIncludes,
    index: &ProjectIndex,
    below: &str,
    rules: &Rules,
) {
    let asked: BTreeSet<String> = files.iter().flat_map(|file| file.asked.clone()).collect();
    let walk = Walk { includes, index };
    for file in files {
        let hits = file.hits.iter_mut();
        hits.filter(|hit| asked.contains(&hit.key))
            .for_each(|hit| hit.guarded = true);
        let special = |key: &String| rules.stops.values().any(|stop| stop.counts.contains(key));
        let open = file
            .hits
            .iter()
            .any(|hit| !hit.guarded && special(&hit.key))
            || file.libraries.values().any(|used| used.needed);
        if !open || includes.is_empty() {
            continue;
        }
        let name = if below.is_empty() {
            file.name.clone()
        } else {
            format!("{below}/{}", file.name)
        };
        let guard = walk.of(&name, &mut BTreeSet::new());
        if guard == Guard::Not {
            continue;
        }
        let hits = file.hits.iter_mut();
        hits.filter(|hit| special(&hit.key))
            .for_each(|hit| hit.guarded = true);
        if guard == Guard::Option {
            file.libraries
                .values_mut()
                .for_each(|used| used.needed = false);
        }
    }
}

struct Walk<'a> {
    includes: &'a GuardedIncludes,
    index: &'a ProjectIndex,
}

impl<'a> Walk<'a> {
    /// What all includes of a file stand behind: the weakest of their tests.
    fn of(&self, name: &'a str, seen: &mut BTreeSet<&'a str>) -> Guard {
        let own = |includer: &'a str, seen: &mut BTreeSet<&'a str>| {
            let known = self.includes.get(&(name.to_owned(), includer.to_owned()));
            match known {
                Some(guard) => *guard,
                None if seen.insert(includer) => self.of(includer, seen),
                None => Guard::Not,
            }
        };
        let mut includers = self.index.includers(name).peekable();
        if includers.peek().is_none() {
            return Guard::Not;
        }
        let mut weakest = Guard::Option;
        for includer in includers {
            weakest = weakest.min(own(includer, seen));
            if weakest == Guard::Not {
                break;
            }
        }
        weakest
    }
}
