//! From labelled questions to a classifier: fit, bytes, honest probabilities.

use super::calibrate::{self, Unseen};
use super::concepts;
use super::features::{FEATURES_VERSION, Kept, Vocabulary};
use super::fit::{Example, Fit, fit};
use super::{Block, Classifier, Head, Meaning};

/// Steps of the fits that only judge: they need the order of questions, not the
/// last digit.
const FOLD_STEPS_MAX: usize = 60;
/// Length of an embedding's features, on average, beside words of which each
/// kind has length 1. Chosen by cross-validation on the training questions.
const MEANING_LENGTH: f32 = 1.2;

/// A question with the label of one decision.
#[derive(Debug, Clone, PartialEq)]
pub struct Labelled {
    /// The question.
    pub text: String,
    /// Its embedding; empty where words alone are learned from.
    pub embedding: Vec<f32>,
    /// Its label.
    pub label: String,
    /// A label that is impossible here, whatever the text.
    pub barred: Option<String>,
    /// Questions of one fold are judged by what the other folds taught.
    pub fold: u8,
    /// It stands for what is asked. Others, written to be hard, are learned from
    /// but make nothing less sure.
    pub typical: bool,
}

/// One decision to learn.
#[derive(Debug, Clone)]
pub struct Task {
    /// Its name.
    pub name: String,
    /// What is learned from.
    pub train: Vec<Labelled>,
    /// How hard to fit.
    pub fit: Fit,
}

impl Classifier {
    /// Trains one head a task on the features of their texts that are to be kept;
    /// `embedder` names what made the embeddings, if there are any.
    ///
    /// The same tasks give the same classifier.
    pub fn train(tasks: &[Task], kept: Kept, embedder: Option<&str>) -> Self {
        let mut texts: Vec<&Labelled> = tasks.iter().flat_map(|task| &task.train).collect();
        texts.sort_by(|a, b| a.text.cmp(&b.text));
        texts.dedup_by(|a, b| a.text == b.text);
        let vocabulary = Vocabulary::of(texts.iter().map(|one| one.text.as_str()), kept);
        let mut classifier = Self {
            vocabulary,
            meaning: embedder.and_then(|name| meaning(name, &texts)),
            heads: Vec::new(),
            trained_on: digest(tasks, kept),
        };
        classifier.heads = tasks.iter().map(|task| classifier.learn(task)).collect();
        classifier
    }

    fn learn(&self, task: &Task) -> Head {
        let mut labels: Vec<String> = task.train.iter().map(|one| one.label.clone()).collect();
        labels.sort_unstable();
        labels.dedup();
        let class = |label: &str| labels.iter().position(|known| known == label);
        let examples: Vec<(&Labelled, Example)> = task
            .train
            .iter()
            .filter_map(|one| {
                let embedding = Some(one.embedding.as_slice()).filter(|e| !e.is_empty());
                let example = Example {
                    vector: self.read(&one.text, embedding),
                    class: class(&one.label)?,
                    barred: one.barred.as_deref().and_then(class),
                };
                Some((one, example))
            })
            .collect();
        let unseen = self.judged(&examples, &labels, task.fit);
        let all: Vec<Example> = examples.into_iter().map(|(_, example)| example).collect();
        let mut head = self.head_of(&task.name, &labels, &all, task.fit);
        if !unseen.is_empty() {
            let temperature = calibrate::temperature(&unseen);
            head.temperature = temperature as f32;
            head.threshold = calibrate::threshold(&unseen, temperature) as f32;
        }
        head
    }

    /// Scores of each typical question by a fit that has not seen its fold;
    /// empty when there is one fold alone.
    fn judged(
        &self,
        examples: &[(&Labelled, Example)],
        labels: &[String],
        how: Fit,
    ) -> Vec<Unseen> {
        let mut folds: Vec<u8> = examples.iter().map(|(one, _)| one.fold).collect();
        folds.sort_unstable();
        folds.dedup();
        if folds.len() < 2 {
            return Vec::new();
        }
        let how = Fit {
            steps_max: how.steps_max.min(FOLD_STEPS_MAX),
            ..how
        };
        let mut unseen = Vec::new();
        for fold in folds {
            let others: Vec<Example> = examples
                .iter()
                .filter(|(one, _)| one.fold != fold)
                .map(|(_, example)| example.clone())
                .collect();
            let head = self.head_of("", labels, &others, how);
            let own = examples
                .iter()
                .filter(|(one, _)| one.fold == fold && one.typical);
            unseen.extend(own.map(|(_, example)| {
                let barred = example.barred.and_then(|class| labels.get(class));
                Unseen {
                    scores: head.scores(&example.vector, barred.map(String::as_str)),
                    class: example.class,
                }
            }));
        }
        unseen
    }

    fn head_of(&self, name: &str, labels: &[String], examples: &[Example], how: Fit) -> Head {
        let words = self.vocabulary.len();
        let dim = self.meaning.as_ref().map_or(0, |one| one.centre.len());
        let classes = labels.len();
        let weights = fit(words + dim, classes, examples, how);
        let (rows, constants) = weights.split_at((words + dim) * classes);
        let (of_words, of_meaning) = rows.split_at(words * classes);
        Head {
            name: name.to_owned(),
            labels: labels.to_vec(),
            temperature: 1.0,
            threshold: 1.0,
            constants: constants.to_vec(),
            words: quantised(of_words, classes),
            meaning: quantised(of_meaning, classes),
        }
    }
}

/// Where the embeddings lie, and how far from each other.
fn meaning(embedder: &str, texts: &[&Labelled]) -> Option<Meaning> {
    let dim = texts.first()?.embedding.len();
    if dim == 0 || texts.iter().any(|one| one.embedding.len() != dim) {
        return None;
    }
    let count = texts.len() as f64;
    let mean = |at: usize| {
        texts
            .iter()
            .map(|one| f64::from(one.embedding[at]))
            .sum::<f64>()
    };
    let centre: Vec<f32> = (0..dim).map(|at| (mean(at) / count) as f32).collect();
    let squares: f64 = texts
        .iter()
        .flat_map(|one| one.embedding.iter().zip(&centre))
        .map(|(x, centre)| f64::from(x - centre) * f64::from(x - centre))
        .sum();
    Some(Meaning {
        embedder: embedder.to_owned(),
        centre,
        stretch: MEANING_LENGTH / ((squares / count).sqrt() as f32).max(1e-6),
    })
}

/// Weights as bytes, the largest of each class as 127.
fn quantised(rows: &[f32], classes: usize) -> Block {
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

/// Of all that the weights follow from, but for the embeddings.
pub fn digest(tasks: &[Task], kept: Kept) -> [u8; 32] {
    let mut told = format!("{FEATURES_VERSION} {kept:?} {MEANING_LENGTH} {FOLD_STEPS_MAX}\n");
    told.push_str(concepts::TABLE);
    for task in tasks {
        let Task { name, fit, .. } = task;
        told.push_str(&format!("{name} {fit:?}\n"));
        for one in &task.train {
            told.push_str(&format!(
                "{} {} {:?} {:?} {:?}\n",
                one.fold, one.typical, one.label, one.barred, one.text
            ));
        }
    }
    crate::content_digest(told.as_bytes())
}
