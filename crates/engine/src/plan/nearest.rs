//! The list in the best hits, where no list fits the question by its words.
//!
//! People ask for discounts where a manual lists credits. Retrieval finds the passage by
//! its meaning; a list that stands in it is given whole, as every list is, and the answer
//! says that it is the nearest one and by what it was found.

use index::{ChunkRecord, Snapshot};
use text::Span;

use super::items;
use super::list::{Candidate, Listed, Ranked, Score, of_table, score, sentence};
use super::question::Form;
use super::work::Work;
use super::{Kind, PlanRequest, Planned};
use crate::EngineError;
use crate::answer::Answer;

/// Hits whose lists are tried, with what the place of each adds to a list's score.
const HITS: [f64; 3] = [0.36, 0.26, 0.18];
/// Least score with that.
const SCORE_MIN: f64 = 0.55;
/// Least share of the question that the list meets by its words.
const COVERED_MIN: f64 = 0.15;
/// Items at least.
const ITEMS_MIN: usize = 3;
/// Most of the confidence in such a list.
const CONFIDENCE: f64 = 0.6;

/// The list in the best hits, for a question that asks for one. The plan is told.
///
/// # Errors
/// A store that cannot be read.
pub fn nearest_list(
    snapshot: &Snapshot,
    request: &PlanRequest<'_>,
    hits: &[ChunkRecord],
    planned: &mut Planned,
) -> Result<Option<Answer>, EngineError> {
    let open = planned.kind == Kind::Passages && planned.resolved.is_none();
    if !open || !request.enumerates {
        return Ok(None);
    }
    let mut work = Work::new(snapshot, request)?;
    if work.question.form != Form::Items || super::asks_meaning(&work.question.text) {
        return Ok(None);
    }
    let Some(best) = best(&work, hits) else {
        return Ok(None);
    };
    let told = format!(
        "{} ({}), the nearest list in the best hits, {:.2}",
        best.candidate.name,
        best.candidate.source.as_str(),
        best.score.total
    );
    let book = best.candidate.book;
    let query = work.question.text.clone();
    work.steps = std::mem::take(&mut planned.steps);
    work.step(&query, "list", &[book], told);
    planned.steps = std::mem::take(&mut work.steps);
    planned.kind = Kind::Enumeration;
    planned.note = Some(
        "No list in the documents is called what the question asks for; this one stands in \
         the passages that are nearest to it."
            .to_owned(),
    );
    let listed = Listed {
        best,
        other: None,
        copies: Vec::new(),
        considered: 0,
    };
    let mut answer = items::write(&work, &listed)?;
    answer.confidence *= CONFIDENCE;
    Ok(Some(answer))
}

/// The best list that stands in the first hits.
fn best(work: &Work<'_>, hits: &[ChunkRecord]) -> Option<Ranked> {
    let mut found: Vec<Ranked> = Vec::new();
    for (hit, bonus) in hits.iter().zip(HITS) {
        let books = &work.shelf.books;
        let Some(index) = books.iter().position(|book| book.id == hit.document) else {
            continue;
        };
        let book = &books[index];
        let sentences = text::sentences(&hit.text, book.document.language);
        let sentences = sentences.into_iter().filter_map(|span| {
            let start = hit.span.start + span.start;
            sentence::read(index, book, Span::new(start, hit.span.start + span.end))
        });
        let tables = work.shelf.chains.iter().filter(|chain| chain.book == index);
        let tables = tables.filter_map(|chain| of_table(&work.shelf, chain));
        let listed = work.shelf.lists().iter().cloned();
        let all = listed.chain(tables).chain(sentences);
        let inside = all.filter(|one| one.book == index && overlaps(one, hit.span));
        found.extend(inside.map(|candidate| {
            let own = score::score(&work.question, &candidate, book);
            let total = own.total + bonus;
            Ranked {
                candidate,
                score: Score { total, ..own },
            }
        }));
    }
    let fits = |one: &Ranked| {
        one.score.exact
            && one.score.covered >= COVERED_MIN
            && one.score.total >= SCORE_MIN
            && one.candidate.items.len() >= ITEMS_MIN
    };
    found.retain(fits);
    // Of equal ones the first: hits are in order.
    found
        .into_iter()
        .rev()
        .max_by(|a, b| a.score.total.total_cmp(&b.score.total))
}

/// An item of the list stands in a hit.
fn overlaps(candidate: &Candidate, hit: Span) -> bool {
    candidate.items.iter().any(|item| item.span.overlaps(hit))
}
