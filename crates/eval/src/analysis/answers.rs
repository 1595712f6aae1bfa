//! What an analysis answers, beside simpler ways to read: the beginning of the documents alone,
//! and all of them part by part, with the surest of what the parts say.

use std::collections::BTreeSet;
use std::time::Instant;

use perusal::analyze::{Analysis, Model, Pyramid};
use perusal::text::{Language, terms};
use perusal::{EngineError, index::DocumentId};

use super::{Analysing, analysed, analysed_by, documents};
use crate::qa::GoldQuestion;

/// Findings of the parts that the answer of map-reduce is made of.
const REDUCED_TO: usize = 3;

/// How near an answer is to an accepted one, by words that carry meaning.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Nearness {
    /// Share of the accepted answer's words that it holds, 0 to 1.
    pub recall: f64,
    /// The same beside how much else it says, 0 to 1.
    pub f1: f64,
}

/// An answer, how near it is, and what it took.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Answered {
    /// To the accepted answer that is nearest; 0 where nothing was answered.
    pub nearness: Nearness,
    /// Whether there was an answer.
    pub answered: bool,
    /// Share of the tokens that was read, 0 to 1.
    pub tokens: f64,
    /// In milliseconds.
    pub ms: f64,
}

/// A question over its documents.
#[derive(Debug, Clone, PartialEq)]
pub struct Answers {
    /// Its type.
    pub kind: String,
    /// By the analysis, which may say that there is no answer.
    pub analysed: Answered,
    /// The surest of what the analysis has found, whatever it says.
    pub surest: Answered,
    /// Of the beginnings alone, all of which is read.
    pub truncated: Answered,
    /// Of all parts.
    pub reduced: Answered,
    /// By the analysis with a language model, where one is asked.
    pub by_model: Option<ByModel>,
}

/// What a language model made of an analysis.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct ByModel {
    /// What was answered.
    pub answered: Answered,
    /// Segments that it read and those of them that it gave nothing usable for.
    pub segments: (usize, usize),
    /// It wrote the answer; else that is made of quotes.
    pub wrote: bool,
    /// Calls.
    pub calls: u64,
}

/// Answers a question in each way; `truncated` is a library of the documents' beginnings, under
/// the same names; with `model` once more by it. `None` where the documents of the question are not there.
///
/// # Errors
/// A store that cannot be read, a model that fails.
pub fn run_answers(
    with: &Analysing<'_>,
    truncated: &Analysing<'_>,
    question: &GoldQuestion,
    model: Option<Model<'_>>,
) -> Result<Option<Answers>, EngineError> {
    let (whole, beginnings) = (
        documents(with.snapshot, question),
        documents(truncated.snapshot, question),
    );
    if whole.is_empty() || beginnings.is_empty() || question.answers.is_empty() {
        return Ok(None);
    }
    let everything = Pyramid {
        read_share_max: 1.0,
        ..with.pyramid.clone()
    };
    let (analysis, analysed_ms) = timed(with, question, &whole, with.pyramid)?;
    let (beginning, beginning_ms) = timed(truncated, question, &beginnings, &everything)?;
    let (all, all_ms) = timed(with, question, &whole, &everything)?;
    let by_model = match model {
        Some(model) => {
            let started = Instant::now();
            let read = analysed_by(with, question, &whole, with.pyramid, Some(model))?;
            Some((read, started.elapsed().as_secs_f64() * 1_000.0))
        }
        None => None,
    };
    let total = analysis.coverage.tokens_total.max(1) as f64;
    let answered = |text: Option<String>, of: &Analysis, ms: f64| Answered {
        nearness: text
            .as_ref()
            .map_or(Nearness::default(), |text| nearest(question, text)),
        answered: text.is_some(),
        tokens: of.coverage.tokens_read as f64 / total,
        ms,
    };
    let by_model = by_model.map(|(read, ms)| {
        let report = read.model.as_ref();
        ByModel {
            answered: answered(said(&read), &read, ms),
            segments: report.map_or((0, 0), |one| (one.read, one.failed)),
            wrote: report.is_some_and(|one| one.wrote),
            calls: report.map_or(0, |one| one.usage.calls),
        }
    });
    Ok(Some(Answers {
        by_model,
        kind: question.kind.clone(),
        analysed: answered(said(&analysis), &analysis, analysed_ms),
        surest: answered(reduced(&analysis), &analysis, analysed_ms),
        truncated: answered(said(&beginning), &beginning, beginning_ms),
        reduced: answered(reduced(&all), &all, all_ms),
    }))
}

fn timed(
    with: &Analysing<'_>,
    question: &GoldQuestion,
    documents: &[DocumentId],
    pyramid: &Pyramid,
) -> Result<(Analysis, f64), EngineError> {
    let started = Instant::now();
    let analysis = analysed(with, question, documents, pyramid)?;
    Ok((analysis, started.elapsed().as_secs_f64() * 1_000.0))
}

fn said(analysis: &Analysis) -> Option<String> {
    analysis.answer.as_ref().map(|answer| answer.text.clone())
}

/// The surest of what the parts say, each for itself.
fn reduced(analysis: &Analysis) -> Option<String> {
    let mut findings: Vec<_> = analysis.findings.iter().collect();
    findings.sort_by(|a, b| b.confidence.total_cmp(&a.confidence));
    let texts = findings.iter().take(REDUCED_TO);
    let texts: Vec<&str> = texts.map(|one| one.text.as_str()).collect();
    (!texts.is_empty()).then(|| texts.join("\n"))
}

/// To the accepted answer that is nearest.
fn nearest(question: &GoldQuestion, text: &str) -> Nearness {
    let given = words(text);
    let all = question.answers.iter().map(|accepted| {
        let accepted = words(accepted);
        let shared = accepted.intersection(&given).count() as f64;
        let recall = shared / accepted.len().max(1) as f64;
        let precision = shared / given.len().max(1) as f64;
        let sum = (recall + precision).max(f64::MIN_POSITIVE);
        Nearness {
            recall,
            f1: 2.0 * recall * precision / sum,
        }
    });
    all.max_by(|a, b| a.recall.total_cmp(&b.recall))
        .unwrap_or_default()
}

fn words(text: &str) -> BTreeSet<String> {
    let terms = terms(text, Language::En).into_iter();
    terms.map(|term| term.text).collect()
}
