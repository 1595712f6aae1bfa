//! Other words for what is looked for, and follow-ups that stand alone.

use models::schemars::JsonSchema;
use models::{Limits, TypedRequest, ask_typed};
use serde::Deserialize;

use super::{Adviser, SMALL_BYTES_MAX, rendered};

/// Phrases of one question, and bytes of each.
pub const PHRASES_MAX: usize = 3;
const PHRASE_BYTES_MAX: usize = 200;
/// Tokens of an answer.
const REPLY_TOKENS: u32 = 120;

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "models::schemars")]
struct Phrases {
    /// one to three
    phrases: Vec<String>,
}

/// Phrases by which a document may say what is asked.
///
/// # Errors
/// Why there are none, in a sentence.
pub fn expand(
    question: &str,
    adviser: &Adviser<'_>,
    limits: &Limits,
) -> Result<Vec<String>, String> {
    let request = TypedRequest {
        messages: rendered(adviser, "expand", &[("question", question)], REPLY_TOKENS)?,
        tokens_max: REPLY_TOKENS,
    };
    let check = |reply: &Phrases| {
        let long = reply
            .phrases
            .iter()
            .find(|one| one.len() > PHRASE_BYTES_MAX);
        match (long, reply.phrases.len()) {
            (Some(_), _) => Err(format!("a phrase has more than {PHRASE_BYTES_MAX} bytes")),
            (None, 1..=PHRASES_MAX) => Ok(()),
            (None, count) => Err(format!(
                "{count} phrases, one to {PHRASES_MAX} are possible"
            )),
        }
    };
    let answered = ask_typed::<Phrases>(adviser.model, &request, limits, &check);
    let phrases = answered.map_err(|error| error.to_string())?.value.phrases;
    let said = phrases.iter().map(|one| one.trim().to_owned());
    let mut kept: Vec<String> = Vec::new();
    for phrase in said.filter(|one| !one.is_empty()) {
        if !kept.contains(&phrase) && phrase != question {
            kept.push(phrase);
        }
    }
    Ok(kept)
}

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "models::schemars")]
struct Rewritten {
    /// one question that stands alone
    question: String,
}

/// A follow-up as a question that stands alone, from what was asked before it, the oldest first.
/// Numbers, codes and names of the message stay, and no number comes in that nobody said.
///
/// # Errors
/// Why there is none, in a sentence: what rules made of it stands.
pub fn rewrite(
    message: &str,
    earlier: &[String],
    adviser: &Adviser<'_>,
    limits: &Limits,
) -> Result<String, String> {
    let said = earlier.join("\n");
    let slots = [("question", message), ("earlier", &*said)];
    let request = TypedRequest {
        messages: rendered(adviser, "rewrite", &slots, REPLY_TOKENS)?,
        tokens_max: REPLY_TOKENS,
    };
    let check = |reply: &Rewritten| keeps(&reply.question, message, &said);
    let answered = ask_typed::<Rewritten>(adviser.model, &request, limits, &check);
    let question = answered.map_err(|error| error.to_string())?.value.question;
    Ok(question.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// What a rewritten message must keep to.
fn keeps(rewritten: &str, message: &str, earlier: &str) -> Result<(), String> {
    if rewritten.trim().is_empty() || rewritten.len() > SMALL_BYTES_MAX {
        return Err(format!(
            "it has {} bytes, 1 to {SMALL_BYTES_MAX} are possible",
            rewritten.len()
        ));
    }
    let (own, all) = (marked(rewritten), marked(&format!("{message} {earlier}")));
    let first = message.split_whitespace().next().unwrap_or_default();
    for word in marked(message) {
        // A capital at the start says nothing.
        let named = word.chars().any(char::is_numeric) || !first.contains(&word);
        if named && !own.contains(&word) {
            return Err(format!("it has lost `{word}`"));
        }
    }
    let is_number = |word: &&String| word.chars().any(char::is_numeric);
    match own
        .iter()
        .filter(is_number)
        .find(|word| !all.contains(word))
    {
        Some(word) => Err(format!("nobody said `{word}`")),
        None => Ok(()),
    }
}

/// Words that name things: those with a digit or a capital, without the marks around them.
fn marked(text: &str) -> Vec<String> {
    let words = text.split_whitespace().map(|word| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        word.strip_suffix("'s")
            .or(word.strip_suffix("’s"))
            .unwrap_or(word)
    });
    let named = |word: &&str| word.chars().any(|c| c.is_numeric() || c.is_uppercase());
    words.filter(named).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use models::scripted::Script;

    use super::super::tests::adviser;
    use super::*;

    #[test]
    fn phrases_are_few_short_and_other_words() {
        let none = Limits::none();
        let said = r#"{"phrases": ["late fee", "late fee", "what is it?", " "]}"#;
        let four = Script::new([("", said)]);
        assert!(expand("what is it?", &adviser(&four), &none).is_err());
        let three = Script::new([(
            "",
            r#"{"phrases": ["late fee", "late fee", "what is it?"]}"#,
        )]);
        let phrases = expand("what is it?", &adviser(&three), &none);
        assert_eq!(phrases, Ok(vec!["late fee".to_owned()]));
    }

    #[test]
    fn a_rewritten_message_keeps_what_it_names() {
        let earlier = ["What was the revenue of Hale Ltd in 2019?".to_owned()];
        let ask = |message: &str, said: &str| {
            let said = format!("{{\"question\": \"{said}\"}}");
            let script = Script::new([("", said)]);
            rewrite(message, &earlier, &adviser(&script), &Limits::none())
        };
        let good = "What was the revenue of Hale Ltd in 2020?";
        assert_eq!(ask("and in 2020?", good), Ok(good.to_owned()));
        for (message, wrong, why) in [
            (
                "and in 2020?",
                "What was the revenue of Hale Ltd?",
                "lost `2020`",
            ),
            (
                "and in 2020?",
                "And in 2020 and 2021?",
                "nobody said `2021`",
            ),
            ("and for rule C-7?", "What is the rule?", "lost `C-7`"),
            (
                "and of Ryde Inc?",
                "What was the revenue of Hale Ltd?",
                "lost `Ryde`",
            ),
            ("And it?", "", "0 bytes"),
        ] {
            let error = ask(message, wrong).unwrap_err();
            assert!(error.contains(why), "{message}: {error}");
        }
    }
}
