//! The answer to a question for a list.

use super::Kind;
use super::compose::Draft;
use super::list::{self, Candidate, Listed, NoList};
use super::question::Form;
use super::shelf::Shelf;
use super::table::Desk;
use super::work::Work;
use crate::EngineError;
use crate::answer::{Answer, Completeness};

/// Most items that are given; a longer list is cut, and that is said.
const ITEMS_MAX: usize = 2_000;

/// Finds the list and gives all of it.
pub fn answer(work: &mut Work<'_>) -> Result<Option<(Kind, Answer)>, EngineError> {
    let question = work.question.clone();
    let sentences = work.sentences(&question.text)?;
    let found = list::find(
        &Desk::new(&question, &work.shelf),
        &sentences,
        work.enumerates,
    );
    match found {
        Ok(listed) => {
            let best = &listed.best;
            let told = format!(
                "{} ({}), score {:.2}, best of {} lists, tables and sentences",
                best.candidate.name,
                best.candidate.source.as_str(),
                best.score.total,
                listed.considered
            );
            let book = best.candidate.book;
            work.step(&question.text, "list", &[book], told);
            Ok(Some((Kind::Enumeration, write(work, &listed)?)))
        }
        Err(none) => {
            if let Some(answer) = by_meaning(work, none.considered)? {
                return Ok(Some((Kind::Enumeration, answer)));
            }
            if question.form != Form::Value {
                note(work, &none);
            }
            Ok(None)
        }
    }
}

/// The list of a document that the question names whose announcement is nearest in
/// meaning, which is said.
fn by_meaning(work: &mut Work<'_>, considered: usize) -> Result<Option<Answer>, EngineError> {
    // Where it may be no list that is asked for, the nearest one is no answer.
    let (Some(meaning), Some(rest), true) = (work.meaning, work.rest.clone(), work.enumerates)
    else {
        return Ok(None);
    };
    let question = work.question.clone();
    let desk = Desk::new(&question, &work.shelf);
    let Some((best, cosine)) = list::meaning::nearest(&desk, &rest, meaning)? else {
        return Ok(None);
    };
    let told = format!(
        "{} ({}), nearest in meaning of {considered}, cosine {cosine:.2}",
        best.candidate.name,
        best.candidate.source.as_str(),
    );
    work.step(&question.text, "list", &[best.candidate.book], told);
    let listed = Listed {
        best,
        other: None,
        copies: Vec::new(),
        considered,
    };
    let mut draft = Draft::new(&work.shelf);
    let best = &listed.best.candidate;
    put(&mut draft, &work.shelf, best);
    let complete = completeness(best);
    draft.line(complete.1);
    draft.completeness(complete.0);
    draft.line(format!(
        "No list is called by the words of the question; “{}” is the nearest in meaning.",
        best.name
    ));
    Ok(Some(draft.finish(work.snapshot, MEANT_CONFIDENCE)?))
}

/// Confidence of a list that was chosen by its meaning.
const MEANT_CONFIDENCE: f64 = 0.55;

/// Says that no list fits, where one was surely asked for.
fn note(work: &mut Work<'_>, none: &NoList) {
    let nearest = match &none.nearest {
        Some((name, score)) if !name.is_empty() => {
            format!("; the nearest is {name:?} at {score:.2}")
        }
        _ => String::new(),
    };
    let found = format!("no list fits: {} looked at{nearest}", none.considered);
    let query = work.question.text.clone();
    work.step(&query, "list", &[], found);
    work.unlisted = work.question.form == Form::Items && (work.enumerates || work.question.plural);
    if work.enumerates && work.question.form == Form::Items {
        work.note = Some(format!(
            "No list in the documents fits the question ({} lists, table columns and sentences looked at{nearest}). \
             What follows is from the best passages and need not be complete.",
            none.considered
        ));
    }
}

fn write(work: &Work<'_>, listed: &Listed) -> Result<Answer, EngineError> {
    let mut draft = Draft::new(&work.shelf);
    let best = &listed.best;
    put(&mut draft, &work.shelf, &best.candidate);
    let complete = completeness(&best.candidate);
    draft.line(complete.1);
    draft.completeness(complete.0);
    if let Some(other) = &listed.other {
        let book = &work.shelf.books[other.candidate.book];
        draft.line(format!(
            "Another list fits as well: {} in {}.",
            other.candidate.name, book.path
        ));
        for item in other.candidate.items.iter().take(ITEMS_MAX) {
            let marker = draft.cite(other.candidate.book, item.span, None);
            draft.line(format!("- {} {} [{marker}]", item.label, item.text).replace("  ", " "));
        }
    }
    if !listed.copies.is_empty() {
        let chosen = &work.shelf.books[best.candidate.book].path;
        let paths: Vec<&str> = listed
            .copies
            .iter()
            .map(|&book| work.shelf.books[book].path.as_str())
            .collect();
        draft.line(format!(
            "The same list stands in {}; this is the one of {chosen}.",
            paths.join(", ")
        ));
    }
    if work.shelf.left_out > 0 {
        draft.line(format!(
            "{} documents were not read: there is more text than one question reads.",
            work.shelf.left_out
        ));
    }
    let margin = if listed.other.is_some() { 0.8 } else { 1.0 };
    draft.finish(
        work.snapshot,
        (0.2 + 0.75 * best.score.covered).min(0.95) * margin,
    )
}

/// Gives the items of a list, each cited.
pub fn put(draft: &mut Draft<'_>, shelf: &Shelf, list: &Candidate) {
    for item in list.items.iter().take(ITEMS_MAX) {
        let marker = draft.cite(list.book, item.span, None);
        draft.item(&item.label, &item.text, marker);
    }
    for &span in &list.legend {
        let marker = draft.cite(list.book, span, None);
        let said = shelf.books[list.book].text(span);
        draft.line(format!("By the signs: “{said}” [{marker}]"));
    }
}

/// How much of the list was found, from its own numbers or the rows read.
pub fn completeness(candidate: &Candidate) -> (Completeness, String) {
    let matches = candidate.items.len();
    let (units_read, units_total, line) = match (candidate.expected, candidate.read) {
        (Some(expected), _) if candidate.gaps.is_empty() => (
            matches,
            expected,
            format!(
                "Complete: {} by their numbers, {matches} of {expected}, no gap.",
                candidate.name
            ),
        ),
        (Some(expected), _) => {
            let shown: Vec<&str> = candidate.gaps.iter().take(20).map(String::as_str).collect();
            (
                matches,
                expected,
                format!(
                    "{} by their numbers: {matches} of {expected}; missing: {}.",
                    candidate.name,
                    shown.join(", ")
                ),
            )
        }
        (None, Some((read, unit))) => (
            read,
            read,
            format!("{matches} found in {read} of {read} {unit} read."),
        ),
        (None, None) => (
            matches,
            matches,
            format!("All {matches} items of the {}.", candidate.source.as_str()),
        ),
    };
    (
        Completeness {
            units_read,
            units_total,
            matches,
        },
        line,
    )
}
