//! How likely a segment is to hold evidence: vectors and words of its best chunks.

use std::ops::Range;

use index::{ChunkId, Snapshot};
use models::{Embedder, Limits, Role};

use super::pyramid::{Level, OlderWeights, Pyramid, Scoring};
use super::segment::Source;
use crate::question::Question;
use crate::route::Granularity;
use crate::{EngineError, retrieve};

/// Chunks of a segment that speak for it.
const BEST: usize = 3;

/// The raw parts of a segment's score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Parts {
    /// Mean cosine of its three best chunks; `None` where there are no vectors.
    pub dense: Option<f64>,
    /// Mean BM25 of its three best chunks by that of the best chunk of all documents, 0 to 1.
    pub sparse: f64,
    /// 1 for a summary, a conclusion, a table of contents and the like, else 0.
    pub structure: f64,
}

/// A logistic over the raw parts, so that a score is the probability that a segment holds
/// evidence. Fitted by `perusal eval analysis --fit`, which prints these figures.
struct Calibration {
    bias: f64,
    dense: f64,
    sparse: f64,
}

/// Where chunks have vectors.
const WITH_VECTORS: Calibration = Calibration {
    bias: -4.5,
    dense: 4.0,
    sparse: 5.0,
};

/// Where they have none.
const BY_WORDS: Calibration = Calibration {
    bias: -3.0,
    dense: 0.0,
    sparse: 5.5,
};

/// The scores of all chunks: made once, whatever the levels are.
pub(super) struct Scores {
    /// Cosines, by document and chunk.
    pub dense: Vec<Vec<Option<f64>>>,
    /// BM25 by that of the best chunk of all.
    pub sparse: Vec<Vec<f64>>,
    /// The question's vector.
    pub vector: Option<Vec<f32>>,
}

impl Scores {
    pub(super) fn of(
        snapshot: &Snapshot,
        embedder: Option<&dyn Embedder>,
        question: &Question,
        sources: &[Source],
        limits: &Limits,
    ) -> Result<Scores, EngineError> {
        let embedder = embedder.filter(|one| retrieve::knows_question(*one, question.text()));
        let vector = embedder.and_then(|embedder| {
            // Without a vector in time, words score alone.
            let made = embedder.embed(&[question.text()], Role::Query, limits).ok();
            made?.pop().map(|embedded| embedded.vector)
        });
        let mut scores = Scores {
            dense: Vec::new(),
            sparse: Vec::new(),
            vector,
        };
        for source in sources {
            let ids: Vec<ChunkId> = source.chunks.iter().map(|chunk| chunk.id).collect();
            let words = snapshot.score_keyword(&question.query.terms, &ids)?;
            scores
                .sparse
                .push(words.into_iter().map(f64::from).collect());
            let cosines = match &scores.vector {
                Some(vector) => snapshot.score_dense(vector, &ids)?,
                None => vec![None; ids.len()],
            };
            let cosines = cosines.into_iter().map(|cosine| cosine.map(f64::from));
            scores.dense.push(cosines.collect());
        }
        let best = scores.sparse.iter().flatten().copied().fold(0.0, f64::max);
        if best > 0.0 {
            for score in scores.sparse.iter_mut().flatten() {
                *score /= best;
            }
        }
        Ok(scores)
    }

    /// What is known of a segment.
    pub(super) fn parts(&self, source: usize, chunks: &Range<usize>, title: &str) -> Parts {
        let dense = self.dense[source][chunks.clone()].iter().flatten().copied();
        let sparse = self.sparse[source][chunks.clone()].iter().copied();
        Parts {
            dense: mean_of_best(dense),
            sparse: mean_of_best(sparse).unwrap_or_default(),
            structure: f64::from(sums_up(title)),
        }
    }

    /// By which chunks are read: the score of a segment of this one chunk.
    pub(super) fn chunk(&self, source: usize, chunk: usize) -> f64 {
        probability(&self.parts(source, &(chunk..chunk + 1), ""))
    }
}

fn mean_of_best(scores: impl Iterator<Item = f64>) -> Option<f64> {
    let mut scores: Vec<f64> = scores.collect();
    scores.sort_by(|a, b| b.total_cmp(a));
    scores.truncate(BEST);
    let count = scores.len() as f64;
    (count > 0.0).then(|| scores.iter().sum::<f64>() / count)
}

/// Sections that tell what the others say.
fn sums_up(title: &str) -> bool {
    let title = title.to_lowercase();
    ["abstract", "summary", "conclusion", "table of contents"]
        .iter()
        .any(|word| title.contains(word))
}

/// The probability that a segment holds evidence, 0 to 1.
pub(super) fn probability(parts: &Parts) -> f64 {
    let (by, dense) = match parts.dense {
        Some(dense) => (&WITH_VECTORS, dense),
        None => (&BY_WORDS, 0.0),
    };
    let logit = by.bias + by.dense * dense + by.sparse * parts.sparse;
    1.0 / (1.0 + (-logit).exp())
}

/// The score of earlier versions, 0 to 1.
fn older(parts: &Parts, weights: &OlderWeights) -> f64 {
    let semantic = parts.dense.unwrap_or_default().clamp(0.0, 1.0);
    let sum = weights.bm25 * parts.sparse
        + weights.semantic * semantic
        + weights.structure * parts.structure;
    sum.clamp(0.0, 1.0)
}

/// The score of a segment as the pyramid wants it, 0 to 1.
pub(super) fn score(pyramid: &Pyramid, parts: &Parts) -> f64 {
    match &pyramid.older_weights {
        Some(weights) => older(parts, weights),
        None => probability(parts),
    }
}

/// How a level is scored, and why not as it was wished.
///
/// Token vectors and language models are not asked yet: a method that cannot run gives way
/// to dense+sparse, never to one that costs more, and never to an error.
pub(super) fn method(level: &Level, granularity: Granularity) -> (Scoring, Option<String>) {
    let wished = match (level.scoring, granularity) {
        (Scoring::Adaptive, Granularity::Fine) => Scoring::MultiVector,
        (Scoring::Adaptive, Granularity::Holistic) => Scoring::Llm,
        (named, _) => named,
    };
    match wished {
        Scoring::DenseSparse | Scoring::Adaptive => (Scoring::DenseSparse, None),
        other => {
            let note = format!(
                "{} gave way to {}",
                other.as_str(),
                Scoring::DenseSparse.as_str()
            );
            (Scoring::DenseSparse, Some(note))
        }
    }
}
