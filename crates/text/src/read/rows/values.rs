//! Values told from texts where a file has only texts.

/// Longest value, in bytes: `2025-08-18 10:30:00` and `$ 1,234,567.89` are shorter.
const VALUE_BYTES_MAX: usize = 32;

/// True for a number, an amount, a share, a date, a time or a truth value:
/// digits with the signs that go with them, and at most one unit or month.
pub(in crate::read) fn looks_like_value(text: &str) -> bool {
    let text = text.trim();
    if text.is_empty() || text.len() > VALUE_BYTES_MAX {
        return false;
    }
    if ["true", "false", "yes", "no", "n/a", "-", "–", "null"]
        .iter()
        .any(|word| text.eq_ignore_ascii_case(word))
    {
        return true;
    }
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let letters = text.chars().filter(|letter| letter.is_alphabetic()).count();
    let starts = text
        .starts_with(|first: char| first.is_ascii_digit() || "+-–−($€£¥.#<>≤≥~".contains(first));
    // `12.5 kg` and `3 Mar 2024`, not `3M Company`.
    digits > 0 && starts && letters <= 3 && letters <= digits + 1
}
