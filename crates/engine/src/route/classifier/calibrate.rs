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

/// The least probability of a group of classes whose kept decisions for it are
/// right with [`RIGHT_MIN`]. `groups` has a number for each class; classes of
/// one number have the same consequences.
///
/// 1 when there is none: then nothing is kept.
pub fn threshold(unseen: &[Unseen], temperature: f64, groups: &[u8]) -> f64 {
    let group = |class: usize| groups.get(class);
    let mut judged: Vec<(f64, bool)> = unseen
        .iter()
        .map(|one| {
            let probabilities = softmax(&one.scores, temperature);
            let (class, _) = best(&probabilities);
            let right = group(class) == group(one.class);
            (of_group(&probabilities, groups, class), right)
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

/// The probability of all classes with the consequences of this one.
pub fn of_group(probabilities: &[f64], groups: &[u8], class: usize) -> f64 {
    let alike = probabilities.iter().zip(groups);
    let group = groups.get(class);
    alike
        .filter(|(_, other)| Some(*other) == group)
        .map(|(p, _)| p)
        .sum()
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
        let least = threshold(&sample, 1.0, &[0, 1]);
        // One error in 41 is still 0.9756, two in 42 are not.
        assert!(
            (least - 1.0 / (1.0 + (-1.0f64).exp())).abs() < 1e-9,
            "{least}"
        );
        assert!((threshold(&[unseen(1.0, 1)], 1.0, &[0, 1]) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn classes_with_the_same_consequences_count_together() {
        let torn = Unseen {
            scores: vec![1.0, 1.0, -4.0],
            class: 1,
        };
        // Which of the first two is a coin's throw; that it is one of them is not.
        let probabilities = softmax(&torn.scores, 1.0);
        let together = of_group(&probabilities, &[0, 0, 1], 0);
        assert!(together > 0.99 && probabilities[0] < 0.5, "{together}");
        assert!((threshold(std::slice::from_ref(&torn), 1.0, &[0, 0, 1]) - together).abs() < 1e-12);
        // Apart, the first is taken, which is wrong.
        assert!((threshold(&[torn], 1.0, &[0, 1, 2]) - 1.0).abs() < 1e-12);
    }
}
