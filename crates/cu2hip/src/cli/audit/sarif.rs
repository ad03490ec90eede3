//! The audit as SARIF 2.1.0: hard stops and the places behind each dimension.

use cu2hip_audit::Level;
use cu2hip_audit::document::{Audit, Evidence};
use serde_json::{Value, json};

use crate::cli::report::sarif::{SCHEMA, uri};

/// The log.
pub(super) fn log(audit: &Audit) -> Value {
    let mut rules = vec![json!({
        "id": "hard-stop",
        "shortDescription": { "text": "Something that has no way to AMD today" },
        "defaultConfiguration": { "level": "error" },
    })];
    let mut results = Vec::new();
    for stop in &audit.hard_stops {
        let level = if stop.optional { "warning" } else { "error" };
        let message = format!("{} in {}: {}", stop.name, stop.component, stop.way_out);
        results.extend(
            stop.evidence
                .iter()
                .map(|place| result("hard-stop", level, &message, place)),
        );
    }
    for (name, dimension) in audit.dimensions.all() {
        rules.push(json!({
            "id": name,
            "shortDescription": { "text": dimension.title },
            "fullDescription": { "text": format!("{}: {}", dimension.level.as_str(), dimension.rule) },
            "defaultConfiguration": { "level": "note" },
        }));
        let level = match dimension.level {
            Level::High => "warning",
            _ => "note",
        };
        for place in &dimension.evidence {
            results.push(result(
                name,
                level,
                &format!("{} ({})", place.what, place.key),
                place,
            ));
        }
    }
    json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "cu2hip audit", "version": audit.version, "rules": rules } },
            "results": results,
        }],
    })
}

fn result(rule: &str, level: &str, message: &str, place: &Evidence) -> Value {
    json!({
        "ruleId": rule,
        "level": level,
        "message": { "text": message },
        "locations": [{ "physicalLocation": {
            "artifactLocation": { "uri": uri(&place.file) },
            "region": { "startLine": place.line.max(1) },
        } }],
    })
}
