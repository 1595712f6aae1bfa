//! Logistic regression: a calibrated yes or no from a handful of features.
//!
//! Small, deterministic and readable: standardised features, L2, gradient
//! descent by Newton steps on a dense Hessian. Meant for tens of features and
//! thousands of examples.

use serde::{Deserialize, Serialize};

/// A fitted model: probability = σ(bias + Σ weight · (x − mean) / deviation).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Logistic {
    /// Name of each feature, for people and for a check against the code's own list.
    pub features: Vec<String>,
    /// Mean of each feature in training.
    pub means: Vec<f64>,
    /// Standard deviation of each feature in training; 1 for a constant one.
    pub deviations: Vec<f64>,
    /// Weight of each standardised feature.
    pub weights: Vec<f64>,
    /// Weight of the constant.
    pub bias: f64,
}

impl Logistic {
    /// The log-odds of `x`, one value a feature.
    pub fn logit(&self, x: &[f64]) -> f64 {
        self.terms(x).sum::<f64>() + self.bias
    }

    /// The probability of yes, 0 to 1.
    pub fn probability(&self, x: &[f64]) -> f64 {
        sigmoid(self.logit(x))
    }

    /// What each feature adds to the log-odds.
    pub fn terms<'a>(&'a self, x: &'a [f64]) -> impl Iterator<Item = f64> + 'a {
        weighted(x, &self.means, &self.deviations, &self.weights)
    }

    /// Fits to `examples` of (features, answer), each weighing the same.
    ///
    /// `ridge` is the L2 penalty on standardised weights (not on the bias).
    /// Returns `None` when there is no example of one of the answers.
    pub fn fit(features: &[&str], examples: &[(Vec<f64>, bool)], ridge: f64) -> Option<Self> {
        let positives = examples.iter().filter(|(_, yes)| *yes).count();
        if positives == 0 || positives == examples.len() {
            return None;
        }
        let (means, deviations) = moments(features.len(), examples);
        let rows: Vec<Vec<f64>> = examples
            .iter()
            .map(|(x, _)| {
                let scaled = standardised(x, &means, &deviations);
                scaled.chain(std::iter::once(1.0)).collect()
            })
            .collect();
        let answers: Vec<f64> = examples
            .iter()
            .map(|(_, yes)| f64::from(u8::from(*yes)))
            .collect();
        let mut weights = newton(&rows, &answers, ridge);
        let bias = weights.pop().unwrap_or(0.0);
        Some(Self {
            features: features.iter().map(|name| (*name).to_owned()).collect(),
            means,
            deviations,
            weights,
            bias,
        })
    }
}

/// Penalties tried by [`fit_validated`], from loose to tight.
const RIDGES: [f64; 6] = [1.0, 4.0, 16.0, 64.0, 256.0, 1024.0];

/// Examples of one question: they are held out together.
pub type Group = Vec<(Vec<f64>, bool)>;

/// Parts that groups are divided into; group `i` is in part `i % FOLDS`.
pub const FOLDS: usize = 5;

/// A model, and what can be said of it on groups it has not seen.
#[derive(Debug, Clone)]
pub struct Validated {
    /// Fitted on everything.
    pub model: Logistic,
    /// Fitted without one fold each: for scores of that fold that do not flatter.
    pub by_fold: Vec<Logistic>,
    /// Each example's probability when its group was held out, fold by fold.
    pub held_out: Vec<HeldOut>,
}

/// The probability given to an example that was held out, and its answer.
pub type HeldOut = (f64, bool);

/// Fits with the penalty that predicts held-out groups best (five folds, log
/// loss). Also gives each example's probability when its group was held out,
/// for thresholds that do not flatter themselves.
pub fn fit_validated(features: &[&str], groups: &[Group]) -> Option<Validated> {
    let mut best: Option<(f64, f64, Vec<HeldOut>)> = None;
    for ridge in RIDGES {
        let held_out = held_out(features, groups, ridge)?;
        let loss = log_loss(&held_out);
        if best.as_ref().is_none_or(|(least, _, _)| loss < *least) {
            best = Some((loss, ridge, held_out));
        }
    }
    let (_, ridge, held_out) = best?;
    let all: Vec<(Vec<f64>, bool)> = groups.iter().flatten().cloned().collect();
    Some(Validated {
        model: Logistic::fit(features, &all, ridge)?,
        by_fold: (0..FOLDS)
            .map(|fold| without_fold(features, groups, ridge, fold))
            .collect::<Option<_>>()?,
        held_out,
    })
}

fn held_out(features: &[&str], groups: &[Group], ridge: f64) -> Option<Vec<HeldOut>> {
    let mut predicted = Vec::new();
    for fold in 0..FOLDS {
        let model = without_fold(features, groups, ridge, fold)?;
        for group in groups.iter().skip(fold).step_by(FOLDS) {
            predicted.extend(group.iter().map(|(x, yes)| (model.probability(x), *yes)));
        }
    }
    Some(predicted)
}

/// Fits on all groups but those of one fold.
fn without_fold(features: &[&str], groups: &[Group], ridge: f64, fold: usize) -> Option<Logistic> {
    let training: Vec<(Vec<f64>, bool)> = groups
        .iter()
        .enumerate()
        .filter(|(index, _)| index % FOLDS != fold)
        .flat_map(|(_, group)| group.iter().cloned())
        .collect();
    Logistic::fit(features, &training, ridge)
}

fn log_loss(predicted: &[HeldOut]) -> f64 {
    predicted
        .iter()
        .map(|(p, yes)| -(if *yes { *p } else { 1.0 - p }).max(1e-12).ln())
        .sum()
}

/// 1 / (1 + e^-x).
pub fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Each value less its mean, in deviations.
pub(crate) fn standardised<'a>(
    x: &'a [f64],
    means: &'a [f64],
    deviations: &'a [f64],
) -> impl Iterator<Item = f64> + 'a {
    let of = x.iter().zip(means).zip(deviations);
    of.map(|((x, mean), deviation)| (x - mean) / deviation)
}

/// The same, each times its weight.
pub(crate) fn weighted<'a>(
    x: &'a [f64],
    means: &'a [f64],
    deviations: &'a [f64],
    weights: &'a [f64],
) -> impl Iterator<Item = f64> + 'a {
    let of = x.iter().zip(means).zip(deviations).zip(weights);
    of.map(|(((x, mean), deviation), weight)| weight * (x - mean) / deviation)
}

/// Mean and standard deviation of each feature; a deviation of 1 for a constant one.
#[expect(clippy::cast_precision_loss, reason = "counts of examples")]
pub(crate) fn moments(width: usize, examples: &[(Vec<f64>, bool)]) -> (Vec<f64>, Vec<f64>) {
    let count = examples.len().max(1) as f64;
    let mut means = vec![0.0; width];
    for (x, _) in examples {
        for (mean, x) in means.iter_mut().zip(x) {
            *mean += x / count;
        }
    }
    let mut deviations = vec![0.0; width];
    for (x, _) in examples {
        for ((deviation, x), mean) in deviations.iter_mut().zip(x).zip(&means) {
            *deviation += (x - mean).powi(2) / count;
        }
    }
    for deviation in &mut deviations {
        *deviation = if *deviation > 1e-12 {
            deviation.sqrt()
        } else {
            1.0
        };
    }
    (means, deviations)
}

/// Newton's method; the last column of `rows` is the constant.
fn newton(rows: &[Vec<f64>], answers: &[f64], ridge: f64) -> Vec<f64> {
    const STEPS: usize = 50;
    let width = rows.first().map_or(0, Vec::len);
    let mut weights = vec![0.0; width];
    for _ in 0..STEPS {
        let mut gradient = vec![0.0; width];
        let mut hessian = vec![vec![0.0; width]; width];
        for (row, answer) in rows.iter().zip(answers) {
            let p = sigmoid(row.iter().zip(&weights).map(|(x, w)| x * w).sum());
            let curvature = (p * (1.0 - p)).max(1e-9);
            for i in 0..width {
                gradient[i] += (p - answer) * row[i];
                for j in 0..=i {
                    hessian[i][j] += curvature * row[i] * row[j];
                }
            }
        }
        mirror(&mut hessian);
        for i in 0..width {
            let penalty = if i + 1 < width { ridge } else { 1e-9 };
            gradient[i] += penalty * weights[i];
            hessian[i][i] += penalty;
        }
        let step = solve(hessian, gradient);
        let longest = step.iter().fold(0.0f64, |longest, s| longest.max(s.abs()));
        for (weight, step) in weights.iter_mut().zip(&step) {
            *weight -= step.clamp(-5.0, 5.0);
        }
        if longest < 1e-10 {
            break;
        }
    }
    weights
}

/// Copies the lower half of a square matrix to the upper one.
pub(crate) fn mirror(matrix: &mut [Vec<f64>]) {
    for i in 0..matrix.len() {
        let (above, rest) = matrix.split_at_mut(i);
        for (row, value) in above.iter_mut().zip(&rest[0]) {
            row[i] = *value;
        }
    }
}

/// Solves `a · x = b` by Gaussian elimination with pivoting.
pub(crate) fn solve(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Vec<f64> {
    let n = b.len();
    for column in 0..n {
        let pivot = (column..n)
            .max_by(|&i, &j| a[i][column].abs().total_cmp(&a[j][column].abs()))
            .unwrap_or(column);
        a.swap(column, pivot);
        b.swap(column, pivot);
        if a[column][column].abs() < 1e-12 {
            continue;
        }
        for row in column + 1..n {
            let factor = a[row][column] / a[column][column];
            let (upper, lower) = a.split_at_mut(row);
            for (x, y) in lower[0][column..].iter_mut().zip(&upper[column][column..]) {
                *x -= factor * y;
            }
            b[row] -= factor * b[column];
        }
    }
    let mut x = vec![0.0; n];
    for row in (0..n).rev() {
        let rest: f64 = (row + 1..n).map(|column| a[row][column] * x[column]).sum();
        x[row] = if a[row][row].abs() < 1e-12 {
            0.0
        } else {
            (b[row] - rest) / a[row][row]
        };
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn learns_a_slope_and_is_calibrated() {
        // P(yes | x) = σ(2x − 1), by its expected share on a grid.
        let mut examples = Vec::new();
        for step in -20i32..=20 {
            let x = f64::from(step) / 10.0;
            let p = sigmoid(2.0 * x - 1.0);
            for copy in 0..100 {
                examples.push((vec![x, 7.0], f64::from(copy) + 0.5 < 100.0 * p));
            }
        }
        let model = Logistic::fit(&["x", "constant"], &examples, 1e-6).unwrap();
        for x in [-1.0, 0.0, 0.5, 1.5] {
            let expected = sigmoid(2.0 * x - 1.0);
            let got = model.probability(&[x, 7.0]);
            assert!(
                (got - expected).abs() < 0.02,
                "at {x}: {got} for {expected}"
            );
        }
    }

    #[test]
    fn one_sided_examples_fit_nothing() {
        assert!(Logistic::fit(&["x"], &[(vec![1.0], true)], 1.0).is_none());
    }

    #[test]
    fn separable_examples_stay_finite() {
        let examples: Vec<_> = (0..20).map(|i| (vec![f64::from(i)], i >= 10)).collect();
        let model = Logistic::fit(&["x"], &examples, 0.5).unwrap();
        assert!(model.weights[0].is_finite() && model.probability(&[19.0]) > 0.9);
    }
}
