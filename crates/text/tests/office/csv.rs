//! CSV and its like.

use super::{check, clean, read_as, rows, span_of};
use text::{ChunkConfig, Format, Warning, chunk, sniff};

#[test]
fn records_become_rows() {
    let document = clean(
        "a.csv",
        b"Name,Amount,Note\r\nNails,\"1,200\",\"two\nlines \"\"quoted\"\"\"\r\n\r\nScrews | long,,last\r\n",
    );
    assert_eq!(document.format, Format::Csv);
    assert_eq!(
        document.text,
        "Name | Amount | Note\nNails | 1,200 | two lines \"quoted\"\n\nScrews \u{a6} long |  | \
         last\n"
    );
    assert_eq!(
        document.tables[0].header.as_deref(),
        Some("Name | Amount | Note")
    );
    // A blank line is a row of the sheet, a quoted line break is none.
    assert_eq!(
        document.rows_of(span_of(&document, "two lines")),
        Some((2, 2))
    );
    assert_eq!(document.rows_of(span_of(&document, "Screws")), Some((4, 4)));
    assert_eq!(document.tables[1].header, document.tables[0].header);
}

#[test]
fn delimiters() {
    for (name, source, expected) in [
        ("a.csv", "a;b\n1,5;2\n3,5;4\n", "a | b\n1,5 | 2\n3,5 | 4\n"),
        ("a.tsv", "a\tb\n1, 5\t2\n", "a | b\n1, 5 | 2\n"),
        ("a.csv", "a|b|c\n1|2|3\n", "a | b | c\n1 | 2 | 3\n"),
        ("a.csv", "sep=;\na,x;b\n1;2\n", "a,x | b\n1 | 2\n"),
        ("a.csv", "only\none\ncolumn\n", "only\none\ncolumn\n"),
        ("a.csv", "1,2\n3,4\n", "1 | 2\n3 | 4\n"),
    ] {
        assert_eq!(clean(name, source.as_bytes()).text, expected, "{source:?}");
    }
    let declared = clean("a.csv", b"sep=;\na;b\n1;2\n");
    assert_eq!(rows(&declared, 0), [("1 | 2", Some(3))]);
    let headless = clean("a.csv", b"1,2\n3,4\n");
    assert_eq!(headless.tables[0].header, None);
    assert_eq!(rows(&headless, 0)[1], ("3 | 4", Some(2)));
}

#[test]
fn encodings() {
    let source = "Größe;Menge\nmaß;1\nfuß;2\n";
    let utf16: Vec<u8> = "\u{feff}"
        .encode_utf16()
        .chain(source.encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    let latin: Vec<u8> = source.chars().map(|letter| letter as u8).collect();
    for bytes in [source.as_bytes().to_vec(), utf16, latin] {
        let (document, _) = read_as("a.csv", &bytes).expect("values");
        assert_eq!(document.text, "Größe | Menge\nmaß | 1\nfuß | 2\n");
    }
}

#[test]
fn titles_above_the_header() {
    let document = clean(
        "a.csv",
        b"Stock list 2024\n\nName,Amount\nNails,12\nScrews,7\n",
    );
    assert_eq!(
        document.text,
        "Stock list 2024\n\nName | Amount\nNails | 12\nScrews | 7\n"
    );
    let table = document.tables.last().expect("a table");
    assert_eq!(table.title.as_deref(), Some("Stock list 2024"));
    assert_eq!(table.header.as_deref(), Some("Name | Amount"));
}

#[test]
fn values_by_content() {
    let table = "id\tname\tamount\n".to_owned() + &"7\tnails\t12\n".repeat(6);
    let prose = "First, we went there, and saw.\nThen, it rained, and rained.\n".repeat(5);
    let lines = "{\"a\": 1, \"b\": 2, \"c\": 3}\n".repeat(8);
    for (name, source, expected) in [
        ("export", table.as_str(), Format::Csv),
        ("export.txt", &table.replace('\t', ";"), Format::Csv),
        ("export.md", &table, Format::Markdown),
        ("notes.txt", &prose, Format::Plain),
        ("log.jsonl", &lines, Format::Plain),
        ("short.txt", "a,b,c\n1,2,3\n", Format::Plain),
        ("short.CSV", "a,b,c\n1,2,3\n", Format::Csv),
    ] {
        assert_eq!(sniff(source.as_bytes(), name), Some(expected), "{name}");
    }
}

#[test]
fn an_open_quote_swallows_the_rest_and_no_more() {
    let (document, _) = read_as("a.csv", b"a,b\n1,\"2\n3,4\n").expect("values");
    check(&document);
    assert_eq!(document.text, "a | b\n1 | 2 3,4\n");
}

/// In the square of its length it would take hours.
#[test]
fn two_hundred_thousand_rows_take_seconds() {
    let mut source = String::from("number,name,amount,place\n");
    for row in 0..200_000 {
        source += &format!(
            "{row},item {row},{}.50,\"shelf {}, left\"\n",
            row % 977,
            row % 31
        );
    }
    let start = std::time::Instant::now();
    let (document, warnings) = read_as("a.csv", source.as_bytes()).expect("values");
    println!("read {} bytes in {:?}", source.len(), start.elapsed());
    let start = std::time::Instant::now();
    let chunks = chunk(&document, &ChunkConfig::default());
    println!("cut into {} chunks in {:?}", chunks.len(), start.elapsed());
    assert_eq!(warnings, []);
    let [table] = &document.tables[..] else {
        panic!("one table")
    };
    assert_eq!(table.rows.len(), 200_000);
    assert_eq!(
        document.rows_of(span_of(&document, "item 199999")),
        Some((200_001, 200_001))
    );
    for chunk in chunks.iter().skip(1) {
        assert_eq!(chunk.context, "number | name | amount | place");
        let body = chunk.span.slice(&document.text).expect("a chunk");
        assert!(
            body.lines().all(|line| line.split(" | ").count() == 4),
            "{body}"
        );
    }
}

#[test]
fn control_characters_are_left_out() {
    let (document, warnings) = read_as("a.csv", b"a,b\n\x001,\x012\n").expect("values");
    assert_eq!(document.text, "a | b\n1 | 2\n");
    assert_eq!(warnings, [Warning::ControlCharactersDropped { count: 2 }]);
}
