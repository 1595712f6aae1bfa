//! How much of an answer's parts is there.

use super::component::{Component, Part};
use super::gold::GoldQuestion;
use super::list::{GivenAnswer, ListScore, list_score};
use super::number::{Number, numbers};
use super::reduced::Reduced;

/// An answer's score by its parts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct PartsScore {
    /// Weighted mean of the parts, 0 to 1.
    pub score: f64,
    /// The first list among the parts.
    pub list: Option<ListScore>,
}

impl Component {
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
    use super::super::answer::score_answer;
    use super::super::list::GivenItem;
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
