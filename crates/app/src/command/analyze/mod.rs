//! `perusal analyze`: long documents, in the library or not, read best first.

mod files;
mod json;

use std::path::Path;
use std::time::{Duration, Instant};

use perusal::analyze::{
    self, Analysis, AnalyzeRequest, LevelReport, Pyramid, SegmentState, Stopped, Wish,
};
use perusal::answer::Weights;
use perusal::ask::Status;
use perusal::index::{DocumentId, Filter, Snapshot};
use perusal::models::{Embedder, Limits};

use super::Context;
use super::ask::source;
use super::asking::{count_faults, keep_turn};
use crate::cli::{AnalyzeArgs, WishName};
use crate::failure::{Code, Failure};
use crate::output::printable;
use crate::{embedder, library};

/// Largest file of settings, in bytes.
const SETTINGS_BYTES_MAX: u64 = 1 << 20;

/// Reads documents for a question.
pub fn run(context: &Context, args: &AnalyzeArgs) -> Result<Code, Failure> {
    let mut pyramid = pyramid(context, args)?;
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
    let mut done = read(context, &reading, &mut |report| {
        event(context, args.jsonl, report);
    })?;
    if args.jsonl {
        done.object["event"] = "done".into();
        context.output.line(&done.object.to_string())?;
    } else if context.output.json {
        context.output.object(&done.object)?;
    } else {
        tell(context, &done.analysis)?;
        if args.explain {
            explain(context, &done.analysis)?;
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

/// Where to read.
#[derive(Clone, Copy)]
pub enum Given<'a> {
    /// Documents of the library, all where none is named; files of this machine only where
    /// `files` allows it.
    Named {
        /// Ids, unique prefixes of one, paths as added.
        names: &'a [String],
        /// Names may be those of files.
        files: bool,
    },
    /// This text, which is in no library.
    Text(&'a str),
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
pub fn read(
    context: &Context,
    reading: &Reading<'_>,
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
    let analysis = analyze::analyze(
        &opened.snapshot,
        embedder.as_deref(),
        &request,
        (&context.settings.answer, Weights::shipped()),
        &limits,
        tell,
    )?;
    count_faults(context, &analysis.faults);
    let trace = trace_id(&opened.snapshot, &request);
    let asked = (reading.question, trace.as_str());
    let object = json::object(&opened.snapshot, &analysis, asked, started.elapsed());
    if library::identity(context).is_some() {
        keep_turn(context, (reading.owner, None), &json::short(&object));
    }
    let code = match (analysis.stopped, analysis.status) {
        (Some(Stopped::Interrupted), _) => Code::Interrupted,
        (_, Status::Answered) => Code::Done,
        (_, Status::Partial) => Code::Partial,
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

fn wish(name: WishName) -> Wish {
    match name {
        WishName::Question => Wish::Question,
        WishName::Summary => Wish::Summary,
        WishName::References => Wish::References,
    }
}

fn pyramid(context: &Context, args: &AnalyzeArgs) -> Result<Pyramid, Failure> {
    let Some(path) = &args.levels else {
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

/// One event a line; what cannot be written is dropped: progress is lossy.
fn event(context: &Context, jsonl: bool, report: &LevelReport) {
    if jsonl {
        let mut object = level(report);
        object["event"] = "level".into();
        let _ = context.output.line(&object.to_string());
        for (name, mut object) in news(report) {
            object["event"] = name.into();
            let _ = context.output.line(&object.to_string());
        }
    }
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

fn tell(context: &Context, analysis: &Analysis) -> Result<(), Failure> {
    let output = &context.output;
    if let Some(stopped) = analysis.stopped {
        let why = match stopped {
            Stopped::Deadline => "The deadline passed",
            Stopped::Budget => "The share of the text that may be read was used up",
            Stopped::Interrupted => "Interrupted",
        };
        let line = format!("{why}; this rests on what was read until then.");
        output.line(&output.bold(&line))?;
    }
    match &analysis.answer {
        Some(answer) => {
            for line in answer.text.lines() {
                output.line(&printable(line))?;
            }
            output.line("")?;
            for citation in &answer.citations {
                output.line(&printable(&source(citation)))?;
            }
            let sure = format!("confidence {:.2}, quotes verified", answer.confidence);
            output.line(&output.dim(&sure))?;
        }
        None => unanswered(context, analysis)?,
    }
    for conflict in &analysis.conflicts {
        output.line(&output.bold("These contradict each other:"))?;
        for citation in [&conflict.first, &conflict.second] {
            let quote: Vec<&str> = citation.quote.split_whitespace().collect();
            output.line(&printable(&format!("  {}", quote.join(" "))))?;
            output.line(&printable(&format!("    {}", place(citation))))?;
        }
    }
    output.line(&output.dim(&coverage(analysis)))?;
    Ok(())
}

/// Where a quote stands, without its number.
fn place(citation: &perusal::answer::Citation) -> String {
    let place = source(citation);
    let place = place.split_once("] ").map(|(_, place)| place.to_owned());
    place.unwrap_or_default()
}

/// The best findings, as what they are.
fn unanswered(context: &Context, analysis: &Analysis) -> Result<(), Failure> {
    const SHOWN: usize = 3;
    let output = &context.output;
    let line = match analysis.status {
        Status::NotFound => "Not in what was read of these documents.",
        _ => "Not sure: nothing that was read surely answers it.",
    };
    output.line(&output.bold(line))?;
    let mut best: Vec<_> = analysis.findings.iter().collect();
    best.sort_by(|a, b| b.confidence.total_cmp(&a.confidence));
    if !best.is_empty() {
        output.line("What comes nearest:")?;
    }
    for citation in best
        .iter()
        .take(SHOWN)
        .filter_map(|one| one.citations.first())
    {
        let quote: Vec<&str> = citation.quote.split_whitespace().collect();
        output.line(&printable(&format!("  {}", quote.join(" "))))?;
        output.line(&printable(&format!("    {}", place(citation))))?;
    }
    Ok(())
}

/// How much was read, in one line.
fn coverage(analysis: &Analysis) -> String {
    let coverage = &analysis.coverage;
    let share = 100.0 * coverage.tokens_read as f64 / coverage.tokens_total.max(1) as f64;
    let about = if coverage.counted { "" } else { "about " };
    let (read, total) = (coverage.tokens_read, coverage.tokens_total);
    if analysis.segments.is_empty() {
        return format!("all of the text, {about}{total} tokens");
    }
    let queued = analysis.segments.iter();
    let queued = queued.filter(|one| one.state == SegmentState::Queued);
    let queued = match queued.count() {
        0 => String::new(),
        1 => ", 1 segment was still waiting".to_owned(),
        queued => format!(", {queued} segments were still waiting"),
    };
    format!("read {about}{read} of {total} tokens ({share:.0} %), the likeliest first{queued}")
}

fn explain(context: &Context, analysis: &Analysis) -> Result<(), Failure> {
    let output = &context.output;
    output.line("")?;
    for level in &analysis.levels {
        let fallback = level.fallback.as_deref();
        let method = fallback.unwrap_or_else(|| level.method.as_str());
        output.line(&format!(
            "level {}: {} segments, {} kept, {} read, {} waiting, {} tokens, {:.1} ms, {method}",
            level.level,
            level.segments,
            level.kept,
            level.read,
            level.queued,
            level.tokens_read,
            level.time.as_secs_f64() * 1_000.0,
        ))?;
    }
    let mut segments: Vec<_> = analysis.segments.iter().collect();
    segments.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.id.cmp(&b.id)));
    const SHOWN: usize = 20;
    for segment in segments.iter().take(SHOWN) {
        let locator = library::locator(None, segment.pages, None);
        let line = format!(
            "{:>4}  level {}  {:.3}  {:<6}  {}{}  {}",
            segment.id,
            segment.level,
            segment.score,
            segment.state.as_str(),
            segment.path,
            super::search::after_path(&locator),
            segment.section.join(" › ")
        );
        output.line(&printable(line.trim_end()))?;
    }
    Ok(())
}

/// Documents of the library that are meant.
fn of_library(
    snapshot: &Snapshot,
    named: &[String],
    filters: &[String],
) -> Result<Vec<DocumentId>, Failure> {
    let filters: Vec<Filter> = filters
        .iter()
        .map(|text| Ok(Filter::parse(text)?))
        .collect::<Result<_, Failure>>()?;
    let scope = snapshot.scope(&filters)?;
    let mut meant: Vec<DocumentId> = Vec::new();
    for name in named {
        let found = library::find(snapshot.documents(), name)?.id.clone();
        if !meant.contains(&found) {
            meant.push(found);
        }
    }
    if named.is_empty() {
        meant.extend(snapshot.documents().iter().map(|one| one.id.clone()));
    }
    let mut within = Vec::new();
    for id in meant {
        let first = snapshot.chunk_range(&id, 0, 0)?;
        let first = first
            .first()
            .map(|chunk| snapshot.in_scope(&scope, chunk.id));
        // One without text has nothing to read.
        let holds = first.transpose()?.unwrap_or(false);
        if holds {
            within.push(id);
        }
    }
    Ok(within)
}
