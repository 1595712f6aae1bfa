//! Tables without ruled lines: runs of lines whose cells stand under each other.

use super::column_names::{Header, header, nearest};
use super::leaders::is_contents_line;
use super::lines::{Cell, Line};
use super::strips::{columns, part_units};
use super::table::{PageTable, Row};
use super::values::{is_list_marker, is_value};
use super::words::Word;
use super::wrapped_rows::{STEP_MAX, append, by_column, go_on, hang, told, with_rest};

/// Words a cell of a table holds at most.
pub(super) const CELL_WORDS_MAX: usize = 14;
/// Lines without values that may stand between two rows.
const BETWEEN_MAX: usize = 3;
/// A table goes on over a gap of up to this many sizes.
const ROW_GAP_MAX: f32 = 4.5;
/// Steps from row to row are the same up to this factor.
const PITCH_SLACK: f32 = 1.15;
/// Header lines at most.
pub(super) const HEADER_LINES_MAX: usize = 6;
/// A piece of a region after tables were found.
pub(super) enum Piece {
    Lines(Vec<Line>),
    Table(PageTable),
}

/// Lines that are read from top to bottom, and what each looks like.
struct Scan<'l> {
    lines: &'l [Line],
    cells: Vec<Vec<Cell>>,
    kinds: Vec<Kind>,
    /// Whether the line may be the rest of the row above.
    hang: Vec<bool>,
}

impl<'l> Scan<'l> {
    fn of(lines: &'l [Line]) -> Self {
        let cells: Vec<Vec<Cell>> = lines.iter().map(Line::cells).collect();
        let kinds = lines.iter().zip(&cells);
        Self {
            lines,
            kinds: kinds.map(|(line, cells)| kind(line, cells)).collect(),
            hang: hang(lines, &cells),
            cells,
        }
    }

    /// The columns of the rows `first..=last`.
    fn columns(&self, first: usize, last: usize) -> Vec<(f32, f32)> {
        let of = first..=last;
        let (cells, kinds) = (&self.cells[of.clone()], &self.kinds[of.clone()]);
        let columns = columns(cells, kinds, &self.hang[of.clone()]);
        part_units(&self.lines[of], columns)
    }
}

/// Finds the tables among lines that are read from top to bottom.
pub(super) fn pieces(lines: Vec<Line>) -> Vec<Piece> {
    let scan = Scan::of(&lines);
    let mut pieces = Vec::new();
    let mut pending = 0;
    let mut index = 0;
    while index < lines.len() {
        let Some((first, last)) = run(&scan, index) else {
            index += 1;
            continue;
        };
        let first = below_names(&scan, first, last);
        let first = with_label(&scan, pending, first, last);
        let last = before_names(&scan, first, last);
        let columns = scan.columns(first, last);
        let last = with_rest(&lines, first, last, &columns);
        // Labels beside their texts have no header; a line above names the form.
        let has_values = scan.kinds[first..=last].contains(&Kind::Data);
        if !has_values && heads_next(&scan, first, last) {
            index = last + 1;
            continue;
        }
        let above = if has_values { pending } else { first };
        let header = header(&lines[above..first], &lines[first], columns);
        let top = above + header.start;
        if top > pending {
            pieces.push(Piece::Lines(lines[pending..top].to_vec()));
        }
        let mut table = table(&lines[top..=last], first - top, header);
        table.has_values = has_values;
        pieces.push(Piece::Table(table));
        pending = last + 1;
        index = pending;
    }
    if pending < lines.len() {
        pieces.push(Piece::Lines(lines[pending..].to_vec()));
    }
    pieces
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Kind {
    /// Several cells, some of them values.
    Data,
    /// Several cells, all of words.
    Texts,
    /// One cell, or a line that cannot be part of a table.
    Single,
}

fn kind(line: &Line, cells: &[Cell]) -> Kind {
    let texts: Vec<String> = cells.iter().map(|cell| text(line, *cell)).collect();
    let too_long = |cell: &Cell| cell.end - cell.start > CELL_WORDS_MAX;
    // A long text before nothing but values is a label all the same.
    let labelled = cells.len() > 2 && texts[1..].iter().all(|text| is_value(text));
    let first = usize::from(labelled);
    if cells.len() < 2 || cells.iter().skip(first).any(too_long) || is_contents_line(&line.text()) {
        return Kind::Single;
    }
    // A number before an item is no value, and two cells of which one is a
    // marker are an item.
    let marked = texts.first().is_some_and(|text| is_list_marker(text));
    if marked && cells.len() == 2 {
        return Kind::Single;
    }
    let values = texts.iter().filter(|text| is_value(text)).count()
        - usize::from(marked && is_value(&texts[0]));
    if values >= 1 && values * 4 >= cells.len() {
        Kind::Data
    } else {
        Kind::Texts
    }
}

fn text(line: &Line, cell: Cell) -> String {
    line.words[cell.start..cell.end]
        .iter()
        .map(|word| &*word.text)
        .collect::<Vec<_>>()
        .join(" ")
}

/// The first and last line of the table that starts at `start`, if one does.
fn run(scan: &Scan, start: usize) -> Option<(usize, usize)> {
    let Scan {
        lines,
        cells,
        kinds,
        hang,
    } = scan;
    if kinds[start] == Kind::Single {
        return None;
    }
    // The last row, the last that is no rest of another, and the last line of either.
    let (mut last, mut whole, mut reach) = (start, start, start);
    let (mut data, mut texts, mut most) = (0, 0, cells[start].len());
    let mut count = |kind: Kind| match kind {
        Kind::Data => data += 1,
        _ => texts += 1,
    };
    count(kinds[start]);
    for next in start + 1..lines.len() {
        let gap = lines[next].y - lines[reach].y;
        if gap > ROW_GAP_MAX * lines[reach].size.max(lines[next].size)
            || next - reach > BETWEEN_MAX + 1
        {
            break;
        }
        let both_texts = |above: usize| kinds[above] == Kind::Texts && kinds[next] == Kind::Texts;
        let under = |above: usize| aligned(&cells[above], &cells[next], both_texts(above));
        if kinds[next] != Kind::Single && (under(last) || under(whole)) {
            (last, reach) = (next, next);
            whole = if hang[next] { whole } else { next };
            most = most.max(cells[next].len());
            count(kinds[next]);
        } else if hang[next] {
            reach = next;
        } else if both_texts(last) {
            break;
        }
    }
    let enough = data >= 3 || (data == 2 && most >= 3) || data + texts >= 3;
    enough.then_some((start, last))
}

/// A few lines of words close above a table of values name its columns, even
/// where their cells do not stand under each other.
fn heads_next(scan: &Scan, first: usize, last: usize) -> bool {
    let (lines, kinds) = (scan.lines, &scan.kinds);
    let next = last + 1;
    let near = lines
        .get(next)
        .is_some_and(|line| line.y - lines[last].y <= 1.9 * line.size.max(lines[last].size));
    near && last - first < HEADER_LINES_MAX
        && run(scan, next).is_some_and(|(from, to)| {
            kinds[from..=to].contains(&Kind::Data) && from + HEADER_LINES_MAX > next
        })
}

/// Rows of words at the top of a table of values name its columns; where some of
/// these are bold, those.
fn below_names(scan: &Scan, first: usize, last: usize) -> usize {
    let (lines, rows) = (scan.lines, &scan.kinds[first..=last]);
    let names = rows.iter().take_while(|kind| **kind == Kind::Texts).count();
    let row = (0..names).find(|&names| is_named(scan, first + names));
    let names = row.unwrap_or(names);
    let names = names + usize::from(is_beside(scan, first, first + names));
    let data = rows[names..].iter().filter(|kind| **kind == Kind::Data);
    let data = data.count();
    let hang = rows.iter().zip(&scan.hang[first..=last]).skip(names);
    let hang = hang.filter(|(kind, hangs)| **hangs && **kind != Kind::Data);
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
    match bold > 0 && !lines[first + names].is_bold() {
        true => first + bold,
        false => first + names,
    }
}

/// Whether the line `at` is no name but a row of words: as far from the names above it,
/// which are close to each other, as from the row below, it has as many cells as a row,
/// and over each of them a name of its own.
fn is_named(scan: &Scan, at: usize) -> bool {
    let (lines, cells) = (scan.lines, &scan.cells);
    let step = |above: usize| lines[above + 1].y - lines[above].y;
    let close = |above: usize| step(above) <= STEP_MAX * lines[above].size;
    let name = |above: usize| scan.kinds[above] != Kind::Data;
    let bottom = at.checked_sub(1).filter(|&bottom| name(bottom));
    let Some(bottom) = bottom.filter(|&bottom| !close(bottom) && at + 1 < lines.len()) else {
        return false;
    };
    let top = at.saturating_sub(HEADER_LINES_MAX);
    let top = (top..bottom)
        .rev()
        .take_while(|&above| close(above) && name(above));
    let names = || {
        cells[top.clone().last().unwrap_or(bottom)..at]
            .iter()
            .flatten()
    };
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
fn is_beside(scan: &Scan, first: usize, at: usize) -> bool {
    let (Some(line), Some(next)) = (scan.lines.get(at), scan.cells.get(at + 1)) else {
        return false;
    };
    let names = || scan.cells[first..at].iter().flatten();
    let cells = &scan.cells[at];
    let both = next
        .iter()
        .any(|cell| names().any(|name| is_over(name, cell)))
        && next
            .iter()
            .any(|cell| cells.iter().any(|other| is_over(other, cell)));
    at > first
        && line.y - scan.lines[at - 1].y <= STEP_MAX * line.size
        && both
        && !cells
            .iter()
            .any(|cell| names().any(|name| is_over(name, cell)))
}

/// A line above the first row in the place and print of the labels between the
/// rows is one of them, and no name of a column.
fn with_label(scan: &Scan, from: usize, first: usize, last: usize) -> usize {
    let Scan {
        lines,
        cells,
        kinds,
        ..
    } = scan;
    let Some(above) = first.checked_sub(1).filter(|&above| above >= from) else {
        return first;
    };
    let single = |at: usize| kinds[at] == Kind::Single && cells[at].len() == 1;
    let line = &lines[above];
    let alike = |other: &Line| {
        (other.x0() - line.x0()).abs() < 2.0
            && other.is_bold() == line.is_bold()
            && (other.size - line.size).abs() < 0.1 * line.size
    };
    let near = lines[first].y - line.y <= 2.0 * line.size
        && (lines[first].x0() - line.x0()).abs() < line.size;
    let named = above > from && cells[above - 1].len() > 1;
    let label = near
        && named
        && single(above)
        && (first..last).any(|at| single(at) && single_row(kinds, at) && alike(&lines[at]));
    if label { above } else { first }
}

/// A line of one cell between rows of values.
fn single_row(kinds: &[Kind], at: usize) -> bool {
    let data = |at: Option<usize>| at.and_then(|at| kinds.get(at)) == Some(&Kind::Data);
    data(at.checked_sub(1)) && data(Some(at + 1))
}

/// The last row before new names of columns: bold words between plain values,
/// or words after a gap, open another table.
fn before_names(scan: &Scan, first: usize, last: usize) -> usize {
    let (lines, kinds) = (scan.lines, &scan.kinds);
    let pitch = pitch(&lines[first..=last]);
    let data = |at: usize| kinds[at] == Kind::Data;
    let bold_data = (first..=last)
        .filter(|&at| data(at) && lines[at].is_bold())
        .count();
    for at in first + 2..last {
        let leads = (at + 1..=last)
            .take(HEADER_LINES_MAX)
            .find(|&next| kinds[next] != Kind::Texts);
        let opens = kinds[at] == Kind::Texts && leads.is_some_and(data);
        let apart = lines[at].y - lines[at - 1].y > 1.6 * pitch;
        let stressed = lines[at].is_bold() && bold_data == 0;
        let above = (first..at)
            .rev()
            .find(|&above| kinds[above] != Kind::Single);
        if opens && (apart || stressed) && above.is_some_and(data) {
            return above.unwrap_or(last);
        }
    }
    last
}

/// Most cells of two lines stand under each other; texts must share an edge or
/// their middle.
fn aligned(above: &[Cell], below: &[Cell], both_texts: bool) -> bool {
    let near = |a: f32, b: f32| (a - b).abs() < 2.5;
    let under = |cell: &&Cell| {
        above.iter().any(|other| {
            let edge = near(other.x0, cell.x0)
                || near(other.x1, cell.x1)
                || near(other.x0 + other.x1, cell.x0 + cell.x1);
            if both_texts {
                edge
            } else {
                cell.x0 < other.x1 + 1.0 && other.x0 < cell.x1 + 1.0
            }
        })
    };
    let matching = below.iter().filter(under).count();
    let needed = if both_texts { 8 } else { 6 };
    matching >= 2 && matching * 10 >= below.len() * needed
}

fn table(lines: &[Line], header_lines: usize, header: Header) -> PageTable {
    let Header { names, columns, .. } = header;
    let (top, bottom) = (&lines[0], &lines[lines.len() - 1]);
    let body = &lines[header_lines..];
    let odd = body.iter().filter(|line| is_odd(line, &columns)).count();
    let mut table = PageTable {
        rows: rows(body, &columns),
        columns,
        header: names,
        y0: top.y - top.size,
        y1: bottom.y,
        size: bottom.size,
        ..PageTable::default()
    };
    let odd = u32::try_from(odd).unwrap_or(u32::MAX);
    table.odd = odd.max(table.doubled());
    table
}

/// The rows of lines, each of one line and of those below that it goes on in.
fn rows(lines: &[Line], columns: &[(f32, f32)]) -> Vec<Row> {
    let mut rows: Vec<Result<Vec<Vec<&Word>>, String>> = Vec::new();
    let mut last_y = f32::MIN;
    let pitch = pitch(lines);
    for (line, goes_on) in lines.iter().zip(go_on(lines, columns)) {
        let close = line.y - last_y < 0.8 * pitch && line.cells().len() == 1;
        match rows.last_mut() {
            Some(Ok(above)) if goes_on => append(above, by_column(line, columns)),
            Some(Ok(above)) if close => {
                above[nearest(columns, (line.x0() + line.x1()) / 2.0)].extend(&line.words);
            }
            _ => rows.push(row(line, columns).ok_or_else(|| line.text())),
        }
        last_y = line.y;
    }
    rows.into_iter().map(told).collect()
}

/// More cells than columns, or a cell well over two of them.
fn is_odd(line: &Line, columns: &[(f32, f32)]) -> bool {
    let cells = line.cells();
    let wide = |cell: &Cell| {
        let over = |column: &&(f32, f32)| {
            let shared = column.1.min(cell.x1) - column.0.max(cell.x0);
            shared > 0.5 * line.size
        };
        columns.iter().filter(over).count() > 1
    };
    cells.len() > columns.len() || (cells.len() > 1 && cells.iter().any(wide))
}

/// The usual step from one row to the next.
fn pitch(lines: &[Line]) -> f32 {
    let mut steps: Vec<f32> = lines.windows(2).map(|pair| pair[1].y - pair[0].y).collect();
    steps.sort_by(f32::total_cmp);
    steps.get(steps.len() / 2).copied().unwrap_or(0.0)
}

/// The words of a row by column; none of a line of one cell, which is a label.
fn row<'l>(line: &'l Line, columns: &[(f32, f32)]) -> Option<Vec<Vec<&'l Word>>> {
    let cells = line.cells();
    if cells.len() < 2 {
        return None;
    }
    let mut words: Vec<Vec<&Word>> = vec![Vec::new(); columns.len()];
    if cells.len() == columns.len() {
        for (column, cell) in cells.iter().enumerate() {
            words[column].extend(&line.words[cell.start..cell.end]);
        }
    } else {
        for cell in &cells {
            place(line, *cell, columns, &mut words);
        }
    }
    Some(words)
}

/// A cell goes whole to the column it lies over; one over several columns is
/// parted at its words.
fn place<'l>(line: &'l Line, cell: Cell, columns: &[(f32, f32)], words: &mut [Vec<&'l Word>]) {
    let covered = columns
        .iter()
        .filter(|column| column.0 < cell.x1 && cell.x0 < column.1)
        .count();
    let cell_words = &line.words[cell.start..cell.end];
    if covered <= 1 {
        words[nearest(columns, (cell.x0 + cell.x1) / 2.0)].extend(cell_words);
        return;
    }
    for word in cell_words {
        words[nearest(columns, word.center())].push(word);
    }
}
