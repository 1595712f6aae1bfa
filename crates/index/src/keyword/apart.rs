//! Title and headings as fields of their own: what a score by fields takes.
//!
//! Their terms are also among those of the whole chunk, over which today's score goes;
//! a score by fields counts a term in the rest as often as in all less these.

use tantivy::schema::{IndexRecordOption, Term};
use tantivy::{DocSet, TERMINATED, postings::Postings};

use super::opened::{HEADINGS_LENGTH, TITLE_LENGTH};
use super::view::{HIDDEN, KeywordView};
use crate::IndexError;

/// A part of a chunk's context that is kept apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContextField {
    /// The document's title.
    Title,
    /// The headings above the chunk.
    Headings,
}

impl KeywordView {
    /// How often a term occurs in a field, by row where it does, in order of row.
    pub(crate) fn field_frequencies(
        &self,
        field: ContextField,
        term: &str,
    ) -> Result<Vec<(u32, u32)>, IndexError> {
        let failed = |error| IndexError::tantivy(&self.segments.dir, error);
        let fields = self.segments.fields;
        let of = match field {
            ContextField::Title => fields.title,
            ContextField::Headings => fields.headings,
        };
        let term = Term::from_field_text(of, term);
        let mut found = Vec::new();
        for visible in &self.visible {
            let lists = visible.segment.reader.inverted_index(of).map_err(failed)?;
            let list = lists
                .read_postings(&term, IndexRecordOption::WithFreqs)
                .map_err(|error| failed(error.into()))?;
            let Some(mut list) = list else { continue };
            while list.doc() != TERMINATED {
                let row = visible.rows[list.doc() as usize];
                if row != HIDDEN {
                    found.push((row, list.term_freq()));
                }
                list.advance();
            }
        }
        found.sort_unstable();
        Ok(found)
    }

    /// Number of terms of a row's field.
    pub(crate) fn field_length(&self, field: ContextField, row: u32) -> Result<u64, IndexError> {
        let name = match field {
            ContextField::Title => TITLE_LENGTH,
            ContextField::Headings => HEADINGS_LENGTH,
        };
        let (segment, document) = self.homes[row as usize];
        let reader = &self.visible[segment as usize].segment.reader;
        let column = reader.fast_fields().u64(name);
        let column = column.map_err(|error| IndexError::tantivy(&self.segments.dir, error))?;
        Ok(column.first(document).unwrap_or(0))
    }
}
