//! Methods of scoring beside each other: which segment they put first, and what that takes.

use std::time::Instant;

use perusal::EngineError;
use perusal::analyze::{AnalyzeRequest, Level, Means, Model, Pyramid, Scoring, Wish, scored};
use perusal::answer::Weights;
use perusal::index::DocumentId;
use perusal::models::Limits;

use super::{Analysing, documents, reached};
use crate::qa::GoldQuestion;

/// Segments that count as the first ones.
const FIRST: usize = 3;

/// What a method did for a question.
#[derive(Debug, Clone, PartialEq)]
pub struct Scored {
    /// What the router takes the question for: fine, medium, holistic, …
    pub granularity: String,
    /// Segments there were.
    pub segments: usize,
    /// Whether the first segment holds evidence.
    pub first: bool,
    /// Whether one of the first three does.
    pub first_three: bool,
    /// In milliseconds: from the question to the scores.
    pub ms: f64,
    /// Calls of a language model.
    pub calls: usize,
    /// Why another method scored, where one did.
    pub fallback: Option<String>,
}

/// Scores about so many segments of the documents of a question; `None` where these are not
/// there, or no segment holds evidence.
///
/// # Errors
/// A store that cannot be read, a model that fails.
pub fn run_scoring(
    with: &Analysing<'_>,
    question: &GoldQuestion,
    (method, segments): (Scoring, usize),
    model: Option<Model<'_>>,
) -> Result<Option<Scored>, EngineError> {
    let documents: Vec<DocumentId> = documents(with.snapshot, question);
    let mut tokens = 0;
    for document in &documents {
        let chunks = with.snapshot.chunk_range(document, 0, u32::MAX)?;
        tokens += chunks
            .iter()
            .map(|chunk| u64::from(chunk.tokens))
            .sum::<u64>();
    }
    let size = tokens / segments.max(1) as u64;
    let level = Level {
        segment_tokens: u32::try_from(size).unwrap_or(u32::MAX).clamp(1_000, 32_000),
        overlap_tokens: 0,
        top_k: 3,
        relevance_threshold: 0.5,
        scoring: method,
    };
    let request = AnalyzeRequest {
        question: question.question.clone(),
        documents,
        wish: Some(Wish::Question),
        pyramid: Pyramid {
            levels: vec![level],
            ..with.pyramid.clone()
        },
    };
    let means = Means {
        embedder: with.embedder,
        model,
        cache: None,
        answer: with.answer,
        weights: Weights::shipped(),
    };
    let started = Instant::now();
    let (level, mut all, granularity) = scored(with.snapshot, &request, &means, &Limits::none())?;
    let ms = started.elapsed().as_secs_f64() * 1_000.0;
    all.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.id.cmp(&b.id)));
    let mut holds = Vec::new();
    for segment in &all {
        let place = [(segment.document.clone(), segment.span)];
        holds.push(reached(with, question, &place)?.is_some_and(|(found, _)| found > 0));
    }
    if !holds.contains(&true) {
        return Ok(None);
    }
    Ok(Some(Scored {
        granularity: granularity.as_str().to_owned(),
        segments: all.len(),
        first: holds[0],
        first_three: holds.iter().take(FIRST).any(|one| *one),
        ms,
        calls: level.calls,
        fallback: level.fallback,
    }))
}
