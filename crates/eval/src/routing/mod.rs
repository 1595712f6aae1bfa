//! Is a question routed well: labelled questions, splits and measures.

mod cross;
mod gate;
mod items;
mod measure;
mod public;
mod references;
mod split;
mod steady;
mod unsearched;

pub use cross::measure_crosswise;
pub use gate::{Gate, Paired, gate};
pub use items::{DEVELOPMENT, Item, read_folder, read_items, read_taught};
pub use measure::{Decided, Measured, Router, Row, Share, curve, measure};
pub use public::{PublicResult, measure_public};
pub use references::{Asked, ReferenceItem, References, measure_references};
pub use split::{Split, frame, split};
pub use steady::{Change, Steadiness, measure_steadiness};
pub use unsearched::{Unsearched, document_questions, unsearched_of};

use std::collections::{BTreeMap, BTreeSet};

use perusal::models::{Embedder, Limits, ModelError, Role};
use perusal::route::classifier::features::Kept;
use perusal::route::classifier::fit::Fit;
use perusal::route::classifier::{Classifier, Labelled, Task};
use perusal::route::{Intent, QuestionType};

/// What the vocabulary keeps. Marks are left out: people put questions with and
/// without them.
pub const KEPT: Kept = Kept {
    texts_min: 3,
    marks: false,
};
/// All heads are fitted alike, but for the weight of rare classes.
const FIT: Fit = Fit {
    looseness: 8.0,
    steps_max: 120,
    balance: 1.0,
};
/// Types are balanced by half: nearly all real questions are for the library,
/// and one that is taken for another kind is not searched.
const TYPE_BALANCE: f64 = 0.5;
/// Types, and intents, which are many and close to each other: judged crosswise, they are told
/// best when the examples are followed more closely than those of other decisions. For types 4,
/// 8, 16 and 32 gave 0.932, 0.933, 0.934 and 0.935 right, with a squared error of the confidence
/// of 0.0451, 0.0448, 0.0443 and 0.0442.
const TYPE_LOOSENESS: f64 = 32.0;
const INTENT_LOOSENESS: f64 = 16.0;
/// Questions are judged by what the others taught, in this many parts.
const FOLDS: u8 = 8;
/// Texts embedded at once.
const BATCH: usize = 32;

/// Embeddings of questions.
#[derive(Debug, Clone, Default)]
pub struct Meanings {
    /// Name of the embedder.
    pub embedder: String,
    /// By text.
    pub vectors: BTreeMap<String, Vec<f32>>,
}

impl Meanings {
    /// Embeds texts as queries.
    ///
    /// # Errors
    /// Those of the embedder.
    pub fn of<'t>(
        texts: impl Iterator<Item = &'t str>,
        embedder: &dyn Embedder,
    ) -> Result<Self, ModelError> {
        let texts: Vec<&str> = texts.collect::<BTreeSet<_>>().into_iter().collect();
        let mut vectors = BTreeMap::new();
        for batch in texts.chunks(BATCH) {
            let embedded = embedder.embed(batch, Role::Query, &Limits::none())?;
            let pairs = batch.iter().zip(embedded);
            vectors.extend(pairs.map(|(text, one)| ((*text).to_owned(), one.vector)));
        }
        Ok(Self {
            embedder: embedder.profile().name.clone(),
            vectors,
        })
    }

    /// The embedding of a text, where it was embedded.
    pub fn get(&self, text: &str) -> Option<&[f32]> {
        self.vectors.get(text).map(Vec::as_slice)
    }
}

/// Trains every head of the router on all but the hold-out, which is not looked
/// at. `meanings` holds the embeddings of all texts; without it words alone are
/// learned from.
///
/// The same items in any order give the same classifier.
pub fn train(items: &[Item], meanings: Option<&Meanings>) -> Classifier {
    let embedder = meanings.map(|meanings| meanings.embedder.as_str());
    Classifier::train(&tasks(items, meanings), KEPT, embedder)
}

/// What is learned: the labels of each decision.
pub fn tasks(items: &[Item], meanings: Option<&Meanings>) -> Vec<Task> {
    let mut items: Vec<&Item> = items
        .iter()
        .filter(|item| item.split() != Split::HoldOut)
        .collect();
    items.sort_by(|a, b| a.id.cmp(&b.id));
    let heads: [(&str, Label); 4] = [
        ("type", |item| Some(item.kind.clone())),
        ("intent", |item| item.intent.clone()),
        ("granularity", |item| {
            let factual = item.intent.as_deref() == Some(Intent::Factual.as_str());
            item.granularity.clone().filter(|_| factual)
        }),
        ("enumeration", |item| {
            let enumeration = item.enumeration.filter(|_| item.is_searched());
            enumeration.map(|whole| whole.to_string())
        }),
    ];
    let task = |(name, label): (&str, Label)| {
        let of_type = name == "type";
        Task {
            name: name.to_owned(),
            train: labelled(&items, label, meanings),
            fit: Fit {
                balance: if of_type { TYPE_BALANCE } else { FIT.balance },
                looseness: match name {
                    "type" => TYPE_LOOSENESS,
                    "intent" => INTENT_LOOSENESS,
                    _ => FIT.looseness,
                },
                ..FIT
            },
        }
    };
    heads.map(task).into()
}

type Label = fn(&Item) -> Option<String>;

/// A text that stands alone is what it is after an answer too, so that
/// conversational is ruled out for it by its words alone. Only of a text that
/// *is* conversational after an answer nothing is learned of that where there
/// was none.
fn labelled(items: &[&Item], label: Label, meanings: Option<&Meanings>) -> Vec<Labelled> {
    let conversational = QuestionType::Conversational.as_str();
    let follow_ups: BTreeSet<String> = items
        .iter()
        .filter(|item| item.kind == conversational)
        .map(|item| item.text.to_lowercase())
        .collect();
    let barred = |item: &Item| !item.previous && follow_ups.contains(&item.text.to_lowercase());
    items
        .iter()
        .filter_map(|item| {
            let embedding = meanings.and_then(|meanings| meanings.get(&item.text));
            Some(Labelled {
                text: item.text.clone(),
                embedding: embedding.unwrap_or_default().to_vec(),
                label: label(item)?,
                barred: barred(item).then(|| conversational.to_owned()),
                fold: fold(&item.text),
                typical: !item.later,
            })
        })
        .collect()
}

/// Questions of one frame are of one fold.
fn fold(text: &str) -> u8 {
    perusal::content_digest(frame(text).as_bytes())[2] % FOLDS
}
