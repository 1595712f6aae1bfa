//! What the question finds in documents whose summary a person corrected.
//!
//! Who writes by hand what a document is about says what to look there for, in words that
//! may stand nowhere in it. So where a correction holds what a question asks with, its
//! document is searched once more by itself; where nothing of the question stands in it,
//! its opening is what there is to read. Corrections are few however many documents
//! there are, and all of them are looked at.

use std::collections::BTreeMap;

use index::{ChunkId, DocumentRecord, FILTER_NODES_MAX, Filter, FilterOp, Grade};

use super::pass::Reading;
use super::{Arm, ArmList, QueryText, Strategy, documents, shares};
use crate::EngineError;

/// Share of the question's weight that a correction must hold.
const SHARE_MIN: f64 = 0.25;
/// Documents that are searched once more.
const DOCUMENTS_MAX: usize = 4;

/// The hits of the question in the documents whose corrections fit it, or nothing.
pub(super) fn list(
    reading: &Reading<'_>,
    query: &QueryText,
    filters: &[Filter],
) -> Result<Option<ArmList>, EngineError> {
    let nodes: usize = filters
        .iter()
        .map(|filter| filter.values.len().max(1))
        .sum();
    if nodes + 1 > FILTER_NODES_MAX {
        return Ok(None);
    }
    let mut shares: BTreeMap<ChunkId, f32> = BTreeMap::new();
    for (record, share) in fitting(reading, query)? {
        let own = Filter {
            key: "document".to_owned(),
            op: FilterOp::Eq,
            values: vec![record.id.to_string()],
        };
        let scope = reading.snapshot.scope(&[filters, &[own]].concat())?;
        let alone = Reading {
            scope: &scope,
            ..*reading
        };
        let found = alone.pass(&query.text, Strategy::Hybrid)?;
        let mut hits = found.fused(reading.snapshot);
        hits.truncate(reading.depth);
        for hit in &hits {
            shares.insert(hit.chunk, hit.score * share);
        }
        if hits.is_empty() && reading.snapshot.in_scope(&scope, record.first_chunk)? {
            shares.insert(record.first_chunk, share);
        }
    }
    let weight = documents::CORRECTION as f32;
    let snapshot = reading.snapshot;
    let made = || shares::list(snapshot, Arm::Corrected, weight, Grade::Exact, &shares);
    Ok((!shares.is_empty()).then(made))
}

/// Documents with a correction that fits the question, and how well, the best first.
fn fitting<'r>(
    reading: &Reading<'r>,
    query: &QueryText,
) -> Result<Vec<(&'r DocumentRecord, f32)>, EngineError> {
    let corrections = reading.snapshot.corrections()?;
    if corrections.is_empty() {
        return Ok(Vec::new());
    }
    let weights = documents::weights(reading.snapshot, query)?;
    let mut fitting: Vec<(&DocumentRecord, f64)> = corrections
        .into_iter()
        .filter(|(record, _)| record.chunks > 0)
        .map(|(record, correction)| {
            let share = documents::share(&weights, &correction.text, record.language);
            (record, share)
        })
        .filter(|(_, share)| *share >= SHARE_MIN)
        .collect();
    fitting.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.id.cmp(&b.0.id)));
    fitting.truncate(DOCUMENTS_MAX);
    let fitting = fitting.into_iter();
    Ok(fitting
        .map(|(record, share)| (record, share as f32))
        .collect())
}
