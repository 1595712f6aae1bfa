//! A set of rows.

use std::ops::Range;

const BITS: u32 = 64;

/// A set of rows `0..len`, one bit each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RowSet {
    words: Vec<u64>,
    count: usize,
}

impl RowSet {
    /// No row of `len`.
    pub(crate) fn none(len: u32) -> Self {
        Self {
            words: vec![0; len.div_ceil(BITS) as usize],
            count: 0,
        }
    }

    pub(crate) fn insert(&mut self, row: u32) {
        let word = &mut self.words[(row / BITS) as usize];
        let bit = 1 << (row % BITS);
        self.count += usize::from(*word & bit == 0);
        *word |= bit;
    }

    pub(crate) fn insert_range(&mut self, rows: Range<u32>) {
        for (number, mask) in masks(rows) {
            let word = &mut self.words[number];
            self.count += (mask & !*word).count_ones() as usize;
            *word |= mask;
        }
    }

    pub(crate) fn contains(&self, row: u32) -> bool {
        self.words[(row / BITS) as usize] & (1 << (row % BITS)) != 0
    }

    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The rows in ascending order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> {
        (0_u32..).zip(&self.words).flat_map(|(number, &word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                if left == 0 {
                    return None;
                }
                let bit = left.trailing_zeros();
                left &= left - 1;
                Some(number * BITS + bit)
            })
        })
    }

    /// The parts of `rows` that are in the set, as ranges in ascending order.
    pub(crate) fn ranges_within(&self, rows: Range<u32>) -> Vec<Range<u32>> {
        let mut ranges: Vec<Range<u32>> = Vec::new();
        for (number, mask) in masks(rows) {
            let mut left = self.words[number] & mask;
            // At most the number of the last row's word, so it fits.
            let base = number as u32 * BITS;
            while left != 0 {
                let first = left.trailing_zeros();
                let length = (!(left >> first)).trailing_zeros();
                let (start, end) = (base + first, base + first + length);
                match ranges.last_mut() {
                    Some(last) if last.end == start => last.end = end,
                    _ => ranges.push(start..end),
                }
                left &= u64::MAX.checked_shl(first + length).unwrap_or(0);
            }
        }
        ranges
    }
}

/// The words that hold rows of a range, with the bits that are in it.
fn masks(rows: Range<u32>) -> impl Iterator<Item = (usize, u64)> {
    let words = if rows.is_empty() {
        0..0
    } else {
        rows.start / BITS..(rows.end - 1) / BITS + 1
    };
    words.map(move |number| {
        let base = number * BITS;
        let first = rows.start.saturating_sub(base);
        let behind = (rows.end - base).min(BITS);
        let mask = u64::MAX >> (BITS - (behind - first)) << first;
        (number as usize, mask)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::RowSet;

    proptest! {
        #[test]
        fn it_is_a_set(
            rows in prop::collection::vec(0_u32..300, 0..80),
            (from, to) in (0_u32..300, 0_u32..300),
            start in 0_u32..300,
        ) {
            let mut set = RowSet::none(300);
            for &row in &rows {
                set.insert(row);
            }
            set.insert_range(from..to);
            let expected: BTreeSet<u32> = rows.into_iter().chain(from..to).collect();
            prop_assert_eq!(set.iter().collect::<BTreeSet<u32>>(), expected.clone());
            prop_assert_eq!(set.count(), expected.len());
            let within: Vec<u32> = set.ranges_within(start..300).into_iter().flatten().collect();
            prop_assert_eq!(within, expected.range(start..).copied().collect::<Vec<u32>>());
        }
    }
}
