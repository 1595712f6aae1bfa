//! A language model on the way of a question, over a real socket: plans over tables, steps, other
//! words, rewritten follow-ups, summaries, tuned prompts, labels of the router's last layer; and a
//! server that is offered once.

use serde_json::Value;

use crate::home::Home;
use crate::written::Server;

const TARIFF: &str = "# Lift tariff\n\n## Fares by month\n\n| Slope | Summer | Winter |\n|---|---|---|\n\
| Northside | $38.20 | $44.10 |\n| Southside | $31.00 | $35.90 |\n| Eastside | $29.50 | $30.00 |\n";
const SPREAD: &str = "How far is the dearest winter fare from the cheapest summer fare?";

fn home(server: &Server, model: &str) -> Home {
    let mut home = Home::new().answering();
    home.set("PERUSAL_MODEL__EMBEDDER", "none");
    home.set("PERUSAL_MODELS__MAIN", format!("ollama:{model}"));
    home.set("PERUSAL_MODELS__ENDPOINT", &server.address);
    home.write("docs/tariff.md", TARIFF);
    home.run(&["add", "docs"]).expect(0, "");
    home
}

#[test]
fn a_query_of_a_model_is_one_candidate_more() {
    let said = r#"{"sql": "SELECT MAX(winter) - MIN(summer) FROM tariff.table", "missing": null}"#;
    let server = Server::start(&[("planner", said)]);
    let mut home = home(&server, "planner");
    let without = home.json(&["ask", SPREAD]);
    assert!(without.get("model_plan").is_none(), "off unless it is set");
    home.set("PERUSAL_ASK__PLANS", "write");
    let answer = home.json(&["ask", SPREAD]);
    assert_eq!(answer["model_plan"]["state"], "considered", "{answer:#}");
    let candidates = answer["candidates"].as_array().unwrap();
    let texts = candidates
        .iter()
        .flat_map(|one| one["values"].as_array().unwrap());
    let texts: Vec<&str> = texts.filter_map(|value| value["text"].as_str()).collect();
    assert!(texts.iter().any(|text| text.contains("14.6")), "{texts:?}");
    assert_eq!(answer["route"]["type"], without["route"]["type"]);

    home.set("PERUSAL_ASK__PLANS", "poem");
    home.run(&["ask", SPREAD])
        .expect(2, "choose")
        .fails_with_hint();
}

#[test]
fn steps_are_told_and_a_model_that_fails_costs_them_alone() {
    let said = r#"{"steps": [{"question": "What is the summer fare of Eastside?", "needs": []},
        {"question": "What is the winter fare of Northside?", "needs": []}]}"#;
    let server = Server::start(&[("planner", said)]);
    let mut home = home(&server, "planner");
    home.set("PERUSAL_ASK__STEPS", "true");
    let question = "How do the summer fare of Eastside and the winter fare of Northside compare?";
    let answer = home.json(&["ask", question, "--no-tables", "--type", "retrieval"]);
    let steps = answer["plan"]["steps"].as_array().unwrap();
    assert_eq!(steps.len(), 2, "{answer:#}");
    assert_eq!(steps[1]["id"], "s2");
    assert_eq!(steps[0]["documents"][0], "tariff.md");

    home.set("PERUSAL_MODELS__MAIN", "ollama:absent");
    let answer = home.json(&["ask", question, "--no-tables", "--type", "retrieval"]);
    assert_eq!(answer["answer"]["mode"], "extractive", "{answer:#}");
    assert!(answer["advice"][0]["failed"].is_string(), "{answer:#}");
}

#[test]
fn a_follow_up_is_rewritten_and_what_stands_alone_is_not() {
    let said = r#"{"question": "How much is the winter fare of Northside?"}"#;
    let server = Server::start(&[("planner", said)]);
    let mut home = home(&server, "planner");
    home.set("PERUSAL_ASK__REWRITE", "true");
    let first = "How much is the summer fare of Northside?";
    let asked = home.json(&["ask", first, "--session", "s", "--type", "retrieval"]);
    assert_eq!(asked["resolved"], first);
    let follow = ["ask", "And what about its winter fare?", "--session", "s"];
    let asked = home.json(&[&follow[..], &["--type", "retrieval"]].concat());
    assert_eq!(
        asked["resolved"], "How much is the winter fare of Northside?",
        "{asked:#}"
    );
}

#[test]
fn a_local_server_is_offered_once_and_asked_nothing() {
    let server = Server::start(&[("writer", "Anything.")]);
    let mut home = home(&server, "writer");
    home.set("PERUSAL_MODELS__MAIN", "none");
    home.set("OLLAMA_BASE_URL", &server.address);
    let question = "How much is summer on Southside?";
    let json = home.run(&["ask", question, "--json"]).expect(0, "");
    assert!(!json.stderr.contains("offer"), "{json:?}");
    let first = home.run(&["ask", question]).expect(0, "");
    let offer = "answers can be written out by a language model: Ollama answers at";
    assert!(first.stderr.contains(offer), "{first:?}");
    assert!(
        first.stderr.contains("models.main = \"ollama:writer\""),
        "{first:?}"
    );
    let second = home.run(&["ask", question]).expect(0, "");
    assert!(!second.stderr.contains(offer), "{second:?}");
    assert_eq!(server.models(), Vec::<String>::new());
}

#[test]
fn summaries_are_written_shown_and_give_way_to_a_person() {
    let said = r#"{"summary": "Fares of the lifts by slope.", "rests_on": [1]}"#;
    let server = Server::start(&[("writer", said)]);
    let home = home(&server, "writer");
    home.write(
        "docs/bees.md",
        "# Bees\n\nMason bees nest in hollow stems.\n",
    );
    home.run(&["add", "docs"]).expect(0, "");
    let built = home.json(&["summaries", "build", "--model", "ollama:writer"]);
    // The topic has none of its fields, and is told as a failure.
    assert!(built["documents"].as_u64().unwrap() >= 1, "{built:#}");
    let again = home.json(&["summaries", "build", "--model"]);
    assert_eq!(again["documents"], 0, "{again:#}");
    let shown = home.json(&["summaries", "show", "bees.md"]);
    let written = &shown["written"][0];
    assert_eq!(written["text"], "Fares of the lifts by slope.");
    assert_eq!(written["model"], "ollama:writer");
    assert_eq!(written["prompt"], 1);
    assert!(written["rests_on"][0]["span"]["end"].is_u64(), "{written}");
    let told = home.run(&["summaries", "show", "bees.md"]).expect(0, "");
    assert!(
        told.stdout.contains("(written by ollama:writer)"),
        "{told:?}"
    );
    home.run(&["summaries", "edit", "bees.md", "--text", "By hand."])
        .expect(0, "");
    let told = home.run(&["summaries", "show", "bees.md"]).expect(0, "");
    assert!(
        !told.stdout.contains("written by ollama:writer"),
        "{told:?}"
    );
    home.run(&["summaries", "build", "--limit", "3"])
        .expect(2, "--model");
}

#[test]
fn labels_of_the_last_layer_are_exported() {
    let server = Server::start(&[("sorter", r#"{"answer": "code"}"#)]);
    let mut home = home(&server, "sorter");
    home.set("PERUSAL_ROUTE__LEARN", "true");
    home.set("PERUSAL_ROUTE__CLASSIFIER_THRESHOLD", "1");
    let asked = home.json(&["ask", "fares, slopes and so on", "--session", "s"]);
    assert_eq!(asked["route"]["layer"], "llm", "{asked:#}");
    home.run(&["router", "export", "--out", "taught.jsonl"])
        .expect(0, "");
    let lines = std::fs::read_to_string(home.path("taught.jsonl")).unwrap();
    let line: Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    assert_eq!(
        (&line["layer"], &line["type"]),
        (&"llm".into(), &"code".into())
    );
}

#[test]
fn a_session_of_another_version_is_an_error_and_stays() {
    let server = Server::start(&[]);
    let home = home(&server, "absent");
    let other = r#"{"version": 9, "turns": []}"#;
    let far = 4_000_000_000;
    let state = perusal::index::state::State::open(&home.path("library")).unwrap();
    state.keep_session("s", other, far).unwrap();
    let refused = home.run(&[
        "ask",
        "How much is summer?",
        "--session",
        "s",
        "--extractive",
    ]);
    refused.expect(2, "session").fails_with_hint();
    assert_eq!(
        state.session("s", far).unwrap().as_deref(),
        Some(other),
        "it is as it was"
    );
}

#[test]
fn words_of_the_prompt_are_kept_only_where_they_gain() {
    let server = Server::start(&[("writer", "The summer fare of Southside is $31.00. [1]")]);
    let home = home(&server, "writer");
    let line = |at: usize, slope: &str, fare: &str| {
        format!(
            "{{\"id\": \"{at}\", \"question\": \"How much is the summer fare of {slope}?\", \
             \"answers\": [\"{fare}\"], \"answerable\": true, \"type\": \"lookup\"}}\n"
        )
    };
    let questions: String = (0..8).map(|at| line(at, "Southside", "31.00")).collect();
    home.write("own.jsonl", questions);
    let tuned = home.run(&["prompts", "tune", "own.jsonl", "--docs", "docs", "--json"]);
    let object: Value = serde_json::from_str(&tuned.stdout).unwrap_or_else(|_| panic!("{tuned:?}"));
    // Every variant gets the same answer, so none gains.
    assert_eq!(object["wins"], false, "{object:#}");
    assert_eq!(object["file"], Value::Null);
    assert_eq!(home.json(&["prompts", "ls"])["prompts"][0]["version"], 1);
    home.write("few.jsonl", line(1, "Southside", "31.00"));
    home.run(&["prompts", "tune", "few.jsonl", "--docs", "docs"])
        .expect(2, "too few")
        .fails_with_hint();
}
