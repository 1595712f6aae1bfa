//! A value while a query runs: what a cell holds, what was counted, with its text.

use std::cmp::Ordering;

use text::table::{Date, Decimal, Number, Value};

use super::measure::{Measure, Misfit};

/// A value with the text it stands as; a computed value has none.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Datum<'a> {
    pub(super) held: Held<'a>,
    pub(super) text: &'a str,
}

/// What is held.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Held<'a> {
    Empty,
    Dash,
    Number(Amount),
    /// With its scale.
    Range(&'a (Number, Number), i8),
    Date(Date),
    /// Compared by its text, exactly.
    Code,
    /// Compared by its text, folded.
    Text,
    Truth(bool),
}

/// A number and what it counts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Amount {
    pub(super) value: Decimal,
    pub(super) measure: Measure,
}

/// Why two values have no sum, product or order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Trouble {
    Misfit(Misfit),
    Overflow,
}

impl From<Misfit> for Trouble {
    fn from(misfit: Misfit) -> Trouble {
        Trouble::Misfit(misfit)
    }
}

impl<'a> Datum<'a> {
    pub(super) const EMPTY: Datum<'static> = Datum {
        held: Held::Empty,
        text: "",
    };

    pub(super) fn truth(truth: Option<bool>) -> Datum<'static> {
        Datum {
            held: truth.map_or(Held::Empty, Held::Truth),
            text: "",
        }
    }

    pub(super) fn number(value: Decimal, measure: Measure) -> Datum<'static> {
        Datum {
            held: Held::Number(Amount { value, measure }),
            text: "",
        }
    }

    pub(super) fn count(number: u64) -> Datum<'static> {
        Datum::number(number.into(), Measure::COUNT)
    }

    /// A text with the value that was read in it.
    pub(super) fn read(text: &'a str, value: &'a Value, measure: Measure) -> Datum<'a> {
        let held = match value {
            Value::Empty => Held::Empty,
            Value::Dash => Held::Dash,
            Value::Number(number) => Held::Number(Amount {
                value: number.value,
                measure: Measure {
                    unit: if number.unit.is_none() {
                        measure.unit
                    } else {
                        number.unit
                    },
                    ..measure
                },
            }),
            Value::Range(range) => Held::Range(range, measure.scale.unwrap_or(0)),
            Value::Date(date) => Held::Date(*date),
            Value::Code => Held::Code,
            Value::Text => Held::Text,
        };
        Datum { held, text }
    }

    /// Nothing is said: no text, or a dash.
    pub(super) fn is_empty(&self) -> bool {
        matches!(self.held, Held::Empty | Held::Dash)
    }

    /// The number to add: a dash is 0, of whatever it meets.
    pub(super) fn addend(&self) -> Option<Amount> {
        match self.held {
            Held::Number(amount) => Some(amount),
            Held::Dash => Some(Amount {
                value: Decimal::ZERO,
                measure: Measure::FREE,
            }),
            _ => None,
        }
    }
}

impl Amount {
    /// The same number at a smaller scale: 1.2 million is 1,200 thousand.
    fn at_scale(self, scale: i8) -> Result<Decimal, Trouble> {
        let from = self.measure.scale.unwrap_or(scale);
        let power = from.saturating_sub(scale).unsigned_abs();
        scaled(self.value, power).ok_or(Trouble::Overflow)
    }

    /// With its scale multiplied in.
    pub(super) fn whole(self) -> Option<Decimal> {
        let scale = self.measure.scale.unwrap_or(0);
        if scale < 0 {
            let power = scaled(Decimal::ONE, scale.unsigned_abs())?;
            return self.value.checked_div(power);
        }
        scaled(self.value, scale.unsigned_abs())
    }

    /// Both numbers at the smaller of their scales. A number that stands in the
    /// query is at the scale of the other.
    fn at_one_scale(self, other: Amount) -> Result<(Decimal, Decimal, Option<i8>), Trouble> {
        let scale = match (self.measure.scale, other.measure.scale) {
            (Some(one), Some(two)) => Some(one.min(two)),
            (one, two) => one.or(two),
        };
        let Some(at) = scale else {
            return Ok((self.value, other.value, None));
        };
        Ok((self.at_scale(at)?, other.at_scale(at)?, scale))
    }

    pub(super) fn plus(self, other: Amount, minus: bool) -> Result<Amount, Trouble> {
        let measure = self.measure.meet(other.measure)?;
        let (one, two, scale) = self.at_one_scale(other)?;
        let value = if minus {
            one.checked_sub(two)
        } else {
            one.checked_add(two)
        };
        Ok(Amount {
            value: value.ok_or(Trouble::Overflow)?,
            measure: Measure { scale, ..measure },
        })
    }

    /// The product; `measure` is what it counts.
    pub(super) fn times(self, other: Amount, measure: Measure) -> Result<Amount, Trouble> {
        let value = self
            .value
            .checked_mul(other.value)
            .map(|value| value.normalize());
        let scale = sum_of_scales(self.measure.scale, other.measure.scale, i8::checked_add)?;
        Ok(Amount {
            value: value.ok_or(Trouble::Overflow)?,
            measure: Measure { scale, ..measure },
        })
    }

    /// The quotient, `None` where it would be by zero.
    pub(super) fn by(self, other: Amount, measure: Measure) -> Result<Option<Amount>, Trouble> {
        if other.value.is_zero() {
            return Ok(None);
        }
        let value = self
            .value
            .checked_div(other.value)
            .map(|value| value.normalize());
        let scale = sum_of_scales(self.measure.scale, other.measure.scale, i8::checked_sub)?;
        Ok(Some(Amount {
            value: value.ok_or(Trouble::Overflow)?,
            measure: Measure { scale, ..measure },
        }))
    }

    /// Which is more.
    ///
    /// # Errors
    /// When the units do not meet, or the scales are too far apart.
    pub(super) fn order(self, other: Amount) -> Result<Ordering, Trouble> {
        self.measure.meet(other.measure)?;
        let (one, two, _) = self.at_one_scale(other)?;
        Ok(one.cmp(&two))
    }
}

fn scaled(value: Decimal, power: u8) -> Option<Decimal> {
    if power == 0 {
        return Some(value);
    }
    value.checked_mul(10_u64.checked_pow(power.into())?.into())
}

fn sum_of_scales(
    one: Option<i8>,
    two: Option<i8>,
    combine: fn(i8, i8) -> Option<i8>,
) -> Result<Option<i8>, Trouble> {
    if one.is_none() && two.is_none() {
        return Ok(None);
    }
    combine(one.unwrap_or(0), two.unwrap_or(0))
        .map(Some)
        .ok_or(Trouble::Overflow)
}
