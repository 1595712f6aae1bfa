//! The reference the other paths are checked against.

use super::query::{GROUP, TOGETHER, TokenQuery};

/// Largest sums, the 128 added to each value of the text still in them. `packed` holds whole groups.
pub(super) fn best(query: &TokenQuery, packed: &[u8], best: &mut [i32]) {
    for group in packed.chunks_exact(GROUP * query.stride) {
        for (token, best) in query.values.chunks_exact(query.stride).zip(&mut *best) {
            let mut sums = [0_i32; GROUP];
            let fours = token.chunks_exact(TOGETHER);
            for (lanes, four) in group.chunks_exact(GROUP * TOGETHER).zip(fours) {
                for (sum, lane) in sums.iter_mut().zip(lanes.chunks_exact(TOGETHER)) {
                    for (a, b) in lane.iter().zip(four) {
                        *sum += i32::from(*a) * i32::from(*b);
                    }
                }
            }
            *best = sums.into_iter().fold(*best, i32::max);
        }
    }
}
