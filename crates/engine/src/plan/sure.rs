//! Which cell is sure enough to be stated: nothing exact of the question is left
//! over, and little else.

use super::doubt::doubt;
use super::key::{Joined, resolve};
use super::pinned;
use super::question::{Form, Question, Term, is_measure, is_price_verb};
use super::scan::{Kind as TokenKind, Token, fold};
use super::shelf::Content;
use super::table::answering::{is_price, labelled};
use super::table::look::{Looked, TIES_MAX, look};
use super::table::{Desk, prose};
use super::work::Work;
use crate::EngineError;

/// Least share of the question's weight that a cell must meet.
const COVERED_MIN: f64 = 0.70;
/// The same for the best cell of all tables where the question tells its row and its column.
const PINNED_COVERED_MIN: f64 = 0.35;
/// Share of a row's name that a question for a meaning has.
const NAMED: f64 = 0.99;
/// Words in place of a figure at most.
const TOLD_WORDS_MAX: usize = 4;
/// Tables whose best cell is tried.
const CANDIDATES: usize = 3;

/// A cell that is sure enough to be stated.
pub struct Sure {
    /// The finding.
    pub looked: Looked,
    /// The sentence that decided a key.
    pub rule: Option<prose::Rule>,
    /// The row of another table that decided it.
    pub joined: Option<Joined>,
    /// The key that was looked up.
    pub key: String,
}

/// What of the question may be left over: what a rate is applied to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spare {
    /// Nothing exact.
    Nothing,
    /// Amounts of money.
    Amounts,
    /// One number that counts or measures: `for 45 days`.
    Count,
}

impl Spare {
    /// True for a token that may be left over.
    fn allows(self, token: &Token) -> bool {
        match self {
            Spare::Nothing => false,
            Spare::Amounts => token.kind == TokenKind::Money,
            Spare::Count => is_count(token),
        }
    }
}

/// A number that counts or measures, in digits or a word.
pub fn is_count(token: &Token) -> bool {
    token.kind == TokenKind::Number && super::scan::year(token).is_none()
        || token.kind == TokenKind::Word && token.value.is_some()
}

/// The best cell for a question, when it is sure.
pub fn sure(
    work: &Work<'_>,
    question: &Question,
    spare: Spare,
) -> Result<Option<Sure>, EngineError> {
    let desk = Desk::new(question, &work.shelf);
    for (place, looked) in look(&desk).into_iter().take(CANDIDATES).enumerate() {
        // A rate that is applied to an amount is found beside its unit.
        if (looked.column.is_none() && spare != Spare::Amounts)
            || !grounded(work, question, &looked)
        {
            continue;
        }
        let resolved = resolve(work, &desk, looked)?;
        let pinned = place == 0
            && pinned::row(&desk, &resolved.looked)
            && pinned::column(&desk, &resolved.looked);
        let least = if pinned {
            PINNED_COVERED_MIN
        } else {
            COVERED_MIN
        };
        if stated(work, question, &resolved, (spare, least))
            && fits_form(work, question, &resolved.looked)
            && doubt(work, question, &resolved.looked).is_none()
        {
            return Ok(Some(resolved));
        }
    }
    Ok(None)
}

/// A condition is met, or the table is of one row.
fn grounded(work: &Work<'_>, question: &Question, looked: &Looked) -> bool {
    let head = |key: &str| question.head() == Some(key);
    let real = looked
        .conditions
        .iter()
        .filter(|(term, _)| !head(&question.terms[*term].token.key));
    let chain = &work.shelf.chains[looked.chain];
    // Without a header the row must be called by what is asked: `Fee: | $50`.
    let unnamed = looked
        .column
        .is_some_and(|column| chain.columns[column].name.is_empty());
    let beside = |column: usize| {
        looked.rows.len() == 1
            && labelled(
                &Desk::new(question, &work.shelf),
                chain,
                looked.rows[0],
                column,
            )
    };
    let called = !unnamed
        || looked.column.is_some_and(beside)
        || (chain.columns.len() == 2 && looked.conditions.iter().any(|(_, column)| *column == 0));
    // `How many passengers … in 2022`: the row is called by the noun, the column by more.
    let by_column = || {
        let named = looked.column.map(|column| &chain.columns[column].keys);
        let says = |term: &Term| {
            !head(&term.token.key) && named.is_some_and(|keys| keys.contains(&term.token.key))
        };
        looked.conditions.iter().any(|(_, column)| *column == 0) && question.wanted().any(says)
    };
    let defined = || {
        let cells = &chain.rows[looked.rows[0]].cells;
        let desk = Desk::new(question, &work.shelf);
        let named = |column: usize| column == 0 && desk.share(cells[0].text) >= NAMED;
        looked.conditions.iter().any(|(_, column)| named(*column))
    };
    if super::define::asks_meaning(&question.text) && !defined() {
        return false;
    }
    called && (real.count() > 0 || chain.rows.len() == 1 || by_column())
}

/// A question for an amount gets a number, one for members of a list no prose.
fn fits_form(work: &Work<'_>, question: &Question, looked: &Looked) -> bool {
    let Some(column) = looked.column else {
        return true;
    };
    let chain = &work.shelf.chains[looked.chain];
    let cell = chain.rows[looked.rows[0]].cells.get(column);
    let Some(facts) = cell.map(|cell| work.shelf.cells.facts(cell.text)) else {
        return false;
    };
    let who = super::asks_who(&question.text);
    if who && facts.tokens.iter().any(super::scan::Token::is_number) {
        return false;
    }
    // Further parts have columns of their own.
    let first = super::cell::parts(&question.text).into_iter().next();
    let lower = first.unwrap_or_default().to_lowercase();
    let amount = [
        "how much",
        "how many",
        "cuánto",
        "cuánta",
        "cuántos",
        "cuántas",
        "wie viel",
        "wie hoch",
        "was kostet",
    ]
    .iter()
    .any(|opening| lower.contains(opening));
    if amount {
        // `Not sold` among prices says that there is none.
        let mut cells = chain.rows.iter().filter_map(|row| row.cells.get(column));
        let figures = cells.any(|cell| super::table::number(&work.shelf, cell.text).is_some());
        let told = figures && facts.tokens.len() <= TOLD_WORDS_MAX;
        return told || facts.tokens.iter().any(super::scan::Token::is_number);
    }
    question.form != Form::Items || facts.content == Content::Value
}

/// Nothing exact is left over, and little else.
fn stated(
    work: &Work<'_>,
    question: &Question,
    found: &Sure,
    (spare, least): (Spare, f64),
) -> bool {
    let left: Vec<usize> = found
        .looked
        .unmet
        .iter()
        .copied()
        .filter(|term| {
            found
                .rule
                .as_ref()
                .is_none_or(|rule| !rule.terms.contains(term))
        })
        .filter(|term| !asks_price(work, question, &found.looked, *term))
        .collect();
    let priced = found.looked.unmet.iter();
    let priced: f64 = priced
        .filter(|term| asks_price(work, question, &found.looked, **term))
        .map(|term| question.terms[*term].weight)
        .sum();
    let all: f64 = question.wanted().map(|term| term.weight).sum::<f64>() - priced;
    let missing: f64 = left.iter().map(|term| question.terms[*term].weight).sum();
    let exact = left.iter().all(|term| {
        let token = &question.terms[*term].token;
        let plain = !token.is_constant() && token.value.is_none();
        plain && !question.terms[*term].name || spare.allows(token)
    });
    let amount: f64 = left
        .iter()
        .map(|term| &question.terms[*term])
        .filter(|term| spare.allows(&term.token))
        .map(|term| term.weight)
        .sum();
    exact
        && all > 0.0
        && 1.0 - (missing - amount) / all >= least
        && found.looked.rows.len() <= TIES_MAX
}

/// `kostet` asks for what the table calls a fee, `price` for what has a sign of
/// currency in header or title, `figures` for what any table has.
fn asks_price(work: &Work<'_>, question: &Question, looked: &Looked, term: usize) -> bool {
    let token = &question.terms[term].token;
    let word = fold(&question.text[token.start..token.end]);
    let chain = &work.shelf.chains[looked.chain];
    let named = || {
        let header = looked.column.map(|column| &chain.columns[column].name);
        let lines = header.into_iter().chain(chain.titles.last());
        let mut lines = lines.chain([&chain.intro]);
        lines.any(|line| is_price(line))
    };
    is_price_verb(&word)
        || is_measure(&token.key) && token.kind == TokenKind::Word
        || matches!(word.as_str(), "price" | "prices" | "preis" | "precio") && named()
}
