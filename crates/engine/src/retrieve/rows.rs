//! Table rows as units of their own, behind the keyword arm.
//!
//! A chunk of a table holds a dozen rows, and a question asks for one of them: its
//! words then stand among those of the others. So each row is also scored alone, as
//! its cells with the names of their columns, the band above it, the table's title and
//! the headings it stands under, and a chunk gets what its best row has. The units are
//! made from the stored tables when first asked for and held with the version: a
//! search that does not ask for them pays nothing, and no file of the store changes.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use index::{ChunkId, ChunkRecord, DocumentRecord, Grade, QueryTerm, Snapshot, State};
use text::{Document, Language, Span, Table};

use super::pass::Reading;
use super::{Arm, ArmList, QueryText, added};
use crate::EngineError;

/// Rows are made of documents with tables up to this much text in all, in bytes: some
/// 30,000 pages of tables would take half a minute and a gigabyte.
const TEXT_BYTES_MAX: u64 = 16 * 1024 * 1024;
/// As in the keyword index.
const K1: f32 = 1.2;
const B: f32 = 0.75;

/// The rows of all tables of a version.
#[derive(Debug, Default)]
struct Rows {
    /// Number of a term's list.
    terms: HashMap<String, usize>,
    /// Rows that hold a term and how often, by row.
    lists: Vec<Vec<(u32, u32)>>,
    /// Length in terms by row.
    lengths: Vec<u32>,
    /// The chunk that a row stands in.
    homes: Vec<ChunkId>,
}

/// The chunks of the best rows, each with its best row's score as a share of the best
/// score of row or chunk; or why there is no such list.
///
/// `keyword` is the list it goes with: a row says as much as a chunk with its score.
pub(super) fn list(
    reading: &Reading<'_>,
    query: &QueryText,
    keyword: &ArmList,
    weight: f32,
) -> Result<Result<ArmList, String>, EngineError> {
    let snapshot = reading.snapshot;
    let rows = match Rows::of(snapshot)? {
        Ok(rows) => rows,
        Err(reason) => return Ok(Err(reason)),
    };
    let mut best: Vec<(ChunkId, f32)> = Vec::new();
    for (chunk, score) in rows.by_chunk(&query.terms) {
        if snapshot.in_scope(reading.scope, chunk)? {
            best.push((chunk, score));
        }
    }
    added::sort(snapshot, &mut best);
    let candidates = best.len();
    best.truncate(reading.depth);
    let first = |score: Option<f32>| score.unwrap_or(0.0);
    let most =
        first(best.first().map(|hit| hit.1)).max(first(keyword.hits.first().map(|hit| hit.score)));
    let shares = best
        .into_iter()
        .map(|(chunk, score)| (chunk, score / most))
        .collect();
    let list = added::list(snapshot, Arm::Rows, weight, Grade::Exact, &shares);
    Ok(Ok(ArmList { candidates, ..list }))
}

impl Rows {
    /// Those of a version, made by the first question that asks for them.
    fn of(snapshot: &Snapshot) -> Result<Result<Arc<Rows>, String>, EngineError> {
        if let Some(rows) = snapshot.held::<Rows>() {
            return Ok(Ok(rows));
        }
        let with_tables =
            |record: &&DocumentRecord| record.state == State::Ready && record.tables > 0;
        let documents: Vec<_> = snapshot.documents().iter().filter(with_tables).collect();
        let bytes: u64 = documents.iter().map(|record| record.text_bytes).sum();
        if bytes > TEXT_BYTES_MAX {
            let limit = TEXT_BYTES_MAX / (1024 * 1024);
            return Ok(Err(format!(
                "documents with tables have more than {limit} MB of text"
            )));
        }
        let mut rows = Rows::default();
        for record in documents {
            if let Some(document) = snapshot.stored_document(&record.id)? {
                let last = record.chunks.saturating_sub(1);
                rows.add(&document, &snapshot.chunk_range(&record.id, 0, last)?);
            }
        }
        let rows = Arc::new(rows);
        snapshot.hold(Arc::clone(&rows));
        Ok(Ok(rows))
    }

    /// Adds the rows of a document, whose chunks come in order.
    fn add(&mut self, document: &Document, chunks: &[ChunkRecord]) {
        let language = document.language;
        for (at, table) in document.tables.iter().enumerate() {
            let mut above: Vec<usize> = Vec::new();
            for part in above_of(document, at) {
                self.lists_of(part, language, &mut above);
            }
            for (row, span) in table.rows.iter().enumerate() {
                let Some(home) = home(chunks, *span).filter(|_| !table.labels.contains(&row))
                else {
                    continue;
                };
                let mut unit = above.clone();
                let own = [document.label_of(at, row), Some(*span)]
                    .into_iter()
                    .flatten();
                for part in own.filter_map(|span| span.slice(&document.text)) {
                    self.lists_of(part, language, &mut unit);
                }
                self.push(unit, home);
            }
        }
    }

    /// Appends the lists of a text's terms.
    fn lists_of(&mut self, text: &str, language: Language, lists: &mut Vec<usize>) {
        for term in text::terms(text, language) {
            let new = self.lists.len();
            let list = *self.terms.entry(term.text).or_insert(new);
            if list == new {
                self.lists.push(Vec::new());
            }
            lists.push(list);
        }
    }

    /// Adds a row by the lists of its terms.
    fn push(&mut self, mut unit: Vec<usize>, home: ChunkId) {
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let row = number(self.homes.len());
        self.lengths.push(number(unit.len()));
        self.homes.push(home);
        unit.sort_unstable();
        for same in unit.chunk_by(|a, b| a == b) {
            self.lists[same[0]].push((row, number(same.len())));
        }
    }

    /// BM25 over rows: the chunks that hold one of the terms in a row, each with its
    /// best row's score.
    #[expect(clippy::cast_precision_loss, reason = "counts of rows and terms")]
    fn by_chunk(&self, terms: &[QueryTerm]) -> BTreeMap<ChunkId, f32> {
        let rows = self.lengths.len() as f32;
        let sum: u64 = self.lengths.iter().map(|&length| u64::from(length)).sum();
        let average = (sum as f32 / rows.max(1.0)).max(1.0);
        let mut scores = vec![0.0_f32; self.lengths.len()];
        for QueryTerm { term, weight } in terms {
            let Some(list) = self.terms.get(term).map(|&at| &self.lists[at]) else {
                continue;
            };
            let holding = list.len() as f32;
            let rarity = (1.0 + (rows - holding + 0.5) / (holding + 0.5)).ln();
            for &(row, count) in list {
                let length = self.lengths[row as usize] as f32;
                let norm = K1 * (1.0 - B + B * length / average);
                let count = count as f32;
                scores[row as usize] += weight * rarity * (K1 + 1.0) * count / (count + norm);
            }
        }
        let mut best: BTreeMap<ChunkId, f32> = BTreeMap::new();
        for (&score, &home) in scores.iter().zip(&self.homes) {
            if score > 0.0 {
                let known = best.entry(home).or_insert(0.0);
                *known = known.max(score);
            }
        }
        best
    }
}

/// What names the rows of a table: the document, the headings, its title, its columns.
/// A table that goes on from the page before is named there.
fn above_of(document: &Document, at: usize) -> Vec<&str> {
    // A part always precedes what continues it, so the walk ends.
    let parts: Vec<&Table> = std::iter::successors(Some(at), |&part| {
        let before = document.tables.get(part)?.continues;
        before.filter(|&before| before < part)
    })
    .filter_map(|part| document.tables.get(part))
    .collect();
    let start = document.tables[at].span.start;
    let headings = document.section_at(start);
    let headings = headings.map(|section| document.heading_path(section));
    let title = parts.iter().find_map(|part| part.title.as_deref());
    let header = parts.iter().find_map(|part| part.header.as_deref());
    let called = document.metadata.title.as_deref();
    called
        .into_iter()
        .chain(headings.into_iter().flatten())
        .chain(title)
        .chain(header)
        .collect()
}

/// The first chunk that holds a row whole, else the first that holds some of it: of two
/// that overlap in it the second would say nothing new.
fn home(chunks: &[ChunkRecord], row: Span) -> Option<ChunkId> {
    let touched = chunks.partition_point(|chunk| chunk.span.end <= row.start);
    let mut touching = chunks[touched..]
        .iter()
        .take_while(|chunk| chunk.span.start < row.end);
    let first = touching.next()?;
    let whole = |chunk: &&ChunkRecord| chunk.span.start <= row.start && row.end <= chunk.span.end;
    let home = [first].into_iter().chain(touching).find(whole);
    Some(home.unwrap_or(first).id)
}
