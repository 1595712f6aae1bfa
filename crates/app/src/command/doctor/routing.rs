//! Rules of routing that were broken: the symptom, the rule, and what to do.

use std::collections::BTreeMap;
use std::path::Path;

use perusal::index::state::{DecisionRow, State};
use perusal::route::contract::Rule;
use perusal::route::history::ENTRIES_MAX;
use serde_json::{Value, json};

use super::super::stats;
use crate::failure::Failure;

/// Questions before one from which their types have a commonest.
const BEFORE_MIN: usize = 3;
/// Decisions on each side from which shares are compared.
const DECISIONS_MIN: usize = 20;
/// Standard errors that a share must lie above the other: one time in a hundred by chance.
const ERRORS_MIN: f64 = 2.33;

/// A rule that was broken, and what is seen of it.
#[derive(Debug, PartialEq)]
pub struct Broken {
    rule: Rule,
    symptom: String,
    /// How often it was counted; 0 where shares tell it.
    times: u64,
}

impl Broken {
    /// What is found, and what mends it.
    pub fn finding(&self) -> (String, String) {
        let Broken {
            rule,
            symptom,
            times,
        } = self;
        let times = match times {
            0 => String::new(),
            times => format!(" ({times} times)"),
        };
        let what = format!("{symptom}: {} is broken{times}", rule.as_str());
        let report = "please report it if it comes again; `perusal doctor --repair` counts from 0";
        (what, format!("{}; {report}", rule.mend()))
    }

    /// For programs.
    pub fn as_json(&self) -> Value {
        json!({
            "rule": self.rule.as_str(),
            "symptom": self.symptom,
            "times": self.times,
            "mend": self.rule.mend(),
        })
    }
}

/// The rules that were broken in a library's questions; none where nothing can be read.
pub fn broken(store: &Path) -> Vec<Broken> {
    let counted = stats::violations(store).into_iter();
    let counted: BTreeMap<&str, u64> = counted.filter(|(_, times)| *times > 0).collect();
    let of_rule = |rule: Rule| {
        Some(Broken {
            rule,
            symptom: rule.symptom().to_owned(),
            times: *counted.get(rule.as_str())?,
        })
    };
    let mut broken: Vec<Broken> = Rule::ALL.into_iter().filter_map(of_rule).collect();
    let decisions = State::open(store).and_then(|state| state.decisions());
    broken.extend(mirrored(&decisions.unwrap_or_default()));
    broken
}

/// Counts from 0 again; whether there was anything.
pub fn forget(store: &Path) -> Result<bool, Failure> {
    let state = State::open(store)?;
    let some = !state.violations()?.is_empty();
    state.forget_violations()?;
    Ok(some)
}

/// How many of some decisions say what most before them in their session said.
#[derive(Default)]
struct Mirrors {
    all: usize,
    same: usize,
}

impl Mirrors {
    #[expect(clippy::cast_precision_loss, reason = "counts of questions")]
    fn share(&self) -> f64 {
        self.same as f64 / self.all as f64
    }
}

/// RC-03, by the decisions that were kept: those of a language model follow the commonest type of
/// their session more than those of the layers that cannot see it. People do stay with a subject,
/// so the others say how much of that there is.
fn mirrored(decisions: &[DecisionRow]) -> Option<Broken> {
    let mut sessions: BTreeMap<&str, Vec<&DecisionRow>> = BTreeMap::new();
    for row in decisions {
        sessions.entry(&row.session).or_default().push(row);
    }
    let (mut model, mut others) = (Mirrors::default(), Mirrors::default());
    for rows in sessions.values() {
        for (at, row) in rows.iter().enumerate() {
            let before = &rows[at.saturating_sub(ENTRIES_MAX)..at];
            let Some(commonest) = commonest(before) else {
                continue;
            };
            let side = match row.layer.as_str() {
                "llm" => &mut model,
                "declared" => continue,
                _ => &mut others,
            };
            side.all += 1;
            side.same += usize::from(row.kind == commonest);
        }
    }
    if !is_above(&model, &others) {
        return None;
    }
    let symptom = format!(
        "what the language model of the router decides mirrors the history: {:.0} % of {} decisions \
         are of the commonest type before them, {:.0} % of the {} that did not see it",
        100.0 * model.share(),
        model.all,
        100.0 * others.share(),
        others.all
    );
    Some(Broken {
        rule: Rule::Rc03,
        symptom,
        times: 0,
    })
}

/// The type of more than half.
fn commonest<'r>(before: &[&'r DecisionRow]) -> Option<&'r str> {
    if before.len() < BEFORE_MIN {
        return None;
    }
    let of = |kind: &str| before.iter().filter(|row| row.kind == kind).count();
    let mut kinds = before.iter().map(|row| row.kind.as_str());
    kinds.find(|kind| 2 * of(kind) > before.len())
}

/// Two shares as differences of proportions are compared, with a pooled variance.
#[expect(clippy::cast_precision_loss, reason = "counts of questions")]
fn is_above(model: &Mirrors, others: &Mirrors) -> bool {
    if model.all < DECISIONS_MIN || others.all < DECISIONS_MIN {
        return false;
    }
    let (n, m) = (model.all as f64, others.all as f64);
    let pooled = (model.same + others.same) as f64 / (n + m);
    let error = (pooled * (1.0 - pooled) * (1.0 / n + 1.0 / m)).sqrt();
    model.share() - others.share() > ERRORS_MIN * error
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sessions of four questions of one type and a fifth that a layer decided.
    fn sessions(
        count: usize,
        layer: &str,
        last: impl Fn(usize) -> &'static str,
    ) -> Vec<DecisionRow> {
        let row = |session: usize, kind: &str, layer: &str| DecisionRow {
            session: format!("{layer} {session}"),
            asked: 0,
            text: String::new(),
            previous: true,
            kind: kind.to_owned(),
            layer: layer.to_owned(),
            confidence: 0.9,
            low_confidence: false,
        };
        let mut rows = Vec::new();
        for session in 0..count {
            let before = ["code", "platform", "retrieval"][session % 3];
            // Declared ones are on no side.
            for _ in 0..4 {
                rows.push(DecisionRow {
                    layer: "declared".to_owned(),
                    ..row(session, before, layer)
                });
            }
            rows.push(row(session, last(session), layer));
        }
        rows
    }

    #[test]
    fn rc_03_a_model_that_repeats_the_history_is_told_from_people_who_stay_with_a_subject() {
        let same = |session: usize| ["code", "platform", "retrieval"][session % 3];
        let mixed = |session: usize| {
            if session.is_multiple_of(2) {
                same(session)
            } else {
                "conversational"
            }
        };
        let both =
            |model: Vec<DecisionRow>, others: Vec<DecisionRow>| mirrored(&[model, others].concat());
        let found = both(sessions(30, "llm", same), sessions(30, "classifier", mixed)).unwrap();
        assert_eq!(found.rule, Rule::Rc03);
        assert!(found.symptom.contains("100 % of 30"), "{}", found.symptom);
        assert!(
            found.symptom.contains("50 % of the 30"),
            "{}",
            found.symptom
        );
        // Both stay with the subject, too few, or the model does not.
        assert_eq!(
            both(sessions(30, "llm", same), sessions(30, "rules", same)),
            None
        );
        assert_eq!(
            both(sessions(19, "llm", same), sessions(30, "rules", mixed)),
            None
        );
        assert_eq!(
            both(sessions(30, "llm", mixed), sessions(30, "rules", mixed)),
            None
        );
    }
}
