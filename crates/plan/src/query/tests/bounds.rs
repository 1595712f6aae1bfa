//! Everything has a bound.

use std::fmt::Write;
use std::sync::Arc;
use std::time::Instant;

use text::Span;
use text::table::Value;

use super::{ask, ask_of, check, lines, refused, rows};
use crate::query::{Limits, QueryError, parse, run};
use crate::relation::{Relation, RelationCell, RelationRow};

#[test]
fn long_and_deep_queries_are_refused() {
    let long = format!("SELECT {}1", "1 + ".repeat(3_000));
    refused(&long, "the query has 12008 bytes; at most 8192 are read");
    let sum = format!("SELECT {}1", "1+".repeat(4_000));
    refused(&sum, "the query needs more than 24 levels of expressions");
    let brackets = format!("SELECT {}1{}", "(".repeat(4_000), ")".repeat(4_000));
    refused(
        &brackets,
        "the query needs more than 100 levels of brackets",
    );
    let minus = format!("SELECT {}1", "- ".repeat(4_000));
    refused(&minus, "the query needs more than 100 levels of brackets");
    let queries = format!("SELECT {}1{}", "(SELECT ".repeat(900), ")".repeat(900));
    ask(&queries).expect_err("too deep");
    let nots = format!("SELECT 1 FROM makers WHERE {} total", "NOT ".repeat(1_900));
    ask(&nots).expect_err("too deep");
    let cases = format!(
        "SELECT {} 1 {}",
        "CASE WHEN 1 = 1 THEN ".repeat(300),
        "END ".repeat(300)
    );
    ask(&cases).expect_err("too deep");
    refused(
        "SELECT (SELECT (SELECT (SELECT (SELECT 1))))",
        "the query needs more than 4 levels of queries",
    );
}

#[test]
fn eight_kilobytes_of_conditions_run() {
    let mut sql = "SELECT COUNT(*) FROM makers WHERE name = 'Ducati'".to_owned();
    while sql.len() < 8_100 {
        write!(sql, " OR name = 'x{}'", sql.len()).expect("a string");
    }
    check(&sql, "1");
    let query = parse(&sql, &Limits::default()).expect("a query");
    let json = serde_json::to_string(&query).expect("serializes");
    assert_eq!(
        serde_json::from_str::<crate::query::Query>(&json).ok(),
        Some(query)
    );
}

#[test]
fn a_query_made_by_hand_is_bounded_too() {
    let mut expr = crate::query::Expr::number(1);
    for _ in 0..100 {
        expr = crate::query::Expr::Negate(Box::new(expr));
    }
    let query = crate::query::Query::from(crate::query::Select {
        columns: vec![expr.into()],
        ..crate::query::Select::default()
    });
    let limits = Limits::default();
    let relations: [Arc<Relation>; 0] = [];
    assert!(matches!(
        run(&query, &relations[..], &limits),
        Err(QueryError::Bound { .. })
    ));
}

#[test]
fn joins_need_a_key_when_they_are_large() {
    let mut numbers = "n | m\n".to_owned();
    for number in 0..400 {
        writeln!(numbers, "{number} | {}", number % 7).expect("a string");
    }
    let relations = [Arc::new(lines("t", &numbers))];
    let error = ask_of("SELECT COUNT(*) FROM t a JOIN t b ON a.n < b.n", &relations);
    assert_eq!(
        error,
        Err(QueryError::NoKey {
            left: 400,
            right: 400,
            max: 100_000
        })
    );
    let joined = ask_of(
        "SELECT COUNT(*) FROM t a JOIN t b ON a.m = b.m AND a.n < b.n",
        &relations,
    );
    assert_eq!(rows(&joined.expect("a key")), "11,229");
}

#[test]
fn steps_rows_and_bytes_are_bounded() {
    let relations = super::library();
    let with = |limits: Limits, sql: &str| {
        let query = parse(sql, &limits).expect("a query");
        run(&query, &relations[..], &limits)
    };
    let few = Limits {
        rows: 2,
        ..Limits::default()
    };
    let outcome = with(few, "SELECT model FROM rates.motorcycles").expect("cut");
    assert_eq!((outcome.rows.len(), outcome.rows_total), (2, 5));
    let steps = Limits {
        steps: 10,
        ..Limits::default()
    };
    let error = with(steps, "SELECT model FROM rates.motorcycles WHERE year > 1");
    assert_eq!(
        error,
        Err(QueryError::Bound {
            what: "steps",
            max: 10
        })
    );
    let bytes = Limits {
        bytes: 500,
        ..Limits::default()
    };
    let error = with(bytes, "SELECT * FROM rates.motorcycles");
    assert_eq!(
        error,
        Err(QueryError::Bound {
            what: "bytes",
            max: 500
        })
    );
    let two = Limits {
        relations: 1,
        ..Limits::default()
    };
    let error = with(
        two,
        "SELECT 1 FROM makers a JOIN makers b ON a.name = b.name",
    );
    assert_eq!(
        error,
        Err(QueryError::Bound {
            what: "relations in a FROM",
            max: 1
        })
    );
}

#[test]
fn lineage_of_many_cells_keeps_the_first_and_the_last() {
    let mut numbers = "n\n".to_owned();
    for number in 0..1_000 {
        writeln!(numbers, "{number}").expect("a string");
    }
    let relations = [Arc::new(lines("t", &numbers))];
    let outcome =
        ask_of("SELECT SUM(n), COUNT(*) FROM t WHERE n > 9", &relations).expect("a query");
    for output in &outcome.rows[0] {
        let lineage = &output.lineage;
        assert_eq!((lineage.cells.len(), lineage.total), (64, 990));
        assert_eq!((lineage.cells[0].row, lineage.cells[63].row), (10, 999));
    }
    assert_eq!(outcome.rows[0][0].lineage.cells[0].column, Some(0));
    assert_eq!(outcome.rows[0][1].lineage.cells[0].column, None);
}

/// A million rows take at most a second in an optimised build: run with
/// `cargo test -p perusal-plan --release -- --ignored million`.
#[test]
#[ignore = "measures an optimised build"]
fn a_million_rows_take_a_second() {
    let mut relation = lines("t", "make | price\n x | 1");
    let makes = ["Ducati", "Kawasaki", "Triumph", "Honda"];
    relation.columns[0].cells.clear();
    relation.columns[1].cells.clear();
    for row in 0..1_000_000_u32 {
        let make = makes[(row % 4) as usize];
        let price = Value::read(&row.to_string(), text::Language::En);
        let cell = |text: String, value| RelationCell {
            text: text.into(),
            value,
            scale: 0,
            span: Span::new(0, 1),
        };
        relation.columns[0]
            .cells
            .push(cell(make.to_owned(), Value::Text));
        relation.columns[1].cells.push(cell(row.to_string(), price));
    }
    relation.rows = vec![RelationRow::default(); 1_000_000];
    let relations = [Arc::new(relation)];
    for (sql, expected) in [
        (
            "SELECT SUM(price) FROM t WHERE make = 'honda'",
            "125,000,250,000".to_owned(),
        ),
        (
            "SELECT make, AVG(price) FROM t GROUP BY make LIMIT 1",
            "Ducati | 499,998".to_owned(),
        ),
        (
            "SELECT price FROM t ORDER BY price DESC LIMIT 1",
            "999999".to_owned(),
        ),
    ] {
        let start = Instant::now();
        let outcome = ask_of(sql, &relations).expect("a query");
        let took = start.elapsed();
        println!("{sql}: {took:?}, {} steps", outcome.steps);
        assert_eq!(rows(&outcome), expected);
        if sql.contains("WHERE") {
            assert!(took.as_secs_f64() <= 1.0, "{took:?}");
        }
    }
}
