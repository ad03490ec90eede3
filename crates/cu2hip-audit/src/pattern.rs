//! Names with `*` for any text at one end or both.

use serde::Deserialize;

/// A name, its beginning, its end or its middle.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(from = "String")]
pub struct Pattern {
    text: String,
    open_start: bool,
    open_end: bool,
}

impl Pattern {
    /// True if `name` fits.
    pub fn fits(&self, name: &str) -> bool {
        let text = self.text.as_str();
        match (self.open_start, self.open_end) {
            (false, false) => name == text,
            (true, false) => name.ends_with(text),
            (false, true) => name.starts_with(text),
            (true, true) => name.contains(text),
        }
    }

    /// The text without its stars.
    pub fn stem(&self) -> &str {
        &self.text
    }

    /// True if it stands for this name alone.
    pub fn is_exact(&self) -> bool {
        !self.open_start && !self.open_end
    }
}

impl From<String> for Pattern {
    fn from(text: String) -> Self {
        let open_start = text.starts_with('*');
        let open_end = text.len() > 1 && text.ends_with('*');
        Self {
            text: text.trim_matches('*').to_owned(),
            open_start,
            open_end,
        }
    }
}

/// True if one of the patterns fits.
pub(crate) fn any(patterns: &[Pattern], name: &str) -> bool {
    patterns.iter().any(|pattern| pattern.fits(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_open_an_end() {
        let fits = |pattern: &str, name: &str| Pattern::from(pattern.to_owned()).fits(name);
        assert!(fits("MPI_*", "MPI_Init") && !fits("MPI_*", "XMPI_Init"));
        assert!(fits("*_ck", "flash_attn_ck") && !fits("*_ck", "ck_x"));
        assert!(fits("*USE*", "A_USE_B") && fits("hip", "hip") && !fits("hip", "hipx"));
    }
}
