//! Dates, whole and partial.

use std::cmp::Ordering;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::calendar::{date_word, opens_month};
use crate::Language;

/// A day, a month or quarter of a year, or a year. What is not said is 0.
///
/// Orders as time does; a year comes before its quarters, a quarter before its months, a
/// month before its days.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Date {
    /// 0 where only month and day are said.
    pub year: i16,
    /// 1 to 12, 33 to 36 for the quarters as ISO 8601-2 has them, or 0.
    pub month: u8,
    /// 1 to 31, or 0.
    pub day: u8,
}

impl Date {
    /// A date that exists; `None` for the 30th of February.
    pub fn new(year: i16, month: u8, day: u8) -> Option<Date> {
        let days = match month {
            0 if day == 0 => 0,
            1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
            4 | 6 | 9 | 11 => 30,
            2 if year == 0 || is_leap(year) => 29,
            2 => 28,
            QUARTER_1..=QUARTER_4 if year != 0 => 0,
            _ => return None,
        };
        (day <= days).then_some(Date { year, month, day })
    }

    /// A year.
    pub fn of_year(year: i16) -> Date {
        Date {
            year,
            month: 0,
            day: 0,
        }
    }

    /// A quarter of a year; `None` but for 1 to 4.
    pub fn of_quarter(year: i16, quarter: u8) -> Option<Date> {
        let named = (1..=4).contains(&quarter);
        named.then(|| Date::new(year, QUARTER_1 - 1 + quarter, 0))?
    }

    /// The quarter, 1 to 4, that this is or lies in; `None` where no month is said.
    pub fn quarter(&self) -> Option<u8> {
        (self.month > 0).then(|| self.first_month().div_ceil(3))
    }

    /// Whether this is a quarter and no month of one.
    pub fn is_quarter(&self) -> bool {
        self.month >= QUARTER_1
    }

    /// The month, or the first of the quarter; 0 where neither is said.
    pub fn first_month(&self) -> u8 {
        match self.month {
            quarter @ QUARTER_1..=QUARTER_4 => (quarter - QUARTER_1) * 3 + 1,
            month => month,
        }
    }

    /// How the months compare, years aside; a quarter is equal to each of its months.
    pub fn compare_months(&self, other: &Date) -> Ordering {
        if self.is_quarter() != other.is_quarter() && self.quarter() == other.quarter() {
            return Ordering::Equal;
        }
        self.first_month().cmp(&other.first_month())
    }

    /// Whether `other` says nothing else than this date, where both say something.
    pub fn meets(&self, other: &Date) -> bool {
        let agree = |a: i16, b: i16| a == 0 || b == 0 || a == b;
        let months =
            self.month == 0 || other.month == 0 || self.compare_months(other) == Ordering::Equal;
        agree(self.year, other.year) && months && agree(self.day.into(), other.day.into())
    }
}

/// The first quarter and the last as a [`Date`] holds them.
const QUARTER_1: u8 = 33;
const QUARTER_4: u8 = 36;

impl Ord for Date {
    fn cmp(&self, other: &Date) -> Ordering {
        let key = |date: &Date| {
            let month = (date.first_month(), !date.is_quarter());
            (date.year, month, date.day)
        };
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for Date {
    fn partial_cmp(&self, other: &Date) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

fn is_leap(year: i16) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

impl fmt::Display for Date {
    /// `2021-07-20`, `2021-07`, `2021-Q3`, `2021`, `--07-20`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(quarter) = self.quarter().filter(|_| self.is_quarter()) {
            return write!(f, "{:04}-Q{quarter}", self.year);
        }
        match (self.year, self.month, self.day) {
            (0, month, 0) => write!(f, "--{month:02}"),
            (0, month, day) => write!(f, "--{month:02}-{day:02}"),
            (year, 0, _) => write!(f, "{year:04}"),
            (year, month, 0) => write!(f, "{year:04}-{month:02}"),
            (year, month, day) => write!(f, "{year:04}-{month:02}-{day:02}"),
        }
    }
}

/// The month that a word names, 1 to 12.
pub fn month(word: &str) -> Option<u8> {
    // Most words are none by their first letter.
    if !word.starts_with(opens_month) {
        return None;
    }
    date_word(&crate::folded(word.trim_end_matches('.'))).month
}

/// A longer text is no date: `three months ended September 30, 2025` is one.
pub(super) const TEXT_BYTES_MAX: usize = 48;

/// Reads a text that is one date: `2021-07-20`, `07/20/2015`, `20.07.2015`,
/// `July 20, 2015`, `20 July`, `März 2020`. A bare year is a number, a quarter is read elsewhere.
pub(super) fn read(text: &str, language: Language) -> Option<Date> {
    if text.len() > TEXT_BYTES_MAX {
        return None;
    }
    let digits = text.bytes().any(|byte| byte.is_ascii_digit());
    let words = text.chars().any(char::is_alphabetic);
    let in_digits = || {
        let plain = digits && !words;
        plain.then(|| written_in_digits(text, language).or_else(|| month_and_year(text)))
    };
    match in_digits().flatten() {
        Some(date) => Some(date),
        None if words => written_in_words(text),
        None => None,
    }
}

/// `2020-07`, `07/2020`. `2010-11` is a season, not a November.
fn month_and_year(text: &str) -> Option<Date> {
    let (first, second) = text.split_once(['-', '/', '.'])?;
    let number = |part: &str, length: usize| {
        let plain = part.len() <= length && part.bytes().all(|byte| byte.is_ascii_digit());
        plain.then(|| part.parse::<i16>().ok()).flatten()
    };
    let (year, month) = match (first.len(), second.len()) {
        (4, 2) if text.contains('-') => (number(first, 4)?, number(second, 2)?),
        (1 | 2, 4) if text.contains('/') => (number(second, 4)?, number(first, 2)?),
        _ => return None,
    };
    let season = first.len() == 4 && (year + 1) % 100 == month;
    let likely = (1500..=2200).contains(&year) && !season && month > 0;
    likely.then(|| Date::new(year, u8::try_from(month).ok()?, 0))?
}

fn written_in_digits(text: &str, language: Language) -> Option<Date> {
    let separator = ['-', '/', '.']
        .into_iter()
        .find(|separator| text.matches(*separator).count() == 2)?;
    let parts: Vec<&str> = text.split(separator).map(str::trim).collect();
    let numbers: Vec<i16> = parts
        .iter()
        .filter(|part| part.len() <= 4 && part.bytes().all(|byte| byte.is_ascii_digit()))
        .filter_map(|part| part.parse().ok())
        .collect();
    let &[a, b, c] = numbers.as_slice() else {
        return None;
    };
    let small = |n: i16| u8::try_from(n).ok();
    if parts[0].len() == 4 {
        return Date::new(a, small(b)?, small(c)?).filter(|date| date.day > 0);
    }
    let year = match parts[2].len() {
        4 => c,
        2 if c < 70 => 2000 + c,
        2 => 1900 + c,
        _ => return None,
    };
    // Americans put the month first; a day past 12 tells anyway.
    let month_first = separator == '/' && language == Language::En;
    let (day, month) = if month_first { (b, a) } else { (a, b) };
    Date::new(year, small(month)?, small(day)?)
        .or_else(|| Date::new(year, small(day)?, small(month)?))
        .filter(|date| date.day > 0 && date.month > 0)
}

/// Small words and days of the week inside a date.
fn is_filler(word: &str) -> bool {
    let word = date_word(&crate::folded(word));
    word.weekday || word.within_date
}

pub(super) fn written_in_words(text: &str) -> Option<Date> {
    let (mut year, mut month_said, mut day) = (None, None, None);
    let words = text.split(|c: char| c.is_whitespace() || c == ',' || c == '.' || c == '-');
    for word in words.filter(|word| !word.is_empty()) {
        let bare = word
            .trim_end_matches("st")
            .trim_end_matches("nd")
            .trim_end_matches("rd")
            .trim_end_matches("th");
        if let Some(found) = month(word) {
            if month_said.replace(found).is_some() {
                return None;
            }
        } else if bare.len() == 4 && bare.bytes().all(|byte| byte.is_ascii_digit()) {
            if year.replace(bare.parse::<i16>().ok()?).is_some() {
                return None;
            }
        } else if bare.len() <= 2
            && !bare.is_empty()
            && bare.bytes().all(|byte| byte.is_ascii_digit())
        {
            if day.replace(bare.parse::<u8>().ok()?).is_some() {
                return None;
            }
        } else if !is_filler(word) {
            return None;
        }
    }
    let month = month_said?;
    if year.is_none() && day.is_none() {
        return Date::new(0, month, 0);
    }
    Date::new(year.unwrap_or(0), month, day.unwrap_or(0))
}
