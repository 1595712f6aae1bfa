//! Tables printed in groups of columns side by side, to save paper: `ZIP | Territory |
//! ZIP | Territory`. Each group is a stretch of the same rows, so they are set one under
//! another, page by page.

use text::Span;

use super::{Chain, Row};
use crate::plan::shelf::Book;

/// Sets the groups of a table one under another, where the names of its columns say the
/// same several times over; false where they do not.
pub fn stack(chain: &mut Chain, book: &Book) -> bool {
    let Some(width) = period(chain) else {
        return false;
    };
    let page = |row: &Row| book.pages(row.span).map(|(page, _)| page);
    let groups = chain.columns.len().div_ceil(width);
    let rows = std::mem::take(&mut chain.rows);
    for part in rows.chunk_by(|a, b| page(a) == page(b)) {
        for group in 0..groups {
            chain
                .rows
                .extend(part.iter().filter_map(|row| cut(row, group * width, width)));
        }
    }
    chain.columns.truncate(width);
    true
}

/// The next page's part of a table of groups, which the reader took for another where the edge
/// of a page had cut columns off: it has the same columns and no title of its own.
pub fn goes_on(chain: &Chain, next: &Chain) -> bool {
    let names = |chain: &Chain| -> Vec<String> {
        let columns = chain.columns.iter();
        columns
            .map(|column| column.name.trim().to_lowercase())
            .collect()
    };
    let mut titles = next.title_keys.iter();
    chain.book == next.book
        && names(chain) == names(next)
        && titles.all(|key| next.running.contains(key) || chain.title_keys.contains(key))
}

/// One group of a row; `None` where nothing stands in it.
fn cut(row: &Row, from: usize, width: usize) -> Option<Row> {
    let to = (from + width).min(row.cells.len());
    let cells = row.cells.get(from..to)?.to_vec();
    let mut filled = cells.iter().filter(|cell| !cell.span.is_empty());
    let (first, last) = (filled.clone().next()?, filled.next_back()?);
    Some(Row {
        span: Span::new(first.span.start, last.span.end),
        cells,
        ..row.clone()
    })
}

/// Columns after which their names start again, two at least, the first of them not
/// repeated before. The last group may have lost columns to the edge of the page.
fn period(chain: &Chain) -> Option<usize> {
    let names: Vec<String> = chain
        .columns
        .iter()
        .map(|column| column.name.trim().to_lowercase())
        .collect();
    let width = (2..=names.len() / 2).find(|width| names[*width] == names[0])?;
    let whole = names
        .chunks(width)
        .all(|group| group == &names[..group.len()])
        && names[..width].iter().all(|name| !name.is_empty());
    whole.then_some(width)
}
