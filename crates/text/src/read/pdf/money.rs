//! Signs of currencies that stand at the left of their column, far from their
//! figures.

use super::lines::Line;
use super::words::Word;

/// Farther from its figures than this, in sizes, a sign is set at the edge of
/// the column, and says nothing of where the figures begin.
const NEAR: f32 = 0.6;

/// Joins each sign with the figures to its right, where other columns stand on
/// the line too: else the gap between both would part them, and the sign would
/// end up with the figures to its left.
pub(super) fn join_signs(lines: &mut [Line]) {
    for line in lines {
        let apart = line
            .words
            .windows(2)
            .any(|pair| is_apart(&pair[0], &pair[1]));
        if apart {
            let words = std::mem::take(&mut line.words);
            line.words = joined(words);
        }
    }
}

fn is_apart(sign: &Word, figures: &Word) -> bool {
    is_sign(&sign.text) && begins_figures(&figures.text) && gap(sign, figures) > 0.0
}

fn gap(left: &Word, right: &Word) -> f32 {
    right.x0 - left.x1
}

fn is_sign(text: &str) -> bool {
    matches!(text, "$" | "€" | "£" | "US$" | "C$" | "A$")
}

fn begins_figures(text: &str) -> bool {
    let bare = text.trim_start_matches(['(', '-', '−', '–', '—', '.']);
    bare.starts_with(|first: char| first.is_ascii_digit()) || (bare.is_empty() && text != "(")
}

fn joined(words: Vec<Word>) -> Vec<Word> {
    let mut joined: Vec<Word> = Vec::with_capacity(words.len());
    for word in words {
        match joined.last_mut() {
            Some(sign) if is_apart(sign, &word) => {
                let near = gap(sign, &word) <= NEAR * word.size;
                let x0 = if near { sign.x0 } else { word.x0 };
                let text = format!("{}{}", sign.text, word.text).into_boxed_str();
                *sign = Word { text, x0, ..word };
            }
            _ => joined.push(word),
        }
    }
    joined
}
