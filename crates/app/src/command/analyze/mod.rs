//! `perusal analyze`: long documents, in the library or not, read best first.

mod files;
mod json;
mod progress;
pub mod telemetry;
mod told;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use perusal::analyze::{
    self, Analysis, AnalyzeRequest, Cache, LevelReport, Means, Model, Pyramid, Stopped, Wish,
};
use perusal::answer::Weights;
use perusal::ask::Status;
use perusal::index::Snapshot;
use perusal::models::{Allowance, Embedder, LanguageModel, Limits};

use super::asking::{count_faults, keep_turn};
use super::sent::Sent;
use super::writer::Tape;
use crate::cli::{AnalyzeArgs, WishName};
use crate::config::LanguageRole;
use crate::context::{Context, now};
use crate::failure::{Code, Failure};
use crate::{embedder, library};
pub use files::Given;
use progress::Progress;

/// Largest file of settings, in bytes.
const SETTINGS_BYTES_MAX: u64 = 1 << 20;

/// Reads documents for a question.
pub fn run(context: &Context, args: &AnalyzeArgs) -> Result<Code, Failure> {
    let mut pyramid = levels_of(context, args.levels.as_deref())?;
    if let Some(deadline) = args.deadline {
        pyramid.total_timeout_ms = u64::try_from(deadline.as_millis()).unwrap_or(u64::MAX);
        checked(&pyramid)?;
    }
    if args.print_config {
        context.output.line(pyramid.to_toml().trim_end())?;
        return Ok(Code::Done);
    }
    let Some((question, named)) = args.given.split_last() else {
        return Err(Failure::Usage {
            message: "no question is given".to_owned(),
            hint: "`perusal analyze report.pdf \"What are the risks?\"`".to_owned(),
        });
    };
    let reading = Reading {
        owner: "",
        question,
        given: Given::Named {
            names: named,
            files: true,
        },
        filters: &args.filter,
        wish: args.wish.map(wish),
        pyramid,
    };
    let tape = match args.extractive {
        true => None,
        false => Some(Tape::of(&args.tape)?),
    };
    let mut progress = Progress::new(&context.output, args.jsonl);
    let mut done = read_with(context, &reading, tape.as_ref(), &mut |report| {
        progress.show(&context.output, report);
    })?;
    progress.end();
    if args.jsonl {
        done.object["event"] = "done".into();
        context.output.line(&done.object.to_string())?;
    } else if context.output.json {
        context.output.object(&done.object)?;
    } else {
        told::tell(context, &done.analysis)?;
        if args.explain {
            told::explain(context, &done.analysis)?;
        }
    }
    Ok(done.code)
}

/// What is read for a question; shared with the server.
pub struct Reading<'a> {
    /// Who asks: the name of a token; empty for the user of this machine.
    pub owner: &'a str,
    /// The question; of references the term.
    pub question: &'a str,
    /// Where to read.
    pub given: Given<'a>,
    /// Of documents of the library, those for which all of these hold.
    pub filters: &'a [String],
    /// What is wanted; `None` leaves question or summary to the router.
    pub wish: Option<Wish>,
    /// Sizes, thresholds, times.
    pub pyramid: Pyramid,
}

/// What was read.
pub struct Done {
    /// The object of `analyze --json`.
    pub object: serde_json::Value,
    /// The same for people.
    pub analysis: Analysis,
    /// How it ended.
    pub code: Code,
}

/// Reads for a question and keeps the trace; a report of a level goes to `tell` whenever
/// something happened on it.
///
/// # Errors
/// An empty question, documents that are not there, a library that cannot be used.
pub fn analyze(
    context: &Context,
    reading: &Reading<'_>,
    tell: &mut dyn FnMut(&LevelReport),
) -> Result<Done, Failure> {
    read_with(context, reading, Some(&Tape::Live), tell)
}

/// The same with the language model of a tape; with none without one.
///
/// # Errors
/// As [`read`].
pub fn read_with(
    context: &Context,
    reading: &Reading<'_>,
    tape: Option<&Tape>,
    tell: &mut dyn FnMut(&LevelReport),
) -> Result<Done, Failure> {
    let started = Instant::now();
    if reading.question.trim().is_empty() {
        return Err(perusal::EngineError::QueryEmpty.into());
    }
    let pyramid = &reading.pyramid;
    let limits = Limits {
        deadline: started.checked_add(Duration::from_millis(pyramid.total_timeout_ms)),
        cancel: context.cancel.clone(),
    };
    let opened = files::open(context, reading.given, reading.filters, &limits)?;
    let embedder = model(context, &opened)?;
    let request = AnalyzeRequest {
        question: reading.question.to_owned(),
        documents: opened.documents.clone(),
        wish: reading.wish,
        pyramid: pyramid.clone(),
    };
    let sent = Arc::new(Sent::default());
    let language = match tape {
        Some(tape) => tape.open(context, LanguageRole::Main, &limits)?,
        None => None,
    };
    let language = language.map(|model| sent.of(LanguageRole::Main.as_str(), model));
    let cache = cache(context, &opened, pyramid);
    let means = Means {
        embedder: embedder.as_deref(),
        model: language
            .as_deref()
            .map(|model| language_model(context, pyramid, model)),
        cache: cache.as_ref(),
        answer: &context.settings.answer,
        weights: Weights::shipped(),
    };
    let analysis = analyze::analyze(&opened.snapshot, &request, &means, &limits, tell)?;
    count_faults(context, &analysis.faults);
    say_troubles(context, cache.as_ref(), &analysis);
    let trace = trace_id(&opened.snapshot, &request);
    let asked = (reading.question, trace.as_str());
    let mut object = json::object(&opened.snapshot, &analysis, asked, started.elapsed());
    json::add_late(&mut object, &opened.late);
    if library::identity(context).is_some() {
        keep_turn(context, (reading.owner, None), &json::short(&object), &sent);
    }
    let code = match (analysis.stopped, analysis.status) {
        (Some(Stopped::Interrupted), _) => Code::Interrupted,
        (_, Status::Answered) if opened.late.is_empty() => Code::Done,
        (_, Status::Answered | Status::Partial) => Code::Partial,
        (_, Status::Unsure | Status::NotFound) => Code::Nothing,
    };
    Ok(Done {
        object,
        analysis,
        code,
    })
}

/// The model of the library; files that are read for this once are searched by words.
fn model(
    context: &Context,
    read: &files::Opened,
) -> Result<Option<std::sync::Arc<dyn Embedder>>, Failure> {
    if read.snapshot.identity().embedder.is_none() {
        return Ok(None);
    }
    embedder::to_ask(context, read.snapshot.identity())
}

fn language_model<'a>(
    context: &'a Context,
    pyramid: &Pyramid,
    model: &'a dyn LanguageModel,
) -> Model<'a> {
    Model {
        model,
        prompts: &context.settings.generate.prompts,
        allowance: Allowance::ANALYZE,
        workers: pyramid.workers(&model.profile().id),
    }
}

/// What earlier questions left; of files that are in no library nothing is kept.
fn cache(context: &Context, read: &files::Opened, pyramid: &Pyramid) -> Option<Cache> {
    if !pyramid.score_cache || read.is_of_files() {
        return None;
    }
    let opened = Cache::open(&context.settings.store, now(), pyramid.cache_ttl_seconds);
    let said = |error: &perusal::index::IndexError| {
        let note = format!("note: nothing is kept for later questions: {error}");
        context.output.say(&note);
    };
    opened.inspect_err(said).ok()
}

/// What went wrong and cost nothing but time.
fn say_troubles(context: &Context, cache: Option<&Cache>, analysis: &Analysis) {
    if let Some(trouble) = cache.and_then(Cache::trouble) {
        let note = format!("note: what models said was not kept: {trouble}");
        context.output.say(&note);
    }
    let notes = analysis.model.iter().flat_map(|model| &model.notes);
    for note in notes {
        context
            .output
            .say(&format!("note: the language model: {note}"));
    }
}

fn wish(name: WishName) -> Wish {
    match name {
        WishName::Question => Wish::Question,
        WishName::Summary => Wish::Summary,
        WishName::References => Wish::References,
        WishName::Comparison => Wish::Comparison,
        WishName::Entities => Wish::Entities,
    }
}

/// The settings of a file, or the default ones; shared with `eval analysis`.
///
/// # Errors
/// A file that cannot be read, or settings that cannot be used.
pub fn levels_of(context: &Context, file: Option<&Path>) -> Result<Pyramid, Failure> {
    let Some(path) = file else {
        return Ok(Pyramid::default());
    };
    let text = settings_text(path)?;
    let (pyramid, notices) = Pyramid::parse(&text).map_err(|error| Failure::Config {
        message: format!("{}: {error}", path.display()),
        hint: "`perusal analyze --print-config` prints the levels in force as a file".to_owned(),
    })?;
    for notice in notices {
        context.output.say(&format!("note: {notice}"));
    }
    Ok(pyramid)
}

fn settings_text(path: &Path) -> Result<String, Failure> {
    let unreadable = |reason: String| Failure::Usage {
        message: format!("{}: {reason}", path.display()),
        hint: "`--levels` names a TOML file; `perusal analyze --print-config` prints one"
            .to_owned(),
    };
    let size = std::fs::metadata(path).map_err(|error| unreadable(error.to_string()))?;
    if size.len() > SETTINGS_BYTES_MAX {
        return Err(unreadable(format!("more than {SETTINGS_BYTES_MAX} bytes")));
    }
    std::fs::read_to_string(path).map_err(|error| unreadable(error.to_string()))
}

fn checked(pyramid: &Pyramid) -> Result<(), Failure> {
    pyramid.check().map_err(|error| Failure::Usage {
        message: error.to_string(),
        hint: "`--deadline` takes times such as 30s or 500ms".to_owned(),
    })
}

/// What happened on a level, as an event; shared with the server.
pub fn level(report: &LevelReport) -> serde_json::Value {
    json::level(report)
}

/// Segments and findings that are news, as events by their names; shared with the server.
pub fn news(report: &LevelReport) -> Vec<(&'static str, serde_json::Value)> {
    json::news(report)
}

/// Equal question, documents and settings have an equal trace.
fn trace_id(snapshot: &Snapshot, request: &AnalyzeRequest) -> String {
    let told = format!("analyze {} {request:?}", snapshot.version().0);
    perusal::content_hash(told.as_bytes())[..16].to_owned()
}
