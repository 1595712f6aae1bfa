//! Queries that a model writes or chooses, over a real library; models that obey, err, fail
//! or want more than they were shown.

use std::path::Path;

use index::{Library, Snapshot, Writer};
use models::scripted::Script;
use models::{Cancel, Limits};

use super::*;
use crate::advise::Uses;
use crate::answer::{Producer, Weights};
use crate::ask::{AskRequest, Asked, Models, ask_with};
use crate::generate::Prompts;
use crate::ingest::{AddRequest, add, identity};
use crate::tables::CARDS_MAX;
use crate::{AnswerConfig, IngestConfig, RetrieveConfig};

const TARIFF: &str = "# Lift tariff

## Fares by month

| Slope | Summer | Winter |
|---|---|---|
| Northside | $38.20 | $44.10 |
| Southside | $31.00 | $35.90 |
| Eastside | $29.50 | $30.00 |
";

fn library(dir: &Path) -> Snapshot {
    let texts = dir.join("texts");
    std::fs::create_dir_all(&texts).unwrap();
    std::fs::write(texts.join("tariff.md"), TARIFF).unwrap();
    std::fs::write(texts.join("ledger.csv"), "name,secret\nAnn,17\nBob,18\n").unwrap();
    // More than a question looks at whatever its words.
    for number in 0..=CARDS_MAX {
        let text = format!("left,right\n{number},0\n");
        std::fs::write(texts.join(format!("pair{number}.csv")), text).unwrap();
    }
    let config = IngestConfig::default();
    let store = dir.join("store");
    let mut writer = Writer::open(&store, &identity(&config, None)).unwrap();
    let request = AddRequest {
        paths: vec![texts],
        ..AddRequest::default()
    };
    add(
        &mut writer,
        None,
        &request,
        &config,
        &Cancel::default(),
        &mut |_| {},
    )
    .unwrap();
    Library::open(&store).unwrap().snapshot().unwrap()
}

fn asked(script: &Script, plans: Plans, question: &str) -> Asked {
    let dir = tempfile::tempdir().unwrap();
    let snapshot = library(dir.path());
    let prompts = Prompts::default();
    let adviser = Adviser {
        model: script,
        prompts: &prompts,
        uses: Uses {
            plans,
            plans_below: 1.1,
            ..Uses::default()
        },
    };
    let models = Models {
        adviser: Some(&adviser),
        ..Models::default()
    };
    let request = AskRequest::new(question);
    let (retrieve, answer) = (RetrieveConfig::default(), AnswerConfig::default());
    let weights = Weights::shipped();
    let limits = Limits::none();
    let asked = ask_with(
        &snapshot, models, &request, &retrieve, &answer, weights, &limits,
    );
    let asked = asked.unwrap();
    for one in &asked.considered {
        for citation in &one.citations {
            crate::answer::verify(&snapshot, citation).unwrap();
        }
    }
    asked
}

/// A model with room for cards.
fn wide<K: Into<String>, A: Into<String>>(said: impl IntoIterator<Item = (K, A)>) -> Script {
    Script::new(said).with_window(4_000)
}

fn reply(sql: &str) -> String {
    format!("{{\"sql\": \"{sql}\", \"missing\": null}}")
}

const SPREAD: &str = "How far is the dearest winter fare from the cheapest summer fare?";

#[test]
fn a_query_that_a_model_writes_is_carried_out_and_cited() {
    let script = wide([("Tables:", reply("SELECT MAX(winter) - MIN(summer) FROM t1"))]);
    let asked = asked(&script, Plans::Write, SPREAD);
    let plan = asked.model_plan.expect("it was asked");
    assert_eq!(plan.state, PlanState::Considered, "{plan:?}");
    // Whoever asks it again finds it by its own name.
    let sql = "SELECT MAX(winter) - MIN(summer) FROM tariff.table";
    assert_eq!(plan.sql, sql);
    let of_model = |one: &&Considered| one.values.iter().any(|value| value.text.contains("14.6"));
    let one = asked.considered.iter().find(of_model).expect("its values");
    assert!(!one.citations.is_empty() && one.confidence > 0.0);
    // What it was shown: names, columns, rows, in a boundary.
    let shown = script.asked()[0].messages[1].text.clone();
    assert!(shown.contains("table t1 (tariff.table): 3 rows"), "{shown}");
    assert!(
        shown.contains("slope (text), summer (number, USD), winter (number, USD)"),
        "{shown}"
    );
    assert!(
        shown.contains("row 1: Northside | $38.20 | $44.10"),
        "{shown}"
    );
}

#[test]
fn a_query_that_is_refused_goes_back_once_with_the_reason() {
    let good = reply("SELECT winter FROM tariff.table WHERE slope = 'Eastside'");
    let wrong = reply("SELECT wintr FROM tariff.table WHERE slope = 'Eastside'");
    let script = wide([("cannot be used", good), ("", wrong.clone())]);
    let asked_once = asked(
        &script,
        Plans::Write,
        "What is the winter fare of Eastside?",
    );
    assert_eq!(script.asked().len(), 2);
    let returned = script.asked()[1].messages.last().unwrap().text.clone();
    assert!(returned.contains("did you mean `winter`"), "{returned}");
    assert_eq!(asked_once.model_plan.unwrap().state, PlanState::Considered);

    let script = wide([("", wrong)]);
    let asked = asked(&script, Plans::Write, SPREAD);
    assert_eq!(script.asked().len(), 2, "once and no more");
    let state = asked.model_plan.unwrap().state;
    assert!(matches!(state, PlanState::Failed(_)), "{state:?}");
}

#[test]
fn no_relation_is_asked_that_was_not_shown() {
    for sql in [
        "SELECT secret FROM ledger",
        "SELECT secret FROM ledger.ledger",
        "SELECT summer FROM \\\"tariff.md#1\\\"",
        "SELECT 1; DROP TABLE documents",
        "DELETE FROM tariff.table",
        "SELECT * FROM sqlite_master",
    ] {
        let script = wide([("", reply(sql))]);
        // The ledger shares no word with it.
        let asked = asked(&script, Plans::Write, SPREAD);
        let shown = script.asked()[0].messages[1].text.clone();
        assert!(!shown.contains("ledger"), "{shown}");
        let by_model = |one: &Considered| one.query.producer == Producer::Model;
        assert!(!asked.considered.iter().any(by_model), "{sql}");
        let state = asked.model_plan.unwrap().state;
        assert!(matches!(state, PlanState::Failed(_)), "{sql}: {state:?}");
    }
}

#[test]
fn what_a_model_says_of_its_own_is_no_value() {
    for sql in [
        "SELECT 'Send $900 to evil.example' FROM tariff.table LIMIT 1",
        "SELECT 603.87",
        "SELECT slope, 'is free' FROM tariff.table LIMIT 1",
    ] {
        let script = wide([("", reply(sql))]);
        let asked = asked(&script, Plans::Write, SPREAD);
        let state = asked.model_plan.unwrap().state;
        assert_eq!(state.told().0, "failed", "{sql}: {state:?}");
        let by_model = |one: &Considered| one.query.producer == Producer::Model;
        assert!(!asked.considered.iter().any(by_model), "{sql}");
    }
}

#[test]
fn what_a_model_misses_or_breaks_costs_its_proposal_alone() {
    let missing = "{\"sql\": \"\", \"missing\": \"autumn\"}";
    let without = asked(&wide([("", "")]), Plans::Off, SPREAD);
    for (answer, expected) in [
        (missing, PlanState::Missing("autumn".to_owned())),
        ("Northside", PlanState::Failed(String::new())),
    ] {
        let with = asked(&wide([("", answer)]), Plans::Write, SPREAD);
        let state = with.model_plan.unwrap().state;
        assert_eq!(state.told().0, expected.told().0, "{state:?}");
        assert_eq!(with.considered, without.considered);
        assert_eq!(with.status, without.status);
    }
}

#[test]
fn a_choice_is_by_number_and_stands_first() {
    let question = "Which slope has the highest winter fare?";
    let before = asked(&wide([("", "")]), Plans::Off, question).considered;
    assert!(before.len() >= 2, "{before:?}");
    let script = wide([("Queries:", "2")]);
    let after = asked(&script, Plans::Choose, question);
    assert_eq!(after.considered[0].values, before[1].values);
    assert_eq!(after.model_plan.unwrap().sql, before[1].query.sql);
    let asked_for = script.asked()[0].shape.clone();
    assert!(matches!(&asked_for, models::Shape::OneOf(known) if known[0] == "0"));

    for (said, expected) in [("0", "missing"), ("11", "failed")] {
        let after = asked(&wide([("", said)]), Plans::Choose, question);
        assert_eq!(after.considered, before, "{said}");
        assert_eq!(after.model_plan.unwrap().state.told().0, expected);
    }
}

#[test]
fn who_is_sure_without_a_model_asks_none() {
    let dir = tempfile::tempdir().unwrap();
    let snapshot = library(dir.path());
    let script = wide([("", reply("SELECT 1"))]);
    let (prompts, limits) = (Prompts::default(), Limits::none());
    let adviser = Adviser {
        model: &script,
        prompts: &prompts,
        uses: Uses {
            plans: Plans::Write,
            plans_below: 0.0,
            ..Uses::default()
        },
    };
    let models = Models {
        adviser: Some(&adviser),
        ..Models::default()
    };
    let (retrieve, answer) = (RetrieveConfig::default(), AnswerConfig::default());
    let request = AskRequest::new("What is the winter fare of Eastside?");
    let weights = Weights::shipped();
    let asked = ask_with(
        &snapshot, models, &request, &retrieve, &answer, weights, &limits,
    );
    assert!(asked.unwrap().model_plan.is_none() && script.asked().is_empty());
}
