//! Words of the documents that are easily said: each is shown here to be true.

use serde_json::Value;

use crate::home::Home;
use crate::made_up::{text, word};

fn home() -> Home {
    let home = Home::new().answering();
    for file in 0..6 {
        home.write(&format!("docs/{file}.txt"), text(file, 1, 20));
    }
    home.run(&["add", "docs"]).expect(0, "");
    home
}

fn question(file: usize) -> String {
    format!("How many herons did the warden of {} count?", word(file, 1))
}

#[test]
fn a_question_streams_its_events_and_ends_with_the_whole_answer() {
    let home = home();
    let run = home.run(&["ask", &question(2), "--jsonl"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    let lines = run.stdout.lines().map(serde_json::from_str::<Value>);
    let events: Vec<Value> = lines.collect::<Result<_, _>>().unwrap();
    let names: Vec<&str> = events
        .iter()
        .filter_map(|one| one["event"].as_str())
        .collect();
    assert_eq!(names, ["route", "sources", "text", "done"]);
    let done = &events[3];
    assert_eq!(events[1]["citations"], done["answer"]["citations"]);
    assert_eq!(events[2]["text"], done["answer"]["text"]);
    let whole = home.json(&["ask", &question(2)]);
    assert_eq!(
        (&whole["answer"], &whole["status"]),
        (&done["answer"], &done["status"])
    );
    home.run(&["ask", "x", "--jsonl", "--json"]).expect(2, "");
}

#[test]
fn the_demo_writes_into_the_named_library_alone() {
    let home = Home::new();
    home.run(&["--store", "named", "demo"]).expect(0, "");
    let outside: Vec<_> = home
        .files("")
        .into_iter()
        .filter(|file| !file.starts_with(home.path("named")))
        .collect();
    assert_eq!(outside, Vec::<std::path::PathBuf>::new());
}

#[test]
fn there_is_no_row_of_a_graph_that_was_not_made() {
    let mut home = Home::new();
    home.write(
        "set/corpus.jsonl",
        "{\"_id\": \"a\", \"title\": \"\", \"text\": \"herons wade\"}\n",
    );
    home.write(
        "set/queries.jsonl",
        "{\"_id\": \"q\", \"text\": \"herons\"}\n",
    );
    home.write("set/qrels.tsv", "query-id\tcorpus-id\tscore\nq\ta\t1\n");
    let strategies = |home: &Home| -> Vec<String> {
        let found = home.json(&["eval", "retrieval", "set"]);
        let rows = found["sets"][0]["strategies"].as_array().unwrap().clone();
        rows.iter()
            .map(|one| one["strategy"].as_str().unwrap().to_owned())
            .collect()
    };
    let without = strategies(&home);
    assert!(
        without.contains(&"auto".to_owned()) && !without.contains(&"graph".to_owned()),
        "{without:?}"
    );
    home.set("PERUSAL_GRAPH__ENABLED", "true");
    assert!(strategies(&home).contains(&"graph".to_owned()));
}

#[test]
fn stats_tell_how_long_the_index_took_and_what_answered_which_questions() {
    let home = home();
    home.json(&["ask", &question(1)]);
    home.json(&[
        "ask",
        "who was it that built the old pier of sand and why did they leave it",
    ]);
    let stats = home.json(&["stats"]);
    let build = &stats["builds"][0];
    assert_eq!(build["documents"], 6);
    assert!(build["chunks"].as_u64().unwrap() >= 6, "{build}");
    assert!(build["total_ms"].as_f64() >= build["searchable_ms"].as_f64());
    let by = |name: &str| -> u64 {
        let groups = stats["by"][name].as_object().unwrap();
        groups
            .values()
            .map(|one| one["questions"].as_u64().unwrap())
            .sum()
    };
    assert_eq!((by("complexity"), by("way")), (2, 2), "{stats}");
    assert!(stats["retries"]["questions"].is_u64());
    let told = home.run(&["stats"]).expect(0, "").stdout;
    assert!(
        told.contains("found by keywords") && told.contains("by complexity:"),
        "{told}"
    );
    // Nothing was added: no run is counted.
    home.run(&["add", "docs"]).expect(0, "");
    assert_eq!(home.json(&["stats"])["builds"].as_array().unwrap().len(), 1);
}

#[test]
fn a_model_of_ones_own_is_named_by_its_folder() {
    let Some(home) = Home::with_model() else {
        return;
    };
    let caches = std::env::var_os("XDG_CACHE_HOME").map(std::path::PathBuf::from);
    let caches = caches.unwrap_or_else(|| {
        std::path::PathBuf::from(std::env::var_os("HOME").unwrap()).join(".cache")
    });
    std::fs::create_dir_all(home.path("mine")).unwrap();
    for file in std::fs::read_dir(caches.join("perusal/models/all-minilm-l6-v2")).unwrap() {
        let file = file.unwrap();
        std::fs::copy(file.path(), home.path("mine").join(file.file_name())).unwrap();
    }
    home.write("docs/a.txt", text(1, 1, 20));
    let added = home
        .run(&["add", "docs", "--embedder", "./mine"])
        .expect(0, "");
    assert!(added.stdout.contains("mine@int8"), "{added:?}");
    let search = [
        "search",
        "herons",
        "--strategy",
        "dense",
        "--embedder",
        "./mine",
    ];
    let found = home.run(&search).expect(0, "");
    assert!(found.stdout.contains("a.txt"), "{found:?}");
    // A folder that came from somewhere may not name one before it is trusted.
    home.write("perusal.toml", "[model]\nembedder = \"./mine\"\n");
    home.run(&["search", "herons"]).expect(2, "trust");
    home.run(&["reindex", "--embedder", "./nothing"])
        .expect(2, "nothing");
}
