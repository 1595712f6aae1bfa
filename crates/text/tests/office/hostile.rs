//! Files made to harm: each ends soon, in little memory, with a clear word.

use std::io::Write;

use super::made::{archive, docx, ods, pptx, xlsx};
use super::{check, clean, read_as};
use text::{Format, ReadError, ReadLimits, Warning, sniff};

fn document(body: &str) -> Vec<u8> {
    docx(body, &[])
}

/// A DOCX whose document is text repeated so often that it packs a thousandfold.
fn bomb(part: &str) -> Vec<u8> {
    let piece = "<w:p><w:r><w:t>a</w:t></w:r></w:p>".repeat(30_000);
    let mut text = b"<w:document xmlns:w='w'><w:body>".to_vec();
    while text.len() < 64 << 20 {
        text.extend_from_slice(piece.as_bytes());
    }
    archive(&[("word/document.xml", b"<w:document/>"), (part, &text)])
}

#[test]
fn zip_bombs() {
    let outcome = read_as("a.docx", &bomb("word/comments.xml"));
    assert_eq!(
        outcome.err(),
        Some(ReadError::Empty),
        "nobody unpacks what nobody refers to"
    );

    let text = vec![b' '; 64 << 20];
    let made = archive(&[("word/document.xml", &text)]);
    assert!(made.len() < 100_000);
    match read_as("a.docx", &made).err() {
        Some(ReadError::UnpacksTooLarge { part, limit }) => {
            assert_eq!(part, "word/document.xml");
            assert!(limit < 32 << 20, "{limit}");
        }
        other => panic!("{other:?}"),
    }
    let inner = archive(&[("word/document.xml", &made)]);
    let nested = archive(&[(
        "word/document.xml",
        &archive(&[("word/document.xml", &inner)]),
    )]);
    assert!(matches!(
        read_as("a.docx", &nested).err(),
        Some(ReadError::Damaged { .. })
    ));
}

#[test]
fn sizes_that_are_not_true() {
    let body = "<w:p><w:r><w:t>true</w:t></w:r></w:p>";
    let good = archive(&[(
        "word/document.xml",
        format!("<w:document xmlns:w='w'>{body}</w:document>").as_bytes(),
    )]);
    let central = good
        .windows(4)
        .rposition(|mark| mark == b"PK\x01\x02")
        .expect("an entry");
    for size in [0u32, 1, u32::MAX - 1] {
        let mut lied = good.clone();
        lied[central + 24..central + 28].copy_from_slice(&size.to_le_bytes());
        match read_as("a.docx", &lied) {
            Ok((document, _)) => check(&document),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

#[test]
fn names_that_lead_elsewhere_and_names_twice() {
    let text = |word: &str| {
        format!("<w:document xmlns:w='w'><w:p><w:r><w:t>{word}</w:t></w:r></w:p></w:document>")
    };
    let (one, two) = (text("one"), text("two"));
    let made = archive(&[
        ("../../etc/passwd", b"root"),
        ("/word/styles.xml", b"<"),
        ("word/document.xml", one.as_bytes()),
        ("WORD/Document.xml", two.as_bytes()),
    ]);
    assert_eq!(clean("a.docx", &made).text, "one\n");
    let climbing = super::made::relations(&[("s", "styles", "../../../../etc/passwd")]);
    let made = archive(&[
        ("word/document.xml", one.as_bytes()),
        ("word/_rels/document.xml.rels", climbing.as_bytes()),
        ("../../etc/passwd", b"root"),
    ]);
    assert_eq!(clean("a.docx", &made).text, "one\n");
}

#[test]
fn entities_are_not_expanded_and_nothing_is_fetched() {
    let mut declarations =
        String::from("<!ENTITY a0 \"lol\"><!ENTITY e SYSTEM \"file:///etc/passwd\">");
    for level in 1..30 {
        let refer = format!("&a{};", level - 1).repeat(10);
        declarations += &format!("<!ENTITY a{level} \"{refer}\">");
    }
    let text = format!(
        "<?xml version='1.0'?><!DOCTYPE d [{declarations}]><w:document xmlns:w='w'><w:p><w:r><w:t>before &a29;&e; after &amp; &#65;</w:t></w:r></w:p></w:document>"
    );
    let made = archive(&[("word/document.xml", text.as_bytes())]);
    let (document, _) = read_as("a.docx", &made).expect("text");
    assert_eq!(document.text, "before  after & A\n");
}

#[test]
fn deep_nesting_gives_what_stands_before_it() {
    let tables = "<w:tbl><w:tr><w:tc>".repeat(100_000);
    let (document, warnings) = read_as(
        "a.docx",
        &document(&format!("<w:p><w:r><w:t>first</w:t></w:r></w:p>{tables}")),
    )
    .expect("text");
    assert_eq!(document.text, "first\n");
    assert!(
        matches!(&warnings[..], [Warning::InPart { part, .. }] if part == "word/document.xml"),
        "{warnings:?}"
    );

    let groups = "<p:grpSp>".repeat(100_000);
    let slide =
        format!("<p:sp><p:txBody><a:p><a:r><a:t>seen</a:t></a:r></a:p></p:txBody></p:sp>{groups}");
    let (deck, warnings) = read_as("a.pptx", &pptx(&[(&slide, &[])])).expect("slides");
    assert_eq!((deck.text.as_str(), warnings.len()), ("seen\n", 1));
}

#[test]
fn sheets_that_claim_every_cell() {
    let cell = |place: &str| format!(r#"<c r="{place}"><v>1</v></c>"#);
    let sheet = format!(
        r#"<dimension ref="A1:XFD1048576"/><sheetData><row r="1">{}{}</row><row r="1048576">{}{}</row></sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>"#,
        cell("A1"),
        cell("XFD1"),
        cell("A1048576"),
        cell("XFD1048576"),
    );
    let document = clean("a.xlsx", &xlsx(&[("S", &sheet)], &[], ""));
    assert_eq!(document.text, "S\n\n1 | 1\n\n1 | 1\n");
    assert_eq!(
        document.tables[1]
            .sheet_rows
            .as_ref()
            .and_then(|rows| rows.number(0)),
        Some(1_048_576)
    );

    // Rows that overlap, go back, repeat, and lie outside of a sheet.
    let odd = format!(
        r#"<sheetData><row r="9">{0}{0}</row><row r="2">{0}</row><row r="99999999999">{1}</row><row>{2}</row></sheetData>"#,
        cell("B9"),
        cell("ZZZZ1"),
        cell("C0")
    );
    check(&clean("a.xlsx", &xlsx(&[("S", &odd)], &[], "")));

    let filled = r#"<table:table table:name="S"><table:table-row table:number-rows-repeated="4294967295"><table:table-cell office:value-type="float" table:number-columns-repeated="4294967295"><text:p>1</text:p></table:table-cell></table:table-row></table:table>"#;
    let document = clean("a.ods", &ods(filled));
    assert!(document.text.len() < 2 << 20, "{}", document.text.len());
}

#[test]
fn merged_areas_without_end() {
    let areas: String = (0..30_000)
        .map(|_| r#"<mergeCell ref="A1:BL1048576"/>"#)
        .collect();
    let rows: String = (1..2_000)
        .map(|row| format!(r#"<row r="{row}"><c r="A{row}"><v>{row}</v></c></row>"#))
        .collect();
    let sheet = format!("<sheetData>{rows}</sheetData><mergeCells>{areas}</mergeCells>");
    check(&clean("a.xlsx", &xlsx(&[("S", &sheet)], &[], "")));
}

#[test]
fn text_beyond_the_limit_is_left_out() {
    let limits = ReadLimits {
        text_bytes_max: 200,
        ..ReadLimits::default()
    };
    let rows = "a,b,c\n".repeat(1_000);
    let body = "<w:p><w:r><w:t>some words</w:t></w:r></w:p>".repeat(1_000);
    for (name, bytes) in [("a.csv", rows.into_bytes()), ("a.docx", document(&body))] {
        let (document, warnings) = text::read(&bytes, name, &limits).expect(name);
        assert!(document.text.len() <= 200);
        check(&document);
        assert_eq!(warnings, [Warning::TextCut { limit: 200 }], "{name}");
    }
}

/// A compound file with one stream.
fn compound(stream: &str, bytes: &[u8]) -> Vec<u8> {
    let mut file = cfb::CompoundFile::create(std::io::Cursor::new(Vec::new())).expect("a file");
    file.create_stream(stream)
        .expect("a stream")
        .write_all(bytes)
        .expect("its bytes");
    file.flush().expect("written");
    file.into_inner().into_inner()
}

#[test]
fn encrypted_files() {
    let made = compound("/EncryptedPackage", &[7; 5_000]);
    for (name, format) in [
        ("a.docx", Format::Docx),
        ("a.XLSX", Format::Xlsx),
        ("a.pptx", Format::Pptx),
    ] {
        assert_eq!(sniff(&made, name), Some(format));
        assert_eq!(
            read_as(name, &made).err(),
            Some(ReadError::Encrypted),
            "{name}"
        );
    }
    // BOF of BIFF8, FILEPASS.
    let mut workbook = vec![0x09, 0x08, 4, 0, 0x00, 0x06, 0x05, 0x00];
    workbook.extend([0x2f, 0, 2, 0, 0, 0]);
    workbook.resize(5_000, 0);
    let made = compound("/Workbook", &workbook);
    assert_eq!(read_as("a.xls", &made).err(), Some(ReadError::Encrypted));

    let manifest = b"<manifest:manifest><manifest:encryption-data/></manifest:manifest>";
    let made = archive(&[
        (
            "mimetype",
            b"application/vnd.oasis.opendocument.spreadsheet",
        ),
        ("META-INF/manifest.xml", manifest),
        ("content.xml", b"\x01\x02\x03"),
    ]);
    assert_eq!(read_as("a.ods", &made).err(), Some(ReadError::Encrypted));
}

#[test]
fn what_is_no_office_file() {
    for bytes in [
        archive(&[("a.txt", b"text")]),
        archive(&[
            ("[Content_Types].xml", b"<Types/>"),
            ("xl/workbook.bin", b"\0"),
        ]),
        compound("/WordDocument", &[0; 5_000]),
        b"PK\x03\x04".to_vec(),
        b"PK\x05\x06".to_vec(),
    ] {
        assert_eq!(sniff(&bytes, "a.docx"), None);
    }
    let old = compound("/Book", &[0x09, 0x08, 4, 0, 0x00, 0x05, 0x05, 0x00]);
    assert!(matches!(
        read_as("a.xls", &old).err(),
        Some(ReadError::Damaged { .. })
    ));
}

#[test]
fn truncated_files_say_so() {
    let paragraphs: String = (0..500)
        .map(|number| format!("<w:p><w:r><w:t>paragraph {number}</w:t></w:r></w:p>"))
        .collect();
    let whole = document(&paragraphs);
    let half = &whole[..whole.len() / 2];
    assert_eq!(sniff(half, "a.docx"), Some(Format::Docx));
    assert!(matches!(
        read_as("a.docx", half).err(),
        Some(ReadError::Damaged { .. })
    ));

    // A whole archive whose document breaks off.
    let text = format!("<w:document xmlns:w='w'><w:body>{paragraphs}");
    let made = archive(&[("word/document.xml", &text.as_bytes()[..text.len() - 20])]);
    let (document, warnings) = read_as("a.docx", &made).expect("text");
    assert!(document.text.contains("paragraph 498"));
    assert!(
        matches!(&warnings[..], [Warning::InPart { .. }]),
        "{warnings:?}"
    );

    let xls = include_bytes!("../data/prices.xls");
    for length in (512..xls.len()).step_by(97) {
        match read_as("a.xls", &xls[..length]) {
            Ok((document, _)) => check(&document),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

#[test]
fn a_missing_sheet_is_a_warning() {
    let cell = r#"<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData>"#;
    let mut made = xlsx(&[("One", cell), ("Two", cell)], &[], "");
    let name = b"xl/worksheets/sheet2.xml";
    while let Some(at) = made.windows(name.len()).position(|window| window == name) {
        made[at + 18] = b'X';
    }
    let (document, warnings) = read_as("a.xlsx", &made).expect("a sheet");
    assert_eq!(document.text, "One\n\n1\n");
    assert!(
        matches!(&warnings[..], [Warning::InPart { part, .. }] if part.ends_with("sheet2.xml")),
        "{warnings:?}"
    );
}
