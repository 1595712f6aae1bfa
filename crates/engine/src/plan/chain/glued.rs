//! Columns of figures that were read as one: in every row the same number of figures
//! behind one another. They are parted, and so is their name where it shows how.

use text::Span;

use super::{Cell, Chain, Column, column};
use crate::plan::scan::scan;
use crate::plan::shelf::{Book, Cells};

/// Rows at least.
const ROWS_MIN: usize = 3;

/// Parts the columns whose every cell holds the same number of figures, two at least.
pub fn part(chain: &mut Chain, cells: &mut Cells, book: &Book) {
    let mut at = chain.columns.len();
    while at > 0 {
        at -= 1;
        let Some(count) = figures(chain, at, book) else {
            continue;
        };
        let names = names(&chain.columns[at].name, count);
        let parted: Vec<Column> = names.iter().map(|name| column(name, book)).collect();
        chain.columns.splice(at..=at, parted);
        for row in &mut chain.rows {
            let Some(cell) = row.cells.get(at).copied() else {
                continue;
            };
            let parts = pieces(book, cell.span).map(|span| Cell {
                span,
                text: cells.add(book.text(span), book.notation),
            });
            let parts: Vec<Cell> = parts.collect();
            row.cells.splice(at..=at, parts);
        }
    }
}

fn pieces<'b>(book: &'b Book, span: Span) -> impl Iterator<Item = Span> + 'b {
    let text = book.text(span);
    text.split_whitespace().map(move |piece| {
        let start = span.start + (piece.as_ptr() as usize - text.as_ptr() as usize);
        Span::new(start, start + piece.len())
    })
}

/// How many figures each cell of a column holds, where it is the same number in all
/// rows and most have decimals: thousands are set apart by blanks, too.
fn figures(chain: &Chain, at: usize, book: &Book) -> Option<usize> {
    let mut count = None;
    let (mut all, mut decimal) = (0, 0);
    for row in &chain.rows {
        let cell = row.cells.get(at)?;
        let mut here = 0;
        for span in pieces(book, cell.span) {
            let piece = book.text(span);
            let tokens = scan(piece, book.notation);
            if !matches!(tokens.as_slice(), [only] if only.is_number()) {
                return None;
            }
            here += 1;
            all += 1;
            decimal += usize::from(piece.contains(['.', ',']));
        }
        if here < 2 || count.is_some_and(|count| count != here) {
            return None;
        }
        count = Some(here);
    }
    count.filter(|_| chain.rows.len() >= ROWS_MIN && 2 * decimal > all)
}

/// The names of parted columns: `Main section Half section` ends twice with the same
/// word, `Single Married` has a word for each. Else all have the whole name, and
/// nothing tells them apart.
fn names(name: &str, count: usize) -> Vec<String> {
    let words: Vec<&str> = name.split_whitespace().collect();
    let ends: Vec<usize> = (0..words.len())
        .filter(|at| Some(&words[*at]) == words.last())
        .collect();
    if ends.len() == count {
        let starts = std::iter::once(0).chain(ends.iter().map(|end| end + 1));
        let parts = starts
            .zip(&ends)
            .map(|(start, end)| words[start..=*end].join(" "));
        return parts.collect();
    }
    if words.len() == count {
        return words.into_iter().map(str::to_owned).collect();
    }
    vec![name.to_owned(); count]
}
