//! Which documents a question is about: by summaries, titles, clusters and the
//! evidence in their chunks.
//!
//! A summary corrected by hand stands in for the one that was made, so that a
//! person can say what a document is about and be believed.

use std::collections::BTreeMap;

use index::{DocumentId, Filter, Snapshot, State};
use text::Language;

use super::QueryText;
use crate::EngineError;
use crate::question::LibraryQuestion;

/// Chunks looked at for evidence.
const CHUNKS_MAX: usize = 100;
/// Weights of the parts; evidence decides, the rest tells siblings apart.
const EVIDENCE: f64 = 1.0;
const NAME: f64 = 0.5;
const SUMMARY: f64 = 0.4;
pub(super) const CORRECTION: f64 = 0.8;
const CLUSTER: f64 = 0.1;

/// A document and how likely the question is about it.
#[derive(Debug, Clone, PartialEq)]
pub struct DocumentScore {
    /// The document.
    pub document: DocumentId,
    /// Its path.
    pub path: String,
    /// Orders the documents; the parts are each 0 to 1.
    pub score: f64,
    /// The best chunk's share of the best score.
    pub evidence: f64,
    /// Share of the question's weight in path and title.
    pub name: f64,
    /// Share in the summary, or the correction of it.
    pub summary: f64,
}

/// All documents that pass the filters, the likeliest first.
///
/// # Errors
/// A bad filter, a store that cannot be read.
pub fn rank_documents(
    snapshot: &Snapshot,
    question: &LibraryQuestion,
    filters: &[Filter],
) -> Result<Vec<DocumentScore>, EngineError> {
    let query = &question.query;
    let scope = snapshot.scope(filters)?;
    let evidence = evidence(snapshot, query, &scope)?;
    let weights = weights(snapshot, query)?;
    let clusters = clusters(snapshot, &weights)?;
    let corrections: BTreeMap<&DocumentId, String> = snapshot
        .corrections()?
        .into_iter()
        .map(|(record, correction)| (&record.id, correction.text))
        .collect();
    let within: Vec<DocumentId> = snapshot
        .documents_within(&scope)?
        .into_iter()
        .map(|record| record.id.clone())
        .collect();
    let mut scores = Vec::new();
    for (record, _, summary) in snapshot.document_summaries()? {
        if record.state != State::Ready
            || within.binary_search(&record.id).is_err() && !evidence.contains_key(&record.id)
        {
            continue;
        }
        let name = share(
            &weights,
            &format!(
                "{} {}",
                record.path,
                record.title.as_deref().unwrap_or_default()
            ),
            record.language,
        );
        let (text, weight) = match corrections.get(&record.id) {
            Some(text) => (text.clone(), CORRECTION),
            None => (summary.key_terms.join(" "), SUMMARY),
        };
        let summary = share(&weights, &text, record.language);
        let evidence = evidence.get(&record.id).copied().unwrap_or(0.0);
        let cluster = clusters.get(&record.id).copied().unwrap_or(0.0);
        scores.push(DocumentScore {
            document: record.id.clone(),
            path: record.path.clone(),
            score: EVIDENCE * evidence + NAME * name + weight * summary + CLUSTER * cluster,
            evidence,
            name,
            summary,
        });
    }
    scores.sort_by(|a, b| {
        b.score
            .total_cmp(&a.score)
            .then_with(|| a.document.cmp(&b.document))
    });
    Ok(scores)
}

/// The best chunk of each document by BM25, as a share of the best of all.
fn evidence(
    snapshot: &Snapshot,
    query: &QueryText,
    scope: &index::Scope,
) -> Result<BTreeMap<DocumentId, f64>, EngineError> {
    let ranking = snapshot.keyword(&query.terms, scope, CHUNKS_MAX)?;
    let best = ranking
        .hits
        .first()
        .map_or(1.0, |hit| f64::from(hit.score))
        .max(f64::MIN_POSITIVE);
    let mut found = BTreeMap::new();
    for hit in &ranking.hits {
        if let Some(record) = snapshot.document_of(hit.chunk) {
            found
                .entry(record.id.clone())
                .or_insert(f64::from(hit.score) / best);
        }
    }
    Ok(found)
}

/// The question's terms with how rare they are.
pub(super) fn weights(
    snapshot: &Snapshot,
    query: &QueryText,
) -> Result<BTreeMap<String, f64>, EngineError> {
    let chunks = float(snapshot.counts().chunks);
    let mut weights = BTreeMap::new();
    for term in &query.terms {
        let found = float(snapshot.document_frequency(&term.term)?).min(chunks);
        weights.insert(
            term.term.clone(),
            (1.0 + (chunks - found + 0.5) / (found + 0.5)).ln(),
        );
    }
    Ok(weights)
}

/// Share of the question's weight that a text holds.
pub(super) fn share(weights: &BTreeMap<String, f64>, text: &str, language: Language) -> f64 {
    let spaced = text.replace(['_', '/'], " ");
    let terms: std::collections::BTreeSet<String> = text::terms(&spaced, language)
        .into_iter()
        .map(|term| term.text)
        .collect();
    let all: f64 = weights.values().sum();
    let met: f64 = weights
        .iter()
        .filter(|(term, _)| terms.contains(*term))
        .map(|(_, weight)| weight)
        .sum();
    if all > 0.0 { met / all } else { 0.0 }
}

/// For each document the share of the question in its cluster's key terms.
fn clusters(
    snapshot: &Snapshot,
    weights: &BTreeMap<String, f64>,
) -> Result<BTreeMap<DocumentId, f64>, EngineError> {
    let mut found = BTreeMap::new();
    for cluster in snapshot
        .clusters()?
        .into_iter()
        .flat_map(|made| made.clusters)
    {
        let met = share(weights, &cluster.key_terms.join(" "), Language::En);
        for document in cluster.documents {
            found.insert(document, met);
        }
    }
    Ok(found)
}

#[expect(clippy::cast_precision_loss, reason = "counts of chunks")]
fn float(n: u64) -> f64 {
    n as f64
}
