//! Logistic regression: a calibrated yes or no from a handful of features.

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
    pub fn terms(&self, x: &[f64]) -> impl Iterator<Item = f64> {
        let of = x.iter().zip(&self.means).zip(&self.deviations);
        of.zip(&self.weights)
            .map(|(((x, mean), deviation), weight)| weight * (x - mean) / deviation)
    }
}

/// Examples of one question, each with its features and its answer: they are held out together.
pub type Group = Vec<(Vec<f64>, bool)>;

/// 1 / (1 + e^-x).
pub fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}
