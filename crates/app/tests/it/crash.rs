//! Killed at any moment, the store loses nothing it acknowledged and shows
//! nothing half done.
//!
//! The real binary is killed (SIGKILL) while it adds, replaces, removes and
//! prunes. The journal of what it acknowledged lives in the test, outside the
//! store. After every kill the library is read as it lies; then, now and then,
//! a run to the end must leave it as a fresh one.

pub mod fault;
mod journal;
mod library;
mod points;
mod tables;

use std::time::{Duration, Instant};

use crate::home::Home;
use crate::made_up::SplitMix64;
use fault::{Ended, Fault};
use library::Library;

/// One kind of library and how hard it is treated.
struct Plan {
    seed: u64,
    kills: usize,
    /// Files there are at most.
    files: usize,
    /// Files changed in a cycle at most.
    changes: usize,
    /// One in so many finished runs is compared with a fresh library.
    fresh_every: usize,
}

/// Kills at random moments.
struct Trial {
    library: Library,
    plan: Plan,
    random: SplitMix64,
    /// Mean time of a run that was left to its end: of `add` and of `rm`.
    add_time: Duration,
    rm_time: Duration,
    kills: usize,
    finished: usize,
}

impl Trial {
    fn new(library: Library, plan: Plan) -> Self {
        Self {
            library,
            random: SplitMix64::new(plan.seed),
            plan,
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
                "only {} runs were killed",
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
            self.library.look(&about);
            if let Some(file) = self.random.some(&self.library.journal.certain(), 1).first() {
                self.library.ask_about(*file, &about);
            }
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

    /// A few files cannot be read, and may become readable again.
    fn write(&mut self, files: &[usize]) {
        for file in files {
            match self.random.below(12) {
                0 => self.library.spoil(*file),
                _ => self.library.write(*file),
            }
        }
    }

    fn make_files(&mut self) {
        let missing: Vec<usize> = (0..self.plan.files)
            .filter(|file| !self.library.on_disk.contains_key(file))
            .collect();
        if missing.is_empty() {
            return self.change_files();
        }
        let chosen = self.random.some(&missing, self.plan.changes);
        self.write(&chosen);
    }

    fn change_files(&mut self) {
        let there: Vec<usize> = self.library.on_disk.keys().copied().collect();
        let chosen = self.random.some(&there, self.plan.changes);
        self.write(&chosen);
    }

    fn take_files_away(&mut self) {
        let there: Vec<usize> = self.library.on_disk.keys().copied().collect();
        for file in self.random.some(&there, self.plan.changes / 2 + 1) {
            self.library.delete(file);
        }
    }

    /// A moment within the time such a run takes, or a little after.
    fn kill_within(&mut self, whole: Duration) -> Fault {
        let thousandths = u32::try_from(self.random.below(1_050)).unwrap();
        Fault::KillAfter(whole * thousandths / 1_000)
    }

    fn add(&mut self, prune: bool, about: &str) {
        let fault = self.kill_within(self.add_time);
        let ended = self.library.add(prune, fault, about);
        if let Some(time) = self.ended(&ended, &[0, 1, 4], about) {
            self.add_time = (self.add_time * 3 + time) / 4;
        }
    }

    fn remove(&mut self, about: &str) {
        let certain = self.library.journal.certain();
        if certain.is_empty() {
            return;
        }
        let chosen = self.random.some(&certain, self.plan.changes);
        let fault = self.kill_within(self.rm_time);
        let ended = self.library.remove(&chosen, fault, about);
        if let Some(time) = self.ended(&ended, &[0], about) {
            self.rm_time = (self.rm_time * 3 + time) / 4;
        }
    }

    /// The time of a run that was not killed.
    fn ended(&mut self, ended: &Ended, codes: &[i32], about: &str) -> Option<Duration> {
        let Some(code) = ended.code else {
            self.kills += 1;
            return None;
        };
        assert!(codes.contains(&code), "{about}: {ended:?}");
        Some(ended.time)
    }

    fn finish(&mut self, about: &str) {
        let about = format!("{about}, finished");
        self.library.finish(&about);
        self.library.look(&about);
        self.finished += 1;
        if self.finished.is_multiple_of(self.plan.fresh_every) {
            let digest = self.library.home.digest("library");
            assert_eq!(
                digest,
                self.library.home.fresh_digest("fresh", &["docs"]),
                "{about}"
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
        fresh_every: 10,
    };
    Trial::new(Library::new(Home::new(), 9), plan).run();
}

#[test]
fn many_documents_in_several_commits_survive_kills() {
    let plan = Plan {
        seed: 2,
        kills: 50,
        files: 240,
        changes: 150,
        fresh_every: 10,
    };
    Trial::new(Library::new(Home::new(), 1), plan).run();
}

#[test]
fn the_queue_of_vectors_goes_on_after_kills() {
    let Some(home) = Home::with_model() else {
        return;
    };
    let plan = Plan {
        seed: 3,
        kills: 12,
        files: 30,
        changes: 15,
        fresh_every: 3,
    };
    let mut trial = Trial::new(Library::new(home, 4), plan);
    trial.add_time = Duration::from_millis(600);
    trial.run();
}
