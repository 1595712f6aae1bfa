//! Typed tables of drawn pages: names, bands, parts on several pages, and what
//! is laid out in columns but no table.

use text::Document;
use text::table::{LogicalTable, TableKind, Value};

use crate::drawn;
use crate::drawn::Drawn;

const PLACES: [f32; 3] = [72.0, 300.0, 400.0];

/// Rows of cells that begin at the same places, 16 points apart.
fn rows(mut page: Drawn, top: f32, rows: &[&[&str]]) -> Drawn {
    for (index, row) in rows.iter().enumerate() {
        for (place, cell) in PLACES.iter().zip(*row).filter(|(_, cell)| !cell.is_empty()) {
            page = page.text(*place, top - 16.0 * index as f32, 10.0, cell);
        }
    }
    page
}

fn tables(document: &Document) -> Vec<&LogicalTable> {
    let is_table = |table: &&LogicalTable| table.kind == TableKind::Table;
    document.relations.iter().filter(is_table).collect()
}

/// Each row's cells, joined.
fn said(document: &Document, table: &LogicalTable) -> Vec<String> {
    let cell = |row: usize| {
        let cells = table.columns.iter().map(move |column| &column.cells[row]);
        let texts = cells.map(|cell| cell.span.slice(&document.text).unwrap_or("?"));
        texts.collect::<Vec<_>>().join("; ")
    };
    (0..table.rows.len()).map(cell).collect()
}

fn paths(table: &LogicalTable) -> Vec<String> {
    table
        .columns
        .iter()
        .map(|column| column.path.join("/"))
        .collect()
}

#[test]
fn years_above_figures_are_names_and_signs_stay_with_their_figures() {
    let mut page = Drawn::new().text(330.0, 700.0, 10.0, "Years ended");
    page = rows(page, 686.0, &[&["", "2019", "2018"]]);
    for (index, (label, now, before)) in [
        ("Net sales", "1,200", "1,100"),
        ("Cost of sales", "700", "650"),
        ("Gross profit", "500", "450"),
    ]
    .into_iter()
    .enumerate()
    {
        let y = 670.0 - 16.0 * index as f32;
        page = page.text(72.0, y, 10.0, label);
        page = page.text(310.0, y, 10.0, now).text(410.0, y, 10.0, before);
        if index == 0 {
            page = page.text(290.0, y, 10.0, "$").text(390.0, y, 10.0, "$");
        }
    }
    let document = drawn(&[page]);
    let found = tables(&document);
    assert_eq!(found.len(), 1, "{}", document.text);
    let names = paths(found[0]);
    assert!(
        names[1].ends_with("2019") && names[2].ends_with("2018"),
        "{names:?}"
    );
    assert_eq!(said(&document, found[0])[0], "Net sales; $1,200; $1,100");
    let Value::Number(number) = &found[0].columns[2].cells[0].value else {
        panic!("{:?}", found[0].columns[2].cells[0]);
    };
    assert_eq!(
        (number.value.to_string().as_str(), number.unit.as_str()),
        ("1100", "USD")
    );
}

#[test]
fn a_table_over_two_pages_is_one_and_its_header_is_no_row() {
    let header: &[&str] = &["Town", "Houses", "People"];
    let first = rows(
        Drawn::new(),
        700.0,
        &[
            header,
            &["Ashby", "10", "25"],
            &["Birch", "20", "55"],
            &["Colne", "30", "81"],
        ],
    );
    let second = rows(
        Drawn::new(),
        740.0,
        &[
            header,
            &["Derby", "40", "99"],
            &["Elton", "50", "120"],
            &["Frome", "60", "140"],
        ],
    );
    let document = drawn(&[first, second]);
    let found = tables(&document);
    assert_eq!(found.len(), 1, "{}", document.text);
    assert_eq!(paths(found[0]), ["Town", "Houses", "People"]);
    assert_eq!(found[0].rows.len(), 6);
    assert_eq!(
        (found[0].page_of(2), found[0].page_of(3)),
        (Some(1), Some(2))
    );
    let printed = found[0].printed();
    let header = printed.iter().filter(|cell| cell.value.is_none());
    assert_eq!(
        header.map(|cell| cell.page).collect::<Vec<_>>(),
        [Some(1), Some(1), Some(1), Some(2), Some(2), Some(2)]
    );
}

#[test]
fn the_axes_of_charts_and_lists_of_abbreviations_are_no_tables() {
    let mut page = Drawn::new();
    for step in 0..8 {
        let y = 700.0 - 16.0 * step as f32;
        let figure = format!("{}", 400 - 50 * step);
        page = page
            .text(72.0, y, 10.0, &figure)
            .text(320.0, y, 10.0, &figure);
    }
    let words = [
        ("GDP:", "Gross domestic product."),
        ("NB:", "Unemployed persons."),
        ("EU:", "European Union."),
    ];
    for (index, (short, long)) in words.into_iter().enumerate() {
        let y = 500.0 - 16.0 * index as f32;
        page = page.text(72.0, y, 10.0, short).text(130.0, y, 10.0, long);
    }
    let document = drawn(&[page]);
    assert_eq!(tables(&document), Vec::<&LogicalTable>::new());
}

#[test]
fn figures_set_as_closely_as_words_are_columns() {
    let mut page = Drawn::new()
        .text(72.0, 716.0, 10.0, "Answer")
        .text(300.0, 716.0, 10.0, "Freq.");
    page = page.text(330.0, 716.0, 10.0, "Share");
    let rows = [
        ("kept", "344", "75.2"),
        ("sold", "153", "11.6"),
        ("lost", "161", "13.2"),
        ("all", "458", "99.9"),
    ];
    for (index, (label, count, share)) in rows.into_iter().enumerate() {
        let y = 700.0 - 16.0 * index as f32;
        page = page
            .text(72.0, y, 10.0, label)
            .text(305.0, y, 10.0, count)
            .text(330.0, y, 10.0, share);
    }
    let document = drawn(&[page]);
    let found = tables(&document);
    assert_eq!(found.len(), 1, "{}", document.text);
    assert_eq!(said(&document, found[0])[1], "sold; 153; 11.6");
}
