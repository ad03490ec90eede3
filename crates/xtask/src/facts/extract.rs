//! Declarations of headers, read with libclang.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clang::diagnostic::Severity;
use clang::{Clang, Entity, EntityKind, Index, TranslationUnit, Unsaved};
use cu2hip_mappings::Kind;
use cu2hip_mappings::api::ApiRow;

use super::shape;
use super::units::{Pass, Unit, Vendor};

/// Library of each header that the tables know, and of the new ones that a unit may bring.
pub(super) struct Headers<'a> {
    pub(super) known: HashMap<&'a str, &'a str>,
    pub(super) unit: &'a Unit,
}

impl Headers<'_> {
    /// The library of a header, if this unit is to give its declarations.
    fn library(&self, header: &str) -> Option<String> {
        let fresh = || {
            let folder = header.split('/').next().filter(|f| *f != header)?;
            let here = self.unit.folders.iter().any(|own| own == folder);
            here.then(|| self.unit.libraries[0].as_str())
        };
        let library = self.known.get(header).copied().or_else(fresh)?;
        let own = self.unit.libraries.iter().any(|l| l == library);
        own.then(|| library.to_owned())
    }
}

/// What a unit gave.
#[derive(Default)]
pub(super) struct Extract {
    pub(super) rows: Vec<ApiRow>,
    /// The headers that were met.
    pub(super) headers: BTreeSet<String>,
    /// Errors of the compiler: what stands behind them may be missing.
    pub(super) errors: BTreeSet<String>,
}

/// Reads the headers of a unit below `root`, as host code and, if the unit says so, as device code.
///
/// # Errors
/// If libclang does not parse at all, or none of the headers is there.
pub(super) fn read(clang: &Clang, root: &Path, headers: &Headers<'_>) -> Result<Extract> {
    let unit = headers.unit;
    let mut include = String::new();
    for header in unit.include.iter().filter(|h| root.join(h).is_file()) {
        writeln!(include, "#include <{header}>")?;
    }
    if include.is_empty() {
        bail!("{} has none of {}", root.display(), unit.include.join(", "));
    }
    let mut all = Extract::default();
    for pass in &unit.passes {
        let words = arguments(unit, root, *pass);
        let index = Index::new(clang, false, false);
        let parsed = parse(&index, &include, &words)?;
        let errors = parsed.get_diagnostics();
        if let Some(fatal) = errors.iter().find(|d| d.get_severity() == Severity::Fatal) {
            bail!("{fatal}");
        }
        let errors = errors
            .iter()
            .filter(|d| d.get_severity() == Severity::Error);
        all.errors.extend(errors.map(ToString::to_string));
        let mut reader = Reader::new(root, headers);
        let mut rows = reader.read(&parsed);
        let doubtful = reader.undefined();
        let gone = undefined(
            &parse(&index, &(include.clone() + &tests(&doubtful)), &words)?,
            doubtful,
        );
        rows.retain(|r| r.kind != Kind::Macro || !gone.contains(&r.name));
        all.rows.extend(rows);
        all.headers
            .extend(reader.files.into_values().flatten().map(|place| place.1));
    }
    Ok(all)
}

/// The name of the unit, and the beginning of the enumerators that tell of macros.
const UNIT: &str = "cu2hip_facts.cu";
const DEFINED: &str = "cu2hip_defined_";

fn parse<'i>(index: &'i Index<'i>, text: &str, words: &[String]) -> Result<TranslationUnit<'i>> {
    Ok(index
        .parser(UNIT)
        .unsaved(&[Unsaved::new(UNIT, text)])
        .arguments(words)
        .detailed_preprocessing_record(true)
        .skip_function_bodies(true)
        .parse()?)
}

/// Code with an enumerator for each of the macros that is defined at the end.
fn tests(names: &BTreeSet<String>) -> String {
    let test = |name: &String| format!("#ifdef {name}\nenum {{ {DEFINED}{name} }};\n#endif\n");
    names.iter().map(test).collect()
}

/// Those of the names that have no such enumerator.
fn undefined(parsed: &TranslationUnit<'_>, mut names: BTreeSet<String>) -> BTreeSet<String> {
    for entity in parsed.get_entity().get_children() {
        if entity.get_kind() == EntityKind::EnumDecl {
            for constant in entity.get_children() {
                let name = constant.get_name().unwrap_or_default();
                if let Some(defined) = name.strip_prefix(DEFINED) {
                    names.remove(defined);
                }
            }
        }
    }
    names
}

fn arguments(unit: &Unit, root: &Path, pass: Pass) -> Vec<String> {
    let mut words: Vec<String> = ["-std=c++17", "-w", "-ferror-limit=0"]
        .map(str::to_owned)
        .into();
    let include = root.display();
    // Without `..` in it, so that headers are found under `root`.
    let rocm = root.parent().unwrap_or(root).display();
    match (unit.side, pass) {
        (Vendor::Rocm, Pass::Host) => {
            words.extend(["-xc++", "-D__HIP_PLATFORM_AMD__"].map(str::to_owned));
        }
        (Vendor::Rocm, Pass::Device) => words.extend([
            "-xhip".to_owned(),
            "--cuda-device-only".to_owned(),
            "--offload-arch=gfx942".to_owned(),
            "-nogpulib".to_owned(),
            format!("--rocm-path={rocm}"),
            format!("--hip-path={rocm}"),
        ]),
        (Vendor::Cuda, Pass::Host) => words.push("-xc++".to_owned()),
        (Vendor::Cuda, Pass::Device) => words.extend(
            [
                "-xcuda",
                "--cuda-device-only",
                "--offload-arch=sm_90",
                "-nocudainc",
                "-nocudalib",
                "-D__CUDACC__",
            ]
            .map(str::to_owned),
        ),
    }
    words.push(format!("-I{include}"));
    words.extend(unit.define.iter().map(|d| format!("-D{d}")));
    words
}

struct Reader<'a> {
    root: &'a Path,
    headers: &'a Headers<'a>,
    files: HashMap<PathBuf, Option<(String, String)>>,
    /// Headers whose first macro was met: that is the guard against a second inclusion.
    guarded: HashSet<String>,
    rows: Vec<ApiRow>,
}

impl<'a> Reader<'a> {
    fn new(root: &'a Path, headers: &'a Headers<'a>) -> Self {
        Self {
            root,
            headers,
            files: HashMap::new(),
            guarded: HashSet::new(),
            rows: Vec::new(),
        }
    }

    fn read(&mut self, parsed: &TranslationUnit<'_>) -> Vec<ApiRow> {
        let top = parsed.get_entity().get_children();
        for entity in &top {
            self.declaration(*entity, "");
        }
        self.aliases();
        if self.headers.unit.names {
            for row in &mut self.rows {
                row.ret.clear();
                row.params.clear();
                if row.name.contains("::") {
                    row.value.clear();
                    row.under.clear();
                    if row.kind == Kind::DeviceFunction {
                        row.kind = Kind::Function;
                    }
                }
            }
            self.rows
                .retain(|r| r.name.contains("::") || r.kind != Kind::Variable);
        }
        std::mem::take(&mut self.rows)
    }

    /// Header and library of an entity that this unit gives.
    fn place(&mut self, entity: Entity<'_>) -> Option<(String, String)> {
        let path = entity
            .get_location()?
            .get_expansion_location()
            .file?
            .get_path();
        if let Some(known) = self.files.get(&path) {
            return known.clone();
        }
        let header = relative(&path, self.root);
        let place = header.and_then(|h| Some((self.headers.library(&h)?, h)));
        self.files.insert(path, place.clone());
        place
    }

    fn declaration(&mut self, entity: Entity<'_>, space: &str) {
        match entity.get_kind() {
            EntityKind::LinkageSpec | EntityKind::UnexposedDecl => {
                for child in entity.get_children() {
                    self.declaration(child, space);
                }
            }
            EntityKind::Namespace => self.namespace(entity, space),
            EntityKind::FunctionDecl | EntityKind::FunctionTemplate => {
                if let Some(function) = shape::function(entity) {
                    self.push(entity, space, function);
                }
            }
            EntityKind::EnumDecl => self.enumeration(entity, space),
            EntityKind::StructDecl
            | EntityKind::ClassDecl
            | EntityKind::UnionDecl
            | EntityKind::ClassTemplate => self.record(entity, space),
            EntityKind::TypedefDecl
            | EntityKind::TypeAliasDecl
            | EntityKind::TypeAliasTemplateDecl => {
                if let Some(alias) = shape::alias(entity) {
                    self.push(entity, space, alias);
                }
            }
            EntityKind::VarDecl => {
                if let Some(variable) = shape::variable(entity, Kind::Variable) {
                    self.push(entity, space, variable);
                }
            }
            EntityKind::MacroDefinition => self.macro_definition(entity),
            _ => {}
        }
    }

    fn macro_definition(&mut self, entity: Entity<'_>) {
        let Some((_, header)) = self.place(entity) else {
            return;
        };
        let first = self.guarded.insert(header);
        if let Some(found) = shape::macro_definition(entity) {
            let is_guard = first && found.value.is_empty() && found.under.is_empty();
            if !is_guard {
                self.push(entity, "", found);
            }
        }
    }

    fn namespace(&mut self, entity: Entity<'_>, space: &str) {
        let name = entity.get_name().unwrap_or_default();
        let hidden = ["detail", "internal", "impl"]
            .iter()
            .any(|h| name.ends_with(h));
        if name.starts_with("std") || hidden {
            return;
        }
        let inner = if name.is_empty() || entity.is_inline_namespace() {
            space.to_owned()
        } else {
            join(space, &name)
        };
        for child in entity.get_children() {
            self.declaration(child, &inner);
        }
    }

    fn enumeration(&mut self, entity: Entity<'_>, space: &str) {
        let name = shape::name(entity);
        if let Some(name) = &name {
            self.push(entity, space, shape::named(name, Kind::Type, "enum"));
        }
        let under = name.unwrap_or_default();
        let inner = if entity.is_scoped() {
            join(space, &under)
        } else {
            space.to_owned()
        };
        for constant in entity.get_children() {
            if let Some(row) = shape::enumerator(constant, &under) {
                self.push(constant, &inner, row);
            }
        }
    }

    fn record(&mut self, entity: Entity<'_>, space: &str) {
        let Some(name) = shape::name(entity) else {
            return;
        };
        let template = entity.get_kind() == EntityKind::ClassTemplate;
        if entity.is_definition() || entity.get_definition().is_none() {
            let under = if template { "template" } else { "struct" };
            self.push(entity, space, shape::named(&name, Kind::Type, under));
        }
        if entity.is_definition() && !template && !self.headers.unit.names {
            self.members(entity, &join(space, &name));
        }
    }

    /// Fields, those of records without a name too.
    fn members(&mut self, record: Entity<'_>, space: &str) {
        for member in record.get_children() {
            match member.get_kind() {
                EntityKind::FieldDecl => {
                    if let Some(field) = shape::variable(member, Kind::Field) {
                        self.push(member, space, field);
                    }
                }
                EntityKind::StructDecl | EntityKind::UnionDecl
                    if member.is_anonymous_record_decl() =>
                {
                    self.members(member, space);
                }
                _ => {}
            }
        }
    }

    fn push(&mut self, entity: Entity<'_>, space: &str, mut row: ApiRow) {
        let Some((library, header)) = self.place(entity) else {
            return;
        };
        let internal = |beginning: &String| row.name.starts_with(beginning.as_str());
        if self.headers.unit.internal.iter().any(internal) {
            return;
        }
        row.name = join(space, &row.name);
        row.library = library;
        row.header = header;
        self.rows.push(row);
    }

    /// Macros for which there is an `#undef` in a header that was read.
    fn undefined(&self) -> BTreeSet<String> {
        let own = self.files.iter().filter(|f| f.1.is_some());
        let texts = own.map(|f| std::fs::read_to_string(f.0).unwrap_or_default());
        let mut names = BTreeSet::new();
        for text in texts {
            let directives = text
                .lines()
                .filter_map(|l| l.trim_start().strip_prefix('#'));
            let undefined = directives.filter_map(|d| d.trim_start().strip_prefix("undef"));
            names.extend(
                undefined
                    .filter_map(|u| u.split_whitespace().next())
                    .map(str::to_owned),
            );
        }
        names
    }

    /// Macros that stand for a function or type have the declaration of that.
    fn aliases(&mut self) {
        let declared: HashMap<String, ApiRow> = self
            .rows
            .iter()
            .filter(|r| matches!(r.kind, Kind::Function | Kind::Type))
            .map(|r| (r.name.clone(), r.clone()))
            .collect();
        for row in &mut self.rows {
            if row.kind != Kind::Macro || row.value.contains(' ') {
                continue;
            }
            if let Some(target) = declared.get(&row.value) {
                row.kind = target.kind;
                row.ret.clone_from(&target.ret);
                row.params.clone_from(&target.params);
                row.under = format!("alias:{}", row.value);
                row.value.clear();
            }
        }
    }
}

/// The path of a header as it is included; none for headers of the system.
fn relative(path: &Path, root: &Path) -> Option<String> {
    if let Ok(inside) = path.strip_prefix(root) {
        return Some(plain(&inside.to_string_lossy()));
    }
    // Headers of the compiler itself.
    let name = path.file_name()?.to_string_lossy();
    name.starts_with("__clang_").then(|| name.into_owned())
}

/// A path without `..` in it.
fn plain(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "." | "" => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

fn join(space: &str, name: &str) -> String {
    if space.is_empty() {
        name.to_owned()
    } else {
        format!("{space}::{name}")
    }
}
