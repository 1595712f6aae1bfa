//! What the best passages state, as relations beside those of tables and lists: "12 % in 2020"
//! of a sentence is asked as a cell is. They are made when a question is asked, and not stored.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::Arc;

use index::{Card, ChunkRecord, DocumentRecord, RelationId, Snapshot};
use plan::enumerations::{self, enumerations};
use plan::patterns::Evidence;
use plan::relation::Relation;
use plan::statements::{self, statements};
use text::table::{LogicalTable, TableKind, document_name};
use text::{Language, Span};

use super::found::{Found, Readings};
use super::ready;
use super::sql::documents::{called, documents_called};
use crate::EngineError;

/// Passages that are read for statements, the nearest ones.
const PASSAGES_MAX: usize = 10;
/// Between the name of a document, with a dot or `#`, and the number of a passage.
const PASSAGE: &str = "passage_";
/// Before the number of a list of a passage.
const LIST: &str = "_list_";
/// Their relations are numbered from here on, so many a chunk: a document never has so many.
const ORDINALS_FROM: u32 = 1 << 31;
const LISTS_MAX: u32 = 16;

/// The relations of passages, the nearest first, each with its place among them, for a question
/// in `language`.
///
/// # Errors
/// A store that cannot be read.
pub(super) fn relations(
    snapshot: &Snapshot,
    records: &[ChunkRecord],
    language: Language,
) -> Result<Vec<Found>, EngineError> {
    let mut found = Vec::new();
    for (place, record) in (0..).zip(records.iter().take(PASSAGES_MAX)) {
        let first = relation_id(record, 0);
        let read = || of_passage(snapshot, record);
        let of_passage = ready::kept(snapshot, &first, language, read)?;
        found.extend(of_passage.iter().cloned().map(|one| Found {
            evidence: Evidence {
                card: None,
                passage: Some(place),
            },
            ..one
        }));
    }
    Ok(found)
}

/// The relations of a passage by its name: `report.passage_12`, what the twelfth of its
/// document states, `report.passage_12_list_1`, what its first list in a sentence holds, or
/// `"path/report.pdf#passage_12"`, which names one of several documents of that name. None where
/// no document has such a passage, or it states nothing.
///
/// # Errors
/// A store that cannot be read.
pub(super) fn named(snapshot: &Snapshot, name: &str) -> Result<Vec<Found>, EngineError> {
    let name = name.to_lowercase();
    let mut found = Vec::new();
    let Some((document, numbers)) = name.rsplit_once(PASSAGE) else {
        return Ok(found);
    };
    let (passage, list) = match numbers.split_once(LIST) {
        Some((passage, list)) => (passage, list.parse().ok().filter(|list| *list > 0)),
        None => (numbers, Some(0)),
    };
    let ordinal = passage
        .parse()
        .ok()
        .and_then(|number: u32| number.checked_sub(1));
    let (Some(ordinal), Some(part)) = (ordinal, list) else {
        return Ok(found);
    };
    let documents: Vec<&DocumentRecord> = match document.strip_suffix('#') {
        Some(name) => documents_called(snapshot, name),
        None => {
            let stem = document.strip_suffix('.');
            let documents = snapshot.documents().iter();
            documents.filter(|one| stem == Some(&prefix(one))).collect()
        }
    };
    for one in documents {
        for record in snapshot.chunk_range(&one.id, ordinal, ordinal)? {
            let wanted = |one: &Found| part_of(one) == part;
            found.extend(of_passage(snapshot, &record)?.into_iter().filter(wanted));
        }
    }
    Ok(found)
}

/// Which part of its passage: 0 for its statements, else the number of a list.
fn part_of(one: &Found) -> u32 {
    (one.id.ordinal - ORDINALS_FROM) % LISTS_MAX
}

/// Whether a relation is of a passage, and none of a table or list.
pub(super) fn is_of_passage(one: &Found) -> bool {
    one.id.ordinal >= ORDINALS_FROM
}

/// How many documents of a version have the same name before those of their passages.
struct Prefixes(HashMap<String, usize>);

/// Whether passages of other documents may have the name of this one.
///
/// # Errors
/// A document that is not there.
pub(super) fn share_a_name(snapshot: &Snapshot, one: &Found) -> Result<bool, EngineError> {
    let Ok(prefixes) = snapshot.derived(|| {
        let mut prefixes = HashMap::new();
        for document in snapshot.documents() {
            *prefixes.entry(prefix(document)).or_default() += 1;
        }
        Ok::<_, Infallible>(Prefixes(prefixes))
    });
    let own = prefix(snapshot.document(&one.id.document)?);
    Ok(prefixes.0.get(&own).is_some_and(|count| *count > 1))
}

/// What names one passage and no other, where two documents are called alike.
pub(super) fn identity(snapshot: &Snapshot, one: &Found) -> String {
    let document = called(snapshot, &one.id.document);
    let (_, numbers) = one.relation.name.rsplit_once(PASSAGE).unwrap_or_default();
    format!("\"{document}#{PASSAGE}{numbers}\"")
}

/// What the name of a document's passages begins with.
fn prefix(document: &DocumentRecord) -> String {
    let file = document.path.rsplit('/').next().unwrap_or_default();
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    document_name(stem)
}

/// What one passage states and lists outside of tables: its statements, then each list.
fn of_passage(snapshot: &Snapshot, record: &ChunkRecord) -> Result<Vec<Found>, EngineError> {
    let structure = snapshot.structure(&record.document)?;
    let start = record.span.start;
    let cards = snapshot.cards_of(&record.document)?;
    let known = |kind: TableKind, sentence: Span| {
        let sentence = Span::new(sentence.start + start, sentence.end + start);
        let mut cards = cards.iter().filter(|card| card.kind == kind);
        cards.any(|card| card.span.overlaps(sentence))
    };
    let mut stated = statements(&record.text, structure.language);
    stated.retain(|one| !known(TableKind::Table, one.sentence));
    let mut listed = enumerations(&record.text, structure.language);
    listed.retain(|one| {
        !known(TableKind::Table, one.sentence) && !known(TableKind::List, one.sentence)
    });
    let headings: Vec<String> = record.headings().lines().rev().map(str::to_owned).collect();
    let page = record.pages.map(|(first, _)| first);
    let name = |part: Option<usize>| {
        let document = snapshot.document(&record.document)?;
        let name = format!("{}.{PASSAGE}{}", prefix(document), record.ordinal + 1);
        let part = part.map_or(String::new(), |part| format!("{LIST}{part}"));
        Ok::<_, EngineError>(name + &part)
    };
    let mut found = Vec::new();
    if let Some(table) = statements::table(&stated, start, headings.clone(), page) {
        let mut relation = Relation::at(name(None)?, &table, &record.text, start);
        call(&mut relation, &statements::COLUMNS);
        found.push(made(snapshot, record, 0, (table, relation))?);
    }
    for (at, list) in (1..LISTS_MAX).zip(&listed) {
        let table = enumerations::table(list, &record.text, start, headings.clone(), page);
        let part = usize::try_from(at).ok();
        let mut relation = Relation::at(name(part)?, &table, &record.text, start);
        call(&mut relation, &enumerations::COLUMNS);
        found.push(made(snapshot, record, at, (table, relation))?);
    }
    Ok(found)
}

/// Gives columns the names that queries have for them.
fn call(relation: &mut Relation, names: &[&str]) {
    for (column, name) in relation.columns.iter_mut().zip(names) {
        (*name).clone_into(&mut column.name);
    }
}

/// A part of a passage.
fn relation_id(record: &ChunkRecord, part: u32) -> RelationId {
    RelationId {
        document: record.document.clone(),
        ordinal: ORDINALS_FROM + record.ordinal * LISTS_MAX + part,
    }
}

/// A relation as searches find them.
fn made(
    snapshot: &Snapshot,
    record: &ChunkRecord,
    part: u32,
    (table, mut relation): (LogicalTable, Relation),
) -> Result<Found, EngineError> {
    let document = snapshot.document(&record.document)?;
    let title = document.title.as_deref().unwrap_or_default();
    relation.document = format!("{} {title}", document.path);
    let card = Card {
        name: relation.name.clone(),
        kind: table.kind,
        title: table.title.clone(),
        context: table.context.clone(),
        columns: Vec::new(),
        rows: u32::try_from(table.rows.len()).unwrap_or(u32::MAX),
        pages: record.pages,
        span: table.span(),
    };
    Ok(Found {
        id: relation_id(record, part),
        card,
        evidence: Evidence::default(),
        table: Arc::new(table),
        relation: Arc::new(relation),
        readings: Readings::default(),
    })
}
