//! Columns that no line parts inside of a grid.
//!
//! Some grids frame groups of columns, and within a group white space alone tells
//! figure from figure, or a label from its figure. Rows of several, set apart farther than
//! words are, show the strips between their columns; names above may well lie across these.

use super::grid::Grid;
use super::lines::Line;
use super::values::is_value;
use super::words::Word;

/// Rows of several cells in a column of the grid at least...
const ROWS_MIN: usize = 3;
/// ...and of ten rows with figures so many.
const ROWS_TENTHS: usize = 5;
/// A column with figures in fewer rows than one of so many is filled seldom.
const SELDOM: usize = 3;
/// A strip is at least this wide, in sizes.
const STRIP_MIN: f32 = 0.4;

/// Parts the columns of a grid that hold several figures, or a label and a figure, in most of
/// their rows.
pub(super) fn part(mut grid: Grid, words: &[Word]) -> Grid {
    for column in (0..grid.xs.len() - 1).rev() {
        let (left, right) = (grid.xs[column], grid.xs[column + 1]);
        let inside = |word: &&Word| left <= word.center() && word.center() < right;
        let inside: Vec<&Word> = words.iter().filter(inside).collect();
        for strip in strips(&inside).into_iter().rev() {
            grid.part(column, strip);
        }
    }
    grid
}

/// The middles of the white strips between the cells of a column, from the left.
fn strips(words: &[&Word]) -> Vec<f32> {
    let Some(size) = words.first().map(|word| word.size) else {
        return Vec::new();
    };
    let rows: Vec<Row> = lines(words).iter().filter_map(Row::of).collect();
    let several: Vec<&Row> = rows.iter().filter(|row| row.cells.len() > 1).collect();
    if several.len() < ROWS_MIN || several.len() * 10 < rows.len() * ROWS_TENTHS {
        return Vec::new();
    }
    let mut cells: Vec<(f32, f32)> = several.iter().flat_map(|row| row.cells.clone()).collect();
    cells.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut columns: Vec<(f32, f32, usize)> = Vec::new();
    for (from, to) in cells {
        match columns.last_mut() {
            Some((_, end, held)) if from - *end < STRIP_MIN * size => {
                (*end, *held) = (end.max(to), *held + 1);
            }
            _ => columns.push((from, to, 1)),
        }
    }
    // A figure here and there is no column; one of them may be filled seldom.
    let seldom = columns
        .iter()
        .filter(|(.., held)| held * SELDOM < several.len());
    if seldom.count() > usize::from(columns.len() > 2) {
        return Vec::new();
    }
    let between = columns.windows(2).map(|pair| (pair[0].1 + pair[1].0) / 2.0);
    between.collect()
}

fn lines(words: &[&Word]) -> Vec<Line> {
    let mut words: Vec<&Word> = words.to_vec();
    words.sort_by(|a, b| a.y.total_cmp(&b.y));
    let mut lines: Vec<Vec<Word>> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if word.y - line[0].y <= 0.4 * word.size => line.push(word.clone()),
            _ => lines.push(vec![word.clone()]),
        }
    }
    lines.into_iter().filter_map(Line::of).collect()
}

/// A line of figures, behind a label perhaps.
struct Row {
    cells: Vec<(f32, f32)>,
}

impl Row {
    fn of(line: &Line) -> Option<Self> {
        let cells = line.cells();
        let text = |cell: &super::lines::Cell| {
            let words = line.words[cell.start..cell.end].iter();
            words.map(|word| &*word.text).collect::<Vec<_>>().join(" ")
        };
        let is_figure = |cell: &super::lines::Cell| {
            let text = text(cell);
            let sign = matches!(text.as_str(), "-" | "–" | "—");
            sign || is_value(&text) && text.contains(|c: char| c.is_ascii_digit())
        };
        let figures = cells.iter().filter(|cell| is_figure(cell)).count();
        // Whatever stands between figures is no row of them.
        let labels = cells.iter().take_while(|cell| !is_figure(cell)).count();
        (figures > 0 && labels < 2 && labels + figures == cells.len()).then(|| Self {
            cells: cells.iter().map(|cell| (cell.x0, cell.x1)).collect(),
        })
    }
}
