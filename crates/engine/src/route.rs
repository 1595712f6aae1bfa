//! What kind of question this is, as far as rules can tell.
//!
//! The rules look at the question alone, never at a document. A question they
//! do not know is taken for a plain look-up and marked so.

/// What the answer is expected to hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Expects {
    /// A person or an organisation.
    Name,
    /// A date or a year.
    Date,
    /// A number, an amount or a measure.
    Number,
    /// A place.
    Place,
    /// What something is.
    Definition,
    /// A reason.
    Reason,
    /// Steps.
    Procedure,
    /// Not told by the question's form.
    Anything,
}

/// What the rules made of a question.
#[derive(Debug, Clone, PartialEq)]
pub struct Route {
    /// Expected kind of answer.
    pub expects: Expects,
    /// The question asks for all members of a list.
    pub enumeration: bool,
    /// One of the five intents of the routing contract.
    pub intent: &'static str,
    /// `fine` for a detail, `holistic` for an overview.
    pub granularity: &'static str,
    /// What the decision rests on.
    pub signals: Vec<String>,
    /// No rule matched.
    pub low_confidence: bool,
}

/// Openings of a question by what they expect: English, Spanish, German.
/// The first that stands at the start of a word sequence wins.
const EXPECTS: &[(Expects, &[&str])] = &[
    (
        Expects::Number,
        &[
            "how many",
            "how much",
            "how long",
            "how old",
            "how far",
            "how high",
            "how tall",
            "how often",
            "what percentage",
            "what number",
            "what amount",
            "what is the rate",
            "cuánto",
            "cuánta",
            "cuántos",
            "cuántas",
            "qué porcentaje",
            "wie viel",
            "wie viele",
            "wieviel",
            "wieviele",
            "wie lange",
            "wie alt",
            "wie hoch",
            "wie weit",
            "wie oft",
        ],
    ),
    (
        Expects::Date,
        &[
            "when",
            "what year",
            "which year",
            "what date",
            "in what year",
            "in which year",
            "cuándo",
            "en qué año",
            "qué año",
            "wann",
            "in welchem jahr",
            "seit wann",
        ],
    ),
    (
        Expects::Name,
        &[
            "who", "whose", "whom", "quién", "quiénes", "wer", "wem", "wen", "wessen",
        ],
    ),
    (
        Expects::Place,
        &["where", "dónde", "adónde", "wo ", "wohin", "woher"],
    ),
    (
        Expects::Reason,
        &["why", "por qué", "warum", "weshalb", "wieso"],
    ),
    (
        Expects::Procedure,
        &[
            "how do",
            "how to",
            "how does",
            "how can",
            "how did",
            "cómo",
            "wie kann",
            "wie macht",
        ],
    ),
    (
        Expects::Definition,
        &[
            "what is a",
            "what is an",
            "what is the meaning",
            "what does",
            "what are",
            "define",
            "what is",
            "qué es",
            "qué son",
            "qué significa",
            "was ist",
            "was sind",
            "was bedeutet",
            "what was",
        ],
    ),
];

/// Openings that ask for all of a list.
const ENUMERATION: &[&str] = &[
    "list all",
    "list the",
    "list every",
    "what are all",
    "enumerate",
    "show all",
    "give me all",
    "name all",
    "which are all",
    "enumera",
    "lista todos",
    "lista todas",
    "cuáles son todos",
    "liste alle",
    "nenne alle",
    "zähle alle",
];

/// Decides by rules.
///
/// ```
/// # use perusal::route::{Expects, decide};
/// assert_eq!(decide("How many days of notice are required?").expects, Expects::Number);
/// assert!(decide("List all rating rules").enumeration);
/// assert!(!decide("What is the list price of the pump?").enumeration);
/// ```
pub fn decide(question: &str) -> Route {
    let lower = question
        .trim()
        .trim_start_matches(['¿', '"'])
        .to_lowercase();
    let enumeration = ENUMERATION.iter().any(|opening| lower.starts_with(opening));
    let found = EXPECTS.iter().find_map(|(expects, openings)| {
        openings
            .iter()
            .find(|opening| starts_or_follows(&lower, opening))
            .map(|opening| (*expects, *opening))
    });
    let expects = found.map_or(Expects::Anything, |(expects, _)| expects);
    let mut signals: Vec<String> = found
        .iter()
        .map(|(_, opening)| format!("opening: {}", opening.trim()))
        .collect();
    if enumeration {
        signals.push("asks for a whole list".to_owned());
    }
    let comparison = ["compare", "difference between", " versus ", " vs "]
        .iter()
        .any(|sign| lower.contains(sign));
    if comparison {
        signals.push("comparison".to_owned());
    }
    let intent = match expects {
        _ if comparison => "comparison",
        Expects::Procedure => "procedural",
        _ => "factual",
    };
    let holistic = intent != "factual"
        || ["summarize", "summarise", "explain", "describe", "overview"]
            .iter()
            .any(|sign| lower.contains(sign));
    Route {
        expects,
        enumeration,
        intent,
        granularity: if holistic { "holistic" } else { "fine" },
        low_confidence: signals.is_empty(),
        signals,
    }
}

/// True when the words of `opening` start the question or follow a comma or a
/// preposition ("in what year", "Under Rule 7, how many …").
fn starts_or_follows(question: &str, opening: &str) -> bool {
    question.match_indices(opening).any(|(at, found)| {
        let before = question[..at].trim_end();
        let word_ends = question[at + found.len()..]
            .chars()
            .next()
            .is_none_or(|next| !next.is_alphanumeric() || found.ends_with(' '));
        let starts = at == 0
            || (question[..at].ends_with(' ')
                && (before.ends_with([',', ':', ';', '¿'])
                    || [
                        "from", "to", "in", "at", "by", "for", "of", "and", "seit", "ab", "de",
                    ]
                    .iter()
                    .any(|word| before.split(' ').next_back() == Some(word))));
        word_ends && starts
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(question: &str, expects: Expects) {
        assert_eq!(decide(question).expects, expects, "{question}");
    }

    #[test]
    fn openings_tell_what_is_expected() {
        check("Who wrote the manual?", Expects::Name);
        check("¿Cuándo se fundó la ciudad?", Expects::Date);
        check("Wie viele Bücher darf ich leihen?", Expects::Number);
        check(
            "Under Rule C-27, from how many square feet is it debris?",
            Expects::Number,
        );
        check("What is a heat pump?", Expects::Definition);
        check("Jewelry rates", Expects::Anything);
        check("The whole house", Expects::Anything);
    }

    #[test]
    fn a_question_without_signals_is_marked() {
        assert!(decide("jewelry rates").low_confidence);
        assert!(!decide("when was it built").low_confidence);
    }
}
