//! Which of the first rows of a block name its columns.

use super::row::Row;
use crate::row;

/// Longest text of a cell that names a column, in characters.
const NAME_CHARS_MAX: usize = 100;

/// What a file itself says of the headers of a sheet or table.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(in crate::read) enum HeaderRows {
    /// Nothing: it is told from the cells.
    #[default]
    Unknown,
    /// So many of the first rows are the header; 0 for none.
    First(usize),
    /// Rows of the sheet, by number, that are headers: of a filter or a named table.
    At(Vec<u32>),
}

impl HeaderRows {
    /// True for a row that the file says is a header.
    pub(super) fn is_first(&self, number: Option<u32>) -> bool {
        match self {
            HeaderRows::Unknown | HeaderRows::First(0) => false,
            HeaderRows::First(_) => true,
            HeaderRows::At(rows) => number.is_some_and(|number| rows.contains(&number)),
        }
    }

    /// How many of the first rows of a block are its header.
    pub(super) fn count(&self, rows: &[Row]) -> usize {
        match self {
            HeaderRows::First(count) => (*count).min(rows.len().saturating_sub(1)),
            HeaderRows::At(_) if self.is_first(rows[0].number) => 1,
            HeaderRows::Unknown | HeaderRows::At(_) => guessed(rows),
        }
    }
}

/// Header rows by the look of their cells: names above, and under two rows of
/// names, of which the upper one spans columns, values.
fn guessed(rows: &[Row]) -> usize {
    let [first, second, ..] = rows else { return 0 };
    let groups = first.cells.iter().any(|cell| cell.is_spanned);
    if groups
        && all_names(first)
        && all_names(second)
        && second.filled() >= first.filled()
        && rows.len() > 2
    {
        return 2;
    }
    let width = rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
    let below = &rows[1..];
    let has_values = below
        .iter()
        .any(|row| row.cells.iter().any(|cell| cell.is_value));
    // A row of texts over texts is a header when it leaves no column unnamed.
    let enough = if has_values {
        first.filled() * 2 >= width
    } else {
        first.filled() == width && width > 1
    };
    usize::from(all_names(first) && enough && are_distinct(first))
}

/// One row of names, and nothing below it.
pub(super) fn is_bare(rows: &[Row]) -> bool {
    matches!(rows, [only] if only.filled() > 1 && all_names(only) && are_distinct(only))
}

fn all_names(row: &Row) -> bool {
    let is_name = |text: &str| text.chars().nth(NAME_CHARS_MAX).is_none();
    let is_text = row.cells.iter().any(|cell| !cell.is_value);
    is_text
        && row
            .cells
            .iter()
            .all(|cell| is_name(&cell.text) && (!cell.is_value || is_year(&cell.text)))
}

/// `2024` or `2024 Q1`, which name a column as often as they are values.
fn is_year(text: &str) -> bool {
    let (year, rest) = text.split_at_checked(4).unwrap_or((text, ""));
    year.len() == 4
        && year.bytes().all(|byte| byte.is_ascii_digit())
        && (year.starts_with("19") || year.starts_with("20"))
        && (rest.is_empty() || rest.len() <= 4 && rest.contains(char::is_alphabetic))
}

fn are_distinct(row: &Row) -> bool {
    let mut names: Vec<&str> = row.cells.iter().map(|cell| cell.text.as_str()).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    // One or two may stand for columns in pairs.
    names.len() * 2 > count
}

/// The names of the columns joined by ` | `; of two rows, `2024 Q1`.
pub(super) fn names(heads: &[Row], columns: &[u32]) -> String {
    let names: Vec<String> = columns
        .iter()
        .map(|column| {
            let mut parts: Vec<&str> = Vec::new();
            for row in heads {
                let cell = row.cells.iter().find(|cell| cell.column == *column);
                if let Some(cell) = cell.filter(|cell| !parts.contains(&cell.text.as_str())) {
                    parts.push(&cell.text);
                }
            }
            parts.join(" ")
        })
        .collect();
    names.join(row::BETWEEN_CELLS).trim().to_owned()
}
