//! Rates that are applied: so much per unit, or a factor on a base.

use super::calculate::{combine, note, value_of, write};
use super::compose::Draft;
use super::question::Question;
use super::scan::{Kind as TokenKind, lowered};
use super::shown::{cell_text, place, row_text};
use super::sure::Sure;
use super::table::answering::is_price;
use super::table::look::Looked;
use super::table::number;
use super::work::Work;
use super::{Exact, Expression, Op};
use crate::EngineError;
use crate::answer::Answer;

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

/// A price per unit times the number of units in the question: `45 × 6.40` for 45
/// days at 6.40 a day.
pub fn counted(
    work: &mut Work<'_>,
    question: &Question,
    found: &Sure,
) -> Result<Option<Answer>, EngineError> {
    let looked = &found.looked;
    // What no cell of the row holds: left over, or the size of an order that chose
    // the column.
    let counts = |term: &usize| {
        let in_row = looked.conditions.iter().any(|(met, _)| met == term);
        let token = &question.terms[*term].token;
        super::sure::is_count(token) && !in_row
    };
    let numbers: Vec<usize> = (0..question.terms.len())
        .filter(|term| question.terms[*term].weight > 0.0 && counts(term))
        .collect();
    let (&[number], &[row], Some(column)) =
        (numbers.as_slice(), looked.rows.as_slice(), looked.column)
    else {
        return Ok(None);
    };
    let chain = looked.chain;
    let cell = work.shelf.chains[chain].rows[row].cells.get(column);
    let price = cell.and_then(|cell| super::table::number(&work.shelf, cell.text));
    let (Some(count), Some(price)) = (question.terms[number].token.value, price) else {
        return Ok(None);
    };
    // The number counts what the price is for.
    let unit = unit_of(work, looked, row, column);
    let behind = &question.terms[number + 1..];
    let counts_unit = unit.as_ref().is_some_and(|unit| {
        let mut behind = behind.iter().take(UNIT_WITHIN);
        behind.any(|term| unit.contains(&term.token.key))
    });
    if !counts_unit && !counts_row(work, looked, (row, column), unit.as_ref(), behind) {
        return Ok(None);
    }
    let expression = Expression::Number(count).and(Op::Times, Expression::Number(price));
    let (Some(shown), Some(value)) = (expression.shown(), expression.value()) else {
        return Ok(None);
    };
    let told = row_text(work, chain, row);
    let book = work.shelf.chains[chain].book;
    let first = work.step(&question.text, "unit price", &[book], told);
    work.step_after(&question.text, "calculation", vec![first], shown.clone());
    let mut draft = Draft::new(&work.shelf);
    let marker = draft.cite_row(chain, row);
    draft.line(format!("{shown} [{marker}]"));
    draft.line(format!(
        "{}: {} [{marker}]",
        place(work, chain, row),
        row_text(work, chain, row)
    ));
    draft.value(value.to_string());
    draft.expression(shown);
    Ok(Some(draft.finish(work.snapshot, 0.9 * looked.covered)?))
}

/// Words behind a number among which the unit stands: `40 rowan trees`.
const UNIT_WITHIN: usize = 3;

/// What stands for one of anything: `a head`, `each`, `je Stück`.
const ONE_OF_ANY: &[&str] = &[
    "head", "each", "piec", "item", "unit", "stuck", "kopf", "unidad", "pieza", "cabeza",
];

/// The number counts what the row is about, `40 dairy cows` of the row `Dairy cow`, and the
/// column says what one of it costs.
fn counts_row(
    work: &Work<'_>,
    looked: &Looked,
    (row, column): (usize, usize),
    unit: Option<&std::collections::BTreeSet<String>>,
    behind: &[super::question::Term],
) -> bool {
    let chain = &work.shelf.chains[looked.chain];
    let of_one = match unit {
        Some(unit) => unit.iter().any(|key| ONE_OF_ANY.contains(&key.as_str())),
        None => {
            let title = chain.titles.last().map(String::as_str);
            let mut said = [Some(chain.columns[column].name.as_str()), title];
            said.iter_mut().flatten().any(|line| is_price(line))
        }
    };
    let name = chain.rows[row].cells.first();
    let called = |term: &super::question::Term| {
        let tokens = name.map(|cell| &work.shelf.cells.facts(cell.text).tokens);
        tokens.is_some_and(|tokens| tokens.iter().any(|token| token.key == term.token.key))
    };
    of_one && column > 0 && behind.first().is_some_and(called)
}

/// Keys of what a price is for: behind `per` in its header, in another cell of its
/// row or in the title.
fn unit_of(
    work: &Work<'_>,
    looked: &Looked,
    row: usize,
    column: usize,
) -> Option<std::collections::BTreeSet<String>> {
    const PER: &[&str] = &["per ", "pro ", "por ", "je ", "a "];
    let chain = &work.shelf.chains[looked.chain];
    let book = &work.shelf.books[chain.book];
    let behind = |text: &str| {
        let lower = lowered(text);
        PER.iter().find_map(|per| {
            let at = super::table::operand::word_at(&lower, per)? + per.len();
            let unit = lower[at..].split_whitespace().next()?;
            Some(super::shelf::keys(unit, book.notation))
        })
    };
    let cells = chain.rows[row].cells.iter().enumerate();
    let mut others = cells.filter(|(at, _)| *at != column && !chain.columns[*at].numeric);
    behind(&chain.columns[column].name)
        .or_else(|| {
            others.find_map(|(_, cell)| {
                let text = book.text(cell.span).trim();
                let opens = PER.iter().any(|per| text.to_lowercase().starts_with(per));
                behind(text).filter(|_| opens)
            })
        })
        .or_else(|| behind(chain.titles.last()?))
        .or_else(|| priced(&chain.columns[column].name, book))
        .or_else(|| priced(chain.titles.last()?, book))
        .or_else(|| unit_in(&chain.intro, book))
        .filter(|unit| !unit.is_empty())
}

/// What a price is of: `Price of the credit`, `Precio del crédito en euros`.
fn priced(text: &str, book: &super::shelf::Book) -> Option<std::collections::BTreeSet<String>> {
    const OF: &[&str] = &[
        "price of the ",
        "price of a ",
        "price of one ",
        "price for a ",
        "cost of a ",
        "cost of the ",
        "fee for a ",
        "fee for each ",
        "charge for each ",
        "precio del ",
        "precio de la ",
        "precio de un ",
        "precio de una ",
        "coste del ",
        "tarifa del ",
        "preis für ein ",
        "preis für eine ",
        "preis eines ",
        "preis einer ",
    ];
    let lower = lowered(text);
    let at = OF.iter().find_map(|of| {
        let at = super::table::operand::word_at(&lower, of)?;
        Some(at + of.len())
    })?;
    let unit = lower[at..].split_whitespace().next()?;
    Some(super::shelf::keys(unit, book.notation))
}

/// The unit that the text above a table names: `Euros per tonne.`
fn unit_in(intro: &str, book: &super::shelf::Book) -> Option<std::collections::BTreeSet<String>> {
    const PER: &[&str] = &["for each ", "per ", "pro ", "por ", "je "];
    let lower = lowered(intro);
    let found = PER.iter().filter_map(|per| {
        let at = super::table::operand::word_at(&lower, per)?;
        Some((at, at + per.len()))
    });
    let (_, at) = found.min()?;
    let unit = lower[at..].split_whitespace().next()?;
    let plain = unit
        .chars()
        .all(|c| c.is_alphabetic() || c == '.' || c == ',');
    plain.then(|| super::shelf::keys(unit, book.notation))
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
