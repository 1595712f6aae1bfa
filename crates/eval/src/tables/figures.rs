//! What a run over tables comes to.

use std::collections::BTreeMap;

use super::TableResult;
use crate::{
    Interval, Judged, Reliability, bootstrap_mean, percentile, reliability, risk_at_coverage,
    risk_coverage,
};

/// Shares of the questions, the surest first, of which the tables show how many are right.
pub const COVERAGES: [f64; 4] = [0.25, 0.5, 0.75, 1.0];

/// Resamples and seed of the interval.
const RESAMPLES: usize = 10_000;
const SEED: u64 = 17;

/// Figures of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct TableFigures {
    /// Questions.
    pub questions: usize,
    /// Questions that failed; they count as wrong.
    pub faults: usize,
    /// Share whose best candidate denotes the gold values, with its interval.
    pub denotation: Option<Interval>,
    /// Questions of which one candidate does.
    pub oracle: usize,
    /// Questions for which values were stated, and the right ones among them.
    pub stated: (usize, usize),
    /// Gold tables among the first relations, where all are in one library, and questions.
    pub found: Option<(usize, usize)>,
    /// Share of right ones among the surest, by [`COVERAGES`].
    pub precision: [Option<f64>; 4],
    /// How far the confidence of the best candidates is from the share of right ones.
    pub reliability: Option<Reliability>,
    /// Right ones and all, by kind of answer.
    pub by_kind: BTreeMap<String, (usize, usize)>,
    /// Right ones and all, by what made the candidate; `none` where there was none.
    pub by_producer: BTreeMap<String, (usize, usize)>,
    /// Median of the milliseconds a question took.
    pub p50_ms: f64,
    /// Of twenty questions nineteen took less.
    pub p95_ms: f64,
}

/// Figures of results.
pub fn figures(results: &[TableResult]) -> TableFigures {
    let judged: Vec<Judged> = results
        .iter()
        .map(|one| Judged {
            confidence: one.confidence,
            right: one.right,
        })
        .collect();
    let with_candidate = results
        .iter()
        .zip(&judged)
        .filter(|(one, _)| one.by.is_some());
    let shown: Vec<Judged> = with_candidate.map(|(_, judged)| *judged).collect();
    let curve = risk_coverage(&judged);
    let rights: Vec<f64> = judged
        .iter()
        .map(|one| f64::from(u8::from(one.right)))
        .collect();
    let times: Vec<f64> = results.iter().map(|one| one.milliseconds).collect();
    let found: Vec<bool> = results.iter().filter_map(|one| one.found).collect();
    let stated = results.iter().filter(|one| one.stated);
    TableFigures {
        questions: results.len(),
        faults: results.iter().filter(|one| one.fault.is_some()).count(),
        denotation: bootstrap_mean(&rights, RESAMPLES, SEED),
        oracle: results.iter().filter(|one| one.oracle).count(),
        stated: stated.fold((0, 0), |(all, right), one| {
            (all + 1, right + usize::from(one.right))
        }),
        found: (!found.is_empty())
            .then(|| (found.iter().filter(|found| **found).count(), found.len())),
        precision: COVERAGES
            .map(|share| risk_at_coverage(&curve, share).map(|point| 1.0 - point.risk)),
        reliability: reliability(&shown),
        by_kind: counted(results, |one| &one.kind),
        by_producer: counted(results, |one| one.by.as_deref().unwrap_or("none")),
        p50_ms: percentile(&times, 50.0).unwrap_or(0.0),
        p95_ms: percentile(&times, 95.0).unwrap_or(0.0),
    }
}

/// Right ones and all, by a name.
fn counted(
    results: &[TableResult],
    name: impl Fn(&TableResult) -> &str,
) -> BTreeMap<String, (usize, usize)> {
    let mut counts: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for one in results {
        let count = counts.entry(name(one).to_owned()).or_default();
        count.0 += usize::from(one.right);
        count.1 += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(kind: &str, confidence: f64, right: bool) -> TableResult {
        TableResult {
            id: "q".to_owned(),
            kind: kind.to_owned(),
            by: Some("lookup".to_owned()),
            right,
            oracle: right,
            confidence,
            stated: confidence > 0.5,
            found: None,
            proposed: None,
            milliseconds: confidence * 100.0,
            fault: None,
        }
    }

    #[test]
    fn figures_by_hand() {
        let mut results = vec![
            result("number", 0.9, true),
            result("number", 0.7, false),
            result("text", 0.6, true),
            result("text", 0.2, false),
        ];
        results[3].oracle = true;
        let of = figures(&results);
        assert_eq!(of.denotation.map(|one| one.mean), Some(0.5));
        assert_eq!((of.oracle, of.stated, of.found), (3, (3, 2), None));
        // The surest 1, 2, 3 and 4 of 4: 1, 1/2, 2/3, 2/4.
        let expected = [1.0, 0.5, 2.0 / 3.0, 0.5];
        for (precision, expected) in of.precision.iter().zip(expected) {
            assert!((precision.expect("a point") - expected).abs() < 1e-12);
        }
        assert_eq!(of.by_kind["number"], (1, 2));
        assert_eq!(of.by_producer["lookup"], (2, 4));
        assert_eq!((of.p50_ms, of.p95_ms), (60.0, 90.0));
    }

    #[test]
    fn faults_and_questions_without_a_candidate_are_wrong() {
        let mut results = vec![result("number", 0.9, true), result("number", 0.0, false)];
        results[1].by = None;
        results[1].fault = Some("why".to_owned());
        results[0].found = Some(true);
        results[1].found = Some(false);
        let of = figures(&results);
        assert_eq!((of.faults, of.found), (1, Some((1, 2))));
        assert_eq!(of.denotation.map(|one| one.mean), Some(0.5));
        assert_eq!(of.by_producer["none"], (0, 1));
        assert_eq!(
            of.reliability.map(|one| one.count),
            Some(1),
            "of candidates"
        );
        assert_eq!(figures(&[]).precision, [None; 4]);
    }
}
