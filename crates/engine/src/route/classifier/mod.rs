//! Layer 2: multinomial logistic regression over a question's words and, where
//! an embedding is at hand, its meaning.
//!
//! One vocabulary, one head a decision. Weights are bytes, so that the file is
//! small and loading is a copy. Calibration and thresholds are taken from
//! questions that the weights had not seen: each fold of the training set is
//! judged by what was trained on the others.

pub mod calibrate;
mod concepts;
pub mod features;
mod file;
pub mod fit;
mod lexicon;
pub mod train;

pub(super) use concepts::speaks_of_asker;
pub use file::WeightsError;
pub use train::{Labelled, Task};

use calibrate::best;
use features::{Vector, Vocabulary};

/// All decisions that were trained together.
#[derive(Debug, Clone, PartialEq)]
pub struct Classifier {
    vocabulary: Vocabulary,
    /// What makes embeddings features; `None` for a classifier of words alone.
    meaning: Option<Meaning>,
    heads: Vec<Head>,
    /// Digest of what it was trained on.
    trained_on: [u8; 32],
}

/// How an embedding becomes features: moved to the middle of those seen in
/// training and stretched, since encoders keep theirs in a narrow cone.
#[derive(Debug, Clone, PartialEq)]
struct Meaning {
    /// Name of the embedder.
    embedder: String,
    /// Mean of the embeddings of the training set.
    centre: Vec<f32>,
    /// Factor after the centre is taken away.
    stretch: f32,
}

/// One decision: which of a few labels.
#[derive(Debug, Clone, PartialEq)]
pub struct Head {
    /// What is decided, e.g. `intent`.
    pub name: String,
    /// The labels, sorted.
    pub labels: Vec<String>,
    /// Scores are divided by it before they become probabilities.
    pub temperature: f32,
    /// Below it the head does not decide.
    pub threshold: f32,
    constants: Vec<f32>,
    words: Block,
    meaning: Block,
}

/// Weights of one kind of features.
#[derive(Debug, Clone, PartialEq)]
struct Block {
    /// What the bytes of a class are multiplied by.
    scales: Vec<f32>,
    /// Features × classes, row-major.
    weights: Vec<i8>,
}

/// What a head makes of a question.
#[derive(Debug, Clone, PartialEq)]
pub struct Guess<'c> {
    /// The most probable label.
    pub label: &'c str,
    /// Its calibrated probability, 0 to 1.
    pub confidence: f64,
}

impl Classifier {
    /// The head that decides something.
    pub fn head(&self, name: &str) -> Option<&Head> {
        self.heads.iter().find(|head| head.name == name)
    }

    /// Every head, in the order of training.
    pub fn heads(&self) -> &[Head] {
        &self.heads
    }

    /// Name of the embedder whose vectors it reads; `None` for words alone.
    pub fn embedder(&self) -> Option<&str> {
        self.meaning
            .as_ref()
            .map(|meaning| meaning.embedder.as_str())
    }

    /// Digest of what it was trained on, see [`train::Task`].
    pub fn trained_on(&self) -> &[u8; 32] {
        &self.trained_on
    }

    /// With the temperatures and thresholds of another that was trained on the
    /// same decisions: one of a part of the questions has too few to fit its own.
    #[must_use]
    pub fn calibrated_like(mut self, other: &Self) -> Self {
        for head in &mut self.heads {
            if let Some(fitted) = other.head(&head.name) {
                head.temperature = fitted.temperature;
                head.threshold = fitted.threshold;
            }
        }
        self
    }

    /// True when it can read a question with this embedding.
    pub fn reads(&self, embedding: Option<&[f32]>) -> bool {
        let dim = self.meaning.as_ref().map(|meaning| meaning.centre.len());
        dim == embedding.map(<[f32]>::len)
    }

    /// The features of a question, for all heads. An embedding of another
    /// length than in training counts as none.
    pub fn read(&self, text: &str, embedding: Option<&[f32]>) -> Vector {
        let mut vector = self.vocabulary.vector(text);
        if let Some(meaning) = &self.meaning {
            meaning.extend(&mut vector, self.vocabulary.len(), embedding);
        }
        vector
    }
}

impl Meaning {
    /// Adds the features of an embedding behind those of the words.
    fn extend(&self, vector: &mut Vector, words: usize, embedding: Option<&[f32]>) {
        let fits = embedding.filter(|embedding| embedding.len() == self.centre.len());
        for (at, (x, centre)) in fits.into_iter().flatten().zip(&self.centre).enumerate() {
            vector.push(((words + at) as u32, (x - centre) * self.stretch));
        }
    }
}

impl Head {
    /// Decides.
    pub fn guess(&self, vector: &Vector) -> Guess<'_> {
        let (class, confidence) = best(&self.probabilities(vector, None));
        Guess {
            label: self.labels.get(class).map_or("", String::as_str),
            confidence,
        }
    }

    /// The calibrated probability of each label, in their order; `barred` is one
    /// that is impossible here.
    pub fn probabilities(&self, vector: &Vector, barred: Option<&str>) -> Vec<f64> {
        softmax(&self.scores(vector, barred), f64::from(self.temperature))
    }

    /// The calibrated probability of one label; 0 for an unknown one.
    pub fn probability(&self, vector: &Vector, label: &str) -> f64 {
        let class = self.labels.iter().position(|known| known == label);
        class.map_or(0.0, |class| self.probabilities(vector, None)[class])
    }

    fn scores(&self, vector: &Vector, barred: Option<&str>) -> Vec<f64> {
        let classes = self.labels.len();
        let words = self.words.weights.len() / classes.max(1);
        let split = vector.partition_point(|(at, _)| (*at as usize) < words);
        let from_words = self.words.sums(&vector[..split], 0, classes);
        let from_meaning = self.meaning.sums(&vector[split..], words, classes);
        let mut scores: Vec<f64> = from_words
            .iter()
            .zip(&from_meaning)
            .zip(&self.constants)
            .map(|((a, b), constant)| f64::from(a + b + constant))
            .collect();
        for (score, label) in scores.iter_mut().zip(&self.labels) {
            if barred == Some(label) {
                *score = f64::NEG_INFINITY;
            }
        }
        scores
    }
}

/// What several heads of one decision make of a question together: the mean of their
/// calibrated log-odds. Those whose labels are not the first one's are left out.
pub(super) fn guess_together<'c>(heads: &[(&'c Head, &Vector)]) -> Option<Guess<'c>> {
    let (first, _) = heads.first()?;
    let (class, confidence) = best(&probabilities_together(heads));
    Some(Guess {
        label: first.labels.get(class)?,
        confidence,
    })
}

/// The probability of one label by several heads, see [`guess_together`].
pub(super) fn probability_together(heads: &[(&Head, &Vector)], label: &str) -> Option<f64> {
    let (first, _) = heads.first()?;
    let class = first.labels.iter().position(|known| known == label)?;
    probabilities_together(heads).get(class).copied()
}

fn probabilities_together(heads: &[(&Head, &Vector)]) -> Vec<f64> {
    /// Of a class that a head holds for impossible.
    const LEAST: f64 = 1e-9;
    let Some((first, _)) = heads.first() else {
        return Vec::new();
    };
    let mut sums = vec![0.0; first.labels.len()];
    let mut count = 0.0;
    for (head, vector) in heads {
        if head.labels == first.labels {
            let probabilities = head.probabilities(vector, None);
            for (sum, probability) in sums.iter_mut().zip(probabilities) {
                *sum += probability.max(LEAST).ln();
            }
            count += 1.0;
        }
    }
    softmax(&sums, count)
}

impl Block {
    /// Sums of a class each over features that begin at `first`.
    fn sums(&self, features: &[(u32, f32)], first: usize, classes: usize) -> Vec<f32> {
        let mut sums = vec![0.0f32; classes];
        for (at, x) in features {
            let row = (*at as usize - first) * classes;
            let weights = self.weights.get(row..row + classes).unwrap_or_default();
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += x * f32::from(*weight);
            }
        }
        for (sum, scale) in sums.iter_mut().zip(&self.scales) {
            *sum *= scale;
        }
        sums
    }
}

/// Probabilities of scores at a temperature.
fn softmax(scores: &[f64], temperature: f64) -> Vec<f64> {
    let top = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let powers: Vec<f64> = scores
        .iter()
        .map(|score| ((score - top) / temperature).exp())
        .collect();
    let sum: f64 = powers.iter().sum();
    powers.into_iter().map(|power| power / sum).collect()
}
