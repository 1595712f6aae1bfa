//! How often the router is right, by decision and language.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use perusal::EngineError;
use perusal::route::{Decision, Layer};

use super::Item;
use super::measured::{BINS, Router, Share};
use super::others::strategy;
use crate::{Judged, calibration_error};

/// A question with what the router made of it.
#[derive(Debug)]
pub struct Decided<'i> {
    /// The labelled question.
    pub item: &'i Item,
    /// The decision.
    pub decision: Decision,
}

/// Results for one language, or for all.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Row {
    /// Right types.
    pub kind: Share,
    /// Right intents, of the questions that are searched for and were taken so.
    pub intent: Share,
    /// Right granularities of the same.
    pub granularity: Share,
    /// Lists seen among lists.
    pub enumeration_recall: Share,
    /// Lists among those seen.
    pub enumeration_precision: Share,
    /// Decisions left to the language model, or marked unsure without one.
    pub undecided: Share,
    /// Right types among the others.
    pub kept_right: Share,
    /// Decisions by layer: rules right.
    pub rules_right: Share,
    /// Strategies that are among the right ones, of what was searched for and
    /// was to be.
    pub strategy: Share,
    /// Questions about documents that were not searched for.
    pub unsearched: Share,
}

/// All results.
#[derive(Debug)]
pub struct Measured<'i> {
    /// By language, `all` included.
    pub rows: BTreeMap<String, Row>,
    /// Right types by their label.
    pub by_kind: BTreeMap<String, Share>,
    /// Right intents by their label.
    pub by_intent: BTreeMap<String, Share>,
    /// Calibration error of the classifier's type, 0 to 1.
    pub calibration_error: Option<f64>,
    /// Mean time of one decision.
    pub time: Duration,
    /// Every decision.
    pub decided: Vec<Decided<'i>>,
}

/// Routes each item as it stands and compares. The time is that of decisions
/// alone, without the embedding.
///
/// # Errors
/// An item that is longer than a question may be; an embedder that fails.
pub fn measure<'i>(
    items: impl Iterator<Item = &'i Item>,
    router: &Router<'_>,
) -> Result<Measured<'i>, EngineError> {
    let (decided, time) = decide_all(items, router)?;
    Ok(summed(decided, time))
}

/// Every decision, and the time of all together without the embeddings.
pub(super) fn decide_all<'i>(
    items: impl Iterator<Item = &'i Item>,
    router: &Router<'_>,
) -> Result<(Vec<Decided<'i>>, Duration), EngineError> {
    let items: Vec<(&Item, Option<Vec<f32>>)> = items
        .map(|item| Ok((item, router.embed(&item.text)?)))
        .collect::<Result<_, EngineError>>()?;
    // Loading the weights is not part of a decision.
    router.decide("?", false, None)?;
    let started = Instant::now();
    let decided = items
        .into_iter()
        .map(|(item, embedding)| {
            let decision = router.decide(&item.text, item.previous, embedding.as_deref())?;
            Ok(Decided { item, decision })
        })
        .collect::<Result<Vec<_>, EngineError>>()?;
    Ok((decided, started.elapsed()))
}

/// What decisions come to.
pub(super) fn summed(decided: Vec<Decided<'_>>, time: Duration) -> Measured<'_> {
    let mut measured = Measured {
        rows: BTreeMap::new(),
        by_kind: BTreeMap::new(),
        by_intent: BTreeMap::new(),
        calibration_error: calibration_error(&judged(&decided), BINS),
        time: time / u32::try_from(decided.len().max(1)).unwrap_or(u32::MAX),
        decided: Vec::new(),
    };
    for one in &decided {
        for name in ["all", one.item.lang.as_str()] {
            count(measured.rows.entry(name.to_owned()).or_default(), one);
        }
        let kinds = measured
            .by_kind
            .entry(one.item.kind.clone().unwrap_or_default())
            .or_default();
        kinds.add(one.is_right());
        if let (Some(route), Some(intent)) = (one.decision.kind.route(), &one.item.intent) {
            let intents = measured.by_intent.entry(intent.clone()).or_default();
            intents.add(route.intent.as_str() == intent);
        }
    }
    measured.decided = decided;
    measured
}

impl Decided<'_> {
    /// The type is right.
    pub fn is_right(&self) -> bool {
        Some(self.decision.kind.question_type().as_str()) == self.item.kind.as_deref()
    }
}

fn count(row: &mut Row, one: &Decided<'_>) {
    let right = one.is_right();
    row.kind.add(right);
    row.undecided.add(one.decision.low_confidence);
    if !one.decision.low_confidence {
        row.kept_right.add(right);
    }
    if one.decision.layer == Layer::Rules {
        row.rules_right.add(right);
    }
    let route = one.decision.kind.route();
    if let (Some(route), Some(intent)) = (route, &one.item.intent) {
        row.intent.add(route.intent.as_str() == intent);
    }
    if let (Some(route), Some(granularity)) = (route, &one.item.granularity) {
        row.granularity
            .add(route.granularity.as_str() == granularity);
    }
    if let (Some(route), true) = (route, one.item.is_searched()) {
        let strategies = &one.item.strategy;
        row.strategy.add(
            strategies
                .iter()
                .any(|name| strategy(name) == strategy(route.wanted.as_str())),
        );
    }
    if one.item.is_searched() {
        row.unsearched.add(route.is_none());
    }
    let seen = route.is_some_and(|route| route.enumeration);
    let whole = one.item.enumeration == Some(true);
    if whole {
        row.enumeration_recall.add(seen);
    }
    if seen {
        row.enumeration_precision.add(whole);
    }
}

/// Confidences of what the classifier decided.
fn judged(decided: &[Decided<'_>]) -> Vec<Judged> {
    decided
        .iter()
        .filter(|one| one.decision.layer == Layer::Classifier)
        .map(|one| Judged {
            confidence: one.decision.confidence,
            right: one.is_right(),
        })
        .collect()
}

/// Undecided share and share right among the rest, at a threshold each.
pub fn curve(decided: &[Decided<'_>], thresholds: &[f64]) -> Vec<(f64, Share, Share)> {
    thresholds
        .iter()
        .map(|&threshold| {
            let (mut undecided, mut right) = (Share::default(), Share::default());
            for one in decided {
                let kept = one.decision.confidence >= threshold;
                undecided.add(!kept);
                if kept {
                    right.add(one.is_right());
                }
            }
            (threshold, undecided, right)
        })
        .collect()
}
