//! Whether an answer is right, yes or no.
//!
//! A list is right when it is complete and holds nothing else. Cells and calculations
//! are right by the values stated: a printed row that happens to hold the value is not.
//! Comparisons and questions of several hops may also say a name or a sentence in
//! words, and questions about prose are also answered by the right quote.

use super::answer::score_answer;
use super::gold::GoldQuestion;
use super::list::{GivenAnswer, GivenItem, list_score};
use super::reduced::Reduced;
use crate::denotation::{Value, are_among, is_same_denotation};

/// What an answer offers to be judged.
#[derive(Debug, Clone, Copy, Default)]
pub struct Offered<'a> {
    /// The values stated.
    pub values: &'a [Value],
    /// The items of a list.
    pub items: &'a [GivenItem<'a>],
    /// The whole text.
    pub text: &'a str,
    /// The quote that comes first.
    pub quote: Option<&'a str>,
}

/// What counts for a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Counts {
    Items,
    Values,
    ValuesOrWords,
    Anything,
}

impl Counts {
    fn of(gold: &GoldQuestion) -> Counts {
        match gold.kind.as_str() {
            _ if !gold.items.is_empty() => Counts::Items,
            "table_lookup" | "calculation" => Counts::Values,
            "comparison" | "multi_hop" => Counts::ValuesOrWords,
            _ => Counts::Anything,
        }
    }
}

/// Words that join the parts of an accepted answer: `Adobe: 2,987 vs 1,821`.
const JOINTS: [&str; 12] = [
    " vs. ",
    " vs ",
    " against ",
    " gegen ",
    " from ",
    " to ",
    " by ",
    " in ",
    " (",
    "; ",
    ": ",
    ", ",
];

/// Words of a direction: one of the same side says the same.
const DIRECTIONS: [&[&str]; 2] = [
    &[
        "fell",
        "fall",
        "falls",
        "down",
        "lower",
        "decreased",
        "declined",
        "dropped",
        "less",
        "gesunken",
        "niedriger",
    ],
    &[
        "rose",
        "rise",
        "rises",
        "up",
        "higher",
        "increased",
        "grew",
        "more",
        "gestiegen",
        "höher",
    ],
];

/// Whether what is offered is right; never for a question that the documents do not answer.
pub fn is_right(gold: &GoldQuestion, offered: &Offered<'_>) -> bool {
    if !gold.answerable {
        return false;
    }
    let given = GivenAnswer {
        text: offered.text,
        items: offered.items,
    };
    if !gold.components.is_empty() {
        return score_answer(gold, &given).is_some_and(|score| score.score >= 1.0);
    }
    match Counts::of(gold) {
        Counts::Items => {
            let list = list_score(&gold.items, &given);
            list.recall >= 1.0 && list.precision.is_some_and(|precision| precision >= 1.0)
        }
        Counts::Values => by_values(gold, offered.values),
        Counts::ValuesOrWords => {
            by_values(gold, offered.values) || accepted(gold, |answer| in_words(answer, offered))
        }
        Counts::Anything => {
            by_values(gold, offered.values)
                || score_answer(gold, &given)
                    .is_some_and(|score| score.contains || score.number == Some(true))
                || offered
                    .quote
                    .is_some_and(|quote| is_gold_quote(gold, quote))
        }
    }
}

/// Whether a sentence is one of those that answer: it holds a gold quote or is held by one.
pub fn is_gold_quote(gold: &GoldQuestion, sentence: &str) -> bool {
    let sentence = Reduced::new(sentence);
    let quotes = gold.evidence.iter().filter(|_| gold.answerable);
    quotes
        .filter_map(|evidence| evidence.quote.as_deref())
        .map(Reduced::new)
        .any(|quote| sentence.holds_quote(&quote) || quote.holds_quote(&sentence))
}

/// Whether the values are those of an accepted answer, whole or part by part.
fn by_values(gold: &GoldQuestion, given: &[Value]) -> bool {
    if gold.all_required {
        let all: Vec<Value> = gold.answers.iter().map(|one| Value::parse(one)).collect();
        return is_same_denotation(given, &all);
    }
    accepted(gold, |answer| {
        is_same_denotation(given, &[Value::parse(answer)])
            || is_same_denotation(given, &parts(answer))
    })
}

/// Whether all accepted answers fit where all are required, else any.
fn accepted(gold: &GoldQuestion, fits: impl Fn(&str) -> bool) -> bool {
    let mut answers = gold.answers.iter();
    match gold.all_required {
        true => !gold.answers.is_empty() && answers.all(|answer| fits(answer)),
        false => answers.any(|answer| fits(answer)),
    }
}

/// Whether the text says an accepted answer that is in words: as a whole, or its words
/// in the text and its amounts among the values stated. An amount alone is not in words.
fn in_words(answer: &str, offered: &Offered<'_>) -> bool {
    let whole = Value::parse(answer);
    if whole.quantity().is_some() || whole.is_empty() {
        return false;
    }
    let text = Reduced::folded(offered.text);
    if text.holds_whole(&Reduced::folded(answer)) {
        return true;
    }
    let parts = parts(answer);
    let (amounts, words): (Vec<&Value>, Vec<&Value>) =
        parts.iter().partition(|part| part.quantity().is_some());
    let given: Vec<&Value> = offered.values.iter().collect();
    !amounts.is_empty()
        && are_among(&amounts, &given)
        && words.iter().all(|word| says(&text, word.text()))
}

/// Whether a text holds words, or the direction that they tell.
fn says(text: &Reduced, words: &str) -> bool {
    let holds = |word: &str| text.holds_whole(&Reduced::folded(word));
    let side = DIRECTIONS
        .iter()
        .find(|side| words.split(' ').any(|word| side.contains(&word)));
    match side {
        Some(side) => side.iter().any(|word| holds(word)),
        None => holds(words),
    }
}

/// The parts of an accepted answer: `May, 3,283,170` has two.
fn parts(answer: &str) -> Vec<Value> {
    let mut parts = vec![answer.to_owned()];
    for joint in JOINTS {
        let cut = parts.iter().flat_map(|part| part.split(joint));
        parts = cut.map(str::to_owned).collect();
    }
    let parts = parts.iter().map(|part| {
        let part = part.trim_matches([' ', ',', ';', ':']);
        let unopened = part.contains(')') && !part.contains('(');
        Value::parse(if unopened {
            part.trim_end_matches(')')
        } else {
            part
        })
    });
    parts.filter(|part| !part.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::qa::gold;

    fn question(kind: &str, answers: &[&str]) -> GoldQuestion {
        let answers = serde_json::to_string(answers).expect("texts");
        let line = format!(r#"{{"id":"q","question":"?","type":"{kind}","answers":{answers}}}"#);
        gold::parse(&line).expect("a question")
    }

    fn right(gold: &GoldQuestion, values: &[&str], text: &str) -> bool {
        let values: Vec<Value> = values.iter().map(|value| Value::parse(value)).collect();
        let offered = Offered {
            values: &values,
            text,
            ..Offered::default()
        };
        is_right(gold, &offered)
    }

    #[test]
    fn a_printed_row_does_not_score() {
        let cell = question("table_lookup", &["$1,266 million", "1,266"]);
        assert!(right(&cell, &["1,266"], ""));
        assert!(!right(&cell, &[], "Level 1: 20 | Level 2: 1,266"));
        assert!(!right(&cell, &["20"], "Level 1: 20 | Level 2: 1,266"));
        assert!(!right(&cell, &["20", "1,266"], ""), "and no others");
        let prose = question("lookup", &["1,266"]);
        assert!(right(&prose, &[], "It holds 1,266 of them."));
    }

    #[test]
    fn answers_of_several_parts() {
        let month = question(
            "calculation",
            &["May 2018: 3,283,170 shares", "May, 3,283,170"],
        );
        assert!(right(&month, &["May", "3,283,170"], ""));
        assert!(!right(&month, &["June", "3,283,170"], ""));
        let which = question("comparison", &["Adobe, 2,987 vs 1,821"]);
        assert!(right(
            &which,
            &["2,987", "1,821"],
            "Adobe spent more: 2,987"
        ));
        assert!(!right(&which, &["2,987", "1,821"], "3M spent more"));
        assert!(!right(&which, &["2,987"], "Adobe spent more"));
        assert!(right(&which, &["Adobe", "2,987", "1,821"], ""));
    }

    #[test]
    fn a_direction_is_said_in_any_word_of_its_side() {
        let fell = question("comparison", &["It fell from 34.4% to 33.2%"]);
        assert!(right(
            &fell,
            &["34.4%", "33.2%"],
            "Online revenue declined."
        ));
        assert!(!right(&fell, &["34.4%", "33.2%"], "Online revenue rose."));
        let down = question(
            "comparison",
            &["Down, from $4,954 million to $4,770 million"],
        );
        assert!(right(
            &down,
            &["4,954", "4,770"],
            "Cash decreased in the quarter."
        ));
    }

    #[test]
    fn names_may_be_said_in_words_and_amounts_may_not() {
        let who = question("multi_hop", &["James L. Bauman"]);
        assert!(right(
            &who,
            &[],
            "James L. Bauman, Executive Vice President"
        ));
        let much = question("multi_hop", &["210", "$210 million"]);
        assert!(!right(&much, &[], "Capital expenditures | 210 | 230"));
    }

    #[test]
    fn lists_are_complete_and_hold_nothing_else() {
        let line = r#"{"id":"q","question":"?","items":["Oslo","Bergen"]}"#;
        let gold = gold::parse(line).expect("a question");
        let listed = |texts: &[&'static str]| {
            let items: Vec<GivenItem<'_>> = texts
                .iter()
                .map(|text| GivenItem { label: "", text })
                .collect();
            let offered = Offered {
                items: &items,
                text: "Oslo, Bergen",
                ..Offered::default()
            };
            is_right(&gold, &offered)
        };
        assert!(listed(&["Bergen", "Oslo"]));
        assert!(!listed(&["Oslo"]));
        assert!(!listed(&["Oslo", "Bergen", "Bodø"]));
        assert!(!listed(&[]), "a text is no list");
    }

    #[test]
    fn a_quote_answers_a_question_about_prose_only() {
        let of_kind = |kind: &str| {
            let line = format!(
                r#"{{"id":"q","question":"?","type":"{kind}","answers":["x y z"],"evidence":[{{"file":"a","quote":"three months"}}]}}"#
            );
            gold::parse(&line).expect("a question")
        };
        let offered = Offered {
            quote: Some("The notice period is three months."),
            ..Offered::default()
        };
        assert!(is_right(&of_kind("definition"), &offered));
        assert!(!is_right(&of_kind("table_lookup"), &offered));
        assert!(!is_right(&of_kind("unanswerable"), &offered));
    }
}
