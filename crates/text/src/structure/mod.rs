//! What a document enumerates: lists with their lead-ins, headings that count,
//! tables of contents.
//!
//! Found in canonical text and sections, so that every format has them alike. A
//! question for "all rules" or "the four requirements" is answered from these,
//! whole and in order, never from the best hits.

mod contents;
mod lists;
mod marker;
mod parts;
mod series;
mod unmarked;

pub use parts::{Contents, ContentsEntry, List, ListItem, Series, SeriesMember};

use crate::Document;

/// Finds lists, series and contents of a document whose reader found none.
pub(crate) fn complete(document: &mut Document) {
    if document.contents.is_empty() {
        document.contents = contents::find(document);
    }
    if document.lists.is_empty() {
        document.lists = lists::find(document);
    }
    if document.series.is_empty() {
        document.series = series::find(&document.sections);
    }
}
