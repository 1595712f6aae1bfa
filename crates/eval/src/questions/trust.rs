//! Whether answers can be trusted: do they stand when the words change, is what is
//! stated right, does confidence mean what it says.

use std::collections::BTreeMap;

use super::{Outcome, Places, QuestionResult};
use crate::stated::Form;
use crate::{Judged, Reliability, reliability};

/// Some of all: 3 of 10.
pub type Share = (usize, usize);

/// Sums over questions of one type.
#[derive(Debug, Default, Clone)]
pub struct Trust {
    /// Questions.
    pub questions: usize,
    /// Questions answered rightly, of the answerable ones.
    pub right: Share,
    /// Answerable questions whose best candidate is right, whatever was decided.
    pub best_right: Share,
    /// Questions answered rightly whose paraphrases all are too, of those answered rightly
    /// that have paraphrases.
    pub consistent: Share,
    /// Questions with two wordings for which different values are stated, of those with two
    /// for which any are.
    pub contradicted: Share,
    /// Questions for which a wrong value or list is stated, of those for which any is;
    /// what is stated for a question without an answer is wrong.
    pub wrong_stated: Share,
    /// The same of all wordings.
    pub wrong_stated_in_any_words: Share,
    /// Questions that were not answered although the best candidate or quote is right, of
    /// these and the rightly answered ones.
    pub right_declined: Share,
    /// Wordings that failed, of all.
    pub faults: Share,
    /// Confidence shown with each answer, and whether the answer is right.
    pub shown: Vec<Judged>,
    /// Confidence of each best candidate, whatever was decided.
    pub best: Vec<Judged>,
    /// Gold pages and sections among the first hits.
    pub places: Places,
}

impl Trust {
    /// Counts one question.
    pub fn add(&mut self, result: &QuestionResult) {
        let outcome = &result.outcome;
        let wordings: Vec<&Outcome> = [outcome].into_iter().chain(&result.paraphrases).collect();
        self.questions += 1;
        if result.answerable {
            count(&mut self.right, outcome.right);
            let best = outcome.best.is_some_and(|best| best.right);
            count(&mut self.best_right, best);
        }
        if outcome.right && !result.paraphrases.is_empty() {
            let all = result.paraphrases.iter().all(|paraphrase| paraphrase.right);
            count(&mut self.consistent, all);
        }
        let stated: Vec<&Outcome> = wordings
            .iter()
            .copied()
            .filter(|wording| wording.form.states())
            .collect();
        if stated.len() > 1 {
            let pairs = stated
                .iter()
                .enumerate()
                .flat_map(|(at, one)| stated[at + 1..].iter().map(move |other| (one, other)));
            let differ = pairs.into_iter().any(|(one, other)| one.contradicts(other));
            count(&mut self.contradicted, differ);
        }
        if outcome.form.states() {
            count(&mut self.wrong_stated, !outcome.right);
        }
        for wording in stated {
            count(&mut self.wrong_stated_in_any_words, !wording.right);
        }
        let declined = outcome.form == Form::Nothing && outcome.best_right;
        if outcome.right || declined {
            count(&mut self.right_declined, declined);
        }
        for wording in wordings {
            count(&mut self.faults, wording.fault.is_some());
        }
        if outcome.form != Form::Nothing {
            self.shown.push(Judged {
                confidence: outcome.confidence,
                right: outcome.right,
            });
        }
        self.best.extend(outcome.best);
        self.places.add(&result.places);
    }

    /// How far the confidence shown with answers is from the share of right ones.
    pub fn shown_reliability(&self) -> Option<Reliability> {
        reliability(&self.shown)
    }

    /// The same of best candidates, whatever was decided.
    pub fn best_reliability(&self) -> Option<Reliability> {
        reliability(&self.best)
    }
}

fn count(share: &mut Share, is: bool) {
    share.0 += usize::from(is);
    share.1 += 1;
}

/// Sums by type, and over all.
pub fn trust(results: &[QuestionResult]) -> (BTreeMap<String, Trust>, Trust) {
    let mut by_kind: BTreeMap<String, Trust> = BTreeMap::new();
    let mut all = Trust::default();
    for result in results {
        by_kind.entry(result.kind.clone()).or_default().add(result);
        all.add(result);
    }
    (by_kind, all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::denotation::Value;
    use crate::qa::parse_question;

    /// A wording for which a value is stated.
    fn states(value: &str, right: bool, confidence: f64) -> Outcome {
        Outcome {
            form: Form::Values,
            right,
            best_right: right,
            stated: vec![Value::parse(value)],
            confidence,
            best: Some(Judged { confidence, right }),
            first_right: right.then_some(0),
            fault: None,
        }
    }

    fn declined(best_right: bool) -> Outcome {
        Outcome {
            best_right,
            ..Outcome::default()
        }
    }

    fn result(kind: &str, wordings: Vec<Outcome>) -> QuestionResult {
        let line = format!(r#"{{"id":"q","question":"?","type":"{kind}","answers":["1"]}}"#);
        let gold = parse_question(&line).expect("a question");
        let mut wordings = wordings.into_iter();
        QuestionResult {
            outcome: wordings.next().expect("a wording"),
            paraphrases: wordings.collect(),
            ..super::super::faulted(&gold)
        }
    }

    fn sums(results: &[QuestionResult]) -> Trust {
        trust(results).1
    }

    #[test]
    fn an_answer_that_changes_with_the_words_is_no_answer() {
        let steady = result(
            "table_lookup",
            vec![states("5", true, 0.9), states("$5", true, 0.9)],
        );
        let turned = result(
            "table_lookup",
            vec![states("5", true, 0.9), states("6", false, 0.9)],
        );
        let silent = result(
            "table_lookup",
            vec![states("5", true, 0.9), declined(false)],
        );
        let wrong = result(
            "table_lookup",
            vec![states("7", false, 0.9), states("5", true, 0.9)],
        );
        let sums = sums(&[steady, turned, silent, wrong]);
        assert_eq!(sums.right, (3, 4));
        assert_eq!(sums.best_right, (3, 4));
        assert_eq!(sums.consistent, (1, 3), "of the rightly answered ones");
        assert_eq!(sums.contradicted, (2, 3), "of those stated twice");
        assert_eq!(sums.wrong_stated, (1, 4));
        assert_eq!(sums.wrong_stated_in_any_words, (2, 7));
    }

    #[test]
    fn paraphrases_contradict_each_other_too() {
        let wordings = vec![
            declined(false),
            states("5", false, 0.5),
            states("6", false, 0.5),
        ];
        let sums = sums(&[result("table_lookup", wordings)]);
        assert_eq!(sums.contradicted, (1, 1));
        assert_eq!(
            sums.wrong_stated,
            (0, 0),
            "the question itself states nothing"
        );
    }

    #[test]
    fn what_is_stated_of_nothing_is_wrong() {
        let gold = result("unanswerable", vec![states("5", false, 0.9)]);
        let sums = sums(&[gold]);
        assert_eq!((sums.wrong_stated, sums.right), ((1, 1), (0, 0)));
        assert_eq!(sums.right_declined, (0, 0));
    }

    #[test]
    fn right_ones_that_were_declined() {
        let quote = Outcome {
            form: Form::Quotes,
            best_right: true,
            ..Outcome::default()
        };
        let sums = sums(&[
            result("definition", vec![declined(true)]),
            result("definition", vec![declined(false)]),
            result("definition", vec![states("5", true, 0.8)]),
            result("definition", vec![quote]),
        ]);
        assert_eq!(sums.right_declined, (1, 2));
        assert_eq!(sums.shown.len(), 2, "what was declined shows nothing");
    }

    #[test]
    fn faults_count_as_wrong() {
        let failed = Outcome {
            fault: Some("index out of bounds".to_owned()),
            ..Outcome::default()
        };
        let sums = sums(&[
            result("table_lookup", vec![failed.clone(), states("5", true, 0.9)]),
            result("table_lookup", vec![states("5", true, 0.9), failed]),
        ]);
        assert_eq!(sums.faults, (2, 4));
        assert_eq!(sums.right, (1, 2));
        assert_eq!(sums.consistent, (0, 1));
    }

    #[test]
    fn confidence_is_that_of_what_is_shown() {
        let results: Vec<QuestionResult> = (0..10)
            .map(|at| result("table_lookup", vec![states("5", at < 5, 0.5)]))
            .collect();
        let shown = sums(&results).shown_reliability().expect("answers");
        assert_eq!((shown.count, shown.error), (10, 0.0));
        assert!(shown.noise > 0.0);
    }
}
