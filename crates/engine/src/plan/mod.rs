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

mod applied;
mod aspects;
mod calculate;
mod cell;
mod cells;
mod chain;
mod compare;
mod compose;
mod define;
mod doubt;
mod expression;
#[cfg(test)]
mod fixture;
mod hops;
mod items;
mod key;
mod kin;
pub mod list;
mod named;
mod pinned;
mod question;
mod rate;
mod records;
mod refuse;
mod rows;
mod shelf;
mod shown;
mod sure;
pub mod table;
#[cfg(test)]
mod tests;
mod together;
mod work;
mod years;

pub(crate) use aspects::{COMPARED_MAX, over as side_by_side};

pub use crate::figures::Exact;
pub use cell::UNMATCHED;
pub use expression::{Expression, Op};
pub use hops::{Finding, HOPS_MAX, Resolved, told};

use index::{Filter, Snapshot};
use models::{Embedder, Limits};

use crate::EngineError;
use crate::answer::Answer;
use crate::fault;
use crate::figures::{bounds, scan};
use crate::question::Question;
use question::Form;
use work::Work;

/// What a plan is made for.
#[derive(Debug, Clone, Copy)]
pub struct PlanRequest<'a> {
    /// The question.
    pub question: &'a str,
    /// The same, taken apart, with the documents it mentions.
    pub asked: &'a Question,
    /// Documents that a filter hides are not read.
    pub filters: &'a [Filter],
    /// The router takes the question for one that asks for a list.
    pub enumerates: bool,
    /// What compares meanings, where words do not decide.
    pub meaning: Option<Meaning<'a>>,
}

/// A model that knows the language of the question.
#[derive(Clone, Copy)]
pub struct Meaning<'a> {
    /// The model.
    pub embedder: &'a dyn Embedder,
    /// When it has to stop.
    pub limits: &'a Limits,
}

impl std::fmt::Debug for Meaning<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Meaning")
            .field(self.embedder.profile())
            .finish()
    }
}

/// Kinds of plans.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Passages are read, nothing else.
    Passages,
    /// A list in full.
    Enumeration,
    /// What a document says that a word means.
    Definition,
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
    /// What the question describes is found first, then what it asks of that.
    Hops,
    /// The structure shows that there is no answer.
    Refusal,
}

impl Kind {
    /// Its name in output.
    pub fn as_str(self) -> &'static str {
        match self {
            Kind::Passages => "passages",
            Kind::Enumeration => "enumeration",
            Kind::Definition => "definition",
            Kind::Lookup => "lookup",
            Kind::Count => "count",
            Kind::Sum => "sum",
            Kind::Extreme => "extreme",
            Kind::Comparison => "comparison",
            Kind::SideBySide => "side_by_side",
            Kind::Calculation => "calculation",
            Kind::Hops => "hops",
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
    /// Which part of the question was not found: to be said where there is no answer.
    pub missing: Option<String>,
    /// The question with names for what it describes, where these were found and no
    /// plan answered it: its passages may.
    pub resolved: Option<Resolved>,
    /// A list may be asked for, and none is called by the words of the question.
    pub unlisted: bool,
}

impl Planned {
    /// The plan of a question that is left to its passages.
    pub(crate) fn passages(steps: Vec<Step>, note: Option<String>) -> Planned {
        Planned::of(Kind::Passages, steps, note)
    }

    /// A plan of a kind without an answer.
    fn of(kind: Kind, steps: Vec<Step>, note: Option<String>) -> Planned {
        Planned {
            kind,
            steps,
            answer: None,
            note,
            missing: None,
            resolved: None,
            unlisted: false,
        }
    }

    /// True when the plan has the answer, or knows that there is none.
    pub fn decides(&self) -> bool {
        self.answer.is_some() || self.declines()
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
    let named = named::documents(snapshot, request);
    let within = PlanRequest {
        filters: named
            .as_ref()
            .map_or(request.filters, |named| &named.filters),
        ..*request
    };
    let mut work = Work::new(snapshot, &within)?;
    work.rest = named.as_ref().map(|named| named.rest.clone());
    if work.shelf.books.is_empty() {
        return Ok(Planned::passages(Vec::new(), None));
    }
    if let Some(planned) = refuse::unknown_code(&mut work)? {
        return Ok(planned);
    }
    let mut findings: Vec<Finding> = hops::by_rank(&mut work)?.into_iter().collect();
    loop {
        let first = work.steps.len();
        let answered = answered(&mut work)?;
        hops::rest_on(&mut work.steps, first);
        if let Some((kind, answer)) = answered {
            return Ok(Planned {
                answer: Some(told(answer, &findings)),
                ..Planned::of(hops::kind(kind, &findings), work.steps, work.note)
            });
        }
        match hops::next(&mut work, &findings)? {
            Some(finding) => findings.push(finding),
            None => break,
        }
        work.note = None;
    }
    if let Some((kind, answer)) = hops::alias::answer(&mut work, &findings)? {
        return Ok(Planned {
            answer: Some(answer),
            ..Planned::of(kind, work.steps, work.note)
        });
    }
    let missing = match refuse::missing_condition(&mut work) {
        None => refuse::unknown_name(&mut work)?,
        reason => reason,
    };
    if let Some(reason) = missing {
        return Ok(Planned::of(Kind::Refusal, work.steps, Some(reason)));
    }
    let question = work.question.text;
    Ok(Planned {
        unlisted: work.unlisted,
        missing: work.missing,
        resolved: (!findings.is_empty()).then_some(Resolved { question, findings }),
        ..Planned::passages(work.steps, work.note)
    })
}

/// The answer of the first plan that has one for the question as it stands.
fn answered(work: &mut Work<'_>) -> Result<Option<(Kind, Answer)>, EngineError> {
    for plan in plans(&work.question, work.enumerates) {
        let step = format!("plan: {}", plan.as_str());
        let found = fault::contained(&step, || match plan {
            Kind::Enumeration => items::answer(work),
            Kind::Extreme => rows::extreme(work),
            Kind::Comparison => compare::comparison(work),
            Kind::SideBySide => aspects::side_by_side(work),
            Kind::Calculation => calculated(work),
            Kind::Count => rows::count(work),
            Kind::Sum => rows::sum(work),
            Kind::Definition => define::meaning(work),
            Kind::Lookup => cell::lookup(work),
            Kind::Hops => hops::shared_members(work),
            Kind::Refusal | Kind::Passages => Ok(None),
        });
        let found = found.transpose()?.flatten();
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// Operands that are named, things taken together, years from one to another.
fn calculated(work: &mut Work<'_>) -> Result<Option<(Kind, Answer)>, EngineError> {
    for plan in [calculate::operands, together::sum, years::over_years] {
        let found = plan(work)?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// `What does the pump do?`, `Why is it red?`: no cell of a table explains.
fn asks_how(question: &str) -> bool {
    const OPENINGS: &[&str] = &[
        "why ",
        "warum ",
        "weshalb ",
        "wieso ",
        "por qué ",
        "wie funktioniert ",
        "was macht ",
        "qué hace ",
        "cómo funciona ",
    ];
    const FRAMES: &[(&str, &str)] = &[("what do", " do"), ("how do", " work")];
    let lower = scan::lowered(question);
    let bare = lower.trim_matches(|c: char| !c.is_alphanumeric());
    OPENINGS.iter().any(|opening| bare.starts_with(opening))
        || FRAMES
            .iter()
            .any(|(first, last)| bare.starts_with(first) && bare.ends_with(last))
}

/// `How do I open an account?`: a list of steps may say it, and no cell.
fn asks_for_steps(question: &str) -> bool {
    const OPENINGS: &[&str] = &[
        "how do i ",
        "how can i ",
        "how do we ",
        "how can we ",
        "wie kann ich ",
        "wie geht man ",
        "cómo puedo ",
        "cómo se ",
    ];
    let lower = scan::lowered(question);
    let bare = lower.trim_start_matches(|c: char| !c.is_alphanumeric());
    OPENINGS.iter().any(|opening| bare.starts_with(opening))
}

/// `Who …`, `Wer …`, `¿Quiénes …`.
fn asks_who(question: &str) -> bool {
    let lower = scan::lowered(question);
    let first = lower
        .split(|c: char| !c.is_alphabetic())
        .find(|word| !word.is_empty());
    first.is_some_and(|first| matches!(first, "who" | "wer" | "wen" | "quién" | "quiénes"))
}

/// The plans that the form of a question allows, the most special one first.
fn plans(question: &question::Question, enumerates: bool) -> Vec<Kind> {
    let mut plans = vec![
        Kind::Definition,
        Kind::Hops,
        Kind::SideBySide,
        Kind::Comparison,
        Kind::Calculation,
    ];
    if table::pair::compares(&question.text) {
        return plans;
    }
    match question.form {
        Form::Items if enumerates && question.plural => plans.push(Kind::Enumeration),
        // `Which factors apply to …` may ask for one cell.
        Form::Items => plans.extend([Kind::Enumeration, Kind::Lookup]),
        Form::Extreme { .. } => plans.extend([Kind::Extreme, Kind::Lookup]),
        Form::Count => plans.extend([Kind::Lookup, Kind::Count]),
        Form::Value if asks_how(&question.text) => {}
        Form::Value if asks_for_steps(&question.text) => plans.push(Kind::Enumeration),
        // `Who is exempt?`, `What may not be sent?` may have a list for an answer.
        Form::Value if question.noun.is_empty() || asks_who(&question.text) => {
            plans.extend([Kind::Lookup, Kind::Enumeration]);
        }
        Form::Value => plans.push(Kind::Lookup),
    }
    if question.total {
        plans.push(Kind::Sum);
    }
    plans
}
