//! `analyze --json`: the object of `ask`, and what was read.

use std::time::Duration;

use perusal::analyze::{
    Analysis, Conflict, LevelReport, ModelReport, ReadBy, Segment, SegmentState, Signal, Stopped,
};
use perusal::answer::Mode;
use perusal::ask::Status;
use perusal::index::{DocumentId, Snapshot};
use perusal::text::Span;
use serde_json::{Value, json};

use crate::json::{self as outside, SCHEMA, ms, range};
use crate::library::path_of;

/// The whole analysis.
pub fn object(
    snapshot: &Snapshot,
    analysis: &Analysis,
    (question, trace): (&str, &str),
    total: Duration,
) -> Value {
    let answer = analysis.answer.as_ref();
    let citations = answer.map(|one| one.citations.iter().map(outside::citation).collect());
    let values = answer.map(|one| one.values.iter().map(outside::value).collect());
    let mut object = json!({
        "schema": SCHEMA,
        "question": question,
        "status": analysis.status.as_str(),
        "wish": analysis.wish.as_str(),
        "route": outside::route_of(&analysis.route, "analyze"),
        "answer": {
            "text": answer.map(|one| one.text.clone()),
            "mode": answer.map_or(Mode::Extractive, |one| one.mode).as_str(),
            "confidence": analysis.confidence,
            "citations": citations.unwrap_or_else(|| json!([])),
            "values": values.unwrap_or_else(|| json!([])),
        },
        "candidates": analysis.considered.iter().map(outside::candidate).collect::<Vec<_>>(),
        "levels": analysis.levels.iter().map(level).collect::<Vec<_>>(),
        "segments": analysis.segments.iter().map(segment).collect::<Vec<_>>(),
        "findings": findings(analysis),
        "conflicts": analysis.conflicts.iter().map(conflict).collect::<Vec<_>>(),
        "read": pieces_read(snapshot, &analysis.read),
        "unread": unread(analysis),
        "coverage": {
            "tokens_total": analysis.coverage.tokens_total,
            "tokens_scored": analysis.coverage.tokens_scored,
            "tokens_read": analysis.coverage.tokens_read,
            "tokens_counted": analysis.coverage.counted,
        },
        "usage": usage(analysis),
        "timings_ms": {"total": ms(total)},
        "trace": trace,
    });
    if let Some(answer) = answer {
        outside::lists(answer, &mut object["answer"]);
        if let Some(shown) = &answer.query {
            object["answer"]["query"] = outside::query(shown);
        }
    } else {
        object["nearest"] = nearest(snapshot, analysis);
    }
    if let Some(stopped) = analysis.stopped {
        object["partial"] = json!({
            "reason": stopped.as_str(),
            "read": named(analysis, |state| {
                matches!(state, SegmentState::Read | SegmentState::InPart)
            }),
            "unread": unread(analysis),
        });
    }
    if let Some(model) = &analysis.model {
        object["model"] = self::model(model);
    }
    outside::add_faults(&mut object, &analysis.faults);
    object
}

fn usage(analysis: &Analysis) -> Value {
    let usage = analysis.model.as_ref().map(|model| model.usage);
    let usage = usage.unwrap_or_default();
    json!({
        "llm_calls": usage.calls,
        "prompt_tokens": usage.prompt_tokens,
        "completion_tokens": usage.completion_tokens,
    })
}

fn model(model: &ModelReport) -> Value {
    json!({
        "name": model.name,
        "segments_read": model.read,
        "segments_cached": model.cached,
        "segments_failed": model.failed,
        "segments_waiting": model.waiting,
        "wrote": model.wrote,
        "notes": model.notes,
    })
}

/// The object as it is kept: of a very long document without what was only scored, and without
/// the findings that are least sure.
pub fn short(object: &Value) -> Value {
    const SEGMENTS_MAX: usize = 200;
    const FINDINGS_MAX: usize = 50;
    let mut short = object.clone();
    if let Some(segments) = short["segments"].as_array_mut()
        && segments.len() > SEGMENTS_MAX
    {
        segments.retain(|one| one["state"] != SegmentState::Scored.as_str());
        segments.truncate(SEGMENTS_MAX);
    }
    if let Some(findings) = short["findings"].as_array_mut() {
        let sure = |one: &Value| one["confidence"].as_f64().unwrap_or_default();
        findings.sort_by(|a, b| sure(b).total_cmp(&sure(a)));
        findings.truncate(FINDINGS_MAX);
    }
    for name in ["read", "unread"] {
        if let Some(places) = short[name].as_array_mut() {
            places.truncate(SEGMENTS_MAX);
        }
    }
    short
}

/// What happened on a level; an event of `--jsonl` too.
pub fn level(report: &LevelReport) -> Value {
    json!({
        "level": report.level,
        "segments": report.segments,
        "scored": report.segments,
        "kept": report.kept,
        "read": report.read,
        "queued": report.queued,
        "method": report.method.as_str(),
        "fallback": report.fallback,
        "tokens_read": report.tokens_read,
        "ms": ms(report.time),
        "read_by_model": report.by_model,
        "calls": report.calls,
        "cached": report.cached,
        "asking_ms": ms(report.time_asking),
    })
}

/// What is news while it is read: segments in another state than before, findings as they are
/// made. Events of `--jsonl` too, by their names.
pub fn news(report: &LevelReport) -> Vec<(&'static str, Value)> {
    let mut told = Vec::new();
    if !report.news.is_empty() {
        let segments: Vec<Value> = report.news.iter().map(segment).collect();
        told.push(("segments", json!({"segments": segments})));
    }
    if !report.found.is_empty() {
        let found = report.found.iter().map(|finding| {
            json!({
                "segment": finding.segment,
                "text": finding.text,
                "confidence": finding.confidence,
                "citations": finding.citations.iter().map(outside::citation).collect::<Vec<_>>(),
            })
        });
        told.push(("findings", json!({"findings": found.collect::<Vec<_>>()})));
    }
    told
}

fn segment(segment: &Segment) -> Value {
    json!({
        "id": segment.id,
        "parent": segment.parent,
        "level": segment.level,
        "document": segment.path,
        "document_id": segment.document.as_str(),
        "section": segment.section,
        "pages": range(segment.pages),
        "span": {"start": segment.span.start, "end": segment.span.end},
        "tokens": segment.tokens,
        "score": segment.score,
        "parts": {
            "dense": segment.parts.dense.map(signal),
            "sparse": signal(segment.parts.sparse),
            "tokens": segment.parts.tokens.map(signal),
            "structure": segment.parts.structure,
            "share": segment.parts.share,
        },
        "state": segment.state.as_str(),
        "at_once": segment.at_once,
    })
}

fn signal(signal: Signal) -> Value {
    json!({"mean": signal.mean, "best": signal.best, "lead": signal.lead})
}

/// Findings, each with the segments above it, outermost first.
fn findings(analysis: &Analysis) -> Vec<Value> {
    let told = analysis.findings.iter().map(|finding| {
        let mut path = vec![finding.segment];
        while let Some(parent) = path.last().and_then(|&at| analysis.segments[at].parent) {
            path.push(parent);
        }
        path.reverse();
        json!({
            "segment": finding.segment,
            "path": path,
            "text": finding.text,
            "confidence": finding.confidence,
            "by": match &finding.by {
                ReadBy::Extractive => "extractive",
                ReadBy::Model(name) => name,
            },
            "asked": finding.asked,
            "citations": finding.citations.iter().map(outside::citation).collect::<Vec<_>>(),
        })
    });
    told.collect()
}

fn conflict(conflict: &Conflict) -> Value {
    json!({
        "about": conflict.about.as_str(),
        "citations": [outside::citation(&conflict.first), outside::citation(&conflict.second)],
    })
}

fn pieces_read(snapshot: &Snapshot, spans: &[(DocumentId, Span)]) -> Vec<Value> {
    let told = spans.iter().map(|(document, span)| {
        json!({
            "document": path_of(snapshot, document),
            "document_id": document.as_str(),
            "span": {"start": span.start, "end": span.end},
        })
    });
    told.collect()
}

fn nearest(snapshot: &Snapshot, analysis: &Analysis) -> Value {
    const SHOWN: usize = 3;
    let nearest = analysis.nearest.iter().take(SHOWN).map(|record| {
        json!({
            "document": path_of(snapshot, &record.document),
            "document_id": record.document.as_str(),
            "pages": range(record.pages),
            "span": {"start": record.span.start, "end": record.span.end},
        })
    });
    nearest.collect()
}

/// Segments that were not read, those alone that no segment inside stands for.
pub fn unread(analysis: &Analysis) -> Vec<Value> {
    // Where nothing was cut, all was read, unless a search of the whole text was ended.
    if analysis.segments.is_empty() && analysis.stopped.is_some() {
        return vec![json!({"document": null, "section": [], "pages": null})];
    }
    let left = analysis.segments.iter().filter(|segment| {
        segment.state != SegmentState::Read && !segment.is_opened() && !covered(analysis, segment)
    });
    left.map(place).collect()
}

/// Adds files that time left no room to read to what is unread; the analysis is partial then.
pub fn add_late(object: &mut Value, late: &[String]) {
    if late.is_empty() {
        return;
    }
    let places = late
        .iter()
        .map(|path| json!({"document": path, "section": [], "pages": null}));
    let places: Vec<Value> = places.collect();
    object["status"] = Status::Partial.as_str().into();
    if object["partial"].is_null() {
        object["partial"] = json!({
            "reason": Stopped::Deadline.as_str(), "read": object["read"], "unread": [],
        });
    }
    for unread in [&["unread"][..], &["partial", "unread"]] {
        let held = unread
            .iter()
            .try_fold(&mut *object, |at, name| at.get_mut(name));
        if let Some(held) = held.and_then(Value::as_array_mut) {
            // The place of nothing in particular says less.
            held.retain(|one| !one["document"].is_null());
            held.extend(places.iter().cloned());
        }
    }
}

/// Whether a segment lies in one that was read.
fn covered(analysis: &Analysis, segment: &Segment) -> bool {
    let mut above = segment.parent;
    while let Some(at) = above {
        if analysis.segments[at].state == SegmentState::Read {
            return true;
        }
        above = analysis.segments[at].parent;
    }
    false
}

fn named(analysis: &Analysis, state: impl Fn(SegmentState) -> bool) -> Vec<Value> {
    let segments = analysis.segments.iter();
    segments.filter(|one| state(one.state)).map(place).collect()
}

fn place(segment: &Segment) -> Value {
    json!({
        "segment": segment.id,
        "document": segment.path,
        "section": segment.section,
        "pages": range(segment.pages),
        "tokens": segment.tokens,
    })
}
