//! CSV and its like: values in records, apart by commas, semicolons, tabs or bars.
//!
//! The delimiter is the sign that parts the records most evenly. A quoted line
//! break becomes a space. A record has the number of the row in which a
//! spreadsheet shows it, so that blank lines count and quoted line breaks do not.

mod delimiter;

use csv::{ReaderBuilder, StringRecord};

use super::canvas::Canvas;
use super::rows::{CELLS_MAX, Cell, HeaderRows, Row, Rows, looks_like_value};
use super::{ReadError, ReadLimits, Warning, plain};
use crate::{Document, Format, Metadata};
pub(super) use delimiter::looks_delimited;

/// Reads values apart by a delimiter.
///
/// # Errors
/// `Empty` when there is no value.
pub(super) fn read(
    bytes: &[u8],
    limits: &ReadLimits,
) -> Result<(Document, Vec<Warning>), ReadError> {
    let (text, mut warnings) = plain::decode(bytes);
    let (declared, text) = declaration(&text);
    let delimiter = declared.unwrap_or_else(|| delimiter::delimiter(text));
    let mut canvas = Canvas::new(limits);
    let skipped = u32::from(declared.is_some());
    if let Err(reason) = write(text, delimiter, skipped, &mut canvas) {
        warnings.push(Warning::InPart {
            part: "the table".to_owned(),
            reason,
        });
    }
    let document = canvas.finish(Format::Csv, Metadata::default(), &mut warnings);
    Ok((document.ok_or(ReadError::Empty)?, warnings))
}

/// `sep=;` in the first line, by which Excel is told the delimiter, and the rest.
fn declaration(text: &str) -> (Option<u8>, &str) {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    match first.trim().strip_prefix("sep=").map(str::as_bytes) {
        Some([delimiter]) if delimiter.is_ascii() => (Some(*delimiter), rest),
        _ => (None, text),
    }
}

/// Writes the records; `above` is the number of lines before the first.
fn write(text: &str, delimiter: u8, above: u32, canvas: &mut Canvas) -> Result<(), String> {
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let width = delimiter::width(text, delimiter);
    let mut rows = Rows::new(canvas, HeaderRows::Unknown);
    let mut record = StringRecord::new();
    let mut number = above;
    let mut line = reader.position().line();
    while reader
        .read_record(&mut record)
        .map_err(|error| error.to_string())?
    {
        let after = reader.position().line();
        let own: u64 = 1 + breaks_within(&record);
        let blank = (after - line).saturating_sub(own);
        line = after;
        number = number.saturating_add(1 + u32::try_from(blank).unwrap_or(u32::MAX));
        rows.push(Row {
            number: Some(number),
            cells: cells(&record),
            is_odd: width.is_some_and(|width| record.len() != width),
        });
        if rows.is_full() {
            break;
        }
    }
    rows.finish();
    Ok(())
}

fn breaks_within(record: &StringRecord) -> u64 {
    let breaks = record.as_slice().bytes().filter(|&byte| byte == b'\n');
    breaks.count() as u64
}

fn cells(record: &StringRecord) -> Vec<Cell> {
    (0..)
        .zip(record)
        .filter_map(|(column, field)| Cell::new(column, field, looks_like_value(field)))
        .take(CELLS_MAX)
        .collect()
}
