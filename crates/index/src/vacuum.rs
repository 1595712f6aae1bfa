//! Removing for good what no reader sees any more.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::follow::Checkpoint;
use crate::records::documents::{self, Life};
use crate::records::payloads;
use crate::records::runs::{self, Run};
use crate::records::vector_sets;
use crate::vectors::VectorFile;
use crate::{DocumentId, DocumentRecord, IndexError, Writer, files, state, vectors};

/// What a vacuum did.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct VacuumReport {
    /// Dead copies of documents that were removed.
    pub removed: usize,
    /// Dead copies that are still there.
    pub kept: usize,
    /// Vectors that were dropped from the vector file.
    pub vectors_removed: u64,
    /// What was put off, and why; empty when nothing of a removed document is
    /// left in the store.
    pub postponed: Vec<Postponed>,
}

/// A part of a vacuum that could not be done now; the next one does it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Postponed {
    /// A snapshot of an older version is still read: nothing was removed.
    OlderReader,
    /// An index on other machines has not heard yet of what died: nothing was removed.
    Index,
    /// A query kept the log of the records busy: removed text may still be in it.
    Log,
    /// Traces of earlier answers could not be cleaned: quotes may still be in them.
    Traces,
}

impl std::fmt::Display for Postponed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Postponed::OlderReader => "another process still reads an older version of the store",
            Postponed::Index => {
                "the cluster has not yet heard of what was removed; `perusal migrate` tells it"
            }
            Postponed::Log => "another process kept the log of the records busy",
            Postponed::Traces => "another process kept the traces of earlier answers busy",
        })
    }
}

/// Stands in the store while removed text may still be in the records. Deleted
/// rows are overwritten, but rows that moved between pages on the way leave
/// copies behind, so the records are written anew before the mark goes.
const ERASING: &str = "erasing";

impl Writer {
    /// Removes for good what no reader can see any more: texts, postings and
    /// vectors of dead documents are overwritten and the log is emptied. While
    /// a snapshot of an older version lives, in any process, this is put off,
    /// and the report says so.
    pub fn vacuum(&mut self) -> Result<VacuumReport, IndexError> {
        self.settle()?;
        self.remove_dead()
    }

    fn remove_dead(&mut self) -> Result<VacuumReport, IndexError> {
        let all = self.records.run(documents::all)?;
        let is_dead = |life: &Life| life.died.is_some();
        let (dead, alive): (Vec<_>, Vec<_>) = all.into_iter().partition(|(_, life)| is_dead(life));
        let mut report = VacuumReport::default();
        if files::older_readers(&self.dir, self.store.version)? {
            report.kept = dead.len();
            report.postponed.push(Postponed::OlderReader);
            return Ok(report);
        }
        let forgotten: Vec<DocumentId> = dead
            .iter()
            .map(|(document, _)| document.id.clone())
            .collect();
        let dead: Vec<i64> = dead.iter().map(|(document, _)| document.row).collect();
        let alive: Vec<DocumentRecord> = alive.into_iter().map(|(document, _)| document).collect();
        if Checkpoint::load(&self.dir)?.is_some_and(|it| it.version < self.version()) {
            report.kept = dead.len();
            report.postponed.push(Postponed::Index);
            return Ok(report);
        }
        // Traces first: while the dead are still in the records, a vacuum that
        // was cut short knows what is left to forget.
        if state::forget(&self.dir, &forgotten).is_err() {
            report.kept = forgotten.len();
            report.postponed.push(Postponed::Traces);
            return Ok(report);
        }
        let erasing = self.dir.join(ERASING);
        if !dead.is_empty() && !erasing.exists() {
            std::fs::write(&erasing, b"").map_err(|error| IndexError::io(&erasing, error))?;
            files::sync_dir(&self.dir)?;
        }
        self.drop_retired()?;
        self.purge_terms(&alive)?;
        report.vectors_removed = self.purge_records(&dead)?;
        report.removed = dead.len();
        let rewrite = erasing.exists();
        if rewrite {
            self.records
                .run(|connection| connection.execute_batch("VACUUM"))?;
        }
        let truncated = self.records.truncate_log()?;
        if rewrite && truncated {
            files::remove(&erasing)?;
        }
        if !truncated {
            report.postponed.push(Postponed::Log);
        }
        files::sync_dir(&self.dir)?;
        Ok(report)
    }

    /// Takes the terms of everything else out of the keyword index: dead
    /// documents, and batches that were dropped after their terms were in it.
    fn purge_terms(&mut self, alive: &[DocumentRecord]) -> Result<(), IndexError> {
        let alive: BTreeSet<i64> = alive.iter().map(|document| document.row).collect();
        let purged = self.keyword()?.purge(&alive);
        if purged.is_err() {
            self.keyword = None;
        }
        purged
    }

    /// Deletes dead rows and moves the living vectors and payloads to new files, in one
    /// transaction. Returns how many vectors were left behind.
    fn purge_records(&mut self, dead: &[i64]) -> Result<u64, IndexError> {
        let all = self.records.run(runs::all)?;
        let living: Vec<Run> = all
            .into_iter()
            .filter(|run| dead.binary_search(&run.document).is_err())
            .collect();
        let used = living.iter().map(|run| u64::from(run.count)).sum::<u64>();
        let dropped = self.store.vector_slots.unsigned_abs().saturating_sub(used);
        let mut store = self.store.clone();
        let mut moved = None;
        if dropped > 0 {
            store.vector_generation = self
                .records
                .run(|connection| vector_sets::next_generation(connection, &self.store))?;
            store.vector_slots = i64::try_from(used).unwrap_or(i64::MAX);
            let dim = self.store.identity.dim.unwrap_or(0);
            let from = self.vector_file()?;
            moved = Some(self.move_vectors(from, &living, store.vector_generation, dim)?);
        }
        let staged = self.purged_set(dead, store.vector_generation)?;
        let moved_payloads = self.move_payloads(dead)?;
        let unmoved = moved.is_none() && staged.is_none() && moved_payloads.is_empty();
        if dead.is_empty() && unmoved {
            return Ok(0);
        }
        self.records.transaction(|connection| {
            documents::purge(connection, dead)?;
            if let Some(moved) = &moved {
                runs::clear(connection)?;
                runs::insert(connection, moved)?;
            }
            for moved in &moved_payloads {
                payloads::clear(connection, moved.row.kind)?;
                moved.publish(connection)?;
            }
            if let Some(staged) = &staged {
                staged.store(connection)?;
            }
            store.insert(connection)
        })?;
        self.store = store;
        self.remove_old_generations()?;
        Ok(dropped)
    }

    /// Copies runs, in order of document, into the file of a new generation,
    /// synced; neighbouring runs of a document become one.
    pub(crate) fn move_vectors(
        &self,
        mut from: VectorFile,
        living: &[Run],
        generation: i64,
        dim: usize,
    ) -> Result<Vec<Run>, IndexError> {
        // Left from a vacuum that failed.
        files::remove(&self.dir.join(vectors::file_name(generation)))?;
        let mut to = VectorFile::open_or_create(&self.dir, generation, dim)?;
        let mut moved: Vec<Run> = Vec::new();
        let mut slot = 0;
        for group in
            living.chunk_by(|a, b| a.document == b.document && a.first + a.count == b.first)
        {
            let mut rows = Vec::new();
            for run in group {
                rows.extend(from.read(run.slot, run.count, run.crc)?);
            }
            let crc = to.write(slot, &rows)?;
            let count = u32::try_from(rows.len()).unwrap_or(u32::MAX);
            // Visible from when all of it was; no older reader is left.
            let born = group.iter().map(|run| run.born).max().unwrap_or(0);
            moved.push(Run {
                count,
                slot,
                born,
                crc,
                ..group[0]
            });
            slot += u64::from(count);
        }
        to.sync()?;
        Ok(moved)
    }
}
