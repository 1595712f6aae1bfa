//! Lists in full: where the list lives is found, and all of it is given.
//!
//! Candidates of every kind come from the stored structure of all documents,
//! so that an item is never missing because its passage ranked low. What is
//! not found as a list is said not to be one.

mod candidate;
mod change;
mod column;
pub mod meaning;
mod score;
mod sentence;
mod series;

use text::Span;

pub use candidate::{Candidate, Item, Source, all, heading_span};
pub use score::Score;
pub use sentence::read as read_sentence;
pub use series::{Counted, counted_in};

use super::shelf::Shelf;
use super::table::Desk;

/// Least score of a list for a question that asks for one.
const SCORE_MIN: f64 = 0.5;
/// Least score where the question may ask for something else.
const SCORE_UNSURE_MIN: f64 = 0.66;
/// Lists nearer than this are equally likely.
const MARGIN: f64 = 0.03;
/// Lists that are compared with each other, the best ones.
const RANKED_MAX: usize = 200;
/// Words of the only item of a column at most.
const ITEM_WORDS_MAX: usize = 10;
/// Copies of a list share this much of their items.
const COPY_SHARE: f64 = 0.5;
/// A copy that scores less than this below the best may still be the better copy.
const COPY_MARGIN: f64 = 0.12;

/// A list with its score.
#[derive(Debug, Clone)]
pub struct Ranked {
    /// The list.
    pub candidate: Candidate,
    /// How well it fits.
    pub score: Score,
}

/// What was found for a question that asks for a list.
#[derive(Debug, Clone)]
pub struct Listed {
    /// The list that fits best.
    pub best: Ranked,
    /// A different list that fits as well.
    pub other: Option<Ranked>,
    /// Other documents with a copy of the list, by index.
    pub copies: Vec<usize>,
    /// Lists that were scored.
    pub considered: usize,
}

/// Why there is no list: what was looked at.
#[derive(Debug, Clone)]
pub struct NoList {
    /// Lists that were scored.
    pub considered: usize,
    /// The nearest one, by name, with its score.
    pub nearest: Option<(String, f64)>,
}

/// Finds the list. `sure` says that the question does ask for one; `sentences`
/// are stretches of documents in which a list may hide in prose.
///
/// # Errors
/// [`NoList`] when none fits.
pub fn find(desk: &Desk<'_>, sentences: &[(usize, Span)], sure: bool) -> Result<Listed, NoList> {
    let (question, shelf) = (desk.question, desk.shelf);
    let prose = sentences
        .iter()
        .filter_map(|&(book, span)| sentence::read(book, &shelf.books[book], span));
    let prose: Vec<Candidate> = prose.collect();
    let mut scored: Vec<(&Candidate, Score)> = shelf
        .lists()
        .iter()
        .chain(&prose)
        .map(|candidate| {
            let book = &shelf.books[candidate.book];
            (candidate, score::score(question, candidate, book))
        })
        .collect();
    let columns = column::all(desk);
    let considered = scored.len() + columns.len();
    // Of thousands only the first can be given or named.
    scored.sort_by(|a, b| b.1.total.total_cmp(&a.1.total));
    scored.truncate(RANKED_MAX);
    let scored = scored.into_iter().map(|(candidate, score)| Ranked {
        candidate: candidate.clone(),
        score,
    });
    let mut ranked: Vec<Ranked> = scored.chain(columns).collect();
    ranked.sort_by(|a, b| b.score.total.total_cmp(&a.score.total));
    let least = if sure { SCORE_MIN } else { SCORE_UNSURE_MIN };
    let fits = |one: &Ranked| {
        let score = one.score;
        // One name may as well be the row of the cell that is asked for.
        let several = one.candidate.items.len() > 1 || one.candidate.source != Source::Column;
        score.total >= least
            && score.exact
            && score.named
            && (sure || score.headed && several)
            && !is_one_sentence(&one.candidate)
    };
    match ranked.iter().position(fits) {
        Some(first) => Ok(choose(shelf, ranked.split_off(first), considered)),
        None => Err(NoList {
            considered,
            nearest: ranked
                .first()
                .map(|one| (one.candidate.name.clone(), one.score.total)),
        }),
    }
}

/// A column that gives one cell of prose is no list: prose was read as a table.
fn is_one_sentence(candidate: &Candidate) -> bool {
    match candidate.items.as_slice() {
        [only] if candidate.source == Source::Column => {
            only.text.split_whitespace().count() > ITEM_WORDS_MAX
        }
        _ => false,
    }
}

/// Of copies of the best list, the one that reads like the final and complete
/// one; then a different list that fits as well.
fn choose(shelf: &Shelf, ranked: Vec<Ranked>, considered: usize) -> Listed {
    let top = ranked[0].score.total;
    let first = ranked[0].candidate.clone();
    let (copies, others): (Vec<Ranked>, Vec<Ranked>) = ranked
        .into_iter()
        .take_while(|one| one.score.total >= top - COPY_MARGIN)
        .partition(|one| is_copy(&first, &one.candidate));
    let best = copies
        .iter()
        .min_by(|a, b| {
            let preference = |one: &Ranked| {
                let book = &shelf.books[one.candidate.book];
                (book.draft, one.candidate.gaps.len())
            };
            preference(a)
                .cmp(&preference(b))
                .then(b.score.total.total_cmp(&a.score.total))
        })
        .cloned();
    let best = best.unwrap_or_else(|| copies[0].clone());
    let mut books: Vec<usize> = copies.iter().map(|one| one.candidate.book).collect();
    books.sort_unstable();
    books.dedup();
    books.retain(|book| *book != best.candidate.book);
    // A sibling of the document has more lists of the same kind: they are no rivals.
    let near = |one: &Ranked| {
        one.score.total >= best.score.total - MARGIN && !books.contains(&one.candidate.book)
    };
    Listed {
        other: others.into_iter().find(near),
        copies: books,
        considered,
        best,
    }
}

/// True for the same list, in another document or in another form.
fn is_copy(a: &Candidate, b: &Candidate) -> bool {
    let names = |candidate: &Candidate| -> std::collections::BTreeSet<String> {
        candidate
            .items
            .iter()
            .map(|item| {
                let name = if item.text.is_empty() {
                    &item.label
                } else {
                    &item.text
                };
                name.chars()
                    .filter(|c| c.is_alphanumeric())
                    .flat_map(char::to_lowercase)
                    .collect()
            })
            .collect()
    };
    let (a, b) = (names(a), names(b));
    let shared = a.intersection(&b).count();
    #[expect(clippy::cast_precision_loss, reason = "counts of items")]
    let share = shared as f64 / a.len().min(b.len()).max(1) as f64;
    share >= COPY_SHARE
}
