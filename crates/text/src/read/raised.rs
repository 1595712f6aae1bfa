//! Raised characters: parts of a word, or marks of footnotes.

/// Longest mark of a footnote, in bytes: `(12)`, `1,2,3`.
const MARK_BYTES_MAX: usize = 8;

/// `1` and a raised `st`, `CO` and a lowered `2`, `km` and a raised `2` are one word; a
/// name and the number of its footnote are two.
pub(super) fn is_part_of(host: &str, script: &str) -> bool {
    let ordinal = host.ends_with(|ch: char| ch.is_ascii_digit())
        && matches!(
            script,
            "st" | "nd" | "rd" | "th" | "ST" | "ND" | "RD" | "TH"
        );
    let formula = !host.is_empty()
        && host.len() <= 2
        && host.chars().all(char::is_alphabetic)
        && script.chars().all(|ch| ch.is_ascii_digit());
    ordinal || formula
}

/// Figures, a small letter, a sign, or several of these: `2`, `a`, `(1)`, `*`, `1,3`.
pub(super) fn is_mark(script: &str) -> bool {
    if script.is_empty() || script.len() > MARK_BYTES_MAX {
        return false;
    }
    let sign = |part: &str| {
        part.chars()
            .all(|ch| matches!(ch, '*' | '†' | '‡' | '§' | '#'))
    };
    let figures = |part: &str| part.len() <= 2 && part.bytes().all(|byte| byte.is_ascii_digit());
    let letter = |part: &str| part.len() == 1 && part.bytes().all(|byte| byte.is_ascii_lowercase());
    let mut parts = script
        .split(|ch: char| matches!(ch, ',' | ';' | '(' | ')' | '[' | ']') || ch.is_whitespace())
        .filter(|part| !part.is_empty())
        .peekable();
    parts.peek().is_some() && parts.all(|part| sign(part) || figures(part) || letter(part))
}

#[cfg(test)]
mod tests {
    use super::{is_mark, is_part_of};

    #[test]
    fn what_is_raised_belongs_to_its_word_or_is_a_mark() {
        for mark in ["1", "12", "a", "(a)", "[3]", "*", "††", "1,2", "(1)(2)"] {
            assert!(is_mark(mark), "{mark}");
        }
        for part in ["", "th", "TM", "123", "2019", "()", "see below"] {
            assert!(!is_mark(part), "{part}");
        }
        for (host, script) in [("1", "st"), ("CO", "2"), ("m", "3")] {
            assert!(is_part_of(host, script), "{host}{script}");
        }
        for (host, script) in [("Ohio", "1"), ("12", "2"), ("", "2"), ("us", "a")] {
            assert!(!is_part_of(host, script), "{host}{script}");
        }
    }
}
