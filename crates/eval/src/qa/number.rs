//! Numbers inside answers, and when two of them are the same result.

use std::iter::once;

/// How far a number may lie from the gold one and still be the same result:
/// half a percent forgives rounding at any step but no wrong factor.
pub const NUMBER_TOLERANCE: f64 = 0.005;

/// A number as it was written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Number {
    /// The value before any percent sign: 8 for `8%`.
    pub value: f64,
    /// Whether a percent sign followed.
    pub percent: bool,
    /// Whether it may be a year: four bare digits from 1000 to 2100. Half a
    /// percent of a year is a decade, so years are compared exactly.
    pub year: bool,
}

impl Number {
    /// Reads one number that is the whole text: sign, currency, thousands in
    /// groups of three, decimals, percent.
    ///
    /// ```
    /// # use eval::qa::Number;
    /// assert_eq!(Number::parse("$1,033,680.50").map(|n| n.value), Some(1_033_680.5));
    /// assert_eq!(Number::parse("C-7"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Number> {
        let (text, negative) = match text.trim().strip_prefix(['-', '−']) {
            Some(rest) => (rest, true),
            None => (text.trim(), false),
        };
        let text = text.strip_prefix(['$', '€', '£']).unwrap_or(text);
        let (text, percent) = match text.strip_suffix('%') {
            Some(rest) => (rest.trim_end(), true),
            None => (text, false),
        };
        let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
        let digits = match whole {
            "" if text.starts_with('.') => "0".to_owned(),
            _ => ungrouped(whole)?,
        };
        if decimals.is_empty() || !decimals.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let value: f64 = format!("{digits}.{decimals}").parse().ok()?;
        let year = text.len() == 4 && digits.len() == 4 && (1000.0..=2100.0).contains(&value);
        Some(Number {
            value: if negative { -value } else { value },
            percent,
            year: year && !percent,
        })
    }

    /// Whether both are the same result: within [`NUMBER_TOLERANCE`] of the
    /// gold one, where `8%` and `0.08` are the same, and years are exact.
    pub fn is_close_to(self, gold: Number) -> bool {
        if gold.year {
            return self.value == gold.value && !self.percent;
        }
        let near = |value: f64, gold: f64| (value - gold).abs() <= NUMBER_TOLERANCE * gold.abs();
        near(self.value, gold.value)
            || (self.percent != gold.percent && near(self.share(), gold.share()))
    }

    fn share(self) -> f64 {
        if self.percent {
            self.value / 100.0
        } else {
            self.value
        }
    }
}

/// The numbers of a text, in order. Digits inside words, codes and dates
/// (`C-7`, `H2O`, `02/25/2016`) and citation markers (`[1]`) are none.
pub fn numbers(text: &str) -> Vec<Number> {
    let text = without_markers(text);
    let words = text.split(|c: char| c.is_whitespace() || "|;()=×*\"“”".contains(c));
    let bare = words.map(|word| {
        word.trim_matches([',', ':', '!', '?', '\''])
            .trim_end_matches(['.', ','])
    });
    bare.filter_map(Number::parse).collect()
}

/// `1,234` and `1234` as `1234`; nothing else.
fn ungrouped(whole: &str) -> Option<String> {
    let mut groups = whole.split(',');
    let first = groups.next()?;
    let grouped = whole.contains(',');
    let fits = |group: &str| group.len() == 3;
    if first.is_empty() || (grouped && (first.len() > 3 || !groups.clone().all(fits))) {
        return None;
    }
    let digits: String = once(first).chain(groups).collect();
    digits
        .bytes()
        .all(|byte| byte.is_ascii_digit())
        .then_some(digits)
}

fn without_markers(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find('[') {
        out.push_str(&rest[..open]);
        let inside = rest[open + 1..].find(|c: char| !(c.is_ascii_digit() || c == ',' || c == ' '));
        let close = inside
            .map(|at| open + 1 + at)
            .filter(|at| rest[*at..].starts_with(']'));
        out.push(' ');
        rest = &rest[close.map_or(open + 1, |at| at + 1)..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn values(text: &str) -> Vec<f64> {
        numbers(text).iter().map(|number| number.value).collect()
    }

    #[test]
    fn numbers_of_a_sentence() {
        assert_eq!(
            values("293 × 2.061 = $603.87, or about $604. [1][2, 3]"),
            [293.0, 2.061, 603.87, 604.0]
        );
        assert_eq!(
            values("Rule C-7 of 02/25/2016 says 8% (−0.5 | 53,454)"),
            [8.0, -0.5, 53454.0]
        );
        assert_eq!(
            values("1,2 and 12,34 and 1.2.3 and 5. and .5, and [x 7"),
            [5.0, 0.5, 7.0]
        );
    }

    #[test]
    fn what_is_the_same_result() {
        let same = |a: &str, b: &str| {
            Number::parse(a)
                .expect("a number")
                .is_close_to(Number::parse(b).expect("a number"))
        };
        assert!(same("603.87", "$604"));
        assert!(!same("600", "$604"));
        assert!(same("0.08", "8%") && same("8", "8%") && same("8%", "8"));
        assert!(!same("1998", "1999"), "years are exact");
        assert!(same("1,998", "1,999"), "a grouped number is no year");
        assert!(!same("-5", "5"));
        assert!(same("0", "0") && !same("0.001", "0"));
    }

    proptest! {
        #[test]
        fn a_written_number_is_read_back(value in 0u32..9_999_999, cents in 0u8..100) {
            let text = format!("{value}.{cents:02}");
            let read = Number::parse(&format!("${text}")).expect("a number");
            prop_assert_eq!(read.value, text.parse::<f64>().expect("a float"));
            prop_assert!(read.is_close_to(read));
        }

        #[test]
        fn no_text_breaks_the_reader(text in any::<String>()) {
            let _ = numbers(&text);
        }
    }
}
