//! Which values are equal, which is more, and which text matches which.
//!
//! What a cell holds decides. Numbers compare at one scale, dates as far as both
//! are said (July 2021 is in 2021), a bare year with a date by its year, codes by
//! their text exactly, all else by text without regard to case, accents and
//! white space. A cell that holds nothing compares to nothing.

use std::borrow::Cow;
use std::cmp::Ordering;

use text::table::{Date, Decimal, Number};
use text::{Language, tokens};

use super::datum::{Amount, Datum, Held, Trouble};
use super::measure::Measure;

/// Whether two values are equal; `None` where one holds nothing.
pub(super) fn equal(a: &Datum<'_>, b: &Datum<'_>) -> Result<Option<bool>, Trouble> {
    Ok(Some(match (a.held, b.held) {
        (Held::Empty | Held::Dash, _) | (_, Held::Empty | Held::Dash) => return Ok(None),
        (Held::Truth(one), Held::Truth(two)) => one == two,
        (Held::Code, _) | (_, Held::Code) => a.text.trim() == b.text.trim(),
        (Held::Number(one), Held::Number(two)) => one.order(two)? == Ordering::Equal,
        (Held::Date(one), Held::Date(two)) => one.meets(&two),
        (Held::Number(number), Held::Date(date)) | (Held::Date(date), Held::Number(number)) => {
            year(number).is_some_and(|year| date.year == year)
        }
        (Held::Range(one, _), Held::Range(two, _)) => one == two,
        _ => same_text(a.text, b.text),
    }))
}

/// Which of two values is more; `None` where that makes no sense.
pub(super) fn order(a: &Datum<'_>, b: &Datum<'_>) -> Result<Option<Ordering>, Trouble> {
    Ok(match (a.held, b.held) {
        (Held::Number(one), Held::Number(two)) => Some(one.order(two)?),
        (Held::Date(one), Held::Date(two)) => order_of_dates(one, two),
        (Held::Number(number), Held::Date(date)) => {
            year(number).and_then(|year| order_of_dates(Date::of_year(year), date))
        }
        (Held::Date(date), Held::Number(number)) => {
            year(number).and_then(|year| order_of_dates(date, Date::of_year(year)))
        }
        (Held::Range(range, scale), Held::Number(number)) => outside(range, scale, number)?,
        (Held::Number(number), Held::Range(range, scale)) => {
            outside(range, scale, number)?.map(Ordering::reverse)
        }
        (Held::Text | Held::Code, Held::Text | Held::Code) => {
            Some(folded(a.text).cmp(&folded(b.text)))
        }
        _ => None,
    })
}

/// On which side of a number a range lies; `None` where the number lies in it.
fn outside(
    range: &(Number, Number),
    scale: i8,
    number: Amount,
) -> Result<Option<Ordering>, Trouble> {
    let bound = |bound: Number| Amount {
        value: bound.value,
        measure: Measure::cell(bound.unit, scale),
    };
    if bound(range.1).order(number)? == Ordering::Less {
        return Ok(Some(Ordering::Less));
    }
    let above = bound(range.0).order(number)? == Ordering::Greater;
    Ok(above.then_some(Ordering::Greater))
}

/// By what both say; `None` where one has a year and the other has none.
fn order_of_dates(a: Date, b: Date) -> Option<Ordering> {
    if (a.year == 0) != (b.year == 0) {
        return None;
    }
    let no_month = a.month == 0 || b.month == 0;
    let months = if no_month {
        Ordering::Equal
    } else {
        a.compare_months(&b)
    };
    let days = if no_month || a.day == 0 || b.day == 0 {
        Ordering::Equal
    } else {
        a.day.cmp(&b.day)
    };
    Some(a.year.cmp(&b.year).then(months).then(days))
}

/// A whole number that can be a year.
pub(super) fn year(number: Amount) -> Option<i16> {
    let value = number.value;
    let whole = value.fract().is_zero() && number.measure.unit.is_none();
    let in_range = value >= Decimal::ONE_THOUSAND && value < Decimal::from(3000);
    (whole && in_range)
        .then(|| i16::try_from(value.trunc().mantissa()).ok())
        .flatten()
}

/// A text as it is compared: lower case, no accents, single blanks.
pub(super) fn folded(text: &str) -> Cow<'_, str> {
    let ready = text
        .bytes()
        .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    if ready {
        return Cow::Borrowed(text);
    }
    let folded = text::folded(text);
    let mut words = folded.split_whitespace();
    let mut spaced = String::with_capacity(folded.len());
    spaced.push_str(words.next().unwrap_or_default());
    for word in words {
        spaced.push(' ');
        spaced.push_str(word);
    }
    Cow::Owned(spaced)
}

/// Whether two texts are the same, folded.
pub(super) fn same_text(a: &str, b: &str) -> bool {
    if a.is_ascii() && b.is_ascii() {
        return folded_bytes(a).eq(folded_bytes(b));
    }
    folded(a) == folded(b)
}

/// The bytes of a folded ASCII text, without making it.
fn folded_bytes(text: &str) -> impl Iterator<Item = u8> {
    let bytes = text.trim_ascii().as_bytes();
    let is_space = |byte: u8| byte.is_ascii_whitespace() || byte == 0x0b;
    bytes.iter().enumerate().filter_map(move |(at, byte)| {
        if !is_space(*byte) {
            return Some(byte.to_ascii_lowercase());
        }
        // The first blank of several stands for all.
        let first = at == 0 || !is_space(bytes[at - 1]);
        first.then_some(b' ')
    })
}

/// Whether two texts are the same up to singular and plural, in any of the
/// languages that questions are asked in.
pub(super) fn matches(a: &str, b: &str) -> bool {
    if same_text(a, b) {
        return true;
    }
    // A plural opens as its singular does.
    let first = |text: &str| folded(text).chars().next();
    if first(a) != first(b) {
        return false;
    }
    let stems = |text: &str, language| -> Vec<String> {
        tokens(text, language)
            .into_iter()
            .map(|token| token.stem)
            .collect()
    };
    [Language::En, Language::Es, Language::De]
        .into_iter()
        .any(|language| {
            let stems_of_a = stems(a, language);
            !stems_of_a.is_empty() && stems_of_a == stems(b, language)
        })
}

/// Whether a folded text has the form of a folded pattern: `%` is any text, `_`
/// any character. Goes back to the last `%` only, so that time is bounded by the
/// product of the lengths.
pub(super) fn like(text: &str, pattern: &str) -> bool {
    let text: Vec<char> = text.chars().collect();
    let pattern: Vec<char> = pattern.chars().collect();
    let (mut at, mut place) = (0, 0);
    let mut last: Option<(usize, usize)> = None;
    while at < text.len() {
        match pattern.get(place) {
            Some('%') => {
                last = Some((place, at));
                place += 1;
            }
            Some(c) if *c == '_' || *c == text[at] => {
                at += 1;
                place += 1;
            }
            _ => match last {
                Some((percent, from)) => {
                    last = Some((percent, from + 1));
                    (place, at) = (percent + 1, from + 1);
                }
                None => return false,
            },
        }
    }
    pattern[place..].iter().all(|c| *c == '%')
}
