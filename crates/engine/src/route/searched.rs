//! What a question that is searched for asks of the search.

use super::strategy::Wanted;
use super::{Granularity, Intent, Route, RouteInput};
use crate::classifier::features::Vector;
use crate::classifier::{Classifier, Guess};

/// Probability of a list from which a sentence is no answer. Of the questions of other hands
/// that are taken for lists a quarter to a third want one thing, and would lose their answer.
/// Set by hand, not fitted.
const LIST_SURE: f64 = 0.8;

/// A classifier with what it reads of a question.
pub(super) struct View<'c> {
    pub(super) classifier: &'c Classifier,
    pub(super) vector: Vector,
}

impl<'c> View<'c> {
    fn guess(&self, head: &str) -> Option<Guess<'c>> {
        Some(self.classifier.head(head)?.guess(&self.vector))
    }
}

/// What the classifier makes of the question; without one, what the form of the
/// question tells.
pub(super) fn route(
    question: &RouteInput<'_>,
    view: Option<&View<'_>>,
    signals: &mut Vec<String>,
) -> Route {
    let guess = |head: &str| view.and_then(|view| view.guess(head));
    let learned = guess("intent");
    let intent = learned
        .as_ref()
        .and_then(|guess| Intent::parse(guess.label))
        .unwrap_or(Intent::Factual);
    let listed = guess("enumeration").filter(|guess| guess.label == "true");
    signals.extend(listed.as_ref().map(|guess| {
        let sure = guess.confidence;
        format!("asks for a whole list ({sure:.2})")
    }));
    let wanted = Wanted::of(guess("strategy").as_ref());
    let (strategy, reason) = wanted.over(question.shape);
    Route {
        intent,
        intent_confidence: learned.map(|guess| guess.confidence),
        granularity: granularity(intent, guess("granularity").as_ref()),
        enumeration: listed.is_some(),
        surely_list: listed.is_some_and(|guess| guess.confidence >= LIST_SURE),
        wanted,
        strategy,
        reasons: vec![reason],
    }
}

/// From the intent; for facts it is learned.
fn granularity(intent: Intent, learned: Option<&Guess<'_>>) -> Granularity {
    match intent {
        Intent::Navigation => Granularity::Fine,
        Intent::Procedural | Intent::Comparison | Intent::Recommendation => Granularity::Holistic,
        Intent::Factual => learned
            .and_then(|guess| Granularity::parse(guess.label))
            .unwrap_or(Granularity::Fine),
    }
}
