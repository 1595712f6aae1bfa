//! What one wording of a question came to.

use perusal::ask::Asked;

use super::given_items;
use crate::denotation::{Value, is_same_denotation};
use crate::qa::{GivenItem, GoldQuestion, Offered, is_gold_quote, is_right};
use crate::stated::{Form, candidates, form, stated};
use crate::{EvalError, Judged};

/// What was stated for one wording, and whether it is right.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// In what form it was answered.
    pub form: Form,
    /// Answered, and right; never for a question without an answer.
    pub right: bool,
    /// The best candidate or the best quote is right, whatever was decided.
    pub best_right: bool,
    /// The values or items stated; empty where none were.
    pub stated: Vec<Value>,
    /// The confidence shown, 0 to 1.
    pub confidence: f64,
    /// The confidence of the best candidate, and whether that is right.
    pub best: Option<Judged>,
    /// How many candidates stand before the first right one.
    pub first_right: Option<usize>,
    /// Why there is no outcome.
    pub fault: Option<String>,
}

impl Default for Outcome {
    /// Nothing stated, nothing right.
    fn default() -> Outcome {
        Outcome {
            form: Form::Nothing,
            right: false,
            best_right: false,
            stated: Vec::new(),
            confidence: 0.0,
            best: None,
            first_right: None,
            fault: None,
        }
    }
}

impl Outcome {
    /// What came of asking.
    pub fn of(gold: &GoldQuestion, asked: &Result<Asked, EvalError>) -> Outcome {
        match asked {
            Ok(asked) => Outcome::of_asked(gold, asked),
            Err(error) => Outcome::of_fault(error),
        }
    }

    /// What was stated or declined.
    pub fn of_asked(gold: &GoldQuestion, asked: &Asked) -> Outcome {
        let form = form(asked);
        let stated = match form.states() {
            true => stated(asked),
            false => Vec::new(),
        };
        let items = given_items(asked);
        let answer = asked.answer.as_ref().filter(|_| form != Form::Nothing);
        let right = answer.is_some_and(|answer| {
            let offered = Offered {
                values: &stated,
                items: &items,
                text: &answer.text,
                quote: answer.citations.first().map(|one| one.quote.as_str()),
            };
            is_right(gold, &offered)
        });
        let candidates = candidates(asked);
        let first_right = candidates.iter().position(|one| denotes(gold, &one.values));
        let best = candidates.first().map(|best| Judged {
            confidence: best.confidence,
            right: first_right == Some(0),
        });
        let sentence = asked.sentences.first();
        let quote_right = sentence.is_some_and(|one| is_gold_quote(gold, &one.candidate.text));
        Outcome {
            form,
            right,
            best_right: right || quote_right || best.is_some_and(|best| best.right),
            stated,
            confidence: asked.confidence,
            best,
            first_right,
            fault: None,
        }
    }

    /// What failed: nothing stated, nothing right.
    pub fn of_fault(error: &EvalError) -> Outcome {
        Outcome {
            fault: Some(error.to_string()),
            ..Outcome::default()
        }
    }

    /// Whether both state something, and not the same.
    pub fn contradicts(&self, other: &Outcome) -> bool {
        self.form.states()
            && other.form.states()
            && !is_same_denotation(&self.stated, &other.stated)
            && !is_same_denotation(&other.stated, &self.stated)
    }
}

/// Whether values are a right answer, said one after the other.
fn denotes(gold: &GoldQuestion, values: &[Value]) -> bool {
    let items: Vec<GivenItem<'_>> = values
        .iter()
        .map(|value| GivenItem {
            label: "",
            text: value.text(),
        })
        .collect();
    let said: Vec<&str> = values.iter().map(Value::text).collect();
    let offered = Offered {
        values,
        items: &items,
        text: &said.join("; "),
        quote: None,
    };
    is_right(gold, &offered)
}
