//! The type of a question: the first layer that is sure of it.

use super::language::LanguageLayer;
use super::searched::View;
use super::{Layer, QuestionType, RouteConfig, RouteInput, language, rules};

/// Confidence of what rules decide: they are right nearly always.
const RULE_CONFIDENCE: f64 = 0.98;
/// Confidence where there is no classifier.
const NO_CONFIDENCE: f64 = 0.5;
/// Confidence of what the language model decides, until sessions have shown more.
const LANGUAGE_CONFIDENCE: f64 = 0.9;

/// From here on a text is a follow-up; where there is nothing to follow, it is
/// searched for.
const FOLLOW_UP_MIN: f64 = 0.5;
/// A question is left unsearched only where that is more probable than all else.
const UNSEARCHED_MIN: f64 = 0.5;

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
    question: &RouteInput<'_>,
    config: &RouteConfig,
    view: Option<&View<'_>>,
    third: Option<&LanguageLayer<'_>>,
) -> Typed {
    let typed = declared(question)
        .or_else(|| ruled(question, config))
        .unwrap_or_else(|| classified(question, config, view));
    match third {
        Some(third) if typed.low_confidence => asked(question, third, typed),
        _ => typed,
    }
}

fn declared(question: &RouteInput<'_>) -> Option<Typed> {
    let kind = question.declared?;
    Some(Typed {
        kind,
        layer: Layer::Declared,
        confidence: 1.0,
        low_confidence: false,
        signals: vec![format!("declared: {}", kind.as_str())],
    })
}

fn ruled(question: &RouteInput<'_>, config: &RouteConfig) -> Option<Typed> {
    let ruled = rules::decide(question.text, config)?;
    Some(Typed {
        kind: ruled.kind,
        layer: Layer::Rules,
        confidence: RULE_CONFIDENCE,
        low_confidence: false,
        signals: vec![ruled.signal],
    })
}

fn classified(question: &RouteInput<'_>, config: &RouteConfig, view: Option<&View<'_>>) -> Typed {
    let Some(guess) = guess(question, view) else {
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
    let instead = guess.instead_of.map(|kind| {
        format!(
            "perhaps {}, but not surely enough to leave it unsearched",
            kind.as_str()
        )
    });
    Typed {
        kind: guess.kind,
        layer: Layer::Classifier,
        confidence: guess.confidence,
        low_confidence: !sure,
        signals: instead.into_iter().collect(),
    }
}

/// What the classifier makes of a question.
struct Guess {
    kind: QuestionType,
    confidence: f64,
    sure: bool,
    /// More probable, but not chosen.
    instead_of: Option<QuestionType>,
}

fn guess(question: &RouteInput<'_>, view: Option<&View<'_>>) -> Option<Guess> {
    let View { classifier, vector } = view?;
    let head = classifier.head("type")?;
    let conversational = QuestionType::Conversational.as_str();
    if !question.previous {
        let confidence = head.probability(vector, conversational);
        if confidence >= FOLLOW_UP_MIN {
            // "Shorter" after nothing: whatever it is about, it is not the account.
            return Some(Guess {
                kind: QuestionType::Retrieval,
                confidence,
                sure: confidence >= f64::from(head.threshold),
                instead_of: None,
            });
        }
    }
    let barred = (!question.previous).then_some(conversational);
    let probabilities = head.probabilities(vector, barred);
    let kinds = head.labels.iter().map(|label| QuestionType::parse(label));
    let kinds: Vec<QuestionType> = kinds.collect::<Option<_>>()?;
    let most = |may: &dyn Fn(QuestionType) -> bool| {
        let possible = kinds.iter().zip(&probabilities).enumerate();
        let possible = possible.filter(|(_, (kind, _))| may(**kind));
        possible
            .max_by(|a, b| a.1.1.total_cmp(b.1.1))
            .map(|(class, _)| class)
    };
    let first = most(&|_| true)?;
    let chosen = if probabilities[first] >= least(kinds[first], question) {
        first
    } else {
        most(&is_searched)?
    };
    Some(Guess {
        kind: kinds[chosen],
        confidence: probabilities[chosen],
        sure: probabilities[chosen] >= f64::from(head.threshold),
        instead_of: (chosen != first).then_some(kinds[first]),
    })
}

fn is_searched(kind: QuestionType) -> bool {
    matches!(kind, QuestionType::Retrieval | QuestionType::Code)
}

/// The probability from which a type may be chosen. "I lost my card, what does a new one cost?" is
/// asked of a bank and of the terms of a gym in the same words: where nothing is known of an account,
/// the documents may answer, and nothing else can.
fn least(kind: QuestionType, question: &RouteInput<'_>) -> f64 {
    match kind {
        QuestionType::Retrieval | QuestionType::Code => 0.0,
        QuestionType::Platform if question.account_unknown => f64::INFINITY,
        QuestionType::Platform | QuestionType::Conversational => UNSEARCHED_MIN,
    }
}

/// What the language model says; without its word the best guess stands.
fn asked(question: &RouteInput<'_>, third: &LanguageLayer<'_>, mut guessed: Typed) -> Typed {
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
