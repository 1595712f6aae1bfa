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

#[test]
fn raised_marks_are_notes_and_no_part_of_what_they_stand_on() {
    let mut page = rows(Drawn::new(), 700.0, &[&["State", "2019", "2018"]]);
    page = rows(
        page,
        684.0,
        &[
            &["Ohio", "12", "1,340"],
            &["Utah", "13", "1,450"],
            &["Iowa", "15", "1,560"],
        ],
    );
    // Behind the name of a state, a figure and the name of a column.
    page = page
        .text(95.0, 688.0, 6.0, "1")
        .text(311.5, 672.0, 6.0, "2")
        .text(423.0, 704.0, 6.0, "a")
        .lines(72.0, 620.0, 8.0, &["1 Without the lakes.", "2 Estimated."]);
    let document = drawn(&[page]);
    let table = tables(&document)[0];
    assert_eq!(paths(table), ["State", "2019", "2018"]);
    assert_eq!(
        said(&document, table),
        ["Ohio; 12; 1,340", "Utah; 13; 1,450", "Iowa; 15; 1,560"]
    );
    let value = |row: usize| table.columns[1].cells[row].value.number();
    assert_eq!(
        value(1).map(|number| number.value.to_string()),
        Some("13".to_owned())
    );
    let notes: Vec<_> = table
        .notes
        .iter()
        .map(|note| {
            (
                note.mark.as_str(),
                note.text.as_str(),
                note.row,
                note.column,
            )
        })
        .collect();
    assert_eq!(
        notes,
        [
            ("1", "Without the lakes.", Some(0), Some(0)),
            ("2", "Estimated.", Some(1), Some(1)),
            ("a", "", None, Some(2)),
        ]
    );
}

#[test]
fn names_that_every_page_repeats_are_none_of_its_rows() {
    let page = |first: &str, second: &str| {
        let cells = [
            &["A", "B", "C"][..],
            &["Item", "Reference", "Where"],
            &[first, "by law", "page 1"],
            &[second, "by custom", "page 2"],
            &["no other", "by none", "nowhere"],
        ];
        let mut page = rows(Drawn::new(), 700.0, &cells);
        for line in 0..6 {
            let y = 712.0 - 16.0 * line as f32;
            page = page.ruled(68.0, y, 500.0, y);
        }
        for x in [68.0, 296.0, 396.0, 500.0] {
            page = page.ruled(x, 712.0, x, 632.0);
        }
        page
    };
    let document = drawn(&[
        page("It is bound", "It is read"),
        page("It is kept", "It is shown"),
    ]);
    let found = tables(&document);
    assert_eq!(found.len(), 1, "{}", document.text);
    assert_eq!(paths(found[0]), ["A/Item", "B/Reference", "C/Where"]);
    assert_eq!(found[0].rows.len(), 6);
}

#[test]
fn a_line_below_the_names_goes_on_in_them() {
    let cells = [
        &["(in millions)", "2021", "Decrease"][..],
        &["Bonds", "12", "4"],
        &["Shares", "15", "6"],
        &["Others", "17", "5"],
    ];
    let mut page = rows(Drawn::new(), 700.0, &[&["", "December 3,", "Increase /"]]);
    page = rows(page, 684.0, &cells);
    let document = drawn(&[page]);
    let table = tables(&document)[0];
    assert_eq!(table.rows.len(), 3, "{}", document.text);
    let names = paths(table);
    assert!(
        names[1].ends_with("2021") && names[2].ends_with("Decrease"),
        "{names:?}"
    );
}

#[test]
fn a_first_row_of_figures_close_to_each_other_is_no_name() {
    let mut page = Drawn::new().text(72.0, 700.0, 8.0, "Region");
    let places: Vec<f32> = (0..9).map(|column| 150.0 + 44.0 * column as f32).collect();
    for (index, x) in places.iter().enumerate() {
        page = page.text(*x + 18.0, 700.0, 8.0, &format!("{}", 2003 + index));
    }
    for (row, label) in ["All states", "East", "Maine", "Vermont"]
        .iter()
        .enumerate()
    {
        let y = 689.0 - 11.0 * row as f32;
        page = match row {
            0 => page.bold(72.0, y, 8.0, label),
            _ => page.text(72.0, y, 8.0, label),
        };
        for (index, x) in places.iter().enumerate() {
            page = match row {
                0 => page.bold(*x, y, 8.0, &format!("2,753,{:03}", 11 * index)),
                _ => page.text(*x + 7.0, y, 8.0, &format!("{row}75,{:03}", 7 * index)),
            };
        }
    }
    let document = drawn(&[page]);
    let table = tables(&document)[0];
    assert_eq!(table.rows.len(), 4, "{}", document.text);
    assert_eq!(paths(table)[1], "2003");
}

#[test]
fn figures_in_one_frame_are_columns_where_the_strips_between_stay_white() {
    let mut page = Drawn::new();
    for y in [720.0, 690.0, 620.0] {
        page = page.ruled(68.0, y, 500.0, y);
    }
    for x in [68.0, 300.0, 500.0] {
        page = page.ruled(x, 720.0, x, 620.0);
    }
    page = page
        .text(150.0, 702.0, 9.0, "Current")
        .text(220.0, 702.0, 9.0, "Proposed")
        .text(310.0, 702.0, 9.0, "Legacy")
        .text(400.0, 702.0, 9.0, "Rebased");
    for (row, (label, figures)) in [
        ("Fire", ["1,200", "(300)", "0.960", "1.434"]),
        ("Wind and hail", ["900", "—", "0.970", "1.250"]),
        ("Theft", ["700", "150", "0.980", "1.100"]),
    ]
    .into_iter()
    .enumerate()
    {
        let y = 675.0 - 18.0 * row as f32;
        page = page.text(72.0, y, 9.0, label);
        for (figure, x) in figures.into_iter().zip([155.0, 225.0, 312.0, 402.0]) {
            page = page.text(x, y, 9.0, if figure == "—" { "-" } else { figure });
        }
    }
    let document = drawn(&[page]);
    let table = tables(&document)[0];
    assert_eq!(
        said(&document, table),
        [
            "Fire; 1,200; (300); 0.960; 1.434",
            "Wind and hail; 900; -; 0.970; 1.250",
            "Theft; 700; 150; 0.980; 1.100",
        ]
    );
    assert_eq!(
        paths(table)[1..],
        ["Current", "Proposed", "Legacy", "Rebased"]
    );
}

#[test]
fn a_list_of_companies_with_their_states_is_a_table() {
    let companies = [
        (0.0, "Gull Bay Services, Inc.", "Delaware"),
        (18.0, "Gull Bay Stores, L.P.", "Virginia"),
        (36.0, "Gull Bay Texas, LLC", "Virginia"),
        (36.0, "Nichols Distribution, LLC", "Delaware"),
        (0.0, "Two Peaks, LLC", "Delaware"),
        (18.0, "Lily Solar Lessee, LLC", "Delaware"),
        (0.0, "Pacific Kitchens, LLC", "Virginia"),
    ];
    let mut page = Drawn::new().text(72.0, 720.0, 10.0, "Subsidiaries of the registrant");
    for (index, (indent, name, state)) in companies.iter().enumerate() {
        let y = 690.0 - 12.0 * index as f32;
        page = page
            .text(72.0 + indent, y, 9.0, name)
            .text(400.0, y, 9.0, state);
    }
    let document = drawn(&[page]);
    let [table] = tables(&document)[..] else {
        panic!("one table: {}", document.text)
    };
    assert_eq!(table.rows.len(), companies.len());
    assert_eq!(
        said(&document, table)[0],
        "Gull Bay Services, Inc.; Delaware"
    );
}

#[test]
fn a_name_before_each_of_them_is_no_column() {
    let names = [
        "Japan", "Korea", "Mexico", "Panama", "Poland", "Spain", "Turkey",
    ];
    let mut page = Drawn::new();
    for (index, name) in names.iter().enumerate() {
        let y = 690.0 - 12.0 * index as f32;
        let kind = if index % 2 == 0 { "Holding" } else { "Works" };
        page = page
            .text(72.0, y, 9.0, &format!("3M {name} Ltd."))
            .text(400.0, y, 9.0, kind);
    }
    let document = drawn(&[page]);
    let [table] = tables(&document)[..] else {
        panic!("one table: {}", document.text)
    };
    assert_eq!(table.columns.len(), 2);
    assert_eq!(said(&document, table)[0], "3M Japan Ltd.; Holding");
}

/// A balance sheet whose liabilities stand below these lines, and its tables.
fn balance_sheet(between: &[&str]) -> Document {
    let page = Drawn::new().text(72.0, 730.0, 12.0, "Balance sheet (in millions)");
    let assets: [&[&str]; 6] = [
        &["", "2023", "2022"],
        &["Assets"],
        &["Cash", "$120", "$110"],
        &["Inventories", "80", "70"],
        &["Buildings", "300", "310"],
        &["Total assets", "$500", "$490"],
    ];
    let liabilities: [&[&str]; 4] = [
        &["Accounts payable", "$200", "$190"],
        &["Loans", "100", "120"],
        &["Retained earnings", "200", "180"],
        &["Total liabilities and equity", "$500", "$490"],
    ];
    let mut page = rows(page, 700.0, &assets);
    let mut y = 566.0;
    for line in between {
        page = page.text(72.0, y, 10.0, line);
        y -= 16.0;
    }
    drawn(&[rows(page, y, &liabilities)])
}

#[test]
fn a_balance_sheet_goes_on_behind_its_liabilities() {
    let document = balance_sheet(&[]);
    let found = tables(&document);
    assert_eq!(found.len(), 1, "{}", document.text);
    let rows = said(&document, found[0]);
    assert_eq!(rows.len(), 8, "{rows:?}");
    assert_eq!(rows[4], "Accounts payable; $200; $190");
    let scales = found[0].columns.iter().skip(1).map(|column| column.scale);
    assert!(scales.into_iter().all(|scale| scale == 6));
}

#[test]
fn a_titled_half_of_a_table_has_its_names_and_its_scale() {
    let document = balance_sheet(&["LIABILITIES AND EQUITY"]);
    let found = tables(&document);
    let [assets, liabilities] = &found[..] else {
        panic!("{}", document.text);
    };
    assert_eq!(paths(assets)[1..], paths(liabilities)[1..]);
    let title = "Balance sheet (in millions) / LIABILITIES AND EQUITY";
    assert_eq!(liabilities.title.as_deref(), Some(title));
    let scales = liabilities
        .columns
        .iter()
        .skip(1)
        .map(|column| column.scale);
    assert!(scales.into_iter().all(|scale| scale == 6));
}

#[test]
fn names_of_the_table_below_are_no_row_of_the_one_above() {
    let above: [&[&str]; 4] = [
        &["Segment", "Sales", "Profit"],
        &["Health", "120", "30"],
        &["Safety", "80", "20"],
        &["Total", "200", "50"],
    ];
    let mut page = rows(Drawn::new(), 700.0, &above);
    let columns = [72.0, 290.0, 345.0, 410.0, 470.0];
    let lines: [(f32, [&str; 5]); 5] = [
        (612.0, ["Sales change", "Adver-", "", "Total", ""]),
        (
            600.0,
            ["By segment", "tising sales", "Bought", "sales", "Sold"],
        ),
        (580.0, ["Health", "1.5 %", "0.5 %", "2.0 %", "0.1 %"]),
        (564.0, ["Safety", "2.5 %", "0.7 %", "3.2 %", "0.2 %"]),
        (548.0, ["Total", "1.9 %", "0.6 %", "2.5 %", "0.3 %"]),
    ];
    for (y, cells) in lines {
        for (x, cell) in columns
            .iter()
            .zip(cells)
            .filter(|(_, cell)| !cell.is_empty())
        {
            page = page.text(*x, y, 9.0, cell);
        }
    }
    let document = drawn(&[page]);
    let found = tables(&document);
    assert_eq!(found.len(), 2, "{}", document.text);
    let rows = said(&document, found[0]);
    assert_eq!(rows.last().map(String::as_str), Some("Total; 200; 50"));
    assert_eq!(said(&document, found[1]).len(), 3);
    // A word that is broken at a line's end is whole.
    assert_eq!(found[1].columns[1].path, ["Advertising sales"]);
}
