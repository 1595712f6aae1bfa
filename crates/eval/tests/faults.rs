//! Many questions of many people, asked of real documents: no step of any fails over a mistake
//! of ours. Which questions are asked is told by a seed. Sets that are not beside the repository
//! are skipped, and the test says so.

#![allow(
    clippy::print_stdout,
    reason = "a skipped set is said where tests report"
)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use eval::Builder;
use perusal::ask::{AskRequest, ask};
use perusal::index::Snapshot;
use perusal::index::state::{FaultRow, State};
use perusal::models::{Cancel, Limits};
use perusal::retrieve::Strategy;
use perusal::{AnswerConfig, IngestConfig, RetrieveConfig, answer::Weights, fault};
use serde_json::Value;

/// Questions of the ordinary run, and of the long one.
const FEW: usize = 150;
const MANY: usize = 5_000;
/// Draws the questions.
const SEED: u64 = 20_261_123;
/// What a question may take, ten times what it does.
const DEADLINE: Duration = Duration::from_secs(60);

/// Folders with documents, below those of their set.
const LIBRARIES: [(&str, &str); 3] = [
    ("reports", "files"),
    ("insurance", "pdf"),
    ("pdf-tables", "pdfs"),
];

/// Files of questions.
const QUESTIONS: [&str; 22] = [
    "reports/qa.jsonl",
    "insurance/qa.jsonl",
    "pdf-tables/qa.jsonl",
    "tatqa/qa.jsonl",
    "wtq/dev.jsonl",
    "wtq/train.jsonl",
    "clapnq-a/qa.jsonl",
    "hotpotqa-train-100/qa.jsonl",
    "musique-train-100/qa.jsonl",
    "2wiki-164/qa.jsonl",
    "clinc150/test.jsonl",
    "clinc150/train.jsonl",
    "nf-cats/train.jsonl",
    "nf-cats/valid.jsonl",
    "xquad-a/en/qa.jsonl",
    "xquad-a/es/qa.jsonl",
    "snips/test.jsonl",
    "snips/train.jsonl",
    "routing/intent.jsonl",
    "routing/query_type.jsonl",
    "routing/strategy.jsonl",
    "clinc150/valid.jsonl",
];

fn data(below: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/data")
        .join(below);
    if !path.exists() {
        println!("skipped: no {below} beside the repository");
        return None;
    }
    Some(path)
}

/// The questions of a file with their paraphrases, each once.
fn questions(path: &Path) -> BTreeSet<String> {
    let lines = std::fs::read_to_string(path).expect("a file of questions");
    let mut found = BTreeSet::new();
    for line in lines.lines() {
        let line: Value = serde_json::from_str(line).expect("a line of JSON");
        let paraphrases = line["paraphrases"].as_array().into_iter().flatten();
        let put = [&line["question"], &line["text"]].into_iter();
        let texts = put.chain(paraphrases).filter_map(Value::as_str);
        found.extend(texts.map(str::to_owned));
    }
    found
}

/// The next number of a sequence that looks random (SplitMix64).
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// So many questions, of each file as many as of the others while it has some.
fn drawn(count: usize) -> Vec<String> {
    let mut state = SEED;
    let files = QUESTIONS.iter().filter_map(|file| data(file));
    let mut pools: Vec<Vec<String>> = files
        .map(|file| {
            let mut pool: Vec<String> = questions(&file).into_iter().collect();
            for at in (1..pool.len()).rev() {
                pool.swap(at, (next(&mut state) % (at as u64 + 1)) as usize);
            }
            pool
        })
        .collect();
    let mut chosen = Vec::new();
    while chosen.len() < count && pools.iter().any(|pool| !pool.is_empty()) {
        chosen.extend(pools.iter_mut().filter_map(Vec::pop));
    }
    chosen.truncate(count);
    chosen
}

/// Asks one question as the command does, with keywords alone, and counts its faults.
fn ask_and_count(snapshot: &Snapshot, state: &Path, question: &str) {
    let request = AskRequest {
        strategy: Strategy::Keyword,
        ..AskRequest::new(question)
    };
    let limits = Limits {
        deadline: Some(Instant::now() + DEADLINE),
        cancel: Cancel::default(),
    };
    let asked = ask(
        snapshot,
        None,
        &request,
        &RetrieveConfig::default(),
        &AnswerConfig::default(),
        Weights::shipped(),
        &limits,
    )
    .expect("a question that can be asked");
    if !asked.faults.is_empty() {
        println!("{question}\n  {:?}", asked.faults);
    }
    fault::count(state, &asked.faults, 0).expect("a state that can be written");
}

/// Asks the questions of one library, which `takes` chooses by their number, and gives the
/// faults that were counted; `None` where the library is not there.
fn faults_of(
    (set, below): (&str, &str),
    questions: &[String],
    takes: impl Fn(usize) -> bool,
) -> Option<Vec<FaultRow>> {
    let documents = data(set)?.join(below);
    let dir = tempfile::tempdir().expect("a folder");
    let builder = Builder {
        cache: dir.path().join("library"),
        ingest: &IngestConfig::default(),
        embedder: None,
        cancel: Cancel::default(),
    };
    let snapshot = builder.build(&documents).expect("a library").snapshot;
    let started = Instant::now();
    let own = questions.iter().enumerate().filter(|(at, _)| takes(*at));
    let asked = own
        .map(|(_, question)| ask_and_count(&snapshot, dir.path(), question))
        .count();
    println!("{set}: {asked} questions in {:.0?}", started.elapsed());
    let state = State::open(dir.path()).expect("a state");
    Some(state.faults().expect("counts"))
}

fn watch() {
    fault::watch(|panic, contained| {
        if !contained {
            println!("{panic}");
        }
    });
}

#[test]
fn some_questions_of_many_people_meet_no_fault() {
    watch();
    let questions = drawn(FEW);
    for (number, library) in LIBRARIES.into_iter().enumerate() {
        let own = |at: usize| at % LIBRARIES.len() == number;
        if let Some(faults) = faults_of(library, &questions, own) {
            assert_eq!(faults, [], "{}", library.0);
        }
    }
}

#[test]
#[ignore = "asks five thousand questions of three libraries: scripts/test --long"]
fn five_thousand_questions_of_many_people_meet_no_fault() {
    watch();
    let questions = drawn(MANY);
    std::thread::scope(|scope| {
        let (questions, all) = (&questions, |_: usize| true);
        let asked = LIBRARIES.map(|library| {
            let faults = scope.spawn(move || faults_of(library, questions, all));
            (library.0, faults)
        });
        for (set, faults) in asked {
            if let Some(faults) = faults.join().expect("its end") {
                assert_eq!(faults, [], "{set}");
            }
        }
    });
}
