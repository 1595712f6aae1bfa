//! Is a question routed well: labelled questions, splits and measures.

mod calibrate;
mod framing;
mod gate;
mod items;
mod logistic;
mod meanings;
mod measure;
mod measured;
mod others;
mod public;
mod references;
mod split;
mod steady;
pub mod taught;
mod train;
mod unsearched;

pub use framing::{
    Framed, Marked, framing_digest, leave_out_framing, measure_framing, read_marked, train_framing,
};
pub use gate::{Gate, Paired, gate};
pub use items::{DEVELOPMENT, Item, Source, read_folder, read_items, read_taught};
pub use meanings::Meanings;
pub use measure::{Decided, Measured, Row, curve, measure};
pub use measured::{Router, Share};
pub use others::{
    Decides, Figures, Judgement, Judgements, Labelling, figures, is_prefixed, judge, lists,
    read_labellings, read_others,
};
pub use public::{PublicResult, measure_public};
pub use references::{Asked, ReferenceItem, References, measure_references};
pub use split::{Split, frame, split};
pub use steady::{Change, Steadiness, measure_steadiness};
pub use train::{Labelled, Task, digest};
pub use unsearched::{Unsearched, document_questions, unsearched_of};

use std::collections::BTreeSet;

use perusal::classifier::Classifier;
use perusal::classifier::features::Kept;
use perusal::route::{Intent, QuestionType};

use logistic::Fit;

/// What the vocabulary keeps. Marks are left out: people put questions with and
/// without them.
pub const KEPT: Kept = Kept {
    texts_min: 3,
    marks: false,
};
/// All heads are fitted alike.
const FIT: Fit = Fit {
    looseness: 2.0,
    steps_max: 120,
    balance: 1.0,
};
/// Questions are judged by what the others taught, in this many parts.
const FOLDS: u8 = 4;

/// Trains every head of the router on all but the hold-out, which is not looked
/// at. `meanings` holds the embeddings of all texts; without it words alone are
/// learned from.
///
/// The same items in any order give the same classifier.
pub fn train(items: &[Item], meanings: Option<&Meanings>) -> Classifier {
    let embedder = meanings.map(|meanings| meanings.embedder.as_str());
    train::fitted(&tasks(items, meanings), KEPT, embedder)
}

/// What is learned: the labels of each decision.
///
/// Probabilities are made honest by questions of other hands, judged by what the rest
/// taught, where there are such; else by the router's own, in parts.
pub fn tasks(items: &[Item], meanings: Option<&Meanings>) -> Vec<Task> {
    let mut items: Vec<&Item> = items
        .iter()
        .filter(|item| item.split() != Split::HoldOut)
        .collect();
    items.sort_by(|a, b| a.id.cmp(&b.id));
    let heads: [(&str, Label); 5] = [
        ("type", |item| item.kind.clone()),
        ("intent", |item| item.intent.clone()),
        ("granularity", |item| {
            let factual = item.intent.as_deref() == Some(Intent::Factual.as_str());
            item.granularity.clone().filter(|_| factual)
        }),
        ("enumeration", |item| {
            item.enumeration
                .filter(|_| item.is_searched() || item.kind.is_none())
                .map(|whole| whole.to_string())
        }),
        ("strategy", strategy_label),
    ];
    heads
        .map(|(name, label)| Task {
            name: name.to_owned(),
            train: labelled(&items, label, meanings),
            fit: FIT,
        })
        .into()
}

type Label = fn(&Item) -> Option<String>;

/// The best strategy; what only rewords the last answer needs none.
fn strategy_label(item: &Item) -> Option<String> {
    if item.kind.as_deref() == Some(QuestionType::Conversational.as_str()) {
        return Some("none".to_owned());
    }
    let of_code = item.kind.as_deref() == Some(QuestionType::Code.as_str());
    let first = item.strategy.first().filter(|_| !of_code)?;
    others::strategy(first).map(str::to_owned)
}

/// A text that stands alone is what it is after an answer too, so that
/// conversational is ruled out for it by its words alone. Only of a text that
/// *is* conversational after an answer nothing is learned of that where there
/// was none.
fn labelled(items: &[&Item], label: Label, meanings: Option<&Meanings>) -> Vec<Labelled> {
    let conversational = Some(QuestionType::Conversational.as_str());
    let follow_ups: BTreeSet<String> = items
        .iter()
        .filter(|item| item.kind.as_deref() == conversational)
        .map(|item| item.text.to_lowercase())
        .collect();
    let barred = |item: &Item| !item.previous && follow_ups.contains(&item.text.to_lowercase());
    let others = items
        .iter()
        .any(|item| item.source == Source::Others && label(item).is_some());
    items
        .iter()
        .filter_map(|item| {
            let embedding = meanings.and_then(|meanings| meanings.get(&item.text));
            let foreign = item.source == Source::Others;
            Some(Labelled {
                text: item.text.clone(),
                embedding: embedding.unwrap_or_default().to_vec(),
                label: label(item)?,
                barred: conversational.filter(|_| barred(item)).map(str::to_owned),
                fold: if others {
                    u8::from(foreign)
                } else {
                    fold(&item.text)
                },
                typical: if others { foreign } else { !item.later },
            })
        })
        .collect()
}

/// Questions of one frame are of one fold.
fn fold(text: &str) -> u8 {
    perusal::content_digest(frame(text).as_bytes())[2] % FOLDS
}
