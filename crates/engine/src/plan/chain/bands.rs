//! Bands of sheets: a row of one short text among rows that fill their columns says what
//! the rows below it are, as `Desserts` over the dishes. Long ones are notes.

use super::{Cell, Chain, Row};
use crate::plan::shelf::{Book, Cells, Content};

/// Share of a table's cells that are filled, bands and notes apart, for a row of one cell
/// to be a band.
const FILLED_MIN: f64 = 0.75;
/// Share of the rows that are bands or notes at most.
const BANDS_MAX: f64 = 0.45;
/// Rows that fill their columns at least.
const ROWS_MIN: usize = 4;
/// Columns at least.
const COLUMNS_MIN: usize = 3;
/// Words of a band at most.
const WORDS_MAX: usize = 6;

/// Takes rows of one cell for the bands of the rows below them.
pub fn lift(chain: &mut Chain, cells: &Cells, book: &Book) {
    let width = chain.columns.len();
    let filled = |row: &Row| {
        let has = |cell: &&Cell| cells.facts(cell.text).content != Content::Empty;
        row.cells.iter().filter(has).count()
    };
    // A small letter goes on with the name of the row above.
    let opens = |cell: &Cell| !book.text(cell.span).starts_with(char::is_lowercase);
    let first_alone = |row: &Row| {
        let first = row.cells.first();
        first.is_some_and(|cell| !cell.span.is_empty() && opens(cell)) && filled(row) == 1
    };
    let alone = chain.rows.iter().filter(|row| first_alone(row)).count();
    let full = chain.rows.len() - alone;
    let others = chain.rows.iter().filter(|row| !first_alone(row));
    let share = ratio(others.map(filled).sum(), full * width);
    let few = ratio(alone, chain.rows.len()) <= BANDS_MAX;
    let banded = chain.rows.iter().any(|row| row.label.is_some());
    if banded || alone == 0 || full < ROWS_MIN || width < COLUMNS_MIN || share < FILLED_MIN || !few
    {
        return;
    }
    let mut band = None;
    let mut rows = Vec::with_capacity(full);
    for mut row in std::mem::take(&mut chain.rows) {
        if first_alone(&row) {
            let Cell { span, text } = row.cells[0];
            let short = book.text(span).split_whitespace().count() <= WORDS_MAX;
            band = short.then_some((span, text));
            continue;
        }
        row.label = band;
        rows.push(row);
    }
    chain.rows = rows;
}

#[expect(clippy::cast_precision_loss, reason = "counts of cells")]
fn ratio(part: usize, all: usize) -> f64 {
    part as f64 / all.max(1) as f64
}

#[cfg(test)]
mod tests {
    use crate::plan::fixture::book;
    use crate::plan::shelf::Shelf;

    fn bands(text: &str) -> Vec<String> {
        let (document, _) =
            text::read(text.as_bytes(), "dishes.csv", &text::ReadLimits::default()).unwrap();
        let shelf = Shelf::of(vec![book(document)], 0);
        let rows = shelf.chains[0].rows.iter();
        rows.map(|row| {
            let label = row.label.map(|(span, _)| shelf.books[0].text(span));
            label.unwrap_or_default().to_owned()
        })
        .collect()
    }

    #[test]
    fn a_row_of_one_cell_is_the_band_of_the_full_rows_below_it() {
        let dishes = "Dish,Energy,Salt\nStarters,,\nSoup,61,0.5\nSalad,62,0.4\nDesserts,,\n\
            Flan,142,0.1\nJelly,62,0.2\nAll values are means that were calculated for a plate.,,\n";
        assert_eq!(
            bands(dishes),
            ["Starters", "Starters", "Desserts", "Desserts"]
        );
    }

    #[test]
    fn rows_of_a_table_with_few_marks_are_no_bands() {
        let marks = "Dish,Milk,Egg\nSoup,,X\nSalad,,\nFlan,X,X\nJelly,,\nCake,,X\nRice,,\n";
        assert_eq!(bands(marks).len(), 6);
    }
}
