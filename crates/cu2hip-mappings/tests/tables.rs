//! The tables as a whole: every name on every target.

#![allow(clippy::unwrap_used, reason = "a test may")]

use cu2hip_mappings::{
    Action, Kind, LibraryChoice, Mappings, Mention, Mentions, RocmVersion, Target, Template,
    api::ROCM_RELEASES,
};

/// All targets whose tables differ.
fn targets() -> Vec<Target> {
    let mut out = Vec::new();
    for libraries in ["", "hip", "roc", "torch=hip"] {
        for (_, major, minor, _) in ROCM_RELEASES {
            out.push(Target {
                rocm: RocmVersion { major, minor },
                libraries: LibraryChoice::parse(libraries).unwrap(),
            });
        }
    }
    out
}

fn decide<'a>(
    mappings: &'a Mappings,
    name: &str,
    target: &Target,
) -> Option<cu2hip_mappings::Decision<'a>> {
    match name.rsplit_once("::") {
        Some((space, last)) => mappings.qualified(space.as_bytes(), last.as_bytes(), target),
        None => mappings.decide(name.as_bytes(), target),
    }
}

#[test]
fn a_text_with_a_name_that_is_changed_or_reported_mentions_it() {
    let mappings = Mappings::builtin();
    let targets = targets();
    let missed: Vec<&str> = mappings
        .names()
        .filter(|n| {
            let mut mentions = Mentions::new(&mappings);
            for part in n.split("::") {
                let rest = if n.ends_with(part) { ";" } else { "::" };
                mentions.word(part.as_bytes(), rest.as_bytes());
            }
            mentions.found() != Mention::Cuda
        })
        .filter(|n| {
            targets.iter().any(|t| {
                let stays = |d: cu2hip_mappings::Decision<'_>| {
                    let device_word = d.unprefixed && d.library == "device";
                    d.action == Action::Stay || device_word && d.kind == Kind::Function
                };
                !decide(&mappings, n, t).is_none_or(stays)
            })
        })
        .collect();
    assert!(missed.is_empty(), "{missed:?}");
}

#[test]
fn every_name_is_decided_on_every_target() {
    let mappings = Mappings::builtin();
    let mut undecided = Vec::new();
    for target in targets() {
        for name in mappings.names() {
            // PyTorch's namespaces tell it for all of their names unless these are rewritten.
            let torch = name.starts_with("at::cuda::") || name.starts_with("c10::cuda::");
            if !torch && decide(&mappings, name, &target).is_none() {
                undecided.push((name.to_owned(), target.clone()));
            }
        }
    }
    let first: Vec<_> = undecided.iter().take(5).collect();
    assert!(undecided.is_empty(), "{} {first:?}", undecided.len());
}

#[test]
fn every_plain_rename_is_declared_by_the_release() {
    let mappings = Mappings::builtin();
    for target in targets().iter().filter(|t| t.rocm.major < 10) {
        for name in mappings.names().filter(|n| !n.contains("::")) {
            let decision = decide(&mappings, name, target).unwrap();
            let to = match &decision.action {
                Action::Rename(to) => vec![(*to).to_owned()],
                Action::Call { rules, .. } => rules
                    .iter()
                    .filter_map(|r| Some(Template::parse(r.template?).unwrap().callee))
                    .filter(|c| !c.is_empty())
                    .collect(),
                _ => continue,
            };
            for to in to {
                let torch = decision.library == "torch";
                assert!(
                    torch || mappings.target_declares(to.as_bytes(), target.rocm),
                    "{name} -> {to} on {}",
                    target.rocm
                );
            }
        }
    }
}

#[test]
fn templates_use_no_argument_that_a_call_cannot_have() {
    let mappings = Mappings::builtin();
    let target = Target::default();
    for name in mappings.names().filter(|n| !n.contains("::")) {
        let decision = decide(&mappings, name, &target).unwrap();
        let Action::Call { rules, .. } = &decision.action else {
            continue;
        };
        assert!(
            matches!(
                decision.kind,
                Kind::Function | Kind::DeviceFunction | Kind::Macro
            ),
            "{name} is decided per call and is no function"
        );
        let Some((_, most)) = decision.arity else {
            continue;
        };
        for rule in rules {
            let Some(text) = rule.template else {
                assert!(rule.note.is_some(), "{name}");
                continue;
            };
            let template = Template::parse(text).unwrap();
            let most = rule.when.args.unwrap_or(most);
            assert!(template.arguments().all(|a| a <= most), "{name}: {text}");
        }
    }
}

/// Of the uses that public code makes of CUDA's names, 995 in 1000 are decided by an entry of the
/// name itself, not by a rule on its beginning or by nothing.
#[test]
fn names_in_use_are_decided_one_by_one() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../mappings/api/usage.tsv");
    let text = std::fs::read_to_string(path).unwrap();
    let (mappings, target) = (Mappings::builtin(), Target::default());
    let (mut all, mut own) = (0_u64, 0_u64);
    for line in text.lines().filter(|l| !l.starts_with('#')) {
        let (name, uses) = line.split_once('\t').unwrap();
        let uses: u64 = uses.parse().unwrap();
        all += uses;
        own += uses * u64::from(mappings.decide(name.as_bytes(), &target).is_some());
    }
    assert!(all > 100_000, "{all}");
    assert!(own * 1000 >= all * 995, "{own} of {all}");
}

/// The beginning of a family is a name of it where it looks like one, and else a word like others.
#[test]
fn a_family_holds_the_name_that_is_its_beginning() {
    let (mappings, target) = (Mappings::builtin(), Target::default());
    for name in [
        "ncclTeam",
        "ncclGin",
        "ncclSymPtr",
        "ncclDevComm_t",
        "nvmlInit",
        "NppiSize",
    ] {
        assert!(
            mappings.family(name.as_bytes(), &target).is_some(),
            "{name}"
        );
    }
    for name in ["nvml", "npp", "optix", "nvmlike", "ncclTeams"] {
        assert!(
            mappings.family(name.as_bytes(), &target).is_none(),
            "{name}"
        );
    }
}
