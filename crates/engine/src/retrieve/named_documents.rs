//! What the rest of a question finds in the documents that it names.
//!
//! "Which discounts does Penhallow's 2026 manual give?" holds three words that only say
//! where to look. They stand on every title page, and weigh more than the one word that
//! says what for. So where a question names documents by words of their titles or files,
//! those are searched once more for what is left of the question without these words.

use std::collections::BTreeMap;

use index::{FILTER_NODES_MAX, Filter, FilterOp, Grade};

use super::pass::Reading;
use super::{Arm, ArmList, Strategy, shares};
use crate::EngineError;
use crate::question::Mentions;

/// What such a hit adds to a fused score, which is at most 1.
const WITHIN_WEIGHT: f32 = 0.5;

/// The hits of what is left of the question, in the documents it names.
pub(super) fn list(
    reading: &Reading<'_>,
    mentions: &Mentions,
    filters: &[Filter],
) -> Result<Option<ArmList>, EngineError> {
    let documents = reading.snapshot.documents();
    let values: usize = filters.iter().map(|filter| 1 + filter.values.len()).sum();
    if values + 1 + mentions.documents.len() > FILTER_NODES_MAX {
        return Ok(None);
    }
    let mut filters = filters.to_vec();
    filters.push(Filter {
        key: "document".to_owned(),
        op: FilterOp::In,
        values: mentions
            .documents
            .iter()
            .map(|at| documents[*at].id.to_string())
            .collect(),
    });
    let scope = reading.snapshot.scope(&filters)?;
    let reading = Reading {
        scope: &scope,
        ..*reading
    };
    let found = reading.pass(&mentions.rest, Strategy::Hybrid)?;
    let fused = found.fused(reading.snapshot).into_iter();
    let shares: BTreeMap<_, _> = fused
        .take(reading.depth)
        .map(|hit| (hit.chunk, hit.score))
        .collect();
    let made = || {
        shares::list(
            reading.snapshot,
            Arm::Within,
            WITHIN_WEIGHT,
            Grade::Exact,
            &shares,
        )
    };
    Ok((!shares.is_empty()).then(made))
}
