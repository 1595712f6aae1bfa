//! Rows in tiles.

use std::ops::Range;

/// Splits some rows into as few parts as may be of at most `most` rows, as even as can be: a low
/// last tile has too few sums to hide how long an instruction takes.
pub(crate) fn parts(rows: Range<usize>, most: usize) -> impl Iterator<Item = Range<usize>> {
    let (start, len) = (rows.start, rows.len());
    let count = len.div_ceil(most);
    (0..count).map(move |part| start + part * len / count..start + (part + 1) * len / count)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn parts_are_even_and_leave_no_row_out(
            start in 0_usize..300, len in 0_usize..600, most in 1_usize..200,
        ) {
            let parts: Vec<_> = parts(start..start + len, most).collect();
            prop_assert_eq!(parts.len(), len.div_ceil(most));
            let rows: Vec<usize> = parts.iter().cloned().flatten().collect();
            prop_assert_eq!(rows, (start..start + len).collect::<Vec<_>>());
            let least = parts.iter().map(ExactSizeIterator::len).min().unwrap_or(0);
            prop_assert!(parts.iter().all(|part| part.len() <= most.min(least + 1)));
        }
    }
}
