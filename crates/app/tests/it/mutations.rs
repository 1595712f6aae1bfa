//! Arguments, environment and standard input that nobody would write, by a fixed start: each run
//! ends with an exit code of the table, and none prints a story for programmers.

use std::ffi::OsString;
use std::io::Write;
use std::process::Stdio;

use crate::home::{Home, Run};
use crate::made_up::text;

/// Command lines that are right.
const RIGHT: &[&[&str]] = &[
    &["add", "docs", "--collection", "x", "--meta", "k=v"],
    &["ls", "--json"],
    &["show", "a.txt", "--tables"],
    &["search", "herons", "-k", "3", "--filter", "type=plain"],
    &[
        "search",
        "herons",
        "--strategy",
        "keyword",
        "--neighbors",
        "2",
        "--explain",
    ],
    &["ask", "How many herons?", "--deadline", "1s", "--json"],
    &["ask", "herons", "--session", "x", "--type", "retrieval"],
    &["ask", "herons", "--context", "docs/a.txt", "--extractive"],
    &["chat", "--session", "x"],
    &[
        "analyze",
        "a.txt",
        "herons",
        "--deadline",
        "1s",
        "--wish",
        "references",
    ],
    &["query", "SELECT 1", "--explain"],
    &["tables", "--limit", "3"],
    &["route", "What is a heron?", "--json"],
    &["stats", "--probe", "1"],
    &["doctor", "--digest"],
    &["rm", "a.txt"],
    &["reindex", "--force"],
    &["summaries", "show", "a.txt"],
    &["models", "ls"],
    &["prompts", "show", "answer"],
    &["config", "show", "--origin"],
    &["backup", "kept"],
    &["--store", "other", "restore", "kept"],
    &["eval", "qa", "docs/a.txt", "--docs", "docs", "--limit", "1"],
    &["token", "add", "x", "--scope", "read"],
    &["mcp"],
];

/// Words that take the place of others. No way out of the home and no absolute place: what is
/// made up could be one of the machine's.
const WORDS: &[&str] = &[
    "add",
    "ls",
    "show",
    "rm",
    "search",
    "ask",
    "chat",
    "analyze",
    "query",
    "tables",
    "route",
    "stats",
    "doctor",
    "models",
    "pull",
    "prompts",
    "set",
    "config",
    "show",
    "summaries",
    "edit",
    "eval",
    "retrieval",
    "qa",
    "experiment",
    "mini",
    "reindex",
    "backup",
    "restore",
    "completions",
    "mcp",
    "token",
    "docs",
    "a.txt",
    "herons",
    "--json",
    "--jsonl",
    "--quiet",
    "--explain",
    "-k",
    "--filter",
    "pages>=1",
    "type=plain",
    "--strategy",
    "keyword",
    "auto",
    "dense",
    "--deadline",
    "1s",
    "--session",
    "x",
    "--neighbors",
    "--store",
    "library",
    "--type",
    "--digest",
    "--repair",
    "--limit",
    "--embedder",
    "none",
    "--collection",
    "--meta",
    "k=v",
    "SELECT 1",
    "",
    "--",
    "-",
    "=",
    "\u{202e}",
    "99999999999999999999",
    "-1",
    "NaN",
    "%s%n",
    "'\"`$(x)",
];

const VARIABLES: &[&str] = &[
    "PERUSAL_STORE",
    "PERUSAL_RETRIEVE__K",
    "PERUSAL_MODEL__EMBEDDER",
    "PERUSAL_ANSWER__CONFIDENCE_MIN",
    "PERUSAL_RETRIEVE__FUSION",
    "PERUSAL_NO_SUCH__KEY",
    "PERUSAL_",
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
    "HOME",
    "NO_COLOR",
    "COLUMNS",
];

/// A generator of its own, so that a run can be repeated by its number.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }

    /// A word, sometimes torn: doubled many times, reversed, with other letters, or no text.
    fn word(&mut self, words: &[&str]) -> OsString {
        let word = words[self.roll(words.len())];
        match self.roll(8) {
            0 => word.repeat(1 + self.roll(400)).into(),
            1 => word.chars().rev().collect::<String>().into(),
            2 => bytes(word.bytes().chain([0xff, 0xfe, b'x'])),
            3 => {
                let mut other = |c| if self.roll(4) == 0 { 'é' } else { c };
                word.chars().map(&mut other).collect::<String>().into()
            }
            _ => word.into(),
        }
    }
}

/// A word of any bytes.
fn bytes(bytes: impl Iterator<Item = u8>) -> OsString {
    std::os::unix::ffi::OsStringExt::from_vec(bytes.collect())
}

fn mutated(home: &Home, number: u64) -> Run {
    let mut dice = Dice(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut command = home.command();
    let right = RIGHT[dice.roll(RIGHT.len())];
    let mut words: Vec<OsString> = right.iter().map(OsString::from).collect();
    for _ in 0..dice.roll(3) {
        let at = dice.roll(words.len());
        match dice.roll(4) {
            0 => drop(words.remove(at)),
            1 => words.insert(at, dice.word(WORDS)),
            _ => {
                let from = if dice.roll(2) == 0 { WORDS } else { right };
                words[at] = dice.word(from);
            }
        }
        if words.is_empty() {
            break;
        }
    }
    command.arg("--offline").args(&words);
    for _ in 0..dice.roll(2) {
        let variable = VARIABLES[dice.roll(VARIABLES.len())];
        command.env(variable, dice.word(WORDS));
    }
    let mut input = Vec::new();
    for _ in 0..dice.roll(40) {
        input.push(dice.roll(256) as u8);
    }
    input.extend(b"\nherons?\n{\"jsonrpc\": 2");
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // One that reads no input has ended before.
    let _ = child.stdin.take().unwrap().write_all(&input);
    Run::from(child.wait_with_output().unwrap())
}

fn survive(runs: std::ops::Range<u64>) {
    let home = Home::new();
    for number in runs {
        if number % 50 == 0 {
            home.write("docs/a.txt", text(number as usize % 1_000, 1, 3));
            home.run(&["add", "docs"]);
        }
        let run = mutated(&home, number);
        assert!(matches!(run.code, Some(0..=5)), "run {number}: {run:?}");
        for story in ["panicked", "stack backtrace", "mistake of its own"] {
            assert!(!run.stderr.contains(story), "run {number}: {run:?}");
        }
    }
}

#[test]
fn two_thousand_odd_command_lines_end_as_they_should() {
    survive(0..2_000);
}

#[test]
fn a_reader_that_leaves_is_no_error() {
    let home = Home::new();
    home.write("docs/long.txt", text(1, 1, 20_000));
    home.run(&["add", "docs", "--quiet"]).expect(0, "");
    for arguments in [
        &["show", "long.txt", "--text"][..],
        &["config", "reference"],
        &["config", "schema"],
        &["completions", "zsh"],
        &["--help"],
        &["ls", "--json"],
    ] {
        let mut child = home
            .command()
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let run = Run::from(child.wait_with_output().unwrap());
        let ended = (run.code, run.stderr.as_str());
        assert_eq!(ended, (Some(0), ""), "{arguments:?}");
    }
}

#[test]
fn a_home_that_cannot_be_written_is_told() {
    let mut home = Home::new();
    home.write("docs/a.txt", "Herons wade.\n");
    // Also for root nobody can make a folder there.
    home.set("HOME", "/proc/self");
    home.set("PERUSAL_STORE", "/proc/self/library");
    home.run(&["add", "docs"]).fails_with_hint();
    home.run(&["demo"]).fails_with_hint();
    home.run(&["ls"]).fails_with_hint();
    home.run(&["backup", "x"]).fails_with_hint();
}

#[test]
fn names_that_are_no_text_are_read_and_shown_safely() {
    let home = Home::new();
    let folder = home.path("docs");
    std::fs::create_dir_all(&folder).unwrap();
    let odd = folder.join(bytes(b"her\xff\xfeons.txt".iter().copied()));
    std::fs::write(&odd, "Seven herons wade in the reeds.\n").unwrap();
    home.write("docs/plain.txt", "Boats.\n");
    home.run(&["add", "docs"]).expect(0, "");
    let documents = home.json(&["ls"])["documents"].as_array().unwrap().len();
    assert_eq!(documents, 2);
    let found = home.run(&["search", "herons reeds"]).expect(0, "");
    assert!(found.stdout.contains("her"), "{found:?}");
    // By its own name on the command line, too.
    let run = Run::from(home.command().arg("add").arg(&odd).output().unwrap());
    assert_eq!(run.code, Some(0), "{run:?}");
    let store = home.path("").join(bytes(b"lib\xffrary".iter().copied()));
    let mut command = home.command();
    command.arg("--store").arg(&store).args(["add", "docs"]);
    let run = Run::from(command.output().unwrap());
    assert!(
        run.code == Some(0) || run.stderr.contains("hint:"),
        "{run:?}"
    );
}
