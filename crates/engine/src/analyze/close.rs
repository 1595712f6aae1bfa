//! Close reading: a language model reads what search has found, the likeliest first, and reports
//! what it says. Nothing of a report is believed that does not stand in the text: its quotes are
//! found there or dropped, and a statement that they do not bear out is replaced by them.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use index::Snapshot;
use models::schemars::JsonSchema;
use models::{ModelError, Request, Typed};
use serde::{Deserialize, Serialize};
use text::Span;

use super::excerpt::Excerpt;
use super::model::{Asked, Call, ModelReport, WAVE, place};
use super::run::{DEEPER_TOKENS, Frontier};
use super::state::{Finding, ReadBy, Stopped};
use super::{cache, model};
use crate::EngineError;
use crate::answer::{Citation, cited_span};
use crate::generate::is_borne;
use crate::prompts::language_name;
use crate::question::LibraryQuestion;

/// Tokens of a report.
const REPORT_TOKENS: u32 = 480;
/// Tokens of text that are given at once.
const EXCERPT_TOKENS_MAX: usize = 2_048;
/// Sub-questions of one analysis.
const DEEPER_MAX: usize = 8;
/// Sub-questions one after the other.
pub(super) const DEPTH_MAX: usize = 3;
/// Bytes of a sub-question.
const MISSING_BYTES_MAX: usize = 300;
/// Quotes of one report.
const QUOTES_MAX: usize = 3;

/// What a model reports of a part. Its texts are bounded in the shape itself: a small model that
/// runs on would be cut, and a report that is cut says nothing. Fields are written in this order:
/// whether a part helps follows from what it says.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "models::schemars")]
struct Report {
    /// Sentences that bear this out, copied letter by letter.
    #[schemars(length(max = 3), inner(length(max = 300)))]
    quotes: Vec<String>,
    /// What the part says about the question, in one or two sentences.
    #[schemars(length(max = 500))]
    says: String,
    /// Whether the part helps to answer.
    relevant: bool,
    /// How sure it is that this answers the question, 0 to 100.
    #[schemars(range(max = 100))]
    sure: u8,
    /// A short question that another part should answer; may be empty.
    #[schemars(length(max = 200))]
    missing: String,
}

/// A report of which all that is left stands in the text.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Checked {
    says: Option<String>,
    quotes: Vec<(usize, usize)>,
    sure: u8,
    missing: String,
}

/// What is read at once: some chunks of a segment.
#[derive(Debug, Clone)]
pub(super) struct Unit {
    /// The segment, by its id.
    pub segment: usize,
    /// Chunks of its document, in order.
    pub chunks: Vec<usize>,
    /// A sub-question, for whose sake it is read.
    pub deeper: Option<String>,
    /// Sub-questions that led here.
    pub depth: usize,
}

/// A unit with what is asked about it.
struct Prepared {
    unit: Unit,
    excerpt: Excerpt,
    call: Call,
}

/// Reads units in their order until time, the budget or what there is to say ends; what they say
/// takes the place of findings without a model.
pub(super) fn read_closely(
    asked: &Asked<'_>,
    snapshot: &Snapshot,
    frontier: &mut Frontier<'_>,
    units: Vec<Unit>,
    report: &mut ModelReport,
    tell: &mut dyn FnMut(&super::LevelReport),
) -> Result<(), EngineError> {
    let mut queue: std::collections::VecDeque<Unit> = units.into();
    let mut deeper = 0;
    let budget = asked.reading();
    while !queue.is_empty() {
        if let Some(stopped) = ended(asked) {
            frontier.stopped = Some(stopped);
            break;
        }
        if asked.is_given_up() {
            report
                .notes
                .push("it failed too often and is not asked again".to_owned());
            break;
        }
        let wave: Vec<Unit> = queue.drain(..queue.len().min(WAVE)).collect();
        let (wave, late): (Vec<Unit>, Vec<Unit>) = wave
            .into_iter()
            .partition(|unit| !frontier.is_late(unit.segment));
        if !late.is_empty() {
            frontier.stopped = frontier.stopped.or(Some(Stopped::Deadline));
            report.waiting.extend(late.iter().map(|unit| unit.segment));
        }
        let mut prepared = Vec::new();
        for unit in wave {
            prepared.extend(prepare(asked, snapshot, frontier, unit)?);
        }
        if prepared.is_empty() {
            continue;
        }
        let given = prepared.len();
        let (done, late) = ask(asked, &budget, frontier, &prepared, report);
        if late {
            frontier.stopped = Some(ended(asked).unwrap_or(Stopped::Deadline));
        }
        let mut said_something = false;
        for (at, one) in prepared.into_iter().enumerate() {
            let Some(outcome) = done.get(at) else {
                // The budget is used up; what is cheaper may not jump the queue.
                report.waiting.push(one.unit.segment);
                continue;
            };
            let Some(checked) = outcome else {
                report.failed += 1;
                continue;
            };
            report.read += 1;
            let segment = one.unit.segment;
            let place = frontier.segments[segment].place();
            let chunks = one.unit.chunks.iter().map(|&chunk| (place, chunk));
            frontier.close.extend(chunks);
            let finding = finding(asked, snapshot, frontier, &one, checked)?;
            frontier.levels[frontier.segments[segment].level].by_model += 1;
            let sure = finding.as_ref().map_or(0.0, |one| one.confidence);
            if let Some(finding) = finding {
                said_something = true;
                frontier.replace(finding);
            }
            if sure > 0.0 && sure < frontier.pyramid.deep_dive_threshold && deeper < DEEPER_MAX {
                let unit = open(snapshot, frontier, &one.unit, &checked.missing)?;
                deeper += usize::from(unit.is_some());
                if let Some(unit) = unit {
                    queue.push_front(unit);
                }
            }
            tell(&frontier.levels[frontier.segments[segment].level]);
        }
        if done.len() < given {
            report.notes.push("its budget was used up".to_owned());
            break;
        }
        // The likeliest go first: where eight in a row say nothing, the others hardly will.
        if !said_something && !late {
            return Ok(());
        }
    }
    report.waiting.extend(queue.iter().map(|unit| unit.segment));
    Ok(())
}

/// Whether time for reading is over.
fn ended(asked: &Asked<'_>) -> Option<Stopped> {
    match asked.limits_of_reading(Duration::MAX).check() {
        Ok(()) => None,
        Err(ModelError::Cancelled) => Some(Stopped::Interrupted),
        Err(_) => Some(Stopped::Deadline),
    }
}

/// The request about a unit; `None` where no text of it fits.
fn prepare(
    asked: &Asked<'_>,
    snapshot: &Snapshot,
    frontier: &Frontier<'_>,
    unit: Unit,
) -> Result<Option<Prepared>, EngineError> {
    let segment = &frontier.segments[unit.segment];
    let source = &frontier.sources[segment.place()];
    let Ok(prompt) = asked.prompts.get("segment_finding") else {
        return Ok(None);
    };
    let facts = unit
        .deeper
        .as_ref()
        .map(|missing| format!("\nOf special interest is this part of it: {missing}\n"));
    let context = place(&segment.path, &segment.section);
    let slots = |evidence: &str| {
        prompt.render(&[
            ("question", asked.question),
            ("facts", facts.as_deref().unwrap_or_default()),
            ("language", language_name(asked.language)),
            ("context", &context),
            ("evidence", evidence),
        ])
    };
    let Ok(bare) = slots("") else { return Ok(None) };
    let typed = Typed::<Report>::new();
    let fixed: usize = bare.iter().map(|message| asked.tokens(&message.text)).sum();
    let fixed = fixed + asked.tokens(&format!("{:?}", typed.shape()));
    let room = asked.room(fixed, REPORT_TOKENS, EXCERPT_TOKENS_MAX);
    let mut best = unit.chunks.clone();
    let worth = |chunk: usize| frontier.scores.passage(segment.place(), chunk);
    best.sort_by(|a, b| worth(*b).total_cmp(&worth(*a)).then(a.cmp(b)));
    let texts = best
        .iter()
        .map(|&chunk| (chunk, source.chunks[chunk].text.as_str()));
    let chunks = asked.fitting(texts, room);
    if chunks.is_empty() {
        return Ok(None);
    }
    let excerpt = Excerpt::of(snapshot, source, &chunks)?;
    let Ok(messages) = slots(&excerpt.text()) else {
        return Ok(None);
    };
    let record = snapshot.document(&source.id)?;
    let hash = crate::content_hash(&record.content_hash);
    let key = cache::key(&[
        "finding",
        &hash,
        &format!("{chunks:?} {:?}", segment.span),
        asked.question,
        unit.deeper.as_deref().unwrap_or_default(),
        &asked.name,
        &format!("{} {}", prompt.name, prompt.version),
        &crate::content_hash(format!("{}{}", prompt.system, prompt.user).as_bytes()),
    ]);
    let call = Call {
        key,
        document: source.id.clone(),
        request: Request {
            messages,
            tokens_max: REPORT_TOKENS,
            shape: typed.shape(),
        },
    };
    Ok(Some(Prepared {
        unit: Unit { chunks, ..unit },
        excerpt,
        call,
    }))
}

/// What was reported of units, in their order, as far as the budget reaches, `None` where the
/// model failed; and whether time ended some of it.
fn ask(
    asked: &Asked<'_>,
    budget: &models::Budget,
    frontier: &mut Frontier<'_>,
    prepared: &[Prepared],
    report: &mut ModelReport,
) -> (Vec<Option<Checked>>, bool) {
    let started = Instant::now();
    let mut done: BTreeMap<usize, Option<Checked>> = BTreeMap::new();
    let mut calls = Vec::new();
    let mut places = Vec::new();
    for (at, one) in prepared.iter().enumerate() {
        let level = frontier.segments[one.unit.segment].level;
        if let Some(known) = asked.known::<Checked>(&one.call.key) {
            frontier.levels[level].cached += 1;
            report.cached += 1;
            done.insert(at, Some(known));
        } else {
            calls.push(Call {
                key: one.call.key.clone(),
                document: one.call.document.clone(),
                request: one.call.request.clone(),
            });
            places.push(at);
        }
    }
    let paid = asked.paid(&calls, budget);
    let levels: BTreeSet<usize> = prepared
        .iter()
        .map(|one| frontier.segments[one.unit.segment].level)
        .collect();
    let most = levels.iter().map(|&level| frontier.level_time_left(level));
    let limits = asked.limits_of_reading(most.min().unwrap_or_default());
    let answers = asked.ask(&calls[..paid], budget, &limits);
    let typed = Typed::<Report>::new();
    let mut late = false;
    let mut fresh = Vec::new();
    for (&at, answer) in places.iter().zip(answers) {
        let one = &prepared[at];
        let level = frontier.segments[one.unit.segment].level;
        frontier.levels[level].calls += 1;
        late |= matches!(
            answer,
            Err(ModelError::DeadlinePassed | ModelError::Cancelled)
        );
        let said = answer.map_err(|error| error.to_string());
        let checked = said.and_then(|text| Ok(check(asked, &one.excerpt, typed.parse(&text)?)));
        match checked {
            Ok(checked) => {
                fresh.push((
                    one.call.key.clone(),
                    one.call.document.clone(),
                    checked.clone(),
                ));
                done.insert(at, Some(checked));
            }
            Err(reason) => {
                if report.notes.len() < model::NOTES_MAX && !report.notes.contains(&reason) {
                    report.notes.push(reason);
                }
                done.insert(at, None);
            }
        }
    }
    asked.keep(&fresh);
    let time = started.elapsed() / u32::try_from(levels.len().max(1)).unwrap_or(u32::MAX);
    for level in levels {
        frontier.levels[level].time_asking += time;
    }
    // From the first that was not paid for on, nothing counts: known ones behind it come again.
    let reached = places.get(paid).copied().unwrap_or(prepared.len());
    let done = done.into_iter().take_while(|(at, _)| *at < reached);
    (done.map(|(_, checked)| checked).collect(), late)
}

/// What of a report stands in the text.
fn check(asked: &Asked<'_>, excerpt: &Excerpt, said: Report) -> Checked {
    let mut spans: Vec<Span> = Vec::new();
    let quoted = said.quotes.iter().take(QUOTES_MAX);
    for span in quoted.filter_map(|quote| excerpt.find(quote)) {
        if !spans.iter().any(|known| known.overlaps(span)) {
            spans.push(span);
        }
    }
    if !said.relevant {
        spans.clear();
    }
    let quotes: Vec<String> = spans.iter().filter_map(|span| excerpt.at(*span)).collect();
    let quotes: Vec<&str> = quotes.iter().map(String::as_str).collect();
    let says = said.says.split_whitespace().collect::<Vec<_>>().join(" ");
    let borne = !spans.is_empty() && is_borne(asked.question, &says, &quotes);
    let missing = said
        .missing
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    let short = missing.len() <= MISSING_BYTES_MAX;
    Checked {
        says: borne.then_some(says),
        quotes: spans.iter().map(|span| (span.start, span.end)).collect(),
        sure: said.sure.min(100),
        missing: if short { missing } else { String::new() },
    }
}

/// What a report tells, each quote verified against the store again: it may come from the cache.
fn finding(
    asked: &Asked<'_>,
    snapshot: &Snapshot,
    frontier: &Frontier<'_>,
    one: &Prepared,
    checked: &Checked,
) -> Result<Option<Finding>, EngineError> {
    let source = &frontier.sources[frontier.segments[one.unit.segment].place()];
    let mut citations: Vec<Citation> = Vec::new();
    for &(start, end) in &checked.quotes {
        let span = Span::new(start, end);
        let Some(quote) = one.excerpt.at(span) else {
            continue;
        };
        let marker = citations.len() + 1;
        let cited = cited_span(
            snapshot,
            &source.structure,
            &source.id,
            (span, quote.as_str()),
            marker,
        );
        match cited {
            Ok(citation) => citations.push(citation),
            Err(EngineError::QuoteNotFound { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    if citations.is_empty() {
        return Ok(None);
    }
    let markers: String = citations
        .iter()
        .map(|one| format!("[{}]", one.marker))
        .collect();
    let text = match &checked.says {
        Some(says) => format!("{says} {markers}"),
        None => {
            let quoted = citations.iter().map(|one| {
                let words: Vec<&str> = one.quote.split_whitespace().collect();
                format!("{} [{}]", words.join(" "), one.marker)
            });
            quoted.collect::<Vec<_>>().join(" ")
        }
    };
    Ok(Some(Finding {
        segment: one.unit.segment,
        text,
        citations,
        confidence: f64::from(checked.sure) / 100.0,
        by: ReadBy::Model(asked.name.clone()),
        asked: one.unit.deeper.clone(),
    }))
}

/// What a sub-question opens: passages of the largest segment around that no model has read, the best for
/// it first, as far as the share of the text that may be read allows.
fn open(
    snapshot: &Snapshot,
    frontier: &mut Frontier<'_>,
    unit: &Unit,
    missing: &str,
) -> Result<Option<Unit>, EngineError> {
    if missing.is_empty() || unit.depth >= DEPTH_MAX {
        return Ok(None);
    }
    // What is missing here may stand anywhere in the largest segment around it.
    let mut within = unit.segment;
    while let Some(parent) = frontier.segments[within].parent {
        within = parent;
    }
    let place = frontier.segments[within].place();
    let source = &frontier.sources[place];
    let question = LibraryQuestion::read(snapshot, missing);
    let fresh: Vec<usize> = frontier.segments[within]
        .chunks()
        .filter(|chunk| !frontier.close.contains(&(place, *chunk)) && !unit.chunks.contains(chunk))
        .collect();
    let ids: Vec<_> = fresh.iter().map(|&chunk| source.chunks[chunk].id).collect();
    let scores = snapshot.score_keyword(&question.query.terms, &ids)?;
    let mut best: Vec<(usize, f32)> = fresh.into_iter().zip(scores).collect();
    best.retain(|(_, score)| *score > 0.0);
    best.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let (mut chosen, mut left) = (Vec::new(), DEEPER_TOKENS);
    for (chunk, _) in best {
        let tokens = u64::from(source.chunks[chunk].tokens);
        let known = frontier.read.contains(&(place, chunk));
        if tokens <= left && (known || frontier.fits_deeper(tokens)) {
            left -= tokens;
            frontier.note_read(within, chunk);
            chosen.push(chunk);
        }
    }
    if chosen.is_empty() {
        return Ok(None);
    }
    chosen.sort_unstable();
    Ok(Some(Unit {
        segment: within,
        chunks: chosen,
        deeper: Some(missing.to_owned()),
        depth: unit.depth + 1,
    }))
}
