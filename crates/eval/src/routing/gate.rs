//! Whether newly trained weights may take the place of those in use.
//!
//! Both decide the same held-out questions; what counts is where they differ
//! (an exact sign test, McNemar's), so that a few hundred questions tell.

use std::collections::BTreeMap;

use super::{Item, Measured, Router, Share, Split, measure};
use perusal::EngineError;

/// Fewer held-out questions prove nothing.
pub const HELD_OUT_MIN: usize = 500;
/// Calibration error of the new weights at most.
pub const CALIBRATION_MAX: f64 = 0.05;
/// A class is worse when chance would do the same this rarely.
pub const CHANCE_MAX: f64 = 0.05;

/// Share of what sessions taught that may contradict what the router in use is sure
/// of. The hold-out does not show what a narrow lie does: a hundred wrong labels of
/// one kind of question change nothing else.
pub const CONTRADICTED_MAX: f64 = 0.2;
/// From this confidence on the router in use is sure.
const SURE_MIN: f64 = 0.9;

/// Where two routers differ.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Paired {
    /// Right before, wrong now.
    pub lost: usize,
    /// Wrong before, right now.
    pub gained: usize,
}

impl Paired {
    fn add(&mut self, before: bool, now: bool) {
        self.lost += usize::from(before && !now);
        self.gained += usize::from(!before && now);
    }

    /// The probability of at least as many losses if both were equally good.
    pub fn chance(self) -> f64 {
        let differ = self.lost + self.gained;
        // Sums of binomial coefficients, each from the one before.
        let mut term = 0.5f64.powi(i32::try_from(differ).unwrap_or(i32::MAX));
        let mut sum = 0.0;
        for hits in 0..=differ {
            if hits >= self.lost {
                sum += term;
            }
            term *= (differ - hits) as f64 / (hits + 1) as f64;
        }
        sum.min(1.0)
    }
}

/// What the comparison gave.
#[derive(Debug, Clone, PartialEq)]
pub struct Gate {
    /// Questions compared.
    pub questions: usize,
    /// All types.
    pub overall: Paired,
    /// By right type.
    pub classes: BTreeMap<String, Paired>,
    /// Calibration error of the new weights, 0 to 1.
    pub calibration_error: f64,
    /// Questions about documents that would not be searched for, before and now.
    pub unsearched: (usize, usize),
    /// What sessions taught that the router in use surely decides otherwise.
    pub contradicted: Share,
    /// Why it does not pass; empty when it does.
    pub reasons: Vec<String>,
}

impl Gate {
    /// True when the new weights may be used.
    pub fn passed(&self) -> bool {
        self.reasons.is_empty()
    }
}

/// Compares on the hold-out of `items`, and looks at what sessions taught.
///
/// # Errors
/// Those of [`measure`].
pub fn gate(
    items: &[Item],
    current: &Router<'_>,
    candidate: &Router<'_>,
) -> Result<Gate, EngineError> {
    let held: Vec<&Item> = items
        .iter()
        .filter(|item| item.split() == Split::HoldOut)
        .collect();
    let before = measure(held.iter().copied(), current)?;
    let now = measure(held.iter().copied(), candidate)?;
    let mut gate = compare(&before, &now);
    gate.contradicted = contradicted(items, current)?;
    gate.reasons = reasons(&gate);
    Ok(gate)
}

fn contradicted(items: &[Item], current: &Router<'_>) -> Result<Share, EngineError> {
    let mut share = Share::default();
    for item in items.iter().filter(|item| item.taught) {
        let embedding = current.embed(&item.text)?;
        let decision = current.decide(&item.text, item.previous, embedding.as_deref())?;
        let sure = decision.confidence >= SURE_MIN;
        let decided = decision.kind.question_type().as_str();
        share.add(sure && item.kind.as_deref() != Some(decided));
    }
    Ok(share)
}

fn compare(before: &Measured<'_>, now: &Measured<'_>) -> Gate {
    let mut gate = Gate {
        questions: now.decided.len(),
        overall: Paired::default(),
        classes: BTreeMap::new(),
        calibration_error: now.calibration_error.unwrap_or(1.0),
        unsearched: (unsearched(before), unsearched(now)),
        contradicted: Share::default(),
        reasons: Vec::new(),
    };
    for (before, now) in before.decided.iter().zip(&now.decided) {
        let (was, is) = (before.is_right(), now.is_right());
        gate.overall.add(was, is);
        let class = gate
            .classes
            .entry(now.item.kind.clone().unwrap_or_default())
            .or_default();
        class.add(was, is);
    }
    gate
}

fn unsearched(measured: &Measured<'_>) -> usize {
    measured
        .rows
        .get("all")
        .map_or(0, |row| row.unsearched.part)
}

fn reasons(gate: &Gate) -> Vec<String> {
    let mut reasons = Vec::new();
    if gate.questions < HELD_OUT_MIN {
        reasons.push(format!(
            "{} held-out questions, at least {HELD_OUT_MIN} are needed",
            gate.questions
        ));
    }
    let Paired { lost, gained } = gate.overall;
    if lost > gained {
        reasons.push(format!("worse overall: {lost} lost, {gained} gained"));
    }
    for (class, paired) in &gate.classes {
        if paired.lost > paired.gained && paired.chance() < CHANCE_MAX {
            reasons.push(format!(
                "{class} is worse: {} lost, {} gained",
                paired.lost, paired.gained
            ));
        }
    }
    if gate.calibration_error > CALIBRATION_MAX {
        reasons.push(format!(
            "calibration error {:.3}, at most {CALIBRATION_MAX}",
            gate.calibration_error
        ));
    }
    let (was, is) = gate.unsearched;
    if is > was {
        reasons.push(format!(
            "{is} questions about documents would not be searched for, before {was}"
        ));
    }
    let Share { part, whole } = gate.contradicted;
    if gate.contradicted.value() > CONTRADICTED_MAX {
        reasons.push(format!(
            "{part} of {whole} exported types contradict what the router is sure of"
        ));
    }
    reasons
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chance_by_hand() {
        let chance = |lost, gained| Paired { lost, gained }.chance();
        // Five of five: 1/32. Four or five of five: 6/32. None differ: certain.
        assert!((chance(5, 0) - 1.0 / 32.0).abs() < 1e-12);
        assert!((chance(4, 1) - 6.0 / 32.0).abs() < 1e-12);
        assert!((chance(0, 0) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn each_reason_is_named() {
        let good = Gate {
            questions: 578,
            overall: Paired { lost: 3, gained: 4 },
            classes: BTreeMap::from([("code".to_owned(), Paired { lost: 3, gained: 0 })]),
            calibration_error: 0.02,
            unsearched: (1, 1),
            contradicted: Share { part: 1, whole: 5 },
            reasons: Vec::new(),
        };
        assert!(reasons(&good).is_empty(), "three of three may be chance");
        let bad = Gate {
            questions: 100,
            overall: Paired { lost: 9, gained: 4 },
            classes: BTreeMap::from([("code".to_owned(), Paired { lost: 8, gained: 0 })]),
            calibration_error: 0.2,
            unsearched: (1, 2),
            contradicted: Share { part: 2, whole: 5 },
            reasons: Vec::new(),
        };
        assert_eq!(reasons(&bad).len(), 6, "{:?}", reasons(&bad));
    }
}
