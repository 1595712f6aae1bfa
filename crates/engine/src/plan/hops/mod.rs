//! Questions that lie behind another: `Who heads the department that approved the
//! budget?` asks first which department that is.
//!
//! Each hop finds what the question describes, in the documents and with a quote,
//! and puts its name in place of the description; then the plans are tried again on
//! the question as it stands now, and at last its passages are read. There are
//! [`HOPS_MAX`] hops at most. A description that nothing surely fits ends them: the
//! question is answered as it was asked, and the trace says what is missing.

pub mod alias;
mod describe;
mod foremost;
mod members;
mod names;
mod nested;
#[cfg(test)]
mod tests;
mod words;

pub use members::shared_members;

use describe::Meant;

use super::compose::Draft;
use super::work::Work;
use super::{Kind, Step};
use crate::EngineError;
use crate::answer::{Answer, Citation};

/// Hops of one question at most.
pub const HOPS_MAX: usize = 3;

/// What is left of an answer's confidence behind each hop.
const HOP_CONFIDENCE: f64 = 0.9;

/// A thing that a question describes, found.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// As the question describes it.
    pub described: String,
    /// What it is called in the documents.
    pub name: String,
    /// Where that stands; its marker is set when it joins an answer.
    pub citation: Citation,
}

/// A question whose descriptions were replaced by names.
#[derive(Debug, Clone, PartialEq)]
pub struct Resolved {
    /// The question as it stands now.
    pub question: String,
    /// What was found, in order; at least one.
    pub findings: Vec<Finding>,
}

/// Takes one hop: finds the innermost thing that the question describes and puts
/// its name in the question. `None` where there is none, or it is not found.
///
/// # Errors
/// A store that cannot be read, a quote that is not in it.
pub fn next(work: &mut Work<'_>, done: &[Finding]) -> Result<Option<Finding>, EngineError> {
    let described = nested::innermost(&work.question.text).filter(|_| done.len() < HOPS_MAX);
    let Some(described) = described else {
        return Ok(None);
    };
    let Some(meant) = describe::find(work, &described)? else {
        let found = "nothing surely fits".to_owned();
        work.step(&described.text, "name", &[], found);
        work.missing = Some(format!("Not found: the {}.", described.text));
        return Ok(None);
    };
    put_name(work, &described.text, &described.range, &meant).map(Some)
}

/// Finds the thing that the question tells by its rank and puts its name in the question. `None`
/// where there is none, or no table shows it.
///
/// # Errors
/// A quote that is not in the store.
pub fn by_rank(work: &mut Work<'_>) -> Result<Option<Finding>, EngineError> {
    let text = work.question.text.clone();
    let Some(described) = foremost::read(&text) else {
        return Ok(None);
    };
    let Some(meant) = foremost::find(work, &described) else {
        return Ok(None);
    };
    let what = text[described.range.clone()].to_owned();
    put_name(work, without_article(&what), &described.range, &meant).map(Some)
}

/// `the substation` is told as `The substation: …`.
fn without_article(described: &str) -> &str {
    described
        .split_once(' ')
        .map_or(described, |(_, rest)| rest)
}

/// Puts a name in place of its description.
fn put_name(
    work: &mut Work<'_>,
    described: &str,
    range: &std::ops::Range<usize>,
    meant: &Meant,
) -> Result<Finding, EngineError> {
    let finding = finding(work, described.to_owned(), meant)?;
    let told = format!("{}, by “{}”", meant.name, one_line(&finding.citation.quote));
    work.step(described, "name", &[meant.book], told);
    let text = &work.question.text;
    let rewritten = format!(
        "{}{}{}",
        &text[..range.start],
        meant.name,
        &text[range.end..]
    );
    work.question = work.read(&rewritten, work.enumerates);
    work.missing = Some(format!(
        "The {described} is {}, but nothing says: {rewritten}",
        meant.name
    ));
    Ok(finding)
}

fn finding(work: &Work<'_>, described: String, meant: &Meant) -> Result<Finding, EngineError> {
    let mut draft = Draft::new(&work.shelf);
    draft.cite(meant.book, meant.span, None);
    let mut cited = draft.finish(work.snapshot, 1.0)?.citations;
    Ok(Finding {
        described,
        name: meant.name.clone(),
        citation: cited.remove(0),
    })
}

/// An answer with what led to it: a line and a citation for each finding, in front.
pub fn told(mut answer: Answer, findings: &[Finding]) -> Answer {
    let mut lines = Vec::new();
    for finding in findings {
        let marker = answer.citations.len() + 1;
        lines.push(format!(
            "The {}: {}, by “{}” [{marker}]",
            finding.described,
            finding.name,
            one_line(&finding.citation.quote)
        ));
        answer.citations.push(Citation {
            marker,
            ..finding.citation.clone()
        });
        answer.confidence *= HOP_CONFIDENCE;
    }
    lines.push(answer.text);
    answer.text = lines.join("\n");
    answer
}

/// Marks steps from `first` on as resting on the step before them.
pub fn rest_on(steps: &mut [Step], first: usize) {
    let Some(before) = first.checked_sub(1).and_then(|at| steps.get(at)) else {
        return;
    };
    let id = before.id.clone();
    for step in steps[first..]
        .iter_mut()
        .filter(|step| step.needs.is_empty())
    {
        step.needs.push(id.clone());
    }
}

/// The kind of a plan that answered behind `findings`.
pub fn kind(of: Kind, findings: &[Finding]) -> Kind {
    if findings.is_empty() { of } else { Kind::Hops }
}

/// Where a question describes the thing whose figure it asks for, by its rank or in a clause
/// with a pronoun: the words that tell it.
pub fn described(question: &str) -> Option<std::ops::Range<usize>> {
    let by_rank = foremost::read(question).map(|found| found.range);
    by_rank.or_else(|| {
        let found = nested::innermost(question)?;
        let mut opening = found.clause.split(' ').take(2);
        let end = found.range.end;
        opening
            .any(|word| words::PRONOUNS.contains(&word))
            .then(|| end - found.clause.len()..end)
    })
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
