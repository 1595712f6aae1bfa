//! The made filings of this repository, laid out by tools that this reader has no part in.

use std::path::Path;

use text::Document;

use crate::{columns, read};

fn made(name: &str) -> Document {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../data/filings")
        .join(name);
    let bytes = std::fs::read(path).expect("a file of this repository");
    read(&bytes).expect("readable").0
}

fn page(document: &Document, number: usize) -> &str {
    let end = document
        .pages
        .get(number)
        .map_or(document.text.len(), |next| next.start);
    &document.text[document.pages[number - 1].start..end]
}

#[test]
fn columns_below_a_wide_table_are_read_one_after_the_other() {
    let manual = made("corvane-cx-manual.pdf");
    for (number, first, then) in [
        (
            8,
            "6.2 Changing the oil",
            "rinse with half a filling and run for 30 minutes.",
        ),
        (8, "run for 30 minutes.", "6.3 Belt tension"),
        (
            11,
            "put 500 g of desiccant into the cabinet.",
            "9.2 Disposal",
        ),
    ] {
        let text = page(&manual, number);
        let (first, then) = (text.find(first), text.find(then));
        assert!(first.is_some() && first < then, "{text}");
    }
}

#[test]
fn wrapped_cells_of_a_table_without_lines_are_whole() {
    let methods = made("brightwater-lab-methods.pdf");
    let table = methods
        .tables
        .iter()
        .find(|table| {
            let title = table.title.as_deref();
            title.is_some_and(|title| title.contains("Table 2."))
        })
        .expect("a table");
    let rows: Vec<&str> = table
        .rows
        .iter()
        .filter_map(|row| row.slice(&methods.text))
        .collect();
    assert_eq!(rows.len(), 15, "{rows:#?}");
    assert!(rows.iter().all(|row| row.starts_with("LM-1")), "{rows:#?}");
    let organics = "LM-113 | Volatile organics by purge and trap | 0.2 – 40 µg/L | 18 | 14 days at \
                    4 °C with hydrochloric acid, no headspace";
    assert!(rows.contains(&organics), "{rows:#?}");
}

#[test]
fn a_turned_page_has_no_running_lines_in_its_text() {
    let tariff = made("northmere-water-tariff.pdf");
    let upright: Vec<&str> = tariff.pages[7].context.iter().map(String::as_str).collect();
    assert!(!upright.is_empty());
    let turned = &tariff.pages[8].context;
    assert_eq!(turned.len(), upright.len(), "{turned:?} {upright:?}");
}

#[test]
fn a_name_over_two_years_names_both() {
    let fees = made("millbrook-falls-fees.pdf");
    let fee_tables = fees.tables.iter().map(columns);
    let fee_tables: Vec<Vec<&str>> = fee_tables.filter(|names| names[0] == "Code").collect();
    assert_eq!(fee_tables.len(), 3);
    for columns in fee_tables {
        let expected = [
            "Code",
            "Service",
            "Fee ($) FY 2025",
            "Fee ($) FY 2026",
            "Unit",
        ];
        assert_eq!(columns, expected);
    }
}

#[test]
fn names_at_the_left_of_columns_of_figures_at_the_right_name_these() {
    let fees = made("millbrook-falls-fees.pdf");
    let table = &fees.tables[3];
    assert_eq!(
        columns(table),
        [
            "Lot",
            "Spaces",
            "Monthly Resident",
            "Monthly Non-resident",
            "Annual Resident",
            "Annual Non-resident",
            "Daily ($)"
        ]
    );
    assert_eq!(
        table.rows[3].slice(&fees.text),
        Some("D - Town Hall | 38 | n/a | n/a | n/a | n/a | 3")
    );
}
