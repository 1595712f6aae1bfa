//! The names of a table's columns: the lines above its first row, given to the
//! columns word by word.

use super::groups::columns_under;
use super::leaders::is_contents_line;
use super::lines::{Cell, Line};
use super::table::cell_text;
use super::unruled::{CELL_WORDS_MAX, HEADER_LINES_MAX};
use super::words::Word;

/// A header may stand this many sizes above the first row...
const ROW_GAP_MAX: f32 = 3.2;
/// ...and its lines this many above each other.
const LINE_GAP_MAX: f32 = 1.9;
/// Gaps between names that are set closer than cells, in sizes; a space is a quarter
/// to a third.
const NAME_GAP_MIN: f32 = 0.4;
/// A text stands over the middle of something when it is off by less than this share
/// of the way from one column to the next.
const OFF_MIDDLE: f32 = 0.2;

/// The header above a table's first row: where it starts among `above`, and
/// its text by column.
pub(super) fn header(above: &[Line], first: &Line, columns: &[(f32, f32)]) -> (usize, Vec<String>) {
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
        let titles = below.cells().len() > 1 && start < above.len() && is_centred(line, columns);
        if larger
            || titles
            || gap > limit * line.size.max(first.size)
            || !names_columns(line, gap, columns)
        {
            break;
        }
        below = line;
        start -= 1;
    }
    let texts = names(&above[start..], columns);
    if texts.iter().all(String::is_empty) {
        (above.len(), Vec::new())
    } else {
        (start, texts)
    }
}

/// The text that lines of names give each column.
pub(super) fn names(lines: &[Line], columns: &[(f32, f32)]) -> Vec<String> {
    let below = lines.last().map(|line| own_names(line, columns));
    let below = below.unwrap_or_default();
    let mut words: Vec<Vec<&Word>> = vec![Vec::new(); columns.len()];
    for (index, line) in lines.iter().enumerate() {
        // The last line stands over no other.
        let below = if index + 1 < lines.len() {
            below.as_slice()
        } else {
            &[]
        };
        spread(line, columns, below, &mut words);
    }
    words.iter().map(|words| cell_text(words)).collect()
}

fn names_columns(line: &Line, gap: f32, columns: &[(f32, f32)]) -> bool {
    let cells = line.cells();
    let (Some(left), Some(right)) = (columns.first(), columns.last()) else {
        return false;
    };
    let inside = line.x0() > left.0 - 4.0 * line.size && line.x1() < right.1 + 4.0 * line.size;
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
    gap <= 1.5 * line.size && covered <= 2 && covered < columns.len()
}

/// One text over the middle of several columns: above names of columns, a title.
fn is_centred(line: &Line, columns: &[(f32, f32)]) -> bool {
    let (Some(left), Some(right)) = (columns.first(), columns.last()) else {
        return false;
    };
    let off = (line.x0() + line.x1() - left.0 - right.1).abs() / 2.0;
    line.cells().len() == 1 && columns.len() > 2 && off < 0.05 * (right.1 - left.0)
}

/// The names that a line gives the columns, word by word.
fn own_names(line: &Line, columns: &[(f32, f32)]) -> Vec<String> {
    let mut words: Vec<Vec<&Word>> = vec![Vec::new(); columns.len()];
    line.words
        .iter()
        .for_each(|word| words[nearest(columns, word.center())].push(word));
    words.iter().map(|words| cell_text(words)).collect()
}

/// Gives each word of a header line to its column: by the word's centre, or,
/// where a cell lies between the columns' centres or over a group of them, to
/// all columns under it. `below` are the names of the last header line, none for that
/// line itself.
fn spread<'l>(
    line: &'l Line,
    columns: &[(f32, f32)],
    below: &[String],
    words: &mut [Vec<&'l Word>],
) {
    if let Some(cells) = one_each(line, columns) {
        for (column, cell) in words.iter_mut().zip(cells) {
            column.extend(cell);
        }
        return;
    }
    let cells = line.cells();
    let centers: Vec<f32> = cells.iter().map(|cell| (cell.x0 + cell.x1) / 2.0).collect();
    let middles: Vec<f32> = columns
        .iter()
        .map(|column| (column.0 + column.1) / 2.0)
        .collect();
    let groups = columns_under(&centers, &middles, below);
    let middle = |column: &(f32, f32)| (column.0 + column.1) / 2.0;
    let (Some(first), Some(last)) = (columns.first(), columns.last()) else {
        return;
    };
    let spacing = (middle(last) - middle(first)) / (columns.len() - 1).max(1) as f32;
    let few = cells.len() > 1 && cells.len() * 10 <= columns.len() * 7;
    for (cell, group) in cells.into_iter().zip(groups) {
        let center = (cell.x0 + cell.x1) / 2.0;
        let between = columns
            .iter()
            .all(|column| (middle(column) - center).abs() > 0.25 * spacing);
        let cell_words = &line.words[cell.start..cell.end];
        if few && group.len() > 1 {
            group.for_each(|index| words[index].extend(cell_words));
        } else if few && between {
            for (index, column) in columns.iter().enumerate() {
                if (middle(column) - center).abs() < 0.5 * (cell.x1 - cell.x0) + 0.55 * spacing {
                    words[index].extend(cell_words);
                }
            }
        } else if let Some(pair) = over_pair(line, cell, &middles, below) {
            pair.for_each(|index| words[index].extend(cell_words));
        } else {
            cell_words
                .iter()
                .for_each(|word| words[nearest(columns, word.center())].push(word));
        }
    }
}

/// The two neighbouring columns, both with names of their own below, that one text
/// stands over: its words are set as one, and the middle of all of them lies half-way
/// between the columns, where that of its parts does not lie over each.
fn over_pair(
    line: &Line,
    cell: Cell,
    middles: &[f32],
    below: &[String],
) -> Option<std::ops::Range<usize>> {
    let words = &line.words[cell.start..cell.end];
    let set_as_one = words
        .windows(2)
        .all(|pair| pair[1].x0 - pair[0].x1 < NAME_GAP_MIN * line.size);
    let center = (cell.x0 + cell.x1) / 2.0;
    let right = middles.partition_point(|&middle| middle <= center);
    let left = right.checked_sub(1)?;
    let named = |column: usize| below.get(column).is_some_and(|name| !name.is_empty());
    let (from, to) = (*middles.get(left)?, *middles.get(right)?);
    let near = |x: f32, place: f32| (x - place).abs() < OFF_MIDDLE * (to - from);
    if !set_as_one || !named(left) || !named(right) || !near(center, (from + to) / 2.0) {
        return None;
    }
    let parted = words.iter().position(|word| word.center() > center);
    let (first, second) = words.split_at(parted.unwrap_or(words.len()));
    let middle = |part: &[Word]| Some((part.first()?.x0 + part.last()?.x1) / 2.0);
    let each =
        middle(first).is_some_and(|x| near(x, from)) && middle(second).is_some_and(|x| near(x, to));
    (!each).then_some(left..right + 1)
}

/// The line cut at its widest gaps into as many names as there are columns, where
/// each then stands over another column: names are often set closer than cells.
fn one_each<'l>(line: &'l Line, columns: &[(f32, f32)]) -> Option<Vec<&'l [Word]>> {
    let gap = |at: usize| line.words[at].x0 - line.words[at - 1].x1;
    if line.words.len() < columns.len() || columns.len() < 3 {
        return None;
    }
    let mut cuts: Vec<usize> = (1..line.words.len()).collect();
    cuts.sort_by(|&a, &b| gap(b).total_cmp(&gap(a)).then(a.cmp(&b)));
    let others = cuts.split_off(columns.len() - 1);
    let least = cuts.last().map_or(0.0, |&at| gap(at));
    let clear = others.first().is_none_or(|&at| least > 1.2 * gap(at));
    if least < NAME_GAP_MIN * line.size || !clear {
        return None;
    }
    cuts.sort_unstable();
    let edges: Vec<usize> = [0]
        .into_iter()
        .chain(cuts)
        .chain([line.words.len()])
        .collect();
    let names: Vec<&[Word]> = edges
        .windows(2)
        .map(|pair| &line.words[pair[0]..pair[1]])
        .collect();
    let over = |(column, name): (usize, &&[Word])| match (name.first(), name.last()) {
        (Some(first), Some(last)) => nearest(columns, (first.x0 + last.x1) / 2.0) == column,
        _ => false,
    };
    names.iter().enumerate().all(over).then_some(names)
}

/// The column a place lies in, or is nearest to.
pub(super) fn nearest(columns: &[(f32, f32)], x: f32) -> usize {
    let distance = |column: &(f32, f32)| {
        if x < column.0 {
            column.0 - x
        } else {
            (x - column.1).max(0.0)
        }
    };
    let best = columns
        .iter()
        .enumerate()
        .min_by(|a, b| distance(a.1).total_cmp(&distance(b.1)));
    best.map_or(0, |(index, _)| index)
}
