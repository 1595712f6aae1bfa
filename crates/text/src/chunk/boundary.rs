//! Where a document may be cut.

use crate::{Document, Span, row, sentences};

/// What starts at a boundary; the greater, the better a cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Sentence,
    /// A table row or a list item.
    Row,
    Paragraph,
    Section,
}

/// The boundaries of a document, in order.
pub(super) struct Boundaries {
    /// Byte offset of what starts there; each once.
    cuts: Vec<(usize, Rank)>,
    /// Table rows, by start.
    rows: Vec<Span>,
    /// Starts of sections, rising.
    sections: Vec<usize>,
}

impl Boundaries {
    /// Finds the boundaries of a document.
    pub(super) fn of(document: &Document) -> Self {
        let text = &document.text;
        let found = sentences(text, document.language);
        let mut rows: Vec<Span> = document
            .tables
            .iter()
            .flat_map(|table| table.rows.iter().copied())
            .collect();
        rows.extend(
            found
                .iter()
                .filter(|span| row::is_row(&text[span.start..span.end])),
        );
        rows.retain(|row| row.slice(text).is_some_and(|row| !row.is_empty()));
        rows.sort_unstable();
        rows.dedup();

        let mut sections: Vec<usize> = document
            .sections
            .iter()
            .map(|section| section.span.start)
            .filter(|&start| text.is_char_boundary(start))
            .collect();
        sections.sort_unstable();
        sections.dedup();

        let mut cuts: Vec<(usize, Rank)> = sections.iter().map(|&at| (at, Rank::Section)).collect();
        cuts.extend(rows.iter().map(|row| (row.start, Rank::Row)));
        cuts.extend(sentence_cuts(text, &found));
        // The best rank of each offset first, and only that one is kept.
        cuts.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(b.1.cmp(&a.1)));
        cuts.dedup_by_key(|cut| cut.0);
        let mut boundaries = Self {
            cuts,
            rows,
            sections,
        };
        boundaries.drop_stranding(document);
        boundaries
    }

    /// Drops the boundaries just after a heading and just after a header row:
    /// a heading belongs to what it heads. Drops those inside a row, too.
    fn drop_stranding(&mut self, document: &Document) {
        let text = &document.text;
        let mut stranding: Vec<usize> = self
            .sections
            .iter()
            .filter_map(|&start| {
                let line = text[start..].find('\n')?;
                let next = self.cuts.partition_point(|cut| cut.0 < start + line);
                self.cuts.get(next).map(|cut| cut.0)
            })
            .collect();
        stranding.extend(document.tables.iter().filter_map(|table| {
            let first = table.rows.first()?;
            (table.header.is_some() && first.start > table.span.start).then_some(first.start)
        }));
        stranding.sort_unstable();
        let cuts = std::mem::take(&mut self.cuts);
        self.cuts = cuts
            .into_iter()
            .filter(|(at, _)| stranding.binary_search(at).is_err())
            .filter(|(at, _)| self.row_around(*at).is_none())
            .collect();
    }

    /// The best boundary in `from..=to`; of equals, the last.
    pub(super) fn best(&self, from: usize, to: usize) -> Option<usize> {
        let start = self.cuts.partition_point(|cut| cut.0 < from);
        let end = self.cuts.partition_point(|cut| cut.0 <= to);
        self.cuts
            .get(start..end)?
            .iter()
            .max_by_key(|cut| cut.1)
            .map(|cut| cut.0)
    }

    /// The first boundary in `from..to`.
    pub(super) fn first(&self, from: usize, to: usize) -> Option<usize> {
        let start = self.cuts.partition_point(|cut| cut.0 < from);
        self.cuts.get(start).map(|cut| cut.0).filter(|&at| at < to)
    }

    /// The row that a cut at `at` would part.
    pub(super) fn row_around(&self, at: usize) -> Option<Span> {
        let before = self.rows.partition_point(|row| row.start < at);
        let row = *self.rows.get(before.checked_sub(1)?)?;
        (at < row.end).then_some(row)
    }

    /// Start of the last section up to `at`; 0 before the first.
    pub(super) fn section_start(&self, at: usize) -> usize {
        let before = self.sections.partition_point(|&start| start <= at);
        before
            .checked_sub(1)
            .map_or(0, |index| self.sections[index])
    }
}

/// Starts of sentences, ranked by what lies before each: a blank line, a line
/// break where the sentence before it did not just wrap, or less.
fn sentence_cuts(text: &str, found: &[Span]) -> Vec<(usize, Rank)> {
    let mut previous_end = 0;
    let cuts = found.iter().map(|sentence| {
        let gap = &text[previous_end..sentence.start];
        previous_end = sentence.end;
        let rank = match gap.matches('\n').take(2).count() {
            0 => Rank::Sentence,
            1 if starts_item(&text[sentence.start..sentence.end]) => Rank::Row,
            1 => Rank::Sentence,
            _ => Rank::Paragraph,
        };
        (sentence.start, rank)
    });
    cuts.collect()
}

/// A bullet or a number at the start.
fn starts_item(sentence: &str) -> bool {
    let marker = sentence.split_whitespace().next().unwrap_or("");
    let symbol = marker.chars().all(|character| !character.is_alphanumeric());
    symbol || marker.ends_with([')', '.']) && marker.chars().count() <= 5
}
