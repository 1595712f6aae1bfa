//! The type of a question: the first layer that is sure of it.

use super::classifier::features::Vector;
use super::classifier::{Classifier, Guess};
use super::language::Third;
use super::{Layer, Question, QuestionType, RouteConfig, language, rules};

/// Confidence of what rules decide: they are right nearly always.
const RULE_CONFIDENCE: f64 = 0.98;
/// Confidence where there is no classifier.
const NO_CONFIDENCE: f64 = 0.5;
/// Confidence of what the language model decides, until sessions have shown more.
const LANGUAGE_CONFIDENCE: f64 = 0.9;

/// From here on a text is a follow-up; where there is nothing to follow, it is
/// searched for.
const FOLLOW_UP_MIN: f64 = 0.5;

/// A type and how it came about.
pub(super) struct Typed {
    pub(super) kind: QuestionType,
    pub(super) layer: Layer,
    pub(super) confidence: f64,
    pub(super) low_confidence: bool,
    pub(super) signals: Vec<String>,
}

/// Declared, rules, classifier, language model.
pub(super) fn decide(
    question: &Question<'_>,
    config: &RouteConfig,
    model: Option<(&Classifier, &Vector)>,
    third: Option<&Third<'_>>,
) -> Typed {
    let typed = declared(question)
        .or_else(|| ruled(question, config))
        .unwrap_or_else(|| classified(question, config, model));
    match third {
        Some(third) if typed.low_confidence => asked(question, third, typed),
        _ => typed,
    }
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
    let Some((guess, kind)) = guess(question, model) else {
        return Typed {
            kind: QuestionType::Retrieval,
            layer: Layer::Rules,
            confidence: NO_CONFIDENCE,
            low_confidence: true,
            signals: vec!["no classifier: what no rule knows is searched for".to_owned()],
        };
    };
    let sure = match config.classifier_threshold {
        Some(threshold) => guess.confidence >= threshold,
        None => guess.sure,
    };
    let instead = guess
        .instead_of
        .map(|label| format!("perhaps {label}, but not surely enough to leave it unsearched"));
    Typed {
        kind,
        layer: Layer::Classifier,
        confidence: guess.confidence,
        low_confidence: !sure,
        signals: instead.into_iter().collect(),
    }
}

fn guess<'c>(
    question: &Question<'_>,
    model: Option<(&'c Classifier, &Vector)>,
) -> Option<(Guess<'c>, QuestionType)> {
    let (classifier, vector) = model?;
    let head = classifier.head("type")?;
    let conversational = QuestionType::Conversational.as_str();
    if question.previous {
        let guess = head.guess(vector, None);
        let kind = QuestionType::parse(guess.label)?;
        return Some((guess, kind));
    }
    let confidence = head.probability(vector, conversational);
    if confidence >= FOLLOW_UP_MIN {
        // "Shorter" after nothing: whatever it is about, it is not the account.
        let label = QuestionType::Retrieval.as_str();
        let guess = Guess {
            label,
            confidence,
            sure: confidence >= f64::from(head.threshold),
            instead_of: None,
        };
        return Some((guess, QuestionType::Retrieval));
    }
    let guess = head.guess(vector, Some(conversational));
    let kind = QuestionType::parse(guess.label)?;
    Some((guess, kind))
}

/// What the language model says; without its word the best guess stands.
fn asked(question: &Question<'_>, third: &Third<'_>, mut guessed: Typed) -> Typed {
    match language::ask(question, third) {
        Ok(kind) => Typed {
            kind,
            layer: Layer::Language,
            confidence: LANGUAGE_CONFIDENCE,
            low_confidence: false,
            signals: guessed.signals,
        },
        Err(reason) => {
            guessed.signals.push(format!("language model: {reason}"));
            guessed
        }
    }
}
