//! Where a question goes: four types, five intents, and how to search.
//!
//! Layers decide in order, the first that is sure wins: what the caller
//! declared, rules, the classifier. The layers see the text of the question
//! and one bit, whether a previous answer exists; never a document, a file
//! name or the history (RC-03).

pub mod classifier;
mod decision;
mod enumeration;
mod expects;
pub mod history;
pub mod reference;
mod reference_words;
mod referent;

mod rules;
mod strategy;

use std::sync::OnceLock;

use serde::Deserialize;

pub use decision::{Decision, Granularity, Intent, Kind, Layer, QuestionType, Route};
pub use expects::Expects;
pub use strategy::Shape;

use crate::EngineError;
use crate::retrieve::QUERY_BYTES_MAX;
use classifier::features::Vector;
use classifier::{Classifier, Guess, WeightsError};

/// Written by `perusal router train`, never by hand.
const SHIPPED: &[u8] = include_bytes!("../../data/routing.weights");

/// Confidence of what rules decide: they are right nearly always.
const RULE_CONFIDENCE: f64 = 0.98;
/// Confidence where there is no classifier.
const NO_CONFIDENCE: f64 = 0.5;
/// With the sign of a list, the classifier must be this sure to veto it …
const LIST_VETO: f64 = 0.15;
/// … and this sure to see a list where the question opens like one for members …
const LIST_MEMBERS: f64 = 0.5;
/// … and this sure where nothing points to one.
const LIST_UNSIGNED: f64 = 0.6;

/// Where a platform prefix must stand to count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PrefixAt {
    /// Anywhere in the text.
    #[default]
    Anywhere,
    /// At its start, white space aside.
    Start,
}

/// Settings of the router.
#[derive(Debug, Clone, PartialEq)]
pub struct RouteConfig {
    /// Texts that mark a platform question (RC-01), in any case.
    pub platform_prefixes: Vec<String>,
    /// Where they must stand.
    pub platform_prefix_at: PrefixAt,
    /// Confidence from which the classifier decides the type, 0 to 1; `None`
    /// takes the fitted one.
    pub classifier_threshold: Option<f64>,
}

impl Default for RouteConfig {
    fn default() -> Self {
        Self {
            platform_prefixes: vec!["you are a direct and concise assistant".to_owned()],
            platform_prefix_at: PrefixAt::default(),
            classifier_threshold: None,
        }
    }
}

/// What is routed.
#[derive(Debug, Clone, Copy)]
pub struct Question<'q> {
    /// The text as it was asked.
    pub text: &'q str,
    /// The session has an answer that this may be about.
    pub previous: bool,
    /// The caller's own word for the type: bypasses all layers.
    pub declared: Option<QuestionType>,
    /// The library it is asked of.
    pub shape: Shape,
}

impl<'q> Question<'q> {
    /// A question that stands alone.
    pub fn new(text: &'q str) -> Self {
        Self {
            text,
            previous: false,
            declared: None,
            shape: Shape::default(),
        }
    }
}

/// The classifier in this build.
///
/// # Errors
/// [`WeightsError`] when the weights do not fit the code; the rules then decide
/// alone and mark what they do not know.
pub fn shipped() -> Result<&'static Classifier, &'static WeightsError> {
    static CLASSIFIER: OnceLock<Result<Classifier, WeightsError>> = OnceLock::new();
    CLASSIFIER
        .get_or_init(|| Classifier::from_bytes(SHIPPED))
        .as_ref()
}

/// Decides.
///
/// ```
/// # use perusal::route::{Question, QuestionType, RouteConfig, decide, shipped};
/// let mut question = Question::new("shorter, please");
/// let config = RouteConfig::default();
/// let kind = |question| decide(&question, &config, shipped().ok()).unwrap().kind.question_type();
/// assert_ne!(kind(question), QuestionType::Conversational);
/// question.previous = true;
/// assert_eq!(kind(question), QuestionType::Conversational);
/// ```
///
/// # Errors
/// [`EngineError::QueryEmpty`], [`EngineError::QueryTooLong`].
pub fn decide(
    question: &Question<'_>,
    config: &RouteConfig,
    classifier: Option<&Classifier>,
) -> Result<Decision, EngineError> {
    check(question)?;
    let vector = classifier.map(|classifier| classifier.read(question.text));
    let model = classifier.zip(vector.as_ref());
    let mut typed = declared(question)
        .or_else(|| ruled(question, config))
        .unwrap_or_else(|| classified(question, config, model));
    let kind = match typed.kind {
        QuestionType::Conversational => Kind::Conversational,
        QuestionType::Platform => Kind::Platform,
        QuestionType::Retrieval => Kind::Retrieval(route(question, model, &mut typed.signals)),
        QuestionType::Code => Kind::Code(route(question, model, &mut typed.signals)),
    };
    Ok(Decision {
        kind,
        layer: typed.layer,
        confidence: typed.confidence,
        low_confidence: typed.low_confidence,
        signals: typed.signals,
    })
}

/// The route of a question that is searched for in any case: as if retrieval
/// had been declared, by the shipped classifier.
pub fn of_search(text: &str, shape: Shape) -> Route {
    let question = Question {
        shape,
        ..Question::new(text)
    };
    let classifier = shipped().ok();
    let vector = classifier.map(|classifier| classifier.read(text));
    route(&question, classifier.zip(vector.as_ref()), &mut Vec::new())
}

fn check(question: &Question<'_>) -> Result<(), EngineError> {
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

/// A type and how it came about.
struct Typed {
    kind: QuestionType,
    layer: Layer,
    confidence: f64,
    low_confidence: bool,
    signals: Vec<String>,
}

fn declared(question: &Question<'_>) -> Option<Typed> {
    let kind = question.declared?;
    Some(Typed {
        kind,
        layer: Layer::Declared,
        confidence: 1.0,
        low_confidence: false,
        signals: vec![format!("declared: {}", kind.as_str())],
    })
}

fn ruled(question: &Question<'_>, config: &RouteConfig) -> Option<Typed> {
    let ruled = rules::decide(question.text, question.previous, config)?;
    Some(Typed {
        kind: ruled.kind,
        layer: Layer::Rules,
        confidence: RULE_CONFIDENCE,
        low_confidence: false,
        signals: vec![ruled.signal],
    })
}

fn classified(
    question: &Question<'_>,
    config: &RouteConfig,
    model: Option<(&Classifier, &Vector)>,
) -> Typed {
    let conversational = QuestionType::Conversational.as_str();
    let barred = (!question.previous).then_some(conversational);
    let guess = guess(model, "type", barred);
    let kind = guess
        .as_ref()
        .and_then(|guess| QuestionType::parse(guess.label));
    let confidence = guess
        .as_ref()
        .map_or(NO_CONFIDENCE, |guess| guess.confidence);
    let sure = match config.classifier_threshold {
        Some(threshold) => confidence >= threshold,
        None => guess.as_ref().is_some_and(|guess| guess.sure),
    };
    Typed {
        kind: kind.unwrap_or(QuestionType::Retrieval),
        layer: if guess.is_some() {
            Layer::Classifier
        } else {
            Layer::Rules
        },
        confidence,
        low_confidence: !sure,
        signals: Vec::new(),
    }
}

fn guess<'c>(
    model: Option<(&'c Classifier, &Vector)>,
    head: &str,
    barred: Option<&str>,
) -> Option<Guess<'c>> {
    let (classifier, vector) = model?;
    Some(classifier.head(head)?.guess(vector, barred))
}

fn route(
    question: &Question<'_>,
    model: Option<(&Classifier, &Vector)>,
    signals: &mut Vec<String>,
) -> Route {
    let text = question.text;
    let (expects, opening) = expects::expects(text);
    signals.extend(opening.map(|opening| format!("opening: {opening}")));
    let intent = guess(model, "intent", None)
        .and_then(|guess| Intent::parse(guess.label))
        .unwrap_or(match expects {
            Expects::Procedure => Intent::Procedural,
            _ => Intent::Factual,
        });
    let granularity = granularity(text, intent, model);
    let enumeration = enumerates(text, model, signals);
    let (strategy, reason) =
        strategy::choose(text, intent, granularity, enumeration, question.shape);
    Route {
        expects,
        intent,
        granularity,
        enumeration,
        strategy,
        reasons: vec![reason],
    }
}

/// From the intent; for facts it is learned, or told by a few words.
fn granularity(text: &str, intent: Intent, model: Option<(&Classifier, &Vector)>) -> Granularity {
    match intent {
        Intent::Navigation => Granularity::Fine,
        Intent::Procedural | Intent::Comparison | Intent::Recommendation => Granularity::Holistic,
        Intent::Factual => guess(model, "granularity", None)
            .and_then(|guess| Granularity::parse(guess.label))
            .unwrap_or_else(|| granularity_by_words(text)),
    }
}

/// Stands in where nothing was learned.
fn granularity_by_words(text: &str) -> Granularity {
    const BROAD: [&str; 6] = [
        "summar",
        "explain",
        "describe",
        "overview",
        "resum",
        "überblick",
    ];
    let lower = text.to_lowercase();
    if BROAD.iter().any(|sign| lower.contains(sign)) {
        Granularity::Holistic
    } else {
        Granularity::Fine
    }
}

/// Patterns find lists, the classifier may veto or add.
fn enumerates(
    text: &str,
    model: Option<(&Classifier, &Vector)>,
    signals: &mut Vec<String>,
) -> bool {
    let sign = enumeration::sign(text);
    let learned = model.and_then(|(classifier, vector)| {
        Some(classifier.head("enumeration")?.probability(vector, "true"))
    });
    let needed = match (sign, enumeration::may_ask_for_members(text)) {
        (Some(_), _) => LIST_VETO,
        (None, true) => LIST_MEMBERS,
        (None, false) => LIST_UNSIGNED,
    };
    let whole = learned.map_or(sign.is_some(), |learned| learned >= needed);
    if whole {
        signals.push(format!(
            "asks for a whole list: {}",
            sign.unwrap_or("learned")
        ));
    }
    whole
}

#[cfg(test)]
mod tests;
