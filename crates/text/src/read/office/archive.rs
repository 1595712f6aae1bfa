//! The parts of an office file by their names, whose case its writers do not agree on.

use std::collections::BTreeMap;

use super::failure::damaged;
use crate::read::archive::{self, PartError};
use crate::read::{ReadError, Warning};

/// The bytes of a part, and why it breaks off where it does.
type SoFar = (Vec<u8>, Option<String>);

/// An open archive.
pub(super) struct Archive<'b> {
    parts: archive::Archive<'b>,
    /// Names as they are written by their form in lower case.
    written: BTreeMap<String, String>,
}

impl<'b> Archive<'b> {
    /// Opens an archive of which at most `unpacked_bytes_max` are unpacked;
    /// nothing is unpacked yet.
    ///
    /// # Errors
    /// `Damaged` for bytes without a directory or with too many entries.
    pub(super) fn open(bytes: &'b [u8], unpacked_bytes_max: u64) -> Result<Self, ReadError> {
        let parts = archive::Archive::open(bytes, unpacked_bytes_max).map_err(damaged)?;
        let mut written = BTreeMap::new();
        for name in parts.names() {
            // Of names that differ in their case only, the first counts.
            written
                .entry(folded(name))
                .or_insert_with(|| name.to_owned());
        }
        Ok(Self { parts, written })
    }

    /// Whether a part is there.
    pub(super) fn has(&self, name: &str) -> bool {
        self.written(name).is_some()
    }

    /// The name of a part as the archive has it.
    fn written(&self, name: &str) -> Option<String> {
        if self.parts.has(name) {
            return Some(name.to_owned());
        }
        self.written.get(&folded(name)).cloned()
    }

    /// Unpacks a part; `None` when there is none of that name. A damaged part
    /// comes as far as it goes, with the reason why it lacks its end.
    ///
    /// # Errors
    /// `UnpacksTooLarge` and `Encrypted`; `Damaged` when nothing of the part can be read.
    pub(super) fn part(&mut self, name: &str) -> Result<Option<SoFar>, ReadError> {
        let Some(written) = self.written(name) else {
            return Ok(None);
        };
        match self.parts.part_so_far(&written) {
            Ok(part) => Ok(Some(part)),
            Err(PartError::Missing) => Ok(None),
            Err(PartError::Encrypted) => Err(ReadError::Encrypted),
            Err(PartError::TooLarge { limit }) => Err(ReadError::UnpacksTooLarge {
                part: name.to_owned(),
                limit,
            }),
            Err(PartError::Damaged(reason)) => {
                Err(damaged(format!("`{name}` cannot be unpacked ({reason})")))
            }
        }
    }

    /// The text of an XML part, with a warning when it breaks off; `None` when
    /// there is none of that name.
    pub(super) fn xml(
        &mut self,
        name: &str,
        warnings: &mut Vec<Warning>,
    ) -> Result<Option<String>, ReadError> {
        let Some((bytes, damage)) = self.part(name)? else {
            return Ok(None);
        };
        warnings.extend(damage.map(|reason| Warning::InPart {
            part: name.to_owned(),
            reason,
        }));
        Ok(Some(super::xml::decode(bytes)))
    }
}

/// The form in which names are compared.
fn folded(name: &str) -> String {
    name.trim_start_matches('/')
        .replace('\\', "/")
        .to_ascii_lowercase()
}
