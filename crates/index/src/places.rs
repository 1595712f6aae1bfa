//! Where chunks and spans stand: in which document, on which pages, under
//! which headings.

use std::sync::Arc;

use text::{PageBox, Span};

use crate::records::{boxes, broken, structure};
use crate::{ChunkId, DocumentId, DocumentRecord, IndexError, Scope, Snapshot};

impl Snapshot {
    /// The document a chunk is from; `None` for a chunk this version lacks.
    pub fn document_of(&self, chunk: ChunkId) -> Option<&DocumentRecord> {
        let (document, _) = self.view().home(chunk.0)?;
        self.documents().get(document)
    }

    /// The documents that a scope leaves whole, by id: whoever reads a document's
    /// structure instead of its chunks must not see what a filter hides.
    ///
    /// # Errors
    /// [`IndexError::ForeignScope`].
    pub fn documents_within(&self, scope: &Scope) -> Result<Vec<&DocumentRecord>, IndexError> {
        let rows = self.rows(scope)?;
        let documents = self.documents().iter().enumerate();
        Ok(documents
            .filter(|(index, _)| {
                let mut chunks = self.view().rows_of(*index);
                rows.is_none_or(|rows| chunks.all(|row| rows.contains(row)))
            })
            .map(|(_, record)| record)
            .collect())
    }

    /// A chunk's place among all chunks by (document id, ordinal): the order
    /// in which rankings break ties, whatever the order of adding. Chunks this
    /// version lacks come last.
    pub fn order(&self, chunk: ChunkId) -> u32 {
        self.view().row(chunk.0).unwrap_or(u32::MAX)
    }

    /// A document's pages, sections, tables, lists and links without its text; an empty
    /// document for a file that could not be read. The last few are kept.
    ///
    /// # Errors
    /// A document that is not there, a store that cannot be read or is damaged.
    pub fn structure(&self, document: &DocumentId) -> Result<Arc<text::Document>, IndexError> {
        let record = self.document(document)?;
        let kept = &self.loaded.structures;
        kept.get(record.row, || self.read_structure(record))
    }

    fn read_structure(&self, record: &DocumentRecord) -> Result<text::Document, IndexError> {
        let mut empty = text::Document::from_text("", record.format.unwrap_or(text::Format::Plain));
        empty.language = record.language;
        empty.metadata.title.clone_from(&record.title);
        if record.state != crate::State::Ready {
            return Ok(empty);
        }
        let sections = self.sections(&record.id)?;
        let layout = self
            .shared()
            .with(|records| records.run(|connection| structure::layout(connection, record.row)))?;
        Ok(text::Document {
            pages: layout.pages,
            sections,
            tables: layout.tables,
            lists: layout.enumerated.lists,
            series: layout.enumerated.series,
            contents: layout.enumerated.contents,
            // With their cells they are loaded one by one.
            relations: Vec::new(),
            links: layout.links,
            // Loaded page by page, for a quote.
            boxes: Vec::new(),
            ..empty
        })
    }

    /// The pages a span touches, 1-based and inclusive; `None` for an unpaged
    /// document.
    pub fn pages_of(
        &self,
        document: &DocumentId,
        span: Span,
    ) -> Result<Option<(u32, u32)>, IndexError> {
        let record = self.document(document)?;
        if record.state != crate::State::Ready || record.pages.is_none() {
            return Ok(None);
        }
        let pages = self
            .shared()
            .with(|records| records.run(|connection| structure::pages(connection, record.row)))?;
        let mut paged = text::Document::from_text("", text::Format::Plain);
        paged.pages = pages;
        Ok(paged.pages_of(span))
    }

    /// Where the words of a span stand: page, 1-based, and box of each, in order of the
    /// text. A word that was broken over two lines has two boxes; one whose place no
    /// reader knew has none.
    ///
    /// # Errors
    /// A document that is not there, a store that cannot be read or is damaged.
    pub fn boxes(
        &self,
        document: &DocumentId,
        span: Span,
    ) -> Result<Vec<(u32, PageBox)>, IndexError> {
        let record = self.document(document)?;
        let Some((first, last)) = self.pages_of(document, span)? else {
            return Ok(Vec::new());
        };
        let text_end = usize::try_from(record.text_bytes).unwrap_or(usize::MAX);
        let (first, last) = (first as usize - 1, last as usize - 1);
        self.shared().with(|records| {
            records.run(|connection| {
                let starts = structure::pages(connection, record.row)?;
                let mut found = Vec::new();
                for (page, packed) in boxes::pages(connection, record.row, first, last)? {
                    let start = starts.get(page).map_or(text_end, |page| page.start);
                    let end = starts.get(page + 1).map_or(text_end, |next| next.start);
                    let words = packed.unpack(Span::new(start, end));
                    let words = words.map_err(|error| broken(error.to_string()))?;
                    let touched = words.iter().filter(|word| word.span.overlaps(span));
                    let number = u32::try_from(page + 1).unwrap_or(u32::MAX);
                    found.extend(touched.map(|word| (number, word.place)));
                }
                Ok(found)
            })
        })
    }

    /// First and last row of the sheet that a span touches, 1-based; `None`
    /// where it touches no row of a sheet.
    pub fn rows_of(
        &self,
        document: &DocumentId,
        span: Span,
    ) -> Result<Option<(u32, u32)>, IndexError> {
        Ok(self.structure(document)?.rows_of(span))
    }
}
