//! What sentences state and list: asked as cells of tables are, cited by their sentence.

use serde_json::Value;

use crate::home::Home;

const LEASE: &str = "Lease for the shop at 9 Quay Street.\n\n\
    The rent is 950 euros a month, due on the fifth. The notice period is two months. \
    The deposit was $2.5 million in 2021 and $3.1 million in 2022.\n";
const CRUISE: &str = "Cruises of the line\n\n\
    In summer the ships call at the harbours of Oban, Tarbert, Ullapool and Mallaig.\n";

fn home() -> Home {
    let home = Home::new();
    home.write("docs/lease.txt", LEASE);
    home.write("docs/cruise.txt", CRUISE);
    home.run(&["add", "docs"]).expect(0, "");
    home
}

fn json(home: &Home, arguments: &[&str]) -> Value {
    let ran = home.run(arguments);
    serde_json::from_str(&ran.stdout).expect("one object")
}

/// The candidates with exactly these values.
fn with_values(object: &Value, wanted: &[&str]) -> Vec<Value> {
    let candidates = object["candidates"].as_array().expect("candidates").iter();
    let has = |one: &&Value| {
        let values = one["values"].as_array().expect("values").iter();
        values
            .map(|value| value["text"].as_str().expect("text"))
            .eq(wanted.iter().copied())
    };
    candidates.filter(has).cloned().collect()
}

#[test]
fn a_value_of_a_sentence_is_proposed_with_its_unit_and_cites_the_sentence() {
    let home = home();
    for (question, value, number) in [
        ("How much is the rent for Quay Street?", "950 euros", 950.0),
        ("What is the notice period of the shop?", "two months", 2.0),
        ("What was the deposit in 2021?", "$2.5 million", 2_500_000.0),
    ] {
        let object = json(&home, &["ask", question, "--json"]);
        let found = with_values(&object, &[value]);
        let [found] = found.as_slice() else {
            panic!("{question}: {object}");
        };
        let said = &found["values"][0]["number"];
        let said = said.as_f64().or_else(|| said.as_str()?.parse().ok());
        assert_eq!(said, Some(number), "{found}");
        let quote = found["citations"][0]["quote"].as_str().expect("a quote");
        assert!(quote.contains(value) && quote.ends_with('.'), "{quote}");
        // What it says it asked can be asked, and gives the same.
        let sql = found["sql"].as_str().expect("a query");
        let again = home.run(&["query", sql]);
        let again = again.expect(0, "");
        assert!(again.stdout.contains(value), "{sql}: {}", again.stdout);
    }
}

#[test]
fn what_a_sentence_lists_is_a_list() {
    let home = home();
    let places = ["Oban", "Tarbert", "Ullapool", "Mallaig"];
    let object = json(
        &home,
        &["ask", "Which harbours do the ships call at?", "--json"],
    );
    let found = with_values(&object, &places);
    assert!(!found.is_empty(), "{object}");
    let listed = home.run(&[
        "query",
        "SELECT item FROM cruise.passage_1_list_1 WHERE item LIKE '%a%'",
    ]);
    let listed = listed.expect(0, "");
    for place in places {
        assert_eq!(
            listed.stdout.contains(place),
            place.contains('a'),
            "{}",
            listed.stdout
        );
    }
}

#[test]
fn passages_of_two_documents_of_one_name_are_told_apart() {
    let home = home();
    home.write("more/lease.txt", "The rent is 700 euros a month.\n");
    home.run(&["add", "more"]).expect(0, "");
    let sql = "SELECT value FROM lease.passage_1";
    let ran = home.run(&["query", sql]);
    let hint = ran.expect(2, "").stderr;
    let quoted: Vec<&str> = hint
        .split('"')
        .filter(|part| part.contains("#passage_1"))
        .collect();
    assert_eq!(quoted.len(), 2, "{hint}");
    let mut values = String::new();
    for one in quoted {
        let ran = home.run(&[
            "query",
            &format!("SELECT value FROM \"{one}\" WHERE value > 600"),
        ]);
        values.push_str(&ran.expect(0, "").stdout);
    }
    assert!(
        values.contains("700 euros") && values.contains("950 euros"),
        "{values}"
    );
}

#[test]
fn a_passage_that_is_not_there_is_no_relation() {
    let home = home();
    for name in [
        "lease.passage_0",
        "lease.passage_99",
        "lease.passage_4294967296",
        "lease.passage_x",
        "lease.passage_1_list_0",
        "lease.passage_1_list_9",
        "lease.passage_1_list_",
        "nothing.passage_1",
        "passage_1",
    ] {
        let ran = home.run(&["query", &format!("SELECT value FROM {name}")]);
        assert_ne!(ran.code, Some(0), "{name}: {}", ran.stdout);
        assert!(ran.stderr.contains(name), "{name}: {}", ran.stderr);
    }
}
