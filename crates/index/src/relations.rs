//! Relations of one version: found by their cards, loaded with their cells.

use std::collections::BTreeMap;
use std::sync::Arc;

use text::table::LogicalTable;

use crate::card::{Card, CardHit, RelationId};
use crate::records::{cards, relations};
use crate::{DocumentId, DocumentRecord, IndexError, Scope, Snapshot, State};

/// Cards looked at for each that is wanted: some are of documents that a version or
/// a filter hides.
const LOOKED_AT: usize = 10;

impl Snapshot {
    /// The best cards for some terms, of documents that are wholly in the scope.
    ///
    /// # Errors
    /// A scope of another version, a store that cannot be read.
    pub fn cards(
        &self,
        terms: &[&str],
        scope: &Scope,
        k: usize,
    ) -> Result<Vec<CardHit>, IndexError> {
        let within = self.readable(scope)?;
        let found = self.shared().with(|records| {
            records.run(|connection| {
                let frequencies = &self.loaded.card_frequencies;
                cards::search(connection, terms, LOOKED_AT * k, frequencies)
            })
        })?;
        self.hits(found, &within, k)
    }

    /// The best cards of one document.
    ///
    /// # Errors
    /// A document that is not there, a store that cannot be read.
    pub fn cards_within(
        &self,
        terms: &[&str],
        document: &DocumentId,
        k: usize,
    ) -> Result<Vec<CardHit>, IndexError> {
        let record = self.document(document)?;
        let found = self.shared().with(|records| {
            records.run(|connection| cards::search_document(connection, terms, record.row, k))
        })?;
        self.hits(found, &BTreeMap::from([(record.row, record)]), k)
    }

    fn hits(
        &self,
        found: Vec<(i64, f64)>,
        within: &BTreeMap<i64, &DocumentRecord>,
        k: usize,
    ) -> Result<Vec<CardHit>, IndexError> {
        let visible = found.into_iter().filter_map(|(id, score)| {
            let (row, ordinal) = relations::parts(id);
            let record = within.get(&row)?;
            let document = record.id.clone();
            Some((id, RelationId { document, ordinal }, score))
        });
        // Rows come and go with versions; equal cards stand in an order that no past is seen in.
        let mut visible: Vec<_> = visible.collect();
        visible.sort_by(|a, b| b.2.total_cmp(&a.2).then_with(|| a.1.cmp(&b.1)));
        visible.truncate(k);
        self.shared().with(|records| {
            records.run(|connection| {
                let mut hits = Vec::with_capacity(visible.len());
                for (id, relation, score) in visible {
                    if let Some(card) = relations::card(connection, id)? {
                        hits.push(CardHit {
                            relation,
                            card,
                            score,
                        });
                    }
                }
                Ok(hits)
            })
        })
    }

    /// Documents in the scope that can be read, by row.
    fn readable(&self, scope: &Scope) -> Result<BTreeMap<i64, &DocumentRecord>, IndexError> {
        let documents = self.documents_within(scope)?.into_iter();
        Ok(documents
            .filter(|record| record.state == State::Ready)
            .map(|record| (record.row, record))
            .collect())
    }

    /// The cards of a document, in order of its text. The last few documents' are kept.
    ///
    /// # Errors
    /// A document that is not there, a store that cannot be read.
    pub fn cards_of(&self, document: &DocumentId) -> Result<Arc<Vec<Card>>, IndexError> {
        let row = self.document(document)?.row;
        self.loaded.cards.get(row, || {
            self.shared()
                .with(|records| records.run(|connection| relations::cards(connection, row)))
        })
    }

    /// A relation with its cells; `None` where the document has no such one.
    ///
    /// # Errors
    /// A document that is not there, a store that cannot be read or is damaged.
    pub fn relation(
        &self,
        relation: &RelationId,
    ) -> Result<Option<(Card, LogicalTable)>, IndexError> {
        self.relation_columns(relation, |paths, _| vec![true; paths.len()])
    }

    /// A relation with the cells of some of its columns: `wanted` gets the printed
    /// names of all columns and the number of rows, and says which. `None` where the
    /// document has no such relation.
    ///
    /// # Errors
    /// As [`Snapshot::relation`].
    pub fn relation_columns(
        &self,
        relation: &RelationId,
        wanted: impl FnOnce(&[&[String]], usize) -> Vec<bool>,
    ) -> Result<Option<(Card, LogicalTable)>, IndexError> {
        let row = self.document(&relation.document)?.row;
        self.shared().with(|records| {
            records.run(|connection| relations::load(connection, row, relation.ordinal, wanted))
        })
    }

    /// The relations of visible documents that are called by a name.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn relations_named(&self, name: &str) -> Result<Vec<RelationId>, IndexError> {
        let rows = self.readable(&Scope::all())?;
        let ids = self
            .shared()
            .with(|records| records.run(|connection| relations::by_name(connection, name)))?;
        let known = ids.into_iter().filter_map(|id| {
            let (row, ordinal) = relations::parts(id);
            let document = rows.get(&row)?.id.clone();
            Some(RelationId { document, ordinal })
        });
        Ok(known.collect())
    }

    /// Readable names of visible relations, each once, in order; at most `limit` are
    /// looked at.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn relation_names(&self, limit: usize) -> Result<Vec<String>, IndexError> {
        let rows = self.readable(&Scope::all())?;
        let named = self
            .shared()
            .with(|records| records.run(|connection| relations::named(connection, limit)))?;
        let mut names: Vec<String> = named
            .into_iter()
            .filter(|(id, _)| rows.contains_key(&relations::parts(*id).0))
            .map(|(_, name)| name)
            .collect();
        names.dedup();
        Ok(names)
    }

    /// Documents of a scope that hold relations, with how many, by path.
    ///
    /// # Errors
    /// A scope of another version, a store that cannot be read.
    pub fn relation_counts(
        &self,
        scope: &Scope,
    ) -> Result<Vec<(&DocumentRecord, usize)>, IndexError> {
        let rows = self.readable(scope)?;
        let counts = self
            .shared()
            .with(|records| records.run(relations::counts))?;
        let mut held: Vec<(&DocumentRecord, usize)> = counts
            .into_iter()
            .filter_map(|(row, count)| Some((*rows.get(&row)?, count)))
            .collect();
        held.sort_by(|(a, _), (b, _)| (&a.path, &a.id).cmp(&(&b.path, &b.id)));
        Ok(held)
    }
}
