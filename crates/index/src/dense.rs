//! The dense arm: cosine between a query and the vectors a version shows.

use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use kernels::Quantized;
use rusqlite::Connection;

use crate::records::runs::{self, Run};
use crate::records::store::StoreRow;
use crate::records::{Records, broken, vector_sets};
use crate::scope::RowSet;
use crate::vectors::{self, FIRST_PASS_FROM_ROWS, Signs, Stretch, VectorMap};
use crate::view::View;
use crate::{DenseScan, Grade, IndexError};

/// The vectors of the visible chunks.
pub(crate) struct DenseView {
    /// `None` while no chunk has a vector.
    map: Option<VectorMap>,
    dim: usize,
    generation: i64,
    /// In order of row.
    runs: Vec<VisibleRun>,
    /// All runs, neighbouring ones joined, in order of slot.
    stretches: Vec<Stretch>,
    /// Every run's checksum was compared.
    verified: AtomicBool,
    /// Made when the first pass first runs.
    signs: OnceLock<Signs>,
    /// Those of the version before, if it lies in the same file.
    known_signs: Option<Signs>,
}

/// What a view of the vectors hands on to the next version: slots never change
/// once they are committed.
#[derive(Clone)]
pub(crate) struct KnownVectors {
    generation: i64,
    signs: Option<Signs>,
    /// Count and checksum of runs that were compared, by slot.
    verified: HashMap<u64, (u32, u32)>,
}

/// What a search found.
pub(crate) struct Found {
    /// Score and row, best first.
    pub best: Vec<(f32, u32)>,
    /// Rows of the scope that have a vector.
    pub candidates: usize,
    pub grade: Grade,
}

/// What the arm promises when so many vectors take part.
pub(crate) fn grade_of(vectors: u64) -> Grade {
    if vectors < FIRST_PASS_FROM_ROWS {
        Grade::Exact
    } else {
        Grade::Approximate
    }
}

struct VisibleRun {
    row: u32,
    count: u32,
    slot: u64,
    crc: u32,
    verified: AtomicBool,
}

impl VisibleRun {
    fn rows(&self) -> Range<u32> {
        self.row..self.row + self.count
    }
}

impl DenseView {
    /// Loads the vectors of a view. A vacuum since may have moved them into
    /// another file, so runs and file are looked up together, now.
    pub(crate) fn load(
        dir: &Path,
        records: &Records,
        view: &View,
        known: Option<&KnownVectors>,
    ) -> Result<DenseView, IndexError> {
        let mut tries = 0;
        loop {
            let (store, found) =
                records.consistent(|connection| searched(connection, view.store.version))?;
            let known = known.filter(|known| known.generation == store.vector_generation);
            let mut runs = visible_runs(records, view, &found)?;
            runs.sort_unstable_by_key(|run| run.row);
            for run in &mut runs {
                let seen = known.and_then(|known| known.verified.get(&run.slot));
                run.verified = AtomicBool::new(seen == Some(&(run.count, run.crc)));
            }
            let dim = store.identity.dim.unwrap_or(0);
            let slots = runs.iter().map(|run| run.slot + u64::from(run.count)).max();
            let map = match slots {
                None => None,
                Some(slots) => match VectorMap::open(dir, store.vector_generation, dim, slots) {
                    Ok(map) => Some(map),
                    // Replaced between the lookup and the opening.
                    Err(_)
                        if tries < 3
                            && records.store()?.vector_generation != store.vector_generation =>
                    {
                        tries += 1;
                        continue;
                    }
                    Err(error) => return Err(error),
                },
            };
            return Ok(DenseView {
                map,
                dim,
                generation: store.vector_generation,
                stretches: joined(&runs),
                runs,
                verified: AtomicBool::new(false),
                signs: OnceLock::new(),
                known_signs: known.and_then(|known| known.signs.clone()),
            });
        }
    }

    /// What the next version need not do again.
    pub(crate) fn known(&self) -> KnownVectors {
        let verified = self
            .runs
            .iter()
            .filter(|run| run.verified.load(Ordering::Acquire))
            .map(|run| (run.slot, (run.count, run.crc)))
            .collect();
        KnownVectors {
            generation: self.generation,
            signs: self.signs.get().or(self.known_signs.as_ref()).cloned(),
            verified,
        }
    }

    fn quantized(&self, query: &[f32]) -> Result<Quantized, IndexError> {
        check_vector(query, self.dim)?;
        Ok(kernels::quantize(query))
    }

    /// The `k` best rows of a scope.
    pub(crate) fn search(
        &self,
        dir: &Path,
        query: &[f32],
        scope: Option<&RowSet>,
        k: usize,
        scan: DenseScan,
    ) -> Result<Found, IndexError> {
        let Some(map) = &self.map else {
            return Ok(Found {
                best: Vec::new(),
                candidates: 0,
                grade: Grade::Exact,
            });
        };
        let query = self.quantized(query)?;
        let scoped;
        let stretches = match scope {
            None => &self.stretches,
            Some(scope) => {
                scoped = self.stretches_within(dir, map, scope)?;
                &scoped
            }
        };
        let candidates: u64 = stretches
            .iter()
            .map(|stretch| u64::from(stretch.count))
            .sum();
        let grade = match scan {
            DenseScan::Auto => grade_of(candidates),
            DenseScan::Full => Grade::Exact,
            DenseScan::SignsFirst => Grade::Approximate,
        };
        if scope.is_none() || grade == Grade::Approximate {
            self.verify_all(dir, map)?;
        }
        let best = match grade {
            Grade::Exact => vectors::scan(map, stretches, &query, k),
            Grade::Approximate => vectors::nearest(map, self.signs(map), stretches, &query, k),
        };
        Ok(Found {
            best,
            candidates: usize::try_from(candidates).unwrap_or(usize::MAX),
            grade,
        })
    }

    fn signs(&self, map: &VectorMap) -> &Signs {
        self.signs.get_or_init(|| {
            let ends = self.runs.iter().map(|run| run.slot + u64::from(run.count));
            Signs::of(map, ends.max().unwrap_or(0), self.known_signs.as_ref())
        })
    }

    /// The parts of the runs that lie in a scope, checked.
    fn stretches_within(
        &self,
        dir: &Path,
        map: &VectorMap,
        scope: &RowSet,
    ) -> Result<Vec<Stretch>, IndexError> {
        let mut stretches = Vec::new();
        for run in &self.runs {
            let within = scope.ranges_within(run.rows());
            if !within.is_empty() {
                self.verify(dir, map, run)?;
            }
            stretches.extend(within.into_iter().map(|rows| Stretch {
                row: rows.start,
                slot: run.slot + u64::from(rows.start - run.row),
                count: rows.end - rows.start,
            }));
        }
        Ok(stretches)
    }

    /// The scores of given rows: what [`DenseView::search`] gives them, `None`
    /// where a chunk has no vector.
    pub(crate) fn scores(
        &self,
        dir: &Path,
        query: &[f32],
        rows: &[u32],
    ) -> Result<Vec<Option<f32>>, IndexError> {
        let Some(map) = &self.map else {
            return Ok(vec![None; rows.len()]);
        };
        let query = self.quantized(query)?;
        rows.iter()
            .map(|&row| {
                let Some(slot) = self.slot(dir, map, row)? else {
                    return Ok(None);
                };
                let (values, scale) = map.row(slot);
                let dot = kernels::dot_i8(&query.values, values);
                Ok(Some(vectors::cosine(dot, scale, query.scale)))
            })
            .collect()
    }

    /// The stored vector of a row.
    pub(crate) fn vector(&self, dir: &Path, row: u32) -> Result<Option<Quantized>, IndexError> {
        let Some(map) = &self.map else {
            return Ok(None);
        };
        let Some(slot) = self.slot(dir, map, row)? else {
            return Ok(None);
        };
        let (values, scale) = map.row(slot);
        Ok(Some(Quantized {
            values: values.to_vec(),
            scale,
        }))
    }

    fn slot(&self, dir: &Path, map: &VectorMap, row: u32) -> Result<Option<u64>, IndexError> {
        let after = self.runs.partition_point(|run| run.row <= row);
        let Some(run) = after.checked_sub(1).map(|at| &self.runs[at]) else {
            return Ok(None);
        };
        if !run.rows().contains(&row) {
            return Ok(None);
        }
        self.verify(dir, map, run)?;
        Ok(Some(run.slot + u64::from(row - run.row)))
    }

    /// Compares every checksum, once in the life of the view.
    fn verify_all(&self, dir: &Path, map: &VectorMap) -> Result<(), IndexError> {
        if self.verified.load(Ordering::Acquire) {
            return Ok(());
        }
        for run in &self.runs {
            self.verify(dir, map, run)?;
        }
        self.verified.store(true, Ordering::Release);
        Ok(())
    }

    fn verify(&self, dir: &Path, map: &VectorMap, run: &VisibleRun) -> Result<(), IndexError> {
        if run.verified.load(Ordering::Acquire) {
            return Ok(());
        }
        if map.checksum(run.slot, u64::from(run.count)) != run.crc {
            let file = dir.join(vectors::file_name(self.generation));
            let last = run.slot + u64::from(run.count) - 1;
            let reason = format!("checksum of slots {} to {last} differs", run.slot);
            return Err(IndexError::damaged(&file, reason));
        }
        run.verified.store(true, Ordering::Release);
        Ok(())
    }
}

/// Where the vectors lie that a version shows, and all runs there. When the
/// library has changed its embedder since, they are not the store's own.
fn searched(connection: &Connection, version: i64) -> rusqlite::Result<(StoreRow, Vec<Run>)> {
    let mut store = StoreRow::load(connection)?;
    let Some(set) = vector_sets::of_version(connection, version)? else {
        return Ok((store, runs::all(connection)?));
    };
    store.vector_generation = set.generation;
    store.identity.dim = Some(set.dim);
    let found = vector_sets::runs_of(connection, set.generation)?;
    Ok((store, found))
}

/// The runs of visible documents as rows. A run born later than the view gives
/// chunks a vector that the view does not show yet.
fn visible_runs(
    records: &Records,
    view: &View,
    found: &[Run],
) -> Result<Vec<VisibleRun>, IndexError> {
    let indexes = view.documents_by_row();
    let mut runs = Vec::with_capacity(found.len());
    for run in found.iter().filter(|run| run.born <= view.store.version) {
        let Ok(at) = indexes.binary_search_by_key(&run.document, |(row, _)| *row) else {
            continue;
        };
        let index = indexes[at].1;
        if run
            .first
            .checked_add(run.count)
            .is_none_or(|end| end > view.documents[index].chunks)
        {
            let reason = format!(
                "a vector run of document row {} has no chunks",
                run.document
            );
            return Err(IndexError::sqlite(records.path(), broken(reason)));
        }
        runs.push(VisibleRun {
            row: view.starts[index] + run.first,
            count: run.count,
            slot: run.slot,
            crc: run.crc,
            verified: AtomicBool::new(false),
        });
    }
    Ok(runs)
}

/// Runs in order of slot, so that a scan reads the file forwards, neighbours joined.
fn joined(runs: &[VisibleRun]) -> Vec<Stretch> {
    let mut stretches: Vec<Stretch> = runs
        .iter()
        .map(|run| Stretch {
            row: run.row,
            slot: run.slot,
            count: run.count,
        })
        .collect();
    stretches.sort_unstable_by_key(|stretch| stretch.slot);
    stretches.dedup_by(|next, before| {
        let follows = before.slot + u64::from(before.count) == next.slot
            && before.row + before.count == next.row;
        if follows {
            before.count += next.count;
        }
        follows
    });
    stretches
}

/// A vector must have the store's length and finite values.
pub(crate) fn check_vector(vector: &[f32], dim: usize) -> Result<(), IndexError> {
    if vector.len() != dim {
        return Err(IndexError::BadVector {
            expected: dim,
            got: vector.len().to_string(),
        });
    }
    match vector.iter().find(|value| !value.is_finite()) {
        Some(value) => Err(IndexError::BadVector {
            expected: dim,
            got: value.to_string(),
        }),
        None => Ok(()),
    }
}
/// The middle of vectors that are added one by one.
pub(crate) struct Middle(Vec<f32>);

impl Middle {
    /// Of vectors of so many numbers.
    pub(crate) fn new(dim: usize) -> Middle {
        Middle(vec![0.0; dim])
    }

    pub(crate) fn add(&mut self, vector: &Quantized) {
        for (sum, &value) in self.0.iter_mut().zip(&vector.values) {
            *sum += f32::from(value) * vector.scale;
        }
    }

    /// Its direction, a vector of length 1; `None` where nothing was added, or all cancels out.
    pub(crate) fn direction(mut self) -> Option<Vec<f32>> {
        let length = self.0.iter().map(|value| value * value).sum::<f32>().sqrt();
        if length <= f32::EPSILON {
            return None;
        }
        self.0.iter_mut().for_each(|value| *value /= length);
        Some(self.0)
    }
}
