//! The result of an audit as data: what `--format json` prints, and what all other forms are made
//! from. Within one [`FORMAT`] fields are only added.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::counts::Counts;
use crate::rules::Level;

/// Version of the form.
pub const FORMAT: u32 = 1;

macro_rules! data {
    ($(#[$attribute:meta])* $name:ident { $($(#[$field_attribute:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$attribute])*
        #[derive(Debug, Clone, Default, Serialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub struct $name { $($(#[$field_attribute])* pub $field: $type,)* }
    };
}

data! {
    /// An audit.
    Audit {
        /// Version of this form.
        format: u32,
        /// Version of cu2hip.
        version: String,
        /// Name of the audited folder.
        repo: String,
        /// The six dimensions.
        dimensions: Dimensions,
        /// Libraries and packages that are used.
        libraries: Vec<Library>,
        /// What has no way to AMD today, by component.
        hard_stops: Vec<HardStop>,
        /// The layer of networking and collectives, by itself.
        networking: Networking,
        /// The layer of software, by itself.
        software: Software,
        /// Parts of the repository that stand or fall together, the heaviest first.
        components: Vec<Component>,
        /// Which way fits which component.
        paths: Vec<Path>,
        /// The verdict.
        score: Score,
        /// The estimate from below.
        effort: Effort,
        /// Findings of the translation and other work, by effort.
        work: Vec<Work>,
        /// Folders by what was found in them.
        folders: Vec<Folder>,
        /// Files and lines that were read, by language.
        read: BTreeMap<String, Read>,
        /// Findings by architecture and severity, where it was asked for.
        targets: BTreeMap<String, BTreeMap<String, u64>>,
        /// Earlier commits, the oldest first, where it was asked for.
        history: Vec<Moment>,
        /// Against an earlier audit, where one was given.
        comparison: Option<Comparison>,
        /// What could not be read.
        errors: Vec<String>,
    }
}

data! {
    /// The six dimensions.
    Dimensions {
        /// Custom kernels.
        kernels: Dimension,
        /// Libraries.
        libraries: Dimension,
        /// How calls reach the device.
        framework: Dimension,
        /// Communication between devices.
        distributed: Dimension,
        /// Compilers, images, profilers, pipelines.
        toolchain: Dimension,
        /// Who can write kernels.
        team: Dimension,
    }
}

impl Dimensions {
    /// All with their names, in order.
    pub fn all(&self) -> [(&'static str, &Dimension); 6] {
        [
            ("kernels", &self.kernels),
            ("libraries", &self.libraries),
            ("framework", &self.framework),
            ("distributed", &self.distributed),
            ("toolchain", &self.toolchain),
            ("team", &self.team),
        ]
    }
}

data! {
    /// One dimension.
    Dimension {
        /// For people.
        title: String,
        /// software or networking.
        layer: String,
        /// How deep it binds.
        level: Level,
        /// True if it is guessed from something else.
        estimate: bool,
        /// The rule that decided, with its numbers.
        rule: String,
        /// All numbers that belong to it, over the whole repository but code of third parties.
        counts: Counts,
        /// Places; at most a few of each kind unless all were asked for.
        evidence: Vec<Evidence>,
    }
}

data! {
    /// A place.
    Evidence {
        /// Path from the root.
        file: String,
        /// Line, from 1.
        line: u32,
        /// The line's text.
        text: String,
        /// What it is.
        what: String,
        /// The count that it belongs to.
        key: String,
        /// Places of the same kind in the same file that it stands for.
        number: u64,
    }
}

data! {
    /// A library or package.
    Library {
        /// Its name.
        name: String,
        /// Files that use or name it.
        files: u64,
        /// Places.
        places: u64,
        /// One of the five layers.
        layer: String,
        /// native, fork, counterpart, partial or none.
        state: String,
        /// What takes its place on ROCm.
        counterpart: Option<String>,
        /// The component that uses it most.
        component: String,
        /// All components that use it.
        components: Vec<String>,
        /// Its weight.
        level: Level,
        /// Only in optional parts, tests or samples.
        optional: bool,
        /// The option of CMake without which it is not built, where one such is known.
        only_with: Option<String>,
        /// Where the state is from.
        source: String,
        /// high, medium or low.
        confidence: String,
        /// First places.
        evidence: Vec<Evidence>,
    }
}

data! {
    /// Something that has no way to AMD today.
    HardStop {
        /// What.
        name: String,
        /// Where.
        component: String,
        /// The repository works without it.
        optional: bool,
        /// The option of CMake without which it is not built, where one such is known.
        only_with: Option<String>,
        /// Places.
        evidence: Vec<Evidence>,
        /// The way out.
        way_out: String,
    }
}

data! {
    /// Networking and collectives.
    Networking {
        /// How deep it binds.
        level: Level,
        /// The rule that decided.
        rule: String,
        /// On a cluster of AMD devices alone.
        single_vendor: String,
        /// On a cluster of both vendors.
        mixed_vendor: String,
        /// Its numbers.
        counts: Counts,
        /// Environment variables that were seen, with their state on RCCL.
        environment: BTreeMap<String, String>,
    }
}

data! {
    /// Software and framework.
    Software {
        /// The highest level of its dimensions.
        level: Level,
        /// Its dimensions with level High.
        high: Vec<String>,
    }
}

data! {
    /// A part of the repository.
    Component {
        /// Its folder, with `:` and the target where a folder holds several.
        name: String,
        /// A wheel of its own, behind an option, tests or samples.
        optional: bool,
        /// The option of CMake without which it is not built, where one such is known.
        only_with: Option<String>,
        /// The target of CMake that its CUDA sources make, where there is one.
        target: Option<String>,
        /// Built for AMD already: none, shared (from the same sources) or beside (from others).
        dual_source: String,
        /// Levels by dimension.
        levels: BTreeMap<String, Level>,
        /// Names of its hard stops.
        hard_stops: Vec<String>,
        /// Its numbers.
        counts: Counts,
    }
}

data! {
    /// A way for a component.
    Path {
        /// The component.
        component: String,
        /// rocm-native, cu2hip, scale, triton, hetccl, stay, rewrite or none.
        path: String,
        /// False for a way that is listed beside the first one.
        first: bool,
        /// For it.
        because: String,
        /// Against it.
        against: String,
    }
}

data! {
    /// The verdict.
    Score {
        /// Number of dimensions with level High.
        high: u64,
        /// weeks to months, 3 to 6 months, 6 to 12 months, or that a hard stop comes first.
        band: String,
        /// What the number of High dimensions alone says.
        band_by_levels: String,
        /// Hard stops that are needed and hold it up.
        overridden_by: Vec<String>,
        /// The same over what is needed alone, where there are optional parts.
        without_optional: Option<Narrow>,
        /// Needed components that no hard stop binds, the heaviest first, where one binds others.
        free: Vec<String>,
        /// One sentence.
        summary: String,
    }
}

data! {
    /// The verdict over what is needed alone.
    Narrow {
        /// Number of dimensions with level High; the team counts as in the whole.
        high: u64,
        /// The time that this number stands for.
        band: String,
        /// Levels by dimension.
        levels: BTreeMap<String, Level>,
        /// The optional parts that are left out.
        parts: Vec<String>,
    }
}

data! {
    /// The estimate from below.
    Effort {
        /// Least and most hours.
        hours: [f64; 2],
        /// Least and most weeks of one person.
        weeks: [f64; 2],
        /// What it is made of.
        parts: Vec<EffortPart>,
        /// What it takes for granted.
        assumptions: Vec<String>,
        /// Calls of CUDA functions in C++.
        calls: u64,
        /// Of these, translated automatically or right as they are.
        calls_translated: u64,
        /// Lines of files with CUDA code.
        cuda_lines: u64,
        /// Of these, lines with a finding that a person must look at.
        open_lines: u64,
    }
}

data! {
    /// A part of the estimate.
    EffortPart {
        /// What.
        what: String,
        /// How many.
        number: u64,
        /// Least and most hours.
        hours: [f64; 2],
    }
}

data! {
    /// Work of one kind.
    Work {
        /// minutes, hours, days or no way today.
        effort: String,
        /// Code of the finding.
        code: String,
        /// Its name.
        name: String,
        /// Findings.
        number: u64,
        /// Files.
        files: u64,
    }
}

data! {
    /// A folder.
    Folder {
        /// Its path.
        path: String,
        /// Lines of files in which something was found.
        lines: u64,
        /// Lines of device code.
        device_lines: u64,
        /// Places that were found.
        hits: u64,
        /// Findings that wait for a person.
        findings: u64,
    }
}

data! {
    /// What was read.
    Read {
        /// Files.
        files: u64,
        /// Lines.
        lines: u64,
    }
}

data! {
    /// A commit.
    Moment {
        /// Its hash.
        commit: String,
        /// Its day.
        date: String,
        /// Number of dimensions with level High.
        high: u64,
        /// Levels by dimension.
        levels: BTreeMap<String, Level>,
        /// Numbers that make a trend.
        counts: Counts,
        /// Names of hard stops that are needed.
        hard_stops: Vec<String>,
    }
}

data! {
    /// What changed since an earlier audit.
    Comparison {
        /// Name of the earlier audit's folder.
        repo: String,
        /// Levels that changed: dimension, before, now.
        levels: Vec<[String; 3]>,
        /// Numbers that changed.
        counts: Vec<Changed>,
        /// Hard stops that are gone.
        stops_gone: Vec<String>,
        /// Hard stops that are new.
        stops_new: Vec<String>,
        /// Number of High dimensions before and now.
        high: [u64; 2],
        /// Most hours of the estimate before and now.
        hours: [f64; 2],
    }
}

data! {
    /// A number that changed.
    Changed {
        /// Dimension.
        dimension: String,
        /// Count.
        count: String,
        /// Before.
        before: u64,
        /// Now.
        now: u64,
    }
}
