//! Outcomes beside the baseline's: means with intervals, paired differences, and
//! which questions flipped.
//!
//! A difference is called real when the 95 % interval of the paired difference leaves
//! out zero. Of twenty comparisons of equals one looks real by chance, so it is also
//! said whether the interval still leaves out zero when it is widened for the number
//! of comparisons with this baseline (Bonferroni).

use super::Metric;
use super::checked::Experiment;
use super::outcome::{Outcome, QuestionOutcome};
use super::report::{
    Difference, Measure, QuestionRow, Report, Row, SetReport, SweepTold, Times, VariationTold,
    Verdict,
};
use super::run::{AskedQuestion, SetOutcomes};
use crate::interval::{bootstrap_at, bootstrap_mean};
use crate::{BOOTSTRAP_RESAMPLES, EvalError, percentile};

/// Seed of every interval: a report printed twice is the same report.
const SEED: u64 = 17;
/// Percent of the resampled means outside the interval of one comparison.
const OUTSIDE: f64 = 5.0;
/// Smallest change of a score that counts as a flip of the question.
const FLIP_MIN: f64 = 1e-9;

impl Report {
    /// Compares what was measured; `version` is that of the program.
    ///
    /// # Errors
    /// Outcomes that do not belong to the experiment.
    pub fn new(
        experiment: &Experiment,
        sets: &[SetOutcomes],
        version: &str,
    ) -> Result<Report, EvalError> {
        let variations = experiment.variations.iter().map(|one| VariationTold {
            name: one.name.clone(),
            note: one.note.clone(),
            settings: one.told(),
        });
        let sweeps = experiment.sweeps.iter().map(|sweep| SweepTold {
            name: sweep.name.clone(),
            note: sweep.note.clone(),
            key: sweep.key.clone(),
            points: sweep.points.clone(),
        });
        let sets: Result<_, _> = sets.iter().map(|set| set_report(experiment, set)).collect();
        Ok(Report {
            schema: 1,
            title: experiment.title.clone(),
            version: version.to_owned(),
            baseline: experiment.variations[experiment.baseline].name.clone(),
            variations: variations.collect(),
            sweeps: sweeps.collect(),
            sets: sets?,
        })
    }
}

fn set_report(experiment: &Experiment, set: &SetOutcomes) -> Result<SetReport, EvalError> {
    let fits = |outcome: &Outcome| outcome.questions.len() == set.questions.len();
    if set.outcomes.len() != experiment.variations.len() || !set.outcomes.iter().all(fits) {
        return Err(EvalError::OutOfRange {
            what: "outcomes",
            expected: "one a variation, each with all questions",
            got: format!("{} outcomes on `{}`", set.outcomes.len(), set.name),
        });
    }
    let baseline = &set.outcomes[experiment.baseline];
    let metric = metric_of(experiment, baseline);
    let comparisons = experiment.variations.len().saturating_sub(1);
    let rows = set.outcomes.iter().enumerate().map(|(at, outcome)| {
        let against = (at != experiment.baseline).then_some(baseline);
        row(&set.questions, outcome, against, metric, comparisons)
    });
    Ok(SetReport {
        name: set.name.clone(),
        metric,
        comparisons,
        rows: rows.collect(),
        questions: question_rows(set, metric),
        times: experiment
            .times
            .then(|| set.outcomes.iter().map(times).collect()),
    })
}

/// The charts' measure: the one asked for where the set has it, else the first it has.
fn metric_of(experiment: &Experiment, outcome: &Outcome) -> Metric {
    let has = |metric: &Metric| {
        let mut questions = outcome.questions.iter();
        questions.any(|question| question.scores.contains_key(metric))
    };
    let first = || Metric::ALL.into_iter().find(has);
    let metric = experiment.metric.filter(has).or_else(first);
    metric.unwrap_or(Metric::Evidence)
}

fn row(
    questions: &[AskedQuestion],
    outcome: &Outcome,
    baseline: Option<&Outcome>,
    metric: Metric,
    comparisons: usize,
) -> Row {
    let measures = Metric::ALL
        .into_iter()
        .filter_map(|metric| measure(outcome, baseline, metric, comparisons));
    let flipped = |sign: f64| -> Vec<usize> {
        let Some(baseline) = baseline else {
            return Vec::new();
        };
        let pairs = outcome
            .questions
            .iter()
            .zip(&baseline.questions)
            .enumerate();
        pairs
            .filter(|(_, (ours, theirs))| {
                let change = difference_of(ours, theirs, metric);
                change.is_some_and(|change| change * sign > FLIP_MIN)
            })
            .map(|(at, _)| at)
            .collect()
    };
    Row {
        documents: outcome.documents,
        chunks: outcome.chunks,
        measures: measures.collect(),
        by_kind: by_kind(questions, outcome, metric),
        better: flipped(1.0),
        worse: flipped(-1.0),
    }
}

fn measure(
    outcome: &Outcome,
    baseline: Option<&Outcome>,
    metric: Metric,
    comparisons: usize,
) -> Option<Measure> {
    let scores = outcome.questions.iter();
    let values: Vec<f64> = scores
        .filter_map(|question| question.scores.get(&metric).copied())
        .collect();
    let mean = bootstrap_mean(&values, BOOTSTRAP_RESAMPLES, SEED)?;
    let difference = baseline.and_then(|baseline| {
        let pairs = outcome.questions.iter().zip(&baseline.questions);
        let differences: Vec<f64> = pairs
            .filter_map(|(ours, theirs)| difference_of(ours, theirs, metric))
            .collect();
        difference(&differences, comparisons)
    });
    Some(Measure {
        metric,
        questions: values.len(),
        mean,
        difference,
    })
}

/// The mean of paired differences, and what its interval says among so many.
fn difference(differences: &[f64], comparisons: usize) -> Option<Difference> {
    let levels = [100.0 - OUTSIDE, 100.0 - OUTSIDE / comparisons.max(1) as f64];
    let [mean, widened] = bootstrap_at(differences, levels, BOOTSTRAP_RESAMPLES, SEED)?;
    let verdict = match (mean.contains(0.0), widened.contains(0.0)) {
        (true, _) => Verdict::NotShown,
        (false, true) => Verdict::RealAlone,
        (false, false) => Verdict::RealAmongAll,
    };
    Some(Difference {
        questions: differences.len(),
        mean,
        verdict,
    })
}

fn difference_of(ours: &QuestionOutcome, theirs: &QuestionOutcome, metric: Metric) -> Option<f64> {
    Some(ours.scores.get(&metric)? - theirs.scores.get(&metric)?)
}

fn by_kind(
    questions: &[AskedQuestion],
    outcome: &Outcome,
    metric: Metric,
) -> Vec<(String, usize, f64)> {
    let mut kinds: Vec<(String, usize, f64)> = Vec::new();
    for (question, measured) in questions.iter().zip(&outcome.questions) {
        let Some(score) = measured.scores.get(&metric) else {
            continue;
        };
        match kinds.iter_mut().find(|(kind, ..)| *kind == question.kind) {
            Some((_, count, sum)) => {
                *count += 1;
                *sum += score;
            }
            None => kinds.push((question.kind.clone(), 1, *score)),
        }
    }
    kinds.sort_by(|a, b| a.0.cmp(&b.0));
    let means = kinds.into_iter();
    means
        .map(|(kind, count, sum)| (kind, count, sum / count as f64))
        .collect()
}

fn question_rows(set: &SetOutcomes, metric: Metric) -> Vec<QuestionRow> {
    let of = |at: usize, metric: Metric| -> Vec<Option<f64>> {
        let outcomes = set.outcomes.iter();
        let scores = outcomes.map(|outcome| outcome.questions[at].scores.get(&metric).copied());
        scores.collect()
    };
    let questions = set.questions.iter().enumerate();
    questions
        .map(|(at, question)| QuestionRow {
            id: question.id.clone(),
            kind: question.kind.clone(),
            text: question.text.clone(),
            scores: of(at, metric),
            answer_scores: of(at, Metric::Answer),
            answers: set
                .outcomes
                .iter()
                .map(|outcome| outcome.questions[at].answer.clone())
                .collect(),
        })
        .collect()
}

fn times(outcome: &Outcome) -> Times {
    let questions = outcome.questions.iter();
    let times: Vec<f64> = questions.map(|question| question.milliseconds).collect();
    Times {
        p50_ms: percentile(&times, 50.0).unwrap_or(0.0),
        p95_ms: percentile(&times, 95.0).unwrap_or(0.0),
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture;
    use super::*;

    #[test]
    fn a_difference_is_real_when_its_interval_leaves_out_zero() {
        // Half of forty questions gained, none lost.
        let gained: Vec<f64> = (0..40).map(|at| f64::from(at % 2)).collect();
        let one = difference(&gained, 1).expect("a difference");
        assert_eq!(one.verdict, Verdict::RealAmongAll);
        // Five of forty gained: 95 % leave out zero, 99.95 % do not.
        let few: Vec<f64> = (0..40).map(|at| f64::from(u8::from(at < 5))).collect();
        assert_eq!(
            difference(&few, 1).map(|one| one.verdict),
            Some(Verdict::RealAmongAll)
        );
        assert_eq!(
            difference(&few, 100).map(|one| one.verdict),
            Some(Verdict::RealAlone)
        );
        // One of forty, and nothing at all.
        let single: Vec<f64> = (0..40).map(|at| f64::from(u8::from(at < 1))).collect();
        assert_eq!(
            difference(&single, 1).map(|one| one.verdict),
            Some(Verdict::NotShown)
        );
        assert_eq!(
            difference(&[0.0; 9], 1).map(|one| one.verdict),
            Some(Verdict::NotShown)
        );
        assert_eq!(difference(&[], 1), None);
    }

    #[test]
    fn flips_types_and_pairs_of_a_small_experiment() {
        let report = fixture::report();
        let set = &report.sets[0];
        assert_eq!((report.baseline_at(), set.metric), (0, Metric::Evidence));
        let row = &set.rows[1];
        assert_eq!(
            (row.better.as_slice(), row.worse.as_slice()),
            (&[1][..], &[2][..])
        );
        assert_eq!(row.by_kind[0].0, "lookup");
        let evidence = row.measure(Metric::Evidence).expect("measured");
        assert_eq!(evidence.questions, 3);
        assert_eq!(evidence.difference.map(|one| one.questions), Some(3));
        // The list precision that only one of the two has is in no pair.
        let precision = row.measure(Metric::ListPrecision).expect("measured");
        assert_eq!((precision.questions, precision.difference), (1, None));
        assert_eq!(
            set.rows[0]
                .measure(Metric::Evidence)
                .map(|one| one.difference),
            Some(None)
        );
    }

    #[test]
    fn outcomes_of_another_plan_are_refused() {
        let (experiment, mut sets) = fixture::experiment();
        sets[0].outcomes[1].questions.pop();
        assert!(Report::new(&experiment, &sets, "0").is_err());
    }
}
