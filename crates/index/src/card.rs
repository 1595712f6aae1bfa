//! Cards: what a relation is, without its cells.
//!
//! A library has a card for each table, list, series and section tree that its
//! documents hold. Cards are found by their words in an index of their own, so
//! that a hundred thousand tables cost a question what a hundred do.

use serde::{Deserialize, Serialize};
use text::table::{ColumnKind, LogicalTable, TableKind, Unit, Value};
use text::{Language, Span};

use crate::DocumentId;

/// Values of a column that its card shows.
const SAMPLES: usize = 3;
/// Characters of a sample.
const SAMPLE_CHARS: usize = 40;
/// Columns that a card describes; a table of more is found by these.
const COLUMNS_MAX: usize = 64;
/// Rows whose first cell is searched by: the names of what a table is about.
const LABELS_MAX: usize = 200;

/// A relation of a document: what identifies it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RelationId {
    /// Its document.
    pub document: DocumentId,
    /// Its place among the relations of the document, from 0.
    pub ordinal: u32,
}

/// A relation as it is listed and chosen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Card {
    /// Readable, `[a-z0-9_]`, unique in its document.
    pub name: String,
    /// What it was in its document.
    pub kind: TableKind,
    /// Its caption.
    pub title: Option<String>,
    /// Headings and lines around it, the nearest first.
    pub context: Vec<String>,
    /// In order.
    pub columns: Vec<CardColumn>,
    /// Its rows.
    pub rows: u32,
    /// First and last page, 1-based.
    pub pages: Option<(u32, u32)>,
    /// Where it stands in the document's text.
    pub span: Span,
}

/// A column of a card.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CardColumn {
    /// As printed, the outermost first.
    pub path: Vec<String>,
    /// What it holds.
    pub kind: ColumnKind,
    /// Of all its numbers.
    pub unit: Unit,
    /// Numbers are to be multiplied by ten to this power.
    pub scale: i8,
    /// Its values tell rows apart.
    pub key: bool,
    /// Some of its values.
    pub samples: Vec<String>,
}

/// A card that a search found.
#[derive(Debug, Clone, PartialEq)]
pub struct CardHit {
    /// Which relation.
    pub relation: RelationId,
    /// What it is.
    pub card: Card,
    /// Higher is better; only differences within one search mean anything.
    pub score: f64,
}

/// What a card is found by: title and context, names of columns, names of rows.
pub(crate) struct CardWords {
    pub title: String,
    pub context: String,
    pub columns: String,
    pub labels: String,
}

impl Card {
    /// The card of a table. `text` is the canonical text of its document.
    pub(crate) fn of(name: String, table: &LogicalTable, text: &str) -> Card {
        let columns = table.columns.iter().take(COLUMNS_MAX).map(|column| {
            let filled = column
                .cells
                .iter()
                .filter(|cell| cell.value != Value::Empty);
            let samples = filled.take(SAMPLES).filter_map(|cell| {
                let written = text.get(cell.span.start..cell.span.end)?;
                Some(written.chars().take(SAMPLE_CHARS).collect())
            });
            CardColumn {
                path: column.path.clone(),
                kind: column.kind,
                unit: column.unit,
                scale: column.scale,
                key: column.key,
                samples: samples.collect(),
            }
        });
        let mut pages = table.parts.iter().filter_map(|part| part.page);
        let first = pages.next();
        Card {
            name,
            kind: table.kind,
            title: table.title.clone(),
            context: table.context.clone(),
            columns: columns.collect(),
            rows: u32::try_from(table.rows.len()).unwrap_or(u32::MAX),
            pages: first.map(|first| (first, pages.next_back().unwrap_or(first))),
            span: table.span(),
        }
    }

    /// What it is found by, as words of the card index.
    pub(crate) fn words(
        &self,
        table: &LogicalTable,
        text: &str,
        document: &str,
        language: Language,
    ) -> CardWords {
        let columns = self.columns.iter().flat_map(|column| column.path.iter());
        let labels = table.columns.first().into_iter().flat_map(|column| {
            let cells = column.cells.iter().take(LABELS_MAX);
            cells.filter_map(|cell| text.get(cell.span.start..cell.span.end))
        });
        let bands = table.bands.iter().map(|band| band.text.as_str());
        CardWords {
            title: words(
                self.title.iter().map(String::as_str).chain([document]),
                language,
            ),
            context: words(self.context.iter().map(String::as_str), language),
            columns: words(columns.map(String::as_str), language),
            labels: words(labels.chain(bands), language),
        }
    }
}

/// The terms of texts, each as one word of the card index.
fn words<'t>(texts: impl Iterator<Item = &'t str>, language: Language) -> String {
    let mut joined = String::new();
    for written in texts {
        for term in text::terms(&written.replace('_', " "), language) {
            joined.push_str(&card_word(&term.text));
            joined.push(' ');
        }
    }
    joined
}

/// A term as the card index takes it: letters and digits alone, so that nothing
/// in it is cut or read as a sign of the query.
pub(crate) fn card_word(term: &str) -> String {
    let mut word = String::with_capacity(term.len());
    for character in term.chars() {
        if character.is_alphanumeric() {
            word.push(character);
        } else {
            word.push_str(&format!("x{:x}x", u32::from(character)));
        }
    }
    word
}

#[cfg(test)]
mod tests {
    use super::card_word;

    #[test]
    fn words_are_plain() {
        assert_eq!(card_word("12-34%"), "12x2dx34x25x");
    }
}
