//! Counts by name, conditions over them, and texts that quote them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Numbers by name; what was never counted is 0.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Counts(BTreeMap<String, u64>);

impl Counts {
    /// The number of a name.
    pub fn get(&self, name: &str) -> u64 {
        self.0.get(name).copied().unwrap_or(0)
    }

    /// Adds to a name.
    pub fn add(&mut self, name: &str, number: u64) {
        if number == 0 {
            return;
        }
        if let Some(known) = self.0.get_mut(name) {
            *known += number;
        } else {
            self.0.insert(name.to_owned(), number);
        }
    }

    /// Sets a name, also to 0.
    pub fn set(&mut self, name: &str, number: u64) {
        self.0.insert(name.to_owned(), number);
    }

    /// Adds all of `other`.
    pub fn extend(&mut self, other: &Self) {
        for (name, number) in &other.0 {
            self.add(name, *number);
        }
    }

    /// All names with their numbers, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u64)> {
        self.0.iter().map(|(name, number)| (name.as_str(), *number))
    }

    /// The named counts alone, each present.
    #[must_use]
    pub fn only(&self, names: &[String]) -> Self {
        let pick = |name: &String| (name.clone(), self.get(name));
        Self(names.iter().map(pick).collect())
    }
}

/// A comparison of a count with a number, written `name >= 3` or `name < 3`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Condition {
    name: String,
    at_least: bool,
    number: u64,
}

impl Condition {
    /// True if it holds for `counts`.
    pub fn holds(&self, counts: &Counts) -> bool {
        (counts.get(&self.name) >= self.number) == self.at_least
    }
}

impl TryFrom<String> for Condition {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let wrong = || format!("`{text}` is no condition: write `name >= 3` or `name < 3`");
        let mut words = text.split_whitespace();
        let (Some(name), Some(sign), Some(number), None) =
            (words.next(), words.next(), words.next(), words.next())
        else {
            return Err(wrong());
        };
        let at_least = match sign {
            ">=" => true,
            "<" => false,
            _ => return Err(wrong()),
        };
        Ok(Self {
            name: name.to_owned(),
            at_least,
            number: number.parse().map_err(|_| wrong())?,
        })
    }
}

/// A text with `{name}` for a number or for a text of `words`.
pub(crate) fn fill(text: &str, counts: &Counts, words: &BTreeMap<&str, String>) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let Some((name, after)) = after.split_once('}') else {
            out.push('{');
            rest = after;
            continue;
        };
        match words.get(name) {
            Some(word) => out.push_str(word),
            None => out.push_str(&grouped(counts.get(name))),
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

/// A number with a comma for each three digits.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_compare_counts() {
        let mut counts = Counts::default();
        counts.add("kernels", 3);
        let holds = |text: &str| Condition::try_from(text.to_owned()).map(|c| c.holds(&counts));
        assert_eq!(holds("kernels >= 3"), Ok(true));
        assert_eq!(holds("kernels < 3"), Ok(false));
        assert_eq!(holds("none < 1"), Ok(true));
        assert!(holds("kernels > 3").is_err());
        assert!(holds("kernels >= many").is_err());
    }

    #[test]
    fn texts_quote_counts_and_words() {
        let mut counts = Counts::default();
        counts.add("lines", 12_345);
        let words = BTreeMap::from([("names", "cuDNN".to_owned())]);
        let text = fill("{lines} lines, {names}, {none} {", &counts, &words);
        assert_eq!(text, "12,345 lines, cuDNN, 0 {");
    }
}
