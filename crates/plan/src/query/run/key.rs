//! Values as they are told apart, put in order, and looked up.

use std::cmp::Ordering;
use std::collections::HashMap;

use text::table::{Date, Decimal, Unit};

use crate::query::compare::folded;
use crate::query::datum::{Datum, Held};

/// What makes two values the same in groups and without doubles.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Key {
    Nothing,
    Number(Decimal, Unit),
    Date(Date),
    Truth(bool),
    Text(String),
    Code(String),
}

impl Key {
    pub(super) fn of(datum: &Datum<'_>) -> Key {
        match datum.held {
            Held::Empty | Held::Dash => Key::Nothing,
            Held::Number(amount) => {
                let whole = amount.whole().unwrap_or(amount.value);
                Key::Number(whole, amount.measure.unit)
            }
            Held::Date(date) => Key::Date(date),
            Held::Truth(truth) => Key::Truth(truth),
            Held::Code => Key::Code(datum.text.trim().to_owned()),
            Held::Text | Held::Range(..) => Key::Text(folded(datum.text).into_owned()),
        }
    }

    /// Memory beside its own size.
    pub(super) fn bytes(&self) -> usize {
        let text = match self {
            Key::Text(text) | Key::Code(text) => text.len(),
            Key::Nothing | Key::Number(..) | Key::Date(_) | Key::Truth(_) => 0,
        };
        text + size_of::<Key>()
    }
}

/// A value by which rows are put in order. What is not of the same kind stays
/// apart in either direction, and nothing stands last.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SortKey {
    Number(Decimal),
    Date(Date),
    Truth(bool),
    Text(String),
    Nothing,
}

impl SortKey {
    pub(super) fn of(datum: &Datum<'_>) -> SortKey {
        match datum.held {
            Held::Number(amount) => SortKey::Number(amount.whole().unwrap_or(amount.value)),
            Held::Range(range, _) => SortKey::Number(range.0.value),
            Held::Date(date) => SortKey::Date(date),
            Held::Truth(truth) => SortKey::Truth(truth),
            Held::Code | Held::Text => SortKey::Text(folded(datum.text).into_owned()),
            Held::Empty | Held::Dash => SortKey::Nothing,
        }
    }

    /// Memory beside its own size.
    pub(super) fn bytes(&self) -> usize {
        let text = match self {
            SortKey::Text(text) => text.len(),
            _ => 0,
        };
        text + size_of::<SortKey>()
    }

    fn order(&self, other: &SortKey, descending: bool) -> Ordering {
        let order = self.cmp(other);
        let alike = std::mem::discriminant(self) == std::mem::discriminant(other);
        if descending && alike {
            order.reverse()
        } else {
            order
        }
    }
}

/// The order of rows by their keys, the first first.
pub(super) fn by_keys(one: &[SortKey], two: &[SortKey], descending: &[bool]) -> Ordering {
    one.iter()
        .zip(two)
        .zip(descending)
        .map(|((one, two), descending)| one.order(two, *descending))
        .find(|order| order.is_ne())
        .unwrap_or(Ordering::Equal)
}

/// Where values stand, by what all values have in common that are equal.
pub(super) type Index = HashMap<Vec<Bucket>, Vec<u32>>;

/// Equal values are in one bucket; not all of a bucket are equal.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Bucket {
    /// A number, or the year of a date, which a bare year equals.
    Number(Decimal),
    Truth(bool),
    Text(String),
}

impl Bucket {
    /// `None` for what equals nothing. Where codes are met, texts are compared
    /// exactly, those of numbers too.
    pub(super) fn of(datum: &Datum<'_>, exact: bool) -> Option<Bucket> {
        Some(match datum.held {
            Held::Empty | Held::Dash => return None,
            _ if exact => Bucket::Text(datum.text.trim().to_owned()),
            Held::Number(amount) => Bucket::Number(amount.whole().unwrap_or(amount.value)),
            Held::Date(date) => Bucket::Number(date.year.into()),
            Held::Truth(truth) => Bucket::Truth(truth),
            Held::Code | Held::Text | Held::Range(..) => {
                Bucket::Text(folded(datum.text).into_owned())
            }
        })
    }
}
