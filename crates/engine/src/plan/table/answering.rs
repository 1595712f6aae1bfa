//! The column that answers, and what speaks for a table beside the row: headers,
//! titles, headings, the document's name.

use std::collections::BTreeSet;

use super::headers::{Headers, abbreviated};
use super::{Desk, counts, is_small};
use crate::plan::chain::Chain;
use crate::plan::question::{Form, Term};
use crate::plan::scan::{Kind, scan, year};
use crate::plan::shelf::Content;

/// Where a term was met outside the row, by weight.
const ANSWER_HEADER: f64 = 1.0;
const NEAREST_TITLE: f64 = 0.9;
const TITLE: f64 = 0.8;
const OTHER_HEADER: f64 = 0.6;
const AROUND: f64 = 0.6;
const NAME: f64 = 0.4;
/// What a word of the answer's header costs that nobody asked for.
const HEADER_UNASKED: f64 = 0.7;
/// What a word of the title costs that nobody asked for.
const TITLE_UNASKED: f64 = 0.12;

/// The weight of the best place outside the row that holds a term.
pub(super) fn place(
    desk: &Desk<'_>,
    chain: &Chain,
    term: &Term,
    at: usize,
    column: Option<usize>,
    headers: &Headers,
) -> f64 {
    let key = &term.token.key;
    let in_header = |column: usize| headers.terms[column].contains(&at);
    if column.is_some_and(in_header) {
        ANSWER_HEADER
    } else if chain.nearest.contains(key) {
        NEAREST_TITLE
    } else if chain.title_keys.contains(key) {
        TITLE
    } else if (0..headers.terms.len()).any(in_header) {
        OTHER_HEADER
    } else if in_running(desk, chain, term) || chain.headings.contains(key) {
        AROUND
    } else if desk.shelf.books[chain.book].name.contains(key) {
        NAME
    } else {
        0.0
    }
}

/// The running lines hold a term. A bare number there counts the pages, unless it
/// stands behind the same word as in the question: `Exhibit 6`.
pub fn in_running(desk: &Desk<'_>, chain: &Chain, term: &Term) -> bool {
    if term.token.kind != Kind::Number {
        return chain.running.contains(&term.token.key);
    }
    let Some(called) = &term.designator else {
        return false;
    };
    let book = &desk.shelf.books[chain.book];
    let start = chain.rows.first().map_or(0, |row| row.span.start);
    book.running(start).iter().any(|line| {
        let tokens = scan(line, book.notation);
        tokens.windows(2).any(|pair| {
            pair[0].kind == Kind::Word && pair[0].key == *called && pair[1].key == term.token.key
        })
    })
}

/// Years and dates must be met where they say what the value is of: the row,
/// a header, the title; an effective date at the foot of the page says nothing.
pub(super) fn slot(
    desk: &Desk<'_>,
    chain: &Chain,
    term: &Term,
    at: usize,
    conditions: &[(usize, usize)],
) -> bool {
    let dated = matches!(term.token.kind, Kind::Date(_)) || year(&term.token).is_some();
    if !dated || conditions.iter().any(|(term, _)| *term == at) {
        return true;
    }
    let notation = desk.shelf.books[chain.book].notation;
    let said = chain
        .columns
        .iter()
        .map(|column| &column.name)
        .chain(&chain.titles);
    said.into_iter().any(|line| {
        let tokens = scan(line, notation);
        tokens
            .iter()
            .any(|token| super::filter::same(&term.token, token))
    })
}

/// What the answer's header and the title say beyond the question.
pub(super) fn unasked(desk: &Desk<'_>, chain: &Chain, column: Option<usize>) -> f64 {
    let beyond = |keys: &BTreeSet<String>| {
        let asked = |key: &&String| {
            desk.question
                .terms
                .iter()
                .any(|term| term.token.key == **key)
        };
        let count = keys
            .iter()
            .filter(|key| !asked(key) && !is_small(key))
            .count()
            .min(12);
        #[expect(clippy::cast_precision_loss, reason = "at most 12")]
        let count = count as f64;
        count
    };
    let header = column.map_or(0.0, |column| beyond(&chain.columns[column].keys));
    HEADER_UNASKED * header + TITLE_UNASKED * beyond(&chain.nearest)
}

/// A value right behind a cell of words that the question has all of: `TAXABLE
/// VALUE | 135,000`.
pub fn labelled(desk: &Desk<'_>, chain: &Chain, row: usize, at: usize) -> bool {
    let cells = &chain.rows[row].cells;
    let facts = |at: usize| cells.get(at).map(|cell| desk.shelf.cells.facts(cell.text));
    let (Some(name), Some(value)) = (at.checked_sub(1).and_then(facts), facts(at)) else {
        return false;
    };
    let words = name.tokens.iter().all(|token| token.kind == Kind::Word);
    let asked = cells
        .get(at - 1)
        .is_some_and(|cell| desk.share(cell.text) >= 0.999);
    name.content == Content::Words && value.content == Content::Value && words && asked
}

/// A header that names amounts of money.
pub fn is_price(name: &str) -> bool {
    const WORDS: &[&str] = &[
        "fee",
        "fees",
        "price",
        "charge",
        "amount",
        "cost",
        "rate",
        "euro",
        "eur",
        "usd",
        "gbp",
        "pounds",
        "dollars",
        "gebühr",
        "gebühren",
        "preis",
        "kosten",
        "betrag",
        "precio",
        "importe",
        "tarifa",
        "cuota",
        "comisión",
    ];
    let lower = name.to_lowercase();
    name.contains(['$', '€', '£'])
        || lower
            .split(|c: char| !c.is_alphabetic())
            .any(|word| WORDS.contains(&word))
}

/// The column that answers: not a condition's, and named by the question more
/// than any other. The only column of figures needs no name.
pub(super) fn column(
    desk: &Desk<'_>,
    chain: &Chain,
    rows: &[usize],
    conditions: &[(usize, usize)],
    headers: &Headers,
) -> Option<usize> {
    let condition = |at: usize| conditions.iter().any(|(_, column)| *column == at);
    // A number between least and most is met by both columns.
    let stretched = |at: usize| {
        let mut stretches = headers.stretches.iter();
        stretches.any(|&(low, high)| high == at && condition(low))
    };
    let taken = |at: &usize| condition(*at) || stretched(*at);
    let filled = |at: &usize| {
        rows.iter().all(|row| {
            let cell = chain.rows[*row].cells.get(*at);
            cell.is_some_and(|cell| desk.shelf.cells.facts(cell.text).content != Content::Empty)
        })
    };
    let free: Vec<usize> = (0..chain.columns.len())
        .filter(|at| !taken(at) && filled(at))
        .collect();
    // `Base rate` may be a column of its table, too.
    let is_operand = |at: usize| {
        let names = &desk.question.terms[..desk.question.title_terms];
        let keys = &chain.columns[at].keys;
        let named = |key: &String| names.iter().any(|term| term.token.key == *key);
        let wanted = |term: &&Term| term.weight > 0.0;
        let whole = names
            .iter()
            .filter(wanted)
            .all(|term| keys.contains(&term.token.key));
        !keys.is_empty() && keys.iter().all(named) && whole
    };
    let wanted = |at: usize| -> f64 {
        let terms = headers.terms[at].iter().filter(|term| {
            // A code that a row meets does not select a column, too; nor do the
            // words of an operand's name, which is its table's title.
            let met = conditions.iter().any(|(met, _)| met == *term);
            let title = **term < desk.question.title_terms && !is_operand(at);
            !(title || met && desk.question.terms[**term].token.is_constant())
        });
        terms.map(|term| desk.question.terms[*term].weight).sum()
    };
    let many = desk.question.form == Form::Count;
    let score = |at: usize| -> f64 {
        let named = wanted(at);
        let counted = if many && counts(&chain.columns[at].name) {
            2.0
        } else {
            0.0
        };
        let notation = desk.shelf.books[chain.book].notation;
        let tokens = scan(&chain.columns[at].name, notation);
        let asked = |key: &&String| {
            let first = if is_operand(at) {
                0
            } else {
                desk.question.title_terms
            };
            desk.question.terms[first..].iter().any(|term| {
                term.token.key == **key
                    || tokens.iter().any(|token| {
                        token.key == **key
                            && abbreviated(
                                desk,
                                term,
                                &chain.columns[at].name,
                                std::slice::from_ref(token),
                            )
                    })
            })
        };
        let keys = &chain.columns[at].keys;
        let extra = keys.iter().filter(|key| !asked(key)).count().min(8);
        #[expect(clippy::cast_precision_loss, reason = "at most 8")]
        let extra = extra as f64;
        if named + counted > 0.0 {
            named + counted - HEADER_UNASKED * extra
        } else {
            f64::NEG_INFINITY
        }
    };
    let best = free
        .iter()
        .copied()
        .rev()
        .max_by(|a, b| score(*a).total_cmp(&score(*b)));
    let best = best.filter(|at| score(*at).is_finite());
    let figures: Vec<usize> = free
        .iter()
        .copied()
        .filter(|at| chain.columns[*at].numeric)
        .collect();
    let beside = rows.first().and_then(|row| {
        let mut values = free.iter().copied();
        values.find(|at| chain.columns[*at].name.is_empty() && labelled(desk, chain, *row, *at))
    });
    let priced: Vec<usize> = figures
        .iter()
        .copied()
        .filter(|at| desk.question.amount && is_price(&chain.columns[*at].name))
        .collect();
    match (best, figures.as_slice()) {
        (Some(best), _) if !chain.columns[best].name.is_empty() => Some(best),
        _ if beside.is_some() => beside,
        (Some(best), _) => Some(best),
        (None, [only]) => Some(*only),
        (None, _) if priced.len() == 1 => Some(priced[0]),
        (None, []) if free.len() == 1 && !rows.is_empty() => Some(free[0]),
        (None, _) => None,
    }
}
