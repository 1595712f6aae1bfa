//! Equal documents, equal library: whatever the threads, the order of adding
//! and what was there before.

use serde_json::{Value, json};

use crate::home::{Home, Run, has};
use crate::made_up::{SplitMix64, text, word};

const FILES: usize = 72;

fn name(file: usize) -> String {
    format!("docs/{file:02}.md")
}

/// Documents of different lengths that share most of their words.
fn content(file: usize, version: u32) -> String {
    let table = "| month | herons |\n|---|---|\n| May | 12 |\n| June | 31 |\n\n";
    format!(
        "# Station {}\n\n{}## Counts\n\n{table}{}",
        file % 7,
        text(file, version, file % 5 + 1),
        text(file % 10, 900, 2)
    )
}

fn home_with_documents(home: Home) -> Home {
    let mut home = home.answering();
    home.set("PERUSAL_GRAPH__ENABLED", "true");
    for file in 0..FILES {
        home.write(&name(file), content(file, 1));
    }
    home
}

/// What a library says, without times: digest, rankings, an answer, clusters.
fn telling(home: &Home, store: &str) -> Value {
    let queries = [
        "herons counted before the rain".to_owned(),
        format!("keeper of {}", word(3, 900)),
        format!("{} {}", word(17, 1), word(40, 1)),
        "herons in June at station 4".to_owned(),
        "who went home in the evening".to_owned(),
    ];
    let rankings: Vec<Value> = queries
        .iter()
        .map(|query| {
            let run = home.run(&["--store", store, "search", query, "-k", "50", "--json"]);
            let hits = run.object()["hits"].clone();
            assert!(!hits.as_array().unwrap().is_empty(), "{query}: {run:?}");
            hits
        })
        .collect();
    let question = "How many herons were counted in June?";
    let asked = home
        .run(&["--store", store, "ask", question, "--json"])
        .object();
    let clusters = home
        .run(&["--store", store, "summaries", "show", "--json"])
        .expect(0, "")
        .object();
    json!({
        "digest": home.digest(store),
        "rankings": rankings,
        "answer": asked["answer"],
        "clusters": clusters,
    })
}

/// Compares part by part, so that a failure can be read.
#[track_caller]
fn equal(a: &Value, b: &Value) {
    for (a, b) in a["rankings"]
        .as_array()
        .unwrap()
        .iter()
        .zip(b["rankings"].as_array().unwrap())
    {
        for (a, b) in a.as_array().unwrap().iter().zip(b.as_array().unwrap()) {
            assert_eq!(a, b);
        }
    }
    assert_eq!(a["answer"], b["answer"]);
    assert_eq!(a, b);
}

fn libraries_are_equal_on_one_core_and_on_all(home: &Home) {
    if std::thread::available_parallelism().map_or(1, usize::from) < 2 {
        println!("skipped: one core only");
        return;
    }
    if !has("taskset", "-V") {
        return;
    }
    home.run(&["--store", "all", "add", "docs"]).expect(0, "");
    let binary = home.command().get_program().to_owned();
    let mut pinned = std::process::Command::new("taskset");
    pinned
        .args(["-c", "0"])
        .arg(binary)
        .args(["--store", "one", "add", "docs"]);
    pinned.env_clear();
    for (name, value) in home.command().get_envs() {
        if let Some(value) = value {
            pinned.env(name, value);
        }
    }
    Run::from(pinned.current_dir(home.path("")).output().unwrap()).expect(0, "");
    equal(&telling(home, "all"), &telling(home, "one"));
}

#[test]
fn threads_make_no_difference() {
    libraries_are_equal_on_one_core_and_on_all(&home_with_documents(Home::new()));
}

#[test]
fn threads_make_no_difference_to_vectors() {
    let Some(home) = Home::with_model() else {
        return;
    };
    libraries_are_equal_on_one_core_and_on_all(&home_with_documents(home));
}

fn order_of_adding_is_not_seen(home: &Home) {
    home.run(&["--store", "sorted", "add", "docs"])
        .expect(0, "");
    let mut files: Vec<String> = (0..FILES).map(name).collect();
    SplitMix64::new(11).shuffle(&mut files);
    for files in files.chunks(FILES / 6) {
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        home.run(&[&["--store", "shuffled", "add"], &files[..]].concat())
            .expect(0, "");
    }
    equal(&telling(home, "sorted"), &telling(home, "shuffled"));
}

#[test]
fn the_order_of_adding_makes_no_difference() {
    order_of_adding_is_not_seen(&home_with_documents(Home::new()));
}

#[test]
fn the_order_of_adding_makes_no_difference_to_vectors() {
    let Some(home) = Home::with_model() else {
        return;
    };
    order_of_adding_is_not_seen(&home_with_documents(home));
}

/// A library that was other documents before, in part, ranks like a fresh one.
fn the_past_is_not_seen(home: &Home) {
    for file in (0..FILES).step_by(2) {
        // Shorter or longer than they will be: statistics of the past would show.
        home.write(&name(file), text(file % 10, 900, 1 + file % 9));
    }
    for file in FILES..FILES + 20 {
        home.write(&format!("docs/{file}.md"), text(file, 1, 12));
    }
    home.run(&["--store", "old", "add", "docs"]).expect(0, "");
    for file in (0..FILES).step_by(2) {
        home.write(&name(file), content(file, 1));
    }
    for file in FILES..FILES + 20 {
        std::fs::remove_file(home.path(&format!("docs/{file}.md"))).unwrap();
    }
    home.run(&["--store", "old", "add", "docs", "--prune"])
        .expect(0, "");
    home.run(&["--store", "new", "add", "docs"]).expect(0, "");
    equal(&telling(home, "old"), &telling(home, "new"));
}

#[test]
fn replaced_documents_leave_no_trace_in_the_ranking() {
    the_past_is_not_seen(&home_with_documents(Home::new()));
}

#[test]
fn replaced_documents_leave_no_trace_in_rankings_with_vectors() {
    let Some(home) = Home::with_model() else {
        return;
    };
    the_past_is_not_seen(&home_with_documents(home));
}

/// Two runs of one question on one library say the same, but for their times.
#[test]
fn equal_questions_have_equal_answers() {
    let home = home_with_documents(Home::with_model().unwrap_or_else(Home::new));
    home.run(&["add", "docs"]).expect(0, "");
    let ask = || {
        let run = home.run(&[
            "ask",
            "How many herons were counted in June?",
            "--explain",
            "--json",
        ]);
        let mut object = run.object();
        without_times(&mut object);
        object
    };
    assert_eq!(ask(), ask());
}

fn without_times(value: &mut Value) {
    match value {
        Value::Object(object) => {
            object.retain(|key, _| !key.contains("timings") && !key.ends_with("_ms"));
            object.values_mut().for_each(without_times);
        }
        Value::Array(values) => values.iter_mut().for_each(without_times),
        _ => {}
    }
}
