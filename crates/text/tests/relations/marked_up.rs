//! Tables of web pages and Markdown.

use text::table::{ColumnKind, TableKind};

use super::{document, shown, tables};

fn html(table: &str) -> Vec<String> {
    let page = format!("<html><body><p>About fares.</p>{table}<p>End.</p></body></html>");
    let document = document("a.html", page.as_bytes());
    let found = tables(&document);
    shown(&document, found[0])
}

#[test]
fn names_over_several_columns_are_paths() {
    let found = html(
        "<table><thead><tr><th rowspan=2>Zone</th><th colspan=2>2020</th></tr>\
         <tr><th>Adult</th><th>Child</th></tr></thead>\
         <tr><td>A</td><td>$2.10</td><td>1.05</td></tr>\
         <tr><td>B</td><td>3.40</td><td>&mdash;</td></tr></table>",
    );
    assert_eq!(
        found,
        [
            "Zone; 2020/Adult; 2020/Child",
            "A; 2.10USD; 1.05",
            "B; 3.40; –"
        ]
    );
}

#[test]
fn a_cell_over_several_rows_is_one_cell_in_each() {
    let source = "<table><tr><th>Make</th><th>Model</th><th>cc</th></tr>\
         <tr><td rowspan=2>DUCATI</td><td>916</td><td>916</td></tr>\
         <tr><td>Monster</td><td>900</td></tr>\
         <tr><td>BMW</td><td>R 90</td><td>898</td></tr></table>";
    let document = document(
        "a.html",
        format!("<html><body>{source}</body></html>").as_bytes(),
    );
    let table = tables(&document)[0];
    let cells = &table.columns[0].cells;
    assert_eq!(cells[0].span, cells[1].span);
    assert_ne!(cells[1].span, cells[2].span);
    let merged = table.parts[0].merged[0];
    assert_eq!((merged.row, merged.rows, merged.columns), (0, 2, 1));
    let printed = table.printed();
    let ducati = printed.iter().filter(|cell| cell.span == cells[0].span);
    assert_eq!(ducati.map(|cell| cell.rows).collect::<Vec<_>>(), [2]);
}

#[test]
fn group_headings_and_totals_are_no_rows_like_others() {
    let source = "| Item | 2019 | 2020 |\n|---|---|---|\n| Revenue | | |\n| Goods | 10 | 12 |\n\
         | Services | 5 | 6 |\n| Total revenue | 15 | 18 |\n| Costs | | |\n| Staff | 7 | 8 |\n\
         | Rent | 2 | 2 |\n";
    let document = document("a.md", source.as_bytes());
    let table = tables(&document)[0];
    assert_eq!(
        shown(&document, table)[1..4],
        [
            "[Revenue] Goods; 10; 12",
            "[Revenue] Services; 5; 6",
            "[Revenue] Total revenue; 15; 18"
        ]
    );
    let total = |at: usize| table.rows[at].total;
    assert!(!total(0) && total(2));
    // Only the first part of a label says so: `Total revenue`, not `Revenue total`.
    assert_eq!(table.columns[1].kind, ColumnKind::Number);
}

#[test]
fn raised_marks_are_notes_of_their_cells() {
    let source = "<table><tr><th>State</th><th>Rate<sup>a</sup></th><th>Area</th></tr>\
         <tr><td>Ohio<sup>1</sup></td><td>12<sup>2</sup></td><td>9 km<sup>2</sup></td></tr>\
         <tr><td>Utah</td><td>13 <sup>1,2</sup></td><td>8 m<sup>2</sup></td></tr>\
         <tr><td>The 1<sup>st</sup></td><td>14</td><td>7</td></tr></table>\
         <p><sup>1</sup> without exports</p><p>2 estimated</p><p>(a) per thousand</p>";
    let document = document("a.html", source.as_bytes());
    let table = tables(&document)[0];
    assert_eq!(
        shown(&document, table),
        [
            "State; Rate; Area",
            "Ohio; 12; 9 km2",
            "Utah; 13; 8 m2",
            "The 1st; 14; 7"
        ]
    );
    let spans = [(0, 0, "Ohio"), (1, 0, "12"), (1, 1, "13")];
    for (column, row, said) in spans {
        let cell = &table.columns[column].cells[row];
        assert_eq!(cell.span.slice(&document.text), Some(said));
    }
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
            ("1", "without exports", Some(0), Some(0)),
            ("2", "estimated", Some(0), Some(1)),
            ("1,2", "", Some(1), Some(1)),
            ("a", "per thousand", None, Some(1)),
        ]
    );
}

#[test]
fn signs_in_cells_of_their_own_join_their_numbers() {
    let source = "<table><tr><th></th><th></th><th colspan=3>2020</th><th></th>\
         <th colspan=3>2019</th></tr>\
         <tr><td>Sales</td><td></td><td>$</td><td>1,200</td><td></td><td></td><td>$</td>\
         <td>1,100</td><td></td></tr>\
         <tr><td>Loss</td><td></td><td></td><td>(300</td><td>)</td><td></td><td></td><td>—</td>\
         <td></td></tr>\
         <tr><td>Share</td><td></td><td></td><td>12</td><td>%</td><td></td><td></td><td>9</td>\
         <td>%</td></tr></table>";
    let document = document("a.html", source.as_bytes());
    let table = tables(&document)[0];
    assert_eq!(
        shown(&document, table),
        [
            "; 2020; 2019",
            "Sales; 1200USD; 1100USD",
            "Loss; -300; –",
            "Share; 12%; 9%"
        ]
    );
    let cell = &table.columns[1].cells[0];
    assert_eq!(cell.span.slice(&document.text), Some("$1,200"));
    assert!(document.text.contains("Share | 12% | 9%"));
}

#[test]
fn scales_and_units_come_from_caption_and_names() {
    let source = "Sales by region (in millions of euros)\n\n| Region | Year | Sales | Share (%) |\n\
         |---|---|---|---|\n| North | 2019 | 1,234 (a) | 12.5* |\n| South | 2020 | 987 | 8.0 |\n\n\
         (a) without exports\n\n\\* estimate\n";
    let document = document("a.md", source.as_bytes());
    let table = tables(&document)[0];
    let column = |at: usize| (table.columns[at].unit.as_str(), table.columns[at].scale);
    assert_eq!(column(1), ("", 0), "years are in no millions");
    assert_eq!(column(2), ("EUR", 6));
    assert_eq!(column(3), ("%", 0));
    assert_eq!(shown(&document, table)[1], "North; 2019; 1234; 12.5");
    let notes: Vec<(&str, &str)> = table
        .notes
        .iter()
        .map(|note| (note.mark.as_str(), note.text.as_str()))
        .collect();
    assert_eq!(notes, [("a", "without exports"), ("*", "estimate")]);
}

#[test]
fn lists_and_sections_are_relations_too() {
    let source = "# Rules\n\nNot carried:\n\n1. bees\n2. open fuel\n\n## Rule 1 Scope\n\na\n\n\
         ## Rule 2 Fees\n\nb\n\n## Rule 3 Terms\n\nc\n";
    let document = document("a.md", source.as_bytes());
    let of = |kind: TableKind| {
        let found = document.relations.iter().find(|table| table.kind == kind);
        shown(&document, found.expect("it is there"))
    };
    assert_eq!(
        of(TableKind::List),
        [
            "number; Not carried; level",
            "#1.; bees; 0",
            "#2.; open fuel; 0"
        ]
    );
    assert_eq!(
        of(TableKind::Series),
        [
            "Rule; title; page",
            "#1; Scope; ",
            "#2; Fees; ",
            "#3; Terms; "
        ]
    );
    assert_eq!(of(TableKind::Sections).len(), 5);
}
