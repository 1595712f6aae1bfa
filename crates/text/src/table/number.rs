//! Exact numbers with their unit.

use std::fmt;

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use crate::Language;

/// A number as a cell or a question says it: sign, digits, unit; scales of
/// captions are with the column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Number {
    /// Exact; a percentage is the number before its sign.
    pub value: Decimal,
    /// What it counts.
    pub unit: Unit,
}

/// What a number counts: nothing said, a share, a currency, or a short name of
/// a unit (at most eight bytes; longer ones stay in the column's name).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Unit([u8; 8]);

impl Unit {
    /// Nothing said.
    pub const NONE: Unit = Unit([0; 8]);
    /// Per hundred.
    pub const PERCENT: Unit = Unit([b'%', 0, 0, 0, 0, 0, 0, 0]);

    /// A unit by its name: an ISO code for a currency (`USD`), else as written
    /// in lower case (`kg`); [`Unit::NONE`] for a name of more than eight bytes.
    pub fn named(name: &str) -> Unit {
        let mut bytes = [0; 8];
        match bytes.get_mut(..name.len()) {
            Some(place) => place.copy_from_slice(name.as_bytes()),
            None => return Unit::NONE,
        }
        Unit(bytes)
    }

    /// `""`, `%`, `USD`, `kg`.
    pub fn as_str(&self) -> &str {
        let length = self.0.iter().position(|byte| *byte == 0).unwrap_or(8);
        std::str::from_utf8(&self.0[..length]).unwrap_or_default()
    }

    /// Whether something is said.
    pub fn is_none(&self) -> bool {
        *self == Unit::NONE
    }

    /// Whether it is money: three capitals.
    pub fn is_currency(&self) -> bool {
        let name = self.as_str();
        name.len() == 3 && name.bytes().all(|byte| byte.is_ascii_uppercase())
    }
}

impl fmt::Debug for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for Unit {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Unit {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Unit, D::Error> {
        let name = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        Ok(Unit::named(&name))
    }
}

/// Signs and names of currencies before or after an amount.
const CURRENCIES: [(&str, &str); 15] = [
    ("US$", "USD"),
    ("A$", "AUD"),
    ("C$", "CAD"),
    ("$", "USD"),
    ("€", "EUR"),
    ("£", "GBP"),
    ("¥", "JPY"),
    ("₹", "INR"),
    ("USD", "USD"),
    ("EUR", "EUR"),
    ("GBP", "GBP"),
    ("CHF", "CHF"),
    ("JPY", "JPY"),
    ("CAD", "CAD"),
    ("AUD", "AUD"),
];

/// Longest unit behind a number.
const UNIT_BYTES_MAX: usize = 8;

/// Reads a cell that is one number, with its sign, currency, percent sign, unit.
/// Brackets around it make it negative. `None` for anything else.
pub(super) fn read(text: &str, language: Language) -> Option<Number> {
    let text = text.trim();
    let (mut rest, mut unit, mut negative) = (text, Unit::NONE, false);
    // Signs, brackets and currencies stand in any order around the digits.
    let mut open = false;
    loop {
        rest = rest.trim_start();
        if let Some(inner) = rest.strip_prefix('(').filter(|_| !open) {
            (rest, open, negative) = (inner, true, true);
        } else if let Some(inner) = rest.strip_prefix(['-', '−', '–']).filter(|_| !negative) {
            (rest, negative) = (inner, true);
        } else if let Some(inner) = rest.strip_prefix('+').filter(|_| !negative) {
            rest = inner;
        } else if let Some((inner, currency)) = currency_at_start(rest).filter(|_| unit.is_none()) {
            (rest, unit) = (inner, currency);
        } else {
            break;
        }
    }
    let end = digits_end(rest);
    let value = decimal(&rest[..end], language)?;
    let mut rest = rest[end..].trim_start();
    let mut closed = !open;
    loop {
        rest = rest.trim_start();
        if let Some(inner) = rest.strip_prefix(')').filter(|_| !closed) {
            (rest, closed) = (inner, true);
        } else if let Some(inner) = rest.strip_prefix('%').filter(|_| unit.is_none()) {
            (rest, unit) = (inner, Unit::PERCENT);
        } else if let Some((inner, currency)) = currency_at_start(rest).filter(|_| unit.is_none()) {
            (rest, unit) = (inner, currency);
        } else {
            break;
        }
    }
    if !closed {
        return None;
    }
    if !rest.is_empty() {
        let is_unit = unit.is_none()
            && rest.len() <= UNIT_BYTES_MAX
            && rest
                .chars()
                .all(|c| c.is_alphabetic() || matches!(c, '°' | '²' | '³' | '/'));
        // `3B` and `4th` are not three of something.
        let glued = text.ends_with(rest) && rest.chars().count() <= 1 && !text.contains(' ');
        let ordinal = matches!(rest, "st" | "nd" | "rd" | "th");
        if !is_unit
            || ordinal
            || (glued && !matches!(rest, "m" | "g" | "h" | "s" | "l" | "V" | "W"))
        {
            return None;
        }
        unit = Unit::named(rest);
    }
    // A number that opens with a zero and goes on is a code: `0415`.
    Some(Number {
        value: if negative { -value } else { value },
        unit,
    })
}

/// Reads `5 – 10`, `$10 to $20`, `18-24 kg`: two rising numbers.
pub(super) fn read_range(text: &str, language: Language) -> Option<(Number, Number)> {
    const BETWEEN: [&str; 9] = [
        " to ", " – ", " - ", "–", "—", "-", " bis ", " a ", " hasta ",
    ];
    BETWEEN.iter().find_map(|between| {
        let (low, high) = text.split_once(between)?;
        let (low, high) = (read(low, language)?, read(high, language)?);
        let unit = if low.unit.is_none() {
            high.unit
        } else {
            low.unit
        };
        let same = high.unit.is_none() || high.unit == unit;
        (same && low.value < high.value)
            .then_some((Number { unit, ..low }, Number { unit, ..high }))
    })
}

fn currency_at_start(text: &str) -> Option<(&str, Unit)> {
    CURRENCIES.iter().find_map(|(sign, code)| {
        let rest = text.strip_prefix(sign)?;
        let word = sign.bytes().all(|byte| byte.is_ascii_alphabetic());
        let ends = !word || !rest.starts_with(char::is_alphabetic);
        ends.then(|| (rest, Unit::named(code)))
    })
}

/// End of the digits at the start of a text, separators inside them included.
fn digits_end(text: &str) -> usize {
    let mut end = 0;
    let mut rest = text.char_indices().peekable();
    while let Some((at, character)) = rest.next() {
        let next = rest.peek().map(|(_, next)| *next);
        let inside = matches!(character, '.' | ',' | '\'' | '’' | '\u{a0}' | '\u{202f}')
            && next.is_some_and(|next| next.is_ascii_digit());
        // `98 452`: a blank sets off thousands where three digits follow.
        let blank = character == ' ' && end > 0 && {
            let digits = text[at + 1..]
                .bytes()
                .take_while(u8::is_ascii_digit)
                .count();
            digits == 3
        };
        if !character.is_ascii_digit() && !inside && !blank {
            break;
        }
        end = at + character.len_utf8();
    }
    end
}

/// Digits with separators as a decimal; `None` for versions, codes with leading
/// zeros and numbers of more than 28 digits.
pub(super) fn decimal(written: &str, language: Language) -> Option<Decimal> {
    if written.is_empty() {
        return None;
    }
    let whole_digits = written.bytes().take_while(u8::is_ascii_digit).count();
    if whole_digits > 1 && written.starts_with('0') {
        return None;
    }
    let plain: String = written
        .chars()
        .map(|c| match c {
            ' ' | '\u{a0}' | '\u{202f}' | '’' => '\'',
            other => other,
        })
        .collect();
    let plain = crate::analyzer::plain_number(&plain, language)?;
    // Zeros behind the point are kept, so that `2.50` prints as it was.
    let places = written.rfind(['.', ',']).map(|at| written.len() - at - 1);
    let mut value = Decimal::from_str_exact(&plain).ok()?;
    if let (Some(places), true) = (places, plain.contains('.')) {
        value.rescale(u32::try_from(places).ok()?.min(28));
    }
    Some(value)
}
