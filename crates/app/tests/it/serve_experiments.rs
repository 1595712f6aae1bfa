//! Experiments that a server runs: in turn, stopped, and after a restart.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::home::Home;
use crate::serve::{Server, libraries};

/// What a page of its own says when it changes something.
const OURS: &str = "X-Perusal: 1\r\n";

#[test]
fn experiments_are_run_in_turn_and_one_that_waits_is_stopped() {
    let home = libraries();
    home.write(
        "docs/harbour.md",
        "# The harbour\n\nA night costs 14 euros.\n",
    );
    home.run(&["add", "docs"]).expect(0, "");
    let server = Server::start(&home, &[]);
    let body = |title: &str, questions: usize| {
        let asked = (0..questions).map(|at| {
            json!({"question": format!("What does night {at} cost?"), "answers": ["14 euros"]})
        });
        json!({
            "title": title, "questions": asked.collect::<Vec<_>>(),
            "variations": [
                {"name": "words", "strategy": "keyword"},
                {"name": "few", "strategy": "keyword", "k": 1},
            ],
        })
    };
    let begin =
        |title, questions| server.post("/api/v1/experiments", OURS, &body(title, questions));
    begin("First", 800).is(202, "");
    begin("Second", 1).is(202, "");
    // One that is not over is not begun again.
    begin("Second", 1).is(409, "conflict");
    server
        .delete("/api/v1/experiments/second", OURS)
        .is(204, "");
    let state = |name: &str| {
        let told = server.get("/api/v1/experiments", "").is(200, "").json();
        let all = told["experiments"].as_array().unwrap().clone();
        let one = all.into_iter().find(|one| one["name"] == name);
        one.map(|one| one["state"].as_str().unwrap().to_owned())
    };
    let end = Instant::now() + Duration::from_secs(60);
    while state("first").as_deref() != Some("done") {
        assert!(Instant::now() < end, "{:?}", state("first"));
        assert_ne!(state("first").as_deref(), Some("failed"));
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(state("second").as_deref(), Some("cancelled"));
    server.get("/api/v1/experiments/first", "").is(200, "");
    server
        .get("/api/v1/experiments/second", "")
        .is(404, "not_found");
    server.delete("/api/v1/experiments/first", OURS).is(204, "");
    assert_eq!(state("first"), None);
}

/// Documents, and an experiment of that many questions over them.
fn measured(home: &Home, title: &str, questions: usize) -> Value {
    home.write(
        "docs/harbour.md",
        "# The harbour\n\nA night costs 14 euros.\n",
    );
    home.run(&["add", "docs"]).expect(0, "");
    let asked = (0..questions).map(
        |at| json!({"question": format!("What does night {at} cost?"), "answers": ["14 euros"]}),
    );
    json!({
        "title": title, "questions": asked.collect::<Vec<_>>(),
        "variations": [
            {"name": "words", "strategy": "keyword"},
            {"name": "few", "strategy": "keyword", "k": 1},
        ],
    })
}

/// Waits until an experiment is in one of these states.
fn awaited(server: &Server, name: &str, states: &[&str]) -> Value {
    let end = Instant::now() + Duration::from_secs(60);
    loop {
        let told = server.get("/api/v1/experiments", "").is(200, "").json();
        let all = told["experiments"].as_array().unwrap();
        let one = all.iter().find(|one| one["name"] == name).cloned();
        let one = one.unwrap_or(Value::Null);
        if states.contains(&one["state"].as_str().unwrap_or("")) {
            return one;
        }
        assert!(Instant::now() < end, "{one}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Folders of runs that are not over.
fn runs(home: &Home) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(home.path("library.experiments"));
    let entries = entries.into_iter().flatten().flatten();
    let runs = entries.filter(|one| one.file_name().to_string_lossy().starts_with(".run-"));
    runs.map(|one| one.path()).collect()
}

#[test]
fn an_experiment_that_was_acknowledged_goes_on_after_a_kill() {
    let home = libraries();
    let body = measured(&home, "Nights", 800);
    let server = Server::start(&home, &[]);
    for title in ["Nights", "Later", "Unwanted"] {
        let mut body = body.clone();
        body["title"] = json!(title);
        server.post("/api/v1/experiments", OURS, &body).is(202, "");
    }
    awaited(&server, "nights", &["running"]);
    server
        .delete("/api/v1/experiments/unwanted", OURS)
        .is(204, "");
    // Killed, not asked to end.
    drop(server);
    assert!(runs(&home).len() >= 2, "{:?}", runs(&home));
    // Half a folder of one that was never acknowledged.
    std::fs::create_dir_all(home.path("library.experiments/.run-half/documents")).unwrap();

    let server = Server::start(&home, &[]);
    let told = awaited(&server, "nights", &["done", "failed"]);
    assert_eq!(
        (&told["state"], &told["title"]),
        (&json!("done"), &json!("Nights"))
    );
    awaited(&server, "later", &["done"]);
    let listed = server.get("/api/v1/experiments", "").is(200, "").body;
    assert!(!listed.contains("unwanted"), "{listed}");
    let end = Instant::now() + Duration::from_secs(10);
    while !runs(&home).is_empty() {
        assert!(Instant::now() < end, "{:?}", runs(&home));
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn an_experiment_that_ends_the_server_each_time_is_given_up() {
    let home = libraries();
    let body = measured(&home, "Nights", 400);
    for _ in 0..3 {
        let server = Server::start(&home, &[]);
        if runs(&home).is_empty() {
            server.post("/api/v1/experiments", OURS, &body).is(202, "");
        }
        awaited(&server, "nights", &["running"]);
        let folder = runs(&home)[0].clone();
        let kept = std::fs::read_to_string(folder.join("run.json")).unwrap();
        let kept: Value = serde_json::from_str(&kept).unwrap();
        let before = kept["begun"].as_u64().unwrap();
        drop(server);
        // What it made is measured again.
        let _ = std::fs::remove_dir_all(folder.join("made"));
        assert!((1..=3).contains(&before), "{before}");
    }
    let server = Server::start(&home, &[]);
    let told = awaited(&server, "nights", &["failed", "done"]);
    assert_eq!(told["state"], "failed", "{told}");
    assert!(
        told["error"].as_str().unwrap().contains("3 times"),
        "{told}"
    );
    assert!(runs(&home).is_empty());
    // It can be asked for anew.
    server
        .post("/api/v1/experiments", OURS, &measured(&home, "Nights", 2))
        .is(202, "");
    awaited(&server, "nights", &["done"]);
}
