//! From the cells of values to citations.

use std::collections::BTreeMap;

use index::{DocumentId, Snapshot};
use plan::query::{CellRef, Output};
use text::Span;
use text::table::Row;

use super::source::{Loaded, Source};
use crate::EngineError;
use crate::answer::{self, Citation};

/// Rows that a value cites one by one; of more it cites the first and the last, and
/// the header.
const ROWS_CITED_MAX: usize = 8;
/// Bytes of a row or header that is quoted whole; of a longer one the cell is, or its
/// start.
const QUOTE_BYTES_MAX: usize = 600;
/// Rows that are looked through one by one for the one that holds a cell.
const ROWS_SCANNED_MAX: usize = 4_096;

/// Cites values, each place once.
pub(super) struct Citer<'a> {
    snapshot: &'a Snapshot,
    /// By their places in the lineage; whether each is read as it stands.
    relations: Vec<Option<(&'a Loaded, bool)>>,
    markers: BTreeMap<(DocumentId, usize, usize), usize>,
    pub(super) citations: Vec<Citation>,
}

impl<'a> Citer<'a> {
    /// `names` are the relations that lineage points into.
    pub(super) fn new(snapshot: &'a Snapshot, source: &'a Source, names: &[String]) -> Self {
        Self {
            snapshot,
            relations: names.iter().map(|name| source.behind(name)).collect(),
            markers: BTreeMap::new(),
            citations: Vec::new(),
        }
    }

    /// The markers of a value's citations, in order.
    pub(super) fn markers(&mut self, value: &Output) -> Result<Vec<usize>, EngineError> {
        let mut places: Vec<(&'a Loaded, Span)> = Vec::new();
        for cell in &value.lineage.cells {
            let place = self.place(cell);
            places.extend(place.filter(|place| !places.iter().any(|known| same(known, place))));
        }
        let cut = value.lineage.total > value.lineage.cells.len() as u64;
        if (cut || places.len() > ROWS_CITED_MAX)
            && let (Some(first), Some(last)) = (places.first().copied(), places.last().copied())
        {
            let header = header(first.0).map(|span| (first.0, span));
            places = header.into_iter().chain([first, last]).collect();
        }
        let mut markers = Vec::new();
        for (loaded, span) in places {
            let marker = self.marker(loaded, span)?;
            if !markers.contains(&marker) {
                markers.push(marker);
            }
        }
        markers.sort_unstable();
        Ok(markers)
    }

    /// Where a cell is quoted: its row, or, for a name that a reading made of the
    /// header, the header.
    fn place(&self, cell: &CellRef) -> Option<(&'a Loaded, Span)> {
        let (loaded, as_is) = (*self.relations.get(cell.relation)?)?;
        let rows = &loaded.table.rows;
        let span = if as_is {
            let row = loaded.relation.rows.get(cell.row as usize)?.source;
            let row = rows.get(row as usize)?;
            quoted(row.span, cell.span)
        } else if cell.span.is_empty() {
            header(loaded)
        } else {
            quoted(holding(rows, cell.span).unwrap_or(cell.span), cell.span)
        };
        Some((loaded, span.filter(|span| !span.is_empty())?))
    }

    fn marker(&mut self, loaded: &Loaded, span: Span) -> Result<usize, EngineError> {
        let document = loaded.id.document.clone();
        let key = (document, span.start, span.end);
        if let Some(known) = self.markers.get(&key) {
            return Ok(*known);
        }
        let citation = self.citation(loaded, span)?;
        let marker = citation.marker;
        self.citations.push(citation);
        self.markers.insert(key, marker);
        Ok(marker)
    }

    fn citation(&mut self, loaded: &Loaded, span: Span) -> Result<Citation, EngineError> {
        let document = &loaded.id.document;
        let structure = self.snapshot.structure(document)?;
        let whole = self.snapshot.text(document, span)?;
        let quote = start_of(&whole).to_owned();
        let span = Span::new(span.start, span.start + quote.len());
        let headings = structure.section_at(span.start);
        let section = headings.map(|index| structure.heading_path(index));
        let columns = loaded.table.columns.iter();
        let names: Vec<String> = columns.map(text::table::Column::name).collect();
        let named = names.iter().any(|name| !name.is_empty());
        let citation = Citation {
            marker: self.citations.len() + 1,
            document: document.clone(),
            path: loaded.path.clone(),
            format: structure.format,
            pages: structure.pages_of(span),
            rows: structure.rows_of(span),
            section: section.into_iter().flatten().map(str::to_owned).collect(),
            span,
            quote,
            columns: named.then(|| names.join(" | ")),
        };
        answer::verify_in(self.snapshot, &structure, &citation)?;
        Ok(citation)
    }
}

fn same(one: &(&Loaded, Span), other: &(&Loaded, Span)) -> bool {
    one.0.id == other.0.id && one.1 == other.1
}

/// The row where it is short enough to be quoted, else the cell; `None` where neither
/// stands anywhere.
fn quoted(row: Span, cell: Span) -> Option<Span> {
    let whole = row.len() <= QUOTE_BYTES_MAX && (cell.is_empty() || row.contains(cell));
    let span = if whole || cell.is_empty() { row } else { cell };
    (!span.is_empty()).then_some(span)
}

/// The shortest row that holds a cell. Rows are in order of the text, save where parts
/// of a table stand side by side.
fn holding(rows: &[Row], cell: Span) -> Option<Span> {
    let after = rows.partition_point(|row| row.span.start <= cell.start);
    let near = after.checked_sub(1).and_then(|at| rows.get(at));
    if let Some(row) = near.filter(|row| row.span.contains(cell)) {
        return Some(row.span);
    }
    let holds = rows.iter().take(ROWS_SCANNED_MAX);
    holds
        .map(|row| row.span)
        .filter(|row| row.contains(cell))
        .min_by_key(|row| row.len())
}

/// Where the names of the columns stand, of the first part that has any.
fn header(loaded: &Loaded) -> Option<Span> {
    let mut parts = loaded.table.parts.iter();
    parts.find_map(|part| {
        let spans = part.header.iter().map(|cell| cell.span);
        let all = spans.filter(|span| !span.is_empty());
        all.reduce(|all, span| Span::new(all.start.min(span.start), all.end.max(span.end)))
    })
}

/// The start of a text that is too long to be quoted.
fn start_of(text: &str) -> &str {
    if text.len() <= QUOTE_BYTES_MAX {
        return text;
    }
    let mut end = QUOTE_BYTES_MAX;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text[..end].trim_end()
}
