//! EXPLAIN: how a result came about, as a tree.

use std::time::Duration;

use perusal::answer::{ANSWERABLE_FEATURES, Considered, SENTENCE_FEATURES};
use perusal::ask::Asked;
use perusal::fault::Fault;
use perusal::index::{ChunkRecord, Snapshot};
use perusal::retrieve::{ArmList, Attempt, Estimate, FusedHit, Reranked, Retrieval};
use perusal::route::Decision;
use serde_json::{Value, json};

use crate::json::ms;
use crate::library::path_of;

/// Hits shown of the fused ranking.
const HITS_SHOWN: usize = 5;

/// The router's part of the tree.
pub fn decision(decision: &Decision) -> Vec<String> {
    let sure = if decision.low_confidence {
        ", unsure"
    } else {
        ""
    };
    let mut lines = vec![format!(
        "route: {} by {} with confidence {:.3}{sure}",
        decision.kind.question_type().as_str(),
        decision.layer.as_str(),
        decision.confidence
    )];
    if let Some(route) = decision.kind.route() {
        lines.push(format!(
            "├─ {}, {}{}; strategy {}: {}",
            route.intent.as_str(),
            route.granularity.as_str(),
            if route.enumeration {
                ", a whole list"
            } else {
                ""
            },
            route.strategy.as_str(),
            route.reasons.join(", ")
        ));
    }
    lines.extend(decision.signals.iter().map(|signal| format!("├─ {signal}")));
    lines
}

/// The retrieval as a tree of lines: what was expected, what came, and why.
pub fn retrieval(
    snapshot: &Snapshot,
    retrieval: &Retrieval,
    records: &[ChunkRecord],
) -> Vec<String> {
    let mut lines = vec![format!("query: {}", retrieval.query.text)];
    lines.extend(setting(snapshot, retrieval));
    for list in &retrieval.lists {
        lines.push(format!("├─ {}", arm(list, &retrieval.estimates)));
        lines.extend(alone(snapshot, retrieval, list));
    }
    if let Some(Reranked { model, cut }) = &retrieval.reranked {
        let read = retrieval.lists.last().map_or(0, |list| list.hits.len());
        lines.push(format!(
            "├─ reranked by {model}: {read} passages read again, {cut} of them in part"
        ));
    }
    for dropped in &retrieval.dropped {
        lines.push(format!(
            "├─ {} dropped: {}",
            dropped.arm.as_str(),
            dropped.reason
        ));
    }
    lines.push(format!(
        "├─ fusion: {}, {} chunks ranked, {} kept",
        fusion(retrieval),
        retrieval.candidates,
        retrieval.hits.len()
    ));
    let hits = retrieval.hits.iter().zip(records).take(HITS_SHOWN);
    for (index, (hit, record)) in hits.enumerate() {
        lines.push(format!(
            "│  {}. {:.3} = {}  [{} chunk {}]",
            index + 1,
            hit.score,
            contributions(hit),
            path_of(snapshot, &record.document),
            record.ordinal
        ));
    }
    lines.extend(retrieval.attempts.iter().map(attempt));
    lines.push(format!(
        "└─ time: embed {} ms, search {} ms, rerank {} ms",
        ms(retrieval.times.embed),
        ms(retrieval.times.search),
        ms(retrieval.times.rerank)
    ));
    lines
}

/// What was searched, and by what.
fn setting(snapshot: &Snapshot, retrieval: &Retrieval) -> Vec<String> {
    let statistics = snapshot.counts();
    let asked = if retrieval.ran == retrieval.asked {
        String::new()
    } else {
        format!(" (asked: {})", retrieval.asked.as_str())
    };
    let terms = retrieval.query.terms.iter().map(|term| term.term.as_str());
    let signals = &retrieval.signals;
    vec![
        format!("├─ strategy: {}{asked}", retrieval.ran.as_str()),
        format!(
            "├─ snapshot: version {}, {} documents, {} chunks, {:.0} % with vectors",
            snapshot.version().0,
            statistics.documents,
            statistics.chunks,
            retrieval.dense_coverage * 100.0
        ),
        format!(
            "├─ filters leave {:.1} % of the chunks",
            retrieval.selectivity * 100.0
        ),
        format!(
            "├─ terms ({}): {}",
            retrieval.query.language.code(),
            terms.collect::<Vec<_>>().join(" ")
        ),
        format!(
            "├─ signals: codes {:.2}, figures {:.2}, other language {:.2}, keyword peak {:.2}, dense peak {:.2}",
            signals.codes,
            signals.digits,
            signals.crossed,
            signals.keyword_peak,
            signals.dense_peak
        ),
    ]
}

fn fusion(retrieval: &Retrieval) -> String {
    format!("{:?}", retrieval.fusion).to_lowercase()
}

fn contributions(hit: &FusedHit) -> String {
    let parts = hit
        .arms
        .iter()
        .filter(|arm| arm.rank.is_some() || arm.contribution > 0.0);
    let told: Vec<String> = parts
        .map(|arm| {
            let rank = arm
                .rank
                .map_or("unranked".to_owned(), |rank| format!("rank {rank}"));
            format!(
                "{} {rank} score {:.3} adds {:.3}",
                arm.arm.as_str(),
                arm.score,
                arm.contribution
            )
        })
        .collect();
    told.join(" + ")
}

fn arm(list: &ArmList, estimates: &[Estimate]) -> String {
    let scores = match (list.hits.first(), list.hits.last()) {
        (Some(first), Some(last)) => format!("scores {:.3} to {:.3}", first.score, last.score),
        _ => "no hit".to_owned(),
    };
    let estimated = estimates
        .iter()
        .find(|estimate| estimate.arm == list.arm)
        .map_or(String::new(), |estimate| {
            format!(" (estimated {:.0})", estimate.candidates)
        });
    format!(
        "{}: weight {:.2}, {} candidates{estimated}, {} kept, {scores}, {}",
        list.arm.as_str(),
        list.weight,
        list.candidates,
        list.hits.len(),
        list.grade.as_str()
    )
}

/// What the list alone would have given first, and where that went.
fn alone(snapshot: &Snapshot, retrieval: &Retrieval, list: &ArmList) -> Vec<String> {
    const ALONE_SHOWN: usize = 3;
    let hits = list.hits.iter().take(ALONE_SHOWN).enumerate();
    hits.map(|(index, hit)| {
        let found = retrieval
            .hits
            .iter()
            .position(|kept| kept.chunk == hit.chunk);
        let went = found.map_or("not among the hits".to_owned(), |at| {
            format!("hit {}", at + 1)
        });
        let path = snapshot
            .document_of(hit.chunk)
            .map_or(String::new(), |document| document.path.clone());
        format!(
            "│  alone {}. {path} chunk {}, score {:.3}: {went}",
            index + 1,
            hit.chunk.0,
            hit.score
        )
    })
    .collect()
}

fn attempt(attempt: &Attempt) -> String {
    let quality = &attempt.quality;
    format!(
        "├─ tried {}: relevance {:.2}, coverage {:.2}, terms found {:.2}, confidence {:.2}{}{}",
        attempt.strategy.as_str(),
        quality.relevance,
        quality.coverage,
        quality.found,
        quality.confidence,
        if quality.is_poor() { ", poor" } else { "" },
        if attempt.kept { ", kept" } else { "" }
    )
}

/// What tables and lists gave.
pub fn considered(considered: &[Considered]) -> Vec<String> {
    let mut lines = vec![format!("tables: {} answers considered", considered.len())];
    for one in considered {
        let values: Vec<&str> = one.values.iter().map(|value| value.text.as_str()).collect();
        lines.push(format!("├─ {:.3} {}", one.confidence, values.join("; ")));
        lines.push(format!("│  {}", one.query.sql));
    }
    lines
}

/// What failed over a mistake of Perusal's own.
pub fn faults(faults: &[Fault]) -> Vec<String> {
    let told = faults.iter().map(|fault| {
        let Fault {
            step,
            message,
            file,
            line,
            times,
        } = fault;
        format!("fault: {step} at {file}:{line}, {times} times: {message}")
    });
    told.collect()
}

/// The answer's part of the tree.
pub fn answer(asked: &Asked, total: Duration) -> Vec<String> {
    let mut lines = vec![format!(
        "answer: {} with confidence {:.3}, {} sentences weighed in {} passages",
        asked.status.as_str(),
        asked.confidence,
        asked.sentences.len(),
        asked.passages.len()
    )];
    for (name, value) in ANSWERABLE_FEATURES.iter().zip(&asked.features) {
        lines.push(format!("├─ {name}: {value:.3}"));
    }
    for sentence in asked.sentences.iter().take(3) {
        let quote: String = sentence.candidate.text.chars().take(100).collect();
        lines.push(format!(
            "├─ sentence {:.2}: {}",
            sentence.score,
            quote.replace('\n', " ")
        ));
        let told: Vec<String> = SENTENCE_FEATURES
            .iter()
            .zip(&sentence.features)
            .filter(|(_, value)| **value != 0.0)
            .map(|(name, value)| format!("{name} {value:.2}"))
            .collect();
        lines.push(format!("│  {}", told.join(", ")));
    }
    lines.push(format!(
        "└─ time: answer {} ms, total {} ms",
        ms(asked.answer_time),
        ms(total)
    ));
    lines
}

/// The retrieval for `--json --explain`.
pub fn as_json(snapshot: &Snapshot, retrieval: &Retrieval) -> Value {
    json!({
        "version": snapshot.version().0,
        "selectivity": retrieval.selectivity,
        "dense_coverage": retrieval.dense_coverage,
        "terms": retrieval.query.terms.iter().map(|t| t.term.clone()).collect::<Vec<_>>(),
        "language": retrieval.query.language.code(),
        "fusion": format!("{:?}", retrieval.fusion).to_lowercase(),
        "candidates": retrieval.candidates,
        "attempts": crate::json::attempts(retrieval),
        "reranked": retrieval.reranked.as_ref().map(|reranked| json!({
            "model": reranked.model, "cut": reranked.cut,
        })),
        "signals": {
            "codes": retrieval.signals.codes,
            "figures": retrieval.signals.digits,
            "other_language": retrieval.signals.crossed,
            "keyword_peak": retrieval.signals.keyword_peak,
            "dense_peak": retrieval.signals.dense_peak,
        },
        "estimates": retrieval.estimates.iter().map(|estimate| json!({
            "arm": estimate.arm.as_str(), "candidates": estimate.candidates,
        })).collect::<Vec<_>>(),
        "arms": retrieval.lists.iter().map(|list| json!({
            "arm": list.arm.as_str(),
            "weight": list.weight,
            "grade": list.grade,
            "candidates": list.candidates,
            "alone": list.hits.iter().take(HITS_SHOWN).map(|hit| json!({
                "chunk_id": hit.chunk.0, "score": hit.score,
            })).collect::<Vec<_>>(),
        })).collect::<Vec<_>>(),
        "dropped": retrieval.dropped.iter().map(|dropped| json!({
            "arm": dropped.arm.as_str(), "reason": dropped.reason,
        })).collect::<Vec<_>>(),
        "contributions": retrieval.hits.iter().map(|hit| json!({
            "chunk_id": hit.chunk.0,
            "score": hit.score,
            "arms": hit.arms.iter().map(|arm| json!({
                "arm": arm.arm.as_str(), "rank": arm.rank, "score": arm.score,
                "contribution": arm.contribution,
            })).collect::<Vec<_>>(),
        })).collect::<Vec<_>>(),
    })
}
