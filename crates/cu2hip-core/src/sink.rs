//! Where passes and rules put their edits and findings.

use std::borrow::Cow;
use std::collections::BTreeSet;

use cu2hip_syntax::text::Span;

use crate::diagnostic::Diagnostic;
use crate::edit::{Edit, EditSet, apply_edits};
use crate::translation::Statistics;

/// Collects what a translation makes.
#[derive(Debug, Default)]
pub(crate) struct Sink {
    pub edits: EditSet,
    pub diagnostics: Vec<Diagnostic>,
    pub statistics: Statistics,
    /// The functions that the file takes from the header of the run.
    pub compat: BTreeSet<&'static str>,
    /// Text that no build for AMD compiles.
    pub unused: Vec<Span>,
}

impl Sink {
    /// Replaces `span`. An edit that overlaps an earlier one is not made; the earlier one was
    /// made by a pass that knows more of the place.
    pub(crate) fn replace(
        &mut self,
        span: Span,
        text: impl Into<Vec<u8>>,
        origin: impl Into<Cow<'static, str>>,
    ) -> bool {
        self.edits.push(Edit::replace(span, text, origin)).is_ok()
    }

    /// Inserts before `offset`.
    pub(crate) fn insert(
        &mut self,
        offset: u32,
        text: impl Into<Vec<u8>>,
        origin: impl Into<Cow<'static, str>>,
    ) {
        self.replace(Span::at(offset), text, origin);
    }

    /// Reports a finding.
    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Takes the edits inside `span` out and returns the text of `span` with them made.
    pub(crate) fn take_rendered(&mut self, text: &[u8], span: Span) -> Vec<u8> {
        let edits = self.edits.take_within(span);
        apply_edits(text, span, &edits)
    }
}
