//! Rates that are applied: so much per unit, or a factor on a base.

use super::calculate::{combine, note, value_of, write};
use super::cell::Sure;
use super::compose::Draft;
use super::question::Question;
use super::scan::Kind as TokenKind;
use super::shown::{cell_text, place, row_text};
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
