//! The names of a ruled table's columns: which of its first rows give them, and
//! what each column is called by all of them.

use super::groups::columns_under;
use super::ruled::{Band, by_baseline};
use super::table::cell_text;
use super::values::value_share;
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
    let names = |band: &&Band| share(band) < 0.25 || holds_years(band);
    let bold = rows.iter().take_while(stressed).count();
    let leading = if bold > 0 {
        bold
    } else if data * 2 > rows.len() {
        rows.iter().take_while(names).count()
    } else {
        let short = |band: &Band| band.cells.iter().all(|cell| cell.len() <= NAME_WORDS_MAX);
        usize::from(rows.first().is_some_and(short))
    };
    let first_alone = leading >= rows.len() || leading > HEADER_ROWS_MAX;
    if first_alone {
        usize::from(leading > 0 && rows.len() > 1 && data * 2 <= rows.len())
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

/// One text a column from all header rows; a cell over several columns names
/// each of them.
pub(super) fn header(rows: &[Band<'_>], columns: &[usize], places: &[(f32, f32)]) -> Vec<String> {
    let lines: Vec<Named> = rows.iter().flat_map(|band| lines(band, columns)).collect();
    let below: Vec<String> = match lines.last() {
        Some(Named { cells, .. }) => cells.iter().map(|cell| cell_text(cell)).collect(),
        None => return Vec::new(),
    };
    let mut names: Vec<Vec<String>> = vec![Vec::new(); columns.len()];
    for (left, line) in (0..lines.len()).rev().zip(&lines) {
        let texts = match line.loose && left > 0 {
            true => over_groups(&line.cells, places, &below),
            false => line.cells.iter().map(|cell| cell_text(cell)).collect(),
        };
        for (name, text) in names.iter_mut().zip(texts) {
            if !text.is_empty() && !name.contains(&text) {
                name.push(text);
            }
        }
    }
    names.iter().map(|parts| parts.join(" ")).collect()
}

/// A line of names: words by column of the table.
struct Named<'w> {
    cells: Vec<Vec<&'w Word>>,
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
        loose: band.loose,
    };
    match band.loose {
        true => by_baseline(band).iter().map(|cells| named(cells)).collect(),
        false => vec![named(&band.cells)],
    }
}

/// The texts of a line that nothing parts, each over all the columns that it
/// names. `below` are the columns' own names.
fn over_groups(cells: &[Vec<&Word>], places: &[(f32, f32)], below: &[String]) -> Vec<String> {
    let filled: Vec<&Vec<&Word>> = cells.iter().filter(|cell| !cell.is_empty()).collect();
    let centers: Vec<f32> = filled.iter().map(|cell| center(cell)).collect();
    let middles: Vec<f32> = places
        .iter()
        .map(|place| (place.0 + place.1) / 2.0)
        .collect();
    let mut texts = vec![String::new(); cells.len()];
    for (cell, group) in filled.iter().zip(columns_under(&centers, &middles, below)) {
        texts[group].fill(cell_text(cell));
    }
    texts
}

/// The middle of a cell's words.
fn center(cell: &[&Word]) -> f32 {
    let left = cell.iter().map(|word| word.x0).fold(f32::MAX, f32::min);
    let right = cell.iter().map(|word| word.x1).fold(f32::MIN, f32::max);
    (left + right) / 2.0
}
