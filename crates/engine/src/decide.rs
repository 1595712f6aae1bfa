//! One decision: values from tables, quotes from passages, neither.
//!
//! Both come with a probability of being right. What is likelier is stated where
//! it is likely enough; below that lies "unsure", which claims nothing and shows
//! what was considered; only where next to nothing speaks for an answer is it
//! said not to be in the documents.

use plan::lexicon::Operator;

use crate::answer::{Answer, Considered, Ground, Selection};
use crate::plan::{Kind, Planned};
use crate::question::Question;

/// Probability from which values are stated: at most one stated value in five is
/// to be wrong, and shares of right ones grow beyond the least.
pub const VALUES_MIN: f64 = 0.6;

/// Probability from which something may answer: below it fewer than one of five do.
pub const UNSURE_MIN: f64 = 0.2;

/// What a plan must be sure of to state a list; and how sure such a list is, and a value
/// that relations give first, too. Chosen on `reports`, `insurance` and `pdf-tables`, not
/// fitted.
const LISTS_MIN: f64 = 0.85;
const LISTS_RIGHT: f64 = 0.8;
const AGREED_RIGHT: f64 = 0.8;

/// What becomes of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decided {
    /// The likeliest values are stated.
    Values,
    /// An older plan states a list, or a value that relations give, too.
    Plan,
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
/// where its own threshold is met. `lists` says that the router takes the question for one
/// that asks for a list, `planned` that a plan is [`supported`].
pub fn decide(
    considered: &[Considered],
    selection: Option<&Selection>,
    question: &Question,
    (lists, planned): (bool, bool),
) -> Decided {
    let values = considered.first().map_or(0.0, |one| one.confidence);
    let quotes = selection.map_or(0.0, |one| one.confidence);
    let quoted = selection.is_some_and(|one| one.answer.is_some());
    let explains = [Operator::Why, Operator::How, Operator::Meaning]
        .into_iter()
        .any(|operator| opens_with(question, operator));
    let stated = values >= VALUES_MIN && !explains;
    if stated && (values >= quotes || !quoted) {
        return Decided::Values;
    }
    if planned {
        return Decided::Plan;
    }
    let short = selection.is_some_and(|one| falls_short(one, question, lists));
    if quoted && !short {
        return Decided::Quotes;
    }
    if values.max(quotes) >= UNSURE_MIN {
        Decided::Unsure
    } else {
        Decided::Absent
    }
}

/// Whether what a plan says may be stated: a list that it is sure of, or a value that is
/// the likeliest of relations, too. Of what plans say alone, on documents that they
/// were not made for, six of ten values are wrong.
pub fn supported(plan: &Planned, considered: &[Considered]) -> bool {
    let Some(answer) = &plan.answer else {
        return false;
    };
    if plan.kind == Kind::Enumeration {
        return answer.confidence >= LISTS_MIN;
    }
    let Some(value) = &answer.value else {
        return false;
    };
    let first = considered.first().map(|one| one.values.as_slice());
    matches!(first, Some([only]) if plain(&only.text) == plain(value))
}

/// The answer of a supported plan, as sure as such answers are right.
pub fn stated_by(plan: &Planned) -> Option<Answer> {
    let answer = plan.answer.clone()?;
    let confidence = match plan.kind {
        Kind::Enumeration => LISTS_RIGHT,
        _ => AGREED_RIGHT,
    };
    Some(Answer {
        confidence,
        ..answer
    })
}

/// Letters, digits and what tells numbers apart.
fn plain(text: &str) -> String {
    let kept = text
        .chars()
        .filter(|c| c.is_alphanumeric() || "().-".contains(*c));
    kept.flat_map(char::to_lowercase).collect()
}

/// Whether sentences cannot be what is asked for: a list, or what two cells make. Over
/// documents with tables and lists such quotes hardly ever hold what was asked; prose may
/// well say it in one sentence.
fn falls_short(selection: &Selection, question: &Question, lists: bool) -> bool {
    if selection.evidence.ground == Ground::Prose {
        return false;
    }
    let computes = [
        Operator::Difference,
        Operator::Change,
        Operator::Ratio,
        Operator::Share,
        Operator::Compare,
    ];
    let mut operators = question.parsed.operators.iter();
    lists || operators.any(|one| computes.contains(&one.operator))
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
