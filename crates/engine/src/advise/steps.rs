//! A question in steps: at most three small ones, of which later ones may use what earlier ones
//! found.

use models::schemars::JsonSchema;
use models::{Limits, TypedRequest, ask_typed};
use serde::Deserialize;

use super::{Adviser, SMALL_BYTES_MAX, rendered};

/// Steps of one question.
pub const STEPS_MAX: usize = 3;
/// Bytes of what a step found: a name, a date, a few words.
const FINDING_BYTES_MAX: usize = 120;
/// Tokens of the steps, and of what one found.
const STEPS_TOKENS: u32 = 240;
const FINDING_TOKENS: u32 = 60;

/// A step as it was carried out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// What is looked for, findings of earlier steps put in.
    pub question: String,
    /// Numbers of the steps that it needs, from 1.
    pub needs: Vec<usize>,
    /// What was found for it: words of a document, or nothing.
    pub finding: Option<String>,
    /// Paths of the documents that it was found in, the best first.
    pub documents: Vec<String>,
}

/// A step as a model plans it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[schemars(crate = "models::schemars")]
pub struct Planned {
    /// a small question, with #1 where the answer of step 1 is to stand
    pub question: String,
    /// numbers of earlier steps
    pub needs: Vec<usize>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "models::schemars")]
struct Reply {
    /// one to three
    steps: Vec<Planned>,
}

/// The steps of a question; none where it is one step.
///
/// # Errors
/// Why there are none, in a sentence: the question is asked as it is.
pub fn plan(
    question: &str,
    adviser: &Adviser<'_>,
    limits: &Limits,
) -> Result<Vec<Planned>, String> {
    let messages = rendered(adviser, "steps", &[("question", question)], STEPS_TOKENS)?;
    let request = TypedRequest {
        messages,
        tokens_max: STEPS_TOKENS,
    };
    let answered = ask_typed::<Reply>(adviser.model, &request, limits, &|reply| {
        check(&reply.steps)
    });
    let mut steps = answered.map_err(|error| error.to_string())?.value.steps;
    if distinct(&steps) < 2 {
        return Ok(Vec::new());
    }
    for step in &mut steps {
        step.question = step.question.trim().to_owned();
        step.needs.sort_unstable();
        step.needs.dedup();
    }
    Ok(steps)
}

/// What steps must keep to.
fn check(steps: &[Planned]) -> Result<(), String> {
    if steps.is_empty() || steps.len() > STEPS_MAX {
        return Err(format!(
            "{} steps, one to {STEPS_MAX} are possible",
            steps.len()
        ));
    }
    for (at, step) in steps.iter().enumerate() {
        let number = at + 1;
        if step.question.trim().is_empty() || step.question.len() > SMALL_BYTES_MAX {
            return Err(format!(
                "the question of step {number} has {} bytes, 1 to {SMALL_BYTES_MAX} are possible",
                step.question.len()
            ));
        }
        if let Some(wrong) = step.needs.iter().find(|need| **need == 0 || **need > at) {
            return Err(format!(
                "step {number} needs step {wrong}, which is none of those before it"
            ));
        }
    }
    Ok(())
}

fn distinct(steps: &[Planned]) -> usize {
    let mut questions: Vec<String> = steps
        .iter()
        .map(|step| step.question.trim().to_lowercase())
        .collect();
    questions.sort_unstable();
    questions.dedup();
    questions.len()
}

/// A planned question with what earlier steps found in place of `#1`; where one found nothing, its
/// place is left out.
pub fn filled(planned: &Planned, findings: &[Option<String>]) -> String {
    let mut question = planned.question.clone();
    for (at, finding) in findings.iter().enumerate() {
        let place = format!("#{}", at + 1);
        question = question.replace(&place, finding.as_deref().unwrap_or_default());
    }
    // What it needs and does not say is put behind it.
    for need in &planned.needs {
        let found = findings.get(need - 1).and_then(Option::as_deref);
        if let Some(found) = found
            && !question.contains(found)
        {
            question = format!("{question} ({found})");
        }
    }
    question.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "models::schemars")]
struct Found {
    /// copied from the passages, or empty
    answer: String,
}

/// What passages say to a small question: words that stand in them.
///
/// # Errors
/// Why there is nothing, in a sentence.
pub fn finding(
    question: &str,
    passages: &str,
    adviser: &Adviser<'_>,
    limits: &Limits,
) -> Result<Option<String>, String> {
    let slots = [("question", question), ("evidence", passages)];
    let request = TypedRequest {
        messages: rendered(adviser, "finding", &slots, FINDING_TOKENS)?,
        tokens_max: FINDING_TOKENS,
    };
    let read = folded(passages);
    let check = |found: &Found| {
        let answer = folded(&found.answer);
        if answer.len() > FINDING_BYTES_MAX {
            return Err(format!("more than {FINDING_BYTES_MAX} bytes: a few words"));
        }
        match read.contains(&answer) {
            true => Ok(()),
            false => Err("these words are not in the passages".to_owned()),
        }
    };
    let answered = ask_typed::<Found>(adviser.model, &request, limits, &check);
    let answer = answered.map_err(|error| error.to_string())?.value.answer;
    let answer = answer.split_whitespace().collect::<Vec<_>>().join(" ");
    Ok(Some(answer).filter(|answer| answer.chars().any(char::is_alphanumeric)))
}

/// Letters in lower case, white space as one space.
fn folded(text: &str) -> String {
    let words = text.split_whitespace().map(str::to_lowercase);
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use models::scripted::Script;

    use super::super::tests::adviser;
    use super::*;

    const HOPS: &str = r#"{"steps": [{"question": "Which company made it?", "needs": []},
        {"question": "Who founded #1?", "needs": [1]}]}"#;

    #[test]
    fn steps_have_a_bound_and_need_what_is_before_them() {
        let none = Limits::none();
        let script = Script::new([("", HOPS)]);
        let steps = plan("Who founded the maker?", &adviser(&script), &none).unwrap();
        assert_eq!(steps.len(), 2);
        let found = [Some("Hale & Sons".to_owned())];
        assert_eq!(filled(&steps[1], &found), "Who founded Hale & Sons?");
        assert_eq!(filled(&steps[1], &[None]), "Who founded ?");
        for wrong in [
            r#"{"steps": []}"#,
            r#"{"steps": [{"question": "a", "needs": [1]}, {"question": "b", "needs": []}]}"#,
            r#"{"steps": [{"question": " ", "needs": []}, {"question": "b", "needs": []}]}"#,
            r#"{"steps": [{"question": "a", "needs": []}, {"question": "b", "needs": []},
                {"question": "c", "needs": []}, {"question": "d", "needs": []}]}"#,
        ] {
            let script = Script::new([("", wrong)]);
            plan("?", &adviser(&script), &none).unwrap_err();
            assert_eq!(script.asked().len(), 2, "returned once: {wrong}");
        }
        let same =
            r#"{"steps": [{"question": "A?", "needs": []}, {"question": "a? ", "needs": []}]}"#;
        let script = Script::new([("", same)]);
        assert_eq!(plan("A?", &adviser(&script), &none), Ok(Vec::new()));
    }

    #[test]
    fn what_a_step_finds_stands_in_a_passage() {
        let none = Limits::none();
        let passages = "An engine by Hale &\nSons of Leeds.";
        let ask = |said: &str| {
            let script = Script::new([("", said)]);
            finding("Which company?", passages, &adviser(&script), &none)
        };
        let found = ask(r#"{"answer": "hale & Sons"}"#);
        assert_eq!(found, Ok(Some("hale & Sons".to_owned())));
        assert_eq!(ask(r#"{"answer": ""}"#), Ok(None));
        assert!(ask(r#"{"answer": "Rolls Royce"}"#).is_err());
    }
}
