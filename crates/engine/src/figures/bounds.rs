//! Limits in words: `less than 2,500 feet`, `0 to 500`, `75+`, `up to 15 ft`.

use super::Exact;
use super::scan::{Kind, Token};

/// What a number must be to fall under a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Bounds {
    /// The least, and whether it is itself inside.
    pub low: Option<(Exact, bool)>,
    /// The most, and whether it is itself inside.
    pub high: Option<(Exact, bool)>,
}

impl Bounds {
    /// True for a number inside.
    pub fn hold(&self, value: Exact) -> bool {
        let above = self
            .low
            .is_none_or(|(low, inside)| value > low || (inside && value == low));
        let below = self
            .high
            .is_none_or(|(high, inside)| value < high || (inside && value == high));
        above && below
    }
}

/// A limit and the token of its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// Token of the number, the later one of two.
    pub token: usize,
    /// What it allows.
    pub bounds: Bounds,
}

/// What stands before a number and allows what is smaller; whether the number
/// itself is inside.
const BEFORE_HIGH: &[(&str, bool)] = &[
    ("up to", true),
    ("not more than", true),
    ("no more than", true),
    ("at most", true),
    ("not exceeding", true),
    ("maximum of", true),
    ("less than or equal to", true),
    ("<=", true),
    ("≤", true),
    ("less than", false),
    ("fewer than", false),
    ("smaller than", false),
    ("under", false),
    ("below", false),
    ("within", true),
    ("<", false),
    ("hasta", true),
    ("como máximo", true),
    ("menos de", false),
    ("inferior a", false),
    ("menor de", false),
    ("bis zu", true),
    ("bis", true),
    ("höchstens", true),
    ("weniger als", false),
    ("unter", false),
];
/// The same for what is larger.
const BEFORE_LOW: &[(&str, bool)] = &[
    ("at least", true),
    ("not less than", true),
    ("no less than", true),
    ("minimum of", true),
    ("greater than or equal to", true),
    (">=", true),
    ("≥", true),
    ("from", true),
    ("more than", false),
    ("greater than", false),
    ("larger than", false),
    ("over", false),
    ("above", false),
    ("exceeding", false),
    ("exceeds", false),
    (">", false),
    ("a partir de", true),
    ("al menos", true),
    ("desde", true),
    ("más de", false),
    ("superior a", false),
    ("mayor de", false),
    ("mindestens", true),
    ("ab", true),
    ("mehr als", false),
    ("über", false),
];
/// What stands behind a number and allows what is larger.
const BEHIND_LOW: &[&str] = &[
    "+",
    "or more",
    "and more",
    "or greater",
    "or higher",
    "and over",
    "and up",
    "up",
    "and above",
    "or over",
    "or older",
    "y más",
    "o más",
    "und mehr",
    "oder mehr",
];
/// The same for what is smaller.
const BEHIND_HIGH: &[&str] = &[
    "or less",
    "or fewer",
    "and under",
    "or below",
    "o menos",
    "oder weniger",
];
/// What joins the two ends of a stretch.
const TO: &[&str] = &["-", "–", "−", "—", "to", "through", "a", "bis", "hasta"];

/// The limits that a text sets, in order.
pub fn limits(text: &str, tokens: &[Token]) -> Vec<Limit> {
    let mut found: Vec<Limit> = Vec::new();
    let numbers: Vec<usize> = (0..tokens.len())
        .filter(|&at| tokens[at].is_number())
        .collect();
    for (place, &at) in numbers.iter().enumerate() {
        let Some(value) = tokens[at].value else {
            continue;
        };
        let before = place.checked_sub(1).map(|before| numbers[before]);
        let from = before.map_or(0, |before| tokens[before].end);
        let lead = text
            .get(from..tokens[at].start)
            .unwrap_or_default()
            .to_lowercase();
        let between = lead.trim_matches(|c: char| c.is_whitespace() || c == '$' || c == '%');
        let next = tokens
            .get(at + 1)
            .map_or(text.len(), |next| next.start.max(tokens[at].end));
        if let Some(low) = before
            .filter(|_| joins(between))
            .and_then(|before| tokens[before].value)
            && (low <= value || falls(low, value))
        {
            found.retain(|limit| Some(limit.token) != before);
            found.push(Limit {
                token: at,
                bounds: Bounds {
                    low: Some((low.min(value), true)),
                    high: Some((low.max(value), true)),
                },
            });
        } else if let Some(bounds) = one_sided(
            between,
            behind(text, tokens[at].end, next),
            value,
            text[..tokens[at].end].ends_with('+'),
        ) {
            found.push(Limit { token: at, bounds });
        }
    }
    found
}

/// `80 – 67` of a scale that begins with its best; `2024-25` counts years and is no stretch.
fn falls(first: Exact, last: Exact) -> bool {
    /// The first number is at most so many times the last.
    const TIMES_MAX: i64 = 10;
    last.times(Exact::whole(TIMES_MAX))
        .is_some_and(|most| first <= most)
}

/// `0 to`, `0 feet to`: the unit may stand with the first number, too.
fn joins(between: &str) -> bool {
    let mut words = between.split_whitespace();
    let last = words.next_back().unwrap_or_default();
    TO.contains(&last) && words.count() <= 1
}

fn behind(text: &str, from: usize, next: usize) -> &str {
    let end = text[from..]
        .char_indices()
        .nth(24)
        .map_or(text.len(), |(at, _)| from + at);
    text.get(from..end.max(next).min(text.len()))
        .unwrap_or_default()
}

fn one_sided(before: &str, behind: &str, value: Exact, open: bool) -> Option<Bounds> {
    let behind = behind.to_lowercase();
    let behind = behind.trim_start();
    // A unit may stand between: `5 years or more`.
    let past_unit = behind.split_once(' ').map_or("", |(_, rest)| rest);
    let follows = |signs: &[&str]| {
        signs
            .iter()
            .any(|sign| behind.starts_with(sign) || past_unit.starts_with(sign))
    };
    let low = |inside| Bounds {
        low: Some((value, inside)),
        high: None,
    };
    let high = |inside| Bounds {
        low: None,
        high: Some((value, inside)),
    };
    if open || follows(BEHIND_LOW) {
        return Some(low(true));
    }
    if follows(BEHIND_HIGH) {
        return Some(high(true));
    }
    let ends = |list: &'static [(&'static str, bool)]| {
        let fits = list.iter().filter(|(sign, _)| ends_with_word(before, sign));
        fits.max_by_key(|(sign, _)| sign.len()).copied()
    };
    match (ends(BEFORE_LOW), ends(BEFORE_HIGH)) {
        (Some((a, _)), Some((b, inside))) if b.len() > a.len() => Some(high(inside)),
        (Some((_, inside)), _) => Some(low(inside)),
        (None, Some((_, inside))) => Some(high(inside)),
        (None, None) => None,
    }
}

fn ends_with_word(text: &str, sign: &str) -> bool {
    text.strip_suffix(sign).is_some_and(|before| {
        !sign.starts_with(char::is_alphabetic) || !before.ends_with(char::is_alphanumeric)
    })
}

/// The limit that a cell as a whole sets: `0 to 500 feet`, `3+`, `< 26 ft`.
pub fn of_cell(text: &str, tokens: &[Token]) -> Option<Bounds> {
    let numbers = tokens.iter().filter(|token| token.is_number()).count();
    let words = tokens
        .iter()
        .filter(|token| token.kind == Kind::Word)
        .count();
    if numbers == 0 || numbers > 2 || words > 6 {
        return None;
    }
    match limits(text, tokens).as_slice() {
        [only] => Some(only.bounds),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::scan::{Notation, scan};
    use super::{Exact, limits, of_cell};

    fn cell(text: &str, value: i64) -> Option<bool> {
        let tokens = scan(text, Notation::Point);
        of_cell(text, &tokens).map(|bounds| bounds.hold(Exact::whole(value)))
    }

    #[test]
    fn cells_hold_what_they_say() {
        for (text, value, inside) in [
            ("0 to 500 feet", 500, true),
            ("0 to 500 feet", 501, false),
            ("51-100 Horsepower", 75, true),
            ("5 – 9", 9, true),
            ("80 – 67", 74, true),
            ("80 – 67", 81, false),
            ("75+ years", 80, true),
            ("30+ miles", 29, false),
            ("< 26 ft", 26, false),
            ("Up to 15 ft", 15, true),
            ("über 100", 100, false),
            ("5 years or more", 5, true),
            ("$1,000 or less", 1000, true),
        ] {
            assert_eq!(cell(text, value), Some(inside), "{text} {value}");
        }
        assert_eq!(cell("HO3", 3), None);
        assert_eq!(cell("2024-25", 2000), None);
        assert_eq!(cell("1.140", 1), None);
    }

    #[test]
    fn sentences_hold_several_limits() {
        let text = "Homes less than 2500 feet from the coast receive 5%; those greater than > 2500 from it 2%.";
        let tokens = scan(text, Notation::Point);
        let found = limits(text, &tokens);
        let near: Vec<bool> = found
            .iter()
            .map(|limit| limit.bounds.hold(Exact::whole(1800)))
            .collect();
        let far: Vec<bool> = found
            .iter()
            .map(|limit| limit.bounds.hold(Exact::whole(3000)))
            .collect();
        assert_eq!((near, far), (vec![true, false], vec![false, true]));
    }
}
