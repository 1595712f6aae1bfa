//! Web pages: the text a reader sees, without what leads around the site.
//!
//! The canonical text has headings and paragraphs apart by blank lines, one
//! line a list item and a table row (cells separated by ` | `), terms and
//! definitions in lines of their own, code as written, pictures by their
//! description. Links out of the page are kept beside it.

mod about;
mod build;
mod cells;
mod columns;
mod content;
mod encoding;
mod links;
mod list;
mod signs;
mod table;
mod tag;
mod target;
mod tree;
mod write;

pub(super) use build::build;
pub(super) use encoding::decode_page;
pub use links::{PageLinks, page_links};
pub(super) use tag::Tag;
pub(super) use target::normal_path;
pub(super) use tree::NodeId;
pub(super) use write::{Options, Written};

use super::flow::Piece;
use super::plain::sections;
use super::{ReadError, ReadLimits, Warning};
use crate::table::LogicalTable;
use crate::{Document, Format, Language};

/// Reads a page.
pub fn read(bytes: &[u8], limits: &ReadLimits) -> Result<(Document, Vec<Warning>), ReadError> {
    let (source, mut warnings) = decode_page(bytes);
    let document = document(&source, None, limits, &mut warnings)?;
    Ok((document, warnings))
}

/// The document of a page whose address is known, if it is.
pub fn document(
    source: &str,
    address: Option<&str>,
    limits: &ReadLimits,
    warnings: &mut Vec<Warning>,
) -> Result<Document, ReadError> {
    let tree = build(source, is_xhtml(source));
    let base = tree
        .first(Tag::Base)
        .and_then(|base| tree.attribute(base, "href"));
    let options = Options {
        base: base.or(address),
        anchors: None,
    };
    let content = content::content(&tree);
    let written = write::write(&tree, &content, options, limits.text_bytes_max);
    if written.is_cut {
        warnings.push(Warning::TextCut {
            limit: limits.text_bytes_max,
        });
    }
    if written.piece.text.trim().is_empty() {
        return Err(ReadError::Empty);
    }
    let language = about::language(&tree);
    Ok(Document {
        metadata: about::metadata(&tree),
        ..of_piece(written.piece, Format::Html, language)
    })
}

/// All of a page that is part of something larger: a chapter, a message.
/// Nothing leads around it, so nothing but scripts and the like is left out.
pub fn part(source: &str, is_xml: bool, options: Options<'_>, limit: usize) -> Written {
    let tree = build(source, is_xml);
    write::write(&tree, &content::everything(&tree), options, limit)
}

/// A document of text written before. `language` is the code that the file
/// names for itself.
pub fn of_piece(piece: Piece, format: Format, language: Option<&str>) -> Document {
    let mut text = piece.text;
    text.push('\n');
    let detected = Language::named(language, &text);
    let mut links = piece.links;
    links.sort_by_key(|link| link.span);
    let grids = piece.grids.into_iter();
    let mut relations: Vec<LogicalTable> =
        grids.map(|grid| grid.into_table(&text, detected)).collect();
    relations.extend(piece.relations);
    Document {
        sections: sections(&piece.headings, text.len()),
        tables: piece.tables,
        relations,
        links,
        language: detected,
        ..Document::from_text(text, format)
    }
}

/// Whether the page is XML: there any element may be closed by its own tag.
pub fn is_xhtml(source: &str) -> bool {
    let mut start = source.trim_start_matches('\u{feff}').trim_start();
    start = &start[..start.floor_char_boundary(1_024)];
    // Many pages say so and are none; browsers go by the server's word, which
    // a saved page lacks. The declaration of XML is the best sign left.
    start.starts_with("<?xml")
}

/// Whether a text starts like a page. `is_named` when its file is called so:
/// then a piece of a page will do, too.
pub fn looks_like_page(start: &str, is_named: bool) -> bool {
    let mut rest = start.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    // A declaration of XML and comments (`saved from url=…`) may come first.
    loop {
        let after = if let Some(comment) = rest.strip_prefix("<!--") {
            comment.split_once("-->")
        } else if rest.starts_with("<?") {
            rest.split_once("?>")
        } else {
            break;
        };
        let Some((_, after)) = after else {
            return false;
        };
        rest = after.trim_start();
    }
    let rest = rest[..rest.floor_char_boundary(32)].to_ascii_lowercase();
    let starts = |mark: &str| {
        let after = rest.strip_prefix(mark).and_then(|rest| rest.chars().next());
        after.is_some_and(|next| next.is_whitespace() || matches!(next, '>' | '/'))
    };
    if starts("<!doctype html") || starts("<html") {
        return true;
    }
    is_named && rest.starts_with('<') && rest[1..].starts_with(|c: char| c.is_ascii_alphabetic())
        || is_named && has_elements(start)
}

/// Whether a piece of a page has elements that no other text has.
fn has_elements(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    [
        "<p>", "<br", "<div", "<table", "<li>", "<h1", "<h2", "<a href", "<body", "<title>",
    ]
    .iter()
    .any(|mark| text.contains(mark))
}
