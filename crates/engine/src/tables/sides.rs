//! Answers to questions about two things: each is asked for by itself, and two values that say
//! the same of both are set side by side.

use std::borrow::Cow;
use std::collections::BTreeSet;

use index::{ChunkRecord, Filter, Snapshot};
use plan::lexicon::Lexicon;
use text::table::{Decimal, Unit};

use super::find;
use super::proposed::{Proposed, by_patterns};
use super::two::{Made, citations, made};
use crate::EngineError;
use crate::answer::{Citation, Considered, ShownQuery, Value};
use crate::question::{LibraryQuestion, Mentions, Side, Split, Wanted};

/// What such an answer does, by name.
pub(super) const OPERATOR: &str = "compare";

/// Values of each side that are tried.
const TRIED: usize = 8;
/// What two values with nothing alike in their labels are worth, beside ones that are labelled
/// the same.
const UNLIKE: f64 = 0.2;
/// What values of different units or scales are worth, beside ones of the same: 5 % and 5 million
/// are not compared.
const OTHER_UNIT: f64 = 0.2;
/// What a value of one side is worth as an answer about both.
const ONE_SIDE: f64 = 0.2;

/// Adds what two values say to a question about two things, and doubts what speaks of one of them
/// alone; the likeliest first. Whether it did.
pub(super) fn add(
    snapshot: &Snapshot,
    question: &LibraryQuestion,
    filters: &[Filter],
    records: &[ChunkRecord],
    considered: &mut Vec<Considered>,
) -> Result<bool, EngineError> {
    let Some(split) = question.split() else {
        return Ok(false);
    };
    let mut proposed = Vec::new();
    for side in &split.sides {
        proposed.push(of_side(snapshot, (side, split.wanted), filters, records)?);
    }
    let Some((a, b, confidence)) = best_pair(&proposed[0], &proposed[1]) else {
        return Ok(false);
    };
    let Some(both) = side_by_side(&split, question, [a, b], confidence) else {
        return Ok(false);
    };
    for one in considered
        .iter_mut()
        .filter(|one| is_partial(one, split.wanted))
    {
        one.confidence *= ONE_SIDE;
    }
    considered.push(both);
    considered.sort_by(|a, b| b.confidence.total_cmp(&a.confidence));
    Ok(true)
}

/// Numbers that answer what is asked of one side.
fn of_side(
    snapshot: &Snapshot,
    (side, wanted): (&Side, Wanted),
    filters: &[Filter],
    records: &[ChunkRecord],
) -> Result<Vec<Proposed>, EngineError> {
    let mut question = LibraryQuestion::read(snapshot, &side.question);
    // A short name is not always known for one by itself.
    if !side.documents.is_empty() {
        question.mentions = Some(Mentions {
            ids: side.documents.clone(),
            ..question.mentions.unwrap_or_default()
        });
    }
    let found = find::relations(snapshot, &question, filters, records)?;
    // Who sets two things side by side, and no amounts of them, need not ask for an amount.
    let asked = match wanted {
        Wanted::Both => Cow::Borrowed(&question.parsed),
        _ => question.parsed.asking(),
    };
    let mut proposed = by_patterns(snapshot, &asked, &found, TRIED)?;
    // What the question gives itself is no answer to it.
    let given: BTreeSet<Decimal> = question
        .parsed
        .numbers
        .iter()
        .map(|one| one.number.value)
        .collect();
    proposed.retain(|one| match one.considered.values.as_slice() {
        [value] => value.number.is_some_and(|number| !given.contains(&number)),
        _ => false,
    });
    // Values of another document are of another thing.
    let own = |citation: &Citation| {
        side.documents.is_empty() || side.documents.contains(&citation.document)
    };
    proposed.retain(|one| one.considered.citations.iter().all(own));
    Ok(proposed)
}

/// The two that most likely say the same of both, and how likely they are what was asked for.
fn best_pair<'a>(
    first: &'a [Proposed],
    second: &'a [Proposed],
) -> Option<(&'a Considered, &'a Considered, f64)> {
    let mut best: Option<(&Proposed, &Proposed, f64)> = None;
    for a in first {
        for b in second {
            if a.considered.query == b.considered.query {
                continue;
            }
            let alike = UNLIKE + (1.0 - UNLIKE) * likeness(&a.label, &b.label);
            let unit = unit_likeness(&a.considered.values[0], &b.considered.values[0]);
            let likely = a.considered.confidence * b.considered.confidence * alike * unit;
            if best.is_none_or(|(_, _, known)| likely > known) {
                best = Some((a, b, likely));
            }
        }
    }
    let (a, b, _) = best?;
    let unit = unit_likeness(&a.considered.values[0], &b.considered.values[0]);
    let (a, b) = (&a.considered, &b.considered);
    Some((a, b, a.confidence.min(b.confidence) * unit))
}

/// Words that two labels share, as a share of all of them.
#[expect(clippy::cast_precision_loss, reason = "words of two labels")]
fn likeness(a: &str, b: &str) -> f64 {
    let words = |label: &str| -> BTreeSet<String> {
        let folded = text::folded(label);
        let words = folded.split(|c: char| !c.is_alphanumeric());
        words
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect()
    };
    let (a, b) = (words(a), words(b));
    let all = a.union(&b).count();
    match all {
        0 => 0.0,
        _ => a.intersection(&b).count() as f64 / all as f64,
    }
}

fn unit_likeness(a: &Value, b: &Value) -> f64 {
    let other_unit = (a.unit == Unit::PERCENT) != (b.unit == Unit::PERCENT);
    let other_scale = a.scale != b.scale && a.scale != 0 && b.scale != 0;
    if other_unit || other_scale {
        OTHER_UNIT
    } else {
        1.0
    }
}

/// Says less than was asked: the value of one thing alone, or how far apart they are without
/// which is which.
fn is_partial(one: &Considered, wanted: Wanted) -> bool {
    let [value] = one.values.as_slice() else {
        return false;
    };
    match wanted {
        Wanted::Which { .. } | Wanted::Whether { .. } | Wanted::Course
            if value.number.is_some() =>
        {
            true
        }
        _ => one.expression.is_none() && one.citations.len() < 2,
    }
}

/// The answer of two values.
fn side_by_side(
    split: &Split,
    question: &LibraryQuestion,
    [a, b]: [&Considered; 2],
    confidence: f64,
) -> Option<Considered> {
    let mut citations: Vec<Citation> = Vec::new();
    let mut values = Vec::new();
    for (side, one) in split.sides.iter().zip([a, b]) {
        let markers = one
            .citations
            .iter()
            .map(|citation| cite(citation, &mut citations));
        values.push(Value {
            citations: markers.collect(),
            names: Some(side.name.clone()),
            ..one.values[0].clone()
        });
    }
    let numbers = [values[0].number?, values[1].number?];
    let mut said = Vec::new();
    let verdict = verdict(split, question, numbers);
    let order = match verdict {
        Verdict::Second => [1, 0],
        _ => [0, 1],
    };
    said.extend(
        verdict
            .said(split, question)
            .map(|text| plain(text, &values)),
    );
    let both = order.map(|at| values[at].clone());
    let result = result(split, &both);
    let expression = result.as_ref().map(|(_, expression)| expression.clone());
    match split.wanted {
        Wanted::Difference | Wanted::Sum => said.extend(result.map(|(value, _)| value)),
        _ => {
            said.extend(both);
            said.extend(result.map(|(value, _)| value));
        }
    }
    let mut relations = a.query.relations.clone();
    relations.extend(b.query.relations.iter().cloned());
    relations.dedup();
    Some(Considered {
        values: said,
        citations,
        query: ShownQuery {
            sql: format!("{}; {}", a.query.sql, b.query.sql),
            relations,
            producer: a.query.producer,
        },
        operator: OPERATOR,
        expression,
        rows_read: a.rows_read + b.rows_read,
        rows_total: a.rows_total + b.rows_total,
        confidence,
    })
}

/// The marker of a citation among those of both sides.
pub(super) fn cite(citation: &Citation, citations: &mut Vec<Citation>) -> usize {
    let same =
        |known: &&Citation| known.document == citation.document && known.span == citation.span;
    if let Some(known) = citations.iter().find(same) {
        return known.marker;
    }
    let marker = citations.len() + 1;
    citations.push(Citation {
        marker,
        ..citation.clone()
    });
    marker
}

/// What two numbers say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    First,
    Second,
    Equal,
    Yes,
    No,
    Rose,
    Fell,
    Nothing,
}

impl Verdict {
    /// As it is said, in the question's language.
    fn said(self, split: &Split, question: &LibraryQuestion) -> Option<String> {
        let words = Lexicon::of(question.parsed.language).verdicts();
        let word = match self {
            Verdict::First => &split.sides[0].name,
            Verdict::Second => &split.sides[1].name,
            Verdict::Equal => &words.equal,
            Verdict::Yes => &words.yes,
            Verdict::No => &words.no,
            Verdict::Rose => &words.rose,
            Verdict::Fell => &words.fell,
            Verdict::Nothing => return None,
        };
        Some(word.clone())
    }
}

fn verdict(split: &Split, question: &LibraryQuestion, [a, b]: [Decimal; 2]) -> Verdict {
    let first_is_smaller = a < b;
    match split.wanted {
        Wanted::Difference | Wanted::Sum | Wanted::Both => Verdict::Nothing,
        Wanted::Whether { smaller } if a != b && first_is_smaller == smaller => Verdict::Yes,
        Wanted::Whether { .. } => Verdict::No,
        _ if a == b => Verdict::Equal,
        Wanted::Which { smaller } if first_is_smaller == smaller => Verdict::First,
        Wanted::Which { .. } => Verdict::Second,
        Wanted::Course => {
            let dates = &question.parsed.dates;
            let in_order = dates.len() < 2 || dates[0].date <= dates[1].date;
            match first_is_smaller == in_order {
                true => Verdict::Rose,
                false => Verdict::Fell,
            }
        }
    }
}

/// Words that rest on both values.
fn plain(text: String, values: &[Value]) -> Value {
    Value {
        text,
        number: None,
        unit: Unit::NONE,
        scale: 0,
        citations: citations(values),
        names: None,
    }
}

/// The sum or the difference of both where it is wanted, with its calculation.
fn result(split: &Split, [a, b]: &[Value; 2]) -> Option<(Value, String)> {
    match split.wanted {
        Wanted::Sum => made(Made::Sum, [a, b]),
        Wanted::Difference => made(Made::Difference, [a, b]),
        _ if split.by_how_much => made(Made::Difference, [a, b]),
        _ => None,
    }
}
