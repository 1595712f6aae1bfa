//! The questions that are learned from, each decided by what the others taught.
//!
//! Errors of the router may be read here, and rules and thresholds chosen, without
//! a look at the hold-out.

use std::collections::BTreeSet;

use perusal::EngineError;
use perusal::route::classifier::Classifier;

use super::measure::{Decided, decide_all, summed};
use super::{Item, KEPT, Meanings, Measured, Router, Split, fold, tasks, train};

/// Decides every question of training and calibration by a classifier that has
/// not seen its fold. Those that were written to be hard are learned from and not
/// measured. `meanings` holds the embeddings of all texts where the router has an
/// embedder.
///
/// # Errors
/// Those of [`super::measure`].
pub fn measure_crosswise<'i>(
    items: &'i [Item],
    meanings: Option<&Meanings>,
    router: &Router<'_>,
) -> Result<Measured<'i>, EngineError> {
    let whole = train(items, meanings);
    let taught: Vec<&Item> = items
        .iter()
        .filter(|item| item.split() != Split::HoldOut)
        .collect();
    let folds: BTreeSet<u8> = taught.iter().map(|item| fold(&item.text)).collect();
    let mut decided: Vec<Decided<'i>> = Vec::new();
    let mut time = std::time::Duration::ZERO;
    for own in &folds {
        let classifier = of_others(items, *own, meanings).calibrated_like(&whole);
        let router = Router {
            classifiers: router.classifiers.with(Some(&classifier)),
            ..*router
        };
        let judged = taught
            .iter()
            .filter(|item| !item.later && fold(&item.text) == *own);
        let (of_fold, took) = decide_all(judged.copied(), &router)?;
        decided.extend(of_fold);
        time += took;
    }
    Ok(summed(decided, time))
}

/// What all folds but one teach.
fn of_others(items: &[Item], own: u8, meanings: Option<&Meanings>) -> Classifier {
    let others: Vec<Item> = items
        .iter()
        .filter(|item| fold(&item.text) != own)
        .cloned()
        .collect();
    let mut tasks = tasks(&others, meanings);
    // One fold alone is not judged, which would take seven fits more.
    for one in tasks.iter_mut().flat_map(|task| &mut task.train) {
        one.fold = 0;
    }
    let embedder = meanings.map(|meanings| meanings.embedder.as_str());
    Classifier::train(&tasks, KEPT, embedder)
}
