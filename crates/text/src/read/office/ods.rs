//! ODS: each sheet a section, its rows as shown: OpenDocument keeps the shown
//! text of a cell beside its value.

use super::archive::Archive;
use super::failure::{damaged, without_text};
use super::properties;
use super::xml::{Element, Token, Xml};
use crate::read::canvas::Canvas;
use crate::read::rows::{CELLS_MAX, Cell, HeaderRows, Row, Rows};
use crate::read::{ReadError, ReadLimits, Warning};
use crate::{Document, Format};

/// What the archive says it is, in a part that is never packed.
const MIMETYPE: &str = "application/vnd.oasis.opendocument.spreadsheet";

/// A filled cell or row may stand for so many like it; more are a fill to the
/// edge of the sheet that nobody reads.
const REPEATED_CELLS_MAX: u32 = 256;
const REPEATED_ROWS_MAX: u32 = 1_000;

/// Columns of a sheet.
const COLUMNS_MAX: u32 = 16_384;

/// Whether the archive is an OpenDocument workbook or a template of one.
pub(super) fn sniff(archive: &mut Archive<'_>) -> Option<Format> {
    let (kind, _) = archive.part("mimetype").ok()??;
    kind.starts_with(MIMETYPE.as_bytes()).then_some(Format::Ods)
}

/// Reads a workbook.
///
/// # Errors
/// `Encrypted`; `Damaged` without content; `Empty` without a value.
pub(super) fn read(
    archive: &mut Archive<'_>,
    limits: &ReadLimits,
) -> Result<(Document, Vec<Warning>), ReadError> {
    const CONTENT: &str = "content.xml";
    let mut warnings = Vec::new();
    if is_encrypted(archive)? {
        return Err(ReadError::Encrypted);
    }
    let text = archive
        .xml(CONTENT, &mut warnings)?
        .ok_or_else(|| damaged("it has no content"))?;
    let mut canvas = Canvas::new(limits);
    let mut xml = Xml::new(&text);
    while let Some(token) = xml.next() {
        if let Token::Open(element) = token
            && element.name() == "table"
        {
            let name = element.attribute("name").unwrap_or_default();
            canvas.heading(1, &name);
            sheet(&mut xml, &mut canvas);
            canvas.drop_bare_heading();
        }
        if canvas.is_full() {
            break;
        }
    }
    warnings.extend(xml.damage(CONTENT));
    let has_values = canvas.has_tables();
    let metadata = archive
        .xml("meta.xml", &mut Vec::new())?
        .map(|text| properties::of_xml(&text))
        .unwrap_or_default();
    let document = canvas
        .finish(Format::Ods, metadata, &mut warnings)
        .filter(|_| has_values);
    document
        .ok_or_else(|| without_text(&warnings))
        .map(|document| (document, warnings))
}

/// Whether the manifest names a key for its parts.
fn is_encrypted(archive: &mut Archive<'_>) -> Result<bool, ReadError> {
    let manifest = archive.xml("META-INF/manifest.xml", &mut Vec::new())?;
    Ok(manifest.is_some_and(|manifest| manifest.contains(":encryption-data")))
}

/// Writes the rows of the sheet that was just opened.
fn sheet(xml: &mut Xml<'_>, canvas: &mut Canvas) {
    let mut rows = Rows::new(canvas, HeaderRows::Unknown);
    let mut next: u32 = 1;
    while let Some(token) = xml.next() {
        match token {
            Token::Open(element) if element.name() == "table-row" => {
                let repeated = element
                    .number::<u32>("number-rows-repeated")
                    .unwrap_or(1)
                    .max(1);
                let cells = cells(xml);
                if !cells.is_empty() {
                    for number in next..next.saturating_add(repeated.min(REPEATED_ROWS_MAX)) {
                        rows.push(Row {
                            number: Some(number),
                            cells: cells.clone(),
                            ..Row::default()
                        });
                    }
                }
                next = next.saturating_add(repeated);
            }
            Token::Open(element) if element.name() == "shapes" => xml.skip(),
            Token::Close(end) if end.name() == "table" => break,
            _ => {}
        }
        if rows.is_full() {
            break;
        }
    }
    rows.finish();
}

/// The filled cells of the row that was just opened.
fn cells(xml: &mut Xml<'_>) -> Vec<Cell> {
    let mut cells = Vec::new();
    let mut column: u32 = 0;
    while let Some(token) = xml.next() {
        match token {
            Token::Open(element)
                if matches!(element.name(), "table-cell" | "covered-table-cell") =>
            {
                let repeated = element
                    .number::<u32>("number-columns-repeated")
                    .unwrap_or(1)
                    .clamp(1, COLUMNS_MAX);
                let first = cell(xml, &element, column);
                let spans = element.number::<u32>("number-columns-spanned");
                let spans = spans.unwrap_or(1);
                column = column.saturating_add(repeated).min(COLUMNS_MAX);
                let Some(first) = first.filter(|_| cells.len() < CELLS_MAX) else {
                    continue;
                };
                for offset in 0..repeated.min(REPEATED_CELLS_MAX) {
                    cells.push(Cell {
                        column: first.column + offset,
                        ..first.clone()
                    });
                }
                for offset in 1..spans.min(REPEATED_CELLS_MAX) {
                    cells.push(Cell {
                        column: first.column + offset,
                        is_spanned: true,
                        ..first.clone()
                    });
                }
            }
            Token::Close(end) if end.name() == "table-row" => break,
            _ => {}
        }
    }
    cells.sort_by_key(|cell| cell.column);
    cells.dedup_by_key(|cell| cell.column);
    cells
}

/// The cell that was just opened: its paragraphs, without the notes on it.
fn cell(xml: &mut Xml<'_>, element: &Element<'_>, column: u32) -> Option<Cell> {
    let kind = element.attribute("value-type").unwrap_or_default();
    let own = match element.name() {
        "covered-table-cell" => "covered-table-cell",
        _ => "table-cell",
    };
    let mut text = String::new();
    let mut depth: u32 = 0;
    while let Some(token) = xml.next() {
        match token {
            Token::Open(element) => match element.name() {
                "annotation" => xml.skip(),
                "p" => {
                    depth += 1;
                    text.push(' ');
                }
                "s" | "tab" | "line-break" => text.push(' '),
                _ => {}
            },
            Token::Text(piece) if depth > 0 => text.push_str(&piece),
            Token::Close(end) if end.name() == "p" => depth = depth.saturating_sub(1),
            Token::Close(end) if end.name() == own => break,
            Token::Close(_) | Token::Text(_) => {}
        }
    }
    Cell::new(column, &text, !kind.is_empty() && kind != "string")
}
