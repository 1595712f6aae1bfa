//! What a writer finds half done, and how it ends.
//!
//! A batch that is in the records but not visible is finished from there; when
//! the disk is too full for that it is dropped, whole. Files of generations
//! the records do not name are left from a vacuum that was cut short.

use crate::payload::{self, PayloadKind};
use crate::records::{documents, vector_sets};
use crate::{IndexError, Writer, files, keyword, vectors};

impl Writer {
    /// Brings the store into order; called once, right after opening.
    pub(crate) fn recover(&mut self) -> Result<(), IndexError> {
        self.remove_old_generations()?;
        match self.settle() {
            // Reading, removing and trying again later stay possible.
            Err(IndexError::DiskFull { .. }) => Ok(()),
            settled => settled,
        }
    }

    /// Finishes a batch that is not visible, or drops it when there is no room.
    pub(crate) fn settle(&mut self) -> Result<(), IndexError> {
        let Some(batch) = self.records.run(documents::pending_batch)? else {
            return Ok(());
        };
        let pending = self.records.run(documents::pending)?;
        match self.finish(batch, &pending, None) {
            Ok(_) => Ok(()),
            Err(IndexError::DiskFull { .. }) => {
                self.keyword = None;
                self.drop_pending()
            }
            Err(error) => {
                self.keyword = None;
                Err(error)
            }
        }
    }

    /// Drops a batch that failed. What could not be dropped is settled by the
    /// next change.
    pub(crate) fn abandon(&mut self) {
        // Whatever was added without being committed goes with it. Segments that were begun are
        // removed where the index is opened again, before the records forget the batch: with no
        // batch to settle nobody would look for them.
        if self.keyword.take().is_some() {
            let _ = self.keyword();
        }
        // An error here is the same full disk that made the batch fail; the
        // caller has that error already.
        let _ = self.drop_pending();
    }

    fn drop_pending(&mut self) -> Result<(), IndexError> {
        self.records.transaction(documents::drop_pending)?;
        self.store = self.records.store()?;
        Ok(())
    }

    /// Removes keyword folders, vector and payload files that the records do not name.
    pub(crate) fn remove_old_generations(&self) -> Result<(), IndexError> {
        let beside = self.records.run(vector_sets::all)?;
        let vectors_named = |found| {
            found == self.store.vector_generation
                || beside.iter().any(|set| set.generation == found)
        };
        let mut payloads_named = Vec::new();
        for kind in PayloadKind::ALL {
            let row = self.payload_row(kind)?;
            payloads_named.extend(row.map(|row| (kind, row.generation)));
        }
        for name in files::names(&self.dir)? {
            let keyword = keyword::generation_of(&name)
                .is_some_and(|found| found != self.store.keyword_generation);
            let vectors = vectors::generation_of(&name).is_some_and(|found| !vectors_named(found));
            let payloads =
                payload::generation_of(&name).is_some_and(|found| !payloads_named.contains(&found));
            if keyword || vectors || payloads {
                files::remove(&self.dir.join(name))?;
            }
        }
        Ok(())
    }
}
