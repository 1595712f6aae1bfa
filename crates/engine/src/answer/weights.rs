//! The fitted weights that ship with the library.

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use super::{ANSWERABLE_FEATURES, Choice, SENTENCE_FEATURES};
use crate::logistic::Logistic;

/// Written by `perusal eval mini … --fit`, never by hand.
const SHIPPED: &str = include_str!("../../data/answer.json");

/// Which sentence, and whether at all.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Head {
    /// Which of the sentences of a question answers.
    pub sentence: Choice,
    /// Log-odds that what would be quoted holds the answer.
    pub answer: Logistic,
    /// Confidence from which an answer is shown.
    pub threshold: f64,
}

/// Weights with vectors and weights without: the missing arm's features would
/// otherwise read as "means nothing like it".
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Weights {
    /// How they were made.
    pub made: String,
    /// With an embedding model.
    pub dense: Head,
    /// On keywords alone.
    pub keyword: Head,
}

impl Weights {
    /// The weights in this build.
    pub fn shipped() -> &'static Weights {
        static WEIGHTS: OnceLock<Weights> = OnceLock::new();
        WEIGHTS.get_or_init(|| Weights::parse(SHIPPED).unwrap_or_else(|_| Weights::plain()))
    }

    /// Reads weights and checks them against the code's own features.
    ///
    /// # Errors
    /// A sentence that says what does not fit.
    pub fn parse(json: &str) -> Result<Weights, String> {
        let weights: Weights = serde_json::from_str(json).map_err(|error| error.to_string())?;
        for head in [&weights.dense, &weights.keyword] {
            choice_fits(&head.sentence)?;
            logistic_fits(&head.answer, &ANSWERABLE_FEATURES)?;
        }
        Ok(weights)
    }

    /// Weights that were never fitted, by which fitting starts: words of the
    /// question and nearness count, everything else does not.
    pub fn plain() -> Weights {
        let named = |features: &[&str]| features.iter().map(|name| (*name).to_owned()).collect();
        let flat = |count: usize, counted: &[usize]| -> Vec<f64> {
            let weight = |at| if counted.contains(&at) { 2.0 } else { 0.0 };
            (0..count).map(weight).collect()
        };
        let answers = ANSWERABLE_FEATURES.len();
        let head = Head {
            sentence: Choice::plain(&SENTENCE_FEATURES),
            answer: Logistic {
                features: named(&ANSWERABLE_FEATURES),
                means: vec![0.0; answers],
                deviations: vec![1.0; answers],
                weights: flat(answers, &[6, 7]),
                bias: -2.0,
            },
            threshold: 0.5,
        };
        Weights {
            made: "not fitted".to_owned(),
            dense: head.clone(),
            keyword: head,
        }
    }

    /// The head for evidence with or without vectors.
    pub fn head(&self, dense: bool) -> &Head {
        if dense { &self.dense } else { &self.keyword }
    }
}

fn logistic_fits(model: &Logistic, features: &[&str]) -> Result<(), String> {
    let Logistic {
        means,
        deviations,
        weights,
        ..
    } = model;
    let features: Vec<String> = features.iter().map(|name| (*name).to_owned()).collect();
    fits(&model.features, &features, [means, deviations, weights])
}

fn choice_fits(model: &Choice) -> Result<(), String> {
    let measured: Vec<String> = SENTENCE_FEATURES.map(str::to_owned).to_vec();
    let width = [0, 2 * measured.len()].contains(&model.trees.width());
    fits(&model.features, &measured, [])?;
    match width {
        true => Ok(()),
        false => Err("trees were grown on other features".to_owned()),
    }
}

fn fits<const N: usize>(
    fitted: &[String],
    measured: &[String],
    values: [&Vec<f64>; N],
) -> Result<(), String> {
    if fitted == measured && values.iter().all(|values| values.len() == measured.len()) {
        return Ok(());
    }
    Err(format!(
        "fitted on {fitted:?}, the code measures {measured:?}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_weights_fit_the_code() {
        Weights::parse(SHIPPED).unwrap();
    }
}
