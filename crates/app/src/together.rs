//! Questions that come at the same time, embedded together.
//!
//! A question is read under all heads of the model, so that one pass serves whoever wants one of
//! them. As many passes of the model run at once as there are processors; a question that finds them
//! all taken waits, and the next free pass reads all that wait, which costs less than one pass
//! each. A vector has the same bits alone and in any batch, so that nobody can tell. Documents are
//! batched by whoever adds them, and pass through.

use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use perusal::models::{
    Cancel, Embedder, Embedding, Encoded, Heads, Limits, ModelError, Profile, Role,
};

/// Questions of one pass: a client that leaves waits no longer than for so many.
const BATCH_MAX: usize = 16;
/// How often one who waits looks whether it still wants to.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// A model whose questions of several threads go into one pass.
pub struct Together {
    model: Arc<dyn Embedder>,
    passes_max: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    passes: usize,
    waiting: Vec<Arc<Asked>>,
}

/// A question that waits.
struct Asked {
    text: String,
    deadline: Option<Instant>,
    given: Mutex<Given>,
    changed: Condvar,
}

enum Given {
    Nothing,
    /// It begins the next pass, with those that wait.
    Turn,
    /// The pass that it was in failed: that may have been another's doing.
    Alone,
    Encoded(Encoded),
}

impl Together {
    /// A model of this machine.
    pub fn new(model: Arc<dyn Embedder>) -> Self {
        let passes_max = thread::available_parallelism().map_or(1, NonZero::get);
        Self {
            model,
            passes_max,
            state: Mutex::default(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A question under all heads.
    fn one(&self, text: &str, limits: &Limits) -> Result<Encoded, ModelError> {
        let mut state = self.state();
        if state.passes < self.passes_max {
            state.passes += 1;
            drop(state);
            let _pass = Pass(self);
            return self.alone(text, limits);
        }
        let asked = Arc::new(Asked {
            text: text.to_owned(),
            deadline: limits.deadline,
            given: Mutex::new(Given::Nothing),
            changed: Condvar::new(),
        });
        state.waiting.push(Arc::clone(&asked));
        drop(state);
        loop {
            match asked.given_within(LOOK_EVERY) {
                Given::Nothing => {}
                Given::Turn => {
                    let _pass = Pass(self);
                    return self.lead(text, limits);
                }
                Given::Alone => return self.alone(text, limits),
                Given::Encoded(encoded) => return Ok(encoded),
            }
            if let Err(error) = limits.check() {
                self.leave(&asked);
                return Err(error);
            }
        }
    }

    fn alone(&self, text: &str, limits: &Limits) -> Result<Encoded, ModelError> {
        let mut encoded = self.encode_now(&[text], limits)?;
        encoded.pop().ok_or_else(|| self.none_came())
    }

    fn encode_now(&self, texts: &[&str], limits: &Limits) -> Result<Vec<Encoded>, ModelError> {
        let heads = self.profile().heads();
        self.model.encode(texts, Role::Query, heads, limits)
    }

    /// A pass of this question and of those that wait.
    fn lead(&self, text: &str, limits: &Limits) -> Result<Encoded, ModelError> {
        let mut state = self.state();
        let count = state.waiting.len().min(BATCH_MAX - 1);
        let others = Others(state.waiting.drain(..count).collect());
        drop(state);
        if others.0.is_empty() {
            return self.alone(text, limits);
        }
        let mut texts = vec![text];
        texts.extend(others.0.iter().map(|one| one.text.as_str()));
        // The pass is everybody's: one that leaves ends it for nobody.
        let deadlines = others.0.iter().map(|one| one.deadline);
        let all = Limits {
            deadline: deadlines.fold(limits.deadline, |a, b| Some(a?.max(b?))),
            cancel: Cancel::default(),
        };
        // Whoever's text it fails or falls over, the others' must not: each reads alone then.
        let pass = || self.encode_now(&texts, &all);
        let Ok(Ok(encoded)) = catch_unwind(AssertUnwindSafe(pass)) else {
            drop(others);
            return self.alone(text, limits);
        };
        let mut encoded = encoded.into_iter();
        let own = encoded.next();
        for (other, encoded) in others.0.iter().zip(encoded) {
            other.give(Given::Encoded(encoded));
        }
        own.ok_or_else(|| self.none_came())
    }

    fn none_came(&self) -> ModelError {
        ModelError::Failed {
            name: self.profile().name.clone(),
            reason: "it gave no vector for a text".to_owned(),
        }
    }

    /// One that waited does not any more; a turn that it was given just now goes on to the next.
    fn leave(&self, asked: &Arc<Asked>) {
        self.state().waiting.retain(|one| !Arc::ptr_eq(one, asked));
        if matches!(asked.given_within(Duration::ZERO), Given::Turn) {
            drop(Pass(self));
        }
    }
}

impl Asked {
    fn give(&self, given: Given) {
        *self.given.lock().unwrap_or_else(PoisonError::into_inner) = given;
        self.changed.notify_one();
    }

    /// What it was given, taken from it; waits so long for something.
    fn given_within(&self, time: Duration) -> Given {
        let given = self.given.lock().unwrap_or_else(PoisonError::into_inner);
        let nothing = |given: &mut Given| matches!(given, Given::Nothing);
        let waited = self.changed.wait_timeout_while(given, time, nothing);
        let mut given = waited.unwrap_or_else(PoisonError::into_inner).0;
        std::mem::replace(&mut given, Given::Nothing)
    }
}

/// A pass that runs. When it ends, however it does, the next that waits begins one.
struct Pass<'t>(&'t Together);

impl Drop for Pass<'_> {
    fn drop(&mut self) {
        let mut state = self.0.state();
        if state.waiting.is_empty() {
            state.passes -= 1;
        } else {
            state.waiting.remove(0).give(Given::Turn);
        }
    }
}

/// Those that a pass reads for; whoever got nothing of it, reads alone.
struct Others(Vec<Arc<Asked>>);

impl Drop for Others {
    fn drop(&mut self) {
        for other in &self.0 {
            let mut given = other.given.lock().unwrap_or_else(PoisonError::into_inner);
            if matches!(*given, Given::Nothing) {
                *given = Given::Alone;
                other.changed.notify_one();
            }
        }
    }
}

impl Embedder for Together {
    fn profile(&self) -> &Profile {
        self.model.profile()
    }

    fn embed(
        &self,
        texts: &[&str],
        role: Role,
        limits: &Limits,
    ) -> Result<Vec<Embedding>, ModelError> {
        match (texts, role) {
            ([text], Role::Query) if self.profile().heads().dense => {
                Ok(vec![self.one(text, limits)?.into_embedding()])
            }
            _ => self.model.embed(texts, role, limits),
        }
    }

    fn encode(
        &self,
        texts: &[&str],
        role: Role,
        wanted: Heads,
        limits: &Limits,
    ) -> Result<Vec<Encoded>, ModelError> {
        match (texts, role) {
            ([text], Role::Query) if wanted.lacking(self.profile().heads()).is_empty() => {
                Ok(vec![self.one(text, limits)?.only(wanted)])
            }
            _ => self.model.encode(texts, role, wanted, limits),
        }
    }

    fn count_tokens(&self, text: &str) -> Result<usize, ModelError> {
        self.model.count_tokens(text)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use perusal::models::conformance::keeps_its_promises;
    use perusal::models::scripted::HashEmbedder;

    use super::*;

    /// Takes its time for each pass, counts them, and fails or falls over a text that says so.
    #[derive(Default)]
    struct Slow {
        model: HashEmbedder,
        passes: AtomicUsize,
    }

    impl Embedder for Slow {
        fn profile(&self) -> &Profile {
            self.model.profile()
        }

        fn embed(
            &self,
            texts: &[&str],
            role: Role,
            limits: &Limits,
        ) -> Result<Vec<Embedding>, ModelError> {
            self.passes.fetch_add(1, Ordering::SeqCst);
            let until = Instant::now() + Duration::from_millis(60);
            while Instant::now() < until {
                limits.check()?;
                thread::sleep(Duration::from_millis(1));
            }
            assert!(!texts.contains(&"panic"), "as the test wants it");
            if texts.contains(&"fail") {
                return Err(ModelError::Failed {
                    name: "slow".to_owned(),
                    reason: "as the test wants it".to_owned(),
                });
            }
            self.model.embed(texts, role, limits)
        }

        fn count_tokens(&self, text: &str) -> Result<usize, ModelError> {
            self.model.count_tokens(text)
        }
    }

    fn asked(together: &Together, text: &str, limits: &Limits) -> Result<Embedding, ModelError> {
        let vectors = together.embed(&[text], Role::Query, limits);
        vectors.map(|mut one| one.pop().expect("a vector"))
    }

    /// The vectors of these texts, asked at once, and the passes it took.
    fn at_once(texts: &[String]) -> (Vec<thread::Result<Result<Embedding, ModelError>>>, usize) {
        let slow = Arc::new(Slow::default());
        let together = Together::new(Arc::clone(&slow) as Arc<dyn Embedder>);
        let told = thread::scope(|scope| {
            let threads: Vec<_> = texts
                .iter()
                .map(|text| {
                    let together = &together;
                    scope.spawn(move || asked(together, text, &Limits::none()))
                })
                .collect();
            threads.into_iter().map(|one| one.join()).collect()
        });
        assert_eq!(together.state().passes, 0);
        assert!(together.state().waiting.is_empty());
        (told, slow.passes.load(Ordering::SeqCst))
    }

    #[test]
    fn it_keeps_the_promises_of_the_model() {
        keeps_its_promises(&Together::new(Arc::new(HashEmbedder::default())));
    }

    #[test]
    fn questions_of_one_time_go_into_few_passes_and_get_the_same_bits() {
        let texts: Vec<String> = (0..64).map(|at| format!("the red fox {at}")).collect();
        let (told, passes) = at_once(&texts);
        let alone = HashEmbedder::default();
        for (text, vector) in texts.iter().zip(told) {
            let vector = vector.expect("no panic").expect("a vector");
            let expected = alone.embed(&[text], Role::Query, &Limits::none());
            assert_eq!(vector, expected.expect("a vector")[0], "{text}");
        }
        assert!(passes < texts.len() / 2, "{passes} passes");
    }

    #[test]
    fn one_that_fails_or_falls_over_costs_itself_only() {
        for odd in ["fail", "panic"] {
            let mut texts: Vec<String> = (0..32).map(|at| format!("fox {at}")).collect();
            texts[20] = odd.to_owned();
            let (told, _) = at_once(&texts);
            for (text, vector) in texts.iter().zip(told) {
                let well = matches!(vector, Ok(Ok(_)));
                assert_eq!(well, text != odd, "{text}");
            }
        }
    }

    #[test]
    fn one_that_leaves_is_let_go_at_once_and_ends_nothing_for_others() {
        let slow = Arc::new(Slow::default());
        let together = Together::new(Arc::clone(&slow) as Arc<dyn Embedder>);
        let cancels: Vec<Limits> = (0..40).map(|_| Limits::none()).collect();
        thread::scope(|scope| {
            let asking = |(at, limits): (usize, &Limits)| {
                let (together, limits) = (&together, limits.clone());
                scope.spawn(move || (at, asked(together, &format!("fox {at}"), &limits)))
            };
            let threads: Vec<_> = cancels.iter().enumerate().map(asking).collect();
            thread::sleep(Duration::from_millis(20));
            cancels
                .iter()
                .step_by(2)
                .for_each(|one| one.cancel.cancel());
            for thread in threads {
                let (at, told) = thread.join().expect("no panic");
                assert!(told.is_ok() || at % 2 == 0, "{at}: {told:?}");
            }
        });
        assert_eq!(together.state().passes, 0);
    }
}
