//! A library of many small tables under additions, replacements, removals, vacuums and
//! kills: each card keeps its table, each table its card, and in the end the library is
//! the one that was never disturbed.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::{Duration, Instant};

use super::fault::Fault;
use crate::home::Home;
use crate::made_up::{SplitMix64, word};

/// Tables of a document.
const TABLES: usize = 10;

/// A document of small tables, no two of which are alike.
fn document(file: usize, version: u32) -> String {
    let mut text = format!("# Harbour {}\n", word(file, version));
    for table in 0..TABLES {
        let _ = write!(
            text,
            "\n## Quay {table}\n\n| Berth | Depth m | Fee |\n|---|---|---|\n"
        );
        for row in 0..4 {
            let _ = writeln!(
                text,
                "| {table}{row} | {}.{row} | ${},{version:03} |",
                file + row,
                table + 1
            );
        }
    }
    text
}

/// A folder of such documents.
struct Folder {
    home: Home,
    versions: BTreeMap<usize, u32>,
    next_version: u32,
    random: SplitMix64,
}

fn name(file: usize) -> String {
    format!("harbour{file:03}.md")
}

impl Folder {
    fn new(documents: usize) -> Self {
        let mut folder = Self {
            home: Home::new(),
            versions: BTreeMap::new(),
            next_version: 1,
            random: SplitMix64::new(31),
        };
        (0..documents).for_each(|file| folder.write(file));
        folder
    }

    fn write(&mut self, file: usize) {
        let version = self.next_version % 1_000;
        self.next_version += 1;
        let path = format!("docs/{}", name(file));
        self.home.write(&path, document(file, version));
        self.versions.insert(file, version);
    }

    fn delete(&mut self, file: usize) {
        std::fs::remove_file(self.home.path("docs").join(name(file))).unwrap();
        self.versions.remove(&file);
    }

    /// Changes some documents, takes some away, brings some back.
    fn change(&mut self, documents: usize, changes: usize) {
        let all: Vec<usize> = (0..documents).collect();
        for file in self.random.some(&all, changes) {
            if self.random.below(4) == 0 && self.versions.contains_key(&file) {
                self.delete(file);
            } else {
                self.write(file);
            }
        }
    }

    /// Runs a command that is killed within the time given. Returns whether it was.
    fn is_killed(&mut self, whole: Duration, arguments: &[&str]) -> bool {
        let thousandths = u32::try_from(self.random.below(1_050)).unwrap();
        let fault = Fault::KillAfter(whole * thousandths / 1_000);
        let arguments = [&["--quiet"], arguments].concat();
        fault.befalls(&self.home, &arguments).code.is_none()
    }

    /// Every table has its card, and every card its table.
    fn look(&self, about: &str) {
        let doctor = self.home.run(&["doctor", "--json"]);
        assert_eq!(doctor.code, Some(0), "{about}: {doctor:?}");
        assert_eq!(doctor.object()["damaged"], false, "{about}: {doctor:?}");
        let listed = self.home.json(&["ls"]);
        let documents = listed["documents"].as_array().unwrap();
        let tables = self.home.json(&["tables", "--limit", "100000"]);
        let of_documents = tables["tables"].as_array().unwrap().iter();
        let typed = of_documents
            .filter(|table| table["kind"] == "table")
            .count();
        assert_eq!(typed, documents.len() * TABLES, "{about}");
    }
}

fn survive(documents: usize, kills: usize) {
    let started = Instant::now();
    let mut folder = Folder::new(documents);
    let begun = Instant::now();
    folder.home.run(&["add", "docs"]).expect(0, "");
    let whole = begun.elapsed();
    folder.look("the start");
    let (mut killed, mut rounds) = (0, 0);
    while killed < kills {
        rounds += 1;
        assert!(rounds < 5 * kills, "only {killed} runs were killed");
        let about = format!("round {rounds}");
        let was = if folder.random.below(4) == 0 && !folder.versions.is_empty() {
            let there: Vec<usize> = folder.versions.keys().copied().collect();
            let gone = folder.random.some(&there, documents / 8 + 1);
            gone.iter().for_each(|file| folder.delete(*file));
            let names: Vec<String> = gone.into_iter().map(name).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            folder.is_killed(whole / 3, &[&["rm"], &names[..]].concat())
        } else {
            folder.change(documents, documents / 2 + 1);
            folder.is_killed(whole, &["add", "docs", "--prune"])
        };
        killed += usize::from(was);
        folder.look(&about);
        if folder.random.below(3) == 0 {
            folder.home.run(&["add", "docs", "--prune"]).expect(0, "");
            folder.look(&format!("{about}, finished"));
        }
    }
    if folder.versions.is_empty() {
        folder.write(0);
    }
    folder.home.run(&["add", "docs", "--prune"]).expect(0, "");
    folder.look("the end");
    let digest = folder.home.digest("library");
    assert_eq!(digest, folder.home.fresh_digest("fresh", &["docs"]));
    println!(
        "{} documents of {TABLES} tables, {killed} kills in {rounds} rounds, {:.0} s",
        folder.versions.len(),
        started.elapsed().as_secs_f64()
    );
}

#[test]
fn many_small_tables_survive_kills() {
    survive(30, 12);
}

#[test]
#[ignore = "takes minutes; `scripts/test --long` runs it"]
fn five_thousand_small_tables_survive_kills() {
    survive(500, 30);
}
