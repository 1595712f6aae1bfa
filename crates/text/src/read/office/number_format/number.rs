//! Digits, thousands, shares, amounts and exponents.

use super::piece::{Piece, general};

/// Decimals shown at most; Excel allows thirty.
const DECIMALS_MAX: usize = 30;

/// How a section of a format code shows a number.
#[derive(Debug, Clone, PartialEq, Default)]
pub(in crate::read::office) struct NumberPattern {
    before: String,
    after: String,
    /// Whether it has a place for digits at all.
    has_digits: bool,
    whole_min: usize,
    decimals_min: usize,
    decimals_max: usize,
    thousands: bool,
    /// Powers of ten to multiply with: 2 a percent sign, -3 a comma at the end.
    shift: i32,
    exponent_digits: Option<usize>,
    /// Fractions and texts: shown plainly.
    plain: bool,
}

/// Which side of the decimal point a placeholder stands on.
#[derive(PartialEq)]
enum Side {
    Whole,
    Decimals,
    Exponent,
}

impl NumberPattern {
    /// True when the number is shown as without a format.
    pub(super) fn is_plain(&self) -> bool {
        self.plain || !self.has_digits && self.before.is_empty() && self.after.is_empty()
    }

    pub(super) fn parse(section: &[Piece]) -> Self {
        let mut pattern = Self::default();
        let mut side = Side::Whole;
        let mut commas = 0;
        let signs: String = section
            .iter()
            .filter_map(|piece| match piece {
                Piece::Sign(sign) => Some(*sign),
                Piece::Literal(_) | Piece::Bracket(_) => None,
            })
            .collect();
        if signs.to_ascii_lowercase().contains("general") || signs.contains(['@', '/']) {
            pattern.plain = true;
            return pattern;
        }
        for piece in section {
            match piece {
                Piece::Literal(text) => pattern.literal(text),
                Piece::Bracket(text) => {
                    // `[$€-407]`: the sign, then the language.
                    if let Some(currency) = text.strip_prefix('$') {
                        let sign = currency.split('-').next().unwrap_or_default();
                        pattern.literal(sign);
                    }
                }
                Piece::Sign(sign @ ('0' | '#' | '?')) => {
                    if commas > 0 && side == Side::Whole {
                        pattern.thousands = true;
                    }
                    commas = 0;
                    pattern.digit(&side, *sign == '0');
                }
                Piece::Sign(',') if pattern.has_digits => commas += 1,
                Piece::Sign('.') if side == Side::Whole => side = Side::Decimals,
                Piece::Sign('%') => {
                    pattern.shift += 2;
                    pattern.literal("%");
                }
                Piece::Sign('E' | 'e') if pattern.has_digits => side = Side::Exponent,
                Piece::Sign('+' | '-') if side == Side::Exponent => {}
                // Parts of dates of other calendars, and what is to come.
                Piece::Sign(sign) if sign.is_alphabetic() => pattern.plain = true,
                Piece::Sign(sign) => pattern.literal(&sign.to_string()),
            }
        }
        pattern.shift -= 3 * commas;
        pattern
    }

    fn literal(&mut self, text: &str) {
        if self.has_digits {
            self.after.push_str(text);
        } else {
            self.before.push_str(text);
        }
    }

    fn digit(&mut self, side: &Side, required: bool) {
        self.has_digits = true;
        match side {
            Side::Whole => {
                self.whole_min += usize::from(required || self.whole_min > 0);
            }
            Side::Decimals => {
                self.decimals_max = (self.decimals_max + 1).min(DECIMALS_MAX);
                if required {
                    self.decimals_min = self.decimals_max;
                }
            }
            Side::Exponent => *self.exponent_digits.get_or_insert_default() += 1,
        }
    }

    /// The digits of a number that is not negative.
    fn digits(&self, value: f64) -> String {
        if let Some(width) = self.exponent_digits {
            return self.exponential(value, width);
        }
        let shown = rounded(value * 10f64.powi(self.shift), self.decimals_max);
        let (whole, decimals) = shown.split_once('.').unwrap_or((&shown, ""));
        let whole = whole.trim_start_matches('0');
        let whole = format!("{whole:0>width$}", width = self.whole_min);
        let kept = decimals.trim_end_matches('0').len().max(self.decimals_min);
        let whole = if self.thousands {
            grouped(&whole)
        } else {
            whole
        };
        match decimals.get(..kept) {
            Some(decimals) if kept > 0 => format!("{whole}.{decimals}"),
            _ => whole,
        }
    }

    fn exponential(&self, value: f64, width: usize) -> String {
        let shown = format!("{value:.*e}", self.decimals_max);
        let (digits, exponent) = shown.split_once('e').unwrap_or((&shown, "0"));
        let (sign, exponent) = match exponent.strip_prefix('-') {
            Some(exponent) => ('-', exponent),
            None => ('+', exponent),
        };
        format!("{digits}E{sign}{exponent:0>width$}", width = width.min(5))
    }
}

/// The text of a number by the sections for positive, negative and zero values.
pub(super) fn show(patterns: &[NumberPattern], value: f64) -> String {
    if !value.is_finite() {
        return String::new();
    }
    let (pattern, sign) = match patterns {
        [_, negative, ..] if value < 0.0 => (negative, ""),
        [_, _, zero, ..] if value == 0.0 => (zero, ""),
        [first, ..] => (first, if value < 0.0 { "-" } else { "" }),
        [] => return general(value),
    };
    if pattern.plain {
        return general(value);
    }
    let digits = if pattern.has_digits {
        pattern.digits(value.abs())
    } else {
        String::new()
    };
    let nothing = !digits.bytes().any(|byte| matches!(byte, b'1'..=b'9'));
    // What rounds to zero is not shown as negative.
    let sign = if nothing { "" } else { sign };
    let shown = format!("{sign}{}{digits}{}", pattern.before, pattern.after);
    shown.trim().to_owned()
}

/// Rounded half up as spreadsheets do: 2.675, which a double holds a little
/// below, is 2.68.
fn rounded(value: f64, decimals: usize) -> String {
    let nudged = value + value * f64::EPSILON;
    let half_up = if decimals <= 15 {
        let scale = 10f64.powi(i32::try_from(decimals).unwrap_or(0));
        let scaled = nudged * scale;
        if scaled < 1e15 {
            (scaled + 0.5).floor() / scale
        } else {
            nudged
        }
    } else {
        nudged
    };
    format!("{half_up:.decimals$}")
}

/// Digits in groups of three.
fn grouped(digits: &str) -> String {
    let mut grouped = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}
