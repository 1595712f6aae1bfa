//! Numbers in plain notation.

use crate::Language;

/// The plain form of a number written with digits and the separators `.`, `,`
/// and `'`: no separators of thousands, a point before the fraction, no zeros
/// at its end. `None` for what is not one number: dates, versions, `1,2`.
///
/// One separator before three digits is read by language: `1.140` is 1.14 in
/// English and 1140 in Spanish, `1,140` the other way round.
pub(crate) fn parse(written: &str, language: Language) -> Option<String> {
    let mut points = 0;
    let mut commas = 0;
    for byte in written.bytes() {
        match byte {
            b'0'..=b'9' | b'\'' => {}
            b'.' => points += 1,
            b',' => commas += 1,
            _ => return None,
        }
    }
    let decimal = match (points, commas) {
        (0, 0) => None,
        (1, 0) => single_separator(written, '.', !decimal_comma(language)),
        (0, 1) => {
            Some(single_separator(written, ',', decimal_comma(language))).filter(|decimal| {
                // `3,5` in an English text lists two numbers.
                decimal.is_none() || decimal_comma(language) || written.starts_with("0,")
            })?
        }
        (_, 0) | (0, _) => None,
        // Of both kinds, the last one separates the fraction.
        _ => written.rfind(['.', ',']),
    };
    let (whole, fraction) = match decimal {
        Some(at) => (&written[..at], &written[at + 1..]),
        None => (written, ""),
    };
    if !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(plain(&thousands(whole)?, fraction))
}

/// Languages that write 1.140,50.
fn decimal_comma(language: Language) -> bool {
    match language {
        Language::Es | Language::De | Language::Fr | Language::It | Language::Pt => true,
        Language::En | Language::Other => false,
    }
}

/// Where the fraction starts in a number with one separator, or `None` when
/// the separator sets off thousands.
fn single_separator(written: &str, separator: char, is_decimal: bool) -> Option<usize> {
    let at = written.find(separator)?;
    let could_be_thousands = thousands(written).is_some() && !written.starts_with('0');
    (is_decimal || !could_be_thousands).then_some(at)
}

/// The digits of a whole number without its separators, if they are of one
/// kind and stand before groups of three (the Indian way: two, then three).
fn thousands(written: &str) -> Option<String> {
    let Some(separator) = written
        .chars()
        .find(|character| !character.is_ascii_digit())
    else {
        return Some(written.to_owned());
    };
    let mut groups = written.split(separator);
    let first = groups.next()?;
    let last = groups.next_back()?;
    let fits = (1..=3).contains(&first.len())
        && last.len() == 3
        && groups.all(|group| matches!(group.len(), 2 | 3));
    let digits = written.replace(separator, "");
    (fits && digits.bytes().all(|byte| byte.is_ascii_digit())).then_some(digits)
}

/// Joins both sides without needless zeros.
fn plain(whole: &str, fraction: &str) -> String {
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    let fraction = fraction.trim_end_matches('0');
    if fraction.is_empty() {
        whole.to_owned()
    } else {
        format!("{whole}.{fraction}")
    }
}
