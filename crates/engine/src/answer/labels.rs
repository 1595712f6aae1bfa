//! What only names other text: headings, titles, rows of column names, entries of a table
//! of contents; and what names a row.

use std::collections::BTreeSet;

use text::{Document, Language, Span, Table};

use super::evidence::term_set;
use super::pieces::Placed;

/// Bytes before a document's title.
const TITLE_START_MAX: usize = 400;

/// True for a document's title, a heading, an entry of a table of contents, a table's title or
/// row of column names.
pub(super) fn is_label(structure: &Document, span: Span, text: &str) -> bool {
    is_title(structure, span, text)
        || is_heading(structure, span, text)
        || names_table(structure, span, text)
        || is_entry(structure, span)
}

/// True for a document's title near its beginning.
fn is_title(structure: &Document, span: Span, text: &str) -> bool {
    let title = structure.metadata.title.as_deref().map(letters);
    span.start <= TITLE_START_MAX && title == Some(letters(text))
}

/// True when a sentence is the line, or one of the lines, of a heading, a note in brackets behind
/// it aside: `Executive Officers (as of March 15)`.
fn is_heading(structure: &Document, span: Span, text: &str) -> bool {
    let noted = text
        .trim_end()
        .strip_suffix(')')
        .and_then(|rest| rest.rsplit_once('('));
    let bare = noted
        .map(|(bare, _)| letters(bare))
        .filter(|bare| !bare.is_empty());
    let bare = bare.unwrap_or_else(|| letters(text));
    let following = structure
        .sections
        .partition_point(|section| section.span.start <= span.start);
    structure.sections[..following]
        .last()
        .is_some_and(|section| {
            // The second line of a long heading starts later, yet within its length.
            span.start < section.span.start + section.title.len()
                && letters(&section.title).contains(&bare)
        })
}

/// True for what stands in a table of contents: it says where, not what.
fn is_entry(structure: &Document, span: Span) -> bool {
    let mut contents = structure.contents.iter();
    contents.any(|contents| contents.span.overlaps(span))
}

/// True for the title above a table and for its row of column names.
fn names_table(structure: &Document, span: Span, text: &str) -> bool {
    let at_or_after = structure
        .tables
        .partition_point(|table| table.span.end <= span.start);
    structure.tables.get(at_or_after).is_some_and(|table| {
        let above = table.rows.first().is_some_and(|row| span.end <= row.start);
        let title = || {
            table
                .title
                .as_deref()
                .is_some_and(|title| letters(title) == letters(text))
        };
        above && ((table.header.is_some() && table.span.overlaps(span)) || title())
    })
}

/// Terms that say what a row is about and do not stand in it: names of its
/// columns, the title of its table, the band above it.
pub(super) fn naming_terms(
    structure: &Document,
    text: Placed<'_>,
    span: Span,
    language: Language,
) -> BTreeSet<String> {
    let Some((at, row)) = structure.row_at(span) else {
        return BTreeSet::new();
    };
    let table = &structure.tables[at];
    let band = structure.label_of(at, row);
    let band = band.and_then(|band| text.slice(band));
    // A table that goes on from the page before is named there; a part always
    // precedes what continues it, so the walk ends.
    let parts: Vec<&Table> = std::iter::successors(Some((at, table)), |(part, table)| {
        let before = table.continues.filter(|before| before < part)?;
        Some((before, structure.tables.get(before)?))
    })
    .map(|(_, part)| part)
    .collect();
    let header = parts.iter().find_map(|part| part.header.as_deref());
    let title = parts.iter().find_map(|part| part.title.as_deref());
    [header, title, band]
        .into_iter()
        .flatten()
        .flat_map(|text| term_set(text, language))
        .collect()
}

/// The letters and digits of a text in lower case: what is left of it when
/// spacing and marks do not count.
pub(crate) fn letters(text: &str) -> String {
    text.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}
