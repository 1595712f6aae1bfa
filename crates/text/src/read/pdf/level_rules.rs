//! Tables with level rules only: above the names of the columns, below them, at the
//! end, perhaps between the rows, and no line between the columns.
//!
//! The rules say where the table begins and ends and which lines are names, so that
//! the columns need not be guessed from lines that happen to have all their cells:
//! they are parted by the strips that stay white from the first row to the last,
//! however narrow. A line that leaves the first column empty goes on in the row
//! above it. A frame around prose is told by its long lines, and left alone.

use super::grid::meet;
use super::header_lines::HEADER_LINES_MAX;
use super::level_band::{ALIGNED, Band, cell_texts};
use super::level_names::{header_names, is_header, parted};
use super::lines::{Cell, Line};
use super::rulings::{Rule, Rulings};
use super::table::{PageTable, Row};
use super::values::{is_list_marker, value_share};
use super::words::Word;
use super::wrapped_rows::{by_column, rows};

/// Shorter rules are underlines and blanks to be filled in.
const LENGTH_MIN: f32 = 80.0;
/// An underline is no farther from the baseline, in sizes; a table's rule is.
const UNDERLINE: f32 = 0.3;
/// Lines from which a narrow strip that stays white is no chance.
const LINES_MANY: usize = 6;
/// Width of a white strip between columns at least, in sizes: a space between
/// words is a quarter to a third of one.
const STRIP_MANY: f32 = 0.45;
/// The same where there are few lines.
const STRIP_FEW: f32 = 0.8;
/// Words that half of a column's lines hold at most, in one of the columns at least.
const SHORT_WORDS: usize = 4;
/// Share of the lines that may cross a strip.
const CROSSING_MAX: f32 = 0.02;
/// Lines between two rules at least, in the mean: fewer are rows ruled one by one.
const BAND_LINES_MIN: usize = 2;
/// Rows that are a table of their own between words.
const PART_ROWS_MIN: usize = 3;
/// A step to the next line of this many usual ones ends a table.
const STEP_MAX: f32 = 3.0;
/// Rows beyond the outer rules stand nearer than this, in sizes.
const BEYOND: f32 = 2.0;

/// Takes the words of tables with level rules out of `lines` and returns the tables.
pub(super) fn tables(rulings: &Rulings, lines: &mut Vec<Line>) -> Vec<PageTable> {
    let mut tables = Vec::new();
    for stack in stacks(rulings, lines) {
        let bands: Vec<Band> = stack
            .windows(2)
            .map(|pair| Band::between(&pair[0], &pair[1], lines))
            .collect();
        for run in runs(&bands) {
            let Some(table) = table_of(run, &rulings.horizontals) else {
                continue;
            };
            if !goes_on(&table, lines) {
                take(lines, &stack[0], table.y0, table.y1);
                tables.push(table);
            }
        }
    }
    tables
}

/// A line drawn under words, as long as they are.
fn is_underline(rule: &Rule, lines: &[Line]) -> bool {
    lines.iter().any(|line| {
        let under = rule.at > line.y - UNDERLINE * line.size;
        let close = rule.at < line.y + UNDERLINE * line.size;
        under
            && close
            && (line.x0() - rule.from).abs() < ALIGNED
            && (line.x1() - rule.to).abs() < ALIGNED
    })
}

/// Rules of the same width at the same place, from the top.
fn stacks(rulings: &Rulings, lines: &[Line]) -> Vec<Vec<Rule>> {
    let mut stacks: Vec<Vec<Rule>> = Vec::new();
    for rule in &rulings.horizontals {
        let crossed = rulings.verticals.iter().any(|line| meet(rule, line));
        let short = rule.to - rule.from < LENGTH_MIN;
        if crossed || short || is_underline(rule, lines) {
            continue;
        }
        let same = |stack: &&mut Vec<Rule>| {
            let first = &stack[0];
            (first.from - rule.from).abs() < ALIGNED && (first.to - rule.to).abs() < ALIGNED
        };
        match stacks.iter_mut().find(same) {
            Some(stack) => stack.push(*rule),
            None => stacks.push(vec![*rule]),
        }
    }
    stacks.retain(|stack| stack.len() > 2);
    for stack in &mut stacks {
        stack.sort_by(|a, b| a.at.total_cmp(&b.at));
    }
    stacks
}

impl Band {
    fn between(upper: &Rule, lower: &Rule, lines: &[Line]) -> Self {
        let (top, bottom) = (upper.at, lower.at);
        let inside = |line: &Line| {
            let words = line
                .words
                .iter()
                .filter(|word| holds(upper, top, bottom, word));
            Line::of(words.cloned().collect())
        };
        Self {
            lines: lines.iter().filter_map(inside).collect(),
            top,
            bottom,
        }
    }

    pub(super) fn copy(&self) -> Self {
        Self {
            lines: self.lines.clone(),
            top: self.top,
            bottom: self.bottom,
        }
    }

    /// Most of its lines have several cells, none of them long.
    fn is_tabular(&self) -> bool {
        let rows = self.lines.iter().filter(|line| is_row(line)).count();
        let prose = self.lines.iter().filter(|line| is_prose(line)).count();
        rows * 2 > self.lines.len() && prose * 4 <= self.lines.len()
    }

    /// Little enough to name columns.
    pub(super) fn is_short(&self) -> bool {
        !self.lines.is_empty() && self.lines.len() <= HEADER_LINES_MAX
    }

    pub(super) fn is_bold(&self) -> bool {
        self.lines.iter().all(Line::is_bold)
    }

    /// Share of its cells that hold values.
    pub(super) fn values(&self) -> f32 {
        let texts: Vec<String> = self.lines.iter().flat_map(cell_texts).collect();
        value_share(texts.iter().map(String::as_str))
    }
}

/// All of its cells are long.
fn is_prose(line: &Line) -> bool {
    let long = |cell: &Cell| cell.end - cell.start > 2 * SHORT_WORDS;
    line.cells().iter().all(long)
}

/// Several cells; a marker and its text are an item of a list.
fn is_row(line: &Line) -> bool {
    let cells = line.cells();
    let marked = cells.len() == 2 && is_list_marker(&line.words[0].text);
    cells.len() > 1 && !marked
}

/// A word between two rules of one stack; baselines may touch the lower one.
fn holds(rule: &Rule, top: f32, bottom: f32, word: &Word) -> bool {
    let middle = word.y - 0.3 * word.size;
    let across = word.center() > rule.from - ALIGNED && word.center() < rule.to + ALIGNED;
    across && middle > top && middle < bottom
}

/// Rows of the same columns close above the first rule or below the last: the rules
/// are not the table's.
fn goes_on(table: &PageTable, lines: &[Line]) -> bool {
    let reach = BEYOND * table.size;
    let beyond = |line: &&Line| {
        let above = line.y <= table.y0 && line.y > table.y0 - reach;
        let below = line.y - line.size >= table.y1 - 0.5 * line.size && line.y < table.y1 + reach;
        above || below
    };
    lines.iter().filter(beyond).any(|line| {
        let inside = |cell: &&Cell| cell.x1 > table.x0() && cell.x0 < table.x1();
        line.cells().iter().filter(inside).count() > 1
    })
}

fn take(lines: &mut Vec<Line>, rule: &Rule, top: f32, bottom: f32) {
    for line in lines.iter_mut() {
        line.words.retain(|word| !holds(rule, top, bottom, word));
    }
    lines.retain(|line| !line.words.is_empty());
}

/// Bands that are one table: those in turn that look like rows, and a short one
/// above that does not, where the first of them holds values.
fn runs(bands: &[Band]) -> Vec<&[Band]> {
    let mut runs = Vec::new();
    let mut index = 0;
    while index < bands.len() {
        let count = bands[index..]
            .iter()
            .take_while(|band| band.is_tabular())
            .count();
        if count == 0 {
            index += 1;
            continue;
        }
        let named = index > 0 && bands[index - 1].is_short() && bands[index].values() >= 0.25;
        let first = index - usize::from(named);
        if index + count - first > 1 {
            runs.push(&bands[first..index + count]);
        }
        index += count;
    }
    runs
}

/// The table of some bands. `rules` are all level ones of the page.
fn table_of(bands: &[Band], rules: &[Rule]) -> Option<PageTable> {
    let headed = is_header(&bands[0], &bands[1..]);
    let (header, body) = bands.split_at(usize::from(headed));
    let (header, first_rows) = parted(header, body);
    let lines: usize = body.iter().map(|band| band.lines.len()).sum();
    let several = holds_several(body);
    if lines < BAND_LINES_MIN * body.len() || several || !body.iter().all(is_even) {
        return None;
    }
    let columns = columns(body);
    if columns.len() < 2 || !is_table(body, &columns) {
        return None;
    }
    let mut all = rows(&first_rows, &columns);
    all.extend(body.iter().flat_map(|band| rows(&band.lines, &columns)));
    let (rows, indents): (Vec<Row>, Vec<f32>) = all.into_iter().unzip();
    if rows.iter().filter(|row| row.filled() > 1).count() < 2 {
        return None;
    }
    let first = body.iter().flat_map(|band| &band.lines).next()?;
    let (caption, (header, names)) = match header.first() {
        Some(band) => header_names(band, &columns, rules),
        None => Default::default(),
    };
    let mut table = PageTable {
        caption,
        header,
        names,
        y0: bands[0].top,
        y1: bands[bands.len() - 1].bottom,
        size: first.size,
        ruled: true,
        has_values: body.iter().any(|band| band.values() >= 0.25),
        rows,
        indents,
        columns,
        ..PageTable::default()
    };
    table.odd = table.doubled();
    Some(table)
}

/// Rows, words between, and rows again: several tables, though the rules are of one width.
fn holds_several(body: &[Band]) -> bool {
    let lines: Vec<&Line> = body.iter().flat_map(|band| &band.lines).collect();
    let rows = |part: &&[&Line]| {
        let rows = part.iter().filter(|line| is_row(line));
        rows.count() >= PART_ROWS_MIN
    };
    lines.split(|line| is_prose(line)).filter(rows).count() > 1
}

/// No line stands apart from the others.
fn is_even(band: &Band) -> bool {
    let mut steps: Vec<f32> = band
        .lines
        .windows(2)
        .map(|pair| pair[1].y - pair[0].y)
        .collect();
    steps.sort_by(f32::total_cmp);
    let usual = steps.get(steps.len() / 2).copied().unwrap_or(0.0);
    steps.last().is_none_or(|&most| most <= STEP_MAX * usual)
}

/// The columns between the strips that stay white down all rows; a note below a table, with
/// its mark, is none.
fn columns(body: &[Band]) -> Vec<(f32, f32)> {
    let lines: Vec<&Line> = body
        .iter()
        .flat_map(|band| &band.lines)
        .filter(|line| is_row(line))
        .collect();
    let size = match lines.first() {
        Some(line) => line.size,
        None => return Vec::new(),
    };
    let width = size
        * if lines.len() >= LINES_MANY {
            STRIP_MANY
        } else {
            STRIP_FEW
        };
    let crossing = (CROSSING_MAX * lines.len() as f32) as i32;
    // Where words begin and end, from the left; an end before a beginning at one place.
    let labels = labels_end(&lines);
    let mut edges: Vec<(f32, i32)> = lines
        .iter()
        .flat_map(|line| parted_words(line, labels))
        .flat_map(|word| [(word.x0, 1), (word.x1, -1)])
        .collect();
    edges.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let mut columns: Vec<(f32, f32)> = Vec::new();
    let (mut open, mut white_from) = (0, f32::MIN);
    for (x, step) in edges {
        let before = open;
        open += step;
        if before <= crossing && open > crossing {
            match columns.last_mut().filter(|_| x - white_from < width) {
                Some(_) => {}
                None => columns.push((x, x)),
            }
        }
        if before > crossing && open <= crossing {
            white_from = x;
            if let Some(column) = columns.last_mut() {
                column.1 = x;
            }
        }
    }
    columns
}

/// Lines with so many tenths of the cells of the fullest show where labels end...
const FULL_TENTHS: usize = 6;
/// ...where there are so many.
const FULL_MIN: usize = 3;

/// Where the second cells of the fullest lines begin, from the left.
fn labels_end(lines: &[&Line]) -> Option<f32> {
    let cells: Vec<Vec<Cell>> = lines.iter().map(|line| line.cells()).collect();
    let most = cells.iter().map(Vec::len).max()?;
    let full = cells
        .iter()
        .filter(|of| of.len() * 10 >= most * FULL_TENTHS);
    let seconds: Vec<f32> = full.filter_map(|of| Some(of.get(1)?.x0)).collect();
    let enough = most > 2 && seconds.len() >= FULL_MIN;
    enough.then(|| seconds.into_iter().fold(f32::MAX, f32::min))
}

/// The words of a line that part columns: a long label may lie across columns that its row
/// leaves empty.
fn parted_words(line: &Line, labels: Option<f32>) -> &[Word] {
    let first = line.cells()[0];
    let across = labels.is_some_and(|end| first.x0 < end && first.x1 > end);
    &line.words[if across { first.end } else { 0 }..]
}

/// A table has a column of short texts; columns of prose have none.
fn is_table(body: &[Band], columns: &[(f32, f32)]) -> bool {
    let mut words: Vec<Vec<usize>> = vec![Vec::new(); columns.len()];
    for line in body.iter().flat_map(|band| &band.lines) {
        for (counts, cell) in words.iter_mut().zip(by_column(line, columns)) {
            if !cell.is_empty() {
                counts.push(cell.len());
            }
        }
    }
    words.iter_mut().any(|counts| {
        counts.sort_unstable();
        counts
            .get(counts.len() / 2)
            .is_some_and(|&middle| middle <= SHORT_WORDS)
    })
}
