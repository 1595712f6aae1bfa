//! `perusal eval analysis --segments`: the methods of scoring beside each other.

use std::collections::BTreeMap;

use eval::analysis::{Analysing, Scored, run_scoring};
use eval::percentile;
use eval::qa::GoldQuestion;
use perusal::analyze::{Model, Scoring};
use perusal::models::{Allowance, Limits};
use serde_json::{Value, json};

use super::super::writer::Tape;
use crate::config::LanguageRole;
use crate::context::Context;
use crate::failure::{Code, Failure};
use crate::json as outside;

/// Scores documents cut into so many segments by each method; a language model only where one
/// is set.
pub fn run(
    context: &Context,
    with: &Analysing<'_>,
    questions: &[GoldQuestion],
    counts: &[usize],
) -> Result<Code, Failure> {
    let language = Tape::Live.open(context, LanguageRole::Main, &Limits::none())?;
    let model = language.as_deref().map(|model| Model {
        model,
        prompts: &context.settings.generate.prompts,
        allowance: Allowance::ANALYZE,
        workers: None,
    });
    let methods = [Scoring::DenseSparse, Scoring::MultiVector, Scoring::Llm];
    let mut told = Vec::new();
    for &segments in counts {
        let mut medians: BTreeMap<&str, f64> = BTreeMap::new();
        for method in methods {
            if method == Scoring::Llm && model.is_none() {
                continue;
            }
            let mut all = Vec::new();
            for question in questions.iter().filter(|question| question.answerable) {
                if context.cancel.is_cancelled() {
                    return Err(perusal::EngineError::Interrupted.into());
                }
                all.extend(run_scoring(with, question, (method, segments), model)?);
            }
            let times: Vec<f64> = all.iter().map(|one| one.ms).collect();
            let median = percentile(&times, 50.0).unwrap_or_default();
            medians.insert(method.as_str(), median);
            told.extend(method_told(context, (segments, method), &all, median)?);
        }
        if let (Some(llm), Some(own)) = (medians.get("llm"), medians.get("dense+sparse")) {
            let line = format!(
                "  dense+sparse is {:.0} times as fast as llm",
                llm / own.max(0.001)
            );
            context.output.say(&line);
        }
    }
    if context.output.json {
        let object = json!({"schema": outside::SCHEMA, "scoring": told});
        context.output.object(&object)?;
    }
    Ok(match told.is_empty() {
        true => Code::Nothing,
        false => Code::Done,
    })
}

/// One method: all questions, and by granularity.
fn method_told(
    context: &Context,
    (segments, method): (usize, Scoring),
    all: &[Scored],
    median: f64,
) -> Result<Vec<Value>, Failure> {
    let mut groups: BTreeMap<&str, Vec<&Scored>> = BTreeMap::new();
    for one in all {
        groups.entry("all").or_default().push(one);
        groups.entry(&one.granularity).or_default().push(one);
    }
    let mut told = Vec::new();
    for (name, of) in groups {
        let share = |value: fn(&Scored) -> bool| {
            of.iter().filter(|one| value(one)).count() as f64 / of.len().max(1) as f64
        };
        let (first, three) = (share(|one| one.first), share(|one| one.first_three));
        let fallen = of.iter().filter(|one| one.fallback.is_some()).count();
        let calls: usize = of.iter().map(|one| one.calls).sum();
        let made = of.iter().map(|one| one.segments).sum::<usize>() as f64 / of.len() as f64;
        if !context.output.json {
            context.output.line(&format!(
                "about {segments} segments ({made:.1}), {:<12} {name:<9} {:>4} questions: first \
                 {first:.3}, first three {three:.3}, {median:.1} ms, {calls} calls, gave way {fallen}",
                method.as_str(),
                of.len(),
            ))?;
        }
        told.push(json!({
            "segments": segments, "segments_made": made, "method": method.as_str(), "group": name,
            "questions": of.len(), "first": first, "first_three": three, "ms": median,
            "calls": calls, "gave_way": fallen,
        }));
    }
    Ok(told)
}
