//! What a language model makes of a question over relations.
//!
//! It may write a query, or choose among those that the patterns propose. It sees the cards
//! of a few relations and never computes: what it says is parsed, checked, carried out and
//! cited here, over the relations that it was shown and no others. Its proposal is one
//! candidate more; the one decision says whether it is stated.

mod agree;
mod card;
mod choose;
mod proposal;
mod write;

pub use agree::Agreed;
use index::Snapshot;
use models::Limits;
use plan::lexicon::Operator;

use super::Found;
use crate::EngineError;
use crate::advise::{Adviser, Plans};
use crate::answer::{Considered, Value};
use crate::question::LibraryQuestion;
use proposal::Proposal;

/// Candidates of the patterns that a model chooses among.
pub const CHOICES_MAX: usize = 10;

/// What a model proposed, for traces.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelPlan {
    /// What it was asked for.
    pub plans: Plans,
    /// The query that it wrote or chose; empty where there is none.
    pub sql: String,
    /// What that gives.
    pub values: Vec<Value>,
    /// Whether the patterns give the same; `None` without a query.
    pub agreed: Option<Agreed>,
    /// What became of it.
    pub state: PlanState,
}

/// What became of a model's proposal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlanState {
    /// It is among the candidates.
    Considered,
    /// It says that the relations lack what is asked, or that no query fits.
    Missing(String),
    /// It failed, or was refused twice, and why.
    Failed(String),
}

impl PlanState {
    /// Its name in output, and what it says.
    pub fn told(&self) -> (&'static str, &str) {
        match self {
            PlanState::Considered => ("considered", ""),
            PlanState::Missing(what) => ("missing", what),
            PlanState::Failed(why) => ("failed", why),
        }
    }
}

/// The candidates with the model's among them, the likeliest first; and what it proposed,
/// where it was asked.
pub(super) fn propose(
    snapshot: &Snapshot,
    question: &LibraryQuestion,
    found: &[Found],
    considered: Vec<Considered>,
    adviser: &Adviser<'_>,
    limits: &Limits,
) -> Result<(Vec<Considered>, Option<ModelPlan>), EngineError> {
    let sure = considered.first().map_or(0.0, |one| one.confidence);
    if found.is_empty() || sure >= adviser.uses.plans_below || explains(question) {
        return Ok((considered, None));
    }
    let limits = &limits.half();
    let proposal = match adviser.uses.plans {
        Plans::Off => return Ok((considered, None)),
        Plans::Write => write::write(snapshot, question, found, adviser, limits)?,
        Plans::Choose => match considered.as_slice() {
            [] | [_] => return Ok((considered, None)),
            several => choose::choose(question, several, adviser, limits),
        },
    };
    Ok(met(considered, proposal, adviser.uses.plans))
}

/// Puts a proposal among the candidates.
fn met(
    considered: Vec<Considered>,
    proposal: Proposal,
    plans: Plans,
) -> (Vec<Considered>, Option<ModelPlan>) {
    let plan = |one: &Considered, agreed| ModelPlan {
        plans,
        sql: one.query.sql.clone(),
        values: one.values.clone(),
        agreed: Some(agreed),
        state: PlanState::Considered,
    };
    let without = |state| ModelPlan {
        plans,
        sql: String::new(),
        values: Vec::new(),
        agreed: None,
        state,
    };
    match proposal {
        Proposal::Query(one) => {
            let agreed = agree::agreed(&considered, &one);
            let plan = plan(&one, agreed);
            (agree::written(considered, *one), Some(plan))
        }
        Proposal::Chosen(at) => {
            let agreed = if at == 0 {
                Agreed::First
            } else {
                Agreed::Other
            };
            let plan = plan(&considered[at], agreed);
            (agree::chosen(considered, at), Some(plan))
        }
        Proposal::Missing(what) => (considered, Some(without(PlanState::Missing(what)))),
        Proposal::Failed(why) => (considered, Some(without(PlanState::Failed(why)))),
    }
}

/// Reasons and meanings stand in no table.
fn explains(question: &LibraryQuestion) -> bool {
    let first = question.parsed.operators.first();
    first.is_some_and(|one| matches!(one.operator, Operator::Why | Operator::Meaning))
}

#[cfg(test)]
mod tests;
