//! The list of a named document whose announcement is nearest in meaning to a question
//! that shares too few words with it: `Costs that do not count` for the costs that a fund
//! refuses.
//!
//! Only lists of the documents that the question names are compared, and only when none
//! fits by its words: among the lists of a whole library something is near to anything.

use models::{ModelError, Role};

use super::score::score;
use super::{Candidate, Ranked, Source, column};
use crate::EngineError;
use crate::plan::Meaning;
use crate::plan::table::Desk;

/// Lists that are compared at most, the best by their words.
const COMPARED_MAX: usize = 48;
/// Characters of an announcement that are compared.
const NAME_CHARS: usize = 200;
/// Least cosine of a question and an announcement.
const COSINE_MIN: f32 = 0.4;
/// What the nearest list must be nearer than the next.
const MARGIN: f32 = 0.04;

/// The nearest list, and how near it is; `None` where none is near enough or two are alike.
///
/// # Errors
/// A model that fails; one that is too late gives none.
pub fn nearest(
    desk: &Desk<'_>,
    asked: &str,
    meaning: Meaning<'_>,
) -> Result<Option<(Ranked, f32)>, EngineError> {
    let (question, shelf) = (desk.question, desk.shelf);
    // A condition chooses rows, which no meaning tells.
    let conditions = question
        .wanted()
        .any(|term| term.token.is_constant() && !named(desk, &term.token.key));
    let tables = shelf.chains.iter().filter(|_| !conditions);
    let mut ranked: Vec<Ranked> = shelf
        .lists()
        .iter()
        .cloned()
        .chain(tables.filter_map(|chain| column::of_table(shelf, chain)))
        .filter(|list| is_announced(list) && question.count.is_none_or(|n| n == list.items.len()))
        .map(|list| Ranked {
            score: score(question, &list, &shelf.books[list.book]),
            candidate: list,
        })
        .collect();
    ranked.sort_by(|a, b| b.score.total.total_cmp(&a.score.total));
    ranked.truncate(COMPARED_MAX);
    let names: Vec<String> = ranked
        .iter()
        .map(|one| one.candidate.name.chars().take(NAME_CHARS).collect())
        .collect();
    let mut texts: Vec<&str> = names.iter().map(String::as_str).collect();
    if texts.is_empty() {
        return Ok(None);
    }
    texts.push(asked);
    let vectors = match meaning
        .embedder
        .embed(&texts, Role::Passage, meaning.limits)
    {
        Ok(vectors) => vectors,
        Err(ModelError::DeadlinePassed | ModelError::Unreachable { .. }) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let Some((query, lists)) = vectors.split_last() else {
        return Ok(None);
    };
    let near: Vec<f32> = lists
        .iter()
        .map(|list| cosine(&query.vector, &list.vector))
        .collect();
    let order = |a: &usize, b: &usize| near[*a].total_cmp(&near[*b]).then(b.cmp(a));
    let Some(best) = (0..near.len()).max_by(order) else {
        return Ok(None);
    };
    // The same announcement in a sister document is no rival.
    let rival = (0..near.len())
        .filter(|at| names[*at] != names[best])
        .map(|at| near[at])
        .fold(0.0, f32::max);
    let sure = near[best] >= COSINE_MIN && near[best] - rival >= MARGIN;
    Ok(sure.then(|| (ranked.swap_remove(best), near[best])))
}

/// A word or a number of a document's name.
fn named(desk: &Desk<'_>, key: &str) -> bool {
    desk.shelf.books.iter().any(|book| book.name.contains(key))
}

/// Something says what is listed: a table of contents and numbers alone do not.
fn is_announced(list: &Candidate) -> bool {
    let letters = list.name.chars().filter(|c| c.is_alphabetic()).count();
    let kind = matches!(list.source, Source::Bullets | Source::Column);
    kind && list.items.len() >= 2 && letters >= LETTERS_MIN
}

/// Letters of an announcement at least.
const LETTERS_MIN: usize = 4;

/// Of vectors of length 1.
fn cosine(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
