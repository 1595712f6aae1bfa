//! The text of some chunks of a document as a model reads it, and where in the document what the
//! model copies of it stands.

use index::Snapshot;
use text::Span;

use super::segment::Source;
use crate::EngineError;

/// Stands where text between chunks is left out.
const GAP: &str = "\n[…]\n";
/// Longest quote that is looked for, in bytes.
const QUOTE_BYTES_MAX: usize = 1_200;
/// Letters and digits of the shortest one: less stands anywhere.
const QUOTE_LETTERS_MIN: usize = 8;

/// Pieces of a document's text, in its order.
pub(super) struct Excerpt {
    pieces: Vec<(Span, String)>,
}

impl Excerpt {
    /// Chunks, those that follow each other as one piece; `chunks` are in order.
    pub(super) fn of(
        snapshot: &Snapshot,
        source: &Source,
        chunks: &[usize],
    ) -> Result<Excerpt, EngineError> {
        let mut pieces: Vec<(Span, String)> = Vec::new();
        for run in chunks.chunk_by(|a, b| a + 1 == *b) {
            let (Some(&first), Some(&last)) = (run.first(), run.last()) else {
                continue;
            };
            let span = source.span(&(first..last + 1));
            pieces.push((span, snapshot.text(&source.id, span)?));
        }
        Ok(Excerpt { pieces })
    }

    /// What a model is given.
    pub(super) fn text(&self) -> String {
        let texts: Vec<&str> = self.pieces.iter().map(|(_, text)| text.trim()).collect();
        texts.join(GAP)
    }

    /// The text of a span that lies in it.
    pub(super) fn at(&self, wanted: Span) -> Option<String> {
        self.pieces.iter().find_map(|(span, text)| {
            let start = wanted.start.checked_sub(span.start)?;
            let end = wanted.end.checked_sub(span.start)?;
            text.get(start..end).map(str::to_owned)
        })
    }

    /// Where a quote stands, white space aside; `None` where it does not, or is too short or too
    /// long to be one.
    pub(super) fn find(&self, quote: &str) -> Option<Span> {
        let quote = quote.trim().trim_matches(['"', '“', '”', '„', '«', '»']);
        let letters = quote.chars().filter(|c| c.is_alphanumeric()).count();
        if quote.len() > QUOTE_BYTES_MAX || letters < QUOTE_LETTERS_MIN {
            return None;
        }
        let wanted: String = squeezed(quote).0;
        self.pieces.iter().find_map(|(span, text)| {
            let (squeezed, places) = squeezed(text);
            let at = squeezed.find(&wanted)?;
            let last = squeezed[..at + wanted.len()].char_indices().next_back()?;
            let start = places.get(squeezed[..at].chars().count())?;
            let end = places.get(squeezed[..last.0].chars().count())?;
            let length = text[*end..].chars().next().map_or(0, char::len_utf8);
            Some(Span::new(span.start + start, span.start + end + length))
        })
    }
}

/// A text with every run of white space as one blank, and where each character of it stands.
fn squeezed(text: &str) -> (String, Vec<usize>) {
    let (mut squeezed, mut places) = (String::new(), Vec::new());
    for (at, c) in text.trim_end().char_indices() {
        let blank = c.is_whitespace();
        if blank && (squeezed.is_empty() || squeezed.ends_with(' ')) {
            continue;
        }
        squeezed.push(if blank { ' ' } else { c });
        places.push(at);
    }
    (squeezed, places)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_are_found_where_they_stand_and_nothing_else_is() {
        let text = "  Naïve readers\n  pay  €5 a day.\tOthers pay €7.";
        let excerpt = Excerpt {
            pieces: vec![
                (Span::new(0, 3), "abc".to_owned()),
                (Span::new(100, 100 + text.len()), text.to_owned()),
            ],
        };
        let quoted = |quote: &str| {
            let span = excerpt.find(quote)?;
            Some(&text[span.start - 100..span.end - 100])
        };
        assert_eq!(
            quoted("“Naïve readers pay €5 a day.”"),
            Some("Naïve readers\n  pay  €5 a day.")
        );
        assert_eq!(quoted("Others   pay €7."), Some("Others pay €7."));
        assert_eq!(quoted("Others pay €8."), None);
        assert_eq!(quoted("pay €7"), None, "too short");
        assert_eq!(quoted(&"long ".repeat(400)), None);
        assert!(excerpt.text().contains("abc\n[…]\nNaïve"));
    }
}
