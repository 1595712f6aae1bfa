//! Dates of a question against columns that have times.

use text::table::Date;

use super::super::asked::Asked;
use super::super::form::{Compare, Predicate, Test};
use super::super::index::{Prepared, Shape};
use super::shared::{NUMBERS_MAX, compares, rows_where, sortable, span};

pub(super) fn dates(asked: &Asked<'_>, table: &Prepared) -> Vec<Predicate> {
    let compares = compares(asked);
    let mentions: Vec<_> = asked
        .question
        .dates
        .iter()
        .filter(|one| one.tokens.end <= asked.length)
        .take(NUMBERS_MAX)
        .collect();
    let mut found = Vec::new();
    for (at, column) in table.columns.iter().enumerate().take(64) {
        let dated = matches!(column.shape, Some(Shape::Date | Shape::Year)) || column.has_year;
        let Some(at) = u16::try_from(at).ok().filter(|_| dated) else {
            continue;
        };
        for mention in &mentions {
            for compare in &compares {
                let date = mention.date;
                found.push(by_date(
                    table,
                    at,
                    Test::When(*compare, date),
                    &mention.tokens,
                ));
            }
        }
        if let [low, high, ..] = mentions.as_slice()
            && low.date < high.date
        {
            let test = Test::WhenBetween(low.date, high.date);
            found.push(by_date(
                table,
                at,
                test,
                &(low.tokens.start..high.tokens.end),
            ));
        }
    }
    found.extend(months(asked, table));
    found
}

/// Months without a year: `in August`.
fn months(asked: &Asked<'_>, table: &Prepared) -> Vec<Predicate> {
    let mut found = Vec::new();
    for &(at, date) in &asked.months {
        for column in sortable(table, &[Shape::Date]) {
            for compare in compares(asked) {
                found.push(by_date(
                    table,
                    column,
                    Test::When(compare, date),
                    &(at..at + 1),
                ));
            }
        }
    }
    found
}

fn by_date(
    table: &Prepared,
    column: u16,
    test: Test,
    tokens: &std::ops::Range<usize>,
) -> Predicate {
    let passes = |date: Date| match &test {
        Test::When(compare, asked) => when(*compare, date, *asked),
        Test::WhenBetween(low, high) => {
            when(Compare::AtLeast, date, *low) && when(Compare::AtMost, date, *high)
        }
        _ => false,
    };
    let rows = rows_where(table, |row| {
        table.cell(row, column).when().is_some_and(passes)
    });
    Predicate {
        column: Some(column),
        test,
        span: span(tokens.start, tokens.end),
        rows,
    }
}

/// How a cell's date compares with one asked for, as far as that one is said. A month is in
/// its quarter, a quarter not in one of its months.
fn when(compare: Compare, date: Date, asked: Date) -> bool {
    if compare == Compare::Equal {
        let months = if asked.is_quarter() {
            date.quarter() == asked.quarter()
        } else {
            asked.month == 0 || date.month == asked.month
        };
        return (asked.year == 0 || date.year == asked.year)
            && months
            && (asked.day == 0 || date.day == asked.day);
    }
    let cut = Date {
        year: date.year,
        month: if asked.month == 0 { 0 } else { date.month },
        day: if asked.day == 0 { 0 } else { date.day },
    };
    let cut = if asked.year == 0 {
        Date { year: 0, ..cut }
    } else {
        cut
    };
    (date.year != 0 || asked.year == 0)
        && date.month >= u8::from(asked.year == 0)
        && compare.holds(order(cut, asked))
}

/// In time; a quarter is level with each of its months.
fn order(a: Date, b: Date) -> std::cmp::Ordering {
    let months = a.compare_months(&b);
    a.year.cmp(&b.year).then(months).then(a.day.cmp(&b.day))
}
