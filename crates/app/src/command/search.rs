//! `perusal search`

use std::time::Instant;

use perusal::fault;
use perusal::index::{ChunkRecord, Filter, Snapshot};
use perusal::models::{Embedder, Limits};
use perusal::retrieve::{self, Passage, Retrieval, SearchRequest, Strategy};
use perusal::route::{self, Classifiers, Question, Shape};

use super::Context;
use super::ask::count_faults;
use crate::cli::{RetrievalArgs, SearchArgs};
use crate::failure::{Code, Failure};
use crate::output::printable;
use crate::{explain, json, library, optional};

/// Characters of a hit's text shown on a terminal.
const SHOWN_CHARS: usize = 400;

/// Prints ranked passages.
pub fn run(context: &Context, args: &SearchArgs) -> Result<Code, Failure> {
    let started = Instant::now();
    let filters = filters(&args.retrieval)?;
    let (snapshot, embedder) = library::reader(context)?;
    let limits = Limits {
        deadline: None,
        cancel: context.cancel.clone(),
    };
    let request = SearchRequest {
        query: args.query.clone(),
        strategy: args.retrieval.strategy,
        suggested: suggested(args, &snapshot, embedder.as_deref(), &limits),
        k: context.settings.k,
        filters,
        neighbors: args.retrieval.neighbors.unwrap_or(0),
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

    if context.output.json {
        let mut object = json::search(
            &snapshot,
            &retrieval,
            &records,
            &passages,
            started.elapsed(),
        )?;
        if args.retrieval.explain {
            object["explain"] = explain::as_json(&snapshot, &retrieval);
        }
        json::add_faults(&mut object, &faults);
        context.output.object(&object)?;
    } else {
        tell(context, &snapshot, &retrieval, &records, &passages)?;
        if args.retrieval.explain {
            let lines = explain::retrieval(&snapshot, &retrieval, &records).into_iter();
            for line in lines.chain(explain::faults(&faults)) {
                context.output.line(&printable(&line))?;
            }
        }
    }
    if retrieval.hits.is_empty() && retrieval.web.is_empty() {
        context.output.say("nothing found");
        return Ok(Code::Nothing);
    }
    Ok(Code::Done)
}

/// The strategy that fits the query and the library, where none was named.
fn suggested(
    args: &SearchArgs,
    snapshot: &Snapshot,
    embedder: Option<&dyn Embedder>,
    limits: &Limits,
) -> Option<Strategy> {
    if args.retrieval.strategy != Strategy::Auto {
        return None;
    }
    let embedding = route::embedding(&args.query, embedder, limits);
    let question = Question {
        shape: Shape {
            documents: snapshot.statistics().documents,
        },
        embedding: embedding.as_deref(),
        ..Question::new(&args.query)
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

/// Notes about arms that took no part for a reason the user can change.
pub fn tell_dropped(context: &Context, retrieval: &Retrieval) {
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

fn tell(
    context: &Context,
    snapshot: &Snapshot,
    retrieval: &Retrieval,
    records: &[ChunkRecord],
    passages: &[Passage],
) -> Result<(), Failure> {
    tell_dropped(context, retrieval);
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
