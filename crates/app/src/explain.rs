//! EXPLAIN: how a result came about, as a tree.

use std::time::Duration;

use perusal::answer::{ANSWERABLE_FEATURES, SENTENCE_FEATURES};
use perusal::ask::Asked;
use perusal::index::{ChunkRecord, Snapshot};
use perusal::plan::Planned;
use perusal::retrieve::{ArmList, Retrieval};
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

/// The retrieval as a tree of lines.
pub fn retrieval(
    snapshot: &Snapshot,
    retrieval: &Retrieval,
    records: &[ChunkRecord],
) -> Vec<String> {
    let statistics = snapshot.statistics();
    let mut lines = vec![
        format!("query: {}", retrieval.query.text),
        format!(
            "├─ strategy: {}{}",
            retrieval.ran.as_str(),
            if retrieval.ran == retrieval.asked {
                String::new()
            } else {
                format!(" (asked: {})", retrieval.asked.as_str())
            }
        ),
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
            retrieval
                .query
                .terms
                .iter()
                .map(|t| t.term.as_str())
                .collect::<Vec<_>>()
                .join(" ")
        ),
    ];
    for list in &retrieval.lists {
        lines.push(format!("├─ {}", arm(list)));
    }
    for dropped in &retrieval.dropped {
        lines.push(format!(
            "├─ {} dropped: {}",
            dropped.arm.as_str(),
            dropped.reason
        ));
    }
    lines.push(format!(
        "├─ fusion: {:?}, {} chunks ranked, {} kept",
        retrieval.fusion,
        retrieval.candidates,
        retrieval.hits.len()
    ));
    for (index, (hit, record)) in retrieval
        .hits
        .iter()
        .zip(records)
        .take(HITS_SHOWN)
        .enumerate()
    {
        let parts: Vec<String> = hit
            .arms
            .iter()
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
        lines.push(format!(
            "│  {}. {:.3} = {}  [{} chunk {}]",
            index + 1,
            hit.score,
            parts.join(" + "),
            path_of(snapshot, &record.document),
            record.ordinal
        ));
    }
    lines.push(format!(
        "└─ time: embed {} ms, search {} ms",
        ms(retrieval.times.embed),
        ms(retrieval.times.search)
    ));
    lines
}

fn arm(list: &ArmList) -> String {
    let scores = match (list.hits.first(), list.hits.last()) {
        (Some(first), Some(last)) => format!("scores {:.3} to {:.3}", first.score, last.score),
        _ => "no hit".to_owned(),
    };
    format!(
        "{} ({}): weight {:.2}, {} candidates, {} kept, {scores}",
        list.arm.as_str(),
        list.grade.as_str(),
        list.weight,
        list.candidates,
        list.hits.len()
    )
}

/// The plan's part of the tree.
pub fn plan(planned: &Planned) -> Vec<String> {
    let mut lines = vec![format!("plan: {}", planned.kind.as_str())];
    for step in &planned.steps {
        let needs = if step.needs.is_empty() {
            String::new()
        } else {
            format!(" from {}", step.needs.join(", "))
        };
        lines.push(format!(
            "├─ {} {}{needs}: {}",
            step.id, step.expects, step.query
        ));
        lines.push(format!("│  {}", step.found));
    }
    lines.push(format!(
        "└─ {}",
        planned.note.as_deref().unwrap_or("no note")
    ));
    lines
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
            sentence.logit,
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
