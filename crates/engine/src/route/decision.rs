//! What the router decides, in types.

use super::strategy::{Shape, Wanted};
use crate::retrieve::Strategy;

/// A closed set of names, the same in output, settings and training data.
macro_rules! names {
    ($(#[$doc:meta])* $set:ident { $($(#[$of:meta])* $variant:ident = $name:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $set { $($(#[$of])* $variant),+ }

        impl $set {
            /// Every value.
            pub const ALL: &[$set] = &[$($set::$variant),+];

            /// Its name in output and data.
            pub fn as_str(self) -> &'static str {
                match self { $($set::$variant => $name),+ }
            }

            /// The value of a name.
            pub fn parse(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| one.as_str() == name)
            }
        }
    };
}

names! {
    /// Where a question goes.
    QuestionType {
        /// Answered from the documents.
        Retrieval = "retrieval",
        /// Asks for code, an example of code, a command.
        Code = "code",
        /// Rewords or continues the last answer.
        Conversational = "conversational",
        /// About the caller's own account, usage, quota, billing.
        Platform = "platform",
    }
}

names! {
    /// What the asker wants to do with the answer.
    Intent {
        /// Find the place where something stands.
        Navigation = "navigation",
        /// Do something step by step.
        Procedural = "procedural",
        /// Hold things against each other.
        Comparison = "comparison",
        /// Choose.
        Recommendation = "recommendation",
        /// Know.
        Factual = "factual",
    }
}

names! {
    /// How much of the documents an answer rests on.
    Granularity {
        /// A detail.
        Fine = "fine",
        /// An overview.
        Holistic = "holistic",
    }
}

names! {
    /// Who decided the type.
    Layer {
        /// The caller.
        Declared = "declared",
        /// A rule.
        Rules = "rules",
        /// The classifier.
        Classifier = "classifier",
        /// A language model.
        Language = "llm",
    }
}

/// How a search for one question goes.
#[derive(Debug, Clone, PartialEq)]
pub struct Route {
    /// What the asker wants.
    pub intent: Intent,
    /// Probability that the intent is right, 0 to 1; `None` where nothing was learned.
    pub intent_confidence: Option<f64>,
    /// Detail or overview.
    pub granularity: Granularity,
    /// The question asks for all members of a list.
    pub enumeration: bool,
    /// It surely does, so that a sentence does not answer.
    pub surely_list: bool,
    /// What was learned of how to look, whatever the library.
    pub wanted: Wanted,
    /// How to look.
    pub strategy: Strategy,
    /// Why so.
    pub reasons: Vec<String>,
}

/// Where a question goes, with what is needed there.
///
/// Only a search carries a [`Route`], and only a route carries a strategy
/// (RC-04), so the other two cannot touch the index:
///
/// ```compile_fail
/// # use perusal::route::RouteKind;
/// fn strategy(kind: RouteKind) -> perusal::retrieve::Strategy {
///     match kind {
///         RouteKind::Retrieval(route) | RouteKind::Code(route) => route.strategy,
///         RouteKind::Conversational(route) | RouteKind::Platform(route) => route.strategy,
///     }
/// }
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum RouteKind {
    /// Searched in the documents.
    Retrieval(Route),
    /// Searched for examples of code.
    Code(Route),
    /// Answered from the last answer's evidence.
    Conversational,
    /// Answered from what the caller says about the account.
    Platform,
}

impl RouteKind {
    /// Its type, without what it carries.
    pub fn question_type(&self) -> QuestionType {
        match self {
            RouteKind::Retrieval(_) => QuestionType::Retrieval,
            RouteKind::Code(_) => QuestionType::Code,
            RouteKind::Conversational => QuestionType::Conversational,
            RouteKind::Platform => QuestionType::Platform,
        }
    }

    /// How to search, where there is a search.
    pub fn route(&self) -> Option<&Route> {
        match self {
            RouteKind::Retrieval(route) | RouteKind::Code(route) => Some(route),
            RouteKind::Conversational | RouteKind::Platform => None,
        }
    }
}

/// What the router made of a question.
#[derive(Debug, Clone, PartialEq)]
pub struct Decision {
    /// Where it goes.
    pub kind: RouteKind,
    /// Who decided.
    pub layer: Layer,
    /// Probability that the type is right, 0 to 1.
    pub confidence: f64,
    /// No layer was sure: the best guess stands.
    pub low_confidence: bool,
    /// What the decision rests on.
    pub signals: Vec<String>,
}

impl Decision {
    /// The same for the library that is searched, which is opened only for a search:
    /// how large it is bears on the strategy alone.
    #[must_use]
    pub fn of_library(mut self, shape: Shape) -> Decision {
        if let RouteKind::Retrieval(route) | RouteKind::Code(route) = &mut self.kind {
            let (strategy, reason) = route.wanted.over(shape);
            route.strategy = strategy;
            route.reasons = vec![reason];
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for kind in QuestionType::ALL {
            assert_eq!(QuestionType::parse(kind.as_str()), Some(*kind));
        }
        assert_eq!(Intent::parse("factual"), Some(Intent::Factual));
        assert_eq!(Granularity::parse("coarse"), None);
    }
}
