//! What `doctor` says of rules of routing that were broken: symptom, rule, what to do.

use perusal::index::state::{DecisionRow, State};

use crate::home::Home;

fn library() -> (Home, State) {
    let home = Home::new();
    home.write("docs/a.txt", "The heron stands by the river at dawn.\n");
    home.run(&["add", "docs"]).expect(0, "");
    let state = State::open(&home.path("library")).unwrap();
    (home, state)
}

/// What `doctor` says, for people and for programs.
#[track_caller]
fn says(home: &Home, rule: &str, symptom: &str, mend: &str) {
    let told = home.run(&["doctor"]).expect(0, "").stdout;
    let lines: Vec<&str> = told.lines().collect();
    let at = lines.iter().position(|line| line.contains(symptom));
    let at = at.unwrap_or_else(|| panic!("`{symptom}` is not in {told}"));
    assert!(lines[at].contains(rule), "{told}");
    assert!(lines[at + 1].contains(mend), "{told}");
    assert!(!told.contains("all is well"), "{told}");
    let object = home.json(&["doctor"]);
    let of = |row: &&serde_json::Value| row["rule"] == rule;
    let row = object["routing"].as_array().unwrap().iter().find(of);
    let row = row.unwrap_or_else(|| panic!("{rule} is not in {object}"));
    assert!(row["symptom"].as_str().unwrap().contains(symptom), "{row}");
    assert!(row["mend"].as_str().unwrap().contains(mend), "{row}");
}

#[test]
fn doctor_names_symptom_rule_and_what_to_do() {
    for (rule, symptom, mend) in [
        (
            "RC-01",
            "a platform prefix was not decided by that alone",
            "route.platform_prefixes",
        ),
        (
            "RC-02",
            "own usage or billing was not platform",
            "--type platform",
        ),
        ("RC-03", "mirrors the history", "models.conversational"),
        (
            "RC-04",
            "platform or conversational question was searched",
            "--explain",
        ),
        (
            "RC-05",
            "the main model was asked for a platform",
            "models.conversational",
        ),
        (
            "RC-06",
            "more than six questions",
            "nothing in the settings",
        ),
    ] {
        let (home, state) = library();
        state.count_violations(&[(rule, 3)]).unwrap();
        says(&home, rule, symptom, mend);
        assert!(home.run(&["doctor"]).stdout.contains("is broken (3 times)"));
        let counted = &home.json(&["stats"])["routing_contract_violations_total"];
        assert_eq!(counted[rule], 3);
        // Told once, they can be counted from 0.
        let mended = home.run(&["doctor", "--repair"]).expect(0, "");
        assert!(mended.stderr.contains("counted from 0 again"), "{mended:?}");
        assert_eq!(home.json(&["doctor"])["routing"], serde_json::json!([]));
    }
}

#[test]
fn rc_03_kept_decisions_show_a_model_that_repeats_the_history() {
    let (home, state) = library();
    for session in 0..30 {
        let kind = ["code", "platform", "retrieval"][session % 3];
        let other = ["retrieval", "code", "platform"][session % 3];
        let rules = [kind, kind, kind, other].map(|kind| (kind, "rules"));
        for (kind, layer) in rules.into_iter().chain([(kind, "llm")]) {
            let row = DecisionRow {
                session: format!("s{session}"),
                asked: 1_900_000_000,
                text: "that one".to_owned(),
                previous: true,
                kind: kind.to_owned(),
                layer: layer.to_owned(),
                confidence: 0.9,
                low_confidence: false,
            };
            state.record_decision(&row).unwrap();
        }
    }
    let symptom = "mirrors the history: 100 % of 30 decisions";
    says(&home, "RC-03", symptom, "models.conversational");
}

#[test]
fn where_no_rule_is_broken_nothing_is_told() {
    let (home, _) = library();
    for question in [
        "You are a direct and concise assistant. How much of the quota is used?",
        "how much of my quota is left?",
        "Where does the heron stand?",
        "shorter, please",
    ] {
        home.run(&["ask", question, "--session", "s"]);
    }
    assert_eq!(home.json(&["doctor"])["routing"], serde_json::json!([]));
    let counted = &home.json(&["stats"])["routing_contract_violations_total"];
    assert!(
        counted
            .as_object()
            .unwrap()
            .values()
            .all(|times| times == 0),
        "{counted}"
    );
}
