//! Killed at any moment, the store loses nothing it acknowledged and shows
//! nothing half done.
//!
//! The real binary is killed (SIGKILL) at random moments while it adds,
//! replaces, removes and prunes. The journal of what it acknowledged lives in
//! the test, outside the store. After every kill the library is read as it
//! lies; then, now and then, a run to the end must leave it as a fresh one.

mod journal;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::home::Home;
use crate::made_up::{SplitMix64, text, word, words_in};
use journal::{Held, Journal, name};

/// How a killed or finished run looked from outside.
struct Ended {
    /// `None` when it was killed.
    code: Option<i32>,
    events: Vec<Value>,
    errors: String,
    time: Duration,
}

/// Runs a command and kills it after a while, unless it ends before.
fn run_for(mut command: Command, life: Duration) -> Ended {
    let started = Instant::now();
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (stdout, mut stderr) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    std::thread::scope(|scope| {
        // A line without its end was not acknowledged: it does not parse.
        let events = scope.spawn(move || {
            let lines = BufReader::new(stdout).lines().map_while(Result::ok);
            lines
                .filter_map(|line| serde_json::from_str(&line).ok())
                .collect()
        });
        let errors = scope.spawn(move || std::io::read_to_string(&mut stderr).unwrap_or_default());
        while started.elapsed() < life && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_micros(200));
        }
        let time = started.elapsed();
        child.kill().unwrap();
        let code = child.wait().unwrap().code();
        Ended {
            code,
            events: events.join().unwrap(),
            errors: errors.join().unwrap(),
            time,
        }
    })
}

/// What `ls` shows of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Listed {
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

/// One kind of library and how hard it is treated.
struct Plan {
    seed: u64,
    kills: usize,
    /// Files there are at most.
    files: usize,
    /// Files changed in a cycle at most.
    changes: usize,
    /// Paragraphs of a file at most; each is a chunk or so.
    paragraphs: usize,
    /// One in so many finished runs is compared with a fresh library.
    fresh_every: usize,
}

/// A library, the folder it was made from, and what is known of both.
struct Trial {
    home: Home,
    plan: Plan,
    random: SplitMix64,
    journal: Journal,
    on_disk: BTreeMap<usize, Held>,
    next_version: u32,
    /// Mean time of a run that was left to its end: of `add` and of `rm`.
    add_time: Duration,
    rm_time: Duration,
    kills: usize,
    finished: usize,
}

impl Trial {
    fn new(home: Home, plan: Plan) -> Self {
        let mut home = home.answering();
        home.set("PERUSAL_CHUNK__SIZE_CHARS", "200");
        home.set("PERUSAL_CHUNK__OVERLAP_CHARS", "0");
        home.set("PERUSAL_RETRIEVE__DEPTH", "1000");
        home.write("docs/.keep", "");
        Self {
            home,
            random: SplitMix64::new(plan.seed),
            plan,
            journal: Journal::default(),
            on_disk: BTreeMap::new(),
            next_version: 1,
            add_time: Duration::from_millis(60),
            rm_time: Duration::from_millis(40),
            kills: 0,
            finished: 0,
        }
    }

    fn run(mut self) {
        let started = Instant::now();
        let mut cycles = 0;
        while self.kills < self.plan.kills {
            cycles += 1;
            assert!(
                cycles < self.plan.kills * 4,
                "only {} kills hit a running command",
                self.kills
            );
            let about = format!("cycle {cycles} of seed {}", self.plan.seed);
            match self.random.below(10) {
                0 | 1 => self.remove(&about),
                2 | 3 => {
                    self.take_files_away();
                    self.add(true, &about);
                }
                4..=6 => {
                    self.change_files();
                    self.add(false, &about);
                }
                _ => {
                    self.make_files();
                    self.add(false, &about);
                }
            }
            self.look(&about);
            self.ask(&about);
            // Half of the time the next command meets what the kill left.
            if self.random.below(2) == 0 {
                self.finish(&about);
            }
        }
        self.plan.fresh_every = 1;
        self.finish("the end");
        println!(
            "{} kills in {cycles} cycles, {} runs to the end, {:.1} s",
            self.kills,
            self.finished,
            started.elapsed().as_secs_f64()
        );
    }

    fn paragraphs(&self, file: usize, version: u32) -> usize {
        (file * 5 + version as usize * 3) % self.plan.paragraphs + 1
    }

    fn write(&mut self, file: usize) {
        // A few files cannot be read, and may become readable again.
        let held = if self.random.below(12) == 0 {
            self.home.write(&format!("docs/{}", name(file)), "");
            Held::Unreadable
        } else {
            let version = self.next_version;
            self.next_version += 1;
            let text = text(file, version, self.paragraphs(file, version));
            self.home.write(&format!("docs/{}", name(file)), text);
            Held::Version(version)
        };
        self.on_disk.insert(file, held);
    }

    fn make_files(&mut self) {
        let missing: Vec<usize> = (0..self.plan.files)
            .filter(|file| !self.on_disk.contains_key(file))
            .collect();
        if missing.is_empty() {
            return self.change_files();
        }
        for file in self.random.some(&missing, self.plan.changes) {
            self.write(file);
        }
    }

    fn change_files(&mut self) {
        let there: Vec<usize> = self.on_disk.keys().copied().collect();
        for file in self.random.some(&there, self.plan.changes) {
            self.write(file);
        }
    }

    fn take_files_away(&mut self) {
        let there: Vec<usize> = self.on_disk.keys().copied().collect();
        for file in self.random.some(&there, self.plan.changes / 2 + 1) {
            self.delete(file);
        }
    }

    fn delete(&mut self, file: usize) {
        std::fs::remove_file(self.home.path("docs").join(name(file))).unwrap();
        self.on_disk.remove(&file);
    }

    /// A moment within the time such a run takes, or a little after.
    fn life(&mut self, whole: Duration) -> Duration {
        let thousandths = u32::try_from(self.random.below(1_050)).unwrap();
        whole * thousandths / 1_000
    }

    fn add(&mut self, prune: bool, about: &str) {
        for (file, held) in &self.on_disk {
            self.journal.begun(*file, *held);
        }
        let vanished: Vec<usize> = self
            .journal
            .may_hold
            .keys()
            .copied()
            .filter(|file| prune && !self.on_disk.contains_key(file))
            .collect();
        for file in &vanished {
            self.journal.begun(*file, Held::Nothing);
        }
        let mut command = self.home.command();
        command
            .args(["add", "docs", "--jsonl"])
            .args(prune.then_some("--prune"));
        let life = self.life(self.add_time);
        let ended = run_for(command, life);
        assert!(
            !ended.errors.contains("error:"),
            "{about}: {}",
            ended.errors
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
            assert_eq!(
                stored["action"] == "failed",
                *held == Held::Unreadable,
                "{about}: {stored}"
            );
            self.journal.acknowledged(*file, *held);
        }
        match ended.code {
            None => self.kills += 1,
            Some(code) => {
                assert!(
                    matches!(code, 0 | 1 | 4),
                    "{about}: {code} {}",
                    ended.errors
                );
                self.add_time = (self.add_time * 3 + ended.time) / 4;
                for file in vanished {
                    self.journal.acknowledged(file, Held::Nothing);
                }
            }
        }
    }

    fn remove(&mut self, about: &str) {
        let certain = self.journal.certain();
        if certain.is_empty() {
            return;
        }
        let chosen = self.random.some(&certain, self.plan.changes);
        for file in &chosen {
            if self.on_disk.contains_key(file) {
                self.delete(*file);
            }
            self.journal.begun(*file, Held::Nothing);
        }
        let mut command = self.home.command();
        command
            .arg("rm")
            .args(chosen.iter().map(|file| name(*file)));
        let life = self.life(self.rm_time);
        let ended = run_for(command, life);
        match ended.code {
            None => self.kills += 1,
            Some(code) => {
                assert_eq!(code, 0, "{about}: {}", ended.errors);
                self.rm_time = (self.rm_time * 3 + ended.time) / 4;
                for file in &chosen {
                    self.journal.acknowledged(*file, Held::Nothing);
                }
            }
        }
        // Together, or not at all.
        let listed = self.listed(about);
        let left = chosen
            .iter()
            .filter(|file| listed.contains_key(file))
            .count();
        assert!(
            left == 0 || left == chosen.len(),
            "{about}: rm {chosen:?} left {left}"
        );
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
    fn look(&mut self, about: &str) {
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
        let words: BTreeMap<String, (usize, u32)> = files
            .iter()
            .flat_map(|(file, _)| {
                self.journal.may_hold[file]
                    .iter()
                    .map(move |held| (*file, *held))
            })
            .filter_map(|(file, held)| match held {
                Held::Version(version) => Some((word(file, version), (file, version))),
                Held::Nothing | Held::Unreadable => None,
            })
            .collect();
        if words.is_empty() {
            return;
        }
        let query = words.keys().cloned().collect::<Vec<_>>().join(" ");
        let mut found: BTreeMap<usize, Found> = BTreeMap::new();
        for hit in self.search(&query, about) {
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
            let held = match (*listed, found.get(file)) {
                (
                    Listed::Ready(count),
                    Some(Found {
                        ids,
                        versions,
                        chunks,
                    }),
                ) => {
                    assert_eq!(ids.len(), 1, "{about}: {} is found as {ids:?}", name(*file));
                    assert_eq!(
                        versions.len(),
                        1,
                        "{about}: {} is {versions:?}",
                        name(*file)
                    );
                    let all: BTreeSet<u64> = (0..count).collect();
                    assert_eq!(*chunks, all, "{about}: {} is found in part", name(*file));
                    Held::Version(*versions.first().unwrap())
                }
                (Listed::Unreadable, None) => Held::Unreadable,
                (Listed::Absent, None) => Held::Nothing,
                (listed, found) => {
                    panic!(
                        "{about}: {} is listed {listed:?}, found {found:?}",
                        name(*file)
                    )
                }
            };
            self.journal.seen(*file, held, about);
        }
    }

    /// Now and then a question, so that there are traces which quote documents
    /// that will be gone.
    fn ask(&mut self, about: &str) {
        if self.random.below(3) != 0 || self.journal.certain().is_empty() {
            return;
        }
        let run = self
            .home
            .run(&["ask", "How many herons did the warden count?", "--json"]);
        assert!(matches!(run.code, Some(0 | 1)), "{about}: {run:?}");
        assert_eq!(run.object()["schema"], 1, "{about}: {run:?}");
        assert!(!run.stderr.contains("not kept"), "{about}: {run:?}");
    }

    fn search(&self, query: &str, about: &str) -> Vec<Value> {
        let keyword = ["--strategy", "keyword", "-k", "100", "--json"];
        let run = self.home.run(&[&["search", query], &keyword[..]].concat());
        assert!(matches!(run.code, Some(0 | 1)), "{about}: {run:?}");
        run.object()["hits"].as_array().unwrap().clone()
    }

    /// A run to the end: the library is sound, holds what the folder holds and
    /// no word of anything else.
    fn finish(&mut self, about: &str) {
        let about = format!("{about}, finished");
        let run = self.home.run(&["add", "docs", "--prune", "--json"]);
        assert!(matches!(run.code, Some(0 | 1 | 4)), "{about}: {run:?}");
        let added = run.object();
        if !added["model"].is_null() {
            assert_eq!(added["chunks_pending"], 0, "{about}: {added}");
        }
        for file in 0..self.plan.files {
            let held = self.on_disk.get(&file).copied().unwrap_or(Held::Nothing);
            self.journal.acknowledged(file, held);
        }
        let doctor = self.home.run(&["doctor", "--json"]).expect(0, "");
        assert_eq!(doctor.object()["damaged"], false, "{about}: {doctor:?}");
        self.look(&about);
        self.finished += 1;
        if self.finished.is_multiple_of(self.plan.fresh_every) {
            let digest = self.home.digest("library");
            assert_eq!(
                digest,
                self.home.fresh_digest("fresh", &["docs"]),
                "{about}"
            );
        }
        let alive: BTreeSet<String> = self
            .on_disk
            .iter()
            .filter_map(|(file, held)| match held {
                Held::Version(version) => Some(word(*file, *version)),
                Held::Nothing | Held::Unreadable => None,
            })
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

#[test]
fn documents_of_many_chunks_survive_kills() {
    let plan = Plan {
        seed: 1,
        kills: 60,
        files: 20,
        changes: 6,
        paragraphs: 9,
        fresh_every: 10,
    };
    Trial::new(Home::new(), plan).run();
}

#[test]
fn many_documents_in_several_commits_survive_kills() {
    let plan = Plan {
        seed: 2,
        kills: 50,
        files: 240,
        changes: 150,
        paragraphs: 1,
        fresh_every: 10,
    };
    Trial::new(Home::new(), plan).run();
}

#[test]
fn the_queue_of_vectors_goes_on_after_kills() {
    let Some(home) = Home::with_model() else {
        return;
    };
    let plan = Plan {
        seed: 3,
        kills: 20,
        files: 40,
        changes: 20,
        paragraphs: 6,
        fresh_every: 3,
    };
    let mut trial = Trial::new(home, plan);
    trial.add_time = Duration::from_millis(600);
    trial.run();
}
