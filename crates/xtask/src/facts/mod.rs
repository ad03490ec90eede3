//! `cargo xtask facts`: the tables of `mappings/api/` against the headers of CUDA and ROCm.
//!
//! `cargo xtask facts [--write] [--only LIBRARY]... [--cuda|--rocm RELEASE=FOLDER]...` reads the
//! headers below each include folder with libclang, which is loaded when it runs, and prints what
//! differs from the tables and what that means for the mappings. `--write` takes the headers' word.

mod compare;
mod extract;
mod review;
mod shape;
#[cfg(test)]
mod tests;
mod units;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail, ensure};
use clang::Clang;
use cu2hip_mappings::api::{ApiRow, CUDA_RELEASES, ROCM_RELEASES, write_rows};

use crate::{generate, paths};
use extract::Headers;
use units::{Explained, Unit, Units, Vendor};

/// One release to read.
struct Release {
    side: Vendor,
    name: String,
    bit: u8,
    root: PathBuf,
}

struct Options {
    releases: Vec<Release>,
    only: Vec<String>,
    write: bool,
}

/// Reads the headers that the arguments name.
///
/// # Errors
/// If an argument or a header is wrong, libclang is not there, or, without `--write`, if tables and
/// headers differ.
pub(crate) fn run(arguments: &[&str]) -> Result<()> {
    let options = options(arguments)?;
    let units = units::read()?;
    let clang = load()?;
    let facts = generate::facts()?;
    let mut tables = [facts.cuda, facts.rocm];
    let mut text = String::new();
    let mut differs = false;
    for release in &options.releases {
        let side = usize::from(release.side == Vendor::Rocm);
        let rows = &tables[side];
        let read = Read::new(&clang, release, &units, rows, &options.only)?;
        let old = rows
            .iter()
            .filter(|r| read.covers(r) && r.versions & release.bit != 0);
        let differences = compare::compare(old, read.rows.iter(), &units.explained);
        review::write(&mut text, release, &differences, &tables[1])?;
        read.write_errors(&mut text)?;
        differs |= differences.values().any(|d| !d.is_none());
        if options.write {
            read.replace(&mut tables[side], release.bit, &units.explained);
        }
    }
    print!("{text}");
    if options.write {
        let base = paths::mappings().join("api");
        for (name, rows) in ["cuda.tsv", "rocm.tsv"].iter().zip(&mut tables) {
            paths::write(&base.join(name), write_rows(rows).as_bytes())?;
        }
    } else if differs {
        bail!("tables and headers differ: look at the review above, then use --write");
    }
    Ok(())
}

/// Loads libclang.
fn load() -> Result<Clang> {
    Clang::new().map_err(|e| {
        anyhow!("libclang is not there ({e}): install it, or set LIBCLANG_PATH to its folder")
    })
}

fn options(arguments: &[&str]) -> Result<Options> {
    let mut options = Options {
        releases: Vec::new(),
        only: Vec::new(),
        write: false,
    };
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        let mut value = || {
            words
                .next()
                .with_context(|| format!("{word} needs a value"))
        };
        match *word {
            "--write" => options.write = true,
            "--only" => options.only.push((*value()?).to_owned()),
            "--cuda" => options.releases.push(release(Vendor::Cuda, value()?)?),
            "--rocm" => options.releases.push(release(Vendor::Rocm, value()?)?),
            other => bail!("cargo xtask facts knows no {other}"),
        }
    }
    ensure!(
        !options.releases.is_empty(),
        "name a release: --rocm 7.2=FOLDER"
    );
    Ok(options)
}

fn release(side: Vendor, text: &str) -> Result<Release> {
    let (name, folder) = text
        .split_once('=')
        .with_context(|| format!("{text}: not RELEASE=FOLDER"))?;
    let bit = match side {
        Vendor::Cuda => CUDA_RELEASES.iter().find(|r| r.1 == name).map(|r| r.0),
        Vendor::Rocm => ROCM_RELEASES.iter().find(|r| r.3 == name).map(|r| r.0),
    };
    let bit = bit.with_context(|| {
        format!("{name} has no place in the tables yet: add it to the releases in crates/cu2hip-mappings/src/api.rs")
    })?;
    let root = Path::new(folder)
        .canonicalize()
        .with_context(|| format!("no folder {folder}"))?;
    Ok(Release {
        side,
        name: name.to_owned(),
        bit,
        root,
    })
}

/// What the headers of a release gave.
struct Read {
    rows: Vec<ApiRow>,
    libraries: BTreeSet<String>,
    headers: BTreeSet<String>,
    root: PathBuf,
    errors: BTreeMap<String, BTreeSet<String>>,
    /// Libraries that could not be read, with the reason.
    missing: BTreeMap<String, String>,
}

impl Read {
    fn new(
        clang: &Clang,
        release: &Release,
        units: &Units,
        tables: &[ApiRow],
        only: &[String],
    ) -> Result<Self> {
        let known = tables
            .iter()
            .map(|r| (r.header.as_str(), r.library.as_str()))
            .collect();
        let mut headers = Headers {
            known,
            unit: units.unit.first().context("no units")?,
        };
        let mut read = Self {
            rows: Vec::new(),
            libraries: BTreeSet::new(),
            headers: BTreeSet::new(),
            root: release.root.clone(),
            errors: BTreeMap::new(),
            missing: BTreeMap::new(),
        };
        for unit in units.unit.iter().filter(|u| wanted(u, release, only)) {
            headers.unit = unit;
            let extract = match extract::read(clang, &release.root, &headers) {
                Ok(extract) => extract,
                Err(error) => {
                    read.missing
                        .insert(unit.libraries.join(", "), error.to_string());
                    continue;
                }
            };
            read.rows.extend(extract.rows);
            read.libraries.extend(unit.libraries.iter().cloned());
            read.headers.extend(extract.headers);
            if !extract.errors.is_empty() {
                read.errors
                    .insert(unit.libraries[0].clone(), extract.errors);
            }
        }
        ensure!(
            !read.rows.is_empty(),
            "no declaration was read: {:?}",
            read.errors
        );
        for row in &mut read.rows {
            row.versions = release.bit;
        }
        Ok(read)
    }

    /// True if the headers tell of this row: its header was read, or is no more.
    fn covers(&self, row: &ApiRow) -> bool {
        self.libraries.contains(&row.library)
            && (self.headers.contains(&row.header) || !self.root.join(&row.header).is_file())
    }

    fn write_errors(&self, text: &mut String) -> Result<()> {
        for (libraries, error) in &self.missing {
            writeln!(text, "\n## Not read: {libraries}: {error}")?;
        }
        for (library, errors) in &self.errors {
            let count = errors.len();
            writeln!(text, "\n## The compiler stumbled in {library}: {count}")?;
            for error in errors.iter().take(20) {
                writeln!(text, "- {error}")?;
            }
        }
        Ok(())
    }

    /// Puts the rows in place of those of the same release and libraries. A declaration that another
    /// release has too keeps the header that the tables give it.
    fn replace(self, tables: &mut Vec<ApiRow>, bit: u8, explained: &[Explained]) {
        let stays = |r: &ApiRow| explained.iter().any(|e| e.holds_for(&r.library, &r.name));
        for row in tables.iter_mut().filter(|r| self.covers(r) && !stays(r)) {
            row.versions &= !bit;
        }
        let mut places: HashMap<String, usize> = HashMap::new();
        for (at, row) in tables.iter().enumerate() {
            places.entry(row.declaration()).or_insert(at);
        }
        for row in self.rows.into_iter().filter(|r| !stays(r)) {
            if let Some(at) = places.get(&row.declaration()) {
                tables[*at].versions |= bit;
            } else {
                places.insert(row.declaration(), tables.len());
                tables.push(row);
            }
        }
        tables.retain(|r| r.versions != 0);
    }
}

fn wanted(unit: &Unit, release: &Release, only: &[String]) -> bool {
    unit.side == release.side
        && !unit.older.contains(&release.name)
        && (only.is_empty() || unit.libraries.iter().any(|l| only.contains(l)))
}
