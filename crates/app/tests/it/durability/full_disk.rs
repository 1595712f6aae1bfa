//! A full disk loses nothing: the command says so, the library goes on
//! answering, and the same command succeeds once there is room.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::home::{Home, Run};
use crate::made_up::{text, word};
use crate::small_disk::SmallDisk;

/// Files that fit, and files that are too much; of the second kind several
/// commits' worth, so that some may be acknowledged before the disk is full.
fn home_with_documents() -> Home {
    let home = Home::new().answering();
    for file in 0..5 {
        home.write(&format!("few/{file}.txt"), text(file, 1, 10));
    }
    for file in 100..300 {
        home.write(&format!("many/{file}.txt"), text(file, 1, 150));
    }
    home
}

fn finds(home: &Home, store: &str, word: &str, path: &str) {
    let run = home
        .run(&["--store", store, "search", word, "--json"])
        .expect(0, "");
    assert_eq!(run.object()["hits"][0]["document"], path, "{word}: {run:?}");
}

/// What was acknowledged is found, and the library is sound.
fn still_answers(home: &Home, store: &str, acknowledged: &[String]) {
    for path in acknowledged.iter().step_by(1 + acknowledged.len() / 8) {
        let file: usize = path.strip_suffix(".txt").unwrap().parse().unwrap();
        finds(home, store, &word(file, 1), path);
    }
    let question = format!("How many herons did the warden of {} count?", word(1, 1));
    let asked = home
        .run(&["--store", store, "ask", &question, "--json"])
        .expect(0, "");
    assert_eq!(
        asked.object()["answer"]["citations"][0]["document"],
        "1.txt",
        "{asked:?}"
    );
    let listed = home.run(&["--store", store, "ls", "--json"]).expect(0, "");
    let paths: Vec<String> = listed.object()["documents"]
        .as_array()
        .unwrap()
        .iter()
        .map(|document| document["document"].as_str().unwrap().to_owned())
        .collect();
    for path in acknowledged {
        assert!(paths.contains(path), "{path} is gone");
    }
}

/// Paths that a run with `--jsonl` said are stored.
fn acknowledged(run: &Run) -> Vec<String> {
    let events = run
        .stdout
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok());
    events
        .filter(|event| event["event"] == "stored")
        .flat_map(|event| event["documents"].as_array().unwrap().clone())
        .map(|document| document["document"].as_str().unwrap().to_owned())
        .collect()
}

fn few() -> Vec<String> {
    (0..5).map(|file| format!("{file}.txt")).collect()
}

#[test]
fn a_disk_that_fills_up_loses_nothing() {
    let home = home_with_documents();
    let Some(disk) = SmallDisk::new(&home, "disk", "6m") else {
        return;
    };
    let store = "disk/library";
    home.run(&["--store", store, "add", "few"]).expect(0, "");
    let digest = home.digest(store);

    // Not one byte is left: reading works, writing fails and changes nothing.
    disk.fill();
    still_answers(&home, store, &few());
    home.run(&["--store", store, "add", "many"])
        .fails_with_hint();
    still_answers(&home, store, &few());
    assert_eq!(home.digest(store), digest);
    let removed = home.run(&["--store", store, "rm", "4.txt"]);
    if removed.code != Some(0) {
        removed.fails_with_hint();
        assert_eq!(home.digest(store), digest);
    }
    disk.unfill();
    home.run(&["--store", store, "add", "few"]).expect(0, "");
    assert_eq!(home.digest(store), digest);

    // The disk fills up on the way, a little later each time.
    let mut there = few();
    for size in [
        "size=3m",
        "size=3700k",
        "size=4400k",
        "size=5200k",
        "size=6m",
    ] {
        assert!(disk.mount(&format!("remount,{size}")));
        let run = home.run(&["--store", store, "add", "many", "--jsonl"]);
        there.extend(acknowledged(&run));
        there.sort();
        there.dedup();
        run.fails_with_hint();
        println!("{size}: {} documents are stored", there.len());
        assert!(there.len() < 205, "the disk was not too small");
        still_answers(&home, store, &there);
        home.run(&["--store", store, "doctor"]).expect(0, "");
    }
    assert!(disk.mount("remount,size=400m"));
    home.run(&["--store", store, "add", "many"]).expect(0, "");
    assert_eq!(
        home.digest(store),
        home.fresh_digest("fresh", &["few", "many"])
    );
    home.run(&["--store", store, "doctor"]).expect(0, "");
}

/// Runs the binary with a limit on the size of files, in blocks of 512 bytes.
fn limited(home: &Home, blocks: u32, arguments: &[&str]) -> Run {
    let binary = home.command().get_program().to_owned();
    let script = "trap '' XFSZ; ulimit -f \"$1\" || exit 99; shift; exec \"$@\"";
    let mut command = Command::new("sh");
    command
        .args(["-c", script, "sh", &blocks.to_string()])
        .arg(binary)
        .args(arguments);
    command.env_clear();
    for (name, value) in home.command().get_envs() {
        if let Some(value) = value {
            command.env(name, value);
        }
    }
    Run::from(command.current_dir(home.path("")).output().unwrap())
}

#[test]
fn a_file_that_may_not_grow_loses_nothing() {
    let home = home_with_documents();
    if !Path::new("/bin/sh").exists() {
        println!("skipped: there is no shell here");
        return;
    }
    home.run(&["--store", "base", "add", "few"]).expect(0, "");
    let fresh = home.fresh_digest("fresh", &["few", "many"]);
    // The smaller the limit, the earlier the step that meets it: the shared
    // memory of the log, the records, the keyword index.
    let mut failed = 0;
    for kib in [4, 24, 100, 400, 1_200, 2_500, 5_000, 10_000] {
        home.copy("base", "library");
        let run = limited(&home, kib * 2, &["add", "many", "--jsonl"]);
        let mut there = few();
        there.extend(acknowledged(&run));
        if run.code != Some(0) {
            failed += 1;
            println!(
                "{kib} KiB: {} acknowledged, {}",
                there.len() - 5,
                run.stderr.trim()
            );
            run.fails_with_hint();
        }
        still_answers(&home, "library", &there);
        home.run(&["doctor"]).expect(0, "");
        home.run(&["add", "many"]).expect(0, "");
        assert_eq!(home.digest("library"), fresh, "{kib} KiB");
    }
    assert!(failed >= 5, "only {failed} limits were met");
}

#[test]
fn a_new_library_on_a_full_disk_is_no_half_library() {
    let home = home_with_documents();
    let fresh = home.fresh_digest("fresh", &["few"]);
    for kib in [1, 4, 16, 40, 64, 90] {
        let run = limited(&home, kib * 2, &["add", "few"]);
        if run.code != Some(0) {
            run.fails_with_hint();
        }
        let listed = home.run(&["ls", "--json"]);
        assert!(matches!(listed.code, Some(0 | 2)), "{kib} KiB: {listed:?}");
        home.run(&["add", "few"]).expect(0, "");
        assert_eq!(home.digest("library"), fresh, "{kib} KiB");
        std::fs::remove_dir_all(home.path("library")).unwrap();
    }
}
