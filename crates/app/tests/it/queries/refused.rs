//! What cannot be asked is refused in words that help; what can be, is honest.

use std::fmt::Write;

use serde_json::json;

use super::made::workbook;
use super::{PRICES, library, rows};
use crate::home::Home;

/// A query is refused: exit code 2, this error, a hint.
#[track_caller]
fn refused(home: &Home, sql: &str, error: &str) {
    let run = home.run(&["query", sql]).expect(2, "").fails_with_hint();
    let first = run.stderr.lines().next().unwrap_or_default();
    assert_eq!(first, format!("error: {error}"), "{sql}");
    assert_eq!(run.stdout, "");
}

#[test]
fn nothing_but_reading_exists() {
    let home = library("rates.csv", PRICES);
    let before = home.digest("library");
    for statement in ["DROP TABLE rates.table", "DELETE FROM rates.table"] {
        let word = statement.split(' ').next().unwrap_or_default();
        refused(
            &home,
            statement,
            &format!(
                "{word} is not possible here; a query is one SELECT … FROM … WHERE … GROUP BY … \
                 HAVING … ORDER BY … LIMIT …, or several with UNION between"
            ),
        );
    }
    assert_eq!(home.digest("library"), before);
    let run = home.run(&["query", "DROP TABLE x", "--json"]).expect(2, "");
    let error: serde_json::Value = serde_json::from_str(&run.stderr).unwrap();
    assert_eq!(error["error"]["code"], 2);
}

#[test]
fn names_that_are_not_there_are_mended() {
    let home = library("rates.csv", PRICES);
    refused(
        &home,
        "SELECT model FROM rate.table",
        "no relation is called `rate.table`; did you mean `rates.table`?",
    );
    refused(
        &home,
        "SELECT modle FROM rates.table",
        "no column is called `modle` in rates.table; did you mean `model`?",
    );
    refused(
        &home,
        "SELECT model FROM \"rates.csv#2\"",
        "no relation is called `rates.csv#2`; did you mean `rates.table`?",
    );
    let none = Home::new().run(&["query", "SELECT 1"]);
    none.expect(2, "is not a Perusal store").fails_with_hint();
}

#[test]
fn types_and_units_must_fit() {
    let home = library("rates.csv", PRICES);
    refused(
        &home,
        "SELECT price + discount FROM rates.table",
        "units do not fit: USD and % in `price + discount`",
    );
    refused(
        &home,
        "SELECT model FROM rates.table WHERE code > 5",
        "`code` holds codes, not numbers; codes have no size",
    );
}

#[test]
fn a_large_join_needs_a_key() {
    let mut lines = "n,m\n".to_owned();
    for number in 1..=100_001_u32 {
        writeln!(lines, "{number},{}", number % 7).unwrap();
    }
    let home = library("numbers.csv", lines);
    refused(
        &home,
        "SELECT COUNT(*) FROM numbers.table a JOIN numbers.table b ON a.n < b.n",
        "the join of 100001 and 100001 rows has no key; say `ON a.column = b.column` (at most \
         100000 pairs without)",
    );
    let sql = "SELECT COUNT(*) FROM numbers.table a JOIN numbers.table b ON a.n = b.n \
               WHERE a.m = 3";
    assert_eq!(rows(&home, sql), "14,286");
    refused(
        &home,
        "SELECT item FROM numbers.table__by_rows",
        "`numbers.table` has 100001 rows and 2 columns; by rows are read tables of named columns, \
         at least 2, and at most 64 rows",
    );
}

#[test]
fn a_division_by_zero_is_empty_and_said() {
    let home = library("shares.csv", "item,part,whole\nash,3,0\noak,4,2\n");
    let sql = "SELECT item, part / whole FROM shares.table";
    assert_eq!(rows(&home, sql), "ash | ; oak | 2");
    home.run(&["query", sql])
        .expect(0, "a division by zero left a value empty");
    let notes = &home.json(&["query", sql])["notes"];
    assert_eq!(notes, &json!(["a division by zero left a value empty"]));
}

#[test]
fn five_hundred_columns_are_listed_and_asked() {
    let row = |prefix: &str| {
        let cells: Vec<String> = (0..500).map(|at| format!("{prefix}{at}")).collect();
        cells.join(",")
    };
    let home = library(
        "wide.csv",
        format!("{}\n{}\n{}\n", row("c"), row(""), row("1")),
    );
    assert_eq!(rows(&home, "SELECT c499 + c0 FROM wide.table"), "499; 1509");
    let listed = home.json(&["tables"]);
    assert_eq!(
        listed["tables"][0]["columns"].as_array().unwrap().len(),
        500
    );
    let told = home.run(&["tables"]).stdout;
    assert!(told.contains("… and 480 more columns"), "{told}");
    let all = home
        .run(&["query", "SELECT * FROM wide.table"])
        .expect(0, "")
        .stdout;
    assert!(all.contains("  c499: 1499 ["), "{all}");
    let given = home
        .run(&["query", "SELECT * FROM wide.table", "--csv"])
        .stdout;
    assert_eq!(
        given.lines().map(|line| line.split(',').count()).max(),
        Some(500)
    );
}

#[test]
fn tables_without_rows_answer() {
    let home = library("names.csv", "name,age,city\n");
    assert_eq!(
        rows(&home, "SELECT COUNT(*), SUM(age) FROM names.table"),
        "0 | "
    );
    home.run(&["query", "SELECT * FROM names.table"])
        .expect(1, "no row");

    let home = library(
        "page.html",
        "<h1>Trees</h1><p>Ash and oak.</p><table></table>",
    );
    let listed = home.json(&["tables"]);
    let tables = listed["tables"].as_array().unwrap();
    assert!(
        tables.iter().all(|table| table["kind"] != "table"),
        "{listed}"
    );
}

#[test]
fn a_cell_over_everything_is_that_value_everywhere() {
    let home = library(
        "merged.html",
        "<table><tr><th>a</th><th>b</th></tr>\
         <tr><td rowspan=3 colspan=2>7</td></tr><tr></tr><tr></tr></table>",
    );
    let listed = home.json(&["tables"]);
    let table = listed["tables"].as_array().unwrap();
    let table = table.iter().find(|table| table["kind"] == "table");
    let name = table.expect("a table")["name"].as_str().unwrap().to_owned();
    let found = home.json(&["query", &format!("SELECT * FROM {name}")]);
    for row in found["rows"].as_array().unwrap() {
        for value in row.as_array().unwrap() {
            assert_eq!(value["text"], "7", "{found}");
        }
    }
    // One cell, whatever it covers.
    let spans: std::collections::BTreeSet<String> = found["lineage"]["cells"]
        .as_array()
        .unwrap()
        .iter()
        .map(|cell| cell["span"].to_string())
        .collect();
    assert_eq!(spans.len(), 1, "{found}");
}

#[test]
fn formulas_count_by_their_values_and_errors_do_not() {
    let home = library(
        "sums.xlsx",
        workbook(
            r#"<row r="1"><c r="A1" t="inlineStr"><is><t>item</t></is></c><c r="B1" t="inlineStr"><is><t>amount</t></is></c></row>
<row r="2"><c r="A2" t="inlineStr"><is><t>ash</t></is></c><c r="B2"><v>3</v></c></row>
<row r="3"><c r="A3" t="inlineStr"><is><t>oak</t></is></c><c r="B3"><f>B2*2</f><v>6</v></c></row>
<row r="4"><c r="A4" t="inlineStr"><is><t>elm</t></is></c><c r="B4" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>
<row r="5"><c r="A5" t="inlineStr"><is><t>fir</t></is></c><c r="B5"><v>1</v></c></row>"#,
        ),
    );
    let name = home.json(&["tables"])["tables"][0]["name"]
        .as_str()
        .unwrap()
        .to_owned();
    let sql = format!("SELECT SUM(amount) FROM {name}");
    assert_eq!(rows(&home, &sql), "10");
    home.run(&["query", &sql])
        .expect(0, "left out of sums and the like: 1");
    let sql = format!("SELECT amount, amount * 2 FROM {name} WHERE row = 3");
    assert_eq!(rows(&home, &sql), "#DIV/0! | ");
}

#[test]
fn a_line_of_five_megabytes_ends() {
    let long = "word ".repeat(1_000_000);
    let home = library("long.csv", format!("item,text\nash,{long}\noak,short\n"));
    let told = home
        .run(&["query", "SELECT item, text FROM long.table"])
        .expect(0, "")
        .stdout;
    assert!(
        told.len() < 1_000 && told.contains("word word"),
        "{}",
        told.len()
    );
    let found = home.json(&["query", "SELECT text FROM long.table WHERE item = 'ash'"]);
    assert_eq!(
        found["rows"][0][0]["text"].as_str().unwrap().len(),
        long.trim().len()
    );
    assert!(found["citations"][0]["quote"].as_str().unwrap().len() <= 600);

    let wide = "1234,".repeat(1_000_000);
    let home = library("cells.csv", &wide);
    let run = home.run(&["query", "SELECT * FROM cells.table"]);
    // One line has no table below it; where it is read as one, it can be asked.
    assert!(matches!(run.code, Some(0..=2)), "{:?}", run.code);
}

#[test]
fn numbers_and_dates_that_cannot_be_are_texts() {
    let digits = "1234567890".repeat(4);
    let home = library(
        "odd.csv",
        format!("item,size,day\nash,{digits},2021-02-30\noak,5,2021-02-28\nelm,6,2021-03-01\n"),
    );
    let sql = "SELECT size, day, YEAR(day) FROM odd.table WHERE item = 'ash'";
    let told = rows(&home, sql);
    assert!(
        told.starts_with(&format!("{digits} | 2021-02-30 | ")),
        "{told}"
    );
    let found = home.json(&["query", "SELECT SUM(size) FROM odd.table"]);
    assert_eq!(found["rows"][0][0]["number"], "11");
    assert!(
        found["notes"][0].as_str().unwrap().contains("left out"),
        "{found}"
    );
    let later = "SELECT item FROM odd.table WHERE day >= DATE '2021-02-28'";
    assert_eq!(rows(&home, later), "oak; elm");
}

#[test]
fn keywords_are_names_too() {
    let home = library("select.csv", "order,from,where\n1,2,3\n");
    assert_eq!(
        rows(&home, "SELECT \"order\", \"from\" FROM select.table"),
        "1 | 2"
    );
    assert_eq!(
        rows(&home, "SELECT * FROM \"select\".\"table\""),
        "1 | 2 | 3"
    );
}
