//! A choice among the best queries of the patterns, by number.

use models::{End, Limits, Request, Shape};

use super::card;
use super::proposal::{Proposal, failed, unasked};
use crate::advise::Adviser;
use crate::answer::Considered;
use crate::prompts::window_left;
use crate::question::LibraryQuestion;

/// Tokens of a number.
const REPLY_TOKENS: u32 = 8;
/// Values of a candidate that are shown, and their characters.
const VALUES_SHOWN: usize = 6;
const VALUE_CHARS_MAX: usize = 60;
/// Characters of a query.
const SQL_CHARS_MAX: usize = 300;

/// Has one of the candidates chosen; what does not fit into the window cannot be.
pub(super) fn choose(
    question: &LibraryQuestion,
    considered: &[Considered],
    adviser: &Adviser<'_>,
    limits: &Limits,
) -> Proposal {
    let model = adviser.model;
    let prompt = match adviser.prompts.get("choose") {
        Ok(prompt) => prompt,
        Err(error) => return unasked(&error),
    };
    if let Err(error) = model.prepare(limits) {
        return failed(&error);
    }
    for count in (2..=considered.len()).rev() {
        let listed = listed(&considered[..count]);
        let slots = [("question", question.text()), ("tables", &*listed)];
        let messages = match prompt.render(&slots) {
            Ok(messages) => messages,
            Err(error) => return unasked(&error),
        };
        if window_left(model, &messages, REPLY_TOKENS) == 0 {
            continue;
        }
        let request = Request {
            messages,
            tokens_max: REPLY_TOKENS,
            shape: Shape::OneOf((0..=count).map(|one| one.to_string()).collect()),
        };
        return match model.complete(&request, limits, &mut |_| {}) {
            Ok(answer) if answer.end == End::Cut => Proposal::Failed("it was cut".to_owned()),
            Ok(answer) => match answer.text.trim().parse::<usize>() {
                Ok(0) => Proposal::Missing("no query fits".to_owned()),
                Ok(number) if number <= count => Proposal::Chosen(number - 1),
                _ => Proposal::Failed(format!("`{}` is no choice", answer.text)),
            },
            Err(error) => failed(&error),
        };
    }
    let window = model.profile().context_tokens;
    Proposal::Failed(format!(
        "no two queries fit into the {window} tokens of the model"
    ))
}

fn listed(considered: &[Considered]) -> String {
    let lines = considered.iter().enumerate().map(|(at, one)| {
        let values = one.values.iter().take(VALUES_SHOWN);
        let mut said: Vec<String> = values
            .map(|value| card::line(&value.text, VALUE_CHARS_MAX))
            .collect();
        if one.values.len() > VALUES_SHOWN {
            said.push(format!("… ({} in all)", one.values.len()));
        }
        let sql = card::line(&one.query.sql, SQL_CHARS_MAX);
        format!("{}. {sql} gives: {}", at + 1, said.join("; "))
    });
    lines.collect::<Vec<_>>().join("\n")
}
