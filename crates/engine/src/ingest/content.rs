//! The same bytes are read once: what the library holds of them is taken instead,
//! whatever the file is called.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{PoisonError, RwLock};

use index::{DocumentId, DocumentRecord, Library, NewDocument, State};
use text::{Format, READER_VERSION};

use super::cut::{Parse, cut};
use crate::{EngineError, IngestConfig};

/// What decides how a file is read: its bytes, and the format, which for some kinds of
/// text the name decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Content {
    hash: [u8; 32],
    format: Format,
}

impl Content {
    /// Of a file; `None` for bytes of no known format.
    pub fn of(bytes: &[u8], hash: [u8; 32], name: &str) -> Option<Self> {
        let format = text::sniff(bytes, name)?;
        Some(Self { hash, format })
    }

    /// Of a document in the library that this version of the reader made.
    fn of_record(record: &DocumentRecord) -> Option<Self> {
        let ready = record.state == State::Ready && record.reader_version == READER_VERSION;
        let format = record.format.filter(|_| ready)?;
        let hash = record.content_hash;
        Some(Self { hash, format })
    }

    /// Of a document that goes into the library.
    pub fn of_new(document: &NewDocument) -> Option<Self> {
        let now = document.reader_version == READER_VERSION;
        now.then_some(Self {
            hash: document.content_hash,
            format: document.format,
        })
    }

    /// Whether a document was made of it.
    pub fn is_of(&self, document: &NewDocument) -> bool {
        self.hash == document.content_hash && self.format == document.format
    }
}

/// What the library holds, by content.
pub struct Contents {
    library: Library,
    held: RwLock<HashMap<Content, DocumentId>>,
}

impl Contents {
    /// Of the library in `dir`, which holds these documents.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn of(dir: &Path, documents: &[DocumentRecord]) -> Result<Self, EngineError> {
        let library = Library::open(dir)?;
        let held = documents
            .iter()
            .filter_map(|record| Some((Content::of_record(record)?, record.id.clone())))
            .collect();
        Ok(Self {
            library,
            held: RwLock::new(held),
        })
    }

    /// Notes documents that are stored from now on.
    pub fn note(&self, stored: impl IntoIterator<Item = (Content, DocumentId)>) {
        let mut held = self.held.write().unwrap_or_else(PoisonError::into_inner);
        held.extend(stored);
    }

    /// The document that was made of such content, cut as the settings ask; `None` where
    /// the library holds none any more.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn find(
        &self,
        content: &Content,
        config: &IngestConfig,
    ) -> Result<Option<NewDocument>, EngineError> {
        let held = self.held.read().unwrap_or_else(PoisonError::into_inner);
        let Some(id) = held.get(content).cloned() else {
            return Ok(None);
        };
        drop(held);
        let snapshot = self.library.snapshot()?;
        // It may have been replaced since.
        let Ok(record) = snapshot.document(&id) else {
            return Ok(None);
        };
        let document = snapshot.parsed_document(&id)?;
        Ok(document.map(|document| cut(Parse::stored(document, record), config)))
    }
}
