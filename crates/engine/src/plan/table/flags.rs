//! Columns that only say yes or no, and questions that deny.
//!
//! `Which halls allow resin?` asks for the rows with a yes under `Resin`, `Which halls
//! forbid resin?` for those with a no. A column of figures and dashes says as much to `Which
//! stations have lockers?`. What is denied and stands nowhere, as in `Which
//! methods are not accredited?`, can be told by no list of all methods.

use std::collections::BTreeSet;

use super::Desk;
use crate::plan::Exact;
use crate::plan::chain::Chain;
use crate::plan::question::{Form, Question};
use crate::plan::scan::fold;
use crate::plan::shelf::Content;

/// Cells that say yes.
const YES: &[&str] = &["yes", "y", "x", "si", "ja", "true", "✓", "✔", "•", "●"];
/// Cells that say no; so does an empty one.
const NO: &[&str] = &["no", "n", "nein", "false", "none", "–", "-", "—"];
/// Words that deny what the question says of a column.
const DENIALS: &[&str] = &[
    "not",
    "no",
    "without",
    "never",
    "forbid",
    "forbids",
    "forbidden",
    "ban",
    "banned",
    "prohibit",
    "prohibited",
    "lack",
    "lacks",
    "isn",
    "aren",
    "doesn",
    "don",
    "nicht",
    "kein",
    "keine",
    "keinen",
    "ohne",
    "sin",
    "prohibe",
    "prohiben",
    "prohibido",
];
/// Verbs by whose denial another word stands in documents: `not allowed` is `prohibited`.
const PARAPHRASED: &[&str] = &[
    "allow",
    "permit",
    "accept",
    "cover",
    "insur",
    "includ",
    "requir",
    "eligibl",
    "need",
    "erlaubt",
    "versichert",
    "permitido",
    "cubierto",
    "admit",
    "write",
    "written",
];

/// The rows in which the column of yes and no that the question names says what it asks
/// for; `None` where it names none.
pub(super) fn flagged(desk: &Desk<'_>, chain: &Chain, beside: &[usize]) -> Option<BTreeSet<usize>> {
    let named = |at: &usize| {
        let keys = &chain.columns[*at].keys;
        let mut wanted = desk.question.wanted();
        !beside.contains(at) && wanted.any(|term| keys.contains(&term.token.key))
    };
    let column = (0..chain.columns.len())
        .filter(named)
        .find(|at| all_flags(desk, chain, *at))
        .or_else(|| counted(desk, chain, beside))?;
    let wanted = !denies(desk.question);
    let rows = (0..chain.rows.len()).filter(|row| says(desk, chain, *row, column) == Some(wanted));
    let rows: BTreeSet<usize> = rows.collect();
    (!rows.is_empty()).then_some(rows)
}

/// The column of figures, with a dash where there is none, that a question for a list names by two
/// of its words or by all of them: `Bicycle lockers`, `Charge for half a day`.
fn counted(desk: &Desk<'_>, chain: &Chain, beside: &[usize]) -> Option<usize> {
    let question = desk.question;
    let figures = question.terms.iter().any(|term| term.token.is_number());
    if question.form != Form::Items || figures {
        return None;
    }
    let named = |at: usize| {
        let keys = &chain.columns[at].keys;
        let wanted = question.wanted();
        let met = wanted.filter(|term| keys.contains(&term.token.key)).count();
        (met >= 2 || met > 0 && met == keys.len()).then_some(met)
    };
    let splits = |at: usize| {
        let said: Vec<Option<bool>> = (0..chain.rows.len())
            .map(|row| says(desk, chain, row, at))
            .collect();
        said.iter().all(Option::is_some)
            && said.contains(&Some(true))
            && said.contains(&Some(false))
    };
    (0..chain.columns.len())
        .filter(|at| !beside.contains(at) && splits(*at))
        .filter_map(|at| Some((named(at)?, at)))
        .max_by_key(|(met, at)| (*met, usize::MAX - at))
        .map(|(_, at)| at)
}

/// What a cell says of whether there is any: a figure but 0 is a yes.
fn says(desk: &Desk<'_>, chain: &Chain, row: usize, column: usize) -> Option<bool> {
    flag(desk, chain, row, column).or_else(|| {
        let cell = chain.rows[row].cells.get(column)?;
        let tokens = &desk.shelf.cells.facts(cell.text).tokens;
        let figure = tokens.iter().find(|token| token.is_number())?;
        Some(figure.value.is_none_or(|value| value != Exact::ZERO))
    })
}

/// What a cell says: yes, no, or neither.
fn flag(desk: &Desk<'_>, chain: &Chain, row: usize, column: usize) -> Option<bool> {
    let Some(cell) = chain.rows[row].cells.get(column) else {
        return Some(false);
    };
    let text = fold(desk.shelf.books[chain.book].text(cell.span).trim());
    let empty = desk.shelf.cells.facts(cell.text).content == Content::Empty;
    match text.as_str() {
        yes if YES.contains(&yes) => Some(true),
        no if empty || NO.contains(&no) => Some(false),
        _ => None,
    }
}

fn all_flags(desk: &Desk<'_>, chain: &Chain, column: usize) -> bool {
    (0..chain.rows.len()).all(|row| flag(desk, chain, row, column).is_some())
}

fn denies(question: &Question) -> bool {
    let folded = fold(&question.text);
    let mut words = folded.split(|c: char| !c.is_alphanumeric());
    words.any(is_denial)
}

/// True for a word that denies.
pub(super) fn is_denial(word: &str) -> bool {
    DENIALS.contains(&fold(word).as_str())
}

/// True where a word behind `not` is among those that nothing holds.
pub fn denies_unmet(question: &Question, unmet: &[usize]) -> bool {
    unmet.iter().any(|&at| {
        let token = &question.terms[at].token;
        let before = fold(&question.text[..token.start]);
        // `Not be moved`: one word may stand between.
        let mut words = before.split_whitespace().rev().take(2);
        words.any(|word| matches!(word, "not" | "nicht" | "never"))
            && !PARAPHRASED.contains(&token.key.as_str())
    })
}
