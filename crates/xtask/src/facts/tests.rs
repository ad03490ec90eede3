//! Headers of a library that does not exist, read with libclang. Where libclang is not installed, the
//! test says so and passes, unless `CU2HIP_NEEDS_LIBCLANG` is set.

#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may")]

use std::fs;
use std::path::Path;

use cu2hip_mappings::Kind;

use super::compare::{Changed, Named};
use super::*;

const API: &str = r#"
#ifndef TOY_API_H
#define TOY_API_H
#include "detail/types.h"
#define TOY_VERSION 300
#define TOY_PASSING 1
#define toyCreate toyCreate_v2
#ifdef __cplusplus
extern "C" {
#endif
toyStatus_t toyCreate_v2(toyHandle_t *handle, const toyOptions_t *options);
toyStatus_t toyAxpy(toyHandle_t handle, int n, const float *alpha, const float *const x[], float y[4]);
void toyLog(const char *format, ...);
#ifdef __cplusplus
}
namespace toy { inline int twice(int value, int times = 2) { return value * times; } }
#endif
#undef TOY_PASSING
#endif
"#;

const TYPES: &str = r"
#ifndef TOY_TYPES_H
#define TOY_TYPES_H
typedef struct toyContext *toyHandle_t;
typedef enum { TOY_OK = 0, TOY_BAD = -2, TOY_LATE = 7 } toyStatus_t;
typedef struct { int depth; struct { int inner; }; double scale[3]; } toyOptions_t;
#endif
";

/// Runs a test with libclang.
fn with_clang(test: impl FnOnce(&Clang)) {
    match load() {
        Ok(clang) => test(&clang),
        Err(error) if std::env::var_os("CU2HIP_NEEDS_LIBCLANG").is_none() => {
            eprintln!("not tested: {error}");
        }
        Err(error) => panic!("{error}"),
    }
}

fn headers_in(root: &Path) -> Units {
    fs::create_dir_all(root.join("toy/detail")).unwrap();
    fs::write(root.join("toy/api.h"), API).unwrap();
    fs::write(root.join("toy/detail/types.h"), TYPES).unwrap();
    let text = r#"
        [[unit]]
        side = "rocm"
        libraries = ["toy"]
        include = ["toy/api.h", "toy/gone.h"]
        folders = ["toy"]

        [[explained]]
        library = "toy"
        name = "toyL*"
        reason = "a test"
    "#;
    toml::from_str(text).unwrap()
}

fn row(name: &str, kind: Kind, ret: &str, params: &str) -> ApiRow {
    let mut row = shape::named(name, kind, "");
    row.library = "toy".to_owned();
    row.header = "toy/api.h".to_owned();
    row.ret = ret.to_owned();
    row.params = params.to_owned();
    row.versions = 2;
    row
}

#[test]
fn headers_become_rows_that_are_compared_and_take_their_place() {
    with_clang(|clang| {
        let folder = tempfile::tempdir().unwrap();
        let units = headers_in(folder.path());
        let release = release(Vendor::Rocm, &format!("7.2={}", folder.path().display())).unwrap();
        let mut tables = vec![
            row(
                "toyAxpy",
                Kind::Function,
                "toyStatus_t",
                "toyHandle_t handle, int n",
            ),
            row("toyGone", Kind::Function, "void", ""),
            row("toyLog", Kind::Function, "int", ""),
        ];
        tables[1].versions = 3;
        let read = Read::new(clang, &release, &units, &tables, &[]).unwrap();
        has_the_declarations(&read.rows);

        let old = tables.iter().filter(|r| read.covers(r));
        let differences = compare::compare(old, read.rows.iter(), &units.explained);
        let toy = &differences["toy"];
        assert_eq!(toy.explained, 1, "toyLog");
        assert_eq!(
            toy.removed,
            [Named {
                name: "toyGone".to_owned(),
                text: vec!["void toyGone".to_owned()]
            }]
        );
        let after = "toyStatus_t toyAxpy(toyHandle_t handle, int n, const float * alpha, const float *const[] x, float[4] y)";
        assert_eq!(
            toy.changed,
            [Changed {
                name: "toyAxpy".to_owned(),
                before: vec!["toyStatus_t toyAxpy(toyHandle_t handle, int n)".to_owned()],
                after: vec![after.to_owned()],
            }]
        );
        assert!(toy.added.iter().any(|n| n.name == "toyCreate_v2"));

        read.replace(&mut tables, release.bit, &units.explained);
        let versions = |name: &str| -> Vec<u8> {
            tables
                .iter()
                .filter(|r| r.name == name)
                .map(|r| r.versions)
                .collect()
        };
        assert_eq!(versions("toyAxpy"), [2], "the new prototype only");
        assert_eq!(versions("toyGone"), [1], "the other release keeps it");
        assert_eq!(versions("toyLog"), [2], "explained: the table's word holds");
        assert!(tables.iter().any(|r| r.name == "toyLog" && r.ret == "int"));
        again(clang, &release, &units, &tables);
    });
}

/// After the rows took their place nothing differs.
fn again(clang: &Clang, release: &Release, units: &Units, tables: &[ApiRow]) {
    let read = Read::new(clang, release, units, tables, &[]).unwrap();
    let old = tables
        .iter()
        .filter(|r| read.covers(r) && r.versions & release.bit != 0);
    let differences = compare::compare(old, read.rows.iter(), &units.explained);
    assert!(differences["toy"].is_none(), "{differences:?}");
}

fn has_the_declarations(rows: &[ApiRow]) {
    let one = |name: &str| {
        let mut all = rows.iter().filter(|r| r.name == name);
        let row = all.next().unwrap_or_else(|| panic!("no {name}"));
        assert!(all.next().is_none(), "{name} is there twice");
        (
            row.kind,
            row.ret.as_str(),
            row.params.as_str(),
            row.value.as_str(),
            row.under.as_str(),
        )
    };
    assert_eq!(
        one("toy::twice"),
        (Kind::Function, "int", "int value, int times=?", "", "")
    );
    assert_eq!(
        one("toyLog"),
        (Kind::Function, "void", "const char * format, ...", "", "")
    );
    assert_eq!(
        one("TOY_BAD"),
        (Kind::Enumerator, "", "", "-2", "toyStatus_t")
    );
    assert_eq!(one("TOY_VERSION"), (Kind::Macro, "", "", "300", ""));
    assert_eq!(
        one("toyHandle_t"),
        (Kind::Type, "", "", "", "pointer:toyContext *")
    );
    assert_eq!(one("toyOptions_t::inner"), (Kind::Field, "int", "", "", ""));
    assert_eq!(
        one("toyOptions_t::scale"),
        (Kind::Field, "double[3]", "", "", "")
    );
    let alias = one("toyCreate");
    assert_eq!((alias.0, alias.4), (Kind::Function, "alias:toyCreate_v2"));
    let types = rows.iter().find(|r| r.name == "toyStatus_t").unwrap();
    assert_eq!(types.header, "toy/detail/types.h");
    for hidden in ["TOY_API_H", "TOY_TYPES_H", "TOY_PASSING"] {
        assert!(!rows.iter().any(|r| r.name == hidden), "{hidden}");
    }
}

#[test]
fn what_differs_is_told_with_its_meaning_for_the_mappings() {
    let release = Release {
        side: Vendor::Rocm,
        name: "7.2".to_owned(),
        bit: 2,
        root: PathBuf::new(),
    };
    let named = |name: &str| Named {
        name: name.to_owned(),
        text: vec![name.to_owned()],
    };
    let difference = compare::Difference {
        removed: vec![named("hipMalloc")],
        added: vec![
            named("hipGraphicsUnmapAll"),
            named("hipOccupancyAvailableDynamicSMemPerBlock"),
        ],
        ..compare::Difference::default()
    };
    let mut text = String::new();
    review::write(
        &mut text,
        &release,
        &BTreeMap::from([("hip-runtime".to_owned(), difference)]),
        &[],
    )
    .unwrap();
    assert!(text.contains("- removed: hipMalloc\n"), "{text}");
    assert!(
        text.contains("- cudaMalloc -> hipMalloc: no more declared\n"),
        "{text}"
    );
    assert!(!text.contains("-> hipGraphicsUnmapAll"), "{text}");
}

#[test]
fn the_units_of_the_repository_are_sound() {
    let units = units::read().unwrap();
    assert!(units.unit.iter().any(|u| u.side == Vendor::Rocm));
    assert!(
        units
            .unit
            .iter()
            .all(|u| !u.libraries.is_empty() && !u.include.is_empty())
    );
}

#[test]
fn arguments_that_are_wrong_say_so() {
    for (words, says) in [
        (vec!["--rocm", "7.2"], "not RELEASE=FOLDER"),
        (vec!["--rocm", "1.0=/"], "no place in the tables"),
        (vec!["--write"], "name a release"),
        (vec!["--hip"], "knows no --hip"),
    ] {
        let error = options(&words)
            .err()
            .map(|e| format!("{e:#}"))
            .unwrap_or_default();
        assert!(error.contains(says), "{words:?}: {error}");
    }
}
