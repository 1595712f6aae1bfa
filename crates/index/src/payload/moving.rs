//! Payloads in a vacuum: the living move to a new file, the rest goes with the old one.

use std::path::Path;

use super::file::HEADER_BYTES;
use super::write::AppendedPayloads;
use super::{PayloadFile, PayloadKind, file_name};
use crate::files::{self, WriterLock};
use crate::records::Records;
use crate::records::payloads::{self, PayloadRow};
use crate::{IndexError, Writer};

impl Writer {
    /// For each kind of which a dead document, or a crash, left something: the
    /// runs of the living in the file of a new generation, synced.
    pub(crate) fn move_payloads(&self, dead: &[i64]) -> Result<Vec<AppendedPayloads>, IndexError> {
        let mut moved = Vec::new();
        for kind in PayloadKind::ALL {
            let Some(row) = self.payload_row(kind)? else {
                continue;
            };
            let mut living = self
                .records
                .run(|connection| payloads::runs(connection, kind))?;
            living.retain(|run| dead.binary_search(&run.document).is_err());
            let used: u64 = living.iter().map(|run| run.bytes).sum();
            let whole = row.bytes <= used + HEADER_BYTES as u64;
            if whole {
                continue;
            }
            let mut to = PayloadRow {
                generation: row.generation + 1,
                bytes: 0,
                ..row.clone()
            };
            // Left from a vacuum that failed.
            files::remove(&self.dir.join(file_name(kind, to.generation)))?;
            let mut from_file = PayloadFile::open_or_create(&self.dir, &row)?;
            let mut to_file = PayloadFile::open_or_create(&self.dir, &to)?;
            let mut runs = Vec::with_capacity(living.len());
            for run in living {
                let pieces = from_file.read(&run)?;
                runs.push(to_file.append(run.document, run.first, &pieces, run.born)?);
            }
            to_file.sync()?;
            to.bytes = to_file.end();
            moved.push(AppendedPayloads { row: to, runs });
        }
        Ok(moved)
    }
}

/// Forgets all payloads of a kind and which model made them, so that every chunk
/// is pending again.
///
/// # Errors
/// [`IndexError::Locked`] while somebody writes; [`IndexError::Damaged`] when
/// the records are.
pub fn forget_payloads(dir: &Path, kind: PayloadKind) -> Result<(), IndexError> {
    let _lock = WriterLock::take(dir)?;
    let records = Records::open_to_write(dir)?;
    let mut store = records.store()?;
    let Some(mut row) = records.run(|connection| payloads::load(connection, kind))? else {
        return Ok(());
    };
    let before = row.generation;
    row.generation += 1;
    row.bytes = 0;
    store.version += 1;
    files::announce_version(dir, store.version)?;
    records.transaction(|connection| {
        payloads::clear(connection, kind)?;
        row.save(connection)?;
        store.insert(connection)
    })?;
    files::remove(&dir.join(file_name(kind, before)))?;
    files::sync_dir(dir)
}
