//! What a run of an experiment needs, in a folder of its own beside the library: the documents,
//! the questions, and what was asked for, so that a server that was killed goes on with it.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Component, Path, PathBuf};

use eval::experiment::{Experiment, WrittenExperiment};
use perusal::index::{DocumentRecord, Snapshot, State};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::jobs;
use super::problem::Problem;
use crate::command::eval_experiment::{self as experiment, experiments as beside};
use crate::context::Context;
use crate::failure::Failure;
use crate::library;

/// Questions and variations of an experiment.
const QUESTIONS_MAX: usize = 1_000;
const VARIATIONS_MAX: usize = 12;
/// Characters of a question, of an answer, and accepted answers of a question.
const CHARS_MAX: usize = 2_000;
const ANSWERS_MAX: usize = 50;
/// Bytes of all documents together: they are read anew for each way to cut them.
const DOCUMENTS_BYTES_MAX: u64 = 2 << 30;
/// What the folders of runs begin with.
const FOLDER: &str = ".run-";
/// What was asked for, in such a folder.
const KEPT: &str = "run.json";
/// The questions, there.
const QUESTIONS: &str = "qa.jsonl";
/// Times that a run is begun: one that ends the server each time is not begun for ever.
const BEGUN_MAX: u32 = 3;

/// Set-ups to compare on questions of one's own, over all documents of a collection.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExperimentBody {
    /// What heads the result; its letters and digits are the name.
    title: String,
    /// The collection; `default` where none is named.
    pub collection: Option<String>,
    /// 1 to 1,000.
    questions: Vec<QuestionBody>,
    /// 1 to 12; the first is what the others are compared with.
    variations: Vec<VariationBody>,
}

/// A question, and what is known of its answer.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
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
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
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

/// A run as it is kept until it is over.
#[derive(Debug, Serialize, Deserialize)]
struct Kept {
    /// Grows with time.
    id: String,
    /// How often it was begun.
    begun: u32,
    /// What was asked for.
    body: ExperimentBody,
}

/// A run that may begin. Its folder goes away with it, unless it is kept.
pub struct Prepared {
    /// Its name.
    pub name: String,
    /// What is compared on which questions.
    pub experiment: Experiment,
    folder: PathBuf,
    kept: Kept,
    is_kept: bool,
}

impl Prepared {
    /// Where what is made on the way goes.
    pub fn made(&self) -> PathBuf {
        self.folder.join("made")
    }

    /// Its folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// From now on it outlives the server.
    ///
    /// # Errors
    /// A folder that cannot be written.
    pub fn keep(&mut self) -> Result<(), Failure> {
        self.write()?;
        self.is_kept = true;
        Ok(())
    }

    /// It begins; one that is cut short counts this.
    pub fn begin(&mut self) {
        self.kept.begun += 1;
        let _ = self.write();
    }

    /// The server ends before it does, as servers do: that does not count.
    pub fn put_off(&mut self) {
        self.kept.begun = self.kept.begun.saturating_sub(1);
        let _ = self.write();
    }

    /// It is over: its folder goes.
    pub fn end(mut self) {
        self.is_kept = false;
    }

    /// On disk for good, or not at all.
    fn write(&self) -> Result<(), Failure> {
        let place = self.folder.join(KEPT);
        let partly = place.with_extension("new");
        let text = serde_json::to_string(&self.kept).map_err(std::io::Error::from)?;
        std::fs::write(&partly, text)?;
        std::fs::File::open(&partly)?.sync_all()?;
        std::fs::rename(&partly, &place)?;
        Ok(())
    }
}

impl Drop for Prepared {
    fn drop(&mut self) {
        if !self.is_kept {
            let _ = std::fs::remove_dir_all(&self.folder);
        }
    }
}

/// A run that somebody took back is not begun again, even where its folder stays a while.
pub fn forget(folder: &Path) {
    let _ = std::fs::remove_file(folder.join(KEPT));
}

/// Runs that an earlier process did not end, the oldest first: those that may go on, and name,
/// title and reason of those that may not. What else it left behind is removed.
pub fn left(context: &Context) -> (Vec<Prepared>, Vec<(String, String, Failure)>) {
    let entries = std::fs::read_dir(beside(&context.settings.store));
    let folders = entries.into_iter().flatten().flatten();
    let folders = folders.filter(|one| one.file_name().to_string_lossy().starts_with(FOLDER));
    let mut found: Vec<(Kept, PathBuf)> = Vec::new();
    for folder in folders.map(|one| one.path()) {
        let text = std::fs::read_to_string(folder.join(KEPT)).ok();
        match text.and_then(|text| serde_json::from_str(&text).ok()) {
            Some(kept) => found.push((kept, folder)),
            None => drop(std::fs::remove_dir_all(folder)),
        }
    }
    found.sort_by(|(a, _), (b, _)| a.id.cmp(&b.id));
    let (mut runs, mut failed) = (Vec::new(), Vec::new());
    for (kept, folder) in found {
        let (name, title) = (named(&kept.body.title), kept.body.title.clone());
        let experiment = match kept.begun < BEGUN_MAX {
            true => kept.body.experiment(context, &folder),
            false => Err(Failure::Usage {
                message: format!("the server ended {BEGUN_MAX} times while it was measured"),
                hint: "fewer questions or documents need less memory; `perusal eval experiment` \
                       on the command line tells more"
                    .to_owned(),
            }),
        };
        match experiment {
            Ok(experiment) => runs.push(Prepared {
                name,
                experiment,
                folder,
                kept,
                is_kept: true,
            }),
            Err(failure) => {
                let _ = std::fs::remove_dir_all(&folder);
                failed.push((name, title, failure));
            }
        }
    }
    (runs, failed)
}

impl ExperimentBody {
    /// Whether it keeps its bounds.
    ///
    /// # Errors
    /// What is beyond them.
    pub fn check(&self) -> Result<(), Problem> {
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

    /// Documents and questions in a folder of the run's own, and the experiment that compares.
    ///
    /// # Errors
    /// A document that is not there; settings that an experiment may not choose.
    pub fn prepared(self, context: &Context) -> Result<Prepared, Failure> {
        let beside = beside(&context.settings.store);
        std::fs::create_dir_all(&beside)?;
        let made = tempfile::Builder::new().prefix(FOLDER).tempdir_in(beside)?;
        self.lay_out(context, made.path())?;
        Ok(Prepared {
            name: named(&self.title),
            experiment: self.experiment(context, made.path())?,
            folder: made.keep(),
            kept: Kept {
                id: super::ids::fresh_id(),
                begun: 0,
                body: self,
            },
            is_kept: false,
        })
    }

    fn lay_out(&self, context: &Context, folder: &Path) -> Result<(), Failure> {
        let snapshot = library::snapshot(context)?;
        let places = lay_out(&snapshot, &folder.join("documents"))?;
        let mut file = std::fs::File::create(folder.join(QUESTIONS))?;
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
        Ok(())
    }

    /// What is compared, on what lies in this folder.
    fn experiment(&self, context: &Context, folder: &Path) -> Result<Experiment, Failure> {
        let written = self.written().map_err(|error| wrong(&error.to_string()))?;
        let experiment = Experiment::check(written, folder, &named(&self.title), &BTreeMap::new());
        let experiment = experiment.map_err(|error| wrong(&error.to_string()))?;
        experiment::check(context, &experiment)?;
        Ok(experiment)
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
            "questions": [{"name": self.title, "folder": "", "qa": QUESTIONS, "docs": "documents"}],
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
fn lay_out(snapshot: &Snapshot, folder: &Path) -> Result<BTreeMap<String, String>, Failure> {
    let mut places = BTreeMap::new();
    let mut bytes = 0;
    for record in snapshot.documents() {
        if !matches!(record.state, State::Ready) {
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
    let path = Path::new(&record.path);
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
