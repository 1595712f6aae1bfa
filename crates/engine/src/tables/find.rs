//! Which relations a question is asked of: those of the documents that it surely mentions, or
//! that have any for it; else the best cards of all, and those around its best passages.

use std::collections::BTreeMap;
use std::sync::Arc;

use index::{Card, ChunkRecord, DocumentId, Filter, RelationId, Snapshot};
use plan::patterns::Evidence;
use plan::relation::Relation;
use text::table::TableKind;

use super::copies::without_drafts;
use super::found::{Found, Readings};
use super::ready;
use crate::EngineError;
use crate::answer::asks_for_draft;
use crate::question::LibraryQuestion;

/// Cards that a question looks at.
pub const CARDS_MAX: usize = 20;
/// Cards of each document that the question mentions.
const CARDS_MENTIONED: usize = 12;
/// Relations in all, those that the best passages stand in among them.
const RELATIONS_MAX: usize = 40;
/// Cells of a relation that is loaded in whole.
const CELLS_MAX: usize = 400_000;

/// The relations of a question: by their cards, then by the passages they stand in. `records`
/// are the passages, the nearest first.
pub(super) fn relations(
    snapshot: &Snapshot,
    question: &LibraryQuestion,
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
        let mut hits = Vec::new();
        for document in &mentions.ids {
            let of_one = snapshot.cards_within(&left, document, CARDS_MENTIONED)?;
            hits.extend((0..).zip(of_one));
        }
        // The best of each document before the second of any.
        hits.sort_by_key(|(place, _)| *place);
        for (place, hit) in hits {
            chosen.at(hit.relation).card.get_or_insert(place);
        }
    }
    // Whom a question names, others do not answer for.
    let named = question.mentions.as_ref().filter(|_| filters.is_empty());
    let named = named.filter(|one| one.sure || !chosen.order.is_empty());
    let is_meant = |document: &DocumentId| named.is_none_or(|one| one.ids.contains(document));
    let records: Vec<ChunkRecord> = records
        .iter()
        .filter(|record| is_meant(&record.document))
        .cloned()
        .collect();
    if named.is_none() {
        let scope = snapshot.scope(filters)?;
        for (place, hit) in (0..).zip(snapshot.cards(&terms, &scope, CARDS_MAX)?) {
            chosen.at(hit.relation).card.get_or_insert(place);
        }
    }
    let mut cards_of: BTreeMap<&DocumentId, Arc<Vec<Card>>> = BTreeMap::new();
    for (place, record) in (0..).zip(&records) {
        let document = &record.document;
        if !cards_of.contains_key(document) {
            cards_of.insert(document, snapshot.cards_of(document)?);
        }
        for (ordinal, card) in (0..).zip(cards_of[document].iter()) {
            let id = RelationId {
                document: document.clone(),
                ordinal,
            };
            let known = chosen.evidence.contains_key(&id);
            if card.span.overlaps(record.span) && (known || chosen.order.len() < RELATIONS_MAX) {
                let evidence = chosen.at(id);
                // What is spread over its document holds every passage.
                if matches!(card.kind, TableKind::Table | TableKind::List) {
                    evidence.passage.get_or_insert(place);
                }
            }
        }
    }
    if filters.is_empty() {
        let all = || snapshot.documents().iter().map(|one| one.id.clone());
        let documents = named.map_or_else(|| all().collect(), |one| one.ids.clone());
        all_of_few(snapshot, &documents, &mut chosen)?;
    }
    let language = question.parsed.language;
    let mut found = Vec::new();
    for id in chosen.order.into_iter().take(RELATIONS_MAX) {
        let evidence = chosen.evidence.get(&id).copied().unwrap_or_default();
        let read = || Ok(load(snapshot, id.clone())?.into_iter().collect());
        let loaded = ready::kept(snapshot, &id, language, read)?;
        found.extend(loaded.iter().cloned().map(|one| Found { evidence, ..one }));
    }
    found.extend(super::passages::relations(snapshot, &records, language)?);
    if asks_for_draft(question.text()) {
        return Ok(found);
    }
    Ok(without_drafts(snapshot, found))
}

/// Adds every relation of these documents where all together are no more than a question looks at: "which country has
/// most medals?" need not share a word with the only table there is.
fn all_of_few(
    snapshot: &Snapshot,
    documents: &[DocumentId],
    chosen: &mut Chosen,
) -> Result<(), EngineError> {
    if documents.len() > CARDS_MAX {
        return Ok(());
    }
    let mut all = Vec::new();
    for document in documents {
        let cards = snapshot.cards_of(document)?.len();
        all.extend((0..cards).filter_map(|at| {
            let ordinal = at.try_into().ok()?;
            let document = document.clone();
            Some(RelationId { document, ordinal })
        }));
        if all.len() > CARDS_MAX {
            return Ok(());
        }
    }
    for id in all {
        chosen.at(id);
    }
    Ok(())
}

/// Relations in order, each once.
#[derive(Default)]
struct Chosen {
    order: Vec<RelationId>,
    evidence: BTreeMap<RelationId, Evidence>,
}

impl Chosen {
    /// Where a relation was found, to be said.
    fn at(&mut self, id: RelationId) -> &mut Evidence {
        if !self.evidence.contains_key(&id) {
            self.order.push(id.clone());
        }
        self.evidence.entry(id).or_default()
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
        evidence: Evidence::default(),
        table: Arc::new(table),
        relation: Arc::new(relation),
        readings: Readings::default(),
    }))
}
