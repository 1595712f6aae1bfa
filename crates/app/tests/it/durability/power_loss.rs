//! Acknowledged means synced, as the system calls show: each file of the store
//! is synced after its last write, before it is renamed into its place and
//! before the acknowledgement; each folder after its entries changed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::home::{Home, Run, has};
use crate::made_up::text;

const TRACED: &str = "trace=open,openat,write,writev,pwrite64,pwritev,pwritev2,ftruncate,\
    fallocate,copy_file_range,fsync,fdatasync,rename,renameat,renameat2,link,linkat,unlink,\
    unlinkat,rmdir,mkdir,mkdirat";

/// One system call that succeeded; `start` and `end` are lines of the trace.
#[derive(Debug, Clone)]
struct Call {
    name: String,
    arguments: String,
    result: String,
    start: usize,
    end: usize,
}

impl Call {
    /// The path of the file descriptor in the first argument, or of the one returned.
    fn file(&self) -> Option<PathBuf> {
        let of = if self.name.starts_with("open") {
            &self.result
        } else {
            &self.arguments
        };
        let (number, rest) = of.split_once('<')?;
        let path = rest.split_once('>')?.0.trim_end_matches(" (deleted)");
        number
            .trim()
            .parse::<u32>()
            .ok()
            .map(|_| PathBuf::from(path))
    }

    /// The paths named in the arguments, made absolute where they are given
    /// below a folder's descriptor.
    fn paths(&self) -> Vec<PathBuf> {
        let mut folder = PathBuf::new();
        let mut paths = Vec::new();
        for argument in self.arguments.split(", ") {
            if let Some(quoted) = argument.strip_prefix('"').and_then(|a| a.strip_suffix('"')) {
                paths.push(folder.join(quoted));
            } else if let Some((_, rest)) = argument.split_once('<') {
                folder = PathBuf::from(rest.trim_end_matches('>'));
            }
        }
        paths
    }

    fn writes(&self) -> bool {
        ["write", "pwrite", "ftruncate", "fallocate", "copy_file"]
            .iter()
            .any(|name| self.name.starts_with(name))
    }

    /// True for a write to the very start of a file.
    fn is_at_start(&self) -> bool {
        self.name.starts_with("pwrite") && self.arguments.ends_with(", 0")
    }
}

/// Reads what `strace -f -y` wrote; a call that another thread cut in two is
/// put together again.
fn calls(trace: &str) -> Vec<Call> {
    let mut begun: BTreeMap<String, (String, usize)> = BTreeMap::new();
    let mut calls = Vec::new();
    for (line, told) in trace.lines().enumerate() {
        let Some((thread, told)) = told.split_once(' ') else {
            continue;
        };
        let told = told.trim_start();
        if let Some(first) = told.strip_suffix("<unfinished ...>") {
            begun.insert(thread.to_owned(), (first.trim_end().to_owned(), line));
            continue;
        }
        let (told, start) = match told.strip_prefix("<... ") {
            Some(rest) => {
                let (Some((first, start)), Some((_, second))) =
                    (begun.remove(thread), rest.split_once(" resumed>"))
                else {
                    continue;
                };
                (format!("{first}{second}"), start)
            }
            None => (told.to_owned(), line),
        };
        let Some((call, result)) = told.rsplit_once(" = ") else {
            continue;
        };
        if result.starts_with('-') || result.starts_with('?') {
            continue;
        }
        let Some((name, arguments)) = call.split_once('(') else {
            continue;
        };
        let arguments = arguments.trim_end().trim_end_matches(')').to_owned();
        let (name, result) = (name.to_owned(), result.to_owned());
        calls.push(Call {
            name,
            arguments,
            result,
            start,
            end: line,
        });
    }
    calls
}

/// Runs a command of the binary under strace.
fn traced(home: &Home, arguments: &[&str]) -> Vec<Call> {
    let output = home.path("trace");
    let binary = home.command().get_program().to_owned();
    let mut command = std::process::Command::new("strace");
    command
        .args(["-f", "-y", "-s", "16000", "-e", TRACED, "-o"])
        .arg(&output)
        .arg(binary);
    command.env_clear();
    for (name, value) in home.command().get_envs() {
        if let Some(value) = value {
            command.env(name, value);
        }
    }
    let run = command
        .args(arguments)
        .current_dir(home.path(""))
        .output()
        .unwrap();
    Run::from(run).expect(0, "");
    calls(&std::fs::read_to_string(output).unwrap())
}

/// Files that promise nothing: traces, shared memory, locks.
fn is_exempt(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with("state.sqlite")
        || name.ends_with("-shm")
        || name.ends_with("lock")
        || path
            .parent()
            .is_some_and(|folder| folder.ends_with("readers"))
}

fn is_log(path: &Path) -> bool {
    path.to_string_lossy().ends_with("library.sqlite-wal")
}

/// What of a store is not on the disk yet.
#[derive(Debug, Default)]
struct Unsynced {
    /// By file, the line at which its last unsynced write ended.
    files: BTreeMap<PathBuf, usize>,
    /// By folder, the line at which its last unsynced change ended, and the entry.
    folders: BTreeMap<PathBuf, (usize, PathBuf)>,
    /// Files seen so far: one opened for the first time is a new entry.
    known: BTreeSet<PathBuf>,
    faults: Vec<String>,
}

impl Unsynced {
    fn entry(&mut self, path: &Path, end: usize) {
        if let Some(folder) = path.parent().filter(|_| !is_exempt(path)) {
            self.folders
                .insert(folder.to_owned(), (end, path.to_owned()));
        }
    }

    /// The log may only be emptied, or written from its start again, when what
    /// was in it is safe in the database.
    fn log_is_reset(&mut self, log: &Path, call: &Call) {
        let database = log.with_file_name("library.sqlite");
        if self.files.contains_key(&database) {
            self.faults
                .push(format!("{call:?} before {} was synced", database.display()));
        }
    }

    fn step(&mut self, call: &Call, store: &Path) {
        let file = call.file();
        let within = |path: &PathBuf| path.starts_with(store) && !is_exempt(path);
        match (call.name.as_str(), file) {
            ("fsync" | "fdatasync", Some(path)) => {
                // Only what had ended when the sync began is covered by it.
                self.files
                    .retain(|file, end| *file != path || *end > call.start);
                self.folders
                    .retain(|folder, (end, _)| *folder != path || *end > call.start);
            }
            ("open" | "openat", Some(path)) => {
                let created = call.arguments.contains("O_CREAT") && !self.known.contains(&path);
                if within(&path) && created {
                    self.entry(&path, call.end);
                }
                self.known.insert(path);
            }
            ("mkdir" | "mkdirat", _) => {
                for path in call.paths() {
                    if path.starts_with(store) || store.starts_with(&path) {
                        self.entry(&path, call.end);
                    }
                }
            }
            ("unlink" | "unlinkat" | "rmdir", _) => {
                for path in call.paths() {
                    if is_log(&path) {
                        self.log_is_reset(&path, call);
                    } else if within(&path) {
                        self.entry(&path, call.end);
                    }
                    self.files.remove(&path);
                    // What was to be found in a folder is gone with it.
                    self.folders.remove(&path);
                    self.known.remove(&path);
                }
            }
            (name, _) if name.starts_with("rename") || name.starts_with("link") => {
                if let [from, to] = &call.paths()[..] {
                    if let Some(end) = self.files.remove(from).filter(|_| within(from)) {
                        self.faults
                            .push(format!("line {end} was not synced before {call:?}"));
                    }
                    if within(to) {
                        self.entry(from, call.end);
                        self.entry(to, call.end);
                    }
                    self.known.insert(to.clone());
                }
            }
            (_, Some(path)) if call.writes() && within(&path) => {
                let emptied = call.name == "ftruncate";
                if is_log(&path) && (call.is_at_start() || emptied) {
                    self.log_is_reset(&path, call);
                }
                // A log that comes back after a power loss says what the database says.
                if !(is_log(&path) && emptied) {
                    self.files.insert(path, call.end);
                }
            }
            _ => {}
        }
    }

    /// At an acknowledgement nothing may be left, but for the database while
    /// its log holds the same.
    fn acknowledged(&mut self, line: usize) {
        let open = self
            .files
            .iter()
            .filter(|(path, _)| !path.ends_with("library.sqlite"));
        let open: Vec<String> = open
            .map(|(path, end)| format!("{} (written at {end})", path.display()))
            .chain(self.folders.iter().map(|(folder, (end, entry))| {
                format!("{} (entry {} at {end})", folder.display(), entry.display())
            }))
            .collect();
        if !open.is_empty() {
            self.faults.push(format!(
                "acknowledged at {line} without syncing {}",
                open.join(", ")
            ));
        }
    }
}

/// True for the write that tells of stored documents.
fn is_acknowledgement(call: &Call) -> bool {
    call.name == "write"
        && call.arguments.starts_with("1<")
        && call.arguments.contains("\\\"event\\\":\\\"stored\\\"")
}

/// Checks a run: before each acknowledgement, and before its end.
#[track_caller]
fn check(home: &Home, store: &str, arguments: &[&str], acknowledgements: usize) {
    let store = home.path(store);
    let mut unsynced = Unsynced::default();
    unsynced.known.extend(home.files("."));
    let calls = traced(
        home,
        &[&["--store", store.to_str().unwrap()], arguments].concat(),
    );
    let mut found = 0;
    for call in &calls {
        if is_acknowledgement(call) {
            found += 1;
            unsynced.acknowledged(call.start);
        }
        unsynced.step(call, &store);
    }
    unsynced.acknowledged(usize::MAX);
    assert_eq!(found, acknowledgements, "acknowledgements in the trace");
    let syncs = calls
        .iter()
        .filter(|call| call.name.ends_with("sync"))
        .count();
    assert!(syncs > 3, "the trace shows {syncs} syncs only");
    assert!(
        unsynced.faults.is_empty(),
        "{arguments:?}:\n{}",
        unsynced.faults.join("\n")
    );
}

#[test]
fn what_is_acknowledged_is_synced() {
    if !has("strace", "-V") {
        return;
    }
    let home = Home::with_model().unwrap_or_else(Home::new);
    // A library that is not there yet, in folders that are not there yet.
    let store = "new/folders/library";
    for file in 0..6 {
        home.write(&format!("docs/{file}.txt"), text(file, 1, 12));
    }
    check(&home, store, &["add", "docs", "--jsonl"], 1);
    // Replaced, added and removed at once, with a file that cannot be read.
    for file in 3..9 {
        home.write(&format!("docs/{file}.txt"), text(file, 2, 12));
    }
    std::fs::remove_file(home.path("docs/0.txt")).unwrap();
    check(&home, store, &["add", "docs", "--prune", "--jsonl"], 1);
    check(&home, store, &["rm", "1.txt", "4.txt"], 0);
    check(&home, store, &["rm", "2.txt", "--json"], 0);
}

#[test]
fn every_commit_of_a_long_run_is_synced() {
    if !has("strace", "-V") {
        return;
    }
    let home = Home::new();
    for file in 0..300 {
        home.write(&format!("docs/{file}.txt"), text(file, 1, 1));
    }
    // 64 files a commit.
    check(&home, "library", &["add", "docs", "--jsonl"], 5);
    check(&home, "library", &["rm", "7.txt"], 0);
}

#[test]
fn the_trace_is_read_as_it_is_meant() {
    let trace = "\
7 openat(AT_FDCWD</h>, \"/h/s/a\", O_RDWR|O_CREAT, 0644) = 3</h/s/a>
7 write(3</h/s/a>, \"x = 1\", 5) = 5
8 fsync(3</h/s/a> <unfinished ...>
7 pwrite64(4</h/s/b>, \"\\0\"..., 8, 0) = 8
8 <... fsync resumed>) = 0
7 fsync(9</h/s>) = 0
7 rename(\"/h/s/a\", \"/h/s/c\") = 0
7 unlinkat(5</h/s>, \"b\", 0) = 0
7 fsync(3</h/s/a>) = -1 EIO (Input/output error)";
    let calls = calls(trace);
    let names: Vec<&str> = calls.iter().map(|call| call.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "openat", "write", "pwrite64", "fsync", "fsync", "rename", "unlinkat"
        ]
    );
    assert_eq!(calls[0].file(), Some(PathBuf::from("/h/s/a")));
    assert_eq!((calls[3].start, calls[3].end), (2, 4));
    assert!(calls[2].is_at_start() && calls[2].writes());
    assert_eq!(
        calls[5].paths(),
        [PathBuf::from("/h/s/a"), PathBuf::from("/h/s/c")]
    );
    assert_eq!(calls[6].paths(), [PathBuf::from("/h/s/b")]);

    let mut unsynced = Unsynced::default();
    for call in &calls[..5] {
        unsynced.step(call, Path::new("/h/s"));
    }
    // The write of `b` was not synced, `a` and the folder were.
    assert_eq!(
        unsynced.files.keys().collect::<Vec<_>>(),
        [Path::new("/h/s/b")]
    );
    assert!(unsynced.folders.is_empty() && unsynced.faults.is_empty());
    unsynced.step(&calls[5], Path::new("/h/s"));
    unsynced.acknowledged(9);
    assert_eq!(unsynced.faults.len(), 1, "{unsynced:?}");
}
