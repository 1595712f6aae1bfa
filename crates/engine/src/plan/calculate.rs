//! Calculations: operands looked up one by one, and computed with exactly.

use super::cell::{self, Sure, cell_text, place, resolve, row_text, sure};
use super::compose::Draft;
use super::question::Question;
use super::scan::{Kind as TokenKind, Token};
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
struct Operand {
    found: Sure,
    column: usize,
    row: usize,
    value: Exact,
    kind: TokenKind,
    name: String,
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

fn note(work: &mut Work<'_>, name: &str, operand: &Operand) -> String {
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
    of(&chain.nearest).max(of(&chain.title_keys)).max(column)
}

/// The one value of a finding; `None` when rows that fit differ in it.
fn value_of(work: &Work<'_>, found: Sure, name: &str) -> Result<Option<Operand>, EngineError> {
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
fn combine(operands: &[Operand], names: &[String]) -> Option<Expression> {
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

fn write(
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
        cell::rule_lines(work, &mut draft, &operand.found);
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

/// A rate per unit times the amount of the question: `8000 ÷ 100 × 1.15`.
pub fn unit_rate(
    work: &mut Work<'_>,
    question: &Question,
    found: &Sure,
) -> Result<Option<Answer>, EngineError> {
    let looked = &found.looked;
    let amounts = looked
        .unmet
        .iter()
        .filter(|term| question.terms[**term].token.kind == TokenKind::Money);
    let amounts: Vec<Exact> = amounts
        .filter_map(|term| question.terms[*term].token.value)
        .collect();
    let (&[amount], &[row]) = (amounts.as_slice(), looked.rows.as_slice()) else {
        return Ok(None);
    };
    let Some((rate_column, rate, unit)) = rate_and_unit(work, looked, row) else {
        return Ok(None);
    };
    let expression = Expression::Number(amount)
        .and(Op::Over, Expression::Number(unit))
        .and(Op::Times, Expression::Number(rate));
    let (Some(shown), Some(value)) = (expression.shown(), expression.value()) else {
        return Ok(None);
    };
    let chain = looked.chain;
    let told = row_text(work, chain, row);
    let book = work.shelf.chains[chain].book;
    let first = work.step(&question.text, "unit rate", &[book], told);
    work.step_after(&question.text, "calculation", vec![first], shown.clone());
    let mut draft = Draft::new(&work.shelf);
    let marker = draft.cite_row(chain, row);
    draft.line(format!("{shown} [{marker}]"));
    draft.line(format!(
        "{} per {unit}: {} [{marker}]",
        cell_text(work, chain, row, rate_column),
        place(work, chain, row)
    ));
    draft.line(format!("{} [{marker}]", row_text(work, chain, row)));
    draft.value(value.to_string());
    draft.expression(shown);
    Ok(Some(draft.finish(work.snapshot, 0.85)?))
}

/// The rate of a row and what it is for: `per $1,000` in its header, or an
/// amount in the column beside it.
fn rate_and_unit(work: &Work<'_>, looked: &Looked, row: usize) -> Option<(usize, Exact, Exact)> {
    let chain = &work.shelf.chains[looked.chain];
    let book = &work.shelf.books[chain.book];
    let value = |at: usize| number(&work.shelf, chain.rows[row].cells.get(at)?.text);
    let words = |at: usize| -> Vec<String> {
        chain.columns[at]
            .name
            .to_lowercase()
            .split(|c: char| !c.is_alphanumeric())
            .map(str::to_owned)
            .collect()
    };
    let says = |at: usize, any: &[&str]| words(at).iter().any(|word| any.contains(&word.as_str()));
    const PER: &[&str] = &["per", "pro", "por", "je", "each"];
    const AMOUNT: &[&str] = &[
        "amount", "unit", "basis", "einheit", "importe", "betrag", "base",
    ];
    for at in 0..chain.columns.len() {
        if !chain.columns[at].numeric || !says(at, PER) {
            continue;
        }
        let said = super::scan::scan(&chain.columns[at].name, book.notation);
        let in_header = said
            .iter()
            .find(|token| token.is_number())
            .and_then(|token| token.value);
        if let (Some(rate), Some(unit)) = (value(at), in_header) {
            return Some((at, rate, unit));
        }
        let beside = (0..chain.columns.len())
            .find(|other| *other != at && chain.columns[*other].numeric && says(*other, AMOUNT));
        if let (Some(rate), Some(unit)) = (
            value(at).filter(|_| !says(at, AMOUNT)),
            beside.and_then(value),
        ) {
            return Some((at, rate, unit));
        }
    }
    None
}

/// A premium was asked for and a factor was found: it is applied to the base
/// rate of the same thing, where a table of one value has it.
pub fn scaled(
    work: &mut Work<'_>,
    question: &Question,
    found: &Sure,
) -> Result<Option<Answer>, EngineError> {
    const RESULTS: &[&str] = &[
        "premium", "charg", "cost", "price", "fee", "amount", "pramy", "prima", "beitrag", "pric",
    ];
    const FACTORS: &[&str] = &["factor", "multiplier", "relativity", "faktor"];
    let looked = &found.looked;
    let chain = &work.shelf.chains[looked.chain];
    let says = |keys: &std::collections::BTreeSet<String>, any: &[&str]| {
        keys.iter().any(|key| any.contains(&key.as_str()))
    };
    let result = question
        .wanted()
        .any(|term| RESULTS.contains(&term.token.key.as_str()));
    let factor_asked = question
        .wanted()
        .any(|term| FACTORS.contains(&term.token.key.as_str()));
    let factor = looked
        .column
        .is_some_and(|column| says(&chain.columns[column].keys, FACTORS))
        || says(&chain.nearest, FACTORS);
    if !result || factor_asked || !factor || looked.rows.len() != 1 {
        return Ok(None);
    }
    let asked = |key: &&String| question.wanted().any(|term| term.token.key == **key);
    let subject: Vec<&String> = chain.nearest.iter().filter(asked).collect();
    let base = work.shelf.chains.iter().position(|base| {
        base.book == chain.book
            && base.rows.len() == 1
            && base.columns.iter().filter(|column| column.numeric).count() == 1
            && base
                .title_keys
                .iter()
                .chain(base.columns.iter().flat_map(|column| &column.keys))
                .any(|key| matches!(key.as_str(), "bas" | "basis" | "grund"))
            && !subject.is_empty()
            && subject.iter().all(|key| base.nearest.contains(*key))
    });
    let Some(base) = base else {
        return Ok(None);
    };
    let one = |index: usize| Looked {
        chain: index,
        rows: vec![0],
        column: work.shelf.chains[index]
            .columns
            .iter()
            .position(|column| column.numeric),
        conditions: Vec::new(),
        unmet: Vec::new(),
        covered: 1.0,
        total: 0.0,
    };
    let sure = |looked: Looked| Sure {
        looked,
        rule: None,
        joined: None,
        key: String::new(),
    };
    let names = [work.shelf.chains[base].title(), chain.title()];
    let parts = [
        value_of(work, sure(one(base)), &names[0])?,
        value_of(work, sure(looked.clone()), &names[1])?,
    ];
    let [Some(base), Some(factor)] = parts else {
        return Ok(None);
    };
    let operands = [base, factor];
    let steps = operands
        .iter()
        .zip(&names)
        .map(|(operand, name)| note(work, name, operand))
        .collect();
    let Some(expression) = combine(&operands, &names) else {
        return Ok(None);
    };
    write(work, &expression, &operands, steps)
}

/// Two cells against each other, and their difference.
pub fn comparison(work: &mut Work<'_>) -> Result<Option<(Kind, Answer)>, EngineError> {
    let Some(pair) = operand::pair(&work.question.text) else {
        return Ok(None);
    };
    let mut sides = Vec::new();
    for (question, name) in pair.questions.iter().zip(&pair.names) {
        let question = work.read(question, false);
        let Some(found) = sure(work, &question, true)? else {
            work.step(
                &question.text,
                "side",
                &[],
                format!("nothing sure for {name}"),
            );
            return Ok(None);
        };
        let Some(operand) = value_of(work, found, name)? else {
            return Ok(None);
        };
        sides.push(operand);
    }
    let [left, right] = sides.as_slice() else {
        return Ok(None);
    };
    if (left.found.looked.chain, left.row, left.column)
        == (right.found.looked.chain, right.row, right.column)
    {
        return Ok(None);
    }
    let steps: Vec<String> = vec![
        note(work, &pair.names[0], left),
        note(work, &pair.names[1], right),
    ];
    let (high, low) = if left.value >= right.value {
        (left, right)
    } else {
        (right, left)
    };
    let expression = Expression::Number(high.value).and(Op::Minus, Expression::Number(low.value));
    let (Some(shown), Some(value)) = (expression.shown(), expression.value()) else {
        return Ok(None);
    };
    let question = work.question.text.clone();
    work.step_after(&question, "comparison", steps, shown.clone());
    let mut draft = Draft::new(&work.shelf);
    let chosen = match pair.larger {
        Some(true) | None => high,
        Some(false) => low,
    };
    let markers = [left, right].map(|side| draft.cite_row(side.found.looked.chain, side.row));
    if value == Exact::ZERO {
        draft.line(format!(
            "Equal: {} and {} [{}][{}]",
            left.name, right.name, markers[0], markers[1]
        ));
    } else {
        draft.line(format!(
            "{}, by {value}: {shown} [{}][{}]",
            chosen.name, markers[0], markers[1]
        ));
    }
    for (side, marker) in [left, right].into_iter().zip(markers) {
        let chain = side.found.looked.chain;
        let cell = cell_text(work, chain, side.row, side.column);
        draft.line(format!(
            "{}: {cell}, {}: {} [{marker}]",
            side.name,
            place(work, chain, side.row),
            row_text(work, chain, side.row)
        ));
    }
    draft.value(value.to_string());
    draft.expression(shown);
    let covered = left.found.looked.covered.min(right.found.looked.covered);
    Ok(Some((
        Kind::Comparison,
        draft.finish(work.snapshot, 0.9 * covered)?,
    )))
}
