//! The mean or the sum of a value over several years: `How many claims a year were there on
//! average from 2020 to 2024?`

use super::calculate::value_of;
use super::compose::Draft;
use super::scan::{Notation, Token, lowered, scan, year};
use super::shown::{place, row_text};
use super::sure::{Spare, sure};
use super::table::{before, number};
use super::work::Work;
use super::{Exact, Expression, Kind, Op};
use crate::EngineError;
use crate::answer::Answer;

/// Words that ask for a mean …
const MEAN: &[&str] = &[
    "on average",
    "average",
    "mean",
    "im durchschnitt",
    "durchschnittlich",
    "im mittel",
    "de media",
    "en promedio",
    "promedio",
];
/// … and for a sum.
const SUM: &[&str] = &["in total", "in all", "altogether", "insgesamt", "en total"];
/// What stands between the first year and the last one.
const BETWEEN: &[&str] = &[
    "to", "and", "through", "until", "bis", "und", "a", "y", "hasta", "-", "–",
];
/// Years at most.
const YEARS_MAX: u16 = 60;

/// What is asked of which years.
#[derive(Debug, PartialEq, Eq)]
struct Asked {
    /// The question for the first of them alone.
    question: String,
    first: u16,
    last: u16,
    mean: bool,
}

/// A value of one year.
struct OfYear {
    row: usize,
    value: Exact,
}

/// The mean or the sum over the years from one to another; none where a year is missing.
pub fn over_years(work: &mut Work<'_>) -> Result<Option<(Kind, Answer)>, EngineError> {
    let text = work.question.text.clone();
    let Some(asked) = read(&text) else {
        return Ok(None);
    };
    let question = work.read(&asked.question, false);
    let Some(found) = sure(work, &question, Spare::Nothing)? else {
        return Ok(None);
    };
    let Some(first) = value_of(work, found, "")? else {
        return Ok(None);
    };
    let chain = first.found.looked.chain;
    let Some(values) = values(work, chain, (first.row, first.column), &asked) else {
        return Ok(None);
    };
    let numbers = values.iter().map(|one| Expression::Number(one.value));
    let Some(sum) = numbers.reduce(|sum, next| sum.and(Op::Plus, next)) else {
        return Ok(None);
    };
    let years = i64::from(asked.last - asked.first) + 1;
    let expression = match asked.mean {
        true => sum.and(Op::Over, Expression::Number(Exact::whole(years))),
        false => sum,
    };
    let (Some(shown), Some(value)) = (expression.shown(), expression.value()) else {
        return Ok(None);
    };
    let book = work.shelf.chains[chain].book;
    let told = format!(
        "{} to {}: {}",
        asked.first,
        asked.last,
        place(work, chain, first.row)
    );
    let step = work.step(&question.text, "rows", &[book], told);
    work.step_after(
        &text,
        if asked.mean { "mean" } else { "sum" },
        vec![step],
        shown.clone(),
    );
    let mut draft = Draft::new(&work.shelf);
    let mut rows: Vec<usize> = values.iter().map(|one| one.row).collect();
    rows.dedup();
    let markers: Vec<usize> = rows.iter().map(|row| draft.cite_row(chain, *row)).collect();
    let cited: String = markers.iter().map(|marker| format!("[{marker}]")).collect();
    draft.line(format!("{shown} {cited}"));
    draft.line(format!(
        "{} to {}: {}: {} [{}]",
        asked.first,
        asked.last,
        place(work, chain, first.row),
        row_text(work, chain, first.row),
        markers[0]
    ));
    draft.value(value.to_string());
    draft.expression(shown);
    let answer = draft.finish(work.snapshot, 0.9 * first.found.looked.covered)?;
    Ok(Some((Kind::Calculation, answer)))
}

/// The values of all the years, in rows or in columns as those of the first year stand.
fn values(
    work: &Work<'_>,
    chain: usize,
    (row, column): (usize, usize),
    asked: &Asked,
) -> Option<Vec<OfYear>> {
    let table = &work.shelf.chains[chain];
    let notation = work.shelf.books[table.book].notation;
    let names = table.columns.iter();
    let of_columns: Vec<Option<u16>> = names
        .map(|column| only_year(&scan(&column.name, notation)))
        .collect();
    let in_columns = of_columns.get(column).copied().flatten() == Some(asked.first);
    let value = |row: usize, column: usize| {
        let cell = table.rows.get(row)?.cells.get(column)?;
        number(&work.shelf, cell.text)
    };
    let of_row = |row: usize| {
        let cells = table.rows[row].cells.iter().take(column);
        cells
            .map(|cell| only_year(&work.shelf.cells.facts(cell.text).tokens))
            .find_map(|year| year)
    };
    let place = |year: u16| {
        let mut fitting: Vec<(usize, usize)> = if in_columns {
            let columns = (0..of_columns.len()).filter(|at| of_columns[*at] == Some(year));
            columns.map(|at| (row, at)).collect()
        } else {
            let rows = (0..table.rows.len()).filter(|at| of_row(*at) == Some(year));
            rows.map(|at| (at, column)).collect()
        };
        // The same year twice is of two things.
        let only = fitting.pop()?;
        fitting.is_empty().then_some(only)
    };
    (asked.first..=asked.last)
        .map(|year| {
            let (row, column) = place(year)?;
            let value = value(row, column)?;
            Some(OfYear { row, value })
        })
        .collect()
}

/// The year that a name or a cell is, beside words at most.
fn only_year(tokens: &[Token]) -> Option<u16> {
    let mut constants = tokens.iter().filter(|token| token.is_constant());
    let only = constants.next()?;
    constants.next().is_none().then(|| year(only)).flatten()
}

fn read(question: &str) -> Option<Asked> {
    let lower = lowered(question);
    // Small letters may take more bytes than large ones.
    if lower.len() != question.len() {
        return None;
    }
    let word = |words: &[&'static str]| words.iter().copied().find(|word| lower.contains(*word));
    let (said, mean) = match (word(MEAN), word(SUM)) {
        (Some(said), _) => (said, true),
        (None, Some(said)) => (said, false),
        (None, None) => return None,
    };
    let tokens = scan(question, Notation::Point);
    let years: Vec<&Token> = tokens
        .iter()
        .filter(|token| year(token).is_some())
        .collect();
    let [from, to] = years.as_slice() else {
        return None;
    };
    let (first, last) = (year(from)?, year(to)?);
    let between = lower.get(from.end..to.start)?.trim();
    if !BETWEEN.contains(&between) || first >= last || last - first > YEARS_MAX {
        return None;
    }
    // What stands before the first year is its preposition.
    let start = before(question, from.start);
    let text = format!("{} {first} {}", &question[..start], question.get(to.end..)?);
    let at = lowered(&text).find(said).unwrap_or(text.len());
    let rest = text.get(at + said.len()..).unwrap_or_default();
    Some(Asked {
        question: format!("{}{rest}", text.get(..at)?),
        first,
        last,
        mean,
    })
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn years_from_one_to_another() {
        let asked = read("On average, how many claims a year were there from 2020 to 2024?");
        let asked = asked.unwrap();
        assert_eq!((asked.first, asked.last, asked.mean), (2020, 2024, true));
        assert!(!asked.question.contains("2024"), "{}", asked.question);
        assert!(!asked.question.to_lowercase().contains("average"));
        let sum = read("How many claims were there in total between 2020 and 2022?").unwrap();
        assert!(!sum.mean);
        assert_eq!(read("What was the average in 2024?"), None);
        assert_eq!(read("How many claims were there from 2020 to 2024?"), None);
    }
}
