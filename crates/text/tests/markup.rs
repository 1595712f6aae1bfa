//! Web pages, books and messages: written for one rule each, real files, and
//! hostile and damaged ones.
#![allow(
    clippy::panic,
    clippy::print_stdout,
    reason = "a file that must be readable fails the test; absent collections and figures are said"
)]

#[path = "markup/damaged.rs"]
mod damaged;
#[path = "markup/epub.rs"]
mod epub;
#[path = "markup/hostile.rs"]
mod hostile;
#[path = "markup/html.rs"]
mod html;
#[path = "markup/kinds.rs"]
mod kinds;
#[path = "markup/mail.rs"]
mod mail;

use std::io::Write;
use std::path::PathBuf;

use text::{Document, Link, LinkTarget, ReadError, ReadLimits, Warning};
use zip::write::SimpleFileOptions;

/// A folder of the test collections; `None`, said aloud, where they are absent.
pub fn collection(name: &str) -> Option<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/data")
        .join(name);
    if !folder.is_dir() {
        println!("skipped: {} is not there", folder.display());
        return None;
    }
    Some(folder)
}

/// Reads with the default limits.
pub fn read(name: &str, bytes: &[u8]) -> Result<(Document, Vec<Warning>), ReadError> {
    text::read(bytes, name, &ReadLimits::default())
}

/// Reads what must be readable.
#[track_caller]
pub fn read_well(name: &str, bytes: &[u8]) -> (Document, Vec<Warning>) {
    let (document, warnings) = read(name, bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
    sound(&document);
    (document, warnings)
}

/// Level and title of each section.
pub fn outline(document: &Document) -> Vec<(u8, &str)> {
    let sections = document.sections.iter();
    sections
        .map(|section| (section.level, section.title.as_str()))
        .collect()
}

/// Words and target of each link.
pub fn links(document: &Document) -> Vec<(&str, String)> {
    let told = |link: &Link| match &link.target {
        LinkTarget::Url(url) => url.clone(),
        LinkTarget::File {
            path,
            fragment: None,
        } => format!("file {path}"),
        LinkTarget::File {
            path,
            fragment: Some(fragment),
        } => format!("file {path} at {fragment}"),
    };
    let words = |link: &Link| {
        link.span
            .slice(&document.text)
            .expect("a link lies in the text")
    };
    document
        .links
        .iter()
        .map(|link| (words(link), told(link)))
        .collect()
}

/// Whatever was read, its structure lies in its text and says what is there.
#[track_caller]
pub fn sound(document: &Document) {
    let text = &document.text;
    assert!(!text.trim().is_empty());
    assert!(
        document
            .sections
            .is_sorted_by_key(|section| section.span.start)
    );
    for (index, section) in document.sections.iter().enumerate() {
        let body = section
            .span
            .slice(text)
            .expect("a section lies in the text");
        assert!(
            body.starts_with(section.title.as_str()),
            "{:?} in {body:?}",
            section.title
        );
        assert!((1..=6).contains(&section.level) && !section.title.is_empty());
        assert!(section.parent.is_none_or(|parent| parent < index));
    }
    assert!(document.tables.is_sorted_by_key(|table| table.span.start));
    for table in &document.tables {
        table.span.slice(text).expect("a table lies in the text");
        for row in &table.rows {
            assert!(table.span.contains(*row));
            let row = row.slice(text).expect("a row lies in the text");
            assert!(
                !row.contains('\n') && row.trim() == row && !row.is_empty(),
                "{row:?}"
            );
        }
    }
    assert!(document.links.is_sorted_by_key(|link| link.span.start));
    for link in &document.links {
        let words = link.span.slice(text).expect("a link lies in the text");
        assert!(!words.is_empty() && words.trim() == words, "{words:?}");
        if let LinkTarget::File { path, .. } = &link.target {
            let inner = path.trim_start_matches("../");
            assert!(
                !inner.split('/').any(|part| part == "..") || path.starts_with(".."),
                "{path}"
            );
        }
    }
}

/// A zip file of these parts, in order.
pub fn zip(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, content) in parts {
        writer
            .start_file(*name, SimpleFileOptions::default())
            .expect("a name");
        writer.write_all(content).expect("memory");
    }
    writer.finish().expect("memory").into_inner()
}
