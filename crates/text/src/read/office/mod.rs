//! Office files: DOCX, PPTX, XLSX and ODS, which are XML in zip archives, and XLS.
//!
//! The readers work on the XML itself, since what citations need (which row of
//! which sheet, which slide, which columns a merged cell spans, how a number is
//! shown) is what libraries that convert such files give up first.

mod archive;
mod chart;
mod docx;
mod failure;
mod merged;
mod number_format;
mod ods;
mod package;
mod place;
mod pptx;
mod properties;
mod tables;
mod xls;
mod xlsx;
mod xml;

use self::archive::Archive;
use super::{ReadError, ReadLimits, Warning};
use crate::{Document, Format};

/// How zip archives start.
const ZIP_MARK: &[u8] = b"PK\x03\x04";

/// How compound files start: office files before 2007, and encrypted ones of today.
const COMPOUND_MARK: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";

/// The office format of a file by the parts in it; `None` for anything else.
/// Of an encrypted file only the name tells what is in it.
pub(super) fn sniff(bytes: &[u8], name: &str) -> Option<Format> {
    if bytes.starts_with(ZIP_MARK) {
        return match Archive::open(bytes, ReadLimits::default().unpacked_bytes_max) {
            Ok(mut archive) => ods::sniff(&mut archive)
                .or_else(|| package::main_part(&mut archive).map(|(format, _)| format)),
            Err(_) => by_remains(bytes),
        };
    }
    if bytes.starts_with(COMPOUND_MARK) {
        return xls::sniff(bytes)
            .then_some(Format::Xls)
            .or_else(|| xls::is_encrypted_package(bytes).then(|| by_extension(name)));
    }
    None
}

/// What an archive was of which the directory is gone: it stands at the end.
fn by_remains(bytes: &[u8]) -> Option<Format> {
    let holds = |name: &[u8]| bytes.windows(name.len()).any(|window| window == name);
    if !holds(b"[Content_Types].xml") {
        return None;
    }
    [
        (&b"word/"[..], Format::Docx),
        (b"ppt/", Format::Pptx),
        (b"xl/", Format::Xlsx),
    ]
    .into_iter()
    .find_map(|(folder, format)| holds(folder).then_some(format))
}

fn by_extension(name: &str) -> Format {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    match extension.to_ascii_lowercase().as_str() {
        "xlsx" | "xlsm" | "xltx" | "xlsb" => Format::Xlsx,
        "pptx" | "pptm" | "ppsx" | "potx" => Format::Pptx,
        _ => Format::Docx,
    }
}

/// Reads an office file of a format that [`sniff`] gave.
///
/// # Errors
/// `Encrypted`; `Damaged` when the part that everything hangs on cannot be read;
/// `UnpacksTooLarge`; `TooManyPages` and `NoText` for slides; `Empty`.
pub(super) fn read(
    bytes: &[u8],
    format: Format,
    limits: &ReadLimits,
) -> Result<(Document, Vec<Warning>), ReadError> {
    if bytes.starts_with(COMPOUND_MARK) {
        if xls::is_encrypted_package(bytes) {
            return Err(ReadError::Encrypted);
        }
        return xls::read(bytes, limits);
    }
    let mut archive = Archive::open(bytes, limits.unpacked_bytes_max)?;
    match format {
        Format::Pptx => pptx::read(&mut archive, limits),
        Format::Xlsx => xlsx::read(&mut archive, limits),
        Format::Ods => ods::read(&mut archive, limits),
        _ => docx::read(&mut archive, limits),
    }
}
