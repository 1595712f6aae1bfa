//! Experiments: named variations of a set-up on question sets, compared with a baseline.
//!
//! A file says what is varied ([`Experiment`]), [`run`] measures it and keeps every outcome,
//! [`Report`] compares outcomes question by question, [`page`] shows the report.

mod chart;
mod checked;
mod checks;
mod escape;
mod event;
#[cfg(test)]
mod fixture;
mod measure;
mod metric;
mod outcome;
mod page;
mod report;
mod run;
mod score;
mod sets;
mod tables;
mod unit;
mod vectors;
mod written;

pub use checked::{Experiment, Sweep, Variation};
pub use event::Event;
pub use metric::Metric;
pub use outcome::{Outcome, QuestionOutcome};
pub use page::page;
pub use report::{Difference, Measure, Report, Row, SetReport, Verdict};
pub use run::{AskedQuestion, Running, SetOutcomes, Setup, run};
pub use sets::SetPlan;
pub use written::WrittenExperiment;
