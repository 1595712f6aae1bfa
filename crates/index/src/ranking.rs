//! Hits in order, and the search for the best few among many.

use serde::Serialize;

use crate::ChunkId;

/// A chunk that was found.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Hit {
    /// The chunk.
    pub chunk: ChunkId,
    /// Higher is better; comparable only within one ranking.
    pub score: f32,
}

/// Whether an arm looks at every chunk or may miss some.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Grade {
    /// The ranking is that of a full scan.
    #[default]
    Exact,
    /// The ranking may lack chunks that a full scan would find; the scores of
    /// those it has are exact.
    Approximate,
}

impl Grade {
    /// Its name in output.
    pub fn as_str(self) -> &'static str {
        match self {
            Grade::Exact => "exact",
            Grade::Approximate => "approximate",
        }
    }
}

/// How the dense arm looks at the vectors of a scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DenseScan {
    /// All of them, unless there are so many that a first pass pays.
    #[default]
    Auto,
    /// All of them.
    Full,
    /// A first pass over their signs, and the nearest again.
    SignsFirst,
}

/// The best chunks of one arm.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Ranking {
    /// By score descending; ties by document id, then ordinal, so that they do
    /// not depend on the order of adding.
    pub hits: Vec<Hit>,
    /// How many chunks of the scope had a score at all.
    pub candidates: usize,
    /// Whether chunks may be missing.
    pub grade: Grade,
}

/// The `k` best rows offered so far; equal scores go to the lower row.
///
/// Keeps up to `2k` and halves when full, so that most offers cost one
/// comparison with the threshold.
pub(crate) struct Best {
    k: usize,
    threshold: f32,
    kept: Vec<(f32, u32)>,
}

impl Best {
    pub(crate) fn new(k: usize) -> Self {
        // A caller may ask for more than there is; memory follows what comes.
        Self {
            k,
            threshold: f32::NEG_INFINITY,
            kept: Vec::with_capacity(k.min(1_024) * 2),
        }
    }

    /// Takes a row into account. Rows may come in any order.
    #[inline]
    pub(crate) fn offer(&mut self, score: f32, row: u32) {
        if score >= self.threshold {
            self.keep(score, row);
        }
    }

    fn keep(&mut self, score: f32, row: u32) {
        if self.k == 0 {
            return;
        }
        self.kept.push((score, row));
        if self.kept.len() >= self.k.saturating_mul(2) {
            self.cut();
        }
    }

    fn cut(&mut self) {
        if self.kept.len() <= self.k {
            return;
        }
        self.kept.select_nth_unstable_by(self.k - 1, order);
        self.kept.truncate(self.k);
        self.threshold = self.kept[self.k - 1].0;
    }

    /// The best, in order.
    pub(crate) fn into_sorted(mut self) -> Vec<(f32, u32)> {
        self.cut();
        self.kept.sort_unstable_by(order);
        self.kept
    }
}

fn order(a: &(f32, u32), b: &(f32, u32)) -> std::cmp::Ordering {
    b.0.total_cmp(&a.0).then(a.1.cmp(&b.1))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Best;

    proptest! {
        #[test]
        fn the_best_are_those_of_a_full_sort(
            scores in prop::collection::vec(0_u8..20, 0..200),
            k in 0_usize..30,
        ) {
            let mut best = Best::new(k);
            let mut all = Vec::new();
            for (row, score) in (0_u32..).zip(scores) {
                best.offer(f32::from(score), row);
                all.push((f32::from(score), row));
            }
            all.sort_by(super::order);
            all.truncate(k);
            prop_assert_eq!(best.into_sorted(), all);
        }
    }
}
