//! Layer 2: multinomial logistic regression over pieces of the question's text.
//!
//! One vocabulary, one head a decision. Weights are bytes, so that the file is
//! small and loading is a copy. Calibration and thresholds are taken from the
//! very bytes that ship, on questions that training has not seen.

pub mod calibrate;
pub mod features;
mod file;
mod lexicon;
pub mod train;

pub use file::WeightsError;

use calibrate::{Unseen, best};
use features::{Vector, Vocabulary};
use train::{Example, Fit};

/// All decisions that were trained together.
#[derive(Debug, Clone, PartialEq)]
pub struct Classifier {
    vocabulary: Vocabulary,
    heads: Vec<Head>,
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
    /// What the bytes of a class are multiplied by.
    scales: Vec<f32>,
    constants: Vec<f32>,
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
    /// At or above the head's threshold.
    pub sure: bool,
}

/// A question with the label of one decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Labelled {
    /// The question.
    pub text: String,
    /// Its label.
    pub label: String,
    /// A label that is impossible for it, whatever its text.
    pub barred: Option<String>,
}

/// What one head is trained and calibrated on.
#[derive(Debug, Clone)]
pub struct Task {
    /// What is decided.
    pub name: String,
    /// Questions to learn from.
    pub train: Vec<Labelled>,
    /// Questions for temperature and threshold, none of them in `train`.
    pub calibration: Vec<Labelled>,
    /// How hard to fit.
    pub fit: Fit,
}

impl Classifier {
    /// Trains one head a task on features that at least `texts_min` of their
    /// texts have.
    pub fn train(tasks: &[Task], texts_min: u32) -> Self {
        let mut texts: Vec<&str> = tasks
            .iter()
            .flat_map(|task| &task.train)
            .map(|labelled| labelled.text.as_str())
            .collect();
        texts.sort_unstable();
        texts.dedup();
        let vocabulary = Vocabulary::of(texts.into_iter(), texts_min);
        let heads = tasks.iter().map(|task| head(&vocabulary, task)).collect();
        Self { vocabulary, heads }
    }

    /// The head that decides something.
    pub fn head(&self, name: &str) -> Option<&Head> {
        self.heads.iter().find(|head| head.name == name)
    }

    /// Every head, in the order of training.
    pub fn heads(&self) -> &[Head] {
        &self.heads
    }

    /// The features of a question, for all heads.
    pub fn read(&self, text: &str) -> Vector {
        self.vocabulary.vector(text)
    }
}

impl Head {
    /// Decides; `barred` is a label that is impossible here.
    pub fn guess(&self, vector: &Vector, barred: Option<&str>) -> Guess<'_> {
        let scores = self.scores(vector, barred);
        let (class, confidence) = best(&softmax(&scores, f64::from(self.temperature)));
        Guess {
            label: self.labels.get(class).map_or("", String::as_str),
            confidence,
            sure: confidence >= f64::from(self.threshold),
        }
    }

    /// The calibrated probability of one label; 0 for an unknown one.
    pub fn probability(&self, vector: &Vector, label: &str) -> f64 {
        let probabilities = softmax(&self.scores(vector, None), f64::from(self.temperature));
        self.labels
            .iter()
            .position(|known| known == label)
            .map_or(0.0, |class| probabilities[class])
    }

    fn scores(&self, vector: &Vector, barred: Option<&str>) -> Vec<f64> {
        let classes = self.labels.len();
        let mut sums = vec![0.0f32; classes];
        for (at, x) in vector {
            let row = *at as usize * classes;
            let weights = self.weights.get(row..row + classes).unwrap_or_default();
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += x * f32::from(*weight);
            }
        }
        let mut scores: Vec<f64> = sums
            .iter()
            .zip(&self.scales)
            .zip(&self.constants)
            .map(|((sum, scale), constant)| f64::from(sum * scale + constant))
            .collect();
        for (score, label) in scores.iter_mut().zip(&self.labels) {
            if barred == Some(label) {
                *score = f64::NEG_INFINITY;
            }
        }
        scores
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

fn head(vocabulary: &Vocabulary, task: &Task) -> Head {
    let mut labels: Vec<String> = task.train.iter().map(|one| one.label.clone()).collect();
    labels.sort_unstable();
    labels.dedup();
    let class = |label: &str| labels.iter().position(|known| known == label);
    let examples: Vec<Example> = task
        .train
        .iter()
        .filter_map(|one| {
            Some(Example {
                vector: vocabulary.vector(&one.text),
                class: class(&one.label)?,
                barred: one.barred.as_deref().and_then(class),
            })
        })
        .collect();
    let weights = train::fit(vocabulary.len(), labels.len(), &examples, task.fit);
    let mut head = quantised(task.name.clone(), labels, &weights);
    calibrate(&mut head, vocabulary, &task.calibration);
    head
}

/// Weights as bytes, the largest of each class as 127.
fn quantised(name: String, labels: Vec<String>, weights: &[f32]) -> Head {
    let classes = labels.len();
    let (rows, constants) = weights.split_at(weights.len() - classes);
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
    Head {
        name,
        weights: bytes.collect(),
        labels,
        temperature: 1.0,
        threshold: 1.0,
        constants: constants.to_vec(),
        scales,
    }
}

fn calibrate(head: &mut Head, vocabulary: &Vocabulary, calibration: &[Labelled]) {
    let unseen: Vec<Unseen> = calibration
        .iter()
        .filter_map(|one| {
            let class = head.labels.iter().position(|label| *label == one.label)?;
            Some(Unseen {
                scores: head.scores(&vocabulary.vector(&one.text), one.barred.as_deref()),
                class,
            })
        })
        .collect();
    if !unseen.is_empty() {
        head.temperature = calibrate::temperature(&unseen) as f32;
        head.threshold = calibrate::threshold(&unseen, f64::from(head.temperature)) as f32;
    }
}
