//! Long documents, read best first.
//!
//! A document is cut into segments on several levels ([`Pyramid`]), all from the same chunks.
//! Every segment is scored, the likeliest are read, those in between are opened: cut by the
//! next level and scored again. Whenever time or the budget ends, the most valuable part
//! has been read, and the analysis says what was not.
//!
//! A summary needs none of that: the sentences that are most central to each document and
//! its sections were found when it was added.

mod conflict;
mod pyramid;
mod read;
mod references;
mod run;
mod score;
mod segment;
mod summary;

use std::collections::BTreeSet;

use index::{ChunkRecord, DocumentId, Snapshot};
use models::{Embedder, Limits};

pub use conflict::Conflict;
pub use pyramid::{LEVELS_MAX, Level, OlderWeights, Pyramid, PyramidError, Scoring};
pub use read::Finding;
pub use run::{LevelReport, Segment, SegmentState, Stopped};
pub use score::{FEATURES, FEATURES_BY_WORDS, Parts, Signal};
pub(crate) use summary::{DOCUMENTS_MAX, summary};

use crate::answer::{Answer, Considered, Mode, Weights};
use crate::ask::Status;
use crate::decide::{Decided, decide};
use crate::fault::{self, Fault, contained};
use crate::question::Question;
use crate::retrieve::{QUERY_BYTES_MAX, Strategy};
use crate::route::{self, Classifiers, Route, Shape};
use crate::{AnswerConfig, EngineError, tables};
use read::Reader;
use run::Frontier;
use score::Scores;
use segment::Source;

/// Chunks from which the answer is chosen in the end.
const CHOSEN_FROM: usize = 10;
/// Findings that are told of beside the answer.
const FINDINGS_TOLD: usize = 6;
/// Confidence from which a finding is told of.
const FINDING_MIN: f64 = 0.2;

/// What is wanted of documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wish {
    /// Whatever the question asks.
    Question,
    /// What they say from beginning to end.
    Summary,
    /// All places where a term stands.
    References,
}

impl Wish {
    /// Its name in arguments and output.
    pub fn as_str(self) -> &'static str {
        match self {
            Wish::Question => "question",
            Wish::Summary => "summary",
            Wish::References => "references",
        }
    }
}

/// Documents, and what is asked of them.
#[derive(Debug, Clone)]
pub struct AnalyzeRequest {
    /// The question; of references the term.
    pub question: String,
    /// Which documents, each once.
    pub documents: Vec<DocumentId>,
    /// What is wanted; `None` leaves question or summary to the router.
    pub wish: Option<Wish>,
    /// Sizes, thresholds, times.
    pub pyramid: Pyramid,
}

/// Tokens of the documents, and what became of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Coverage {
    /// Of all documents.
    pub tokens_total: u64,
    /// Of segments that were scored.
    pub tokens_scored: u64,
    /// Of what was read.
    pub tokens_read: u64,
    /// The tokenizer of a model counted them; else they are estimated from bytes.
    pub counted: bool,
}

/// What documents say, and what of them was read.
#[derive(Debug)]
pub struct Analysis {
    /// How it ended.
    pub status: Status,
    /// What was wanted.
    pub wish: Wish,
    /// What the router made of the question.
    pub route: Route,
    /// The answer; `None` where the documents have none.
    pub answer: Option<Answer>,
    /// Calibrated probability that it answers, 0 to 1.
    pub confidence: f64,
    /// Values from tables and lists that were considered, the likeliest first.
    pub considered: Vec<Considered>,
    /// The chunks nearest to the question among those that were read.
    pub nearest: Vec<ChunkRecord>,
    /// By level, those of question alone.
    pub levels: Vec<LevelReport>,
    /// All segments that were made, in that order.
    pub segments: Vec<Segment>,
    /// What segments say, in the order of reading.
    pub findings: Vec<Finding>,
    /// Places that contradict each other.
    pub conflicts: Vec<Conflict>,
    /// How much was read.
    pub coverage: Coverage,
    /// Why it ended early, where it did.
    pub stopped: Option<Stopped>,
    /// Spans that were read, by document: joined, in the order of the text.
    pub read: Vec<(DocumentId, text::Span)>,
    /// Steps that failed over a mistake of ours.
    pub faults: Vec<Fault>,
}

/// Reads documents for a question, best first, until it is answered, the budget is used or
/// `limits` end it; a report of a level goes to `tell` whenever something happened on it.
///
/// # Errors
/// An empty or too long question, settings that fail [`Pyramid::check`], a document that
/// is not there, a store that cannot be read.
pub fn analyze(
    snapshot: &Snapshot,
    embedder: Option<&dyn Embedder>,
    request: &AnalyzeRequest,
    (config, weights): (&AnswerConfig, &Weights),
    limits: &Limits,
    tell: &mut dyn FnMut(&LevelReport),
) -> Result<Analysis, EngineError> {
    if request.question.trim().is_empty() {
        return Err(EngineError::QueryEmpty);
    }
    if request.question.len() > QUERY_BYTES_MAX {
        return Err(EngineError::QueryTooLong {
            limit: QUERY_BYTES_MAX,
            got: request.question.len(),
        });
    }
    let work = || steps(snapshot, embedder, request, (config, weights), limits, tell);
    let (analysis, faults) = fault::gather(work);
    Ok(Analysis {
        faults,
        ..analysis?
    })
}

fn steps(
    snapshot: &Snapshot,
    embedder: Option<&dyn Embedder>,
    request: &AnalyzeRequest,
    (config, weights): (&AnswerConfig, &Weights),
    limits: &Limits,
    tell: &mut dyn FnMut(&LevelReport),
) -> Result<Analysis, EngineError> {
    let question = Question::read(snapshot, &request.question);
    let route = routed(request, embedder, limits);
    let sources = request.documents.iter();
    let sources: Vec<Source> = sources
        .map(|id| Source::open(snapshot, id))
        .collect::<Result<_, _>>()?;
    let asks_summary = route.wanted.strategy == Some(Strategy::Analyze);
    let wish = request.wish.unwrap_or(match asks_summary {
        true => Wish::Summary,
        false => Wish::Question,
    });
    match wish {
        Wish::Question => {}
        Wish::Summary => {
            let sure = route.wanted.confidence.unwrap_or(1.0);
            let sure = if request.wish.is_some() { 1.0 } else { sure };
            let answer = contained("summary", || summary(snapshot, &request.documents, sure));
            let answer = answer.transpose()?.flatten();
            // What has no summary is read like any other.
            if answer.is_some() {
                return Ok(told(wish, route, answer, &sources, None));
            }
        }
        Wish::References => {
            let found = references::references(snapshot, &sources, &request.question, limits)?;
            let (answer, whole) = found;
            let stopped = (!whole).then_some(Stopped::Deadline);
            return Ok(told(wish, route, answer, &sources, stopped));
        }
    }
    let scores = Scores::of(snapshot, embedder, &question, &sources, limits)?;
    let reader = Reader {
        question: &question,
        route: &route,
        scores: &scores,
        config,
        weights,
        limits,
    };
    let pyramid = &request.pyramid;
    let mut frontier = Frontier::new(&sources, &scores, pyramid, route.granularity);
    frontier.run(snapshot, &reader, limits, tell)?;
    let chosen = frontier.best_read(CHOSEN_FROM);
    let together = contained("passages", || {
        reader.together(snapshot, embedder, &sources, &chosen)
    });
    let (selection, nearest) = together.transpose()?.unzip();
    let nearest = nearest.unwrap_or_default();
    let considered = contained("tables", || {
        values(snapshot, &question, &request.documents, &nearest)
    });
    let considered = considered.transpose()?.unwrap_or_default();
    let lists = (route.surely_list, false);
    let decided = decide(&considered, selection.as_ref(), &question, lists);
    let sure = selection.as_ref().map_or(0.0, |one| one.confidence);
    let mut answer = match decided {
        Decided::Values => Some(tables::answer(&considered[0])),
        Decided::Quotes => selection.and_then(|one| one.answer),
        Decided::Plan | Decided::Summary | Decided::Unsure | Decided::Absent => None,
    };
    if let Some(answer) = &mut answer {
        tell_findings(answer, &frontier, &question);
    }
    let status = match &answer {
        _ if frontier.stopped.is_some_and(|why| why != Stopped::Budget) => Status::Partial,
        Some(_) => Status::Answered,
        None if decided == Decided::Unsure => Status::Unsure,
        None => Status::NotFound,
    };
    Ok(Analysis {
        status,
        wish: Wish::Question,
        confidence: answer.as_ref().map_or(sure, |one| one.confidence),
        answer,
        considered,
        nearest,
        coverage: Coverage {
            tokens_scored: frontier.tokens_total(),
            tokens_read: frontier.tokens_read(),
            ..coverage(&sources)
        },
        read: spans(&frontier),
        levels: frontier.levels,
        segments: frontier.segments,
        conflicts: conflict::conflicts(
            &frontier.findings,
            question.text(),
            question.query.language,
        ),
        findings: frontier.findings,
        stopped: frontier.stopped.filter(|_| status == Status::Partial),
        route,
        faults: Vec::new(),
    })
}

fn routed(request: &AnalyzeRequest, embedder: Option<&dyn Embedder>, limits: &Limits) -> Route {
    let embedding = route::embedding(&request.question, embedder, limits);
    let question = route::Question {
        shape: Shape {
            documents: request.documents.len(),
        },
        embedding: embedding.as_deref(),
        ..route::Question::new(&request.question)
    };
    let name = embedder.map(|one| one.profile().name.as_str());
    route::of_search(&question, Classifiers::shipped(name))
}

/// What tables and lists of these documents say.
fn values(
    snapshot: &Snapshot,
    question: &Question,
    documents: &[DocumentId],
    records: &[ChunkRecord],
) -> Result<Vec<Considered>, EngineError> {
    let mut considered = tables::consider(snapshot, question, &[], records)?;
    considered.retain(|one| {
        let mut citations = one.citations.iter();
        citations.all(|citation| documents.contains(&citation.document))
    });
    Ok(considered)
}

fn coverage(sources: &[Source]) -> Coverage {
    let chunks = || sources.iter().flat_map(|source| &source.chunks);
    let total = chunks().map(|chunk| u64::from(chunk.tokens)).sum();
    Coverage {
        tokens_total: total,
        tokens_scored: total,
        tokens_read: total,
        counted: chunks().all(|chunk| chunk.tokens_counted),
    }
}

/// An analysis for which all of the text was read, now or when it was added.
fn told(
    wish: Wish,
    route: Route,
    answer: Option<Answer>,
    sources: &[Source],
    stopped: Option<Stopped>,
) -> Analysis {
    let whole = |source: &Source| (source.id.clone(), source.span(&(0..source.chunks.len())));
    Analysis {
        status: match (&answer, stopped) {
            (_, Some(_)) => Status::Partial,
            (Some(_), None) => Status::Answered,
            (None, None) => Status::NotFound,
        },
        wish,
        confidence: answer.as_ref().map_or(0.0, |one| one.confidence),
        route,
        answer,
        considered: Vec::new(),
        nearest: Vec::new(),
        levels: Vec::new(),
        segments: Vec::new(),
        findings: Vec::new(),
        conflicts: Vec::new(),
        coverage: coverage(sources),
        stopped,
        read: sources.iter().map(whole).collect(),
        faults: Vec::new(),
    }
}

/// Adds to an answer what segments say beside it: by section, in the order of the text, each
/// quote once. What shares no word with the question was quoted for its place alone.
fn tell_findings(answer: &mut Answer, frontier: &Frontier<'_>, question: &Question) {
    debug_assert_eq!(answer.mode, Mode::Extractive);
    let letters = |text: &str| text.split_whitespace().collect::<String>().to_lowercase();
    let mut said: Vec<String> = answer
        .citations
        .iter()
        .map(|one| letters(&one.quote))
        .collect();
    let mut best: Vec<&Finding> = frontier.findings.iter().collect();
    best.retain(|finding| finding.confidence >= FINDING_MIN);
    best.sort_by(|a, b| b.confidence.total_cmp(&a.confidence));
    let asked = question.query.terms.iter();
    let asked: BTreeSet<&str> = asked.map(|term| term.term.as_str()).collect();
    let mut further = Vec::new();
    for citation in best.iter().flat_map(|finding| &finding.citations) {
        let quote = letters(&citation.quote);
        let known = said
            .iter()
            .any(|said| said.contains(&quote) || quote.contains(said));
        let words = text::terms(&citation.quote, question.query.language);
        let about = words.iter().any(|word| asked.contains(word.text.as_str()));
        if about && !known && further.len() < FINDINGS_TOLD {
            said.push(quote);
            further.push(citation.clone());
        }
    }
    if further.is_empty() {
        return;
    }
    further.sort_by(|a, b| (&a.path, a.span).cmp(&(&b.path, b.span)));
    answer.text.push_str("\n\nAlso:");
    for mut citation in further {
        citation.marker = answer.citations.len() + 1;
        let quote: Vec<&str> = citation.quote.split_whitespace().collect();
        let heading = citation.section.last().map_or("", String::as_str);
        let quote = quote.join(" ");
        let line = match heading {
            "" => format!("\n- {quote} [{}]", citation.marker),
            heading => format!("\n- {heading}: {quote} [{}]", citation.marker),
        };
        answer.text.push_str(&line);
        answer.citations.push(citation);
    }
}

/// The text that was read, joined where chunks follow each other.
fn spans(frontier: &Frontier<'_>) -> Vec<(DocumentId, text::Span)> {
    let mut joined: Vec<(usize, usize, text::Span)> = Vec::new();
    for &(source, chunk) in &frontier.read {
        let span = frontier.sources[source].chunks[chunk].span;
        match joined.last_mut() {
            Some((at, last, open)) if *at == source && *last + 1 == chunk => {
                *last = chunk;
                open.end = open.end.max(span.end);
            }
            _ => joined.push((source, chunk, span)),
        }
    }
    let read = joined.into_iter();
    read.map(|(source, _, span)| (frontier.sources[source].id.clone(), span))
        .collect()
}
