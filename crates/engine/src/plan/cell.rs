//! Answers from one row of a table: a cell, or several cells of it.

use super::Kind;
use super::compose::Draft;
use super::key::rule_lines;
use super::question::{Form, Question};
use super::scan::lowered;
use super::shown::{cell_text, named_value, place, row_text};
use super::sure::{Spare, Sure, sure};
use super::table::Desk;
use super::table::look::{Looked, look};
use super::work::Work;
use crate::EngineError;
use crate::answer::Answer;

/// Opens the line of an answer that names the words of the question which the table it
/// rests on lacks.
pub const UNMATCHED: &str = "Not found in the table:";

/// One cell.
pub fn lookup(work: &mut Work<'_>) -> Result<Option<(Kind, Answer)>, EngineError> {
    let question = work.question.clone();
    if let Some(found) = sure(work, &question, Spare::Nothing)? {
        if let Some(answer) = super::rate::scaled(work, &question, &found)? {
            return Ok(Some((Kind::Calculation, answer)));
        }
        if question.amount
            && let Some(answer) = super::rate::counted(work, &question, &found)?
        {
            return Ok(Some((Kind::Calculation, answer)));
        }
        if let Some(column) = found.looked.column {
            let answer = write(work, &question, &found, column)?;
            return Ok(Some((Kind::Lookup, answer)));
        }
    }
    if let Some(found) = sure(work, &question, Spare::Amounts)?
        && let Some(answer) = super::rate::unit_rate(work, &question, &found)?
    {
        return Ok(Some((Kind::Calculation, answer)));
    }
    if let Some(found) = sure(work, &question, Spare::Count)?
        && let Some(answer) = super::rate::counted(work, &question, &found)?
    {
        return Ok(Some((Kind::Calculation, answer)));
    }
    if let Some(answer) = super::applied::to_amount(work, &question)? {
        return Ok(Some((Kind::Calculation, answer)));
    }
    if let Some(answer) = whole_row(work, &question)? {
        return Ok(Some((Kind::Lookup, answer)));
    }
    note_nearest(work, &question);
    Ok(None)
}

/// Least share of the question that a cell meets to say why it is not the answer.
const NEAR_COVERED_MIN: f64 = 0.6;
/// Least share of the question that a row meets of which no column is asked for.
const ROW_COVERED_MIN: f64 = 0.78;

/// The same where the question tells the row by its key or its name.
const PINNED_COVERED_MIN: f64 = 0.5;

/// The one row that is asked for, where nothing tells which of its columns: all of it
/// is shown, and no value stated.
fn whole_row(work: &mut Work<'_>, question: &Question) -> Result<Option<Answer>, EngineError> {
    let looked = look(&Desk::new(question, &work.shelf)).into_iter().next();
    let Some(looked) = looked.filter(|looked| is_row(work, question, looked)) else {
        return Ok(None);
    };
    let (chain, row) = (looked.chain, looked.rows[0]);
    let book = work.shelf.chains[chain].book;
    let told = row_text(work, chain, row);
    work.step(&question.text, "row", &[book], told.clone());
    let mut draft = Draft::new(&work.shelf);
    let marker = draft.cite_row(chain, row);
    draft.line(format!("{}: {told} [{marker}]", place(work, chain, row)));
    Ok(Some(draft.finish(work.snapshot, looked.covered * 0.9)?))
}

/// One row is called by the question, and little else of the question is left.
fn is_row(work: &Work<'_>, question: &Question, looked: &Looked) -> bool {
    let exact = |term: &usize| {
        let term = &question.terms[*term];
        term.token.is_constant() || term.name || term.token.value.is_some()
    };
    looked.column.is_none()
        && !super::define::asks_meaning(&question.text)
        && looked.rows.len() == 1
        && looked.conditions.iter().any(|(_, column)| *column <= 1)
        && question.form != Form::Count
        && (looked.covered >= ROW_COVERED_MIN && !question.amount
            || looked.covered >= PINNED_COVERED_MIN
                && super::pinned::row(&Desk::new(question, &work.shelf), looked))
        && !looked.unmet.iter().any(exact)
        && super::doubt::doubt(work, question, looked).is_none()
}

/// The nearest cell that was not sure enough, for the trace.
fn note_nearest(work: &mut Work<'_>, question: &Question) {
    let desk = Desk::new(question, &work.shelf);
    let Some(looked) = look(&desk).into_iter().next() else {
        return;
    };
    let unmet = looked.unmet.iter().map(|term| &question.terms[*term].token);
    let unmet: Vec<&str> = unmet
        .map(|token| &question.text[token.start..token.end])
        .collect();
    let chain = &work.shelf.chains[looked.chain];
    let doubt = super::doubt::doubt(work, question, &looked);
    let doubt = doubt.map_or(String::new(), |doubt| format!("; {doubt}"));
    let told = format!(
        "not sure: {} rows of {}, column {}, {:.2} of the question met, not {}{doubt}",
        looked.rows.len(),
        chain.title(),
        looked
            .column
            .map_or("none", |column| chain.columns[column].name.as_str()),
        looked.covered,
        unmet.join(", ")
    );
    let book = chain.book;
    let elsewhere = super::doubt::elsewhere(work, question, &looked);
    let elsewhere = elsewhere.filter(|_| looked.covered >= NEAR_COVERED_MIN);
    work.step(&question.text, "cell", &[book], told);
    if let Some(elsewhere) = elsewhere {
        work.missing = Some(format!("No table gives it: {elsewhere}."));
    }
}

fn write(
    work: &mut Work<'_>,
    question: &Question,
    found: &Sure,
    column: usize,
) -> Result<Answer, EngineError> {
    let looked = &found.looked;
    let chain = looked.chain;
    let book = work.shelf.chains[chain].book;
    let columns = further_columns(work, question, looked, column);
    let told = format!(
        "{}: {}",
        work.shelf.chains[chain].title(),
        row_text(work, chain, looked.rows[0])
    );
    work.step(&question.text, "cell", &[book], told);
    let mut draft = Draft::new(&work.shelf);
    let values: Vec<String> = looked
        .rows
        .iter()
        .map(|row| cell_text(work, chain, *row, column))
        .collect();
    let same = values.iter().all(|value| *value == values[0]);
    let rows = if same {
        &looked.rows[..1]
    } else {
        &looked.rows[..]
    };
    for &row in rows {
        let marker = draft.cite_row(chain, row);
        let stated: Vec<String> = columns
            .iter()
            .map(|&column| named_value(work, chain, row, column))
            .collect();
        draft.line(format!("{} [{marker}]", stated.join("; ")));
        draft.line(format!(
            "{}: {} [{marker}]",
            place(work, chain, row),
            row_text(work, chain, row)
        ));
    }
    if same {
        // A question of several parts has a value for each.
        let stated = columns.iter();
        let stated = stated.map(|column| cell_text(work, chain, rows[0], *column));
        let stated: Vec<String> = stated.collect();
        if stated
            .iter()
            .all(|value| !value.contains(char::is_alphanumeric))
        {
            draft.line("The table has a dash there: none is given.");
            draft.value("none");
        } else {
            draft.value(stated.join("; "));
        }
    } else {
        draft.line("It depends on what the question does not say: each row that fits is shown.");
    }
    rule_lines(work, &mut draft, found);
    unmet_line(question, &mut draft, found);
    copies(work, question, &mut draft, looked);
    let certain = if same { 1.0 } else { 0.7 };
    draft.finish(work.snapshot, looked.covered * 0.95 * certain)
}

/// What of the question the row does not show.
fn unmet_line(question: &Question, draft: &mut Draft<'_>, found: &Sure) {
    let met = |term: &usize| {
        found
            .rule
            .as_ref()
            .is_some_and(|rule| rule.terms.contains(term))
    };
    let words: Vec<&str> = found
        .looked
        .unmet
        .iter()
        .filter(|term| !met(term))
        .map(|term| &question.terms[*term].token)
        .map(|token| &question.text[token.start..token.end])
        .collect();
    if !words.is_empty() {
        draft.line(format!("{UNMATCHED} {}.", words.join(", ")));
    }
}

/// The same row with another value in a sibling document is said.
fn copies(work: &Work<'_>, question: &Question, draft: &mut Draft<'_>, looked: &Looked) {
    let Some(column) = looked.column else { return };
    let value = cell_text(work, looked.chain, looked.rows[0], column);
    let desk = Desk::new(question, &work.shelf);
    let others = look(&desk).into_iter().filter(|other| {
        work.shelf.chains[other.chain].book != work.shelf.chains[looked.chain].book
            && other.rows.len() == 1
            && other.total >= looked.total - 0.5
    });
    for other in others.take(2) {
        let Some(other_column) = other.column else {
            continue;
        };
        let second = cell_text(work, other.chain, other.rows[0], other_column);
        if second != value {
            let marker = draft.cite_row(other.chain, other.rows[0]);
            draft.line(format!(
                "Elsewhere: {second} in {} [{marker}]",
                place(work, other.chain, other.rows[0])
            ));
        }
    }
}

/// `how many … and how many …`: the columns that the further parts name.
fn further_columns(
    work: &Work<'_>,
    question: &Question,
    looked: &Looked,
    column: usize,
) -> Vec<usize> {
    let mut columns = vec![column];
    let parts = parts(&question.text);
    if parts.len() < 2 {
        return columns;
    }
    let chain = &work.shelf.chains[looked.chain];
    columns.clear();
    for part in &parts {
        let asked = work.read(part, false);
        let score = |at: usize| -> f64 {
            let keys = &chain.columns[at].keys;
            let met: f64 = asked
                .wanted()
                .filter(|term| keys.contains(&term.token.key))
                .map(|term| term.weight)
                .sum();
            let extra = keys
                .iter()
                .filter(|key| asked.terms.iter().all(|term| term.token.key != **key))
                .count();
            #[expect(clippy::cast_precision_loss, reason = "words of a header")]
            let extra = extra as f64;
            if met > 0.0 { met - 0.7 * extra } else { 0.0 }
        };
        let conditions = |at: &usize| looked.conditions.iter().any(|(_, column)| column == at);
        let best = (0..chain.columns.len())
            .filter(|at| !conditions(at))
            .rev()
            .max_by(|a, b| score(*a).total_cmp(&score(*b)));
        if let Some(best) = best.filter(|at| score(*at) > 0.0 && !columns.contains(at)) {
            columns.push(best);
        }
    }
    if !columns.contains(&column) {
        columns.insert(0, column);
    }
    columns
}

/// The parts of a question that ask for a value each.
pub fn parts(text: &str) -> Vec<String> {
    let lower = lowered(text);
    let joints = [
        " and how many",
        " and how much",
        " and with how many",
        " and with what",
        " and in which",
        " and at what",
        " and for how",
        " and by when",
        " and what",
        " and which",
        " and when",
        " and who",
        ", how many",
        " y cuánt",
        " y qué",
        " y cuál",
        " und wie viel",
        " und welche",
        " und was",
    ];
    let mut cuts: Vec<usize> = joints
        .iter()
        .flat_map(|joint| lower.match_indices(joint).map(|(at, _)| at))
        .collect();
    cuts.sort_unstable();
    let mut parts = Vec::new();
    let mut start = 0;
    for cut in cuts {
        parts.push(text[start..cut].to_owned());
        start = cut;
    }
    parts.push(text[start..].to_owned());
    parts
}
