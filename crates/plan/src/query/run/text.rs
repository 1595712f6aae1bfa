//! Numbers in texts, and texts of numbers.

use text::Language;
use text::table::{Decimal, Unit, Value};

use crate::query::datum::{Amount, Datum, Held};
use crate::query::measure::Measure;

/// Places behind the point that a computed number is shown with.
const PLACES: u32 = 4;

/// Digits that a small computed number is shown with.
const DIGITS: u32 = 4;

/// Most digits behind the point of any number.
const PLACES_MAX: u32 = 28;

/// Half away from zero.
pub(super) fn round(value: Decimal, places: u32) -> Decimal {
    if value.scale() <= places || places >= PLACES_MAX {
        return value;
    }
    let mut half = Decimal::new(5, places + 1);
    half.set_sign_negative(value.is_sign_negative());
    match value.checked_add(half) {
        Some(more) => more.trunc_with_scale(places),
        None => value.round_dp(places),
    }
}

/// A computed number as a person reads it: `$603.87`, `-8.6%`, `25 million`.
pub(super) fn printed(value: Decimal, unit: Unit, scale: i8) -> String {
    let shown = shown(value, unit, scale);
    let sign = if shown.is_sign_negative() && !shown.is_zero() {
        "-"
    } else {
        ""
    };
    let digits = grouped(&shown.abs().to_string(), unit.is_currency());
    let scale = match scale {
        3 => " thousand",
        6 => " million",
        9 => " billion",
        12 => " trillion",
        _ => "",
    };
    match unit.as_str() {
        "" => format!("{sign}{digits}{scale}"),
        "%" => format!("{sign}{digits}%"),
        "USD" => format!("{sign}${digits}{scale}"),
        "EUR" => format!("{sign}€{digits}{scale}"),
        "GBP" => format!("{sign}£{digits}{scale}"),
        other => format!("{sign}{digits}{scale} {other}"),
    }
}

/// The digits of a number that are shown.
fn shown(value: Decimal, unit: Unit, scale: i8) -> Decimal {
    if unit.is_currency() && scale == 0 {
        let mut cents = round(value, 2);
        if !cents.fract().is_zero() {
            cents.rescale(2);
        } else {
            cents = cents.trunc();
        }
        // An amount below a cent is shown as any other number.
        if !cents.is_zero() || value.is_zero() {
            return cents;
        }
    }
    if value.scale() <= PLACES {
        return value;
    }
    let rounded = if value.abs() >= Decimal::ONE {
        round(value, PLACES)
    } else {
        value.round_sf(DIGITS).unwrap_or(value)
    };
    rounded.normalize()
}

/// Digits with commas between thousands. Four digits without a currency stand as
/// they are: they may be a year.
fn grouped(digits: &str, always: bool) -> String {
    let (whole, fraction) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
    if whole.len() < 4 || whole.len() == 4 && !always {
        return digits.to_owned();
    }
    let mut grouped = String::with_capacity(digits.len() + whole.len() / 3);
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped + fraction
}

/// The n-th number in a cell, from 1.
pub(super) fn nth_number<'a>(datum: &Datum<'a>, place: usize) -> Datum<'a> {
    match datum.held {
        Held::Empty | Held::Dash | Held::Truth(_) => Datum::EMPTY,
        Held::Number(_) if place == 1 => *datum,
        Held::Number(_) => Datum::EMPTY,
        Held::Range(range, scale) => {
            let bound = match place {
                1 => range.0,
                2 => range.1,
                _ => return Datum::EMPTY,
            };
            Datum::number(bound.value, Measure::cell(bound.unit, scale))
        }
        Held::Date(_) | Held::Code | Held::Text => {
            let found = Numbers::of(datum.text).nth(place - 1);
            found.map_or(Datum::EMPTY, |number| {
                Datum::number(number.value, number.measure)
            })
        }
    }
}

/// The numbers in a text from a place on, in English notation; versions and
/// codes are none.
struct Numbers<'t> {
    text: &'t str,
    at: usize,
}

impl Numbers<'_> {
    fn of(text: &str) -> Numbers<'_> {
        Numbers { text, at: 0 }
    }
}

impl Iterator for Numbers<'_> {
    type Item = Amount;

    fn next(&mut self) -> Option<Amount> {
        loop {
            let rest = &self.text[self.at..];
            let start = self.at + rest.find(|c: char| c.is_ascii_digit())?;
            let end = start + digits_end(&self.text[start..]);
            let opening = start - signs(&self.text[..start]).len();
            let percent = self.text[end..].trim_start().starts_with('%');
            self.at = end;
            if let Value::Number(number) = Value::read(&self.text[opening..end], Language::En) {
                let unit = if percent { Unit::PERCENT } else { number.unit };
                return Some(Amount {
                    value: number.value,
                    measure: Measure::cell(unit, 0),
                });
            }
        }
    }
}

/// Sign and currency at the end of what stands before a number.
fn signs(front: &str) -> &str {
    let bare = front.trim_end_matches(['$', '€', '£']);
    let unsigned = bare.trim_end_matches(['-', '−']);
    // `2-1` is a score, no two minus one.
    let is_sign = unsigned.len() < bare.len()
        && !unsigned.ends_with(|c: char| c.is_alphanumeric() || c == ')');
    let start = if is_sign { unsigned.len() } else { bare.len() };
    &front[start..]
}

/// End of the digits that a text opens with, separators inside them included.
fn digits_end(text: &str) -> usize {
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let mut end = 0;
    while digit(end) || matches!(bytes.get(end), Some(b'.' | b',')) && digit(end + 1) {
        end += 1;
    }
    end
}

/// The first four digits in a text that can be a year.
pub(super) fn year_in(text: &str) -> Option<i16> {
    text.split(|c: char| !c.is_ascii_digit())
        .filter(|digits| digits.len() == 4)
        .filter_map(|digits| digits.parse().ok())
        .find(|year| (1000..3000).contains(year))
}

/// The text before a mark, read again as a cell would be; a cell without the
/// mark as it is.
pub(super) fn read_before<'a>(datum: &Datum<'a>, mark: &str) -> Datum<'a> {
    let Some(end) = datum.text.find(mark) else {
        return *datum;
    };
    let text = datum.text[..end].trim();
    let held = match Value::read(text, Language::En) {
        Value::Empty => Held::Empty,
        Value::Number(number) => Held::Number(Amount {
            value: number.value,
            measure: Measure::cell(number.unit, 0),
        }),
        Value::Date(date) => Held::Date(date),
        Value::Code if datum.held == Held::Code => Held::Code,
        Value::Code | Value::Text | Value::Dash | Value::Range(_) => Held::Text,
    };
    Datum { held, text }
}

#[cfg(test)]
mod tests {
    use super::{Numbers, printed, round};
    use text::table::{Decimal, Unit};

    fn decimal(text: &str) -> Decimal {
        Decimal::from_str_exact(text).expect("a number")
    }

    #[test]
    fn computed_numbers_are_printed_for_people() {
        let check = |value, unit, scale, expected| {
            assert_eq!(printed(decimal(value), Unit::named(unit), scale), expected);
        };
        check("603.873", "USD", 0, "$603.87");
        check("-5.5", "USD", 0, "-$5.50");
        check("1234", "USD", 6, "$1,234 million");
        check("0.3333333333333333333333333333", "", 0, "0.3333");
        check("12345.6", "", 0, "12,345.6");
        check("2019", "", 0, "2019");
        check("8.60", "%", 0, "8.60%");
        check("0.0001234567", "", 0, "0.0001235");
        check("15", "kg", 0, "15 kg");
    }

    #[test]
    fn halves_go_away_from_zero() {
        assert_eq!(round(decimal("0.125"), 2), decimal("0.13"));
        assert_eq!(round(decimal("-2.5"), 0), decimal("-3"));
        assert_eq!(round(decimal("2.4"), 3), decimal("2.4"));
    }

    #[test]
    fn numbers_are_found_in_texts() {
        let check = |text, expected: &[&str]| {
            let found: Vec<String> = Numbers::of(text).map(|one| one.value.to_string()).collect();
            assert_eq!(found, expected, "{text}");
        };
        check("2-1", &["2", "1"]);
        check("1,234 (5.6%)", &["1234", "5.6"]);
        check("from -3 to $4.50", &["-3", "4.50"]);
        check("no number", &[]);
        check("0415 and 3", &["3"]);
    }
}
