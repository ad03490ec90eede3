//! Tab-separated tables with a header line.

use std::collections::HashMap;
use std::path::Path;

use anyhow::{Context, Result};

use crate::paths;

/// A table.
pub(crate) struct Table {
    text: String,
    columns: HashMap<String, usize>,
}

/// A row of a table.
#[derive(Clone, Copy)]
pub(crate) struct Row<'a> {
    line: &'a str,
    columns: &'a HashMap<String, usize>,
}

impl Table {
    /// Reads a table.
    pub(crate) fn read(path: &Path) -> Result<Self> {
        let text = paths::read(path)?;
        let head = text.lines().next().context("a table has a header")?;
        let columns = head.split('\t').enumerate();
        let columns = columns.map(|(n, c)| (c.to_owned(), n)).collect();
        Ok(Self { text, columns })
    }

    /// The rows.
    pub(crate) fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.text.lines().skip(1).map(|line| Row {
            line,
            columns: &self.columns,
        })
    }
}

impl<'a> Row<'a> {
    /// The text of a column; empty if there is none.
    pub(crate) fn get(&self, column: &str) -> &'a str {
        self.columns
            .get(column)
            .and_then(|n| self.line.split('\t').nth(*n))
            .unwrap_or_default()
    }
}
