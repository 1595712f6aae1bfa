//! What each fuzz target does with its bytes, and what must hold afterwards.
//!
//! A file is read, cut into chunks, and sent through the exchange between
//! processes, which refuses a document whose places do not lie in its text: a
//! reader that gives such a document fails here.

use std::io::{Cursor, Write};
use std::panic;

use text::exchange::{read_answer, write_answer};
use text::{ChunkConfig, ReadLimits, chunk};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// Bytes of text of a fuzzed file: enough for every rule, little enough to be quick.
const TEXT_BYTES_MAX: usize = 1 << 20;

fn limits() -> ReadLimits {
    ReadLimits {
        text_bytes_max: TEXT_BYTES_MAX,
        ..ReadLimits::default()
    }
}

/// Has a panic of our own code stop the fuzzer at once, caught or not, and lets a reader
/// catch those of the libraries it calls, as it must. What it does not catch the fuzzer
/// finds still; with `RUST_BACKTRACE=1` the file it leaves shows where it came from.
pub fn watch_panics() {
    let abort = panic::take_hook();
    panic::set_hook(Box::new(move |found| {
        let elsewhere = |file: &str| file.contains("/registry/") || file.starts_with("/rustc/");
        if !found.location().is_some_and(|place| elsewhere(place.file())) {
            abort(found);
        } else if std::env::var_os("RUST_BACKTRACE").is_some() {
            eprintln!("{found}");
        }
    }));
}

/// Reads bytes as the file they are said to be.
///
/// # Panics
/// When a promise of the readers is broken, which is what a fuzzer looks for.
pub fn read(name: &str, bytes: &[u8]) {
    let limits = limits();
    let Ok(read) = text::read(bytes, name, &limits) else {
        return;
    };
    let text = &read.0.text;
    for piece in chunk(&read.0, &ChunkConfig::default()) {
        assert!(piece.span.slice(text).is_some(), "a chunk outside of the text");
    }
    let mut sent = Vec::new();
    write_answer(&mut sent, Ok(read)).expect("memory takes it");
    if let Err(error) = read_answer(&mut sent.as_slice(), &limits) {
        panic!("an unsound document: {error}");
    }
}

/// What the fuzzed bytes are put into, when they are no archive themselves.
#[derive(Clone, Copy)]
pub enum Package {
    Docx,
    Pptx,
    Xlsx,
    Ods,
    Epub,
}

/// Reads an archive, or bytes as the main part of one.
pub fn read_packed(name: &str, package: Package, bytes: &[u8]) {
    if bytes.starts_with(b"PK") {
        return read(name, bytes);
    }
    read(name, &pack(package.parts(), package.main(), bytes));
}

/// Takes bytes for the answer of another process.
pub fn answer(bytes: &[u8]) {
    // What is refused is fine; what is taken was checked.
    drop(read_answer(&mut &bytes[..], &limits()));
}

impl Package {
    /// The part that the fuzzed bytes become.
    fn main(self) -> &'static str {
        match self {
            Package::Docx => "word/document.xml",
            Package::Pptx => "ppt/slides/slide1.xml",
            Package::Xlsx => "xl/worksheets/sheet1.xml",
            Package::Ods => "content.xml",
            Package::Epub => "a.xhtml",
        }
    }

    /// The parts without which nobody finds the main one.
    fn parts(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Package::Docx => &[],
            Package::Pptx => &[
                (
                    "ppt/presentation.xml",
                    r#"<p:presentation xmlns:r="r"><p:sldIdLst><p:sldId r:id="s"/></p:sldIdLst></p:presentation>"#,
                ),
                (
                    "ppt/_rels/presentation.xml.rels",
                    r#"<Relationships><Relationship Id="s" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/slide" Target="slides/slide1.xml"/></Relationships>"#,
                ),
            ],
            Package::Xlsx => &[
                (
                    "xl/workbook.xml",
                    r#"<workbook xmlns:r="r"><sheets><sheet name="S" sheetId="1" r:id="s"/></sheets></workbook>"#,
                ),
                (
                    "xl/_rels/workbook.xml.rels",
                    r#"<Relationships><Relationship Id="s" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>"#,
                ),
            ],
            Package::Ods => &[(
                "mimetype",
                "application/vnd.oasis.opendocument.spreadsheet",
            )],
            Package::Epub => &[
                ("mimetype", "application/epub+zip"),
                (
                    "META-INF/container.xml",
                    r#"<container><rootfiles><rootfile full-path="b.opf"/></rootfiles></container>"#,
                ),
                (
                    "b.opf",
                    r#"<package><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>"#,
                ),
            ],
        }
    }
}

fn pack(parts: &[(&str, &str)], main: &str, bytes: &[u8]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let all = parts
        .iter()
        .map(|&(name, text)| (name, text.as_bytes()))
        .chain([(main, bytes)]);
    for (name, content) in all {
        zip.start_file(name, stored).expect("memory takes it");
        zip.write_all(content).expect("memory takes it");
    }
    zip.finish().expect("memory takes it").into_inner()
}
