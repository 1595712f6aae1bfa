//! What the calls of one question may take together, however many threads make them.
//!
//! A call reserves what it may take before it is made, by the model's own count of the prompt and by
//! the bound of the answer, and gives back what it did not take. So the sum of what is spent and of
//! what is on its way never passes the bound. A server that tells more tokens than were reserved is
//! believed up to the reservation: the rest is its own way of counting.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Instant,
};

use serde::Serialize;

use super::{
    Completion, Health, LanguageModel, LanguageProfile, Request, Shape, WRAPPING_TOKENS,
    count_request,
};
use crate::{Limits, ModelError};

/// An amount of what calls take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize)]
pub struct Allowance {
    /// Calls of a model.
    pub calls: u64,
    /// Tokens of all requests.
    pub prompt_tokens: u64,
    /// Tokens of all answers.
    pub completion_tokens: u64,
}

impl Allowance {
    /// Of one question: `perusal ask`.
    pub const ASK: Self = Self {
        calls: 24,
        prompt_tokens: 64_000,
        completion_tokens: 16_000,
    };
    /// Of one question about long documents: `perusal analyze`.
    pub const ANALYZE: Self = Self {
        calls: 64,
        prompt_tokens: 256_000,
        completion_tokens: 64_000,
    };

    fn minus(self, other: Self) -> Self {
        Self {
            calls: self.calls.saturating_sub(other.calls),
            prompt_tokens: self.prompt_tokens.saturating_sub(other.prompt_tokens),
            completion_tokens: self
                .completion_tokens
                .saturating_sub(other.completion_tokens),
        }
    }
}

/// What is left for a question. Clones share what is spent.
///
/// ```
/// use models::{Allowance, Budget, LanguageModel, Limits, Message, Request, Shape, Speaker};
/// use models::scripted::Script;
///
/// let budget = Budget::new(Allowance { calls: 1, ..Allowance::ASK }, None);
/// let script = Script::new([("", "yes")]);
/// let model = budget.on(&script);
/// let request = Request {
///     messages: vec![Message::new(Speaker::User, "Is it so?")],
///     tokens_max: 5,
///     shape: Shape::Text,
/// };
/// assert!(model.complete(&request, &Limits::none(), &mut |_| {}).is_ok());
/// assert!(model.complete(&request, &Limits::none(), &mut |_| {}).is_err());
/// assert_eq!(budget.spent().calls, 1);
/// ```
#[derive(Clone, Debug)]
pub struct Budget {
    most: Allowance,
    /// What is spent, and what is on its way.
    taken: Arc<Mutex<Allowance>>,
    /// When the last call has to end.
    pub deadline: Option<Instant>,
}

impl Budget {
    /// A budget of which nothing is spent.
    #[must_use]
    pub fn new(most: Allowance, deadline: Option<Instant>) -> Self {
        Self {
            most,
            taken: Arc::default(),
            deadline,
        }
    }

    /// The same budget for calls that must leave so much for others.
    ///
    /// ```
    /// use models::{Allowance, Budget};
    ///
    /// let whole = Budget::new(Allowance::ANALYZE, None);
    /// let kept = Allowance { calls: 2, prompt_tokens: 8_000, completion_tokens: 4_000 };
    /// let reading = whole.keeping(kept);
    /// assert_eq!((reading.left().calls, whole.left().calls), (62, 64));
    /// ```
    #[must_use]
    pub fn keeping(&self, kept: Allowance) -> Self {
        Self {
            most: self.most.minus(kept),
            ..self.clone()
        }
    }

    /// What was spent so far, what is on its way included.
    #[must_use]
    pub fn spent(&self) -> Allowance {
        *self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is left.
    #[must_use]
    pub fn left(&self) -> Allowance {
        self.most.minus(self.spent())
    }

    /// A model whose calls are paid from this budget.
    #[must_use]
    pub fn on<'m>(&self, model: &'m dyn LanguageModel) -> Budgeted<'m> {
        Budgeted {
            model,
            budget: self.clone(),
        }
    }

    /// Takes what a call may need, or nothing.
    fn reserve(&self, needed: Allowance) -> Result<(), ModelError> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let left = self.most.minus(*taken);
        let rows = [
            (
                "calls of a model",
                needed.calls,
                left.calls,
                self.most.calls,
            ),
            (
                "tokens of requests",
                needed.prompt_tokens,
                left.prompt_tokens,
                self.most.prompt_tokens,
            ),
            (
                "tokens of answers",
                needed.completion_tokens,
                left.completion_tokens,
                self.most.completion_tokens,
            ),
        ];
        if let Some((what, needed, left, most)) =
            rows.into_iter().find(|(_, needed, left, _)| needed > left)
        {
            return Err(ModelError::OverBudget {
                what,
                needed,
                left,
                most,
            });
        }
        taken.calls += needed.calls;
        taken.prompt_tokens += needed.prompt_tokens;
        taken.completion_tokens += needed.completion_tokens;
        Ok(())
    }

    fn give_back(&self, unused: Allowance) {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        *taken = taken.minus(unused);
    }
}

/// A model whose calls are paid from a [`Budget`], and end by its deadline.
pub struct Budgeted<'m> {
    model: &'m dyn LanguageModel,
    budget: Budget,
}

impl LanguageModel for Budgeted<'_> {
    fn profile(&self) -> &LanguageProfile {
        self.model.profile()
    }

    fn prepare(&self, limits: &Limits) -> Result<(), ModelError> {
        self.model.prepare(&self.within(limits))
    }

    /// # Errors
    /// Also [`ModelError::OverBudget`], before the model is asked.
    fn complete(
        &self,
        request: &Request,
        limits: &Limits,
        emit: &mut dyn FnMut(&str),
    ) -> Result<Completion, ModelError> {
        let limits = self.within(limits);
        limits.check()?;
        let wrapping = match &request.shape {
            Shape::Text => 0,
            Shape::OneOf(_) | Shape::Json(_) => WRAPPING_TOKENS,
        };
        let needed = Allowance {
            calls: 1,
            prompt_tokens: count_request(self.model, request)? as u64,
            completion_tokens: u64::from(request.tokens_max.saturating_add(wrapping)),
        };
        self.budget.reserve(needed)?;
        let outcome = self.model.complete(request, &limits, emit);
        self.budget.give_back(needed.minus(taken(&outcome, needed)));
        outcome
    }

    fn count_tokens(&self, text: &str) -> Result<usize, ModelError> {
        self.model.count_tokens(text)
    }

    fn health(&self) -> Health {
        self.model.health()
    }
}

impl Budgeted<'_> {
    fn within(&self, limits: &Limits) -> Limits {
        let earlier = [limits.deadline, self.budget.deadline];
        Limits {
            deadline: earlier.into_iter().flatten().min(),
            cancel: limits.cancel.clone(),
        }
    }
}

/// What a call took of what it was given.
fn taken(outcome: &Result<Completion, ModelError>, needed: Allowance) -> Allowance {
    use ModelError::{Failed, KeyRefused, NoSuchModel, NotRecorded, Refused};
    match outcome {
        Ok(completion) => Allowance {
            calls: 1,
            prompt_tokens: completion.prompt_tokens.into(),
            completion_tokens: completion.completion_tokens.into(),
        },
        // No model read a word of it.
        Err(
            Failed { .. }
            | Refused { .. }
            | KeyRefused { .. }
            | NoSuchModel { .. }
            | NotRecorded { .. },
        ) => Allowance {
            calls: 1,
            ..Allowance::default()
        },
        // Not known: all of it, then.
        Err(_) => needed,
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;
    use crate::{Message, Speaker, scripted::Script};

    fn request(words: usize, tokens_max: u32) -> Request {
        Request {
            messages: vec![Message::new(Speaker::User, "word ".repeat(words))],
            tokens_max,
            shape: Shape::Text,
        }
    }

    fn within(spent: Allowance, most: Allowance) -> bool {
        spent.calls <= most.calls
            && spent.prompt_tokens <= most.prompt_tokens
            && spent.completion_tokens <= most.completion_tokens
    }

    /// A step of a generator of numbers that look random.
    fn next(state: &mut u64) -> u64 {
        *state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        *state >> 33
    }

    #[test]
    fn a_thousand_runs_never_pass_their_budget() {
        let mut refused = 0;
        for seed in 0..1_000_u64 {
            let mut state = seed;
            let most = Allowance {
                calls: 1 + next(&mut state) % 30,
                prompt_tokens: 50 + next(&mut state) % 2_000,
                completion_tokens: 5 + next(&mut state) % 300,
            };
            // Some calls fail, some answers are cut, some are of another shape.
            let script = Script::new([("word word word word word word", "one two three four")]);
            let budget = Budget::new(most, None);
            let made = thread::scope(|scope| {
                let threads: Vec<_> = (0..2 + seed % 3)
                    .map(|thread| {
                        let (model, mut state) = (budget.on(&script), state + thread);
                        let budget = &budget;
                        scope.spawn(move || {
                            let mut made = (0_u64, 0);
                            for _ in 0..12 {
                                let words = 1 + next(&mut state) % 60;
                                let request =
                                    request(words as usize, 1 + next(&mut state) as u32 % 8);
                                let limits = Limits::none();
                                match model.complete(&request, &limits, &mut |_| {}) {
                                    Ok(completion) => made.0 += u64::from(completion.prompt_tokens),
                                    Err(ModelError::OverBudget { .. }) => made.1 += 1,
                                    Err(_) => {}
                                }
                                assert!(within(budget.spent(), most), "seed {seed}");
                            }
                            made
                        })
                    })
                    .collect();
                let made = threads.into_iter().map(|thread| thread.join().unwrap());
                made.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
            });
            let asked = script.asked().len() as u64;
            assert!(
                asked <= most.calls && made.0 <= most.prompt_tokens,
                "seed {seed}"
            );
            assert_eq!(asked, budget.spent().calls, "seed {seed}");
            refused += made.1;
        }
        assert!(refused > 1_000, "budgets that bind: {refused}");
    }

    #[test]
    fn what_is_kept_back_is_there_for_others_alone() {
        let most = Allowance {
            calls: 3,
            ..Allowance::ASK
        };
        let whole = Budget::new(most, None);
        let script = Script::new([("", "yes")]);
        let reading = whole.keeping(Allowance {
            calls: 2,
            ..Allowance::default()
        });
        let ask = |budget: &Budget| {
            let model = budget.on(&script);
            model.complete(&request(3, 5), &Limits::none(), &mut |_| {})
        };
        assert!(ask(&reading).is_ok());
        let told = ask(&reading).expect_err("nothing is left").to_string();
        assert_eq!(
            told,
            "1 calls of a model are needed, 0 of 1 are left of this question's budget"
        );
        assert!(ask(&whole).is_ok() && ask(&whole).is_ok());
        assert!(ask(&whole).is_err());
    }

    #[test]
    fn the_deadline_of_the_budget_is_that_of_its_calls() {
        let budget = Budget::new(Allowance::ASK, Some(Instant::now()));
        let script = Script::new([("", "yes")]);
        let outcome = budget
            .on(&script)
            .complete(&request(3, 5), &Limits::none(), &mut |_| {});
        assert!(matches!(outcome, Err(ModelError::DeadlinePassed)));
        assert_eq!(budget.spent(), Allowance::default());
    }

    #[test]
    fn a_budgeted_model_keeps_the_promises_of_one() {
        let script = Script::new([("label", "red"), ("", "one two three four")]);
        let budget = Budget::new(Allowance::ANALYZE, None);
        crate::conformance::speaks_as_promised(&budget.on(&script), "red");
    }
}
