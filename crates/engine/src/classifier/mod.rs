//! Layer 2: multinomial logistic regression over a question's words and, where
//! an embedding is at hand, its meaning.
//!
//! One vocabulary, one head a decision. Weights are bytes, so that the file is
//! small and loading is a copy. How weights are fitted, calibrated and judged is
//! no part of answering: the crate `eval` does it and builds these values.

pub mod features;
mod file;

pub use file::WeightsError;

use features::{Vector, Vocabulary};

/// All decisions that were trained together.
#[derive(Debug, Clone, PartialEq)]
pub struct Classifier {
    /// The features that training has seen.
    pub vocabulary: Vocabulary,
    /// What makes embeddings features; `None` for a classifier of words alone.
    pub meaning: Option<Meaning>,
    /// One a decision, in the order of training.
    pub heads: Vec<Head>,
    /// Digest of what it was trained on.
    pub trained_on: [u8; 32],
}

/// How an embedding becomes features: moved to the middle of those seen in
/// training and stretched, since encoders keep theirs in a narrow cone.
#[derive(Debug, Clone, PartialEq)]
pub struct Meaning {
    /// Name of the embedder.
    pub embedder: String,
    /// Mean of the embeddings of the training set.
    pub centre: Vec<f32>,
    /// Factor after the centre is taken away.
    pub stretch: f32,
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
    /// Below it the head does not decide, 0 to 1.
    pub threshold: f32,
    /// Added to the score of each label.
    pub constants: Vec<f32>,
    /// Weights of words and their pieces.
    pub words: Block,
    /// Weights of the embedding's numbers.
    pub meaning: Block,
}

/// Weights of one kind of features.
#[derive(Debug, Clone, PartialEq)]
pub struct Block {
    /// What the bytes of a class are multiplied by.
    pub scales: Vec<f32>,
    /// Features × classes, row-major.
    pub weights: Vec<i8>,
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

    /// Name of the embedder whose vectors it reads; `None` for words alone.
    pub fn embedder(&self) -> Option<&str> {
        self.meaning
            .as_ref()
            .map(|meaning| meaning.embedder.as_str())
    }

    /// True when it can read a question with this embedding.
    pub fn reads(&self, embedding: Option<&[f32]>) -> bool {
        let dim = self.meaning.as_ref().map(|meaning| meaning.centre.len());
        dim == embedding.map(<[f32]>::len)
    }

    /// Features of all heads together: words, then numbers of the embedding.
    pub fn width(&self) -> usize {
        self.vocabulary.len() + self.meaning.as_ref().map_or(0, |one| one.centre.len())
    }

    /// The features of a question, for all heads. An embedding of another
    /// length than in training counts as none.
    pub fn vector(&self, text: &str, embedding: Option<&[f32]>) -> Vector {
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

    /// The score of each label before it becomes a probability; minus infinity for
    /// the one that is barred.
    pub fn scores(&self, vector: &Vector, barred: Option<&str>) -> Vec<f64> {
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

impl Block {
    /// Weights as bytes, the largest of each class as 127. `rows` holds features ×
    /// classes, row-major.
    pub fn quantised(rows: &[f32], classes: usize) -> Block {
        let mut scales = vec![0.0f32; classes];
        for row in rows.chunks_exact(classes.max(1)) {
            for (scale, weight) in scales.iter_mut().zip(row) {
                *scale = scale.max(weight.abs() / 127.0);
            }
        }
        let bytes = rows.chunks_exact(classes.max(1)).flat_map(|row| {
            row.iter().zip(&scales).map(|(weight, scale)| {
                let steps = if *scale > 0.0 { weight / scale } else { 0.0 };
                steps.round().clamp(-127.0, 127.0) as i8
            })
        });
        Block {
            weights: bytes.collect(),
            scales,
        }
    }

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
pub fn softmax(scores: &[f64], temperature: f64) -> Vec<f64> {
    let top = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let powers: Vec<f64> = scores
        .iter()
        .map(|score| ((score - top) / temperature).exp())
        .collect();
    let sum: f64 = powers.iter().sum();
    powers.into_iter().map(|power| power / sum).collect()
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
