//! Typed tables in few bytes, for the way between processes and for the records.
//!
//! A table travels as its head (names, header, bands, notes), its rows, and one
//! stretch of bytes a column, so that a column can be loaded without the
//! others. Places are counted from the cell above, numbers are their digits: a
//! cell takes some five bytes, and nothing is parsed when it comes back.

use rust_decimal::Decimal;
use thiserror::Error;

use super::{
    Band, Cell, Column, ColumnKind, Date, LogicalTable, Note, Number, Part, Row, TableKind, Unit,
    Value,
};
use crate::Span;

/// Raised when the layout of packed tables changes.
const LAYOUT: u8 = 1;

/// Why bytes are no packed table.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PackError {
    /// Another layout than this one's.
    #[error("the table is packed in layout {got}, expected was {expected}")]
    Layout {
        /// Ours.
        expected: u8,
        /// Theirs.
        got: u8,
    },
    /// They end early or say what cannot be.
    #[error("the bytes are no packed table")]
    Damaged,
    /// More cells than are allowed.
    #[error("the table has more than {limit} cells")]
    TooManyCells {
        /// The limit.
        limit: usize,
    },
}

/// What a column is, without its cells.
type Name = (Vec<String>, ColumnKind, Unit, i8, bool);

/// The bytes of a table.
///
/// # Errors
/// None for a table that a reader made.
pub fn pack(table: &LogicalTable) -> Result<Vec<u8>, PackError> {
    let name = |column: &Column| -> Name {
        let path = column.path.clone();
        (path, column.kind, column.unit, column.scale, column.key)
    };
    let names: Vec<Name> = table.columns.iter().map(name).collect();
    let head = (
        (table.kind, &table.title, &table.context, names),
        (&table.bands, &table.notes, &table.parts, &table.odd_rows),
    );
    let head = rmp_serde::to_vec(&head).map_err(|_| PackError::Damaged)?;
    let mut out = vec![LAYOUT];
    put_bytes(&mut out, &head);
    put_bytes(&mut out, &packed_rows(&table.rows));
    for column in &table.columns {
        put_bytes(&mut out, &packed_cells(&column.cells));
    }
    Ok(out)
}

/// A table of its bytes, of at most `cells_max` cells.
///
/// # Errors
/// For bytes that [`pack`] did not make.
pub fn unpack(bytes: &[u8], cells_max: usize) -> Result<LogicalTable, PackError> {
    unpack_columns(bytes, cells_max, |paths, _| vec![true; paths.len()])
}

/// As [`unpack`], but with the cells of some columns only: `wanted` gets the
/// paths of all columns and the number of rows, and says which. The others come
/// without cells. The first comes along with one that has a scale: its labels say
/// which rows the scale is not for.
///
/// # Errors
/// As [`unpack`].
pub fn unpack_columns(
    bytes: &[u8],
    cells_max: usize,
    wanted: impl FnOnce(&[&[String]], usize) -> Vec<bool>,
) -> Result<LogicalTable, PackError> {
    type Head = (
        (TableKind, Option<String>, Vec<String>, Vec<Name>),
        (Vec<Band>, Vec<Note>, Vec<Part>, Vec<u32>),
    );
    let mut from = Bytes(bytes);
    let got = from.byte()?;
    if got != LAYOUT {
        let expected = LAYOUT;
        return Err(PackError::Layout { expected, got });
    }
    let head: Head = rmp_serde::from_slice(from.stretch()?).map_err(|_| PackError::Damaged)?;
    let ((kind, title, context, names), (bands, notes, parts, odd_rows)) = head;
    let rows = unpacked_rows(&mut Bytes(from.stretch()?), cells_max)?;
    let paths: Vec<&[String]> = names.iter().map(|name| name.0.as_slice()).collect();
    let mut wanted = wanted(&paths, rows.len());
    let scaled = names.iter().zip(&wanted);
    let scaled = scaled
        .filter(|(name, wanted)| **wanted && name.3 != 0)
        .count()
        > 0;
    if let Some(labels) = wanted.first_mut() {
        *labels |= scaled;
    }
    let mut room = cells_max;
    let mut columns = Vec::new();
    for (at, (path, kind, unit, scale, key)) in names.into_iter().enumerate() {
        let stretch = from.stretch()?;
        let mut cells = Vec::new();
        if wanted.get(at).copied().unwrap_or(false) {
            cells = unpacked_cells(&mut Bytes(stretch), room)?;
            if cells.len() != rows.len() {
                return Err(PackError::Damaged);
            }
        }
        room -= cells.len();
        columns.push(Column {
            path,
            kind,
            unit,
            scale,
            key,
            cells,
        });
    }
    if !from.0.is_empty() {
        return Err(PackError::Damaged);
    }
    Ok(LogicalTable {
        kind,
        title,
        context,
        columns,
        rows,
        bands,
        notes,
        parts,
        odd_rows,
    })
}

const TOTAL: u8 = 1;
const SAME_BAND: u8 = 2;

fn packed_rows(rows: &[Row]) -> Vec<u8> {
    let mut out = Vec::new();
    put(&mut out, rows.len() as u64);
    let (mut end, mut band) = (0, None);
    for row in rows {
        let same = if row.band == band { SAME_BAND } else { 0 };
        out.push(same | if row.total { TOTAL } else { 0 });
        if row.band != band {
            put(&mut out, row.band.map_or(0, |band| u64::from(band) + 1));
            band = row.band;
        }
        put_span(&mut out, row.span, &mut end);
    }
    out
}

fn unpacked_rows(from: &mut Bytes<'_>, rows_max: usize) -> Result<Vec<Row>, PackError> {
    let count = from.count(rows_max)?;
    let mut rows = Vec::with_capacity(count);
    let (mut end, mut band) = (0, None);
    for _ in 0..count {
        let flags = from.byte()?;
        if flags & SAME_BAND == 0 {
            let next = from.number()?.checked_sub(1).map(u32::try_from);
            band = next.transpose().map_err(|_| PackError::Damaged)?;
        }
        rows.push(Row {
            span: from.span(&mut end)?,
            band,
            total: flags & TOTAL != 0,
        });
    }
    Ok(rows)
}

/// What a cell holds, in the low bits of its first byte.
const EMPTY: u8 = 0;
const DASH: u8 = 1;
const NUMBER: u8 = 2;
const RANGE: u8 = 3;
const DATE: u8 = 4;
const CODE: u8 = 5;
const TEXT: u8 = 6;
const HOLDS: u8 = 7;
/// It stands where the cell above does.
const SAME_SPAN: u8 = 8;
/// It stands nowhere.
const NO_SPAN: u8 = 16;
/// Its number has the unit and the places of the number above.
const SAME_UNIT: u8 = 32;

/// What a cell is told by, besides its own bytes.
#[derive(Default)]
struct Above {
    span: Span,
    end: usize,
    unit: Unit,
    places: u32,
}

fn packed_cells(cells: &[Cell]) -> Vec<u8> {
    let mut out = Vec::new();
    put(&mut out, cells.len() as u64);
    let mut above = Above::default();
    for cell in cells {
        let holds = match &cell.value {
            Value::Empty => EMPTY,
            Value::Dash => DASH,
            Value::Number(_) => NUMBER,
            Value::Range(_) => RANGE,
            Value::Date(_) => DATE,
            Value::Code => CODE,
            Value::Text => TEXT,
        };
        let place = if cell.span == Span::default() {
            NO_SPAN
        } else if cell.span == above.span {
            SAME_SPAN
        } else {
            0
        };
        let first = match &cell.value {
            Value::Number(number) => Some(*number),
            Value::Range(range) => Some(range.0),
            _ => None,
        };
        let same = first.is_some_and(|number| {
            number.unit == above.unit && number.value.scale() == above.places
        });
        out.push(holds | place | if same { SAME_UNIT } else { 0 });
        if place == 0 {
            put_span(&mut out, cell.span, &mut above.end);
            above.span = cell.span;
        }
        match &cell.value {
            Value::Number(number) => put_number(&mut out, *number, same, &mut above),
            Value::Range(range) => {
                put_number(&mut out, range.0, same, &mut above);
                put_number(&mut out, range.1, false, &mut above);
            }
            Value::Date(date) => {
                put(&mut out, zigzag(i64::from(date.year)));
                out.extend([date.month, date.day]);
            }
            Value::Empty | Value::Dash | Value::Code | Value::Text => {}
        }
    }
    out
}

fn unpacked_cells(from: &mut Bytes<'_>, cells_max: usize) -> Result<Vec<Cell>, PackError> {
    let count = from.count(cells_max)?;
    let mut cells = Vec::with_capacity(count);
    let mut above = Above::default();
    for _ in 0..count {
        let first = from.byte()?;
        let span = if first & NO_SPAN != 0 {
            Span::default()
        } else if first & SAME_SPAN != 0 {
            above.span
        } else {
            above.span = from.span(&mut above.end)?;
            above.span
        };
        let same = first & SAME_UNIT != 0;
        let value = match first & HOLDS {
            EMPTY => Value::Empty,
            DASH => Value::Dash,
            NUMBER => Value::Number(from.exact(same, &mut above)?),
            RANGE => {
                let low = from.exact(same, &mut above)?;
                Value::Range(Box::new((low, from.exact(false, &mut above)?)))
            }
            DATE => {
                let year = unzigzag(from.number()?);
                let year = i16::try_from(year).map_err(|_| PackError::Damaged)?;
                let (month, day) = (from.byte()?, from.byte()?);
                Value::Date(Date { year, month, day })
            }
            CODE => Value::Code,
            TEXT => Value::Text,
            _ => return Err(PackError::Damaged),
        };
        cells.push(Cell { span, value });
    }
    Ok(cells)
}

fn put_number(out: &mut Vec<u8>, number: Number, same: bool, above: &mut Above) {
    if !same {
        let unit = number.unit.as_str().as_bytes();
        put_bytes(out, unit);
        put(out, u64::from(number.value.scale()));
        (above.unit, above.places) = (number.unit, number.value.scale());
    }
    let mantissa = number.value.mantissa();
    let digits = mantissa.unsigned_abs();
    // The sign stands in the lowest bit; 96 bits of digits leave room for it.
    put_wide(out, digits << 1 | u128::from(mantissa < 0));
}

/// Seven bits a byte, the lowest first.
fn put(out: &mut Vec<u8>, number: u64) {
    put_wide(out, number.into());
}

fn put_wide(out: &mut Vec<u8>, mut number: u128) {
    while number >= 0x80 {
        out.push((number as u8 & 0x7f) | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn put_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    put(out, bytes.len() as u64);
    out.extend(bytes);
}

/// A span counted from the end of the one above.
fn put_span(out: &mut Vec<u8>, span: Span, end: &mut usize) {
    put(out, zigzag(span.start as i64 - *end as i64));
    put(out, span.len() as u64);
    *end = span.end;
}

fn zigzag(number: i64) -> u64 {
    ((number << 1) ^ (number >> 63)) as u64
}

fn unzigzag(number: u64) -> i64 {
    (number >> 1) as i64 ^ -((number & 1) as i64)
}

/// Bytes that are read from the front.
struct Bytes<'b>(&'b [u8]);

impl<'b> Bytes<'b> {
    fn byte(&mut self) -> Result<u8, PackError> {
        let (first, rest) = self.0.split_first().ok_or(PackError::Damaged)?;
        self.0 = rest;
        Ok(*first)
    }

    fn wide(&mut self) -> Result<u128, PackError> {
        let mut number = 0_u128;
        for shift in (0..126).step_by(7) {
            let byte = self.byte()?;
            number |= u128::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(PackError::Damaged)
    }

    fn number(&mut self) -> Result<u64, PackError> {
        u64::try_from(self.wide()?).map_err(|_| PackError::Damaged)
    }

    /// How many follow, each of at least a byte.
    fn count(&mut self, limit: usize) -> Result<usize, PackError> {
        let count = usize::try_from(self.number()?).map_err(|_| PackError::Damaged)?;
        if count > limit {
            return Err(PackError::TooManyCells { limit });
        }
        if count > self.0.len() {
            return Err(PackError::Damaged);
        }
        Ok(count)
    }

    fn stretch(&mut self) -> Result<&'b [u8], PackError> {
        let length = usize::try_from(self.number()?).map_err(|_| PackError::Damaged)?;
        let (stretch, rest) = self.0.split_at_checked(length).ok_or(PackError::Damaged)?;
        self.0 = rest;
        Ok(stretch)
    }

    fn span(&mut self, end: &mut usize) -> Result<Span, PackError> {
        let start = i64::try_from(*end)
            .ok()
            .and_then(|end| end.checked_add(unzigzag(self.number().ok()?)))
            .and_then(|start| usize::try_from(start).ok())
            .ok_or(PackError::Damaged)?;
        let length = usize::try_from(self.number()?).map_err(|_| PackError::Damaged)?;
        *end = start.checked_add(length).ok_or(PackError::Damaged)?;
        Ok(Span::new(start, *end))
    }

    fn exact(&mut self, same: bool, above: &mut Above) -> Result<Number, PackError> {
        if !same {
            let unit = std::str::from_utf8(self.stretch()?).map_err(|_| PackError::Damaged)?;
            above.unit = Unit::named(unit);
            above.places = u32::try_from(self.number()?).map_err(|_| PackError::Damaged)?;
        }
        let written = self.wide()?;
        let digits = i128::try_from(written >> 1).map_err(|_| PackError::Damaged)?;
        let mantissa = if written & 1 == 0 { digits } else { -digits };
        let value = Decimal::try_from_i128_with_scale(mantissa, above.places)
            .map_err(|_| PackError::Damaged)?;
        Ok(Number {
            value,
            unit: above.unit,
        })
    }
}
