//! PPTX: a slide is a page; its title a heading, its text, tables and charts in
//! their order, the speaker's notes behind them.

mod diagram;
mod paragraphs;
mod slide;

use self::slide::{Block, Slide};
use super::archive::Archive;
use super::failure::damaged;
use super::package::{self, Relations};
use super::xml::{Token, Xml};
use super::{chart, properties};
use crate::read::canvas::Canvas;
use crate::read::{ReadError, ReadLimits, Warning};
use crate::{Document, Format};

/// Heading over the speaker's notes.
const NOTES: &str = "Notes";

/// Reads a deck; hidden slides, too.
///
/// # Errors
/// `Damaged` without a list of slides; `TooManyPages`; `NoText` when no slide has any.
pub(super) fn read(
    archive: &mut Archive<'_>,
    limits: &ReadLimits,
) -> Result<(Document, Vec<Warning>), ReadError> {
    let mut warnings = Vec::new();
    let (_, main) = package::main_part(archive).ok_or_else(|| damaged("it has no presentation"))?;
    let relations = package::relations(archive, &main, &mut warnings)?;
    let list = archive
        .xml(&main, &mut warnings)?
        .ok_or_else(|| damaged("it has no presentation"))?;
    let slides = slides(&list, &relations);
    let count = u32::try_from(slides.len()).unwrap_or(u32::MAX);
    if count > limits.pages_max {
        return Err(ReadError::TooManyPages {
            limit: limits.pages_max,
            got: count,
        });
    }
    let mut canvas = Canvas::new(limits);
    for (page, part) in (1..).zip(&slides) {
        canvas.page();
        let wrote = write_slide(archive, part, &mut canvas, &mut warnings)?;
        if !wrote && !canvas.is_full() {
            warnings.push(Warning::PageWithoutText { page });
        }
    }
    let metadata = properties::core(archive)?;
    canvas
        .finish(Format::Pptx, metadata, &mut warnings)
        .map(|document| (document, warnings))
        .ok_or(ReadError::NoText { pages: count })
}

/// The slides' parts in their order.
fn slides(list: &str, relations: &Relations) -> Vec<String> {
    let mut slides = Vec::new();
    let mut xml = Xml::new(list);
    while let Some(token) = xml.next() {
        if let Token::Open(element) = token
            && element.name() == "sldId"
        {
            let relation = element.relation("id").and_then(|id| relations.get(&id));
            slides.extend(relation.map(|relation| relation.target.clone()));
        }
    }
    slides
}

/// Writes a slide with its notes; whether it had any text.
fn write_slide(
    archive: &mut Archive<'_>,
    part: &str,
    canvas: &mut Canvas,
    warnings: &mut Vec<Warning>,
) -> Result<bool, ReadError> {
    let Some(text) = archive.xml(part, warnings)? else {
        return Ok(false);
    };
    let relations = package::relations(archive, part, warnings)?;
    let (slide, damage) = Slide::parse(&text, part);
    warnings.extend(damage);
    let before = canvas.len();
    let title = slide.title();
    if let Some(title) = &title {
        canvas.heading(1, title);
    }
    for block in slide.blocks {
        match block {
            Block::Title(_) => {}
            Block::Text(text) => text.write(canvas),
            Block::Table(table) => table.write(canvas),
            Block::Linked { id } => linked(archive, &relations, &id, canvas, warnings)?,
        }
    }
    if let Some(part) = package::of_kind(&relations, "notesSlide") {
        let level = if title.is_some() { 2 } else { 1 };
        write_notes(archive, part, level, canvas, warnings)?;
    }
    Ok(canvas.len() > before)
}

/// A chart or a diagram that has a part of its own.
fn linked(
    archive: &mut Archive<'_>,
    relations: &Relations,
    id: &str,
    canvas: &mut Canvas,
    warnings: &mut Vec<Warning>,
) -> Result<(), ReadError> {
    let Some(relation) = relations.get(id) else {
        return Ok(());
    };
    let write = match relation.kind.as_str() {
        "chart" => chart::write,
        "diagramData" => diagram::write,
        _ => return Ok(()),
    };
    if let Some(text) = archive.xml(&relation.target, warnings)? {
        write(&text, canvas);
    }
    Ok(())
}

fn write_notes(
    archive: &mut Archive<'_>,
    part: &str,
    level: u8,
    canvas: &mut Canvas,
    warnings: &mut Vec<Warning>,
) -> Result<(), ReadError> {
    let Some(text) = archive.xml(part, warnings)? else {
        return Ok(());
    };
    let (notes, damage) = Slide::parse(&text, part);
    warnings.extend(damage);
    let notes = notes.notes();
    if !notes.is_empty() {
        canvas.heading(level, NOTES);
        canvas.paragraph(&notes);
    }
    Ok(())
}
