//! Changing the model of a library: it is searched as before until the switch, and
//! a kill costs a block of vectors.

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::home::{Home, Run};
use crate::made_up::{SplitMix64, text, word};
use crate::model_server::ModelServer;

/// Longest time a test waits for something that should come.
const PATIENCE: Duration = Duration::from_secs(60);

/// Files of the library; each has some ten chunks.
const FILES: usize = 30;

/// A library with the vectors of the model `words`, which nobody chose in settings.
fn home(server: &ModelServer) -> Home {
    let mut home = Home::new().answering();
    home.set("PERUSAL_MODEL__ENDPOINT", server.address());
    home.set("PERUSAL_CHUNK__SIZE_CHARS", "200");
    home.set("PERUSAL_CHUNK__OVERLAP_CHARS", "0");
    for file in 0..FILES {
        home.write(&format!("docs/{file}.txt"), text(file, 1, 9));
    }
    home.run(&["add", "docs", "--embedder", "ollama:words"])
        .expect(0, "");
    home
}

fn reindex(home: &Home) -> Child {
    home.command()
        .args(["reindex", "--embedder", "ollama:other", "--jsonl"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// What `doctor` says of a change that is under way.
fn under_way(home: &Home) -> Option<String> {
    let findings = home.json(&["doctor"])["findings"].clone();
    let told = |finding: &Value| finding["what"].as_str().unwrap().to_owned();
    let mut told = findings.as_array().unwrap().iter().map(told);
    told.find(|told| told.contains("the change to the embedding model ollama:other"))
}

/// Waits until some vectors of the new model are kept.
fn wait_for_vectors(home: &Home, child: &mut Child) {
    let started = Instant::now();
    while under_way(home).is_none_or(|told| told.contains(": 0 of")) {
        assert!(child.try_wait().unwrap().is_none(), "it was over too soon");
        assert!(started.elapsed() < PATIENCE, "no vectors");
    }
}

/// The document found for the word of a file by vectors alone.
fn found(home: &Home, file: usize) -> Value {
    let found = home.json(&["search", &word(file, 1), "--strategy", "dense", "-k", "1"]);
    found["hits"][0]["document"].clone()
}

/// The digest of a library that had the new model from the start.
fn fresh(home: &Home, folders: &[&str]) -> String {
    let arguments = ["--store", "fresh", "add", "--embedder", "ollama:other"];
    home.run(&[&arguments[..], folders].concat()).expect(0, "");
    home.digest("fresh")
}

fn signal(child: &Child, name: &str) {
    let pid = child.id().to_string();
    let sent = Command::new("kill").args([name, &pid]).status();
    assert!(sent.unwrap().success());
}

#[test]
fn the_library_serves_with_the_old_vectors_until_the_switch() {
    let server = ModelServer::start();
    let home = home(&server);
    let before = home.digest("library");
    server.hold_after(10);
    let mut child = reindex(&home);
    wait_for_vectors(&home, &mut child);
    assert_eq!(home.digest("library"), before);
    assert_eq!(found(&home, 7), "7.txt");
    let question = format!("How many herons did the warden of {} count?", word(3, 1));
    let asked = home.json(&["ask", &question]);
    assert_eq!(asked["answer"]["citations"][0]["document"], "3.txt");
    home.run(&["add", "docs"])
        .expect(2, "hint: wait for the other command");
    server.release();
    let run = Run::from(child.wait_with_output().unwrap()).expect(0, "");
    let lines: Vec<Value> = run
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let done = lines.last().unwrap();
    assert_eq!(
        (&done["event"], &done["switched"]),
        (&"done".into(), &true.into())
    );
    assert_eq!(done["chunks_embedded"], done["chunks_total"]);
    let embedded = lines.iter().filter(|line| line["event"] == "embedded");
    assert!(embedded.count() >= 2, "{lines:?}");

    // The next commands need not be told.
    assert_eq!(found(&home, 7), "7.txt");
    assert_eq!(
        home.run(&["doctor"])
            .expect(0, "")
            .stdout
            .matches("mend")
            .count(),
        0
    );
    assert_eq!(home.digest("library"), fresh(&home, &["docs"]));
    let again = home.run(&["reindex"]).expect(0, "");
    assert!(
        again.stdout.contains("has the vectors of ollama:other@"),
        "{again:?}"
    );
    let forced = home.json(&["reindex", "--force"]);
    assert_eq!(forced["switched"], true);
    assert_eq!(home.digest("library"), home.digest("fresh"));
    // Nothing of the old vectors is left.
    let files = home.files("library");
    let vectors = files
        .iter()
        .filter(|file| file.to_string_lossy().contains("vectors."));
    assert_eq!(vectors.count(), 1, "{files:?}");
}

#[test]
fn an_interrupted_change_goes_on_with_what_was_made_and_what_was_added() {
    let server = ModelServer::start();
    let home = home(&server);
    server.hold_after(10);
    let mut child = reindex(&home);
    wait_for_vectors(&home, &mut child);
    signal(&child, "-INT");
    let run = Run::from(child.wait_with_output().unwrap()).expect(130, "");
    server.release();
    let kept: Value = serde_json::from_str(run.stdout.lines().last().unwrap()).unwrap();
    assert_eq!(
        (&kept["switched"], &kept["interrupted"]),
        (&false.into(), &true.into())
    );
    let kept = kept["chunks_embedded"].as_u64().unwrap();
    assert!(kept > 0);

    // Until the switch the library has its old model, and can be added to.
    home.write("more/31.txt", text(31, 1, 9));
    let added = home.run(&["add", "more"]);
    added.expect(
        0,
        "`perusal reindex --embedder ollama:other` goes on with it",
    );
    assert_eq!(found(&home, 31), "31.txt");
    home.run(&["rm", "0.txt"]).expect(0, "");
    std::fs::remove_file(home.path("docs/0.txt")).unwrap();
    home.run(&["add", "docs", "--embedder", "ollama:other"])
        .expect(2, "hint: `perusal reindex --embedder ollama:other`");
    home.run(&["search", "heron", "--embedder", "ollama:other"])
        .expect(2, "hint: `perusal reindex --embedder ollama:other`");

    let before = server.texts();
    let resumed = home.json(&["reindex", "--embedder", "ollama:other"]);
    let reused = resumed["chunks_kept"].as_u64().unwrap();
    assert!(reused > 0 && reused <= kept, "{resumed}");
    let asked = (server.texts() - before) as u64;
    let missing = resumed["chunks_total"].as_u64().unwrap() - reused;
    assert!(asked <= missing + 1, "{asked} texts for {missing} chunks");
    assert_eq!(found(&home, 31), "31.txt");
    assert_eq!(home.digest("library"), fresh(&home, &["docs", "more"]));
}

#[test]
fn kills_lose_a_block_at_most_and_never_the_library() {
    /// Kills; moments of them are drawn from the time a whole run takes.
    const KILLS: usize = 8;
    let server = ModelServer::start();
    let home = home(&server);
    let expected = fresh(&home, &["docs"]);
    home.copy("library", "base");
    server.pause(Duration::from_millis(12));
    let started = Instant::now();
    reindex(&home).wait_with_output().unwrap();
    let whole = started.elapsed();
    assert_eq!(home.digest("library"), expected);
    home.copy("base", "library");
    let mut random = SplitMix64::new(11);
    let mut switched = 0;
    for kill in 0..KILLS {
        let about = format!("kill {kill}");
        let mut child = reindex(&home);
        let thousandths = u32::try_from(random.below(1_000)).unwrap();
        std::thread::sleep(whole * thousandths / 1_000);
        child.kill().unwrap();
        child.wait().unwrap();
        let file = random.below(FILES);
        assert_eq!(found(&home, file), format!("{file}.txt"), "{about}");
        let doctor = home.json(&["doctor"]);
        assert_eq!(doctor["damaged"], false, "{about}: {doctor}");
        if home.digest("library") == expected {
            // It was done before it was killed: from the start again.
            switched += 1;
            home.copy("base", "library");
        }
    }
    home.run(&["reindex", "--embedder", "ollama:other"])
        .expect(0, "");
    assert_eq!(home.digest("library"), expected);
    println!("{KILLS} kills within {whole:?}, {switched} after the switch");
}

#[test]
fn what_cannot_be_changed_to_is_told_and_changes_nothing() {
    let mut server = ModelServer::start();
    let home = home(&server);
    let before = home.digest("library");
    let to = |name: &str| home.run(&["reindex", "--embedder", name]);
    to("no-such-model").expect(2, "perusal models ls");
    to("all-minilm-l6-v2").expect(2, "hint: `perusal models pull all-minilm-l6-v2`");
    to("none").expect(2, "hint: name one");
    to("openai:").expect(2, "names a service and no model");
    home.run(&["--store", "nowhere", "reindex"])
        .expect(2, "hint: `perusal add PATH` makes a library");
    server.stop();
    to("ollama:other").expect(3, "no answer from the server");
    assert_eq!(home.digest("library"), before);
    assert_eq!(under_way(&home), None);
}

#[test]
fn settings_that_name_the_old_model_are_told() {
    let server = ModelServer::start();
    let home = home(&server);
    home.write(
        ".config/perusal/perusal.toml",
        "[model]\nembedder = \"ollama:words\"\n",
    );
    home.run(&["reindex", "--embedder", "ollama:other"])
        .expect(0, "note: set `model.embedder` to `ollama:other` in ");
    home.run(&["search", "heron"])
        .expect(2, "perusal reindex --embedder ollama:words");
}
