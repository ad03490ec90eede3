//! Dependency files: which packages are asked for, and whether only for an extra.

use serde_json::Value as Json;
use toml::Value as Toml;

use crate::file::{FileInventory, Package, lines};

/// The format of a dependency file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Requirements,
    Pyproject,
    SetupCfg,
    Conda,
    Cargo,
    Vcpkg,
    Conan,
}

/// The format of a file by its name; none if it is no dependency file.
pub(crate) fn format(name: &str) -> Option<Format> {
    let file = name.rsplit('/').next().unwrap_or(name);
    let ending = file.rsplit('.').next().unwrap_or_default();
    let in_requirements = name.split('/').rev().nth(1) == Some("requirements");
    let requirement = file.contains("requirement");
    Some(match file {
        "pyproject.toml" | "Pipfile" => Format::Pyproject,
        "setup.cfg" => Format::SetupCfg,
        "Cargo.toml" => Format::Cargo,
        "vcpkg.json" => Format::Vcpkg,
        "conanfile.txt" | "conanfile.py" => Format::Conan,
        "meta.yaml" => Format::Conda,
        _ if ending == "txt" && (requirement || in_requirements) => Format::Requirements,
        _ if ending == "in" && requirement => Format::Requirements,
        _ if matches!(ending, "yml" | "yaml")
            && (file.starts_with("env") || file.contains("conda")) =>
        {
            Format::Conda
        }
        _ => return None,
    })
}

/// Adds the packages of a dependency file.
pub(crate) fn read(format: Format, name: &str, text: &[u8], found: &mut FileInventory) {
    let text = String::from_utf8_lossy(text);
    match format {
        Format::Requirements => requirements(name, &text, found),
        Format::Pyproject => pyproject(&text, found),
        Format::SetupCfg => setup_cfg(&text, found),
        Format::Conda => conda(&text, found),
        Format::Cargo => cargo(&text, found),
        Format::Vcpkg => vcpkg(&text, found),
        Format::Conan => conan(&text, found),
    }
}

/// The name in a requirement of pip, as it is compared: small letters, `-` for `_` and `.`; none if
/// the text is no requirement.
pub(crate) fn requirement_name(text: &str) -> Option<String> {
    let text = text.trim();
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let end = text.find(|c: char| !is_part(c)).unwrap_or(text.len());
    let name = text[..end].trim_end_matches(['.', '-']);
    let rest = text[end..].trim_start();
    let fits = rest.is_empty() || rest.starts_with(['[', '<', '>', '=', '!', '~', ';', '@', '(']);
    if name.is_empty() || !fits || !name.starts_with(|c: char| c.is_ascii_alphanumeric()) {
        return None;
    }
    Some(name.to_ascii_lowercase().replace(['_', '.'], "-"))
}

fn add(
    found: &mut FileInventory,
    ecosystem: &'static str,
    name: String,
    line: u32,
    optional: bool,
) {
    let package = Package {
        ecosystem,
        name,
        line,
        optional,
    };
    if !found.packages.contains(&package) {
        found.packages.push(package);
    }
}

fn requirements(file: &str, text: &str, found: &mut FileInventory) {
    let short = file.rsplit('/').next().unwrap_or(file).to_ascii_lowercase();
    let words = [
        "dev", "test", "doc", "lint", "optional", "extra", "example", "bench", "typing",
    ];
    let optional = words.iter().any(|word| short.contains(word));
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split(" #").next().unwrap_or_default().trim();
        if line.is_empty() || line.starts_with(['#', '-']) {
            continue;
        }
        if let Some(name) = requirement_name(line) {
            add(found, "pypi", name, number, optional);
        }
    }
}

/// The first line that holds a text.
fn line_of(text: &str, wanted: &str) -> u32 {
    let place = text.lines().position(|line| line.contains(wanted));
    place.map_or(1, |place| place as u32 + 1)
}

fn pyproject(text: &str, found: &mut FileInventory) {
    let Ok(table) = toml::from_str::<toml::Table>(text) else {
        return;
    };
    let get = |path: &[&str]| {
        let (first, rest) = path.split_first()?;
        rest.iter()
            .try_fold(table.get(*first)?, |value, key| value.get(key))
    };
    let list = |value: Option<&Toml>, optional: bool, found: &mut FileInventory| {
        for text_of in value
            .and_then(Toml::as_array)
            .into_iter()
            .flatten()
            .filter_map(Toml::as_str)
        {
            if let Some(name) = requirement_name(text_of) {
                add(found, "pypi", name, line_of(text, text_of), optional);
            }
        }
    };
    list(get(&["project", "dependencies"]), false, found);
    list(get(&["build-system", "requires"]), true, found);
    for path in [
        &["project", "optional-dependencies"][..],
        &["dependency-groups"],
    ] {
        for extra in get(path)
            .and_then(Toml::as_table)
            .into_iter()
            .flat_map(|t| t.values())
        {
            list(Some(extra), true, found);
        }
    }
    let named = |value: Option<&Toml>, group: bool, found: &mut FileInventory| {
        for (name, value) in value.and_then(Toml::as_table).into_iter().flatten() {
            let optional = group
                || value
                    .get("optional")
                    .and_then(Toml::as_bool)
                    .unwrap_or(false);
            if let Some(plain) = requirement_name(name).filter(|n| n != "python") {
                add(found, "pypi", plain, line_of(text, name), optional);
            }
        }
    };
    named(get(&["tool", "poetry", "dependencies"]), false, found);
    named(get(&["tool", "poetry", "dev-dependencies"]), true, found);
    named(get(&["packages"]), false, found);
    named(get(&["dev-packages"]), true, found);
    for group in get(&["tool", "poetry", "group"])
        .and_then(Toml::as_table)
        .into_iter()
        .flat_map(|t| t.values())
    {
        named(group.get("dependencies"), true, found);
    }
}

fn setup_cfg(text: &str, found: &mut FileInventory) {
    let (mut optional, mut inside) = (false, false);
    for (number, line) in (1..).zip(text.lines()) {
        let plain = line.trim();
        if plain.starts_with('[') {
            optional = plain.starts_with("[options.extras_require");
            inside = optional;
        } else if !line.starts_with([' ', '\t']) {
            inside = optional || plain.starts_with("install_requires");
        } else if inside && let Some(name) = requirement_name(plain) {
            add(found, "pypi", name, number, optional);
        }
    }
}

fn conda(text: &str, found: &mut FileInventory) {
    let mut pip = false;
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or_default();
        let Some(entry) = line.trim_start().strip_prefix("- ") else {
            continue;
        };
        let depth = line.len() - line.trim_start().len();
        let entry = entry.trim().trim_matches(['"', '\'']);
        if entry == "pip:" {
            pip = true;
            continue;
        }
        pip &= depth > 2;
        // A channel may stand before the name, as in `nvidia::cuda-nvcc=12.4`.
        let entry = entry.rsplit("::").next().unwrap_or(entry);
        if let Some(name) = entry.split_whitespace().next().and_then(requirement_name) {
            add(
                found,
                if pip { "pypi" } else { "conda" },
                name,
                number,
                false,
            );
        }
    }
}

fn cargo(text: &str, found: &mut FileInventory) {
    let Ok(table) = toml::from_str::<toml::Table>(text) else {
        return;
    };
    let workspace = table.get("workspace").and_then(|w| w.get("dependencies"));
    for dependencies in [table.get("dependencies"), workspace].into_iter().flatten() {
        for (name, value) in dependencies.as_table().into_iter().flatten() {
            let optional = value
                .get("optional")
                .and_then(Toml::as_bool)
                .unwrap_or(false);
            let features = value.get("features").and_then(Toml::as_array);
            let cuda = features
                .into_iter()
                .flatten()
                .any(|f| f.as_str() == Some("cuda"));
            let name_of = if cuda {
                format!("{name} (cuda)")
            } else {
                name.clone()
            };
            add(found, "crates", name_of, line_of(text, name), optional);
        }
    }
}

fn vcpkg(text: &str, found: &mut FileInventory) {
    let Ok(manifest) = serde_json::from_str::<Json>(text) else {
        return;
    };
    let mut take = |list: &Json, optional| {
        for entry in list.as_array().into_iter().flatten() {
            let name = entry.as_str().or_else(|| entry["name"].as_str());
            if let Some(name) = name {
                add(
                    found,
                    "vcpkg",
                    name.to_owned(),
                    line_of(text, name),
                    optional,
                );
            }
        }
    };
    take(&manifest["dependencies"], false);
    for feature in manifest["features"]
        .as_object()
        .into_iter()
        .flat_map(|f| f.values())
    {
        take(&feature["dependencies"], true);
    }
}

fn conan(text: &str, found: &mut FileInventory) {
    for (number, line) in lines(text.as_bytes()) {
        let line = String::from_utf8_lossy(line);
        let words = line.split(['"', '\'', ' ', '(', ')', ',']);
        for word in words {
            let Some((name, version)) = word.split_once('/') else {
                continue;
            };
            let is_version = version.starts_with(|c: char| c.is_ascii_digit() || c == '[');
            if is_version && requirement_name(name).is_some() {
                add(found, "vcpkg", name.to_ascii_lowercase(), number, false);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packages(name: &str, text: &str) -> Vec<(String, bool)> {
        let mut found = FileInventory::new(name);
        read(format(name).unwrap(), name, text.as_bytes(), &mut found);
        found
            .packages
            .into_iter()
            .map(|p| (p.name, p.optional))
            .collect()
    }

    fn named(list: &[(&str, bool)]) -> Vec<(String, bool)> {
        list.iter()
            .map(|(name, optional)| ((*name).to_owned(), *optional))
            .collect()
    }

    #[test]
    fn requirements_have_names() {
        assert_eq!(
            requirement_name("Flash_Attn[x]>=2 ; python_version < '3'").as_deref(),
            Some("flash-attn")
        );
        assert_eq!(requirement_name("torch @ https://x"), Some("torch".into()));
        assert_eq!(requirement_name("a sentence of words"), None);
        assert_eq!(requirement_name("--index-url"), None);
    }

    #[test]
    fn extras_are_optional() {
        let text = "[project]\ndependencies = [\"torch>=2\"]\n[project.optional-dependencies]\ntrt = [\"tensorrt\"]\n";
        assert_eq!(
            packages("pyproject.toml", text),
            named(&[("torch", false), ("tensorrt", true)])
        );
        let text = "[options]\ninstall_requires =\n  cupy-cuda12x\n[options.extras_require]\nx =\n  pycuda\n";
        assert_eq!(
            packages("setup.cfg", text),
            named(&[("cupy-cuda12x", false), ("pycuda", true)])
        );
        assert_eq!(
            packages("requirements-dev.txt", "vllm==1\n# numba\n"),
            named(&[("vllm", true)])
        );
    }

    #[test]
    fn other_formats_are_read() {
        let text = "dependencies:\n  - nvidia::cuda-nvcc=12.4\n  - pip:\n    - cupy-cuda12x\n";
        assert_eq!(
            packages("environment.yml", text),
            named(&[("cuda-nvcc", false), ("cupy-cuda12x", false)])
        );
        let text = "[dependencies]\ncandle-core = { version = \"1\", features = [\"cuda\"] }\n";
        assert_eq!(
            packages("Cargo.toml", text),
            named(&[("candle-core (cuda)", false)])
        );
        assert_eq!(
            packages("vcpkg.json", "{\"dependencies\":[\"cuda\"]}"),
            named(&[("cuda", false)])
        );
        assert_eq!(
            packages("conanfile.txt", "[requires]\nopencv/4.5\n"),
            named(&[("opencv", false)])
        );
    }
}
