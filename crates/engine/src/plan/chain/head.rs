//! Rows at the head of a table that name its columns: under a heading over several
//! columns, or where the reader took no row for the header.

use super::{Cell, Chain, Row, column};
use crate::plan::scan::{Kind as TokenKind, year};
use crate::plan::shelf::{Book, Cells, keys};

/// Rows of names at most.
const HEADER_ROWS_MAX: usize = 3;
/// Words of a name at most.
const NAME_WORDS_MAX: usize = 8;
/// Share of the rows below that must be filled, or of values, in the first column.
const SHARE: f64 = 0.8;
/// Largest bare number in the name of a column.
const NUMBER_MAX: i64 = 99;

/// Words of a heading over several columns at least, to be found inside a name.
const OVER_WORDS_MIN: usize = 2;
/// Words of a name before such a heading at most.
const LEAD_WORDS_MAX: usize = 2;

/// What a cell holds, as far as it tells a name from what is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Empty,
    Words,
    Percent,
    Money,
    Whole,
    Decimal,
}

/// Takes the first rows for names of the columns while they differ in kind from the
/// rows below and the columns are not yet told apart by their names.
pub fn name_columns(chain: &mut Chain, cells: &Cells, book: &Book) {
    let width = chain.rows.iter().map(|row| row.cells.len()).max();
    let mut names: Vec<String> = chain.columns.iter().map(|one| one.name.clone()).collect();
    names.resize(width.unwrap_or(0).max(names.len()), String::new());
    let unnamed = names.iter().skip(1).all(String::is_empty);
    let band = chain.rows.first().and_then(|row| row.label);
    let mut heads: Vec<Vec<usize>> = Vec::new();
    let mut of_years = false;
    let title = names.first().filter(|_| unnamed).cloned();
    if let (Some(first), Some(_)) = (names.first_mut(), &title) {
        first.clear();
    }
    while heads.len() < HEADER_ROWS_MAX
        && (is_header(chain, &names, cells, book)
            || !heads.is_empty() && ends_names(chain, &names, book))
    {
        let row = chain.rows.remove(0);
        of_years |= names_years(cells, &row);
        for (name, cell) in names.iter_mut().zip(&row.cells) {
            *name = joined(name, book.text(cell.span).trim());
        }
        heads.push(texts(&row));
    }
    if heads.is_empty() {
        return;
    }
    if let Some(title) = title {
        call_by_lines_above(chain, title, band, book);
    }
    // The next page repeats them, and the next statement its years.
    chain
        .rows
        .retain(|row| !(heads.contains(&texts(row)) || of_years && names_years(cells, row)));
    chain.columns = names.iter().map(|name| column(name, book)).collect();
}

/// What stood where the names of the columns should be is the title, and the band above
/// the names says what they are: `Roof age in years` over `0 – 4`, `5 – 9`.
fn call_by_lines_above(
    chain: &mut Chain,
    title: String,
    band: Option<(text::Span, usize)>,
    book: &Book,
) {
    let band_text = band.map(|(span, _)| book.text(span).trim().to_owned());
    for line in [Some(title), band_text].into_iter().flatten() {
        if line.is_empty() || line.contains('|') {
            continue;
        }
        let words = keys(&line, book.notation);
        chain.nearest.extend(words.iter().cloned());
        chain.title_keys.extend(words);
        chain.titles.push(line);
    }
    for row in &mut chain.rows {
        row.label = row.label.filter(|label| Some(*label) != band);
    }
}

/// Names of columns without the words of a heading over the columns behind them that cut
/// their own apart: of `Cash Agreed price`, `Agreed lowest`, `Agreed highest` the first
/// is `Cash price`.
pub fn untangled(names: &[&str]) -> Vec<String> {
    let words = |name: &str| {
        name.split_whitespace()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let all: Vec<Vec<String>> = names.iter().map(|name| words(name)).collect();
    let untangled = (0..all.len()).map(|at| {
        let own = &all[at];
        let (Some(next), Some(last)) = (all.get(at + 1), all.get(at + 2)) else {
            return own.join(" ");
        };
        let shared = next.iter().zip(last).take_while(|(a, b)| a == b).count();
        let over = &next[..shared];
        let inside = 1..own.len().saturating_sub(shared).min(LEAD_WORDS_MAX + 1);
        let long = shared >= OVER_WORDS_MIN;
        match inside
            .into_iter()
            .find(|from| long && own[*from..].starts_with(over))
        {
            Some(from) => [&own[..from], &own[from + shared..]].concat().join(" "),
            None => own.join(" "),
        }
    });
    untangled.collect()
}

/// Among rows of which one in so many is of years, years are values.
const YEARS_SHARE: usize = 4;

fn texts(row: &Row) -> Vec<usize> {
    row.cells.iter().map(|cell| cell.text).collect()
}

fn joined(name: &str, more: &str) -> String {
    match (name.is_empty(), more.is_empty()) {
        (true, _) => more.to_owned(),
        (_, true) => name.to_owned(),
        _ => format!("{name} {more}"),
    }
}

/// The columns behind the first have names, each its own.
fn told_apart(names: &[String]) -> bool {
    let behind = names.get(1..).unwrap_or_default();
    let mut seen = std::collections::BTreeSet::new();
    let fresh = |name: &String| !name.is_empty() && seen.insert(name.to_lowercase());
    behind.iter().all(fresh)
}

/// The columns of a statement are years: `Note | 2025 | 2024 restated`.
fn names_years(cells: &Cells, row: &Row) -> bool {
    let Some((first, others)) = row.cells.split_first() else {
        return false;
    };
    let filled = others.iter().filter(|cell| !cell.span.is_empty());
    let texts: std::collections::BTreeSet<usize> = filled.clone().map(|cell| cell.text).collect();
    let dated = |cell: &Cell| {
        let (year_first, others) = match cells.facts(cell.text).tokens.as_slice() {
            [first, others @ ..] => (year(first).is_some(), others),
            [] => return false,
        };
        year_first && others.iter().all(|token| !token.is_constant())
    };
    filled.clone().all(dated)
        && filled.count() == texts.len()
        && texts.len() >= 2
        && !number(cells, first.text)
}

fn is_header(chain: &Chain, names: &[String], cells: &Cells, book: &Book) -> bool {
    let Some((row, rest)) = chain.rows.split_first() else {
        return false;
    };
    let Some((first, others)) = row.cells.split_first() else {
        return false;
    };
    let filled: Vec<(usize, &Cell)> = (1..)
        .zip(others)
        .filter(|(_, cell)| !cell.span.is_empty())
        .collect();
    let short = |cell: &Cell| book.text(cell.span).split_whitespace().count() <= NAME_WORDS_MAX;
    if rest.len() < 2
        || filled.is_empty()
        || told_apart(names)
        || !filled.iter().all(|(_, cell)| short(cell))
    {
        return false;
    }
    let below: Vec<Kind> = (0..names.len()).map(|at| usual(rest, at, cells)).collect();
    let differs = |(at, cell): &(usize, &Cell)| kind(cells, cell.text) != below[*at];
    // The next row may be one of names, too.
    let data = rest
        .iter()
        .position(|row| row.cells.first().is_some_and(|cell| !cell.span.is_empty()));
    let data = &rest[data.unwrap_or(0).min(HEADER_ROWS_MAX - 1)..];
    let open = first.span.is_empty() && share(data, &|cell| !cell.span.is_empty()) >= SHARE;
    let valued = share(rest, &|cell| number(cells, cell.text));
    let called = is_name(cells, first) && valued >= SHARE;
    let wordy = filled
        .iter()
        .all(|(_, cell)| kind(cells, cell.text) == Kind::Words);
    let figures = filled.iter().filter(|(at, _)| below[*at] != Kind::Words);
    let distinct: std::collections::BTreeSet<usize> =
        filled.iter().map(|(_, cell)| cell.text).collect();
    // `Material | 0 – 4 | 5 – 9 | 25 and more`, `Item | 2023 | 2024 | Selected`.
    let scale = |(_, cell): &(usize, &Cell)| {
        let facts = cells.facts(cell.text);
        let dated =
            facts.tokens.len() == 1 && facts.tokens.iter().any(|token| year(token).is_some());
        let worded = facts
            .tokens
            .iter()
            .any(|token| token.kind == TokenKind::Word);
        facts.bounds.is_some() || dated || worded
    };
    let unnamed = names.iter().all(String::is_empty);
    let again = rest.iter().filter(|row| names_years(cells, row)).count();
    if unnamed && names_years(cells, row) && YEARS_SHARE * again < rest.len() {
        return true;
    }
    let scaled = unnamed && is_name(cells, first) && filled.len() == others.len();
    if scaled
        && filled.iter().all(scale)
        && 2 * filled.iter().filter(|one| differs(one)).count() >= filled.len()
    {
        return true;
    }
    let names_all = 2 * figures.count() >= filled.len() && 2 * distinct.len() > filled.len();
    if wordy && names_all {
        return open || called || unnamed && filled.len() >= 2 && filled.len() == others.len();
    }
    if open && rises(cells, &filled) {
        return true;
    }
    let labels = filled.iter().all(|(_, cell)| is_label(cells, cell));
    open && labels && 2 * filled.len() >= others.len() || called && filled.iter().any(differs)
}

/// Figures that rise from column to column, as amounts or sizes over what they cost. A row of
/// values would have a name at its head.
fn rises(cells: &Cells, filled: &[(usize, &Cell)]) -> bool {
    /// Figures that are no chance.
    const FIGURES_MIN: usize = 3;
    let values: Vec<_> = filled
        .iter()
        .filter_map(|(_, cell)| match cells.facts(cell.text).tokens.as_slice() {
            [only] => only.value,
            _ => None,
        })
        .collect();
    values.len() == filled.len()
        && values.len() >= FIGURES_MIN
        && values.windows(2).all(|pair| pair[0] < pair[1])
}

/// The row ends names that the one before left open: `$150,000 to`, then `$299,999`.
fn ends_names(chain: &Chain, names: &[String], book: &Book) -> bool {
    const OPEN: &[&str] = &[
        "to", "and", "or", "–", "-", "bis", "und", "oder", "hasta", "y", "o", "a", "than", "of",
    ];
    let Some((row, rest)) = chain.rows.split_first() else {
        return false;
    };
    let left_open = |at: usize| {
        let last = names[at].split_whitespace().next_back();
        last.is_some_and(|last| OPEN.contains(&last.to_lowercase().as_str()))
    };
    let filled: Vec<usize> = (0..row.cells.len())
        .filter(|at| !book.text(row.cells[*at].span).trim().is_empty())
        .collect();
    rest.len() >= 2 && !filled.is_empty() && filled.into_iter().all(left_open)
}

/// Words without a number, and not those of a sum.
fn is_name(cells: &Cells, cell: &Cell) -> bool {
    let tokens = &cells.facts(cell.text).tokens;
    !tokens.is_empty()
        && tokens.iter().all(|token| {
            token.kind == TokenKind::Word
                && !matches!(token.key.as_str(), "total" | "all" | "sum" | "gesamt")
        })
}

/// What stands in the head of a column: words, a year, a unit (`£000`), a small
/// number, a percentage.
fn is_label(cells: &Cells, cell: &Cell) -> bool {
    let tokens = &cells.facts(cell.text).tokens;
    tokens.iter().all(|token| {
        let zero = token.key.chars().all(|c| !c.is_ascii_digit() || c == '0');
        let small = token.value.is_some_and(|value| {
            value.places() == Some(0) && value <= crate::plan::Exact::whole(NUMBER_MAX)
        });
        !token.is_number()
            || token.kind == TokenKind::Percent
            || year(token).is_some()
            || zero
            || token.kind == TokenKind::Number && small && !value_is_negative(token)
    })
}

fn value_is_negative(token: &crate::plan::scan::Token) -> bool {
    token.value.is_some_and(crate::plan::Exact::is_negative)
}

fn number(cells: &Cells, text: usize) -> bool {
    let tokens = &cells.facts(text).tokens;
    tokens.iter().any(crate::plan::scan::Token::is_number)
}

fn kind(cells: &Cells, text: usize) -> Kind {
    let facts = cells.facts(text);
    let number = facts.tokens.iter().find(|token| token.is_number());
    match number {
        None if facts.content == crate::plan::shelf::Content::Empty => Kind::Empty,
        None => Kind::Words,
        Some(token) => match token.kind {
            TokenKind::Percent => Kind::Percent,
            TokenKind::Money => Kind::Money,
            _ if token.value.and_then(crate::plan::Exact::places) == Some(0) => Kind::Whole,
            _ => Kind::Decimal,
        },
    }
}

/// The kind of most filled cells of a column.
fn usual(rows: &[Row], at: usize, cells: &Cells) -> Kind {
    let mut counts: Vec<(Kind, usize)> = Vec::new();
    for cell in rows.iter().filter_map(|row| row.cells.get(at)) {
        let kind = kind(cells, cell.text);
        if kind == Kind::Empty {
            continue;
        }
        match counts.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, count)) => *count += 1,
            None => counts.push((kind, 1)),
        }
    }
    let most = counts.into_iter().rev().max_by_key(|(_, count)| *count);
    most.map_or(Kind::Empty, |(kind, _)| kind)
}

/// Share of the rows whose first cell is as told.
fn share(rows: &[Row], is: &dyn Fn(&Cell) -> bool) -> f64 {
    let holds = rows.iter().filter(|row| row.cells.first().is_some_and(is));
    #[expect(clippy::cast_precision_loss, reason = "counts of rows")]
    let share = holds.count() as f64 / rows.len().max(1) as f64;
    share
}

#[cfg(test)]
mod tests {
    use super::untangled;

    #[test]
    fn a_heading_over_the_next_columns_leaves_a_name() {
        let over = "Agreed with insurers";
        let names = [
            "Code".to_owned(),
            format!("Cash {over} price"),
            format!("{over} lowest"),
            format!("{over} highest"),
        ];
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        assert_eq!(untangled(&names)[1], "Cash price");
        let plain = ["Long Sale rate", "Sale rate small", "Sale rate large"];
        assert_eq!(untangled(&plain), plain);
    }
}
