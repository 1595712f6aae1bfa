//! One decision: values from tables, quotes from passages, neither.
//!
//! Both come with a probability of being right. What is likelier is stated where
//! it is likely enough; below that lies "unsure", which claims nothing and shows
//! what was considered; only where next to nothing speaks for an answer is it
//! said not to be in the documents.

use plan::lexicon::Operator;

use crate::answer::{Citation, Considered, Selection};
use crate::question::Question;

/// Probability from which values are stated: at most one stated value in five is
/// to be wrong, and shares of right ones grow beyond the least.
pub const VALUES_MIN: f64 = 0.6;

/// Probability from which something may answer. Below it lie some one in four of the questions
/// that documents do not answer, and one in ten or fewer of those that they do: `eval qa` prints
/// both. By 0.2 twice as many of the latter were said not to be in the documents.
pub const UNSURE_MIN: f64 = 0.12;

/// What becomes of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decided {
    /// The likeliest values are stated.
    Values,
    /// Documents are told of as a whole.
    Summary,
    /// The best sentences are quoted.
    Quotes,
    /// Nothing is stated; what was considered is shown.
    Unsure,
    /// It is not in the documents.
    Absent,
}

/// Decides. `considered` is sorted, the likeliest first; the selection has an answer
/// where its own threshold is met; `found` says whether any passage was.
pub fn decide(
    considered: &[Considered],
    selection: Option<&Selection>,
    question: &Question,
    found: bool,
) -> Decided {
    let values = considered.first().map_or(0.0, |one| one.confidence);
    let quotes = selection.map_or(0.0, |one| one.confidence);
    let quoted = selection.is_some_and(|one| one.answer.is_some());
    let explains = [Operator::Why, Operator::How, Operator::Meaning]
        .into_iter()
        .any(|operator| opens_with(question, operator));
    let disputed = || {
        considered
            .first()
            .is_some_and(|one| is_disputed(one, selection))
    };
    if values >= VALUES_MIN && !explains && !disputed() {
        return Decided::Values;
    }
    if quoted {
        return Decided::Quotes;
    }
    if found && values.max(quotes) >= UNSURE_MIN {
        Decided::Unsure
    } else {
        Decided::Absent
    }
}

/// Whether quotes hold what the values rest on against what another document says: both are
/// shown then.
fn is_disputed(values: &Considered, selection: Option<&Selection>) -> bool {
    let Some(answer) = selection.and_then(|one| one.answer.as_ref()) else {
        return false;
    };
    let disputed = |marker: usize| {
        let mut all = answer.differs.iter();
        all.any(|one| one.first == marker || one.second == marker)
    };
    let mut quotes = answer.citations.iter().filter(|one| disputed(one.marker));
    quotes.any(|quote| {
        let same = |one: &Citation| one.document == quote.document && one.span.overlaps(quote.span);
        values.citations.iter().any(same)
    })
}

/// Whether the first operator word of a question may ask for that.
fn opens_with(question: &Question, operator: Operator) -> bool {
    let operators = &question.parsed.operators;
    let Some(first) = operators.first() else {
        return false;
    };
    operators
        .iter()
        .take_while(|one| one.tokens == first.tokens)
        .any(|one| one.operator == operator)
}
