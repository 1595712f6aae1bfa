//! Signs that another copy of a document is the final one.

use index::DocumentRecord;

use crate::lexicon::List;

/// Struck-out words of a document, then words of its path that call it a draft;
/// of two copies the one with less of both is quoted.
pub(super) fn draft_signs(document: &DocumentRecord) -> (u32, usize) {
    let path = document
        .path
        .to_lowercase()
        .replace("red line", "redline")
        .replace("mark-up", "markup");
    let words = path.split(|c: char| !c.is_alphanumeric());
    (
        document.report.struck_out_words,
        words.filter(|word| List::Draft.has(word)).count(),
    )
}

/// A document of which so many words in a hundred are struck out is a draft: one struck-out word
/// is left in many a final version.
const STRUCK_OUT_PERCENT_MIN: u64 = 1;
/// Characters of a word with the blank behind it, about.
const WORD_CHARS: u64 = 6;

/// Whether a question speaks of drafts itself.
pub(crate) fn asks_for_draft(question: &str) -> bool {
    let question = question.to_lowercase();
    let mut words = question.split(|c: char| !c.is_alphanumeric());
    words.any(|word| List::Draft.has(word))
}

/// Whether a document reads like the draft of another.
pub(crate) fn is_draft(document: &DocumentRecord) -> bool {
    let (struck_out, signs) = draft_signs(document);
    signs > 0 || is_marked_up(struck_out, document.characters)
}

fn is_marked_up(struck_out: u32, characters: u64) -> bool {
    let words = characters / WORD_CHARS;
    struck_out > 0 && u64::from(struck_out) * 100 >= words * STRUCK_OUT_PERCENT_MIN
}

#[cfg(test)]
mod tests {
    use super::{asks_for_draft, is_marked_up};

    #[test]
    fn who_asks_for_a_draft_is_understood() {
        assert!(asks_for_draft("What does the Redlined manual say?"));
        assert!(asks_for_draft("Was steht im Entwurf?"));
        assert!(!asks_for_draft("Is there a draughty window?"));
    }

    #[test]
    fn a_word_left_struck_out_makes_no_draft() {
        assert!(!is_marked_up(0, 0) && !is_marked_up(1, 240_000));
        assert!(is_marked_up(4_914, 240_000) && is_marked_up(3, 600));
    }
}
