//! Words around a question that say nothing about what is asked: "Could you please tell me", "Thanks!",
//! "Give a response by relying on the details shown in".
//!
//! No passage says them, so that every measure of how much of a question a passage answers suffers
//! from them. Each word is told by what stands around it, and a run of words rather than a word is
//! left out: the likeliest sequence, where each change between the two costs something (Viterbi).
//! The weights are learned from questions that people marked; `perusal router framing` makes them.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::OnceLock;

use text::{Language, Span, Token, tokens};

use crate::classifier::features::context;
use crate::classifier::{Classifier, Head, WeightsError};
use crate::lexicon::List;

/// Written by `perusal router framing`, never by hand.
const WEIGHTS: &[u8] = include_bytes!("../../data/framing.weights");

/// Name of the one decision, and its labels.
pub const FRAMING_HEAD: &str = "framing";
/// A word of what is asked.
pub const ASKED: &str = "asked";
/// A word around it.
pub const FRAMING: &str = "framing";

/// What a change between words of the question and words around it costs, in log-odds.
const CHANGE_COST: f64 = 2.0;
/// How much likelier than what is asked a word around it must be, in log-odds: a word left out that
/// was asked costs more than one that stays.
const DOUBT: f64 = 1.0;
/// Words on either side that a word is told by.
const NEIGHBOURS: usize = 3;
/// Places in a sentence that are told apart, from its start and from its end.
const PLACES: usize = 6;

/// A word of a text and what it is told by.
#[derive(Debug, Clone)]
pub struct Word {
    /// Where it stands.
    pub span: Span,
    /// Hashes of what stands around it.
    pub features: BTreeMap<u32, u32>,
}

/// A question without the words around it; as it is where there are none, or nothing else.
pub(super) fn asked_part(text: &str) -> Cow<'_, str> {
    match shipped() {
        Ok(classifier) => asked_by(classifier, text),
        Err(_) => Cow::Borrowed(text),
    }
}

/// The weights that come with this build.
///
/// # Errors
/// Weights of another version, or damaged ones.
pub fn shipped() -> Result<&'static Classifier, &'static WeightsError> {
    static CLASSIFIER: OnceLock<Result<Classifier, WeightsError>> = OnceLock::new();
    CLASSIFIER
        .get_or_init(|| Classifier::from_bytes(WEIGHTS))
        .as_ref()
}

/// The same by other weights.
pub fn asked_by<'t>(classifier: &Classifier, text: &'t str) -> Cow<'t, str> {
    let Some(head) = classifier.head(FRAMING_HEAD) else {
        return Cow::Borrowed(text);
    };
    let words = words(text);
    let framing = marked(classifier, head, &words);
    if !framing.contains(&true) {
        return Cow::Borrowed(text);
    }
    let left = without(text, &words, &framing);
    let language = Language::detect_among(text, Language::En);
    let left_words = tokens(&left, language);
    // What `it` stands for may be among the words around.
    let refers = left_words.iter().any(|one| List::Alone.has(&one.folded));
    match !refers && left_words.iter().any(|one| !one.stop) {
        true => Cow::Owned(left),
        false => Cow::Borrowed(text),
    }
}

/// For each word of a text whether it is framing.
pub fn marked(classifier: &Classifier, head: &Head, words: &[Word]) -> Vec<bool> {
    let label = |name: &str| head.labels.iter().position(|one| one == name);
    let (Some(asked), Some(framing)) = (label(ASKED), label(FRAMING)) else {
        return vec![false; words.len()];
    };
    let odds = words.iter().map(|word| {
        let scores = head.scores(&classifier.vocabulary.vector_of(&word.features), None);
        scores[framing] - scores[asked] - DOUBT
    });
    likeliest(&odds.collect::<Vec<f64>>())
}

/// The likeliest sequence of two states, by the log-odds of the second at each place.
fn likeliest(odds: &[f64]) -> Vec<bool> {
    // How likely the best sequence is that ends in each state, and where each came from.
    let mut best = [0.0, 0.0];
    let mut paths: Vec<[bool; 2]> = Vec::with_capacity(odds.len());
    for (at, odds) in odds.iter().enumerate() {
        // No change leads to the first word.
        let cost = if at == 0 { 0.0 } else { CHANGE_COST };
        let from = [best[1] - cost > best[0], best[1] >= best[0] - cost];
        let first = f64::max(best[0], best[1] - cost);
        let second = f64::max(best[1], best[0] - cost);
        best = [first, second + odds];
        paths.push(from);
    }
    let mut state = best[1] > best[0];
    let mut states = vec![false; odds.len()];
    for (at, from) in paths.iter().enumerate().rev() {
        states[at] = state;
        state = from[usize::from(state)];
    }
    states
}

/// The runs of words that stay, each with the marks behind it, in one line.
fn without(text: &str, words: &[Word], framing: &[bool]) -> String {
    let mut left: Vec<&str> = Vec::new();
    let mut start = None;
    for (at, word) in words.iter().enumerate().filter(|(at, _)| !framing[*at]) {
        let start_of_run = *start.get_or_insert(word.span.start);
        if framing.get(at + 1) == Some(&false) {
            continue;
        }
        let next = words.get(at + 1).map_or(text.len(), |next| next.span.start);
        let behind = text.get(word.span.end..next).unwrap_or_default();
        let marks = behind.find(char::is_whitespace).unwrap_or(behind.len());
        left.extend(text.get(start_of_run..word.span.end + marks));
        start = None;
    }
    left.join(" ")
}

/// The words of a text, each with what stands around it.
pub fn words(text: &str) -> Vec<Word> {
    let tokens = tokens(text, Language::En);
    let around = Around::of(text, &tokens);
    let words = tokens.iter().enumerate();
    words
        .map(|(at, token)| Word {
            span: token.span,
            features: context(around.features(at).iter().map(String::as_str)),
        })
        .collect()
}

/// The sentences of a text's words.
struct Sentence {
    /// Its words.
    words: Range<usize>,
    /// It ends with a question mark.
    asks: bool,
}

/// What the features of a text's words are made from.
struct Around<'t> {
    text: &'t str,
    tokens: &'t [Token],
    /// The words as they are compared: digits look alike.
    folded: Vec<String>,
    /// The mark before each word, and the one behind the last.
    marks: Vec<char>,
    sentences: Vec<Sentence>,
}

/// Before the first word, behind the last, and between words with nothing but space.
const START: char = '^';
const END: char = '$';
const SPACE: char = '_';

impl Around<'_> {
    fn of<'t>(text: &'t str, tokens: &'t [Token]) -> Around<'t> {
        let digits = |c: char| if c.is_numeric() { '0' } else { c };
        let between = |at: usize| {
            let start = at
                .checked_sub(1)
                .map_or(0, |before| tokens[before].span.end);
            let end = tokens.get(at).map_or(text.len(), |next| next.span.start);
            text.get(start..end).unwrap_or_default()
        };
        let mark = |at: usize| {
            let first = between(at).trim_start().chars().next();
            match at {
                0 => START,
                _ => first.unwrap_or(if at == tokens.len() { END } else { SPACE }),
            }
        };
        let mut sentences: Vec<Sentence> = Vec::new();
        let mut start = 0;
        for at in 1..=tokens.len() {
            let between = between(at);
            let ends = between.contains(['.', '?', '!']) && between.contains(char::is_whitespace);
            if at == tokens.len() || ends || between.contains('\n') {
                sentences.push(Sentence {
                    words: start..at,
                    asks: between.contains('?'),
                });
                start = at;
            }
        }
        Around {
            text,
            tokens,
            folded: tokens
                .iter()
                .map(|one| one.folded.chars().map(digits).collect())
                .collect(),
            marks: (0..=tokens.len()).map(mark).collect(),
            sentences,
        }
    }

    /// What a word is told by: itself, its neighbours, the marks beside it, its place in its
    /// sentence, and that sentence's place and kind.
    fn features(&self, at: usize) -> Vec<String> {
        let word = |place: Option<usize>| -> &str {
            place
                .and_then(|at| self.folded.get(at))
                .map_or("", String::as_str)
        };
        let near = |by: isize| word(at.checked_add_signed(by));
        let reach = NEIGHBOURS.cast_signed();
        let mut features: Vec<String> = (-reach..=reach)
            .map(|by| format!("{by} {}", near(by)))
            .collect();
        for (name, from, to) in [
            ("before", -1, 0),
            ("behind", 0, 1),
            ("both", -1, 1),
            ("two before", -2, -1),
            ("two behind", 1, 2),
        ] {
            let run: Vec<&str> = (from..=to).map(near).collect();
            features.push(format!("{name} {}", run.join(" ")));
        }
        let chars: Vec<char> = self.folded[at].chars().collect();
        let begins: String = chars.iter().take(4).collect();
        let ends: String = chars[chars.len().saturating_sub(3)..].iter().collect();
        let (before, behind) = (self.marks[at], self.marks[at + 1]);
        features.extend([
            format!("begins {begins}"),
            format!("ends {ends}"),
            format!("mark before {before}"),
            format!("mark behind {behind}"),
            format!("marks {before}{behind}"),
        ]);
        features.extend(self.features_of_sentence(at));
        features
    }

    fn features_of_sentence(&self, at: usize) -> Vec<String> {
        let place = self.sentences.partition_point(|one| one.words.end <= at);
        let Sentence { words, asks } = &self.sentences[place];
        let which = match (place, self.sentences.len()) {
            (_, 1) => "only",
            (0, _) => "first",
            (place, all) if place + 1 == all => "last",
            _ => "inner",
        };
        let any = self.sentences.iter().any(|one| one.asks);
        let (first, last) = (&self.folded[words.start], &self.folded[words.end - 1]);
        let second = self.folded.get(words.start + 1).map_or("", String::as_str);
        let capital = self.text[self.tokens[at].span.start..].starts_with(char::is_uppercase);
        let mut features = vec![
            format!("from start {}", (at - words.start).min(PLACES)),
            format!("from end {}", (words.end - 1 - at).min(PLACES)),
            format!("sentence {which}"),
            format!("asks {asks} {any}"),
            format!("sentence {which} {asks} {any}"),
            format!("opens {first}"),
            format!("opens {first} {second}"),
            format!("closes {last}"),
        ];
        if capital && at > words.start {
            features.push("capital".to_owned());
        }
        features
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_stands_around_a_question_is_left_out() {
        for (asked, left) in [
            (
                "Hello, could you please tell me how much the deposit is? Thanks!",
                "how much the deposit is",
            ),
            (
                "Give a response to the question by relying on the details shown in the cash flow \
                 statement. What was the capital expenditure in 2018?",
                "the cash flow statement. What was the capital expenditure in 2018?",
            ),
            (
                "Können Sie mir bitte sagen, wie hoch die Miete ist? Danke!",
                "wie hoch die Miete ist?",
            ),
        ] {
            let got = asked_part(asked);
            let bare = |text: &str| text.trim_end_matches('?').to_owned();
            assert_eq!(bare(&got), bare(left));
        }
    }

    #[test]
    fn questions_without_it_stay_as_they_are() {
        for asked in [
            "",
            "?",
            "Thanks!",
            "Could you please tell me?",
            "How much is the deposit?",
            "Which questions must the applicant answer?",
            "What information is shown on the invoice?",
            "I get layers that I did not select. Why is it?",
            "資本的支出はいくらですか",
        ] {
            assert_eq!(asked_part(asked), asked);
        }
    }

    #[test]
    fn a_run_is_left_out_where_it_is_worth_two_changes() {
        assert_eq!(likeliest(&[]), [false; 0]);
        assert_eq!(likeliest(&[1.0, -9.0]), [false, false]);
        assert_eq!(likeliest(&[3.0, -9.0]), [true, false]);
        assert_eq!(likeliest(&[-4.0, 3.0, -4.0]), [false; 3]);
        assert_eq!(
            likeliest(&[-4.0, 3.0, 3.0, -4.0]),
            [false, true, true, false]
        );
        assert_eq!(likeliest(&[3.0, -1.0, 3.0]), [true; 3]);
    }

    proptest! {
        #[test]
        fn words_that_stay_are_words_of_the_question_in_order(text in "(\\PC| |please|thanks|what|[.?!]){0,60}") {
            let left = asked_part(&text).into_owned();
            let mut rest = text.as_str();
            for word in left.split_whitespace() {
                let at = rest.find(word);
                prop_assert!(at.is_some(), "{word:?} of {text:?}");
                rest = &rest[at.unwrap_or_default() + word.len()..];
            }
        }
    }
}
