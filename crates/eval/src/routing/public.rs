//! The same machinery on public sets of intents: only the training file changes.

use std::path::Path;

use perusal::EngineError;
use perusal::classifier::Classifier;
use perusal::classifier::features::Kept;
use perusal::models::Embedder;
use serde::Deserialize;

use super::logistic::Fit;
use super::train::{Labelled, Task, fitted};
use super::{Meanings, Share, Split, split};
use crate::lines::Lines;
use crate::{EvalError, Judged, LineLimits, calibration_error};

/// The label of questions that belong to no class; it is not trained on.
const OUT_OF_SCOPE: &str = "oos";
/// Features and fit as for the router's own questions, but that what two texts
/// alone have is kept, and how they are written: the texts are many people's, and
/// what is typed without a question mark is often no question.
const KEPT: Kept = Kept {
    texts_min: 2,
    marks: true,
};
const FIT: Fit = Fit {
    looseness: 30.0,
    steps_max: 60,
    balance: 0.0,
};

/// How one set went.
#[derive(Debug, Clone, PartialEq)]
pub struct PublicResult {
    /// Questions trained on.
    pub trained: usize,
    /// Right among the unseen.
    pub right: Share,
    /// Mean of the classes' F1, 0 to 1.
    pub macro_f1: f64,
    /// Calibration error, 0 to 1.
    pub calibration_error: Option<f64>,
}

#[derive(Deserialize)]
struct Line {
    text: String,
    label: String,
}

/// Trains on `train.jsonl` of a folder and measures on `test.jsonl`, or on
/// `valid.jsonl` where there is no test; with embeddings where there is a model.
///
/// # Errors
/// Files that are missing or no labelled questions; an embedder that fails.
pub fn measure_public(
    folder: &Path,
    embedder: Option<&dyn Embedder>,
) -> Result<PublicResult, EvalError> {
    let mut train = labelled(&folder.join("train.jsonl"))?;
    let test = ["test.jsonl", "valid.jsonl"]
        .map(|name| folder.join(name))
        .into_iter()
        .find(|path| path.is_file())
        .ok_or_else(|| EvalError::Missing {
            dir: folder.to_owned(),
            expected: "test.jsonl, valid.jsonl".to_owned(),
        })?;
    let mut test = labelled(&test)?;
    if let Some(embedder) = embedder {
        embed(&mut train, embedder)?;
        embed(&mut test, embedder)?;
    }
    let trained = train.len();
    let task = Task {
        name: "label".to_owned(),
        train,
        fit: FIT,
    };
    let name = embedder.map(|one| one.profile().name.as_str());
    let classifier = fitted(&[task], KEPT, name);
    Ok(compare(&classifier, &test, trained))
}

fn embed(labelled: &mut [Labelled], embedder: &dyn Embedder) -> Result<(), EvalError> {
    let texts = labelled.iter().map(|one| one.text.as_str());
    let meanings = Meanings::of(texts, embedder).map_err(EngineError::from)?;
    for one in labelled {
        one.embedding = meanings.get(&one.text).unwrap_or_default().to_vec();
    }
    Ok(())
}

fn compare(classifier: &Classifier, test: &[Labelled], trained: usize) -> PublicResult {
    let mut pairs = Vec::new();
    let mut judged = Vec::new();
    for (one, head) in test.iter().zip(classifier.heads.iter().cycle()) {
        let embedding = Some(one.embedding.as_slice()).filter(|vector| !vector.is_empty());
        let guess = head.guess(&classifier.vector(&one.text, embedding));
        pairs.push((one.label.as_str(), guess.label));
        judged.push(Judged {
            confidence: guess.confidence,
            right: guess.label == one.label,
        });
    }
    let mut right = Share::default();
    pairs.iter().for_each(|(gold, got)| right.add(gold == got));
    PublicResult {
        trained,
        right,
        macro_f1: macro_f1(&pairs),
        calibration_error: calibration_error(&judged, 10),
    }
}

pub(super) fn macro_f1(pairs: &[(&str, &str)]) -> f64 {
    let mut labels: Vec<&str> = pairs.iter().map(|(gold, _)| *gold).collect();
    labels.sort_unstable();
    labels.dedup();
    let f1 = |label: &str| {
        let both = pairs
            .iter()
            .filter(|(a, b)| *a == label && *b == label)
            .count();
        let either = pairs.iter().filter(|(a, _)| *a == label).count()
            + pairs.iter().filter(|(_, b)| *b == label).count();
        2.0 * both as f64 / either.max(1) as f64
    };
    labels.iter().map(|label| f1(label)).sum::<f64>() / labels.len().max(1) as f64
}

fn labelled(path: &Path) -> Result<Vec<Labelled>, EvalError> {
    let mut lines = Lines::open(path, LineLimits::default())?;
    let mut items = Vec::new();
    while let Some((_, line)) = lines.next_json::<Line>()? {
        if line.label != OUT_OF_SCOPE {
            // The fold of the calibration split alone judges: two fits, not eight.
            let fold = u8::from(split(&line.text) == Split::Calibration);
            items.push(Labelled {
                text: line.text,
                embedding: Vec::new(),
                label: line.label,
                barred: None,
                fold,
                typical: true,
            });
        }
    }
    Ok(items)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn f1_by_hand() {
        // a: 1 right of 2 gold and 1 got → 2/3; b: 1 right of 1 and 2 → 2/3.
        let value = macro_f1(&[("a", "a"), ("a", "b"), ("b", "b")]);
        assert!((value - 2.0 / 3.0).abs() < 1e-12, "{value}");
    }
}
