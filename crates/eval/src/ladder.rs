//! Whether a retrieval can tell how good it is, and what looking again brings.

use perusal::RetrieveConfig;
use perusal::index::Snapshot;
use perusal::logistic::{Group, Logistic, fit_validated};
use perusal::models::{Embedder, Limits};
use perusal::retrieve::{Quality, SearchRequest, Strategy, retrieve};

use crate::qa::GoldQuestion;
use crate::{EvalError, Judged, in_training};

/// What the confidence of a retrieval rests on, in order.
pub const QUALITY_FEATURES: [&str; 4] = [
    "relevance",
    "share of terms found",
    "best cosine",
    "agreement of the arms",
];

/// The quality of one question's retrieval, and whether there is an answer.
#[derive(Debug)]
pub struct Looked {
    /// The question's id.
    pub id: String,
    /// What came of the first way of looking.
    pub quality: Quality,
    /// Whether the documents hold an answer.
    pub answerable: bool,
    /// Ways of looking that were tried.
    pub tried: usize,
}

/// Looks for every question as `search` does.
///
/// # Errors
/// A library that cannot be searched.
pub fn look(
    snapshot: &Snapshot,
    embedder: Option<&dyn Embedder>,
    config: &RetrieveConfig,
    questions: &[GoldQuestion],
) -> Result<Vec<Looked>, EvalError> {
    questions
        .iter()
        .map(|question| {
            let request = SearchRequest {
                strategy: Strategy::Auto,
                ..SearchRequest::new(question.question.clone())
            };
            let found = retrieve(snapshot, embedder, &request, config, &Limits::none())?;
            Ok(Looked {
                id: question.id.clone(),
                quality: found
                    .attempts
                    .first()
                    .map(|attempt| attempt.quality)
                    .unwrap_or_default(),
                answerable: question.answerable,
                tried: found.attempts.len(),
            })
        })
        .collect()
}

/// Weights of the confidence, fitted on the training half: one a feature, and the
/// constant, on features as they are.
/// `None` when all questions of the half are of one kind.
pub fn fit(looked: &[Looked]) -> Option<[f64; 5]> {
    let groups: Vec<Group> = looked
        .iter()
        .filter(|one| in_training(&one.id))
        .map(|one| vec![(one.quality.features().to_vec(), one.answerable)])
        .collect();
    Some(plain(&fit_validated(&QUALITY_FEATURES, &groups)?.model))
}

/// Weights of features that are not standardised.
fn plain(model: &Logistic) -> [f64; 5] {
    let mut plain = [0.0; 5];
    plain[4] = model.bias;
    for at in 0..4 {
        plain[at] = model.weights[at] / model.deviations[at];
        plain[4] -= plain[at] * model.means[at];
    }
    plain
}

/// Confidence and answerability of one half.
pub fn judged(looked: &[Looked], training: bool) -> Vec<Judged> {
    looked
        .iter()
        .filter(|one| in_training(&one.id) == training)
        .map(|one| Judged {
            confidence: one.quality.confidence,
            right: one.answerable,
        })
        .collect()
}
