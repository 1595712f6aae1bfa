//! Real files, where they are present.

use std::io::{Cursor, Read};
use std::path::Path;

use super::{check, outline, read_as};
use text::{Document, Format};

/// The office files of the test data by name; none, with a word, where they are absent.
pub fn office_kinds() -> Vec<(String, Vec<u8>)> {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/office-kinds/files");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        println!("skipped: no office files at {}", folder.display());
        return Vec::new();
    };
    let mut files: Vec<(String, Vec<u8>)> = entries
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            let name = path.file_name()?.to_str()?.to_owned();
            Some((name, std::fs::read(&path).ok()?))
        })
        .collect();
    files.sort();
    files
}

/// The parts of an archive.
pub fn parts(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).expect("an archive");
    (0..zip.len())
        .filter_map(|index| {
            let mut entry = zip.by_index(index).ok()?;
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes).ok()?;
            entry.is_file().then(|| (entry.name().to_owned(), bytes))
        })
        .collect()
}

fn read(files: &[(String, Vec<u8>)], name: &str) -> Option<Document> {
    let (_, bytes) = files.iter().find(|(known, _)| known == name)?;
    let (document, warnings) = read_as(name, bytes).expect(name);
    println!("{name}: {} bytes, {warnings:?}", document.text.len());
    Some(document)
}

/// Every file is read or says why not, and gives the same twice.
#[test]
fn every_kind_ends_with_a_document_or_a_reason() {
    for (name, bytes) in office_kinds() {
        let outcome = read_as(&name, &bytes);
        match &outcome {
            Ok((document, warnings)) => {
                println!("{name}: {} bytes, {warnings:?}", document.text.len());
                if !matches!(document.format, Format::Pdf) {
                    check(document);
                }
            }
            Err(error) => println!("{name}: {error}"),
        }
        let reads = [".docx", ".pptx", ".xlsx"]
            .iter()
            .any(|end| name.ends_with(end));
        assert!(!reads || outcome.is_ok(), "{name}: {:?}", outcome.err());
        assert_eq!(outcome, read_as(&name, &bytes), "{name}");
    }
}

#[test]
fn documents_of_word() {
    let files = office_kinds();
    let Some(paper) = read(&files, "test.docx") else {
        return;
    };
    for text in [
        "AutoGen: Enabling Next-Gen LLM Applications via Multi-Agent Conversation",
        "314b0a30-5b04-470b-b9f7-eed2c2bec74a",
        "49e168b7-d2ae-407f-a055-2167576f39a1",
    ] {
        assert!(paper.text.contains(text), "{text}");
    }
    let titles: Vec<&str> = outline(&paper)
        .into_iter()
        .map(|(_, title)| title)
        .collect();
    for title in [
        "Abstract",
        "Introduction",
        "d666f1f7-46cb-42bd-9a39-9a39cf2a509f",
    ] {
        assert!(titles.contains(&title), "{title} in {titles:?}");
    }
    let [table] = &paper.tables[..] else {
        panic!("{:?}", paper.tables)
    };
    // Its first row holds numbers like the others.
    assert!(table.header.is_none() && table.rows.len() == 5, "{table:?}");

    let commented = read(&files, "test_with_comment.docx").expect("read");
    assert!(commented.text.contains("This is a test comment. 12df-321a"));
    assert!(
        commented
            .text
            .contains("Yet another comment in the doc. 55yiyi-asd09")
    );
    let formulas = read(&files, "equations.docx").expect("read");
    assert!(formulas.text.contains('='), "{}", formulas.text);
    read(&files, "rlink.docx").expect("read");
}

#[test]
fn slides_of_powerpoint() {
    let files = office_kinds();
    let Some(deck) = read(&files, "test.pptx") else {
        return;
    };
    assert_eq!(deck.pages.len(), 6);
    for text in [
        "2cdda5c8-e50e-4db4-b5f0-9722a649f455",
        "04191ea8-5c73-4215-a1d3-1cfb43aaaf12",
        "1b92870d-e3b5-4e65-8153-919f4ff45592",
        "a3f6004b-6f4f-4ea8-bee3-3741f4dc385f",
        "AutoGen: Enabling Next-Gen LLM Applications via Multi-Agent Conversation",
    ] {
        let start = deck
            .text
            .find(text)
            .unwrap_or_else(|| panic!("{text} in {}", deck.text));
        let span = text::Span::new(start, start + text.len());
        assert!(
            deck.pages_of(span)
                .is_some_and(|(first, last)| first == last)
        );
    }
    let titled = deck
        .text
        .find("2cdda5c8")
        .map(|at| deck.pages_of(text::Span::new(at, at + 4)));
    assert_eq!(titled, Some(Some((2, 2))));
}

#[test]
fn workbooks_of_excel() {
    let files = office_kinds();
    let Some(book) = read(&files, "test.xlsx") else {
        return;
    };
    assert_eq!(
        outline(&book),
        [(1, "Sheet1"), (1, "09060124-b5e7-4717-9d07-3c046eb")]
    );
    assert_eq!(
        book.tables[0].header.as_deref(),
        Some("Alpha | Beta | Gamma | Delta")
    );
    let start = book
        .text
        .find("affc7dad-52dc-4b98-9b5d-51e65d8a8ad0")
        .expect("a value");
    let section = book.section_at(start).expect("a sheet");
    assert_eq!(
        book.sections[section].title,
        "09060124-b5e7-4717-9d07-3c046eb"
    );
    assert!(book.text.contains("6ff4173b-42a5-4784-9b19-f49caff4d93d"));
    let rows = book.rows_of(book.tables[0].rows[0]);
    assert_eq!(rows, Some((2, 2)));
}
