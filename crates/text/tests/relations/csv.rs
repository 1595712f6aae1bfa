use super::{document, shown, tables};

fn lines(source: &str) -> Vec<String> {
    let document = document("a.csv", source.as_bytes());
    let tables = tables(&document);
    assert_eq!(tables.len(), 1, "{tables:?}");
    shown(&document, tables[0])
}

#[test]
fn values_have_types_and_columns_names() {
    let found = lines("Make,Model,Price,Share\nDUCATI,916,\"$1,200\",12.5%\nBMW,R 90,n/a,-\n");
    assert_eq!(
        found,
        [
            "Make; Model; Price; Share",
            "DUCATI; 916; 1200USD; 12.5%",
            "BMW; R 90; n/a; –"
        ]
    );
}

#[test]
fn rows_that_do_not_fit_are_odd() {
    let source = "a,b,c\n1,2,3\n1,2\n1,2,3,4\n5,6,7\n8,9,10\n";
    let document = document("a.csv", source.as_bytes());
    assert_eq!(tables(&document)[0].odd_rows, [1, 2]);
}

#[test]
fn a_header_alone_is_a_table_without_rows() {
    let document = document("a.csv", b"name,age,city\n");
    let tables = tables(&document);
    assert_eq!(shown(&document, tables[0]), ["name; age; city"]);
}

#[test]
fn five_hundred_columns_keep_their_places() {
    let row = |prefix: &str| {
        let cells: Vec<String> = (0..500).map(|at| format!("{prefix}{at}")).collect();
        cells.join(",")
    };
    let source = format!("{}\n{}\n{}\n", row("c"), row(""), row("1"));
    let document = document("a.csv", source.as_bytes());
    let table = tables(&document)[0];
    assert_eq!(table.columns.len(), 500);
    assert_eq!(table.columns[499].path, ["c499"]);
    let last = &table.columns[499].cells[1];
    assert_eq!(last.span.slice(&document.text), Some("1499"));
}

#[test]
fn a_line_of_five_megabytes_is_bounded() {
    let source = "1234,".repeat(1_000_000);
    let begun = std::time::Instant::now();
    let document = document("a.csv", source.as_bytes());
    assert!(begun.elapsed().as_secs() < 20);
    assert!(
        document
            .relations
            .iter()
            .all(|table| table.columns.len() <= 17_000)
    );
}

#[test]
fn a_quarter_alone_in_its_row_names_the_rows_below() {
    let source = "Region,Sales,Cost\nThird quarter 2022,,\nNorth,1,2\nSouth,3,4\n\
                  Fourth quarter 2022,,\nNorth,5,6\nSouth,7,8\n";
    let document = document("a.csv", source.as_bytes());
    let table = tables(&document)[0];
    let bands: Vec<String> = (0..table.rows.len())
        .map(|row| table.band_path(row).join("/"))
        .collect();
    let (third, fourth) = ("Third quarter 2022", "Fourth quarter 2022");
    assert_eq!(bands, [third, third, fourth, fourth]);
}
