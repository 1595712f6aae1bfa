//! How much of the evidence an analysis reads, beside simpler ways to read as many tokens.

mod answers;
mod scoring;

pub use answers::{Answered, Answers, ByModel, Nearness, run_answers};
pub use scoring::{Scored, run_scoring};

use std::time::{Duration, Instant};

use perusal::analyze::{
    Analysis, AnalyzeRequest, FEATURES, FEATURES_BY_TOKENS, FEATURES_BY_WORDS, Means, Model,
    Pyramid, Scoring, Wish, analyze,
};
use perusal::answer::Weights;
use perusal::index::{DocumentId, Filter, Snapshot};
use perusal::logistic::Logistic;
use perusal::models::{Embedder, Limits};
use perusal::retrieve::{SearchRequest, Strategy, retrieve};
use perusal::text::Span;
use perusal::{AnswerConfig, EngineError, RetrieveConfig};

use crate::logistic::fit;
use crate::qa::{EvidenceBound, GoldQuestion, ReadPassage, evidence_reach};

/// Tokens that truncation reads, as models of a small window do.
const TRUNCATED_TOKENS: u64 = 32_000;
/// Penalty of the fit, on standardised weights.
const RIDGE: f64 = 1.0;

/// What is read, and with what.
pub struct Analysing<'a> {
    /// The library that holds all documents of the set.
    pub snapshot: &'a Snapshot,
    /// Its model; `None` for words alone.
    pub embedder: Option<&'a dyn Embedder>,
    /// Sizes, thresholds, times.
    pub pyramid: &'a Pyramid,
    /// Of the search that flat top-k makes.
    pub retrieve: &'a RetrieveConfig,
    /// Of the answer.
    pub answer: &'a AnswerConfig,
}

/// One way to read.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Reached {
    /// Pieces of evidence inside what was read.
    pub found: usize,
    /// Share of the documents' tokens that was read, 0 to 1.
    pub tokens: f64,
}

/// A question over its documents.
#[derive(Debug, Clone, PartialEq)]
pub struct Read {
    /// Its id.
    pub id: String,
    /// Its type.
    pub kind: String,
    /// Pieces of evidence there are.
    pub total: usize,
    /// Tokens of its documents.
    pub tokens: f64,
    /// By the analysis.
    pub analysed: Reached,
    /// The first 32,000 tokens.
    pub truncated: Reached,
    /// The best chunks of hybrid search, as many tokens as the analysis read.
    pub flat: Reached,
    /// Segments that were read whole for their score, each text once, and those of them that hold
    /// evidence.
    pub segments: (usize, usize),
    /// Time of the analysis, in milliseconds.
    pub ms: f64,
}

/// Reads the documents that hold the evidence of a question; `None` where it has none.
///
/// # Errors
/// A store that cannot be read, a model that fails.
pub fn run_analysis(
    with: &Analysing<'_>,
    question: &GoldQuestion,
) -> Result<Option<Read>, EngineError> {
    let documents = documents(with.snapshot, question);
    if documents.is_empty() {
        return Ok(None);
    }
    let started = Instant::now();
    let analysis = analysed(with, question, &documents, with.pyramid)?;
    let ms = started.elapsed().as_secs_f64() * 1_000.0;
    let total_tokens = analysis.coverage.tokens_total;
    let share = |tokens: u64| tokens as f64 / total_tokens.max(1) as f64;
    let Some((found, total)) = reached(with, question, &analysis.read)? else {
        return Ok(None);
    };
    let read_tokens = analysis.coverage.tokens_read;
    let (flat, flat_tokens) = flat(with, question, &documents, read_tokens)?;
    let (start, start_tokens) = beginning(with, &documents, TRUNCATED_TOKENS)?;
    let found_in = |spans: &[(DocumentId, Span)]| -> Result<usize, EngineError> {
        Ok(reached(with, question, spans)?.map_or(0, |(found, _)| found))
    };
    let mut segments = (0, 0);
    for place in read_whole(&analysis) {
        segments.0 += 1;
        segments.1 += usize::from(found_in(&[place])? > 0);
    }
    Ok(Some(Read {
        id: question.id.clone(),
        kind: question.kind.clone(),
        total,
        tokens: total_tokens as f64,
        analysed: Reached {
            found,
            tokens: share(read_tokens),
        },
        truncated: Reached {
            found: found_in(&start)?,
            tokens: share(start_tokens),
        },
        flat: Reached {
            found: found_in(&flat)?,
            tokens: share(flat_tokens),
        },
        segments,
        ms,
    }))
}

/// Segments that were read whole for their score. Those inside another one are not among them:
/// they are the same text, asked once more by smaller pieces.
fn read_whole(analysis: &Analysis) -> Vec<(DocumentId, Span)> {
    let mut outermost: Vec<(DocumentId, Span)> = Vec::new();
    // Segments of larger levels stand first.
    for segment in analysis.segments.iter().filter(|segment| segment.at_once) {
        let inside = |(document, span): &(DocumentId, Span)| {
            let (start, end) = (segment.span.start, segment.span.end);
            *document == segment.document && span.start <= start && end <= span.end
        };
        if !outermost.iter().any(inside) {
            outermost.push((segment.document.clone(), segment.span));
        }
    }
    outermost
}

/// Parts of a segment as [`Parts::features`](perusal::analyze::Parts::features) has them, and
/// whether it holds evidence.
pub type Example = (Vec<f64>, bool);

/// All segments of all levels, for each question; `by_tokens` by what token vectors say of them.
///
/// # Errors
/// See [`run_analysis`].
pub fn segment_examples(
    with: &Analysing<'_>,
    questions: &[GoldQuestion],
    by_tokens: bool,
) -> Result<Vec<Example>, EngineError> {
    // Next to nothing may be read and nothing is sure enough, so that all is opened.
    let mut opened = Pyramid {
        read_share_max: 1e-9,
        level_timeout_ms: u64::from(u32::MAX),
        ..with.pyramid.clone()
    };
    for level in &mut opened.levels {
        level.relevance_threshold = 1.0;
        if by_tokens {
            level.scoring = Scoring::MultiVector;
        }
    }
    let mut examples = Vec::new();
    for question in questions {
        let documents = documents(with.snapshot, question);
        if documents.is_empty() {
            continue;
        }
        let analysis = analysed(with, question, &documents, &opened)?;
        for segment in &analysis.segments {
            let place = [(segment.document.clone(), segment.span)];
            let features = match by_tokens {
                true => segment.parts.token_features(),
                false => Some(segment.parts.features()),
            };
            if let (Some(features), Some((found, _))) = (features, reached(with, question, &place)?)
            {
                examples.push((features, found > 0));
            }
        }
    }
    Ok(examples)
}

/// A logistic over the parts of segments; `None` without examples of both kinds.
pub fn fit_segments(examples: &[Example], by_tokens: bool) -> Option<Logistic> {
    let names: &[&str] = match examples.first() {
        _ if by_tokens => &FEATURES_BY_TOKENS,
        Some((parts, _)) if parts.len() == FEATURES.len() => &FEATURES,
        _ => &FEATURES_BY_WORDS,
    };
    let whole = examples
        .iter()
        .filter(|(parts, _)| parts.len() == names.len());
    let whole: Vec<Example> = whole.cloned().collect();
    fit(names, &whole, RIDGE)
}

/// Of the segments that a fit gives at least a probability, how many there are, the share that
/// holds evidence, and their share of all that hold evidence.
pub fn precision_at(fit: &Logistic, examples: &[Example], least: f64) -> (usize, f64, f64) {
    let whole = examples
        .iter()
        .filter(|(parts, _)| parts.len() == fit.weights.len());
    let (mut sure, mut right, mut all) = (0usize, 0usize, 0usize);
    for (parts, holds) in whole {
        all += usize::from(*holds);
        if fit.probability(parts) >= least {
            sure += 1;
            right += usize::from(*holds);
        }
    }
    let share = |of: usize| right as f64 / of.max(1) as f64;
    (sure, share(sure), share(all))
}

fn analysed(
    with: &Analysing<'_>,
    question: &GoldQuestion,
    documents: &[DocumentId],
    pyramid: &Pyramid,
) -> Result<Analysis, EngineError> {
    analysed_by(with, question, documents, pyramid, None)
}

/// The same by a language model, which has the time of the pyramid.
fn analysed_by(
    with: &Analysing<'_>,
    question: &GoldQuestion,
    documents: &[DocumentId],
    pyramid: &Pyramid,
    model: Option<Model<'_>>,
) -> Result<Analysis, EngineError> {
    let request = AnalyzeRequest {
        question: question.question.clone(),
        documents: documents.to_vec(),
        wish: Some(Wish::Question),
        pyramid: pyramid.clone(),
    };
    let means = Means {
        embedder: with.embedder,
        model,
        cache: None,
        answer: with.answer,
        weights: Weights::shipped(),
    };
    let time = Duration::from_millis(pyramid.total_timeout_ms);
    let limits = Limits {
        // Without a model nothing waits for anybody.
        deadline: model.and_then(|_| Instant::now().checked_add(time)),
        ..Limits::none()
    };
    analyze(with.snapshot, &request, &means, &limits, &mut |_| {})
}

/// The documents that hold the evidence.
fn documents(snapshot: &Snapshot, question: &GoldQuestion) -> Vec<DocumentId> {
    let name = |path: &str| path.rsplit('/').next().unwrap_or_default().to_owned();
    let gold: Vec<String> = question
        .evidence
        .iter()
        .map(|one| name(&one.document))
        .collect();
    let documents = snapshot.documents().iter();
    let holding = documents.filter(|document| gold.contains(&name(&document.path)));
    holding.map(|document| document.id.clone()).collect()
}

/// Pieces of evidence in spans, and how many there are.
fn reached(
    with: &Analysing<'_>,
    question: &GoldQuestion,
    spans: &[(DocumentId, Span)],
) -> Result<Option<(usize, usize)>, EngineError> {
    let mut texts = Vec::new();
    for (document, span) in spans {
        let path = with.snapshot.document(document)?.path.clone();
        let structure = with.snapshot.structure(document)?;
        let text = with.snapshot.text(document, *span)?;
        texts.push((path, structure.pages_of(*span), text));
    }
    let passages: Vec<ReadPassage<'_>> = texts
        .iter()
        .map(|(path, pages, text)| ReadPassage {
            document: path,
            pages: *pages,
            text,
            rank: 1,
        })
        .collect();
    let all = EvidenceBound {
        hits: usize::MAX,
        characters: usize::MAX,
    };
    let reach = evidence_reach(question, &passages, all);
    Ok(reach.map(|reach| (reach.found, reach.total)))
}

/// Spans and their tokens.
type Spans = (Vec<(DocumentId, Span)>, u64);

/// The best chunks of hybrid search over the documents, up to so many tokens.
fn flat(
    with: &Analysing<'_>,
    question: &GoldQuestion,
    documents: &[DocumentId],
    most: u64,
) -> Result<Spans, EngineError> {
    let mut names = Vec::new();
    for document in documents {
        names.push(with.snapshot.document(document)?.path.clone());
    }
    let request = SearchRequest {
        strategy: match with.embedder {
            Some(_) => Strategy::Hybrid,
            None => Strategy::Keyword,
        },
        k: 1_000,
        filters: vec![Filter::parse(&format!(
            "document in ({})",
            names.join(",")
        ))?],
        ..SearchRequest::new(question.question.clone())
    };
    let (embedder, limits) = (with.embedder, Limits::none());
    let found = retrieve(with.snapshot, embedder, &request, with.retrieve, &limits)?;
    let ids: Vec<_> = found.hits.iter().map(|hit| hit.chunk).collect();
    let mut chunks = with.snapshot.chunks(&ids)?;
    let mut tokens = 0;
    chunks.retain(|chunk| {
        let fits = tokens + u64::from(chunk.tokens) <= most;
        tokens += u64::from(chunk.tokens) * u64::from(fits);
        fits
    });
    Ok((joined(chunks), tokens))
}

/// The texts of the beginnings of all documents, by their names, up to so many tokens each.
///
/// # Errors
/// A store that cannot be read.
pub fn beginnings(snapshot: &Snapshot) -> Result<Vec<(String, String)>, EngineError> {
    let mut texts = Vec::new();
    for record in snapshot.documents() {
        let (mut end, mut tokens) = (0, 0);
        for chunk in snapshot.chunk_range(&record.id, 0, u32::MAX)? {
            tokens += u64::from(chunk.tokens);
            if tokens > TRUNCATED_TOKENS {
                break;
            }
            end = end.max(chunk.span.end);
        }
        let name = record
            .path
            .rsplit('/')
            .next()
            .unwrap_or_default()
            .to_owned();
        texts.push((name, snapshot.text(&record.id, Span::new(0, end))?));
    }
    Ok(texts)
}

/// The beginning of each document, up to so many tokens of all.
fn beginning(
    with: &Analysing<'_>,
    documents: &[DocumentId],
    most: u64,
) -> Result<Spans, EngineError> {
    let (mut kept, mut tokens) = (Vec::new(), 0);
    for document in documents {
        for chunk in with.snapshot.chunk_range(document, 0, u32::MAX)? {
            if tokens + u64::from(chunk.tokens) > most {
                return Ok((joined(kept), tokens));
            }
            tokens += u64::from(chunk.tokens);
            kept.push(chunk);
        }
    }
    Ok((joined(kept), tokens))
}

/// Chunks as spans, those that follow each other as one: a quote may lie over both.
fn joined(mut chunks: Vec<perusal::index::ChunkRecord>) -> Vec<(DocumentId, Span)> {
    chunks.sort_by(|a, b| (&a.document, a.ordinal).cmp(&(&b.document, b.ordinal)));
    let mut spans: Vec<(DocumentId, Span, u32)> = Vec::new();
    for chunk in chunks {
        match spans.last_mut() {
            Some((document, span, last))
                if *document == chunk.document && *last + 1 == chunk.ordinal =>
            {
                span.end = span.end.max(chunk.span.end);
                *last = chunk.ordinal;
            }
            _ => spans.push((chunk.document, chunk.span, chunk.ordinal)),
        }
    }
    let spans = spans.into_iter();
    spans.map(|(document, span, _)| (document, span)).collect()
}
