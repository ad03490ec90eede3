//! `cu2hip init`: a commented settings file for a project.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Result, bail};
use cu2hip_mappings::RocmVersion;
use cu2hip_project::build_files::BuildKind;
use cu2hip_project::settings::{FILE_NAME, parse_cuda};
use cu2hip_project::walk::walk;
use cu2hip_project::write::write_file;
use cu2hip_project::{FileError, WalkOptions};

use super::args::Init;
use super::{Status, escape};

/// Folders that usually hold code of others.
const FOREIGN: [&str; 8] = [
    "third_party",
    "3rdparty",
    "external",
    "extern",
    "vendor",
    "thirdparty",
    "submodules",
    "deps",
];
/// Folders that usually stand behind `-I`.
const HEADERS: [&str; 2] = ["include", "inc"];
/// Texts in build files behind which the CUDA release stands.
const RELEASES: [&str; 5] = [
    "find_package(CUDAToolkit ",
    "find_package(CUDA ",
    "/usr/local/cuda-",
    "cuda-toolkit-",
    "nvidia/cuda:",
];

const HEAD: &str = "\
# Settings of cu2hip for this project: `cu2hip convert` and `cu2hip check` find them here.
# Flags of the command line win. All keys: docs/reference/settings.md.

";
/// Keys with a comment and an example, for those of which nothing was seen.
const EXAMPLES: [(&str, &str); 8] = [
    (
        "CUDA release that the code is written for, where a call means something else in another.",
        "cuda = \"12.4\"",
    ),
    (
        "AMD devices: they decide how wide a wavefront is.",
        "arch = [\"gfx942\"]",
    ),
    (
        "Libraries: hip (the portable wrappers), roc (AMD's own), or one by one.",
        "libs = \"cublas=hip\"",
    ),
    (
        "Files and folders that are left out, as in .gitignore.",
        "exclude = [\"third_party/\"]",
    ),
    (
        "Folders of the compiler's -I.",
        "include-dirs = [\"include\"]",
    ),
    (
        "Macros of this project that are set for AMD only: their branches are HIP already.",
        "amd-macros = [\"MYLIB_USE_ROCM\"]",
    ),
    (
        "Rules for wrappers of this project; `cu2hip test-rules` checks their examples.",
        "rules = [\"cu2hip-rules.toml\"]",
    ),
    (
        "Weight of findings: off, note, warning or error; `cu2hip explain` lists them.",
        "severity = { mask-width = \"error\" }",
    ),
];

/// What there is to see of a project and of the machine.
#[derive(Debug, Default, PartialEq, Eq)]
struct Seen {
    /// CUDA release, with the build file that names it.
    cuda: Option<(String, String)>,
    /// The release under `/opt/rocm`.
    rocm: Option<String>,
    /// Devices of the machine.
    arch: BTreeSet<String>,
    foreign: Vec<&'static str>,
    headers: Vec<&'static str>,
    torch: bool,
}

/// Runs the command.
pub(super) fn run(command: &Init) -> Result<Status> {
    let path = command.folder.join(FILE_NAME);
    if !command.folder.is_dir() {
        bail!("{} is no folder", command.folder.display());
    }
    let mut seen = Seen::default();
    seen.project(&command.folder)?;
    seen.machine(
        Path::new("/opt/rocm"),
        Path::new("/sys/class/kfd/kfd/topology/nodes"),
    );
    let text = seen.settings();
    if command.stdout {
        io::stdout().write_all(text.as_bytes())?;
        return Ok(Status::Done);
    }
    if path.exists() {
        bail!(
            "{} exists already: --stdout prints what would be written",
            path.display()
        );
    }
    write_file(&path, text.as_bytes()).map_err(|fault| FileError::new(&path, fault))?;
    let shown = escape::line(path.as_os_str().as_encoded_bytes());
    writeln!(
        io::stdout(),
        "{shown} written; next: cu2hip check {}",
        command.folder.display()
    )?;
    Ok(Status::Done)
}

impl Seen {
    fn project(&mut self, folder: &Path) -> Result<()> {
        let exists = |name: &&str| folder.join(name).is_dir();
        self.foreign = FOREIGN.into_iter().filter(|name| exists(name)).collect();
        self.headers = HEADERS.into_iter().filter(|name| exists(name)).collect();
        let walked = walk(&[folder.to_path_buf()], &WalkOptions::default())?;
        let build = walked
            .others
            .iter()
            .filter(|path| BuildKind::of(path).is_some() || path.ends_with("Dockerfile"));
        for path in build {
            let Ok(text) = fs::read(path) else {
                continue;
            };
            let text = String::from_utf8_lossy(&text);
            self.torch |= text.contains("CUDAExtension");
            if self.cuda.is_none()
                && let Some(release) = release_in(&text)
            {
                let name = path.strip_prefix(folder).unwrap_or(path);
                self.cuda = Some((release, escape::line(name.as_os_str().as_encoded_bytes())));
            }
        }
        Ok(())
    }

    fn machine(&mut self, rocm: &Path, devices: &Path) {
        let version = fs::read_to_string(rocm.join(".info/version")).unwrap_or_default();
        let short: Vec<&str> = version.trim().split(['.', '-']).take(2).collect();
        self.rocm = Some(short.join(".")).filter(|text| RocmVersion::parse(text).is_ok());
        let Ok(entries) = fs::read_dir(devices) else {
            return;
        };
        for entry in entries.flatten() {
            let text = fs::read_to_string(entry.path().join("properties")).unwrap_or_default();
            let number = text
                .lines()
                .find_map(|line| line.strip_prefix("gfx_target_version "));
            self.arch
                .extend(number.and_then(|n| architecture(n.trim().parse().ok()?)));
        }
    }

    /// The settings file: what was seen, and the other keys as comments with an example.
    fn settings(&self) -> String {
        let mut text = HEAD.to_owned();
        for (comment, line) in self.seen_keys() {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "# {comment}\n{line}\n");
        }
        for (comment, line) in EXAMPLES {
            let key = line.split(' ').next().unwrap_or_default();
            if !text.contains(&format!("\n{key} = ")) {
                let _ = writeln!(text, "# {comment}\n# {line}\n");
            }
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
        text
    }

    /// Comment and line of each key for which something was seen.
    fn seen_keys(&self) -> Vec<(String, String)> {
        let mut keys = Vec::new();
        let mut put = |comment: &str, line: String| keys.push((comment.to_owned(), line));
        match &self.rocm {
            Some(rocm) => put(
                "ROCm release to translate for, as found on this machine.",
                format!("rocm = {rocm:?}"),
            ),
            None => put(
                "ROCm release to translate for.",
                format!("rocm = \"{}\"", RocmVersion::DEFAULT),
            ),
        }
        if let Some((release, file)) = &self.cuda {
            let comment = format!("CUDA release that the code is written for, as {file} says.");
            put(&comment, format!("cuda = {release:?}"));
        }
        if !self.arch.is_empty() {
            let arch: Vec<&String> = self.arch.iter().collect();
            put(
                "AMD devices, as found on this machine.",
                format!("arch = {arch:?}"),
            );
        }
        if self.torch {
            put(
                "PyTorch's build translates its own names, and its handle is hipBLAS's.",
                "libs = \"cublas=hip,torch=keep\"".to_owned(),
            );
        }
        if !self.foreign.is_empty() {
            let folders: Vec<String> = self.foreign.iter().map(|name| format!("{name}/")).collect();
            put(
                "Code of others is left out.",
                format!("exclude = {folders:?}"),
            );
        }
        if !self.headers.is_empty() {
            put(
                "Folders of the compiler's -I.",
                format!("include-dirs = {:?}", self.headers),
            );
        }
        keys
    }
}

/// The CUDA release that a build file names.
fn release_in(text: &str) -> Option<String> {
    RELEASES.iter().find_map(|before| {
        let rest = &text[text.find(before)? + before.len()..];
        let end = rest
            .find(|c: char| c != '.' && !c.is_ascii_digit())
            .unwrap_or(rest.len());
        let parts: Vec<&str> = rest[..end].split('.').take(2).collect();
        let release = parts.join(".");
        parse_cuda(&release).map(|_| release)
    })
}

/// The name of a device by its number: 90010 is gfx90a.
fn architecture(number: u32) -> Option<String> {
    let (major, minor, step) = (number / 10000, number / 100 % 100, number % 100);
    (major > 0).then(|| format!("gfx{major}{minor:x}{step:x}"))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    fn file(folder: &tempfile::TempDir, name: &str, text: &str) -> PathBuf {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        write_file(&path, text.as_bytes()).unwrap();
        path
    }

    #[test]
    fn devices_by_number() {
        assert_eq!(architecture(90010).as_deref(), Some("gfx90a"));
        assert_eq!(architecture(90402).as_deref(), Some("gfx942"));
        assert_eq!(architecture(110_000).as_deref(), Some("gfx1100"));
        assert_eq!(architecture(0), None, "a processor is no device");
    }

    #[test]
    fn releases_in_build_files() {
        let release = |text: &str| release_in(text);
        assert_eq!(
            release("find_package(CUDAToolkit 12.4 REQUIRED)").as_deref(),
            Some("12.4")
        );
        assert_eq!(
            release("-I/usr/local/cuda-11.8/include").as_deref(),
            Some("11.8")
        );
        assert_eq!(
            release("FROM nvidia/cuda:12.2.0-devel").as_deref(),
            Some("12.2")
        );
        assert_eq!(release("find_package(CUDAToolkit REQUIRED)"), None);
    }

    #[test]
    fn what_is_seen_is_written_and_can_be_read() {
        let folder = tempfile::tempdir().unwrap();
        file(
            &folder,
            "CMakeLists.txt",
            "find_package(CUDAToolkit 12.4 REQUIRED)\n",
        );
        file(&folder, "third_party/x.cu", "");
        file(&folder, "include/a.h", "");
        file(&folder, "rocm/.info/version", "6.4.1-83\n");
        file(
            &folder,
            "nodes/0/properties",
            "cpu_cores_count 8\ngfx_target_version 0\n",
        );
        file(
            &folder,
            "nodes/1/properties",
            "simd_count 8\ngfx_target_version 90402\n",
        );
        let mut seen = Seen::default();
        seen.project(folder.path()).unwrap();
        seen.machine(&folder.path().join("rocm"), &folder.path().join("nodes"));
        let path = file(&folder, FILE_NAME, &seen.settings());
        let settings = cu2hip_project::settings::Settings::read(&path)
            .unwrap()
            .settings;
        assert_eq!(settings.rocm.as_deref(), Some("6.4"));
        assert_eq!(settings.cuda.as_deref(), Some("12.4"));
        assert_eq!(settings.arch, ["gfx942"]);
        assert_eq!(settings.exclude, ["third_party/"]);
        assert_eq!(settings.include_dirs, [PathBuf::from("include")]);
    }

    #[test]
    fn every_line_that_is_commented_out_can_be_read_too() {
        let text = Seen::default().settings();
        let keys = text
            .lines()
            .filter(|l| l.contains(" = "))
            .map(|l| l.trim_start_matches("# "));
        let folder = tempfile::tempdir().unwrap();
        let path = file(&folder, FILE_NAME, &keys.collect::<Vec<_>>().join("\n"));
        let settings = cu2hip_project::settings::Settings::read(&path)
            .unwrap()
            .settings;
        assert_eq!(settings.amd_macros, ["MYLIB_USE_ROCM"]);
        assert!(!settings.severity.is_empty() && !settings.rules.is_empty());
    }
}
