//! Pieces of a format code, and numbers without a format.

/// A piece of a section of a format code.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Piece {
    /// A character that means something.
    Sign(char),
    /// Text that is shown as it is.
    Literal(String),
    /// What stands in brackets: a colour, a condition, a currency, elapsed time.
    Bracket(String),
}

/// A number without a format: whole ones in full, others to eleven digits.
pub(super) fn general(value: f64) -> String {
    const DIGITS: i32 = 11;
    /// Beyond this a double no longer holds each whole number.
    const WHOLE_MAX: f64 = 1e15;
    if !value.is_finite() {
        return String::new();
    }
    if value.fract() == 0.0 && value.abs() < WHOLE_MAX {
        // Adding zero turns -0 into 0.
        return format!("{:.0}", value + 0.0);
    }
    let magnitude = value.abs().log10().floor();
    if !(-5.0..15.0).contains(&magnitude) {
        return scientific(value);
    }
    #[expect(clippy::cast_possible_truncation, reason = "between -5 and 15")]
    let decimals = (DIGITS - 1 - magnitude as i32).clamp(0, 15);
    let shown = format!("{value:.*}", usize::try_from(decimals).unwrap_or(0));
    without_zeros(&shown).to_owned()
}

/// Day 0 of the dates of a workbook.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::read::office) enum Epoch {
    /// 30 December 1899, with a 29 February 1900 that never was.
    #[default]
    Y1900,
    /// 1 January 1904.
    Y1904,
}

pub(super) fn scientific(value: f64) -> String {
    let shown = format!("{value:.5e}");
    let (digits, exponent) = shown.split_once('e').unwrap_or((&shown, "0"));
    let (sign, exponent) = match exponent.strip_prefix('-') {
        Some(exponent) => ('-', exponent),
        None => ('+', exponent),
    };
    format!("{}E{sign}{exponent:0>2}", without_zeros(digits))
}

/// `1.50` to `1.5`, `2.00` to `2`.
pub(super) fn without_zeros(digits: &str) -> &str {
    if !digits.contains('.') {
        return digits;
    }
    digits.trim_end_matches('0').trim_end_matches('.')
}
