//! What an experiment gave: the report as it is written as JSON and shown as a page.

use serde::Serialize;

use super::Metric;
use crate::Interval;

/// An experiment's results; equal outcomes give equal bytes.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// Version of this layout.
    pub schema: u32,
    /// What the experiment is about.
    pub title: String,
    /// Version of the program that measured.
    pub version: String,
    /// Name of the variation that the others are compared with.
    pub baseline: String,
    /// What was varied.
    pub variations: Vec<VariationTold>,
    /// Variations that differ by one key.
    pub sweeps: Vec<SweepTold>,
    /// Results by question set.
    pub sets: Vec<SetReport>,
}

/// A variation as the report tells it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct VariationTold {
    /// Its name.
    pub name: String,
    /// What it is for.
    pub note: String,
    /// What it sets, `key = value`.
    pub settings: Vec<String>,
}

/// A sweep as the report tells it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SweepTold {
    /// Its name.
    pub name: String,
    /// What it is for.
    pub note: String,
    /// The key that is varied.
    pub key: String,
    /// The values, and the index of the variation of each.
    pub points: Vec<(String, usize)>,
}

/// Results on one question set.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SetReport {
    /// Its name.
    pub name: String,
    /// The measure of the charts.
    pub metric: Metric,
    /// Comparisons with the baseline for each measure.
    pub comparisons: usize,
    /// One a variation, in the order of [`Report::variations`].
    pub rows: Vec<Row>,
    /// The questions, and their scores in each variation.
    pub questions: Vec<QuestionRow>,
    /// Times, where variations ran alone: the one part that is not the same twice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub times: Option<Vec<Times>>,
}

/// One variation on one question set.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    /// Documents of its library.
    pub documents: usize,
    /// Chunks of its library.
    pub chunks: u64,
    /// In the order of [`Metric::ALL`]; what no question has is left out.
    pub measures: Vec<Measure>,
    /// Mean of the charts' measure by type of question, with the number of questions.
    pub by_kind: Vec<(String, usize, f64)>,
    /// Questions that score higher on the charts' measure than in the baseline, by index.
    pub better: Vec<usize>,
    /// Questions that score lower.
    pub worse: Vec<usize>,
}

/// One measure of one variation.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Measure {
    /// Which.
    pub metric: Metric,
    /// Questions that have it.
    pub questions: usize,
    /// Their mean and its interval.
    #[serde(flatten)]
    pub mean: Interval,
    /// Against the baseline; none for the baseline itself and where no question has
    /// the measure in both.
    pub difference: Option<Difference>,
}

/// A paired difference to the baseline.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Difference {
    /// Questions that have the measure in both.
    pub questions: usize,
    /// The mean difference and its interval.
    #[serde(flatten)]
    pub mean: Interval,
    /// What the interval says.
    pub verdict: Verdict,
}

/// What the interval of a difference says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Zero is inside: no difference is shown.
    NotShown,
    /// Zero is outside, but not any more when all comparisons are counted.
    RealAlone,
    /// Zero is outside even when all comparisons are counted.
    RealAmongAll,
}

impl Verdict {
    /// As tables say it.
    pub fn as_str(self) -> &'static str {
        match self {
            Verdict::NotShown => "not shown",
            Verdict::RealAlone => "real, alone",
            Verdict::RealAmongAll => "real",
        }
    }
}

/// A question and its scores.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct QuestionRow {
    /// Its id.
    pub id: String,
    /// Its type.
    pub kind: String,
    /// Its text.
    pub text: String,
    /// The charts' measure in each variation; none where it has none.
    pub scores: Vec<Option<f64>>,
    /// The answer's score in each variation; none where it has none.
    pub answer_scores: Vec<Option<f64>>,
    /// The start of each variation's answer.
    pub answers: Vec<String>,
}

/// Times of one variation's questions, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Times {
    /// The median.
    pub p50_ms: f64,
    /// The slowest twentieth begins here.
    pub p95_ms: f64,
}

impl Report {
    /// Index of the baseline among the variations.
    pub fn baseline_at(&self) -> usize {
        let is_baseline = |one: &VariationTold| one.name == self.baseline;
        self.variations.iter().position(is_baseline).unwrap_or(0)
    }
}

impl Row {
    /// One of its measures, where any question has it.
    pub fn measure(&self, metric: Metric) -> Option<&Measure> {
        self.measures.iter().find(|one| one.metric == metric)
    }
}
