//! Digits with separators, in the ways of several countries.

/// Bytes of the digits at the start, with separators between them.
pub(super) fn number_length(text: &str) -> usize {
    let fits = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '\'');
    text.find(|c| !fits(c)).unwrap_or(text.len())
}

/// `1,234.5`, `1.234,5`, `0,0001`, `.5` and whether there are no decimals.
pub(super) fn decimal(digits: &str) -> Option<(f64, bool)> {
    let digits = digits.replace('\'', ",");
    let commas = digits.matches(',').count();
    let points = digits.matches('.').count();
    let point = match (commas, points) {
        (0, 0) => None,
        (0, 1) => Some('.'),
        (1, 0) if !is_grouped(&digits, ',') => Some(','),
        (_, 0) | (0, _) => None,
        _ if digits.rfind('.') > digits.rfind(',') => Some('.'),
        _ => Some(','),
    };
    let (whole, fraction) = point
        .and_then(|point| digits.rsplit_once(point))
        .unwrap_or((&digits, ""));
    let group = if point == Some(',') || commas == 0 {
        '.'
    } else {
        ','
    };
    let bare = match whole.contains(group) {
        true if !is_grouped(whole, group) => return None,
        _ => whole.replace(group, ""),
    };
    let number = format!("0{bare}.{fraction}0");
    let clean = number.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let some = digits.bytes().any(|byte| byte.is_ascii_digit());
    (clean && some)
        .then(|| number.parse().ok())?
        .map(|number| (number, fraction.is_empty()))
}

/// Whether a sign stands before groups of three digits: `1,234,567`.
fn is_grouped(digits: &str, sign: char) -> bool {
    let mut groups = digits.split(sign);
    let first = groups.next().unwrap_or_default();
    (1..=3).contains(&first.len()) && first != "0" && groups.all(|group| group.len() == 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separators_of_thousands_and_decimals() {
        for (digits, number, whole) in [
            ("1,234", 1234.0, true),
            ("1,234,567.5", 1_234_567.5, false),
            ("1.234.567", 1_234_567.0, true),
            ("1.234,5", 1234.5, false),
            ("95.340", 95.34, false),
            ("0,0001", 0.0001, false),
            ("1,2", 1.2, false),
            ("1'200", 1200.0, true),
            ("007", 7.0, true),
            (".5", 0.5, false),
        ] {
            assert_eq!(decimal(digits), Some((number, whole)), "{digits}");
        }
        for digits in ["1,2,3", "12,34,5", "1.2.3", "", ".", "1234,567.8", ",5,5"] {
            assert_eq!(decimal(digits), None, "{digits}");
        }
    }
}
