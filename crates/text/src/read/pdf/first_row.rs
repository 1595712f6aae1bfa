//! Which of the lines of a table without ruled lines is its first row: those before it
//! name the columns.

use super::cells::come_again;
use super::header_lines::{HEADER_LINES_MAX, is_note};
use super::lines::{Cell, Line, joined};
use super::row_print::STEP_MAX;
use super::scan::Scan;
use super::strips::StripKind;

/// Rows are set in under their label by this many sizes at most.
const SET_IN_MAX: f32 = 3.0;
/// Steps from row to row are the same up to this factor.
const PITCH_SLACK: f32 = 1.15;

/// Rows of words at the top of a table of values name its columns; where some of
/// these are bold, those.
pub(super) fn below_names(scan: &Scan, first: usize, last: usize) -> usize {
    let (lines, rows) = (scan.lines, &scan.kinds[first..=last]);
    if !rows.contains(&StripKind::Data) {
        let sorted = is_sorted(scan, first, last);
        return first
            + if sorted {
                bold_names(scan, first, last)
            } else {
                0
            };
    }
    let names = rows
        .iter()
        .take_while(|kind| **kind == StripKind::Texts)
        .count();
    let row = (0..names).find(|&names| is_named(scan, first + names));
    let names = row.unwrap_or(names);
    let beside = names > 0 && names < rows.len() && is_beside(scan, first, first + names);
    let names = names + usize::from(beside);
    let values = rows[names..]
        .iter()
        .filter(|kind| **kind == StripKind::Data);
    let data = values.count();
    let hang = rows.iter().zip(&scan.hang[first..=last]).skip(names);
    let hang = hang.filter(|(kind, hangs)| **hangs && **kind != StripKind::Data);
    let rest = rows.len() - names - hang.count();
    let plain = data > 1 && data * 10 >= rest * 6;
    let only_row = data == 1 && rest == 1;
    if names == 0 || names > HEADER_LINES_MAX || !(plain || only_row) {
        return first;
    }
    let bold = lines[first..first + names]
        .iter()
        .take_while(|line| line.is_bold())
        .count();
    let row = match bold > 0 && !lines[first + names].is_bold() {
        true => first + bold,
        false => first + names,
    };
    let notes = lines[row..=last].iter().take_while(|line| is_note(line));
    row + notes.count()
}

/// Lines at the top of a table of texts that are bold where its other lines of several cells
/// are not: names of its columns.
fn bold_names(scan: &Scan, first: usize, last: usize) -> usize {
    let of_rows = |at: &usize| scan.cells[*at].len() > 1;
    let bold = |at: &usize| scan.lines[*at].is_bold();
    let names = (first..=last)
        .take_while(|at| of_rows(at) && bold(at))
        .count();
    let below = first + names..=last;
    let others = below.clone().filter(of_rows).filter(bold).count();
    let rows = below.filter(of_rows).count();
    if names <= HEADER_LINES_MAX && others == 0 && rows > 1 {
        names
    } else {
        0
    }
}

/// Whether the line `at` is no name but a row of words: as far from the names above it,
/// which are close to each other, as from the row below, it has as many cells as a row,
/// and over each of them a name of its own.
fn is_named(scan: &Scan, at: usize) -> bool {
    let (lines, cells) = (scan.lines, &scan.cells);
    let step = |above: usize| lines[above + 1].y - lines[above].y;
    let close = |above: usize| step(above) <= STEP_MAX * lines[above].size;
    let name = |above: usize| scan.kinds[above] != StripKind::Data;
    let bottom = at.checked_sub(1).filter(|&bottom| name(bottom));
    let Some(bottom) = bottom.filter(|&bottom| !close(bottom) && at + 1 < lines.len()) else {
        return false;
    };
    let top = at.saturating_sub(HEADER_LINES_MAX);
    let above = (top..bottom).rev();
    let top = above
        .take_while(|&above| close(above) && name(above))
        .last();
    let names = || cells[top.unwrap_or(bottom)..at].iter().flatten();
    let named = |cell: &Cell| {
        let own = |name: &Cell| {
            let under = cells[at].iter().filter(|other| is_over(name, other));
            is_over(name, cell) && under.count() == 1
        };
        names().any(own)
    };
    let most = cells[at..].iter().take(HEADER_LINES_MAX).map(Vec::len);
    step(bottom) <= PITCH_SLACK * step(at)
        && most.max() == Some(cells[at].len())
        && cells[at].iter().all(named)
}

/// Whether one cell stands above or below some of the other.
fn is_over(a: &Cell, b: &Cell) -> bool {
    a.x0 < b.x1 && b.x0 < a.x1
}

/// Whether the line `at`, close below the names from `first` on and above another row,
/// stands beside all of them: names of other columns, though they may look like values.
/// There is a name at least.
fn is_beside(scan: &Scan, first: usize, at: usize) -> bool {
    let (Some(line), Some(next)) = (scan.lines.get(at), scan.cells.get(at + 1)) else {
        return false;
    };
    let names = || scan.cells[first..at].iter().flatten();
    let cells = || scan.cells[at].iter();
    let named = |cell: &Cell| names().any(|name| is_over(name, cell));
    let here = |cell: &Cell| cells().any(|other| is_over(other, cell));
    line.y - scan.lines[at - 1].y <= STEP_MAX * line.size
        && next.iter().any(named)
        && next.iter().any(here)
        && !cells().any(named)
}

/// A line above the first row in the place and print of the labels between the
/// rows is one of them, and no name of a column.
pub(super) fn with_label(scan: &Scan, from: usize, first: usize, last: usize) -> usize {
    let Scan {
        lines,
        cells,
        kinds,
        ..
    } = scan;
    let Some(above) = first.checked_sub(1).filter(|&above| above >= from) else {
        return first;
    };
    let single = |at: usize| kinds[at] == StripKind::Single && cells[at].len() == 1;
    let line = &lines[above];
    let alike = |other: &Line| {
        (other.x0() - line.x0()).abs() < 2.0
            && other.is_bold() == line.is_bold()
            && (other.size - line.size).abs() < 0.1 * line.size
    };
    // Rows may be set in under their label, and far apart from each other.
    let set_in = lines[first].x0() - line.x0();
    let step = lines
        .get(first + 1)
        .map_or(0.0, |next| next.y - lines[first].y);
    let near = lines[first].y - line.y <= (2.0 * line.size).max(1.3 * step)
        && set_in > -line.size
        && set_in < SET_IN_MAX * line.size;
    let named = above > from && cells[above - 1].len() > 1;
    let again = (first..last).any(|at| single(at) && single_row(kinds, at) && alike(&lines[at]));
    // Under a name of the first column nothing else names it.
    let under_name = named
        && cells[above - 1]
            .iter()
            .any(|name| is_over(name, &cells[above][0]));
    let opens = line.words.first().is_some_and(|word| {
        word.text
            .starts_with(|first: char| first.is_uppercase() || first.is_ascii_digit())
    });
    let label = near && named && single(above) && (again || under_name && opens && set_in >= 0.0);
    if label { above } else { first }
}

/// A line of one cell between rows of values.
fn single_row(kinds: &[StripKind], at: usize) -> bool {
    let data = |at: Option<usize>| at.and_then(|at| kinds.get(at)) == Some(&StripKind::Data);
    data(at.checked_sub(1)) && data(Some(at + 1))
}

/// Rows of texts that end in one of a few, as companies in the states they are of.
pub(super) fn is_sorted(scan: &Scan, first: usize, last: usize) -> bool {
    let ends: Vec<String> = (first..=last)
        .filter(|at| scan.cells[*at].len() > 1)
        .filter_map(|at| scan.cells[at].last().map(|cell| (at, cell)))
        .map(|(at, cell)| joined(&scan.lines[at].words[cell.start..cell.end]))
        .collect();
    come_again(ends.iter().map(String::as_str))
}
