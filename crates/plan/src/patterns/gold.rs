//! Whether values are those that were expected: for training and measuring.
//!
//! Whole numbers count exactly, others within half a percent; the sign counts;
//! a number may be said in another scale; dates by value; texts folded. The
//! expected values and no others, in any order.

use text::Language;
use text::table::{Date, Decimal, Value};

use super::cell;

/// Shares by which numbers that are not whole may differ.
const CLOSE: Decimal = Decimal::from_parts(5, 0, 0, false, 3);

/// F1 from which on a list is taken for the right one.
const LISTED_MIN: f64 = 0.8;
/// Characters from which on an item may be a part of a value.
const HELD_CHARS_MIN: usize = 4;

/// One value, as an answer or as expected.
#[derive(Debug, Clone, PartialEq)]
pub struct Denoted {
    bare: String,
    number: Option<Decimal>,
    date: Option<Date>,
}

/// What a question is expected to be answered with.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Gold {
    values: Vec<Denoted>,
    /// Powers of ten that numbers may be apart.
    scales: Vec<i8>,
    /// Other values that are as right.
    others: Vec<Gold>,
    /// The items of a list: see [`Gold::listed`].
    listed: bool,
}

impl Denoted {
    /// A value as written.
    pub fn read(text: &str, language: Language) -> Denoted {
        let value = Value::read(text, language);
        let opens = text.trim_start_matches(['$', '€', '£', '-', '−', ' ']);
        let number = match &value {
            Value::Number(number) => Some(number.value),
            // `.287`
            _ => opens
                .starts_with('.')
                .then(|| text.trim().parse().ok())
                .flatten(),
        };
        Denoted {
            bare: cell::bare(text),
            number,
            date: match value {
                Value::Date(date) => Some(date),
                _ => None,
            },
        }
    }

    /// A number.
    pub fn number(number: Decimal) -> Denoted {
        Denoted {
            bare: number.normalize().to_string(),
            number: Some(number),
            date: None,
        }
    }

    fn is(&self, other: &Denoted, scales: &[i8]) -> bool {
        if let (Some(a), Some(b)) = (self.number, other.number) {
            return scales.iter().any(|scale| close(a, shifted(b, *scale)));
        }
        match (self.date, other.date) {
            (Some(a), Some(b)) => a == b,
            _ => self.bare == other.bare,
        }
    }
}

impl Gold {
    /// Expected values; `scale` is a power of ten that they are said in, 0 for none,
    /// for which values may have been multiplied already.
    pub fn new(values: &[String], scale: i8, language: Language) -> Gold {
        Gold {
            values: values
                .iter()
                .map(|value| Denoted::read(value, language))
                .collect(),
            scales: if scale == 0 { vec![0] } else { vec![0, scale] },
            others: Vec::new(),
            listed: false,
        }
    }

    /// These values or others, each by themselves.
    #[must_use]
    pub fn or(mut self, other: Gold) -> Gold {
        self.others.push(other);
        self
    }

    /// These values, in their own scale.
    #[cfg(test)]
    pub(super) fn of(values: Vec<Denoted>) -> Gold {
        Gold {
            values,
            scales: vec![0],
            others: Vec::new(),
            listed: false,
        }
    }

    /// Whether values are the expected ones and no others.
    pub fn is(&self, values: &[Denoted]) -> bool {
        self.are(values) || self.others.iter().any(|other| other.is(values))
    }

    /// The items of a list: a value that holds an item's words gives that item, and of
    /// items and values together (F1) [`LISTED_MIN`] must be met. Lists are quoted with
    /// their full stops, their numbers, and now and then one item more or less.
    pub fn listed(items: &[String], language: Language) -> Gold {
        Gold {
            listed: true,
            ..Gold::new(items, 0, language)
        }
    }

    fn are_listed(&self, values: &[Denoted]) -> bool {
        let mut taken = vec![false; values.len()];
        let mut met = 0;
        for gold in &self.values {
            let holds = |at: &usize| {
                let value = &values[*at].bare;
                !taken[*at]
                    && (*value == gold.bare
                        || gold.bare.chars().count() >= HELD_CHARS_MIN
                            && value.contains(&gold.bare))
            };
            if let Some(at) = (0..values.len()).find(holds) {
                taken[at] = true;
                met += 1;
            }
        }
        #[expect(clippy::cast_precision_loss, reason = "counts of items")]
        let share = 2.0 * f64::from(met) / (values.len() + self.values.len()) as f64;
        share >= LISTED_MIN
    }

    fn are(&self, values: &[Denoted]) -> bool {
        if self.listed {
            return self.are_listed(values);
        }
        if values.len() != self.values.len() {
            return false;
        }
        let mut taken = vec![false; values.len()];
        self.values.iter().all(|gold| {
            let free = |at: &usize| !taken[*at] && gold.is(&values[*at], &self.inverse());
            match (0..values.len()).find(free) {
                Some(at) => {
                    taken[at] = true;
                    true
                }
                None => false,
            }
        })
    }

    fn inverse(&self) -> Vec<i8> {
        self.scales.iter().map(|scale| -scale).collect()
    }
}

/// A number times ten to a power.
fn shifted(number: Decimal, scale: i8) -> Option<Decimal> {
    let power = Decimal::from(10_u64.checked_pow(u32::from(scale.unsigned_abs()))?);
    match scale < 0 {
        true => number.checked_div(power),
        false => number.checked_mul(power),
    }
}

fn close(gold: Decimal, number: Option<Decimal>) -> bool {
    let Some(number) = number else {
        return false;
    };
    let whole = gold.fract().is_zero() && number.fract().is_zero();
    if gold == number || whole {
        return gold == number;
    }
    (gold - number).abs() <= gold.abs() * CLOSE
}
