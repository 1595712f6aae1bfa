//! Entities in the records: written, read, forgotten.

use std::path::Path;

use rusqlite::Connection;

use super::Entities;
use crate::files::WriterLock;
use crate::records::{Records, documents, entities};
use crate::{DocumentId, DocumentRecord, IndexError, Snapshot, Version, Writer};

impl Writer {
    /// Visible documents with chunks but without entities that this version of their
    /// finder made, in order of adding, at most `documents_max`.
    pub fn without_entities(
        &mut self,
        version: u32,
        documents_max: usize,
    ) -> Result<Vec<DocumentRecord>, IndexError> {
        self.settle()?;
        self.records
            .run(|connection| entities::lacking(connection, version, 0, documents_max))
    }

    /// Keeps entities of documents in place of those they have, all or none. Readers
    /// see them from the version that is returned on.
    ///
    /// # Errors
    /// [`IndexError::UnknownDocument`] for a document that is not there;
    /// [`IndexError::BadDocument`] for entities that do not fit it.
    pub fn put_entities(&mut self, made: &[(DocumentId, Entities)]) -> Result<Version, IndexError> {
        self.settle()?;
        if made.is_empty() {
            return Ok(self.version());
        }
        let mut rows = Vec::with_capacity(made.len());
        for (id, entities) in made {
            let record = self
                .records
                .run(|connection| documents::visible_record(connection, id))?
                .ok_or_else(|| IndexError::UnknownDocument { id: id.to_string() })?;
            if let Some(reason) = entities.fault(record.chunks) {
                return Err(IndexError::BadDocument {
                    path: record.path,
                    reason,
                });
            }
            rows.push((record.row, entities));
        }
        self.publish(|connection, store| {
            rows.iter()
                .try_for_each(|(row, made)| entities::insert(connection, *row, made, store.version))
        })
    }
}

impl Snapshot {
    /// The entities of a document; `None` where none were kept at this version.
    pub fn entities(&self, document: &DocumentId) -> Result<Option<Entities>, IndexError> {
        let row = self.document(document)?.row;
        let mut found = None;
        self.each_entities(|of, entities| {
            if of == row {
                found = Some(entities);
            }
        })?;
        Ok(found)
    }

    /// Bytes that entities take in the records, whole pages counted. Looks at every
    /// page of the records.
    pub fn entities_bytes(&self) -> Result<u64, IndexError> {
        let query = "SELECT coalesce(sum(pgsize), 0) FROM dbstat
                     WHERE aggregate = TRUE AND name = 'entities'";
        self.shared().with(|records| {
            records.run(|connection| connection.query_row(query, [], |row| row.get(0)))
        })
    }

    /// Each row of entities that this version shows, by document row.
    pub(crate) fn each_entities(
        &self,
        mut each: impl FnMut(i64, Entities),
    ) -> Result<(), IndexError> {
        let version = self.view().store.version;
        self.shared().with(|records| {
            records.consistent(|connection: &Connection| {
                entities::for_each(connection, version, &mut each)
            })
        })
    }
}

/// Forgets all entities, so that the next `add` that keeps them finds them again.
///
/// # Errors
/// [`IndexError::Locked`] while somebody writes.
pub fn forget_entities(dir: &Path) -> Result<(), IndexError> {
    let _lock = WriterLock::take(dir)?;
    let records = Records::open_to_write(dir)?;
    records.transaction(entities::clear)?;
    records.truncate_log()?;
    Ok(())
}
