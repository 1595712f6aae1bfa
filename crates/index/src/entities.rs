//! Entities of documents: given by whoever reads texts, kept with the documents.
//!
//! One row a document holds what it names by chunk. Chunks are the unit, not
//! sections: they are what is ranked, and a section's chunks meet in the heading,
//! which the first of them is about.

use std::path::Path;

use rusqlite::Connection;
use serde::{Deserialize, Serialize};

use crate::files::WriterLock;
use crate::records::{Records, documents, entities};
use crate::{DocumentId, DocumentRecord, IndexError, Snapshot, Version, Writer};

/// Longest name of an entity, in bytes.
pub const ENTITY_BYTES_MAX: usize = 160;

/// Something that a document names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    from = "(String, Vec<u32>, Vec<u32>)",
    into = "(String, Vec<u32>, Vec<u32>)"
)]
pub struct Entity {
    /// Its normalised name.
    pub name: String,
    /// Ordinals of the chunks that are about it: under its title or heading.
    pub about: Vec<u32>,
    /// Ordinals of the chunks that mention it.
    pub mentioned: Vec<u32>,
}

impl From<(String, Vec<u32>, Vec<u32>)> for Entity {
    fn from((name, about, mentioned): (String, Vec<u32>, Vec<u32>)) -> Self {
        Self {
            name,
            about,
            mentioned,
        }
    }
}

impl From<Entity> for (String, Vec<u32>, Vec<u32>) {
    fn from(entity: Entity) -> Self {
        (entity.name, entity.about, entity.mentioned)
    }
}

/// What a document names, by name.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Entities {
    /// Version of what found them.
    pub version: u32,
    /// Each once, in order of name.
    pub entities: Vec<Entity>,
}

impl Entities {
    /// Says what is wrong when a chunk is not there, a name too long, or the order broken.
    fn fault(&self, chunks: u32) -> Option<String> {
        let ordered = |ordinals: &[u32]| ordinals.windows(2).all(|pair| pair[0] < pair[1]);
        for entity in &self.entities {
            let name = entity.name.as_str();
            if name.is_empty() || name.len() > ENTITY_BYTES_MAX {
                return Some(format!("an entity's name has {} bytes", name.len()));
            }
            for ordinals in [&entity.about, &entity.mentioned] {
                if ordinals.last().is_some_and(|&last| last >= chunks) || !ordered(ordinals) {
                    return Some("an entity is in a chunk that is not there".to_owned());
                }
            }
        }
        let ordered = self
            .entities
            .windows(2)
            .all(|pair| pair[0].name < pair[1].name);
        (!ordered).then(|| "entities are not in order of name".to_owned())
    }
}

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
