//! Answers to questions of two halves: the first is answered by itself, the second with what the
//! first gave, and both are stated.

mod split;

use std::collections::{BTreeMap, BTreeSet};
use std::panic::resume_unwind;
use std::thread;

use index::{ChunkRecord, Filter, Snapshot};
use plan::query::{self, AggregateFunction, CompareOp, Expr, Query, Selected};

use self::split::{Second, Split};
use super::proposed::{by_patterns, considered};
use super::two::{Made, made};
use super::{find, queried, sides, sql};
use crate::EngineError;
use crate::answer::{Citation, Considered, Producer, ShownQuery, Value};
use crate::question::LibraryQuestion;

/// What such an answer does, by name.
const OPERATOR: &str = "halves";

/// Answers of each half that are tried.
const TRIED: usize = 3;
/// What an answer to one half is worth as an answer to both.
const ONE_HALF: f64 = 0.2;
/// What an answer from two tables is worth beside one from one.
const OTHER_TABLE: f64 = 0.5;
/// Characters of a name that is asked about.
const NAME_CHARS_MAX: usize = 80;
/// Values of a half.
const VALUES_MAX: usize = 8;

/// Adds what two halves come to, and doubts what answers one of them alone; the likeliest first.
pub(super) fn add(
    snapshot: &Snapshot,
    question: &LibraryQuestion,
    filters: &[Filter],
    records: &[ChunkRecord],
    considered: &mut Vec<Considered>,
) -> Result<(), EngineError> {
    let Some(split) = split::split(&question.parsed) else {
        return Ok(());
    };
    let ask = |text: &str| {
        let mut half = LibraryQuestion::read(snapshot, text);
        // What the whole question names, each half is about.
        if half.mentions.is_none() {
            half.mentions.clone_from(&question.mentions);
        }
        alone(snapshot, &half, filters, records, TRIED)
    };
    let firsts = ask(&split.first)?;
    let firsts = firsts.iter().filter(|one| fits(one, &split));
    let seconds: Vec<(&Considered, Told)> = firsts
        .map(|first| (first, told(snapshot, &split, first)))
        .collect();
    let asked = asked_once(seconds.iter().map(|(_, second)| second), &ask)?;
    let mut found: Option<Considered> = None;
    for (first, second) in &seconds {
        let both = match second {
            Told::By(second) => second.as_ref().map(|second| joined(first, second)),
            Told::Asked(text) => both(first, asked.get(text.as_str()), considered),
        };
        found = both.into_iter().chain(found).reduce(likelier);
    }
    let Some(found) = found else {
        return Ok(());
    };
    // Who asks for what its first half names may do without the name.
    if !split.refers {
        for one in considered.iter_mut().filter(|one| one.values.len() < 2) {
            one.confidence *= ONE_HALF;
        }
    }
    considered.push(found);
    considered.sort_by(|a, b| b.confidence.total_cmp(&a.confidence));
    Ok(())
}

/// Whether an answer to the first half gives a name where one is asked for. A year is one.
fn fits(one: &Considered, split: &Split) -> bool {
    let mut values = one.values.iter();
    !split.names || values.all(|value| value.number.is_none())
}

fn likelier(a: Considered, b: Considered) -> Considered {
    if b.confidence >= a.confidence { b } else { a }
}

/// How the second half is told once there is an answer to the first.
enum Told {
    /// By what the first one was chosen by; `None` where that says nothing of it.
    By(Option<Considered>),
    /// By what this question is answered with.
    Asked(String),
}

fn told(snapshot: &Snapshot, split: &Split, first: &Considered) -> Told {
    if split.second != Second::Other
        && let Some(of_first) = compared_by(snapshot, first, split.second)
    {
        return Told::By(match split.second {
            Second::Gap => apart(of_first),
            _ => Some(of_first),
        });
    }
    let name = first.values.first().filter(|value| value.number.is_none());
    let name = name.map(|value| value.text.as_str());
    let name = name.filter(|name| name.chars().count() <= NAME_CHARS_MAX);
    Told::Asked(split.second_question(name))
}

/// What each question is answered with, by its text; they are asked side by side, each once.
fn asked_once<'s>(
    seconds: impl Iterator<Item = &'s Told>,
    ask: &(dyn Fn(&str) -> Result<Vec<Considered>, EngineError> + Sync),
) -> Result<BTreeMap<&'s str, Vec<Considered>>, EngineError> {
    let texts: BTreeSet<&str> = seconds
        .filter_map(|second| match second {
            Told::By(_) => None,
            Told::Asked(text) => Some(text.as_str()),
        })
        .collect();
    thread::scope(|scope| {
        let begin = |text| (text, scope.spawn(move || ask(text)));
        let begun: Vec<_> = texts.into_iter().map(begin).collect();
        let ended = begun.into_iter().map(|(text, asking)| {
            let answers = asking.join().unwrap_or_else(|panic| resume_unwind(panic));
            Ok((text, answers?))
        });
        ended.collect()
    })
}

/// The answer to both halves, where there is one to each. What the `whole` question was answered with may
/// be that to the second.
fn both(
    first: &Considered,
    seconds: Option<&Vec<Considered>>,
    whole: &[Considered],
) -> Option<Considered> {
    let others = seconds.into_iter().flatten().chain(whole);
    let others = others.filter(|one| one.values != first.values && one.values.len() <= VALUES_MAX);
    let joined = others.map(|second| {
        let mut joined = joined(first, second);
        if first.query.relations != second.query.relations {
            joined.confidence *= OTHER_TABLE;
        }
        joined
    });
    joined.reduce(likelier)
}

/// The values that a choice or a comparison was made by: what the largest one is, or, to say how
/// far apart they are, both that were compared.
fn compared_by(snapshot: &Snapshot, first: &Considered, wanted: Second) -> Option<Considered> {
    let limits = query::Limits::default();
    let asked = query::parse(&first.query.sql, &limits).ok()?;
    let by = by_what(&asked, wanted)?.to_string();
    let ran = sql::run(snapshot, &by, &limits, VALUES_MAX).ok()?;
    let mut found = queried::considered(ran, Producer::Patterns);
    found.confidence = first.confidence;
    (!found.values.is_empty() && found.values.len() <= 2).then_some(found)
}

/// The query for these values.
fn by_what(asked: &Query, wanted: Second) -> Option<Query> {
    let [Selected::One { expr, .. }] = asked.select.columns.as_slice() else {
        return None;
    };
    let selecting = |query: &Query, columns: Vec<Expr>| {
        let mut query = query.clone();
        let columns = columns.into_iter();
        let columns = columns.map(|expr| Selected::One { expr, name: None });
        query.select.columns = columns.collect();
        query
    };
    if let Expr::Case { branches, .. } = expr {
        let Some(Expr::Compare { left, right, .. }) = branches.first().map(|one| &one.condition)
        else {
            return None;
        };
        return Some(selecting(asked, vec![(**left).clone(), (**right).clone()]));
    }
    let (by, among) = chosen_by(asked.select.filter.as_ref()?)?;
    let of = match wanted {
        Second::Gap => among,
        _ => asked,
    };
    Some(selecting(of, vec![by.clone()]))
}

/// The column of which a row has the most or the least, and the query for that.
fn chosen_by(filter: &Expr) -> Option<(&Expr, &Query)> {
    match filter {
        Expr::And(members) => members.iter().find_map(chosen_by),
        Expr::Compare {
            op: CompareOp::Equal,
            left,
            right,
        } => {
            let Expr::Query(most) = &**right else {
                return None;
            };
            let [Selected::One { expr, .. }] = most.select.columns.as_slice() else {
                return None;
            };
            let Expr::Aggregate {
                function: AggregateFunction::Max | AggregateFunction::Min,
                of: Some(of),
                ..
            } = expr
            else {
                return None;
            };
            // The last row is no value of anything.
            let is_place = matches!(&**left, Expr::Column { name, .. } if name == "row");
            (of == left && !is_place).then_some((&**left, &**most))
        }
        _ => None,
    }
}

/// How far apart two values are, with the calculation.
fn apart(mut two: Considered) -> Option<Considered> {
    let [a, b] = two.values.as_slice() else {
        return None;
    };
    let (value, expression) = made(Made::Difference, [a, b])?;
    two.expression = Some(expression);
    two.values = vec![value];
    Some(two)
}

/// Both answers in one.
fn joined(first: &Considered, second: &Considered) -> Considered {
    let mut citations: Vec<Citation> = Vec::new();
    let mut values = Vec::new();
    for one in [first, second] {
        let markers: Vec<usize> = one
            .citations
            .iter()
            .map(|citation| sides::cite(citation, &mut citations))
            .collect();
        let moved = one.values.iter().map(|value| Value {
            citations: value
                .citations
                .iter()
                .filter_map(|marker| markers.get(marker.checked_sub(1)?).copied())
                .collect(),
            ..value.clone()
        });
        values.extend(moved);
    }
    let mut relations = first.query.relations.clone();
    relations.extend(second.query.relations.iter().cloned());
    relations.dedup();
    let expressions = [first, second].map(|one| one.expression.clone());
    let expressions: Vec<String> = expressions.into_iter().flatten().collect();
    Considered {
        values,
        citations,
        query: ShownQuery {
            sql: format!("{}; {}", first.query.sql, second.query.sql),
            relations,
            producer: first.query.producer,
        },
        operator: OPERATOR,
        expression: (!expressions.is_empty()).then(|| expressions.join("; ")),
        rows_read: first.rows_read + second.rows_read,
        rows_total: first.rows_total + second.rows_total,
        confidence: first.confidence.min(second.confidence),
    }
}

/// What tables say to a question that is not taken into halves, at most `kept`.
fn alone(
    snapshot: &Snapshot,
    question: &LibraryQuestion,
    filters: &[Filter],
    records: &[ChunkRecord],
    kept: usize,
) -> Result<Vec<Considered>, EngineError> {
    let found = find::relations(snapshot, question, filters, records)?;
    let mut considered = considered(by_patterns(
        snapshot,
        &question.parsed.asking(),
        &found,
        kept,
    )?);
    sides::add(snapshot, question, filters, records, &mut considered)?;
    Ok(considered)
}
