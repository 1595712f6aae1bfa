//! What stretches of a question meet in a relation: cells, parts of cells,
//! group headings, numbers, dates.

mod dates;
mod shared;
mod yes_no;

use std::collections::BTreeSet;

use text::table::{Decimal, Value};

use self::shared::{NUMBERS_MAX, compares, rows_where, sortable, span};
use super::asked::Asked;
use super::form::{Predicate, Test};
use super::index::{Fit, Prepared, Shape, as_float};
use crate::lexicon::Operator;
use crate::question::{DateMention, NumberMention};

/// Most tests that words make.
const WORDS_MAX: usize = 40;
/// Most tests in all.
const PREDICATES_MAX: usize = 90;
/// A stretch that meets more distinct cells of a column than this says nothing.
const TEXTS_MAX: usize = 2_000;

/// All tests that a question makes of a relation, the best first.
pub(super) fn predicates(asked: &Asked<'_>, table: &Prepared) -> Vec<Predicate> {
    let mut found = yes_no::tests(asked, table);
    found.extend(words(asked, table));
    found.extend(bands(asked, table));
    found.extend(dates::dates(asked, table));
    found.extend(numbers(asked, table));
    found.retain(|one| {
        !one.rows.is_empty() && (one.rows.len() as u64) < u64::from(table.rows).max(2)
    });
    found.truncate(PREDICATES_MAX);
    found
}

struct Met {
    start: usize,
    end: usize,
    fit: Fit,
    column: u16,
    texts: Vec<u32>,
}

fn words(asked: &Asked<'_>, table: &Prepared) -> Vec<Predicate> {
    let mut met: Vec<Met> = Vec::new();
    for (start, end, hash) in asked.grams() {
        let mask = Asked::mask(start, end);
        let empty = mask & !asked.stops == 0;
        let mut last: Option<(Fit, u16)> = None;
        for posting in table.met(hash) {
            if empty && (posting.fit != Fit::Whole || mask & asked.stops & asked.operating != 0) {
                continue;
            }
            let group = Some((posting.fit, posting.column));
            if last != group {
                last = group;
                met.push(Met {
                    start,
                    end,
                    fit: posting.fit,
                    column: posting.column,
                    texts: Vec::new(),
                });
            }
            if let Some(one) = met.last_mut() {
                one.texts.push(posting.text);
            }
        }
    }
    let kept: Vec<usize> = (0..met.len()).filter(|at| is_kept(&met, *at)).collect();
    let mut order = kept;
    order.sort_by_key(|at| {
        let one = &met[*at];
        (
            one.fit,
            std::cmp::Reverse(one.end - one.start),
            one.start,
            one.column,
        )
    });
    order.truncate(WORDS_MAX);
    order.iter().map(|at| word_test(&met[*at], table)).collect()
}

/// A stretch inside a longer one of the same column says nothing new, unless it
/// is a whole cell; neither does a looser fit of the same stretch.
fn is_kept(met: &[Met], at: usize) -> bool {
    let one = &met[at];
    if one.texts.len() > TEXTS_MAX {
        return false;
    }
    !met.iter().enumerate().any(|(other_at, other)| {
        let around = other.start <= one.start && one.end <= other.end;
        let longer = other.end - other.start > one.end - one.start;
        let same = !longer && around;
        other_at != at
            && other.column == one.column
            && around
            && (longer && (other.fit <= one.fit || one.fit == Fit::Inside)
                || same && other.fit < one.fit && one.texts.len() <= other.texts.len())
    })
}

fn word_test(met: &Met, table: &Prepared) -> Predicate {
    let mut rows: Vec<u32> = met
        .texts
        .iter()
        .flat_map(|text| table.rows_of(met.column, *text))
        .collect();
    rows.sort_unstable();
    rows.dedup();
    let test = match met.fit {
        Fit::Whole => Test::Is(met.texts.clone()),
        Fit::Part => Test::Part,
        Fit::Inside => Test::Has,
    };
    Predicate {
        column: Some(met.column),
        test,
        span: span(met.start, met.end),
        rows,
    }
}

fn bands(asked: &Asked<'_>, table: &Prepared) -> Vec<Predicate> {
    let mut found = Vec::new();
    for (at, (_, words, rows)) in table.bands.iter().enumerate().take(64) {
        let tokens = &asked.question.tokens[..asked.length];
        let met = |word: &String| tokens.iter().position(|token| token.stem == *word);
        let places: Vec<usize> = words.iter().filter_map(met).collect();
        let strong = places
            .iter()
            .filter(|at| asked.stops & (1 << **at) == 0)
            .count();
        if strong == 0 || places.len() * 2 < words.len() {
            continue;
        }
        let (Some(first), Some(last)) = (places.iter().min(), places.iter().max()) else {
            continue;
        };
        // Words of a heading may stand apart; a long stretch is not all its own.
        let end = (*last + 1).min(*first + words.len() + 2);
        found.push(Predicate {
            column: None,
            test: Test::Band(u16::try_from(at).unwrap_or(u16::MAX)),
            span: span(*first, end),
            rows: rows.clone(),
        });
    }
    found
}

fn numbers(asked: &Asked<'_>, table: &Prepared) -> Vec<Predicate> {
    let compares = compares(asked);
    let mentions: Vec<_> = asked
        .question
        .numbers
        .iter()
        .filter(|one| one.tokens.end <= asked.length && !is_year(asked, one))
        .take(NUMBERS_MAX)
        .collect();
    let mut found = Vec::new();
    for column in sortable(table, &[Shape::Number, Shape::Opening, Shape::Year]) {
        let years = table.columns[usize::from(column)].shape == Some(Shape::Year);
        for mention in &mentions {
            // Years compare as dates.
            if years && is_date(asked, mention) {
                continue;
            }
            for compare in &compares {
                for number in scaled(asked, table, column, mention) {
                    let test = Test::Number(*compare, number);
                    found.push(by_number(table, column, test, &mention.tokens));
                }
            }
        }
        if let [low, high, ..] = mentions.as_slice()
            && low.number.value < high.number.value
        {
            let test = Test::Between(low.number.value, high.number.value);
            found.push(by_number(
                table,
                column,
                test,
                &(low.tokens.start..high.tokens.end),
            ));
        }
    }
    found
}

/// Whether a number is a year, and nothing compares with it.
fn is_year(asked: &Asked<'_>, mention: &NumberMention) -> bool {
    use Operator::{AtLeast, AtMost, Less, More};
    let compared = asked.question.operators.iter().any(|one| {
        matches!(one.operator, AtLeast | AtMost | Less | More)
            && one.tokens.end == mention.tokens.start
    });
    !compared && is_date(asked, mention)
}

fn is_date(asked: &Asked<'_>, mention: &NumberMention) -> bool {
    let (start, end) = (mention.tokens.start, mention.tokens.end);
    let around = |date: &DateMention| date.tokens.start <= start && end <= date.tokens.end;
    asked.question.dates.iter().any(around)
}

/// A number as a column in thousands or millions writes it. A column that does not
/// say so may be in them too: then the number is compared as it is written.
fn scaled(
    asked: &Asked<'_>,
    table: &Prepared,
    column: u16,
    mention: &NumberMention,
) -> Vec<Decimal> {
    let number = mention.number.value;
    let cells = &table.relation.columns[usize::from(column)].cells;
    let scale = cells.iter().map(|cell| cell.scale).max().unwrap_or(0);
    let power = Decimal::from(10_u64.pow(u32::from(scale.unsigned_abs()).min(18)));
    if !table.mixed_scales && scale > 0 && number.abs() >= power {
        return vec![number.checked_div(power).unwrap_or(number)];
    }
    let first = asked
        .question
        .slice(mention.tokens.start..mention.tokens.start + 1);
    let written = Value::read(first, asked.question.language).amount();
    match written.filter(|written| *written != number && mention.tokens.len() > 1) {
        Some(written) => vec![written],
        None => vec![number],
    }
}

fn by_number(
    table: &Prepared,
    column: u16,
    test: Test,
    tokens: &std::ops::Range<usize>,
) -> Predicate {
    let keys = &table.columns[usize::from(column)].keys;
    let passes = |key: f64| match &test {
        Test::Number(compare, number) => key
            .partial_cmp(&as_float(*number))
            .is_some_and(|order| compare.holds(order)),
        Test::Between(low, high) => as_float(*low) <= key && key <= as_float(*high),
        _ => false,
    };
    let rows = rows_where(table, |row| passes(keys[row as usize]));
    Predicate {
        column: Some(column),
        test,
        span: span(tokens.start, tokens.end),
        rows,
    }
}

/// Stretches that are a whole cell somewhere: what a good plan uses.
pub(super) fn exact_spans(predicates: &[Predicate]) -> BTreeSet<(u8, u8)> {
    predicates
        .iter()
        .filter(|one| matches!(one.test, Test::Is(_)))
        .map(|one| one.span)
        .collect()
}
