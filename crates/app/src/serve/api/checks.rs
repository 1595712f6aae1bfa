//! What a request says, held against what there is.

use std::time::Duration;

use perusal::analyze::Wish;
use perusal::index::Filter;
use perusal::retrieve::Strategy;
use perusal::route::QuestionType;

use crate::failure::Failure;
use crate::serve::problem::Problem;

/// Characters of a session's name.
const SESSION_CHARS_MAX: usize = 200;
/// Hits that may be asked for.
const K_MAX: usize = 100;
/// Chunks around a hit.
const NEIGHBORS_MAX: u32 = 100;
/// The longest a question may take.
const DEADLINE_MAX: Duration = Duration::from_secs(600);

/// Names of sessions, as the command line takes them.
pub(super) fn session_name(name: String) -> Result<String, Problem> {
    let fits = !name.trim().is_empty()
        && name.chars().count() <= SESSION_CHARS_MAX
        && !name.chars().any(char::is_control);
    fits.then_some(name).ok_or_else(|| {
        Problem::bad_request(format!(
            "`session_id` has 1 to {SESSION_CHARS_MAX} printable characters"
        ))
    })
}

/// A type by its name; programs write RETRIEVAL, CODE_GENERATION, CONVERSATIONAL, PLATFORM.
pub(super) fn question_type(name: &str) -> Result<QuestionType, Problem> {
    let lower = name.to_lowercase();
    let name = match lower.as_str() {
        "code_generation" => "code",
        other => other,
    };
    QuestionType::parse(name).ok_or_else(|| {
        let names: Vec<_> = QuestionType::ALL.iter().map(|one| one.as_str()).collect();
        Problem::bad_request(format!("`query_type` is one of {}", names.join(", ")))
    })
}

pub(super) fn filters(texts: &[String]) -> Result<Vec<Filter>, Problem> {
    let parsed = texts.iter().map(|text| Filter::parse(text));
    let parsed: Result<Vec<Filter>, _> = parsed.collect();
    Ok(parsed.map_err(Failure::from)?)
}

pub(super) fn strategy(name: Option<&str>) -> Result<Strategy, Problem> {
    let Some(name) = name else {
        return Ok(Strategy::Auto);
    };
    Strategy::parse(name).ok_or_else(|| {
        let names: Vec<_> = Strategy::ALL.iter().map(|(_, name)| *name).collect();
        Problem::bad_request(format!("`strategy` is one of {}", names.join(", ")))
    })
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
        _ => Err(Problem::bad_request(
            "`wish` is one of question, summary, references",
        )),
    }
}
