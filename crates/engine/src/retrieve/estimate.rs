//! What a search will look at, told before it runs from statistics alone.

use super::pass::Reading;
use super::{Arm, Estimate, QueryText};
use crate::EngineError;

/// Estimates for the keyword and the dense arm.
///
/// For keywords the chunks that hold any of the terms, as if terms and filters had
/// nothing to do with each other: `N s (1 − Π (1 − fᵢ / N))` with `N` chunks, the
/// share `s` that the filters leave, and `fᵢ` chunks with term `i`. Terms that come
/// together make it too high.
pub(super) fn estimates(
    reading: &Reading<'_>,
    query: &QueryText,
) -> Result<Vec<Estimate>, EngineError> {
    let Reading {
        snapshot, counts, ..
    } = *reading;
    let chunks = count(counts.chunks);
    let selectivity = reading.scope.selectivity();
    let mut without = 1.0;
    for term in &query.terms {
        let frequency = count(snapshot.document_frequency(&term.term)?);
        without *= 1.0 - (frequency / chunks.max(1.0)).min(1.0);
    }
    let keyword = chunks * selectivity * (1.0 - without);
    let dense = count(counts.embedded_chunks) * selectivity;
    Ok(vec![
        Estimate {
            arm: Arm::Keyword,
            candidates: keyword,
        },
        Estimate {
            arm: Arm::Dense,
            candidates: dense,
        },
    ])
}

#[expect(clippy::cast_precision_loss, reason = "counts of chunks")]
fn count(n: u64) -> f64 {
    n as f64
}
