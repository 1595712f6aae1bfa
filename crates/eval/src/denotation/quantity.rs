//! Amounts as they are written, with sign, scale, percent and unit.

use super::digits::{decimal, number_length};
use crate::qa::NUMBER_TOLERANCE;

/// A number with all that says what it is a number of.
#[derive(Debug, Clone, PartialEq)]
pub struct Quantity {
    /// The number as written, with its sign: 1496.5 of `$1,496.5 million`.
    pub number: f64,
    /// Written without decimals: such numbers are exact.
    pub whole: bool,
    /// What the number counts: 1,000,000 of `million`; `None` where nothing is said.
    pub scale: Option<f64>,
    /// A share of a hundred.
    pub percent: bool,
    /// The sign of the currency in front.
    pub currency: Option<char>,
    /// The word or words behind, without a plural's `s`; empty where there are none.
    pub unit: String,
}

/// Words that scale a number. `m` is none: it is a metre as often.
const SCALES: [(&[&str], f64); 4] = [
    (
        &["thousand", "thousands", "tausend", "tsd.", "tsd", "mil"],
        1e3,
    ),
    (
        &[
            "million",
            "millions",
            "mn",
            "mio.",
            "mio",
            "millionen",
            "millones",
        ],
        1e6,
    ),
    (
        &["billion", "billions", "bn", "mrd.", "mrd", "milliarden"],
        1e9,
    ),
    (&["trillion", "trillions", "tn"], 1e12),
];

/// Words for a share of a hundred.
const PERCENTS: [&str; 7] = [
    "%",
    "percent",
    "per cent",
    "percentage points",
    "prozent",
    "prozentpunkte",
    "por ciento",
];

/// Years that a bare whole number may be: one with words behind it is a name (`2006 census`).
const YEARS: std::ops::RangeInclusive<f64> = 1000.0..=2100.0;
/// Words of a unit at most: `square feet`, `kwh per day`; more is a name or a sentence.
const UNIT_WORDS_MAX: usize = 3;
/// What a sum of binary fractions may be off.
const EPSILON: f64 = 1e-9;

impl Quantity {
    /// Reads a text that is one amount and nothing else.
    ///
    /// ```
    /// # use eval::denotation::Quantity;
    /// let read = Quantity::parse("$(5.52)").expect("an amount");
    /// assert_eq!((read.number, read.currency), (-5.52, Some('$')));
    /// assert!(Quantity::parse("C-7").is_none());
    /// ```
    pub fn parse(text: &str) -> Option<Quantity> {
        let folded = perusal::text::folded(text.trim()).replace(['\u{a0}', '\u{202f}'], " ");
        let (front, rest) = folded.split_at(folded.find(is_number_start)?);
        let front = Front::parse(front)?;
        let length = number_length(rest);
        let (number, whole) = decimal(rest[..length].trim_end_matches(['.', ',']))?;
        let mut behind = rest[length..].trim_start();
        // `(681) million` and `(8.6)%`, and `(5.2%)`.
        let mut open = front.open;
        if let Some(closed) = behind.strip_prefix(')').filter(|_| open) {
            behind = closed.trim_start();
            open = false;
        }
        let glued = length < rest.len() && rest[length..].starts_with(char::is_alphabetic);
        if glued && is_ordinal(behind) {
            return None;
        }
        let inside = behind.strip_suffix(')').filter(|_| open);
        if open && inside.is_none() {
            return None;
        }
        let mut quantity = Quantity {
            number: if front.negative { -number } else { number },
            whole,
            scale: None,
            percent: false,
            currency: front.currency,
            unit: String::new(),
        };
        quantity.read_behind(inside.unwrap_or(behind).trim())?;
        let is_year = whole && rest[..length].len() == 4 && YEARS.contains(&number);
        (quantity.unit.is_empty() || !is_year).then_some(quantity)
    }

    /// A scale that is said apart from the number, unless it has one of its own.
    pub fn take_scale(&mut self, scale: &str) {
        let scale = scale.trim().to_lowercase();
        if PERCENTS.contains(&scale.as_str()) {
            self.percent = true;
        } else if self.scale.is_none() {
            self.scale = scale_of(&scale);
        }
    }

    /// Whether a given amount is the gold one: whole numbers exactly, others within
    /// [`NUMBER_TOLERANCE`]; the sign counts, scales are understood. Where the scale of one
    /// of them is not said, it may be as the table writes it or in full.
    pub fn is_same(&self, gold: &Quantity) -> bool {
        let units_differ = !self.unit.is_empty() && !gold.unit.is_empty() && self.unit != gold.unit;
        let currencies = self.currency.zip(gold.currency);
        if units_differ || currencies.is_some_and(|(given, gold)| given != gold) {
            return false;
        }
        if self.percent != gold.percent {
            let factor = if gold.percent { 100.0 } else { 0.01 };
            return self.is_near(gold, 1.0) || self.is_near(gold, factor);
        }
        match (self.scale, gold.scale) {
            (Some(given), Some(of_gold)) => self.is_near(gold, given / of_gold),
            (Some(given), None) => self.is_near(gold, 1.0) || self.is_near(gold, given),
            (None, Some(of_gold)) => self.is_near(gold, 1.0) || self.is_near(gold, 1.0 / of_gold),
            (None, None) => self.is_near(gold, 1.0),
        }
    }

    /// Whether this number times a factor is the gold number as written.
    fn is_near(&self, gold: &Quantity, factor: f64) -> bool {
        let number = self.number * factor;
        let off = (number - gold.number).abs();
        let tolerance = NUMBER_TOLERANCE * gold.number.abs();
        let allowed = match (gold.whole, self.whole) {
            (true, true) => 0.0,
            // Computed to decimals, and rounded to the gold one.
            (true, false) if factor <= 1.0 => tolerance.min(0.5),
            // Of a larger scale, or not counted.
            (true, false) | (false, _) => tolerance,
        };
        off <= allowed + EPSILON * gold.number.abs()
    }

    /// Percent, scale and unit behind the number; `None` for what is none of these.
    fn read_behind(&mut self, behind: &str) -> Option<()> {
        if PERCENTS.contains(&behind) {
            self.percent = true;
            return Some(());
        }
        let (first, others) = behind.split_once(' ').unwrap_or((behind, ""));
        let unit = match scale_of(first) {
            Some(scale) => {
                self.scale = Some(scale);
                others.trim()
            }
            None => behind,
        };
        if let Some(sign) = unit.chars().next().filter(|c| is_currency(*c)) {
            self.currency = self.currency.or(Some(sign));
            return (unit.chars().count() == 1).then_some(());
        }
        self.unit = unit_of(unit)?;
        Some(())
    }
}

/// What stands in front of the digits.
struct Front {
    negative: bool,
    open: bool,
    currency: Option<char>,
}

impl Front {
    fn parse(text: &str) -> Option<Front> {
        let mut front = Front {
            negative: false,
            open: false,
            currency: None,
        };
        let text = text.trim_start();
        let text = match text
            .strip_prefix("negative ")
            .or(text.strip_prefix("minus "))
        {
            Some(rest) => {
                front.negative = true;
                rest
            }
            None => text,
        };
        let text = ["us$", "usd", "eur", "gbp"]
            .iter()
            .zip(['$', '$', '€', '£'])
            .find_map(|(code, sign)| text.strip_prefix(code).map(|rest| (rest, sign)))
            .map_or(text, |(rest, sign)| {
                front.currency = Some(sign);
                rest
            });
        for c in text.chars() {
            match c {
                ' ' | '+' => {}
                '(' if !front.open => {
                    front.open = true;
                    front.negative = true;
                }
                '-' | '−' | '–' if !front.negative => front.negative = true,
                c if is_currency(c) && front.currency.is_none() => front.currency = Some(c),
                _ => return None,
            }
        }
        Some(front)
    }
}

fn is_currency(c: char) -> bool {
    matches!(c, '$' | '€' | '£' | '¥')
}

fn is_number_start(c: char) -> bool {
    c.is_ascii_digit() || c == '.'
}

fn is_ordinal(behind: &str) -> bool {
    matches!(behind, "st" | "nd" | "rd" | "th")
}

fn scale_of(word: &str) -> Option<f64> {
    let found = SCALES.iter().find(|(words, _)| words.contains(&word))?;
    Some(found.1)
}

/// A unit without the plural of its first word; `None` for what is no unit.
fn unit_of(text: &str) -> Option<String> {
    let fits = |c: char| c.is_alphabetic() || matches!(c, '°' | '/' | '.' | '²' | '³' | ' ');
    let starts = |c: char| c.is_alphabetic() || c == '°';
    let words = text.split_whitespace().count();
    if !text.is_empty() && (!text.starts_with(starts) || !text.chars().all(fits)) {
        return None;
    }
    if words > UNIT_WORDS_MAX {
        return None;
    }
    let singular = match text.split_once(' ') {
        Some((first, rest)) => format!("{} {rest}", singular(first)),
        None => singular(text).to_owned(),
    };
    Some(singular)
}

fn singular(word: &str) -> &str {
    match word.strip_suffix('s') {
        Some(stem) if stem.len() > 2 => stem,
        _ => word,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> Quantity {
        Quantity::parse(text).unwrap_or_else(|| panic!("`{text}` is an amount"))
    }

    #[test]
    fn amounts_as_they_are_written() {
        for (text, number) in [
            ("1,033,680.50", 1_033_680.5),
            ("$(5.52)", -5.52),
            ("(8.6)%", -8.6),
            ("(8.6%)", -8.6),
            ("(681) million", -681.0),
            ("-$1,313 million", -1313.0),
            ("negative $973 million", -973.0),
            ("$  1,452.4", 1452.4),
            ("− 5", -5.0),
            (".5", 0.5),
            ("0,0001 kg/year", 0.0001),
            ("1.234.567,8", 1_234_567.8),
            ("1'200", 1200.0),
            ("48 €", 48.0),
            ("US$ 12", 12.0),
            ("5.", 5.0),
            ("43.5 gigawatts", 43.5),
        ] {
            assert_eq!(read(text).number, number, "{text}");
        }
        for text in [
            "C-7",
            "3rd",
            "6-1",
            "800-829",
            "1:40",
            "3/16",
            "40(2)",
            "",
            "(5",
            "1,2,3",
            "12,34,5",
            "2006 AFC U-17 Championship",
            "1939 census",
            "Channel 4",
            "#22",
            "1.2.3",
        ] {
            assert_eq!(Quantity::parse(text), None, "{text}");
        }
    }

    fn same(given: &str, gold: &str) -> bool {
        read(given).is_same(&read(gold))
    }

    #[test]
    fn whole_numbers_exactly_and_others_within_half_a_percent() {
        assert!(!same("1998", "1999") && !same("12,467", "12,468"));
        assert!(same("12467", "12,467"));
        assert!(same("399", "399.33") && same("604.1", "603.87"));
        assert!(!same("610", "603.87"));
        assert!(
            same("60.997", "61"),
            "computed, and rounded to the gold one"
        );
        assert!(!same("12467.6", "12467"), "near, but another whole number");
        assert!(same("0", "0.0") && !same("0.001", "0"));
        assert!(!same("5", "-5") && same("(5)", "-5"));
    }

    #[test]
    fn scales_are_understood() {
        assert!(same("$1.211 billion", "$1,211 million"));
        assert!(same("1,211", "$1,211 million") && same("1,211,000,000", "$1,211 million"));
        assert!(same("$312.1 million", "312,126 thousand"));
        assert!(!same("1,211 thousand", "$1,211 million"));
        assert!(same("10 million", "10") && same("10 million", "10,000,000"));
        assert!(!same("121.1", "$1,211 million"));
    }

    #[test]
    fn percent_is_a_share() {
        assert!(same("8%", "8") && same("0.08", "8%") && same("8 percent", "8%"));
        assert!(same("15 percentage points", "15%"));
        assert!(!same("8%", "9%") && !same("80", "8%"));
    }

    #[test]
    fn units_and_currencies_are_not_mixed() {
        assert!(same("31", "31 stores") && same("2 years", "2 year"));
        assert!(!same("2 years", "2 months"));
        assert!(same("$5", "5") && !same("$5", "€5"));
    }

    proptest! {
        #[test]
        fn a_written_number_is_read_back(value in 0u32..9_999_999, cents in 0u8..100, negative in any::<bool>()) {
            let sign = if negative { "-" } else { "" };
            let text = format!("{sign}{value}.{cents:02}");
            let quantity = read(&text);
            prop_assert_eq!(quantity.number, text.parse::<f64>().expect("a float"));
            prop_assert!(quantity.is_same(&quantity));
        }

        #[test]
        fn other_whole_numbers_are_other_values(a in 0u32..99_999, b in 0u32..99_999) {
            prop_assert_eq!(same(&a.to_string(), &b.to_string()), a == b);
        }
    }
}
