//! A relation that may answer, and its readings.

use std::sync::{Arc, OnceLock};

use index::{Card, RelationId};
use plan::patterns::{self, Evidence, Prepared};
use plan::relation::Relation;
use text::Language;
use text::table::LogicalTable;

/// A relation that may answer.
#[derive(Debug, Clone)]
pub struct Found {
    /// Which.
    pub id: RelationId,
    /// Its card.
    pub card: Card,
    /// Where searches found it.
    pub evidence: Evidence,
    /// Its cells as the document has them.
    pub table: Arc<LogicalTable>,
    /// As it is asked.
    pub relation: Arc<Relation>,
    pub(super) readings: Readings,
}

impl Found {
    /// Its readings, ready for questions in the language that it was found for.
    pub(super) fn ready(&self, language: Language) -> &[Arc<Prepared>] {
        self.readings.of(&self.relation, language)
    }
}

/// The readings of a relation, each made ready when it is first asked for.
#[derive(Debug, Clone, Default)]
pub(super) struct Readings(Arc<OnceLock<Vec<Arc<Prepared>>>>);

impl Readings {
    /// A relation as it stands and, where that may help, by rows. All that ask for them have
    /// one language.
    pub fn of(&self, relation: &Relation, language: Language) -> &[Arc<Prepared>] {
        self.0.get_or_init(|| patterns::prepare(relation, language))
    }
}
