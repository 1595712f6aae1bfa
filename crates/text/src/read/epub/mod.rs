//! Electronic books: the chapters in the order of reading.
//!
//! Each entry of the table of contents is a section. Where the chapter shows a
//! heading that says the same, that is the section's heading; otherwise the
//! entry's title is written above the chapter. Headings that the table does not
//! name are sections below.

mod chapter;
mod events;
mod package;
mod protection;
mod toc;

use std::collections::BTreeSet;

use chapter::Chapter;
use package::{CONTAINER, Package};
use toc::TocEntry;

use super::archive::{Archive, PartError};
use super::flow::Flow;
use super::html::{Options, decode_page, of_piece, part};
use super::{ReadError, ReadLimits, Warning};
use crate::{Document, Format, LinkTarget};

/// What the first part of a book says.
const MEDIA_TYPE: &[u8] = b"application/epub+zip";

/// Whether bytes are a book: an archive that says so or has a container.
pub fn is_epub(bytes: &[u8]) -> bool {
    if !bytes.starts_with(b"PK\x03\x04") {
        return false;
    }
    // Header of 30 bytes, name, content that is not packed.
    let says_so = bytes.get(30..38) == Some(b"mimetype") && {
        let start = &bytes[..bytes.len().min(200)];
        memchr::memmem::find(start, MEDIA_TYPE).is_some()
    };
    says_so || Archive::open(bytes, 0).is_ok_and(|archive| archive.has(CONTAINER))
}

/// Reads a book.
pub fn read(bytes: &[u8], limits: &ReadLimits) -> Result<(Document, Vec<Warning>), ReadError> {
    let damaged = |reason: String| ReadError::Damaged { reason };
    let mut archive = Archive::open(bytes, limits.unpacked_bytes_max).map_err(damaged)?;
    let mut warnings = Vec::new();
    let package = Package::read(&mut archive, &mut warnings)?;
    if protection::locks(&mut archive, &package.spine) {
        return Err(ReadError::Encrypted);
    }
    let toc = toc::read(&mut archive, &package, &mut warnings);
    let mut book = Book {
        archive,
        toc: &toc,
        flow: Flow::new(limits.text_bytes_max),
        level: None,
        warnings,
    };
    let mut failure = None;
    for path in &package.spine {
        if book.flow.is_cut() {
            break;
        }
        if let Err(error) = book.chapter(path) {
            book.warnings.push(Warning::InPart {
                part: path.clone(),
                reason: error.to_string(),
            });
            failure.get_or_insert((path, error));
        }
    }
    if book.flow.is_cut() {
        book.warnings.push(Warning::TextCut {
            limit: limits.text_bytes_max,
        });
    }
    let piece = book.flow.finish();
    if piece.text.is_empty() {
        return Err(match failure {
            Some((_, PartError::Encrypted)) => ReadError::Encrypted,
            Some((path, error)) => damaged(format!("{path}: {error}")),
            None => ReadError::NoText {
                pages: u32::try_from(package.spine.len()).unwrap_or(u32::MAX),
            },
        });
    }
    let document = Document {
        metadata: package.metadata,
        ..of_piece(piece, Format::Epub, package.language.as_deref())
    };
    Ok((document, book.warnings))
}

/// A book being read.
struct Book<'b> {
    archive: Archive<'b>,
    toc: &'b [TocEntry],
    flow: Flow,
    /// Level of the last entry of the table of contents that was met: a part
    /// without an entry goes on with it.
    level: Option<u8>,
    warnings: Vec<Warning>,
}

impl Book<'_> {
    /// Adds the chapter of a path.
    fn chapter(&mut self, path: &str) -> Result<(), PartError> {
        let bytes = self.archive.part(path)?;
        let (source, warnings) = decode_page(&bytes);
        for warning in warnings {
            self.warnings.push(Warning::InPart {
                part: path.to_owned(),
                reason: warning.to_string(),
            });
        }
        let entries: Vec<&TocEntry> = self.toc.iter().filter(|entry| entry.path == path).collect();
        let wanted: BTreeSet<String> = entries
            .iter()
            .filter_map(|entry| entry.fragment.clone())
            .collect();
        let options = Options {
            anchors: Some(&wanted),
            ..Options::default()
        };
        let is_xml =
            !path.ends_with(".html") && !path.ends_with(".htm") || super::html::is_xhtml(&source);
        let mut written = part(&source, is_xml, options, self.flow.room());
        // Files of the book are part of the document.
        let leads_out = |link: &crate::Link| matches!(link.target, LinkTarget::Url(_));
        written.piece.links.retain(leads_out);
        let chapter = Chapter {
            piece: written.piece,
            anchors: written.anchors,
        };
        let (piece, level) = chapter.with_titles(&entries, self.level);
        self.level = level;
        self.flow.append(piece);
        Ok(())
    }
}
