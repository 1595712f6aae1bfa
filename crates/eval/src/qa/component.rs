//! What a right answer is made of: parts that are scored one by one.
//!
//! A question file may say so (`"components":[{"kind":"number","answers":["$604"],
//! "weight":2}, …]`); a question that does not gets the parts of its type: a list its
//! items, a question whose answers are all required one part each, any other a
//! single part that one accepted answer fulfils.

use serde::Deserialize;

use super::answer::{GivenAnswer, ListScore, list_score};
use super::gold::GoldQuestion;
use super::number::{Number, numbers};
use super::reduced::Reduced;

/// One part of a right answer.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(try_from = "Written")]
pub struct Component {
    /// What has to be there.
    pub part: Part,
    /// Its share of the score beside the other parts: above 0.
    pub weight: f64,
}

/// What has to be in an answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Part {
    /// Items, of which the share that is there counts.
    List {
        /// The complete list.
        items: Vec<String>,
    },
    /// A number within [`super::NUMBER_TOLERANCE`], or one of the answers in words.
    Number {
        /// Each is right alone.
        answers: Vec<String>,
    },
    /// Words, whole and in whatever case.
    Contains {
        /// Each is right alone.
        answers: Vec<String>,
    },
}

/// An answer's score by its parts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct PartsScore {
    /// Weighted mean of the parts, 0 to 1.
    pub score: f64,
    /// The first list among the parts.
    pub list: Option<ListScore>,
}

/// A part as a question file gives it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    kind: Kind,
    items: Option<Vec<String>>,
    answers: Option<Vec<String>>,
    weight: Option<f64>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    List,
    Number,
    Contains,
}

impl TryFrom<Written> for Component {
    type Error = String;

    fn try_from(written: Written) -> Result<Component, String> {
        let weight = written.weight.unwrap_or(1.0);
        if !(weight > 0.0 && weight.is_finite()) {
            return Err(format!(
                "expected a component's weight above 0, got {weight}"
            ));
        }
        let part = match (written.kind, written.items, written.answers) {
            (Kind::List, Some(items), None) => Part::List {
                items: texts(items)?,
            },
            (Kind::Number, None, Some(answers)) => Part::Number {
                answers: texts(answers)?,
            },
            (Kind::Contains, None, Some(answers)) => Part::Contains {
                answers: texts(answers)?,
            },
            (Kind::List, ..) => return Err("expected `items` alone for a list".to_owned()),
            (Kind::Number | Kind::Contains, ..) => {
                return Err("expected `answers` alone for a number or words".to_owned());
            }
        };
        Ok(Component { part, weight })
    }
}

/// At least one text, each with something to compare.
fn texts(texts: Vec<String>) -> Result<Vec<String>, String> {
    if texts.is_empty() || texts.iter().any(|text| Reduced::new(text).is_empty()) {
        return Err(format!(
            "expected texts with letters or digits in a component, got {texts:?}"
        ));
    }
    Ok(texts)
}

impl Component {
    fn new(part: Part) -> Component {
        Component { part, weight: 1.0 }
    }

    /// How much of the part is there, 0 to 1.
    fn score(&self, given: &GivenAnswer<'_>, read: &Read) -> (f64, Option<ListScore>) {
        match &self.part {
            Part::List { items } => {
                let list = list_score(items, given);
                (list.recall, Some(list))
            }
            Part::Number { answers } => {
                let there = answers
                    .iter()
                    .any(|one| read.states(one) || read.holds(one));
                (f64::from(u8::from(there)), None)
            }
            Part::Contains { answers } => {
                let there = answers.iter().any(|answer| read.holds(answer));
                (f64::from(u8::from(there)), None)
            }
        }
    }
}

/// The parts of a question's right answer, at least one where it has any.
pub fn components(question: &GoldQuestion) -> Vec<Component> {
    if !question.components.is_empty() {
        return question.components.clone();
    }
    if !question.items.is_empty() {
        let items = question.items.clone();
        return vec![Component::new(Part::List { items })];
    }
    let of = |answers: Vec<String>| {
        Component::new(
            match answers.iter().any(|one| Number::parse(one).is_some()) {
                true => Part::Number { answers },
                false => Part::Contains { answers },
            },
        )
    };
    match question.all_required {
        true => question
            .answers
            .iter()
            .map(|one| of(vec![one.clone()]))
            .collect(),
        false => vec![of(question.answers.clone())],
    }
}

/// Scores an answer by the parts of the right one.
pub(super) fn parts_score(question: &GoldQuestion, given: &GivenAnswer<'_>) -> PartsScore {
    let read = Read {
        text: Reduced::folded(given.text),
        numbers: numbers(given.text),
    };
    let (mut sum, mut weights, mut first) = (0.0, 0.0, None);
    for component in components(question) {
        let (score, list) = component.score(given, &read);
        sum += component.weight * score;
        weights += component.weight;
        first = first.or(list);
    }
    PartsScore {
        score: if weights > 0.0 { sum / weights } else { 0.0 },
        list: first,
    }
}

/// An answer's text as the parts look at it.
struct Read {
    text: Reduced,
    numbers: Vec<Number>,
}

impl Read {
    fn states(&self, answer: &str) -> bool {
        let gold = Number::parse(answer);
        gold.is_some_and(|gold| self.numbers.iter().any(|number| number.is_close_to(gold)))
    }

    fn holds(&self, answer: &str) -> bool {
        self.text.holds_whole(&Reduced::folded(answer))
    }
}

#[cfg(test)]
mod tests {
    use super::super::answer::{GivenItem, score_answer};
    use super::*;

    fn read(line: &str) -> GoldQuestion {
        super::super::gold::parse(line).expect("a question")
    }

    fn score(question: &GoldQuestion, text: &str) -> f64 {
        let given = GivenAnswer { text, items: &[] };
        score_answer(question, &given).expect("answerable").score
    }

    const COMPOSITE: &str = r#"{"id":"a","question":"A?","type":"multi_hop","answers":["$604"],
        "components":[{"kind":"number","answers":["$604"],"weight":2},
        {"kind":"contains","answers":["Rule C-7","Hurricane Deductibles"]},
        {"kind":"list","items":["Oakland","San Jose","Fresno"]}]}"#;

    #[test]
    fn parts_are_weighed() {
        let question = read(COMPOSITE);
        assert_eq!(components(&question).len(), 3);
        assert_eq!(score(&question, "It is 603.9."), 0.5);
        assert_eq!(score(&question, "rule C-7 says so"), 0.25);
        let all = "Hurricane deductibles of Oakland, Fresno and San Jose: $604";
        assert_eq!(score(&question, all), 1.0);
        let some = score(&question, "Oakland has 604");
        assert!((some - (2.0 + 1.0 / 3.0) / 4.0).abs() < 1e-12, "{some}");
    }

    #[test]
    fn a_list_among_parts_counts_given_items() {
        let question = read(COMPOSITE);
        let item = |text| GivenItem { label: "", text };
        let items = [item("Oakland"), item("Paris")];
        let given = GivenAnswer {
            text: "",
            items: &items,
        };
        let scored = score_answer(&question, &given).expect("answerable");
        assert_eq!(scored.list.and_then(|list| list.precision), Some(0.5));
        assert!((scored.score - 1.0 / 12.0).abs() < 1e-12);
    }

    #[test]
    fn without_components_the_type_decides() {
        let parts = |line: &str| -> Vec<Part> {
            let components = components(&read(line));
            components.into_iter().map(|one| one.part).collect()
        };
        let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        assert_eq!(
            parts(r#"{"id":"a","question":"A?","answers":["3"],"items":["x","y"]}"#),
            [Part::List {
                items: texts(&["x", "y"])
            }]
        );
        assert_eq!(
            parts(r#"{"id":"a","question":"A?","answers":["Kentucky","29"],"all_required":true}"#),
            [
                Part::Contains {
                    answers: texts(&["Kentucky"])
                },
                Part::Number {
                    answers: texts(&["29"])
                },
            ]
        );
        assert_eq!(
            parts(r#"{"id":"a","question":"A?","answers":["400 sq ft","400"]}"#),
            [Part::Number {
                answers: texts(&["400 sq ft", "400"])
            }]
        );
    }

    #[test]
    fn what_no_component_can_be() {
        for (component, expected) in [
            (r#"{"kind":"list","items":[]}"#, "expected texts with"),
            (
                r#"{"kind":"number","answers":["--"]}"#,
                "expected texts with",
            ),
            (
                r#"{"kind":"number","answers":["1"],"weight":0}"#,
                "weight above 0, got 0",
            ),
            (r#"{"kind":"number","items":["1"]}"#, "expected `answers`"),
            (
                r#"{"kind":"list","items":["1"],"answers":["1"]}"#,
                "expected `items`",
            ),
            (
                r#"{"kind":"poem","answers":["1"]}"#,
                "unknown variant `poem`",
            ),
            (
                r#"{"kind":"contains","answers":["1"],"wieght":2}"#,
                "unknown field",
            ),
        ] {
            let line = format!(r#"{{"id":"a","question":"A?","components":[{component}]}}"#);
            let error = super::super::gold::parse(&line).expect_err("refused");
            assert!(error.contains(expected), "{component}: {error}");
        }
    }
}
