//! Which strategy a search runs, and why.

use crate::classifier::Guess;
use crate::retrieve::Strategy;

/// What the choice knows of the library.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Shape {
    /// Documents that can be searched.
    pub documents: usize,
}

/// The label of what no strategy finds: a greeting, a sum, talk about the talk.
pub const NONE: &str = "none";

/// How sure it must be that a whole document is asked for: what one says as a whole answers no
/// other question, while a search may find even that.
const WHOLE_MIN: f64 = 0.6;

/// What the classifier makes of a question, before a library is looked at.
#[derive(Debug, Clone, PartialEq)]
pub struct Wanted {
    /// How to look; `None` where there seems to be nothing to look for.
    pub strategy: Option<Strategy>,
    /// Probability of what was likeliest, 0 to 1; `None` where nothing was learned.
    pub confidence: Option<f64>,
}

impl Wanted {
    pub(super) fn of(guess: Option<&Guess<'_>>) -> Self {
        let Some(guess) = guess else {
            return Self {
                strategy: Some(Strategy::Hybrid),
                confidence: None,
            };
        };
        let unlikely = |one: Strategy| one == Strategy::Analyze && guess.confidence < WHOLE_MIN;
        let known = Strategy::parse(guess.label)
            .filter(|one| *one != Strategy::Auto)
            .map(|one| if unlikely(one) { Strategy::Hybrid } else { one });
        let strategy = match known {
            None if guess.label == NONE => None,
            known => Some(known.unwrap_or(Strategy::Hybrid)),
        };
        Self {
            strategy,
            confidence: Some(guess.confidence),
        }
    }

    /// Its label in figures.
    pub fn as_str(&self) -> &'static str {
        self.strategy.map_or(NONE, Strategy::as_str)
    }

    /// What a library of this shape is searched with, and why. What seems to want no
    /// search is searched all the same: that costs milliseconds, and a question that
    /// is left alone costs its answer.
    pub(super) fn over(&self, shape: Shape) -> (Strategy, String) {
        let sure = match self.confidence {
            Some(confidence) => format!(" ({confidence:.2})"),
            None => " (nothing was learned)".to_owned(),
        };
        let Some(strategy) = self.strategy else {
            let reason = format!("there seems nothing to look for{sure}, searched all the same");
            return (Strategy::Hybrid, reason);
        };
        let reason = match strategy {
            Strategy::Hierarchical if shape.documents == 1 => {
                let reason = "a broad question, over one document".to_owned();
                return (Strategy::Hybrid, reason);
            }
            Strategy::Hierarchical => "a broad question over many places",
            Strategy::MultiQuery => "several things are asked for or held against each other",
            Strategy::Graph => "asks how named things hang together",
            Strategy::Web => "asks for what is new in the world",
            Strategy::Analyze => "asks for a whole document",
            _ => "a plain look-up",
        };
        (strategy, format!("{reason}{sure}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn over(label: &str, documents: usize) -> Strategy {
        let guess = Guess {
            label,
            confidence: 0.8,
        };
        Wanted::of(Some(&guess)).over(Shape { documents }).0
    }

    #[test]
    fn a_whole_document_is_told_where_it_is_surely_asked_for() {
        let of = |confidence| {
            let guess = Guess {
                label: "analyze",
                confidence,
            };
            Wanted::of(Some(&guess)).strategy
        };
        assert_eq!(of(0.9), Some(Strategy::Analyze));
        assert_eq!(of(0.45), Some(Strategy::Hybrid));
    }

    #[test]
    fn what_was_learned_is_run_where_the_library_allows_it() {
        assert_eq!(over("multi_query", 3), Strategy::MultiQuery);
        assert_eq!(over("hierarchical", 3), Strategy::Hierarchical);
        assert_eq!(over("hierarchical", 1), Strategy::Hybrid);
        assert_eq!(over("none", 3), Strategy::Hybrid);
        assert_eq!(over("auto", 3), Strategy::Hybrid);
        let unlearned = Wanted::of(None);
        assert_eq!(unlearned.over(Shape::default()).0, Strategy::Hybrid);
    }
}
