//! Values as they are given out.

use text::table::{Decimal, Number, Unit, Value};

use super::machine::{Machine, Row};
use super::text::printed;
use crate::query::QueryError;
use crate::query::datum::{Amount, Datum, Held};
use crate::query::measure::{Measure, Share};
use crate::query::node::{Head, Node};
use crate::query::outcome::{Lineage, Output, ValueKind};

/// Powers of ten that have a name.
const SCALES: [i8; 5] = [0, 3, 6, 9, 12];

impl<'a> Machine<'a> {
    /// The value of an expression with the cells it came from.
    pub(super) fn output(
        &'a self,
        node: &'a Node<'a>,
        row: &Row<'_, 'a>,
        head: &Head,
    ) -> Result<Output, QueryError> {
        let datum = self.eval(node, row)?;
        let mut lineage = Lineage::default();
        self.trace(node, row, &mut lineage)?;
        let output = made(&datum, lineage.once())
            .ok_or_else(|| QueryError::Percent(format!("`{}`", head.name)))?;
        let cells = size_of_val(output.lineage.cells.as_slice());
        self.budget
            .take(size_of::<Output>() + output.text.len() + cells)?;
        Ok(output)
    }
}

/// `None` for a product with a percentage that was not divided by 100.
fn made(datum: &Datum<'_>, lineage: Lineage) -> Option<Output> {
    let own = || datum.text.to_owned();
    let plain = |text: String, value: Value| Output {
        text,
        value,
        number: None,
        unit: Unit::NONE,
        scale: 0,
        lineage: Lineage::default(),
    };
    let output = match datum.held {
        Held::Empty => plain(String::new(), Value::Empty),
        Held::Dash => plain(own(), Value::Dash),
        Held::Number(amount) => number(amount, datum.text)?,
        Held::Range(range, scale) => Output {
            unit: range.0.unit,
            scale,
            ..plain(own(), Value::Range(Box::new(*range)))
        },
        Held::Date(date) if datum.text.is_empty() => plain(date.to_string(), Value::Date(date)),
        Held::Date(date) => plain(own(), Value::Date(date)),
        Held::Code => plain(own(), Value::Code),
        Held::Text => plain(own(), Value::Text),
        Held::Truth(true) => plain("yes".to_owned(), Value::Text),
        Held::Truth(false) => plain("no".to_owned(), Value::Text),
    };
    Some(Output { lineage, ..output })
}

/// A cell's number as it stands; a computed one at a scale that has a name.
fn number(amount: Amount, text: &str) -> Option<Output> {
    if amount.measure.share == Share::Undivided {
        return None;
    }
    let mut scale = amount.measure.scale.unwrap_or(0);
    let mut value = amount.value;
    if text.is_empty()
        && !SCALES.contains(&scale)
        && let Some(whole) = amount.whole()
    {
        (value, scale) = (whole, 0);
    }
    let unit = amount.measure.unit;
    Some(Output {
        text: if text.is_empty() {
            printed(value, unit, scale)
        } else {
            text.to_owned()
        },
        value: Value::Number(Number { value, unit }),
        number: Some(value),
        unit,
        scale,
        lineage: Lineage::default(),
    })
}

/// A value that was given out, to be counted with again.
pub(super) fn datum(output: &Output, kind: ValueKind) -> Datum<'_> {
    let held = match &output.value {
        Value::Text if kind == ValueKind::Truth => Held::Truth(output.text == "yes"),
        Value::Number(number) => Held::Number(Amount {
            value: number.value,
            measure: Measure::cell(number.unit, output.scale),
        }),
        Value::Range(range) => Held::Range(range, output.scale),
        Value::Empty => Held::Empty,
        Value::Dash => Held::Dash,
        Value::Date(date) => Held::Date(*date),
        Value::Code => Held::Code,
        Value::Text => Held::Text,
    };
    // A printed number is not what stands in a cell, yet it may be shown again.
    Datum {
        held,
        text: &output.text,
    }
}

/// The number of an output with its scale multiplied in.
impl Output {
    /// The number to compare with those of other scales; `None` for what is no
    /// number or has too many digits.
    pub fn whole(&self) -> Option<Decimal> {
        Amount {
            value: self.number?,
            measure: Measure::cell(self.unit, self.scale),
        }
        .whole()
    }
}
