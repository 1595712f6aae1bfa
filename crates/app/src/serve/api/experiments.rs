//! What was measured, and measuring on one's own questions.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::path::{Component, Path as FilePath, PathBuf};
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::{Extension, Json};
use eval::experiment::{Plan, WrittenExperiment};
use perusal::index::{DocumentRecord, Snapshot};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Answer, Body, Within};
use crate::command::eval_experiment::{self as experiment, experiments as folder};
use crate::context::Context;
use crate::failure::Failure;
use crate::json as outside;
use crate::library;
use crate::serve::access::Access;
use crate::serve::jobs;
use crate::serve::problem::Problem;
use crate::serve::state::{DEFAULT_COLLECTION, Served, Work};
use crate::serve::trials::{self, Prepared, TrialTold};

/// Experiments that are listed, and bytes of one that is read.
const EXPERIMENTS_MAX: usize = 1_000;
const EXPERIMENT_BYTES_MAX: u64 = 16 << 20;
/// Questions and variations of one that is begun here.
const QUESTIONS_MAX: usize = 1_000;
const VARIATIONS_MAX: usize = 12;
/// Characters of a question, of an answer, and accepted answers of a question.
const CHARS_MAX: usize = 2_000;
const ANSWERS_MAX: usize = 50;
/// Bytes of all documents together: they are read anew for each way to cut them.
const DOCUMENTS_BYTES_MAX: u64 = 2 << 30;
/// What the folders of runs begin with; those of a server that was killed are swept.
const RUN: &str = ".run-";

/// Set-ups to compare on questions of one's own, over all documents of a collection.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExperimentBody {
    /// What heads the result; its letters and digits are the name.
    title: String,
    /// The collection; `default` where none is named.
    collection: Option<String>,
    /// 1 to 1,000.
    questions: Vec<QuestionBody>,
    /// 1 to 12; the first is what the others are compared with.
    variations: Vec<VariationBody>,
}

/// A question, and what is known of its answer.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct QuestionBody {
    /// The question.
    question: String,
    /// Accepted answers, each right alone; none where the documents do not hold one.
    #[serde(default)]
    answers: Vec<String>,
    /// The document that holds it: its id, or its path as added.
    document: Option<String>,
}

/// A set-up.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VariationBody {
    /// What it is called.
    name: String,
    /// auto, keyword, dense, hybrid and so on.
    strategy: Option<String>,
    /// Hits, 1 to 100.
    k: Option<usize>,
    /// Chunks read around each hit, 0 to 100.
    neighbors: Option<u32>,
    /// Settings by their names, but for paths and servers.
    #[serde(default)]
    settings: BTreeMap<String, Value>,
}

/// Experiments of a collection.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Experiments {
    /// Always 1.
    schema: u32,
    /// Those that wait, run or ended in this process, then those that are kept, by name.
    experiments: Vec<TrialTold>,
}

/// `GET experiments`
pub async fn experiments(
    Within {
        served,
        context,
        list,
        ..
    }: Within,
) -> Answer {
    let mut told = served
        .trials
        .of(list.collection.as_deref().unwrap_or(DEFAULT_COLLECTION));
    let names = served.work(Work::Search, &context, kept).await?;
    let known: BTreeSet<&str> = told.iter().map(TrialTold::name).collect();
    let others = names.iter().filter(|name| !known.contains(name.as_str()));
    let others: Vec<_> = others.cloned().map(TrialTold::kept).collect();
    told.extend(others);
    let object = Experiments {
        schema: outside::SCHEMA,
        experiments: told,
    };
    Ok(Json(object).into_response())
}

/// Names of the results beside a library.
fn kept(context: &Context) -> Result<Vec<String>, Failure> {
    let files = std::fs::read_dir(folder(&context.settings.store));
    let files = files.into_iter().flatten().take(EXPERIMENTS_MAX);
    let names = files.filter_map(|file| {
        let name = file.ok()?.file_name().into_string().ok()?;
        Some(name.strip_suffix(".json")?.to_owned())
    });
    let mut names: Vec<String> = names.collect();
    names.sort();
    Ok(names)
}

/// `GET experiments/{name}`: the result, as it was written.
pub async fn experiment(
    Within {
        served, context, ..
    }: Within,
    Path(name): Path<String>,
) -> Answer {
    let name = jobs::file_name(&name).map(str::to_owned);
    let work = move |context: &Context| {
        let Some(name) = name else { return Ok(None) };
        let file = folder(&context.settings.store).join(format!("{name}.json"));
        match std::fs::metadata(&file) {
            Ok(about) if about.is_file() && about.len() <= EXPERIMENT_BYTES_MAX => {
                Ok(Some(std::fs::read_to_string(file).map_err(Failure::from)?))
            }
            _ => Ok(None),
        }
    };
    let text = served.work(Work::Search, &context, work).await?;
    let text = text.ok_or_else(|| Problem::not_found("experiment"))?;
    Ok(([(header::CONTENT_TYPE, "application/json")], text).into_response())
}

/// `DELETE experiments/{name}`: stops one that runs; of one that is over the result goes.
pub async fn end_experiment(
    Within {
        served,
        context,
        list,
        ..
    }: Within,
    Path(name): Path<String>,
) -> Answer {
    let name = jobs::file_name(&name).ok_or_else(|| Problem::not_found("experiment"))?;
    let collection = list.collection.as_deref().unwrap_or(DEFAULT_COLLECTION);
    let known = served.trials.end(collection, name);
    let file = folder(&context.settings.store).join(format!("{name}.json"));
    // What one that is being stopped measured before stays.
    let is_open = known.as_ref().is_some_and(TrialTold::is_open);
    let removed = !is_open && std::fs::remove_file(file).is_ok();
    match known.is_some() || removed {
        true => Ok(StatusCode::NO_CONTENT.into_response()),
        false => Err(Problem::not_found("experiment")),
    }
}

/// `POST experiments`: begins one; `GET experiments` says how far it is.
pub async fn begin_experiment(
    State(served): State<Arc<Served>>,
    Extension(access): Extension<Access>,
    Body(body): Body<ExperimentBody>,
) -> Answer {
    let context = served.collection(&access, body.collection.as_deref())?;
    body.check()?;
    let collection = body.collection.clone();
    let prepare = move |context: &Context| body.prepared(context);
    let prepared = served.work(Work::Ask, &context, prepare).await?;
    let name = collection.as_deref().unwrap_or(DEFAULT_COLLECTION);
    let told = trials::begin(&served, (name, &context), prepared)?;
    let place = format!("/api/v1/experiments/{}", told.name());
    Ok((
        StatusCode::ACCEPTED,
        [(header::LOCATION, place)],
        Json(told),
    )
        .into_response())
}

impl ExperimentBody {
    fn check(&self) -> Result<(), Problem> {
        let within = |what: &str, count: usize, max: usize| match (1..=max).contains(&count) {
            true => Ok(()),
            false => Err(Problem::bad_request(format!(
                "`{what}`: expected 1 to {max}, got {count}"
            ))),
        };
        within("questions", self.questions.len(), QUESTIONS_MAX)?;
        within("variations", self.variations.len(), VARIATIONS_MAX)?;
        for one in &self.questions {
            within("question", one.question.chars().count(), CHARS_MAX)?;
            within("answers", one.answers.len().max(1), ANSWERS_MAX)?;
            for answer in &one.answers {
                within("answer", answer.chars().count(), CHARS_MAX)?;
            }
        }
        match named(&self.title).is_empty() {
            true => Err(Problem::bad_request("`title` needs a letter or a digit")),
            false => Ok(()),
        }
    }

    /// Documents and questions in a folder of the run's own, and the plan that compares.
    fn prepared(self, context: &Context) -> Result<Prepared, Failure> {
        let beside = folder(&context.settings.store);
        std::fs::create_dir_all(&beside)?;
        let made = tempfile::Builder::new().prefix(RUN).tempdir_in(beside)?;
        let snapshot = library::snapshot(context)?;
        let places = lay_out(&snapshot, &made.path().join("documents"))?;
        let mut file = std::fs::File::create(made.path().join("qa.jsonl"))?;
        for (at, one) in self.questions.iter().enumerate() {
            let evidence = match &one.document {
                Some(named) => {
                    let record = library::find(snapshot.documents(), named)?;
                    let place = places.get(record.id.as_str());
                    place
                        .map(|file| json!({"file": file}))
                        .into_iter()
                        .collect()
                }
                None => Vec::new(),
            };
            writeln!(
                file,
                "{}",
                json!({
                    "id": format!("q{}", at + 1), "question": one.question, "answers": one.answers,
                    "answerable": !one.answers.is_empty(), "evidence": evidence,
                })
            )?;
        }
        let name = named(&self.title);
        let plan = Plan::check(
            self.written().map_err(|error| wrong(&error.to_string()))?,
            made.path(),
            &name,
            &BTreeMap::new(),
        )
        .map_err(|error| wrong(&error.to_string()))?;
        experiment::check(context, &plan)?;
        Ok(Prepared {
            name,
            plan,
            folder: made,
        })
    }

    fn written(&self) -> Result<WrittenExperiment, serde_json::Error> {
        let variations: Vec<Value> = self
            .variations
            .iter()
            .map(|one| {
                json!({"name": one.name, "strategy": one.strategy, "k": one.k,
                       "neighbors": one.neighbors, "settings": one.settings})
            })
            .collect();
        serde_json::from_value(json!({
            "title": self.title,
            "baseline": self.variations.first().map(|one| &one.name),
            "questions": [{"name": self.title, "folder": "", "qa": "qa.jsonl", "docs": "documents"}],
            "variation": variations,
        }))
    }
}

fn wrong(message: &str) -> Failure {
    Failure::Usage {
        message: message.to_owned(),
        hint: "`GET /openapi.json` says what an experiment takes".to_owned(),
    }
}

/// The name of an experiment with this title: its letters and digits, joined.
fn named(title: &str) -> String {
    const CHARS_MAX: usize = 60;
    let words = title.split(|one: char| !one.is_alphanumeric());
    let words: Vec<String> = words
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    words.join("-").chars().take(CHARS_MAX).collect()
}

/// Puts the documents of a library into a folder: their files where they are, else their text.
/// Gives the path of each there, by its id.
fn lay_out(snapshot: &Snapshot, folder: &FilePath) -> Result<BTreeMap<String, String>, Failure> {
    let mut places = BTreeMap::new();
    let mut bytes = 0;
    for record in snapshot.documents() {
        if !matches!(record.state, perusal::index::State::Ready) {
            continue;
        }
        bytes += record.bytes;
        if bytes > DOCUMENTS_BYTES_MAX {
            return Err(Failure::Usage {
                message: "the documents have more than 2 GB together".to_owned(),
                hint: "`perusal eval experiment` on the command line takes as many as there are"
                    .to_owned(),
            });
        }
        let name = name_of(record, &places);
        let place = folder.join(&name);
        std::fs::create_dir_all(place.parent().unwrap_or(folder))?;
        let file = PathBuf::from(&record.root).join(&record.path);
        let linked = !record.root.is_empty()
            && (std::fs::hard_link(&file, &place).is_ok() || std::fs::copy(&file, &place).is_ok());
        let name = match linked {
            true => name,
            false => {
                let name = format!("{name}.txt");
                std::fs::write(folder.join(&name), snapshot.full_text(&record.id)?)?;
                name
            }
        };
        places.insert(record.id.as_str().to_owned(), name);
    }
    std::fs::create_dir_all(folder)?;
    Ok(places)
}

/// Where a document goes: as it is filed, unless that leads elsewhere, or another is there.
fn name_of(record: &DocumentRecord, taken: &BTreeMap<String, String>) -> String {
    let path = FilePath::new(&record.path);
    let is_plain = path.components().all(
        |part| matches!(part, Component::Normal(name) if !name.to_string_lossy().starts_with('.')),
    );
    let is_free = !taken.values().any(|name| *name == record.path);
    match is_plain && is_free && !record.root.is_empty() {
        true => record.path.clone(),
        false => format!(
            "{}-{}",
            taken.len() + 1,
            jobs::file_name(&record.path).unwrap_or("page")
        ),
    }
}

/// Removes what runs of a server that was killed left behind.
pub fn sweep(store: &FilePath) {
    let entries = std::fs::read_dir(folder(store)).into_iter().flatten();
    for entry in entries.flatten() {
        if entry.file_name().to_string_lossy().starts_with(RUN) {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_gives_a_name_that_leads_nowhere_else() {
        assert_eq!(named("My questions, 2nd try"), "my-questions-2nd-try");
        assert_eq!(named("../../etc/passwd"), "etc-passwd");
        assert_eq!(named("…"), "");
        assert!(jobs::file_name(&named(&"Ä".repeat(500))).is_some());
    }
}
