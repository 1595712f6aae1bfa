//! Questions of tables that are hard to plan: thousands of numbers, tables that all have one
//! name, no time.

use std::fmt::Write;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::home::Home;

/// Longer than any of these takes on a machine that does much else.
const LONG: Duration = Duration::from_secs(20);

#[track_caller]
fn asked(home: &Home, arguments: &[&str]) -> Value {
    let begun = Instant::now();
    let ran = home.run(&[&["ask", "--json"], arguments].concat());
    assert!(begun.elapsed() < LONG, "{:?}", begun.elapsed());
    // Answered, unsure or absent, in part.
    assert!(matches!(ran.code, Some(0 | 1 | 4)), "{:?}", ran.code);
    let object = serde_json::from_str(&ran.stdout).expect("one object");
    assert_eq!(home.json(&["doctor"])["faults"], serde_json::json!([]));
    object
}

/// Rows of a model, its price and its weight, each another.
fn prices(from: u32, count: u32) -> String {
    let mut rows = "model,price,weight\n".to_owned();
    for at in from..from + count {
        writeln!(rows, "K{at},{},{}", at * 3 + 1, at * 7 + 2).expect("a string");
    }
    rows
}

#[test]
fn a_question_of_thousands_of_numbers_is_planned_within_bounds() {
    let home = Home::new();
    home.write("docs/prices.csv", prices(0, 400));
    home.run(&["add", "docs"]).expect(0, "");
    let mut question = "What is the sum of the prices ".to_owned();
    while question.len() < 8_000 {
        let number = question.len() * 37 % 1_201;
        write!(question, "{number} ").expect("a string");
    }
    let object = asked(&home, &[&question]);
    assert!(object["candidates"].is_array(), "{object}");
}

#[test]
fn tables_of_one_name_are_told_apart_and_asked_by_their_own() {
    let home = Home::new();
    for folder in 0..30 {
        home.write(
            &format!("docs/{folder}/prices.csv"),
            prices(folder * 10, 10),
        );
    }
    home.run(&["add", "docs"]).expect(0, "");
    let object = asked(&home, &["What is the price of K173?"]);
    let best = &object["candidates"][0];
    assert_eq!(best["values"][0]["text"], "520", "{object}");
    assert_eq!(
        best["citations"][0]["document"], "17/prices.csv",
        "{object}"
    );
    // The query that it shows asks this table and none of the others.
    let sql = best["sql"].as_str().expect("a query");
    let again = home.run(&["query", sql]).expect(0, "");
    assert!(again.stdout.contains("520"), "{sql}: {}", again.stdout);
}

#[test]
fn a_deadline_in_the_middle_of_a_plan_ends_it_with_what_there_is() {
    let home = Home::new();
    home.write("docs/prices.csv", prices(0, 20_000));
    home.run(&["add", "docs"]).expect(0, "");
    let question = "What is the difference between the price of K173 and the mean weight?";
    for deadline in ["1ms", "5ms", "50ms"] {
        let object = asked(&home, &["--deadline", deadline, question]);
        let status = object["status"].as_str().expect("a status");
        let ended = ["answered", "partial", "unsure", "not_found"].contains(&status);
        assert!(ended, "{object}");
        for value in object["answer"]["citations"]
            .as_array()
            .into_iter()
            .flatten()
        {
            assert_eq!(value["verified"], true, "{object}");
        }
    }
}
