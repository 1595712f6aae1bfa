//! What was read of a document, and what was not.

use serde::{Deserialize, Serialize};

use crate::{Document, Warning};

/// The honesty report of a document: a reader of an answer should know what
/// the answer could not have seen.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Report {
    /// Pages of the document; 0 for formats without pages.
    pub pages: u32,
    /// Pages (1-based) without any text: empty, or pictures.
    pub pages_without_text: Vec<u32>,
    /// Pages whose content could not be read.
    pub pages_unreadable: Vec<u32>,
    /// Pages on which many characters have no known meaning.
    pub pages_unmapped: Vec<u32>,
    /// Pages printed sideways, read upright.
    pub pages_turned: Vec<u32>,
    /// The second reader read it, which knows no layout.
    pub second_reader: bool,
    /// Characters of canonical text.
    pub characters: u64,
    /// Sections found.
    pub sections: u32,
    /// Tables found; the parts of one that runs over pages count each.
    pub tables: u32,
    /// Rows of tables, headers not counted.
    pub table_rows: u32,
    /// Rows whose cells do not fit the columns.
    pub odd_rows: u32,
    /// Lists found.
    pub lists: u32,
    /// Links found.
    pub links: u32,
    /// Struck-out words that were left out.
    pub struck_out_words: u32,
}

impl Report {
    /// The report of a document just read.
    pub fn of(document: &Document, warnings: &[Warning]) -> Self {
        let rows = document.tables.iter().map(|table| table.rows.len()).sum();
        let odd_rows = document.tables.iter().map(|table| table.odd_rows).sum();
        let mut report = Self {
            pages: count(document.pages.len()),
            characters: document.text.chars().count() as u64,
            sections: count(document.sections.len()),
            tables: count(document.tables.len()),
            table_rows: count(rows),
            odd_rows,
            lists: count(document.lists.len()),
            links: count(document.links.len()),
            ..Self::default()
        };
        warnings.iter().for_each(|warning| report.note(warning));
        report
    }

    fn note(&mut self, warning: &Warning) {
        match warning {
            Warning::PageWithoutText { page } => self.pages_without_text.push(*page),
            Warning::PageUnreadable { page, .. } => self.pages_unreadable.push(*page),
            Warning::GlyphsUnmapped { page } => self.pages_unmapped.push(*page),
            Warning::TurnedPage { page } => self.pages_turned.push(*page),
            Warning::FallbackReader { .. } => self.second_reader = true,
            Warning::StruckOutDropped { words, .. } => self.struck_out_words = *words,
            _ => {}
        }
    }
}

fn count(items: usize) -> u32 {
    u32::try_from(items).unwrap_or(u32::MAX)
}
