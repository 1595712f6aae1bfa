//! Whether a cell is told by its place alone: one row that the question calls by its key
//! or by its name, one column that it calls by its name or by a figure in its limits.
//!
//! People ask in other words than tables use: `How much does a 27-year-old with four years
//! of practice get?` shares few words with a table of factors, but no other row and column
//! hold 27 and four. Such a cell is the answer although little of the question is met;
//! what is not met is said beside it.

use super::bounds::limits;
use super::chain::Chain;
use super::question::Question;
use super::scan::{Token, scan};
use super::shelf::Content;
use super::table::choose::expected;
use super::table::look::Looked;
use super::table::{Desk, abbreviated, is_small};

/// Share of a row's name, or of a column's, that must be asked for.
const NAME_SHARE: f64 = 0.6;

/// True when the question tells one row of the table.
pub fn row(desk: &Desk<'_>, looked: &Looked) -> bool {
    let chain = &desk.shelf.chains[looked.chain];
    let &[row] = looked.rows.as_slice() else {
        return false;
    };
    looked.conditions.iter().any(|&(term, at)| {
        // A band above the row is not the row.
        let cell = chain.rows[row].cells.get(at);
        cell.filter(|_| looked.column != Some(at))
            .is_some_and(|cell| {
                let facts = desk.shelf.cells.facts(cell.text);
                let exact = desk.question.terms[term].token.is_constant()
                    || desk.question.terms[term].token.value.is_some();
                facts.content != Content::Empty && exact || desk.share(cell.text) >= NAME_SHARE
            })
    })
}

/// True when the question tells one column of the table.
pub fn column(desk: &Desk<'_>, looked: &Looked) -> bool {
    let chain = &desk.shelf.chains[looked.chain];
    let Some(at) = looked.column else {
        return false;
    };
    let notation = desk.shelf.books[chain.book].notation;
    let name = &chain.columns[at].name;
    // `Runabout, bass boat` is called by either.
    let mut parts = name.split([',', ';']).chain([name.as_str()]);
    parts.any(|part| called(desk, part, &scan(part, notation)))
        || held(desk.question, name, &scan(name, notation))
        || only_figures(chain, looked, at)
        || only_expected(desk, chain, looked, at)
}

/// The question has most words of a name.
fn called(desk: &Desk<'_>, name: &str, tokens: &[Token]) -> bool {
    let words = || tokens.iter().filter(|token| !is_small(&token.key));
    let asked = |token: &&Token| {
        let mut wanted = desk.question.wanted();
        wanted.any(|term| {
            term.token.key == token.key
                || abbreviated(desk, term, name, std::slice::from_ref(*token))
        })
    };
    #[expect(clippy::cast_precision_loss, reason = "words of a header")]
    let share = words().filter(asked).count() as f64 / words().count().max(1) as f64;
    share >= NAME_SHARE
}

/// The name sets limits that a number of the question lies in.
fn held(question: &Question, name: &str, tokens: &[Token]) -> bool {
    let limits = limits(name, tokens);
    question.wanted().any(|term| {
        let value = term.token.value;
        value.is_some_and(|value| limits.iter().any(|limit| limit.bounds.hold(value)))
    })
}

/// No other column holds what the question asks for by its form.
fn only_expected(desk: &Desk<'_>, chain: &Chain, looked: &Looked, at: usize) -> bool {
    let all: Vec<usize> = (0..chain.columns.len()).collect();
    expected(desk, chain, &looked.rows, &all) == [at]
}

/// No other column of figures is left.
fn only_figures(chain: &Chain, looked: &Looked, at: usize) -> bool {
    let met = |at: usize| looked.conditions.iter().any(|(_, column)| *column == at);
    let mut others = (0..chain.columns.len()).filter(|other| *other != at && !met(*other));
    chain.columns[at].numeric && !others.any(|other| chain.columns[other].numeric)
}
