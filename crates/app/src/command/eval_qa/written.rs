//! `perusal eval qa --model`: what a model writes beside the quotes.

use eval::Interval;
use eval::judge::Judge;
use eval::qa::GoldQuestion;
use eval::questions::Asking;
use eval::written::{Beside, Summary, beside, summary};
use perusal::models::Limits;
use serde_json::{Value, json};

use crate::cli::TapeArgs;
use crate::command::writer::{self, Tape};
use crate::config::LanguageRole;
use crate::context::Context;
use crate::failure::{Code, Failure};
use crate::json::SCHEMA;

/// Answers the questions with and without the main model, and prints both.
pub(super) fn run(
    context: &Context,
    tape: &TapeArgs,
    asking: &Asking<'_>,
    questions: &[GoldQuestion],
) -> Result<Code, Failure> {
    let limits = Limits {
        deadline: None,
        cancel: context.cancel.clone(),
    };
    let tape = Tape::of(tape)?;
    let opened = tape.open(context, LanguageRole::Main, &limits)?;
    let Some(model) = opened else {
        return Err(Failure::Usage {
            message: "no language model can be asked".to_owned(),
            hint: "`--model ollama:NAME` names one, `perusal models ls` says whether it answers"
                .to_owned(),
        });
    };
    // A model that is not there is no failure of each question.
    model.prepare(&limits)?;
    let grader = tape.open(context, LanguageRole::Judge, &limits)?;
    let prompts = &context.settings.generate.prompts;
    let judge = grader.as_deref().map(|model| Judge { model, prompts });
    let adviser = writer::adviser(context, &*model);
    let asking = Asking {
        adviser: adviser.uses.any().then_some(&adviser),
        ..*asking
    };
    let mut all: Vec<Beside> = Vec::new();
    for (at, question) in questions.iter().enumerate() {
        if context.cancel.is_cancelled() {
            return Err(perusal::EngineError::Interrupted.into());
        }
        all.extend(beside(
            &asking,
            question,
            &*model,
            judge.as_ref(),
            &context.settings.generate,
            &limits,
        )?);
        let read = format!("{} of {} questions", at + 1, questions.len());
        context.output.say(&read);
    }
    let sum = summary(&all);
    let id = &model.profile().id;
    if context.output.json {
        let object = object(id, questions.len(), &sum, &all);
        context.output.object(&object)?;
    } else {
        let judge = judge.as_ref().map_or("none", |one| &one.model.profile().id);
        print(context, (id, judge), questions.len(), &sum)?;
    }
    Ok(match sum.unverified {
        0 => Code::Done,
        _ => Code::Nothing,
    })
}

fn print(
    context: &Context,
    (id, judge): (&str, &str),
    questions: usize,
    sum: &Summary,
) -> Result<(), Failure> {
    let output = &context.output;
    output.line(&format!(
        "{id}: {} of {questions} questions are answered, {} of them in its words",
        sum.answered, sum.written
    ))?;
    for (reason, count) in &sum.fell {
        output.line(&format!("  quotes instead of {count}: {reason}"))?;
    }
    if let Some((quotes, written)) = sum.scores {
        let rows = [
            ("quotes", quotes, sum.quotes_cited),
            ("written", written, sum.written_cited),
        ];
        output.line("           right [95 %]           cited on gold pages")?;
        for (name, score, (gold, cited)) in rows {
            output.line(&format!("{name:8}   {}   {gold} of {cited}", shown(score)))?;
        }
    }
    if let Some(gain) = sum.gain {
        output.line(&format!("gain       {}", shown(gain)))?;
    }
    if let Some([quotes, prose, gain]) = sum.grades {
        output.line(&format!(
            "where no string decides ({} questions), by the grades of {judge}: quotes {}, written \
             {}, gain {}",
            sum.graded.0,
            shown(quotes),
            shown(prose),
            shown(gain)
        ))?;
    }
    if sum.graded.1 > 0 {
        output.line(&format!("without a grade of the judge: {}", sum.graded.1))?;
    }
    let kinds = sum.unsupported.iter();
    let kinds: Vec<String> = kinds
        .map(|(kind, count)| format!("{kind} {count}"))
        .collect();
    output.line(&format!(
        "sentences that nothing bears out: {} ({} an answer); citations not in the store: {}",
        match kinds.is_empty() {
            true => "none".to_owned(),
            false => kinds.join(", "),
        },
        sum.unsupported_mean.map_or("none".to_owned(), shown),
        sum.unverified
    ))?;
    let calls = sum.usage.calls.max(1);
    output.line(&format!(
        "a call: {} tokens asked, {} written, {:.1} s in the median",
        sum.usage.prompt_tokens / calls,
        sum.usage.completion_tokens / calls,
        sum.seconds_p50
    ))?;
    Ok(())
}

fn shown(score: Interval) -> String {
    format!("{:.3} [{:.3}, {:.3}]", score.mean, score.low, score.high)
}

fn object(id: &str, questions: usize, sum: &Summary, all: &[Beside]) -> Value {
    let rows = all.iter().map(|one| {
        json!({
            "id": one.id, "text": one.text, "fell": one.fell, "seconds": one.seconds,
            "quotes": one.quotes.score, "written": one.written.score,
            "unsupported": one.unsupported.iter().map(|why| why.as_str()).collect::<Vec<_>>(),
            "grades": one.grades.map(|(quotes, written)| json!({"quotes": quotes, "written": written})),
            "ungraded": one.ungraded,
        })
    });
    json!({
        "schema": SCHEMA, "model": id, "questions": questions, "answered": sum.answered,
        "written": sum.written, "fell": sum.fell,
        "right": sum.scores.map(|(quotes, written)| json!({"quotes": quotes, "written": written})),
        "gain": sum.gain,
        "citations": {
            "quotes": {"on_gold": sum.quotes_cited.0, "all": sum.quotes_cited.1},
            "written": {"on_gold": sum.written_cited.0, "all": sum.written_cited.1},
            "unverified": sum.unverified,
        },
        "unsupported": sum.unsupported,
        "unsupported_mean": sum.unsupported_mean,
        "judged": sum.grades.map(|[quotes, written, gain]| json!({
            "questions": sum.graded.0, "without_grade": sum.graded.1,
            "quotes": quotes, "written": written, "gain": gain,
        })),
        "usage": {
            "llm_calls": sum.usage.calls, "prompt_tokens": sum.usage.prompt_tokens,
            "completion_tokens": sum.usage.completion_tokens,
        },
        "seconds_p50": sum.seconds_p50,
        "answers": rows.collect::<Vec<_>>(),
    })
}
