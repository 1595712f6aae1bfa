//! Chooses what to quote.

use index::{DocumentId, Snapshot};
use models::{Embedder, Limits};
use text::Span;

use super::candidates::gather;
use super::claim::Contradiction;
use super::confidence::confidence as confidence_of;
use super::differ::{CONFIDENCE_LEFT, Differs, differing};
use super::draft::draft_signs;
use super::evidence::{Candidate, Evidence, Found, Ground, Ranked};
use super::features::take_meaning;
use super::labels::letters;
use super::{Answer, Citation, Head, Mode, Weights, answerable_features, sentence_features};
use super::{nearness, row, whole};
use crate::fault::contained;
use crate::question::{Expects, LibraryQuestion, Split};
use crate::{AnswerConfig, EngineError};

/// A further sentence is quoted when its odds are at least this share of the best
/// one's: of the quotes beyond the first every second one is right then.
pub const FURTHER_ODDS_SHARE: f64 = 0.5;

/// Everything the answer was chosen from.
#[derive(Debug)]
pub struct Selection {
    /// The evidence with its candidates.
    pub evidence: Evidence,
    /// Candidates in the order in which they would be quoted.
    pub ranked: Vec<Ranked>,
    /// Features of the decision to answer.
    pub features: Vec<f64>,
    /// Calibrated probability that the evidence answers.
    pub confidence: f64,
    /// The answer, when the confidence reaches the threshold.
    pub answer: Option<Answer>,
}

impl Selection {
    /// Where nothing was chosen from anything.
    pub fn nothing() -> Selection {
        Selection {
            evidence: Evidence {
                terms: Vec::new(),
                asked: Vec::new(),
                names: Vec::new(),
                codes: std::collections::BTreeSet::new(),
                designations: std::collections::BTreeSet::new(),
                candidates: Vec::new(),
                hit_terms: Vec::new(),
                dense: false,
                language: text::Language::En,
                ground: Ground::default(),
                chunks: 0,
            },
            ranked: Vec::new(),
            features: Vec::new(),
            confidence: 0.0,
            answer: None,
        }
    }
}

/// Ranks the sentences of the passages, decides whether they answer, and
/// quotes the best ones. Every citation has been verified against the store. `lists` says that
/// the router takes the question for one that asks for a list.
///
/// # Errors
/// A store that cannot be read, a model that fails.
pub fn select(
    snapshot: &Snapshot,
    embedder: Option<&dyn Embedder>,
    (question, lists): (&LibraryQuestion, bool),
    found: &Found<'_>,
    config: &AnswerConfig,
    weights: &Weights,
    limits: &Limits,
) -> Result<Selection, EngineError> {
    let retrieval = found.retrieval;
    let mut evidence = gather(snapshot, question, found)?;
    let mut ranked = rank(&evidence, question.expects, &weights.keyword);
    if let (Some(embedder), Some(vector)) = (embedder, &retrieval.vector) {
        let asked = (&question.parsed, vector.as_slice());
        nearness::measure(&mut evidence, &ranked, embedder, asked, limits)?;
        if evidence.dense {
            for one in &mut ranked {
                let candidate = &evidence.candidates[one.index];
                take_meaning(&mut one.features, &evidence, candidate);
            }
            put_in_order(&mut ranked, &evidence, &weights.dense);
        }
    }
    let head = weights.head(evidence.dense);
    let scored: Vec<(f64, &[f64])> = ranked
        .iter()
        .map(|one| (one.score, one.features.as_slice()))
        .collect();
    let order: Vec<usize> = ranked.iter().map(|one| one.index).collect();
    let asked = (&question.parsed, lists);
    let features = answerable_features(asked, retrieval, &evidence, &scored, &order);
    let confidence = if ranked.is_empty() {
        0.0
    } else {
        confidence_of(&head.answer, &features)
    };
    let least = config.confidence_min.map_or(head.threshold, f64::from);
    let answer = if confidence >= least && !ranked.is_empty() {
        let quoted = contained("quote", || {
            let whole = match whole::is_wanted(question.expects) {
                true => whole::whole(snapshot, &evidence, &ranked)?,
                false => None,
            };
            let chosen = match &whole {
                Some(whole) => vec![&whole.quote],
                None => {
                    let split = question.split();
                    let sides = split.as_ref().and_then(Split::documents);
                    choose(snapshot, &evidence, &ranked, sides, config.quotes_max)
                }
            };
            // Sentence by sentence, and not against each other within one text.
            let run = whole.as_ref().map_or(0..0, |whole| whole.run.clone());
            let said = match run.is_empty() {
                true => chosen.clone(),
                false => evidence.candidates[run.clone()].iter().collect(),
            };
            let likely = ranked.iter().filter(|one| !run.contains(&one.index));
            let likely = likely.map(|one| &evidence.candidates[one.index]);
            let others = differing(&evidence, &question.parsed.text, &said, likely);
            let others = others.into_iter().map(|(at, candidate, about)| Other {
                place: if run.is_empty() { at } else { 0 },
                said: said[at],
                candidate,
                about,
            });
            let others: Vec<Other<'_>> = others.collect();
            quote(snapshot, &chosen, &others, confidence)
        });
        quoted.transpose()?
    } else {
        None
    };
    Ok(Selection {
        evidence,
        ranked,
        features,
        confidence,
        answer,
    })
}

/// Candidates by what their words say, best first.
fn rank(evidence: &Evidence, expects: Expects, head: &Head) -> Vec<Ranked> {
    let measure = |(index, candidate): (usize, &Candidate)| Ranked {
        index,
        score: 0.0,
        features: sentence_features(evidence, candidate, expects),
    };
    let candidates = evidence.candidates.iter().enumerate();
    let mut ranked: Vec<Ranked> = candidates
        .filter_map(|one| contained("candidate", || measure(one)))
        .collect();
    put_in_order(&mut ranked, evidence, head);
    ranked
}

/// Scores candidates by their features, best first; equal ones by rank of their hit, then place.
fn put_in_order(ranked: &mut [Ranked], evidence: &Evidence, head: &Head) {
    let features: Vec<&[f64]> = ranked.iter().map(|one| one.features.as_slice()).collect();
    let scores = head.sentence.scores(&features);
    for (one, score) in ranked.iter_mut().zip(scores) {
        one.score = score;
    }
    ranked.sort_by(|a, b| {
        let place = |index: usize| {
            let candidate = &evidence.candidates[index];
            (candidate.hit.unwrap_or(usize::MAX), index)
        };
        b.score
            .total_cmp(&a.score)
            .then_with(|| place(a.index).cmp(&place(b.index)))
    });
}

/// The best sentence and those near it in odds from the same document, in
/// reading order, then the best of the other of two `sides`: at most `most`, or one. The same words
/// twice are quoted once; of several documents that hold the best sentence, the copy that reads
/// like the final one is quoted.
fn choose<'e>(
    snapshot: &Snapshot,
    evidence: &'e Evidence,
    ranked: &[Ranked],
    sides: Option<[&[DocumentId]; 2]>,
    most: usize,
) -> Vec<&'e Candidate> {
    let Some(leader) = ranked.first() else {
        return Vec::new();
    };
    let first = &evidence.candidates[leader.index];
    let best = evidence
        .candidates
        .iter()
        .filter(|candidate| {
            candidate.terms == first.terms && letters(&candidate.text) == letters(&first.text)
        })
        .min_by_key(|candidate| {
            (
                snapshot
                    .document(&candidate.document)
                    .map(draft_signs)
                    .unwrap_or_default(),
                candidate.document != first.document,
                candidate.span,
            )
        })
        .unwrap_or(first);
    let mut candidates = ranked.iter().map(|one| &evidence.candidates[one.index]);
    let other = sides.and_then(|[a, b]| match a.contains(&best.document) {
        true => Some(b),
        false => b.contains(&best.document).then_some(a),
    });
    let other = other.filter(|_| most > 1);
    let other = other.and_then(|own| candidates.find(|one| own.contains(&one.document)));
    let least = leader.score + FURTHER_ODDS_SHARE.ln();
    let most = most.max(1) - usize::from(other.is_some());
    let mut chosen: Vec<&Candidate> = vec![best];
    for one in &ranked[1..] {
        if chosen.len() >= most || one.score < least {
            break;
        }
        let candidate = &evidence.candidates[one.index];
        let said = chosen.iter().any(|other| {
            other.terms == candidate.terms
                || (other.document == candidate.document && other.span.overlaps(candidate.span))
        });
        if candidate.document == best.document && !said {
            chosen.push(candidate);
        }
    }
    chosen.sort_by_key(|candidate| candidate.span);
    chosen.extend(other);
    chosen
}

/// What says otherwise than what was chosen.
struct Other<'e> {
    /// The place of the quote that it contradicts.
    place: usize,
    /// The very sentence.
    said: &'e Candidate,
    candidate: &'e Candidate,
    about: Contradiction,
}

/// The answer of what was chosen, and of what says otherwise.
fn quote(
    snapshot: &Snapshot,
    chosen: &[&Candidate],
    others: &[Other<'_>],
    confidence: f64,
) -> Result<Answer, EngineError> {
    let mut citations = Vec::new();
    let mut lines = Vec::new();
    for (index, candidate) in chosen.iter().enumerate() {
        let (citation, line) = shown(snapshot, candidate, index + 1)?;
        lines.push(format!("{line} [{}]", citation.marker));
        citations.push(citation);
    }
    let mut differs = Vec::new();
    for &Other {
        place,
        said: first,
        candidate,
        about,
    } in others
    {
        let at = chosen.iter().position(|one| std::ptr::eq(*one, candidate));
        let second = match at {
            Some(at) => at + 1,
            None => {
                citations.push(cited(snapshot, candidate, citations.len() + 1)?);
                citations.len()
            }
        };
        let one = Differs {
            first: place + 1,
            second,
            about,
        };
        let said = on_one_line(&candidate.text);
        lines.push(one.line(&on_one_line(&first.text), &said));
        differs.push(one);
    }
    let left = match differs.is_empty() {
        true => 1.0,
        false => CONFIDENCE_LEFT,
    };
    Ok(Answer {
        text: lines.join("\n"),
        mode: Mode::Extractive,
        confidence: left * confidence,
        citations,
        items: Vec::new(),
        completeness: None,
        value: None,
        expression: None,
        values: Vec::new(),
        query: None,
        differs,
    })
}

/// A quote on one line.
fn on_one_line(quote: &str) -> String {
    quote.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The citation of a candidate, verified against the store.
///
/// # Errors
/// A store that cannot be read; [`EngineError::QuoteNotFound`].
pub(crate) fn cited(
    snapshot: &Snapshot,
    candidate: &Candidate,
    marker: usize,
) -> Result<Citation, EngineError> {
    Ok(shown(snapshot, candidate, marker)?.0)
}

/// The citation of a candidate and what is shown of it on one line: a row with its
/// columns named.
fn shown(
    snapshot: &Snapshot,
    candidate: &Candidate,
    marker: usize,
) -> Result<(Citation, String), EngineError> {
    let structure = snapshot.structure(&candidate.document)?;
    let quoted = (candidate.span, candidate.text.as_str());
    let mut citation = cited_span(snapshot, &structure, &candidate.document, quoted, marker)?;
    let row = match candidate.row {
        true => row::named(snapshot, &candidate.document, citation.span)?,
        false => None,
    };
    let line = match row {
        Some(row) => {
            citation.columns = Some(row.columns);
            row.line
        }
        None => on_one_line(&citation.quote),
    };
    Ok((citation, line))
}

/// The citation of a piece of a document's text, verified against the store; `structure`
/// is the document's.
///
/// # Errors
/// A store that cannot be read; [`EngineError::QuoteNotFound`].
pub(crate) fn cited_span(
    snapshot: &Snapshot,
    structure: &text::Document,
    document: &DocumentId,
    (span, quote): (Span, &str),
    marker: usize,
) -> Result<Citation, EngineError> {
    let section = structure
        .section_at(span.start)
        .map(|index| {
            structure
                .heading_path(index)
                .into_iter()
                .map(str::to_owned)
                .collect()
        })
        .unwrap_or_default();
    let path = snapshot
        .document(document)
        .map(|document| document.path.clone())
        .unwrap_or_default();
    let citation = Citation {
        marker,
        document: document.clone(),
        path,
        format: structure.format,
        pages: structure.pages_of(span),
        rows: structure.rows_of(span),
        section,
        span,
        quote: quote.to_owned(),
        columns: None,
    };
    super::verify_in(snapshot, structure, &citation)?;
    Ok(citation)
}
