//! From labelled questions to a classifier: fit, bytes, honest probabilities.

use std::collections::BTreeSet;

use perusal::classifier::features::{FEATURES_VERSION, Kept, Vocabulary};
use perusal::classifier::{Block, Classifier, Head, Meaning};

use super::calibrate::{self, Unseen};
use super::logistic::{Example, Fit, fit};

/// Steps of the fits that only judge: they need the order of questions, not the
/// last digit.
const FOLD_STEPS_MAX: usize = 60;
/// Length of an embedding's features, on average, beside words of which each
/// kind has length 1. Chosen by questions of other hands.
const MEANING_LENGTH: f32 = 1.5;

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

/// Trains one head a task on the features of their texts that are to be kept;
/// `embedder` names what made the embeddings, if there are any.
///
/// The same tasks give the same classifier.
pub fn fitted(tasks: &[Task], kept: Kept, embedder: Option<&str>) -> Classifier {
    let mut texts: Vec<&Labelled> = tasks.iter().flat_map(|task| &task.train).collect();
    texts.sort_by(|a, b| a.text.cmp(&b.text));
    texts.dedup_by(|a, b| a.text == b.text);
    let mut classifier = Classifier {
        vocabulary: Vocabulary::of(texts.iter().map(|one| one.text.as_str()), kept),
        meaning: embedder.and_then(|name| meaning(name, &texts)),
        heads: Vec::new(),
        trained_on: digest(tasks, kept),
    };
    classifier.heads = tasks.iter().map(|task| learn(&classifier, task)).collect();
    classifier
}

fn learn(classifier: &Classifier, task: &Task) -> Head {
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
                vector: classifier.vector(&one.text, embedding),
                class: class(&one.label)?,
                barred: one.barred.as_deref().and_then(class),
            };
            Some((one, example))
        })
        .collect();
    let unseen = judged(classifier, &examples, &labels, task.fit);
    let all: Vec<Example> = examples.into_iter().map(|(_, example)| example).collect();
    let mut head = head_of(classifier, &task.name, &labels, &all, task.fit);
    if !unseen.is_empty() {
        let temperature = calibrate::temperature(&unseen);
        head.temperature = temperature as f32;
        head.threshold = calibrate::threshold(&unseen, temperature) as f32;
    }
    head
}

/// Scores of each typical question by a fit that has not seen its fold; empty when
/// there is one fold alone. Folds without typical questions are learned from only.
fn judged(
    classifier: &Classifier,
    examples: &[(&Labelled, Example)],
    labels: &[String],
    how: Fit,
) -> Vec<Unseen> {
    let folds = |typical: bool| {
        let some = examples.iter().filter(|(one, _)| one.typical || !typical);
        some.map(|(one, _)| one.fold).collect::<BTreeSet<u8>>()
    };
    if folds(false).len() < 2 {
        return Vec::new();
    }
    let how = Fit {
        steps_max: how.steps_max.min(FOLD_STEPS_MAX),
        ..how
    };
    let mut unseen = Vec::new();
    for fold in folds(true) {
        let others: Vec<Example> = examples
            .iter()
            .filter(|(one, _)| one.fold != fold)
            .map(|(_, example)| example.clone())
            .collect();
        let head = head_of(classifier, "", labels, &others, how);
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

fn head_of(
    classifier: &Classifier,
    name: &str,
    labels: &[String],
    examples: &[Example],
    how: Fit,
) -> Head {
    let (words, width) = (classifier.vocabulary.len(), classifier.width());
    let classes = labels.len();
    let weights = fit(width, classes, examples, how);
    let (rows, constants) = weights.split_at(width * classes);
    let (of_words, of_meaning) = rows.split_at(words * classes);
    Head {
        name: name.to_owned(),
        labels: labels.to_vec(),
        temperature: 1.0,
        threshold: 1.0,
        constants: constants.to_vec(),
        words: Block::quantised(of_words, classes),
        meaning: Block::quantised(of_meaning, classes),
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

/// Of all that the weights follow from, but for the embeddings.
pub fn digest(tasks: &[Task], kept: Kept) -> [u8; 32] {
    let mut told = format!("{FEATURES_VERSION} {kept:?} {MEANING_LENGTH} {FOLD_STEPS_MAX}\n");
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
    perusal::content_digest(told.as_bytes())
}
