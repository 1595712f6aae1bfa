//! A zip archive whose parts are read by name, within limits.
//!
//! Nothing is ever written to a disk, so that a name like `../../x` names
//! nothing; parts that no reader asks for are not unpacked, however large.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};

use zip::ZipArchive;
use zip::result::ZipError;

use crate::read::{ReadError, Warning};

/// Bytes that all parts read may unpack to together.
const UNPACKED_BYTES_MAX: u64 = 256 << 20;

/// A part may unpack to this many times its packed size. Deflate reaches 1,032;
/// sheets of repeated rows stay under 60.
const RATIO_MAX: u64 = 200;

/// Below this size a part may be packed as tightly as it likes.
const RATIO_FREE_BYTES: u64 = 4 << 20;

/// Entries of an archive. Office files have some hundred, one for each picture
/// and sheet; each costs memory before anything is read.
const ENTRIES_MAX: usize = 65_536;

/// An open archive.
pub(super) struct Archive<'b> {
    zip: ZipArchive<Cursor<&'b [u8]>>,
    /// Index by name in lower case, since writers do not agree on the case.
    names: BTreeMap<String, usize>,
    bytes_left: u64,
}

/// An unpacked part.
pub(super) struct Part {
    pub(super) bytes: Vec<u8>,
    /// Why it may lack its end.
    pub(super) damage: Option<String>,
}

impl<'b> Archive<'b> {
    /// Opens an archive by its directory; nothing is unpacked yet.
    ///
    /// # Errors
    /// `Damaged` for bytes without a directory or with too many entries.
    pub(super) fn open(bytes: &'b [u8]) -> Result<Self, ReadError> {
        let damaged = |reason: String| ReadError::Damaged { reason };
        let entries = bytes
            .windows(4)
            .filter(|window| window == b"PK\x01\x02")
            .take(ENTRIES_MAX + 1)
            .count();
        if entries > ENTRIES_MAX {
            return Err(damaged(format!(
                "the archive has more than {ENTRIES_MAX} entries"
            )));
        }
        let zip = ZipArchive::new(Cursor::new(bytes))
            .map_err(|error| damaged(format!("the archive cannot be opened ({error})")))?;
        let mut names = BTreeMap::new();
        for index in 0..zip.len() {
            if let Some(name) = zip.name_for_index(index) {
                // Of two names that differ in their case only, the first counts.
                names.entry(folded(name)).or_insert(index);
            }
        }
        Ok(Self {
            zip,
            names,
            bytes_left: UNPACKED_BYTES_MAX,
        })
    }

    /// Whether a part is there.
    pub(super) fn has(&self, name: &str) -> bool {
        self.names.contains_key(&folded(name))
    }

    /// Unpacks a part; `None` when there is none of that name. A damaged part
    /// comes as far as it goes.
    ///
    /// # Errors
    /// `UnpacksTooLarge` and `Encrypted`; `Damaged` when not a byte of the part can be read.
    pub(super) fn part(&mut self, name: &str) -> Result<Option<Part>, ReadError> {
        let Some(&index) = self.names.get(&folded(name)) else {
            return Ok(None);
        };
        let entry = self.zip.by_index(index).map_err(|error| match error {
            ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => ReadError::Encrypted,
            error => ReadError::Damaged {
                reason: format!("`{name}` cannot be unpacked ({error})"),
            },
        })?;
        let by_ratio = entry
            .compressed_size()
            .saturating_mul(RATIO_MAX)
            .max(RATIO_FREE_BYTES);
        let limit = by_ratio.min(self.bytes_left);
        let mut bytes = Vec::new();
        // What the entry says of its size is not believed.
        let read = entry.take(limit + 1).read_to_end(&mut bytes);
        let length = bytes.len() as u64;
        if length > limit {
            return Err(ReadError::UnpacksTooLarge {
                part: name.to_owned(),
                limit,
            });
        }
        self.bytes_left -= length;
        let damage = read.err().map(|error| error.to_string());
        Ok(Some(Part { bytes, damage }))
    }

    /// The text of an XML part, with a warning when it breaks off; `None` when
    /// there is none of that name.
    pub(super) fn xml(
        &mut self,
        name: &str,
        warnings: &mut Vec<Warning>,
    ) -> Result<Option<String>, ReadError> {
        let Some(part) = self.part(name)? else {
            return Ok(None);
        };
        if let Some(reason) = part.damage {
            warnings.push(Warning::PartDamaged {
                part: name.to_owned(),
                reason,
            });
        }
        Ok(Some(super::xml::decode(part.bytes)))
    }
}

/// The form in which names are compared.
fn folded(name: &str) -> String {
    name.trim_start_matches('/')
        .replace('\\', "/")
        .to_ascii_lowercase()
}
