//! Scans stretches of vectors for those nearest to a query.

use std::thread;

use kernels::Quantized;

use super::layout::pieces;
use super::{BLOCK_ROWS, VectorMap};
use crate::ranking::Best;

/// Neighbouring rows of a view whose vectors lie in neighbouring slots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stretch {
    /// First row.
    pub row: u32,
    /// Its slot.
    pub slot: u64,
    pub count: u32,
}

/// From this many rows on a second thread pays for its start (some 30 µs):
/// they take about 400 µs on one core at 384 values.
const TWO_THREADS_FROM_ROWS: u64 = 16_384;

/// The `k` rows with the highest cosine, best first. The result does not depend
/// on the number of threads: each row's score is computed alone, and the order
/// is total.
pub(crate) fn scan(
    map: &VectorMap,
    stretches: &[Stretch],
    query: &Quantized,
    k: usize,
) -> Vec<(f32, u32)> {
    let total: u64 = stretches
        .iter()
        .map(|stretch| u64::from(stretch.count))
        .sum();
    if total < TWO_THREADS_FROM_ROWS {
        let mut best = Best::new(k);
        scan_into(map, stretches, query, &mut best);
        return best.into_sorted();
    }
    let (left, right) = halves(stretches, total / 2);
    let mut best = Best::new(k);
    let other = thread::scope(|scope| {
        let other = thread::Builder::new().spawn_scoped(scope, || {
            let mut best = Best::new(k);
            scan_into(map, &right, query, &mut best);
            best.into_sorted()
        });
        scan_into(map, &left, query, &mut best);
        other.ok().and_then(|handle| handle.join().ok())
    });
    match other {
        Some(found) => found
            .into_iter()
            .for_each(|(score, row)| best.offer(score, row)),
        // No second thread was to be had: this one does its work.
        None => scan_into(map, &right, query, &mut best),
    }
    best.into_sorted()
}

/// Cuts the stretches so that the first part has `rows` rows.
pub(super) fn halves(stretches: &[Stretch], rows: u64) -> (Vec<Stretch>, Vec<Stretch>) {
    let mut left = Vec::new();
    let mut right = Vec::new();
    let mut room = rows;
    for &stretch in stretches {
        // At most the stretch's own count, so it fits.
        let here = room.min(u64::from(stretch.count)) as u32;
        room -= u64::from(here);
        if here > 0 {
            left.push(Stretch {
                count: here,
                ..stretch
            });
        }
        if here < stretch.count {
            right.push(Stretch {
                row: stretch.row + here,
                slot: stretch.slot + u64::from(here),
                count: stretch.count - here,
            });
        }
    }
    (left, right)
}

fn scan_into(map: &VectorMap, stretches: &[Stretch], query: &Quantized, best: &mut Best) {
    let mut dots = [0_i32; BLOCK_ROWS as usize];
    for stretch in stretches {
        let mut row = stretch.row;
        for (slot, count) in pieces(stretch.slot, u64::from(stretch.count)) {
            let dots = &mut dots[..count];
            kernels::scan_i8(&query.values, map.values(slot, count), map.dim(), dots);
            for (&dot, scale) in dots.iter().zip(map.scales(slot, count)) {
                best.offer(cosine(dot, scale, query.scale), row);
                row += 1;
            }
        }
    }
}

/// The cosine of two unit vectors from the dot product of their steps.
/// (A dot product of int8 values over 16 million dimensions would not fit an
/// `f32` exactly; ours have hundreds.)
#[inline]
pub(crate) fn cosine(dot: i32, scale: f32, query_scale: f32) -> f32 {
    dot as f32 * (scale * query_scale)
}
