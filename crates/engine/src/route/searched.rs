//! What a question that is searched for asks of the search: intent, detail or
//! overview, a whole list or not, and from these the strategy.

use super::classifier::features::Vector;
use super::classifier::{Classifier, Guess, Head, guess_together, probability_together};
use super::enumeration::{self, Sign};
use super::{Expects, Granularity, Intent, Question, Route, expects, several, strategy};

/// The classifier must be this sure to see a list where the question plainly asks
/// for one: it may only veto …
const LIST_PLAIN: f64 = 0.05;
/// … this sure where it may …
const LIST_LIKELY: f64 = 0.45;
/// … and this sure where its words ask for one thing or a choice. All were chosen on
/// training questions, each judged by what others had taught.
const LIST_UNLIKELY: f64 = 0.55;

/// A classifier with what it reads of a question.
pub(super) struct View<'c> {
    pub(super) classifier: &'c Classifier,
    pub(super) vector: Vector,
}

/// What the views make of the question, all of them having an equal say but for lists: crosswise
/// words and a model that does not know the language are right more often together
/// than either alone.
pub(super) fn route(
    question: &Question<'_>,
    views: &[View<'_>],
    signals: &mut Vec<String>,
) -> Route {
    let text = question.text;
    let (expects, opening) = expects::expects(text);
    signals.extend(opening.map(|opening| format!("opening: {opening}")));
    let intent = guess(views, "intent")
        .and_then(|guess| Intent::parse(guess.label))
        .unwrap_or(match expects {
            Expects::Procedure => Intent::Procedural,
            _ => Intent::Factual,
        });
    let granularity = granularity(text, intent, views);
    let enumeration = enumerates(text, views, signals);
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
fn granularity(text: &str, intent: Intent, views: &[View<'_>]) -> Granularity {
    match intent {
        Intent::Navigation => Granularity::Fine,
        Intent::Procedural | Intent::Comparison | Intent::Recommendation => Granularity::Holistic,
        Intent::Factual => guess(views, "granularity")
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

/// Patterns and endings point to lists, the classifier decides.
fn enumerates(text: &str, views: &[View<'_>], signals: &mut Vec<String>) -> bool {
    let sign = enumeration::sign(text);
    // Number and wording tell a list; a model that does not know the language tells little of
    // them, so that words decide alone where they have a say.
    let by_words = &views[views.len().saturating_sub(1)..];
    let learned = probability_together(&heads(by_words, "enumeration"), "true");
    let asked = several::asked(text);
    let needed = match sign {
        Some(Sign::Plain(_)) => LIST_PLAIN,
        Some(Sign::Quantified(_)) => LIST_LIKELY,
        None if several::asks_for_one(&asked) => LIST_UNLIKELY,
        None => LIST_LIKELY,
    };
    let whole = learned.map_or(sign.is_some(), |learned| learned >= needed);
    if whole {
        signals.push(format!(
            "asks for a whole list: {}",
            sign.map_or("learned", Sign::words)
        ));
    }
    whole
}

fn guess<'c>(views: &[View<'c>], head: &str) -> Option<Guess<'c>> {
    guess_together(&heads(views, head))
}

fn heads<'v, 'c>(views: &'v [View<'c>], name: &str) -> Vec<(&'c Head, &'v Vector)> {
    let with = |view: &'v View<'c>| Some((view.classifier.head(name)?, &view.vector));
    views.iter().filter_map(with).collect()
}
