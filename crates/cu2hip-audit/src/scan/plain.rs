//! Dockerfiles, compose and Kubernetes files, job scripts, shell, make and pipelines: line by line,
//! outside of comments.

use crate::file::{FileInventory, lines};
use crate::matcher::Matcher;
use crate::scan::build::has_word;

/// True for a file that is read by line.
pub(crate) fn is_plain(name: &str) -> bool {
    let file = name.rsplit('/').next().unwrap_or(name);
    let (stem, ending) = file.rsplit_once('.').unwrap_or((file, ""));
    let small = ending.to_ascii_lowercase();
    let endings = [
        "sh",
        "bash",
        "zsh",
        "slurm",
        "sbatch",
        "job",
        "pbs",
        "lsf",
        "yml",
        "yaml",
        "mk",
        "def",
        "dockerfile",
        "hcl",
        "groovy",
    ];
    let names = [
        "Dockerfile",
        "Makefile",
        "makefile",
        "GNUmakefile",
        "Jenkinsfile",
        "justfile",
        "Containerfile",
    ];
    endings.contains(&small.as_str())
        || names.contains(&file)
        || names.contains(&stem)
        || file.starts_with("Dockerfile")
}

/// Adds what a text file says. `pipeline`: it describes one.
pub(crate) fn read(matcher: &Matcher<'_>, text: &[u8], pipeline: bool, found: &mut FileInventory) {
    let programs = &matcher.rules.code.programs;
    for (number, line) in lines(text) {
        let line = String::from_utf8_lossy(line);
        let code = without_comment(&line);
        if code.trim().is_empty() {
            continue;
        }
        let mut reader = Line {
            matcher,
            number,
            code,
            found,
        };
        reader.programs(&programs.profilers, "profiler_files", pipeline);
        reader.programs(&programs.tools, "nvidia_tool_files", false);
        reader.images();
        reader.environment();
        reader.nodes();
        if programs
            .requests
            .iter()
            .any(|request| code.contains(request.as_str()))
        {
            found.hit(
                "device_requests",
                "asks for an NVIDIA device",
                number,
                code.as_bytes(),
                false,
            );
        }
    }
}

/// A line without its comment; instructions to Slurm are none.
fn without_comment(line: &str) -> &str {
    let trimmed = line.trim_start();
    if trimmed.starts_with("#SBATCH") {
        return &trimmed[1..];
    }
    if trimmed.starts_with('#') || trimmed.starts_with("//") {
        return "";
    }
    line.split(" #").next().unwrap_or(line)
}

struct Line<'a, 'b> {
    matcher: &'a Matcher<'a>,
    number: u32,
    code: &'a str,
    found: &'b mut FileInventory,
}

impl Line<'_, '_> {
    fn hit(&mut self, key: &str, what: &str, files: bool) {
        let (line, text) = (self.number, self.code.as_bytes());
        if files {
            self.found.file_hit(key, what, line, text, false);
        } else {
            self.found.hit(key, what, line, text, false);
        }
    }

    fn programs(&mut self, names: &[String], key: &str, pipeline: bool) {
        for name in names {
            if is_program(self.code, name) {
                let fact = self
                    .matcher
                    .fact("cli", name)
                    .and_then(|f| f.counterpart.clone());
                let what = fact.map_or_else(|| name.clone(), |to| format!("{name} ({to})"));
                self.hit(key, &what, true);
                if pipeline && self.found.counts.get("profiler_pipelines") == 0 {
                    self.found.counts.add("profiler_pipelines", 1);
                }
            }
        }
    }

    /// Images stand behind `FROM`, `image:`, `container:` and in the arguments of programs.
    fn images(&mut self) {
        let programs = &self.matcher.rules.code.programs;
        let named = |images: &[String], code: &str| {
            let words =
                code.split(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '=' | ','));
            words.filter(|word| !word.contains("://")).any(|word| {
                images
                    .iter()
                    .any(|i| word.starts_with(i.as_str()) || word.contains(&format!("/{i}")))
            })
        };
        let small = self.code.trim_start().to_ascii_lowercase();
        let speaks = [
            "from ",
            "image",
            "container",
            "- image",
            "arg ",
            "docker ",
            "podman ",
            "enroot ",
            "singularity ",
            "apptainer ",
            "base",
        ];
        if !speaks.iter().any(|word| {
            small.starts_with(word)
                || small.contains(&format!(" {word}"))
                || small.contains(&format!("{word}:"))
        }) {
            return;
        }
        let from_torch = small.starts_with("from ")
            && small.contains("pytorch/pytorch:")
            && small.contains("cuda");
        if named(&programs.nvidia_images, self.code) || from_torch {
            self.hit("nvidia_images", "image of NVIDIA", false);
        }
        if named(&programs.amd_images, self.code) {
            self.hit("amd_images", "image of AMD", false);
            self.found.amd += 1;
        }
    }

    fn environment(&mut self) {
        let prefixes = &self.matcher.rules.code.programs.environment_prefixes;
        let words = self
            .code
            .split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        for word in words {
            if prefixes
                .iter()
                .any(|prefix| word.starts_with(prefix.as_str()) && word.len() > prefix.len())
            {
                let fact = self
                    .matcher
                    .fact("env", word)
                    .map(|fact| fact.state.clone());
                let what = format!(
                    "{word} ({})",
                    fact.unwrap_or_else(|| "same name in RCCL, to be checked".into())
                );
                self.hit("nccl_environment", &what, false);
            }
        }
    }

    fn nodes(&mut self) {
        let programs = &self.matcher.rules.code.programs;
        let launches = [
            "srun",
            "sbatch",
            "SBATCH",
            "torchrun",
            "mpirun",
            "launch",
            "deepspeed",
            "jsrun",
            "salloc",
        ];
        let launched = launches.iter().any(|word| self.code.contains(word));
        let several = launched
            && programs
                .multinode
                .iter()
                .any(|flag| follows_more_than_one(self.code, flag));
        if several
            || programs
                .multinode_words
                .iter()
                .any(|word| self.code.contains(word.as_str()))
        {
            self.hit("multinode_files", "several nodes", true);
        }
    }
}

/// True if a number of two or more follows the flag.
fn follows_more_than_one(code: &str, flag: &str) -> bool {
    code.match_indices(flag).any(|(at, _)| {
        let before = code[..at].chars().next_back();
        let rest = code[at + flag.len()..].trim_start_matches(['=', ' ']);
        let digits = rest
            .split(|c: char| !c.is_ascii_digit())
            .next()
            .unwrap_or_default();
        before.is_none_or(char::is_whitespace) && digits.parse::<u64>().is_ok_and(|nodes| nodes > 1)
    })
}

/// True if the program is called or named as a word of its own.
fn is_program(code: &str, name: &str) -> bool {
    if !has_word(code, name) {
        return false;
    }
    code.match_indices(name).any(|(at, _)| {
        let before = code[..at].chars().next_back();
        let after = code[at + name.len()..].chars().next();
        let joined = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
        before.is_none_or(|c| !joined(c))
            && after.is_none_or(|c| !joined(c) && c != '/' && c != ':')
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;

    fn counts(text: &str, pipeline: bool) -> Vec<(String, u64)> {
        let rules = Rules::builtin().unwrap();
        let mut found = FileInventory::new("x");
        read(&Matcher::new(&rules), text.as_bytes(), pipeline, &mut found);
        found
            .counts
            .iter()
            .map(|(key, number)| (key.to_owned(), number))
            .collect()
    }

    fn named(list: &[(&str, u64)]) -> Vec<(String, u64)> {
        list.iter()
            .map(|(key, number)| ((*key).to_owned(), *number))
            .collect()
    }

    #[test]
    fn images_and_programs_count_outside_of_comments() {
        let text = "# FROM nvidia/cuda:11.0\nFROM nvcr.io/nvidia/pytorch:24.01-py3\nRUN nsys profile x # ncu\n";
        assert_eq!(
            counts(text, false),
            named(&[("nvidia_images", 1), ("profiler_files", 1)])
        );
        assert_eq!(
            counts("      run: compute-sanitizer ./t\n", true),
            named(&[("profiler_files", 1), ("profiler_pipelines", 1)])
        );
        assert_eq!(
            counts("curl https://x/nvidia/cuda\nncurses\nfoo-ncu.sh\n", false),
            named(&[])
        );
    }

    #[test]
    fn several_nodes_are_more_than_one() {
        assert_eq!(
            counts("#SBATCH --nodes=4\n", false),
            named(&[("multinode_files", 1)])
        );
        assert_eq!(
            counts("#SBATCH --nodes=1\ntorchrun --nnodes 1 x\n", false),
            named(&[])
        );
        assert_eq!(
            counts("torchrun --nnodes=2 x\n", false),
            named(&[("multinode_files", 1)])
        );
        assert_eq!(
            counts("export NCCL_IB_HCA=mlx5\n", false),
            named(&[("nccl_environment", 1)])
        );
    }
}
