//! A scratch folder in which the binary runs.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A scratch folder.
pub(crate) struct Work {
    folder: tempfile::TempDir,
}

/// What a run came to.
pub(crate) struct Run {
    pub(crate) status: Option<i32>,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: String,
}

impl Run {
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.stdout).into_owned()
    }
}

/// A small translation unit with something to translate.
pub(crate) const SOURCE: &str =
    "#include <cuda_runtime.h>\n\nvoid release(void* p) {\n  cudaFree(p);\n}\n";

impl Work {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self { folder }
    }

    /// A folder with these files, each with [`SOURCE`].
    pub(crate) fn with(files: &[&str]) -> Self {
        let work = Self::new();
        for file in files {
            work.write(file, SOURCE);
        }
        work
    }

    /// A copy of `tests/cli/project`.
    pub(crate) fn project() -> Self {
        let work = Self::new();
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/project");
        for file in [
            "CMakeLists.txt",
            "Makefile",
            "src/main.cu",
            "src/kernel.cu",
            "src/host.cpp",
        ] {
            work.write(file, fs::read(from.join(file)).unwrap());
        }
        work
    }

    pub(crate) fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn write(&self, name: impl AsRef<Path>, bytes: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::File::create(path)
            .and_then(|mut file| file.write_all(bytes.as_ref()))
            .unwrap();
    }

    pub(crate) fn read(&self, name: impl AsRef<Path>) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    /// The binary with `arguments`, ready to run in the folder.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cu2hip"));
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .stdin(Stdio::null())
            .env("GIT_CEILING_DIRECTORIES", std::env::temp_dir());
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Run {
        let output = self.command(arguments).output().unwrap();
        Run {
            status: output.status.code(),
            stdout: output.stdout,
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// Runs with `input` on standard input.
    pub(crate) fn pipe(&self, arguments: &[&str], input: &[u8]) -> Run {
        let mut child = self
            .command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input).unwrap();
        let output = child.wait_with_output().unwrap();
        Run {
            status: output.status.code(),
            stdout: output.stdout,
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// The translation of a file, by the binary itself.
    pub(crate) fn translated(&self, name: &str) -> Vec<u8> {
        self.run(&["convert", "-q", "--stdout", name]).stdout
    }

    pub(crate) fn git(&self, arguments: &[&str]) {
        let output = Command::new("git")
            .args(["-c", "user.name=t", "-c", "user.email=t@example.com"])
            .args(["-c", "core.autocrlf=false"])
            .args(arguments)
            .current_dir(self.folder.path())
            .output()
            .unwrap();
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "git {arguments:?}: {message}");
    }

    /// Commits everything.
    pub(crate) fn commit(&self) {
        self.git(&["init", "-q"]);
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "-m", "start"]);
    }

    /// Names of all files, hidden ones too, but for git's.
    pub(crate) fn files(&self) -> Vec<String> {
        let mut names = Vec::new();
        list(self.folder.path(), self.folder.path(), &mut names);
        names.sort();
        names
    }
}

fn list(root: &Path, folder: &Path, names: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with(".git") {
            list(root, &path, names);
        } else if path.is_file() {
            names.push(
                path.strip_prefix(root)
                    .unwrap()
                    .to_string_lossy()
                    .into_owned(),
            );
        }
    }
}
