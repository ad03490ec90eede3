//! How a case is written.

use serde::Deserialize;

/// A file of cases about one topic.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Topic {
    /// The cases in order.
    pub(crate) case: Vec<Case>,
}

/// One input and what must come of it.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Case {
    /// Unique; a report's number with a letter.
    pub(crate) id: String,
    /// What the case shows, in one line.
    pub(crate) title: String,
    /// Path of the file in its project.
    pub(crate) file: String,
    /// ROCm release aimed at, if not the default.
    pub(crate) rocm: Option<String>,
    /// `--libs`, if not the default.
    pub(crate) libs: Option<String>,
    /// CUDA release of the project, if stated.
    pub(crate) cuda: Option<String>,
    /// AMD architectures, separated by commas.
    pub(crate) arch: Option<String>,
    /// `hip` asks for `hipLaunchKernelGGL`.
    pub(crate) launch: Option<String>,
    /// The input as text.
    pub(crate) input: Option<String>,
    /// The input where it is no UTF-8, or its line ends matter.
    pub(crate) input_base64: Option<String>,
    /// The input where no case file holds it.
    #[serde(skip)]
    pub(crate) raw: Option<Vec<u8>>,
    /// What must come of `file`.
    #[serde(flatten)]
    pub(crate) expected: Expected,
    /// ROCm releases with whose headers the output must compile.
    #[serde(default)]
    pub(crate) compiles: Vec<String>,
    /// Why this version does not do it yet; such a case is listed, not asserted.
    pub(crate) later: Option<String>,
    /// Other files of the project.
    #[serde(default)]
    pub(crate) files: Vec<OtherFile>,
}

/// What must come of one file.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Expected {
    /// The whole output.
    pub(crate) output: Option<String>,
    /// The whole output where it is no UTF-8.
    pub(crate) output_base64: Option<String>,
    /// Texts that the output has.
    #[serde(default)]
    pub(crate) contains: Vec<String>,
    /// Texts that the output does not have.
    #[serde(default)]
    pub(crate) lacks: Vec<String>,
    /// Findings: `CH2004@2:34`, `CH2004@2` or `CH2004`, places of the input.
    #[serde(default)]
    pub(crate) findings: Vec<String>,
    /// Codes that must not come; `*` stands for all, `error` for those of that severity.
    #[serde(default)]
    pub(crate) silent: Vec<String>,
    /// True if nothing at all may change.
    #[serde(default)]
    pub(crate) unchanged: bool,
}

/// Another file of the same project.
#[derive(Debug, Deserialize)]
pub(crate) struct OtherFile {
    /// Its path.
    pub(crate) path: String,
    /// Its text.
    pub(crate) input: String,
    /// What must come of it.
    #[serde(flatten)]
    pub(crate) expected: Expected,
}

impl Case {
    /// A whole file with its right translation.
    pub(crate) fn golden(name: &str, input: String, output: String) -> Self {
        Self {
            id: format!("golden/{name}"),
            file: format!("{name}.cu"),
            input: Some(input),
            expected: Expected {
                output: Some(output),
                ..Expected::default()
            },
            ..Self::default()
        }
    }

    /// The same setting with the first `length` bytes of the file only, and nothing expected.
    pub(crate) fn cut_off(&self, length: usize) -> Self {
        Self {
            id: format!("{} cut at {length}", self.id),
            file: self.file.clone(),
            raw: Some(self.bytes()[..length].to_vec()),
            ..Self::default()
        }
    }

    /// The bytes that are translated.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        if let Some(raw) = &self.raw {
            return raw.clone();
        }
        match (&self.input, &self.input_base64) {
            (Some(text), None) => text.clone().into_bytes(),
            (None, Some(code)) => decode_base64(code),
            _ => panic!("{}: give either input or input_base64", self.id),
        }
    }
}

impl Expected {
    /// The whole output, if it is given.
    pub(crate) fn bytes(&self) -> Option<Vec<u8>> {
        let coded = self.output_base64.as_deref().map(decode_base64);
        self.output.clone().map(String::into_bytes).or(coded)
    }
}

/// Standard alphabet; anything else, padding and line ends included, is skipped.
pub(crate) fn decode_base64(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let (mut bits, mut count) = (0_u32, 0);
    for byte in text.bytes() {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => continue,
        };
        bits = (bits << 6 | u32::from(value)) & 0xff_ffff;
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push((bits >> count & 0xff) as u8);
        }
    }
    out
}
