//! Tables without ruled lines: runs of lines whose cells stand under each other.

use super::column_names::nearest;
use super::first_row::{below_names, is_sorted, with_label};
use super::head_rows::find_header;
use super::header_lines::{HEADER_LINES_MAX, Header, header, is_note, with_named};
use super::label_lines::{Part, told};
use super::lines::{Cell, Line};
use super::row_print::{CELL_WORDS_MAX, append};
use super::scan::Scan;
use super::strips::{StripKind, is_amount};
use super::table::{PageTable, Row};
use super::values::is_value;
use super::words::Word;
use super::wrapped_rows::{by_column, go_on, with_rest};

/// Lines without values that may stand between two rows.
const BETWEEN_MAX: usize = 3;
/// A table goes on over a gap of up to this many sizes.
const ROW_GAP_MAX: f32 = 4.5;

/// A piece of a region after tables were found.
pub(super) enum Piece {
    Lines(Vec<Line>),
    Table(PageTable),
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
        let sorted = is_sorted(&scan, first, last);
        let first = below_names(&scan, first, last);
        let first = with_label(&scan, pending, first, last);
        let last = before_names(&scan, first, last);
        let columns = scan.columns(first, last);
        let names = lines[pending..first].iter().rfind(|line| !is_note(line));
        let columns = match names {
            Some(names) => with_named(names, &lines[first..=last], columns),
            None => columns,
        };
        let last = with_rest(&lines, first, last, &columns);
        // Labels beside their texts have no header; a line above names the form.
        let has_values = sorted || scan.kinds[first..=last].contains(&StripKind::Data);
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
        let names = (first - top).saturating_sub(header.rows);
        let mut table = table(&lines[top..=last], names, header);
        table.has_values = has_values;
        if has_values {
            find_header(&mut table);
        }
        pieces.push(Piece::Table(table));
        pending = last + 1;
        index = pending;
    }
    if pending < lines.len() {
        pieces.push(Piece::Lines(lines[pending..].to_vec()));
    }
    pieces
}

/// The first and last line of the table that starts at `start`, if one does.
fn run(scan: &Scan, start: usize) -> Option<(usize, usize)> {
    let Scan {
        lines,
        cells,
        kinds,
        hang,
    } = scan;
    if kinds[start] == StripKind::Single {
        return None;
    }
    // The last row, the last that is no rest of another, and the last line of either.
    let (mut last, mut whole, mut reach) = (start, start, start);
    // The fullest, for rows of a few cells between others.
    let mut full = start;
    let (mut data, mut texts, mut most) = (0, 0, cells[start].len());
    let mut count = |kind: StripKind| match kind {
        StripKind::Data => data += 1,
        _ => texts += 1,
    };
    count(kinds[start]);
    for next in start + 1..lines.len() {
        let gap = lines[next].y - lines[reach].y;
        if gap > ROW_GAP_MAX * lines[reach].size.max(lines[next].size)
            || next - reach > BETWEEN_MAX + 1
            || (kinds[next] == StripKind::Single && announces(&lines[next]))
        {
            break;
        }
        let both_texts =
            |above: usize| kinds[above] == StripKind::Texts && kinds[next] == StripKind::Texts;
        let under = |above: usize| aligned(&cells[above], &cells[next], both_texts(above));
        let little = [last, whole]
            .iter()
            .all(|&at| cells[at].len() * 2 <= cells[full].len());
        let in_line = under(last) || under(whole) || little && under(full);
        if kinds[next] != StripKind::Single && in_line {
            (last, reach) = (next, next);
            whole = if hang[next] { whole } else { next };
            full = if cells[next].len() > most { next } else { full };
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

/// A sentence that says what comes below it: "… were as follows:".
fn announces(line: &Line) -> bool {
    line.words.len() > CELL_WORDS_MAX
        && line
            .words
            .last()
            .is_some_and(|word| word.text.ends_with(':'))
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
            kinds[from..=to].contains(&StripKind::Data) && from + HEADER_LINES_MAX > next
        })
}

/// The last row before new names of columns: bold words between plain values,
/// or words after a gap, open another table.
fn before_names(scan: &Scan, first: usize, last: usize) -> usize {
    let (lines, kinds) = (scan.lines, &scan.kinds);
    let pitch = pitch(&lines[first..=last]);
    let data = |at: usize| kinds[at] == StripKind::Data;
    let bold_data = (first..=last)
        .filter(|&at| data(at) && lines[at].is_bold())
        .count();
    for at in first + 2..last {
        let leads = (at + 1..=last)
            .take(HEADER_LINES_MAX)
            .find(|&next| kinds[next] != StripKind::Texts);
        let opens = kinds[at] == StripKind::Texts && leads.is_some_and(data);
        let apart = lines[at].y - lines[at - 1].y > 1.6 * pitch;
        let stressed = lines[at].is_bold() && bold_data == 0;
        let above = (first..at)
            .rev()
            .find(|&above| kinds[above] != StripKind::Single);
        if opens && (apart || stressed) && above.is_some_and(data) {
            return above.unwrap_or(last);
        }
    }
    before_next_names(scan, first, last, pitch)
}

/// The last row before words at the end that stand apart, and that names of columns go on
/// below, whose cells are others: they open the table of these.
fn before_next_names(scan: &Scan, first: usize, last: usize, pitch: f32) -> usize {
    let lines = scan.lines;
    let whole = (first..=last)
        .rev()
        .find(|&at| scan.kinds[at] == StripKind::Data);
    let Some(whole) = whole.filter(|whole| *whole > first) else {
        return last;
    };
    let words = (whole + 1..=last).find(|&at| scan.kinds[at] == StripKind::Texts);
    let opens =
        |at: usize| lines[at].y - lines[whole].y > 1.6 * pitch && heads_next(scan, at, last);
    if words.is_some_and(opens) {
        whole
    } else {
        last
    }
}

/// Most cells of two lines stand under each other; texts must share an edge or their
/// middle, but for labels, which may be set in below one another.
fn aligned(above: &[Cell], below: &[Cell], both_texts: bool) -> bool {
    let near = |a: f32, b: f32| (a - b).abs() < 2.5;
    let lies_under =
        |cell: &Cell, other: &Cell| cell.x0 < other.x1 + 1.0 && other.x0 < cell.x1 + 1.0;
    let shares_edge = |cell: &Cell, other: &Cell| {
        near(other.x0, cell.x0)
            || near(other.x1, cell.x1)
            || near(other.x0 + other.x1, cell.x0 + cell.x1)
    };
    let under = |(at, cell): &(usize, &Cell)| {
        let mut others = above.iter().enumerate();
        others.any(|(of, other)| {
            let labels = *at == 0 && of == 0;
            lies_under(cell, other) && (!both_texts || labels || shares_edge(cell, other))
        })
    };
    let matching = below.iter().enumerate().filter(under).count();
    let needed = if both_texts { 8 } else { 6 };
    matching >= 2 && matching * 10 >= below.len() * needed
}

fn table(lines: &[Line], header_lines: usize, header: Header) -> PageTable {
    let Header {
        names,
        texts,
        columns,
        notes,
        ..
    } = header;
    let (top, bottom) = (&lines[0], &lines[lines.len() - 1]);
    let body = &lines[header_lines..];
    let odd = body.iter().filter(|line| is_odd(line, &columns)).count();
    let (rows, indents) = rows(body, &columns).into_iter().unzip();
    let mut table = PageTable {
        rows,
        indents,
        columns,
        header: names,
        names: texts,
        caption: notes,
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
fn rows(lines: &[Line], columns: &[(f32, f32)]) -> Vec<(Row, f32)> {
    let mut rows: Vec<Part<'_>> = Vec::new();
    let mut last_y = f32::MIN;
    let pitch = pitch(lines);
    for (line, goes_on) in lines.iter().zip(go_on(lines, columns)) {
        let close = line.y - last_y < 0.8 * pitch && line.cells().len() == 1;
        match rows.last_mut() {
            Some(Part::Cells(above)) if goes_on => append(above, by_column(line, columns)),
            Some(Part::Cells(above)) if close => {
                above[nearest(columns, (line.x0() + line.x1()) / 2.0)].extend(&line.words);
            }
            _ => rows.push(row(line, columns).map_or_else(|| Part::Label(vec![line]), Part::Cells)),
        }
        last_y = line.y;
    }
    told(rows)
}

/// More cells than columns, or a cell well over two of them, but for a value with its
/// unit or name in the next column.
fn is_odd(line: &Line, columns: &[(f32, f32)]) -> bool {
    let cells = line.cells();
    let of = |word: &Word| nearest(columns, word.center());
    let is_pair = |cell: &Cell| match &line.words[cell.start..cell.end] {
        [value, next, rest @ ..] => {
            let together = rest.iter().all(|word| of(word) == of(next));
            is_amount(&value.text) && !is_value(&next.text) && of(value) != of(next) && together
        }
        _ => false,
    };
    let wide = |cell: &Cell| {
        let over = |column: &&(f32, f32)| {
            let shared = column.1.min(cell.x1) - column.0.max(cell.x0);
            shared > 0.5 * line.size
        };
        columns.iter().filter(over).count() > 1 && !is_pair(cell)
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
