//! Which paragraph just above a table is its title.

/// A title is no longer, in characters.
const CHARS_MAX: usize = 160;
/// A paragraph of more words that ends with a full stop is a sentence about
/// something, not a title.
const SENTENCE_WORDS: usize = 6;

/// Whether a paragraph can be the title of the table below it: one line, short,
/// no sentence.
pub(super) fn is_caption(text: &str) -> bool {
    let text = text.trim();
    let one_line = !text.is_empty() && !text.contains('\n');
    let sentence = text.ends_with('.') && text.split_whitespace().count() > SENTENCE_WORDS;
    one_line && !sentence && text.chars().nth(CHARS_MAX).is_none()
}

#[cfg(test)]
mod tests {
    use super::is_caption;

    #[test]
    fn sentences_are_no_titles() {
        assert!(is_caption("Table 7. Tests and their prices"));
        assert!(is_caption("Prices in euro."));
        assert!(!is_caption(
            "The fee is 4,715 crowns a year, and nobody pays less."
        ));
        assert!(!is_caption(" "));
    }
}
