//! Several documents side by side: a table of aspects and documents, each cell a quote with its
//! citation. What no table can be made of is read like any question.

use std::ops::Range;

use index::Snapshot;
use plan::lexicon::Operator;
use text::Span;

use super::asking::{Analysis, Asking, Wish, told};
use super::inquiry::{plain, question};
use super::read::Reader;
use super::score::Scores;
use super::segment::Source;
use super::state::{LevelReport, Stopped};
use crate::EngineError;
use crate::answer::{Answer, Citation, Mode, cited, cited_span, said_of};
use crate::fault::contained;
use crate::question::LibraryQuestion;

/// Documents side by side, at most: a table of more columns cannot be read.
const COMPARED_MAX: usize = 8;
/// Rows, at most.
const ASPECTS_MAX: usize = 6;
/// Chunks of a document among whose sentences the one for a cell is chosen.
const CHOSEN_FROM: usize = 6;
/// How much of the words of its aspect a sentence must say, beside its headings, to stand in a
/// cell.
const SAID_MIN: f64 = 0.5;
/// What stands in a cell without a quote.
const NOT_FOUND: &str = "not found";

/// What all documents are asked about, with a cell for each.
struct Line {
    label: String,
    cells: Vec<Option<Cell>>,
}

/// A quote, and how likely it says what it stands for.
struct Cell {
    citation: Citation,
    confidence: f64,
}

/// Compares documents.
pub(super) fn comparison(
    asking: Asking<'_>,
    tell: &mut dyn FnMut(&LevelReport),
) -> Result<Analysis, EngineError> {
    let compared = &asking.sources[..asking.sources.len().min(COMPARED_MAX)];
    if compared.len() < 2 || asking.limits.check().is_err() {
        return question(asking, tell);
    }
    let lines = contained("comparison", || lines(&asking, compared)).transpose()?;
    let Some((lines, late)) = lines.filter(|(lines, _)| !lines.is_empty()) else {
        return question(asking, tell);
    };
    let left_out = asking.sources.len() > compared.len();
    let stopped = match (late, left_out) {
        (true, _) => Some(Stopped::Deadline),
        // The words of all of it were searched; documents that no column is left for were not.
        (false, true) => Some(Stopped::Budget),
        (false, false) => None,
    };
    let answer = written(compared, lines);
    Ok(told(
        Wish::Comparison,
        asking.route,
        Some(answer),
        compared,
        stopped,
    ))
}

/// The rows that have a cell, and whether time ended before all were looked for.
fn lines(asking: &Asking<'_>, sources: &[Source]) -> Result<(Vec<Line>, bool), EngineError> {
    let asked = LibraryQuestion::read(asking.snapshot, &asking.request.question);
    let mut lines = Vec::new();
    for aspect in aspects(&asked).into_iter().take(ASPECTS_MAX) {
        if asking.limits.check().is_err() {
            return Ok((lines, true));
        }
        let cells = cells(asking, sources, &aspect)?;
        if cells.iter().any(Option::is_some) {
            lines.push(Line {
                label: aspect,
                cells,
            });
        }
    }
    if lines.is_empty() {
        lines = in_common(asking.snapshot, sources)?;
    }
    Ok((lines, false))
}

/// What a question names beside documents: runs of words with content, apart by commas, stop
/// words and words that only ask.
fn aspects(asked: &LibraryQuestion) -> Vec<String> {
    let parsed = &asked.parsed;
    let naming = asked.mentions.as_ref().map(|one| &one.terms);
    let names = |at: usize| {
        let terms = text::terms(parsed.slice(at..at + 1), parsed.language);
        let mut terms = terms.iter();
        naming.is_some_and(|naming| terms.any(|term| naming.contains(&term.text)))
    };
    let counts = |at: usize| parsed.numbers.iter().any(|one| one.tokens.contains(&at));
    let asks = |at: usize| {
        let mut words = parsed.operators.iter();
        words.any(|one| one.tokens.contains(&at) && only_asks(one.operator))
    };
    let says = |at: &usize| {
        let at = *at;
        !parsed.tokens[at].stop && !asks(at) && !names(at) && !counts(at)
    };
    let clause = |at: usize| parsed.clauses.iter().position(|one| one.contains(&at));
    let mut runs: Vec<Range<usize>> = Vec::new();
    for at in (0..parsed.tokens.len()).filter(says) {
        match runs.last_mut() {
            Some(run) if run.end == at && clause(run.start) == clause(at) => run.end = at + 1,
            _ => runs.push(at..at + 1),
        }
    }
    runs.into_iter()
        .map(|run| parsed.slice(run).to_owned())
        .collect()
}

/// Words that say what to do and never what of: `share` and `total` may be part of a name.
fn only_asks(operator: Operator) -> bool {
    use Operator::{All, Both, Compare, Difference, Each, How, Or, What, Which, YesNo};
    matches!(
        operator,
        All | Both | Compare | Difference | Each | How | Or | What | Which | YesNo
    )
}

/// What each document says of an aspect.
fn cells(
    asking: &Asking<'_>,
    sources: &[Source],
    aspect: &str,
) -> Result<Vec<Option<Cell>>, EngineError> {
    let (snapshot, means, limits) = (asking.snapshot, asking.means, asking.limits);
    let question = LibraryQuestion::read(snapshot, aspect);
    let scores = Scores::of(snapshot, means.embedder, &question, sources, limits)?;
    let reader = Reader {
        question: &question,
        scores: &scores,
        config: means.answer,
        weights: means.weights,
        limits,
    };
    let cell = |(at, source): (usize, &Source)| {
        let mut chunks: Vec<(usize, usize)> =
            (0..source.chunks.len()).map(|chunk| (at, chunk)).collect();
        let score = |&(at, chunk): &(usize, usize)| scores.passage(at, chunk);
        chunks.sort_by(|a, b| score(b).total_cmp(&score(a)).then(a.cmp(b)));
        chunks.retain(|place| score(place) > 0.0);
        chunks.truncate(CHOSEN_FROM);
        if chunks.is_empty() {
            return Ok(None);
        }
        let (selection, _) = reader.together(snapshot, means.embedder, sources, &chunks)?;
        let said = |index: usize| said_of(&selection.evidence, index);
        let mut ranked = selection.ranked.iter();
        let best = ranked.find(|one| said(one.index) >= SAID_MIN);
        let Some(best) = best else { return Ok(None) };
        let candidate = &selection.evidence.candidates[best.index];
        Ok(Some(Cell {
            citation: cited(snapshot, candidate, 0)?,
            confidence: selection.confidence,
        }))
    };
    sources.iter().enumerate().map(cell).collect()
}

/// What documents have in common where the question names nothing: headings, each with the first
/// sentence below it.
fn in_common(snapshot: &Snapshot, sources: &[Source]) -> Result<Vec<Line>, EngineError> {
    let mut lines = Vec::new();
    let (Some(first), others) = (sources.first(), sources.get(1..).unwrap_or_default()) else {
        return Ok(lines);
    };
    for section in &first.structure.sections {
        let label = bare(&section.title);
        let same = |source: &Source| {
            let mut sections = source.structure.sections.iter();
            sections.position(|one| !label.is_empty() && bare(&one.title) == label)
        };
        let Some(places) = others.iter().map(same).collect::<Option<Vec<_>>>() else {
            continue;
        };
        let own = first
            .structure
            .sections
            .iter()
            .position(|one| one == section);
        let mut cells = Vec::new();
        for (source, place) in sources.iter().zip(own.into_iter().chain(places)) {
            cells.push(opening(snapshot, source, place)?);
        }
        let known = lines.iter().any(|one: &Line| bare(&one.label) == label);
        if !known && cells.iter().any(Option::is_some) {
            lines.push(Line {
                label: section.title.clone(),
                cells,
            });
        }
        if lines.len() == ASPECTS_MAX {
            break;
        }
    }
    Ok(lines)
}

/// A heading without numbers, marks and case.
fn bare(heading: &str) -> String {
    let words = heading.split(|c: char| !c.is_alphabetic());
    let words = words.filter(|word| !word.is_empty()).map(str::to_lowercase);
    words.collect::<Vec<_>>().join(" ")
}

/// The first sentence below a heading that is no heading itself.
fn opening(
    snapshot: &Snapshot,
    source: &Source,
    section: usize,
) -> Result<Option<Cell>, EngineError> {
    /// Chunks that hold a heading and the sentence below it.
    const OPENING_CHUNKS: usize = 2;
    let section = &source.structure.sections[section];
    let chunks = source.chunks.iter().map(|chunk| chunk.span);
    let within = chunks.filter(|span| span.overlaps(section.span));
    let end = within.take(OPENING_CHUNKS).last().map(|span| span.end);
    let Some(end) = end.map(|end| end.min(section.span.end)) else {
        return Ok(None);
    };
    let text = snapshot.text(&source.id, Span::new(section.span.start, end))?;
    let title = bare(&section.title);
    let within = text::sentences(&text, source.structure.language);
    let sentence = within.into_iter().find(|span| {
        let said = span.slice(&text).map(bare).unwrap_or_default();
        let heads = |one: &text::Section| bare(&one.title) == said;
        !said.is_empty() && said != title && !source.structure.sections.iter().any(heads)
    });
    let Some(span) = sentence else {
        return Ok(None);
    };
    let quote = span.slice(&text).unwrap_or_default();
    let at = Span::new(
        section.span.start + span.start,
        section.span.start + span.end,
    );
    let citation = cited_span(snapshot, &source.structure, &source.id, (at, quote), 0)?;
    // What stands below a heading is what it heads.
    Ok(Some(Cell {
        citation,
        confidence: 1.0,
    }))
}

/// The table, one line an aspect; as sure as its cells are in the mean, gaps among them.
fn written(sources: &[Source], lines: Vec<Line>) -> Answer {
    let titles = sources.iter().map(|source| cell_text(&source.path));
    let mut text = format!("| | {} |", titles.collect::<Vec<_>>().join(" | "));
    text.push_str(&format!("\n|{}", "---|".repeat(sources.len() + 1)));
    let mut citations: Vec<Citation> = Vec::new();
    let mut sure = 0.0;
    let all = lines.len() * sources.len();
    for line in lines {
        text.push_str(&format!("\n| {} |", cell_text(&line.label)));
        for cell in line.cells {
            let Some(Cell {
                citation,
                confidence,
            }) = cell
            else {
                text.push_str(&format!(" {NOT_FOUND} |"));
                continue;
            };
            let marker = citations.len() + 1;
            sure += confidence;
            text.push_str(&format!(" {} [{marker}] |", cell_text(&citation.quote)));
            citations.push(Citation { marker, ..citation });
        }
    }
    Answer {
        confidence: sure / all.max(1) as f64,
        ..plain(text, Mode::Extractive, citations)
    }
}

/// A text on one line of a table.
fn cell_text(text: &str) -> String {
    let one_line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    one_line.replace(" | ", "; ").replace('|', "¦")
}
