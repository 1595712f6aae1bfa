//! Where a question goes: four types, five intents, and how to search.
//!
//! Layers decide in order, the first that is sure wins: what the caller
//! declared, rules, the classifier, a language model where there is one. The
//! layers see the text of the question and one bit, whether a previous answer
//! exists; never a document or a file name. The language model alone is shown
//! the history, and only for a reference that rules could not resolve (RC-03).

pub mod contract;
mod decision;
pub mod history;
mod language;
mod question;
pub mod reference;
mod referent;
mod rules;
mod searched;
mod strategy;
mod typed;

use std::sync::OnceLock;

use models::{Embedder, Encoded, Heads, Limits, ModelError, Role};

pub use decision::{Decision, Granularity, Intent, Layer, QuestionType, Route, RouteKind};
pub use language::{LanguageLayer, Prompt, prompt};
pub use question::{PrefixAt, RouteConfig, RouteInput};
pub use strategy::{Shape, Wanted};

use crate::EngineError;
use crate::classifier::{Classifier, WeightsError};
use crate::retrieve::QUERY_BYTES_MAX;
use searched::View;

/// Weights over words alone. Written by `perusal router train`, never by hand.
const WORDS: &[u8] = include_bytes!("../../data/routing.weights");
/// Weights over words and embeddings, by the embedder's name. The first are of
/// the default model.
const MEANINGS: &[(&str, &[u8])] = &[
    (
        "all-minilm-l6-v2",
        include_bytes!("../../data/routing-all-minilm-l6-v2.weights"),
    ),
    (
        "multilingual-e5-small",
        include_bytes!("../../data/routing-multilingual-e5-small.weights"),
    ),
];

/// The classifiers that may decide: the one over meanings where the question
/// comes with an embedding that it reads, else the one over words.
#[derive(Debug, Clone, Copy, Default)]
pub struct Classifiers<'c> {
    /// Over words alone.
    pub words: Option<&'c Classifier>,
    /// Over words and embeddings.
    pub meaning: Option<&'c Classifier>,
}

impl Classifiers<'static> {
    /// Those of this build for an embedder of that name. Weights that do not
    /// fit the code are left out; [`shipped`] says why.
    pub fn shipped(embedder: Option<&str>) -> Self {
        Self {
            words: shipped().ok(),
            meaning: embedder.and_then(shipped_for).and_then(Result::ok),
        }
    }
}

impl<'c> Classifiers<'c> {
    /// With another classifier in place of the one of its kind. One over words
    /// that was named is not overruled by one over meanings.
    #[must_use]
    pub fn with(self, other: Option<&'c Classifier>) -> Self {
        match other {
            None => self,
            Some(other) if other.embedder().is_none() => Self {
                words: Some(other),
                meaning: None,
            },
            Some(other) => Self {
                meaning: Some(other),
                ..self
            },
        }
    }

    /// The one for a question with this embedding, or without any.
    fn of(self, embedding: Option<&[f32]>) -> Option<&'c Classifier> {
        let meaning = self.meaning.filter(|one| one.reads(embedding));
        meaning.or(self.words)
    }

    /// What one of them makes of a question.
    fn view(self, question: &RouteInput<'_>) -> Option<View<'c>> {
        let classifier = self.of(question.embedding)?;
        Some(View {
            classifier,
            vector: classifier.vector(question.text, question.embedding),
        })
    }
}

/// The classifier over words in this build.
///
/// # Errors
/// [`WeightsError`] when the weights do not fit the code; the rules then decide
/// alone and mark what they do not know.
pub fn shipped() -> Result<&'static Classifier, &'static WeightsError> {
    static CLASSIFIER: OnceLock<Result<Classifier, WeightsError>> = OnceLock::new();
    CLASSIFIER
        .get_or_init(|| Classifier::from_bytes(WORDS))
        .as_ref()
}

/// The classifier of this build that reads the embeddings of a model; `None`
/// when there is none for it.
pub fn shipped_for(embedder: &str) -> Option<Result<&'static Classifier, &'static WeightsError>> {
    static CLASSIFIERS: [OnceLock<Result<Classifier, WeightsError>>; MEANINGS.len()] =
        [const { OnceLock::new() }; MEANINGS.len()];
    let at = MEANINGS.iter().position(|(name, _)| *name == embedder)?;
    let classifier = CLASSIFIERS[at].get_or_init(|| Classifier::from_bytes(MEANINGS[at].1));
    Some(classifier.as_ref())
}

/// What the router reads of a question's meaning; `None` where no classifier
/// reads this model's embeddings, or the model fails: words then decide.
pub fn embedding(text: &str, embedder: Option<&dyn Embedder>, limits: &Limits) -> Option<Vec<f32>> {
    let embedder = embedder.filter(|one| shipped_for(&one.profile().name).is_some())?;
    embeddings(&[text], embedder, limits).ok()?.pop()
}

/// What the router reads of questions' meanings: vectors from within the model, where it gives them, else
/// its dense ones. What kind of question a text is stands out better before the last layers.
///
/// # Errors
/// Those of the embedder.
pub fn embeddings(
    texts: &[&str],
    embedder: &dyn Embedder,
    limits: &Limits,
) -> Result<Vec<Vec<f32>>, ModelError> {
    let heads = match embedder.profile().middle_dim {
        Some(_) => Heads::MIDDLE,
        None => Heads::DENSE,
    };
    let encoded = embedder.encode(texts, Role::Query, heads, limits)?;
    let vector = |one: Encoded| one.middle.or(one.dense).unwrap_or_default();
    Ok(encoded.into_iter().map(vector).collect())
}

/// Decides.
///
/// ```
/// # use perusal::route::{Classifiers, RouteInput, QuestionType, RouteConfig, decide};
/// let mut question = RouteInput::new("shorter, please");
/// let config = RouteConfig::default();
/// let classifiers = Classifiers::shipped(None);
/// let kind = |question| decide(&question, &config, classifiers).unwrap().kind.question_type();
/// assert_ne!(kind(question), QuestionType::Conversational);
/// question.previous = true;
/// assert_eq!(kind(question), QuestionType::Conversational);
/// ```
///
/// # Errors
/// [`EngineError::QueryEmpty`], [`EngineError::QueryTooLong`].
pub fn decide(
    question: &RouteInput<'_>,
    config: &RouteConfig,
    classifiers: Classifiers<'_>,
) -> Result<Decision, EngineError> {
    decide_asking(question, config, classifiers, None)
}

/// Decides, and asks a language model where no other layer is sure.
///
/// # Errors
/// Those of [`decide`]; a model that fails leaves the best guess.
pub fn decide_asking(
    question: &RouteInput<'_>,
    config: &RouteConfig,
    classifiers: Classifiers<'_>,
    third: Option<&LanguageLayer<'_>>,
) -> Result<Decision, EngineError> {
    check(question)?;
    let view = classifiers.view(question);
    let mut typed = typed::decide(question, config, view.as_ref(), third);
    let kind = match typed.kind {
        QuestionType::Conversational => RouteKind::Conversational,
        QuestionType::Platform => RouteKind::Platform,
        QuestionType::Retrieval => {
            RouteKind::Retrieval(searched::route(question, view.as_ref(), &mut typed.signals))
        }
        QuestionType::Code => {
            RouteKind::Code(searched::route(question, view.as_ref(), &mut typed.signals))
        }
    };
    let decision = Decision {
        kind,
        layer: typed.layer,
        confidence: typed.confidence,
        low_confidence: typed.low_confidence,
        signals: typed.signals,
    };
    contract::check(
        question,
        config,
        &decision,
        third.map(|third| third.history),
    );
    Ok(decision)
}

/// The route of a question that is searched for in any case: as if retrieval
/// had been declared.
pub fn of_search(question: &RouteInput<'_>, classifiers: Classifiers<'_>) -> Route {
    searched::route(
        question,
        classifiers.view(question).as_ref(),
        &mut Vec::new(),
    )
}

fn check(question: &RouteInput<'_>) -> Result<(), EngineError> {
    if question.text.trim().is_empty() {
        return Err(EngineError::QueryEmpty);
    }
    if question.text.len() > QUERY_BYTES_MAX {
        return Err(EngineError::QueryTooLong {
            limit: QUERY_BYTES_MAX,
            got: question.text.len(),
        });
    }
    Ok(())
}

#[cfg(test)]
mod echo_tests;
#[cfg(test)]
mod tests;
