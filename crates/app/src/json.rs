//! The outside JSON: stable names, fields are added and never renamed.

use std::time::Duration;

use perusal::answer::{self, Answer, Citation, Considered, Differs, Mode, ShownQuery};
use perusal::ask::{Asked, RankedSentence};
use perusal::converse::Reply;
use perusal::fault::Fault;
use perusal::index::state::FaultRow;
use perusal::index::{ChunkRecord, DocumentRecord, Snapshot, State};
use perusal::ingest::{AddReport, FileReport};
use perusal::question::Misspelled;
use perusal::retrieve::{FusedHit, Passage, Retrieval};
use perusal::route::{Decision, QuestionType, Route};
use serde_json::{Map, Value, json};

use crate::library::{Places, locator, path_of};

/// Version of the outside JSON.
pub const SCHEMA: u32 = 1;

/// A time in milliseconds, to a tenth.
pub fn ms(time: Duration) -> f64 {
    (time.as_secs_f64() * 10_000.0).round() / 10.0
}

/// A document as `ls`, `add` and `show` print it.
pub fn document(record: &DocumentRecord) -> Map<String, Value> {
    let (state, reason) = match &record.state {
        State::Ready => ("ready", None),
        State::Failed { reason } => ("failed", Some(reason.clone())),
    };
    let value = json!({
        "document_id": record.id.as_str(),
        "document": record.path,
        "root": record.root,
        "state": state,
        "reason": reason,
        "type": record.format.as_ref().map(|format| format.as_str()),
        "pages": record.pages,
        "chunks": record.chunks,
        "embedded_chunks": record.embedded_chunks,
        "characters": record.characters,
        "tables": record.tables,
        "bytes": record.bytes,
        "language": record.language.code(),
        "title": record.title,
        "author": record.author,
        "date": record.date,
        "collection": record.collection,
        "metadata": record.metadata,
        "warnings": record.warnings,
        "report": record.report,
    });
    match value {
        Value::Object(object) => object,
        _ => Map::new(),
    }
}

/// One file of `add`.
pub fn file(report: &FileReport) -> Value {
    let mut object = report.record.as_ref().map(document).unwrap_or_default();
    object.insert("document".to_owned(), json!(report.path));
    object.insert("action".to_owned(), json!(report.action.as_str()));
    if let Some(reason) = &report.reason {
        object.insert("state".to_owned(), json!("failed"));
        object.insert("reason".to_owned(), json!(reason));
    }
    object.insert("warnings".to_owned(), json!(report.warnings));
    Value::Object(object)
}

/// The result of `add`.
pub fn added(report: &AddReport) -> Value {
    let embedded = report.embedded.as_ref();
    json!({
        "schema": SCHEMA,
        "documents": report.files.iter().map(file).collect::<Vec<_>>(),
        "held": report.files.iter().filter(|file| file.held).count(),
        "interrupted": report.interrupted,
        "model": embedded.map(|embedded| embedded.model.clone()),
        "chunks_embedded": embedded.map_or(0, |embedded| embedded.chunks),
        "chunks_windowed": embedded.map_or(0, |embedded| embedded.chunks_windowed),
        "chunks_pending": report.chunks_pending,
        "embedding_error": report.embedding_error.as_ref().map(ToString::to_string),
        "tokens_embedded": embedded.map_or(0, |embedded| embedded.tokens),
        "timings_ms": {
            "read": ms(report.read_time),
            "keyword_searchable": ms(report.searchable_time),
            "total": ms(report.total_time),
        },
    })
}

/// Adds to a result what failed on the way; nothing where nothing did.
pub fn add_faults(object: &mut Value, faults: &[Fault]) {
    if faults.is_empty() {
        return;
    }
    let told = faults.iter().map(|fault| {
        json!({
            "step": fault.step, "message": fault.message, "file": fault.file,
            "line": fault.line, "times": fault.times,
        })
    });
    object["faults"] = told.collect();
}

/// Faults that were counted, as `stats` and `doctor` print them.
pub fn counted_faults(rows: &[FaultRow]) -> Value {
    let told = rows.iter().map(|row| {
        json!({
            "step": row.step, "message": row.message, "file": row.file, "line": row.line,
            "times": row.times, "last": row.last,
        })
    });
    told.collect()
}

/// `search --json`
pub fn search(
    snapshot: &Snapshot,
    retrieval: &Retrieval,
    records: &[perusal::index::ChunkRecord],
    passages: &[Passage],
    total: Duration,
) -> Result<Value, perusal::index::IndexError> {
    let mut hits = Vec::new();
    let mut places = Places::new(snapshot);
    for (index, (hit, record)) in retrieval.hits.iter().zip(records).enumerate() {
        let passage = passages
            .iter()
            .find(|passage| passage.hits.contains(&index));
        let place = places.of(record)?;
        hits.push(json!({
            "rank": index + 1,
            "score": hit.score,
            "document": path_of(snapshot, &record.document),
            "document_id": record.document.as_str(),
            "chunk": record.ordinal,
            "pages": range(record.pages),
            "rows": range(place.rows),
            "locator": place.locator(),
            "section": place.section,
            "span": {"start": record.span.start, "end": record.span.end},
            "text": record.text,
            "passage": passage.map(|passage| json!({
                "text": passage.text,
                "chunks": [passage.chunks.0, passage.chunks.1],
                "pages": range(passage.pages),
            })),
            "arms": arms(hit),
        }));
    }
    Ok(json!({
        "schema": SCHEMA,
        "query": retrieval.query.text,
        "strategy": retrieval.ran.as_str(),
        "strategy_asked": retrieval.asked.as_str(),
        "attempts": attempts(retrieval),
        "web": web(retrieval),
        "notes": notes(retrieval),
        "hits": hits,
        "timings_ms": {
            "embed": ms(retrieval.times.embed),
            "search": ms(retrieval.times.search),
            "rerank": ms(retrieval.times.rerank),
            "total": ms(total),
        },
    }))
}

/// First and last page or row.
pub fn range(range: Option<(u32, u32)>) -> Value {
    range.map_or(Value::Null, |(first, last)| json!([first, last]))
}

fn arms(hit: &FusedHit) -> Value {
    let arms = hit.arms.iter().filter_map(|arm| {
        let rank = arm.rank?;
        Some((
            arm.arm.as_str().to_owned(),
            json!({"rank": rank, "score": arm.score}),
        ))
    });
    Value::Object(arms.collect())
}

/// `ask --json`
pub fn asked(snapshot: &Snapshot, asked: &Asked, trace: &str, total: Duration) -> Value {
    let answer = asked.answer.as_ref();
    let route = &asked.route;
    let mut object = json!({
        "schema": SCHEMA,
        "question": asked.retrieval.query.text,
        "status": asked.status.as_str(),
        "route": route_of(route, asked.retrieval.ran.as_str()),
        "plan": plan(snapshot, asked),
        "answer": {
            "text": answer.map(|answer| answer.text.clone()),
            "mode": answer.map_or(Mode::Extractive, |answer| answer.mode).as_str(),
            "confidence": asked.confidence,
            "citations": answer
                .map(|answer| answer.citations.iter().map(citation).collect::<Vec<_>>())
                .unwrap_or_default(),
            "value": answer.and_then(|answer| answer.value.clone()),
            "expression": answer.and_then(|answer| answer.expression.clone()),
            "values": answer
                .map(|answer| answer.values.iter().map(value).collect::<Vec<_>>())
                .unwrap_or_default(),
            "differs": answer
                .map(|answer| answer.differs.iter().map(differs).collect::<Vec<_>>())
                .unwrap_or_default(),
        },
        "candidates": asked.considered.iter().map(candidate).collect::<Vec<_>>(),
        "attempts": attempts(&asked.retrieval),
        "web": web(&asked.retrieval),
        "notes": notes(&asked.retrieval),
        "usage": {"llm_calls": 0, "prompt_tokens": 0, "completion_tokens": 0},
        "timings_ms": {
            "embed": ms(asked.retrieval.times.embed),
            "search": ms(asked.retrieval.times.search),
            "rerank": ms(asked.retrieval.times.rerank),
            "answer": ms(asked.answer_time),
            "total": ms(total),
        },
        "trace": trace,
    });
    let misspelled = &asked.retrieval.misspelled;
    if !misspelled.is_empty() {
        let words = misspelled
            .iter()
            .map(|word| json!({"written": word.written, "read": word.read}));
        object["misspelled"] = words.collect();
    }
    if let Some(answer) = answer {
        lists(answer, &mut object["answer"]);
        if let Some(shown) = &answer.query {
            object["answer"]["query"] = query(shown);
        }
    }
    if answer.is_none() {
        object["nearest"] = nearest(snapshot, asked);
    }
    if asked.status == perusal::ask::Status::Partial {
        object["partial"] = json!({
            "reason": "deadline",
            "read": documents(snapshot, asked),
            "unread": [],
        });
    }
    object
}

/// What a reader of the hits should know: words that were read as others, arms that took no part.
fn notes(retrieval: &Retrieval) -> Vec<String> {
    let misspelled = retrieval.misspelled.iter().map(misspelled);
    let dropped = retrieval.dropped.iter().map(|dropped| {
        let (arm, reason) = (dropped.arm.as_str(), &dropped.reason);
        format!("{arm} took no part: {reason}")
    });
    misspelled.chain(dropped).collect()
}

/// That a word was read as another.
pub fn misspelled(word: &Misspelled) -> String {
    let Misspelled { written, read } = word;
    format!("no document says “{written}”; it was read as “{read}”")
}

/// What a search of the web gave: quoted by an endpoint, checked by nobody.
pub fn web(retrieval: &Retrieval) -> Value {
    let passages = retrieval.web.iter().map(|passage| {
        json!({
            "rank": passage.rank,
            "url": passage.url,
            "title": passage.title,
            "text": passage.text,
            "verified": false,
        })
    });
    Value::Array(passages.collect())
}

/// The ways of looking that were tried, in order.
pub fn attempts(retrieval: &Retrieval) -> Value {
    let tried = retrieval.attempts.iter().map(|attempt| {
        let quality = &attempt.quality;
        json!({
            "strategy": attempt.strategy.as_str(),
            "confidence": quality.confidence,
            "relevance": quality.relevance,
            "coverage": quality.coverage,
            "terms_found": quality.found,
            "poor": quality.is_poor(),
            "kept": attempt.kept,
        })
    });
    Value::Array(tried.collect())
}

/// A route without the decision that led to it: the caller wanted a search.
pub fn route_of(route: &Route, ran: &str) -> Value {
    json!({
        "type": QuestionType::Retrieval.as_str(),
        "layer": "declared",
        "confidence": 1.0,
        "intent": route.intent.as_str(),
        "granularity": route.granularity.as_str(),
        "strategy": ran,
        "strategy_chosen": route.strategy.as_str(),
        "enumeration": route.enumeration,
        "low_confidence": false,
        "signals": route.reasons,
    })
}

/// `ask --json` of an answer that needed no search.
pub fn replied(question: &str, decided: &Decision, reply: &Reply, total: Duration) -> Value {
    let quotes = reply.quotes.iter().enumerate().map(|(at, quote)| {
        json!({
            "marker": at + 1,
            "document": quote.path,
            "document_id": quote.document,
            "pages": range(quote.pages),
            "span": {"start": quote.span.0, "end": quote.span.1},
            "quote": quote.text,
            // Found in the store when it was first shown.
            "verified": true,
        })
    });
    json!({
        "schema": SCHEMA,
        "question": question,
        "resolved": question,
        "status": if reply.text.is_some() { "answered" } else { "not_found" },
        "route": decision(decided, None),
        "answer": {
            "text": reply.text,
            "mode": "extractive",
            "confidence": decided.confidence,
            "citations": quotes.collect::<Vec<_>>(),
        },
        "notes": reply.note.iter().collect::<Vec<_>>(),
        "usage": {"llm_calls": 0, "prompt_tokens": 0, "completion_tokens": 0},
        "timings_ms": {"total": ms(total)},
    })
}

/// A decision; `ran` is the strategy that ran, where one did.
pub fn decision(decision: &Decision, ran: Option<&str>) -> Value {
    let route = decision.kind.route();
    let mut signals = decision.signals.clone();
    signals.extend(route.iter().flat_map(|route| route.reasons.clone()));
    json!({
        "type": decision.kind.question_type().as_str(),
        "layer": decision.layer.as_str(),
        "confidence": decision.confidence,
        "intent": route.map(|route| route.intent.as_str()),
        "granularity": route.map(|route| route.granularity.as_str()),
        "strategy": route.map_or("none", |route| {
            ran.unwrap_or(route.strategy.as_str())
        }),
        "strategy_chosen": route.map_or("none", |route| route.strategy.as_str()),
        "enumeration": route.is_some_and(|route| route.enumeration),
        "low_confidence": decision.low_confidence,
        "signals": signals,
    })
}

/// The plan that gave the answer: a query over relations, or the passages.
fn plan(snapshot: &Snapshot, asked: &Asked) -> Value {
    let answer = asked.answer.as_ref();
    let step = match answer.and_then(|answer| Some((answer, answer.query.as_ref()?))) {
        Some((answer, query)) => {
            let mut documents: Vec<&str> = answer
                .citations
                .iter()
                .map(|citation| citation.path.as_str())
                .collect();
            documents.dedup();
            json!({"id": "s1", "query": query.sql, "expects": "values",
                "documents": documents, "needs": []})
        }
        None => json!({
            "id": "s1",
            "query": asked.retrieval.query.text,
            "expects": format!("{:?}", asked.expects).to_lowercase(),
            "documents": documents(snapshot, asked),
            "needs": [],
        }),
    };
    let by_query = answer.is_some_and(|answer| answer.query.is_some());
    json!({
        "kind": if by_query { "query" } else { "passages" },
        "combine": false,
        "steps": [step],
    })
}

/// One value of an answer.
pub fn value(value: &answer::Value) -> Value {
    json!({
        "text": value.text,
        "number": value.number.map(|number| number.normalize().to_string()),
        "unit": value.unit.as_str(),
        "scale": 10_i64.checked_pow(u32::try_from(value.scale).unwrap_or(0)),
        "citations": value.citations,
    })
}

pub fn query(query: &ShownQuery) -> Value {
    json!({
        "sql": query.sql,
        "relations": query.relations,
        "producer": query.producer.as_str(),
    })
}

/// Values that were considered, whatever was decided.
pub fn candidate(considered: &Considered) -> Value {
    json!({
        "values": considered.values.iter().map(value).collect::<Vec<_>>(),
        "sql": considered.query.sql,
        "relations": considered.query.relations,
        "producer": considered.query.producer.as_str(),
        "confidence": considered.confidence,
        "citations": considered.citations.iter().map(citation).collect::<Vec<_>>(),
    })
}

/// Items and completeness of an answer that lists or counts.
pub fn lists(answer: &Answer, object: &mut Value) {
    if !answer.items.is_empty() {
        let items = answer
            .items
            .iter()
            .map(|item| json!({"label": item.label, "text": item.text, "citation": item.citation}));
        object["items"] = items.collect();
    }
    if let Some(complete) = answer.completeness {
        object["completeness"] = json!({
            "units_read": complete.units_read,
            "units_total": complete.units_total,
            "matches": complete.matches,
        });
    }
}

/// Paths of the documents read, each once, in order of rank.
fn documents(snapshot: &Snapshot, asked: &Asked) -> Vec<String> {
    let mut paths: Vec<String> = Vec::new();
    for passage in &asked.passages {
        let path = path_of(snapshot, &passage.document);
        if !paths.contains(&path) {
            paths.push(path);
        }
    }
    paths
}

pub fn citation(citation: &Citation) -> Value {
    json!({
        "marker": citation.marker,
        "document": citation.path,
        "document_id": citation.document.as_str(),
        "pages": range(citation.pages),
        "rows": range(citation.rows),
        "locator": locator(Some(citation.format), citation.pages, citation.rows),
        "section": citation.section,
        "span": {"start": citation.span.start, "end": citation.span.end},
        "quote": citation.quote,
        "columns": citation.columns,
        // Only verified citations are ever built.
        "verified": true,
    })
}

/// The nearest passages of a question without an answer, those first whose sentences come
/// nearest; each with where the nearest of them starts in its text, the start where none does.
pub fn nearest_passages(asked: &Asked) -> Vec<(&ChunkRecord, usize)> {
    const SHOWN: usize = 3;
    let holds = |record: &ChunkRecord, sentence: &RankedSentence| {
        let candidate = &sentence.candidate;
        record.document == candidate.document && record.span.contains(candidate.span)
    };
    let place = |record: &ChunkRecord| {
        let mut sentences = asked.sentences.iter();
        sentences.position(|sentence| holds(record, sentence))
    };
    let mut found: Vec<(Option<usize>, &ChunkRecord)> = asked
        .records
        .iter()
        .map(|record| (place(record), record))
        .collect();
    found.sort_by_key(|(place, _)| place.unwrap_or(usize::MAX));
    let start = |(place, record): (Option<usize>, &'_ ChunkRecord)| {
        let at = place.map(|at| asked.sentences[at].candidate.span.start - record.span.start);
        at.filter(|at| record.text.is_char_boundary(*at))
    };
    let mut shown: Vec<(&ChunkRecord, usize)> = Vec::new();
    for one in found {
        let (record, at) = (one.1, start(one).unwrap_or_default());
        // Passages that overlap hold the same sentence.
        let same = |(other, from): &(&ChunkRecord, usize)| {
            other.document == record.document && other.span.start + from == record.span.start + at
        };
        if !shown.iter().any(same) {
            shown.push((record, at));
        }
    }
    shown.truncate(SHOWN);
    shown
}

fn nearest(snapshot: &Snapshot, asked: &Asked) -> Value {
    /// Characters of a passage; its span has the rest.
    const CHARS_MAX: usize = 500;
    let nearest = nearest_passages(asked).into_iter().map(|(record, at)| {
        json!({
            "document": path_of(snapshot, &record.document),
            "document_id": record.document.as_str(),
            "pages": range(record.pages),
            "span": {"start": record.span.start + at, "end": record.span.end},
            "text": record.text[at..].chars().take(CHARS_MAX).collect::<String>(),
        })
    });
    Value::Array(nearest.collect())
}

/// Two citations that contradict each other, by their markers.
pub fn differs(one: &Differs) -> Value {
    json!({"citations": [one.first, one.second], "about": one.about.as_str()})
}
