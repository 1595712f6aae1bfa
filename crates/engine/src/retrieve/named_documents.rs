//! What the rest of a question finds in the documents that it names.
//!
//! "Which discounts does Penhallow's 2026 manual give?" holds three words that only say
//! where to look. They stand on every title page, and weigh more than the one word that
//! says what for. So where a question names documents by words of their titles or files,
//! those are searched once more for what is left of the question without these words.

use index::{Filter, Grade};

use super::pass::Reading;
use super::{Arm, ArmList, shares};
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
    let named = mentions.documents.iter();
    let named = named.map(|at| documents[*at].id.to_string()).collect();
    let Some((_, hits)) = reading.within(filters, named, &mentions.rest)? else {
        return Ok(None);
    };
    let like = (Arm::Within, WITHIN_WEIGHT, Grade::Exact);
    let hits = hits.iter().map(|hit| (hit.chunk, hit.score));
    let list = shares::list(reading.snapshot, like, hits);
    Ok((!list.hits.is_empty()).then_some(list))
}
