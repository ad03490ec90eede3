//! Better words for what a reader of TOML says.

/// The candidate that `word` was most likely meant to be: at most a third of it is wrong.
pub fn nearest<'a>(word: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let limit = word.chars().count().div_ceil(3);
    candidates
        .map(|candidate| (strsim::damerau_levenshtein(word, candidate), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// The message with a hint where it names an unknown key or value.
pub(super) fn explain(message: &str) -> String {
    let known = |start: &str, noun: &str| {
        let rest = message.strip_prefix(start)?;
        let (word, rest) = rest.split_once('`')?;
        let candidates: Vec<&str> = rest.split('`').skip(1).step_by(2).collect();
        Some(match nearest(word, candidates.iter().copied()) {
            Some(near) => format!("unknown {noun} `{word}`: did you mean `{near}`?"),
            None => format!(
                "unknown {noun} `{word}`: there are {}",
                candidates.join(", ")
            ),
        })
    };
    known("unknown field `", "key")
        .or_else(|| known("unknown variant `", "value"))
        .unwrap_or_else(|| message.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_is_named_and_else_all() {
        let message = "unknown field `rocn`, expected one of `rocm`, `cuda`";
        assert_eq!(explain(message), "unknown key `rocn`: did you mean `rocm`?");
        let message = "unknown field `colour`, expected `rocm` or `cuda`";
        assert_eq!(
            explain(message),
            "unknown key `colour`: there are rocm, cuda"
        );
        let message = "unknown variant `hipp`, expected `keep` or `hip`";
        assert_eq!(
            explain(message),
            "unknown value `hipp`: did you mean `hip`?"
        );
        assert_eq!(explain("other"), "other");
    }
}
