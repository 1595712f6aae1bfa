//! From findings to an answer: every value and item with a citation that was
//! found again in the store.

use index::Snapshot;
use text::Span;

use super::shelf::Shelf;
use crate::EngineError;
use crate::answer::{Answer, AnswerItem, Citation, Completeness, Mode, Value, verify_in};

/// An answer being written.
pub struct Draft<'a> {
    shelf: &'a Shelf,
    lines: Vec<String>,
    items: Vec<AnswerItem>,
    citations: Vec<Citation>,
    completeness: Option<Completeness>,
    value: Option<String>,
    expression: Option<String>,
}

impl<'a> Draft<'a> {
    /// An empty one.
    pub fn new(shelf: &'a Shelf) -> Draft<'a> {
        Draft {
            shelf,
            lines: Vec::new(),
            items: Vec::new(),
            citations: Vec::new(),
            completeness: None,
            value: None,
            expression: None,
        }
    }

    /// Cites a stretch of a document and gives its marker; the same stretch has
    /// one marker.
    pub fn cite(&mut self, book: usize, span: Span, columns: Option<String>) -> usize {
        let found = &self.shelf.books[book];
        let known = self
            .citations
            .iter()
            .find(|citation| citation.document == found.id && citation.span == span);
        if let Some(known) = known {
            return known.marker;
        }
        let document = &found.document;
        let marker = self.citations.len() + 1;
        self.citations.push(Citation {
            marker,
            document: found.id.clone(),
            path: found.path.clone(),
            format: document.format,
            pages: document.pages_of(span),
            rows: document.rows_of(span),
            section: found
                .headings(span.start)
                .into_iter()
                .map(str::to_owned)
                .collect(),
            span,
            quote: found.text(span).to_owned(),
            columns,
        });
        marker
    }

    /// Cites a row of a table with its columns.
    pub fn cite_row(&mut self, chain: usize, row: usize) -> usize {
        let chain = &self.shelf.chains[chain];
        let names: Vec<&str> = chain
            .columns
            .iter()
            .map(|column| column.name.as_str())
            .collect();
        let columns = names
            .iter()
            .any(|name| !name.is_empty())
            .then(|| names.join(" | "));
        self.cite(chain.book, chain.rows[row].span, columns)
    }

    /// Adds a line of text.
    pub fn line(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    /// Adds an item of a list, with its line.
    pub fn item(&mut self, label: &str, text: &str, marker: usize) {
        let gap = if label.is_empty() || text.is_empty() {
            ""
        } else {
            " "
        };
        self.lines.push(format!("{label}{gap}{text} [{marker}]"));
        self.items.push(AnswerItem {
            label: label.to_owned(),
            text: text.to_owned(),
            citation: marker,
        });
    }

    /// Adds a cell to the items without a line of its own: the lines are the table.
    pub fn cell(&mut self, label: String, text: &str, marker: usize) {
        self.items.push(AnswerItem {
            label,
            text: text.to_owned(),
            citation: marker,
        });
    }

    /// Says how much was read.
    pub fn completeness(&mut self, completeness: Completeness) {
        self.completeness = Some(completeness);
    }

    /// The value that the answer states.
    pub fn value(&mut self, value: impl Into<String>) {
        self.value = Some(value.into());
    }

    /// The calculation behind it.
    pub fn expression(&mut self, expression: impl Into<String>) {
        self.expression = Some(expression.into());
    }

    /// What it states as values: each of a list, each part of what is stated.
    fn values(&self) -> Vec<Value> {
        let markers: Vec<usize> = self.citations.iter().map(|one| one.marker).collect();
        let stated = |text: &str, citations: Vec<usize>| {
            let number = text::table::Value::read(text, text::Language::En).number();
            Value {
                text: text.to_owned(),
                number: number.map(|number| number.value),
                unit: number.map(|number| number.unit).unwrap_or_default(),
                scale: 0,
                citations,
            }
        };
        if !self.items.is_empty() {
            let items = self.items.iter();
            return items
                .map(|item| stated(&item.text, vec![item.citation]))
                .collect();
        }
        // A question of several parts has a value for each.
        let values = self.value.iter().flat_map(|value| value.split("; "));
        values.map(|value| stated(value, markers.clone())).collect()
    }

    /// The answer, its citations compared with the store.
    ///
    /// # Errors
    /// [`EngineError::QuoteNotFound`]; a store that cannot be read.
    pub fn finish(self, snapshot: &Snapshot, confidence: f64) -> Result<Answer, EngineError> {
        for citation in &self.citations {
            let book = self
                .shelf
                .books
                .iter()
                .find(|book| book.id == citation.document);
            if let Some(book) = book {
                verify_in(snapshot, &book.document, citation)?;
            }
        }
        let values = self.values();
        Ok(Answer {
            text: self.lines.join("\n"),
            mode: Mode::Extractive,
            confidence: confidence.clamp(0.0, 1.0),
            citations: self.citations,
            items: self.items,
            completeness: self.completeness,
            value: self.value,
            expression: self.expression,
            values,
            query: None,
        })
    }
}
