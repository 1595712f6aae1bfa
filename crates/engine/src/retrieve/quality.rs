//! Measures how good a retrieval looks before anything is read.

use std::collections::BTreeSet;

use index::{ChunkId, ChunkRecord, QueryTerm, Snapshot};

use super::attempt::Quality;
use super::pass::Reading;
use super::rarity::Rarity;
use super::{Arm, FusedHit, Retrieval};
use crate::EngineError;

/// Hits that relevance is measured on.
const RELEVANT: usize = 3;
/// Hits that coverage is measured on.
const COVERING: usize = 5;

/// Weights of the confidence on [`Quality::features`], and a constant: logistic
/// regression on questions with and without an answer (`perusal eval quality` prints
/// them, and how well they do on the other half of the questions).
const CONFIDENCE: [f64; 5] = [2.658, 0.698, 8.764, -0.026, -7.102];
/// The same where the dense arm took no part.
const CONFIDENCE_OF_WORDS: [f64; 5] = [5.679, 0.958, 0.0, 0.0, -3.772];

/// Measures a retrieval.
///
/// # Errors
/// A store that cannot be read.
pub(super) fn quality(
    reading: &Reading<'_>,
    retrieval: &Retrieval,
) -> Result<Quality, EngineError> {
    let snapshot = reading.snapshot;
    let hits: Vec<&FusedHit> = retrieval.hits.iter().take(COVERING).collect();
    let ids: Vec<_> = hits.iter().map(|hit| hit.chunk).collect();
    let rarity = Rarity::of(snapshot, &retrieval.query.terms)?;
    let by_words = retrieval.lists.iter().any(|list| list.arm == Arm::Keyword);
    let held = if by_words && snapshot.is_indexed_here() {
        held(snapshot, &rarity.terms, &ids)?
    } else {
        // The index of words took no part, and may be what is damaged; or each term is a way
        // over a network.
        terms_by_text(snapshot, &ids)?
    };
    let mut quality = Quality {
        relevance: relevance(&rarity, &hits, &held),
        coverage: coverage(snapshot, &ids)?,
        found: rarity.share_of(|term| held.iter().any(|held| held.contains(term))),
        cosine: best(retrieval, Arm::Dense),
        agreement: agreement(retrieval),
        confidence: 0.0,
    };
    quality.confidence = if hits.is_empty() {
        0.0
    } else {
        let dense = retrieval.lists.iter().any(|list| list.arm == Arm::Dense);
        confidence(&quality.features(), dense)
    };
    Ok(quality)
}

fn confidence(features: &[f64; 4], dense: bool) -> f64 {
    let weights = if dense {
        CONFIDENCE
    } else {
        CONFIDENCE_OF_WORDS
    };
    let terms = features
        .iter()
        .zip(weights)
        .map(|(value, weight)| value * weight);
    1.0 / (1.0 + (-(terms.sum::<f64>() + weights[4])).exp())
}

/// Which of the terms stand in each chunk, by the index: its texts need not be read for that.
fn held(
    snapshot: &Snapshot,
    terms: &[(String, f64)],
    ids: &[ChunkId],
) -> Result<Vec<BTreeSet<String>>, EngineError> {
    let mut held = vec![BTreeSet::new(); ids.len()];
    for (term, _) in terms {
        let one = [QueryTerm {
            term: term.clone(),
            weight: 1.0,
        }];
        for (held, score) in held.iter_mut().zip(snapshot.score_keyword(&one, ids)?) {
            if score > 0.0 {
                held.insert(term.clone());
            }
        }
    }
    Ok(held)
}

/// All terms of each chunk, by its text.
fn terms_by_text(
    snapshot: &Snapshot,
    ids: &[ChunkId],
) -> Result<Vec<BTreeSet<String>>, EngineError> {
    let records = snapshot.chunks(ids)?;
    Ok(records.iter().map(|it| terms_of(snapshot, it)).collect())
}

fn terms_of(snapshot: &Snapshot, record: &ChunkRecord) -> BTreeSet<String> {
    let language = snapshot
        .document(&record.document)
        .map_or(text::Language::En, |document| document.language);
    let text = format!("{}\n{}", record.context, record.text);
    let terms = text::terms(&text, language).into_iter();
    terms.map(|term| term.text).collect()
}

fn relevance(rarity: &Rarity, hits: &[&FusedHit], held: &[BTreeSet<String>]) -> f64 {
    let top = hits.first().map_or(0.0, |hit| f64::from(hit.score));
    if top <= 0.0 {
        return 0.0;
    }
    let (mut sum, mut weights) = (0.0, 0.0);
    for (hit, held) in hits.iter().zip(held).take(RELEVANT) {
        let weight = (f64::from(hit.score) / top).clamp(0.0, 1.0);
        sum += weight * rarity.share_in(held);
        weights += weight;
    }
    sum / weights
}

/// Mean distance of pairs: by their vectors, or by their terms where they have none.
fn coverage(snapshot: &Snapshot, ids: &[ChunkId]) -> Result<f64, EngineError> {
    let vectors: Vec<Option<Vec<f32>>> = ids
        .iter()
        .map(|&chunk| Ok(snapshot.vector(chunk)?))
        .collect::<Result<_, EngineError>>()?;
    let mut terms = vec![BTreeSet::new(); ids.len()];
    if vectors.iter().any(Option::is_none) {
        terms = terms_by_text(snapshot, ids)?;
    }
    let (mut sum, mut pairs) = (0.0, 0.0);
    for a in 0..ids.len() {
        for b in 0..a {
            sum += match (&vectors[a], &vectors[b]) {
                (Some(a), Some(b)) => {
                    1.0 - a.iter().zip(b).map(|(a, b)| f64::from(a * b)).sum::<f64>()
                }
                _ => 1.0 - overlap(&terms[a], &terms[b]),
            };
            pairs += 1.0;
        }
    }
    Ok(if pairs > 0.0 { sum / pairs } else { 0.0 })
}

fn overlap(a: &BTreeSet<String>, b: &BTreeSet<String>) -> f64 {
    let both = a.intersection(b).count() as u64;
    let either = a.union(b).count() as u64;
    count(both) / count(either.max(1))
}

fn best(retrieval: &Retrieval, arm: Arm) -> f64 {
    let list = retrieval.lists.iter().find(|list| list.arm == arm);
    list.and_then(|list| list.hits.first())
        .map_or(0.0, |hit| f64::from(hit.score))
}

fn agreement(retrieval: &Retrieval) -> f64 {
    const LOOKED_AT: usize = 10;
    let first = |arm| {
        let list = retrieval.lists.iter().find(|list| list.arm == arm);
        let hits = list
            .into_iter()
            .flat_map(|list| list.hits.iter().take(LOOKED_AT));
        hits.map(|hit| hit.chunk).collect::<BTreeSet<_>>()
    };
    let (keyword, dense) = (first(Arm::Keyword), first(Arm::Dense));
    let least = keyword.len().min(dense.len()) as u64;
    count(keyword.intersection(&dense).count() as u64) / count(least.max(1))
}

#[expect(clippy::cast_precision_loss, reason = "counts of chunks and terms")]
fn count(n: u64) -> f64 {
    n as f64
}

#[cfg(test)]
mod tests {
    use index::Scope;
    use text::Language;

    use super::*;
    use crate::IngestConfig;
    use crate::retrieve::{QueryText, tests::library};

    #[test]
    fn the_index_and_the_texts_tell_the_same_terms() {
        let dir = tempfile::tempdir().unwrap();
        let snapshot = library(dir.path(), &IngestConfig::default());
        let asked = "Which bees eat fish in winter, and who lends films by the river in March?";
        let query = QueryText::new(asked, Language::En);
        let terms = query.terms.iter().map(|one| (one.term.clone(), 1.0));
        let terms: Vec<(String, f64)> = terms.collect();
        let found = snapshot.keyword(&query.terms, &Scope::all(), 10).unwrap();
        let ids: Vec<ChunkId> = found.hits.iter().map(|hit| hit.chunk).collect();
        assert_eq!(ids.len(), 4);
        let by_index = held(&snapshot, &terms, &ids).unwrap();
        let by_text = terms_by_text(&snapshot, &ids).unwrap();
        for (index, text) in by_index.iter().zip(&by_text) {
            for (term, _) in &terms {
                assert_eq!(index.contains(term), text.contains(term), "{term}");
            }
            assert!(!index.is_empty() && index.len() < terms.len());
        }
    }

    #[test]
    fn a_retrieval_is_poor_in_three_ways() {
        let good = Quality {
            relevance: 0.6,
            coverage: 0.5,
            found: 0.8,
            cosine: 0.6,
            agreement: 0.3,
            confidence: 0.7,
        };
        assert!(!good.is_poor() && !good.wants_another());
        let unsure = Quality {
            confidence: 0.4,
            ..good
        };
        assert!(!unsure.is_poor() && unsure.wants_another());
        for poor in [
            Quality {
                relevance: 0.2,
                ..good
            },
            Quality {
                coverage: 0.3,
                found: 0.4,
                ..good
            },
            Quality {
                confidence: 0.1,
                ..good
            },
        ] {
            assert!(poor.is_poor(), "{poor:?}");
        }
        // Hits that say the same are no fault when they say what was asked.
        assert!(
            !Quality {
                coverage: 0.1,
                ..good
            }
            .is_poor()
        );
    }
}
