//! The cells of a ruled table: rows, header, captions.

use super::grid::Grid;
use super::halves::merge_halves;
use super::ruled_band::{Band, by_baseline, filled, in_reading_order, is_data};
use super::ruled_names::{header, header_rows};
use super::table::{Area, PageTable, Row, cell_text};
use super::tails::rows_with_tails;
use super::values::is_value;
use super::words::Word;

/// A cell of more words is a frame around prose, not part of a table.
const CELL_WORDS_MAX: usize = 400;

/// The table of a grid, if its cells make one.
pub(super) fn table_of(grid: &Grid, words: &[Word]) -> Option<PageTable> {
    let bands = bands(grid, words)?;
    let mut rows: Vec<Band> = bands.into_iter().flat_map(split).collect();
    rows.retain(|band| band.cells.iter().any(|cell| !cell.is_empty()));
    let columns = filled_columns(&rows);
    if columns.len() < 2 || rows.len() < 2 {
        return None;
    }
    let mut table = PageTable {
        columns: columns
            .iter()
            .map(|&column| (grid.xs[column], grid.xs[column + 1]))
            .collect(),
        y0: grid.ys[0],
        y1: grid.ys[grid.ys.len() - 1],
        size: usual_size(words),
        ..PageTable::default()
    };
    let captions = rows.iter().take_while(|band| is_across(band)).count();
    let headers = header_rows(&rows[captions..], &columns);
    if captions + headers >= rows.len() {
        return None;
    }
    table.caption = rows[..captions]
        .iter()
        .map(|band| band_text(band))
        .collect();
    let named = &rows[captions..captions + headers];
    (table.header, table.names) = header(named, &columns, &table.columns);
    let body = &rows[captions + headers..];
    table.rows = body.iter().map(|band| row(band, &columns)).collect();
    let indent = |band: &Band| {
        band.cells[columns[0]]
            .first()
            .map_or(f32::NAN, |word| word.x0)
    };
    table.indents = body.iter().map(indent).collect();
    table.merged = merged(body, &columns);
    table.has_values = true;
    table.ruled = true;
    merge_halves(&mut table);
    table.odd = table.doubled();
    Some(table)
}

/// The cells of a body that lie over several columns, or reach down into rows
/// without a line above them.
fn merged(rows: &[Band<'_>], columns: &[usize]) -> Vec<Area> {
    let mut areas = Vec::new();
    for (row, band) in rows.iter().enumerate().filter(|(_, band)| !is_across(band)) {
        for (at, &column) in columns.iter().enumerate() {
            if band.cells[column].is_empty() || band.starts[column] != column {
                continue;
            }
            let wide = columns[at..].iter();
            let wide = wide
                .take_while(|&&next| band.starts[next] == column)
                .count();
            let reached = |below: &&Band| below.reached[column] && below.cells[column].is_empty();
            let high = 1 + rows[row + 1..].iter().take_while(reached).count();
            if wide > 1 || high > 1 {
                areas.push(Area {
                    row,
                    column: at,
                    rows: high,
                    columns: wide.max(1),
                });
            }
        }
    }
    areas
}

fn usual_size(words: &[Word]) -> f32 {
    let mut sizes: Vec<f32> = words.iter().map(|word| word.size).collect();
    sizes.sort_by(f32::total_cmp);
    sizes.get(sizes.len() / 2).copied().unwrap_or(0.0)
}

/// The words of each band by column; `None` when a cell is too full to be one.
fn bands<'w>(grid: &Grid, words: &'w [Word]) -> Option<Vec<Band<'w>>> {
    let (height, width) = (grid.ys.len() - 1, grid.xs.len() - 1);
    let mut cells: Vec<Vec<Vec<&Word>>> = vec![vec![Vec::new(); width]; height];
    for word in words {
        if let Some((band, column)) = grid.cell(word) {
            cells[band][column].push(word);
        }
    }
    beside_their_lines(grid, &mut cells);
    let mut bands = Vec::with_capacity(height);
    for (band, mut cells) in cells.into_iter().enumerate() {
        let mut starts = grid.starts(band);
        let loose = join_spans(grid, &mut cells, &mut starts);
        for cell in &mut cells {
            if cell.len() > CELL_WORDS_MAX {
                return None;
            }
            in_reading_order(cell);
        }
        let all: usize = cells.iter().map(Vec::len).sum();
        let bold = cells.iter().flatten().filter(|word| word.bold).count();
        bands.push(Band {
            cells,
            starts,
            reached: grid.reached(band),
            bold: bold * 10 >= all * 9 && all > 0,
            loose,
        });
    }
    Some(bands)
}

/// Gives the rows of a band all of their words, where some columns have a line above it and
/// others none: an underline of a few columns parts no rows. Figures on the same lines as
/// those of the other columns show it.
fn beside_their_lines(grid: &Grid, cells: &mut [Vec<Vec<&Word>>]) {
    for band in 1..cells.len() {
        let reached = grid.reached(band);
        let (above, below) = cells.split_at_mut(band);
        let (above, here) = (&mut above[band - 1], &mut below[0]);
        let is_below = |word: &&Word| word.y > grid.ys[band];
        let moved: Vec<usize> = (0..reached.len())
            .filter(|&column| reached[column] && here[column].is_empty())
            .filter(|&column| {
                let lower: Vec<&Word> = above[column].iter().copied().filter(is_below).collect();
                several_lines(&lower) && lower.iter().all(|word| stands_beside(word, here))
            })
            .collect();
        let figures = |&column: &usize| {
            let mut lower = above[column].iter().copied().filter(is_below);
            lower.any(|word| is_value(&word.text))
        };
        if !moved.iter().any(figures) {
            continue;
        }
        for column in moved {
            let words = std::mem::take(&mut above[column]);
            (here[column], above[column]) = words.into_iter().partition(|word| is_below(word));
        }
    }
}

fn several_lines(words: &[&Word]) -> bool {
    words
        .iter()
        .any(|word| (word.y - words[0].y).abs() > 0.4 * word.size)
}

fn stands_beside(word: &Word, cells: &[Vec<&Word>]) -> bool {
    let on_line = |other: &&Word| (other.y - word.y).abs() <= 0.4 * word.size;
    cells.iter().flatten().any(on_line)
}

/// Gathers the words of each cell that spans several columns in its first one.
/// Columns without a line between them that hold texts of their own, set
/// apart by white space, stay columns, and the band is then loose: true.
fn join_spans(grid: &Grid, cells: &mut [Vec<&Word>], starts: &mut [usize]) -> bool {
    let mut loose = false;
    let mut first = 0;
    while first < starts.len() {
        let count = starts[first..]
            .iter()
            .take_while(|start| **start == first)
            .count()
            .max(1);
        let end = first + count;
        if count > 1 {
            let words: Vec<&Word> = cells[first..end]
                .iter_mut()
                .flat_map(std::mem::take)
                .collect();
            let runs = runs(words);
            let one_text = is_one_text(grid, &runs, first, end);
            for run in runs {
                let column = if one_text {
                    first
                } else {
                    run_column(grid, &run, first, end)
                };
                cells[column].extend(run);
            }
            if !one_text {
                loose = true;
                (first..end).for_each(|column| starts[column] = column);
            }
        }
        first = end;
    }
    loose
}

/// Words of one line without a wide gap between them.
fn runs(mut words: Vec<&Word>) -> Vec<Vec<&Word>> {
    in_reading_order(&mut words);
    let mut runs: Vec<Vec<&Word>> = Vec::new();
    for word in words {
        let goes_on = runs.last().and_then(|run| run.last()).is_some_and(|last| {
            let size = last.size.min(word.size);
            (last.y - word.y).abs() <= 0.4 * size && word.x0 - last.x1 <= 0.5 * size
        });
        match runs.last_mut().filter(|_| goes_on) {
            Some(run) => run.push(word),
            None => runs.push(vec![word]),
        }
    }
    runs
}

/// True when nothing says that the cells hold more than one text: no two runs
/// on a line, and none that sits in a later column off the span's middle.
fn is_one_text(grid: &Grid, runs: &[Vec<&Word>], first: usize, end: usize) -> bool {
    let (left, right) = (grid.xs[first], grid.xs[end]);
    let beside = runs
        .windows(2)
        .any(|pair| match (pair[0].last(), pair[1].first()) {
            (Some(a), Some(b)) => (a.y - b.y).abs() <= 0.4 * a.size,
            _ => false,
        });
    let aside = runs.iter().any(|run| {
        let (Some(a), Some(b)) = (run.first(), run.last()) else {
            return false;
        };
        let off = ((a.x0 + b.x1) / 2.0 - (left + right) / 2.0).abs();
        a.x0 >= grid.xs[first + 1] - 1.0 && off > 0.1 * (right - left)
    });
    !beside && !aside
}

/// The column a run belongs to: where it starts.
fn run_column(grid: &Grid, run: &[&Word], first: usize, end: usize) -> usize {
    let fits = |word: &&Word| {
        (first..end)
            .find(|&column| word.center() < grid.xs[column + 1])
            .unwrap_or(end - 1)
    };
    run.first().map_or(first, fits)
}

/// A band without lines between its rows falls apart at its baselines, if
/// most of these carry values in several columns; a band of wrapped texts
/// stays whole.
fn split(band: Band<'_>) -> Vec<Band<'_>> {
    let parts = by_baseline(&band);
    if parts.len() < 2 {
        return vec![band];
    }
    let data = parts.iter().filter(|cells| is_data(cells)).count();
    let little = |cells: &Vec<Vec<&Word>>| filled(cells) * 3 <= cells.len().max(3);
    let sparse = parts.iter().all(|cells| is_data(cells) || little(cells));
    if data < 2 || (data * 10 < parts.len() * 6 && !sparse) {
        return vec![band];
    }
    let loose = band.loose;
    let line = |cells| one_line(cells, loose);
    rows_with_tails(parts).into_iter().map(line).collect()
}

fn one_line(mut cells: Vec<Vec<&Word>>, loose: bool) -> Band<'_> {
    cells.iter_mut().for_each(|cell| in_reading_order(cell));
    let bold = cells.iter().flatten().all(|word| word.bold);
    Band {
        starts: (0..cells.len()).collect(),
        reached: vec![false; cells.len()],
        cells,
        bold,
        loose,
    }
}

fn filled_columns(rows: &[Band<'_>]) -> Vec<usize> {
    let width = rows.first().map_or(0, |row| row.cells.len());
    (0..width)
        .filter(|&column| rows.iter().any(|row| !row.cells[column].is_empty()))
        .collect()
}

/// One cell across the whole table.
fn is_across(band: &Band<'_>) -> bool {
    band.starts.len() > 1 && band.starts.iter().all(|&start| start == 0)
}

fn band_text(band: &Band<'_>) -> String {
    band.cells
        .iter()
        .map(|cell| cell_text(cell))
        .filter(|text| !text.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

fn row(band: &Band<'_>, columns: &[usize]) -> Row {
    if is_across(band) {
        return Row::Label(band_text(band));
    }
    Row::Cells(
        columns
            .iter()
            .map(|&column| cell_text(&band.cells[column]))
            .collect(),
    )
}
