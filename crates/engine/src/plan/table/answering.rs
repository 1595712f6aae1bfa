//! The column that answers, and what speaks for a table beside the row: headers,
//! titles, headings, the document's name.

use std::collections::BTreeSet;

use super::headers::Headers;
use super::{Desk, is_small};
use crate::plan::chain::{Cell, Chain, Row};
use crate::plan::question::Term;
use crate::plan::scan::{Kind, Token, scan, year};
use crate::plan::shelf::Content;

/// Where a term was met outside the row, by weight.
const ANSWER_HEADER: f64 = 1.0;
const NEAREST_TITLE: f64 = 0.9;
const TITLE: f64 = 0.8;
const OTHER_HEADER: f64 = 0.6;
const AROUND: f64 = 0.6;
const NAME: f64 = 0.4;
/// What a word of the answer's header costs that nobody asked for.
pub(super) const HEADER_UNASKED: f64 = 0.7;
/// What a word of the title costs that nobody asked for.
const TITLE_UNASKED: f64 = 0.12;

/// The weight of the best place outside the row that holds a term.
pub(super) fn place(
    desk: &Desk<'_>,
    chain: &Chain,
    term: &Term,
    at: usize,
    column: Option<usize>,
    headers: &Headers<'_>,
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
    } else if in_running(desk, chain, term)
        || chain.headings.contains(key)
        || in_intro(desk, chain, at)
        || in_compound(desk, chain, term)
    {
        AROUND
    } else if desk.shelf.books[chain.book].name.contains(key)
        || dates_document(desk, chain, term)
        || in_spaced_code(desk, chain, at)
    {
        NAME
    } else {
        0.0
    }
}

/// A German header has the word as a part of its own: `Modul` in `Modultitel`.
pub fn in_compound(desk: &Desk<'_>, chain: &Chain, term: &Term) -> bool {
    let key = &term.token.key;
    let german = desk.shelf.books[chain.book].document.language == text::Language::De;
    let holds = |own: &String| {
        own.len() > key.len() && (own.starts_with(key.as_str()) || own.ends_with(key.as_str()))
    };
    german
        && term.token.kind == Kind::Word
        && key.len() >= COMPOUND_MIN
        && chain
            .columns
            .iter()
            .any(|column| column.keys.iter().any(holds))
}

/// Letters of a word at least that is looked for in compounds.
pub const COMPOUND_MIN: usize = 5;

/// Words that say that something is counted in.
const WITH: &[&str] = &[
    "with", "con", "mit", "includ", "incl", "inkl", "inklusiv", "incluido",
];

/// The text above the table says a term. A number counts only where the word behind it
/// stands there, too: `per 100 GT`.
pub fn in_intro(desk: &Desk<'_>, chain: &Chain, at: usize) -> bool {
    let term = &desk.question.terms[at];
    // `with VAT` is not met by a text that says that VAT comes on top.
    let with = at
        .checked_sub(1)
        .map(|at| &desk.question.terms[at].token.key);
    let with = with.is_some_and(|word| WITH.contains(&word.as_str()));
    if with || !chain.intro_keys.contains(&term.token.key) {
        return false;
    }
    let next = desk.question.terms.get(at + 1).map(|next| &next.token.key);
    let notation = desk.shelf.books[chain.book].notation;
    !term.token.is_number()
        || scan(&chain.intro, notation)
            .windows(2)
            .any(|pair| pair[0].key == term.token.key && Some(&pair[1].key) == next)
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

/// `K 40` where the document's name says `k40`.
fn in_spaced_code(desk: &Desk<'_>, chain: &Chain, at: usize) -> bool {
    let terms = &desk.question.terms;
    let joined = |letter: usize| {
        let (Some(letter), Some(number)) = (terms.get(letter), terms.get(letter + 1)) else {
            return false;
        };
        let spaced = letter.token.kind == Kind::Letter && number.token.kind == Kind::Number;
        let code = format!("{}{}", letter.token.key.to_uppercase(), number.token.key);
        spaced && desk.shelf.books[chain.book].name.contains(&code)
    };
    joined(at) || at.checked_sub(1).is_some_and(joined)
}

/// The document is of the year or the date that is asked for: its title or its opening
/// says it.
fn dates_document(desk: &Desk<'_>, chain: &Chain, term: &Term) -> bool {
    let book = &desk.shelf.books[chain.book];
    is_dated(term) && (book.title.contains(&term.token.key) || book.opens_with(&term.token))
}

fn is_dated(term: &Term) -> bool {
    matches!(term.token.kind, Kind::Date(_)) || year(&term.token).is_some()
}

/// Years and dates must be met where they say what the value is of: the row,
/// a header, the title; an effective date at the foot of the page says nothing. The date
/// of the document is that of a table which has no dates of its own.
pub(super) fn slot(
    desk: &Desk<'_>,
    chain: &Chain,
    term: &Term,
    at: usize,
    conditions: &[(usize, usize)],
    (row, headers): (&Row, &Headers<'_>),
) -> bool {
    let met = conditions.iter().find(|(term, _)| *term == at);
    if !is_dated(term) || met.is_some_and(|(_, at)| gives_year(desk, term, row.cells.get(*at))) {
        return true;
    }
    let notation = desk.shelf.books[chain.book].notation;
    let said = chain.columns.iter().map(|column| &column.name);
    let said: Vec<Token> = said
        .chain(&chain.titles)
        .flat_map(|line| scan(line, notation))
        .collect();
    let book = &desk.shelf.books[chain.book];
    let year = match term.token.kind {
        Kind::Date(date) => date.year,
        _ => None,
    };
    // A day or a month in the row or the header; the year is the document's.
    let same = |token: &Token| super::filter::same(&term.token, token);
    let of_year = |year: u16| {
        let says = |token: &Token| year_of(token) == Some(year);
        said.iter().any(says)
            || book.opening.iter().any(says)
            || book.title.contains(&year.to_string())
    };
    let by_header = headers.terms.iter().any(|terms| terms.contains(&at));
    if met.is_some()
        || by_header && !said.iter().any(same)
        || said
            .iter()
            .any(|token| same(token) && year_of(token).is_none())
    {
        return year.is_none_or(of_year);
    }
    said.iter().any(same) || dates_document(desk, chain, term) && !has_dates(desk, chain, &said)
}

/// The year that a token gives.
fn year_of(token: &Token) -> Option<u16> {
    match token.kind {
        Kind::Date(date) => date.year,
        _ => year(token),
    }
}

/// The cell that meets a date gives its year, or none is asked for.
fn gives_year(desk: &Desk<'_>, term: &Term, cell: Option<&Cell>) -> bool {
    let Kind::Date(asked) = term.token.kind else {
        return true;
    };
    let tokens = cell.map(|cell| &desk.shelf.cells.facts(cell.text).tokens);
    let full = |token: &Token| matches!(token.kind, Kind::Date(date) if asked.holds(date));
    asked.year.is_none() || tokens.is_none_or(|tokens| tokens.iter().any(full))
}

/// A header, a title or a cell says a year or a date.
fn has_dates(desk: &Desk<'_>, chain: &Chain, said: &[Token]) -> bool {
    let dated = |token: &Token| matches!(token.kind, Kind::Date(_)) || year(token).is_some();
    let mut cells = chain.rows.iter().flat_map(|row| &row.cells);
    said.iter().any(dated)
        || cells.any(|cell| desk.shelf.cells.facts(cell.text).tokens.iter().any(dated))
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
    // `Off-peak` is not what a question for the peak means.
    let asked = |word: &str| {
        desk.question
            .terms
            .iter()
            .any(|term| term.token.key == word)
    };
    let mut turns = TURNS.iter().filter(|word| chain.nearest.contains(**word));
    let turned = if turns.any(|word| !asked(word)) {
        TITLE_TURNED
    } else {
        0.0
    };
    HEADER_UNASKED * header + TITLE_UNASKED * beyond(&chain.nearest) + turned
}

/// Words that turn the word behind them into its opposite.
const TURNS: &[&str] = &[
    "off",
    "non",
    "not",
    "without",
    "excluding",
    "nicht",
    "ohne",
    "sin",
];
/// What such a word of the title costs that nobody asked for.
const TITLE_TURNED: f64 = 2.0;

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
