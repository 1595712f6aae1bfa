//! A library, the folder it is made from, and what is known of both.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::fault::{Ended, Fault};
use super::journal::{Held, Journal, name};
use crate::home::Home;
use crate::made_up::{SplitMix64, text, word, words_in};

/// See the module.
pub struct Library {
    pub home: Home,
    /// What the library promised.
    pub journal: Journal,
    /// What the folder holds.
    pub on_disk: BTreeMap<usize, Held>,
    /// Paragraphs of a file at most; each is a chunk or so.
    paragraphs_max: usize,
    next_version: u32,
    random: SplitMix64,
}

/// What `ls` shows of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Listed {
    Absent,
    Unreadable,
    /// With so many chunks.
    Ready(u64),
}

/// What was found of a file.
#[derive(Debug, Default)]
struct Found {
    ids: BTreeSet<String>,
    versions: BTreeSet<u32>,
    chunks: BTreeSet<u64>,
}

impl Library {
    pub fn new(home: Home, paragraphs_max: usize) -> Self {
        let mut home = home.answering();
        home.set("PERUSAL_CHUNK__SIZE_CHARS", "200");
        home.set("PERUSAL_CHUNK__OVERLAP_CHARS", "0");
        home.set("PERUSAL_RETRIEVE__DEPTH", "1000");
        home.write("docs/.keep", "");
        Self {
            home,
            journal: Journal::default(),
            on_disk: BTreeMap::new(),
            paragraphs_max,
            next_version: 1,
            random: SplitMix64::new(7),
        }
    }

    /// Writes a new version of a file.
    pub fn write(&mut self, file: usize) {
        let version = self.next_version;
        self.next_version += 1;
        let paragraphs = (file * 5 + version as usize * 3) % self.paragraphs_max + 1;
        self.home.write(
            &format!("docs/{}", name(file)),
            text(file, version, paragraphs),
        );
        self.on_disk.insert(file, Held::Version(version));
    }

    /// Makes a file one that cannot be read.
    pub fn spoil(&mut self, file: usize) {
        self.home.write(&format!("docs/{}", name(file)), "");
        self.on_disk.insert(file, Held::Unreadable);
    }

    pub fn delete(&mut self, file: usize) {
        std::fs::remove_file(self.home.path("docs").join(name(file))).unwrap();
        self.on_disk.remove(&file);
    }

    /// Adds the folder; what is acknowledged on the way goes into the journal.
    pub fn add(&mut self, prune: bool, fault: Fault, about: &str) -> Ended {
        for (file, held) in &self.on_disk {
            self.journal.begun(*file, *held);
        }
        let is_gone = |file: &usize| prune && !self.on_disk.contains_key(file);
        let vanished: Vec<usize> = self
            .journal
            .may_hold
            .keys()
            .copied()
            .filter(is_gone)
            .collect();
        for file in &vanished {
            self.journal.begun(*file, Held::Nothing);
        }
        let arguments: &[&str] = if prune { &["--prune"] } else { &[] };
        let ended = fault.befalls(
            &self.home,
            &[&["--quiet", "add", "docs", "--jsonl"], arguments].concat(),
        );
        let stored = ended
            .events
            .iter()
            .filter(|event| event["event"] == "stored");
        for stored in stored.flat_map(|event| event["documents"].as_array().unwrap()) {
            let path = stored["document"].as_str().unwrap();
            let (file, held) = self
                .on_disk
                .iter()
                .find(|(file, _)| name(**file) == path)
                .unwrap();
            let unreadable = *held == Held::Unreadable;
            assert_eq!(
                stored["action"] == "failed",
                unreadable,
                "{about}: {stored}"
            );
            self.journal.acknowledged(*file, *held);
        }
        if matches!(ended.code, Some(0 | 1 | 4)) {
            for file in vanished {
                self.journal.acknowledged(file, Held::Nothing);
            }
        }
        ended
    }

    /// Removes documents, which are acknowledged by the exit: all, or none.
    pub fn remove(&mut self, files: &[usize], fault: Fault, about: &str) -> Ended {
        for file in files {
            if self.on_disk.contains_key(file) {
                self.delete(*file);
            }
            self.journal.begun(*file, Held::Nothing);
        }
        let names: Vec<String> = files.iter().copied().map(name).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let ended = fault.befalls(&self.home, &[&["--quiet", "rm"], &names[..]].concat());
        if ended.code == Some(0) {
            for file in files {
                self.journal.acknowledged(*file, Held::Nothing);
            }
        }
        let listed = self.listed(about);
        let left = files
            .iter()
            .filter(|file| listed.contains_key(file))
            .count();
        assert!(
            left == 0 || left == files.len(),
            "{about}: rm {files:?} left {left}"
        );
        ended
    }

    /// What `ls` shows, by file.
    fn listed(&self, about: &str) -> BTreeMap<usize, Listed> {
        let run = self.home.run(&["ls", "--json"]);
        if run.code == Some(2) {
            // Killed before there was a library.
            assert!(
                run.stderr.contains("is not a Perusal store"),
                "{about}: {run:?}"
            );
            return BTreeMap::new();
        }
        assert_eq!(run.code, Some(0), "{about}: {run:?}");
        let mut listed = BTreeMap::new();
        for document in run.object()["documents"].as_array().unwrap() {
            let path = document["document"].as_str().unwrap();
            let file: usize = path[1..4].parse().unwrap();
            let state = match document["state"].as_str() {
                Some("ready") => Listed::Ready(document["chunks"].as_u64().unwrap()),
                _ => Listed::Unreadable,
            };
            assert!(
                listed.insert(file, state).is_none(),
                "{about}: {path} is listed twice"
            );
        }
        listed
    }

    /// Reads the library as it lies and compares it with the journal.
    pub fn look(&mut self, about: &str) {
        /// Hits of one search, which gives at most 100, and its words, which
        /// must fit a query.
        const HITS_MAX: u64 = 95;
        const FILES_MAX: usize = 100;
        let listed = self.listed(about);
        let files: Vec<usize> = self.journal.may_hold.keys().copied().collect();
        if listed.is_empty() {
            files
                .iter()
                .for_each(|file| self.journal.seen(*file, Held::Nothing, about));
            return;
        }
        let mut group = Vec::new();
        let mut hits = 0;
        for file in files {
            let listed = listed.get(&file).copied().unwrap_or(Listed::Absent);
            let more = if let Listed::Ready(chunks) = listed {
                chunks
            } else {
                0
            };
            if hits + more > HITS_MAX || group.len() == FILES_MAX {
                self.look_at(&std::mem::take(&mut group), about);
                hits = 0;
            }
            hits += more;
            group.push((file, listed));
        }
        self.look_at(&group, about);
        self.look_at_one(about);
    }

    /// The word of one version finds that document and no other.
    fn look_at_one(&mut self, about: &str) {
        if let Some(file) = self.random.some(&self.journal.certain(), 1).first()
            && let [Held::Version(version)] = self.journal.may_hold[file][..]
        {
            let found = self.search(&word(*file, version), about);
            let all = found
                .iter()
                .all(|hit| hit["document"] == name(*file).as_str());
            assert!(all && !found.is_empty(), "{about}: {found:?}");
        }
    }

    /// Searches for every version that these files may hold: of each exactly
    /// one is found, with all its chunks.
    fn look_at(&mut self, files: &[(usize, Listed)], about: &str) {
        let mut words: BTreeMap<String, (usize, u32)> = BTreeMap::new();
        for (file, _) in files {
            for held in &self.journal.may_hold[file] {
                if let Held::Version(version) = *held {
                    words.insert(word(*file, version), (*file, version));
                }
            }
        }
        let mut found: BTreeMap<usize, Found> = BTreeMap::new();
        let query = words.keys().cloned().collect::<Vec<_>>().join(" ");
        let hits = if query.is_empty() {
            Vec::new()
        } else {
            self.search(&query, about)
        };
        for hit in hits {
            let path = hit["document"].as_str().unwrap();
            let text = hit["text"].as_str().unwrap();
            let of_hit = words_in(text.as_bytes());
            assert_eq!(of_hit.len(), 1, "{about}: {path} gave {text}");
            let (file, version) = words[of_hit.first().unwrap()];
            assert_eq!(path, name(file), "{about}: {text}");
            let found = found.entry(file).or_default();
            found
                .ids
                .insert(hit["document_id"].as_str().unwrap().to_owned());
            found.versions.insert(version);
            found.chunks.insert(hit["chunk"].as_u64().unwrap());
        }
        for (file, listed) in files {
            let about = format!("{about}: {} is listed as {listed:?}", name(*file));
            let held = match (*listed, found.get(file)) {
                (
                    Listed::Ready(count),
                    Some(Found {
                        ids,
                        versions,
                        chunks,
                    }),
                ) => {
                    assert_eq!(
                        (ids.len(), versions.len()),
                        (1, 1),
                        "{about}: {ids:?} {versions:?}"
                    );
                    assert_eq!(*chunks, (0..count).collect(), "{about}, found in part");
                    Held::Version(*versions.first().unwrap())
                }
                (Listed::Unreadable, None) => Held::Unreadable,
                (Listed::Absent, None) => Held::Nothing,
                (_, found) => panic!("{about}, found as {found:?}"),
            };
            self.journal.seen(*file, held, &about);
        }
    }

    fn search(&self, query: &str, about: &str) -> Vec<Value> {
        let keyword = ["--strategy", "keyword", "-k", "100", "--json"];
        let run = self.home.run(&[&["search", query], &keyword[..]].concat());
        assert!(matches!(run.code, Some(0 | 1)), "{about}: {run:?}");
        run.object()["hits"].as_array().unwrap().clone()
    }

    /// A question about a file that is there, so that there is a trace which
    /// quotes it.
    pub fn ask_about(&self, file: usize, about: &str) {
        let [Held::Version(version)] = self.journal.may_hold[&file][..] else {
            return;
        };
        let question = format!(
            "How many herons did the warden of {} count?",
            word(file, version)
        );
        let run = self.home.run(&["ask", &question, "--json"]);
        assert_eq!(run.code, Some(0), "{about}: {run:?}");
        let cited = &run.object()["answer"]["citations"][0]["document"];
        assert_eq!(*cited, name(file).as_str(), "{about}: {run:?}");
        assert!(!run.stderr.contains("not kept"), "{about}: {run:?}");
    }

    /// A run to the end: the library is sound, holds what the folder holds and
    /// no word of anything else.
    pub fn finish(&mut self, about: &str) {
        let run = self.home.run(&["add", "docs", "--prune", "--json"]);
        assert!(matches!(run.code, Some(0 | 1 | 4)), "{about}: {run:?}");
        let added = run.object();
        if !added["model"].is_null() {
            assert_eq!(added["chunks_pending"], 0, "{about}: {added}");
        }
        for (file, states) in &mut self.journal.may_hold {
            *states = vec![self.on_disk.get(file).copied().unwrap_or(Held::Nothing)];
        }
        let doctor = self.home.run(&["doctor", "--json"]);
        assert_eq!(doctor.code, Some(0), "{about}: {doctor:?}");
        assert_eq!(doctor.object()["damaged"], false, "{about}: {doctor:?}");
        let version = |held: &Held| {
            if let Held::Version(version) = held {
                Some(*version)
            } else {
                None
            }
        };
        let alive: BTreeSet<String> = self
            .on_disk
            .iter()
            .filter_map(|(file, held)| Some(word(*file, version(held)?)))
            .collect();
        for path in self.home.files("library") {
            let stored = words_in(&std::fs::read(&path).unwrap());
            let dead: Vec<_> = stored.difference(&alive).collect();
            assert!(
                dead.is_empty(),
                "{about}: {} still holds {dead:?}",
                path.display()
            );
        }
    }
}
