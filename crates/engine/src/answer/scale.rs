//! How a model's cosines compare with those of the model that the weights of answers were fitted with.
//!
//! Texts that have nothing to do with each other lie at a cosine of 0.1 by one model and of 0.7 by
//! another. Read as they are, the numbers of the second say that every library answers every question.
//! So each model is asked once how near it finds questions and sentences of other things, and what it
//! says of a question counts by how far it lies above that.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use models::{DEFAULT, Embedder, Heads, Limits, ModelError, Role};
use plan::question::Question;
use text::Language;

use super::meaning::{AskedVectors, asked_words};

/// Questions, and sentences that say nothing of what they ask.
const QUESTIONS: [&str; 4] = [
    "When does the ferry to the island leave?",
    "How much sugar goes into the cake?",
    "Who signed the treaty of 1648?",
    "Which fee is due for a second dog?",
];
const SENTENCES: [&str; 4] = [
    "The bridge was painted green in spring.",
    "Members elect the board by secret ballot.",
    "The battery lasts about nine hours.",
    "Glaciers carved this valley long ago.",
];

/// The default model, which the weights were fitted with, and what it says of these.
const FITTED: Unrelated = Unrelated {
    cosine: 0.10,
    token: 0.11,
};

/// What is left above a model's usual numbers, at least.
const ROOM_MIN: f64 = 0.05;

/// How near a model finds a question and a sentence that have nothing to do with each other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Unrelated {
    /// Cosine of the two.
    cosine: f64,
    /// Of an asked word with the nearest token of the sentence.
    token: f64,
}

impl Unrelated {
    /// That of a model. It is read once a process.
    ///
    /// # Errors
    /// A model that fails.
    pub(super) fn of(embedder: &dyn Embedder, limits: &Limits) -> Result<Unrelated, ModelError> {
        static KNOWN: Mutex<BTreeMap<String, Unrelated>> = Mutex::new(BTreeMap::new());
        let profile = embedder.profile();
        if profile.name == DEFAULT {
            return Ok(FITTED);
        }
        let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known().get(&profile.id) {
            return Ok(*known);
        }
        let read = Self::read(embedder, limits)?;
        known().insert(profile.id.clone(), read);
        Ok(read)
    }

    fn read(embedder: &dyn Embedder, limits: &Limits) -> Result<Unrelated, ModelError> {
        let questions = embedder.encode(&QUESTIONS, Role::Query, Heads::DENSE, limits)?;
        let wanted = Heads {
            tokens: embedder.profile().heads().tokens,
            ..Heads::DENSE
        };
        let sentences = embedder.encode(&SENTENCES, Role::Passage, wanted, limits)?;
        let mut cosines = Vec::new();
        let mut tokens = Vec::new();
        for (text, question) in QUESTIONS.iter().zip(&questions) {
            let parsed = Question::read(text, Language::En);
            let words = asked_words(&parsed);
            let asked = AskedVectors::read(&parsed, &words, embedder, limits)?;
            for sentence in &sentences {
                let (a, b) = (question.dense.as_deref(), sentence.dense.as_deref());
                cosines.push(cosine(a.unwrap_or_default(), b.unwrap_or_default()));
                tokens.extend(asked.iter().flat_map(|asked| asked.nearness(sentence)));
            }
        }
        Ok(Unrelated {
            cosine: mean(&cosines),
            token: mean(&tokens),
        })
    }

    /// A cosine of this model, as the model of the weights would have it.
    pub(super) fn cosine(&self, cosine: f64) -> f64 {
        above(cosine, self.cosine, FITTED.cosine)
    }

    /// How near a token is, as the model of the weights would have it: 0 to 1.
    pub(super) fn token(&self, near: f64) -> f64 {
        above(near, self.token, FITTED.token).clamp(0.0, 1.0)
    }
}

/// Moves `from` to `to` and leaves 1 where it is.
fn above(value: f64, from: f64, to: f64) -> f64 {
    if (from - to).abs() < f64::EPSILON {
        return value;
    }
    to + (value - from) * (1.0 - to) / (1.0 - from).max(ROOM_MIN)
}

/// Dot product of two unit vectors.
pub(super) fn cosine(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(a, b)| f64::from(a * b)).sum()
}

#[expect(clippy::cast_precision_loss, reason = "a few pairs")]
fn mean(of: &[f64]) -> f64 {
    of.iter().sum::<f64>() / of.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use models::scripted::HashEmbedder;

    use super::*;

    #[test]
    fn what_is_unrelated_by_one_model_is_unrelated_by_the_other() {
        let crowded = Unrelated {
            cosine: 0.8,
            token: 0.75,
        };
        assert!((crowded.cosine(0.8) - FITTED.cosine).abs() < 1e-12);
        assert!((crowded.cosine(1.0) - 1.0).abs() < 1e-12);
        assert!((crowded.token(0.75) - FITTED.token).abs() < 1e-12);
        assert!(crowded.token(0.2) < 1e-12 && crowded.cosine(0.9) < 0.6);
        assert!((FITTED.cosine(0.37) - 0.37).abs() < 1e-12);
    }

    #[test]
    fn what_is_unrelated_lies_far_apart_by_hashed_words() {
        let model = HashEmbedder::default();
        let read = Unrelated::of(&model, &Limits::none()).unwrap();
        assert!(
            read.cosine.abs() < 0.3 && (0.0..0.5).contains(&read.token),
            "{read:?}"
        );
        assert_eq!(Unrelated::of(&model, &Limits::none()).unwrap(), read);
    }
}
