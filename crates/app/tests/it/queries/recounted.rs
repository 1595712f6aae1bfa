//! What queries over real documents give is counted again by a plain second program,
//! from the cells that they name and from the text of the document alone.

mod program;
mod question;

use std::collections::BTreeSet;
use std::path::Path;

use perusal::index::{Library, Snapshot};
use perusal::tables::sql::{self, Limits, Output, QueryError};
use perusal::text::table::Decimal;

use crate::home::{Home, data};
use program::{Plain, Table, tables};
use question::{Question, What};

/// Documents that take long to read; only the long run has them.
const LONG_TO_READ: [&str; 6] = [
    "3M_2018_10K.pdf",
    "ADOBE_2022_10K.pdf",
    "BESTBUY_2023_10K.pdf",
    "EIA_STEO_2024-12.pdf",
    "developers-reference.pdf",
    "AK_DHSS_Standard_Agreement.pdf",
];

#[test]
fn a_hundred_random_queries_are_recounted() {
    recount(100, &LONG_TO_READ);
}

#[test]
#[ignore = "reads twenty reports and asks two thousand queries: scripts/test --long"]
fn two_thousand_random_queries_are_recounted() {
    recount(2_000, &[]);
}

fn recount(queries: usize, left_out: &[&str]) {
    let Some(reports) = data("reports/files") else {
        return;
    };
    let home = Home::new();
    let mut files: Vec<_> = std::fs::read_dir(reports)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    for file in &files {
        let name = file.file_name().and_then(|name| name.to_str()).unwrap();
        if !left_out.contains(&name) {
            home.write(&format!("docs/{name}"), std::fs::read(file).unwrap());
        }
    }
    let add = home.run(&["add", "docs"]);
    assert!(matches!(add.code, Some(0 | 4)), "{add:?}");
    let snapshot = open(&home.path("library"));
    let tables = tables(&snapshot);
    let mut dice = Dice(7);
    let mut tally = Tally::default();
    while tally.asked < queries {
        let table = &tables[dice.below(tables.len())];
        let question = table.question(&mut dice);
        table.check(&snapshot, &question, &mut tally);
        assert!(tally.refused < 100 + queries, "{tally:?}");
    }
    println!("{} tables: {tally:?}", tables.len());
    assert!(tally.values >= queries / 2, "{tally:?}");
    // What is counted with was read out of the text again, in nearly all cells.
    assert!(tally.read >= 9 * tally.taken_over, "{tally:?}");
}

fn open(library: &Path) -> Snapshot {
    Library::open(library).unwrap().snapshot().unwrap()
}

/// What was done.
#[derive(Debug, Default)]
struct Tally {
    asked: usize,
    /// Values that were counted again.
    values: usize,
    /// Of them those that hold nothing.
    empty: usize,
    /// Of them those of more cells than are kept by name.
    of_many: usize,
    /// Refused since units of single cells do not meet.
    refused: usize,
    /// Numbers read out of the text, and those that only the reader could read.
    read: usize,
    taken_over: usize,
}

/// A row of numbers that looks random and is the same each time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % end.max(1)
    }
}

impl Table {
    fn check(&self, snapshot: &Snapshot, question: &Question, tally: &mut Tally) {
        let sql = &question.sql;
        let queried = match sql::run(snapshot, sql, &Limits::default(), usize::MAX) {
            Ok(queried) => queried,
            // Cells of one column may count different things.
            Err(perusal::EngineError::Query(
                QueryError::Units { .. } | QueryError::Overflow(_),
            )) => {
                tally.refused += 1;
                return;
            }
            Err(error) => panic!("{sql}: {error}"),
        };
        tally.asked += 1;
        let kept = self.kept(&question.keep);
        for citation in &queried.citations {
            let stored = snapshot.text(&citation.document, citation.span).unwrap();
            assert_eq!(stored, citation.quote, "{sql}");
        }
        match question.what {
            What::Cells(_) | What::Difference(..) => {
                assert_eq!(queried.outcome.rows_total, kept.len() as u64, "{sql}");
                for (row, at) in queried.outcome.rows.iter().zip(&kept) {
                    self.compare(sql, question.what, &row[0], &[*at], tally);
                }
            }
            _ => {
                let value = &queried.outcome.rows[0][0];
                self.compare(sql, question.what, value, &kept, tally);
            }
        }
    }

    /// Compares a value with what the second program makes of its rows, and of the
    /// cells in its lineage alone.
    fn compare(&self, sql: &str, what: What, value: &Output, rows: &[usize], tally: &mut Tally) {
        let expected = self.value(what, rows);
        let got = value.whole().map(|number| number.normalize());
        assert!(close(got, expected), "{sql}: {got:?} is not {expected:?}");
        tally.values += 1;
        tally.empty += usize::from(got.is_none());
        for column in what.columns() {
            let cells = rows.iter().map(|row| &self.columns[column].cells[*row]);
            for cell in cells.filter(|cell| matches!(cell.plain, Plain::Number(_))) {
                tally.read += usize::from(cell.read);
                tally.taken_over += usize::from(!cell.read);
            }
        }
        let lineage = &value.lineage;
        let mut named = BTreeSet::new();
        for cell in &lineage.cells {
            let row = cell.row as usize;
            assert!(rows.contains(&row), "{sql}: row {row}");
            if let Some(column) = cell.column {
                assert_eq!(cell.span, self.columns[column].cells[row].span, "{sql}");
                assert!(what.columns().contains(&column), "{sql}: column {column}");
            }
            named.insert(row);
        }
        if lineage.total > lineage.cells.len() as u64 {
            tally.of_many += 1;
            return;
        }
        let named: Vec<usize> = named.into_iter().collect();
        let again = self.value(what, &named);
        assert!(
            close(got, again),
            "{sql}: {got:?}, from its lineage {again:?}"
        );
    }
}

/// Equal, but for the last digits of an average.
fn close(got: Option<Decimal>, expected: Option<Decimal>) -> bool {
    match (got, expected) {
        (Some(got), Some(expected)) => {
            (got - expected).abs() <= expected.abs() * Decimal::new(1, 15)
        }
        (got, expected) => got == expected,
    }
}
