//! The language, from the outside.

mod algebra;
mod answers;
mod bounds;
mod errors;
mod random;
mod units;

use std::sync::Arc;

use text::table::{Grid, GridCell};
use text::{Language, Span};

use super::{Limits, Outcome, QueryError, parse, run};
use crate::relation::Relation;

/// A relation whose cells stand one after the other in a made text; the first
/// row names the columns.
fn relation(name: &str, rows: &[&[&str]]) -> Relation {
    let mut text = String::new();
    let mut grid = Grid {
        header_rows: 1,
        ..Grid::default()
    };
    for row in rows {
        grid.columns = grid
            .columns
            .max(u16::try_from(row.len()).unwrap_or(u16::MAX));
        for (column, cell) in (0..).zip(*row) {
            let start = text.len();
            text.push_str(cell);
            let span = Span::new(start, text.len());
            text.push('\n');
            if !cell.is_empty() {
                grid.cells.push(GridCell::new(span, grid.rows, column));
            }
        }
        grid.rows += 1;
    }
    Relation::new(name, &grid.into_table(&text, Language::En), &text)
}

/// A relation from lines of cells between bars.
fn lines(name: &str, lines: &str) -> Relation {
    let rows: Vec<Vec<&str>> = lines
        .trim()
        .lines()
        .map(|line| line.split('|').map(str::trim).collect())
        .collect();
    let rows: Vec<&[&str]> = rows.iter().map(Vec::as_slice).collect();
    relation(name, &rows)
}

/// The relations that most tests ask.
fn library() -> Vec<Arc<Relation>> {
    let motorcycles = lines(
        "rates.motorcycles",
        "Model      | Make    | Code | Year | Price   | Discount | Since
         Monster    | DUCATI  | A1   | 2019 | $11,500 | 2%       | July 20, 2015
         Panigale   | Ducati  | A2   | 2021 | $21,000 | 5%       | March 2018
         Ninja      | Kawasaki| B1   | 2020 | $9,200  | —        | 2019-05-02
         Versys 650 | Kawasaki| B2   | 2021 | $8,900  | 1.5%     | 2020-01-15
         Café Racer | Triumph | C10  | 2018 | $12,300 |          | 2017-11-30",
    );
    let makers = lines(
        "makers",
        "Name     | Country | Founded
         Ducati   | Italy   | 1926
         Kawasaki | Japan   | 1896
         Honda    | Japan   | 1948",
    );
    let mut income = lines(
        "income",
        "Item      | 2018  | 2019  | 2020
         Net sales | 1,200 | 1,350 | 1,500
         Cost      | 700   | 810   | (820)
         Tax       | —     | 20    | 35",
    );
    for column in &mut income.columns[1..] {
        for cell in &mut column.cells {
            cell.scale = 6;
        }
    }
    let mut plants = lines(
        "plants",
        "Plant  | Output | Score
         North  | 500    | 2-1
         South  | 250    | 10-12
         Total  | 750    | n/a",
    );
    for cell in &mut plants.columns[1].cells {
        cell.scale = 3;
    }
    plants.rows[0].bands = vec!["Europe".into()];
    plants.rows[1].bands = vec!["Europe".into(), "Warm".into()];
    [motorcycles, makers, income, plants]
        .into_iter()
        .map(Arc::new)
        .collect()
}

fn ask(sql: &str) -> Result<Outcome, QueryError> {
    ask_of(sql, &library())
}

fn ask_of(sql: &str, relations: &[Arc<Relation>]) -> Result<Outcome, QueryError> {
    let limits = Limits::default();
    run(&parse(sql, &limits)?, relations, &limits)
}

/// Rows of a query: columns between bars, rows between semicolons.
fn rows(outcome: &Outcome) -> String {
    let row = |row: &Vec<super::Output>| -> String {
        let texts: Vec<&str> = row.iter().map(|output| output.text.as_str()).collect();
        texts.join(" | ")
    };
    let rows: Vec<String> = outcome.rows.iter().map(row).collect();
    rows.join("; ")
}

#[track_caller]
fn check(sql: &str, expected: &str) {
    match ask(sql) {
        Ok(outcome) => assert_eq!(rows(&outcome), expected, "{sql}"),
        Err(error) => panic!("{sql}: {error}"),
    }
}

#[track_caller]
fn refused(sql: &str, expected: &str) {
    match ask(sql) {
        Ok(outcome) => panic!("{sql}: {}", rows(&outcome)),
        Err(error) => assert_eq!(error.to_string(), expected, "{sql}"),
    }
}
