//! A library on a cluster: put there, searched there, followed, and taken back.

use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::cluster_server::{Fault, Wire};
use crate::home::Home;
use crate::made_up::{text, word};

/// A home with a library of twelve files, and no model.
fn home() -> Home {
    let home = Home::new();
    for file in 0..12 {
        home.write(&format!("docs/{file}.txt"), text(file, 1, file % 4 + 1));
    }
    home.run(&["add", "docs"]).expect(0, "");
    home
}

/// Lets searches go to the cluster from now on.
fn search_there(home: &mut Home, wire: &Wire) {
    home.set("PERUSAL_INDEX__BACKEND", "qdrant");
    home.set("PERUSAL_INDEX__URL", wire.url());
    home.set("PERUSAL_INDEX__TIMEOUT_MS", "2000");
}

fn address(wire: &Wire) -> String {
    wire.url().replace("http", "qdrant")
}

fn found(home: &Home, words: &str) -> Vec<String> {
    let found = home.json(&["search", words, "--strategy", "keyword", "-k", "50"]);
    let hits = found["hits"].as_array().unwrap().iter();
    let mut names: Vec<String> = hits.map(|it| it["document"].to_string()).collect();
    names.sort();
    names
}

/// Counts calls of a method from now on.
fn count(wire: &Wire, counted: &'static str) -> Arc<AtomicUsize> {
    let calls = Arc::new(AtomicUsize::new(0));
    let seen = Arc::clone(&calls);
    wire.faults(move |method| {
        if method == counted {
            seen.fetch_add(1, Ordering::Relaxed);
        }
        Fault::None
    });
    calls
}

#[test]
fn a_library_goes_to_a_cluster_is_changed_there_and_comes_back() {
    let wire = Wire::start();
    let mut home = home();
    let before: Vec<_> = (0..12).map(|file| found(&home, &word(file, 1))).collect();
    let digest = home.digest("library");
    let moved = home.json(&["migrate", "--to", &address(&wire)]);
    assert_eq!(moved["equal"], json!(true), "{moved}");
    assert_eq!(moved["documents_put"], json!(12));
    assert_eq!(moved["chunks"]["there"], moved["chunks"]["here"]);
    assert!(moved["searches"].as_u64() >= Some(12), "{moved}");
    // Once more: there is nothing to tell.
    let again = home.json(&["migrate", "--to", &address(&wire)]);
    assert_eq!(
        (&again["documents_put"], &again["equal"]),
        (&json!(0), &json!(true))
    );

    search_there(&mut home, &wire);
    let asked = count(&wire, "query_batch");
    let there: Vec<_> = (0..12).map(|file| found(&home, &word(file, 1))).collect();
    assert_eq!(there, before);
    assert!(
        asked.load(Ordering::Relaxed) >= 12,
        "the cluster was not asked"
    );

    home.write("docs/new.txt", "The zzharbour opens at dawn.");
    home.write("docs/3.txt", "Something zzelse altogether.");
    home.run(&["add", "docs"]).expect(0, "");
    assert_eq!(found(&home, "zzharbour").len(), 1);
    assert_eq!(found(&home, "zzelse").len(), 1);
    let removed = home.json(&["rm", "new.txt"]);
    assert_eq!(removed["wiped"], json!(true), "{removed}");
    assert!(found(&home, "zzharbour").is_empty());
    let points = wire
        .store()
        .collections
        .values()
        .map(|it| it.points.len())
        .sum::<usize>();
    let chunks = home.json(&["ls"])["documents"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["chunks"].as_u64().unwrap())
        .sum::<u64>();
    assert_eq!(
        points as u64,
        chunks + 1,
        "the dead are removed, the head is there"
    );
    let doctor = home.run(&["doctor"]);
    for wrong in ["cannot be reached", "has no index", "behind", "not ours"] {
        assert!(!doctor.stdout.contains(wrong), "{doctor:?}");
    }
    // Twelve texts of which one was replaced by three words are other than they were.
    assert!(doctor.stdout.contains("migrate --afresh"), "{doctor:?}");

    let back = home.run(&["migrate", "--to", "local"]).expect(0, "");
    assert!(back.stdout.contains("removed from the cluster"), "{back:?}");
    assert!(wire.store().collections.is_empty());
    home.set("PERUSAL_INDEX__BACKEND", "local");
    assert_eq!(found(&home, "zzelse").len(), 1);
    std::fs::remove_file(home.path("docs/new.txt")).unwrap();
    assert_ne!(home.digest("library"), digest);
    assert_eq!(
        home.digest("library"),
        home.fresh_digest("fresh", &["docs"])
    );
}

#[test]
fn while_the_cluster_is_away_words_are_found_here_and_what_is_added_is_kept() {
    let mut wire = Wire::start();
    let mut home = home();
    home.json(&["migrate", "--to", &address(&wire)]);
    search_there(&mut home, &wire);
    wire.down();
    assert!(!found(&home, &word(2, 1)).is_empty());
    let run = home.run(&["search", &word(2, 1), "--strategy", "keyword"]);
    assert!(run.stderr.contains("cannot be reached"), "{run:?}");
    home.write("docs/new.txt", "The zzharbour opens at dawn.");
    let added = home.run(&["add", "docs"]);
    assert_eq!(added.code, Some(0), "{added:?}");
    assert!(
        added.stderr.contains("has not heard of all of it"),
        "{added:?}"
    );
    assert!(added.stderr.contains("perusal migrate"), "{added:?}");
    // Searches see the version before, in every arm.
    assert!(found(&home, "zzharbour").is_empty());
    let removed = home.json(&["rm", "1.txt"]);
    assert_eq!(removed["wiped"], json!(false), "{removed}");
    let doctor = home.run(&["doctor"]);
    assert!(doctor.stdout.contains("cannot be reached"), "{doctor:?}");
    wire.up();
    let doctor = home.run(&["doctor"]);
    assert!(doctor.stdout.contains("versions behind"), "{doctor:?}");
    let told = home.json(&["migrate"]);
    assert_eq!(told["equal"], json!(true), "{told}");
    assert_eq!(told["documents_put"], json!(1), "{told}");
    assert_eq!(found(&home, "zzharbour").len(), 1);
}

#[test]
fn a_move_that_is_killed_goes_on_where_it_was() {
    let wire = Wire::start();
    let mut home = Home::new();
    home.set("PERUSAL_CHUNK__SIZE_CHARS", "100");
    home.set("PERUSAL_CHUNK__OVERLAP_CHARS", "0");
    for file in 0..80 {
        home.write(&format!("docs/{file}.txt"), text(file, 20, 8));
    }
    home.run(&["add", "docs"]).expect(0, "");
    let upserts = Arc::new(AtomicUsize::new(0));
    let seen = Arc::clone(&upserts);
    wire.faults(move |method| {
        if method == "upsert" && seen.fetch_add(1, Ordering::Relaxed) > 2 {
            return Fault::Delay(Duration::from_millis(300));
        }
        Fault::None
    });
    let mut moving = home
        .command()
        .args(["migrate", "--to", &address(&wire)])
        .stderr(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let started = Instant::now();
    while upserts.load(Ordering::Relaxed) < 4 && started.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(5));
    }
    moving.kill().unwrap();
    moving.wait().unwrap();
    let there = wire
        .store()
        .collections
        .values()
        .map(|it| it.points.len())
        .sum::<usize>();
    assert!(there > 100, "{there}");
    wire.faults(|_| Fault::None);
    let moved = home.json(&["migrate", "--to", &address(&wire)]);
    assert_eq!(moved["equal"], json!(true), "{moved}");
    let (put, all) = (moved["documents_put"].as_u64().unwrap(), 80);
    assert!(0 < put && put < all, "{put} of {all}: it began anew");
}

#[test]
fn what_is_wrong_is_said_with_the_command_that_mends_it() {
    let wire = Wire::start();
    let mut home = home();
    let check = |home: &Home, arguments: &[&str], code: i32, words: &[&str]| {
        let run = home.run(arguments);
        assert_eq!(run.code, Some(code), "{arguments:?}: {run:?}");
        for word in words {
            assert!(
                run.stderr.contains(word),
                "`{word}` for {arguments:?}: {run:?}"
            );
        }
    };
    check(
        &home,
        &["migrate"],
        2,
        &["no address of a cluster", "qdrant://127.0.0.1:6334"],
    );
    check(
        &home,
        &["migrate", "--to", "ftp://a"],
        2,
        &["its protocol is not"],
    );
    check(
        &home,
        &["migrate", "--to", "qdrant://key@a"],
        2,
        &["index.api_key"],
    );
    let closed = "qdrant://127.0.0.1:9";
    check(
        &home,
        &["migrate", "--to", closed],
        3,
        &["cannot be reached", "index.url"],
    );
    wire.store().version = "1.4.0".to_owned();
    check(
        &home,
        &["migrate", "--to", &address(&wire)],
        2,
        &["its version is `1.4.0`", "a version that fits"],
    );
    wire.store().version = "1.20.3".to_owned();
    // A folder that came from somewhere may not send documents away.
    home.write(
        "perusal.toml",
        format!("[index]\nbackend = \"qdrant\"\nurl = \"{}\"\n", wire.url()),
    );
    assert!(!found(&home, &word(2, 1)).is_empty());
    std::fs::remove_file(home.path("perusal.toml")).unwrap();
    home.set("PERUSAL_INDEX__BACKEND", "qdrant");
    check(&home, &["ls"], 2, &["no `index.url` is named"]);
    search_there(&mut home, &wire);
    check(
        &home,
        &["search", "x"],
        2,
        &["was never put there", "perusal migrate --to"],
    );
    // What is added is added, whether or not the library was ever put there.
    home.write("docs/new.txt", "The zzharbour opens at dawn.");
    check(&home, &["add", "docs"], 0, &[]);
    home.json(&["migrate"]);
    assert_eq!(found(&home, "zzharbour").len(), 1);
    // The collection is taken away behind our back.
    wire.store().collections.clear();
    check(
        &home,
        &["search", "x", "--strategy", "keyword"],
        2,
        &["doesn't exist", "--afresh"],
    );
    check(
        &home,
        &["migrate"],
        2,
        &["emptied or made anew", "--afresh"],
    );
    let again = home.json(&["migrate", "--afresh"]);
    assert_eq!(again["equal"], json!(true), "{again}");
    assert_eq!(found(&home, "zzharbour").len(), 1);
}
