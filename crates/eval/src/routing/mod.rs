//! Is a question routed well: labelled questions, splits and measures.

mod items;
mod measure;
mod public;
mod split;

pub use items::{Item, read_folder, read_items};
pub use measure::{Decided, Measured, Row, Share, curve, measure};
pub use public::{PublicResult, measure_public};
pub use split::{Split, frame, split};

use perusal::route::classifier::train::Fit;
use perusal::route::classifier::{Classifier, Labelled, Task};
use perusal::route::{Intent, QuestionType};

/// A feature that fewer texts have is left out of the vocabulary.
const TEXTS_MIN: u32 = 2;
/// All heads are fitted alike, but for the weight of rare classes.
const FIT: Fit = Fit {
    looseness: 8.0,
    steps_max: 200,
    balance: 1.0,
};
/// Types are balanced by half: nearly all real questions are for the library,
/// and one that is taken for another kind is not searched.
const TYPE_BALANCE: f64 = 0.5;

/// Trains every head of the router on the training split of `items`, and
/// calibrates on the calibration split. The hold-out is not looked at.
///
/// The same items in any order give the same classifier.
pub fn train(items: &[Item]) -> Classifier {
    let mut items: Vec<&Item> = items.iter().collect();
    items.sort_by(|a, b| a.id.cmp(&b.id));
    let heads: [(&str, Label); 4] = [
        ("type", |item| Some(item.kind.clone())),
        ("intent", |item| item.intent.clone()),
        ("granularity", |item| {
            let factual = item.intent.as_deref() == Some(Intent::Factual.as_str());
            item.granularity.clone().filter(|_| factual)
        }),
        ("enumeration", |item| {
            item.is_searched().then(|| item.enumeration.to_string())
        }),
    ];
    let tasks = heads.map(|(name, label)| Task {
        name: name.to_owned(),
        train: labelled(&items, Split::Train, label),
        calibration: labelled(&items, Split::Calibration, label),
        fit: Fit {
            balance: if name == "type" {
                TYPE_BALANCE
            } else {
                FIT.balance
            },
            ..FIT
        },
    });
    Classifier::train(&tasks, TEXTS_MIN)
}

type Label = fn(&Item) -> Option<String>;

fn labelled(items: &[&Item], part: Split, label: Label) -> Vec<Labelled> {
    items
        .iter()
        .filter(|item| split(&item.text) == part)
        .filter_map(|item| {
            Some(Labelled {
                text: item.text.clone(),
                label: label(item)?,
                barred: (!item.previous).then(|| QuestionType::Conversational.as_str().to_owned()),
            })
        })
        .collect()
}
