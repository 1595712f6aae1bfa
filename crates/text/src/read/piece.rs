//! A finished stretch of canonical text and what stands where in it.

use super::plain::Heading;
use crate::table::{Grid, LogicalTable, TableKind};
use crate::{Document, Link, Span, Table};

/// A finished text and what stands where in it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Piece {
    /// The text; ends without a line break.
    pub text: String,
    /// In order of their starts.
    pub headings: Vec<Heading>,
    /// In order of their first byte.
    pub tables: Vec<Table>,
    /// The cells of tables, which are typed once all of the text is there.
    pub grids: Vec<Grid>,
    /// Tables of documents that stand in this one.
    pub relations: Vec<LogicalTable>,
    /// In order of their first byte.
    pub links: Vec<Link>,
    /// Bytes at its end that are a raised mark, with the space before it.
    pub raised: usize,
}

impl Piece {
    /// The text of a document read before, to become part of another.
    pub fn of(document: Document) -> Self {
        let headings = document
            .sections
            .iter()
            .map(|section| Heading {
                level: section.level,
                title: section.title.clone(),
                start: section.span.start,
            })
            .collect();
        // Lists and sections are those of the whole text.
        let is_table = |table: &LogicalTable| table.kind == TableKind::Table;
        let relations = document.relations.into_iter().filter(is_table).collect();
        Self {
            headings,
            relations,
            grids: Vec::new(),
            tables: document.tables,
            links: document.links,
            text: document.text.trim_end().to_owned(),
            raised: 0,
        }
    }

    /// Moves every place in the text by what `moved` says of it.
    pub fn shift(&mut self, moved: impl Fn(usize) -> usize) {
        let span = |span: Span| Span::new(moved(span.start), moved(span.end));
        for heading in &mut self.headings {
            heading.start = moved(heading.start);
        }
        for table in &mut self.tables {
            table.span = span(table.span);
            for row in &mut table.rows {
                *row = span(*row);
            }
        }
        for link in &mut self.links {
            link.span = span(link.span);
        }
        for cell in self.grids.iter_mut().flat_map(Grid::spans) {
            *cell = span(*cell);
        }
        for table in &mut self.relations {
            table.shift(&moved);
        }
    }
}
