//! The fitted weights that ship with the library.

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use super::{ANSWERABLE_FEATURES, Ground, SENTENCE_FEATURES, choice_features};
use crate::chooser::Chooser;
use crate::logistic::Logistic;

/// Written by `perusal eval qa … --fit`, never by hand.
const SHIPPED: &str = include_str!("../../data/answer.json");

/// Which sentence, and whether at all.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Head {
    /// Log-odds that a sentence belongs to the answer: what the decision rests on.
    pub sentence: Logistic,
    /// Which sentence is quoted; the one with the highest log-odds where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choice: Option<Chooser>,
    /// Log-odds that the evidence answers the question.
    pub answerable: Logistic,
    /// Confidence from which an answer is shown.
    pub threshold: f64,
}

/// One head for each kind of document. In prose the passage that answers stands
/// out of the others, and its score says more of a sentence than the sentence's
/// words. Among tables the next passages are as near, of the next page or of a
/// sibling document, and the words of one row tell it from those beside it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Heads {
    /// For running text.
    pub prose: Head,
    /// For documents with tables or lists.
    pub structured: Head,
}

/// Heads with vectors and heads without: the missing arm's features would
/// otherwise read as "no agreement at all".
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Weights {
    /// How they were made.
    pub made: String,
    /// With an embedding model.
    pub dense: Heads,
    /// On keywords alone.
    pub keyword: Heads,
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
        for heads in [&weights.dense, &weights.keyword] {
            for head in [&heads.prose, &heads.structured] {
                logistic_fits(&head.sentence, &SENTENCE_FEATURES)?;
                logistic_fits(&head.answerable, &ANSWERABLE_FEATURES)?;
                if let Some(choice) = &head.choice {
                    choice_fits(choice)?;
                }
            }
        }
        Ok(weights)
    }

    /// Weights that were never fitted, by which fitting starts: words of the
    /// question and nearness count, everything else does not.
    pub fn plain() -> Weights {
        let flat = |features: &[&str], counted: &[usize]| Logistic {
            features: features.iter().map(|name| (*name).to_owned()).collect(),
            means: vec![0.0; features.len()],
            deviations: vec![1.0; features.len()],
            weights: (0..features.len())
                .map(|at| if counted.contains(&at) { 2.0 } else { 0.0 })
                .collect(),
            bias: -2.0,
        };
        let head = Head {
            sentence: flat(&SENTENCE_FEATURES, &[0, 1, 3, 4]),
            choice: None,
            answerable: flat(&ANSWERABLE_FEATURES, &[2, 8]),
            threshold: 0.5,
        };
        let heads = Heads {
            prose: head.clone(),
            structured: head,
        };
        Weights {
            made: "not fitted".to_owned(),
            dense: heads.clone(),
            keyword: heads,
        }
    }

    /// The head for evidence with or without vectors, from a kind of document.
    pub fn head(&self, dense: bool, ground: Ground) -> &Head {
        let heads = if dense { &self.dense } else { &self.keyword };
        match ground {
            Ground::Prose => &heads.prose,
            Ground::Structured => &heads.structured,
        }
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

fn choice_fits(model: &Chooser) -> Result<(), String> {
    let Chooser {
        features,
        means,
        deviations,
        weights,
    } = model;
    fits(features, &choice_features(), [means, deviations, weights])
}

fn fits(fitted: &[String], measured: &[String], values: [&Vec<f64>; 3]) -> Result<(), String> {
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
