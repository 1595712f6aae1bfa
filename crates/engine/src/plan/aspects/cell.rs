//! What one thing says about one aspect: the sentence or row that holds the
//! aspect's words, by itself or under a heading, a title or column names with them.

use std::collections::BTreeSet;

use index::{Filter, FilterOp};
use text::{Document, Span, Table};

use super::thing::Thing;
use crate::EngineError;
use crate::answer::letters;
use crate::plan::scan::{Token, scan};
use crate::plan::shelf::{Book, keys};
use crate::plan::work::Work;
use crate::retrieve::{QueryText, usual_language};

/// Chunks of a document that are read for one cell.
const CHUNKS_MAX: usize = 12;

/// Share of the aspect's weight that a quote and what stands above it hold: a
/// sentence that shares one word of two speaks of something else.
const COVERED_MIN: f64 = 0.7;

/// What the nearest heading adds where it names the aspect.
const HEADING_BONUS: f64 = 0.3;

/// What a number in the quote adds: of two sentences the one with a figure says more.
const NUMBER_BONUS: f64 = 0.1;

/// A quote for a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// Where it stands.
    pub span: Span,
    /// Names of the columns, for a row.
    pub columns: Option<String>,
}

/// An aspect: its words with their weights.
pub struct Aspect {
    terms: Vec<(String, f64)>,
}

impl Aspect {
    /// The words of `text` that have content.
    pub fn new(work: &Work<'_>, text: &str) -> Aspect {
        let terms = work.read(text, false).terms.into_iter();
        Aspect {
            terms: terms
                .filter(|term| term.weight > 0.0)
                .map(|term| (term.token.key, term.weight))
                .collect(),
        }
    }

    /// Share of its weight among `found`, 0 to 1.
    fn covered(&self, found: &BTreeSet<String>) -> f64 {
        let weight = |of: &dyn Fn(&str) -> bool| -> f64 {
            let terms = self.terms.iter().filter(|(key, _)| of(key));
            terms.map(|(_, weight)| weight).sum()
        };
        weight(&|key| found.contains(key)) / weight(&|_| true).max(f64::MIN_POSITIVE)
    }
}

/// The best quote of a thing for an aspect; `None` where nothing speaks of it.
pub fn find(work: &Work<'_>, thing: &Thing, aspect: &str) -> Result<Option<Cell>, EngineError> {
    let wanted = Aspect::new(work, aspect);
    let book = &work.shelf.books[thing.book];
    let mut best: Option<(f64, Span)> = None;
    for span in sentences(work, thing, aspect)? {
        let score = score(&wanted, book, thing, span);
        if let Some(score) = score
            && best.is_none_or(|(most, _)| score > most + 1e-9)
        {
            best = Some((score, span));
        }
    }
    Ok(best.map(|(_, span)| Cell::of(&book.document, span)))
}

/// The sentences of the thing's chunks that hold most words of the aspect, in order.
fn sentences(work: &Work<'_>, thing: &Thing, aspect: &str) -> Result<Vec<Span>, EngineError> {
    let book = &work.shelf.books[thing.book];
    let query = QueryText::new(aspect, usual_language(work.snapshot));
    let mut filters = work.filters().to_vec();
    filters.push(Filter {
        key: "document".to_owned(),
        op: FilterOp::Eq,
        values: vec![book.id.as_str().to_owned()],
    });
    let scope = work.snapshot.scope(&filters)?;
    let ranking = work.snapshot.keyword(&query.terms, &scope, CHUNKS_MAX)?;
    let ids: Vec<_> = ranking.hits.iter().map(|hit| hit.chunk).collect();
    let mut found = BTreeSet::new();
    for record in work.snapshot.chunks(&ids)? {
        let of_chunk = text::sentences(&record.text, book.document.language);
        found.extend(
            of_chunk.into_iter().map(|span| {
                Span::new(record.span.start + span.start, record.span.start + span.end)
            }),
        );
    }
    found.retain(|span| thing.span.contains(*span));
    Ok(found.into_iter().collect())
}

/// How well a sentence fills a cell; `None` where it does not.
fn score(aspect: &Aspect, book: &Book, thing: &Thing, span: Span) -> Option<f64> {
    let text = book.text(span);
    let tokens = scan(text, book.notation);
    let own: BTreeSet<String> = tokens.iter().map(|token| token.key.clone()).collect();
    // A heading, or a bare mention of the aspect, says nothing of it.
    if is_heading(&book.document, span) || aspect.terms.len() >= own.len() {
        return None;
    }
    let headings = book.headings(span.start);
    let nearest = headings
        .last()
        .map(|heading| keys(heading, book.notation))
        .unwrap_or_default();
    let mut around = own.clone();
    let table = table_at(&book.document, span);
    let names = table.into_iter().flat_map(|table| {
        [table.header.as_deref(), table.title.as_deref()]
            .into_iter()
            .flatten()
    });
    // The section's own heading is known to hold; of a document every heading counts.
    let above = headings
        .iter()
        .copied()
        .filter(|heading| thing.heading.as_deref() != Some(heading));
    for line in names.chain(above) {
        around.extend(keys(line, book.notation));
    }
    let covered = aspect.covered(&around);
    if covered < COVERED_MIN {
        return None;
    }
    let number = tokens.iter().any(Token::is_constant);
    Some(
        covered
            + aspect.covered(&own)
            + HEADING_BONUS * aspect.covered(&nearest)
            + if number { NUMBER_BONUS } else { 0.0 },
    )
}

/// True for a line of the heading of the section it stands in.
pub fn is_heading(document: &Document, span: Span) -> bool {
    document.section_at(span.start).is_some_and(|section| {
        let section = &document.sections[section];
        let text = span.slice(&document.text).unwrap_or_default();
        span.start < section.span.start + section.title.len()
            && letters(&section.title).contains(&letters(text))
    })
}

/// The table that a span is in.
fn table_at(document: &Document, span: Span) -> Option<&Table> {
    let at = document
        .tables
        .partition_point(|table| table.span.end <= span.start);
    document
        .tables
        .get(at)
        .filter(|table| table.span.overlaps(span))
}

impl Cell {
    /// A sentence or a row, with the names of its columns.
    pub fn of(document: &Document, span: Span) -> Cell {
        let table = table_at(document, span);
        let in_row = table.filter(|table| table.rows.iter().any(|row| row.overlaps(span)));
        Cell {
            span,
            columns: in_row.and_then(|table| table.header.clone()),
        }
    }
}
