//! Damaged copies of a file of every format: each ends soon, with a document whose
//! places lie in its text or with an error, and never with a panic.
//!
//! PDF has its own copies (`pdf/hostile.rs`). Archives are damaged twice over: as
//! bytes, which mostly tries the unpacking, and inside of one unpacked part, which
//! reaches the readers.
#![allow(
    clippy::print_stdout,
    clippy::panic,
    reason = "absent collections and figures are said; a copy that fails is named"
)]

use std::io::{Cursor, Read, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use text::exchange::{read_answer, write_answer};
use text::{ChunkConfig, ReadLimits, chunk};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

/// No damaged file of this size takes longer, on a busy machine and unoptimised too.
const TIME_MAX: Duration = Duration::from_secs(20);

/// Larger files take long to read and are damaged where nobody looks.
const SIZE_MAX: u64 = 150_000;

/// Numbers from a fixed seed (splitmix64).
struct Seed(u64);

impl Seed {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % limit.max(1) as u64) as usize
    }
}

/// A whole file and how it is called.
struct Sample {
    name: String,
    bytes: Vec<u8>,
}

impl Sample {
    fn new(name: &str, bytes: impl Into<Vec<u8>>) -> Sample {
        Sample {
            name: name.to_owned(),
            bytes: bytes.into(),
        }
    }
}

/// One or more files of every format but PDF: made ones, and where the test
/// collections are, real ones.
fn samples() -> Vec<Sample> {
    let mut samples = vec![
        Sample::new("prices.xls", &include_bytes!("data/prices.xls")[..]),
        Sample::new("parts.csv", TABLE),
        Sample::new(
            "parts.ods",
            archive(&[
                (
                    "mimetype",
                    b"application/vnd.oasis.opendocument.spreadsheet",
                ),
                ("content.xml", SHEET.as_bytes()),
            ]),
        ),
        Sample::new("letter.eml", MESSAGE),
        Sample::new(
            "box.mbox",
            format!(
                "From a@example.org Mon Jan 1 00:00:00 2024\n{MESSAGE}\nFrom b@example.org Mon Jan 1 00:00:00 2024\n{MESSAGE}"
            ),
        ),
        Sample::new("page.mhtml", PAGE),
        Sample::new(
            "notes.md",
            "# One\n\nText with *marks* and [a link](two.md#x).\n\n- a\n  1. b\n\n| A | B |\n|---|---|\n| 1 | 2 |\n\n## Two\n\n> quoted[^n]\n\n[^n]: note\n",
        ),
        Sample::new(
            "notes.txt",
            "1. FIRST\n\nSome words, and some\nmore of them.\n\nRule C-1 — Größe\n\n\u{feff}東京",
        ),
    ];
    let folder =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/office-kinds/files");
    let Ok(files) = std::fs::read_dir(&folder) else {
        println!("{} is not there: made files only", folder.display());
        return samples;
    };
    let mut paths: Vec<PathBuf> = files.flatten().map(|file| file.path()).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let size = path.metadata().map_or(0, |about| about.len());
        if !name.ends_with(".pdf") && size <= SIZE_MAX {
            samples.push(Sample::new(&name, std::fs::read(&path).expect("a file")));
        }
    }
    samples
}

const TABLE: &str = "part;price;\"note, long\"\nA-1;1.140,00;\"two\nlines\"\nA-2;7,5;\n";

const SHEET: &str = r#"<office:document-content><office:body><office:spreadsheet><table:table table:name="Parts"><table:table-row table:number-rows-repeated="2"><table:table-cell office:value-type="string"><text:p>bolt</text:p></table:table-cell><table:table-cell office:value-type="float" office:value="12.5" table:number-columns-repeated="3"><text:p>12.5</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet></office:body></office:document-content>"#;

const MESSAGE: &str = "From: a@example.org\nTo: b@example.org\nMIME-Version: 1.0\nSubject: =?utf-8?B?SGVyb25z?=\n\
    Content-Type: multipart/mixed; boundary=\"b\"\n\n--b\nContent-Type: multipart/alternative; boundary=c\n\n\
    --c\nContent-Type: text/plain; charset=koi8-r\nContent-Transfer-Encoding: base64\n\n1MHL\n\
    --c\nContent-Type: text/html\n\n<p>x<table><tr><td>1<td>2</table>\n--c--\n\
    --b\nContent-Type: text/csv; name=a.csv\nContent-Disposition: attachment; filename=a.csv\n\na,b\n1,2\n\
    --b\nContent-Type: message/rfc822\n\nSubject: in\n\nbody\n--b--\n";

const PAGE: &str = "MIME-Version: 1.0\nContent-Type: multipart/related; type=\"text/html\"; boundary=\"b\"\n\n\
    --b\nContent-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\nContent-Location: http://example.org/\n\n\
    <html><title>T</title><body><h1>One</h1><p>Gr=C3=B6=C3=9Fe</p><ul><li>a<li>b</ul></body></html>\n\
    --b\nContent-Type: image/png\nContent-Transfer-Encoding: base64\nContent-Location: http://example.org/a.png\n\niVBORw0=\n--b--\n";

fn archive(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for (name, bytes) in parts {
        zip.start_file(*name, stored).expect("an entry");
        zip.write_all(bytes).expect("its bytes");
    }
    zip.finish().expect("an archive").into_inner()
}

/// The parts of an archive, or nothing for other files.
fn parts(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let Ok(mut zip) = ZipArchive::new(Cursor::new(bytes)) else {
        return Vec::new();
    };
    let mut parts = Vec::new();
    for index in 0..zip.len() {
        let mut entry = zip.by_index(index).expect("an entry");
        let mut content = Vec::new();
        entry.read_to_end(&mut content).expect("its bytes");
        parts.push((entry.name().to_owned(), content));
    }
    parts
}

/// A copy with bits turned, bytes overwritten, numbers made huge, stretches cut
/// out, doubled or carried elsewhere, or the end cut off.
fn damaged(bytes: &[u8], seed: &mut Seed) -> Vec<u8> {
    let mut copy = bytes.to_vec();
    for _ in 0..1 + seed.below(6) {
        if copy.is_empty() {
            break;
        }
        let at = seed.below(copy.len());
        let end = copy.len().min(at + 1 + seed.below(300));
        match seed.below(9) {
            0 => copy[at] = seed.below(256) as u8,
            1 => drop(copy.drain(at..end)),
            2 => {
                let again = copy[at..end].to_vec();
                copy.splice(at..at, again);
            }
            3 => {
                let moved = copy[at..end].to_vec();
                let to = seed.below(copy.len());
                copy.splice(to..to, moved);
            }
            4 if at > copy.len() / 2 => copy.truncate(at),
            5 | 6 => copy[at..]
                .iter_mut()
                .skip_while(|byte| !byte.is_ascii_digit())
                .take_while(|byte| byte.is_ascii_digit())
                .for_each(|byte| *byte = b'9'),
            _ => copy[at] ^= 1 << seed.below(8),
        }
    }
    copy
}

/// Damages a sample as bytes, or every other time one part of its archive.
fn damaged_copy(sample: &Sample, parts: &[(String, Vec<u8>)], seed: &mut Seed) -> Vec<u8> {
    if parts.is_empty() || seed.below(2) == 0 {
        return damaged(&sample.bytes, seed);
    }
    let chosen = seed.below(parts.len());
    let harmed = damaged(&parts[chosen].1, seed);
    let all: Vec<(&str, &[u8])> = (0..)
        .zip(parts)
        .map(|(at, (name, bytes))| {
            let bytes = if at == chosen { &harmed } else { bytes };
            (name.as_str(), bytes.as_slice())
        })
        .collect();
    archive(&all)
}

/// Reads, and passes what was read through the exchange, which refuses a document
/// whose places are not in its text.
fn read_copy(name: &str, bytes: &[u8]) -> bool {
    let limits = ReadLimits::default();
    let Ok(read) = text::read(bytes, name, &limits) else {
        return false;
    };
    for piece in chunk(&read.0, &ChunkConfig::default()) {
        assert!(
            piece.span.slice(&read.0.text).is_some(),
            "{name}: a chunk outside"
        );
    }
    let mut sent = Vec::new();
    write_answer(&mut sent, Ok(read)).expect("memory");
    let answer = read_answer(&mut sent.as_slice(), &limits);
    assert!(answer.is_ok(), "{name}: {:?}", answer.err());
    true
}

fn read_damaged(copies: usize) {
    let samples = samples();
    let unpacked: Vec<_> = samples.iter().map(|sample| parts(&sample.bytes)).collect();
    for sample in &samples {
        assert!(
            read_copy(&sample.name, &sample.bytes),
            "{} is whole",
            sample.name
        );
    }
    let (mut seed, mut readable) = (Seed(11), 0);
    for copy in 0..copies {
        let which = copy % samples.len();
        let bytes = damaged_copy(&samples[which], &unpacked[which], &mut seed);
        let start = Instant::now();
        readable += usize::from(read_copy(&samples[which].name, &bytes));
        let took = start.elapsed();
        assert!(
            took < TIME_MAX,
            "copy {copy} of {} took {took:?}",
            samples[which].name
        );
    }
    println!(
        "{copies} damaged copies of {} files: {readable} could be read",
        samples.len()
    );
}

#[test]
fn ten_thousand_damaged_copies_are_read_or_refused() {
    read_damaged(10_000);
}
