//! Making probabilities honest, and the least one that may decide.

use super::softmax;

/// Share of right ones among the decisions that the classifier keeps.
pub const RIGHT_MIN: f64 = 0.975;
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

/// The least confidence whose kept decisions are right with [`RIGHT_MIN`].
///
/// 1 when there is none: then nothing is kept.
pub fn threshold(unseen: &[Unseen], temperature: f64, guards: &[f32]) -> f64 {
    let mut judged: Vec<(f64, bool)> = unseen
        .iter()
        .map(|one| {
            let (class, confidence) = guarded_best(&softmax(&one.scores, temperature), guards);
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
    least
}

/// The least confidence in a class at which at most the share `lost_max` of the
/// questions of other classes would be taken for it.
pub fn guard(unseen: &[Unseen], temperature: f64, class: usize, lost_max: f64) -> f64 {
    let others = unseen.iter().filter(|one| one.class != class);
    let mut taken: Vec<f64> = others
        .clone()
        .map(|one| softmax(&one.scores, temperature)[class])
        .collect();
    taken.sort_by(|a, b| b.total_cmp(a));
    let allowed = (lost_max * taken.len() as f64) as usize;
    // Just above the first that is one too many.
    taken.get(allowed).map_or(0.0, |p| (p + 1e-4).min(1.0))
}

/// The most probable class that its guard lets be chosen.
pub fn guarded_best(probabilities: &[f64], guards: &[f32]) -> (usize, f64) {
    let allowed: Vec<f64> = probabilities
        .iter()
        .zip(guards)
        .map(|(p, guard)| if *p >= f64::from(*guard) { *p } else { -1.0 })
        .collect();
    best(&allowed)
}

/// The most probable class, the first of equals, and its probability.
pub fn best(probabilities: &[f64]) -> (usize, f64) {
    let mut best = (0, 0.0);
    for (class, &p) in probabilities.iter().enumerate() {
        if p > best.1 {
            best = (class, p);
        }
    }
    best
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
        let least = threshold(&sample, 1.0, &[0.0, 0.0]);
        // One error in 41 is still 0.9756, two in 42 are not.
        assert!(
            (least - 1.0 / (1.0 + (-1.0f64).exp())).abs() < 1e-9,
            "{least}"
        );
        assert!((threshold(&[unseen(1.0, 1)], 1.0, &[0.0, 0.0]) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_guard_lets_hardly_anything_of_others_through() {
        // Of 400 others one is taken for class 0 with 0.88, one with 0.73.
        let mut sample: Vec<_> = (0..398).map(|_| unseen(-3.0, 1)).collect();
        sample.extend([unseen(2.0, 1), unseen(1.0, 1), unseen(0.5, 1)]);
        let least = guard(&sample, 1.0, 0, 0.005);
        // Two in 401 may be lost, the third not.
        assert!(
            (least - (1.0 / (1.0 + (-0.5f64).exp()) + 1e-4)).abs() < 1e-6,
            "{least}"
        );
        assert_eq!(guarded_best(&[0.6, 0.4], &[0.7, 0.0]), (1, 0.4));
        assert_eq!(guarded_best(&[0.8, 0.2], &[0.7, 0.0]), (0, 0.8));
    }
}
