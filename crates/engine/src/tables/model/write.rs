//! A query that a model writes, as JSON.

use std::cell::RefCell;

use index::Snapshot;
use models::schemars::JsonSchema;
use models::{Limits, TypedRequest, ask_typed};
use plan::query::{self, Outcome};
use serde::Deserialize;

use super::super::queried::considered;
use super::super::{Found, sql};
use super::card;
use super::proposal::{Proposal, failed, unasked};
use crate::EngineError;
use crate::advise::Adviser;
use crate::answer::Producer;
use crate::prompts::{tokens, window_left};
use crate::question::LibraryQuestion;

/// Tokens of an answer: a query of two subqueries has some hundred.
const REPLY_TOKENS: u32 = 300;
/// Tokens of cards, however large the window is.
const CARDS_TOKENS_MAX: usize = 2_000;
/// Values that are taken of an outcome; whoever wants more than that wants a table.
const VALUES_MAX: usize = 100;

/// What a model answers.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[schemars(crate = "models::schemars")]
struct Reply {
    /// one SELECT over the tables shown; empty where they do not hold what is asked
    sql: String,
    /// what they do not hold
    missing: Option<String>,
}

/// Has a query written, checks and runs it. A query that is refused goes back once with the
/// reason.
pub(super) fn write(
    snapshot: &Snapshot,
    question: &LibraryQuestion,
    found: &[Found],
    adviser: &Adviser<'_>,
    limits: &Limits,
) -> Result<Proposal, EngineError> {
    let model = adviser.model;
    let prompt = match adviser.prompts.get("plan") {
        Ok(prompt) => prompt,
        Err(error) => return Ok(unasked(&error)),
    };
    if let Err(error) = model.prepare(limits) {
        return Ok(failed(&error));
    }
    let text = question.text();
    let bare = match prompt.render(&[("question", text), ("tables", "")]) {
        Ok(bare) => bare,
        Err(error) => return Ok(unasked(&error)),
    };
    // An answer that is returned takes its room twice.
    let room = window_left(model, &bare, 3 * REPLY_TOKENS).min(CARDS_TOKENS_MAX);
    let shown = card::shown(text, found, &|text| tokens(model, text), room);
    if shown.relations.is_empty() {
        let window = model.profile().context_tokens;
        let why = format!("no relation fits into the {window} tokens of the model");
        return Ok(Proposal::Failed(why));
    }
    let messages = match prompt.render(&[("question", text), ("tables", &shown.text)]) {
        Ok(messages) => messages,
        Err(error) => return Ok(unasked(&error)),
    };
    let request = TypedRequest {
        messages,
        tokens_max: REPLY_TOKENS,
    };
    let ran: RefCell<Option<Result<sql::Queried, EngineError>>> = RefCell::new(None);
    let check = |reply: &Reply| -> Result<(), String> {
        let sql = reply.sql.trim();
        if sql.is_empty() {
            return Ok(());
        }
        let limits = query::Limits::default();
        match sql::run_over(snapshot, sql, &shown.relations, &limits, VALUES_MAX) {
            Err(EngineError::Query(refused)) => Err(refused.to_string()),
            Ok(queried) if says_nothing(&queried.outcome) => {
                Err("it gives no value; look at the rows that are shown".to_owned())
            }
            Ok(queried) if says_of_its_own(&queried) => {
                Err("a value comes from no cell of the tables; select columns".to_owned())
            }
            outcome => {
                ran.replace(Some(outcome));
                Ok(())
            }
        }
    };
    let answered = ask_typed::<Reply>(model, &request, limits, &check);
    let reply = match answered {
        Ok(answered) => answered.value,
        Err(error) => return Ok(failed(&error)),
    };
    match ran.into_inner() {
        Some(queried) => Ok(Proposal::Query(Box::new(considered(
            queried?,
            Producer::Model,
        )))),
        None => Ok(Proposal::Missing(reply.missing.unwrap_or_default())),
    }
}

fn says_nothing(outcome: &Outcome) -> bool {
    let mut values = outcome.rows.iter().flatten();
    values.all(|value| value.text.trim().is_empty())
}

/// Whether a value rests on no cell: a model may write what it likes between quotes.
fn says_of_its_own(queried: &sql::Queried) -> bool {
    let rows = queried.outcome.rows.iter().zip(&queried.markers);
    let mut values = rows.flat_map(|(row, markers)| row.iter().zip(markers));
    values.any(|(value, markers)| !value.text.trim().is_empty() && markers.is_empty())
}
