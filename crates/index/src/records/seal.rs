//! Checksums of rows.

use super::broken_row::broken;

/// Collects the values of a row into its checksum (CRC-32: any flipped byte is
/// found, and a random change but once in four billion).
pub(crate) struct Seal(crc32fast::Hasher);

impl Seal {
    /// `table` keeps a row from passing for one of another table.
    pub(crate) fn of(table: &str) -> Self {
        Self(crc32fast::Hasher::new()).text(table)
    }

    pub(crate) fn int(mut self, value: impl Into<Option<i64>>) -> Self {
        match value.into() {
            Some(value) => {
                self.0.update(&[1]);
                self.0.update(&value.to_le_bytes());
            }
            None => self.0.update(&[0]),
        }
        self
    }

    pub(crate) fn text(self, value: &str) -> Self {
        self.bytes(value.as_bytes())
    }

    pub(crate) fn text_or_null(self, value: Option<&str>) -> Self {
        match value {
            Some(value) => self.int(1).text(value),
            None => self.int(None),
        }
    }

    pub(crate) fn bytes(mut self, value: &[u8]) -> Self {
        // The length keeps two neighbouring values apart.
        self.0.update(&(value.len() as u64).to_le_bytes());
        self.0.update(value);
        self
    }

    /// The checksum, as stored.
    pub(crate) fn done(self) -> i64 {
        i64::from(self.0.finalize())
    }

    /// Compares with the stored checksum of `what`.
    pub(crate) fn check(self, stored: i64, what: impl FnOnce() -> String) -> rusqlite::Result<()> {
        if self.done() == stored {
            return Ok(());
        }
        Err(broken(format!("checksum of {} differs", what())))
    }
}
