//! The cells of a sheet.

use super::package;
use super::strings::rich_text;
use super::workbook::Workbook;
use crate::read::canvas::Canvas;
use crate::read::office::archive::Archive;
use crate::read::office::merged::MergedCells;
use crate::read::office::number_format::NumberFormat;
use crate::read::office::place::{Area, COLUMNS_MAX, Place, ROWS_MAX};
use crate::read::office::xml::{Element, Token, Xml, is_true};
use crate::read::rows::{CELLS_MAX, Cell, HeaderRows, Row, Rows};
use crate::read::{ReadError, Warning};

/// Rows that the named tables of a sheet declare as their headers.
pub(super) fn declared_headers(
    archive: &mut Archive<'_>,
    part: &str,
    warnings: &mut Vec<Warning>,
) -> Result<Vec<u32>, ReadError> {
    let mut rows = Vec::new();
    for relation in package::relations(archive, part, warnings)?.values() {
        if relation.kind != "table" {
            continue;
        }
        let Some(text) = archive.xml(&relation.target, warnings)? else {
            continue;
        };
        let mut xml = Xml::new(&text);
        while let Some(token) = xml.next() {
            if let Token::Open(element) = token
                && element.name() == "table"
            {
                let area = element.attribute("ref").and_then(|area| Area::parse(&area));
                let has_header = element.number::<u32>("headerRowCount") != Some(0);
                rows.extend(area.filter(|_| has_header).map(|area| area.first.row));
                break;
            }
        }
    }
    Ok(rows)
}

/// Writes the rows of a sheet; a warning when it breaks off. `heads` are rows
/// known to be headers.
pub(super) fn write(
    text: &str,
    part: &str,
    workbook: &Workbook,
    mut heads: Vec<u32>,
    canvas: &mut Canvas,
) -> Option<Warning> {
    heads.extend(filter_row(text));
    let known = if heads.is_empty() {
        HeaderRows::Unknown
    } else {
        HeaderRows::At(heads)
    };
    let mut merged = MergedCells::of_sheet(text);
    let mut rows = Rows::new(canvas, known);
    let mut xml = Xml::new(text);
    let mut number = 0;
    while let Some(token) = xml.next() {
        match token {
            Token::Open(element) if element.name() == "row" => {
                // Rows that do not tell their number follow one another.
                number = row_number(&element)
                    .filter(|&told| told > number)
                    .unwrap_or(number + 1);
                let mut cells = cells(&mut xml, workbook);
                merged.fill(number, &mut cells);
                rows.push(Row {
                    number: Some(number),
                    cells,
                    ..Row::default()
                });
                if rows.is_full() || number >= ROWS_MAX {
                    break;
                }
            }
            Token::Close(end) if end.name() == "sheetData" => break,
            _ => {}
        }
    }
    let full = rows.is_full();
    rows.finish();
    if full { None } else { xml.damage(part) }
}

fn row_number(element: &Element<'_>) -> Option<u32> {
    element
        .number("r")
        .filter(|number| (1..=ROWS_MAX).contains(number))
}

/// The header of a sheet that is filtered: the row with the arrows.
fn filter_row(text: &str) -> Option<u32> {
    let start = text.rfind("autoFilter ")?;
    let start = text[..start].rfind('<')?;
    match Xml::new(&text[start..]).next()? {
        Token::Open(element) if element.name() == "autoFilter" => {
            Some(Area::parse(&element.attribute("ref")?)?.first.row)
        }
        _ => None,
    }
}

/// The filled cells of the row that was just opened.
fn cells(xml: &mut Xml<'_>, workbook: &Workbook) -> Vec<Cell> {
    let mut cells: Vec<Cell> = Vec::new();
    let mut next_column = 0;
    while let Some(token) = xml.next() {
        match token {
            Token::Open(element) if element.name() == "c" => {
                let told = element.attribute("r").and_then(|name| Place::parse(&name));
                let column = told.map_or(next_column, |place| place.column);
                next_column = (column + 1).min(COLUMNS_MAX);
                let cell = cell(xml, &element, column, workbook);
                cells.extend(cell.filter(|_| cells.len() < CELLS_MAX));
            }
            Token::Close(end) if end.name() == "row" => break,
            _ => {}
        }
    }
    cells.sort_by_key(|cell| cell.column);
    cells
}

fn cell(
    xml: &mut Xml<'_>,
    element: &Element<'_>,
    column: u32,
    workbook: &Workbook,
) -> Option<Cell> {
    let kind = element.attribute("t").unwrap_or_default();
    let style = element.number("s").unwrap_or(0);
    let mut value = String::new();
    let mut in_value = false;
    while let Some(token) = xml.next() {
        match token {
            Token::Open(element) => match element.name() {
                "v" => in_value = true,
                "is" => rich_text(xml, "is", &mut value),
                // The formula; what it came to is the value.
                "f" => xml.skip(),
                _ => {}
            },
            Token::Text(text) if in_value => value.push_str(&text),
            Token::Close(end) if end.name() == "v" => in_value = false,
            Token::Close(end) if end.name() == "c" => break,
            Token::Close(_) | Token::Text(_) => {}
        }
    }
    shown(&kind, &value, workbook, workbook.styles.format(style))
        .and_then(|(text, is_value)| Cell::new(column, &text, is_value))
}

/// What a cell shows, and whether it is a value rather than a text.
fn shown(
    kind: &str,
    value: &str,
    workbook: &Workbook,
    format: &NumberFormat,
) -> Option<(String, bool)> {
    match kind {
        "s" => {
            let number = value.trim().parse().ok()?;
            Some((unescaped(workbook.strings.get(number)?), false))
        }
        "b" => {
            let shown = if is_true(value.trim()) {
                "TRUE"
            } else {
                "FALSE"
            };
            Some((shown.to_owned(), true))
        }
        "str" | "inlineStr" => Some((unescaped(value), false)),
        "e" => Some((value.to_owned(), true)),
        // Dates of the strict flavour are written out.
        "d" => Some((value.replace('T', " "), true)),
        _ => match value.trim().parse::<f64>() {
            Ok(number) => Some((format.show(number, workbook.epoch), true)),
            Err(_) => Some((value.to_owned(), false)),
        },
    }
}

/// A text with the characters that XML cannot hold: `_x000D_` is a line break.
fn unescaped(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("_x") {
        shown.push_str(before);
        let code = after.get(..4).filter(|_| after[4..].starts_with('_'));
        let code = code.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        match code.and_then(char::from_u32) {
            Some(character) => {
                shown.push(character);
                rest = &after[5..];
            }
            None => {
                shown.push_str("_x");
                rest = after;
            }
        }
    }
    shown.push_str(rest);
    shown
}

#[cfg(test)]
mod tests {
    use super::unescaped;

    #[test]
    fn escaped_characters() {
        for (text, expected) in [
            ("a_x000D_b", "a\rb"),
            ("_x0041__x0042_", "AB"),
            ("max_x", "max_x"),
            ("_x00", "_x00"),
            ("_xD800_", "_xD800_"),
            ("_xé000_", "_xé000_"),
        ] {
            assert_eq!(unescaped(text), expected);
        }
    }
}
