//! From records of a blob to decisions.

use crate::api::ROCM_RELEASES;
use crate::blob::{Blob, Cursor};
use crate::decision::{
    Action, CallRule, Condition, Decision, Define, Flag, HeaderDecision, Kind, NamespaceDecision,
    Note, Reason, ValueChange,
};
use crate::macros;
use crate::mention::Weight;
use crate::target::{RocmVersion, Side, Target};

/// The reasons, by the byte that stands for each.
pub(crate) const REASONS: [Reason; 5] = [
    Reason::NeverInHip,
    Reason::RemovedFromCuda,
    Reason::NeedsNewerRocm,
    Reason::OtherTargetHasIt,
    Reason::Differs,
];

const KINDS: [Kind; 7] = [
    Kind::Function,
    Kind::DeviceFunction,
    Kind::Type,
    Kind::Enumerator,
    Kind::Macro,
    Kind::Variable,
    Kind::Field,
];

pub(crate) fn kind(byte: u8) -> Kind {
    KINDS
        .get(usize::from(byte))
        .copied()
        .unwrap_or(Kind::Function)
}

/// True if a name is an ordinary word, without a prefix that CUDA reserves.
pub(crate) fn is_unprefixed(key: &str) -> bool {
    const PREFIXES: [&str; 43] = [
        "__",
        "cuda",
        "CUDA",
        "CU_",
        "CUBLAS",
        "cublas",
        "CUDNN",
        "cudnn",
        "CUFFT",
        "cufft",
        "CURAND",
        "curand",
        "CUSPARSE",
        "cusparse",
        "CUSOLVER",
        "cusolver",
        "CUTENSOR",
        "cutensor",
        "nccl",
        "NCCL",
        "pnccl",
        "nvrtc",
        "NVRTC",
        "nvtx",
        "NVTX",
        "nv_bfloat",
        "make_cu",
        "NVJITLINK_",
        "nvml",
        "NVML_",
        "nvjpeg",
        "NVJPEG_",
        "nvshmem",
        "NVSHMEM",
        "npp",
        "Npp",
        "NPP_",
        "cupti",
        "CUPTI_",
        "CUFILE_",
        "FFTW_",
        "fftw_",
        "fftwf_",
    ];
    let driver = |p: &str| {
        key.strip_prefix(p)
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase() || c == '_'))
    };
    let types = key
        .strip_prefix("CU")
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase()));
    !(PREFIXES.iter().any(|p| key.starts_with(p)) || driver("cu") || driver("nv") || types)
}

/// True for device functions that are named by ordinary words (`umin`): device code has other names
/// too, so that they need not show that a text is CUDA.
pub(crate) fn is_ordinary(unprefixed: bool, kind: Kind, library: &str) -> bool {
    unprefixed && kind == Kind::Function && library == "device"
}

/// Whether a release has a name.
enum Availability {
    Yes,
    /// The release that brought it.
    Needs(&'static str),
    /// The last release that had it.
    Gone(&'static str),
}

/// The bit of the newest known release that is not newer than `rocm`.
fn release_bit(rocm: RocmVersion) -> u8 {
    ROCM_RELEASES
        .iter()
        .rev()
        .find(|r| (r.1, r.2) <= (rocm.major, rocm.minor))
        .map_or(1, |r| r.0)
}

fn availability(mask: u8, rocm: RocmVersion) -> Availability {
    let bit = release_bit(rocm);
    // Of 10.0 only names in language bindings are known: what 7.2 has counts as there.
    let known = if bit == 4 { bit | 2 } else { bit };
    // What an older and a newer release have is there in between.
    let (older, newer) = (mask & (bit - 1), mask & !(bit | (bit - 1)));
    if mask & known != 0 || (older != 0 && newer != 0) {
        return Availability::Yes;
    }
    match ROCM_RELEASES.iter().find(|r| mask & r.0 != 0 && r.0 > bit) {
        Some(newer) => Availability::Needs(newer.3),
        None => Availability::Gone(
            ROCM_RELEASES
                .iter()
                .rev()
                .find(|r| mask & r.0 != 0)
                .map_or("6.4", |r| r.3),
        ),
    }
}

/// A record of a name, read up to its sides.
#[derive(Debug)]
pub(crate) struct NameRecord<'a> {
    pub(crate) name: &'a str,
    pub(crate) kind: Kind,
    pub(crate) unprefixed: bool,
    pub(crate) arity: Option<(u8, u8)>,
    pub(crate) library: &'a str,
    pub(crate) id: &'a str,
    sides: [[Option<Cursor<'a>>; 3]; 2],
}

impl<'a> NameRecord<'a> {
    pub(crate) fn read(mut cursor: Cursor<'a>) -> Self {
        let name = cursor.string();
        let kind = kind(cursor.byte());
        let flags = cursor.byte();
        let arity = (cursor.byte(), cursor.byte());
        Self {
            name,
            kind,
            unprefixed: flags & 1 != 0,
            arity: (flags & 2 != 0).then_some(arity),
            library: cursor.string(),
            id: cursor.string(),
            sides: std::array::from_fn(|_| std::array::from_fn(|_| cursor.link())),
        }
    }

    fn side(&self, target: &Target) -> [Option<Cursor<'a>>; 3] {
        match target.side_of(self.library) {
            Side::Hip => self.sides[0],
            Side::Roc => self.sides[1],
        }
    }

    /// True if the record holds more than a remark for a target.
    pub(crate) fn decides(&self, target: &Target) -> bool {
        self.side(target)[0].is_some()
    }

    /// The remark for a target.
    pub(crate) fn note(&self, target: &Target) -> Option<Note<'a>> {
        self.side(target)[1].and_then(|at| note(at, target.rocm))
    }

    /// The decision for a target; none if the record holds only a remark.
    pub(crate) fn decision(&self, target: &Target) -> Option<Decision<'a>> {
        let [act, note_at, value] = self.side(target);
        let action = action(act?, target.rocm);
        let value = value.map(|mut c| ValueChange {
            cuda: c.long(),
            target: c.long(),
        });
        Some(Decision {
            name: self.name,
            kind: self.kind,
            library: self.library,
            arity: self.arity,
            note: note_at
                .and_then(|at| note(at, target.rocm))
                .filter(|_| !matches!(action, Action::Flag(_))),
            action,
            value,
            unprefixed: self.unprefixed,
            id: self.id,
        })
    }
}

fn action(mut at: Cursor<'_>, rocm: RocmVersion) -> Action<'_> {
    match at.byte() {
        1 => {
            let mask = at.byte();
            let to = at.string();
            unavailable(mask, rocm, Some(to)).map_or(Action::Rename(to), Action::Flag)
        }
        2 => {
            let mask = at.byte();
            unavailable(mask, rocm, None).map_or(Action::Stay, Action::Flag)
        }
        3 => {
            let bare = at.optional();
            let count = at.byte();
            let rules: Vec<CallRule<'_>> = (0..count).filter_map(|_| rule(&mut at, rocm)).collect();
            match (rules.as_slice(), bare) {
                ([only], Some(to)) if is_rename(only, to) => Action::Rename(to),
                _ => Action::Call { rules, bare },
            }
        }
        _ => Action::Flag(flag(at)),
    }
}

/// The flag for a target name that the release lacks.
fn unavailable(mask: u8, rocm: RocmVersion, to: Option<&str>) -> Option<Flag<'_>> {
    let (reason, detail, advice, effort) = match availability(mask, rocm) {
        Availability::Yes => return None,
        Availability::Needs(release) => (Reason::NeedsNewerRocm, release, None, "minutes"),
        Availability::Gone(release) => (
            Reason::NeverInHip,
            release,
            Some("ROCm dropped the counterpart after the release named here"),
            "hours",
        ),
    };
    Some(Flag {
        reason,
        detail: Some(detail),
        advice,
        nearest: to,
        effort,
        code: None,
    })
}

/// True if a rule says no more than a rename does.
fn is_rename(rule: &CallRule<'_>, to: &str) -> bool {
    rule.when == Condition::default()
        && rule.note.is_none()
        && rule.include.is_none()
        && rule
            .template
            .is_some_and(|t| t.strip_prefix(to) == Some("($*)"))
}

/// Reads a rule; none if it is for other releases.
fn rule<'a>(at: &mut Cursor<'a>, rocm: RocmVersion) -> Option<CallRule<'a>> {
    let mask = at.byte();
    let mut template = at.optional();
    let include = at.optional();
    let mut remark = at.link().and_then(|n| note(n, rocm));
    let default = at.byte() == 1;
    let args = Some(at.byte()).filter(|n| *n != 0xff);
    let (cuda_min, cuda_below) = (version(at), version(at));
    let range = (version(at), version(at));
    let mut table = || {
        let count = at.byte();
        (0..count).map(|_| (at.byte(), at.string())).collect()
    };
    let (arg_is, arg_type) = (table(), table());
    if !is_within(rocm, range) {
        return None;
    }
    let missing = match availability(mask, rocm) {
        Availability::Yes => None,
        Availability::Needs("7.2") => Some("the counterpart of this form exists from ROCm 7.2 on"),
        Availability::Needs(_) => Some("the counterpart of this form exists from ROCm 10.0 on"),
        Availability::Gone(_) => Some("ROCm dropped the counterpart of this form"),
    };
    if let (Some(message), Some(_)) = (missing, template) {
        template = None;
        remark = Some(Note {
            code: "CH1003",
            severity: "error",
            message,
            advice: Some("Choose another release with --rocm, or guard the call."),
        });
    }
    Some(CallRule {
        when: Condition {
            args,
            arg_is,
            arg_type,
            cuda_min,
            cuda_below,
        },
        template,
        include,
        note: remark,
        default,
    })
}

fn flag(mut at: Cursor<'_>) -> Flag<'_> {
    let reason = REASONS
        .get(usize::from(at.byte()))
        .copied()
        .unwrap_or(Reason::NeverInHip);
    let detail = at.optional();
    let advice = at.optional();
    let nearest = at.optional();
    let code = at.optional();
    Flag {
        reason,
        detail,
        advice,
        nearest,
        effort: at.string(),
        code,
    }
}

/// Reads a remark; none if it is about other releases.
fn note(mut at: Cursor<'_>, rocm: RocmVersion) -> Option<Note<'_>> {
    let note = Note {
        code: at.string(),
        severity: at.string(),
        message: at.string(),
        advice: at.optional(),
    };
    let range = (version(&mut at), version(&mut at));
    is_within(rocm, range).then_some(note)
}

/// A version of a range.
type Bound = Option<(u16, u16)>;

fn version(at: &mut Cursor<'_>) -> Bound {
    let pair = (at.half(), at.half());
    Some(pair).filter(|v| v.0 != u16::MAX)
}

fn is_within(rocm: RocmVersion, (least, below): (Bound, Bound)) -> bool {
    let release = (rocm.major, rocm.minor);
    least.is_none_or(|v| release >= v) && below.is_none_or(|v| release < v)
}

pub(crate) fn header<'a>(mut at: Cursor<'a>, target: &Target) -> HeaderDecision<'a> {
    let _key = at.string();
    let library = at.string();
    let flags = at.byte();
    let flag = at.link().map(flag);
    let mut list = || -> Vec<&'a str> {
        let count = at.byte();
        (0..count).map(|_| at.string()).collect()
    };
    let (hip, roc) = (list(), list());
    let side = target.side_of(library);
    let count = at.byte();
    let defines = (0..count)
        .filter_map(|_| define(&mut at, side, target.rocm))
        .collect();
    // PyTorch's headers stay unless their names are rewritten.
    let rewritten = library == "torch" && side == Side::Roc && !roc.is_empty();
    HeaderDecision {
        to: match side {
            Side::Hip => hip,
            Side::Roc => roc,
        },
        stays: flags & 1 != 0 && !rewritten,
        is_runtime: flags & 2 != 0,
        is_cxx: flags & 4 != 0,
        library,
        defines,
        flag,
    }
}

/// Reads a macro to define; none if it is for another side or release.
fn define<'a>(at: &mut Cursor<'a>, side: Side, rocm: RocmVersion) -> Option<Define<'a>> {
    let wanted = match at.byte() {
        1 => Some(Side::Hip),
        2 => Some(Side::Roc),
        _ => None,
    };
    let (name, with) = (at.string(), at.optional());
    let range = (version(at), version(at));
    let fits = wanted.is_none_or(|w| w == side) && is_within(rocm, range);
    fits.then_some(Define { name, with })
}

pub(crate) fn namespace<'a>(mut at: Cursor<'a>, target: &Target) -> NamespaceDecision<'a> {
    let _key = at.string();
    let library = at.string();
    let to = at.optional();
    let flag = at.link().map(flag);
    let hip = target.side_of(library) == Side::Hip;
    match library {
        // PyTorch's names are rewritten on request only, and not reported then.
        "torch" if hip => NamespaceDecision {
            library,
            to: None,
            flag,
        },
        "torch" => NamespaceDecision {
            library,
            to,
            flag: None,
        },
        _ => NamespaceDecision { library, to, flag },
    }
}

/// The family rule that fits a name.
pub(crate) fn family<'a>(blob: Blob<'a>, name: &[u8]) -> Option<FamilyHit<'a>> {
    let mut at = blob.name_of(&[b"~", name.first_chunk::<3>()?])?;
    let _key = at.string();
    let count = at.half();
    for _ in 0..count {
        let prefix = at.string();
        let (library, id, hit) = (at, at.skipped(4), at.skipped(8));
        at = at.skipped(12);
        let fits = name.strip_prefix(prefix.as_bytes()).is_some_and(|rest| {
            let last = prefix.ends_with(|c: char| !c.is_ascii_lowercase());
            // The beginning alone is a name where it looks like one (`ncclTeam`), else a word (`nvml`).
            let whole = || prefix.contains(|c: char| c.is_ascii_uppercase());
            last || rest.first().map_or_else(whole, |c| !c.is_ascii_lowercase())
        });
        if let (true, Some(hit)) = (fits, { hit }.link()) {
            return Some(FamilyHit {
                prefix,
                library: { library }.string(),
                id: { id }.string(),
                flag: flag(hit),
            });
        }
    }
    None
}

/// A family rule that fits.
pub(crate) struct FamilyHit<'a> {
    pub(crate) prefix: &'a str,
    pub(crate) library: &'a str,
    pub(crate) id: &'a str,
    pub(crate) flag: Flag<'a>,
}

/// The header pattern that fits a path.
pub(crate) fn pattern<'a>(blob: Blob<'a>, path: &[u8]) -> Option<Cursor<'a>> {
    let mut at = blob.at(blob.layout.patterns);
    let count = at.half();
    for _ in 0..count {
        let prefix = at.string();
        let hit = at.link();
        if path.starts_with(prefix.as_bytes()) {
            return hit;
        }
    }
    None
}

/// The mask of ROCm releases that declare a name.
pub(crate) fn rocm_mask(blob: Blob<'_>, name: &[u8]) -> u8 {
    blob.facts(name).map_or(0, |mut at| {
        let _name = at.string();
        at.byte()
    })
}

/// True if the release declares a name with this mask.
pub(crate) fn declared(mask: u8, rocm: RocmVersion) -> bool {
    matches!(availability(mask, rocm), Availability::Yes)
}

/// What a word of a text shows by itself.
pub(crate) fn weigh(blob: Blob<'_>, word: &[u8]) -> Weight {
    let may_belong = blob.may_belong(word);
    if !may_belong && !blob.may_know(word) {
        return Weight::Unknown;
    }
    if let Some(record) = blob.name(word).map(NameRecord::read) {
        if !is_ordinary(record.unprefixed, record.kind, record.library) {
            return Weight::Name;
        }
        let decision = record.decision(&Target::default());
        let changes = |d: Decision<'_>| d.action != Action::Stay || d.note.is_some();
        if decision.is_some_and(changes) {
            return Weight::Ordinary;
        }
    }
    match may_belong {
        false => Weight::Unknown,
        true if blob.name_of(&[b"@", word]).is_some() => Weight::Namespace,
        true if family(blob, word).is_some() || macros::tells_cuda(blob, word) => Weight::Name,
        true => Weight::Similar,
    }
}
