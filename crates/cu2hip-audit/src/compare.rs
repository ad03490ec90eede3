//! What changed since an earlier audit.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::document::{Audit, Changed, Comparison};

/// Compares with the JSON of an earlier audit; none if that is no audit.
pub(crate) fn compare(old: &Value, new: &Audit) -> Option<Comparison> {
    let dimensions = old.get("dimensions")?.as_object()?;
    let mut out = Comparison {
        repo: old["repo"].as_str().unwrap_or_default().to_owned(),
        high: [old["score"]["high"].as_u64()?, new.score.high],
        hours: [
            old["effort"]["hours"][1].as_f64().unwrap_or(0.0),
            new.effort.hours[1],
        ],
        ..Comparison::default()
    };
    for (name, dimension) in new.dimensions.all() {
        let before = dimensions.get(name);
        let level = before
            .and_then(|d| d["level"].as_str())
            .unwrap_or("unknown");
        if level != dimension.level.as_str() {
            out.levels.push([
                name.to_owned(),
                level.to_owned(),
                dimension.level.as_str().to_owned(),
            ]);
        }
        for (count, now) in dimension.counts.iter() {
            let before = before
                .and_then(|d| d["counts"][count].as_u64())
                .unwrap_or(0);
            if before != now {
                out.counts.push(Changed {
                    dimension: name.to_owned(),
                    count: count.to_owned(),
                    before,
                    now,
                });
            }
        }
    }
    let label = |name: &str, component: &str| format!("{name} in {component}");
    let before: BTreeSet<String> = old["hard_stops"]
        .as_array()?
        .iter()
        .filter_map(|stop| Some(label(stop["name"].as_str()?, stop["component"].as_str()?)))
        .collect();
    let now = new
        .hard_stops
        .iter()
        .map(|stop| label(&stop.name, &stop.component));
    let now: BTreeSet<String> = now.collect();
    out.stops_gone = before.difference(&now).cloned().collect();
    out.stops_new = now.difference(&before).cloned().collect();
    Some(out)
}
