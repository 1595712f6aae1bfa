//! Labels and figures in grids that lines part only here and there, and fonts that are taken
//! for one another.

use text::Document;

use crate::drawn::{Drawn, pdf, written};
use crate::{drawn, read};

/// A frame with one line between its columns at each of `xs`.
fn framed(page: Drawn, xs: &[f32], top: f32, bottom: f32) -> Drawn {
    let (Some(left), Some(right)) = (xs.first(), xs.last()) else {
        return page;
    };
    let page = page
        .ruled(*left, top, *right, top)
        .ruled(*left, bottom, *right, bottom);
    xs.iter()
        .fold(page, |page, x| page.ruled(*x, bottom, *x, top))
}

fn rows_of(document: &Document) -> Vec<&str> {
    let table = document.tables.first().expect("a table");
    let rows = table.rows.iter();
    rows.map(|row| row.slice(&document.text).expect("in the text"))
        .collect()
}

#[test]
fn figures_stay_with_labels_of_two_lines_whichever_line_they_stand_in() {
    let lines: [(&str, [&str; 2]); 9] = [
        ("Income tax paid in cash", ["(256)", "(225)"]),
        ("Purchase of property, plant, equipment", ["", ""]),
        ("and other intangible assets", ["(527)", "(526)"]),
        ("Proceeds from sales of property, plant", ["", ""]),
        ("Equipment and other intangible assets", ["18", "30"]),
        ("Working capital", ["(154)", "(229)"]),
        ("Other items", ["", ""]),
        ("Repayment", ["41", "43"]),
        ("(of long-term debt)", ["", ""]),
    ];
    let mut page = framed(Drawn::new(), &[66.0, 300.0, 380.0, 460.0], 712.0, 590.0);
    for (at, (label, figures)) in lines.iter().enumerate() {
        let y = 700.0 - 12.0 * at as f32;
        page = page.text(72.0, y, 10.0, label);
        for (x, figure) in [310.0, 390.0].iter().zip(figures) {
            if !figure.is_empty() {
                page = page.text(*x, y, 10.0, figure);
            }
        }
    }
    let document = drawn(&[page]);
    assert_eq!(
        rows_of(&document),
        [
            "Income tax paid in cash | (256) | (225)",
            "Purchase of property, plant, equipment and other intangible assets | (527) | (526)",
            "Proceeds from sales of property, plant Equipment and other intangible assets | 18 | 30",
            "Working capital | (154) | (229)",
            "Other items |  |",
            "Repayment (of long-term debt) | 41 | 43",
        ],
        "{}",
        document.text
    );
}

#[test]
fn a_label_and_figures_in_one_column_of_a_grid_are_columns() {
    let mut page = framed(Drawn::new(), &[66.0, 330.0, 500.0], 712.0, 630.0);
    for (at, label) in ["North", "Middle", "South", "East", "West"]
        .iter()
        .enumerate()
    {
        let y = 700.0 - 14.0 * at as f32;
        page = page.text(72.0, y, 10.0, label);
        for (column, x) in [200.0, 280.0, 360.0, 440.0].iter().enumerate() {
            // Half of the rows leave some of their columns empty.
            if column % 2 == 0 || at % 2 == 0 {
                page = page.text(*x, y, 10.0, &format!("{column}{at}.5"));
            }
        }
    }
    let document = drawn(&[page]);
    let rows = rows_of(&document);
    assert!(
        document.text.contains("North | 00.5 | 10.5 | 20.5 | 30.5"),
        "{rows:?}"
    );
    assert!(rows.contains(&"Middle | 01.5 |  | 21.5 |"), "{rows:?}");
}

#[test]
fn tables_between_rules_of_one_width_are_not_one() {
    let mut page = Drawn::new().ruled(66.0, 712.0, 500.0, 712.0);
    for (at, [a, b, c, d]) in [
        ["Alabama", "11", "Nebraska", "5"],
        ["Alaska", "2", "Nevada", "9"],
        ["Arizona", "22", "New Jersey", "26"],
        ["Arkansas", "7", "New York", "47"],
    ]
    .iter()
    .enumerate()
    {
        let y = 700.0 - 12.0 * at as f32;
        page = page
            .text(72.0, y, 10.0, a)
            .text(240.0, y, 10.0, b)
            .text(300.0, y, 10.0, c)
            .text(470.0, y, 10.0, d);
    }
    let between =
        "The location of our stores of the other segment at the end of the year was as follows:";
    page = page
        .ruled(66.0, 658.0, 500.0, 658.0)
        .text(72.0, 642.0, 10.0, between);
    for (at, [a, b]) in [
        ["Alberta", "24"],
        ["Manitoba", "4"],
        ["Ontario", "69"],
        ["Quebec", "23"],
    ]
    .iter()
    .enumerate()
    {
        let y = 624.0 - 12.0 * at as f32;
        page = page.text(72.0, y, 10.0, a).text(470.0, y, 10.0, b);
    }
    let document = drawn(&[page.ruled(66.0, 580.0, 500.0, 580.0)]);
    let text = &document.text;
    assert!(text.contains("Arizona | 22 | New Jersey | 26"), "{text}");
    assert!(text.contains("\nOntario | 69"), "{text}");
    assert_eq!(document.tables.len(), 2, "{text}");
}

/// A page each, whose font has the same name and range, and widths of its own, elsewhere.
fn pages_of_one_font(widths: [i32; 2]) -> Vec<u8> {
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [6 0 R 10 0 R] /Count 2 >>".to_owned(),
        "null".to_owned(),
        "null".to_owned(),
        "<< >>".to_owned(),
    ];
    for width in widths {
        let page = objects.len() + 1;
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {} 0 R \
             /Resources << /Font << /F1 {} 0 R >> >> >>",
            page + 1,
            page + 2
        ));
        let drawn = "BT /F1 10 Tf 72 700 Td (Indicators of 11,240 units) Tj ET";
        objects.push(format!(
            "<< /Length {} >>\nstream\n{drawn}\nendstream",
            drawn.len() + 1
        ));
        objects.push(format!(
            "<< /Type /Font /Subtype /TrueType /BaseFont /Sheet /FirstChar 32 /LastChar 122 \
             /Encoding /WinAnsiEncoding /Widths {} 0 R >>",
            page + 3
        ));
        let of = |code: u8| if code == b' ' { 280 } else { width };
        let all: Vec<String> = (32..=122).map(|code| of(code).to_string()).collect();
        objects.push(format!("[{}]", all.join(" ")));
    }
    written(&objects)
}

#[test]
fn a_page_is_drawn_with_its_own_widths() {
    // The first page's font has no letters of the second's: they have no width there.
    let (document, _) = read(&pages_of_one_font([0, 556])).expect("readable");
    let last = document.text.lines().last();
    assert_eq!(last, Some("Indicators of 11,240 units"));
    let (alone, _) = read(&pages_of_one_font([556, 556])).expect("readable");
    assert_eq!(alone.text.matches("11,240").count(), 2);
    // Nor does a file change the reading of the next one.
    let drawn = [Drawn::new().text(72.0, 700.0, 10.0, "Total 1,126.2")];
    let (first, _) = read(&pdf(&drawn)).expect("readable");
    assert_eq!(first.text, "Total 1,126.2");
}

#[test]
fn a_table_of_texts_goes_on_where_nothing_stands_between_its_pages() {
    let page = |rows: &[[&str; 2]]| {
        let mut page = Drawn::new();
        for (at, [name, place]) in rows.iter().enumerate() {
            let y = 700.0 - 16.0 * at as f32;
            page = page.text(72.0, y, 10.0, name).text(380.0, y, 10.0, place);
        }
        page
    };
    let first = [
        ["Harbour Investment Co.", "Nevada"],
        ["Harbour Networks, Inc.", "Delaware"],
        ["Harbour Property Co.", "Nevada"],
        ["Harbour Stores, L.P.", "Delaware"],
        ["Harbour Services, Inc.", "Delaware"],
        ["Harbour Solar Lessee, LLC", "Delaware"],
        ["Harbour Finance, LLC", "Nevada"],
        ["Harbour Holdings, LLC", "Delaware"],
        ["Harbour Canada, LLC", "Delaware"],
        ["Harbour Solutions, Inc.", "Nevada"],
    ];
    let second = [
        ["Harbour Product Protection, Inc.", "South Dakota"],
        ["Richfield, LLC", "Delaware"],
        ["Tide Incorporated", "New York"],
    ];
    let tables = |document: &Document| {
        let all = document.relations.iter();
        let tables = all.filter(|one| one.kind == text::table::TableKind::Table);
        tables.map(|one| one.rows.len()).collect::<Vec<_>>()
    };
    let whole = drawn(&[page(&first), page(&second)]);
    assert_eq!(tables(&whole), [13], "{}", whole.text);
    let between = page(&second).text(72.0, 740.0, 10.0, "These are other companies of the owner.");
    let apart = drawn(&[page(&first), between]);
    assert_eq!(tables(&apart), [10], "{}", apart.text);
}

#[test]
fn rows_of_several_lines_are_told_by_the_space_between_them() {
    let rows: [&[[&str; 4]]; 4] = [
        &[["Name", "Age", "Position", "Other positions held"]],
        &[
            [
                "Inge Holm",
                "65",
                "Chair of the Board",
                "Chief Executive Officer, and",
            ],
            ["", "", "", "Vice Chair, 2012-2018"],
        ],
        &[
            [
                "Anna Berg",
                "51",
                "Senior Vice President,",
                "Managing Director, 2016-2017",
            ],
            ["", "", "Research", "Director, Tapes"],
            ["", "", "", "Director, Glues, 2010-2013"],
        ],
        &[
            [
                "Carl Dahl",
                "59",
                "Executive Officer",
                "Vice President, Electronics",
            ],
            ["", "", "", "Vice President, Asia"],
        ],
    ];
    let mut page = Drawn::new();
    let mut y = 720.0;
    for lines in rows {
        for (at, cells) in lines.iter().enumerate() {
            for (x, cell) in [72.0, 180.0, 220.0, 380.0].iter().zip(cells) {
                // Further lines of a cell are set in a little.
                let x = if at > 0 { x + 5.0 } else { *x };
                if !cell.is_empty() {
                    page = page.text(x, y, 10.0, cell);
                }
            }
            y -= 12.0;
        }
        y -= 14.0;
    }
    let document = drawn(&[page]);
    assert_eq!(
        rows_of(&document),
        [
            "Inge Holm | 65 | Chair of the Board | Chief Executive Officer, and Vice Chair, 2012-2018",
            "Anna Berg | 51 | Senior Vice President, Research | Managing Director, 2016-2017 Director, \
             Tapes Director, Glues, 2010-2013",
            "Carl Dahl | 59 | Executive Officer | Vice President, Electronics Vice President, Asia",
        ],
        "{}",
        document.text
    );
}
