//! The cells of a sheet.

use super::records::{self, Record, Records};
use super::strings;
use super::workbook::Workbook;
use crate::read::canvas::Canvas;
use crate::read::office::merged::MergedCells;
use crate::read::office::place::{Area, Place};
use crate::read::rows::{CELLS_MAX, Cell, HeaderRows, Row, Rows};

/// Writes the rows of the sheet whose records start at `start`; false when it
/// breaks off.
pub(super) fn write(stream: &[u8], start: usize, workbook: &Workbook, canvas: &mut Canvas) -> bool {
    let mut sheet = Sheet {
        workbook,
        merged: merged(stream, start),
        rows: Rows::new(canvas, HeaderRows::Unknown),
        row: 0,
        cells: Vec::new(),
        formula: None,
    };
    let mut depth = 0;
    let mut whole = false;
    for record in Records::new(stream, start) {
        match record.kind {
            // Charts within the sheet have a beginning and an end of their own.
            records::BOF => depth += 1,
            records::EOF => {
                depth -= 1;
                whole = depth <= 0;
            }
            _ if depth == 1 => sheet.record(&record),
            _ => {}
        }
        if whole || depth == 0 || sheet.rows.is_full() {
            break;
        }
    }
    sheet.end_row();
    sheet.rows.finish();
    whole
}

/// The merged areas, whose records follow the cells.
fn merged(stream: &[u8], start: usize) -> MergedCells {
    let mut merged = MergedCells::default();
    let mut depth = 0;
    for record in Records::new(stream, start) {
        match record.kind {
            records::BOF => depth += 1,
            records::EOF => depth -= 1,
            records::MERGED_CELLS if depth == 1 => {
                for area in record.data.get(2..).unwrap_or_default().chunks_exact(8) {
                    let at = |index: usize| {
                        u32::from(u16::from_le_bytes([area[index], area[index + 1]]))
                    };
                    let (first, last) = (at(0) + 1, at(2) + 1);
                    if first <= last && at(4) <= at(6) {
                        merged.add(Area {
                            first: Place {
                                row: first,
                                column: at(4),
                            },
                            last: Place {
                                row: last,
                                column: at(6),
                            },
                        });
                    }
                }
            }
            _ => {}
        }
        if depth <= 0 {
            break;
        }
    }
    merged
}

struct Sheet<'w, 'c> {
    workbook: &'w Workbook,
    merged: MergedCells,
    rows: Rows<'c>,
    /// The open row, from 1; 0 before the first.
    row: u32,
    cells: Vec<Cell>,
    /// Column of a formula whose text follows.
    formula: Option<u32>,
}

impl Sheet<'_, '_> {
    fn record(&mut self, record: &Record<'_>) {
        // Nothing is taken of a record that is too short.
        let _ = self.cell(record);
    }

    fn cell(&mut self, record: &Record<'_>) -> Option<()> {
        match record.kind {
            records::SHARED_LABEL => {
                let workbook = self.workbook;
                let text = workbook.strings.get(record.u32(6)?)?;
                self.put(record, text, false)
            }
            records::LABEL | records::RICH_LABEL => {
                let text = strings::long(record.data.get(6..)?)?;
                self.put(record, &text, false)
            }
            records::NUMBER => self.number(record, record.u16(4)?, record.f64(6)?, 0),
            records::RK => self.number(record, record.u16(4)?, rk(record.u32(6)?), 0),
            records::MULTIPLE_RK => {
                let count = record.data.len().checked_sub(6)? / 6;
                for index in 0..count {
                    let at = 4 + index * 6;
                    let value = rk(record.u32(at + 2)?);
                    self.number(record, record.u16(at)?, value, u32::try_from(index).ok()?)?;
                }
                Some(())
            }
            records::BOOL_OR_ERROR => {
                let (&value, &is_error) = (record.data.get(6)?, record.data.get(7)?);
                let text = if is_error == 1 {
                    error(value)
                } else {
                    truth(value)
                };
                self.put(record, text, true)
            }
            records::FORMULA => self.formula(record),
            records::STRING => {
                let column = self.formula.take()?;
                let text = strings::long(record.data)?;
                self.cells.extend(Cell::new(column, &text, false));
                Some(())
            }
            _ => None,
        }
    }

    /// The value that a formula came to when the file was saved.
    fn formula(&mut self, record: &Record<'_>) -> Option<()> {
        if record.u16(12)? != 0xffff {
            return self.number(record, record.u16(4)?, record.f64(6)?, 0);
        }
        let value = *record.data.get(8)?;
        match record.data.get(6)? {
            0 => {
                self.open(record)?;
                self.formula = Some(u32::from(record.u16(2)?));
                Some(())
            }
            1 => self.put(record, truth(value), true),
            2 => self.put(record, error(value), true),
            _ => None,
        }
    }

    fn number(&mut self, record: &Record<'_>, style: u16, value: f64, offset: u32) -> Option<()> {
        self.open(record)?;
        let column = u32::from(record.u16(2)?) + offset;
        let general = super::NumberFormat::General;
        let format = self
            .workbook
            .formats
            .get(usize::from(style))
            .unwrap_or(&general);
        let text = format.show(value, self.workbook.epoch);
        self.cells.extend(Cell::new(column, &text, true));
        Some(())
    }

    fn put(&mut self, record: &Record<'_>, text: &str, is_value: bool) -> Option<()> {
        self.open(record)?;
        let column = u32::from(record.u16(2)?);
        self.cells.extend(Cell::new(column, text, is_value));
        Some(())
    }

    /// Goes on to the row of a cell.
    fn open(&mut self, record: &Record<'_>) -> Option<()> {
        let row = u32::from(record.u16(0)?) + 1;
        if row != self.row {
            self.end_row();
            self.row = row;
        }
        if self.cells.len() >= CELLS_MAX {
            return None;
        }
        self.formula = None;
        Some(())
    }

    fn end_row(&mut self) {
        let mut cells = std::mem::take(&mut self.cells);
        if cells.is_empty() {
            return;
        }
        cells.sort_by_key(|cell| cell.column);
        self.merged.fill(self.row, &mut cells);
        self.rows.push(Row {
            number: Some(self.row),
            cells,
            ..Row::default()
        });
    }
}

/// A number packed into 30 bits: whole or the upper half of a double, maybe in hundredths.
fn rk(packed: u32) -> f64 {
    let value = if packed & 2 != 0 {
        f64::from(packed.cast_signed() >> 2)
    } else {
        f64::from_bits(u64::from(packed & !3) << 32)
    };
    if packed & 1 != 0 {
        value / 100.0
    } else {
        value
    }
}

fn truth(value: u8) -> &'static str {
    if value == 0 { "FALSE" } else { "TRUE" }
}

fn error(code: u8) -> &'static str {
    match code {
        0x00 => "#NULL!",
        0x07 => "#DIV/0!",
        0x0f => "#VALUE!",
        0x17 => "#REF!",
        0x1d => "#NAME?",
        0x24 => "#NUM!",
        _ => "#N/A",
    }
}
