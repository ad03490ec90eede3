//! Findings made of what the tables say of a name.

use cu2hip_mappings::{Flag, Note, Reason};
use cu2hip_syntax::text::Span;

use crate::diagnostic::{Code, Diagnostic, Effort, Severity};

/// The finding for a name that has no translation.
pub(crate) fn flag_diagnostic(code: Code, span: Span, name: &str, flag: &Flag<'_>) -> Diagnostic {
    let detail = flag.detail.unwrap_or("");
    let release = detail.trim_start_matches("CUDA ");
    let message = match flag.reason {
        Reason::NeverInHip => format!("`{name}` has no counterpart in ROCm"),
        Reason::RemovedFromCuda => format!("`{name}` was removed from CUDA {release}")
            .trim()
            .to_owned(),
        Reason::NeedsNewerRocm => format!("`{name}` needs ROCm {detail} or later"),
        Reason::OtherTargetHasIt => format!("`{name}`: another target library has it ({detail})"),
        Reason::Differs => format!("`{name}` differs on ROCm: {detail}"),
    };
    let mut diagnostic = Diagnostic::new(code, span, message);
    diagnostic.effort = match flag.effort {
        "minutes" => Effort::Minutes,
        "hours" => Effort::Hours,
        "days" => Effort::Days,
        "none" => Effort::None,
        _ => diagnostic.effort,
    };
    if let Some(advice) = flag.advice {
        advice.clone_into(&mut diagnostic.advice);
    }
    if let Some(nearest) = flag.nearest {
        diagnostic.advice = format!("{} (nearest name on ROCm: `{nearest}`)", diagnostic.advice);
    }
    diagnostic
}

/// The finding for a name that is translated with a remark.
pub(crate) fn note_diagnostic(code: Code, span: Span, name: &str, note: &Note<'_>) -> Diagnostic {
    let mut diagnostic = Diagnostic::new(code, span, format!("`{name}`: {}", note.message));
    diagnostic.severity = match note.severity {
        "error" => Severity::Error,
        "warning" => Severity::Warning,
        _ => Severity::Note,
    };
    if let Some(advice) = note.advice {
        advice.clone_into(&mut diagnostic.advice);
    }
    diagnostic
}
