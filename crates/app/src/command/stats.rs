//! `perusal stats`

mod told;

use std::collections::BTreeMap;
use std::path::Path;

use perusal::index::Snapshot;
use perusal::index::state::{BuildRow, FaultRow, State};
use perusal::models::{Embedder, Limits};
use perusal::probe::{ArmWorth, known_items};
use perusal::route::contract::Rule;
use serde_json::{Value, json};

use self::told::{Layer3, Retries};
use super::analyze::telemetry::LevelStats;
use crate::cli::StatsArgs;
use crate::context::Context;
use crate::failure::{Code, Failure};
use crate::json::{SCHEMA, counted_faults};
use crate::output::printable;
use crate::{library, optional};

/// Questions of one strategy, layer or rung.
#[derive(Debug, Default)]
struct Group {
    questions: usize,
    answered: usize,
    times_ms: Vec<f64>,
}

/// What traces say: how many there are, and groups of them.
struct Told {
    questions: usize,
    groups: [(&'static str, BTreeMap<String, Group>); 5],
    layer_3: BTreeMap<String, Layer3>,
    retries: Retries,
    builds: Vec<BuildRow>,
    levels: BTreeMap<u64, LevelStats>,
    faults: Vec<FaultRow>,
}

impl Told {
    fn of(context: &Context) -> Told {
        let traces = traces(context);
        Told {
            questions: traces.len(),
            groups: [
                ("layer", by(&traces, &["route", "layer"])),
                ("strategy", by(&traces, &["route", "strategy"])),
                ("rung", by_rung(&traces)),
                (
                    "complexity",
                    by_name(&traces, told::complexity_and_strategy),
                ),
                ("way", by_name(&traces, told::way)),
            ],
            layer_3: Layer3::by_weights(&traces),
            retries: Retries::of(&traces),
            builds: builds(&context.settings.store),
            levels: LevelStats::of(&traces),
            faults: faults(&context.settings.store),
        }
    }
}

/// Prints what the stored traces say, the size of the index, and on request what
/// each arm finds of the library's own texts.
pub fn run(context: &Context, args: &StatsArgs) -> Result<Code, Failure> {
    let (snapshot, embedder) = library::reader(context)?;
    let told = Told::of(context);
    let worth = if args.probe == 0 {
        None
    } else {
        Some(probe(context, &snapshot, embedder, args.probe)?)
    };
    if context.output.json {
        let object = as_object(context, &snapshot, &told, worth.as_deref());
        context.output.object(&object)?;
        return Ok(Code::Done);
    }
    tell(context, &snapshot, told.questions, &told.groups)?;
    for (version, told) in &told.layer_3 {
        context.output.line(&format!(
            "by the router's weights `{version}` {} of {} questions were left to a language model",
            told.left, told.routed
        ))?;
    }
    tell_retries_and_builds(context, &told)?;
    if !told.levels.is_empty() {
        context.output.line("long documents, by level:")?;
    }
    for (level, stats) in &told.levels {
        context.output.line(&printable(&stats.line(*level)))?;
    }
    for fault in &told.faults {
        let (FaultRow { step, file, .. }, line, times) = (fault, fault.line, fault.times);
        let told = format!("{times} faults in the step `{step}` at {file}:{line}");
        context.output.line(&printable(&told))?;
    }
    let violations = violations(&context.settings.store).into_iter();
    let told: Vec<String> = violations
        .map(|(rule, times)| format!("{rule} {times}"))
        .collect();
    context.output.line(&format!(
        "rules of routing that were broken: {}",
        told.join(", ")
    ))?;
    for one in worth.iter().flatten() {
        context.output.line(&format!(
            "  {:8}  finds {:3.0} % of {} known passages among its first ten, MRR@10 {:.3}",
            one.strategy.as_str(),
            one.found * 100.0,
            one.questions,
            one.mrr
        ))?;
    }
    Ok(Code::Done)
}

/// The object of `stats --json`; shared with the server.
///
/// # Errors
/// A library that cannot be read.
pub fn object(context: &Context) -> Result<Value, Failure> {
    let snapshot = library::snapshot(context)?;
    Ok(as_object(context, &snapshot, &Told::of(context), None))
}

fn as_object(
    context: &Context,
    snapshot: &Snapshot,
    told: &Told,
    worth: Option<&[ArmWorth]>,
) -> Value {
    json!({
        "schema": SCHEMA,
        "questions": told.questions,
        "by": told.groups.iter().map(|(name, groups)| {
            ((*name).to_owned(), as_json(groups))
        }).collect::<serde_json::Map<_, _>>(),
        "layer_3": told.layer_3.iter().map(|(version, told)| {
            (version.clone(), json!({"questions": told.routed, "left": told.left}))
        }).collect::<serde_json::Map<_, _>>(),
        "levels": told.levels.iter().map(|(level, stats)| {
            (level.to_string(), stats.as_json())
        }).collect::<serde_json::Map<_, _>>(),
        "index": snapshot.statistics(),
        "retries": {
            "questions": told.retries.questions,
            "kept": told.retries.kept,
            "answered": told.retries.answered,
        },
        "builds": told.builds.iter().map(|one| json!({
            "ended": one.ended, "documents": one.documents, "chunks": one.chunks,
            "searchable_ms": one.searchable_ms, "total_ms": one.total_ms,
        })).collect::<Vec<_>>(),
        "faults": counted_faults(&told.faults),
        "feedback": feedback(&context.settings.store),
        "routing_contract_violations_total": violations(&context.settings.store)
            .into_iter()
            .map(|(rule, times)| (rule.to_owned(), json!(times)))
            .collect::<serde_json::Map<_, _>>(),
        "arms": worth.into_iter().flatten().map(|one| json!({
            "arm": one.strategy.as_str(), "mrr_10": one.mrr, "found_10": one.found,
            "questions": one.questions,
        })).collect::<Vec<_>>(),
    })
}

fn probe(
    context: &Context,
    snapshot: &Snapshot,
    embedder: Option<std::sync::Arc<dyn Embedder>>,
    questions: usize,
) -> Result<Vec<ArmWorth>, Failure> {
    let config = optional::retrieve_config(context, embedder.as_ref())?;
    let limits = Limits {
        deadline: None,
        cancel: context.cancel.clone(),
    };
    Ok(known_items(
        snapshot,
        embedder.as_deref(),
        &config,
        questions,
        &limits,
    )?)
}

/// The stored traces; none where there are none, or where they cannot be read.
fn traces(context: &Context) -> Vec<Value> {
    let stored = State::open(&context.settings.store).and_then(|state| state.traces());
    let stored = stored.unwrap_or_default().into_iter();
    stored
        .filter_map(|(_, _, trace)| serde_json::from_str(&trace).ok())
        .collect()
}

/// The faults that were counted for a library; none where none can be read.
pub fn faults(store: &Path) -> Vec<FaultRow> {
    let counted = State::open(store).and_then(|state| state.faults());
    counted.unwrap_or_default()
}

/// How often each rule of routing was broken; 0 where nothing can be read.
pub fn violations(store: &Path) -> Vec<(&'static str, u64)> {
    let counted = State::open(store).and_then(|state| state.violations());
    let counted: BTreeMap<String, u64> = counted.unwrap_or_default().into_iter().collect();
    Rule::ALL
        .map(Rule::as_str)
        .map(|rule| (rule, counted.get(rule).copied().unwrap_or_default()))
        .into()
}

/// The runs of `add` that are kept; none where none can be read.
fn builds(store: &Path) -> Vec<BuildRow> {
    let kept = State::open(store).and_then(|state| state.builds());
    kept.unwrap_or_default()
}

/// Prints how often was looked again, and how long the index took.
fn tell_retries_and_builds(context: &Context, told: &Told) -> Result<(), Failure> {
    let Retries {
        questions,
        kept,
        answered,
    } = told.retries;
    if questions > 0 {
        context.output.line(&format!(
            "{questions} were looked for again: {kept} kept what came then, {answered} of these answered"
        ))?;
    }
    let Some(last) = told.builds.last() else {
        return Ok(());
    };
    let total: f64 = told.builds.iter().map(|one| one.total_ms).sum();
    context.output.line(&format!(
        "index: {:.1} s for {} documents of the last add ({:.1} s until they were found by keywords), \
         {:.1} s in {} runs",
        last.total_ms / 1000.0,
        last.documents,
        last.searchable_ms / 1000.0,
        total / 1000.0,
        told.builds.len()
    ))?;
    Ok(())
}

fn by_name(traces: &[Value], name: impl Fn(&Value) -> Option<String>) -> BTreeMap<String, Group> {
    let mut groups: BTreeMap<String, Group> = BTreeMap::new();
    for trace in traces {
        if let Some(name) = name(trace) {
            groups.entry(name).or_default().count(trace);
        }
    }
    groups
}

/// What people said of answers; nothing where nothing can be read.
fn feedback(store: &Path) -> Value {
    let counted = State::open(store).and_then(|state| state.judgements());
    let (helpful, unhelpful) = counted.unwrap_or_default();
    json!({"helpful": helpful, "unhelpful": unhelpful})
}

fn by(traces: &[Value], path: &[&str]) -> BTreeMap<String, Group> {
    let mut groups: BTreeMap<String, Group> = BTreeMap::new();
    for trace in traces {
        let found = path.iter().try_fold(trace, |value, key| value.get(key));
        if found.is_some_and(Value::is_null) {
            // A conversation, where nothing was searched.
            continue;
        }
        let name = found.and_then(Value::as_str).unwrap_or("unknown");
        groups.entry(name.to_owned()).or_default().count(trace);
    }
    groups
}

/// By the number of the attempt that was kept: `1 hybrid`, `2 hierarchical`.
fn by_rung(traces: &[Value]) -> BTreeMap<String, Group> {
    let mut groups: BTreeMap<String, Group> = BTreeMap::new();
    for trace in traces {
        let attempts = trace.get("attempts").and_then(Value::as_array);
        if attempts.is_none() {
            continue;
        }
        let kept = attempts
            .into_iter()
            .flatten()
            .enumerate()
            .find(|(_, one)| one.get("kept").and_then(Value::as_bool).unwrap_or(false));
        let name = kept.map_or("none".to_owned(), |(at, one)| {
            let strategy = one.get("strategy").and_then(Value::as_str);
            format!("{} {}", at + 1, strategy.unwrap_or("unknown"))
        });
        groups.entry(name).or_default().count(trace);
    }
    groups
}

impl Group {
    fn count(&mut self, trace: &Value) {
        self.questions += 1;
        let status = trace.get("status").and_then(Value::as_str);
        self.answered += usize::from(status == Some("answered"));
        let total = trace.get("timings_ms").and_then(|times| times.get("total"));
        self.times_ms.extend(total.and_then(Value::as_f64));
    }

    fn median_ms(&self) -> Option<f64> {
        let mut times = self.times_ms.clone();
        times.sort_by(f64::total_cmp);
        times.get(times.len().saturating_sub(1) / 2).copied()
    }
}

fn as_json(groups: &BTreeMap<String, Group>) -> Value {
    let groups = groups.iter().map(|(name, group)| {
        let value = json!({
            "questions": group.questions,
            "answered": group.answered,
            "median_ms": group.median_ms(),
        });
        (name.clone(), value)
    });
    Value::Object(groups.collect())
}

fn tell(
    context: &Context,
    snapshot: &Snapshot,
    questions: usize,
    groups: &[(&str, BTreeMap<String, Group>)],
) -> Result<(), Failure> {
    let output = &context.output;
    let statistics = snapshot.statistics();
    output.line(&format!(
        "{} documents, {} chunks, {} with vectors",
        statistics.documents, statistics.chunks, statistics.embedded_chunks
    ))?;
    let megabytes = |bytes: u64| bytes as f64 / 1e6;
    output.line(&format!(
        "records {:.1} MB, keyword index {:.1} MB, vectors {:.1} MB, sparse and token vectors {:.1} MB",
        megabytes(statistics.records_bytes),
        megabytes(statistics.keyword_bytes),
        megabytes(statistics.vectors_bytes),
        megabytes(statistics.payloads_bytes)
    ))?;
    let of_text = |bytes: u64| bytes as f64 / statistics.text_bytes.max(1) as f64 * 100.0;
    output.line(&format!(
        "text {:.2} MB, typed tables {:.2} MB ({:.0} % of it), places of words {:.2} MB ({:.0} %)",
        megabytes(statistics.text_bytes),
        megabytes(statistics.tables_bytes),
        of_text(statistics.tables_bytes),
        megabytes(statistics.boxes_bytes),
        of_text(statistics.boxes_bytes)
    ))?;
    if questions == 0 {
        output.say("no questions were asked yet: `perusal ask` keeps a trace of each");
        return Ok(());
    }
    output.line(&format!("{questions} questions asked"))?;
    for (name, groups) in groups {
        output.line(&format!("by {name}:"))?;
        for (value, group) in groups {
            let time = group
                .median_ms()
                .map_or(String::new(), |ms| format!(", {ms:.0} ms in the median"));
            output.line(&printable(&format!(
                "  {value:24} {:4} ({:3.0} %), answered {:3.0} %{time}",
                group.questions,
                group.questions as f64 / questions as f64 * 100.0,
                group.answered as f64 / group.questions as f64 * 100.0
            )))?;
        }
    }
    Ok(())
}
