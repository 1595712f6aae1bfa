//! What holds for every document the reader gives, and that no bytes make it panic.

use text::{Document, Span};

use crate::{collection, read};

/// Page starts rise, spans lie on character borders of the text, sections nest
/// and tables hold their rows.
pub fn keeps_its_promises(document: &Document) {
    let text = &document.text;
    let mut last = 0;
    for page in &document.pages {
        assert!(
            page.start >= last && text.is_char_boundary(page.start),
            "page starts rise"
        );
        last = page.start;
    }
    assert!(!text.contains('\r') && !text.contains('\0'));
    let sound = |span: Span| {
        assert!(
            span.slice(text).is_some(),
            "{span:?} is no span of the text"
        )
    };
    for (index, section) in document.sections.iter().enumerate() {
        sound(section.span);
        assert!((1..=6).contains(&section.level));
        if let Some(parent) = section.parent {
            let parent_section = &document.sections[parent];
            assert!(parent < index && parent_section.level < section.level);
            assert!(parent_section.span.contains(section.span), "sections nest");
        }
        if let Some(next) = document.sections.get(index + 1) {
            assert!(
                next.span.start >= section.span.start,
                "sections are in order"
            );
        }
    }
    for table in &document.tables {
        sound(table.span);
        for row in &table.rows {
            sound(*row);
            assert!(table.span.contains(*row), "rows lie in their table");
            assert!(!row.is_empty() && !row.slice(text).unwrap_or_default().contains('\n'));
        }
        assert!(
            table
                .rows
                .windows(2)
                .all(|pair| pair[0].end < pair[1].start),
            "rows are in order"
        );
    }
    assert!(
        document
            .tables
            .windows(2)
            .all(|pair| pair[0].span.start < pair[1].span.start)
    );
}

#[test]
fn kinds_of_files_are_read_or_refused_as_they_should() {
    let Some(folder) = collection("pdf-kinds") else {
        return;
    };
    let manifest = std::fs::read_to_string(folder.join("manifest.jsonl")).expect("a manifest");
    let mut seen = 0;
    for line in manifest.lines() {
        let entry: serde_json::Value = serde_json::from_str(line).expect("a line of JSON");
        let name = entry["file"].as_str().expect("a name");
        let bytes = std::fs::read(folder.join("files").join(name)).expect("a file");
        let expected = entry["text_chars"].as_u64().expect("a count") as usize;
        match read(&bytes) {
            Ok((document, _)) => {
                keeps_its_promises(&document);
                assert_eq!(
                    document.pages.len() as u64,
                    entry["pages"].as_u64().unwrap_or(0),
                    "{name}"
                );
                let got = document.text.chars().count();
                let near = got + 80 >= expected * 8 / 10 && got <= expected * 12 / 10 + 80;
                assert!(near, "{name}: {got} characters, {expected} expected");
            }
            Err(text::ReadError::Encrypted) => assert_eq!(entry["encrypted"], true, "{name}"),
            Err(text::ReadError::NoText { .. }) => assert_eq!(expected, 0, "{name}"),
            Err(other) => panic!("{name}: {other}"),
        }
        seen += 1;
    }
    assert_eq!(seen, 28);
}

#[test]
fn a_page_of_two_columns_is_read_down_each() {
    let Some(folder) = collection("pdf-kinds") else {
        return;
    };
    let bytes = std::fs::read(folder.join("files/multicolumn.pdf")).expect("a file");
    let (document, _) = read(&bytes).expect("readable");
    // The end of the left column and the start of the right one are neighbours.
    let whole = document.text.replace('\n', " ");
    for sentence in [
        "Lorem ipsum dolor sit amet, consectetuer adipiscing elit. Ut purus elit, vestibulum ut, placerat ac",
        "Quisque ullamcorper placerat ipsum. Cras nibh. Morbi vel justo vitae lacus tincidunt ultrices.",
        "Fusce mauris. Vestibulum luctus nibh at lectus. Sed bibendum, nulla a faucibus semper",
    ] {
        assert!(whole.contains(sentence), "{sentence}");
    }
}
