//! Rows that open a record in tables without headers: `CODE AREA | 011-03 LORTON`,
//! then the rows of that area, then the next one.
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
    for chain in chains.iter_mut() {
        if !is_unnamed(chain) {
            current = None;
            continue;
        }
        for row in &mut chain.rows {
            if first(row) == Some(opening) {
                let named = naming(row, cells);
                current = Some((row.span, cells.add(book.text(named), book.notation)));
            } else {
                row.label = row.label.or(current);
            }
        }
    }
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
    for chain in chains.iter().filter(|chain| is_unnamed(chain)) {
        let mut before = None;
        for row in &chain.rows {
            let Some(text) = first(row).filter(|text| opens(row, *text, cells)) else {
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
