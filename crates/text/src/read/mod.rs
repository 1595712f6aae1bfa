//! Bytes of a file to a [`Document`].
//!
//! One reader a format. A reader returns what could be read, and a [`Warning`]
//! for what could not; only a file of which nothing is left is an error.
//!
//! The libraries underneath may panic on hostile bytes. Every call into them
//! is caught and becomes a warning or an error, but the standard panic hook
//! still prints its message to standard error before the unwinding starts. A
//! caller that wants silence sets a hook of its own around [`read`]
//! (`std::panic::set_hook(Box::new(|_| {}))`); this crate never does, since
//! the hook belongs to the whole process.

mod archive;
mod canvas;
mod caption;
mod csv;
mod date;
mod epub;
mod flow;
mod html;
mod mail;
mod markdown;
mod office;
mod outcome;
mod pdf;
mod piece;
mod plain;
mod raised;
mod rows;
mod sniff;

pub use html::{PageLinks, page_links};
pub use outcome::{ReadError, ReadLimits, Warning};

use crate::{Document, Format, structure, table};

/// Raised whenever a reader gives other text for the same bytes, so that
/// stored parses are made anew.
pub const READER_VERSION: u32 = 16;

/// The format of a file by its content; the name only decides between formats
/// that look alike (Markdown, values apart by commas and plain text; encrypted
/// office files). `None` for content that is no text
/// and of no known format.
pub fn sniff(bytes: &[u8], name: &str) -> Option<Format> {
    sniff::sniff(bytes, name)
}

/// Reads a file's bytes; `name` is its file name and is used by [`sniff`] and
/// in errors only.
///
/// # Errors
/// [`ReadError`] when nothing can be read. Damage to a part is a [`Warning`].
pub fn read(
    bytes: &[u8],
    name: &str,
    limits: &ReadLimits,
) -> Result<(Document, Vec<Warning>), ReadError> {
    read_within(bytes, name, limits, mail::DEPTH_MAX)
}

/// Reads a file that may stand in another one: `depth` more may stand in it.
fn read_within(
    bytes: &[u8],
    name: &str,
    limits: &ReadLimits,
    depth: usize,
) -> Result<(Document, Vec<Warning>), ReadError> {
    if bytes.is_empty() {
        return Err(ReadError::Empty);
    }
    let format =
        sniff(bytes, name).ok_or_else(|| ReadError::UnknownFormat { name: name.into() })?;
    let (mut document, warnings) = match format {
        Format::Pdf => pdf::read(bytes, limits),
        Format::Markdown => markdown::read(bytes),
        Format::Plain => plain::read(bytes),
        Format::Csv => csv::read(bytes, limits),
        Format::Docx | Format::Pptx | Format::Xlsx | Format::Xls | Format::Ods => {
            office::read(bytes, format, limits)
        }
        Format::Html if mail::is_web_archive(bytes) => mail::read_web_archive(bytes, limits),
        Format::Html => html::read(bytes, limits),
        Format::Epub => epub::read(bytes, limits),
        Format::Eml => mail::read(bytes, limits, depth),
    }?;
    structure::complete(&mut document);
    if limits.relations {
        table::complete(&mut document);
    } else {
        document.relations.clear();
    }
    Ok((document, warnings))
}
