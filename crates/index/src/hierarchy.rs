//! Summaries, corrections and clusters of a store: read by snapshots, changed
//! by the writer.
//!
//! Corrections and clusters have no versions: a snapshot shows them as they are
//! now, without the documents it does not see. They shape what is shown of a
//! document, and a correction which documents are looked at; never what is quoted.

use std::collections::{BTreeMap, BTreeSet};

use crate::dense::Middle;
use crate::records::{clusters, corrections, documents, summaries};
use crate::{
    Clusters, Correction, DocumentId, DocumentRecord, IndexError, Snapshot, State, Summaries,
    Summary, Writer,
};

/// Tables whose pages make the hierarchy: sections, summaries, clusters.
const HIERARCHY_TABLES: &str = "'sections', 'summaries', 'corrections', 'clusters', 'clustering'";

impl Snapshot {
    /// The summaries of a document; none for a file that could not be read.
    pub fn summaries(&self, document: &DocumentId) -> Result<Summaries, IndexError> {
        let record = self.document(document)?;
        if record.state != State::Ready {
            return Ok(Summaries::default());
        }
        self.shared().with(|records| {
            records.run(|connection| summaries::of_document(connection, record.row))
        })
    }

    /// For each document that was read, in order of id, the version of its
    /// summaries and the summary of the whole.
    pub fn document_summaries(&self) -> Result<Vec<(&DocumentRecord, u32, Summary)>, IndexError> {
        self.shared().with(|records| {
            records.consistent(|connection| {
                self.documents()
                    .iter()
                    .filter(|record| record.state == State::Ready)
                    .map(|record| {
                        let (version, summary) = summaries::of_whole(connection, record.row)?;
                        Ok((record, version, summary))
                    })
                    .collect()
            })
        })
    }

    /// The summary of a document that was written by hand, if there is one.
    pub fn correction(&self, document: &DocumentId) -> Result<Option<Correction>, IndexError> {
        let record = self.document(document)?;
        self.shared().with(|records| {
            records.run(|connection| corrections::of_file(connection, &record.root, &record.path))
        })
    }

    /// All summaries that were written by hand, with their documents, in order of id.
    pub fn corrections(&self) -> Result<Vec<(&DocumentRecord, Correction)>, IndexError> {
        let all = self
            .shared()
            .with(|records| records.run(corrections::of_all))?;
        if all.is_empty() {
            return Ok(Vec::new());
        }
        let mut by_file: BTreeMap<(String, String), Correction> = all
            .into_iter()
            .map(|(root, path, correction)| ((root, path), correction))
            .collect();
        let documents = self.documents().iter();
        let found = documents.filter_map(|record| {
            let file = (record.root.clone(), record.path.clone());
            Some((record, by_file.remove(&file)?))
        });
        Ok(found.collect())
    }

    /// The clusters of the library with the documents of this snapshot; `None`
    /// when they were not made since a document last went.
    pub fn clusters(&self) -> Result<Option<Clusters>, IndexError> {
        let loaded = self
            .shared()
            .with(|records| records.consistent(clusters::load))?;
        let Some(mut loaded) = loaded else {
            return Ok(None);
        };
        for cluster in &mut loaded.clusters {
            cluster.documents.retain(|id| self.document(id).is_ok());
            cluster
                .summary
                .retain(|sentence| self.document(&sentence.document).is_ok());
        }
        loaded
            .clusters
            .retain(|cluster| !cluster.documents.is_empty());
        Ok(Some(loaded))
    }

    /// The fingerprint of the clusters there are.
    pub fn clusters_fingerprint(&self) -> Result<Option<[u8; 32]>, IndexError> {
        self.shared()
            .with(|records| records.consistent(clusters::fingerprint))
    }

    /// The mean of the vectors of a document's chunks, of length 1; `None`
    /// unless every chunk has one.
    pub fn document_vector(&self, document: &DocumentId) -> Result<Option<Vec<f32>>, IndexError> {
        let record = self.document(document)?;
        if record.chunks == 0 || record.embedded_chunks != record.chunks {
            return Ok(None);
        }
        let rows = self.view().rows_of(self.view().position(document)?);
        let dense = self.dense_view()?;
        let mut mean = Middle::new(self.identity().dim.unwrap_or(0));
        for row in rows {
            let Some(vector) = dense.vector(self.shared().dir(), row)? else {
                return Ok(None);
            };
            mean.add(&vector);
        }
        Ok(mean.direction())
    }

    /// Bytes that sections, summaries and clusters take in the records, whole
    /// pages counted. Looks at every page of the records.
    pub fn hierarchy_bytes(&self) -> Result<u64, IndexError> {
        let query = format!(
            "SELECT coalesce(sum(pgsize), 0) FROM dbstat
             WHERE aggregate = TRUE AND name IN ({HIERARCHY_TABLES})"
        );
        self.shared().with(|records| {
            records.run(|connection| connection.query_row(&query, [], |row| row.get(0)))
        })
    }

    /// Reads every correction and all clusters, comparing their checksums.
    pub(crate) fn check_hierarchy(&self) -> Result<(), IndexError> {
        self.clusters()?;
        self.shared()
            .with(|records| records.run(corrections::check))
    }
}

impl Writer {
    /// Keeps a summary written by hand for a document, or with `None` forgets
    /// the one there is. Returns whether there was one before.
    ///
    /// # Errors
    /// [`IndexError::UnknownDocument`]; [`IndexError::CorrectionTooLong`].
    pub fn correct(
        &mut self,
        document: &DocumentId,
        text: Option<&str>,
        now: i64,
    ) -> Result<bool, IndexError> {
        if let Some(text) = text {
            Correction::check(text)?;
        }
        self.settle()?;
        let record = self
            .records
            .run(|connection| documents::visible_record(connection, document))?
            .ok_or_else(|| IndexError::UnknownDocument {
                id: document.to_string(),
            })?;
        let before = self.records.transaction(|connection| {
            let before = corrections::remove(connection, &record.root, &record.path)?;
            if let Some(text) = text {
                let correction = Correction {
                    text: text.to_owned(),
                    content_hash: record.content_hash,
                    written: now,
                };
                corrections::insert(connection, &record.root, &record.path, &correction)?;
            }
            Ok(before)
        })?;
        // What was taken back does not wait in the log for the next change.
        self.records.truncate_log()?;
        Ok(before)
    }

    /// Writes summaries in place of those that documents have, all or none.
    ///
    /// # Errors
    /// [`IndexError::UnknownDocument`] for a document that is not there.
    pub fn put_summaries(&mut self, made: &[(DocumentId, Summaries)]) -> Result<(), IndexError> {
        self.settle()?;
        let rows = made
            .iter()
            .map(|(id, summaries)| {
                let row = self
                    .records
                    .run(|connection| documents::visible_row(connection, id))?;
                let row = row.ok_or_else(|| IndexError::UnknownDocument { id: id.to_string() })?;
                Ok((row, summaries))
            })
            .collect::<Result<Vec<(i64, &Summaries)>, IndexError>>()?;
        self.records.transaction(|connection| {
            rows.iter()
                .try_for_each(|(row, made)| summaries::insert(connection, *row, made))
        })
    }

    /// Writes clusters in place of those there are.
    ///
    /// # Errors
    /// [`IndexError::UnknownDocument`] when one holds a document that is not
    /// visible: its words must not come back.
    pub fn put_clusters(&mut self, made: &Clusters) -> Result<(), IndexError> {
        self.settle()?;
        let visible: BTreeSet<DocumentId> = self
            .records
            .run(|connection| documents::visible(connection, self.store.version))?
            .into_iter()
            .map(|record| record.id)
            .collect();
        let unknown = made
            .clusters
            .iter()
            .flat_map(|cluster| &cluster.documents)
            .find(|id| !visible.contains(id));
        if let Some(id) = unknown {
            return Err(IndexError::UnknownDocument { id: id.to_string() });
        }
        self.records
            .transaction(|connection| clusters::replace(connection, made))
    }
}
