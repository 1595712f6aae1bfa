//! What lines look like to one who searches them for a table without ruled lines.

use super::leaders::is_contents_line;
use super::lines::{Cell, Line};
use super::periods::is_period;
use super::row_print::CELL_WORDS_MAX;
use super::strips::{StripKind, columns, part_units, part_values};
use super::values::{is_list_marker, is_value};
use super::wrapped_rows::hang;

/// Lines that are read from top to bottom, and what each looks like.
pub(super) struct Scan<'l> {
    pub(super) lines: &'l [Line],
    pub(super) cells: Vec<Vec<Cell>>,
    pub(super) kinds: Vec<StripKind>,
    /// Whether the line may be the rest of the row above.
    pub(super) hang: Vec<bool>,
}

impl<'l> Scan<'l> {
    pub(super) fn of(lines: &'l [Line]) -> Self {
        let cells: Vec<Vec<Cell>> = lines.iter().map(Line::cells).collect();
        let kinds = lines.iter().zip(&cells);
        let mut kinds: Vec<StripKind> = kinds.map(|(line, cells)| kind(line, cells)).collect();
        name_periods(lines, &cells, &mut kinds);
        Self {
            lines,
            kinds,
            hang: hang(lines, &cells),
            cells,
        }
    }

    /// The columns of the rows `first..=last`.
    pub(super) fn columns(&self, first: usize, last: usize) -> Vec<(f32, f32)> {
        let of = first..=last;
        let (cells, kinds) = (&self.cells[of.clone()], &self.kinds[of.clone()]);
        let columns = columns(
            &self.lines[of.clone()],
            cells,
            kinds,
            &self.hang[of.clone()],
        );
        part_values(
            &self.lines[of.clone()],
            part_units(&self.lines[of], columns),
        )
    }
}

/// Lines of years or dates above figures name columns: they are no data.
fn name_periods(lines: &[Line], cells: &[Vec<Cell>], kinds: &mut [StripKind]) {
    for at in 0..lines.len() {
        if kinds[at] != StripKind::Data {
            continue;
        }
        let values = |at: usize| {
            let texts = cells[at].iter().map(|cell| text(&lines[at], *cell));
            let values: Vec<bool> = texts
                .filter(|text| is_value(text))
                .map(|text| is_period(&text))
                .collect();
            let periods = values.iter().filter(|period| **period).count();
            (periods, values.len() - periods)
        };
        let (periods, others) = values(at);
        // Beside them the label and the name of a column or two, as `% Change`.
        let words = cells[at].len() - periods;
        if periods == 0 || others > 0 || words > periods.max(1) {
            continue;
        }
        let below = at + 1..lines.len().min(at + 1 + PERIODS_ABOVE_MAX);
        let data = below
            .filter(|&next| kinds[next] == StripKind::Data)
            .map(values);
        // `2022` goes on under `December 2,`.
        let mut figures = data.skip_while(|(_, others)| *others == 0);
        let next = figures.next();
        let above = (at.saturating_sub(PERIODS_ABOVE_MAX)..at).rev();
        let near =
            |above: &usize| lines[above + 1].y - lines[*above].y <= APART * lines[above + 1].size;
        let after_data = above
            .take_while(near)
            .any(|above| kinds[above] == StripKind::Data);
        let alone = cells[at].len() == 1 + periods;
        // A row of periods among rows of periods is a row.
        let names = next.is_some_and(|(periods, others)| others > periods);
        if names && (periods > 1 || alone) && !after_data {
            kinds[at] = StripKind::Texts;
        }
    }
}

/// Lines between periods and the first figures that they name, at most.
const PERIODS_ABOVE_MAX: usize = 4;
/// Lines farther apart than this, in sizes, are not of one table.
const APART: f32 = 2.5;

fn kind(line: &Line, cells: &[Cell]) -> StripKind {
    let texts: Vec<String> = cells.iter().map(|cell| text(line, *cell)).collect();
    let too_long = |cell: &Cell| cell.end - cell.start > CELL_WORDS_MAX;
    // A long text before nothing but values is a label all the same.
    let labelled = cells.len() > 2 && texts[1..].iter().all(|text| is_value(text));
    let first = usize::from(labelled);
    if cells.len() < 2 || cells.iter().skip(first).any(too_long) || is_contents_line(&line.text()) {
        return StripKind::Single;
    }
    // A number before an item is no value, and two cells of which one is a
    // marker are an item.
    let marked = texts.first().is_some_and(|text| is_list_marker(text));
    if marked && cells.len() == 2 {
        return StripKind::Single;
    }
    let values = texts.iter().filter(|text| is_value(text)).count()
        - usize::from(marked && is_value(&texts[0]));
    if values >= 1 && values * 4 >= cells.len() {
        StripKind::Data
    } else {
        StripKind::Texts
    }
}

fn text(line: &Line, cell: Cell) -> String {
    line.words[cell.start..cell.end]
        .iter()
        .map(|word| &*word.text)
        .collect::<Vec<_>>()
        .join(" ")
}
