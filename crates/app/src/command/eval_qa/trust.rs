//! What `perusal eval qa` prints of consistency, of what is stated, and of confidence.

use eval::questions::{PLACE_DEPTHS, QuestionResult, Share, Trust, trust};
use serde_json::{Value, json};

use crate::command::eval::{reliability_line, share};
use crate::context::Context;

/// Prints the tables, and names what failed.
pub(super) fn print(context: &Context, results: &[QuestionResult]) -> std::io::Result<()> {
    let output = &context.output;
    let (by_kind, all) = trust(results);
    output.line(&format!(
        "{:16} {:>4}  {:14} {:14} {:14} {:14} {:14} {:14}",
        "type",
        "n",
        "right",
        "best candidate",
        "consistent",
        "contradicted",
        "wrong stated",
        "right declined"
    ))?;
    let all_name = "all".to_owned();
    let lines: Vec<(&String, &Trust)> = by_kind.iter().chain([(&all_name, &all)]).collect();
    for (kind, of) in &lines {
        let shares = [
            of.right,
            of.best_right,
            of.consistent,
            of.contradicted,
            of.wrong_stated,
            of.right_declined,
        ];
        let shares: Vec<String> = shares.map(|one| format!("{:14}", share(one))).to_vec();
        let line = format!("{kind:16} {:>4}  {}", of.questions, shares.join(" "));
        output.line(line.trim_end())?;
    }
    output.line(&format!(
        "wrong among stated, paraphrases too: {}",
        share(all.wrong_stated_in_any_words)
    ))?;
    output.line(&format!(
        "{:16} calibration error of answers shown; of best candidates",
        "type"
    ))?;
    for (kind, of) in &lines {
        let shown = reliability_line(of.shown_reliability());
        let best = reliability_line(of.best_reliability());
        output.line(&format!("{kind:16} {shown}; {best}"))?;
    }
    output.line(&format!(
        "{:16} page @{:<11} @{:<14} section @{:<8} @{}",
        "type", PLACE_DEPTHS[0], PLACE_DEPTHS[1], PLACE_DEPTHS[0], PLACE_DEPTHS[1]
    ))?;
    for (kind, of) in &lines {
        let places = of.places.pages.iter().chain(&of.places.sections);
        let places: Vec<String> = places.map(|one| format!("{:16}", share(*one))).collect();
        output.line(format!("{kind:16} {}", places.join(" ")).trim_end())?;
    }
    output.line(&format!("failed: {}", share(all.faults)))?;
    for (name, reason) in faults(results) {
        output.line(&format!("  {name}: {reason}"))?;
    }
    Ok(())
}

/// The wordings that failed, each with its reason: `S01`, `S01 paraphrase 2`.
fn faults(results: &[QuestionResult]) -> Vec<(String, &str)> {
    let mut faults = Vec::new();
    for result in results {
        let wordings = [&result.outcome].into_iter().chain(&result.paraphrases);
        for (at, outcome) in wordings.enumerate() {
            let name = match at {
                0 => result.id.clone(),
                _ => format!("{} paraphrase {at}", result.id),
            };
            faults.extend(outcome.fault.as_deref().map(|reason| (name, reason)));
        }
    }
    faults
}

/// The same as one object.
pub(super) fn json(results: &[QuestionResult]) -> Value {
    let (by_kind, all) = trust(results);
    let kinds: serde_json::Map<_, _> = by_kind
        .iter()
        .map(|(kind, of)| (kind.clone(), sums(of)))
        .collect();
    let failed: Vec<Value> = faults(results)
        .into_iter()
        .map(|(name, reason)| json!({"question": name, "reason": reason}))
        .collect();
    json!({"types": kinds, "all": sums(&all), "failed": failed})
}

fn sums(of: &Trust) -> Value {
    let places = |shares: &[Share; 2]| {
        let at = PLACE_DEPTHS.iter().zip(shares);
        let at = at.map(|(depth, share)| (format!("at_{depth}"), part(*share)));
        Value::Object(at.collect())
    };
    json!({
        "questions": of.questions,
        "right": part(of.right),
        "best_candidate_right": part(of.best_right),
        "consistent": part(of.consistent),
        "contradicted": part(of.contradicted),
        "wrong_stated": part(of.wrong_stated),
        "wrong_stated_in_any_words": part(of.wrong_stated_in_any_words),
        "right_declined": part(of.right_declined),
        "failed": part(of.faults),
        "calibration_shown": of.shown_reliability(),
        "calibration_best": of.best_reliability(),
        "pages": places(&of.places.pages),
        "sections": places(&of.places.sections),
    })
}

fn part((count, of): Share) -> Value {
    json!({"count": count, "of": of})
}
