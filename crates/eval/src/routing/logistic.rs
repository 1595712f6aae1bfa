//! Multinomial logistic regression over sparse vectors.
//!
//! Equal examples give equal weights. A few thousand questions take seconds.

use perusal::classifier::features::Vector;

use crate::optimise::{Bounds, minimise};

/// A relative decrease below this ends the fit.
const DECREASE_MIN: f64 = 1e-5;

/// A question with its right class.
#[derive(Debug, Clone)]
pub struct Example {
    /// What it looks like.
    pub vector: Vector,
    /// Its class.
    pub class: usize,
    /// A class that is impossible here, whatever the text.
    pub barred: Option<usize>,
}

/// How hard to fit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fit {
    /// Weight of the examples against that of small weights: higher follows
    /// the examples more closely.
    pub looseness: f64,
    /// Most steps.
    pub steps_max: usize,
    /// 1 makes all classes count the same in sum, 0 all examples; in between
    /// is a power of the class's share.
    pub balance: f64,
}

impl Default for Fit {
    fn default() -> Self {
        Self {
            looseness: 8.0,
            steps_max: 100,
            balance: 1.0,
        }
    }
}

/// Fits weights, `(width + 1) × classes`, row-major; the last row is the
/// constants'.
///
/// # Panics
/// Never: indices beyond `width` and classes beyond `classes` are left out.
pub fn fit(width: usize, classes: usize, examples: &[Example], how: Fit) -> Vec<f32> {
    let problem = Problem {
        width,
        classes,
        examples,
        shares: class_weights(classes, examples, how),
    };
    let bounds = Bounds {
        steps_max: how.steps_max,
        decrease_min: DECREASE_MIN,
    };
    let size = (width + 1) * classes;
    minimise(
        size,
        |weights, gradient| problem.loss(weights, gradient),
        bounds,
    )
}

struct Problem<'e> {
    width: usize,
    classes: usize,
    examples: &'e [Example],
    /// What an example of each class counts.
    shares: Vec<f64>,
}

fn class_weights(classes: usize, examples: &[Example], how: Fit) -> Vec<f64> {
    let mut counts = vec![0usize; classes];
    for example in examples {
        if let Some(count) = counts.get_mut(example.class) {
            *count += 1;
        }
    }
    let even = examples.len() as f64 / classes.max(1) as f64;
    counts
        .into_iter()
        .map(|count| how.looseness * (even / count.max(1) as f64).powf(how.balance))
        .collect()
}

impl Problem<'_> {
    /// Weighted log loss plus half the squared weights; fills in the gradient.
    fn loss(&self, weights: &[f32], gradient: &mut [f32]) -> f64 {
        let constants = self.width * self.classes;
        let mut loss = 0.0;
        for (slope, weight) in gradient[..constants].iter_mut().zip(weights) {
            *slope = *weight;
            loss += 0.5 * f64::from(*weight) * f64::from(*weight);
        }
        gradient[constants..].fill(0.0);
        let mut scores = vec![0.0f32; self.classes];
        for example in self.examples {
            scores.copy_from_slice(&weights[constants..]);
            for (at, x) in &example.vector {
                let row = *at as usize * self.classes;
                for (score, weight) in scores.iter_mut().zip(&weights[row..row + self.classes]) {
                    *score += x * weight;
                }
            }
            let share = self.shares[example.class];
            let right = probabilities(&mut scores, example.barred, example.class);
            loss -= share * right;
            for (class, slope) in scores.iter_mut().enumerate() {
                *slope = share as f32 * (*slope - f32::from(u8::from(class == example.class)));
            }
            for (at, x) in &example.vector {
                let row = *at as usize * self.classes;
                for (sum, slope) in gradient[row..row + self.classes].iter_mut().zip(&scores) {
                    *sum += x * slope;
                }
            }
            for (sum, slope) in gradient[constants..].iter_mut().zip(&scores) {
                *sum += slope;
            }
        }
        loss
    }
}

/// Turns scores into probabilities in place; gives the logarithm of one.
fn probabilities(scores: &mut [f32], barred: Option<usize>, wanted: usize) -> f64 {
    if let Some(score) = barred.and_then(|class| scores.get_mut(class)) {
        *score = f32::NEG_INFINITY;
    }
    let top = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let logarithm = f64::from(scores[wanted] - top);
    let mut sum = 0.0f64;
    for score in scores.iter_mut() {
        *score = (*score - top).exp();
        sum += f64::from(*score);
    }
    for score in scores.iter_mut() {
        *score = (f64::from(*score) / sum) as f32;
    }
    logarithm - sum.ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example(at: u32, class: usize, barred: Option<usize>) -> Example {
        Example {
            vector: vec![(at, 1.0)],
            class,
            barred,
        }
    }

    #[test]
    fn learns_what_tells_classes_apart_and_the_same_each_time() {
        let examples: Vec<_> = (0..30)
            .map(|i| example(i % 3, i as usize % 3, None))
            .collect();
        let weights = fit(3, 3, &examples, Fit::default());
        for at in 0..3 {
            let row = &weights[at * 3..at * 3 + 3];
            assert!(
                (0..3).all(|class| class == at || row[class] < row[at]),
                "{row:?}"
            );
        }
        assert_eq!(weights, fit(3, 3, &examples, Fit::default()));
    }

    #[test]
    fn a_barred_class_takes_no_part() {
        // The same text is class 1 where class 0 is impossible, else class 0.
        let examples = [example(0, 0, None), example(0, 1, Some(0))];
        let weights = fit(1, 3, &examples, Fit::default());
        let score = |class: usize| weights[class] + weights[3 + class];
        assert!(score(0) > score(1) && score(1) > score(2), "{weights:?}");
    }
}
