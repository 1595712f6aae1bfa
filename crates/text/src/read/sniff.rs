//! The format of a file by its content.

use super::plain::{decode, looks_like_utf16};
use super::{csv, epub, html, mail, office};
use crate::Format;

/// Viewers look for the mark of a PDF this far into a file.
const PDF_MARK_BYTES: usize = 1_024;

/// Bytes looked at for binary content and for Markdown.
const SAMPLE_BYTES: usize = 64 * 1024;

/// A text may have this many control bytes in a hundred; random bytes have ten.
const CONTROL_PERCENT_MAX: usize = 5;

/// So few control bytes may stand in a text of any length.
const CONTROLS_ALLOWED: usize = 2;

/// How files start that hold text for programs only: archives, pictures,
/// sound, executables, databases, and markup that has no reader here.
const FOREIGN_MARKS: [&[u8]; 30] = [
    b"PK\x03\x04",
    b"PK\x05\x06",
    b"PK\x07\x08",
    b"\x1f\x8b",
    b"BZh",
    b"\xfd7zXZ\0",
    b"\x28\xb5\x2f\xfd",
    b"7z\xbc\xaf\x27\x1c",
    b"Rar!\x1a\x07",
    b"\xd0\xcf\x11\xe0",
    b"\x89PNG",
    b"GIF87a",
    b"GIF89a",
    b"\xff\xd8\xff",
    b"II*\0",
    b"MM\0*",
    b"RIFF",
    b"OggS",
    b"ID3\x03",
    b"ID3\x04",
    b"fLaC",
    b"\x7fELF",
    b"\xca\xfe\xba\xbe",
    b"\xcf\xfa\xed\xfe",
    b"\0asm",
    b"SQLite format 3\0",
    b"%!PS",
    b"{\\rtf",
    b"wOFF",
    b"wOF2",
];

/// See [`super::sniff`].
pub fn sniff(bytes: &[u8], name: &str) -> Option<Format> {
    let start = &bytes[..bytes.len().min(PDF_MARK_BYTES)];
    if start.windows(5).any(|window| window == b"%PDF-") {
        return Some(Format::Pdf);
    }
    if epub::is_epub(bytes) {
        return Some(Format::Epub);
    }
    if let Some(format) = office::sniff(bytes, name) {
        return Some(format);
    }
    let foreign = FOREIGN_MARKS.iter().any(|mark| bytes.starts_with(mark));
    if bytes.is_empty() || foreign || is_binary(bytes) {
        return None;
    }
    if mail::is_web_archive(bytes) {
        return Some(Format::Html);
    }
    let extension = extension(name);
    if mail::is_mail(bytes, matches!(extension.as_str(), "eml" | "mbox")) {
        return Some(Format::Eml);
    }
    let sample = sample(bytes);
    if html::looks_like_page(
        &sample,
        matches!(extension.as_str(), "html" | "htm" | "xhtml"),
    ) {
        return Some(Format::Html);
    }
    if is_markdown_name(&extension) {
        return Some(Format::Markdown);
    }
    Some(if matches!(extension.as_str(), "csv" | "tsv" | "tab") {
        Format::Csv
    } else if has_markdown(&sample) {
        Format::Markdown
    } else if csv::looks_delimited(&sample) {
        Format::Csv
    } else {
        Format::Plain
    })
}

/// Whether the start or the middle has more control characters than text has.
fn is_binary(bytes: &[u8]) -> bool {
    let is_utf16 = bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
    if is_utf16 || looks_like_utf16(bytes).is_some() {
        return false;
    }
    let middle = bytes.len() / 2;
    let samples = [
        &bytes[..bytes.len().min(SAMPLE_BYTES)],
        &bytes[middle..bytes.len().min(middle + SAMPLE_BYTES)],
    ];
    samples.iter().any(|sample| {
        let controls = sample.iter().filter(|&&byte| is_control(byte)).count();
        controls > CONTROLS_ALLOWED && controls * 100 > sample.len() * CONTROL_PERCENT_MAX
    })
}

/// Control bytes other than white space and the escape of terminal colours.
fn is_control(byte: u8) -> bool {
    matches!(byte, 0..=8 | 14..=26 | 28..=31 | 127)
}

/// The start of a text, whatever its encoding.
fn sample(bytes: &[u8]) -> String {
    let start = &bytes[..bytes.len().min(SAMPLE_BYTES)];
    let is_utf16 = start.starts_with(b"\xff\xfe") || start.starts_with(b"\xfe\xff");
    if is_utf16 || looks_like_utf16(start).is_some() {
        return decode(start).0;
    }
    String::from_utf8_lossy(start).into_owned()
}

/// What follows the last dot of a name, in lower case.
fn extension(name: &str) -> String {
    let extension = name.rsplit_once('.').map(|(_, extension)| extension);
    extension.unwrap_or("").to_ascii_lowercase()
}

fn is_markdown_name(extension: &str) -> bool {
    matches!(
        extension,
        "md" | "markdown" | "mdown" | "mkd" | "mkdn" | "mdx"
    )
}

/// At least two kinds of Markdown, since one alone means something else in
/// other files: `#` starts a comment, `---` a document of YAML.
fn has_markdown(sample: &str) -> bool {
    if sample.starts_with("#!") {
        return false;
    }
    let (mut heading, mut fence, mut link, mut table) = (false, 0, false, false);
    let mut after_blank = true;
    for line in sample.lines() {
        let text = line.trim();
        let marks = text.bytes().take_while(|&byte| byte == b'#').count();
        heading |= after_blank && (1..=6).contains(&marks) && text[marks..].starts_with(' ');
        fence += usize::from(text.starts_with("```"));
        link |= text.contains("](");
        table |= text.len() >= 3
            && text.starts_with(['|', '-', ':'])
            && text.contains("-|")
            && text
                .bytes()
                .all(|byte| matches!(byte, b'|' | b'-' | b':' | b' '));
        after_blank = text.is_empty();
    }
    [heading, fence >= 2, link, table]
        .into_iter()
        .filter(|&sign| sign)
        .count()
        >= 2
}
