//! The names of a ruled table's columns: which of its first rows give them, and
//! what each column is called by all of them.

use std::ops::Range;

use super::groups::columns_under;
use super::periods::is_period;
use super::ruled_band::{Band, by_baseline};
use super::table::{Name, cell_text, names};
use super::values::{is_value, value_share};
use super::words::Word;

/// Words of a column's name at most, where nothing but its place tells it.
const NAME_WORDS_MAX: usize = 8;
/// Rows of a header at most.
const HEADER_ROWS_MAX: usize = 6;

/// How many of the first rows name the columns. The bold ones, where some are;
/// else over rows of values those without values, over rows of words the first.
pub(super) fn header_rows(rows: &[Band<'_>], columns: &[usize]) -> usize {
    let share = |band: &Band| {
        let texts: Vec<String> = columns
            .iter()
            .map(|&column| cell_text(&band.cells[column]))
            .collect();
        value_share(texts.iter().map(String::as_str))
    };
    let data = rows.iter().filter(|band| share(band) >= 0.25).count();
    let body_is_bold = rows.last().is_some_and(|band| band.bold);
    let stressed = |band: &&Band| band.bold && !body_is_bold;
    let named = |band: &&Band| share(band) < 0.25 || holds_years(band);
    let bold = rows.iter().take_while(stressed).count();
    let leading = if bold > 0 {
        bold
    } else if data * 2 > rows.len() {
        rows.iter().take_while(named).count()
    } else {
        let short = |band: &Band| band.cells.iter().all(|cell| cell.len() <= NAME_WORDS_MAX);
        usize::from(rows.first().is_some_and(short))
    };
    let leading = leading
        .min(first_data(rows, columns))
        .min(form_from(rows, columns));
    let leading = without_label(rows, columns, leading);
    let first_alone = leading >= rows.len() || leading > HEADER_ROWS_MAX;
    if first_alone {
        usize::from(leading > 0 && rows.len() > 1 && data * 2 <= rows.len())
    } else {
        leading
    }
}

/// The first row that holds a value in a column of values: a row, whatever its
/// print. Years name columns as often as they stand in them.
fn first_data(rows: &[Band<'_>], columns: &[usize]) -> usize {
    let text = |band: &Band, column: usize| cell_text(&band.cells[column]);
    let valued = |column: &&usize| {
        let cells: Vec<String> = rows.iter().map(|band| text(band, **column)).collect();
        let filled = cells.iter().filter(|cell| !cell.is_empty()).count();
        filled > 3 && value_share(cells.iter().map(String::as_str)) >= 0.7
    };
    let valued: Vec<&usize> = columns.iter().filter(valued).collect();
    let holds = |band: &Band| {
        let values = valued.iter().filter(|column| {
            let text = text(band, ***column);
            is_value(&text) && !is_period(&text)
        });
        values.count() * 2 > valued.len()
    };
    rows.iter().position(holds).unwrap_or(rows.len())
}

/// 0 for a form, whose first row is a label with its text like all others.
fn form_from(rows: &[Band<'_>], columns: &[usize]) -> usize {
    let labelled = |band: &&Band<'_>| {
        let label = columns
            .first()
            .map(|&column| cell_text(&band.cells[column]));
        label.is_some_and(|label| label.ends_with(':'))
    };
    let labels = rows.iter().filter(labelled).count();
    if labels * 2 > rows.len() {
        0
    } else {
        rows.len()
    }
}

/// Without a last row that has a text in the first column alone, under a row of
/// names: it names the rows below it.
fn without_label(rows: &[Band<'_>], columns: &[usize], leading: usize) -> usize {
    let filled = |band: &Band| {
        columns
            .iter()
            .filter(|&&at| !band.cells[at].is_empty())
            .count()
    };
    let starts = |band: &Band| {
        columns
            .first()
            .is_some_and(|&at| !band.cells[at].is_empty())
    };
    let labels = rows[..leading.min(rows.len())]
        .iter()
        .rev()
        .take_while(|band| filled(band) == 1 && starts(band))
        .count();
    let named = rows[..leading.min(rows.len()) - labels]
        .iter()
        .any(|band| filled(band) > 1 && starts(band));
    if named {
        leading.min(rows.len()) - labels
    } else {
        leading
    }
}

/// Years alone name columns, though they are numbers.
fn holds_years(band: &Band<'_>) -> bool {
    let is_year = |word: &&Word| {
        word.text.len() == 4
            && word
                .text
                .parse::<u32>()
                .is_ok_and(|year| (1900..2100).contains(&year))
    };
    let mut words = band.cells.iter().flatten().peekable();
    words.peek().is_some() && words.all(is_year)
}

/// One text a column from all header rows, and the texts one by one; a cell over
/// several columns names each of them.
pub(super) fn header(
    rows: &[Band<'_>],
    columns: &[usize],
    places: &[(f32, f32)],
) -> (Vec<String>, Vec<Name>) {
    let lines: Vec<Named> = rows.iter().flat_map(|band| lines(band, columns)).collect();
    let below: Vec<String> = match lines.last() {
        Some(Named { cells, .. }) => cells.iter().map(|cell| cell_text(cell)).collect(),
        None => return (Vec::new(), Vec::new()),
    };
    let mut parts: Vec<Vec<String>> = vec![Vec::new(); columns.len()];
    let mut texts: Vec<Vec<(Range<usize>, String)>> = Vec::new();
    for (left, line) in (0..lines.len()).rev().zip(&lines) {
        let over = match line.loose && left > 0 {
            true => over_groups(&line.cells, places, &below),
            false => over_cells(line),
        };
        for (group, text) in over.iter().filter(|(_, text)| !text.is_empty()) {
            for part in &mut parts[group.clone()] {
                if !part.contains(text) {
                    part.push(text.clone());
                }
            }
        }
        texts.push(over);
    }
    let header = parts.iter().map(|parts| parts.join(" ")).collect();
    (header, names(&texts))
}

/// The texts of a line that lines part, each over the columns of its cell.
fn over_cells(line: &Named<'_>) -> Vec<(Range<usize>, String)> {
    let mut over: Vec<(Range<usize>, String)> = Vec::new();
    for (column, (cell, start)) in line.cells.iter().zip(&line.starts).enumerate() {
        match over.last_mut() {
            Some((group, _)) if column > 0 && line.starts[column - 1] == *start => {
                group.end = column + 1;
            }
            _ => over.push((column..column + 1, cell_text(cell))),
        }
    }
    over
}

/// A line of names: words by column of the table.
struct Named<'w> {
    cells: Vec<Vec<&'w Word>>,
    /// For each column of the table the column of the grid that its cell starts in.
    starts: Vec<usize>,
    loose: bool,
}

/// The lines of a header's row: itself, or, where no lines part its columns, each
/// line of print, since a name over several columns is known by its own line.
fn lines<'w>(band: &Band<'w>, columns: &[usize]) -> Vec<Named<'w>> {
    let named = |cells: &[Vec<&'w Word>]| Named {
        cells: columns
            .iter()
            .map(|&column| cells[band.starts[column]].clone())
            .collect(),
        starts: columns.iter().map(|&column| band.starts[column]).collect(),
        loose: band.loose,
    };
    match band.loose {
        true => by_baseline(band).iter().map(|cells| named(cells)).collect(),
        false => vec![named(&band.cells)],
    }
}

/// The texts of a line that nothing parts, each over all the columns that it
/// names. `below` are the columns' own names.
fn over_groups(
    cells: &[Vec<&Word>],
    places: &[(f32, f32)],
    below: &[String],
) -> Vec<(Range<usize>, String)> {
    let filled: Vec<&Vec<&Word>> = cells.iter().filter(|cell| !cell.is_empty()).collect();
    let centers: Vec<f32> = filled.iter().map(|cell| center(cell)).collect();
    let middles: Vec<f32> = places
        .iter()
        .map(|place| (place.0 + place.1) / 2.0)
        .collect();
    let groups = columns_under(&centers, &middles, below);
    let texts = filled.iter().map(|cell| cell_text(cell));
    groups.into_iter().zip(texts).collect()
}

/// The middle of a cell's words.
fn center(cell: &[&Word]) -> f32 {
    let left = cell.iter().map(|word| word.x0).fold(f32::MAX, f32::min);
    let right = cell.iter().map(|word| word.x1).fold(f32::MIN, f32::max);
    (left + right) / 2.0
}
