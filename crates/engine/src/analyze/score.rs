//! How likely a segment is to hold evidence: vectors and words of its best chunks.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

use index::{ChunkId, Hit, Snapshot};
use models::{Embedder, Limits, Role};

use super::pyramid::{Level, OlderWeights, Pyramid, Scoring};
use super::segment::Source;
use crate::logistic::Logistic;
use crate::question::LibraryQuestion;
use crate::retrieve::{Arm, ArmList, fuse};
use crate::route::Granularity;
use crate::{EngineError, RetrieveConfig, retrieve};

/// Chunks of a segment that speak for it.
const BEST: usize = 3;

/// What one way of scoring says of a segment, each 0 to 1 over all chunks of the documents.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Signal {
    /// Mean of its three best chunks.
    pub mean: f64,
    /// Its best chunk.
    pub best: f64,
    /// How far that is ahead of the best chunk anywhere else, -1 to 1.
    pub lead: f64,
}

/// The raw parts of a segment's score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Parts {
    /// Cosines, from the farthest chunk at 0 to the nearest at 1; `None` where there are no
    /// vectors.
    pub dense: Option<Signal>,
    /// BM25 by that of the best chunk.
    pub sparse: Signal,
    /// MaxSim of the chunks that were looked at, from the farthest at 0 to the nearest at 1; `None`
    /// where token vectors were not asked.
    pub tokens: Option<Signal>,
    /// 1 for a summary, a conclusion, a table of contents and the like, else 0.
    pub structure: f64,
    /// Its share of all tokens, over 0 to 1.
    pub share: f64,
}

impl Parts {
    /// What the probability is made of, in the order of the shipped weights.
    pub fn features(&self) -> Vec<f64> {
        let signals = [Some(self.sparse), self.dense];
        let signals = signals.into_iter().flatten();
        let mut features: Vec<f64> = signals
            .flat_map(|one| [one.mean, one.best, one.lead])
            .collect();
        features.push(self.ln_share());
        features
    }

    /// What the probability by token vectors is made of; `None` where they were not asked.
    pub fn token_features(&self) -> Option<Vec<f64>> {
        let Signal { mean, best, lead } = self.tokens?;
        Some(vec![mean, best, lead, self.ln_share()])
    }

    fn ln_share(&self) -> f64 {
        self.share.max(f64::MIN_POSITIVE).ln()
    }
}

/// Names of [`Parts::features`] where chunks have vectors.
pub const FEATURES: [&str; 7] = [
    "sparse mean",
    "sparse best",
    "sparse lead",
    "dense mean",
    "dense best",
    "dense lead",
    "ln share",
];

/// The same where they have none.
pub const FEATURES_BY_WORDS: [&str; 4] = ["sparse mean", "sparse best", "sparse lead", "ln share"];

/// Names of [`Parts::token_features`].
pub const FEATURES_BY_TOKENS: [&str; 4] = ["tokens mean", "tokens best", "tokens lead", "ln share"];

/// Fitted by `perusal eval analysis --fit`: whether a segment holds evidence.
static WITH_VECTORS: LazyLock<Option<Logistic>> =
    LazyLock::new(|| shipped(include_str!("../../data/analyze-vectors.json"), &FEATURES));
static BY_WORDS: LazyLock<Option<Logistic>> = LazyLock::new(|| {
    shipped(
        include_str!("../../data/analyze-words.json"),
        &FEATURES_BY_WORDS,
    )
});
static BY_TOKENS: LazyLock<Option<Logistic>> = LazyLock::new(|| {
    shipped(
        include_str!("../../data/analyze-tokens.json"),
        &FEATURES_BY_TOKENS,
    )
});

fn shipped(text: &str, features: &[&str]) -> Option<Logistic> {
    let fitted: Logistic = serde_json::from_str(text).ok()?;
    (fitted.features == features).then_some(fitted)
}

/// The scores of all chunks: made once, whatever the levels are.
pub(super) struct Scores {
    /// Cosines as they are, by document and chunk.
    pub cosines: Vec<Vec<Option<f64>>>,
    /// BM25 by that of the best chunk of all.
    sparse: Scale,
    /// Cosines scaled over all chunks; `None` without vectors.
    dense: Option<Scale>,
    /// By document and chunk: 1 for the first that a search would give, falling to 0 for what it
    /// would not: the order of reading.
    passages: Vec<Vec<f64>>,
    /// The question's vector.
    pub vector: Option<Vec<f32>>,
    /// MaxSim of the best chunks; `None` where token vectors were not asked.
    by_tokens: Option<Scale>,
    tokens: u64,
}

/// One way of scoring over all chunks, 0 to 1.
struct Scale {
    of: Vec<Vec<f64>>,
    /// All chunks, the best first.
    order: Vec<(usize, usize)>,
}

impl Scale {
    fn new(of: Vec<Vec<f64>>) -> Scale {
        let places = of.iter().enumerate();
        let mut order: Vec<(usize, usize)> = places
            .flat_map(|(source, chunks)| (0..chunks.len()).map(move |chunk| (source, chunk)))
            .collect();
        order.sort_by(|a, b| of[b.0][b.1].total_cmp(&of[a.0][a.1]).then(a.cmp(b)));
        Scale { of, order }
    }

    fn signal(&self, source: usize, chunks: &Range<usize>) -> Signal {
        let mut best: Vec<f64> = self.of[source][chunks.clone()].to_vec();
        best.sort_by(|a, b| b.total_cmp(a));
        best.truncate(BEST);
        let first = best.first().copied().unwrap_or_default();
        let mut elsewhere = self.order.iter();
        let elsewhere = elsewhere.find(|(at, chunk)| *at != source || !chunks.contains(chunk));
        Signal {
            mean: best.iter().sum::<f64>() / best.len().max(1) as f64,
            best: first,
            lead: first - elsewhere.map_or(0.0, |&(at, chunk)| self.of[at][chunk]),
        }
    }
}

impl Scores {
    pub(super) fn of(
        snapshot: &Snapshot,
        embedder: Option<&dyn Embedder>,
        question: &LibraryQuestion,
        sources: &[Source],
        limits: &Limits,
    ) -> Result<Scores, EngineError> {
        let embedder = embedder.filter(|one| retrieve::knows_question(*one, question.text()));
        let vector = embedder.and_then(|embedder| {
            // Without a vector in time, words score alone.
            let made = embedder.embed(&[question.text()], Role::Query, limits).ok();
            made?.pop().map(|embedded| embedded.vector)
        });
        let (mut words, mut cosines) = (Vec::new(), Vec::new());
        for source in sources {
            let ids: Vec<ChunkId> = source.chunks.iter().map(|chunk| chunk.id).collect();
            let scored = snapshot.score_keyword(&question.query.terms, &ids)?;
            words.push(scored.into_iter().map(f64::from).collect::<Vec<_>>());
            let near = match &vector {
                Some(vector) => snapshot.score_dense(vector, &ids)?,
                None => vec![None; ids.len()],
            };
            let near = near.into_iter().map(|cosine| cosine.map(f64::from));
            cosines.push(near.collect::<Vec<_>>());
        }
        let best = words.iter().flatten().copied().fold(0.0, f64::max);
        if best > 0.0 {
            for score in words.iter_mut().flatten() {
                *score /= best;
            }
        }
        let mut scores = Scores {
            dense: scaled(&cosines).map(Scale::new),
            cosines,
            sparse: Scale::new(words),
            passages: Vec::new(),
            vector,
            by_tokens: None,
            tokens: sources
                .iter()
                .map(|one| one.tokens(&(0..one.chunks.len())))
                .sum(),
        };
        scores.passages = scores.fused(snapshot, question, sources)?;
        Ok(scores)
    }

    /// The order of a search over these documents alone.
    fn fused(
        &self,
        snapshot: &Snapshot,
        question: &LibraryQuestion,
        sources: &[Source],
    ) -> Result<Vec<Vec<f64>>, EngineError> {
        let places = self.sparse.order.iter();
        let places: BTreeMap<ChunkId, (usize, usize)> = places
            .map(|&(source, chunk)| (sources[source].chunks[chunk].id, (source, chunk)))
            .collect();
        let chunks: Vec<(usize, usize)> = places.values().copied().collect();
        let id = |(source, chunk): (usize, usize)| sources[source].chunks[chunk].id;
        let mut lists = self.lists(&chunks, id);
        retrieve::weigh_apart(snapshot, &question.query, &mut lists)?;
        let hits = fuse(&lists, RetrieveConfig::default().fusion, |id| {
            places.get(&id).copied()
        });
        let mut passages: Vec<Vec<f64>> = sources
            .iter()
            .map(|source| vec![0.0; source.chunks.len()])
            .collect();
        // The order alone: the last of a list has a scaled score of 0, like what is in no list.
        let count = hits.len() as f64;
        for (rank, hit) in hits.iter().enumerate() {
            if let Some(&(source, chunk)) = places.get(&hit.chunk) {
                passages[source][chunk] = 1.0 - rank as f64 / (count + 1.0);
            }
        }
        Ok(passages)
    }

    /// Chunks as the arms of a search rank them.
    pub(super) fn lists(
        &self,
        chunks: &[(usize, usize)],
        id: impl Fn((usize, usize)) -> ChunkId,
    ) -> Vec<ArmList> {
        let words = chunks.iter().filter_map(|&(source, chunk)| {
            let score = self.sparse.of[source][chunk];
            (score > 0.0).then(|| hit(id((source, chunk)), score))
        });
        let mut lists = vec![list(Arm::Keyword, words.collect())];
        let meanings = chunks.iter().filter_map(|&(source, chunk)| {
            let score = self.cosines[source][chunk]?;
            Some(hit(id((source, chunk)), score))
        });
        let meanings: Vec<Hit> = meanings.collect();
        if !meanings.is_empty() {
            lists.push(list(Arm::Dense, meanings));
        }
        lists
    }

    /// Takes MaxSims of chunks, by document; `None` for those that were not looked at.
    pub(super) fn take_tokens(&mut self, near: &[Vec<Option<f64>>]) {
        self.by_tokens = scaled(near).map(Scale::new);
    }

    /// The chunks that a search would give first, so many at most.
    pub(super) fn best(&self, most: usize) -> Vec<(usize, usize)> {
        let mut best: Vec<(usize, usize)> = self.sparse.order.clone();
        best.sort_by(|a, b| {
            let by_score = self.passages[b.0][b.1].total_cmp(&self.passages[a.0][a.1]);
            by_score.then(a.cmp(b))
        });
        best.truncate(most);
        best
    }

    /// What is known of a segment.
    pub(super) fn parts(
        &self,
        source: usize,
        chunks: &Range<usize>,
        (title, tokens): (&str, u64),
    ) -> Parts {
        let dense = self.dense.as_ref();
        Parts {
            dense: dense.map(|scale| scale.signal(source, chunks)),
            sparse: self.sparse.signal(source, chunks),
            tokens: self
                .by_tokens
                .as_ref()
                .map(|scale| scale.signal(source, chunks)),
            structure: f64::from(sums_up(title)),
            share: tokens as f64 / self.tokens.max(1) as f64,
        }
    }

    /// By which a passage is read sooner or later, 0 to 1; higher is sooner.
    pub(super) fn passage(&self, source: usize, chunk: usize) -> f64 {
        self.passages[source][chunk]
    }
}

/// Cosines from the farthest at 0 to the nearest at 1; a chunk without a vector is far.
fn scaled(cosines: &[Vec<Option<f64>>]) -> Option<Vec<Vec<f64>>> {
    let all = || cosines.iter().flatten().copied().flatten();
    let (low, high) = (
        all().fold(f64::INFINITY, f64::min),
        all().fold(f64::NEG_INFINITY, f64::max),
    );
    if low > high {
        return None;
    }
    let span = (high - low).max(f64::EPSILON);
    let scale = |cosine: &Option<f64>| cosine.map_or(0.0, |cosine| (cosine - low) / span);
    let documents = cosines.iter();
    Some(
        documents
            .map(|chunks| chunks.iter().map(scale).collect())
            .collect(),
    )
}

fn hit(chunk: ChunkId, score: f64) -> Hit {
    Hit {
        chunk,
        score: score as f32,
    }
}

fn list(arm: Arm, mut hits: Vec<Hit>) -> ArmList {
    hits.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.chunk.cmp(&b.chunk)));
    ArmList {
        arm,
        weight: 1.0,
        candidates: hits.len(),
        hits,
        beyond: Vec::new(),
        grade: index::Grade::Exact,
    }
}

/// Sections that tell what the others say.
fn sums_up(title: &str) -> bool {
    let title = title.to_lowercase();
    ["abstract", "summary", "conclusion", "table of contents"]
        .iter()
        .any(|word| title.contains(word))
}

/// The probability that a segment holds evidence, 0 to 1.
fn probability(parts: &Parts) -> f64 {
    let weights = match parts.dense {
        Some(_) => &*WITH_VECTORS,
        None => &*BY_WORDS,
    };
    match weights {
        Some(fitted) => fitted.probability(&parts.features()),
        None => parts.sparse.mean,
    }
}

/// The score of earlier versions, 0 to 1.
fn older(parts: &Parts, weights: &OlderWeights) -> f64 {
    let semantic = parts.dense.map_or(0.0, |dense| dense.mean);
    let sum = weights.bm25 * parts.sparse.mean
        + weights.semantic * semantic
        + weights.structure * parts.structure;
    sum.clamp(0.0, 1.0)
}

/// The score of a segment as the pyramid and its level want it, 0 to 1.
pub(super) fn score(pyramid: &Pyramid, parts: &Parts, method: Scoring) -> f64 {
    match (&pyramid.older_weights, method, parts.token_features()) {
        (Some(weights), _, _) => older(parts, weights),
        (None, Scoring::MultiVector, Some(features)) => match &*BY_TOKENS {
            Some(fitted) => fitted.probability(&features),
            None => features[0],
        },
        _ => probability(parts),
    }
}

/// What there is beside vectors and words, or why there is none.
#[derive(Debug, Clone, Default)]
pub(super) struct Has {
    /// Token vectors of the best chunks.
    pub tokens: Option<String>,
    /// A language model.
    pub model: Option<String>,
}

/// How a level is wished to be scored.
pub(super) fn wished(level: &Level, granularity: Granularity) -> Scoring {
    match (level.scoring, granularity) {
        (Scoring::Adaptive, Granularity::Fine) => Scoring::MultiVector,
        (Scoring::Adaptive, Granularity::Holistic) => Scoring::Llm,
        (named, _) => named,
    }
}

/// How a level is scored, and why not as it was wished.
///
/// A method that cannot run gives way to dense+sparse, never to one that costs more, and never to
/// an error.
pub(super) fn method(
    level: &Level,
    granularity: Granularity,
    has: &Has,
) -> (Scoring, Option<String>) {
    let wished = wished(level, granularity);
    let lacking = match wished {
        Scoring::MultiVector => &has.tokens,
        Scoring::Llm => &has.model,
        Scoring::DenseSparse | Scoring::Adaptive => &None,
    };
    match lacking {
        None => (wished, None),
        Some(why) => {
            let (from, to) = (wished.as_str(), Scoring::DenseSparse.as_str());
            let note = format!("{from} gave way to {to}: {why}");
            (Scoring::DenseSparse, Some(note))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_weights_are_of_these_features() {
        assert!(WITH_VECTORS.is_some());
        assert!(BY_WORDS.is_some());
        assert!(BY_TOKENS.is_some());
    }

    #[test]
    fn a_segment_with_the_best_chunk_leads_and_all_others_fall_behind() {
        let scale = Scale::new(vec![vec![0.2, 1.0, 0.1], vec![0.7]]);
        let leads = [(0, 0..3), (0, 0..1), (1, 0..1)]
            .map(|(source, chunks)| scale.signal(source, &chunks).lead);
        assert!((leads[0] - 0.3).abs() < 1e-9, "{leads:?}");
        assert!((leads[1] + 0.8).abs() < 1e-9, "{leads:?}");
        assert!((leads[2] + 0.3).abs() < 1e-9, "{leads:?}");
    }
}
