//! Documents or sections side by side, aspect by aspect: each cell a quote with its
//! citation, or `not found`.
//!
//! The question names the things, and aspects or none; then what the things share
//! in headings and rows is shown, what differs first. A plan fires only where every
//! name stands for one document, or every name for one section, and no thing is
//! without any cell.

mod cell;
mod compared;
mod over;
mod shared;
mod thing;

pub use cell::is_heading;
pub use over::{COMPARED_MAX, over};

use cell::Cell;
use compared::{ASPECTS_MAX, Compared, readings};
use thing::Thing;

use super::Kind;
use super::compare::comparison;
use super::compose::Draft;
use super::work::Work;
use crate::EngineError;
use crate::answer::Answer;

/// Confidence of a table without a gap: the things are sure, that each quote says
/// most of its aspect is not.
const CONFIDENCE: f64 = 0.85;

/// What stands in a cell without a quote.
const NOT_FOUND: &str = "not found";

/// A row of the answer.
struct Line {
    label: String,
    cells: Vec<Option<Cell>>,
}

/// Documents or sections against each other; two cells where the question asks for
/// one aspect and each side has one sure value.
///
/// # Errors
/// A store that cannot be read, a quote that is not in it.
pub fn side_by_side(work: &mut Work<'_>) -> Result<Option<(Kind, Answer)>, EngineError> {
    let found = readings(&work.question.text)
        .into_iter()
        .find_map(|reading| {
            let things = thing::things(work, &reading.things)?;
            Some((reading, things))
        });
    let Some((Compared { aspects, .. }, things)) = found else {
        return Ok(None);
    };
    if aspects.len() == 1
        && let Some(values) = comparison(work)?
    {
        return Ok(Some(values));
    }
    let steps = note_things(work, &things);
    let mut lines = if aspects.is_empty() {
        in_common(work, &things)
    } else {
        named(work, &things, &aspects)?
    };
    let left_out = lines.len().saturating_sub(ASPECTS_MAX);
    lines.truncate(ASPECTS_MAX);
    let filled = |thing: usize| lines.iter().any(|line| line.cells[thing].is_some());
    if lines.is_empty() || !(0..things.len()).all(filled) {
        let question = work.question.text.clone();
        work.step_after(&question, "cells", steps, "not of every one".to_owned());
        return Ok(None);
    }
    for line in &lines {
        let found = line.cells.iter().flatten().count();
        let found = format!("{found} of {}", things.len());
        work.step_after(&line.label, "cells", steps.clone(), found);
    }
    work.note = said_beside(&things, &lines, left_out);
    write(work, &things, &lines).map(|answer| Some((Kind::SideBySide, answer)))
}

/// A step for each thing that was looked up.
fn note_things(work: &mut Work<'_>, things: &[Thing]) -> Vec<String> {
    let mut ids = Vec::new();
    for thing in things {
        let (expects, found) = match &thing.heading {
            Some(heading) => ("section", heading.clone()),
            None => ("document", work.shelf.books[thing.book].path.clone()),
        };
        ids.push(work.step(&thing.name, expects, &[thing.book], found));
    }
    ids
}

/// A line for each aspect that the question names.
fn named(work: &Work<'_>, things: &[Thing], aspects: &[String]) -> Result<Vec<Line>, EngineError> {
    let mut lines = Vec::new();
    // One more than shown tells that some are left out.
    for aspect in aspects.iter().take(ASPECTS_MAX + 1) {
        let cells: Result<Vec<_>, _> = things
            .iter()
            .map(|thing| cell::find(work, thing, aspect))
            .collect();
        lines.push(Line {
            label: aspect.clone(),
            cells: cells?,
        });
    }
    Ok(lines)
}

/// A line for each label that the things share.
fn in_common(work: &Work<'_>, things: &[Thing]) -> Vec<Line> {
    let shared = shared::shared(work, things).into_iter();
    shared
        .map(|shared| Line {
            label: shared.label,
            cells: shared.cells.into_iter().map(Some).collect(),
        })
        .collect()
}

/// Gaps by name, and what was left out.
fn said_beside(things: &[Thing], lines: &[Line], left_out: usize) -> Option<String> {
    let mut said: Vec<String> = Vec::new();
    for line in lines {
        for (thing, cell) in things.iter().zip(&line.cells) {
            if cell.is_none() {
                said.push(format!("{NOT_FOUND}: {} of {}", line.label, thing.name));
            }
        }
    }
    if left_out > 0 {
        said.push(format!(
            "the first {ASPECTS_MAX} aspects are shown, more are left out"
        ));
    }
    (!said.is_empty()).then(|| said.join("; "))
}

/// The table, one line an aspect.
fn write(work: &Work<'_>, things: &[Thing], lines: &[Line]) -> Result<Answer, EngineError> {
    let shelf = &work.shelf;
    let mut draft = Draft::new(shelf);
    let titles = things.iter().map(|thing| thing.title(shelf));
    draft.line(format!("| | {} |", titles.collect::<Vec<_>>().join(" | ")));
    draft.line(format!("|{}", "---|".repeat(things.len() + 1)));
    let mut found = 0_u32;
    for line in lines {
        let mut shown = format!("| {} |", line.label);
        for (thing, cell) in things.iter().zip(&line.cells) {
            let Some(cell) = cell else {
                shown.push_str(&format!(" {NOT_FOUND} |"));
                continue;
            };
            found += 1;
            let text = cell_text(shelf.books[thing.book].text(cell.span), cell);
            let marker = draft.cite(thing.book, cell.span, cell.columns.clone());
            draft.cell(format!("{}, {}", line.label, thing.name), &text, marker);
            shown.push_str(&format!(" {text} [{marker}] |"));
        }
        draft.line(shown);
    }
    let all = f64::from(u32::try_from(lines.len() * things.len()).unwrap_or(u32::MAX));
    draft.finish(work.snapshot, CONFIDENCE * f64::from(found) / all)
}

/// A quote on one line inside a table: cells of a row with their columns, apart by
/// semicolons.
fn cell_text(quote: &str, cell: &Cell) -> String {
    let cells: Vec<String> = quote
        .split('|')
        .map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    let names: Vec<&str> = cell
        .columns
        .iter()
        .flat_map(|names| names.split('|').map(str::trim))
        .collect();
    let named = cells
        .iter()
        .enumerate()
        .filter(|(_, text)| !text.is_empty());
    named
        .map(
            |(at, text)| match names.get(at).filter(|_| names.len() == cells.len()) {
                Some(name) if !name.is_empty() => format!("{name}: {text}"),
                _ => text.clone(),
            },
        )
        .collect::<Vec<_>>()
        .join("; ")
}
