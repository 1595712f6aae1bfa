//! Reads what a cell says.

use super::Value;
use crate::Language;

/// A longer text is no value.
const VALUE_BYTES_MAX: usize = 64;

impl Value {
    /// Reads the text of a cell, trimmed or not.
    ///
    /// The language says whether `1.140` is a fraction and which names months
    /// have. What is not surely a number, a range, a date or a code is text.
    ///
    /// ```
    /// # use text::{Language, table::{Unit, Value}};
    /// let Value::Number(loss) = Value::read("(8.6)%", Language::En) else { panic!() };
    /// assert_eq!((loss.value.to_string(), loss.unit), ("-8.6".to_owned(), Unit::PERCENT));
    /// assert_eq!(Value::read("0415", Language::En), Value::Code);
    /// ```
    pub fn read(text: &str, language: Language) -> Value {
        let text = text.trim();
        if text.is_empty() {
            return Value::Empty;
        }
        if is_dash(text) {
            return Value::Dash;
        }
        // A cell of words needs no look at each of its characters.
        if text.len() > VALUE_BYTES_MAX {
            return Value::Text;
        }
        match Value::of_bare(text, language) {
            Value::Text => {}
            value => return value,
        }
        match super::notes::split(text).map(|(bare, _)| Value::of_bare(bare, language)) {
            Some(value @ (Value::Number(_) | Value::Range(_) | Value::Date(_))) => value,
            _ => Value::Text,
        }
    }

    /// Reads a text without footnote marks.
    fn of_bare(text: &str, language: Language) -> Value {
        if let Some(date) =
            super::date::read(text, language).or_else(|| super::quarter::read_quarter(text))
        {
            return Value::Date(date);
        }
        if let Some(number) = super::amount::read(text, language) {
            return Value::Number(number);
        }
        if let Some(range) = super::amount::read_range(text, language) {
            return Value::Range(Box::new(range));
        }
        if is_code(text) {
            return Value::Code;
        }
        Value::Text
    }
}

/// Dashes alone, or with a currency or percent sign: `$ —`, `- %`.
fn is_dash(text: &str) -> bool {
    let dash = |c: char| matches!(c, '-' | '–' | '—' | '−' | '‒');
    let bare = text
        .split_whitespace()
        .filter(|word| !super::amount::is_currency(word) && *word != "%");
    let mut dashes = 0;
    let only = bare.flat_map(str::chars).all(|c| {
        dashes += usize::from(dash(c));
        dash(c)
    });
    let glued = ["$", "€", "£"].iter().any(|sign| {
        text.strip_prefix(sign)
            .is_some_and(|rest| !rest.is_empty() && rest.chars().all(dash))
    });
    (only && dashes > 0) || glued
}

/// `C-27`, `HO4`, `0415`: one word with a digit and a letter or a leading zero.
fn is_code(text: &str) -> bool {
    if text.len() > 24 || text.contains(char::is_whitespace) {
        return false;
    }
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let plain = text
        .chars()
        .all(|c| c.is_alphanumeric() || matches!(c, '-' | '.' | '/' | '_' | '#'));
    let only_digits = letters == 0 && text.bytes().all(|byte| byte.is_ascii_digit());
    // `860-555-1234`, `2019-20`: parts of figures are no figure.
    let grouped = letters == 0
        && text.contains('-')
        && text
            .split('-')
            .all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()));
    plain
        && digits > 0
        && (letters > 0 && letters <= digits + 4
            || only_digits && text.starts_with('0') && digits > 1
            || grouped)
}
