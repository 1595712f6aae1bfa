//! The names of a table's columns: the lines above its first row, given to the
//! columns word by word.

use std::ops::Range;

use super::groups::columns_under;
use super::lines::{Cell, Line};
use super::periods::is_period;
use super::row_print::SAME_EDGE;
use super::table::{self, Name, cell_text};
use super::words::Word;

/// Gaps between names that are set closer than cells, in sizes; a space is a quarter
/// to a third.
const NAME_GAP_MIN: f32 = 0.4;
/// A text stands over the middle of something when it is off by less than this share
/// of the way from one column to the next.
const OFF_MIDDLE: f32 = 0.2;

/// The text that lines of names give each column, and their texts one by one.
pub(super) fn names(lines: &[Line], columns: &[(f32, f32)]) -> (Vec<String>, Vec<Name>) {
    let last = lines.last().map(|line| own_words(line, columns));
    let last: Vec<String> = last
        .iter()
        .flatten()
        .map(|words| cell_text(words))
        .collect();
    let mut words: Vec<Vec<&Word>> = vec![Vec::new(); columns.len()];
    let mut texts = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let mut spread_out = Spread::over(columns.len());
        let under = &lines[index + 1..];
        // The last line stands over no other.
        let below = if under.is_empty() {
            &[]
        } else {
            last.as_slice()
        };
        spread(
            line,
            columns,
            below,
            &places(under, columns),
            &mut spread_out,
        );
        texts.push(spread_out.texts());
        spread_out.give(&mut words);
    }
    let header = words.iter().map(|words| cell_text(words)).collect();
    (header, table::names(&texts))
}

/// The words of a line by the columns that they name.
struct Spread<'l> {
    own: Vec<Vec<&'l Word>>,
    /// Words over several columns.
    groups: Vec<(Range<usize>, Vec<&'l Word>)>,
}

impl<'l> Spread<'l> {
    fn over(columns: usize) -> Self {
        Self {
            own: vec![Vec::new(); columns],
            groups: Vec::new(),
        }
    }

    fn group(&mut self, columns: Range<usize>, words: &'l [Word]) {
        match columns.len() {
            1 => self.own[columns.start].extend(words),
            _ => self.groups.push((columns, words.iter().collect())),
        }
    }

    fn texts(&self) -> Vec<(Range<usize>, String)> {
        let own = self.own.iter().enumerate();
        let own = own.map(|(column, words)| (column..column + 1, cell_text(words)));
        let groups = self.groups.iter();
        let groups = groups.map(|(columns, words)| (columns.clone(), cell_text(words)));
        own.chain(groups).collect()
    }

    fn give(self, words: &mut [Vec<&'l Word>]) {
        for (columns, group) in self.groups {
            for column in &mut words[columns] {
                column.extend(&group);
            }
        }
        for (column, own) in words.iter_mut().zip(self.own) {
            column.extend(own);
        }
    }
}

/// Where the first name that lines give each column has its middle.
fn places(lines: &[Line], columns: &[(f32, f32)]) -> Vec<Option<f32>> {
    let mut places = vec![None; columns.len()];
    for line in lines.iter().rev() {
        for (place, words) in places.iter_mut().zip(own_words(line, columns)) {
            if let (Some(first), Some(last)) = (words.first(), words.last()) {
                *place = Some((first.x0 + last.x1) / 2.0);
            }
        }
    }
    places
}

/// The words of a line by column.
fn own_words<'l>(line: &'l Line, columns: &[(f32, f32)]) -> Vec<Vec<&'l Word>> {
    let mut words: Vec<Vec<&Word>> = vec![Vec::new(); columns.len()];
    for cell in line.cells() {
        own_cell(line, cell, columns, &mut words);
    }
    words
}

/// Gives a text to the only column it lies over, where it is set as one; else each of
/// its words to the nearest.
fn own_cell<'l>(line: &'l Line, cell: Cell, columns: &[(f32, f32)], words: &mut [Vec<&'l Word>]) {
    let cell_words = &line.words[cell.start..cell.end];
    let touches =
        |column: &(f32, f32)| column.0 < cell.x1 + SAME_EDGE && cell.x0 < column.1 + SAME_EDGE;
    let mut over = (0..columns.len()).filter(|&column| touches(&columns[column]));
    match (over.next(), over.next()) {
        (Some(only), None) if is_set_as_one(line, cell_words) => words[only].extend(cell_words),
        _ => cell_words
            .iter()
            .for_each(|word| words[nearest(columns, word.center())].push(word)),
    }
}

/// No gap between the words is wider than a space.
fn is_set_as_one(line: &Line, words: &[Word]) -> bool {
    words
        .windows(2)
        .all(|pair| pair[1].x0 - pair[0].x1 < NAME_GAP_MIN * line.size)
}

/// Gives each word of a header line to its column: by the word's centre, or,
/// where a cell lies between the columns' centres or over a group of them, to
/// all columns under it. `below` are the names of the last header line, none for that
/// line itself; `places` the middles of the names below.
fn spread<'l>(
    line: &'l Line,
    columns: &[(f32, f32)],
    below: &[String],
    places: &[Option<f32>],
    words: &mut Spread<'l>,
) {
    if let Some(cells) = one_each(line, columns) {
        for (column, cell) in words.own.iter_mut().zip(cells) {
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
    let groups = groups_from(&cells, columns, below)
        .unwrap_or_else(|| columns_under(&centers, &middles, below));
    let middle = |column: &(f32, f32)| (column.0 + column.1) / 2.0;
    let (Some(first), Some(last)) = (columns.first(), columns.last()) else {
        return;
    };
    let spacing = (middle(last) - middle(first)) / (columns.len() - 1).max(1) as f32;
    let few = cells.len() > 1 && cells.len() * 10 <= columns.len() * 7;
    if let [cell] = cells.as_slice()
        && let Some(periods) = over_periods(*cell, &middles, spacing, below)
    {
        words.group(periods, &line.words);
        return;
    }
    for (cell, group) in cells.into_iter().zip(groups) {
        let center = (cell.x0 + cell.x1) / 2.0;
        let between = columns
            .iter()
            .all(|column| (middle(column) - center).abs() > 0.25 * spacing)
            && !opens_column(cell, columns);
        let cell_words = &line.words[cell.start..cell.end];
        if few && group.len() > 1 {
            words.group(group, cell_words);
        } else if few && between {
            let reach = 0.5 * (cell.x1 - cell.x0) + 0.55 * spacing;
            let under = |column: &(f32, f32)| (middle(column) - center).abs() < reach;
            let first = columns.iter().position(under);
            let count = columns.iter().filter(|column| under(column)).count();
            if let Some(first) = first {
                words.group(first..first + count, cell_words);
            }
        } else if let Some(pair) = over_pair(line, cell, places) {
            words.group(pair, cell_words);
        } else {
            own_cell(line, cell, columns, &mut words.own);
        }
    }
}

/// The columns whose names `below` are periods, where a text stands over the middle of all of
/// them: `Years ended`. `middles` are those of the columns, `spacing` apart.
fn over_periods(
    cell: Cell,
    middles: &[f32],
    spacing: f32,
    below: &[String],
) -> Option<Range<usize>> {
    let first = below.iter().position(|name| is_period(name))?;
    let periods = below[first..].iter().take_while(|name| is_period(name));
    let periods = first..first + periods.count();
    let (from, to) = (middles.get(first)?, middles.get(periods.end - 1)?);
    let off = ((cell.x0 + cell.x1) / 2.0 - (from + to) / 2.0).abs();
    (periods.len() > 2 && off < OFF_MIDDLE * spacing).then_some(periods)
}

/// The columns that each name of a line stands over, where each begins with one and the
/// names `below` those up to the next are the same under all of them.
fn groups_from(
    cells: &[Cell],
    columns: &[(f32, f32)],
    below: &[String],
) -> Option<Vec<Range<usize>>> {
    let begins = |cell: &Cell| {
        let at = |column: &(f32, f32)| (column.0 - cell.x0).abs() < SAME_EDGE;
        columns.iter().position(at)
    };
    let starts: Vec<usize> = cells.iter().map(begins).collect::<Option<_>>()?;
    let (first, second) = (*starts.first()?, *starts.get(1)?);
    let width = second.checked_sub(first).filter(|width| *width > 1)?;
    let names = |start: usize| below.get(start..start + width);
    let groups = starts.iter().map(|&start| start..start + width);
    let alike = starts.iter().all(|&start| names(start) == names(first));
    let apart = starts.windows(2).all(|pair| pair[1] >= pair[0] + width);
    (alike && apart && names(first).is_some()).then(|| groups.collect())
}

/// Whether a text begins with a column and lies over no other.
fn opens_column(cell: Cell, columns: &[(f32, f32)]) -> bool {
    let mut over = columns
        .iter()
        .filter(|column| column.0 < cell.x1 && cell.x0 < column.1);
    let only = over.next().filter(|_| over.next().is_none());
    only.is_some_and(|column| (column.0 - cell.x0).abs() < SAME_EDGE)
}

/// The two neighbouring columns that one text stands over: its words are set as one,
/// and the middle of all of them lies half-way between the names below it, where those
/// of its parts do not lie over each. `places` are the middles of these names.
fn over_pair(line: &Line, cell: Cell, places: &[Option<f32>]) -> Option<Range<usize>> {
    let words = &line.words[cell.start..cell.end];
    let center = (cell.x0 + cell.x1) / 2.0;
    let around = |pair: &[Option<f32>]| match pair {
        &[Some(from), Some(to)] if from < center && center < to => Some((from, to)),
        _ => None,
    };
    let mut pairs = places.windows(2).map(around).enumerate();
    let (left, (from, to)) = pairs.find_map(|(left, pair)| Some((left, pair?)))?;
    let near = |x: f32, place: f32| (x - place).abs() < OFF_MIDDLE * (to - from);
    if !is_set_as_one(line, words) || !near(center, (from + to) / 2.0) {
        return None;
    }
    let parted = words.iter().position(|word| word.center() > center);
    let (first, second) = words.split_at(parted.unwrap_or(words.len()));
    let middle = |part: &[Word]| Some((part.first()?.x0 + part.last()?.x1) / 2.0);
    let each =
        middle(first).is_some_and(|x| near(x, from)) && middle(second).is_some_and(|x| near(x, to));
    (!each).then_some(left..left + 2)
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
