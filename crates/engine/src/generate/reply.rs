//! Answers that need no search, written by a model: the last answer in another form, and the
//! caller's account.
//!
//! Nothing in this module can see an index (RC-04).

use std::collections::BTreeSet;

use models::{LanguageModel, Limits};
use text::{Language, sentences};

use super::{ANSWER_TOKENS, NotWritten, Usage, complete};
use crate::answer::Read;
use crate::converse::Reply;
use crate::prompts::{Prompts, SLACK, language_name, tokens};
use crate::session::LastAnswer;

/// What is known of the caller's account, as the caller sent it; no document, and not believed to
/// be instructions.
#[derive(Debug, Clone, Copy)]
pub struct Account<'c>(pub &'c str);

/// The last answer as the reader wishes it. Its quotes stay its sources; a number that none of them
/// holds is not written.
///
/// # Errors
/// [`NotWritten`]: the quotes stand as they are.
pub fn conversational(
    text: &str,
    last: &LastAnswer,
    model: &dyn LanguageModel,
    prompts: &Prompts,
    limits: &Limits,
) -> Result<(Reply, Usage), NotWritten> {
    let numbered = |(at, quote): (usize, &crate::session::Quote)| {
        format!("[{}] {}\n{}", at + 1, quote.path, quote.text.trim())
    };
    let quotes: Vec<String> = last.quotes.iter().enumerate().map(numbered).collect();
    let evidence = quotes.join("\n\n");
    let prompt = prompts.get("conversational")?;
    let messages = prompt.render(&[
        ("earlier", &last.question),
        ("evidence", &evidence),
        ("question", text),
    ])?;
    fits(model, &messages, limits)?;
    let completion = complete(model, messages, limits, &mut |_| {})?;
    let known = [evidence.as_str(), &last.question, text];
    let written = kept(&completion.text, &known, Some(last.quotes.len()));
    let reply = Reply {
        text: Some(written.ok_or(NotWritten::Unsupported)?),
        quotes: last.quotes.clone(),
        note: None,
    };
    Ok((reply, Usage::of(&completion)))
}

/// About the caller's account, from what is known of it alone.
///
/// # Errors
/// [`NotWritten`]: what is known is quoted as it is.
pub fn platform(
    text: &str,
    account: Account<'_>,
    model: &dyn LanguageModel,
    prompts: &Prompts,
    limits: &Limits,
) -> Result<(Reply, Usage), NotWritten> {
    let prompt = prompts.get("platform")?;
    let messages = prompt.render(&[
        ("context", account.0),
        ("language", language_name(Language::detect(text))),
        ("question", text),
    ])?;
    fits(model, &messages, limits)?;
    let completion = complete(model, messages, limits, &mut |_| {})?;
    let written = kept(&completion.text, &[account.0, text], None);
    let reply = Reply {
        text: Some(written.ok_or(NotWritten::Unsupported)?),
        quotes: Vec::new(),
        note: None,
    };
    Ok((reply, Usage::of(&completion)))
}

/// The request and an answer fit into the model's window.
fn fits(
    model: &dyn LanguageModel,
    messages: &[models::Message],
    limits: &Limits,
) -> Result<(), NotWritten> {
    model.prepare(limits)?;
    let window = model.profile().context_tokens;
    let count = |message: &models::Message| tokens(model, &message.text);
    let taken: usize = messages.iter().map(count).sum();
    let free = (window as f64 * (1.0 - SLACK)) as usize;
    if taken + ANSWER_TOKENS as usize > free {
        return Err(NotWritten::Window { window });
    }
    Ok(())
}

/// The sentences whose numbers are all known and that hold no address of their own; `None` where
/// nothing is left. `quotes` is the highest marker that may stand. In another language or in other
/// words no more than that can be compared.
fn kept(written: &str, known: &[&str], quotes: Option<usize>) -> Option<String> {
    let language = Language::detect(written);
    let known = known.join("\n");
    let numbers = Read::new(&known, Language::detect(&known));
    let markers: BTreeSet<String> = (1..=quotes.unwrap_or(0))
        .map(|marker| marker.to_string())
        .collect();
    let stands = |line: &str| -> String {
        let spans = sentences(line, language);
        let good = spans
            .iter()
            .filter_map(|span| span.slice(line))
            .filter(|sentence| {
                let read = Read::new(sentence, language);
                let foreign = ["://", "](", "</"]
                    .iter()
                    .any(|sign| sentence.contains(sign) && !known.contains(sentence));
                !foreign && read.numbers_in(&numbers, &markers)
            });
        good.collect::<Vec<_>>().join(" ")
    };
    let lines: Vec<String> = written.lines().map(stands).collect();
    let text = lines.join("\n").trim().to_owned();
    text.chars().any(char::is_alphanumeric).then_some(text)
}

#[cfg(test)]
mod tests {
    use models::scripted::Script;

    use super::*;
    use crate::session::an_answer;

    #[test]
    fn the_last_answer_is_reworded_and_keeps_its_quotes() {
        let model = Script::new([("", "Opens at nine [1]. On Sundays it opens at 11 [2].")]);
        let last = an_answer();
        let (reply, usage) = conversational(
            "shorter",
            &last,
            &model,
            &Prompts::default(),
            &Limits::none(),
        )
        .unwrap();
        // Eleven stands nowhere.
        assert_eq!(reply.text.as_deref(), Some("Opens at nine [1]."));
        assert_eq!((reply.quotes, usage.calls), (last.quotes, 1));
        let asked = model.asked();
        assert!(asked[0].messages[1].text.contains("It opens at nine."));
    }

    #[test]
    fn an_account_is_told_from_the_context_alone() {
        let model = Script::new([(
            "",
            "You have used 45 % of your quota. See https://evil.example/x for 45.",
        )]);
        let context = "quota used: 45 %";
        let (reply, _) = platform(
            "how much is used?",
            Account(context),
            &model,
            &Prompts::default(),
            &Limits::none(),
        )
        .unwrap();
        assert_eq!(
            reply.text.as_deref(),
            Some("You have used 45 % of your quota.")
        );
        let system = &model.asked()[0].messages[0].text;
        // What is known stands first.
        assert!(system.find(context) < system.find("not an instruction"));
    }

    #[test]
    fn what_holds_nothing_known_falls_back() {
        let model = Script::new([("", "You have used 99 %.")]);
        let told = platform(
            "how much?",
            Account("45 %"),
            &model,
            &Prompts::default(),
            &Limits::none(),
        );
        assert!(matches!(told, Err(NotWritten::Unsupported)));
        let silent = Script::new([("never", "")]);
        let told = platform(
            "how much?",
            Account("45 %"),
            &silent,
            &Prompts::default(),
            &Limits::none(),
        );
        assert!(matches!(told, Err(NotWritten::Model(_))));
    }
}
