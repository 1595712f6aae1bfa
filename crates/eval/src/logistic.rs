//! Fits a yes or no to a handful of features: standardised, with a penalty on large weights (L2).
//!
//! Meant for tens of features and thousands of examples.

use perusal::logistic::{Group, Logistic, sigmoid};

use crate::optimise::{Bounds, minimise};

/// Far beyond what the weights are used for.
const BOUNDS: Bounds = Bounds {
    steps_max: 1_000,
    decrease_min: 1e-14,
};

/// Fits to `examples` of (features, answer), each weighing the same.
///
/// `ridge` is the penalty on half the squares of standardised weights (not on the constant).
/// Returns `None` when there is no example of one of the answers.
pub(crate) fn fit(
    features: &[&str],
    examples: &[(Vec<f64>, bool)],
    ridge: f64,
) -> Option<Logistic> {
    let positives = examples.iter().filter(|(_, yes)| *yes).count();
    if positives == 0 || positives == examples.len() {
        return None;
    }
    let (means, deviations) = moments(features.len(), examples);
    let rows: Vec<(Vec<f64>, bool)> = examples
        .iter()
        .map(|(x, yes)| {
            let of = x.iter().zip(&means).zip(&deviations);
            let scaled = of.map(|((x, mean), deviation)| (x - mean) / deviation);
            (scaled.collect(), *yes)
        })
        .collect();
    let loss = |weights: &[f64], gradient: &mut [f64]| loss(&rows, ridge, weights, gradient);
    let mut weights = minimise(features.len() + 1, loss, BOUNDS);
    let bias = weights.pop().unwrap_or(0.0);
    Some(Logistic {
        features: features.iter().map(|name| (*name).to_owned()).collect(),
        means,
        deviations,
        weights,
        bias,
    })
}

/// Log loss and penalty; the last weight is the constant's. Fills in the gradient.
fn loss(rows: &[(Vec<f64>, bool)], ridge: f64, weights: &[f64], gradient: &mut [f64]) -> f64 {
    let Some((bias, weights)) = weights.split_last() else {
        return 0.0;
    };
    let Some((of_bias, slopes)) = gradient.split_last_mut() else {
        return 0.0;
    };
    let mut loss = 0.0;
    *of_bias = 0.0;
    for (slope, weight) in slopes.iter_mut().zip(weights) {
        *slope = ridge * weight;
        loss += 0.5 * ridge * weight * weight;
    }
    for (x, yes) in rows {
        let logit = bias + x.iter().zip(weights).map(|(x, w)| x * w).sum::<f64>();
        let wrong = sigmoid(logit) - f64::from(u8::from(*yes));
        // ln(1 + e^-m) of the margin, without overflow.
        let margin = if *yes { logit } else { -logit };
        loss += (-margin.abs()).exp().ln_1p() + (-margin).max(0.0);
        for (slope, x) in slopes.iter_mut().zip(x) {
            *slope += wrong * x;
        }
        *of_bias += wrong;
    }
    loss
}

/// Penalties tried by [`fit_validated`], from loose to tight.
const RIDGES: [f64; 6] = [1.0, 4.0, 16.0, 64.0, 256.0, 1024.0];

/// Parts that groups are divided into; group `i` is in part `i % FOLDS`.
pub(crate) const FOLDS: usize = 5;

/// A model, and its like that have not seen all groups.
#[derive(Debug, Clone)]
pub(crate) struct Validated {
    /// Fitted on everything.
    pub(crate) model: Logistic,
    /// Fitted without one fold each: for scores of that fold that do not flatter.
    pub(crate) by_fold: Vec<Logistic>,
}

/// The probability given to an example that was held out, and its answer.
type HeldOut = (f64, bool);

/// Fits with the penalty that predicts held-out groups best (five folds, log loss).
pub(crate) fn fit_validated(features: &[&str], groups: &[Group]) -> Option<Validated> {
    let mut best: Option<(f64, f64)> = None;
    for ridge in RIDGES {
        let loss = log_loss(&held_out(features, groups, ridge)?);
        if best.is_none_or(|(least, _)| loss < least) {
            best = Some((loss, ridge));
        }
    }
    let (_, ridge) = best?;
    let all: Vec<(Vec<f64>, bool)> = groups.iter().flatten().cloned().collect();
    Some(Validated {
        model: fit(features, &all, ridge)?,
        by_fold: (0..FOLDS)
            .map(|fold| without_fold(features, groups, ridge, fold))
            .collect::<Option<_>>()?,
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
    fit(features, &training, ridge)
}

fn log_loss(predicted: &[HeldOut]) -> f64 {
    predicted
        .iter()
        .map(|(p, yes)| -(if *yes { *p } else { 1.0 - p }).max(1e-12).ln())
        .sum()
}

/// Mean and standard deviation of each feature; a deviation of 1 for a constant one.
fn moments(width: usize, examples: &[(Vec<f64>, bool)]) -> (Vec<f64>, Vec<f64>) {
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
        let model = fit(&["x", "constant"], &examples, 1e-6).unwrap();
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
    fn ends_where_nothing_slopes() {
        // Features that say almost the same, and one on another scale.
        let examples: Vec<_> = (0..200u32)
            .map(|at| {
                let x = f64::from(at * 37 % 101) / 10.0;
                let noise = f64::from(at * 53 % 17) / 17.0;
                let yes = x + 3.0 * noise > 6.0;
                (vec![x, x + 0.01 * noise, 1e4 * noise], yes)
            })
            .collect();
        let model = fit(&["x", "nearly x", "noise"], &examples, 1.0).unwrap();
        let rows: Vec<(Vec<f64>, bool)> = examples
            .iter()
            .map(|(x, yes)| {
                let of = x.iter().zip(&model.means).zip(&model.deviations);
                (of.map(|((x, m), d)| (x - m) / d).collect(), *yes)
            })
            .collect();
        let weights: Vec<f64> = model.weights.iter().copied().chain([model.bias]).collect();
        let mut slopes = vec![0.0; weights.len()];
        loss(&rows, 1.0, &weights, &mut slopes);
        assert!(slopes.iter().all(|slope| slope.abs() < 1e-4), "{slopes:?}");
    }

    #[test]
    fn one_sided_examples_fit_nothing() {
        assert!(fit(&["x"], &[(vec![1.0], true)], 1.0).is_none());
    }

    #[test]
    fn separable_examples_stay_finite() {
        let examples: Vec<_> = (0..20).map(|i| (vec![f64::from(i)], i >= 10)).collect();
        let model = fit(&["x"], &examples, 0.5).unwrap();
        assert!(model.weights[0].is_finite() && model.probability(&[19.0]) > 0.9);
    }
}
