//! What the grammar of patterns proposes.

use std::sync::Arc;

use index::Snapshot;
use plan::patterns;
use plan::question::Question;

use super::cite;
use super::found::Found;
use crate::EngineError;
use crate::answer::Considered;

/// A candidate with the names of the row that its value stands in.
pub(super) struct Proposed {
    pub considered: Considered,
    pub label: String,
}

/// What the grammar of patterns proposes to a question as it stands, at most `kept`.
pub(super) fn by_patterns(
    snapshot: &Snapshot,
    question: &Question,
    found: &[Found],
    kept: usize,
) -> Result<Vec<Proposed>, EngineError> {
    let Ok(weights) = patterns::shipped() else {
        return Ok(Vec::new());
    };
    // Each relation as it stands and, where that may help, by rows.
    let mut prepared = Vec::new();
    let mut from = Vec::new();
    let mut evidence = Vec::new();
    for (at, one) in found.iter().enumerate() {
        for reading in one.ready(question.language) {
            prepared.push(Arc::clone(reading));
            evidence.push(one.evidence);
            from.push(at);
        }
    }
    let limits = patterns::Limits {
        kept,
        ..patterns::Limits::default()
    };
    let proposed = patterns::candidates(question, (&prepared, &evidence), weights, &limits);
    let mut citer = cite::Citer::new(snapshot, found);
    let proposed = proposed.iter().map(|candidate| {
        Ok(Proposed {
            considered: citer.considered(candidate, &prepared, &from)?,
            label: cite::label(candidate, prepared[candidate.relation].relation()),
        })
    });
    proposed.collect()
}

pub(super) fn considered(proposed: Vec<Proposed>) -> Vec<Considered> {
    proposed.into_iter().map(|one| one.considered).collect()
}
