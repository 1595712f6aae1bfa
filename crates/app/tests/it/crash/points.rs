//! Faults at chosen system calls: a kill in the place of each sync, rename and
//! deletion, and calls that fail.
//!
//! Random kills rarely hit the microseconds between two steps of a commit;
//! these hit each of them. They need strace.

use std::time::Duration;

use super::fault::Fault;
use super::journal::Journal;
use super::library::Library;
use crate::home::{Home, has};

/// System calls that change what a crash leaves, and at each how many to go on by.
const CALLS: [(&str, usize); 7] = [
    ("fsync,fdatasync", 1),
    ("rename,renameat,renameat2", 1),
    ("unlink,unlinkat,rmdir", 1),
    ("ftruncate,mkdir,mkdirat", 1),
    ("pwrite64", 9),
    ("write,writev", 9),
    ("openat", 11),
];

/// Renames are made by several threads, which strace counts one by one; those
/// onto these files come from one.
const RENAMED: [&str; 2] = [
    "library/keyword.1/meta.json",
    "library/keyword.1/.managed.json",
];

/// Files taken away.
const GONE: [usize; 2] = [5, 6];

/// A library in `base` whose folder has changed since.
struct Changed {
    library: Library,
    journal: Journal,
    /// The digest it comes to in the end.
    digest: String,
}

impl Changed {
    /// With files that are new, changed, unreadable and gone.
    fn to_add() -> Self {
        let mut changed = Self::new();
        for file in [0, 1, 2, 3, 12, 13] {
            changed.library.write(file);
        }
        changed.library.spoil(4);
        changed.gone()
    }

    /// With files that are gone, so that a second try has nothing else to do.
    fn to_remove() -> Self {
        Self::new().gone()
    }

    fn new() -> Self {
        let mut library = Library::new(Home::new(), 9);
        for file in 0..12 {
            library.write(file);
        }
        library.spoil(3);
        library.add(false, Fault::KillAfter(Duration::MAX), "the base");
        GONE.iter()
            .for_each(|file| library.ask_about(*file, "the base"));
        library.home.copy("library", "base");
        let journal = library.journal.clone();
        Self {
            library,
            journal,
            digest: String::new(),
        }
    }

    fn gone(mut self) -> Self {
        GONE.iter().for_each(|file| self.library.delete(*file));
        self.digest = self.library.home.fresh_digest("fresh", &["docs"]);
        self
    }

    /// Runs one command on the base with one fault, reads the library as it
    /// was left, and goes on to the end. Gives whether the fault made the
    /// command fail.
    fn meets(&mut self, removes: bool, fault: Fault) -> bool {
        let about = format!("{} with {fault:?}", if removes { "rm" } else { "add" });
        self.library.home.copy("base", "library");
        self.library.journal = self.journal.clone();
        let ended = if removes {
            self.library.remove(&GONE, fault, &about)
        } else {
            self.library.add(true, fault, &about)
        };
        assert!(!ended.errors.contains("panicked"), "{about}: {ended:?}");
        assert_ne!(ended.code, Some(101), "{about}: {ended:?}");
        let failed = !matches!(ended.code, Some(0 | 4));
        if failed && matches!(fault, Fault::Fail { .. }) {
            assert!(ended.errors.contains("error:"), "{about}: {ended:?}");
        }
        self.library.look(&about);
        self.library.finish(&about);
        assert_eq!(self.library.home.digest("library"), self.digest, "{about}");
        failed
    }

    /// Kills a command at each of these calls, until it makes no more of them.
    fn is_killed_at_every(&mut self, removes: bool) {
        let anywhere = CALLS.iter().map(|(call, step)| (*call, None, *step));
        let renamed = RENAMED.iter().map(|file| (CALLS[1].0, Some(*file), 1));
        for (call, file, step) in anywhere.chain(renamed) {
            let mut kills = 0;
            while self.meets(
                removes,
                Fault::KillAt {
                    call,
                    file,
                    nth: 1 + kills * step,
                },
            ) {
                kills += 1;
            }
            println!("{call} {}: {kills} kills", file.unwrap_or_default());
        }
    }

    /// Lets each of these calls fail in turn, until it makes no more of them.
    /// A failed call does not always fail the command, so they are counted by
    /// killing first.
    fn fails_at_every(
        &mut self,
        call: &'static str,
        error: &'static str,
        for_good: bool,
        step: usize,
    ) {
        let mut nth = 1;
        let mut failures = 0;
        while self.is_killed(Fault::KillAt {
            call,
            file: None,
            nth,
        }) {
            failures += usize::from(self.meets(
                false,
                Fault::Fail {
                    call,
                    error,
                    nth,
                    for_good,
                },
            ));
            nth += step;
        }
        println!(
            "{call}: {error} at {} places, {failures} failed the command",
            nth / step
        );
        assert!(failures > 0, "{call}");
    }

    fn is_killed(&mut self, fault: Fault) -> bool {
        self.library.home.copy("base", "library");
        let ended = fault.befalls(&self.library.home, &["--quiet", "add", "docs", "--prune"]);
        ended.code.is_none()
    }
}

#[test]
fn an_add_survives_a_kill_at_every_step() {
    if has("strace", "-V") {
        Changed::to_add().is_killed_at_every(false);
    }
}

#[test]
fn a_removal_survives_a_kill_at_every_step() {
    if has("strace", "-V") {
        Changed::to_remove().is_killed_at_every(true);
    }
}

#[test]
fn a_disk_that_fails_to_sync_or_is_full_loses_nothing() {
    if has("strace", "-V") {
        let mut changed = Changed::to_add();
        changed.fails_at_every("fsync,fdatasync", "EIO", false, 2);
        changed.fails_at_every("pwrite64", "ENOSPC", true, 13);
        changed.fails_at_every("rename,renameat,renameat2", "ENOSPC", true, 2);
    }
}
