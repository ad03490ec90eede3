//! Rules of a project over the compiled-in tables.

#![allow(clippy::unwrap_used, reason = "a test may")]

use cu2hip_mappings::{Action, Mappings, Target};

fn error(text: &str) -> String {
    Mappings::builtin()
        .with_user_rules(&[("rules.toml", text)])
        .unwrap_err()
        .to_string()
}

#[test]
fn a_rule_overrides_the_tables() {
    let rules = Mappings::builtin()
        .with_user_rules(&[(
            "rules.toml",
            r#"
                library = "in-house"
                [rename]
                xMalloc = "yMalloc"
                cudaMalloc = "poolMalloc"
                [unsupported]
                xFancy = "write it by hand"
                [[entry]]
                cuda = "xCopy"
                template = "yCopy($2, $1)"
                [[header]]
                cuda = "x/*"
                library = "in-house"
                to = ["y/y.h"]
                [[namespace]]
                cuda = "xspace"
                library = "in-house"
                to = "yspace"
                [[family]]
                prefix = ["zz_"]
                library = "in-house"
                advice = "ask"
            "#,
        )])
        .unwrap();
    let target = Target::default();
    let action = |name: &str| rules.decide(name.as_bytes(), &target).unwrap().action;
    assert_eq!(action("xMalloc"), Action::Rename("yMalloc"));
    assert_eq!(action("cudaMalloc"), Action::Rename("poolMalloc"));
    assert_eq!(action("cudaFree"), Action::Rename("hipFree"));
    assert!(matches!(action("xFancy"), Action::Flag(f) if f.advice == Some("write it by hand")));
    assert!(matches!(action("xCopy"), Action::Call { rules, .. } if rules.len() == 1));
    assert_eq!(rules.header(b"x/any.h", &target).unwrap().to, ["y/y.h"]);
    assert_eq!(
        rules.namespace(b"xspace", &target).unwrap().to,
        Some("yspace")
    );
    assert_eq!(rules.namespace(b"cub", &target).unwrap().to, Some("hipcub"));
    assert_eq!(
        rules.family(b"zz_top", &target).unwrap().library,
        "in-house"
    );
    let malloc = rules.decide(b"cudaMalloc", &target).unwrap();
    assert_eq!(malloc.arity, Some((2, 2)), "the facts stay");
    assert_eq!(malloc.id, "rules.toml:cudaMalloc");
}

#[test]
fn a_remark_stands_on_the_compiled_in_decision() {
    let rules = Mappings::builtin()
        .with_user_rules(&[(
            "rules.toml",
            "[[note]]\ncuda = \"cudaFree\"\ncode = \"CH1012\"\nmessage = \"use the pool\"\n",
        )])
        .unwrap();
    let free = rules.decide(b"cudaFree", &Target::default()).unwrap();
    assert_eq!(free.action, Action::Rename("hipFree"));
    assert_eq!(free.note.unwrap().message, "use the pool");
}

#[test]
fn an_error_names_file_line_and_key() {
    let unknown = error("[[entry]]\ncuda = \"a\"\ntempalte = \"b()\"\n");
    assert!(
        unknown.starts_with("rules.toml:3: `tempalte`: "),
        "{unknown}"
    );
    let template = error("[rename]\nx = \"y\"\n\n[[entry]]\ncuda = \"a\"\ntemplate = \"b($1\"\n");
    assert!(
        template.starts_with("rules.toml:5: `a`: template"),
        "{template}"
    );
    let side = error("[[note]]\ncuda = \"cudaFree\"\nside = \"left\"\nmessage = \"m\"\n");
    assert!(
        side.starts_with("rules.toml:2: `cudaFree`: `left` is no side"),
        "{side}"
    );
    let reason = error("[unsupported]\nfoo = { reason = \"why\" }\n");
    assert!(
        reason.starts_with("rules.toml:2: `foo`: `why` is no reason"),
        "{reason}"
    );
    let prefix = error("[[family]]\nprefix = [\"ab\"]\nlibrary = \"x\"\nadvice = \"y\"\n");
    assert!(
        prefix.starts_with("rules.toml:2: `ab`: a prefix has at least three letters"),
        "{prefix}"
    );
    let twice = error("stays = [\"foo\"]\n[rename]\nfoo = \"bar\"\n");
    assert!(twice.contains("is decided twice"), "{twice}");
    let syntax = error("[rename\nfoo = \"bar\"\n");
    assert!(syntax.starts_with("rules.toml:1"), "{syntax}");
    let effort = error("[unsupported]\nfoo = { effort = \"weeks\" }\n");
    assert!(effort.contains("`weeks` is no effort"), "{effort}");
}
