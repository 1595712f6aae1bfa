//! Values from tables and lists.
//!
//! Relations that may answer are found by their cards, loaded, and asked: the
//! grammar of [`plan::patterns`] proposes queries and says how likely each is what
//! was asked for. What it gives is cited cell by cell and verified like a quote.
//! Nothing here decides whether it is stated.

mod cite;
mod copies;
mod find;
mod found;
pub mod model;
mod parts;
mod passages;
mod proposed;
mod queried;
mod ready;
mod render;
mod sides;
pub mod sql;
mod two;

use index::{ChunkRecord, Filter, Snapshot};
use models::Limits;

use crate::EngineError;
use crate::advise::Adviser;
use crate::answer::Considered;
use crate::question::LibraryQuestion;
use proposed::{by_patterns, considered};

pub use find::CARDS_MAX;
pub use found::Found;
pub use render::answer;

/// Values that are kept, by what they say.
const CONSIDERED_MAX: usize = 5;

/// What tables and lists say to a question, the likeliest first, at most five.
///
/// # Errors
/// A bad filter, a store that cannot be read or is damaged.
pub fn consider(
    snapshot: &Snapshot,
    question: &LibraryQuestion,
    filters: &[Filter],
    records: &[ChunkRecord],
) -> Result<Vec<Considered>, EngineError> {
    let found = find::relations(snapshot, question, filters, records)?;
    let proposed = by_patterns(snapshot, &question.parsed.asking(), &found, CONSIDERED_MAX)?;
    let mut considered = considered(proposed);
    compose(snapshot, question, filters, records, &mut considered)?;
    considered.truncate(CONSIDERED_MAX);
    Ok(considered)
}

/// Adds answers of several queries: of two things set side by side, or of two halves.
fn compose(
    snapshot: &Snapshot,
    question: &LibraryQuestion,
    filters: &[Filter],
    records: &[ChunkRecord],
    considered: &mut Vec<Considered>,
) -> Result<(), EngineError> {
    if !sides::add(snapshot, question, filters, records, considered)? {
        parts::add(snapshot, question, filters, records, considered)?;
    }
    Ok(())
}

/// The same with what a language model proposes or chooses among them, and what that was.
///
/// # Errors
/// As [`consider`]; a model that fails costs its proposal alone.
pub fn consider_with(
    snapshot: &Snapshot,
    question: &LibraryQuestion,
    filters: &[Filter],
    records: &[ChunkRecord],
    adviser: &Adviser<'_>,
    limits: &Limits,
) -> Result<(Vec<Considered>, Option<model::ModelPlan>), EngineError> {
    let found = find::relations(snapshot, question, filters, records)?;
    let proposed = by_patterns(
        snapshot,
        &question.parsed.asking(),
        &found,
        model::CHOICES_MAX,
    )?;
    let mut considered = considered(proposed);
    compose(snapshot, question, filters, records, &mut considered)?;
    let (mut considered, plan) =
        model::propose(snapshot, question, &found, considered, adviser, limits)?;
    considered.truncate(CONSIDERED_MAX);
    Ok((considered, plan))
}

/// Cards of the relations that a question would be asked of, in order: for measures.
///
/// # Errors
/// As [`consider`].
pub fn relations_for(
    snapshot: &Snapshot,
    question: &LibraryQuestion,
    filters: &[Filter],
    records: &[ChunkRecord],
) -> Result<Vec<Found>, EngineError> {
    find::relations(snapshot, question, filters, records)
}
