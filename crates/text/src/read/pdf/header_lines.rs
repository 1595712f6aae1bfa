//! The lines above a table's first row that name its columns.

use super::column_names::names;
use super::leaders::is_contents_line;
use super::level_band::cell_texts;
use super::lines::{Cell, Line};
use super::periods::is_period;
use super::row_print::CELL_WORDS_MAX;
use super::table::{Name, cell_text};
use super::values::is_value;
use super::wrapped_rows::by_column;

/// A header may stand this many sizes above the first row...
const ROW_GAP_MAX: f32 = 3.2;
/// ...and its lines this many above each other.
const LINE_GAP_MAX: f32 = 1.9;
/// Words of a line that names the first column alone at most.
const NAME_WORDS_MAX: usize = 8;
/// Lines of headings between names of columns and the first row.
const HEADINGS_MAX: usize = 3;

/// Header lines at most.
pub(super) const HEADER_LINES_MAX: usize = 6;

/// The header above a table's first row.
pub(super) struct Header {
    /// Where it starts among the lines above.
    pub(super) start: usize,
    /// Its text by column.
    pub(super) names: Vec<String>,
    /// Its texts one by one.
    pub(super) texts: Vec<Name>,
    /// The columns, names included.
    pub(super) columns: Vec<(f32, f32)>,
    /// What it says of all columns, as `(in millions)`.
    pub(super) notes: Vec<String>,
    /// Lines at its end that are rows: as full of figures as those below.
    pub(super) rows: usize,
}

/// The header among the lines above the first row of a table with these columns.
pub(super) fn header(above: &[Line], first: &Line, columns: Vec<(f32, f32)>) -> Header {
    let headings = headings(above, &columns);
    if headings < above.len() && names_periods(&above[..headings]) {
        let mut over = header(&above[..headings], &above[headings], columns);
        over.rows += above.len() - headings;
        return over;
    }
    let start = header_start(above, first, &columns);
    let full = |line: &Line| is_full_of_figures(line, &columns);
    // A row with lines of names below it is the last one of a table above.
    let last_row = above[start..].iter().rposition(full);
    let start = match last_row.map(|row| start + row + 1) {
        Some(names) if names < above.len() => names,
        _ => start,
    };
    let count = above[start..].iter().take_while(|line| !full(line)).count();
    let (notes, named) = parted(&above[start..start + count]);
    let columns = widened(&named, columns);
    let (names, texts) = names(&named, &columns);
    let named = names.iter().any(|name| !name.is_empty());
    Header {
        start: if named || count == 0 {
            start
        } else {
            above.len()
        },
        names: if named { names } else { Vec::new() },
        texts: if named { texts } else { Vec::new() },
        notes,
        rows: above.len() - start - count,
        columns,
    }
}

/// Lines in brackets, which speak of all columns they stand over, and the other lines.
fn parted(lines: &[Line]) -> (Vec<String>, Vec<Line>) {
    let (notes, named): (Vec<&Line>, Vec<&Line>) = lines.iter().partition(|line| is_note(line));
    (
        notes.into_iter().map(Line::text).collect(),
        named.into_iter().cloned().collect(),
    )
}

/// Words in brackets, as `(in millions)`.
pub(super) fn is_note(line: &Line) -> bool {
    let text = line.text();
    line.cells().len() == 1 && text.starts_with('(') && text.ends_with(')') && !is_value(&text)
}

/// The columns with the one that a name stands over, and too few cells of `rows` to show it.
pub(super) fn with_named(names: &Line, rows: &[Line], columns: Vec<(f32, f32)>) -> Vec<(f32, f32)> {
    let touch = |a: (f32, f32), b: (f32, f32)| a.0 < b.1 && b.0 < a.1;
    let cells: Vec<(f32, f32)> = names
        .cells()
        .iter()
        .map(|cell| (cell.x0, cell.x1))
        .collect();
    let mut over_none = cells
        .iter()
        .filter(|cell| !columns.iter().any(|of| touch(**cell, *of)));
    let only = over_none.next().filter(|_| over_none.next().is_none());
    let Some(name) = only.filter(|_| cells.len() == columns.len() + 1) else {
        return columns;
    };
    let words = rows.iter().flat_map(|line| &line.words);
    let under = words.filter(|word| touch((word.x0, word.x1), *name));
    let reach = under.fold((f32::MAX, f32::MIN), |reach, word| {
        (reach.0.min(word.x0), reach.1.max(word.x1))
    });
    let free = reach.0 < reach.1 && !columns.iter().any(|column| touch(*column, reach));
    let mut all = columns;
    if free {
        let at = all.partition_point(|column| column.0 < reach.0);
        all.insert(at, reach);
    }
    all
}

/// Where the headings over the first row start, each a line over the first column alone, as
/// `ASSETS` and `Current assets` of a balance sheet.
fn headings(above: &[Line], columns: &[(f32, f32)]) -> usize {
    let is_heading = |line: &&Line| {
        let cells = line.cells();
        let [only] = cells.as_slice() else {
            return false;
        };
        let beside = columns.iter().skip(1).any(|column| only.x1 > column.0);
        !beside && only.end - only.start <= NAME_WORDS_MAX && !is_period(&line.text())
    };
    let lines = above.iter().rev().take(HEADINGS_MAX);
    above.len() - lines.take_while(is_heading).count()
}

/// Whether the last of these lines holds nothing but periods, two at least: names of columns
/// for what stands below, whatever stands between.
fn names_periods(lines: &[Line]) -> bool {
    let texts = lines.last().map(cell_texts).unwrap_or_default();
    texts.len() > 1 && texts.iter().all(|text| is_period(text))
}

/// A figure in nearly each column but the first: no line of names. Columns tell words
/// apart that stand too near to each other to be cells of their own.
fn is_full_of_figures(line: &Line, columns: &[(f32, f32)]) -> bool {
    let figures = |texts: Vec<String>| {
        let figures = texts.iter();
        let figures = figures.filter(|text| is_value(text) && !is_period(text));
        figures.count()
    };
    let by_column = by_column(line, columns);
    let by_column = by_column.iter().map(|words| cell_text(words));
    let figures = figures(cell_texts(line)).max(figures(by_column.collect()));
    columns.len() > 2 && figures > 1 && figures * 10 >= (columns.len() - 1) * 8
}

fn header_start(above: &[Line], first: &Line, columns: &[(f32, f32)]) -> usize {
    let mut start = above.len();
    let mut below = first;
    while start > 0 && above.len() - start < HEADER_LINES_MAX {
        let line = &above[start - 1];
        let gap = below.y - line.y;
        let limit = if start == above.len() {
            ROW_GAP_MAX
        } else {
            LINE_GAP_MAX
        };
        let larger = line.size > 1.2 * first.size;
        let named = above[start..].iter().any(|name| name.cells().len() > 1);
        let titles = named && is_centred(line, columns);
        if larger
            || titles
            || gap > limit * line.size.max(first.size)
            || !names_columns(line, gap / first.size.max(line.size), columns)
        {
            break;
        }
        below = line;
        start -= 1;
    }
    start
}

/// The columns with the places of their names in the last line of these, where that has
/// one for each: names at the left of columns whose figures stand at the right lie over
/// none of these.
fn widened(names: &[Line], mut columns: Vec<(f32, f32)>) -> Vec<(f32, f32)> {
    let cells = names.last().map(Line::cells).unwrap_or_default();
    let clear = |(at, cell): (usize, &Cell)| {
        let left = at.checked_sub(1).map_or(f32::MIN, |left| columns[left].1);
        let right = columns.get(at + 1).map_or(f32::MAX, |right| right.0);
        left < cell.x0 && cell.x1 < right
    };
    let one_each = cells.len() == columns.len() && cells.iter().enumerate().all(clear);
    if one_each && columns.len() > 2 {
        for (column, cell) in columns.iter_mut().zip(cells) {
            *column = (column.0.min(cell.x0), column.1.max(cell.x1));
        }
    }
    columns
}

/// Whether a line has one text for each column, over it and no other.
pub(super) fn one_each(line: &Line, columns: &[(f32, f32)]) -> bool {
    let cells = line.cells();
    let over = |(cell, own): (&Cell, usize)| {
        let mut touched =
            (0..columns.len()).filter(|&at| columns[at].0 < cell.x1 && cell.x0 < columns[at].1);
        touched.next() == Some(own) && touched.next().is_none()
    };
    cells.len() == columns.len() && cells.iter().zip(0..).all(over)
}

/// Whether a line `gap` sizes above the next may name columns.
fn names_columns(line: &Line, gap: f32, columns: &[(f32, f32)]) -> bool {
    let cells = line.cells();
    let (Some(left), Some(right)) = (columns.first(), columns.last()) else {
        return false;
    };
    let inside = line.x0() > left.0 - 4.0 * line.size && line.x1() < right.1 + 4.0 * line.size;
    let inside = inside || one_each(line, columns);
    let wordy = cells
        .iter()
        .any(|cell| cell.end - cell.start > CELL_WORDS_MAX);
    if !inside || wordy || is_contents_line(&line.text()) {
        return false;
    }
    let Some(only) = cells.first().filter(|_| cells.len() == 1) else {
        return true;
    };
    let covered = columns
        .iter()
        .filter(|c| c.0 < only.x1 && only.x0 < c.1)
        .count();
    // A line of prose over the first column runs on beyond it.
    let first = only.x0 < columns[0].1 && only.end - only.start > NAME_WORDS_MAX;
    gap <= 1.5 && covered <= 2 && covered < columns.len() && !first
}

/// One text over the middle of several columns: above names of columns, a title.
fn is_centred(line: &Line, columns: &[(f32, f32)]) -> bool {
    let (Some(left), Some(right)) = (columns.first(), columns.last()) else {
        return false;
    };
    let off = (line.x0() + line.x1() - left.0 - right.1).abs() / 2.0;
    line.cells().len() == 1 && columns.len() > 2 && off < 0.05 * (right.1 - left.0)
}
