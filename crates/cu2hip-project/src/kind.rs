//! What a file is, by its name.

use std::path::Path;

use serde::Deserialize;

/// What a file is, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum FileKind {
    /// `.cu`: a CUDA translation unit.
    Cuda,
    /// `.cuh` and kin: a header for CUDA sources.
    CudaHeader,
    /// A C or C++ translation unit.
    Source,
    /// A C or C++ header, or a part that is included.
    Header,
}

/// Extensions of files that are read as C++, with what they are.
const EXTENSIONS: [(&str, FileKind); 25] = [
    ("cu", FileKind::Cuda),
    ("cuh", FileKind::CudaHeader),
    ("cuinc", FileKind::CudaHeader),
    ("cui", FileKind::CudaHeader),
    ("c", FileKind::Source),
    ("cc", FileKind::Source),
    ("cp", FileKind::Source),
    ("cpp", FileKind::Source),
    ("cxx", FileKind::Source),
    ("c++", FileKind::Source),
    ("cppm", FileKind::Source),
    ("ixx", FileKind::Source),
    ("h", FileKind::Header),
    ("hh", FileKind::Header),
    ("hp", FileKind::Header),
    ("hpp", FileKind::Header),
    ("hxx", FileKind::Header),
    ("h++", FileKind::Header),
    ("inl", FileKind::Header),
    ("inc", FileKind::Header),
    ("ipp", FileKind::Header),
    ("impl", FileKind::Header),
    ("tcc", FileKind::Header),
    ("tpp", FileKind::Header),
    ("txx", FileKind::Header),
];

impl FileKind {
    /// The kind of a file with this name; none if it is not read as C++.
    pub fn of(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?;
        EXTENSIONS
            .iter()
            .find(|(e, _)| e.eq_ignore_ascii_case(extension))
            .map(|(_, kind)| *kind)
    }

    /// True if the name alone says that the file is CUDA.
    pub const fn is_cuda(self) -> bool {
        matches!(self, Self::Cuda | Self::CudaHeader)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extension_decides() {
        let kind = |name: &str| FileKind::of(Path::new(name));
        assert_eq!(kind("a/b.cu"), Some(FileKind::Cuda));
        assert_eq!(kind("a/b.CUH"), Some(FileKind::CudaHeader));
        assert_eq!(kind("a/b.tpp"), Some(FileKind::Header));
        assert_eq!(kind("a/b.cu.txt"), None);
        assert_eq!(kind("cu"), None);
    }
}
