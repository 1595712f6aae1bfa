//! One writes, many read, and Ctrl-C stops at a safe point.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::home::{Home, Run, has};
use crate::made_up::{text, word};

/// Longest time a test waits for something that should come.
const PATIENCE: Duration = Duration::from_secs(60);

/// A home with a small library, and a folder that takes a while to add.
fn home_with_much_to_add() -> Home {
    let home = Home::new().answering();
    for file in 0..4 {
        home.write(&format!("early/{file}.txt"), text(file, 1, 10));
    }
    for file in 100..500 {
        home.write(&format!("late/{file}.txt"), text(file, 1, 50));
    }
    home.run(&["add", "early"]).expect(0, "");
    home
}

/// An `add` of everything on its way, some of it stored already.
fn start_adding(home: &Home, arguments: &[&str]) -> Child {
    let mut child = home
        .command()
        .args(["add", "late"])
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let started = Instant::now();
    while home.json(&["ls"])["documents"].as_array().unwrap().len() <= 4 {
        assert!(child.try_wait().unwrap().is_none(), "it was over too soon");
        assert!(started.elapsed() < PATIENCE, "nothing was stored");
    }
    child
}

fn signal(child: &Child, name: &str) {
    let pid = child.id().to_string();
    assert!(
        Command::new("kill")
            .args([name, &pid])
            .status()
            .unwrap()
            .success()
    );
}

#[test]
fn searches_and_questions_work_while_another_adds() {
    let home = home_with_much_to_add();
    let query = format!("{} {}", word(1, 1), word(2, 1));
    let question = format!("How many herons did the warden of {} count?", word(2, 1));
    let mut adding = start_adding(&home, &["--quiet"]);
    let mut rounds = 0;
    let mut before = 0;
    while adding.try_wait().unwrap().is_none() {
        let found = home
            .run(&["search", &query, "-k", "40", "--json"])
            .expect(0, "");
        let hits = found.object()["hits"].as_array().unwrap().clone();
        for file in ["1.txt", "2.txt"] {
            assert!(hits.iter().any(|hit| hit["document"] == file), "{found:?}");
        }
        // Each hit is a piece of its own document's text.
        for hit in &hits {
            let file: usize = hit["document"]
                .as_str()
                .unwrap()
                .replace(".txt", "")
                .parse()
                .unwrap();
            assert!(
                hit["text"].as_str().unwrap().contains(&word(file, 1)),
                "{hit}"
            );
        }
        let asked = home
            .run(&["ask", &question, "--json"])
            .expect(0, "")
            .object();
        assert_eq!(
            asked["answer"]["citations"][0]["document"], "2.txt",
            "{asked}"
        );
        // The library only grows, by whole documents.
        let listed = home.run(&["ls", "--json"]).expect(0, "").object();
        let documents = listed["documents"].as_array().unwrap();
        assert!(
            documents.len() >= before,
            "{} documents after {before}",
            documents.len()
        );
        assert!(
            documents
                .iter()
                .all(|document| document["state"] == "ready")
        );
        before = documents.len();
        rounds += 1;
    }
    Run::from(adding.wait_with_output().unwrap()).expect(0, "");
    assert!(rounds >= 3, "only {rounds} rounds while it was adding");
    home.run(&["doctor"]).expect(0, "");
    assert_eq!(
        home.digest("library"),
        home.fresh_digest("fresh", &["early", "late"])
    );
}

#[test]
fn a_second_writer_is_refused() {
    let home = home_with_much_to_add();
    let early = home.json(&["ls"])["documents"][0]["document_id"]
        .as_str()
        .unwrap()
        .to_owned();
    let adding = start_adding(&home, &["--quiet"]);
    home.write("other/x.txt", "text of another file\n");
    let hint = "hint: wait for the other command";
    home.run(&["add", "other"]).expect(2, hint);
    home.run(&["rm", &early]).expect(2, hint);
    Run::from(adding.wait_with_output().unwrap()).expect(0, "");
    home.run(&["add", "other"]).expect(0, "");
    home.run(&["rm", &early]).expect(0, "");
}

#[test]
fn an_interrupted_add_says_so_and_goes_on_later() {
    if !has("kill", "-l") {
        return;
    }
    let home = home_with_much_to_add();
    let adding = start_adding(&home, &[]);
    signal(&adding, "-INT");
    let at = Instant::now();
    let run = Run::from(adding.wait_with_output().unwrap());
    println!("stopped after {:.1} s", at.elapsed().as_secs_f64());
    let run = run.expect(130, "run the same command again to go on");
    assert!(at.elapsed() < Duration::from_secs(20), "{run:?}");
    let documents = home.json(&["ls"])["documents"].as_array().unwrap().len();
    assert!((5..404).contains(&documents), "{documents} documents");
    home.run(&["doctor"]).expect(0, "");
    home.run(&["add", "late"]).expect(0, "");
    assert_eq!(
        home.digest("library"),
        home.fresh_digest("fresh", &["early", "late"])
    );
}

#[test]
fn an_interrupted_add_tells_scripts_what_it_did() {
    if !has("kill", "-l") {
        return;
    }
    let home = home_with_much_to_add();
    let mut adding = home
        .command()
        .args(["add", "late", "--jsonl"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(adding.stdout.take().unwrap())
        .lines()
        .map(Result::unwrap);
    let stored: serde_json::Value = lines
        .find_map(|line| {
            let event: serde_json::Value = serde_json::from_str(&line).unwrap();
            (event["event"] == "stored").then_some(event)
        })
        .unwrap();
    signal(&adding, "-INT");
    let last = lines.last().unwrap();
    assert_eq!(adding.wait().unwrap().code(), Some(130));
    let done: serde_json::Value = serde_json::from_str(&last).unwrap();
    assert_eq!(
        (&done["event"], &done["interrupted"]),
        (&"done".into(), &true.into())
    );
    // What it reports is there, with what was acknowledged on the way.
    let listed = home.json(&["ls"]);
    let listed: Vec<&str> = listed["documents"]
        .as_array()
        .unwrap()
        .iter()
        .map(|document| document["document"].as_str().unwrap())
        .collect();
    for told in [&stored, &done] {
        for document in told["documents"].as_array().unwrap() {
            assert!(
                listed.contains(&document["document"].as_str().unwrap()),
                "{document}"
            );
        }
    }
}

#[test]
fn a_second_interrupt_ends_it_at_once_and_loses_nothing() {
    if !has("kill", "-l") {
        return;
    }
    let home = home_with_much_to_add();
    let adding = start_adding(&home, &[]);
    signal(&adding, "-INT");
    // The first may have ended it by the time of the second.
    let _ = Command::new("kill")
        .args(["-INT", &adding.id().to_string()])
        .output();
    Run::from(adding.wait_with_output().unwrap()).expect(130, "");
    home.run(&["doctor"]).expect(0, "");
    home.run(&["add", "late"]).expect(0, "");
    assert_eq!(
        home.digest("library"),
        home.fresh_digest("fresh", &["early", "late"])
    );
}
