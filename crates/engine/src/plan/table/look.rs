//! One cell by its conditions: the row that holds the question's values, the
//! column that bears its words, of the table whose title fits.
//!
//! A cell is an answer when nothing exact in the question is left over: every
//! code, year, amount must be met by the row, a header or the title, and most
//! of the words with it. Else it is only the nearest cell, and shown as such.

use super::answering::{place, slot, unasked};
use super::choose::column;
use super::figures::{
    has_unit, is_bare, is_beside, is_nameless, is_owned, is_unit, measured_by, shares_unit,
};
use super::headers::Headers;
use super::{Desk, matrix, number};
use crate::plan::chain::{Chain, Row};
use crate::plan::question::Term;
use crate::plan::scan::Kind;
use crate::plan::shelf::{Content, Facts};

/// Weight of a term that a row meets.
const ROW: f64 = 1.0;
/// Strength of a bare number under a header that shares no word with the
/// question: any table has a 3 somewhere.
const STRAY: f64 = 0.2;
/// Weight of a row's word that a header has, too.
const SAID_BY_HEADER: f64 = 0.4;
/// Strength of a number that nothing names, in a first column of rising numbers.
const KEYED: f64 = 0.85;
/// Strength of a word that no other cell has.
const ALONE: f64 = 0.5;
/// Strength of a number inside limits.
const INSIDE: f64 = 0.95;
/// Rows shown that differ in what the question does not say.
pub const TIES_MAX: usize = 8;

/// A cell that was found, with what it rests on.
#[derive(Debug, Clone)]
pub struct Looked {
    /// Index of the table.
    pub chain: usize,
    /// The row; several where they fit equally.
    pub rows: Vec<usize>,
    /// The column; `None` when nothing of the question selects one.
    pub column: Option<usize>,
    /// Terms and the columns whose cells meet them.
    pub conditions: Vec<(usize, usize)>,
    /// Terms that nothing meets.
    pub unmet: Vec<usize>,
    /// Share of the question's weight that is met, 0 to 1.
    pub covered: f64,
    /// Orders the findings.
    pub total: f64,
}

/// The best cell of each table that has a row for the question, best first.
pub fn look(desk: &Desk<'_>) -> Vec<Looked> {
    desk.looked(|| in_tables(desk))
}

/// Of a table that is printed once for both directions, as distances are: where a row and a
/// column cross in an empty cell, the cell of the other way.
fn mirrored(desk: &Desk<'_>, looked: Looked) -> Looked {
    let chain = &desk.shelf.chains[looked.chain];
    let (&[row], Some(column)) = (looked.rows.as_slice(), looked.column) else {
        return looked;
    };
    let filled = |(row, at): (usize, usize)| cell_of(desk, chain, row, at).is_some_and(is_filled);
    if filled((row, column)) {
        return looked;
    }
    let once = || {
        let mut crossings = (0..chain.rows.len()).flat_map(|row| {
            let columns = 1..chain.columns.len();
            columns.map(move |at| (row, at))
        });
        !crossings.any(|at| filled(at) && across(desk, chain, at).is_some_and(filled))
    };
    match across(desk, chain, (row, column)).filter(|at| filled(*at) && once()) {
        Some((row, column)) => Looked {
            rows: vec![row],
            column: Some(column),
            ..looked
        },
        None => looked,
    }
}

/// Where the names of a row and a column cross the other way.
fn across(desk: &Desk<'_>, chain: &Chain, (row, at): (usize, usize)) -> Option<(usize, usize)> {
    let called = chain.columns[at].name.trim();
    let name = cell_of(desk, chain, row, 0)?;
    let other = (0..chain.rows.len()).find(|row| cell_of(desk, chain, *row, 0) == Some(called))?;
    let column = (1..chain.columns.len()).find(|at| chain.columns[*at].name.trim() == name)?;
    Some((other, column))
}

fn cell_of<'s>(desk: &Desk<'s>, chain: &Chain, row: usize, at: usize) -> Option<&'s str> {
    let cell = chain.rows[row].cells.get(at)?;
    Some(desk.shelf.books[chain.book].text(cell.span).trim())
}

fn is_filled(cell: &str) -> bool {
    cell.contains(char::is_alphanumeric)
}

fn in_tables(desk: &Desk<'_>) -> Vec<Looked> {
    let mut found: Vec<Looked> = (0..desk.shelf.chains.len())
        .filter_map(|chain| in_table(desk, chain))
        .map(|looked| mirrored(desk, looked))
        .collect();
    let order = |looked: &Looked| {
        let chain = &desk.shelf.chains[looked.chain];
        (desk.shelf.books[chain.book].draft, looked.chain)
    };
    found.sort_by(|a, b| {
        b.total
            .total_cmp(&a.total)
            .then_with(|| order(a).cmp(&order(b)))
    });
    found
}

/// A term met in a row: the column and how surely.
type Met = Vec<Option<(usize, f64)>>;

fn in_table(desk: &Desk<'_>, index: usize) -> Option<Looked> {
    let chain = &desk.shelf.chains[index];
    let headers = Headers::of(desk, chain);
    let mut best: Option<(f64, Vec<usize>, Met)> = None;
    for (at, row) in chain.rows.iter().enumerate() {
        let Some((score, met)) = row_fit(desk, (at, row), &headers) else {
            continue;
        };
        match &mut best {
            Some((most, rows, _)) if (score - *most).abs() < 1e-9 => rows.push(at),
            Some((most, ..)) if score < *most => {}
            _ => best = Some((score, vec![at], met)),
        }
    }
    if let Some(crossing) = matrix::crossing(desk, chain) {
        let (row, column, met) = crossing;
        let met = met.into_iter().fold(
            vec![None; desk.question.terms.len()],
            |mut all: Met, (term, at)| {
                all[term] = Some((at, ROW));
                all
            },
        );
        return Some(finding(
            desk,
            index,
            vec![row],
            &met,
            &headers,
            Some(column),
        ));
    }
    let (_, rows, met) = best.or_else(|| single(chain, desk))?;
    Some(finding(desk, index, rows, &met, &headers, None))
}

/// A table of one row needs no condition.
fn single(chain: &Chain, desk: &Desk<'_>) -> Option<(f64, Vec<usize>, Met)> {
    let asked = |keys: &std::collections::BTreeSet<String>| {
        desk.question
            .wanted()
            .any(|term| keys.contains(&term.token.key))
    };
    let fits = chain.rows.len() == 1 && asked(&chain.title_keys);
    fits.then(|| (0.0, vec![0], vec![None; desk.question.terms.len()]))
}

/// How a row meets the question; `None` when it does not at all, or holds what
/// is not meant.
fn row_fit(
    desk: &Desk<'_>,
    (own, row): (usize, &Row),
    headers: &Headers<'_>,
) -> Option<(f64, Met)> {
    let label = row.label.map(|(_, text)| text);
    let touched = row
        .cells
        .iter()
        .map(|cell| cell.text)
        .chain(label)
        .any(|text| desk.holds_any(text));
    let ranged = !headers.notes.stretches.is_empty()
        || !headers.notes.steps.is_empty()
        || row
            .cells
            .iter()
            .any(|cell| desk.shelf.cells.facts(cell.text).bounds.is_some());
    if !touched && !ranged {
        return None;
    }
    let terms = &desk.question.terms;
    let mut met: Met = vec![None; terms.len()];
    let mut penalty = 0.0;
    for (at, cell) in row.cells.iter().enumerate() {
        let facts = desk.shelf.cells.facts(cell.text);
        let named = headers.terms.get(at).is_some_and(|terms| !terms.is_empty());
        for (index, term) in terms.iter().enumerate() {
            if !desk.holds(cell.text, index) || headers.elsewhere[index] {
                continue;
            }
            if term.excluded {
                penalty += term.weight;
            } else if term.weight > 0.0 {
                let own = at == 0 && !named && headers.notes.keyed && is_nameless(desk, index);
                let sure = if own {
                    KEYED
                } else {
                    strength(desk, cell.text, named, term)
                };
                let beside = !is_bare(term)
                    || (named || is_beside(desk, facts, index))
                        && !is_owned(desk, &headers.terms, index, at);
                raise(
                    &mut met[index],
                    at,
                    if beside { sure } else { sure.min(STRAY) },
                );
            }
        }
        if let Some(bounds) = facts.bounds {
            inside(desk, (at, Some(facts)), &mut met, headers, &|term| {
                bounds.hold(term) && shares_unit(desk, facts, term)
            });
            // `Storage 40 – 54 %` says what its number measures.
            if met.iter().flatten().any(|known| *known == (at, INSIDE)) {
                let said = (0..terms.len()).filter(|index| desk.holds(cell.text, *index));
                for index in said.filter(|index| terms[*index].weight > 0.0) {
                    raise(&mut met[index], at, INSIDE);
                }
            }
        }
    }
    for &(low, high) in &headers.notes.stretches {
        let ends = [low, high].map(|at| {
            row.cells
                .get(at)
                .and_then(|cell| number(desk.shelf, cell.text))
        });
        if let [Some(low_value), Some(high_value)] = ends {
            inside(desk, (low, None), &mut met, headers, &|value| {
                low_value <= value && value <= high_value
            });
        }
    }
    for steps in &headers.notes.steps {
        let facts = row.cells.get(steps.column);
        let facts = facts.map(|cell| desk.shelf.cells.facts(cell.text));
        if let Some(bounds) = steps.bounds[own] {
            inside(desk, (steps.column, facts), &mut met, headers, &|value| {
                bounds.hold(value) && facts.is_some_and(|facts| shares_unit(desk, facts, value))
            });
        }
    }
    if let Some(label) = label {
        for (index, term) in terms.iter().enumerate() {
            if term.weight > 0.0 && !term.excluded && desk.holds(label, index) {
                raise(&mut met[index], usize::MAX, ROW);
            }
        }
    }
    // What a header says is met in every row; it tells none from another.
    let tells = |at: usize| {
        if headers.any(at) && terms[at].token.kind == Kind::Word {
            SAID_BY_HEADER
        } else {
            1.0
        }
    };
    let score: f64 = met
        .iter()
        .enumerate()
        .filter_map(|(at, met)| Some(met.as_ref()?.1 * terms[at].weight * tells(at)))
        .sum();
    (score > 0.0).then_some((score - penalty, met))
}

fn raise(met: &mut Option<(usize, f64)>, column: usize, strength: f64) {
    if strength > 0.0 && met.is_none_or(|(_, known)| strength > known) {
        *met = Some((column, strength));
    }
}

/// How surely a cell means a term it holds: a value as a whole, words by the
/// share of them that is asked for.
fn strength(desk: &Desk<'_>, text: usize, named: bool, term: &Term) -> f64 {
    let facts = desk.shelf.cells.facts(text);
    let share = desk.share(text);
    match facts.content {
        Content::Value if is_bare(term) && !named && facts.tokens.len() == 1 => STRAY,
        Content::Value => ROW,
        Content::Words if share >= 0.999 => ROW,
        Content::Words if share >= 0.5 => 0.85 * share,
        Content::Words if term.token.is_constant() => 0.5,
        // One row alone has the word.
        Content::Words if desk.is_alone(term) => ALONE.max(0.35 * share),
        Content::Words => 0.35 * share,
        Content::Empty => 0.0,
    }
}

/// Marks numbers of the question that lie inside limits, when the header or the
/// cell itself names what they measure.
fn inside(
    desk: &Desk<'_>,
    (column, facts): (usize, Option<&Facts>),
    met: &mut Met,
    headers: &Headers<'_>,
    holds: &dyn Fn(crate::plan::Exact) -> bool,
) {
    for (index, term) in desk.question.terms.iter().enumerate() {
        let Some(value) = term.token.value.filter(|_| term.weight > 0.0) else {
            continue;
        };
        let near = index.saturating_sub(8)..(index + 7).min(desk.question.terms.len());
        // The word that names it stands nearer to no other number.
        let own = |header: &usize| {
            let between = (*header.min(&index) + 1)..*header.max(&index);
            let between = desk.question.terms.get(between).unwrap_or_default();
            !between
                .iter()
                .any(|term| term.token.is_number() && term.weight > 0.0)
        };
        let named = headers.terms[column]
            .iter()
            .any(|header| near.contains(header) && own(header))
            || facts.is_some_and(|facts| {
                measured_by(desk, facts, index) || has_unit(desk, facts, index)
            });
        if named && holds(value) && met[index].is_none_or(|(_, known)| known < INSIDE) {
            met[index] = Some((column, INSIDE));
        }
    }
}

fn finding(
    desk: &Desk<'_>,
    index: usize,
    rows: Vec<usize>,
    met: &Met,
    headers: &Headers<'_>,
    crossing: Option<usize>,
) -> Looked {
    let chain = &desk.shelf.chains[index];
    let conditions: Vec<(usize, usize)> = met
        .iter()
        .enumerate()
        .filter_map(|(term, met)| {
            met.filter(|(_, strength)| *strength > STRAY)
                .map(|(column, _)| (term, column))
        })
        .filter(|(term, column)| !is_unit(desk, &chain.rows[rows[0]], *term, *column))
        .collect();
    let column = crossing.or_else(|| column(desk, chain, &rows, &conditions, headers));
    let (mut total, mut found, mut all) = (0.0, 0.0, 0.0);
    let mut unmet = Vec::new();
    for (at, term) in desk.question.terms.iter().enumerate() {
        if term.weight <= 0.0 || term.excluded {
            continue;
        }
        all += term.weight;
        let row = met[at].map_or(0.0, |(_, strength)| strength);
        let place = row.max(place(desk, chain, term, at, column, headers));
        total += place * term.weight;
        if place > STRAY
            && slot(
                desk,
                chain,
                term,
                at,
                &conditions,
                (&chain.rows[rows[0]], headers),
            )
        {
            found += term.weight;
        } else {
            unmet.push(at);
        }
    }
    total -= unasked(desk, chain, column);
    if column.is_none() {
        total -= 1.5;
    }
    Looked {
        chain: index,
        rows,
        column,
        conditions,
        unmet,
        covered: if all > 0.0 { found / all } else { 0.0 },
        total,
    }
}
