//! Means with intervals, and percentiles of times.
//!
//! The resampling is seeded, so a table printed twice is the same table.

use serde::Serialize;

use crate::EvalError;
use crate::random::SplitMix64;

/// Resamples of a bootstrap: at ten thousand the ends of a 95 % interval
/// stand still to about one part in a hundred of its width.
pub const BOOTSTRAP_RESAMPLES: usize = 10_000;

/// Percent of the resampled means that an interval holds, unless asked otherwise.
const LEVEL: f64 = 95.0;

/// A mean and the ends of its interval: 95 % unless asked otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Interval {
    /// The mean of the values themselves.
    pub mean: f64,
    /// Half of what the interval leaves out (2.5 % of the resampled means) lies below.
    pub low: f64,
    /// The other half lies above.
    pub high: f64,
}

impl Interval {
    /// Whether a value lies between the ends, both included.
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }
}

/// The mean of one value a question, with its bootstrap interval by percentiles.
///
/// None when there are no values. Equal values, resamples and seed give equal bits.
pub fn bootstrap_mean(values: &[f64], resamples: usize, seed: u64) -> Option<Interval> {
    bootstrap_at(values, [LEVEL], resamples, seed).map(|[interval]| interval)
}

/// As [`bootstrap_mean`], with one interval for each of `levels`, the percent (0 to 100)
/// of the resampled means that it holds: with 99.75, twenty comparisons together are as
/// sure as one at 95.
pub fn bootstrap_at<const N: usize>(
    values: &[f64],
    levels: [f64; N],
    resamples: usize,
    seed: u64,
) -> Option<[Interval; N]> {
    if values.is_empty() || resamples == 0 {
        return None;
    }
    let count = values.len();
    let mean = values.iter().sum::<f64>() / count as f64;
    let mut random = SplitMix64(seed);
    let mut means: Vec<f64> = (0..resamples)
        .map(|_| (0..count).map(|_| values[random.below(count)]).sum::<f64>() / count as f64)
        .collect();
    means.sort_unstable_by(f64::total_cmp);
    Some(levels.map(|level| Interval {
        mean,
        low: nearest_rank(&means, (100.0 - level) / 2.0),
        high: nearest_rank(&means, (100.0 + level) / 2.0),
    }))
}

/// How much better `ours` is than `baseline`, question by question.
///
/// Paired, because the same questions are easy for both: the interval of the
/// difference is far narrower than the two intervals laid side by side.
pub fn bootstrap_difference(
    ours: &[f64],
    baseline: &[f64],
    resamples: usize,
    seed: u64,
) -> Result<Option<Interval>, EvalError> {
    if ours.len() != baseline.len() {
        return Err(EvalError::OutOfRange {
            what: "paired values",
            expected: "as many of ours as of the baseline",
            got: format!("{} and {}", ours.len(), baseline.len()),
        });
    }
    let differences: Vec<f64> = ours.iter().zip(baseline).map(|(a, b)| a - b).collect();
    Ok(bootstrap_mean(&differences, resamples, seed))
}

/// By what share of the baseline's mean `ours` lies above it (0.15 is 15 % more), question by
/// question: both means are taken of the same resampled questions.
///
/// None where the baseline's mean is 0. Resamples in which it is lie at either end.
pub fn bootstrap_gain(
    ours: &[f64],
    baseline: &[f64],
    resamples: usize,
    seed: u64,
) -> Result<Option<Interval>, EvalError> {
    if ours.len() != baseline.len() {
        return Err(EvalError::OutOfRange {
            what: "paired values",
            expected: "as many of ours as of the baseline",
            got: format!("{} and {}", ours.len(), baseline.len()),
        });
    }
    let count = ours.len();
    let gain = |ours: f64, base: f64| match base > 0.0 {
        true => ours / base - 1.0,
        false if ours > 0.0 => f64::INFINITY,
        false => 0.0,
    };
    let sum = |values: &[f64]| values.iter().sum::<f64>();
    if sum(baseline) <= 0.0 || resamples == 0 {
        return Ok(None);
    }
    let mut random = SplitMix64(seed);
    let mut resample = || {
        let places = (0..count).map(|_| random.below(count));
        let (mut of_ours, mut of_base) = (0.0, 0.0);
        for place in places {
            of_ours += ours[place];
            of_base += baseline[place];
        }
        gain(of_ours, of_base)
    };
    let mut gains: Vec<f64> = (0..resamples).map(|_| resample()).collect();
    gains.sort_unstable_by(f64::total_cmp);
    Ok(Some(Interval {
        mean: gain(sum(ours), sum(baseline)),
        low: nearest_rank(&gains, (100.0 - LEVEL) / 2.0),
        high: nearest_rank(&gains, (100.0 + LEVEL) / 2.0),
    }))
}

/// The value at a percentile (0 to 100) by nearest rank: always one that was measured.
///
/// ```
/// assert_eq!(eval::percentile(&[4.0, 1.0, 3.0, 2.0], 50.0), Some(2.0));
/// assert_eq!(eval::percentile(&[], 50.0), None);
/// ```
pub fn percentile(values: &[f64], percent: f64) -> Option<f64> {
    if values.is_empty() || !(0.0..=100.0).contains(&percent) {
        return None;
    }
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    Some(nearest_rank(&sorted, percent))
}

fn nearest_rank(sorted: &[f64], percent: f64) -> f64 {
    let rank = (percent / 100.0 * sorted.len() as f64).ceil() as usize;
    sorted[rank.clamp(1, sorted.len()) - 1]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_interval_of_a_coin_is_that_of_the_binomial() {
        let coin: Vec<f64> = (0..400).map(|i| f64::from(i % 2)).collect();
        let interval = bootstrap_mean(&coin, BOOTSTRAP_RESAMPLES, 7).expect("values");
        // 1.96 standard errors of 0.5 / sqrt(400).
        assert!((interval.low - 0.451).abs() < 0.004, "{interval:?}");
        assert!((interval.high - 0.549).abs() < 0.004, "{interval:?}");
        assert_eq!(
            Some(interval),
            bootstrap_mean(&coin, BOOTSTRAP_RESAMPLES, 7)
        );
    }

    #[test]
    fn pairing_narrows_the_interval() {
        let hard: Vec<f64> = (0..100).map(|i| f64::from(i) / 100.0).collect();
        let better: Vec<f64> = hard.iter().map(|value| value + 0.01).collect();
        let difference = bootstrap_difference(&better, &hard, 1000, 1)
            .expect("paired")
            .expect("values");
        assert!(
            difference.low > 0.0099 && difference.high < 0.0101,
            "{difference:?}"
        );
        assert!(bootstrap_difference(&hard, &hard[1..], 10, 1).is_err());
    }

    #[test]
    fn a_gain_is_a_share_of_the_baseline() {
        let base: Vec<f64> = (0..200).map(|i| f64::from(i % 2)).collect();
        let more: Vec<f64> = base.iter().map(|value| value * 1.15).collect();
        let gain = |ours: &[f64], base: &[f64]| bootstrap_gain(ours, base, 2_000, 7).unwrap();
        // Every question gains alike, so resampling changes nothing.
        let alike = gain(&more, &base).expect("a baseline");
        for value in [alike.mean, alike.low, alike.high] {
            assert!((value - 0.15).abs() < 1e-9, "{alike:?}");
        }
        // A tenth of the questions is won: 0.1 / 0.5, by the binomial give or take 0.09.
        let won = |at: usize| if at.is_multiple_of(10) { 1.0 } else { base[at] };
        let some: Vec<f64> = (0..200).map(won).collect();
        let some = gain(&some, &base).expect("a baseline");
        assert!((some.mean - 0.2).abs() < 1e-9, "{some:?}");
        assert!(
            (some.low - 0.115).abs() < 0.03 && (some.high - 0.30).abs() < 0.03,
            "{some:?}"
        );
        assert_eq!(gain(&base, &[0.0; 200]), None);
        assert!(bootstrap_gain(&base, &base[1..], 10, 1).is_err());
    }

    #[derive(serde::Deserialize)]
    struct Reference {
        cases: Vec<Case>,
    }

    #[derive(serde::Deserialize)]
    struct Case {
        ours: Vec<f64>,
        theirs: Vec<f64>,
        mean: f64,
        mean_interval: [f64; 2],
        difference: f64,
        /// Level, low, high.
        difference_intervals: Vec<[f64; 3]>,
    }

    /// Made by `scripts/bootstrap_reference.py` with SciPy, from a million resamples.
    const REFERENCE: &str = include_str!("../tests/data/bootstrap.json");

    /// Ends may lie this share of the interval's width apart: ours rest on ten thousand
    /// resamples, and means of few questions lie on a coarse grid.
    fn lie_near(ours: &Interval, low: f64, high: f64, share: f64) {
        let allowed = share * (high - low);
        let near = (ours.low - low).abs() <= allowed && (ours.high - high).abs() <= allowed;
        assert!(near, "{ours:?} and [{low}, {high}]");
    }

    #[test]
    fn intervals_are_those_of_scipy() {
        let reference: Reference = serde_json::from_str(REFERENCE).expect("the reference");
        assert_eq!(reference.cases.len(), 3);
        for case in &reference.cases {
            let mean = bootstrap_mean(&case.ours, BOOTSTRAP_RESAMPLES, 17).expect("values");
            assert!((mean.mean - case.mean).abs() < 1e-12);
            lie_near(&mean, case.mean_interval[0], case.mean_interval[1], 0.02);
            let pairs = case.ours.iter().zip(&case.theirs);
            let differences: Vec<f64> = pairs.map(|(a, b)| a - b).collect();
            for [level, low, high] in &case.difference_intervals {
                let [ours] =
                    bootstrap_at(&differences, [*level], BOOTSTRAP_RESAMPLES, 17).expect("values");
                assert!((ours.mean - case.difference).abs() < 1e-12);
                // The far ends of 99.75 % rest on a dozen resamples.
                lie_near(&ours, *low, *high, if *level > 99.0 { 0.06 } else { 0.02 });
            }
            let paired = bootstrap_difference(&case.ours, &case.theirs, BOOTSTRAP_RESAMPLES, 17)
                .expect("paired")
                .expect("values");
            let level = case.difference_intervals[0];
            lie_near(&paired, level[1], level[2], 0.02);
        }
    }

    #[test]
    fn percentiles_by_nearest_rank() {
        let ten: Vec<f64> = (1..=10).rev().map(f64::from).collect();
        for (percent, expected) in [
            (0.0, 1.0),
            (50.0, 5.0),
            (90.0, 9.0),
            (95.0, 10.0),
            (100.0, 10.0),
        ] {
            assert_eq!(percentile(&ten, percent), Some(expected));
        }
        assert_eq!(percentile(&ten, 101.0), None);
    }

    proptest! {
        #[test]
        fn the_mean_lies_inside_and_the_ends_among_the_values(
            values in proptest::collection::vec(-1.0f64..1.0, 1..40), seed in any::<u64>(),
        ) {
            let interval = bootstrap_mean(&values, 200, seed).expect("values");
            let (min, max) = values.iter().fold((1.0f64, -1.0f64), |(l, h), v| (l.min(*v), h.max(*v)));
            prop_assert!(interval.low <= interval.high);
            prop_assert!(interval.low >= min - 1e-9 && interval.high <= max + 1e-9);
        }
    }
}
