//! The ROCm release and the libraries that a translation aims at.

use std::fmt;

use serde::Serialize;

/// A ROCm release, compared by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct RocmVersion {
    /// Major number.
    pub major: u16,
    /// Minor number.
    pub minor: u16,
}

impl fmt::Display for RocmVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

impl RocmVersion {
    /// The default target: the newest release whose tables are whole.
    pub const DEFAULT: Self = Self { major: 7, minor: 2 };

    /// Reads `7.2` or `7.2.4`.
    ///
    /// # Errors
    /// [`TargetError::Version`] if the text is no such number.
    pub fn parse(text: &str) -> Result<Self, TargetError> {
        let bad = || TargetError::Version(text.to_owned());
        let mut parts = text.split('.');
        let mut number = || parts.next().and_then(|p| p.parse::<u16>().ok());
        let (major, minor) = (number().ok_or_else(bad)?, number().ok_or_else(bad)?);
        if parts.all(|p| p.parse::<u16>().is_ok()) {
            Ok(Self { major, minor })
        } else {
            Err(bad())
        }
    }
}

/// Which library takes a CUDA library's place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// The hip* wrapper (hipBLAS, hipFFT, ...).
    Hip,
    /// The roc* library (rocBLAS, rocSPARSE, ...) or MIOpen.
    Roc,
}

/// What happens to PyTorch's C++ names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TorchNames {
    /// They stay: torch's own build step translates them.
    Keep,
    /// They are rewritten.
    Hip,
}

/// The side chosen for each family of libraries.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LibraryChoice {
    /// What is chosen by name.
    sides: Vec<(String, Side)>,
    /// The preset, if one is chosen.
    preset: Option<Side>,
    /// PyTorch's names.
    pub torch: TorchNames,
}

impl Default for LibraryChoice {
    /// cuBLAS to rocBLAS, cuDNN to MIOpen, everything else to the hip* wrapper.
    fn default() -> Self {
        Self {
            sides: Vec::new(),
            preset: None,
            torch: TorchNames::Keep,
        }
    }
}

impl LibraryChoice {
    /// Families that may stand before `=` in `--libs`.
    pub const FAMILIES: [&'static str; 7] = [
        "cublas", "cudnn", "cufft", "curand", "cusparse", "cusolver", "torch",
    ];

    /// Reads `hip`, `roc` or a list such as `cublas=hip,torch=hip`.
    ///
    /// # Errors
    /// [`TargetError`] names the part that is not understood.
    pub fn parse(text: &str) -> Result<Self, TargetError> {
        let mut choice = Self::default();
        for part in text.split(',').map(str::trim).filter(|p| !p.is_empty()) {
            choice.apply(part)?;
        }
        Ok(choice)
    }

    fn apply(&mut self, part: &str) -> Result<(), TargetError> {
        let side = |name: &str| match name {
            "hip" | "hipblas" | "hipdnn" => Ok(Side::Hip),
            "roc" | "rocblas" | "miopen" => Ok(Side::Roc),
            _ => Err(TargetError::Library(name.to_owned())),
        };
        match part.split_once('=') {
            None => {
                self.preset = Some(side(part)?);
                self.sides.clear();
            }
            Some(("torch", "keep")) => self.torch = TorchNames::Keep,
            Some(("torch", "hip")) => self.torch = TorchNames::Hip,
            Some((family, _)) if !Self::FAMILIES.contains(&family) => {
                return Err(TargetError::Library(family.to_owned()));
            }
            Some((family, name)) => {
                let side = side(name)?;
                self.sides.retain(|(f, _)| f != family);
                self.sides.push((family.to_owned(), side));
            }
        }
        Ok(())
    }

    /// The side for a family such as `cublas`. A preset counts for families only that have a
    /// roc* counterpart which translated code can use; the others are on the hip* side.
    pub fn side(&self, family: &str) -> Side {
        let preset = match family {
            // No release has a wrapper of MIOpen with cuDNN's calls.
            "cudnn" => Side::Roc,
            "cublas" => self.preset.unwrap_or(Side::Roc),
            _ if has_roc_side(family) => self.preset.unwrap_or(Side::Hip),
            _ => Side::Hip,
        };
        self.stated(family).unwrap_or(preset)
    }

    /// The side for a family if it was set by name, not by a preset.
    pub fn stated(&self, family: &str) -> Option<Side> {
        self.sides
            .iter()
            .find(|(f, _)| f == family)
            .map(|(_, side)| *side)
    }

    /// The choice for a file that works with PyTorch: its handle of cuBLAS is one of hipBLAS, so that
    /// calls are hipBLAS's too; none where the choice says so already or was made by hand.
    #[must_use]
    pub fn beside_torch(&self) -> Option<Self> {
        let by_hand = self.preset.is_some() || self.stated("cublas").is_some();
        (!by_hand).then(|| self.clone().with("cublas", Side::Hip))
    }

    /// The same choice with one family set to `side`.
    #[must_use]
    pub fn with(mut self, family: &str, side: Side) -> Self {
        self.sides.retain(|(f, _)| f != family);
        self.sides.push((family.to_owned(), side));
        self
    }
}

/// The choice that decides the side of a library of the tables.
pub(crate) fn roc_family(library: &str) -> &str {
    match library {
        "cublas-legacy" => "cublas",
        "curand-device" => "curand",
        other => other,
    }
}

/// True if a library has a roc* counterpart that translated code can use.
pub(crate) fn has_roc_side(library: &str) -> bool {
    ["cublas", "cudnn", "curand", "cusparse"].contains(&roc_family(library))
}

impl Target {
    /// The side of the records that applies to a library of the tables.
    ///
    /// Types that CUDA's libraries share (`datatype`) follow the hip* spelling unless the family
    /// `datatype` is set by [`LibraryChoice::with`]: only the callee's library can say otherwise.
    /// PyTorch's rewritten names stand on the second side.
    pub fn side_of(&self, library: &str) -> Side {
        match library {
            "torch" if self.libraries.torch == TorchNames::Hip => Side::Roc,
            _ => self.libraries.side(roc_family(library)),
        }
    }
}

/// What a translation aims at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Target {
    /// The ROCm release.
    pub rocm: RocmVersion,
    /// Libraries.
    pub libraries: LibraryChoice,
}

impl Default for Target {
    fn default() -> Self {
        Self {
            rocm: RocmVersion::DEFAULT,
            libraries: LibraryChoice::default(),
        }
    }
}

/// A target that cannot be read.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum TargetError {
    /// Not a release number.
    #[error("`{0}` is no ROCm release: write it as in `7.2`")]
    Version(String),
    /// Not a known family or side.
    #[error("`{0}` is no library choice: write `hip`, `roc` or FAMILY=hip|roc as in `cublas=hip`")]
    Library(String),
}
