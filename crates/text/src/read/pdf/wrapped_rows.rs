//! Rows whose texts go on in the lines below them.
//!
//! Between two rules a line that leaves the first column empty goes on in the row
//! above it. Without rules such a line may as well be a row of its own, so that each
//! of its texts has to look like the rest of the one above: in its place and print,
//! and begun because its first word no longer fitted above.

use super::column_names::nearest;
use super::label_lines::{Part, told};
use super::lines::{Cell, Line};
use super::row_print::{HANGING, SAME_EDGE, STEP_MAX, append, is_full, same_print};
use super::spaced::rest_of_rows;
use super::table::{Row, cell_text};
use super::values::{is_list_marker, is_value};
use super::words::Word;

/// Words of one text stand nearer than this, in sizes.
const WORDS_APART: f32 = 0.4;
/// Lines that the last row of a table goes on in at most.
const REST_MAX: usize = 8;

/// The words of a line by column.
pub(super) fn by_column<'l>(line: &'l Line, columns: &[(f32, f32)]) -> Vec<Vec<&'l Word>> {
    let mut cells: Vec<Vec<&Word>> = vec![Vec::new(); columns.len()];
    for word in &line.words {
        let column = nearest(columns, word.center());
        cells[column].push(word);
    }
    cells
}

/// The same, where a label that lies across columns which its row leaves empty is one text.
fn by_column_labelled<'l>(line: &'l Line, columns: &[(f32, f32)]) -> Vec<Vec<&'l Word>> {
    let mut cells = by_column(line, columns);
    let label = cells[0].len();
    let words = line.words.windows(2).skip(label.saturating_sub(1));
    let goes_on = |pair: &&[Word]| {
        let close = pair[1].x0 - pair[0].x1 < WORDS_APART * pair[1].size;
        close && !is_value(&pair[1].text)
    };
    let more = match label {
        0 => 0,
        _ => words.take_while(goes_on).count(),
    };
    if more > 0 {
        let taken = &line.words[label..label + more];
        for cell in &mut cells[1..] {
            cell.retain(|word| !taken.iter().any(|other| std::ptr::eq(*word, other)));
        }
        cells[0].extend(taken);
    }
    cells
}

/// The rows of lines between two rules: each begins with a line that fills the first column, or
/// most of the others.
pub(super) fn rows(lines: &[Line], columns: &[(f32, f32)]) -> Vec<(Row, f32)> {
    let mut rows: Vec<Part<'_>> = Vec::new();
    // Lines of a row that stand above the one with its first cell.
    let mut waiting: Vec<Vec<Vec<&Word>>> = Vec::new();
    for line in lines {
        let cells = by_column_labelled(line, columns);
        let filled = cells.iter().filter(|cell| !cell.is_empty()).count();
        if line.cells().len() == 1 && filled > 1 {
            rows.push(Part::Label(vec![line]));
            continue;
        }
        let begins = !cells[0].is_empty() || filled * 2 > columns.len();
        match rows.last_mut() {
            _ if begins => {
                let mut row = empty(columns);
                waiting
                    .drain(..)
                    .chain([cells])
                    .for_each(|part| append(&mut row, part));
                rows.push(Part::Cells(row));
            }
            Some(Part::Cells(row)) => append(row, cells),
            _ => waiting.push(cells),
        }
    }
    if !waiting.is_empty() {
        let mut row = empty(columns);
        waiting.into_iter().for_each(|part| append(&mut row, part));
        rows.push(Part::Cells(row));
    }
    told(rows)
}

fn empty<'w>(columns: &[(f32, f32)]) -> Vec<Vec<&'w Word>> {
    vec![Vec::new(); columns.len()]
}

/// For each line whether it may be the rest of the row above it: it is close and of
/// the same print, and its cells, fewer than the row's, begin where cells of the row
/// other than the first do.
pub(super) fn hang(lines: &[Line], cells: &[Vec<Cell>]) -> Vec<bool> {
    let mut row: Option<usize> = None;
    let mut flags = Vec::with_capacity(lines.len());
    let rest = rest_of_rows(lines, cells);
    for (index, line) in lines.iter().enumerate() {
        let below = |row: usize| {
            let above = &lines[row];
            let place = |cell: &Cell| {
                let mut others = cells[row].iter().skip(1);
                others.any(|other| (other.x0 - cell.x0).abs() < SAME_EDGE)
            };
            line.y - lines[index - 1].y <= STEP_MAX * line.size
                && same_print(above.is_bold(), above.size, line.is_bold(), line.size)
                && cells[index].len() < cells[row].len()
                && cells[index].iter().all(place)
        };
        let hangs = rest[index] || row.is_some_and(below);
        if !hangs {
            row = Some(index).filter(|&row| cells[row].len() > 1);
        }
        flags.push(hangs);
    }
    flags
}

/// The last line of the table whose rows begin in the lines `first..=last`: those
/// right below that its last row goes on in are part of it.
pub(super) fn with_rest(
    lines: &[Line],
    first: usize,
    last: usize,
    columns: &[(f32, f32)],
) -> usize {
    let end = lines.len().min(last + 1 + REST_MAX);
    let below = go_on(&lines[first..end], columns).into_iter();
    last + below.skip(last + 1 - first).take_while(|on| *on).count()
}

/// For each line of a table without rules whether the row above goes on in it.
pub(super) fn go_on(lines: &[Line], columns: &[(f32, f32)]) -> Vec<bool> {
    let reach = reach(lines, columns);
    let cells: Vec<Vec<Cell>> = lines.iter().map(Line::cells).collect();
    let rest = rest_of_rows(lines, &cells);
    let mut row: Vec<Vec<&Word>> = Vec::new();
    let mut last: Option<&Line> = None;
    let mut flags = Vec::with_capacity(lines.len());
    for (line, rest) in lines.iter().zip(rest) {
        let cells = by_column(line, columns);
        let near = last.is_some_and(|last| line.y - last.y <= STEP_MAX * last.size);
        let goes_on = rest || near && is_rest(&row, &cells, &reach);
        if goes_on {
            append(&mut row, cells);
        } else {
            // Nothing goes on from a label.
            row = if line.cells().len() > 1 {
                cells
            } else {
                Vec::new()
            };
        }
        last = Some(line);
        flags.push(goes_on);
    }
    flags
}

/// How far the texts of a column reach to the right.
struct Reach {
    /// In lines of several cells.
    texts: f32,
    /// Up to the next column; of the last one as far as its texts.
    room: f32,
    last: bool,
}

fn reach(lines: &[Line], columns: &[(f32, f32)]) -> Vec<Reach> {
    let (mut rights, mut lefts) = (vec![f32::MIN; columns.len()], vec![f32::MAX; columns.len()]);
    let mut size: f32 = 0.0;
    for line in lines.iter().filter(|line| line.cells().len() > 1) {
        size = size.max(line.size);
        for (column, cell) in by_column(line, columns).iter().enumerate() {
            rights[column] = cell
                .iter()
                .map(|word| word.x1)
                .fold(rights[column], f32::max);
            lefts[column] = cell
                .iter()
                .map(|word| word.x0)
                .fold(lefts[column], f32::min);
        }
    }
    let of = |column: usize| Reach {
        texts: rights[column],
        room: lefts
            .get(column + 1)
            .map_or(rights[column], |left| left - size),
        last: column + 1 == columns.len(),
    };
    (0..columns.len()).map(of).collect()
}

/// Whether the cells of a line are the rest of those above: some, but not all. Half of
/// them or more, or the first alone, are a row of their own unless one opens like the
/// middle of a sentence that found no more room.
fn is_rest(row: &[Vec<&Word>], cells: &[Vec<&Word>], reach: &[Reach]) -> bool {
    let filled = |cells: &[Vec<&Word>]| cells.iter().filter(|cell| !cell.is_empty()).count();
    let (count, of) = (filled(cells), filled(row));
    if count == 0 || count >= of || row.len() != cells.len() {
        return false;
    }
    let begins = !cells[0].is_empty();
    let mut columns = cells.iter().zip(row).zip(reach).enumerate();
    let all_wrap = columns.all(|(column, ((cell, above), reach))| {
        let hanging = if column == 0 { HANGING } else { 0.0 };
        cell.is_empty() || wraps(above, cell, reach.texts, hanging)
    });
    let mut columns = cells.iter().zip(row).zip(reach);
    let cut = columns.any(|((cell, above), reach)| is_cut(above, cell, reach));
    let alike_a_row = begins || count * 2 >= of;
    all_wrap && !(begins && count > 1) && (cut || !alike_a_row)
}

/// Whether the words of `next` are the rest of the text `above`, in a column whose
/// texts reach to `right`. `hanging` is how far, in sizes, it may be set in.
fn wraps(above: &[&Word], next: &[&Word], right: f32, hanging: f32) -> bool {
    let (Some(opening), Some(last), Some(first)) = (above.first(), above.last(), next.first())
    else {
        return false;
    };
    let (edge, in_by) = (first.x0 - opening.x0, hanging * first.size);
    let in_place = edge > -SAME_EDGE && edge < SAME_EDGE.max(in_by);
    let alike = same_print(first.bold, first.size, last.bold, last.size);
    let values = is_value(&cell_text(above)) && is_value(&cell_text(next));
    in_place && alike && is_full(last, first, right) && !values && !is_list_marker(&first.text)
}

/// A text cut in the middle of a sentence for want of room. A last column is as wide as
/// its texts, which tells nothing where they are single words.
fn is_cut(above: &[&Word], next: &[&Word], reach: &Reach) -> bool {
    let (Some(last), Some(first)) = (above.last(), next.first()) else {
        return false;
    };
    first.text.starts_with(char::is_lowercase)
        && is_full(last, first, reach.room)
        && (!reach.last || above.len() > 1)
}
