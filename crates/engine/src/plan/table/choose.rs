//! The column of a row that answers.

use super::answering::{HEADER_UNASKED, is_price, labelled};
use super::headers::{Headers, abbreviated};
use super::{Desk, counts};
use crate::plan::chain::Chain;
use crate::plan::question::{Form, Term};
use crate::plan::scan::{lowered, scan, year};
use crate::plan::shelf::Content;

/// The column that answers: not a condition's, and named by the question more
/// than any other. The only column of figures needs no name.
pub fn column(
    desk: &Desk<'_>,
    chain: &Chain,
    rows: &[usize],
    conditions: &[(usize, usize)],
    headers: &Headers<'_>,
) -> Option<usize> {
    let condition = |at: usize| conditions.iter().any(|(_, column)| *column == at);
    // A number between least and most is met by both columns.
    let stretched = |at: usize| {
        let mut stretches = headers.notes.stretches.iter();
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
    let free = match expected(desk, chain, rows, &free) {
        narrowed if narrowed.is_empty() => free,
        narrowed => narrowed,
    };
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
    // Of `how many … and which …` the first part has the column.
    let first = crate::plan::cell::parts(&desk.question.text);
    let end = first.first().map_or(usize::MAX, String::len);
    let within = |at: usize| {
        let terms = headers.terms[at].iter();
        terms
            .filter(|term| desk.question.terms[**term].token.start < end)
            .count()
            > 0
    };
    let parted = first.len() > 1 && free.iter().any(|at| within(*at));
    let wanted = |at: usize| -> f64 {
        let terms = headers.terms[at].iter().filter(|term| {
            if parted && desk.question.terms[**term].token.start >= end {
                return false;
            }
            // A code that a row meets does not select a column, too; nor do the
            // words of an operand's name, which is its table's title.
            let met = conditions.iter().any(|(met, _)| met == *term);
            let title = **term < desk.question.title_terms && !is_operand(at);
            !(title || met && desk.question.terms[**term].token.is_constant())
        });
        // `What does … charge` asks for any price, not for the column of charges.
        let asks = |term: &usize| {
            let key = desk.question.terms[*term].token.key.as_str();
            desk.question.charges && matches!(key, "charg" | "cost")
        };
        let weight = |term: &usize| {
            let weight = desk.question.terms[*term].weight;
            if asks(term) { VERB * weight } else { weight }
        };
        terms.map(weight).sum()
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
    let most = |among: &[usize]| {
        let best = among.iter().copied().rev();
        let best = best.max_by(|a, b| score(*a).total_cmp(&score(*b)));
        best.filter(|at| score(*at).is_finite())
    };
    let best = most(&free);
    if let Some(dash) = dashed(desk, chain, rows, &taken, &most)
        && best.is_none_or(|best| score(dash) > score(best) + TIE)
    {
        return Some(dash);
    }
    let best = best.map(|best| {
        let ties = free.iter().copied();
        let ties = ties.filter(|at| (score(*at) - score(best)).abs() <= TIE);
        of_year(desk, chain, best, &ties.collect::<Vec<_>>())
    });
    // A year is what a row is of, and no measure, unless it is asked for.
    let figures: Vec<usize> = free
        .iter()
        .copied()
        .filter(|at| chain.columns[*at].numeric && !is_years(desk, chain, *at))
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

/// Of the columns those that hold a time, where the question asks how long.
pub fn expected(desk: &Desk<'_>, chain: &Chain, rows: &[usize], free: &[usize]) -> Vec<usize> {
    const TIMES: &[&str] = &[
        "min", "minute", "minut", "minuto", "hour", "hora", "stund", "std", "day", "dia", "tag",
        "week", "semana", "woch", "month", "mes", "monat", "year", "ano", "jahr", "second", "h",
    ];
    let lower = lowered(&desk.question.text);
    let opens = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    let tokens = |at: usize| {
        let cells = rows
            .iter()
            .filter_map(move |row| chain.rows[*row].cells.get(at));
        cells.flat_map(|cell| &desk.shelf.cells.facts(cell.text).tokens)
    };
    let timed = |at: &usize| {
        let name = &chain.columns[*at].keys;
        tokens(*at).any(crate::plan::scan::Token::is_number)
            && (TIMES.iter().any(|time| name.contains(*time))
                || tokens(*at).any(|token| TIMES.contains(&token.key.as_str())))
    };
    if opens(&["how long", "wie lange", "cuánto tiempo"]) {
        free.iter().copied().filter(timed).collect()
    } else {
        Vec::new()
    }
}

/// What is left of the weight of a noun that is a verb in the question.
const VERB: f64 = 0.3;
/// Scores nearer than this are the same.
const TIE: f64 = 1e-9;

/// The column that the question names most where the one row has a dash in it.
fn dashed(
    desk: &Desk<'_>,
    chain: &Chain,
    rows: &[usize],
    taken: &dyn Fn(&usize) -> bool,
    most: &dyn Fn(&[usize]) -> Option<usize>,
) -> Option<usize> {
    let &[row] = rows else { return None };
    let all: Vec<usize> = (0..chain.columns.len()).filter(|at| !taken(at)).collect();
    most(&all).filter(|at| {
        let cell = chain.rows[row].cells.get(*at);
        cell.is_some_and(|cell| {
            !cell.span.is_empty() && desk.shelf.cells.facts(cell.text).content == Content::Empty
        })
    })
}

/// Of columns that only a year tells apart, the latest one; the one before it where the
/// question asks for the year before.
fn of_year(desk: &Desk<'_>, chain: &Chain, best: usize, ties: &[usize]) -> usize {
    const BEFORE: &[&str] = &[
        "previous year",
        "prior year",
        "year before",
        "last year",
        "preceding year",
        "año anterior",
        "vorjahr",
    ];
    let notation = desk.shelf.books[chain.book].notation;
    let year_of = |at: &usize| {
        let tokens = scan(&chain.columns[*at].name, notation);
        tokens.iter().find_map(year)
    };
    let mut dated: Vec<(i32, usize)> = ties
        .iter()
        .filter_map(|at| Some((i32::from(year_of(at)?), *at)))
        .collect();
    if ties.len() < 2 || dated.len() < ties.len() {
        return best;
    }
    dated.sort_unstable();
    let lower = lowered(&desk.question.text);
    let back = usize::from(BEFORE.iter().any(|words| lower.contains(words)));
    dated[dated.len() - 1 - back].1
}

/// Every filled cell of a column is a year.
fn is_years(desk: &Desk<'_>, chain: &Chain, at: usize) -> bool {
    let cells = chain.rows.iter().filter_map(|row| row.cells.get(at));
    let mut filled = cells
        .map(|cell| &desk.shelf.cells.facts(cell.text).tokens)
        .filter(|tokens| !tokens.is_empty());
    chain.rows.len() > 1
        && filled.all(|tokens| matches!(tokens.as_slice(), [only] if year(only).is_some()))
}
