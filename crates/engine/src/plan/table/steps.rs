//! Columns whose numbers are the ends of steps: under `Weight up to` the row of 500 g
//! is for what weighs more than the row above says and no more than 500 g.

use super::number_in;
use crate::plan::Exact;
use crate::plan::bounds::Bounds;
use crate::plan::chain::Chain;
use crate::plan::scan::lowered;
use crate::plan::shelf::Cells;

/// A column of ends of steps.
#[derive(Debug)]
pub struct Steps {
    /// The column.
    pub column: usize,
    /// For each row the numbers that it is for.
    pub bounds: Vec<Option<Bounds>>,
}

/// Words of a header that make its numbers the most that a row is for.
const UP_TO: &[&str] = &[
    "up to",
    "not over",
    "not more than",
    "no more than",
    "not exceeding",
    "at most",
    "or less",
    "bis",
    "hasta",
    "höchstens",
    "no más de",
];
/// Words that make them the least.
const FROM: &[&str] = &[
    "from",
    "over",
    "above",
    "more than",
    "at least",
    "or more",
    "starting at",
    "ab",
    "über",
    "mehr als",
    "desde",
    "a partir de",
    "más de",
];
/// Rows with a number at least.
const ROWS_MIN: usize = 3;
/// Share of the neighbouring rows whose number is no smaller than the one above: tables
/// of several blocks start again.
const RISING_MIN: f64 = 0.6;

/// The columns of a table that hold ends of steps.
pub fn all(cells: &Cells, chain: &Chain) -> Vec<Steps> {
    let columns = 0..chain.columns.len();
    columns
        .filter_map(|column| {
            let name = lowered(&chain.columns[column].name);
            // `Price, order of 10 or more` names its own step.
            if name.contains(|c: char| c.is_ascii_digit()) {
                return None;
            }
            let bounds = match (says(&name, UP_TO), says(&name, FROM)) {
                (true, false) => steps(cells, chain, column, &up_to)?,
                (false, true) => steps(cells, chain, column, &from)?,
                _ => return None,
            };
            Some(Steps { column, bounds })
        })
        .collect()
}

/// A text has one of the words, whole.
fn says(text: &str, words: &[&str]) -> bool {
    let edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    words.iter().any(|words| {
        text.match_indices(words).any(|(at, _)| {
            let behind = &text[at + words.len()..];
            edge(text[..at].chars().next_back()) && edge(behind.chars().next())
        })
    })
}

type Step = dyn Fn(Exact, Option<Exact>, Option<Exact>) -> Bounds;

/// More than the number above, as much as this one at most.
fn up_to(own: Exact, before: Option<Exact>, _: Option<Exact>) -> Bounds {
    Bounds {
        low: before.map(|before| (before, false)),
        high: Some((own, true)),
    }
}

/// As much as this number at least, less than the next one.
fn from(own: Exact, _: Option<Exact>, next: Option<Exact>) -> Bounds {
    Bounds {
        low: Some((own, true)),
        high: next.map(|next| (next, false)),
    }
}

fn steps(cells: &Cells, chain: &Chain, column: usize, step: &Step) -> Option<Vec<Option<Bounds>>> {
    let value = |row: &crate::plan::chain::Row| number_in(cells, row.cells.get(column)?.text);
    let values: Vec<Option<Exact>> = chain.rows.iter().map(value).collect();
    let known: Vec<Exact> = values.iter().flatten().copied().collect();
    let rising = known.windows(2).filter(|pair| pair[0] <= pair[1]).count();
    #[expect(clippy::cast_precision_loss, reason = "rows of a table")]
    let share = rising as f64 / known.len().saturating_sub(1).max(1) as f64;
    if known.len() < ROWS_MIN || known.len() < values.len() / 2 || share < RISING_MIN {
        return None;
    }
    let bounds = |at: usize| {
        let own = values[at]?;
        // Rows of one step stand together; where numbers fall, a block starts again.
        let above = values[..at].iter().rev().flatten().find(|one| **one != own);
        let below = values[at + 1..].iter().flatten().find(|one| **one != own);
        Some(step(
            own,
            above.copied().filter(|above| *above < own),
            below.copied().filter(|below| *below > own),
        ))
    };
    Some((0..values.len()).map(bounds).collect())
}

#[cfg(test)]
mod tests {
    use text::Language;

    use super::super::{Desk, look::look};
    use crate::plan::fixture::book;
    use crate::plan::question::Question;
    use crate::plan::shelf::Shelf;

    #[track_caller]
    fn row_of(table: &str, question: &str) -> String {
        let (document, _) =
            text::read(table.as_bytes(), "table.md", &text::ReadLimits::default()).unwrap();
        let shelf = Shelf::of(vec![book(document)], 0);
        let question = Question::read(question, Language::En, false, &|_| 2.0);
        let looked = look(&Desk::new(&question, &shelf)).remove(0);
        assert_eq!(looked.rows.len(), 1, "{question:?}");
        let chain = &shelf.chains[looked.chain];
        let row = &chain.rows[looked.rows[0]];
        shelf.books[0].text(row.cells[0].span).to_owned()
    }

    #[test]
    fn a_number_between_two_ends_belongs_to_the_step_above_it() {
        let parcels = "# Parcels\n\n| Weight up to, kg | Price |\n|---|---|\n| 2 | 4.10 |\n\
            | 5 | 6.30 |\n| 10 | 9.80 |\n";
        assert_eq!(
            row_of(parcels, "What is the price of a parcel of 7 kg?"),
            "10"
        );
        assert_eq!(
            row_of(parcels, "What is the price of a parcel of 5 kg?"),
            "5"
        );
    }

    #[test]
    fn a_number_above_a_least_belongs_to_the_step_below_it() {
        let orders = "# Discounts\n\n| Order from, euros | Discount |\n|---|---|\n| 60 | 5 % |\n\
            | 120 | 9 % |\n| 250 | 14 % |\n";
        assert_eq!(
            row_of(orders, "What discount has an order of 140 euros?"),
            "120"
        );
    }
}
