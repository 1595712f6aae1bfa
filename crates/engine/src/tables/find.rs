//! Which relations a question is asked of: those of the documents that it mentions,
//! where these have any; else the best cards of all, and those around its best passages.

use std::collections::BTreeSet;
use std::sync::Arc;

use index::{Card, ChunkRecord, Filter, RelationId, Snapshot};
use plan::relation::Relation;
use text::table::LogicalTable;

use crate::EngineError;
use crate::question::Question;

/// Cards that a question looks at.
pub const CARDS_MAX: usize = 20;
/// Cards of each document that the question mentions.
const CARDS_MENTIONED: usize = 12;
/// Relations in all, those around the best passages among them.
const RELATIONS_MAX: usize = 32;
/// Cells of a relation that is loaded in whole.
const CELLS_MAX: usize = 400_000;

/// A relation that may answer.
#[derive(Debug, Clone)]
pub struct Found {
    /// Which.
    pub id: RelationId,
    /// Its card.
    pub card: Card,
    /// Its cells as the document has them.
    pub table: Arc<LogicalTable>,
    /// As it is asked.
    pub relation: Arc<Relation>,
}

/// The relations of a question, the nearest first.
pub(super) fn relations(
    snapshot: &Snapshot,
    question: &Question,
    filters: &[Filter],
    records: &[ChunkRecord],
) -> Result<Vec<Found>, EngineError> {
    let terms: Vec<&str> = question
        .query
        .terms
        .iter()
        .map(|one| one.term.as_str())
        .collect();
    let mut chosen = Chosen::default();
    if let Some(mentions) = question.mentions.as_ref().filter(|_| filters.is_empty()) {
        let left: Vec<&str> = terms
            .iter()
            .copied()
            .filter(|term| !mentions.terms.contains(*term))
            .collect();
        for document in &mentions.ids {
            for hit in snapshot.cards_within(&left, document, CARDS_MENTIONED)? {
                chosen.add(hit.relation);
            }
        }
    }
    let narrowed = !chosen.order.is_empty();
    if !narrowed {
        let scope = snapshot.scope(filters)?;
        for hit in snapshot.cards(&terms, &scope, CARDS_MAX)? {
            chosen.add(hit.relation);
        }
    }
    let documents: BTreeSet<_> = chosen.order.iter().map(|id| id.document.clone()).collect();
    let around = records
        .iter()
        .filter(|record| !narrowed || documents.contains(&record.document));
    for record in around {
        let cards = snapshot.cards_of(&record.document)?;
        for (ordinal, card) in (0..).zip(&cards) {
            if card.span.overlaps(record.span) {
                chosen.add(RelationId {
                    document: record.document.clone(),
                    ordinal,
                });
            }
        }
    }
    let mut found = Vec::new();
    for id in chosen.order.into_iter().take(RELATIONS_MAX) {
        found.extend(load(snapshot, id)?);
    }
    Ok(found)
}

/// Relations in order, each once.
#[derive(Default)]
struct Chosen {
    order: Vec<RelationId>,
    known: BTreeSet<RelationId>,
}

impl Chosen {
    fn add(&mut self, id: RelationId) {
        if self.known.insert(id.clone()) {
            self.order.push(id);
        }
    }
}

/// A relation with its cells; `None` for one that is too large to be read whole.
pub(crate) fn load(snapshot: &Snapshot, id: RelationId) -> Result<Option<Found>, EngineError> {
    let Some((card, table)) = snapshot.relation(&id)? else {
        return Ok(None);
    };
    if table.columns.len() * table.rows.len() > CELLS_MAX {
        return Ok(None);
    }
    // The cells' texts are slices of the document; only what the table spans is read.
    let span = table.span();
    let written = snapshot.text(&id.document, span)?;
    let mut relation = Relation::at(&card.name, &table, &written, span.start);
    let record = snapshot.document(&id.document)?;
    let title = record.title.as_deref().unwrap_or_default();
    relation.document = format!("{} {title}", record.path);
    Ok(Some(Found {
        id,
        card,
        table: Arc::new(table),
        relation: Arc::new(relation),
    }))
}
