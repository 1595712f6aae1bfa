//! Routing as its users meet it: `route`, sessions, `--type`, `--context`.

use serde_json::Value;

use crate::home::Home;

const HANDBOOK: &str = "# Opening hours\n\nThe library opens at nine on weekdays.\n\n\
    # Loans\n\nBooks are lent for 21 days. A late book costs 15 cents a day.\n";

fn with_handbook() -> Home {
    let home = Home::new().answering();
    home.write("docs/handbook.md", HANDBOOK);
    home.run(&["add", "docs"]).expect(0, "");
    home
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

#[test]
fn route_tells_type_layer_and_strategy() {
    let home = Home::new();
    let route = home.json(&["route", "what percentage of my quota is used?"]);
    assert_eq!(text(&route["type"]), "platform");
    assert_eq!(text(&route["layer"]), "rules");
    assert_eq!(text(&route["strategy"]), "none");
    assert!(text(&route["signals"][0]).starts_with("RC-02"), "{route}");
    assert_eq!(
        text(&route["resolved"]),
        "what percentage of my quota is used?"
    );

    let follow_up = home.json(&["route", "shorter, please", "--previous"]);
    assert_eq!(text(&follow_up["type"]), "conversational");
    let alone = home.json(&["route", "shorter, please"]);
    assert_ne!(text(&alone["type"]), "conversational");
}

#[test]
fn a_session_answers_follow_ups_from_the_last_evidence() {
    let home = with_handbook();
    let ask = |question: &str| home.json(&["ask", question, "--session", "s"]);
    let first = ask("When does the library open?");
    assert_eq!(text(&first["route"]["type"]), "retrieval", "{first}");
    let again = ask("shorter, please");
    assert_eq!(text(&again["route"]["type"]), "conversational");
    let quote = text(&first["answer"]["citations"][0]["quote"]).to_owned();
    assert_eq!(text(&again["answer"]["citations"][0]["quote"]), quote);
    // Another session knows nothing of it.
    let other = home.json(&["ask", "shorter, please", "--session", "t"]);
    assert_ne!(text(&other["route"]["type"]), "conversational");
    // What is deleted is not quoted again.
    home.run(&["rm", "handbook.md"]).expect(0, "");
    let gone = ask("shorter, please");
    assert_ne!(text(&gone["answer"]["citations"][0]["quote"]), quote);
}

#[test]
fn references_are_resolved_before_the_search() {
    let home = with_handbook();
    let ask = |question: &str| home.json(&["ask", question, "--session", "s"]);
    ask("what does the loans chapter say");
    let second = ask("how long is that chapter");
    assert_eq!(text(&second["question"]), "how long is that chapter");
    assert!(
        text(&second["resolved"]).contains("loans chapter"),
        "{second}"
    );
    assert_eq!(second["plan"]["steps"][0]["query"], second["resolved"]);
}

#[test]
fn account_questions_are_answered_from_the_context_and_never_searched() {
    // There is no library: a search would fail.
    let home = Home::new();
    let context = home.write("account.txt", "Plan: basic. Used: 40 %.");
    let question = "how much of my quota is left?";
    let context = context.display().to_string();
    let told = home.json(&["ask", question, "--context", &context]);
    assert_eq!(text(&told["status"]), "answered");
    assert_eq!(text(&told["answer"]["text"]), "Plan: basic. Used: 40 %.");
    let nothing = home.json(&["ask", question]);
    assert_eq!(text(&nothing["status"]), "not_found");
    assert!(home.run(&["ask", question]).code == Some(1));
}

#[test]
fn the_declared_type_stands_and_an_unknown_one_is_refused() {
    let home = with_handbook();
    let asked = home.json(&[
        "ask",
        "how much of my quota is left?",
        "--type",
        "retrieval",
    ]);
    assert_eq!(text(&asked["route"]["type"]), "retrieval");
    assert_eq!(text(&asked["route"]["layer"]), "declared");
    let refused = home.run(&["ask", "when?", "--type", "gossip"]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("conversational"), "{refused:?}");
}

#[test]
fn weights_that_are_corrupt_or_foreign_are_named() {
    let home = Home::new();
    let foreign = home
        .write("weights", "PK nothing of ours")
        .display()
        .to_string();
    let run = home.run(&["route", "where is it?", "--weights", &foreign]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("PERROUTE"), "{run:?}");
    assert!(run.stderr.contains("hint:"), "{run:?}");
}
