//! A writer that is killed at any moment loses nothing it acknowledged, and
//! leaves nothing half done.

use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use index::{Library, PayloadKind, Writer, check};

use crate::support::*;

const DIR: &str = "PERUSAL_TEST_CRASH_DIR";
const SEED: &str = "PERUSAL_TEST_CRASH_SEED";

/// Kills at least this many times, and goes on while there is time.
const CYCLES: u64 = 30;
const TIME_MAX: Duration = Duration::from_secs(60);

/// Path → seed of its text.
type Model = BTreeMap<String, u64>;

/// A xorshift generator: the test is the same for the same seed, except for
/// the moment of the kill.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % end
    }
}

fn text_of(seed: u64) -> String {
    prose(seed, 20 + (seed % 90) as usize)
}

/// What the journal says: a line `>op` before an operation, `<` and the number
/// of pending chunks after it. An operation is `put path=seed …`, `remove path
/// …`, `attach` or `vacuum`.
fn journal(path: &Path) -> (Model, Option<String>, Option<u64>) {
    let mut model = Model::new();
    let mut begun: Option<String> = None;
    let mut pending = None;
    for line in std::fs::read_to_string(path).unwrap_or_default().lines() {
        match line.split_at(1) {
            (">", op) => begun = Some(op.to_owned()),
            ("<", count) => {
                apply(&mut model, &begun.take().unwrap());
                pending = Some(count.parse().unwrap());
            }
            // The parent found out how an operation ended.
            ("!", ended) => {
                let op = begun.take();
                if ended == "done" {
                    apply(&mut model, &op.unwrap());
                }
                pending = None;
            }
            other => panic!("{other:?}"),
        }
    }
    (model, begun, pending)
}

fn apply(model: &mut Model, op: &str) {
    let mut words = op.split(' ');
    match words.next() {
        Some("put") => words.for_each(|word| {
            let (path, seed) = word.split_once('=').unwrap();
            model.insert(path.to_owned(), seed.parse().unwrap());
        }),
        Some("remove") => words.for_each(|path| {
            model.remove(path);
        }),
        _ => {}
    }
}

fn note(path: &Path, line: &str) {
    let mut file = OpenOptions::new()
        .create(true)
        .append(true)
        .open(path)
        .unwrap();
    // In one write: who is killed between two leaves a line without its end.
    file.write_all(format!("{line}\n").as_bytes()).unwrap();
    file.sync_data().unwrap();
}

/// Not a test of its own: the process that is killed.
#[test]
fn child() {
    let Ok(dir) = std::env::var(DIR) else { return };
    let dir = Path::new(&dir);
    let mut dice = Dice(std::env::var(SEED).unwrap().parse().unwrap());
    let log = dir.join("journal");
    let mut writer = Writer::open(&dir.join("store"), &identity()).unwrap();
    let (mut model, _, _) = journal(&log);
    loop {
        let place = |dice: &mut Dice| format!("{}.txt", dice.below(12));
        match dice.below(10) {
            0..4 => {
                let batch: Model = (0..=dice.below(3))
                    .map(|_| (place(&mut dice), dice.below(60)))
                    .collect();
                let op: String = batch
                    .iter()
                    .map(|(path, seed)| format!(" {path}={seed}"))
                    .collect();
                note(&log, &format!(">put{op}"));
                let documents = batch
                    .iter()
                    .map(|(path, seed)| document(path, &text_of(*seed)))
                    .collect();
                writer.put(documents).unwrap();
                apply(&mut model, &format!("put{op}"));
            }
            4..6 => {
                let Some(path) = model.keys().nth(dice.below(12) as usize).cloned() else {
                    continue;
                };
                note(&log, &format!(">remove {path}"));
                let id = document(&path, &text_of(model[&path])).id();
                writer.remove(&[id]).unwrap();
                model.remove(&path);
            }
            6..8 => {
                note(&log, ">attach");
                embed_some(&mut writer, 9).unwrap();
            }
            8 => {
                note(&log, ">attach");
                for kind in PayloadKind::ALL {
                    pay_some(&mut writer, kind, 9).unwrap();
                }
            }
            _ => {
                note(&log, ">vacuum");
                writer.vacuum().unwrap();
            }
        }
        note(&log, &format!("<{}", writer.pending_count().unwrap()));
    }
}

fn seen(documents: &[index::DocumentRecord]) -> BTreeMap<String, index::DocumentId> {
    documents
        .iter()
        .map(|document| (document.path.clone(), document.id.clone()))
        .collect()
}

fn expected(model: &Model) -> BTreeMap<String, index::DocumentId> {
    model
        .iter()
        .map(|(path, seed)| (path.clone(), document(path, &text_of(*seed)).id()))
        .collect()
}

#[test]
fn a_killed_writer_loses_nothing_and_leaves_nothing_half_done() {
    let dir = tempfile::tempdir().unwrap();
    let store = dir.path().join("store");
    let log = dir.path().join("journal");
    let mut dice = Dice(0x5EED);
    let started = Instant::now();
    let mut acknowledged = 0;
    let mut cut_short = 0;
    for cycle in 0..CYCLES {
        if started.elapsed() > TIME_MAX {
            println!("stopped after {cycle} cycles: the machine is slow");
            break;
        }
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "crashes::child"])
            .env(DIR, dir.path())
            .env(SEED, (cycle + 1).to_string())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(30 + dice.below(400)));
        child.kill().unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(
            output.status.code(),
            None,
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );

        if !store.join("library.sqlite").is_file() {
            continue;
        }
        let (before, begun, pending) = journal(&log);
        let mut after = before.clone();
        if let Some(op) = &begun {
            apply(&mut after, op);
        }
        // A reader finds a whole version even before any writer recovers.
        if let Ok(library) = Library::open(&store) {
            let snapshot = library.snapshot().unwrap();
            let found = seen(snapshot.documents());
            let whole = found == expected(&before) || found == expected(&after);
            assert!(
                whole,
                "cycle {cycle}, {begun:?}: {found:?} is neither\n{before:?} nor\n{after:?}"
            );
            snapshot.digest().unwrap();
        }
        let mut writer = Writer::open(&store, &identity()).unwrap();
        let found = seen(&writer.documents().unwrap());
        let done = found == expected(&after);
        assert!(
            done || found == expected(&before),
            "cycle {cycle}, {begun:?}: {found:?}"
        );
        let vectors_only = begun
            .as_deref()
            .is_none_or(|op| op == "attach" || op == "vacuum");
        if let Some(pending) = pending.filter(|_| vectors_only) {
            assert!(
                writer.pending_count().unwrap() <= pending,
                "a vector was lost"
            );
        }
        acknowledged = std::fs::read_to_string(&log).unwrap().matches('<').count();
        if begun.is_some() {
            cut_short += 1;
            note(&log, if done { "!done" } else { "!undone" });
        }
        let report = check(&store).unwrap();
        assert_eq!(report.problems, [], "cycle {cycle}, {begun:?}");

        // With the remaining vectors it is what a fresh store would be.
        let model = if done { after } else { before };
        embed_all(&mut writer);
        pay_all(&mut writer);
        writer.vacuum().unwrap();
        let fresh = tempfile::tempdir().unwrap();
        let documents = model
            .iter()
            .map(|(path, seed)| document(path, &text_of(*seed)));
        let same = paid_store_with(fresh.path(), documents.collect())
            .snapshot()
            .unwrap();
        assert_eq!(
            snapshot(&store).digest().unwrap(),
            same.digest().unwrap(),
            "cycle {cycle}"
        );
    }
    println!("{acknowledged} operations acknowledged, {cut_short} cut short");
    assert!(acknowledged > 0);
}
