//! Rules of tables, each on a page drawn for it.

use text::{ChunkConfig, Document, Table, chunk};

use crate::drawn::Drawn;
use crate::{columns, drawn};

/// Rows of words and figures at these places, from `top` down.
fn rows(mut page: Drawn, top: f32, places: &[f32], rows: &[&[&str]]) -> Drawn {
    for (index, row) in rows.iter().enumerate() {
        for (x, text) in places.iter().zip(*row).filter(|(_, text)| !text.is_empty()) {
            page = page.text(*x, top - 14.0 * index as f32, 10.0, text);
        }
    }
    page
}

fn row_texts<'d>(document: &'d Document, table: &Table) -> Vec<&'d str> {
    let slice = |row: &text::Span| row.slice(&document.text);
    table.rows.iter().filter_map(slice).collect()
}

#[test]
fn a_label_over_rows_is_theirs_up_to_the_next_and_over_the_page_end() {
    let places = [72.0, 240.0, 340.0];
    let header: &[&str] = &["Territory", "Factor", "Limit"];
    let first = rows(
        Drawn::new().text(72.0, 730.0, 11.0, "Factors by county"),
        700.0,
        &places,
        &[
            header,
            &["Northern counties"],
            &["Litchfield", "1.10", "200"],
            &["Tolland", "1.20", "300"],
            &["Southern counties"],
            &["Fairfield", "1.30", "400"],
        ],
    );
    let second = rows(
        Drawn::new(),
        700.0,
        &places,
        &[
            header,
            &["Hartford", "1.40", "500"],
            &["Windham", "1.50", "600"],
        ],
    );
    let document = drawn(&[first, second]);
    let [above, below] = document.tables.as_slice() else {
        panic!("{:#?} {}", document.tables, document.text);
    };
    assert_eq!(columns(above), ["Territory", "Factor", "Limit"]);
    assert_eq!(above.labels, [0, 3]);
    assert_eq!(below.continues, Some(0));
    assert_eq!(columns(below), columns(above));
    let label = |table, row| {
        document
            .label_of(table, row)
            .and_then(|span| span.slice(&document.text))
    };
    assert_eq!(label(0, 1), Some("Northern counties"));
    assert_eq!(label(0, 4), Some("Southern counties"));
    assert_eq!(label(1, 0), Some("Southern counties"));
    assert_eq!(label(0, 0), None);
}

#[test]
fn every_chunk_of_a_long_table_has_its_header_and_label() {
    let places = [72.0, 240.0, 340.0];
    let body: Vec<[String; 3]> = (0..40)
        .map(|row| {
            [
                format!("County {row}"),
                format!("1.{row:02}"),
                format!("{}00", row + 1),
            ]
        })
        .collect();
    let mut lines: Vec<Vec<&str>> =
        vec![vec!["Territory", "Factor", "Limit"], vec!["All counties"]];
    lines.extend(
        body.iter()
            .map(|row| row.iter().map(String::as_str).collect()),
    );
    let lines: Vec<&[&str]> = lines.iter().map(Vec::as_slice).collect();
    let document = drawn(&[rows(Drawn::new(), 740.0, &places, &lines)]);
    let config = ChunkConfig {
        size_chars: 300,
        overlap_chars: 0,
        ..ChunkConfig::default()
    };
    let chunks = chunk(&document, &config);
    assert!(chunks.len() > 2);
    for chunk in chunks {
        let body = chunk.span.slice(&document.text).unwrap_or_default();
        let shown = format!("{}\n{body}", chunk.context);
        assert!(shown.contains("Territory | Factor | Limit"), "{shown}");
        assert!(shown.contains("All counties"), "{shown}");
    }
}

#[test]
fn bold_names_between_rows_open_another_table() {
    let places = [72.0, 240.0, 340.0];
    let mut page = rows(
        Drawn::new(),
        700.0,
        &places,
        &[
            &["Form", "Fire", "Theft"],
            &["HO3", "10", "20"],
            &["HO4", "11", "21"],
            &["HO5", "12", "22"],
        ],
    );
    for (x, name) in places.iter().zip(["Territory", "Wind", "Hail"]) {
        page = page.bold(*x, 644.0, 10.0, name);
    }
    let values: [&[&str]; 3] = [
        &["01", "0.7", "0.2"],
        &["02", "0.8", "0.3"],
        &["03", "0.9", "0.4"],
    ];
    let document = drawn(&[rows(page, 630.0, &places, &values)]);
    let columns: Vec<Vec<&str>> = document.tables.iter().map(columns).collect();
    assert_eq!(
        columns,
        [["Form", "Fire", "Theft"], ["Territory", "Wind", "Hail"]]
    );
    assert_eq!(
        row_texts(&document, &document.tables[1])[0],
        "01 | 0.7 | 0.2"
    );
}

#[test]
fn names_over_several_columns_name_each_and_the_title_none() {
    let places = [72.0, 200.0, 280.0, 360.0, 440.0];
    let page = Drawn::new()
        .text(210.0, 730.0, 10.0, "Checks of the month")
        .text(220.0, 714.0, 10.0, "Handgun")
        .text(380.0, 714.0, 10.0, "Long gun")
        .text(72.0, 700.0, 10.0, "State")
        .text(200.0, 700.0, 10.0, "Sold")
        .text(280.0, 700.0, 10.0, "Kept")
        .text(360.0, 700.0, 10.0, "Sold")
        .text(440.0, 700.0, 10.0, "Kept");
    let page = rows(
        page,
        684.0,
        &places,
        &[
            &["Alabama", "100", "200", "300", "400"],
            &["Alaska", "110", "210", "310", "410"],
            &["Arizona", "120", "220", "320", "420"],
        ],
    );
    let document = drawn(&[page]);
    assert_eq!(
        columns(&document.tables[0]),
        [
            "State",
            "Handgun Sold",
            "Handgun Kept",
            "Long gun Sold",
            "Long gun Kept"
        ]
    );
    assert_eq!(
        document.tables[0].title.as_deref(),
        Some("Checks of the month")
    );
}

#[test]
fn two_values_in_a_column_of_single_ones_are_an_odd_row() {
    let page = rows(
        Drawn::new(),
        700.0,
        &[72.0, 240.0, 400.0],
        &[
            &["Form", "Factor", "Limit"],
            &["HO3", "1.10", "200"],
            &["HO4", "1.20", "300"],
            &["HO5", "1.30 1.40", "400"],
            &["HO6", "1.50", "500"],
            &["HO8", "1.60", "600"],
            &["HO9", "1.70", "700"],
        ],
    );
    let document = drawn(&[page]);
    assert_eq!(document.tables[0].odd_rows, 1);
}

#[test]
fn names_over_several_columns_of_a_ruled_table_need_no_lines_between_them() {
    let (left, right) = (70.0, 500.0);
    let edges = [left, 190.0, 270.0, 350.0, 430.0, right];
    let mut page = Drawn::new()
        .text(254.0, 707.0, 10.0, "Winter")
        .text(411.0, 707.0, 10.0, "Summer")
        .text(75.0, 692.0, 10.0, "Zone")
        .text(195.0, 692.0, 10.0, "Day")
        .text(275.0, 692.0, 10.0, "Night")
        .text(355.0, 692.0, 10.0, "Day")
        .text(435.0, 692.0, 10.0, "Night");
    for (row, name) in ["North", "Middle", "South"].iter().enumerate() {
        let y = 670.0 - 20.0 * row as f32;
        page = page.text(75.0, y, 10.0, name);
        for (column, x) in edges[1..5].iter().enumerate() {
            page = page.text(x + 5.0, y, 10.0, &format!("{}.{column}", row + 1));
        }
    }
    // A frame and lines between the rows; between the columns only below the names.
    for y in [720.0, 685.0, 665.0, 645.0, 625.0] {
        page = page.ruled(left, y, right, y);
    }
    page = page
        .ruled(left, 625.0, left, 720.0)
        .ruled(right, 625.0, right, 720.0);
    for x in &edges[1..5] {
        page = page.ruled(*x, 625.0, *x, 685.0);
    }
    let document = drawn(&[page]);
    assert_eq!(
        columns(&document.tables[0]),
        [
            "Zone",
            "Winter Day",
            "Winter Night",
            "Summer Day",
            "Summer Night"
        ],
        "{}",
        document.text
    );
}

/// A table ruled above and below its names and at its end, over all columns and,
/// below the name of a group, over its columns.
fn level_ruled() -> Drawn {
    let row = |page: Drawn, y: f32, cells: [&str; 4]| {
        let places = [72.0, 150.0, 330.0, 400.0];
        let filled = places
            .iter()
            .zip(cells)
            .filter(|(_, cell)| !cell.is_empty());
        filled.fold(page, |page, (x, cell)| page.text(*x, y, 10.0, cell))
    };
    let page = Drawn::new()
        .text(72.0, 740.0, 10.0, "Table 7. Tests and their prices")
        .ruled(66.0, 726.0, 470.0, 726.0)
        .text(358.0, 714.0, 10.0, "Price in euro")
        .ruled(324.0, 709.0, 470.0, 709.0);
    let page =
        row(page, 698.0, ["Code", "Test", "Single", "Series"]).ruled(66.0, 691.0, 470.0, 691.0);
    let rows = [
        ["T-1", "Acidity by electrode", "none", "none"],
        ["T-2", "Oxygen demand of waste", "42.00", "34.00"],
        ["", "water, five days", "", ""],
        ["T-3", "Solids, dried", "18.00", "13.00"],
        ["T-4", "Metals, first element of", "19.00", "14.00"],
        ["", "a series", "", ""],
    ];
    let page = rows.iter().enumerate().fold(page, |page, (at, cells)| {
        row(page, 678.0 - 12.0 * at as f32, *cells)
    });
    page.ruled(66.0, 610.0, 470.0, 610.0)
        .text(72.0, 590.0, 10.0, "Prices are without tax.")
}

#[test]
fn level_rules_tell_names_rows_without_values_and_texts_that_go_on() {
    let document = drawn(&[level_ruled()]);
    let [table] = document.tables.as_slice() else {
        panic!("{}", document.text);
    };
    assert_eq!(
        columns(table),
        [
            "Code",
            "Test",
            "Price in euro Single",
            "Price in euro Series"
        ]
    );
    assert_eq!(
        table.title.as_deref(),
        Some("Table 7. Tests and their prices")
    );
    assert_eq!(
        row_texts(&document, table),
        [
            "T-1 | Acidity by electrode | none | none",
            "T-2 | Oxygen demand of waste water, five days | 42.00 | 34.00",
            "T-3 | Solids, dried | 18.00 | 13.00",
            "T-4 | Metals, first element of a series | 19.00 | 14.00",
        ]
    );
    assert!(
        document.text.ends_with("Prices are without tax."),
        "{}",
        document.text
    );
}

#[test]
fn units_close_after_their_values_are_a_column_and_a_label_under_the_names_is_none() {
    // Helvetica at 10 points: two figures, a point and two figures are 25 wide.
    let mut page = Drawn::new()
        .text(72.0, 730.0, 10.0, "Code")
        .text(150.0, 730.0, 10.0, "Service")
        .text(330.0, 730.0, 10.0, "Fee")
        .text(357.0, 730.0, 10.0, "Unit");
    let services = [
        "Copy", "Licence", "Permit", "Search", "Sign", "Map", "Seal", "Stamp",
    ];
    let mut y = 718.0;
    for (at, service) in services.iter().enumerate() {
        if at % 4 == 0 {
            page = page.bold(72.0, y, 10.0, ["100 Clerk", "200 Building"][at / 4]);
            y -= 12.0;
        }
        page = page
            .text(72.0, y, 10.0, &format!("C-{}", 11 + at))
            .text(150.0, y, 10.0, service)
            .text(330.0, y, 10.0, &format!("{}.50", 10 + at))
            .text(357.0, y, 10.0, ["each", "per page"][at % 2]);
        y -= 12.0;
    }
    let document = drawn(&[page]);
    let table = &document.tables[0];
    assert_eq!(
        columns(table),
        ["Code", "Service", "Fee", "Unit"],
        "{}",
        document.text
    );
    let rows = row_texts(&document, table);
    assert!(
        rows.contains(&"C-12 | Licence | 11.50 | per page"),
        "{rows:?}"
    );
    assert!(document.text.contains("\n100 Clerk\n"), "{}", document.text);
}

#[test]
fn texts_that_wrap_in_a_table_without_rules_stay_in_their_row() {
    let places = [72.0, 130.0, 260.0, 380.0];
    let page = rows(
        Drawn::new(),
        700.0,
        &places,
        &[
            &["Code", "Method", "Value", "Keeping"],
            &[
                "M-1",
                "pH by electrode",
                "2.0",
                "analyse within a quarter of",
            ],
            &["", "", "", "an hour, or on the spot"],
            &[
                "M-2",
                "Turbidity by the",
                "4.0",
                "no longer than two days in",
            ],
            &["", "nephelometric method", "", "the dark"],
            &["M-3", "Total solids", "5.0", "7 days"],
            &["M-4", "Metals", "6.0", "six months with nitric acid,"],
            &["", "", "", "one without"],
        ],
    );
    let page = page.text(
        72.0,
        560.0,
        10.0,
        "Other laboratories keep their samples otherwise.",
    );
    let document = drawn(&[page]);
    assert_eq!(
        row_texts(&document, &document.tables[0]),
        [
            "M-1 | pH by electrode | 2.0 | analyse within a quarter of an hour, or on the spot",
            "M-2 | Turbidity by the nephelometric method | 4.0 | no longer than two days in the dark",
            "M-3 | Total solids | 5.0 | 7 days",
            "M-4 | Metals | 6.0 | six months with nitric acid, one without",
        ]
    );
}

#[test]
fn rows_without_a_first_cell_stay_rows() {
    let page = rows(
        Drawn::new(),
        700.0,
        &[72.0, 160.0, 260.0, 380.0],
        &[
            &["Form", "Peril", "Factor", "Class"],
            &["HO3", "Fire", "1.10", "Brick walls"],
            &["", "Theft", "1.20", "Brick walls"],
            &["HO4", "Fire", "1.30", "Frame walls"],
            &["", "Theft", "1.40", "Frame walls"],
            &["", "Hail", "", "Frame walls"],
        ],
    );
    let document = drawn(&[page]);
    let rows = row_texts(&document, &document.tables[0]);
    assert_eq!(rows.len(), 5, "{rows:?}");
    assert_eq!(rows[1], "| Theft | 1.20 | Brick walls");
}

#[test]
fn headings_between_dates_and_the_first_row_are_rows() {
    let places = [72.0, 330.0, 430.0];
    let page = Drawn::new()
        .text(72.0, 760.0, 10.0, "Balance Sheets (in millions)")
        .text(312.0, 740.0, 10.0, "December 2, 2022")
        .text(412.0, 740.0, 10.0, "December 3, 2021")
        .text(72.0, 722.0, 10.0, "ASSETS")
        .text(72.0, 704.0, 10.0, "Current assets:");
    let page = rows(
        page,
        686.0,
        &places,
        &[
            &["Cash and cash equivalents", "4,236", "3,844"],
            &["Short-term investments", "1,860", "1,954"],
            &["Trade receivables", "2,065", "1,878"],
            &["Total current assets", "8,161", "7,676"],
        ],
    );
    let document = drawn(&[page]);
    let columns = columns(&document.tables[0]);
    assert_eq!(
        columns[1..],
        ["December 2, 2022", "December 3, 2021"],
        "{}",
        document.text
    );
    let rows = row_texts(&document, &document.tables[0]);
    assert!(rows[0].contains("ASSETS"), "{rows:?}");
}

#[test]
fn a_name_over_two_columns_is_whole_in_both() {
    let places = [72.0, 130.0, 330.0, 400.0, 460.0];
    let page = Drawn::new()
        .text(362.0, 730.0, 10.0, "Fee ($)")
        .text(72.0, 724.0, 10.0, "Code")
        .text(130.0, 724.0, 10.0, "Service")
        .text(460.0, 724.0, 10.0, "Unit")
        .text(322.0, 718.0, 10.0, "FY 2025")
        .text(392.0, 718.0, 10.0, "FY 2026");
    let page = rows(
        page,
        704.0,
        &places,
        &[
            &["C-1", "Certified copy", "15.00", "16.00", "each"],
            &["C-2", "Marriage licence", "40.00", "45.00", "each"],
            &["C-3", "Raffle permit", "20.00", "21.00", "each"],
        ],
    );
    let document = drawn(&[page]);
    assert_eq!(
        columns(&document.tables[0]),
        [
            "Code",
            "Service",
            "Fee ($) FY 2025",
            "Fee ($) FY 2026",
            "Unit"
        ],
        "{}",
        document.text
    );
}

#[test]
fn names_above_a_rule_of_dashes_name_the_columns_of_all_tables_below_it() {
    // As a line printer prints, page after page: names, dashes, groups of rows.
    let places = [72.0, 120.0, 300.0, 400.0];
    let names: &[&str] = &["DIST", "NAME", "KIND", "RATE"];
    let group = |page: Drawn, top: f32, number: usize| {
        let place = ["North", "East", "South", "West"][number - 1];
        let of = |kind: &str| format!("{place} river {kind}");
        let [county, city, school] = [of("county"), of("bridge"), of("school")];
        let lines: [&[&str]; 3] = [
            &["0010", &county, "COUNTY", "1.15"],
            &["0011", &city, "CITY", "2.25"],
            &["0012", &school, "SCHOOL", "3.35"],
        ];
        rows(page, top, &places, &lines)
    };
    let page = |number: usize| {
        let page = Drawn::new()
            .text(72.0, 760.0, 10.0, &format!("LEVIES OF THE COUNTY {number}"))
            .text(72.0, 722.0, 10.0, &"-".repeat(120));
        let page = rows(page, 736.0, &places, &[names]);
        group(group(page, 708.0, number), 620.0, number)
    };
    let document = drawn(&[page(1), page(2), page(3), page(4)]);
    assert_eq!(document.tables.len(), 8, "{}", document.text);
    for table in &document.tables {
        assert_eq!(columns(table), names, "{}", document.text);
        assert_eq!(table.rows.len(), 3);
    }
    assert!(!document.text.contains("---"), "{}", document.text);
    assert_eq!(document.pages[1].context, ["LEVIES OF THE COUNTY 2"]);
}

#[test]
fn rows_of_words_alone_end_before_a_text_beside_them() {
    let page = rows(
        Drawn::new(),
        700.0,
        &[72.0, 200.0, 400.0],
        &[
            &["Maker", "Corvane works", ""],
            &["Place", "Upper valley", ""],
            &["Owner", "Water board", ""],
            &["", "", "See the plate"],
            &["Seal", "", "on the door"],
        ],
    );
    let document = drawn(&[page]);
    for text in ["Maker", "Water board", "See the plate", "on the door"] {
        assert!(document.text.contains(text), "{}", document.text);
    }
}
