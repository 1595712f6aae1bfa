//! What the headers of a table say of the question.

use super::Desk;
use super::figures::is_bare;
use super::notes::Notes;
use crate::plan::Exact;
use crate::plan::bounds::{self, Bounds};
use crate::plan::chain::{Chain, Column};
use crate::plan::question::Term;
use crate::plan::scan::{Kind, Token, lowered};

/// What headers say: per column the terms they hold; which two are a stretch.
pub struct Headers<'a> {
    /// Per column, the terms its header holds.
    pub terms: Vec<Vec<usize>>,
    /// What the table says whatever is asked.
    pub notes: &'a Notes,
    /// For each term whether it is a number of something else than a row: of the title that
    /// says it behind the same word, as `form 3`, or of a part of the document.
    pub elsewhere: Vec<bool>,
}

impl<'a> Headers<'a> {
    /// Reads the headers of a table.
    pub fn of(desk: &Desk<'_>, chain: &'a Chain) -> Headers<'a> {
        let dated: Vec<bool> = (0..chain.columns.len())
            .map(|at| super::fold::is_date(desk, chain, at))
            .collect();
        let dates = |column: &Column| {
            let at = chain
                .columns
                .iter()
                .position(|one| std::ptr::eq(one, column));
            at.is_some_and(|at| dated[at])
        };
        let notes = chain.notes(desk.shelf);
        let holds = |(column, tokens): (&Column, &Vec<Token>)| -> Vec<usize> {
            let named = |term: &Term| {
                column.keys.contains(&term.token.key)
                    || abbreviated(desk, term, &column.name, tokens)
                    || dated_alike(term, tokens)
                    || notes.monthly && is_month(term, &column.name)
                    || dates(column) && ASK_DATES.contains(&term.token.key.as_str())
            };
            let mut found: Vec<usize> = (0..desk.question.terms.len())
                .filter(|&at| {
                    let term = &desk.question.terms[at];
                    term.weight > 0.0 && !term.excluded && named(term)
                })
                .collect();
            // `Symbol 10 - 18` is the column of symbol 14.
            if let Some(bounds) = stretch(&column.name, tokens) {
                let near = |at: usize| found.iter().any(|known| known.abs_diff(at) <= 2);
                // An amount of money is told by its sign: `insured for $350,000`.
                let money = tokens.iter().any(|token| token.kind == Kind::Money);
                let inside: Vec<usize> = (0..desk.question.terms.len())
                    .filter(|&at| {
                        let token = &desk.question.terms[at].token;
                        let meant = near(at) || money && token.kind == Kind::Money;
                        meant && token.value.is_some_and(|value| bounds.hold(value))
                    })
                    .collect();
                found.extend(inside);
            }
            found
        };
        let columns = chain.columns.iter().zip(&notes.names);
        let mut terms: Vec<Vec<usize>> = columns.map(holds).collect();
        measured(desk, chain, &mut terms);
        keep_tightest(desk, chain, &mut terms);
        let named = |at: usize| terms.iter().any(|terms| terms.contains(&at));
        let elsewhere = (0..desk.question.terms.len())
            .map(|at| {
                let term = &desk.question.terms[at];
                in_title(term, &notes.title) || is_part(desk, at) && !named(at.wrapping_sub(1))
            })
            .collect();
        Headers {
            elsewhere,
            terms,
            notes,
        }
    }

    /// True when a column's header holds a term.
    pub fn any(&self, term: usize) -> bool {
        self.terms.iter().any(|terms| terms.contains(&term))
    }
}

/// `600 kg` is in the column `500-999` of a table whose columns are such stretches and
/// whose title or text says that they are of kg.
fn measured(desk: &Desk<'_>, chain: &Chain, terms: &mut [Vec<usize>]) {
    let bare = |(column, tokens): (&Column, &Vec<Token>)| {
        let figures = tokens.iter().filter(|token| token.is_number()).count();
        stretch(&column.name, tokens).filter(|_| figures > 0 && tokens.len() <= figures + 1)
    };
    let columns = chain.columns.iter().zip(&chain.notes(desk.shelf).names);
    let stretches: Vec<Option<Bounds>> = columns.map(bare).collect();
    if stretches.iter().flatten().count() < STRETCHES_MIN {
        return;
    }
    for (at, term) in desk.question.terms.iter().enumerate() {
        let unit = desk.question.terms.get(at + 1).map(|unit| &unit.token.key);
        let said = |key: &String| chain.title_keys.contains(key) || chain.intro_keys.contains(key);
        let Some(value) = term.token.value.filter(|_| unit.is_some_and(said)) else {
            continue;
        };
        for (terms, stretch) in terms.iter_mut().zip(&stretches) {
            if stretch.is_some_and(|stretch| stretch.hold(value)) && !terms.contains(&at) {
                terms.push(at);
            }
        }
    }
}

/// A number that the title says behind the same word as the question.
fn in_title(term: &Term, title: &[Token]) -> bool {
    term.token.kind == Kind::Number
        && title.windows(2).any(|pair| {
            Some(&pair[0].key) == term.designator.as_ref() && pair[1].key == term.token.key
        })
}

/// `Section 7` is a part of a document and no 7 of a table.
fn is_part(desk: &Desk<'_>, at: usize) -> bool {
    const PARTS: &[&str] = &[
        "section",
        "chapter",
        "rul",
        "articl",
        "articulo",
        "exhibit",
        "appendix",
        "annex",
        "pag",
        "paragraph",
        "abschnitt",
        "kapitel",
        "paragraf",
        "capitulo",
        "seccion",
        "anexo",
        "anhang",
    ];
    let term = &desk.question.terms[at];
    let part = term.designator.as_deref();
    is_bare(term) && part.is_some_and(|part| PARTS.contains(&part))
}

/// Columns that are stretches of numbers at least, for them to be one scale.
const STRETCHES_MIN: usize = 3;

/// Words that ask for a date: a column of dates has it under any name.
const ASK_DATES: &[&str] = &["dat", "fecha", "datum"];

/// The one limit that a header sets: `Price per tree, order of 100 or more`.
fn stretch(name: &str, tokens: &[Token]) -> Option<Bounds> {
    match bounds::limits(name, tokens).as_slice() {
        [only] => Some(only.bounds),
        _ => None,
    }
}

/// Of `10 or more` and `100 or more` the second is the column of 150: of columns
/// without an upper end that hold a number, the one with the highest lower end.
fn keep_tightest(desk: &Desk<'_>, chain: &Chain, terms: &mut [Vec<usize>]) {
    let open = |(column, tokens): (&Column, &Vec<Token>)| {
        let bounds = stretch(&column.name, tokens)?;
        bounds.low.filter(|_| bounds.high.is_none())
    };
    let columns = chain.columns.iter().zip(&chain.notes(desk.shelf).names);
    let lows: Vec<Option<(Exact, bool)>> = columns.map(open).collect();
    for (index, term) in desk.question.terms.iter().enumerate() {
        let Some(value) = term.token.value else {
            continue;
        };
        let held = terms
            .iter()
            .zip(&lows)
            .filter(|(terms, _)| terms.contains(&index));
        let highest = held
            .filter_map(|(_, low)| low.map(|(low, _)| low))
            .filter(|low| *low <= value)
            .max();
        let Some(highest) = highest else {
            continue;
        };
        for (terms, low) in terms.iter_mut().zip(&lows) {
            if low.is_some_and(|(low, _)| low != highest) {
                terms.retain(|term| *term != index);
            }
        }
    }
}

/// A month of a year is the column of that month; whether the table is of that year shows
/// elsewhere.
fn dated_alike(term: &Term, tokens: &[Token]) -> bool {
    matches!(term.token.kind, Kind::Date(_))
        && tokens
            .iter()
            .any(|token| super::filter::same(&term.token, token))
}

fn is_month(term: &Term, name: &str) -> bool {
    match term.token.kind {
        Kind::Date(date) => {
            date.day.is_none()
                && date.month.map(|month| month.to_string()) == Some(name.trim().to_owned())
        }
        _ => false,
    }
}

/// `COLL` and `coll.` stand for collision: capitals, or letters before a full stop, that
/// open a word of the question. `Noncomb.` opens `non-combustible`.
pub fn abbreviated(desk: &Desk<'_>, term: &Term, name: &str, tokens: &[Token]) -> bool {
    let short = |token: &&Token| {
        let short = &name[token.start..token.end];
        let capitals =
            (3..=5).contains(&short.len()) && short.bytes().all(|byte| byte.is_ascii_uppercase());
        capitals || short.len() >= 3 && name[token.end..].starts_with('.')
    };
    let mut short = tokens.iter().filter(short).peekable();
    if short.peek().is_none() {
        return false;
    }
    let text = &desk.question.text;
    let raw = text[term.token.start..term.token.end].to_lowercase();
    let before = &text.as_bytes()[..term.token.start];
    let denied = before
        .last_chunk::<4>()
        .is_some_and(|last| last.eq_ignore_ascii_case(b"non-"))
        .then(|| format!("non{raw}"));
    short.any(|token| {
        let short = lowered(&name[token.start..token.end]);
        let opens = |word: &String| word.len() > short.len() && word.starts_with(&short);
        opens(&raw) || denied.as_ref().is_some_and(opens)
    })
}
