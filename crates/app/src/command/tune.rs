//! `perusal prompts tune`: the prompt for answers, chosen on a user's own questions.

use eval::LineLimits;
use eval::qa::{GoldQuestion, read_questions};
use eval::questions::Asking;
use eval::tune::{Variant, gain, grid, halves, told, worth};
use eval::written::{Beside, beside};
use perusal::answer::Weights;
use perusal::generate::{GenerateConfig, Prompts};
use perusal::models::{LanguageModel, Limits};
use serde_json::json;

use super::eval::{builder, models_of};
use super::writer::Tape;
use crate::cli::TuneArgs;
use crate::config::{LanguageRole, prompts};
use crate::context::Context;
use crate::failure::{Code, Failure};
use crate::json::SCHEMA;
use crate::{embedder, output::printable};

/// The prompt that is tuned: the one whose answers questions of a file can judge.
const PROMPT: &str = "answer";
/// Questions of a half that say anything.
const HALF_MIN: usize = 4;

/// Tries the grid on one half of the questions, the best of it on the other half, and keeps it where
/// it gains there.
pub fn run(context: &Context, args: &TuneArgs) -> Result<Code, Failure> {
    let embedder = embedder::to_build(context, None)?;
    let mut questions = read_questions(&args.questions, LineLimits::default())?;
    if let Some(limit) = args.limit {
        let kept = eval::sample(questions.len(), limit, args.seed).into_iter();
        questions = kept.map(|at| questions[at].clone()).collect();
    }
    let (first, second) = halves(&questions);
    if first.len().min(second.len()) < HALF_MIN {
        return Err(Failure::Usage {
            message: format!("{} questions are too few to choose on", questions.len()),
            hint: format!("a file of {} and more, each with its answers", 2 * HALF_MIN),
        });
    }
    let config = models_of(context, embedder.as_ref())?;
    let built = builder(context, &config.ingest, embedder.as_ref()).build_without(
        &args.docs,
        Some(&args.questions),
        &mut |_| {},
    )?;
    let limits = Limits {
        deadline: None,
        cancel: context.cancel.clone(),
    };
    let opened = Tape::of(&args.tape)?.open(context, LanguageRole::Main, &limits)?;
    let Some(model) = opened else {
        return Err(Failure::Usage {
            message: "no language model can be asked".to_owned(),
            hint: "`--model ollama:NAME` names one".to_owned(),
        });
    };
    model.prepare(&limits)?;
    let trying = Trying {
        context,
        asking: Asking {
            snapshot: &built.snapshot,
            embedder: embedder.as_deref(),
            strategy: perusal::retrieve::Strategy::Auto,
            retrieve: &config.retrieve,
            answer: &context.settings.answer,
            weights: Weights::shipped(),
            tables: true,
            adviser: None,
        },
        model: &*model,
        limits: &limits,
    };
    trying.choose(args, &first, &second)
}

/// How variants are tried.
struct Trying<'a> {
    context: &'a Context,
    asking: Asking<'a>,
    model: &'a dyn LanguageModel,
    limits: &'a Limits,
}

impl Trying<'_> {
    fn choose(
        &self,
        args: &TuneArgs,
        first: &[GoldQuestion],
        second: &[GoldQuestion],
    ) -> Result<Code, Failure> {
        let output = &self.context.output;
        let prompts = &self.context.settings.generate.prompts;
        let prompt = prompts.get(PROMPT).map_err(perusal::EngineError::Prompt)?;
        let variants = grid(&prompt, first);
        let mut rows = Vec::new();
        let mut best: (usize, f64) = (0, f64::NEG_INFINITY);
        for (at, variant) in variants.iter().enumerate() {
            let all = self.run(variant, first)?;
            output.say(&printable(&format!("{}: {}", variant.name, told(&all))));
            let worth = worth(&all);
            // Among equals what is in force stays.
            if worth > best.1 {
                best = (at, worth);
            }
            rows.push(json!({"variant": variant.name, "worth": worth}));
        }
        let chosen = &variants[best.0];
        let (before, after) = (self.run(&variants[0], second)?, self.run(chosen, second)?);
        let gained = gain(&before, &after);
        let wins = best.0 != 0 && gained.is_some_and(|gain| gain.mean > 0.0);
        let shown = gained.map_or("none".to_owned(), |gain| {
            format!("{:+.3} [{:+.3}, {:+.3}]", gain.mean, gain.low, gain.high)
        });
        let kept = match wins && !args.dry_run {
            true => Some(keep(chosen, prompt.version + 1)?),
            false => None,
        };
        if output.json {
            output.object(&json!({
                "schema": SCHEMA, "prompt": PROMPT, "model": self.model.profile().id,
                "tried": rows, "chosen": chosen.name, "held_out": second.len(),
                "gain": gained, "wins": wins, "file": kept,
            }))?;
        } else {
            output.line(&printable(&format!(
                "best of {} on {} questions: {}; on {} others it gains {shown}",
                variants.len(),
                first.len(),
                chosen.name,
                second.len()
            )))?;
            output.line(&match (&kept, wins) {
                (Some(file), _) => format!("it is asked from now on: {file}"),
                (None, true) => "it would be kept".to_owned(),
                (None, false) => "the prompt in force stays".to_owned(),
            })?;
        }
        Ok(match wins {
            true => Code::Done,
            false => Code::Nothing,
        })
    }

    /// Answers the questions with a variant.
    fn run(&self, variant: &Variant, questions: &[GoldQuestion]) -> Result<Vec<Beside>, Failure> {
        let mut prompts: Prompts = self.context.settings.generate.prompts.clone();
        prompts
            .replace(variant.prompt.clone())
            .map_err(perusal::EngineError::Prompt)?;
        let config = GenerateConfig {
            prompts,
            ..self.context.settings.generate.clone()
        };
        let mut all = Vec::new();
        for question in questions {
            if self.context.cancel.is_cancelled() {
                return Err(perusal::EngineError::Interrupted.into());
            }
            let answered = beside(
                &self.asking,
                question,
                self.model,
                None,
                &config,
                self.limits,
            )?;
            all.extend(answered);
        }
        Ok(all)
    }
}

/// Writes a variant as the user's own prompt, in the next version.
fn keep(variant: &Variant, version: u32) -> Result<String, Failure> {
    let prompt = perusal::generate::Prompt {
        version,
        ..variant.prompt.clone()
    };
    let path = prompts::path(PROMPT);
    std::fs::create_dir_all(prompts::folder())?;
    std::fs::write(&path, prompt.to_file())?;
    Ok(path.display().to_string())
}
