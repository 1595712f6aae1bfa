//! Two values made one: their difference or their sum.

use text::table::Decimal;

use crate::answer::Value;

/// What is made of two values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Made {
    /// The larger less the smaller.
    Difference,
    /// Both together.
    Sum,
}

/// The value that two come to, cited by what cites both, and its calculation, `450 − 400 = 50`.
/// Both are written in the scale of the first. `None` where one is no number.
pub(super) fn made(made: Made, [a, b]: [&Value; 2]) -> Option<(Value, String)> {
    let [x, y] = [a.number?, b.number?];
    let (sign, x, y, number) = match made {
        Made::Sum => ('+', x, y, x.checked_add(y)?),
        Made::Difference => {
            let (more, less) = (x.max(y), x.min(y));
            ('−', more, less, more.checked_sub(less)?)
        }
    };
    let power = Decimal::from(10_u64.checked_pow(u32::from(a.scale.unsigned_abs()))?);
    let shown = |number: Decimal| match a.scale < 0 {
        true => number.checked_mul(power).unwrap_or(number),
        false => number.checked_div(power).unwrap_or(number),
    };
    let [x, y, text] = [x, y, number].map(|one| shown(one).normalize().to_string());
    let expression = format!("{x} {sign} {y} = {text}");
    let value = Value {
        text,
        number: Some(number),
        unit: a.unit,
        scale: a.scale,
        citations: citations([a, b]),
        names: None,
    };
    Some((value, expression))
}

/// The markers that cite values, each once, in order.
pub(super) fn citations<'v>(values: impl IntoIterator<Item = &'v Value>) -> Vec<usize> {
    let markers = values.into_iter().flat_map(|one| one.citations.clone());
    let mut markers: Vec<usize> = markers.collect();
    markers.sort_unstable();
    markers.dedup();
    markers
}

#[cfg(test)]
mod tests {
    use text::table::Unit;

    use super::*;

    fn value(number: i64, scale: i8, marker: usize) -> Value {
        Value {
            text: String::new(),
            number: Some(Decimal::from(number)),
            unit: Unit::named("USD"),
            scale,
            citations: vec![marker],
            names: None,
        }
    }

    #[test]
    fn a_calculation_is_written_in_the_scale_of_the_first() {
        let (a, b) = (value(3_000_000, 6, 2), value(4_500_000, 3, 1));
        let (difference, said) = made(Made::Difference, [&a, &b]).unwrap();
        assert_eq!(said, "4.5 − 3 = 1.5");
        assert_eq!(difference.number, Some(Decimal::from(1_500_000)));
        assert_eq!((difference.citations, difference.scale), (vec![1, 2], 6));
        let (sum, said) = made(Made::Sum, [&a, &b]).unwrap();
        assert_eq!((said.as_str(), sum.text.as_str()), ("3 + 4.5 = 7.5", "7.5"));
        let text = Value { number: None, ..a };
        assert_eq!(made(Made::Sum, [&text, &b]), None);
    }
}
