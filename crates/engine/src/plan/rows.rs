//! Answers from many rows of a table: counted, added, compared.

use super::cell::parts;
use super::compose::Draft;
use super::question::{Form, Question};
use super::shown::{cell_text, named_value, place};
use super::table::fold::{Fold, Folded, fold};
use super::table::look::TIES_MAX;
use super::table::{Desk, number};
use super::work::Work;
use super::{Expression, Kind, Op};
use crate::EngineError;
use crate::answer::{Answer, Completeness};

/// Least share of the question's weight that a table must account for: the
/// words that name the fold are in none.
const FOLD_COVERED_MIN: f64 = 0.62;
/// Operands of a sum that are shown.
const OPERANDS_MAX: usize = 12;
/// Rows of a count or sum that are cited.
const CITED_MAX: usize = 60;

/// The row with the largest or smallest value.
pub fn extreme(work: &mut Work<'_>) -> Result<Option<(Kind, Answer)>, EngineError> {
    let question = work.question.clone();
    let Form::Extreme { largest } = question.form else {
        return Ok(None);
    };
    let Some(found) = foremost(work, &question) else {
        return Ok(None);
    };
    let (Some(names), Some(column)) = (found.names, found.column) else {
        return Ok(None);
    };
    note_fold(work, &question, &found);
    let mut draft = Draft::new(&work.shelf);
    for &row in found.at.iter().take(TIES_MAX) {
        let marker = draft.cite_row(found.chain, row);
        let name = cell_text(work, found.chain, row, names);
        draft.line(format!(
            "{name}: {} [{marker}]",
            named_value(work, found.chain, row, column)
        ));
        draft.value(name);
    }
    let which = if largest { "Largest" } else { "Smallest" };
    draft.line(format!(
        "{which} of {} rows: {}.",
        found.rows.len(),
        place(work, found.chain, found.at[0])
    ));
    draft.completeness(read_rows(work, &found));
    let answer = draft.finish(work.snapshot, found.covered * 0.95)?;
    Ok(Some((Kind::Extreme, answer)))
}

fn read_rows(work: &Work<'_>, found: &Folded) -> Completeness {
    let all = work.shelf.chains[found.chain].rows.len();
    Completeness {
        units_read: all,
        units_total: all,
        matches: found.rows.len(),
    }
}

/// The row of the largest or smallest value that a question asks for.
pub fn foremost(work: &Work<'_>, question: &Question) -> Option<Folded> {
    let Form::Extreme { largest } = question.form else {
        return None;
    };
    sure_fold(work, question, Fold::Extreme { largest })
}

fn sure_fold(work: &Work<'_>, question: &Question, kind: Fold) -> Option<Folded> {
    let desk = Desk::new(question, &work.shelf);
    fold(&desk, kind).filter(|found| found.covered >= FOLD_COVERED_MIN && found.exact)
}

fn note_fold(work: &mut Work<'_>, question: &Question, found: &Folded) {
    let chain = &work.shelf.chains[found.chain];
    let told = format!(
        "{}: {} of {} rows",
        chain.title(),
        found.rows.len(),
        chain.rows.len()
    );
    let book = chain.book;
    work.step(&question.text, "rows", &[book], told);
}

/// How many rows; with `in total` in a further part, their sum, too.
pub fn count(work: &mut Work<'_>) -> Result<Option<(Kind, Answer)>, EngineError> {
    let question = work.question.clone();
    if question.total && parts(&question.text).len() < 2 {
        return Ok(None);
    }
    let Some(found) = sure_fold(work, &question, Fold::Count) else {
        return Ok(None);
    };
    note_fold(work, &question, &found);
    let sum = question.total.then(|| {
        let desk = Desk::new(&question, &work.shelf);
        fold(&desk, Fold::Sum).filter(|sum| sum.chain == found.chain)
    });
    let mut draft = Draft::new(&work.shelf);
    let markers = cite_rows(&mut draft, &found);
    draft.line(format!(
        "{} rows of {} fit {markers}",
        found.value,
        place(work, found.chain, found.rows[0])
    ));
    draft.value(found.value.to_string());
    if let Some(sum) = sum.flatten() {
        sum_lines(work, &mut draft, &sum);
    }
    draft.completeness(read_rows(work, &found));
    let answer = draft.finish(work.snapshot, found.covered * 0.9)?;
    Ok(Some((Kind::Count, answer)))
}

fn cite_rows(draft: &mut Draft<'_>, found: &Folded) -> String {
    let rows = found.rows.iter().take(CITED_MAX);
    rows.map(|row| format!("[{}]", draft.cite_row(found.chain, *row)))
        .collect()
}

/// The sum over a column.
pub fn sum(work: &mut Work<'_>) -> Result<Option<(Kind, Answer)>, EngineError> {
    let question = work.question.clone();
    let Some(found) = sure_fold(work, &question, Fold::Sum) else {
        return Ok(None);
    };
    note_fold(work, &question, &found);
    let mut draft = Draft::new(&work.shelf);
    sum_lines(work, &mut draft, &found);
    draft.value(found.value.to_string());
    draft.completeness(read_rows(work, &found));
    let answer = draft.finish(work.snapshot, found.covered * 0.9)?;
    Ok(Some((Kind::Sum, answer)))
}

fn sum_lines(work: &Work<'_>, draft: &mut Draft<'_>, found: &Folded) {
    let Some(column) = found.column else { return };
    let chain = &work.shelf.chains[found.chain];
    let value = |row: &usize| number(&work.shelf, chain.rows[*row].cells.get(column)?.text);
    let operands = found.rows.iter().filter_map(value).map(Expression::Number);
    let markers = cite_rows(draft, found);
    let shown = operands
        .reduce(|sum, next| sum.and(Op::Plus, next))
        .and_then(|sum| sum.shown());
    match shown {
        Some(shown) if found.rows.len() <= OPERANDS_MAX => {
            draft.line(format!("{shown} {markers}"));
            draft.expression(shown);
        }
        _ => draft.line(format!(
            "{} is the sum of {} rows {markers}",
            found.value,
            found.rows.len()
        )),
    }
    draft.line(format!(
        "{} over {} rows: {}.",
        chain.columns[column].name,
        found.rows.len(),
        place(work, found.chain, found.rows[0])
    ));
}
