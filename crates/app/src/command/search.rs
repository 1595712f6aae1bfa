//! `perusal search`

use std::time::Instant;

use perusal::fault::{self, Fault};
use perusal::index::{ChunkRecord, Filter, Snapshot};
use perusal::models::{Embedder, Limits};
use perusal::retrieve::{self, Passage, Retrieval, SearchRequest, Strategy};
use perusal::route::{self, Classifiers, RouteInput, Shape};

use serde_json::Value;

use super::asking::count_faults;
use crate::cli::{RetrievalArgs, SearchArgs};
use crate::context::Context;
use crate::failure::{Code, Failure};
use crate::output::printable;
use crate::{cluster, explain, json, library, optional};

/// Characters of a hit's text shown on a terminal.
const SHOWN_CHARS: usize = 400;

/// A search as it is put; shared with the server.
#[derive(Debug, Clone)]
pub struct Searching<'a> {
    /// What is looked for.
    pub query: &'a str,
    /// How.
    pub strategy: Strategy,
    /// Hits; `None` takes the settings'.
    pub k: Option<usize>,
    /// Which documents may be looked at; all must hold.
    pub filters: Vec<Filter>,
    /// Chunks told around each hit.
    pub neighbors: u32,
}

/// Ranked passages.
pub struct Found {
    /// The object of `search --json`, with `explain`.
    pub object: Value,
    snapshot: Snapshot,
    retrieval: Retrieval,
    records: Vec<ChunkRecord>,
    passages: Vec<Passage>,
    faults: Vec<Fault>,
}

/// Prints ranked passages.
pub fn run(context: &Context, args: &SearchArgs) -> Result<Code, Failure> {
    let searching = Searching {
        query: &args.query,
        strategy: args.retrieval.strategy,
        k: None,
        filters: filters(&args.retrieval)?,
        neighbors: args.retrieval.neighbors.unwrap_or(0),
    };
    let mut found = find(context, &searching)?;
    if context.output.json {
        if !args.retrieval.explain
            && let Some(object) = found.object.as_object_mut()
        {
            object.remove("explain");
        }
        context.output.object(&found.object)?;
    } else {
        tell(context, &found)?;
        if args.retrieval.explain {
            let (snapshot, records) = (&found.snapshot, &found.records);
            let lines = explain::retrieval(snapshot, &found.retrieval, records).into_iter();
            for line in lines.chain(explain::faults(&found.faults)) {
                context.output.line(&printable(&line))?;
            }
        }
    }
    cluster::tell_degraded(context, &found.snapshot);
    if found.retrieval.hits.is_empty() && found.retrieval.web.is_empty() {
        context.output.say("nothing found");
        return Ok(Code::Nothing);
    }
    Ok(Code::Done)
}

/// Looks for passages.
///
/// # Errors
/// A library or a model that cannot be used; an empty or too long query.
pub fn find(context: &Context, searching: &Searching<'_>) -> Result<Found, Failure> {
    let started = Instant::now();
    let (snapshot, embedder) = library::reader(context)?;
    let limits = Limits {
        deadline: None,
        cancel: context.cancel.clone(),
    };
    let request = SearchRequest {
        query: searching.query.to_owned(),
        strategy: searching.strategy,
        suggested: suggested(searching, &snapshot, embedder.as_deref(), &limits),
        k: searching.k.unwrap_or(context.settings.k),
        filters: searching.filters.clone(),
        neighbors: searching.neighbors,
    };
    let config = optional::retrieve_config(context, embedder.as_ref())?;
    let (retrieval, faults) = fault::gather(|| {
        retrieve::retrieve(&snapshot, embedder.as_deref(), &request, &config, &limits)
    });
    let retrieval = retrieval?;
    count_faults(context, &faults);
    let ids: Vec<_> = retrieval.hits.iter().map(|hit| hit.chunk).collect();
    let records = snapshot.chunks(&ids)?;
    let passages = retrieve::expand(&snapshot, &retrieval.hits, &records, request.neighbors)?;
    let time = started.elapsed();
    let mut object = json::search(&snapshot, &retrieval, &records, &passages, time)?;
    object["explain"] = explain::as_json(&snapshot, &retrieval);
    json::add_faults(&mut object, &faults);
    Ok(Found {
        object,
        snapshot,
        retrieval,
        records,
        passages,
        faults,
    })
}

/// The strategy that fits the query and the library, where none was named.
fn suggested(
    searching: &Searching<'_>,
    snapshot: &Snapshot,
    embedder: Option<&dyn Embedder>,
    limits: &Limits,
) -> Option<Strategy> {
    if searching.strategy != Strategy::Auto {
        return None;
    }
    let embedding = route::embedding(searching.query, embedder, limits);
    let question = RouteInput {
        shape: Shape {
            documents: snapshot.counts().documents,
        },
        embedding: embedding.as_deref(),
        ..RouteInput::new(searching.query)
    };
    let name = embedder.map(|one| one.profile().name.as_str());
    Some(route::of_search(&question, Classifiers::shipped(name)).strategy)
}

/// The filters of the command line.
pub fn filters(args: &RetrievalArgs) -> Result<Vec<Filter>, Failure> {
    args.filter
        .iter()
        .map(|text| Ok(Filter::parse(text)?))
        .collect()
}

/// Notes about words that were read as others, and about arms that took no part for a reason
/// that the user can change.
pub fn tell_notes(context: &Context, retrieval: &Retrieval) {
    for word in &retrieval.misspelled {
        context
            .output
            .say(&format!("note: {}", json::misspelled(word)));
    }
    for dropped in &retrieval.dropped {
        if !dropped.reason.contains("no embedding model") {
            context.output.say(&format!(
                "note: the {} arm took no part: {}",
                dropped.arm.as_str(),
                dropped.reason
            ));
        }
    }
}

fn tell(context: &Context, found: &Found) -> Result<(), Failure> {
    let Found {
        snapshot,
        retrieval,
        records,
        passages,
        ..
    } = found;
    tell_notes(context, retrieval);
    let output = &context.output;
    let mut places = library::Places::new(snapshot);
    for (index, (hit, record)) in retrieval.hits.iter().zip(records).enumerate() {
        let path = library::path_of(snapshot, &record.document);
        let place = after_path(&places.of(record)?.locator());
        let head = format!("{}. {path}{place}", index + 1);
        output.line(&format!(
            "{} {}",
            output.bold(&printable(&head)),
            output.dim(&format!("score {:.3}", hit.score))
        ))?;
        let text = passages
            .iter()
            .find(|passage| passage.hits.contains(&index))
            .map_or(record.text.as_str(), |passage| passage.text.as_str());
        let shown: String = text.chars().take(SHOWN_CHARS).collect();
        let more = if shown.len() < text.len() { " …" } else { "" };
        for line in shown.lines().filter(|line| !line.trim().is_empty()) {
            output.line(&printable(&format!("   {line}")))?;
        }
        output.line(more)?;
    }
    tell_web(context, retrieval)
}

/// What a search of the web gave, apart from the library's own.
pub fn tell_web(context: &Context, retrieval: &Retrieval) -> Result<(), Failure> {
    if retrieval.web.is_empty() {
        return Ok(());
    }
    let output = &context.output;
    output.line("From the web, as its search quotes them and not checked:")?;
    for passage in &retrieval.web {
        let head = format!("{}. {} {}", passage.rank, passage.title, passage.url);
        output.line(&output.bold(&printable(&head)))?;
        for line in passage.text.lines() {
            output.line(&printable(&format!("   {line}")))?;
        }
    }
    Ok(())
}

/// A locator after a path: `, page 3`.
pub fn after_path(locator: &str) -> String {
    if locator.is_empty() {
        String::new()
    } else {
        format!(", {locator}")
    }
}
