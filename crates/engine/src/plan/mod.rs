//! Plans: answers from the structure of documents, without a language model.
//!
//! Some questions have their answer in a list, a table, or several of them, and
//! the best passages are the wrong thing to read: the list is longer than they
//! are, the row is one of thousands that look alike. For these a plan reads
//! the structure itself, of all documents under the filters: lists in full
//! ([`list`]), cells by their conditions, folds over rows ([`table`]), and
//! documents side by side (`aspects`), and
//! arithmetic over quoted numbers ([`Expression`]). What a plan cannot answer
//! surely it leaves to the passages, or, where the structure shows that the
//! answer is not there, says so with the reason.
//!
//! Plans are chosen by rules on the form of the question, each step is in the
//! trace, and no loop runs longer than what was read.

mod aspects;
mod bounds;
mod calculate;
mod cell;
mod chain;
mod compare;
mod compose;
mod documents;
mod exact;
mod expression;
#[cfg(test)]
mod fixture;
mod items;
mod key;
pub mod list;
mod question;
mod rate;
mod refuse;
mod rows;
mod scan;
mod shelf;
mod shown;
pub mod table;
#[cfg(test)]
mod tests;
mod work;

pub use documents::{DocumentScore, rank_documents};
pub use exact::Exact;
pub use expression::{Expression, Op};

use index::{Filter, Snapshot};

use crate::EngineError;
use crate::answer::Answer;
use question::Form;
use work::Work;

/// What a plan is made for.
#[derive(Debug, Clone, Copy)]
pub struct PlanRequest<'a> {
    /// The question.
    pub question: &'a str,
    /// Documents that a filter hides are not read.
    pub filters: &'a [Filter],
    /// The router takes the question for one that asks for a list.
    pub enumerates: bool,
}

/// Kinds of plans.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Passages are read, nothing else.
    Passages,
    /// A list in full.
    Enumeration,
    /// One cell, or one row's cells.
    Lookup,
    /// Rows counted.
    Count,
    /// A column added.
    Sum,
    /// The row with the largest or smallest value.
    Extreme,
    /// Two cells against each other.
    Comparison,
    /// Documents or sections side by side, aspect by aspect.
    SideBySide,
    /// Operands looked up and computed with.
    Calculation,
    /// The structure shows that there is no answer.
    Refusal,
}

impl Kind {
    /// Its name in output.
    pub fn as_str(self) -> &'static str {
        match self {
            Kind::Passages => "passages",
            Kind::Enumeration => "enumeration",
            Kind::Lookup => "lookup",
            Kind::Count => "count",
            Kind::Sum => "sum",
            Kind::Extreme => "extreme",
            Kind::Comparison => "comparison",
            Kind::SideBySide => "side_by_side",
            Kind::Calculation => "calculation",
            Kind::Refusal => "refusal",
        }
    }
}

/// One step of a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// `s1`, `s2`, …
    pub id: String,
    /// What was looked for.
    pub query: String,
    /// What kind of thing it should give.
    pub expects: &'static str,
    /// Paths of the documents it was found in.
    pub documents: Vec<String>,
    /// Steps whose findings it uses.
    pub needs: Vec<String>,
    /// What was found, for the trace.
    pub found: String,
}

/// What became of a question.
#[derive(Debug)]
pub struct Planned {
    /// The kind of plan that decided.
    pub kind: Kind,
    /// In order.
    pub steps: Vec<Step>,
    /// The answer, if the plan has one.
    pub answer: Option<Answer>,
    /// Why there is none in the documents, where that was seen; or what must be
    /// said beside an answer from passages.
    pub note: Option<String>,
}

impl Planned {
    /// The plan of a question that is left to its passages.
    pub(crate) fn passages(steps: Vec<Step>, note: Option<String>) -> Planned {
        Planned {
            kind: Kind::Passages,
            steps,
            answer: None,
            note,
        }
    }

    /// True when the answer is known not to be in the documents.
    pub fn declines(&self) -> bool {
        self.kind == Kind::Refusal
    }
}

/// Makes and runs the plan of a question.
///
/// # Errors
/// A bad filter, a store that cannot be read.
pub fn run(snapshot: &Snapshot, request: &PlanRequest<'_>) -> Result<Planned, EngineError> {
    let mut work = Work::new(snapshot, request)?;
    if work.shelf.books.is_empty() {
        return Ok(Planned::passages(Vec::new(), None));
    }
    if let Some(planned) = refuse::unknown_code(&mut work)? {
        return Ok(planned);
    }
    for plan in plans(&work.question, request.enumerates) {
        let found = match plan {
            Kind::Enumeration => items::answer(&mut work)?,
            Kind::Extreme => rows::extreme(&mut work)?,
            Kind::Comparison => compare::comparison(&mut work)?,
            Kind::SideBySide => aspects::side_by_side(&mut work)?,
            Kind::Calculation => calculate::operands(&mut work)?,
            Kind::Count => rows::count(&mut work)?,
            Kind::Sum => rows::sum(&mut work)?,
            Kind::Lookup => cell::lookup(&mut work)?,
            Kind::Refusal | Kind::Passages => None,
        };
        if let Some((kind, answer)) = found {
            return Ok(Planned {
                kind,
                answer: Some(answer),
                note: work.note.take(),
                steps: work.steps,
            });
        }
    }
    if let Some(reason) = refuse::missing_condition(&mut work) {
        return Ok(Planned {
            kind: Kind::Refusal,
            answer: None,
            note: Some(reason),
            steps: work.steps,
        });
    }
    Ok(Planned::passages(work.steps, work.note))
}

/// The plans that the form of a question allows, the most special one first.
fn plans(question: &question::Question, enumerates: bool) -> Vec<Kind> {
    let mut plans = vec![Kind::SideBySide, Kind::Comparison, Kind::Calculation];
    if table::pair::compares(&question.text) {
        return plans;
    }
    match question.form {
        Form::Items if enumerates => plans.push(Kind::Enumeration),
        // `Which factors apply to …` may ask for one cell.
        Form::Items => plans.extend([Kind::Enumeration, Kind::Lookup]),
        Form::Extreme { .. } => plans.extend([Kind::Extreme, Kind::Lookup]),
        Form::Count => plans.extend([Kind::Lookup, Kind::Count]),
        Form::Value => plans.push(Kind::Lookup),
    }
    if question.total {
        plans.push(Kind::Sum);
    }
    plans
}
