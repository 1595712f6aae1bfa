//! How right an answer is, and whether it was right to give one.

use serde::Serialize;

use super::gold::GoldQuestion;
use super::list::{GivenAnswer, ListScore};
use super::number::{Number, numbers};
use super::parts::{PartsScore, parts_score};
use super::reduced::Reduced;

/// How right an answer is, in several ways.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct AnswerScore {
    /// Equal to an accepted answer, case and punctuation aside.
    pub exact: bool,
    /// Holds an accepted answer (or all, where all are required) as whole words.
    pub contains: bool,
    /// Holds the accepted number within half a percent; None for gold in words.
    pub number: Option<bool>,
    /// For questions with a list among the parts of the answer.
    pub list: Option<ListScore>,
    /// The one figure of the tables, 0 to 1: the weighted mean of the parts
    /// ([`super::components`]): recall for a list, else whether a number or the
    /// words are there.
    pub score: f64,
}

/// Scores an answer; None for a question whose right outcome is to decline.
pub fn score_answer(question: &GoldQuestion, given: &GivenAnswer<'_>) -> Option<AnswerScore> {
    if !question.answerable {
        return None;
    }
    let text = Reduced::folded(given.text);
    let accepted: Vec<Reduced> = question
        .answers
        .iter()
        .map(|answer| Reduced::folded(answer))
        .collect();
    let bare = text.as_str().trim_end_matches('.');
    let exact = accepted
        .iter()
        .any(|a| !a.is_empty() && a.as_str().trim_end_matches('.') == bare);
    let parts = accepted
        .iter()
        .filter(|answer| text.holds_whole(answer))
        .count();
    let contains = match question.all_required {
        true => parts == accepted.len() && parts > 0,
        false => parts > 0,
    };
    let number = number_score(question, given.text);
    let PartsScore { score, list } = parts_score(question, given);
    Some(AnswerScore {
        exact,
        contains,
        number,
        list,
        score,
    })
}

/// Declined and answered, against answerable and not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Abstention {
    /// Unanswerable and declined.
    pub declined_rightly: usize,
    /// Answerable and declined.
    pub declined_wrongly: usize,
    /// Unanswerable and answered all the same.
    pub answered_wrongly: usize,
    /// Answerable and answered, rightly or not.
    pub answered: usize,
}

impl Abstention {
    /// Counts one question.
    pub fn count(&mut self, answerable: bool, declined: bool) {
        let cell = match (answerable, declined) {
            (false, true) => &mut self.declined_rightly,
            (true, true) => &mut self.declined_wrongly,
            (false, false) => &mut self.answered_wrongly,
            (true, false) => &mut self.answered,
        };
        *cell += 1;
    }

    /// Share of the declined questions that had no answer; None when none was declined.
    pub fn precision(&self) -> Option<f64> {
        share(
            self.declined_rightly,
            self.declined_rightly + self.declined_wrongly,
        )
    }

    /// Share of the unanswerable questions that were declined; None when there are none.
    pub fn recall(&self) -> Option<f64> {
        share(
            self.declined_rightly,
            self.declined_rightly + self.answered_wrongly,
        )
    }

    /// Share of the answerable questions that were answered; None when there are none.
    pub fn answered_share(&self) -> Option<f64> {
        share(self.answered, self.answered + self.declined_wrongly)
    }
}

fn share(part: usize, whole: usize) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// The accepted answers that are numbers, against those of the text.
fn number_score(question: &GoldQuestion, text: &str) -> Option<bool> {
    let gold: Vec<Number> = question
        .answers
        .iter()
        .filter_map(|a| Number::parse(a))
        .collect();
    if gold.is_empty() || question.all_required {
        return None;
    }
    let given = numbers(text);
    Some(
        gold.iter()
            .any(|gold| given.iter().any(|number| number.is_close_to(*gold))),
    )
}

#[cfg(test)]
mod tests {
    use super::super::list::GivenItem;
    use super::*;

    fn question(answers: &[&str], items: &[&str], all_required: bool) -> GoldQuestion {
        let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        GoldQuestion {
            id: "q".to_owned(),
            question: "?".to_owned(),
            paraphrases: Vec::new(),
            kind: "lookup".to_owned(),
            answerable: true,
            answers: owned(answers),
            all_required,
            items: owned(items),
            components: Vec::new(),
            evidence: Vec::new(),
        }
    }

    fn score(question: &GoldQuestion, text: &str) -> AnswerScore {
        score_answer(question, &GivenAnswer { text, items: &[] }).expect("answerable")
    }

    #[test]
    fn a_number_within_half_a_percent() {
        let gold = question(&["$604", "603.87"], &[], false);
        let given = score(
            &gold,
            "The unadjusted premium is $293 × 2.061 = $603.9 [1].",
        );
        assert_eq!(
            (given.exact, given.contains, given.number, given.score),
            (false, false, Some(true), 1.0)
        );
        assert_eq!(
            score(&gold, "about $610 [604]").score,
            0.0,
            "a marker is no number"
        );
        assert!(score(&gold, "$604.").exact);
    }

    #[test]
    fn words_are_whole_and_case_does_not_count() {
        let gold = question(&["G. Stanley Hall", "Stanley Hall"], &[], false);
        assert!(score(&gold, "It was Granville STANLEY Hall [2].").contains);
        assert_eq!(score(&gold, "Stanley Hallow").score, 0.0);
        assert_eq!(score(&gold, "Stanley Hall").number, None);
    }

    #[test]
    fn required_parts_count_one_by_one() {
        let gold = question(&["Kentucky", "295,891"], &[], true);
        assert_eq!(score(&gold, "Kentucky has 295891 checks").score, 1.0);
        assert!(score(&gold, "Kentucky has 295891 checks").contains);
        assert_eq!(score(&gold, "Kentucky").score, 0.5);
    }

    #[test]
    fn lists_match_one_to_one_and_longest_first() {
        let gold = question(
            &["3 rules"],
            &["Tree Overhang Factor", "Factor", "Base Rates"],
            false,
        );
        let item = |label, text| GivenItem { label, text };
        let items = [
            item("C-1", "Tree overhang factor"),
            item("C-2", "the Factor"),
            item("C-3", "a nonsense"),
        ];
        let scored = score_answer(
            &gold,
            &GivenAnswer {
                text: "",
                items: &items,
            },
        )
        .expect("answerable");
        assert_eq!(
            scored.list,
            Some(ListScore {
                recall: 2.0 / 3.0,
                precision: Some(2.0 / 3.0)
            })
        );
        assert_eq!(scored.score, 2.0 / 3.0);
        let page = [item("", "Tree Overhang Factor, Factor, Base Rates")];
        let scored = score_answer(
            &gold,
            &GivenAnswer {
                text: "",
                items: &page,
            },
        )
        .expect("answerable");
        assert_eq!(
            scored.list.expect("a list").recall,
            1.0 / 3.0,
            "a page is one item"
        );
    }

    #[test]
    fn a_list_in_prose_has_recall_only() {
        let gold = question(&[], &["Oakland", "San Jose"], false);
        let scored = score(
            &gold,
            "Notices came from San José... and Oakland, San Jose.",
        );
        assert_eq!(
            scored.list,
            Some(ListScore {
                recall: 1.0,
                precision: None
            })
        );
    }

    #[test]
    fn labels_may_be_part_of_the_gold() {
        let gold = question(&[], &["G-1 Additional Insured – Premises"], false);
        let items = [GivenItem {
            label: "G-1",
            text: "Additional Insured - Premises",
        }];
        let scored = score_answer(
            &gold,
            &GivenAnswer {
                text: "",
                items: &items,
            },
        )
        .expect("answerable");
        assert_eq!(scored.score, 1.0);
    }

    #[test]
    fn abstention_by_hand() {
        let mut table = Abstention::default();
        for (answerable, declined) in [
            (false, true),
            (false, true),
            (true, true),
            (false, false),
            (true, false),
        ] {
            table.count(answerable, declined);
        }
        assert_eq!(
            (table.precision(), table.recall()),
            (Some(2.0 / 3.0), Some(2.0 / 3.0))
        );
        assert_eq!(table.answered_share(), Some(0.5));
        assert_eq!(Abstention::default().precision(), None);
        let mut none = question(&[], &[], false);
        none.answerable = false;
        assert!(
            score_answer(
                &none,
                &GivenAnswer {
                    text: "x",
                    items: &[]
                }
            )
            .is_none()
        );
    }
}
