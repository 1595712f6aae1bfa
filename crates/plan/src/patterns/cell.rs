//! What a cell's text says beyond its typed value: numbers inside it, a year,
//! something to sort by, the parts that it lists.

use text::Language;
use text::table::{Date, Decimal, Value};

use super::hash;

/// Years that four digits are taken for.
const YEARS: std::ops::RangeInclusive<i16> = 1000..=2199;

/// A distinct text of a relation's cells, taken apart once.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct CellText {
    /// Equal for equal values: `1,000` and `1000`, `Rome` and `rome`.
    pub(super) key: u64,
    /// The number that the cell is or opens with; a dash is 0.
    pub(super) number: Option<Decimal>,
    /// The first number anywhere in it.
    pub(super) first: Option<Decimal>,
    /// The second number in it.
    pub(super) second: Option<Decimal>,
    /// The day, month or year that it is.
    pub(super) date: Option<Date>,
    /// A year that it is or holds.
    pub(super) year: Option<i16>,
    /// Bytes before an opening bracket, if it has one behind some text.
    pub(super) before: Option<usize>,
    /// Nothing is written in it, or a dash.
    pub(super) empty: bool,
    /// It is a dash.
    pub(super) dash: bool,
    /// It is a number and nothing else.
    pub(super) plain: bool,
}

impl CellText {
    /// Takes a cell apart.
    pub(super) fn read(text: &str, value: &Value, language: Language) -> CellText {
        let mut numbers = numbers_in(text, language);
        let first = numbers.next();
        let second = numbers.next().map(|(_, number)| number);
        let plain = value.amount();
        let number = plain
            .or_else(|| clock(text))
            .or_else(|| first.filter(|(opens, _)| *opens).map(|(_, number)| number));
        let date = match value {
            Value::Date(date) => Some(*date),
            _ => None,
        };
        CellText {
            key: key(text, value),
            number: if date.is_some() { None } else { number },
            first: first.map(|(_, number)| number),
            second,
            date,
            year: date
                .map(|date| date.year)
                .filter(|year| *year != 0)
                .or_else(|| year_in(text)),
            before: text
                .find('(')
                .filter(|at| text[..*at].chars().any(char::is_alphanumeric)),
            empty: matches!(value, Value::Empty | Value::Dash),
            dash: *value == Value::Dash,
            plain: plain.is_some(),
        }
    }

    /// The date, or the year alone.
    pub(super) fn when(&self) -> Option<Date> {
        self.date.or_else(|| self.year.map(Date::of_year))
    }
}

/// The key of a cell's value.
pub(super) fn key(text: &str, value: &Value) -> u64 {
    match value {
        Value::Number(number) => number_key(number.value),
        Value::Date(date) => date_key(*date),
        _ => text_key(text),
    }
}

/// The key of a number; units and trailing zeros do not tell numbers apart.
pub(super) fn number_key(number: Decimal) -> u64 {
    let number = number.round_dp(6).normalize();
    #[expect(clippy::cast_sign_loss, reason = "only equality counts")]
    let mantissa = number.mantissa() as u128;
    #[expect(clippy::cast_possible_truncation, reason = "both halves are hashed")]
    let (low, high) = (mantissa as u64, (mantissa >> 64) as u64);
    hash::of(&[1, low, high, u64::from(number.scale())])
}

/// The key of a date.
pub(super) fn date_key(date: Date) -> u64 {
    #[expect(clippy::cast_sign_loss, reason = "only equality counts")]
    let year = date.year as u64;
    hash::of(&[2, year, date.month.into(), date.day.into()])
}

/// The key of a text: letters and digits, folded, with single blanks.
pub(super) fn text_key(text: &str) -> u64 {
    hash::join(3, hash::of_text(&bare(text)))
}

/// Letters and digits of a text, folded, words parted by one blank.
pub(super) fn bare(text: &str) -> String {
    let folded = text::folded(text);
    let words = folded.split(|c: char| !c.is_alphanumeric());
    words
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// A value to sort by; days for dates.
pub(super) fn day_number(date: Date) -> f64 {
    f64::from(date.year) * 372.0 + f64::from(date.first_month()) * 31.0 + f64::from(date.day)
}

/// The numbers of a text in order, each with whether nothing but signs stands
/// before it.
fn numbers_in(text: &str, language: Language) -> impl Iterator<Item = (bool, Decimal)> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < text.len() {
            let start = at + text[at..].find(|c: char| c.is_ascii_digit())?;
            let end = number_end(text, start);
            at = end;
            let before = &text[..start];
            let opens = !before.contains(|c: char| c.is_alphanumeric());
            if let Value::Number(number) = Value::read(&text[start..end], language) {
                let signed = before
                    .trim_end_matches(['$', '€', '£', ' '])
                    .ends_with(['-', '−', '–']);
                let value = if signed && opens {
                    -number.value
                } else {
                    number.value
                };
                return Some((opens, value));
            }
        }
        None
    })
}

fn number_end(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let mut end = start;
    while end < bytes.len() {
        let inside =
            matches!(bytes[end], b'.' | b',') && bytes.get(end + 1).is_some_and(u8::is_ascii_digit);
        if !bytes[end].is_ascii_digit() && !inside {
            break;
        }
        end += 1;
    }
    end
}

/// `3:59.4` and `1:02:03` as seconds.
fn clock(text: &str) -> Option<Decimal> {
    let text = text.trim().trim_end_matches(|c: char| !c.is_ascii_digit());
    if !(3..=16).contains(&text.len()) || !text.contains(':') {
        return None;
    }
    let mut seconds = Decimal::ZERO;
    for part in text.split(':') {
        let plain = !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit() || b == b'.');
        let part: Decimal = part.parse().ok().filter(|_| plain)?;
        seconds = seconds.checked_mul(Decimal::from(60))?.checked_add(part)?;
    }
    Some(seconds)
}

/// Four digits that stand alone and may be a year; `FY19`.
pub(super) fn year_in(text: &str) -> Option<i16> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != ',' && c != '.')
        .map(|word| word.trim_matches([',', '.']))
        .find_map(year)
}

fn year(word: &str) -> Option<i16> {
    let fiscal = word.strip_prefix("FY").or_else(|| word.strip_prefix("fy"));
    let digits = fiscal.unwrap_or(word);
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    match digits.len() {
        4 => digits.parse().ok().filter(|year| YEARS.contains(year)),
        2 if fiscal.is_some() => Some(2000 + digits.parse::<i16>().ok()?),
        _ => None,
    }
}

/// The text before a bracket; all of it where there is none.
pub(super) fn before<'t>(cell: &CellText, text: &'t str) -> &'t str {
    text.get(..cell.before.unwrap_or(text.len()))
        .unwrap_or(text)
        .trim_end()
}
