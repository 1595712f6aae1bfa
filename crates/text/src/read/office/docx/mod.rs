//! DOCX: headings as sections, lists with the numbers that Word shows, tables as
//! rows, notes and comments behind the paragraph that they belong to.
//!
//! Headers and footers of pages, tables of contents and deleted text are left
//! out: the first repeat, the second repeat the headings, the third is gone.

mod body;
mod fields;
mod lists;
mod notes;
mod styles;

use self::body::Body;
use self::lists::Lists;
pub(super) use self::lists::{letters, roman};
use self::notes::Notes;
use self::styles::Styles;
use super::archive::Archive;
use super::failure::{damaged, without_text};
use super::package;
use super::properties;
use super::xml::Xml;
use crate::read::canvas::Canvas;
use crate::read::{ReadError, ReadLimits, Warning};
use crate::{Document, Format};

/// Reads a document.
///
/// # Errors
/// `Damaged` without a body; `Empty` without text.
pub(super) fn read(
    archive: &mut Archive<'_>,
    limits: &ReadLimits,
) -> Result<(Document, Vec<Warning>), ReadError> {
    let mut warnings = Vec::new();
    let (_, main) = package::main_part(archive).ok_or_else(|| damaged("it has no document"))?;
    let relations = package::relations(archive, &main, &mut warnings)?;
    let text = archive
        .xml(&main, &mut warnings)?
        .ok_or_else(|| damaged("it has no document"))?;
    let mut part = |kind: &str| -> Result<Option<String>, ReadError> {
        match package::of_kind(&relations, kind) {
            Some(part) => archive.xml(part, &mut warnings),
            None => Ok(None),
        }
    };
    let styles = part("styles")?.map(|text| Styles::parse(&text));
    let lists = part("numbering")?.map(|text| Lists::parse(&text));
    let mut notes = |kind: &str, element: &str| -> Result<Notes, ReadError> {
        Ok(part(kind)?.map_or_else(Notes::default, |text| Notes::parse(&text, element)))
    };
    let footnotes = notes("footnotes", "footnote")?;
    let endnotes = notes("endnotes", "endnote")?;
    let comments = notes("comments", "comment")?;

    let body = Body {
        canvas: Canvas::new(limits),
        styles: styles.unwrap_or_default(),
        lists: lists.unwrap_or_default(),
        footnotes,
        endnotes,
        comments,
        ..Body::default()
    };
    let mut xml = Xml::new(&text);
    let (canvas, title) = body.write(&mut xml);
    warnings.extend(xml.damage(&main));
    let mut metadata = properties::core(archive)?;
    metadata.title = metadata.title.or(title);
    let document = canvas.finish(Format::Docx, metadata, &mut warnings);
    document
        .ok_or_else(|| without_text(&warnings))
        .map(|document| (document, warnings))
}
