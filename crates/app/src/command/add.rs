//! `perusal add`

use std::sync::Arc;

use perusal::EngineError;
use perusal::fault;
use perusal::hierarchy::Refreshed;
use perusal::index::Writer;
use perusal::index::state::{BuildRow, State};
use perusal::ingest::{self, Action, AddReport, AddRequest, Event, FileReport};
use perusal::models::web::Url;
use perusal::models::{Embedder, ModelError};

use super::asking::count_faults;
use super::fetch;
use crate::cli::AddArgs;
use crate::context::{Context, now};
use crate::failure::{Code, Failure};
use crate::output::{Output, printable};
use crate::progress::Progress;
use crate::{cluster, embedder, json, library, optional};

/// Adds files, folders and web pages and tells what became of each.
pub fn run(context: &Context, args: &AddArgs) -> Result<Code, Failure> {
    let (paths, urls) = fetch::addresses(&args.paths)?;
    if args.site && urls.is_empty() {
        return Err(Failure::Usage {
            message: "`--site` is for addresses, and none is named".to_owned(),
            hint: "`perusal add --site https://docs.example/guide/`".to_owned(),
        });
    }
    let request = AddRequest {
        paths,
        fetched: Vec::new(),
        collection: args.collection.clone(),
        metadata: args.meta.iter().cloned().collect(),
        prune: args.prune,
        now: now(),
    };
    let mut report = if urls.is_empty() {
        add(context, &request, args.jsonl, !args.no_vectors)?
    } else {
        add_with_pages(context, request, &urls, args)?
    };
    let output = &context.output;
    if args.jsonl {
        let mut done = json::added(&report);
        done["event"] = serde_json::json!("done");
        output.line(&done.to_string())?;
    } else if output.json {
        output.object(&json::added(&report))?;
    } else {
        tell(output, &report)?;
    }
    match report.embedding_error.take() {
        Some(error) => Err(error.into()),
        None => Ok(code(&report)),
    }
}

/// Fetches the pages, and adds them with the rest.
fn add_with_pages(
    context: &Context,
    mut request: AddRequest,
    urls: &[Url],
    args: &AddArgs,
) -> Result<AddReport, Failure> {
    // A mistyped path is told before anything is asked of a site.
    ingest::walk(&request.paths)?;
    let mut pages = fetch::fetch(context, urls, args.site, args.jsonl)?;
    tell_not_fetched(context, args.jsonl, &pages.failed);
    request.fetched = std::mem::take(&mut pages.fetched);
    let mut report = if request.fetched.is_empty() && request.paths.is_empty() {
        // An address that gave nothing leaves no empty library behind.
        AddReport::default()
    } else {
        add(context, &request, args.jsonl, !args.no_vectors)?
    };
    report.files.append(&mut pages.failed);
    Ok(report)
}

/// Adds with progress; shared with the demo.
pub fn add(
    context: &Context,
    request: &AddRequest,
    jsonl: bool,
    vectors: bool,
) -> Result<AddReport, Failure> {
    let output = &context.output;
    let mut progress = Progress::new(output, jsonl);
    let report = add_heard(context, request, vectors, &mut |event| {
        progress.show(output, event);
    });
    progress.finish();
    report
}

/// Adds, and tells what happens; shared with the server.
pub fn add_heard(
    context: &Context,
    request: &AddRequest,
    vectors: bool,
    hear: &mut dyn FnMut(&Event<'_>),
) -> Result<AddReport, Failure> {
    // A mistyped path should not leave an empty library behind.
    ingest::walk(&request.paths)?;
    let output = &context.output;
    let built = library::identity(context);
    let (embedder, unreachable) = if vectors {
        reachable(embedder::to_build(context, built.as_ref()))?
    } else {
        (None, None)
    };
    let config = match &embedder {
        Some(_) => optional::ingest_config(context, embedder.as_ref())?,
        None => context.settings.ingest.clone(),
    };
    let mut writer = library::writer(&context.settings, embedder.as_deref())?;
    tell_change_under_way(output, &writer)?;
    let (report, faults) = fault::gather(|| {
        ingest::add(
            &mut writer,
            embedder.as_deref(),
            request,
            &config,
            &context.cancel,
            &mut |event| hear(&event),
        )
    });
    count_faults(context, &faults);
    let mut report = report?;
    cluster::catch_up(context, &mut writer);
    report.embedding_error = report.embedding_error.or(unreachable);
    keep_times(context, &report);
    Ok(report)
}

/// Keeps how long it took, for `perusal stats`; what cannot be kept is not worth a word.
fn keep_times(context: &Context, report: &AddReport) {
    let made = |file: &&FileReport| matches!(file.action, Action::Added | Action::Replaced);
    let made: Vec<&FileReport> = report.files.iter().filter(made).collect();
    if made.is_empty() {
        return;
    }
    let row = BuildRow {
        ended: now(),
        documents: made.len() as u64,
        chunks: made
            .iter()
            .filter_map(|file| Some(u64::from(file.record.as_ref()?.chunks)))
            .sum(),
        searchable_ms: json::ms(report.searchable_time),
        total_ms: json::ms(report.total_time),
    };
    let _ = State::open(&context.settings.store).and_then(|state| state.record_build(&row));
}

/// What could not be fetched is told like what could not be read.
fn tell_not_fetched(context: &Context, jsonl: bool, failed: &[FileReport]) {
    if failed.is_empty() {
        return;
    }
    let mut progress = Progress::new(&context.output, jsonl);
    progress.show(&context.output, &Event::Stored { files: failed });
    progress.finish();
}

/// A model, unless there is none.
type Found = Option<Arc<dyn Embedder>>;

/// The model and why its server cannot be asked: what can be done without it is
/// done first.
fn reachable(found: Result<Found, Failure>) -> Result<(Found, Option<ModelError>), Failure> {
    match found {
        Ok(embedder) => Ok((embedder, None)),
        Err(Failure::Engine(EngineError::Model(error @ ModelError::Unreachable { .. }))) => {
            Ok((None, Some(error)))
        }
        Err(error) => Err(error),
    }
}

/// What is added meanwhile gets its vector of the new model when that goes on.
fn tell_change_under_way(output: &Output, writer: &Writer) -> Result<(), Failure> {
    if let Some(change) = writer.reembedding()? {
        let name = crate::identity::model_name(&change.embedder);
        output.say(&format!(
            "note: the change to the embedding model {name} is not finished ({} of {} chunks): \
             `perusal reindex --embedder {name}` goes on with it",
            change.chunks_done, change.chunks_total
        ));
    }
    Ok(())
}

fn code(report: &AddReport) -> Code {
    let failed = report.count(Action::Failed);
    if report.interrupted {
        Code::Interrupted
    } else if failed == report.files.len() {
        // None could be read, or there was none.
        Code::Nothing
    } else if failed > 0 {
        Code::Partial
    } else {
        Code::Done
    }
}

fn tell(output: &Output, report: &AddReport) -> Result<(), Failure> {
    for file in &report.files {
        for warning in &file.warnings {
            output.say(&printable(&format!("warning: {}: {warning}", file.path)));
        }
    }
    if report.files.is_empty() {
        output.say(
            "no documents found here: PDF, HTML, EPUB, e-mail, Markdown and plain text are read",
        );
        return Ok(());
    }
    let counts: Vec<String> = [
        Action::Added,
        Action::Replaced,
        Action::Unchanged,
        Action::Removed,
        Action::Failed,
    ]
    .into_iter()
    .filter(|action| report.count(*action) > 0)
    .map(|action| format!("{} {}", report.count(action), action.as_str()))
    .collect();
    let searchable = if report.count(Action::Failed) == report.files.len() {
        String::new()
    } else {
        let seconds = report.searchable_time.as_secs_f64();
        format!("; searchable by keywords after {seconds:.1} s")
    };
    output.line(&format!("{}{searchable}", counts.join(", ")))?;
    if let Some(embedded) = report
        .embedded
        .as_ref()
        .filter(|embedded| embedded.chunks > 0)
    {
        output.line(&format!(
            "{} chunks embedded by {} ({} tokens) in {:.1} s",
            embedded.chunks,
            embedded.model,
            embedded.tokens,
            embedded.time.as_secs_f64()
        ))?;
    }
    if report.chunks_pending > 0 {
        output.say(&format!(
            "{} chunks have no vector yet: `perusal add` the same paths with a model to go on",
            report.chunks_pending
        ));
    }
    if report.clusters == Some(Refreshed::Deferred) {
        output.say("clusters of so many documents are made by `perusal summaries build`");
    }
    if report.interrupted {
        output.say("interrupted: what was stored stays, run the same command again to go on");
    }
    Ok(())
}
