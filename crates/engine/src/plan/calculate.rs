//! Calculations: operands looked up one by one, and computed with exactly.

use super::compose::Draft;
use super::key::{resolve, rule_lines};
use super::question::Question;
use super::scan::{Kind as TokenKind, Token};
use super::shown::{cell_text, place, row_text};
use super::sure::Sure;
use super::table::look::{Looked, look};
use super::table::operand::{self, Operands};
use super::table::{Desk, number};
use super::work::Work;
use super::{Exact, Expression, Kind, Op};
use crate::EngineError;
use crate::answer::Answer;

/// What the likeness of a title to an operand's name counts, beside the weights
/// of words: an operand's name is its table's title.
const TITLE_WEIGHT: f64 = 8.0;
/// Least likeness of a title and an operand's name.
const TITLE_MIN: f64 = 0.5;
/// Places of an amount of money.
const CENTS: u32 = 2;

/// A value that takes part.
pub struct Operand {
    pub found: Sure,
    pub column: usize,
    pub row: usize,
    pub value: Exact,
    pub kind: TokenKind,
    pub name: String,
}

/// `using the Base Rate and the Deductible Factor`: each is looked up, then
/// they are multiplied or added, as their names say.
pub fn operands(work: &mut Work<'_>) -> Result<Option<(Kind, Answer)>, EngineError> {
    let Some(Operands { names, rest }) = operand::read(&work.question.text) else {
        return Ok(None);
    };
    let mut found = Vec::new();
    let mut steps = Vec::new();
    for name in &names {
        let Some(operand) = named(work, name, &rest)? else {
            let missing = format!("no table is called {name:?}, or it has no row for the question");
            work.step(name, "operand", &[], missing.clone());
            work.note = Some(format!("Not calculated: {missing}."));
            return Ok(None);
        };
        steps.push(note(work, name, &operand));
        found.push(operand);
    }
    let Some(expression) = combine(&found, &names) else {
        return Ok(None);
    };
    let answer = write(work, &expression, &found, steps)?;
    Ok(answer.map(|answer| (Kind::Calculation, answer)))
}

pub fn note(work: &mut Work<'_>, name: &str, operand: &Operand) -> String {
    let chain = operand.found.looked.chain;
    let told = format!(
        "{}: {}",
        place(work, chain, operand.row),
        row_text(work, chain, operand.row)
    );
    let book = work.shelf.chains[chain].book;
    work.step(name, "operand", &[book], told)
}

/// The operand of a name under the question's other conditions.
fn named(work: &Work<'_>, name: &str, rest: &str) -> Result<Option<Operand>, EngineError> {
    let mut question = work.read(&format!("{name} {rest}"), false);
    question.title_terms = work.read(name, false).terms.len();
    let called = work.read(name, false);
    let desk = Desk::new(&question, &work.shelf);
    let mut ranked: Vec<(f64, f64, Looked)> = look(&desk)
        .into_iter()
        .filter(|looked| looked.column.is_some())
        .map(|looked| (likeness(work, &called, &looked), looked))
        .filter(|(likeness, _)| *likeness >= TITLE_MIN)
        .map(|(likeness, looked)| (likeness, looked.total + TITLE_WEIGHT * likeness, looked))
        .collect();
    // A title that is the operand's name beats any score.
    ranked.sort_by(|a, b| {
        let exact = |likeness: f64| likeness >= 0.999;
        exact(b.0)
            .cmp(&exact(a.0))
            .then(b.1.total_cmp(&a.1))
            .then(a.2.chain.cmp(&b.2.chain))
    });
    for (_, _, looked) in ranked.into_iter().take(3) {
        let resolved = resolve(work, &desk, looked)?;
        if let Some(operand) = value_of(work, resolved, name)? {
            return Ok(Some(operand));
        }
    }
    Ok(None)
}

/// How much the name of an operand is the title of a table, or of its column:
/// shared words over all words.
fn likeness(work: &Work<'_>, called: &Question, looked: &Looked) -> f64 {
    let chain = &work.shelf.chains[looked.chain];
    let wanted: std::collections::BTreeSet<&str> = called
        .terms
        .iter()
        .filter(|term| term.weight > 0.0)
        .map(|term| term.token.key.as_str())
        .collect();
    let of = |keys: &std::collections::BTreeSet<String>| {
        let shared = keys
            .iter()
            .filter(|key| wanted.contains(key.as_str()))
            .count();
        let all = keys.len() + wanted.len() - shared;
        #[expect(clippy::cast_precision_loss, reason = "words of a title")]
        let share = shared as f64 / all.max(1) as f64;
        share
    };
    let column = looked
        .column
        .map_or(0.0, |column| of(&chain.columns[column].keys));
    // `Company Manual Exhibit 1 - Base Rates`: a title may open with where it stands.
    let notation = work.shelf.books[chain.book].notation;
    let running = work.shelf.books[chain.book].running(chain.rows[0].span.start);
    let lines = chain.titles.iter().chain(running);
    let segments = lines.flat_map(|line| {
        line.split([':', '–', '—'])
            .flat_map(|part| part.split(" - "))
    });
    let best = segments
        .map(|part| of(&super::shelf::keys(part, notation)))
        .fold(0.0, f64::max);
    of(&chain.nearest)
        .max(of(&chain.title_keys))
        .max(column)
        .max(best)
}

/// The one value of a finding; `None` when rows that fit differ in it.
pub fn value_of(work: &Work<'_>, found: Sure, name: &str) -> Result<Option<Operand>, EngineError> {
    let looked = &found.looked;
    let Some(column) = looked.column else {
        return Ok(None);
    };
    let values: Vec<String> = looked
        .rows
        .iter()
        .map(|row| cell_text(work, looked.chain, *row, column))
        .collect();
    if values.iter().any(|value| *value != values[0]) {
        return Ok(None);
    }
    let row = looked.rows[0];
    let cell = work.shelf.chains[looked.chain].rows[row].cells[column];
    let token = work
        .shelf
        .cells
        .facts(cell.text)
        .tokens
        .iter()
        .find(|token| token.is_number())
        .cloned();
    let value = number(&work.shelf, cell.text);
    Ok(token.zip(value).map(|(Token { kind, .. }, value)| Operand {
        column,
        row,
        value,
        kind,
        name: name.to_owned(),
        found,
    }))
}

/// Words carry the operation: factors multiply, amounts add up, a discount of
/// p percent is × (1 − p), a surcharge × (1 + p).
pub fn combine(operands: &[Operand], names: &[String]) -> Option<Expression> {
    let money = operands
        .iter()
        .filter(|operand| operand.kind == TokenKind::Money)
        .count();
    let op = if money > 1 { Op::Plus } else { Op::Times };
    let mut parts = operands
        .iter()
        .zip(names)
        .map(|(operand, name)| part(operand, name));
    let first = parts.next()??;
    parts.try_fold(first, |sum, part| Some(sum.and(op, part?)))
}

fn part(operand: &Operand, name: &str) -> Option<Expression> {
    let number = Expression::Number;
    if operand.kind != TokenKind::Percent {
        return Some(number(operand.value));
    }
    let share = operand.value.over(Exact::whole(100))?;
    let name = name.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
    let one = || number(Exact::whole(1));
    Some(
        if has(&[
            "discount",
            "credit",
            "reduction",
            "rabatt",
            "descuento",
            "nachlass",
        ]) {
            one().and(Op::Minus, number(share))
        } else if has(&["surcharge", "increase", "loading", "zuschlag", "recargo"]) {
            one().and(Op::Plus, number(share))
        } else {
            number(share)
        },
    )
}

pub fn write(
    work: &mut Work<'_>,
    expression: &Expression,
    operands: &[Operand],
    steps: Vec<String>,
) -> Result<Option<Answer>, EngineError> {
    let (Some(shown), Some(value)) = (expression.shown(), expression.value()) else {
        return Ok(None);
    };
    let question = work.question.text.clone();
    work.step_after(&question, "calculation", steps, shown.clone());
    let mut draft = Draft::new(&work.shelf);
    let mut covered: f64 = 1.0;
    let markers: String = operands
        .iter()
        .map(|operand| {
            format!(
                "[{}]",
                draft.cite_row(operand.found.looked.chain, operand.row)
            )
        })
        .collect();
    draft.line(format!("{shown} {markers}"));
    for operand in operands {
        let chain = operand.found.looked.chain;
        let marker = draft.cite_row(chain, operand.row);
        let cell = cell_text(work, chain, operand.row, operand.column);
        draft.line(format!(
            "{}: {cell}, {}: {} [{marker}]",
            operand.name,
            place(work, chain, operand.row),
            row_text(work, chain, operand.row)
        ));
        rule_lines(work, &mut draft, &operand.found);
        covered = covered.min(operand.found.looked.covered.max(0.5));
    }
    let money = operands
        .iter()
        .any(|operand| operand.kind == TokenKind::Money);
    if money
        && value.places().is_none_or(|places| places > CENTS)
        && let Some(rounded) = value.rounded(CENTS)
    {
        draft.line(format!("Rounded to cents, halves up: {rounded}"));
    }
    draft.value(value.to_string());
    draft.expression(shown);
    Ok(Some(draft.finish(work.snapshot, 0.9 * covered)?))
}
