//! Adds to the keyword index, and takes out of it what is dead.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use tantivy::index::SegmentId;
use tantivy::indexer::{IndexWriterOptions, LogMergePolicy, MergePolicy, NoMergePolicy};
use tantivy::schema::Term;
use tantivy::{IndexWriter, TantivyDocument};

use super::ChunkTerms;
use super::opened::Opened;
use super::segment::Segments;
use crate::{IndexError, Stop};

/// Memory for inverted lists before they are written as a segment.
const ARENA_BYTES: usize = 64 << 20;

/// Files of a segment begin with its id: 32 hex digits.
pub(super) const SEGMENT_NAME_LENGTH: usize = 32;

/// The one writer of a keyword index. One indexing thread, and merges only when
/// asked for, so that equal input gives an equal index.
pub(crate) struct KeywordWriter {
    opened: Opened,
    writer: IndexWriter,
    /// The last batch the index holds.
    committed: i64,
}

impl KeywordWriter {
    /// Opens the index of a generation, or creates an empty one.
    pub(crate) fn open(store: &Path, generation: i64) -> Result<KeywordWriter, IndexError> {
        let opened = Opened::open_or_create(store, generation)?;
        remove_leftovers(&opened.dir)?;
        remove_strays(&opened)?;
        let committed = opened.committed_batch()?;
        let options = IndexWriterOptions::builder()
            .num_worker_threads(1)
            .num_merge_threads(1)
            .memory_budget_per_thread(ARENA_BYTES)
            .build();
        let writer: IndexWriter = opened
            .index
            .writer_with_options(options)
            .map_err(|error| IndexError::tantivy(&opened.dir, error))?;
        writer.set_merge_policy(Box::new(NoMergePolicy));
        Ok(KeywordWriter {
            opened,
            writer,
            committed,
        })
    }

    /// The last batch the index holds, 0 before the first.
    pub(crate) fn committed_batch(&self) -> i64 {
        self.committed
    }

    /// Adds chunks; they are in the index after [`KeywordWriter::commit`].
    pub(crate) fn add(&mut self, chunks: Vec<ChunkTerms>, stop: &Stop) -> Result<(), IndexError> {
        let fields = self.opened.fields;
        for chunk in chunks {
            stop.check()?;
            let mut document = TantivyDocument::default();
            document.add_u64(fields.chunk, chunk.chunk);
            document.add_u64(fields.document, chunk.document.unsigned_abs());
            document.add_u64(fields.length, chunk.terms.count());
            document.add_text(fields.terms, chunk.terms.into_packed());
            if let Err(error) = self.writer.add_document(document) {
                return Err(self.cause(error));
            }
        }
        Ok(())
    }

    /// Why a document was not taken: a thread of tantivy's that ended before knows, and says so
    /// only where it is waited for.
    fn cause(&mut self, error: tantivy::TantivyError) -> IndexError {
        let cause = self.writer.prepare_commit().err();
        self.failed(cause.unwrap_or(error))
    }

    /// Makes what was added durable, and notes that the index now holds `batch`.
    pub(crate) fn commit(&mut self, batch: i64) -> Result<(), IndexError> {
        let dir = &self.opened.dir;
        let failed = |error| IndexError::tantivy(dir, error);
        let mut prepared = self.writer.prepare_commit().map_err(failed)?;
        prepared.set_payload(&batch.to_string());
        prepared.commit().map_err(failed)?;
        // tantivy syncs the files, then renames the list of segments: the
        // rename is only durable with its folder.
        crate::files::sync_dir(dir)?;
        self.committed = batch;
        Ok(())
    }

    /// Merges small segments where there are many. Costs time in proportion to
    /// what was added, over many calls.
    pub(crate) fn merge(&mut self) -> Result<(), IndexError> {
        loop {
            let metas = self
                .opened
                .index
                .searchable_segment_metas()
                .map_err(|error| self.failed(error))?;
            let candidates = LogMergePolicy::default().compute_merge_candidates(&metas);
            let Some(candidate) = candidates
                .into_iter()
                .find(|candidate| candidate.0.len() > 1)
            else {
                return Ok(());
            };
            self.merge_segments(&candidate.0)?;
        }
    }

    fn merge_segments(&mut self, ids: &[SegmentId]) -> Result<(), IndexError> {
        let merged = self.writer.merge(ids).wait();
        merged.map_err(|error| self.failed(error))?;
        crate::files::sync_dir(&self.opened.dir)
    }

    /// Removes for good every chunk of a document that is not alive: deletes,
    /// rewrites the segments that held it, removes the old files.
    pub(crate) fn purge(&mut self, alive: &BTreeSet<i64>) -> Result<(), IndexError> {
        let dead = Segments::open(&self.opened)?.documents_except(alive)?;
        if !dead.is_empty() {
            for document in dead {
                self.writer
                    .delete_term(Term::from_field_u64(self.opened.fields.document, document));
            }
            self.commit(self.committed)?;
        }
        let metas = self
            .opened
            .index
            .searchable_segment_metas()
            .map_err(|error| self.failed(error))?;
        for meta in metas.iter().filter(|meta| meta.has_deletes()) {
            self.merge_segments(&[meta.id()])?;
        }
        drop(metas);
        let collected = self.writer.garbage_collect_files().wait();
        collected.map_err(|error| self.failed(error))?;
        remove_strays(&self.opened)?;
        crate::files::sync_dir(&self.opened.dir)
    }

    fn failed(&self, error: tantivy::TantivyError) -> IndexError {
        IndexError::tantivy(&self.opened.dir, error)
    }
}

/// Removes files of segments that the index does not use. tantivy removes those
/// it knows of; a killed writer or a damaged list may leave others, and the next
/// commit would stumble over a list of deletes of the same name.
fn remove_strays(opened: &Opened) -> Result<(), IndexError> {
    let metas = opened
        .index
        .searchable_segment_metas()
        .map_err(|error| IndexError::tantivy(&opened.dir, error))?;
    let deletes_of: BTreeMap<String, Option<u64>> = metas
        .iter()
        .map(|meta| (meta.id().uuid_string(), meta.delete_opstamp()))
        .collect();
    for name in crate::files::names(&opened.dir)? {
        let segment = name.split('.').next().unwrap_or_default();
        if segment.len() != SEGMENT_NAME_LENGTH {
            continue;
        }
        let used = match deletes_of.get(segment) {
            None => false,
            Some(opstamp) => {
                !name.ends_with(".del")
                    || opstamp.is_some_and(|opstamp| name == format!("{segment}.{opstamp}.del"))
            }
        };
        if !used {
            crate::files::remove(&opened.dir.join(name))?;
        }
    }
    Ok(())
}

/// Removes temporary files that a killed writer left: tantivy writes its lists
/// of files beside their place and renames them.
fn remove_leftovers(dir: &Path) -> Result<(), IndexError> {
    for name in crate::files::names(dir)? {
        if name.starts_with(".tmp") {
            crate::files::remove(&dir.join(name))?;
        }
    }
    Ok(())
}
