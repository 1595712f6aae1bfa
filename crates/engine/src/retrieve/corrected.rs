//! What the question finds in documents whose summary a person corrected.
//!
//! Who writes by hand what a document is about says what to look there for, in words that
//! may stand nowhere in it. So where a correction holds what a question asks with, its
//! document is searched once more by itself; where nothing of the question stands in it,
//! its opening is what there is to read. Corrections are few however many documents
//! there are, and all of them are looked at.

use std::collections::{BTreeMap, BTreeSet};

use index::{ChunkId, DocumentRecord, Filter, Grade};

use super::pass::Reading;
use super::rarity::Rarity;
use super::{Arm, ArmList, QueryText, shares};
use crate::EngineError;

/// Share of the question's weight that a correction must hold.
const SHARE_MIN: f64 = 0.25;
/// Documents that are searched once more.
const DOCUMENTS_MAX: usize = 4;
/// What such a hit adds to a fused score, which is at most 1.
const CORRECTED_WEIGHT: f32 = 0.8;

/// The hits of the question in the documents whose corrections fit it, or nothing.
pub(super) fn list(
    reading: &Reading<'_>,
    query: &QueryText,
    filters: &[Filter],
) -> Result<Option<ArmList>, EngineError> {
    let mut found: BTreeMap<ChunkId, f32> = BTreeMap::new();
    for (record, share) in fitting(reading, query)? {
        let own = vec![record.id.to_string()];
        let Some((scope, hits)) = reading.within(filters, own, &query.text)? else {
            return Ok(None);
        };
        for hit in &hits {
            found.insert(hit.chunk, hit.score * share);
        }
        if hits.is_empty() && reading.snapshot.in_scope(&scope, record.first_chunk)? {
            found.insert(record.first_chunk, share);
        }
    }
    let like = (Arm::Corrected, CORRECTED_WEIGHT, Grade::Exact);
    let list = shares::list(reading.snapshot, like, found);
    Ok((!list.hits.is_empty()).then_some(list))
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
    let rarity = Rarity::of(reading.snapshot, &query.terms)?;
    let mut fitting: Vec<(&DocumentRecord, f64)> = corrections
        .into_iter()
        .filter(|(record, _)| record.chunks > 0)
        .map(|(record, correction)| {
            let terms = text::terms(&correction.text, record.language).into_iter();
            let terms: BTreeSet<String> = terms.map(|term| term.text).collect();
            (record, rarity.share_in(&terms))
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
