//! `perusal doctor`

mod routing;

use perusal::index::state::FaultRow;
use perusal::index::{self, Identity, Problem, Repair, State};
use perusal::ingest::Beside;
use perusal::models::catalogue::{Installed, find};
use perusal::models::remote::chat::FoundServer;
use perusal::models::remote::{Remote, RemoteModel};
use perusal::models::{Embedder, ModelError, installed};
use perusal::reader::{Guard, Reader, ReaderCommand, guards};
use perusal::text::READER_VERSION;
use serde_json::json;

use super::stats::faults;
use crate::cli::DoctorArgs;
use crate::context::Context;
use crate::embedder::{self, Choice};
use crate::failure::{Code, Failure};
use crate::json::{SCHEMA, counted_faults};
use crate::language::{self, ModelStatus};
use crate::output::printable;
use crate::{cluster, library, optional};

/// Checks the store, the model and what waits, and says what mends it.
pub fn run(context: &Context, args: &DoctorArgs) -> Result<Code, Failure> {
    let store = &context.settings.store;
    if args.repair {
        repair(context)?;
    }
    if args.digest {
        let digest = library::records(context)?.digest()?;
        if context.output.json {
            context
                .output
                .object(&json!({"schema": SCHEMA, "digest": digest}))?;
        } else {
            context.output.line(&digest)?;
        }
        return Ok(Code::Done);
    }
    let problems = index::check(store)?.problems;
    let mut findings: Vec<(String, String)> = problems
        .iter()
        .map(|Problem { file, what, repair }| {
            let mend = match repair {
                Repair::RebuildKeyword
                | Repair::RequeueVectors
                | Repair::RequeuePayloads(_)
                | Repair::ForgetEntities => {
                    format!("`perusal doctor --repair` ({repair})")
                }
                Repair::AddAgain => repair.to_string(),
            };
            (format!("{}: {what}", file.display()), mend)
        })
        .collect();
    let damaged = !findings.is_empty();
    if !damaged {
        findings.extend(waiting(context)?);
    }
    let faults = faults(store);
    findings.extend(faults.iter().map(fault));
    findings.extend(model(context)?);
    findings.extend(reranker(context));
    findings.extend(cluster::findings(context));
    let language = language(context)?;
    findings.extend(language.looked.iter().filter_map(ModelStatus::finding));
    findings.extend(super::router::findings(context));
    let broken = routing::broken(store);
    findings.extend(broken.iter().map(routing::Broken::finding));
    let reading = reading(context);
    if let Reading::Broken { reason } = &reading {
        findings.push((
            format!("files cannot be read: {reason}"),
            "start the program by its full path; `read.in_child = false` reads without a process \
             of its own, and without its protection"
                .to_owned(),
        ));
    }
    let told = Told {
        damaged,
        findings: &findings,
        faults: &faults,
        broken: &broken,
        reading: &reading,
        language: &language,
    };
    tell(context, &told)?;
    Ok(if damaged { Code::Damaged } else { Code::Done })
}

/// Makes again what the records can make again.
fn repair(context: &Context) -> Result<(), Failure> {
    let store = &context.settings.store;
    for Problem { file, repair, .. } in index::check(store)?.problems {
        match repair {
            Repair::RebuildKeyword => index::rebuild_keyword(store)?,
            Repair::RequeueVectors => index::requeue_vectors(store)?,
            Repair::RequeuePayloads(kind) => index::forget_payloads(store, kind)?,
            Repair::ForgetEntities => index::forget_entities(store)?,
            Repair::AddAgain => continue,
        }
        context
            .output
            .say(&format!("mended {}: {repair}", file.display()));
    }
    if routing::forget(store)? {
        let said = "rules of routing that were broken are counted from 0 again";
        context.output.say(said);
    }
    Ok(())
}

/// A step of questions that failed over a mistake.
fn fault(row: &FaultRow) -> (String, String) {
    let FaultRow {
        step,
        file,
        line,
        message,
        times,
        ..
    } = row;
    let what = format!("the step `{step}` failed {times} times at {file}:{line}: {message}");
    let mend = "a mistake in Perusal, please report it; nothing is lost, and the other steps \
                answered";
    (what, mend.to_owned())
}

/// Documents that failed and chunks without vectors.
fn waiting(context: &Context) -> Result<Vec<(String, String)>, Failure> {
    let snapshot = library::records(context)?;
    let mut findings = Vec::new();
    let failed = snapshot
        .documents()
        .iter()
        .filter(|d| matches!(d.state, State::Failed { .. }))
        .count();
    if failed > 0 {
        findings.push((
            format!("{failed} files could not be read"),
            "`perusal ls` says why; mend the files and `perusal add` them again".to_owned(),
        ));
    }
    let read = snapshot.documents().iter();
    let read = read.filter(|one| one.state == State::Ready);
    findings.extend(read_before(read.map(|one| one.reader_version)));
    let statistics = snapshot.counts();
    let pending = statistics.chunks - statistics.embedded_chunks;
    if let Some(change) = snapshot.reembedding()? {
        let name = crate::identity::model_name(&change.embedder);
        findings.push((
            format!(
                "the change to the embedding model {name} is not finished: {} of {} chunks",
                change.chunks_done, change.chunks_total
            ),
            format!("`perusal reindex --embedder {name}` goes on with it"),
        ));
    }
    if Beside::of(&context.settings.store).is_ok_and(|beside| beside.is_under_way()) {
        findings.push((
            "a new library beside this one is not finished".to_owned(),
            "`perusal reindex --from-files` goes on with it".to_owned(),
        ));
    }
    if pending > 0 {
        findings.push((
            format!("{pending} of {} chunks have no vector", statistics.chunks),
            "`perusal add` the same folder again with a model installed".to_owned(),
        ));
    }
    Ok(findings)
}

/// Documents that an older version of the program read, of which this one may read more.
fn read_before(versions: impl Iterator<Item = u32>) -> Option<(String, String)> {
    let versions: Vec<u32> = versions.collect();
    let before = versions.iter().filter(|one| **one < READER_VERSION).count();
    (before > 0).then(|| {
        let all = versions.len();
        (
            format!("{before} of {all} documents were read by an older version, with other tables"),
            "`perusal add` the same folder again, or `perusal reindex --from-files`, reads them anew"
                .to_owned(),
        )
    })
}

/// What is wrong with the model in force.
fn model(context: &Context) -> Result<Option<(String, String)>, Failure> {
    let settings = &context.settings;
    let built = library::identity(context);
    let Some(choice) = Choice::of(settings, built.as_ref()) else {
        return Ok(None);
    };
    if let Some(remote) = settings.remote.model(&choice.name)? {
        return Ok(remote_model(context, remote, built.as_ref()));
    }
    let name = &choice.name;
    let Ok(model) = find(name) else {
        return Ok(None);
    };
    let pull = format!("`perusal models pull {name}`");
    Ok(match installed(model, &settings.model_cache) {
        Installed::Complete => None,
        Installed::Partial => Some((format!("the model {name} is fetched in part"), pull)),
        Installed::Absent => Some((format!("the model {name} is not installed"), pull)),
        Installed::Damaged { file, .. } => Some((
            format!("the model {name}: {} has the wrong SHA-256", file.display()),
            pull,
        )),
    })
}

/// Asks the model's server for a vector, and compares its length with the library's.
fn remote_model(
    context: &Context,
    model: RemoteModel,
    built: Option<&Identity>,
) -> Option<(String, String)> {
    let stored = built.filter(|built| built.embedder == Some(Remote::identity(&model)));
    let stored = stored.and_then(|built| built.dim);
    let error = match embedder::probe(context, model) {
        Err(error) => error,
        Ok(remote) => {
            let profile = remote.profile();
            let expected = stored.filter(|&stored| stored != profile.dim)?;
            ModelError::Dimension {
                name: profile.name.clone(),
                expected,
                got: profile.dim,
            }
        }
    };
    let failure = Failure::from(error);
    let mend = failure.hint().unwrap_or_default();
    Some((failure.to_string(), mend))
}

/// Loads the reranker, or asks its server for a score.
fn reranker(context: &Context) -> Option<(String, String)> {
    let tried = match optional::rerank_model(context) {
        Ok(None) => return None,
        Ok(Some(rerank)) => {
            let limits = embedder::probing(context);
            let tried = rerank.model.get().score("perusal", &["perusal"], &limits);
            tried.map_err(Failure::from)
        }
        Err(failure) => Err(failure),
    };
    let failure = tried.err()?;
    let mend = failure
        .hint()
        .unwrap_or_else(|| "look at `rerank.model` and `rerank.url`".to_owned());
    Some((format!("no reranking: {failure}"), mend))
}

/// The language models that are set, or the servers on this machine that could be.
struct Language {
    looked: Vec<ModelStatus>,
    offers: Vec<FoundServer>,
}

fn language(context: &Context) -> Result<Language, Failure> {
    let looked = language::look(context)?;
    let offers = match looked.is_empty() {
        true => language::offers(context),
        false => Vec::new(),
    };
    Ok(Language { looked, offers })
}

impl Language {
    fn as_json(&self) -> serde_json::Value {
        let models: Vec<_> = self.looked.iter().map(ModelStatus::as_json).collect();
        let offers: Vec<_> = self.offers.iter().map(language::offer_as_json).collect();
        json!({"models": models, "offers": offers})
    }

    /// For people; what does not answer is told as a finding.
    fn as_lines(&self) -> Vec<String> {
        if self.looked.is_empty() && self.offers.is_empty() {
            return vec!["no language model is set (`models.main`): answers are quotes".to_owned()];
        }
        let answering = self.looked.iter().filter(|looked| looked.state.is_ok());
        let lines = answering.map(|looked| format!("language model {}", looked.line()));
        let offers = self.offers.iter().map(|found| {
            let offer = language::offered(found);
            format!("no language model is set; {offer}")
        });
        lines.chain(offers).collect()
    }
}

/// How files are parsed here.
enum Reading {
    InProcess,
    Child {
        limits: ReaderCommand,
        guards: Vec<Guard>,
    },
    Broken {
        reason: String,
    },
}

/// Starts a reading child and asks what holds it.
fn reading(context: &Context) -> Reading {
    let reader = &context.settings.ingest.reader;
    match (reader, guards(reader)) {
        (_, Err(failure)) => Reading::Broken {
            reason: failure.to_string(),
        },
        (Reader::Command(limits), Ok(Some(guards))) => Reading::Child {
            limits: limits.clone(),
            guards,
        },
        (_, Ok(_)) => Reading::InProcess,
    }
}

impl Reading {
    fn as_json(&self) -> serde_json::Value {
        match self {
            Reading::InProcess => json!({"in_child": false}),
            Reading::Broken { reason } => json!({"in_child": true, "broken": reason}),
            Reading::Child { limits, guards } => json!({
                "in_child": true,
                "timeout_ms": u64::try_from(limits.timeout.as_millis()).unwrap_or(u64::MAX),
                "memory_bytes_max": limits.memory_bytes_max,
                "guards": guards,
                "missing": missing(guards),
            }),
        }
    }

    /// One line for people; nothing where a finding says it.
    fn as_line(&self) -> Option<String> {
        match self {
            Reading::InProcess => Some(
                "files are parsed inside this program, without limits on time and memory \
                 (`read.in_child` is false)"
                    .to_owned(),
            ),
            Reading::Broken { .. } => None,
            Reading::Child { limits, guards } => {
                let names = |guards: &[Guard]| {
                    let names: Vec<_> = guards.iter().map(|guard| guard.as_str()).collect();
                    names.join(", ")
                };
                let missing = missing(guards);
                let lacking = if missing.is_empty() {
                    String::new()
                } else {
                    format!("; not on this system: {}", names(&missing))
                };
                Some(format!(
                    "files are parsed in a child process, {} s and {} MB each, held by: {}{lacking}",
                    limits.timeout.as_secs_f64(),
                    limits.memory_bytes_max >> 20,
                    names(guards)
                ))
            }
        }
    }
}

fn missing(guards: &[Guard]) -> Vec<Guard> {
    Guard::ALL
        .into_iter()
        .filter(|guard| !guards.contains(guard))
        .collect()
}

/// What is told.
struct Told<'t> {
    damaged: bool,
    findings: &'t [(String, String)],
    faults: &'t [FaultRow],
    broken: &'t [routing::Broken],
    reading: &'t Reading,
    language: &'t Language,
}

fn tell(context: &Context, told: &Told<'_>) -> Result<(), Failure> {
    let output = &context.output;
    let findings = told.findings;
    if output.json {
        let list: Vec<_> = findings
            .iter()
            .map(|(what, mend)| json!({"what": what, "mend": mend}))
            .collect();
        let broken = told.broken.iter().map(routing::Broken::as_json);
        output.object(&json!({
            "schema": SCHEMA,
            "damaged": told.damaged,
            "findings": list,
            "faults": counted_faults(told.faults),
            "routing": broken.collect::<Vec<_>>(),
            "reading": told.reading.as_json(),
            "language": told.language.as_json(),
        }))?;
        return Ok(());
    }
    for (what, mend) in findings {
        output.line(&format!("{what}\n  mend: {mend}"))?;
    }
    if findings.is_empty() {
        output.line("all is well: every file of the library is whole, the model is here")?;
    }
    if let Some(line) = told.reading.as_line() {
        output.line(&line)?;
    }
    for line in told.language.as_lines() {
        output.line(&printable(&line))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_of_an_older_reader_are_told_of() {
        let now = READER_VERSION;
        assert_eq!(read_before([now, now].into_iter()), None);
        let (what, mend) = read_before([now, now - 1].into_iter()).expect("a finding");
        assert!(what.starts_with("1 of 2 documents"), "{what}");
        assert!(mend.contains("perusal add"), "{mend}");
    }
}
