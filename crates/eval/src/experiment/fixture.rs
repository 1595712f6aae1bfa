//! A small experiment with made-up outcomes, for tests.

use std::collections::BTreeMap;
use std::path::PathBuf;

use perusal::retrieve::Strategy;

use super::checked::{Experiment, Sweep, Variation};
use super::outcome::{Outcome, QuestionOutcome};
use super::run::{AskedQuestion, SetOutcomes};
use super::sets::SetPlan;
use super::{Metric, Report};

/// Text that would do harm in a page that does not escape it.
pub const HOSTILE: &str = "</td><script>alert('1')</script><img src=x onerror=\"x\"> & \u{202e}]]>";

fn variation(name: &str, strategy: Strategy) -> Variation {
    Variation {
        name: name.to_owned(),
        note: format!("note of {name}"),
        strategy,
        k: Some(5),
        neighbors: 0,
        tables: false,
        settings: BTreeMap::from([("chunk.by".to_owned(), "page".into())]),
    }
}

fn outcome(evidence: [f64; 3], answers: [&str; 3]) -> Outcome {
    let questions = evidence.iter().zip(answers).enumerate();
    let questions = questions.map(|(at, (evidence, answer))| {
        let mut scores = BTreeMap::from([
            (Metric::Evidence, *evidence),
            (Metric::Answer, f64::from(u8::from(!answer.is_empty()))),
            (Metric::Characters, 900.0 + 100.0 * at as f64),
        ]);
        if *evidence == 0.5 {
            scores.insert(Metric::ListPrecision, 0.25);
        }
        QuestionOutcome {
            id: format!("q{at}"),
            scores,
            answer: answer.to_owned(),
            milliseconds: 3.0 + at as f64,
        }
    });
    Outcome {
        documents: 4,
        chunks: 120,
        questions: questions.collect(),
    }
}

/// Three variations, a sweep of two of them, one set of three questions.
pub fn experiment() -> (Experiment, Vec<SetOutcomes>) {
    let experiment = Experiment {
        title: "A small experiment".to_owned(),
        baseline: 0,
        metric: None,
        times: false,
        sets: vec![SetPlan {
            name: "small".to_owned(),
            qa: Some(PathBuf::from("qa.jsonl")),
            docs: PathBuf::from("docs"),
        }],
        variations: vec![
            variation("baseline", Strategy::Dense),
            variation("other", Strategy::Keyword),
            variation(HOSTILE, Strategy::Hybrid),
        ],
        sweeps: vec![Sweep {
            name: "by strategy".to_owned(),
            note: String::new(),
            key: "strategy".to_owned(),
            points: vec![("dense".to_owned(), 0), ("keyword".to_owned(), 1)],
        }],
    };
    let question = |at: usize, kind: &str, text: &str| AskedQuestion {
        id: format!("q{at}"),
        kind: kind.to_owned(),
        text: text.to_owned(),
    };
    let sets = vec![SetOutcomes {
        name: "small".to_owned(),
        questions: vec![
            question(0, "lookup", "What is it?"),
            question(1, "lookup", HOSTILE),
            question(2, "multi_hop", "And how much of it?"),
        ],
        outcomes: vec![
            outcome([1.0, 0.0, 1.0], ["It is 3.", "", "Much."]),
            outcome([1.0, 0.5, 0.0], ["It is 3.", HOSTILE, ""]),
            outcome([1.0, 1.0, 1.0], ["It is 3.", "Yes.", "Much."]),
        ],
    }];
    (experiment, sets)
}

/// Its report.
pub fn report() -> Report {
    let (experiment, sets) = experiment();
    Report::new(&experiment, &sets, "0.0.0").expect("outcomes of the experiment")
}
