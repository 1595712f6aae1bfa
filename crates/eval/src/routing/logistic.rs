//! Multinomial logistic regression over sparse vectors, by L-BFGS.
//!
//! One thread, a fixed order of sums, no random numbers: equal examples give
//! equal weights. A few thousand questions take seconds.

use perusal::route::classifier::features::Vector;

/// Steps of the optimiser remembered.
const MEMORY: usize = 5;
/// Halvings of a step before the optimiser gives up.
const HALVINGS_MAX: usize = 20;
/// Share of the expected decrease that a step must reach (Armijo).
const DECREASE_MIN: f64 = 1e-4;
/// A relative decrease below this ends the fit.
const DECREASE_END: f64 = 1e-5;

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
    minimise(&problem, how.steps_max)
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

/// One step of the past: how the weights and the gradient changed.
struct Step {
    moved: Vec<f32>,
    bent: Vec<f32>,
    product: f64,
}

fn minimise(problem: &Problem<'_>, steps_max: usize) -> Vec<f32> {
    let size = (problem.width + 1) * problem.classes;
    let mut weights = vec![0.0f32; size];
    let mut gradient = vec![0.0f32; size];
    let mut loss = problem.loss(&weights, &mut gradient);
    let mut past: Vec<Step> = Vec::new();
    for _ in 0..steps_max {
        let direction = direction(&gradient, &past);
        let slope = dot(&direction, &gradient);
        if slope >= 0.0 {
            break;
        }
        let mut length = if past.is_empty() {
            1.0 / dot(&gradient, &gradient).sqrt().max(1.0)
        } else {
            1.0
        };
        let mut next_gradient = vec![0.0f32; size];
        let mut found = None;
        for _ in 0..HALVINGS_MAX {
            let next: Vec<f32> = weights
                .iter()
                .zip(&direction)
                .map(|(weight, step)| weight + (length * f64::from(*step)) as f32)
                .collect();
            let next_loss = problem.loss(&next, &mut next_gradient);
            if next_loss <= loss + DECREASE_MIN * length * slope {
                found = Some((next, next_loss));
                break;
            }
            length *= 0.5;
        }
        let Some((next, next_loss)) = found else {
            break;
        };
        remember(&mut past, &weights, &next, &gradient, &next_gradient);
        let decrease = (loss - next_loss) / loss.abs().max(1e-12);
        (weights, gradient, loss) = (next, next_gradient, next_loss);
        if decrease < DECREASE_END {
            break;
        }
    }
    weights
}

fn remember(past: &mut Vec<Step>, old: &[f32], new: &[f32], before: &[f32], after: &[f32]) {
    let difference = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a - b).collect();
    let moved: Vec<f32> = difference(new, old);
    let bent: Vec<f32> = difference(after, before);
    let product = dot(&moved, &bent);
    if product > 1e-10 {
        if past.len() == MEMORY {
            past.remove(0);
        }
        past.push(Step {
            moved,
            bent,
            product,
        });
    }
}

/// The two-loop recursion: minus the gradient, bent by what the past has shown
/// of the curvature.
fn direction(gradient: &[f32], past: &[Step]) -> Vec<f32> {
    let mut direction: Vec<f32> = gradient.iter().map(|slope| -slope).collect();
    let mut shares = Vec::with_capacity(past.len());
    for step in past.iter().rev() {
        let share = dot(&step.moved, &direction) / step.product;
        add(&mut direction, -share, &step.bent);
        shares.push(share);
    }
    if let Some(last) = past.last() {
        let scale = (last.product / dot(&last.bent, &last.bent)) as f32;
        direction.iter_mut().for_each(|x| *x *= scale);
    }
    for (step, share) in past.iter().zip(shares.into_iter().rev()) {
        let back = dot(&step.bent, &direction) / step.product;
        add(&mut direction, share - back, &step.moved);
    }
    direction
}

fn add(to: &mut [f32], times: f64, other: &[f32]) {
    for (to, other) in to.iter_mut().zip(other) {
        *to += (times * f64::from(*other)) as f32;
    }
}

fn dot(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(a, b)| f64::from(a * b)).sum()
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
