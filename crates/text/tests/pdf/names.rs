//! Names of columns above rows, labels of several lines between them, and how far headings reach.

use text::Document;

use crate::drawn;
use crate::drawn::Drawn;

/// Writes rows of texts at `xs`, from `top` down, 12 points apart; labels may be set in by
/// blanks, six points each.
fn rows(page: Drawn, xs: &[f32], top: f32, rows: &[&[&str]]) -> Drawn {
    let mut page = page;
    for (at, texts) in rows.iter().enumerate() {
        let y = top - 12.0 * at as f32;
        for (x, text) in xs.iter().zip(*texts) {
            let bare = text.trim_start();
            let set_in = 6.0 * (text.len() - bare.len()) as f32;
            if !bare.is_empty() {
                page = page.text(x + set_in, y, 10.0, bare);
            }
        }
    }
    page
}

fn rows_of(document: &Document) -> Vec<&str> {
    let table = document.tables.first().expect("a table");
    let rows = table.rows.iter();
    rows.map(|row| row.slice(&document.text).expect("in the text"))
        .collect()
}

fn header_of(document: &Document) -> &str {
    let table = document.tables.first().expect("a table");
    table.header.as_deref().unwrap_or_default()
}

const XS: [f32; 3] = [72.0, 300.0, 380.0];

#[test]
fn labels_of_two_lines_between_rows_are_one_label() {
    let lines: [&[&str]; 6] = [
        &["", "2019", "2018"],
        &["Net cash from operations", "256", "225"],
        &["Withholding tax payments on stock units"],
        &["converted", "(116)", "(85)"],
        &["Repayment of borrowings of subsidiaries", "(41)", "(43)"],
        &["Other items", "12", "13"],
    ];
    let document = drawn(&[rows(Drawn::new(), &XS, 700.0, &lines)]);
    assert_eq!(
        rows_of(&document),
        [
            "Net cash from operations | 256 | 225",
            "Withholding tax payments on stock units converted | (116) | (85)",
            "Repayment of borrowings of subsidiaries | (41) | (43)",
            "Other items | 12 | 13",
        ],
        "{}",
        document.text
    );
}

#[test]
fn a_short_heading_above_rows_in_small_letters_stays_one() {
    let lines: [&[&str]; 5] = [
        &["", "2019", "2018"],
        &["Fruit"],
        &["apples from the orchards of the north", "256", "225"],
        &["pears", "116", "85"],
        &["plums", "41", "43"],
    ];
    let document = drawn(&[rows(Drawn::new(), &XS, 700.0, &lines)]);
    assert_eq!(rows_of(&document)[0], "Fruit", "{}", document.text);
}

#[test]
fn periods_beside_other_names_and_above_a_note_in_brackets_name_columns() {
    let xs = [72.0, 250.0, 320.0, 400.0];
    let lines: [&[&str]; 5] = [
        &["Three months ended March 31,", "2022", "2021", "Change"],
        &["", "(Dollars in millions)"],
        &["Casino revenue", "554", "541", "2 %"],
        &["Slots handle", "6,668", "5,286", "26 %"],
        &["Table games win", "375", "333", "13 %"],
    ];
    let document = drawn(&[rows(Drawn::new(), &xs, 700.0, &lines)]);
    assert_eq!(
        header_of(&document),
        "Three months ended March 31, | 2022 | 2021 | Change",
        "{}",
        document.text
    );
    let table = &document.relations[0];
    assert_eq!(table.columns[1].scale, 6, "{}", document.text);
    assert_eq!(table.columns[2].scale, 6);
    assert_eq!(table.columns[3].scale, 0, "percentages have no scale");
}

#[test]
fn a_name_over_one_figure_alone_is_a_column() {
    let xs = [72.0, 250.0, 320.0, 400.0];
    let lines: [&[&str]; 5] = [
        &["In millions", "2022", "2021", "Change"],
        &["Provision for taxes", "1,252", "883", "42 %"],
        &["Share of revenue", "7 %", "6 %"],
        &["Effective tax rate", "21 %", "15 %"],
        &["Rate of the year before", "20 %", "14 %"],
    ];
    let document = drawn(&[rows(Drawn::new(), &xs, 700.0, &lines)]);
    assert_eq!(
        header_of(&document),
        "In millions | 2022 | 2021 | Change",
        "{}",
        document.text
    );
    let first = rows_of(&document)[0];
    assert_eq!(first, "Provision for taxes | 1,252 | 883 | 42 %");
}

#[test]
fn names_above_the_lines_around_rows_belong_to_them() {
    let mut page = rows(Drawn::new(), &XS, 724.0, &[&["", "2022", "2021"]]);
    let lines: [&[&str]; 3] = [
        &["Net revenues", "2,297", "1,806"],
        &["Acquisitions", "(317)", "(226)"],
        &["Dispositions", "(137)", "(152)"],
    ];
    page = rows(page, &XS, 700.0, &lines);
    for y in [714.0, 693.0, 681.0, 669.0] {
        page = page.ruled(66.0, y, 460.0, y);
    }
    for x in [66.0, 290.0, 370.0, 460.0] {
        page = page.ruled(x, 669.0, x, 714.0);
    }
    let document = drawn(&[page]);
    assert_eq!(header_of(&document), "| 2022 | 2021", "{}", document.text);
    assert_eq!(rows_of(&document)[0], "Net revenues | 2,297 | 1,806");
}

/// The headings over each row of the first table.
fn headings(document: &Document) -> Vec<(String, String)> {
    let table = &document.relations[0];
    let label = |at: usize| {
        let span = table.columns[0].cells[at].span;
        span.slice(&document.text).unwrap_or_default().to_owned()
    };
    (0..table.rows.len())
        .map(|at| (label(at), table.band_path(at).join(" / ")))
        .collect()
}

#[test]
fn headings_end_where_rows_are_set_out_again() {
    let lines: [&[&str]; 12] = [
        &["", "2019", "2018"],
        &["Electric power sector"],
        &["  Fossil fuels"],
        &["    Natural gas", "256", "225"],
        &["    Coal", "116", "85"],
        &["  Nuclear", "41", "43"],
        &["  Battery storage", "12", "13"],
        &["Small systems"],
        &["  Residential", "5", "6"],
        &["  Commercial", "7", "8"],
        &["  Total small systems", "12", "14"],
        &["Exports", "1", "2"],
    ];
    let document = drawn(&[rows(Drawn::new(), &XS, 700.0, &lines)]);
    let told = headings(&document);
    let told: Vec<(&str, &str)> = told.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    assert_eq!(
        told,
        [
            ("Natural gas", "Electric power sector / Fossil fuels"),
            ("Coal", "Electric power sector / Fossil fuels"),
            ("Nuclear", "Electric power sector"),
            ("Battery storage", "Electric power sector"),
            ("Residential", "Small systems"),
            ("Commercial", "Small systems"),
            ("Total small systems", "Small systems"),
            ("Exports", ""),
        ],
        "{}",
        document.text
    );
}

#[test]
fn headings_reach_on_where_no_row_is_set_in() {
    let lines: [&[&str]; 8] = [
        &["", "2019", "2018"],
        &["Financing activities"],
        &["Proceeds from debt", "256", "225"],
        &["Short-term borrowings, by maturity:"],
        &["  More than three months", "116", "85"],
        &["  Three months or less", "41", "43"],
        &["Cash dividends paid", "12", "13"],
        &["Share repurchases", "5", "6"],
    ];
    let document = drawn(&[rows(Drawn::new(), &XS, 700.0, &lines)]);
    let told = headings(&document);
    let told: Vec<&str> = told.iter().map(|(_, band)| band.as_str()).collect();
    let within = "Financing activities / Short-term borrowings, by maturity:";
    assert_eq!(
        told,
        [
            "Financing activities",
            within,
            within,
            "Financing activities",
            "Financing activities",
        ],
        "{}",
        document.text
    );
}

#[test]
fn figures_a_little_lower_than_their_label_are_in_its_row() {
    let mut page = rows(
        Drawn::new(),
        &XS,
        724.0,
        &[&["In millions", "2022", "2021"]],
    );
    let labels = [
        "Reported measure",
        "Restructuring",
        "Impairment",
        "Core measure",
    ];
    for (at, label) in labels.iter().enumerate() {
        let y = 700.0 - 14.0 * at as f32;
        page = page.text(XS[0], y, 8.0, label);
        for x in &XS[1..] {
            page = page.text(*x, y - 2.9, 8.0, &format!("{}.5", at + 1));
        }
    }
    let document = drawn(&[page]);
    assert_eq!(
        rows_of(&document)[0],
        "Reported measure | 1.5 | 1.5",
        "{}",
        document.text
    );
    assert_eq!(rows_of(&document).len(), 4);
}

#[test]
fn long_names_over_narrow_figures_name_them() {
    let xs = [72.0, 190.0, 240.0, 480.0];
    let mut page = Drawn::new();
    for (x, name) in [72.0, 186.0, 240.0, 440.0].iter().zip([
        "Name",
        "Age",
        "Position with the Company",
        "Years with the Company",
    ]) {
        page = page.bold(*x, 700.0, 10.0, name);
    }
    let lines: [&[&str]; 3] = [
        &["Corie Barry", "47", "Chief Executive Officer", "23"],
        &["Matt Bilunas", "50", "Chief Financial Officer", "17"],
        &["Jason Bonfig", "46", "Chief Merchandising Officer", "24"],
    ];
    let document = drawn(&[rows(page, &xs, 686.0, &lines)]);
    assert_eq!(
        header_of(&document),
        "Name | Age | Position with the Company | Years with the Company",
        "{}",
        document.text
    );
}

#[test]
fn bold_names_over_texts_that_sort_each_other_are_names() {
    let mut page = Drawn::new();
    for (x, name) in [(72.0, "Name of Company"), (300.0, "Organized Under Law of")] {
        page = page.bold(x, 700.0, 10.0, name);
    }
    let lines: [&[&str]; 8] = [
        &["Alpha Holdings", "Delaware"],
        &["Beta Products", "Delaware"],
        &["Gamma Japan", "Japan"],
        &["Delta Services", "Delaware"],
        &["Epsilon Sales", "Japan"],
        &["Zeta Networks", "Nevada"],
        &["Eta Stores", "Nevada"],
        &["Theta Trading", "Nevada"],
    ];
    let document = drawn(&[rows(page, &[72.0, 300.0], 688.0, &lines)]);
    assert_eq!(
        header_of(&document),
        "Name of Company | Organized Under Law of",
        "{}",
        document.text
    );
    assert_eq!(rows_of(&document)[0], "Alpha Holdings | Delaware");
}
