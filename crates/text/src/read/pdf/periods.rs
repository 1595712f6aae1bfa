//! Years, quarters, dates and spans of years: values by their figures, names of
//! columns by what they are used for.

use crate::Language;
use crate::table::{Value, month};

/// True for `2018`, `2003–04`, `FY2012`, `Q1 2020`, `3/25/2023`, `Dec. 2020`,
/// `2009 (f)`, `2015E`.
pub(super) fn is_period(text: &str) -> bool {
    let text = text.trim();
    if text.len() > 24 || !text.bytes().any(|byte| byte.is_ascii_digit()) {
        return false;
    }
    if matches!(Value::read(text, Language::En), Value::Date(_)) {
        return true;
    }
    let parts = text.split(|c: char| {
        c.is_whitespace() || matches!(c, '–' | '-' | '/' | '—' | '(' | ')' | ',' | '.' | '*')
    });
    let mut years = 0;
    for part in parts.filter(|part| !part.is_empty()) {
        if is_year(part) {
            years += 1;
        } else if !is_small(part) || (years == 0 && !is_word(part)) {
            return false;
        }
    }
    years > 0
}

/// `2018`, `2018E`, `FY2018`, `FY18`.
fn is_year(part: &str) -> bool {
    let fiscal = part.strip_prefix("FY");
    let bare = fiscal.unwrap_or(part);
    let bare = bare.trim_end_matches(['E', 'e', 'F', 'f', 'P', 'p', 'A', 'a', 'r']);
    let digits = bare.bytes().all(|byte| byte.is_ascii_digit());
    let likely = bare.starts_with("19") || bare.starts_with("20");
    digits && (bare.len() == 4 && likely || bare.len() == 2 && fiscal.is_some())
}

/// What may stand beside a year: the end of a span, a quarter, a month, a mark.
fn is_small(part: &str) -> bool {
    let digits = part.len() <= 2 && part.bytes().all(|byte| byte.is_ascii_digit());
    digits || is_word(part)
}

fn is_word(part: &str) -> bool {
    const WORDS: [&str; 12] = [
        "Q1", "Q2", "Q3", "Q4", "H1", "H2", "FY", "to", "e", "f", "p", "est",
    ];
    WORDS.contains(&part) || month(part).is_some()
}

#[cfg(test)]
mod tests {
    use super::is_period;

    #[test]
    fn periods_are_told_from_figures() {
        let periods = [
            "2018",
            "2003–04",
            "1999–2000",
            "3/25/2023",
            "Q1 2020",
            "Dec. 2020",
            "FY2012",
        ];
        for text in periods {
            assert!(is_period(text), "{text}");
        }
        for text in [
            "3,037",
            "18",
            "12.5%",
            "Total",
            "$2,018",
            "2018 versus",
            "1-2",
        ] {
            assert!(!is_period(text), "{text}");
        }
    }
}
