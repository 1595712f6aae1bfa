//! What a cell of a table holds: a value, or words.

use crate::lexicon::WordList;

/// Longest cell that can still be a value, in characters.
const VALUE_CHARS_MAX: usize = 24;

/// True for numbers, money, percentages, dates, ranges, yes and no, single
/// signs, and short codes with figures in them.
pub(super) fn is_value(text: &str) -> bool {
    let text = text.trim().trim_end_matches('.');
    if text.is_empty() || text.chars().count() > VALUE_CHARS_MAX {
        return false;
    }
    let bare = without_bound(text);
    if is_sign(bare) || (bare.chars().count() == 1 && bare != "•") {
        return true;
    }
    // `$100,000 Home` names a column.
    let spelled = |word: &str| word.len() > 3 && word.chars().all(char::is_alphabetic);
    // `(k=2)` says what a name means.
    if bare.split_whitespace().any(spelled) || bare.contains('=') {
        return false;
    }
    let figures = bare.chars().filter(char::is_ascii_digit).count();
    let letters = bare.chars().filter(|ch| ch.is_alphabetic()).count();
    figures > 0 && (letters <= figures || letters <= 2)
}

/// The text without the words that make a number a bound.
fn without_bound(text: &str) -> &str {
    let words = |bound: &str| bound.split(' ').count();
    for bound in WordList::Bounds.words() {
        let end = text.match_indices(' ').nth(words(bound) - 1);
        let (head, rest) = end.map_or(("", text), |(end, _)| text.split_at(end));
        if head.to_lowercase() == *bound {
            return rest.trim_start();
        }
    }
    text
}

fn is_sign(text: &str) -> bool {
    const SIGNS: [&str; 14] = [
        "Y", "N", "Yes", "No", "YES", "NO", "N/A", "NA", "n/a", "-", "–", "—", "✔", "$ -",
    ];
    SIGNS.contains(&text)
}

/// `1.`, `(a)`, `iv)`, a bullet: what stands before an item of a list.
pub(super) fn is_list_marker(word: &str) -> bool {
    if is_bullet(word) {
        return true;
    }
    let inner = word.trim_start_matches('(');
    let Some(body) = inner.strip_suffix(['.', ')', ':']) else {
        return false;
    };
    let body = body.trim_end_matches(')');
    let short = !body.is_empty() && body.len() <= 4;
    short && (body.chars().all(|ch| ch.is_ascii_digit()) || is_letter_marker(body))
}

fn is_letter_marker(body: &str) -> bool {
    let roman = body.chars().all(|ch| "ivxIVX".contains(ch));
    roman || (body.len() == 1 && body.chars().all(|ch| ch.is_ascii_alphabetic()))
}

/// A sign that opens an item of a list.
pub(super) fn is_bullet(word: &str) -> bool {
    matches!(
        word,
        "•" | "o"
            | "▪"
            | "●"
            | "○"
            | "◦"
            | "■"
            | "□"
            | "➢"
            | "►"
            | "‣"
            | "·"
            | "✓"
            | "☐"
            | "☒"
            | "◆"
            | "–"
            | "-"
            | "*"
    )
}

/// The share of cells that hold values, of those that hold anything.
pub(super) fn value_share<'t>(cells: impl IntoIterator<Item = &'t str>) -> f32 {
    let (mut filled, mut values) = (0_u32, 0_u32);
    for cell in cells.into_iter().filter(|cell| !cell.trim().is_empty()) {
        filled += 1;
        values += u32::from(is_value(cell));
    }
    if filled == 0 {
        0.0
    } else {
        values as f32 / filled as f32
    }
}
