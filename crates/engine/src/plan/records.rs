//! Rows that open a record: `CODE AREA | 011-03 LORTON`, then the rows of that area,
//! then the next one. Under named columns they have words where figures belong.
//!
//! Such a row is for those behind it what a band row is, up to the next.

use std::collections::BTreeMap;

use text::Span;

use super::chain::{Cell, Chain, Row};
use super::scan::Kind;
use super::shelf::{Book, Cells};

/// Rows of a document that open alike, at least.
const RECORDS_MIN: usize = 3;

/// Labels the rows of records in the tables of a document, in their order.
pub fn mark(chains: &mut [Chain], book: &Book, cells: &mut Cells) {
    let Some(opening) = opening(chains, cells) else {
        return;
    };
    let mut current: Option<(Span, usize)> = None;
    let mut known: Vec<String> = Vec::new();
    for chain in chains.iter_mut() {
        let names: Vec<String> = chain.columns.iter().map(|one| one.name.clone()).collect();
        let figures = figures(chain, cells);
        let opens = |row: &Row, cells: &Cells| {
            let alike = first(row).is_some_and(|text| begins(cells, text, opening));
            alike && misplaced(row, &figures, cells)
        };
        let any = chain.rows.iter().any(|row| opens(row, cells));
        if !is_unnamed(chain) && !any && names != known {
            current = None;
            continue;
        }
        known = names;
        for row in &mut chain.rows {
            if opens(row, cells) {
                let named = naming(row, cells);
                current = Some((row.span, cells.add(book.text(named), book.notation)));
                row.opens = true;
            } else {
                row.label = row.label.or(current);
            }
        }
    }
}

/// A cell begins with what opens the records: `CODE AREA 011-05` where the name was not
/// set apart.
fn begins(cells: &Cells, text: usize, opening: usize) -> bool {
    let (tokens, opening) = (&cells.facts(text).tokens, &cells.facts(opening).tokens);
    tokens.len() >= opening.len() && tokens.iter().zip(opening).all(|(a, b)| a.key == b.key)
}

/// The columns that are mostly figures; none where nothing names the columns.
fn figures(chain: &Chain, cells: &Cells) -> Vec<usize> {
    let figure = |at: &usize| {
        let column = chain.rows.iter().filter_map(|row| row.cells.get(*at));
        let filled = column.filter(|cell| !cell.span.is_empty());
        let (mut figures, mut all) = (0, 0);
        for cell in filled {
            let tokens = &cells.facts(cell.text).tokens;
            all += 1;
            figures += usize::from(tokens.iter().any(super::scan::Token::is_number));
        }
        2 * figures > all
    };
    if is_unnamed(chain) {
        return Vec::new();
    }
    (0..chain.columns.len()).filter(figure).collect()
}

/// Under named columns a row that opens a record has words where figures stand.
fn misplaced(row: &Row, figures: &[usize], cells: &Cells) -> bool {
    let words = |at: &usize| {
        row.cells.get(*at).is_some_and(|cell| {
            let tokens = &cells.facts(cell.text).tokens;
            !tokens.is_empty() && tokens.iter().all(|token| token.kind == Kind::Word)
        })
    };
    figures.is_empty() || figures.iter().any(words)
}

/// What names a record: its opening, up to the first number or code. What stands
/// behind that is of the record as a whole.
fn naming(row: &Row, cells: &Cells) -> Span {
    let exact = |cell: &&Cell| {
        let tokens = &cells.facts(cell.text).tokens;
        tokens.iter().any(super::scan::Token::is_constant)
    };
    let last = row.cells.iter().find(exact);
    last.map_or(row.span, |cell| Span::new(row.span.start, cell.span.end))
}

fn is_unnamed(chain: &Chain) -> bool {
    chain.columns.iter().all(|column| column.name.is_empty())
}

/// The text of the first cell.
fn first(row: &Row) -> Option<usize> {
    row.cells.first().map(|cell| cell.text)
}

/// The text that opens records: words in the first cell of several rows, each with a
/// number or a code beside it, and never of two rows in succession; the commonest.
fn opening(chains: &[Chain], cells: &Cells) -> Option<usize> {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    let mut in_succession = Vec::new();
    for chain in chains {
        let figures = figures(chain, cells);
        let mut before = None;
        for row in &chain.rows {
            let opens = |text: &usize| opens(row, *text, cells) && misplaced(row, &figures, cells);
            let Some(text) = first(row).filter(opens) else {
                before = None;
                continue;
            };
            *counts.entry(text).or_default() += 1;
            if before == Some(text) {
                in_succession.push(text);
            }
            before = Some(text);
        }
    }
    counts.retain(|text, count| *count >= RECORDS_MIN && !in_succession.contains(text));
    let most = counts
        .iter()
        .max_by_key(|(text, count)| (**count, usize::MAX - **text))?;
    Some(*most.0)
}

fn opens(row: &Row, text: usize, cells: &Cells) -> bool {
    let tokens = &cells.facts(text).tokens;
    let words = !tokens.is_empty() && tokens.iter().all(|token| token.kind == Kind::Word);
    let beside = row.cells.iter().skip(1);
    let mut beside = beside.flat_map(|cell| &cells.facts(cell.text).tokens);
    words && beside.any(super::scan::Token::is_constant)
}
