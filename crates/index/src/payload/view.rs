//! The payloads of one kind that a version shows.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use memmap2::Mmap;

use super::file::{HEADER_BYTES, broken_stretch, header, pieces};
use super::{Payload, PayloadKind, PayloadModel, file_name, sparse, tokens};
use crate::IndexError;
use crate::records::payloads::{self, PayloadRow, PayloadRun};
use crate::records::{Records, broken};
use crate::vectors::map_file;
use crate::view::View;

/// The payloads of the visible chunks, read through the page cache.
pub(crate) struct PayloadView {
    /// `None` while the store was never to have any.
    row: Option<PayloadRow>,
    /// `None` while no chunk has one.
    map: Option<Mmap>,
    path: PathBuf,
    /// In order of row.
    pub(super) runs: Vec<VisibleRun>,
}

/// A run as rows.
pub(super) struct VisibleRun {
    pub row: u32,
    pub count: u32,
    start: u64,
    bytes: u64,
    crc: u32,
    verified: AtomicBool,
}

impl VisibleRun {
    pub(super) fn rows(&self) -> Range<u32> {
        self.row..self.row + self.count
    }
}

impl PayloadView {
    /// Loads the payloads of a view. A vacuum since may have moved them into
    /// another file, so runs and file are looked up together, now.
    pub(crate) fn load(
        dir: &Path,
        records: &Records,
        view: &View,
        kind: PayloadKind,
    ) -> Result<PayloadView, IndexError> {
        const TRIES: usize = 3;
        let look = || {
            records.consistent(|connection| {
                Ok((
                    payloads::load(connection, kind)?,
                    payloads::runs(connection, kind)?,
                ))
            })
        };
        for _ in 0..TRIES {
            let (row, found) = look()?;
            match Self::open(dir, records, view, kind, row.clone(), &found) {
                // Replaced between the lookup and the opening.
                Err(_) if look()?.0 != row => {}
                opened => return opened,
            }
        }
        let (row, found) = look()?;
        Self::open(dir, records, view, kind, row, &found)
    }

    fn open(
        dir: &Path,
        records: &Records,
        view: &View,
        kind: PayloadKind,
        row: Option<PayloadRow>,
        found: &[PayloadRun],
    ) -> Result<PayloadView, IndexError> {
        let runs = visible_runs(records, view, found)?;
        let generation = row.as_ref().map_or(0, |row| row.generation);
        let path = dir.join(file_name(kind, generation));
        let end = runs.iter().map(|run| run.start + run.bytes).max();
        let map = match (&row, end) {
            (Some(row), Some(end)) => Some(opened(&path, row, end)?),
            _ => None,
        };
        Ok(PayloadView {
            row,
            map,
            path,
            runs,
        })
    }

    /// What made the payloads.
    pub(crate) fn model(&self) -> Option<PayloadModel> {
        self.row.as_ref().map(|row| PayloadModel {
            model: row.model.clone(),
            dim: row.dim,
        })
    }

    /// The payloads of given rows as they were given, up to quantisation; `None` where a chunk has
    /// none.
    pub(crate) fn decoded(&self, rows: &[u32]) -> Result<Vec<Option<Payload>>, IndexError> {
        let Some(row) = &self.row else {
            return Ok(vec![None; rows.len()]);
        };
        self.of_rows(rows, |piece| match row.kind {
            PayloadKind::Sparse => sparse::decode(piece, row.dim).map(Payload::Sparse),
            PayloadKind::Tokens => tokens::decode(piece, row.dim).map(Payload::Tokens),
        })
    }

    /// How many chunks have one.
    pub(crate) fn chunks(&self) -> u64 {
        self.runs.iter().map(|run| u64::from(run.count)).sum()
    }

    /// The bytes of a run, whose checksum is compared the first time.
    fn stretch(&self, run: &VisibleRun) -> Result<&[u8], IndexError> {
        let stretch = self.map.as_deref().and_then(|map| {
            let start = usize::try_from(run.start).ok()?;
            map.get(start..start.checked_add(usize::try_from(run.bytes).ok()?)?)
        });
        let whole = stretch.filter(|stretch| {
            run.verified.load(Ordering::Acquire) || crc32fast::hash(stretch) == run.crc
        });
        let Some(stretch) = whole else {
            return Err(self.broken(run));
        };
        run.verified.store(true, Ordering::Release);
        Ok(stretch)
    }

    /// The pieces of a run's chunks, in order.
    pub(super) fn pieces(
        &self,
        run: &VisibleRun,
    ) -> Result<impl Iterator<Item = &[u8]>, IndexError> {
        pieces(self.stretch(run)?, run.count).ok_or_else(|| self.broken(run))
    }

    pub(super) fn broken(&self, run: &VisibleRun) -> IndexError {
        IndexError::damaged(&self.path, broken_stretch(run.start))
    }

    /// Looks at every byte.
    pub(crate) fn check(&self) -> Result<(), IndexError> {
        self.runs
            .iter()
            .try_for_each(|run| self.pieces(run).map(drop))
    }

    /// What `work` makes of the payloads of given rows; `None` where a chunk has none.
    /// It gives `None` for bytes that are no payload.
    pub(crate) fn of_rows<T>(
        &self,
        rows: &[u32],
        work: impl Fn(&[u8]) -> Option<T>,
    ) -> Result<Vec<Option<T>>, IndexError> {
        rows.iter()
            .map(|&row| {
                let after = self.runs.partition_point(|run| run.row <= row);
                let run = after.checked_sub(1).map(|at| &self.runs[at]);
                let Some(run) = run.filter(|run| run.rows().contains(&row)) else {
                    return Ok(None);
                };
                let piece = self.pieces(run)?.nth((row - run.row) as usize);
                let made = piece.and_then(&work).ok_or_else(|| self.broken(run))?;
                Ok(Some(made))
            })
            .collect()
    }
}

fn opened(path: &Path, row: &PayloadRow, end: u64) -> Result<Mmap, IndexError> {
    let map = map_file(path)?;
    if map.get(..HEADER_BYTES) != Some(&header(row.kind, row.dim, row.generation)[..]) {
        return Err(IndexError::damaged(path, "its header is not as written"));
    }
    if (map.len() as u64) < end {
        let reason = format!("it has {} bytes instead of {end} or more", map.len());
        return Err(IndexError::damaged(path, reason));
    }
    Ok(map)
}

/// The runs of visible documents as rows. A run born later than the view gives
/// chunks a payload that the view does not show yet.
fn visible_runs(
    records: &Records,
    view: &View,
    found: &[PayloadRun],
) -> Result<Vec<VisibleRun>, IndexError> {
    let documents = view.documents_by_row();
    let mut runs = Vec::with_capacity(found.len());
    for run in found.iter().filter(|run| run.born <= view.store.version) {
        let Ok(at) = documents.binary_search_by_key(&run.document, |(row, _)| *row) else {
            continue;
        };
        let index = documents[at].1;
        if run
            .first
            .checked_add(run.count)
            .is_none_or(|end| end > view.documents[index].chunks)
        {
            let reason = format!(
                "a payload run of document row {} has no chunks",
                run.document
            );
            return Err(IndexError::sqlite(records.path(), broken(reason)));
        }
        runs.push(VisibleRun {
            row: view.starts[index] + run.first,
            count: run.count,
            start: run.start,
            bytes: run.bytes,
            crc: run.crc,
            verified: AtomicBool::new(false),
        });
    }
    runs.sort_unstable_by_key(|run| run.row);
    Ok(runs)
}
