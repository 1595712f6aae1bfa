//! An open question: what may hold its answer is read best first, then the answer is put together
//! of all that was read.

use std::collections::BTreeSet;

use index::{ChunkRecord, DocumentId, Snapshot};
use text::Span;

use super::asking::{Analysis, Asking, Coverage, Wish, coverage};
use super::close::{self, Unit};
use super::grade::Grader;
use super::model::{Asked, ModelReport};
use super::pyramid::Scoring;
use super::read::Reader;
use super::run::Frontier;
use super::score::{self, Has, Scores};
use super::state::{Finding, LevelReport, ReadBy, Segment, Stopped};
use super::{conflict, tokens};
use crate::answer::{Answer, Citation, Considered, Mode, Weights};
use crate::asked::Status;
use crate::decide::{Decided, decide};
use crate::fault::contained;
use crate::generate::{self, NotWritten};
use crate::question::LibraryQuestion;
use crate::{EngineError, tables};

/// Chunks from which the answer is chosen in the end.
const CHOSEN_FROM: usize = 10;
/// Findings that are told of beside the answer.
const FINDINGS_TOLD: usize = 6;
/// Confidence from which a finding is told of.
const FINDING_MIN: f64 = 0.1;
/// Confidence from which a finding of a model makes an answer.
const FINDING_ANSWERS: f64 = 0.5;
/// Quotes that a model is given for the answer.
const QUOTES_WOVEN: usize = 24;

/// Answers an open question.
pub(super) fn question(
    asking: Asking<'_>,
    tell: &mut dyn FnMut(&LevelReport),
) -> Result<Analysis, EngineError> {
    let (snapshot, sources, limits) = (asking.snapshot, asking.sources, asking.limits);
    let question = LibraryQuestion::read(snapshot, &asking.request.question);
    let (asked, mut report) = asking.model();
    let mut scores = Scores::of(snapshot, asking.means.embedder, &question, sources, limits)?;
    let (has, tokens_known) = methods(&asking, asked.as_ref(), &mut scores)?;
    let reader = Reader {
        question: &question,
        scores: &scores,
        config: asking.means.answer,
        weights: asking.means.weights,
        limits,
    };
    let pyramid = &asking.request.pyramid;
    let mut frontier = Frontier::new(sources, &scores, pyramid, (asking.route.granularity, &has));
    if tokens_known
        && let Some(level) = frontier
            .levels
            .iter_mut()
            .find(|one| one.method == Scoring::MultiVector)
    {
        level.cached += 1;
    }
    if let (Some(asked), Some(model)) = (&asked, &asking.means.model) {
        frontier.grade_with(Grader {
            asked,
            snapshot,
            allowance: model.allowance,
            graded: Vec::new(),
        });
    }
    if asked.is_some() {
        frontier.keep_back();
    }
    frontier.run(snapshot, &reader, limits, tell)?;
    let chosen = frontier.best_read(CHOSEN_FROM);
    let together = contained("passages", || {
        reader.together(snapshot, asking.means.embedder, sources, &chosen)
    });
    let (selection, nearest) = together.transpose()?.unzip();
    let nearest = nearest.unwrap_or_default();
    let considered = contained("tables", || {
        values(snapshot, &question, &asking.request.documents, &nearest)
    });
    let considered = considered.transpose()?.unwrap_or_default();
    let found = !nearest.is_empty();
    let decided = decide(&considered, selection.as_ref(), &question.parsed, found);
    let sure = selection.as_ref().map_or(0.0, |one| one.confidence);
    let dense = selection.as_ref().is_some_and(|one| one.evidence.dense);
    let mut answer = match decided {
        Decided::Values => Some(tables::answer(&considered[0])),
        Decided::Quotes => selection.and_then(|one| one.answer),
        Decided::Unsure | Decided::Absent => {
            surest_read(&frontier.findings, asking.means.weights, dense)
        }
        Decided::Summary => None,
    };
    // All that can be said without a model is there: whatever happens to it now costs nothing.
    if let (Some(asked), Some(report)) = (&asked, &mut report) {
        let units = units(&frontier);
        close::read_closely(asked, snapshot, &mut frontier, units, report, tell)?;
        if decided != Decided::Values {
            let written = written(asked, &frontier.findings, 1, report);
            answer = written.or(answer).or_else(|| quoted(&frontier.findings));
        }
        report.usage = asked.usage();
    }
    if let Some(answer) = &mut answer
        && answer.mode == Mode::Extractive
    {
        tell_findings(answer, &frontier.findings, &question);
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
            ..coverage(sources)
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
        model: report,
        route: asking.route,
        faults: Vec::new(),
    })
}

/// The segments of the first level, scored.
pub(super) fn scored(asking: &Asking<'_>) -> Result<(LevelReport, Vec<Segment>), EngineError> {
    let (snapshot, sources) = (asking.snapshot, asking.sources);
    let question = LibraryQuestion::read(snapshot, &asking.request.question);
    let (asked, _) = asking.model();
    let embedder = asking.means.embedder;
    let mut scores = Scores::of(snapshot, embedder, &question, sources, asking.limits)?;
    let (has, _) = methods(asking, asked.as_ref(), &mut scores)?;
    let pyramid = &asking.request.pyramid;
    let mut frontier = Frontier::new(sources, &scores, pyramid, (asking.route.granularity, &has));
    if let (Some(asked), Some(model)) = (&asked, &asking.means.model) {
        frontier.grade_with(Grader {
            asked,
            snapshot,
            allowance: model.allowance,
            graded: Vec::new(),
        });
    }
    frontier.cut_all();
    let Frontier {
        mut levels,
        segments,
        ..
    } = frontier;
    Ok((levels.swap_remove(0), segments))
}

/// Which methods of scoring there are beside vectors and words, asked only where a level wishes
/// them; whether MaxSims were known from an earlier question.
fn methods(
    asking: &Asking<'_>,
    asked: Option<&Asked<'_>>,
    scores: &mut Scores,
) -> Result<(Has, bool), EngineError> {
    let levels = &asking.request.pyramid.levels;
    let wishes = |method: Scoring| {
        let mut levels = levels.iter();
        levels.any(|level| score::wished(level, asking.route.granularity) == method)
    };
    let mut has = Has::default();
    if asked.is_none() {
        has.model = Some("there is no language model".to_owned());
    }
    if !wishes(Scoring::MultiVector) {
        return Ok((has, false));
    }
    let near = contained("token vectors", || {
        tokens::near(
            asking.snapshot,
            asking.means.embedder,
            (&asking.request.question, asking.sources),
            scores,
            asking.means.cache,
            asking.limits,
        )
    });
    let mut known = false;
    match near.transpose()? {
        Some(Ok((near, before))) => {
            scores.take_tokens(&near);
            known = before;
        }
        Some(Err(reason)) => has.tokens = Some(reason),
        None => has.tokens = Some("a mistake of ours".to_owned()),
    }
    Ok((has, known))
}

/// What was read, as a model reads it, the best first.
fn units(frontier: &Frontier<'_>) -> Vec<Unit> {
    let readings = frontier.readings().into_iter();
    let units = readings.map(|(segment, chunks)| Unit {
        segment,
        chunks,
        deeper: None,
        depth: 0,
    });
    units.collect()
}

/// An answer of a model's findings, written by it; `None` where nothing that it writes stands.
pub(super) fn written(
    asked: &Asked<'_>,
    findings: &[Finding],
    first: usize,
    report: &mut ModelReport,
) -> Option<Answer> {
    let quotes = quotes(findings, FINDING_MIN);
    if !quotes.iter().any(|(sure, _)| *sure >= FINDING_ANSWERS) {
        return None;
    }
    let told: Vec<Citation> = quotes.iter().map(|(_, quote)| quote.clone()).collect();
    let model = asked.whole();
    let limits = asked.limits_of_writing();
    let (question, prompts) = (asked.question, asked.prompts);
    match generate::weave(question, &told, first, &model, prompts, &limits) {
        Ok(woven) => {
            report.wrote = true;
            let cited = woven.citations.iter().filter_map(|citation| {
                let mut known = quotes.iter();
                let same = |quote: &Citation| {
                    quote.document == citation.document && quote.span == citation.span
                };
                known.find(|(_, quote)| same(quote)).map(|(sure, _)| *sure)
            });
            Some(Answer {
                confidence: cited.fold(0.0, f64::max),
                ..plain(woven.text, Mode::Generated, woven.citations)
            })
        }
        Err(NotWritten::Nothing) => None,
        Err(reason) => {
            report.notes.push(format!("it wrote no answer: {reason}"));
            None
        }
    }
}

/// Quotes of a model's findings from a confidence on, the surest first, none inside of another.
fn quotes(findings: &[Finding], least: f64) -> Vec<(f64, Citation)> {
    let of_model = |one: &Finding| one.by != ReadBy::Extractive && one.confidence >= least;
    quotes_of(findings, of_model)
}

/// Quotes of some findings, the surest first, none inside of another.
fn quotes_of(findings: &[Finding], meant: impl Fn(&Finding) -> bool) -> Vec<(f64, Citation)> {
    let mut best: Vec<&Finding> = findings.iter().filter(|one| meant(one)).collect();
    best.sort_by(|a, b| b.confidence.total_cmp(&a.confidence));
    let mut quotes: Vec<(f64, Citation)> = Vec::new();
    for finding in best {
        for citation in &finding.citations {
            let known = quotes.iter().any(|(_, known)| {
                known.document == citation.document && known.span.overlaps(citation.span)
                    || known.quote == citation.quote
            });
            if !known && quotes.len() < QUOTES_WOVEN {
                quotes.push((finding.confidence, citation.clone()));
            }
        }
    }
    quotes
}

/// The surest findings of a model as they are, where it wrote no answer of them.
fn quoted(findings: &[Finding]) -> Option<Answer> {
    told(quotes(findings, FINDING_ANSWERS))
}

/// The surest of what was read segment by segment, where one is as sure as an answer must be:
/// beside the best of other segments a good sentence may stand out less than alone.
fn surest_read(findings: &[Finding], weights: &Weights, dense: bool) -> Option<Answer> {
    let least = weights.head(dense).threshold;
    let read = |one: &Finding| one.by == ReadBy::Extractive && one.confidence >= least;
    told(quotes_of(findings, read))
}

fn told(quotes: Vec<(f64, Citation)>) -> Option<Answer> {
    let sure = quotes.first()?.0;
    let mut citations = Vec::new();
    let mut lines = Vec::new();
    for (_, quote) in quotes.into_iter().take(FINDINGS_TOLD) {
        let marker = citations.len() + 1;
        let words: Vec<&str> = quote.quote.split_whitespace().collect();
        lines.push(format!("{} [{marker}]", words.join(" ")));
        citations.push(Citation { marker, ..quote });
    }
    Some(Answer {
        confidence: sure,
        ..plain(lines.join("\n"), Mode::Extractive, citations)
    })
}

/// An answer of text and citations alone.
pub(super) fn plain(text: String, mode: Mode, citations: Vec<Citation>) -> Answer {
    Answer {
        text,
        mode,
        confidence: 1.0,
        citations,
        items: Vec::new(),
        completeness: None,
        value: None,
        expression: None,
        values: Vec::new(),
        query: None,
        differs: Vec::new(),
    }
}

/// What tables and lists of these documents say.
fn values(
    snapshot: &Snapshot,
    question: &LibraryQuestion,
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

/// Adds to an answer what segments say beside it: by section, in the order of the text, each
/// quote once. What shares no word with the question was quoted for its place alone.
fn tell_findings(answer: &mut Answer, findings: &[Finding], question: &LibraryQuestion) {
    let letters = |text: &str| text.split_whitespace().collect::<String>().to_lowercase();
    let mut said: Vec<String> = answer
        .citations
        .iter()
        .map(|one| letters(&one.quote))
        .collect();
    let mut best: Vec<&Finding> = findings.iter().collect();
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
pub(super) fn spans(frontier: &Frontier<'_>) -> Vec<(DocumentId, Span)> {
    let mut joined: Vec<(usize, usize, Span)> = Vec::new();
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
