//! XLS of Excel 97 to 2003 (BIFF8, [MS-XLS]): each sheet a section, as in XLSX.

mod records;
mod sheet;
mod strings;
mod workbook;

use std::collections::BTreeMap;
use std::io::{Cursor, Read};
use std::panic::catch_unwind;

use self::records::{Record, Records};
use self::strings::Strings;
use self::workbook::{Listed, Workbook};
use super::failure::{damaged, without_text};
use super::number_format::{Epoch, NumberFormat};
use crate::read::canvas::Canvas;
use crate::read::{ReadError, ReadLimits, Warning};
use crate::{Document, Format, Metadata};

/// Bytes of the stream of a workbook.
const STREAM_BYTES_MAX: u64 = 256 << 20;

/// Sheets of a workbook. Several could name the same records.
const SHEETS_MAX: usize = 1_024;

/// Whether a compound file holds a workbook.
pub(super) fn sniff(bytes: &[u8]) -> bool {
    holds(bytes, "/Workbook") || holds(bytes, "/Book")
}

/// Whether a compound file holds a package that only a password opens.
pub(super) fn is_encrypted_package(bytes: &[u8]) -> bool {
    holds(bytes, "/EncryptedPackage")
}

fn holds(bytes: &[u8], name: &str) -> bool {
    let found = catch_unwind(|| {
        cfb::CompoundFile::open(Cursor::new(bytes)).is_ok_and(|file| file.is_stream(name))
    });
    found.unwrap_or(false)
}

/// Reads a workbook; hidden sheets, too.
///
/// # Errors
/// `Encrypted`; `Damaged` for a stream that cannot be read, and for Excel 95 and
/// before; `Empty` without a value.
pub(super) fn read(
    bytes: &[u8],
    limits: &ReadLimits,
) -> Result<(Document, Vec<Warning>), ReadError> {
    let stream = stream(bytes)?;
    let workbook = workbook(&stream)?;
    let mut warnings = Vec::new();
    let mut canvas = Canvas::new(limits);
    for listed in &workbook.sheets {
        canvas.heading(1, &listed.name);
        let whole = sheet::write(&stream, listed.start, &workbook, &mut canvas);
        canvas.drop_bare_heading();
        if !whole && !canvas.is_full() {
            warnings.push(Warning::InPart {
                part: listed.name.clone(),
                reason: "it ends within its cells".to_owned(),
            });
        }
    }
    let has_values = canvas.has_tables();
    let document = canvas
        .finish(Format::Xls, Metadata::default(), &mut warnings)
        .filter(|_| has_values);
    document
        .ok_or_else(|| without_text(&warnings))
        .map(|document| (document, warnings))
}

/// The stream with the records of the workbook.
fn stream(bytes: &[u8]) -> Result<Vec<u8>, ReadError> {
    let read = catch_unwind(|| -> std::io::Result<Vec<u8>> {
        let mut file = cfb::CompoundFile::open(Cursor::new(bytes))?;
        let name = ["/Workbook", "/Book"]
            .into_iter()
            .find(|name| file.is_stream(name))
            .unwrap_or("/Workbook");
        let mut stream = Vec::new();
        let read = file
            .open_stream(name)?
            .take(STREAM_BYTES_MAX)
            .read_to_end(&mut stream);
        // A stream that breaks off is read as far as it goes.
        read.map(|_| ()).or_else(|error| {
            if stream.is_empty() {
                Err(error)
            } else {
                Ok(())
            }
        })?;
        Ok(stream)
    });
    match read {
        Ok(Ok(stream)) => Ok(stream),
        Ok(Err(error)) => Err(damaged(format!("the workbook cannot be opened ({error})"))),
        Err(_) => Err(damaged("the workbook cannot be opened")),
    }
}

/// What stands before the sheets.
fn workbook(stream: &[u8]) -> Result<Workbook, ReadError> {
    const BIFF8: u16 = 0x0600;
    let mut records = Records::new(stream, 0);
    let first = records.next();
    let version = first.filter(|record| record.kind == records::BOF);
    if version.and_then(|record| record.u16(0)) != Some(BIFF8) {
        return Err(damaged("it is no workbook of Excel 97 or later"));
    }
    let mut workbook = Workbook::default();
    let mut codes: BTreeMap<u16, NumberFormat> = BTreeMap::new();
    let mut styles: Vec<u16> = Vec::new();
    while let Some(record) = records.next() {
        match record.kind {
            records::EOF => break,
            records::FILE_PASS => return Err(ReadError::Encrypted),
            records::DATE_MODE if record.u16(0) == Some(1) => workbook.epoch = Epoch::Y1904,
            records::BOUND_SHEET if workbook.sheets.len() < SHEETS_MAX => {
                workbook.sheets.extend(listed(&record));
            }
            records::FORMAT => {
                let code = strings::long(record.data.get(2..).unwrap_or_default());
                if let (Some(id), Some(code)) = (record.u16(0), code) {
                    codes.insert(id, NumberFormat::parse(&code));
                }
            }
            records::STYLE => styles.extend(record.u16(2)),
            records::SHARED_STRINGS => {
                let pieces = records.with_continued(record.data);
                workbook.strings = Strings::parse(&pieces);
            }
            _ => {}
        }
    }
    // Cells name their style in two bytes.
    styles.truncate(usize::from(u16::MAX) + 1);
    let format = |id: &u16| {
        let own = codes.get(id).cloned();
        own.unwrap_or_else(|| NumberFormat::builtin(*id))
    };
    workbook.formats = styles.iter().map(format).collect();
    Ok(workbook)
}

/// A worksheet; charts and macros have no cells.
fn listed(record: &Record<'_>) -> Option<Listed> {
    let is_worksheet = record.data.get(5) == Some(&0);
    Some(Listed {
        start: usize::try_from(record.u32(0)?).ok()?,
        name: strings::short(record.data.get(6..)?)?,
    })
    .filter(|_| is_worksheet)
}
