//! What the answer to a question should hold, by the question's opening.

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

/// What the form of a question lets one expect, with the opening that told.
pub(crate) fn expects(question: &str) -> (Expects, Option<&'static str>) {
    let lower = question
        .trim()
        .trim_start_matches(['¿', '"'])
        .to_lowercase();
    let found = EXPECTS.iter().find_map(|(expects, openings)| {
        openings
            .iter()
            .find(|opening| starts_or_follows(&lower, opening))
            .map(|opening| (*expects, opening.trim()))
    });
    found.map_or((Expects::Anything, None), |(expects, opening)| {
        (expects, Some(opening))
    })
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
    fn check(question: &str, expected: Expects) {
        assert_eq!(super::expects(question).0, expected, "{question}");
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
}
