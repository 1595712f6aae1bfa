//! Workbooks: XLSX, ODS and XLS.

use super::made::{ods, xlsx};
use super::{check, clean, outline, read_as, rows, span_of};
use text::{ChunkConfig, Format, ReadError, chunk};

const STYLES: &str = r##"<numFmts><numFmt numFmtId="164" formatCode="dd\.mm\.yyyy"/><numFmt numFmtId="165" formatCode="#,##0.00\ &quot;EUR&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="9"/><xf numFmtId="165"/></cellXfs>"##;

#[test]
fn cells_as_people_see_them() {
    let sheet = r#"<sheetData>
<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="inlineStr"><is><r><t>Sh</t></r><r><t>are</t></r></is></c><c r="D1" t="str"><v>Cost</v></c><c r="E1" t="s"><v>2</v></c></row>
<row r="2"><c r="A2" t="s"><v>3</v></c><c r="B2" s="1"><v>45000</v></c><c r="C2" s="2"><f>1/4</f><v>0.25</v></c><c r="D2" s="3"><v>1234.5</v></c><c r="E2" t="b"><v>1</v></c></row>
<row r="5"><c r="A5" t="s"><v>99</v></c><c r="B5" t="e"><v>#DIV/0!</v></c><c r="C5"><v>0.1</v></c></row>
</sheetData>"#;
    let made = xlsx(
        &[("Prices 2024", sheet), ("Empty", "<sheetData/>")],
        &["Item", "Since", "Done", "Wind &amp; rain"],
        STYLES,
    );
    let document = clean("a.xlsx", &made);
    assert_eq!(document.format, Format::Xlsx);
    assert_eq!(
        document.text,
        "Prices 2024\n\nItem | Since | Share | Cost | Done\nWind & rain | 15.03.2023 | 25% | \
         1,234.50 EUR | TRUE\n\n| #DIV/0! | 0.1\n"
    );
    assert_eq!(outline(&document), [(1, "Prices 2024")]);
    assert_eq!(
        rows(&document, 0),
        [(
            "Wind & rain | 15.03.2023 | 25% | 1,234.50 EUR | TRUE",
            Some(2)
        )]
    );
    assert_eq!(
        document.rows_of(span_of(&document, "Item | Since")),
        Some((1, 1))
    );
    assert_eq!(
        document.rows_of(span_of(&document, "1,234.50")),
        Some((2, 2))
    );
    assert_eq!(
        document.rows_of(span_of(&document, "#DIV/0!")),
        Some((5, 5))
    );
    assert_eq!(document.rows_of(span_of(&document, "Prices")), None);
    let all = text::Span::new(0, document.text.len());
    assert_eq!(document.rows_of(all), Some((1, 5)));
    // After a gap the columns keep their names.
    assert_eq!(document.tables[1].header, document.tables[0].header);
}

#[test]
fn titles_merged_cells_and_two_rows_of_names() {
    let text = |place: &str, text: &str| {
        format!(r#"<c r="{place}" t="inlineStr"><is><t>{text}</t></is></c>"#)
    };
    let number = |place: &str, value: u32| format!(r#"<c r="{place}"><v>{value}</v></c>"#);
    let sheet = format!(
        r#"<sheetData><row r="2">{}</row><row r="3">{}{}</row><row r="4">{}{}{}{}</row>
<row r="5">{}{}{}{}{}</row><row r="6">{}{}{}{}</row></sheetData>
<mergeCells count="4"><mergeCell ref="B2:F2"/><mergeCell ref="C3:D3"/><mergeCell ref="E3:F3"/><mergeCell ref="B5:B6"/></mergeCells>"#,
        text("B2", "Sales by region"),
        text("C3", "2023"),
        text("E3", "2024"),
        text("C4", "Q1"),
        text("D4", "Q2"),
        text("E4", "Q1"),
        text("F4", "Q2"),
        text("B5", "North"),
        number("C5", 1),
        number("D5", 2),
        number("E5", 3),
        number("F5", 4),
        number("C6", 5),
        number("D6", 6),
        number("E6", 7),
        number("F6", 8),
    );
    let document = clean("a.xlsx", &xlsx(&[("S", &sheet)], &[], STYLES));
    assert_eq!(
        document.text,
        "S\n\nSales by region\n\n| 2023 |  | 2024\n| Q1 | Q2 | Q1 | Q2\nNorth | 1 | 2 | 3 | \
         4\nNorth | 5 | 6 | 7 | 8\n"
    );
    let table = &document.tables[0];
    assert_eq!(table.title.as_deref(), Some("Sales by region"));
    assert_eq!(
        table.header.as_deref(),
        Some("| 2023 Q1 | 2023 Q2 | 2024 Q1 | 2024 Q2")
    );
    assert_eq!(rows(&document, 0)[1], ("North | 5 | 6 | 7 | 8", Some(6)));
}

#[test]
fn a_header_that_the_file_declares() {
    let row = |number: u32, values: &[&str]| {
        let cells: String = values
            .iter()
            .zip('A'..)
            .map(|(value, column)| {
                format!(r#"<c r="{column}{number}" t="inlineStr"><is><t>{value}</t></is></c>"#)
            })
            .collect();
        format!(r#"<row r="{number}">{cells}</row>"#)
    };
    // Without the filter the first row of texts would be taken.
    let sheet = format!(
        "<sheetData>{}{}{}</sheetData><autoFilter ref=\"A2:B3\"/>",
        row(1, &["Printed by", "Ann"]),
        row(2, &["Name", ""]),
        row(3, &["Bo", "x"])
    );
    let document = clean("a.xlsx", &xlsx(&[("S", &sheet)], &[], STYLES));
    assert_eq!(
        document
            .tables
            .last()
            .and_then(|table| table.header.as_deref()),
        Some("Name |")
    );
}

#[test]
fn chunks_of_a_long_sheet_repeat_its_header_and_cut_no_row() {
    let data: String = (2..3_002)
        .map(|row| {
            format!(
                r#"<row r="{row}"><c r="A{row}" t="inlineStr"><is><t>item {row}</t></is></c><c r="B{row}"><v>{row}</v></c></row>"#
            )
        })
        .collect();
    let sheet = format!(
        r#"<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c><c r="B1" t="inlineStr"><is><t>Amount</t></is></c></row>{data}</sheetData>"#
    );
    let document = clean("a.xlsx", &xlsx(&[("Stock", &sheet)], &[], STYLES));
    let chunks = chunk(&document, &ChunkConfig::default());
    assert!(chunks.len() > 40);
    for chunk in &chunks {
        let body = chunk.span.slice(&document.text).expect("a chunk");
        let header = body.contains("Name | Amount") || chunk.context.contains("Name | Amount");
        assert!(header, "{body:?}");
        assert!(chunk.context.contains("Stock") || body.contains("Stock"));
        let (first, last) = document.rows_of(chunk.span).expect("rows");
        for line in body.lines().filter(|line| line.starts_with("item")) {
            let number: u32 = line
                .rsplit(' ')
                .next()
                .and_then(|n| n.parse().ok())
                .expect("whole");
            assert!((first..=last).contains(&number), "{line} in {first}-{last}");
            assert_eq!(line, format!("item {number} | {number}"));
        }
    }
}

#[test]
fn open_documents_show_their_texts() {
    let cell = |kind: &str, text: &str| {
        format!(
            r#"<table:table-cell office:value-type="{kind}"><text:p>{text}</text:p></table:table-cell>"#
        )
    };
    let row = |cells: &[String]| format!("<table:table-row>{}</table:table-row>", cells.concat());
    let tables = [
        r#"<table:table table:name="Stock">"#.to_owned(),
        row(&[cell("string", "Item"), cell("string", "When"), cell("string", "Share")]),
        row(&[
            r#"<table:table-cell office:value-type="string"><office:annotation><text:p>aside</text:p></office:annotation><text:p>Nails<text:s/>long</text:p></table:table-cell>"#.to_owned(),
            cell("date", "15.03.24"),
            cell("percentage", "25 %"),
        ]),
        r#"<table:table-row table:number-rows-repeated="3"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>"#.to_owned(),
        format!(r#"<table:table-row table:number-rows-repeated="2">{}</table:table-row>"#, cell("string", "Same")),
        r#"<table:table-row table:number-rows-repeated="1048569"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table><table:table table:name="None"/>"#.to_owned(),
    ]
    .concat();
    let document = clean("a.ods", &ods(&tables));
    assert_eq!(document.format, Format::Ods);
    assert_eq!(
        document.text,
        "Stock\n\nItem | When | Share\nNails long | 15.03.24 | 25 %\n\nSame\nSame\n"
    );
    assert_eq!(document.rows_of(span_of(&document, "25 %")), Some((2, 2)));
    assert_eq!(rows(&document, 1), [("Same", Some(6)), ("Same", Some(7))]);
    assert_eq!(document.metadata.title.as_deref(), Some("Stock"));
    assert_eq!(document.metadata.date.as_deref(), Some("2024-05-01"));
}

#[test]
fn workbooks_of_excel_97() {
    let document = clean("prices.xls", include_bytes!("../data/prices.xls"));
    assert_eq!(document.format, Format::Xls);
    assert_eq!(outline(&document), [(1, "Prices"), (1, "Größen")]);
    assert_eq!(
        document.tables[0].header.as_deref(),
        Some("Item | Since | Share | Cost")
    );
    assert_eq!(
        rows(&document, 0)[0],
        ("Nails | 2023-03-15 | 25% | 1,234.50", Some(2))
    );
    assert_eq!(
        document.rows_of(span_of(&document, "Ölfarbe")),
        Some((4, 4))
    );
    assert!(document.text.contains("Nails | 7"), "{}", document.text);
    check(&document);
}

#[test]
fn a_workbook_without_a_value_is_empty() {
    let made = xlsx(&[("A", "<sheetData/>"), ("B", "")], &[], "");
    assert_eq!(read_as("a.xlsx", &made).err(), Some(ReadError::Empty));
}
