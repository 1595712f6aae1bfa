//! Whether confidence can be trusted: does it separate right from wrong, and
//! is 0.7 right seven times in ten.

use serde::Serialize;

/// One confidence, with whether it was deserved.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Judged {
    /// 0 to 1, higher is surer.
    pub confidence: f64,
    /// Whether the answer was right (or, for abstention, the question answerable).
    pub right: bool,
}

/// The chance that a right one has a higher confidence than a wrong one.
///
/// Ties count one half. None when all are right or all are wrong.
pub fn auc(judged: &[Judged]) -> Option<f64> {
    let right = judged.iter().filter(|one| one.right).count();
    let wrong = judged.len() - right;
    if right == 0 || wrong == 0 {
        return None;
    }
    let (mut wins, mut wrong_below) = (0.0, 0usize);
    for group in by_confidence(judged, false) {
        let right_here = group.iter().filter(|one| one.right).count();
        let wrong_here = group.len() - right_here;
        wins += right_here as f64 * (wrong_below as f64 + wrong_here as f64 / 2.0);
        wrong_below += wrong_here;
    }
    Some(wins / (right as f64 * wrong as f64))
}

/// One point of a risk-coverage curve.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct RiskPoint {
    /// Answers at this confidence or above are given.
    pub threshold: f64,
    /// Share of the questions that are answered, 0 to 1.
    pub coverage: f64,
    /// Share of the answered ones that are wrong, 0 to 1.
    pub risk: f64,
}

/// What is risked at each threshold, from the surest answer to all of them.
///
/// Equal confidences are answered or declined together, so they make one point.
pub fn risk_coverage(judged: &[Judged]) -> Vec<RiskPoint> {
    let (mut given, mut wrong) = (0usize, 0usize);
    let mut curve = Vec::new();
    for group in by_confidence(judged, true) {
        given += group.len();
        wrong += group.iter().filter(|one| !one.right).count();
        curve.push(RiskPoint {
            threshold: group[0].confidence,
            coverage: given as f64 / judged.len() as f64,
            risk: wrong as f64 / given as f64,
        });
    }
    curve
}

/// The first point of the curve that covers at least a share of the questions.
pub fn risk_at_coverage(curve: &[RiskPoint], coverage: f64) -> Option<RiskPoint> {
    curve
        .iter()
        .copied()
        .find(|point| point.coverage >= coverage)
}

/// Expected calibration error over bins of equal width, 0 to 1, lower is better:
/// the mean distance between confidence and share of right ones, weighted by bin.
///
/// None without values or bins. A confidence of exactly 1 falls into the last bin.
pub fn calibration_error(judged: &[Judged], bins: usize) -> Option<f64> {
    if judged.is_empty() || bins == 0 {
        return None;
    }
    let mut sums = vec![(0.0, 0usize); bins];
    for one in judged {
        let bin = ((one.confidence.clamp(0.0, 1.0) * bins as f64) as usize).min(bins - 1);
        sums[bin].0 += one.confidence;
        sums[bin].1 += usize::from(one.right);
    }
    // |mean confidence - share right| × bin size is |sum of confidence - number right|.
    let total: f64 = sums
        .iter()
        .map(|(confidence, right)| (confidence - *right as f64).abs())
        .sum();
    Some(total / judged.len() as f64)
}

/// Groups of equal confidence, in ascending or descending order.
fn by_confidence(judged: &[Judged], descending: bool) -> Vec<Vec<Judged>> {
    let mut sorted = judged.to_vec();
    sorted.sort_by(|a, b| a.confidence.total_cmp(&b.confidence));
    if descending {
        sorted.reverse();
    }
    let groups = sorted.chunk_by(|a, b| a.confidence == b.confidence);
    groups.map(<[Judged]>::to_vec).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn judged(pairs: &[(f64, bool)]) -> Vec<Judged> {
        pairs
            .iter()
            .map(|&(confidence, right)| Judged { confidence, right })
            .collect()
    }

    #[test]
    fn area_by_hand_with_a_tie() {
        // Pairs right-wrong: (0.9,0.5) 1, (0.9,0.1) 1, (0.5,0.5) ½, (0.5,0.1) 1 → 3.5 of 4.
        let four = judged(&[(0.9, true), (0.5, true), (0.5, false), (0.1, false)]);
        assert_eq!(auc(&four), Some(0.875));
        assert_eq!(auc(&four[..2]), None);
        assert_eq!(auc(&[]), None);
    }

    #[test]
    fn the_curve_by_hand() {
        let curve = risk_coverage(&judged(&[
            (0.9, true),
            (0.5, false),
            (0.7, true),
            (0.5, true),
        ]));
        let points: Vec<_> = curve
            .iter()
            .map(|p| (p.threshold, p.coverage, p.risk))
            .collect();
        assert_eq!(
            points,
            [(0.9, 0.25, 0.0), (0.7, 0.5, 0.0), (0.5, 1.0, 0.25)]
        );
        assert_eq!(
            risk_at_coverage(&curve, 0.8).map(|point| point.risk),
            Some(0.25)
        );
        assert!(risk_coverage(&[]).is_empty());
    }

    #[test]
    fn calibration_by_hand() {
        // Bin [0.5, 1]: confidences 0.8 and 0.6, one right of two → |1.4 - 1| = 0.4.
        // Bin [0, 0.5): 0.2, right → |0.2 - 1| = 0.8. Together 1.2 / 3.
        let error = calibration_error(&judged(&[(0.8, true), (0.6, false), (0.2, true)]), 2);
        assert!((error.expect("values") - 0.4).abs() < 1e-12);
        assert_eq!(
            calibration_error(&judged(&[(1.0, true), (0.0, false)]), 10),
            Some(0.0)
        );
        assert_eq!(calibration_error(&[], 10), None);
    }

    proptest! {
        #[test]
        fn the_area_agrees_with_counting_pairs(
            pairs in proptest::collection::vec((0u8..6, any::<bool>()), 0..40),
        ) {
            let values: Vec<Judged> = pairs
                .iter()
                .map(|&(step, right)| Judged { confidence: f64::from(step) / 5.0, right })
                .collect();
            let (mut wins, mut all) = (0.0, 0.0);
            for a in values.iter().filter(|one| one.right) {
                for b in values.iter().filter(|one| !one.right) {
                    all += 1.0;
                    wins += if a.confidence > b.confidence { 1.0 } else if a.confidence == b.confidence { 0.5 } else { 0.0 };
                }
            }
            match auc(&values) {
                None => prop_assert_eq!(all, 0.0),
                Some(area) => prop_assert!((area - wins / all).abs() < 1e-9),
            }
        }
    }
}
