//! Whether shown confidence means what it says, in bins of equal count.
//!
//! Bins of equal width are empty where nothing is shown with such a confidence, and
//! of few values each bin is off by chance alone. So bins hold equal numbers here, and
//! beside the error stands what it would be if every confidence were exactly right.

use serde::Serialize;

use crate::Judged;
use crate::random::SplitMix64;

/// Bins of the tables: of a hundred answers twenty each.
pub const RELIABILITY_BINS: usize = 5;
/// Simulations behind the noise: its own chance error is then below a hundredth of it.
const DRAWS: usize = 2_000;
/// Seed of the simulation: a table printed twice is the same table.
const SEED: u64 = 17;

/// How far confidence lies from the share of right ones.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Reliability {
    /// Values judged.
    pub count: usize,
    /// Expected calibration error in [`RELIABILITY_BINS`] bins of equal count, 0 to 1.
    pub error: f64,
    /// What that error would be in the mean if every confidence were exactly right.
    pub noise: f64,
}

/// Error and noise of what was judged; `None` of nothing.
pub fn reliability(judged: &[Judged]) -> Option<Reliability> {
    let confidences: Vec<f64> = judged.iter().map(|one| one.confidence).collect();
    Some(Reliability {
        count: judged.len(),
        error: equal_count_error(judged, RELIABILITY_BINS)?,
        noise: calibration_noise(&confidences, RELIABILITY_BINS, DRAWS, SEED)?,
    })
}

/// Expected calibration error over bins of equal count, 0 to 1, lower is better: the
/// distance between mean confidence and share of right ones, weighted by bin.
///
/// Values of equal confidence share what was right among them, so that their order
/// does not decide which bin a right one falls into. `None` without values or bins.
pub fn equal_count_error(judged: &[Judged], bins: usize) -> Option<f64> {
    let mut sorted: Vec<(f64, f64)> = judged
        .iter()
        .map(|one| (one.confidence, f64::from(u8::from(one.right))))
        .collect();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    binned_error(&mut sorted, bins)
}

/// The mean of [`equal_count_error`] over `draws` simulations in which each value is right
/// with just the probability that it shows. `None` without values, bins or draws.
pub fn calibration_noise(confidences: &[f64], bins: usize, draws: usize, seed: u64) -> Option<f64> {
    let mut sorted = confidences.to_vec();
    sorted.sort_by(f64::total_cmp);
    let mut random = SplitMix64(seed);
    let mut sum = 0.0;
    for _ in 0..draws {
        let mut drawn: Vec<(f64, f64)> = sorted
            .iter()
            .map(|&confidence| (confidence, f64::from(u8::from(random.unit() < confidence))))
            .collect();
        sum += binned_error(&mut drawn, bins)?;
    }
    (draws > 0).then(|| sum / draws as f64)
}

/// The error of pairs of confidence and rightness, sorted by confidence.
fn binned_error(sorted: &mut [(f64, f64)], bins: usize) -> Option<f64> {
    if sorted.is_empty() || bins == 0 {
        return None;
    }
    for tied in sorted.chunk_by_mut(|a, b| a.0 == b.0) {
        let mean = tied.iter().map(|one| one.1).sum::<f64>() / tied.len() as f64;
        tied.iter_mut().for_each(|one| one.1 = mean);
    }
    let count = sorted.len();
    let total: f64 = (0..bins)
        .map(|bin| &sorted[bin * count / bins..(bin + 1) * count / bins])
        // |mean confidence - share right| × bin size is |sum of confidence - sum of right|.
        .map(|bin| bin.iter().map(|one| one.0 - one.1).sum::<f64>().abs())
        .sum();
    Some(total / count as f64)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn judged(pairs: &[(f64, bool)]) -> Vec<Judged> {
        let pairs = pairs.iter();
        pairs
            .map(|&(confidence, right)| Judged { confidence, right })
            .collect()
    }

    fn near(value: Option<f64>, expected: f64, within: f64) {
        let value = value.expect("a figure");
        assert!(
            (value - expected).abs() <= within,
            "{value}, not {expected}"
        );
    }

    #[test]
    fn bins_of_equal_count_by_hand() {
        // Two bins of two: (0.1 wrong, 0.3 right) → |0.4 - 1| = 0.6;
        // (0.8 right, 0.9 right) → |1.7 - 2| = 0.3. Together 0.9 / 4.
        let four = judged(&[(0.9, true), (0.1, false), (0.8, true), (0.3, true)]);
        near(equal_count_error(&four, 2), 0.225, 1e-12);
        // One value a bin: 0.1, 0.7, 0.2, 0.1.
        near(equal_count_error(&four, 4), 1.1 / 4.0, 1e-12);
        assert_eq!(equal_count_error(&[], 5), None);
        assert_eq!(equal_count_error(&four, 0), None);
    }

    #[test]
    fn equal_confidences_share_what_was_right() {
        // All 0.5, one right of four, whichever comes first: |0.5 - 0.25| in each bin.
        for order in [[true, false, false, false], [false, false, false, true]] {
            let same: Vec<_> = order.iter().map(|&right| (0.5, right)).collect();
            near(equal_count_error(&judged(&same), 2), 0.25, 1e-12);
        }
    }

    #[test]
    fn noise_by_hand() {
        // One value of 0.5 is half off, right or wrong.
        near(calibration_noise(&[0.5], 1, 100, 1), 0.5, 1e-12);
        // Two in one bin: none or both right (half of the time) is 1 of 2 off, one right is not.
        near(calibration_noise(&[0.5, 0.5], 1, 20_000, 1), 0.25, 0.01);
        // In two bins the ties share what was right: the same.
        near(calibration_noise(&[0.5, 0.5], 2, 20_000, 1), 0.25, 0.01);
        // 0.2 in a bin of its own: 0.2 × 0.8 + 0.8 × 0.2 = 0.32, as for 0.8.
        near(calibration_noise(&[0.2, 0.8], 2, 20_000, 1), 0.32, 0.01);
        assert_eq!(calibration_noise(&[0.0, 1.0], 2, 10, 1), Some(0.0));
        assert_eq!(calibration_noise(&[], 2, 10, 1), None);
        assert_eq!(calibration_noise(&[0.5], 2, 0, 1), None);
    }

    proptest! {
        #[test]
        fn the_order_of_questions_does_not_count(
            mut pairs in proptest::collection::vec((0u8..6, any::<bool>()), 1..40), bins in 1usize..7,
        ) {
            let of = |pairs: &[(u8, bool)]| {
                let pairs: Vec<_> = pairs.iter().map(|&(step, right)| (f64::from(step) / 5.0, right)).collect();
                equal_count_error(&judged(&pairs), bins).expect("values")
            };
            let forward = of(&pairs);
            pairs.reverse();
            prop_assert!((forward - of(&pairs)).abs() < 1e-9);
            prop_assert!((0.0..=1.0).contains(&forward));
        }
    }
}
