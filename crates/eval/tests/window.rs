//! A language model with a window of four thousand tokens over the insurance documents, asked for
//! everything that a model can be asked for: no request is ever larger than its window, and what the
//! engine does around its calls takes little time. Skipped, and said, where the documents are not
//! beside the repository.

#![allow(
    clippy::print_stdout,
    reason = "a skipped set is said where tests report, and so are times"
)]

use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use eval::{
    Builder, LineLimits,
    qa::{GoldQuestion, read_questions},
};
use perusal::advise::{Adviser, Plans, Uses};
use perusal::answer::Weights;
use perusal::ask::{AskRequest, Models, ask_with};
use perusal::generate::{GenerateConfig, Prompts, write};
use perusal::index::Snapshot;
use perusal::models::{
    Cancel, Completion, Counted, End, LanguageModel, LanguageProfile, Limits, ModelError, Request,
    Shape, count_request,
};
use perusal::retrieve::Strategy;
use perusal::{AnswerConfig, IngestConfig, RetrieveConfig};

#[cfg(unix)]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

const WINDOW: usize = 4_096;
/// How often every question is asked: the first round reads what later ones find in memory.
const ROUNDS: usize = 8;
/// Longest time of the engine for a question without the model's, of a hundred the ninety-ninth; in
/// an optimised build.
const OVERHEAD_MAX: Duration = Duration::from_millis(100);

/// Answers at length and wrongly, so that answers are returned; keeps what it was asked.
struct Narrow {
    profile: LanguageProfile,
    /// Calls, the largest request with its answer, and the time in them.
    kept: Mutex<(usize, usize, Duration)>,
}

impl Narrow {
    fn new() -> Narrow {
        Narrow {
            profile: LanguageProfile {
                id: "narrow".to_owned(),
                context_tokens: WINDOW,
                counted: Counted::Estimated,
            },
            kept: Mutex::default(),
        }
    }
}

impl LanguageModel for Narrow {
    fn profile(&self) -> &LanguageProfile {
        &self.profile
    }

    fn complete(
        &self,
        request: &Request,
        _limits: &Limits,
        emit: &mut dyn FnMut(&str),
    ) -> Result<Completion, ModelError> {
        let started = Instant::now();
        let prompt = count_request(self, request)?;
        let most = prompt + request.tokens_max as usize;
        assert!(most <= WINDOW, "{most} tokens: {:?}", request.messages);
        let mut kept = self.kept.lock().expect("what was asked");
        kept.0 += 1;
        kept.1 = kept.1.max(most);
        let shown = &request.messages.last().expect("a message").text;
        // As much of the request as an answer may hold.
        let bytes = request.tokens_max as usize * 3;
        let echoed: String = shown.chars().take(bytes / 4).collect();
        let outcome = match &request.shape {
            Shape::Text => Ok(echoed),
            Shape::OneOf(known) => Ok(known[known.len() - 1].clone()),
            Shape::Json(_) => Err(ModelError::WrongShape {
                name: self.profile.id.clone(),
                reason: "it is not JSON".to_owned(),
                answer: echoed,
            }),
        };
        kept.2 += started.elapsed();
        let text = outcome?;
        emit(&text);
        Ok(Completion {
            text,
            end: End::Complete,
            prompt_tokens: prompt as u32,
            completion_tokens: request.tokens_max,
            counted: Counted::Estimated,
        })
    }

    fn count_tokens(&self, text: &str) -> Result<usize, ModelError> {
        Ok(text.len().div_ceil(3))
    }
}

#[test]
fn a_window_of_four_thousand_tokens_is_never_overrun() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/insurance");
    let file = data.join("qa.jsonl");
    if !file.is_file() {
        println!("skipped: no insurance/qa.jsonl beside the repository");
        return;
    }
    let questions = read_questions(&file, LineLimits::default()).expect("questions");
    let folder = tempfile::tempdir().expect("a folder");
    let ingest = IngestConfig::default();
    let builder = Builder {
        cache: folder.path().join("library"),
        ingest: &ingest,
        embedder: None,
        cancel: Cancel::default(),
    };
    let built = builder.build_without(&data.join("pdf"), Some(&file), &mut |_| {});
    let snapshot = built.expect("a library").snapshot;
    let everything = ask_each(&snapshot, &questions, |at| Uses {
        plans: [Plans::Write, Plans::Choose][at % 2],
        plans_below: 2.0,
        steps: true,
        documents: true,
        expand: true,
        rewrite: true,
    });
    let usual = ask_each(&snapshot, &questions, |_| Uses::default());
    let asked = questions.len() * ROUNDS;
    for (name, asks) in [("everything", &everything), ("the defaults", &usual)] {
        let calls: usize = asks.iter().map(|ask| ask.calls).sum();
        let largest = asks.iter().map(|ask| ask.largest).max().unwrap_or(0);
        println!("{name}: {asked} asks, {calls} calls, the largest of {largest} tokens");
        println!(
            "  without the model p50 {:?}, p99 {:?}",
            slowest(asks, 0.5),
            slowest(asks, 0.99)
        );
        for ask in slowest_first(asks).iter().take(5) {
            println!("  {:?} round {} {}", ask.took, ask.round, ask.question);
        }
    }
    let calls: usize = everything.iter().map(|ask| ask.calls).sum();
    assert!(calls > asked, "{calls} calls");
    // On a busy machine, or in a build for tests, the time says nothing.
    if std::env::var_os("PERUSAL_ASSERT_TIMES").is_some() {
        for asks in [&everything, &usual] {
            let p99 = slowest(asks, 0.99);
            assert!(p99 <= OVERHEAD_MAX, "{p99:?}");
        }
    }
}

/// What one question came to.
struct Ask {
    question: String,
    round: usize,
    calls: usize,
    /// Of the largest request with its answer, in tokens.
    largest: usize,
    /// Without the time in the model.
    took: Duration,
}

/// Asks every question [`ROUNDS`] times, with what `uses` says for the question at an index, and
/// has each answer written.
fn ask_each(
    snapshot: &Snapshot,
    questions: &[GoldQuestion],
    uses: impl Fn(usize) -> Uses,
) -> Vec<Ask> {
    let (prompts, config) = (Prompts::default(), GenerateConfig::default());
    let always = AnswerConfig {
        confidence_min: Some(0.0),
        ..AnswerConfig::default()
    };
    let (retrieve, weights, limits) = (
        RetrieveConfig::default(),
        Weights::shipped(),
        Limits::none(),
    );
    let mut asks = Vec::new();
    for (round, (at, gold)) in
        (0..ROUNDS).flat_map(|round| questions.iter().enumerate().map(move |one| (round, one)))
    {
        let model = Narrow::new();
        let adviser = Adviser {
            model: &model,
            prompts: &prompts,
            uses: uses(at),
        };
        let request = AskRequest {
            strategy: Strategy::Keyword,
            ..AskRequest::new(&gold.question)
        };
        let models = Models {
            adviser: Some(&adviser),
            ..Models::default()
        };
        let started = Instant::now();
        let asked = ask_with(
            snapshot, models, &request, &retrieve, &always, weights, &limits,
        );
        let asked = asked.expect("a question that can be asked");
        assert!(asked.faults.is_empty(), "{:?}", asked.faults);
        let _ = write(
            &asked,
            &gold.question,
            snapshot,
            &model,
            &config,
            &limits,
            &mut |_| {},
        );
        let kept = *model.kept.lock().expect("what was asked");
        asks.push(Ask {
            question: gold.question.clone(),
            round,
            calls: kept.0,
            largest: kept.1,
            took: started.elapsed().saturating_sub(kept.2),
        });
    }
    asks
}

fn slowest_first(asks: &[Ask]) -> Vec<&Ask> {
    let mut sorted: Vec<&Ask> = asks.iter().collect();
    sorted.sort_by_key(|ask| std::cmp::Reverse(ask.took));
    sorted
}

/// The time that a `share` of asks, 0 to 1, stays below.
fn slowest(asks: &[Ask], share: f64) -> Duration {
    let sorted = slowest_first(asks);
    let above = sorted.len() as f64 * (1.0 - share);
    sorted[above as usize].took
}
