//! XLSX: each sheet a section, each block of rows a table with its row numbers.

mod sheet;
mod strings;
mod styles;
mod workbook;

use self::strings::SharedStrings;
use self::styles::Styles;
use self::workbook::Workbook;
use super::archive::Archive;
use super::failure::{damaged, without_text};
use super::number_format::Epoch;
use super::package::{self, Relations};
use super::properties;
use super::xml::{Token, Xml, is_true};
use crate::read::canvas::Canvas;
use crate::read::{ReadError, ReadLimits, Warning};
use crate::{Document, Format};

/// A sheet as the workbook lists it.
struct Listed {
    name: String,
    part: String,
}

/// Reads a workbook; hidden sheets, too, since formulas draw on them.
///
/// # Errors
/// `Damaged` without a list of sheets; `Empty` without a value.
pub(super) fn read(
    archive: &mut Archive<'_>,
    limits: &ReadLimits,
) -> Result<(Document, Vec<Warning>), ReadError> {
    let mut warnings = Vec::new();
    let (_, main) = package::main_part(archive).ok_or_else(|| damaged("it has no workbook"))?;
    let relations = package::relations(archive, &main, &mut warnings)?;
    let list = archive
        .xml(&main, &mut warnings)?
        .ok_or_else(|| damaged("it has no workbook"))?;
    let (sheets, epoch) = sheets(&list, &relations);
    let workbook = Workbook {
        strings: strings(archive, &relations, &mut warnings)?,
        styles: styles(archive, &relations, &mut warnings)?,
        epoch,
    };
    let mut canvas = Canvas::new(limits);
    for listed in &sheets {
        if canvas.is_full() {
            break;
        }
        let heads = sheet::declared_headers(archive, &listed.part, &mut warnings)?;
        let Some(text) = archive.xml(&listed.part, &mut warnings)? else {
            warnings.push(Warning::InPart {
                part: listed.part.clone(),
                reason: "it is missing".to_owned(),
            });
            continue;
        };
        canvas.heading(1, &listed.name);
        warnings.extend(sheet::write(
            &text,
            &listed.part,
            &workbook,
            heads,
            &mut canvas,
        ));
        canvas.drop_bare_heading();
    }
    let has_values = canvas.has_tables();
    let metadata = properties::core(archive)?;
    let document = canvas
        .finish(Format::Xlsx, metadata, &mut warnings)
        .filter(|_| has_values);
    document
        .ok_or_else(|| without_text(&warnings))
        .map(|document| (document, warnings))
}

/// The sheets in their order, and day 0 of the dates.
fn sheets(list: &str, relations: &Relations) -> (Vec<Listed>, Epoch) {
    let mut sheets = Vec::new();
    let mut epoch = Epoch::Y1900;
    let mut xml = Xml::new(list);
    while let Some(token) = xml.next() {
        let Token::Open(element) = token else {
            continue;
        };
        match element.name() {
            "workbookPr" if element.attribute("date1904").is_some_and(|on| is_true(&on)) => {
                epoch = Epoch::Y1904;
            }
            "sheet" => {
                let target = element
                    .relation("id")
                    .and_then(|id| relations.get(&id))
                    // Sheets of charts and macros have no cells.
                    .filter(|relation| relation.kind == "worksheet");
                if let Some(relation) = target {
                    sheets.push(Listed {
                        name: element.attribute("name").unwrap_or_default(),
                        part: relation.target.clone(),
                    });
                }
            }
            _ => {}
        }
    }
    (sheets, epoch)
}

fn strings(
    archive: &mut Archive<'_>,
    relations: &Relations,
    warnings: &mut Vec<Warning>,
) -> Result<SharedStrings, ReadError> {
    let part = package::of_kind(relations, "sharedStrings").unwrap_or("xl/sharedStrings.xml");
    let Some(text) = archive.xml(part, warnings)? else {
        return Ok(SharedStrings::default());
    };
    let (strings, damage) = SharedStrings::parse(&text, part);
    warnings.extend(damage);
    Ok(strings)
}

fn styles(
    archive: &mut Archive<'_>,
    relations: &Relations,
    warnings: &mut Vec<Warning>,
) -> Result<Styles, ReadError> {
    let part = package::of_kind(relations, "styles").unwrap_or("xl/styles.xml");
    Ok(archive
        .xml(part, warnings)?
        .map(|text| Styles::parse(&text))
        .unwrap_or_default())
}
