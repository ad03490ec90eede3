//! Headers made from the tables, so that a CUDA source can be parsed without CUDA: the types,
//! enumerators and functions that the tables know. They are good for types, not for code.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use cu2hip_mappings::{ApiFact, Kind, Mappings};

/// The one header that all others include.
pub(crate) const ALL: &str = "cu2hip_all.h";

/// What the tables do not hold: the words of the language, the standard's integers, launches.
const BEFORE: &str = "\
#pragma once
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((managed))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __forceinline__ inline
#define __noinline__
#define __align__(n) alignas(n)
#define __grid_constant__
#define __CUDACC__ 1
#define __NVCC__ 1
typedef __SIZE_TYPE__ size_t;
typedef __INT8_TYPE__ int8_t;
typedef __INT16_TYPE__ int16_t;
typedef __INT32_TYPE__ int32_t;
typedef __INT64_TYPE__ int64_t;
typedef __UINT8_TYPE__ uint8_t;
typedef __UINT16_TYPE__ uint16_t;
typedef __UINT32_TYPE__ uint32_t;
typedef __UINT64_TYPE__ uint64_t;
typedef struct _IO_FILE FILE;
struct dim3 { unsigned x, y, z; dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1); };
int cudaConfigureCall(dim3, dim3, size_t = 0, void * = 0);
";

/// Types that [`BEFORE`] defines.
const DEFINED: [&str; 11] = [
    "dim3", "size_t", "int8_t", "int16_t", "int32_t", "int64_t", "uint8_t", "uint16_t", "uint32_t",
    "uint64_t", "FILE",
];

/// Words of types that need no declaration.
const WORDS: [&str; 20] = [
    "void",
    "bool",
    "char",
    "short",
    "int",
    "long",
    "float",
    "double",
    "signed",
    "unsigned",
    "const",
    "volatile",
    "struct",
    "enum",
    "union",
    "restrict",
    "__restrict",
    "__restrict__",
    "wchar_t",
    "T",
];

/// All headers: names, to be found in one folder, and texts.
pub(crate) struct Stubs {
    pub(crate) files: Vec<(String, String)>,
    /// Handles by the pointer that they are: `cublasContext*` is `cublasHandle_t`.
    pub(crate) handles: BTreeMap<String, String>,
    /// Names of types.
    pub(crate) types: BTreeSet<String>,
}

impl Stubs {
    /// The headers of a CUDA release (`"12.9"`); names that it lacks are there as the newest has them.
    pub(crate) fn new(mappings: &Mappings, release: &str) -> Self {
        let mut writer = Writer::new(mappings, release);
        writer.write_all();
        let mut files = vec![(ALL.to_owned(), format!("{BEFORE}{}", writer.text))];
        let include = format!("#include \"{ALL}\"\n");
        let headers = writer.headers.into_iter();
        files.extend(headers.map(|header| (header, include.clone())));
        Self {
            files,
            handles: writer.handles,
            types: writer.types.keys().map(|name| (*name).to_owned()).collect(),
        }
    }
}

struct Writer<'a> {
    text: String,
    headers: BTreeSet<String>,
    handles: BTreeMap<String, String>,
    types: BTreeMap<&'a str, ApiFact<'a>>,
    fields: BTreeMap<&'a str, Vec<(&'a str, &'a str)>>,
    enumerators: BTreeMap<&'a str, BTreeMap<&'a str, &'a str>>,
    functions: BTreeMap<&'a str, Vec<ApiFact<'a>>>,
    variables: BTreeMap<&'a str, &'a str>,
    begun: BTreeSet<&'a str>,
    opaque: BTreeSet<String>,
}

impl<'a> Writer<'a> {
    fn new(mappings: &'a Mappings, release: &str) -> Self {
        let mut writer = Self {
            text: String::new(),
            headers: BTreeSet::new(),
            handles: BTreeMap::new(),
            types: BTreeMap::new(),
            fields: BTreeMap::new(),
            enumerators: BTreeMap::new(),
            functions: BTreeMap::new(),
            variables: BTreeMap::new(),
            begun: DEFINED.into(),
            opaque: BTreeSet::new(),
        };
        for name in mappings.names() {
            let mut facts = mappings.facts(name.as_bytes());
            facts.retain(|f| !f.rocm);
            if facts.iter().any(|f| f.releases.contains(&release)) {
                facts.retain(|f| f.releases.contains(&release));
            } else if let Some(newest) = facts.last().and_then(|f| f.releases.last().copied()) {
                facts.retain(|f| f.releases.contains(&newest));
            }
            for fact in facts {
                writer.learn(name, fact);
            }
        }
        writer
    }

    fn learn(&mut self, name: &'a str, fact: ApiFact<'a>) {
        self.headers.insert(fact.header.to_owned());
        if let Some((record, field)) = name.rsplit_once("::") {
            if fact.kind == Kind::Field && !record.contains("::") {
                self.fields
                    .entry(record)
                    .or_default()
                    .push((field, fact.returns));
            }
            return;
        }
        match fact.kind {
            Kind::Type => {
                self.types.insert(name, fact);
            }
            Kind::Enumerator => {
                let under = fact.under.unwrap_or_default();
                let value = fact.value.unwrap_or("0");
                self.enumerators
                    .entry(under)
                    .or_default()
                    .insert(name, value);
            }
            Kind::Function => self.functions.entry(name).or_default().push(fact),
            // Others have the names of the C library.
            Kind::DeviceFunction if name.starts_with("__") || name.starts_with("atomic") => {
                self.functions.entry(name).or_default().push(fact);
            }
            Kind::Variable => {
                self.variables.insert(name, fact.returns);
            }
            _ => {}
        }
    }

    fn write_all(&mut self) {
        let types: Vec<&str> = self.types.keys().copied().collect();
        for name in types {
            self.need(name);
        }
        for (under, constants) in std::mem::take(&mut self.enumerators) {
            if under.is_empty() || !self.types.contains_key(under) {
                self.enumeration("", &constants);
            }
        }
        for (name, ty) in std::mem::take(&mut self.variables) {
            self.need_words(ty);
            let _ = writeln!(self.text, "extern __typeof__({ty}) {name};");
        }
        for (name, facts) in std::mem::take(&mut self.functions) {
            for fact in facts {
                self.function(name, &fact);
            }
        }
    }

    /// Writes a type, after those that it needs.
    fn need(&mut self, name: &'a str) {
        let Some(fact) = self.types.get(name).cloned() else {
            return;
        };
        if !self.begun.insert(name) {
            return;
        }
        let under = fact.under.unwrap_or("struct");
        let (tag, of) = under.split_once(':').unwrap_or((under, ""));
        match (tag, of) {
            ("enum", "") => {
                let constants = self.enumerators.remove(name).unwrap_or_default();
                self.enumeration(name, &constants);
            }
            ("alias", of) => {
                self.need_words(of);
                let _ = writeln!(self.text, "typedef {of} {name};");
            }
            ("struct" | "template", "") => self.record(name),
            // The arguments of a template of the headers' own cannot be written down here.
            (_, of) if of.contains('<') => self.record(name),
            (_, of) => {
                self.need_words(of);
                if tag == "pointer" {
                    let plain = of.replace(' ', "");
                    // Runtime and driver share theirs; programs mean the runtime's.
                    if fact.library != "driver" || !self.handles.contains_key(&plain) {
                        self.handles.insert(plain, name.to_owned());
                    }
                }
                let _ = writeln!(self.text, "typedef __typeof__({of}) {name};");
            }
        }
    }

    /// Writes the types that stand in a text; those that the tables lack as records without content.
    fn need_words(&mut self, text: &'a str) {
        for word in text.split(|c: char| !c.is_alphanumeric() && c != '_') {
            // A record that is being written is known by its name.
            self.need(word);
            self.declare(word);
        }
    }

    fn declare(&mut self, word: &str) {
        let first = word.chars().next();
        let known = WORDS.contains(&word) || self.begun.contains(word);
        if first.is_some_and(|c| !c.is_ascii_digit())
            && !known
            && self.opaque.insert(word.to_owned())
        {
            let _ = writeln!(self.text, "struct {word} {{ int hidden; }};");
        }
    }

    fn record(&mut self, name: &'a str) {
        let mut fields = self.fields.remove(name).unwrap_or_default();
        fields.dedup_by_key(|field| field.0);
        let _ = writeln!(self.text, "struct {name};");
        for (_, ty) in &fields {
            self.need_words(ty);
        }
        let _ = writeln!(self.text, "struct {name} {{");
        for (field, ty) in fields {
            if ty != "(anon)" {
                let _ = writeln!(self.text, "    __typeof__({ty}) {field};");
            }
        }
        self.text.push_str("};\n");
    }

    fn enumeration(&mut self, name: &str, constants: &BTreeMap<&str, &str>) {
        let _ = write!(self.text, "enum {name} {{ ");
        for (constant, value) in constants {
            let _ = write!(self.text, "{constant} = {value}, ");
        }
        self.text.push_str("};\n");
    }

    fn function(&mut self, name: &str, fact: &ApiFact<'_>) {
        let types = || {
            let parameters = fact.parameters.iter().map(|p| type_of(p));
            parameters.chain([fact.returns])
        };
        // What names a template of the headers' own or a pack cannot be written down here.
        if types().any(|t| t.contains('<') || t.contains("...") && t != "...") {
            return;
        }
        let has_t = |text: &str| {
            let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
            words.any(|w| w == "T")
        };
        let template = types().any(has_t);
        for text in types() {
            for word in text.split(|c: char| !c.is_alphanumeric() && c != '_') {
                self.declare(word);
            }
        }
        if template {
            self.text.push_str("template <class T> ");
        }
        if fact.kind == Kind::DeviceFunction {
            self.text.push_str("__device__ ");
        }
        let parameters: Vec<String> = fact.parameters.iter().map(|p| parameter(p)).collect();
        let returns = fact.returns;
        let _ = writeln!(
            self.text,
            "__typeof__({returns}) {name}({});",
            parameters.join(", ")
        );
    }
}

/// The type of a parameter, without its name.
fn type_of(text: &str) -> &str {
    let text = text.trim_end_matches("=?");
    let start = text
        .rfind(|c: char| !c.is_alphanumeric() && c != '_')
        .map_or(0, |at| at + 1);
    let (ty, name) = (text[..start].trim_end(), &text[start..]);
    if ty.is_empty() || name.is_empty() || name != "T" && WORDS.contains(&name) || ty == "const" {
        text
    } else {
        ty
    }
}

/// A parameter without name, whose type may be that of an array or function.
fn parameter(text: &str) -> String {
    let default = if text.ends_with("=?") { " = {}" } else { "" };
    let ty = type_of(text);
    // In a template the type is deduced only where it is written plainly.
    let deduced = ty.split(|c: char| !c.is_alphanumeric()).any(|w| w == "T");
    if deduced || ty == "..." {
        format!("{ty}{default}")
    } else {
        format!("__typeof__({ty}){default}")
    }
}
