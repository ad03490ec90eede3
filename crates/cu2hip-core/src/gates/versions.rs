//! Conditionals on the versions of CUDA and its libraries, which HIP does not define: which of their
//! branches AMD takes.
//!
//! The branch for the newest release in which nothing is reported is the one. The comparison stays,
//! with a test for AMD beside it: the text means what it meant to CUDA. Where no branch is free of
//! findings, or a branch defines what is tested elsewhere, the test is left and reported.

use std::collections::BTreeSet;

use cu2hip_mappings::MacroRole;
use cu2hip_syntax::directive::{Branch, Conditional, DirectiveKind, TokenIndex, read_define};
use cu2hip_syntax::text::Span;

use super::branches::{Taken, are_readable, heading, known_macro, others, positions, possible};
use super::comparison::{self, Question, Test};
use crate::branch::Audience;
use crate::condition::Condition;
use crate::diagnostic::registry::{ARCH_GATE, VERSION_GATE};
use crate::diagnostic::{Applicability, Diagnostic, Severity};
use crate::file::File;
use crate::sink::Sink;

/// Stands for a release that is newer than any that a text names.
pub(super) const NEWEST: i64 = i64::MAX;

/// Most tokens of a branch that does nothing but refuse.
const LONGEST_REFUSAL: usize = 30;

/// Decides the conditionals of a file, after all else was reported.
pub(crate) fn run(file: &File<'_>, sink: &mut Sink) {
    let is_version = |name: &[u8]| {
        let role = file.context.mappings.macro_role(name, file.context.target);
        matches!(role, Some(MacroRole::Version(_)))
    };
    for group in &file.tree.preprocessor.conditionals {
        let directives = &file.tree.preprocessor.directives;
        let mut tests = comparison::tests(file, group, &is_version);
        // What stands behind a branch for AMD is for CUDA alone.
        let for_cuda = |t: &Test| {
            let branch = group.branches.iter().find(|b| b.directive == t.directive);
            branch.is_some_and(|b| file.branches.audience(b.start) == Audience::Cuda)
        };
        tests.retain(|t| {
            file.is_open_token(directives[t.directive as usize].hash)
                && !file.branches.names_amd(t.directive)
                && !for_cuda(t)
        });
        if tests.is_empty() || uses_mapped_names(file, group) {
            continue;
        }
        let gate = Gate { file, group, tests };
        match gate.choose(sink) {
            Ok(release) => gate.write(release, sink),
            Err(why) => gate.report(why.as_deref(), sink),
        }
    }
}

/// True if a header of the project maps names of a conditional to HIP: those who wrote it for AMD
/// have their branch, the one without CUDA's version macros.
fn uses_mapped_names(file: &File<'_>, group: &Conditional) -> bool {
    let mut names = group.branches.iter().flat_map(|b| positions(file, b));
    let stream = &file.tree.stream;
    let (index, path) = (file.context.index, file.context.path);
    names.any(|p| stream.class(p).known && index.is_mapped_by_project(&file.spelling(p), path))
}

/// A conditional that asks for versions.
struct Gate<'g, 'f> {
    file: &'g File<'f>,
    group: &'g Conditional,
    tests: Vec<Test>,
}

impl Gate<'_, '_> {
    /// The release whose branch AMD takes, or why there is none.
    fn choose(&self, sink: &Sink) -> Result<i64, Option<String>> {
        let readable = |t: &Test| t.question != Question::Unreadable;
        let is_readable = are_readable(self.file, self.group) && self.tests.iter().all(readable);
        if !is_readable || !self.defines_are_alternatives() {
            return Err(None);
        }
        let left = self.taken(None);
        let mut why = None;
        for release in self.releases() {
            let found = self.taken(Some(release));
            let is_newest = why.is_none();
            let is_left = !self.tests.iter().any(|t| self.changes(t, release, &[]));
            if is_left {
                // What is left without the macros: where nothing hangs on the release, or does the
                // work.
                let works = found
                    .iter()
                    .all(|b| b.is_some_and(|b| self.objection(b, sink).is_none()));
                return if is_newest || works {
                    Ok(release)
                } else {
                    Err(why)
                };
            }
            let added = found.iter().filter(|b| !left.contains(b)).flatten();
            let reason = added.copied().find_map(|b| self.objection(b, sink));
            let Some(reason) = reason else {
                // No branch at all is no way to do what a newer one does.
                let works = is_newest || found.iter().all(Option::is_some);
                return if works { Ok(release) } else { Err(why) };
            };
            why.get_or_insert(reason);
        }
        Err(why)
    }

    /// Releases to try, the newest first: the numbers that the conditions themselves name.
    fn releases(&self) -> Vec<i64> {
        let mut names: Vec<&[u8]> = self.tests.iter().map(|t| self.name(t.token)).collect();
        names.sort_unstable();
        names.dedup();
        let mut numbers: BTreeSet<i64> = BTreeSet::new();
        if names.len() == 1 {
            for test in &self.tests {
                if let Question::Compare(_, number) = test.question {
                    numbers.extend([number - 1, number]);
                }
            }
        }
        let stated = self.file.context.options.cuda.is_some();
        if stated && names.len() == 1 {
            let bound = self.value(names[0], NEWEST);
            numbers.retain(|n| *n < bound);
        }
        std::iter::once(NEWEST)
            .chain(numbers.into_iter().rev())
            .collect()
    }

    fn name(&self, token: TokenIndex) -> &[u8] {
        self.file
            .tree
            .tokens
            .span(token as usize)
            .of(self.file.text())
    }

    /// The number of a version macro in a release.
    fn value(&self, name: &[u8], release: i64) -> i64 {
        match self.file.context.options.cuda.filter(|_| release == NEWEST) {
            Some(cuda) => match name {
                b"CUDA_VERSION" | b"CUDART_VERSION" => {
                    i64::from(cuda.major) * 1000 + i64::from(cuda.minor) * 10
                }
                b"__CUDACC_VER_MAJOR__" => i64::from(cuda.major),
                b"__CUDACC_VER_MINOR__" => i64::from(cuda.minor),
                _ => NEWEST,
            },
            None => release,
        }
    }

    /// The branches that are compiled in a release; none for AMD as the text is.
    fn taken(&self, release: Option<i64>) -> Vec<Taken> {
        possible(self.file, self.group, &|token| self.known(token, release))
    }

    /// What is known of a macro in a release.
    #[allow(
        clippy::option_option,
        reason = "a macro that is not defined is another answer than one of which nothing is known"
    )]
    fn known(&self, token: TokenIndex, release: Option<i64>) -> Option<Option<i64>> {
        let (mappings, target) = (self.file.context.mappings, self.file.context.target);
        let name = self.name(token);
        match mappings.macro_role(name, target) {
            Some(MacroRole::Version(_)) => Some(release.map(|r| self.value(name, r))),
            _ => known_macro(self.file, token),
        }
    }

    /// True if AMD answers a test otherwise than the release, and the condition hangs on it when the
    /// tests at `written` are answered as the release does.
    fn changes(&self, test: &Test, release: i64, written: &[TokenIndex]) -> bool {
        let value = self.value(self.name(test.token), release);
        if test.holds(None) == test.holds(Some(value)) {
            return false;
        }
        let directive = &self.file.tree.preprocessor.directives[test.directive as usize];
        let condition = Condition::read(&self.file.tree, directive);
        let truth = |known: &dyn Fn(TokenIndex) -> Option<i64>| {
            let condition = condition.as_ref()?;
            condition.truth(&|token| self.known(token, known(token)))
        };
        let left = truth(&|token| written.contains(&token).then_some(release));
        left.is_none() || left != truth(&|_| Some(release))
    }

    /// Why AMD cannot take a branch.
    fn objection(&self, branch: usize, sink: &Sink) -> Option<String> {
        let (file, group) = (self.file, self.group);
        let told = |what: &str| format!("{}: {what}", heading(file, group, Some(branch)));
        let branch = &group.branches[branch];
        if branch.start >= branch.end {
            return None;
        }
        let tokens = &file.tree.tokens;
        let span = tokens
            .span(branch.start as usize)
            .join(tokens.span(branch.end as usize - 1));
        let is_compiled = |d: &Diagnostic| !sink.unused.iter().any(|u| u.contains(d.span));
        let found = sink.diagnostics.iter().find(|d| {
            span.contains(d.span)
                && is_compiled(d)
                && d.severity > Severity::Note
                && d.applicability == Applicability::Manual
                && d.code != ARCH_GATE
        });
        if let Some(found) = found {
            return Some(told(&found.message));
        }
        let says_no = directives(file, branch).any(|d| d.kind == DirectiveKind::Message);
        (says_no || says_unsupported(file, branch)).then(|| told("it does not do the work"))
    }

    /// True unless a branch defines macros that another one does not.
    fn defines_are_alternatives(&self) -> bool {
        let (file, tokens) = (self.file, &self.file.tree.tokens);
        let defined = |branch: &Branch| -> BTreeSet<Vec<u8>> {
            directives(file, branch)
                .filter(|d| matches!(d.kind, DirectiveKind::Define | DirectiveKind::Undef))
                .filter_map(|d| match d.kind {
                    DirectiveKind::Define => Some(read_define(tokens, d)?.name),
                    _ => d.arguments(tokens).next(),
                })
                .map(|name| tokens.name(name as usize, file.text()).into_owned())
                // A stand-in for what some release lacks is looked at where it is used.
                .filter(|name| file.decide(name).is_none())
                .collect()
        };
        let sets: Vec<_> = self.group.branches.iter().map(defined).collect();
        let last = self.group.branches.last().map(|b| b.directive as usize);
        let is_else =
            last.is_some_and(|l| file.tree.preprocessor.directives[l].kind == DirectiveKind::Else);
        sets.iter().all(BTreeSet::is_empty) || is_else && sets.windows(2).all(|w| w[0] == w[1])
    }

    /// Writes the tests that AMD answers otherwise than a release does.
    fn write(&self, release: i64, sink: &mut Sink) {
        let taken = self.taken(Some(release));
        sink.unused.extend(others(self.file, self.group, &taken));
        let mut written = Vec::new();
        for test in &self.tests {
            sink.statistics.names_seen += 1;
            if !self.changes(test, release, &written) {
                sink.statistics.names_kept += 1;
                continue;
            }
            let value = self.value(self.name(test.token), release);
            let wanted = test.holds(Some(value));
            sink.statistics.names_changed += 1;
            self.extend(test, wanted, sink);
            written.push(test.token);
            let name = String::from_utf8_lossy(self.name(test.token));
            let now = match taken.as_slice() {
                [only] => format!("which takes {} now", heading(self.file, self.group, *only)),
                _ if wanted => "where the test holds now".to_owned(),
                _ => "where the test fails now".to_owned(),
            };
            let message = format!("`{name}` is not defined on AMD, {now}");
            let advice = "look whether this is the branch that AMD devices need";
            let span = self.file.tree.tokens.span(test.token as usize);
            let found = Diagnostic::new(VERSION_GATE, span, message).advice(advice);
            sink.report(found.severity(Severity::Note).review());
        }
    }

    /// Adds what AMD answers to a test.
    fn extend(&self, test: &Test, wanted: bool, sink: &mut Sink) {
        let file = self.file;
        let directive = &file.tree.preprocessor.directives[test.directive as usize];
        let shown = String::from_utf8_lossy(test.span.of(file.text()));
        // The compiler's own version is known before any header is.
        let amd = if self.name(test.token).starts_with(b"__CUDACC") {
            "defined(__HIPCC__)"
        } else {
            "defined(__HIP_PLATFORM_AMD__)"
        };
        let by_name = match directive.kind {
            DirectiveKind::Ifdef | DirectiveKind::Elifdef => Some(false),
            DirectiveKind::Ifndef | DirectiveKind::Elifndef => Some(true),
            _ => None,
        };
        let Some(negated) = by_name else {
            let text = if wanted {
                format!("{shown} || {amd}")
            } else {
                format!("{shown} && !{amd}")
            };
            let text = if test.alone {
                text
            } else {
                format!("({text})")
            };
            sink.replace(test.span, text, "rule:version-gate");
            return;
        };
        let keyword = match directive.kind {
            DirectiveKind::Ifdef | DirectiveKind::Ifndef => "if",
            _ => "elif",
        };
        let text = if negated {
            format!("{keyword} !defined({shown}) && !{amd}")
        } else {
            format!("{keyword} defined({shown}) || {amd}")
        };
        let whole = file
            .tree
            .tokens
            .span(directive.name as usize)
            .join(test.span);
        sink.replace(whole, text, "rule:version-gate");
    }

    /// Reports tests that are left.
    fn report(&self, why: Option<&str>, sink: &mut Sink) {
        let left = self.taken(None);
        for test in &self.tests {
            sink.statistics.names_seen += 1;
            sink.statistics.names_flagged += 1;
            let name = self.name(test.token);
            let target = self.file.context.target;
            let Some(MacroRole::Version(advice)) =
                self.file.context.mappings.macro_role(name, target)
            else {
                continue;
            };
            let shown = String::from_utf8_lossy(name);
            let takes = match left.as_slice() {
                [only] => format!(": AMD takes {}", heading(self.file, self.group, *only)),
                _ => String::new(),
            };
            let message = format!("`{shown}` is tested, and HIP does not define it{takes}");
            let span: Span = self.file.tree.tokens.span(test.token as usize);
            let mut found = Diagnostic::new(VERSION_GATE, span, message).advice(advice);
            if let Some(why) = why {
                found = found.reason(why);
            }
            sink.report(found);
        }
    }
}

/// The directives that stand in a branch.
fn directives<'f>(
    file: &'f File<'_>,
    branch: &Branch,
) -> impl Iterator<Item = &'f cu2hip_syntax::directive::Directive> + use<'f> {
    let all = &file.tree.preprocessor.directives;
    let first = all.partition_point(|d| d.hash < branch.start);
    let end = branch.end;
    all[first..].iter().take_while(move |d| d.hash < end)
}

/// True if a branch does little more than say that it cannot do the work.
fn says_unsupported(file: &File<'_>, branch: &Branch) -> bool {
    let mut positions = positions(file, branch);
    let is_short = positions.len() <= LONGEST_REFUSAL;
    is_short
        && positions.any(|position| {
            let text = file.spelling(position);
            let plain: Vec<u8> = text
                .iter()
                .map(|b| {
                    if *b == b'_' {
                        b' '
                    } else {
                        b.to_ascii_lowercase()
                    }
                })
                .collect();
            [&b"not support"[..], b"unsupported", b"not implemented"]
                .iter()
                .any(|words| memchr::memmem::find(&plain, words).is_some())
        })
}
