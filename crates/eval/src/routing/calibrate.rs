//! Making probabilities honest, and the least one that may decide.

use perusal::classifier::{best, softmax};

/// Share of right ones among the decisions that the classifier keeps.
pub const RIGHT_MIN: f64 = 0.975;
/// Share of the questions that the classifier leaves undecided at most: less than
/// the twentieth that it may, by more than the share of some six hundred others
/// differs from that of these by chance (√(0.05 · 0.95 / 600) = 0.009).
pub const UNDECIDED_MAX: f64 = 0.04;
/// Temperatures looked at, in steps of a factor.
const TEMPERATURES: (f64, f64) = (0.1, 5.0);

/// Scores of a question that training has not seen, and its class.
#[derive(Debug, Clone)]
pub struct Unseen {
    /// Of each class; minus infinity for an impossible one.
    pub scores: Vec<f64>,
    /// The right one.
    pub class: usize,
}

/// The temperature under which the right classes are most probable: golden
/// section, since the loss has one valley.
pub fn temperature(unseen: &[Unseen]) -> f64 {
    let loss = |logarithm: f64| log_loss(unseen, logarithm.exp());
    let ratio = (5f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (TEMPERATURES.0.ln(), TEMPERATURES.1.ln());
    for _ in 0..40 {
        let (a, b) = (high - ratio * (high - low), low + ratio * (high - low));
        if loss(a) < loss(b) {
            high = b;
        } else {
            low = a;
        }
    }
    f64::midpoint(low, high).exp()
}

fn log_loss(unseen: &[Unseen], temperature: f64) -> f64 {
    unseen
        .iter()
        .map(|one| -softmax(&one.scores, temperature)[one.class].max(1e-12).ln())
        .sum()
}

/// The least confidence whose kept decisions are right with [`RIGHT_MIN`], but
/// at most the one that leaves [`UNDECIDED_MAX`] of the questions undecided:
/// these are judged by fits that know less than the one in use.
///
/// 1 when there are no questions: then nothing is kept.
pub fn threshold(unseen: &[Unseen], temperature: f64) -> f64 {
    let mut judged: Vec<(f64, bool)> = unseen
        .iter()
        .map(|one| {
            let (class, confidence) = best(&softmax(&one.scores, temperature));
            (confidence, class == one.class)
        })
        .collect();
    judged.sort_by(|a, b| b.0.total_cmp(&a.0));
    let (mut right, mut least) = (0usize, 1.0);
    for (kept, (confidence, is_right)) in judged.iter().enumerate() {
        right += usize::from(*is_right);
        if right as f64 >= RIGHT_MIN * (kept + 1) as f64 {
            least = *confidence;
        }
    }
    let decided = ((1.0 - UNDECIDED_MAX) * judged.len() as f64) as usize;
    let last = decided.checked_sub(1).and_then(|at| judged.get(at));
    last.map_or(least, |(confidence, _)| confidence.min(least))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unseen(score: f64, class: usize) -> Unseen {
        Unseen {
            scores: vec![score, 0.0],
            class,
        }
    }

    #[test]
    fn boasting_is_cooled_down() {
        // σ(4) = 0.98 claimed, right three times in four: ln 3 = 1.1 is honest.
        let sample = [
            unseen(4.0, 0),
            unseen(4.0, 0),
            unseen(4.0, 0),
            unseen(4.0, 1),
        ];
        let honest = temperature(&sample);
        assert!((honest - 4.0 / 3f64.ln()).abs() < 0.01, "{honest}");
    }

    #[test]
    fn the_threshold_keeps_what_is_right_often_enough() {
        let mut sample: Vec<_> = (0..40).map(|i| unseen(3.0 + f64::from(i), 0)).collect();
        sample.push(unseen(1.0, 1));
        sample.push(unseen(0.5, 1));
        let least = threshold(&sample, 1.0);
        // One error in 41 is still 0.9756, two in 42 are not.
        assert!(
            (least - 1.0 / (1.0 + (-1.0f64).exp())).abs() < 1e-9,
            "{least}"
        );
        assert!((threshold(&[unseen(1.0, 1)], 1.0) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn few_questions_are_left_undecided() {
        // Half of them wrong, whatever their confidence: 95 of 100 are decided.
        let sample: Vec<_> = (0..100)
            .map(|i| unseen(1.0 + f64::from(i), usize::from(i % 2 == 0)))
            .collect();
        let least = threshold(&sample, 1.0);
        let decided = sample.iter().filter(|one| {
            let (_, confidence) = best(&softmax(&one.scores, 1.0));
            confidence >= least
        });
        assert!(decided.count() >= 95, "{least}");
    }
}
