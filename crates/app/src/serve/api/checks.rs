//! What a request says, held against what there is.

use std::time::Duration;

use perusal::analyze::Wish;
use perusal::index::Filter;
use perusal::retrieve::Strategy;
use perusal::route::QuestionType;

use crate::cli;
use crate::failure::Failure;
use crate::serve::problem::Problem;

/// Hits that may be asked for.
const K_MAX: usize = 100;
/// Chunks around a hit.
const NEIGHBORS_MAX: u32 = 100;
/// The longest a question may take.
const DEADLINE_MAX: Duration = Duration::from_secs(600);

/// Names of sessions, as the command line takes them.
pub(super) fn session_name(name: &str) -> Result<String, Problem> {
    named("session_id", cli::session_name(name))
}

/// A type by its name, as the command line takes it.
pub(super) fn question_type(name: &str) -> Result<QuestionType, Problem> {
    named("query_type", cli::question_type(name))
}

fn named<T>(field: &str, checked: Result<T, String>) -> Result<T, Problem> {
    checked.map_err(|error| Problem::bad_request(format!("`{field}`: {error}")))
}

pub(super) fn filters(texts: &[String]) -> Result<Vec<Filter>, Problem> {
    let parsed = texts.iter().map(|text| Filter::parse(text));
    let parsed: Result<Vec<Filter>, _> = parsed.collect();
    Ok(parsed.map_err(Failure::from)?)
}

pub(super) fn strategy(name: Option<&str>) -> Result<Strategy, Problem> {
    let named_one = name.map_or(Ok(Strategy::Auto), cli::strategy);
    named("strategy", named_one)
}

pub(super) fn hits(k: Option<usize>) -> Result<Option<usize>, Problem> {
    match k {
        Some(k) if !(1..=K_MAX).contains(&k) => Err(Problem::bad_request(format!(
            "`k` is 1 to {K_MAX}, not {k}"
        ))),
        k => Ok(k),
    }
}

pub(super) fn neighbors(count: Option<u32>) -> Result<Option<u32>, Problem> {
    match count {
        Some(count) if count > NEIGHBORS_MAX => Err(Problem::bad_request(format!(
            "`neighbors` is 0 to {NEIGHBORS_MAX}, not {count}"
        ))),
        count => Ok(count),
    }
}

pub(super) fn deadline(ms: u64) -> Result<Duration, Problem> {
    let time = Duration::from_millis(ms);
    if ms == 0 || time > DEADLINE_MAX {
        return Err(Problem::bad_request(format!(
            "`deadline_ms` is 1 to {}, not {ms}",
            DEADLINE_MAX.as_millis()
        )));
    }
    Ok(time)
}

pub(super) fn wish(name: &str) -> Result<Wish, Problem> {
    match name {
        "question" => Ok(Wish::Question),
        "summary" => Ok(Wish::Summary),
        "references" => Ok(Wish::References),
        "comparison" => Ok(Wish::Comparison),
        "entities" => Ok(Wish::Entities),
        _ => Err(Problem::bad_request(
            "`wish` is one of question, summary, references, comparison, entities",
        )),
    }
}
