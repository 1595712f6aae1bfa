//! The sparse arm: the dot product of a query with every sparse vector of a scope.

use std::thread;

use super::view::VisibleRun;
use super::{PayloadView, SparseQuery};
use crate::IndexError;
use crate::ranking::Best;
use crate::scope::RowSet;

/// From this many rows on a second thread pays for its start.
const TWO_THREADS_FROM_ROWS: u64 = 4_096;

/// Best rows and how many share an id with the query.
type Scanned = Result<(Vec<(f32, u32)>, usize), IndexError>;

impl PayloadView {
    /// The `k` best rows of a scope, and how many had a score. Each row's score
    /// is computed alone and the order is total, so threads change nothing.
    pub(crate) fn search(&self, query: &SparseQuery, scope: Option<&RowSet>, k: usize) -> Scanned {
        let total = self.chunks();
        let runs = &self.runs[..];
        if total < TWO_THREADS_FROM_ROWS {
            return self.scan(runs, query, scope, k);
        }
        let mut seen = 0;
        let middle = runs.partition_point(|run| {
            seen += u64::from(run.count);
            seen <= total / 2
        });
        let (left, right) = runs.split_at(middle);
        let work = |runs| self.scan(runs, query, scope, k);
        let (found, other) = thread::scope(|threads| {
            let other = thread::Builder::new().spawn_scoped(threads, || work(right));
            let found = work(left);
            let other = other.ok().and_then(|handle| handle.join().ok());
            (found, other.unwrap_or_else(|| work(right)))
        });
        let ((found, here), (other, there)) = (found?, other?);
        let mut best = Best::new(k);
        for (score, row) in found.into_iter().chain(other) {
            best.offer(score, row);
        }
        Ok((best.into_sorted(), here + there))
    }

    fn scan(
        &self,
        runs: &[VisibleRun],
        query: &SparseQuery,
        scope: Option<&RowSet>,
        k: usize,
    ) -> Scanned {
        let mut best = Best::new(k);
        let mut candidates = 0;
        for run in runs {
            if scope.is_some_and(|scope| scope.ranges_within(run.rows()).is_empty()) {
                continue;
            }
            for (row, piece) in run.rows().zip(self.pieces(run)?) {
                if scope.is_some_and(|scope| !scope.contains(row)) {
                    continue;
                }
                let score = query.score(piece).ok_or_else(|| self.broken(run))?;
                if score > 0.0 {
                    candidates += 1;
                    best.offer(score, row);
                }
            }
        }
        Ok((best.into_sorted(), candidates))
    }
}
