//! Limits that a cell or a phrase sets: `321 – 640`, `less than 2,500`, `75+`.

use text::table::{Decimal, Value};
use text::{Language, tokens};

use crate::lexicon::{Lexicon, Operator};
use crate::question::numbers_in;

/// What a number must be to fall under a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Bounds {
    /// The least, and whether it is itself inside.
    pub low: Option<(Decimal, bool)>,
    /// The most, and whether it is itself inside.
    pub high: Option<(Decimal, bool)>,
}

impl Bounds {
    /// True for a number inside.
    pub fn hold(&self, value: Decimal) -> bool {
        let above = self
            .low
            .is_none_or(|(low, inside)| value > low || inside && value == low);
        let below = self
            .high
            .is_none_or(|(high, inside)| value < high || inside && value == high);
        above && below
    }
}

/// The limit that a short text sets; `None` for a plain number and for prose.
///
/// ```
/// # use plan::bounds::bounds;
/// # use text::Language;
/// let limit = bounds("less than 2,500 feet", Language::En).unwrap();
/// assert!(limit.hold(2_499.into()) && !limit.hold(2_500.into()));
/// assert_eq!(bounds("2,500", Language::En), None);
/// ```
pub fn bounds(text: &str, language: Language) -> Option<Bounds> {
    /// Bytes of a text that sets a limit and says little else.
    const TEXT_BYTES_MAX: usize = 60;
    if text.len() > TEXT_BYTES_MAX {
        return None;
    }
    if let Value::Range(range) = Value::read(text, language) {
        return Some(Bounds {
            low: Some((range.0.value, true)),
            high: Some((range.1.value, true)),
        });
    }
    let tokens = tokens(text, language);
    let numbers = numbers_in(text, &tokens, language);
    let [number] = numbers.as_slice() else {
        return None;
    };
    let value = number.number.value;
    let behind = &text[tokens[number.tokens.end - 1].span.end..];
    let low = |inside| Bounds {
        low: Some((value, inside)),
        high: None,
    };
    let high = |inside| Bounds {
        low: None,
        high: Some((value, inside)),
    };
    if behind.starts_with('+') {
        return Some(low(true));
    }
    let said = Lexicon::of(language).operators(&tokens);
    let said = |operator| said.iter().any(|one| one.operator == operator);
    if said(Operator::AtMost) {
        Some(high(true))
    } else if said(Operator::AtLeast) {
        Some(low(true))
    } else if said(Operator::Less) || text.trim_start().starts_with('<') {
        Some(high(false))
    } else if said(Operator::More) || text.trim_start().starts_with('>') {
        Some(low(false))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use text::Language;

    use super::bounds;

    #[test]
    fn limits_hold_what_they_say() {
        for (text, inside, outside) in [
            ("321 – 640", 640, 641),
            ("75+", 75, 74),
            ("up to 15 ft", 15, 16),
            ("at least 18", 18, 17),
            ("over 100", 101, 100),
            ("hasta 12 años", 12, 13),
        ] {
            let language = Language::detect_among(text, Language::En);
            let limit = bounds(text, language).unwrap_or_default();
            assert!(limit.hold(inside.into()), "{text} holds {inside}");
            assert!(
                !limit.hold(outside.into()),
                "{text} does not hold {outside}"
            );
        }
        assert_eq!(bounds("15 ft", Language::En), None);
    }
}
