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
fn what_goes_on_from_a_question_changes_what_was_asked() {
    let home = with_handbook();
    let fees = "# Fees\n\n| Membership | 2021 | 2022 |\n|---|---|---|\n| Adult | 12.50 | 14.20 |\n\
        | Family | 25.10 | 28.90 |\n";
    home.write("docs/fees.md", fees);
    home.run(&["add", "docs"]).expect(0, "");
    let ask = |question: &str| home.json(&["ask", question, "--session", "s"]);
    let first = ask("What was the fee of Adult membership in 2021?");
    assert_eq!(text(&first["answer"]["value"]), "12.50", "{first}");
    let second = ask("and in 2022?");
    assert_eq!(text(&second["answer"]["value"]), "14.20", "{second}");
    assert_eq!(text(&second["question"]), "and in 2022?");
    assert_eq!(
        text(&second["resolved"]),
        "What was the fee of Adult membership in 2022?"
    );
    let third = ask("what about Family?");
    assert_eq!(text(&third["answer"]["value"]), "28.90", "{third}");
    // What is about the conversation stays so.
    let talk = ask("and shorter, please");
    assert_eq!(text(&talk["route"]["type"]), "conversational", "{talk}");
    // Another session knows nothing of it.
    let other = home.json(&["ask", "and in 2022?", "--session", "t"]);
    assert_eq!(text(&other["resolved"]), "and in 2022?");
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

/// The weights over words of this build.
const WEIGHTS: &[u8] = include_bytes!("../../../engine/data/routing.weights");

/// The same, as if another version had written them.
fn of_another_version() -> Vec<u8> {
    let mut bytes = WEIGHTS.to_vec();
    bytes[8..12].copy_from_slice(&9_u32.to_le_bytes());
    bytes
}

#[test]
fn weights_that_are_missing_cut_or_of_another_version_are_refused() {
    let home = Home::new();
    let whole = home.write("whole", WEIGHTS).display().to_string();
    let ask = |file: &str| home.run(&["route", "where is it?", "--weights", file]);
    ask(&whole).expect(0, "");
    let refused = |file: &str, reason: &str| {
        let run = ask(file).expect(2, reason);
        assert!(run.stderr.contains(file), "{run:?}");
        run.fails_with_hint();
    };
    refused("none.weights", "No such file");
    for length in [0, 4, 8, 20, 44, WEIGHTS.len() / 2, WEIGHTS.len() - 1] {
        let cut = home.write("cut", &WEIGHTS[..length]).display().to_string();
        let reason = if length < 8 { "PERROUTE" } else { "damaged" };
        // What is there of a version is compared before what is missing.
        refused(&cut, reason);
    }
    let other = home.write("other", of_another_version());
    refused(
        &other.display().to_string(),
        "version 9, expected 3 of the file",
    );
    let mut flipped = WEIGHTS.to_vec();
    flipped[WEIGHTS.len() / 2] ^= 1;
    let flipped = home.write("flipped", flipped).display().to_string();
    refused(&flipped, "the checksum does not fit");
}

#[test]
fn trained_weights_that_cannot_be_used_are_left_out_with_a_note() {
    let home = with_handbook();
    let route = |home: &Home| home.run(&["route", "When does the library open?", "--json"]);
    let expected = route(&home).expect(0, "").object();
    home.write("library/router/current", "0001.weights");
    let left_out = |reason: &str| {
        let run = route(&home).expect(0, reason);
        assert!(run.stderr.contains("perusal router rollback"), "{run:?}");
        assert_eq!(run.object(), expected);
        home.run(&["ask", "When does the library open?"])
            .expect(0, "");
    };
    left_out("No such file");
    home.write("library/router/0001.weights", &WEIGHTS[..WEIGHTS.len() / 2]);
    left_out("damaged");
    home.write("library/router/0001.weights", of_another_version());
    left_out("version 9");
    home.write("library/router/0001.weights", "PK nothing of ours");
    left_out("PERROUTE");
}

#[test]
fn odd_texts_are_routed_or_refused_with_a_hint() {
    let home = Home::new();
    let long = "é".repeat(5_000);
    for refused in ["", " \n\t ", long.as_str()] {
        let run = home.run(&["route", refused]);
        assert_eq!(run.code, Some(2), "{run:?}");
        assert!(run.stderr.contains("hint:"), "{run:?}");
    }
    for odd in [
        "🙂🙂",
        "\u{1}\u{7}x\u{1b}[31m",
        "何ですか、この本は",
        "؟؟؟ كتاب",
        "?!%",
    ] {
        let route = home.json(&["route", odd]);
        assert_ne!(text(&route["type"]), "conversational", "{route}");
    }
}

#[test]
fn decisions_are_kept_and_exported_only_when_that_was_asked_for() {
    let home = with_handbook();
    let ask = [
        "ask",
        "When does it open?",
        "--session",
        "s",
        "--type",
        "retrieval",
    ];
    let out = home.write("taught.jsonl", "").display().to_string();
    home.run(&ask).expect(0, "");
    let nothing = home.run(&["router", "export", "--out", &out]);
    assert_eq!(nothing.code, Some(1), "{nothing:?}");
    assert!(nothing.stderr.contains("route.learn"), "{nothing:?}");

    home.write("perusal.toml", "[route]\nlearn = true\n");
    home.run(&ask).expect(0, "");
    home.run(&["router", "export", "--out", &out]).expect(0, "");
    let taught = std::fs::read_to_string(&out).unwrap();
    let line: Value = serde_json::from_str(taught.lines().next().unwrap()).unwrap();
    assert_eq!(text(&line["type"]), "retrieval");
    assert_eq!(text(&line["layer"]), "declared");
    assert_eq!(taught.lines().count(), 1);
}

#[test]
fn without_versions_the_weights_of_the_build_are_in_use() {
    let home = with_handbook();
    let versions = home.json(&["router", "versions"]);
    assert!(versions["current"].is_null(), "{versions}");
    assert_eq!(home.run(&["router", "rollback"]).code, Some(1));
}

#[test]
#[ignore = "trains the router three times"]
fn what_was_poisoned_is_refused_and_what_passes_can_be_rolled_back() {
    let home = with_handbook();
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/routing");
    // Someone declared every question about a lease to be about the account.
    let lines: String = (0..400)
        .map(|i| {
            format!(
                "{{\"text\":\"what does clause {i} say about the {} of the lease\",\"previous\":\
                 false,\"type\":\"platform\",\"layer\":\"declared\"}}\n",
                ["term", "rent", "notice", "deposit", "repair"][i % 5]
            )
        })
        .collect();
    let poison = home.write("poison.jsonl", &lines).display().to_string();
    let refused = home.run(&["router", "train", data, "--exported", &poison]);
    assert_eq!(refused.code, Some(1), "{refused:?}");
    assert!(refused.stdout.contains("contradict"), "{refused:?}");
    assert!(home.json(&["router", "versions"])["current"].is_null());

    // What the build was trained on is not worse than the build.
    home.run(&["router", "train", data]).expect(0, "");
    assert_eq!(
        text(&home.json(&["router", "versions"])["current"]),
        "0001.weights"
    );
    home.run(&["router", "train", data]).expect(0, "");
    let back = home.json(&["router", "rollback"]);
    assert_eq!(text(&back["current"]), "0001.weights");
    assert!(home.json(&["router", "rollback"])["current"].is_null());
}
