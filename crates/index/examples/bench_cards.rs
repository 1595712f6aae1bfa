//! Times the search of cards over libraries of many tables, built through the real
//! readers and the real write path.
//!
//! `cargo run -p perusal-index --example bench_cards -- [CARDS…]` (100, 10,000 and
//! 100,000 unless told otherwise). Tables have a title of six words, four columns and
//! eight rows with labels of two words, drawn by Zipf's law from 20,000 words; a question
//! has the words of a title, a label and a column of one table, and the four commonest
//! words besides.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a bench reports and stops on errors"
)]

use std::fmt::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use index::{Identity, Library, NewDocument, Scope, Snapshot, Writer};
use synthetic::Dice;
use text::{ChunkConfig, Language, ReadLimits};

mod synthetic;

const TABLES_A_DOCUMENT: usize = 50;
const COLUMNS: usize = 4;
const ROWS: usize = 8;
const TITLE_WORDS: usize = 6;
const VOCABULARY: f64 = 20_000.0;
const QUESTIONS: usize = 200;
const BATCH: usize = 20;
/// Cards that a question looks at.
const WANTED: usize = 20;

/// A word's rank in letters that no stemmer takes for an ending.
fn spelled(rank: u64) -> String {
    let letter = |digit: char| char::from(b"bcdfghjklm"[digit as usize - '0' as usize]);
    let letters: String = rank.to_string().chars().map(letter).collect();
    format!("zz{letters}")
}

fn words(dice: &mut Dice, count: usize) -> String {
    let words = (0..count).map(|_| spelled(dice.rank(VOCABULARY)));
    words.collect::<Vec<_>>().join(" ")
}

/// Markdown of some tables, and the question for one of them.
fn source(dice: &mut Dice) -> (String, String) {
    let mut source = String::new();
    let mut question = String::new();
    for _ in 0..TABLES_A_DOCUMENT {
        let title = words(dice, TITLE_WORDS);
        let names: Vec<String> = (0..COLUMNS).map(|_| words(dice, 2)).collect();
        let labels: Vec<String> = (0..ROWS).map(|_| words(dice, 2)).collect();
        write!(
            source,
            "{title}\n\n| {} |\n|{}\n",
            names.join(" | "),
            "---|".repeat(COLUMNS)
        )
        .unwrap();
        for label in &labels {
            let figures = (1..COLUMNS).map(|_| dice.below(100_000).to_string());
            let figures: Vec<String> = figures.collect();
            writeln!(source, "| {label} | {} |", figures.join(" | ")).unwrap();
        }
        source.push('\n');
        let common: Vec<String> = (1..5).map(spelled).collect();
        question = format!("{title} {} {} {}", labels[0], names[1], common.join(" "));
    }
    (source, question)
}

fn document(number: usize, dice: &mut Dice, questions: &mut Vec<String>) -> NewDocument {
    let (source, question) = source(dice);
    questions.push(question);
    let name = format!("{number}.md");
    let limits = ReadLimits::default();
    let (read, _) = text::read(source.as_bytes(), &name, &limits).unwrap();
    let chunks = text::chunk(&read, &ChunkConfig::default());
    NewDocument {
        path: name,
        format: read.format,
        bytes: source.len() as u64,
        document: read,
        chunks,
        ..synthetic::document(number as u64, 10, "", [])
    }
}

/// A library of so many cards, and questions.
fn build(dir: &Path, cards: usize) -> Vec<String> {
    let identity = Identity {
        analyzer: text::ANALYZER_VERSION.to_owned(),
        chunking: "bench".to_owned(),
        embedder: None,
        dim: None,
    };
    let mut writer = Writer::open(dir, &identity).unwrap();
    let mut dice = Dice::new(42);
    let mut questions = Vec::new();
    let documents = cards.div_ceil(TABLES_A_DOCUMENT);
    for first in (0..documents).step_by(BATCH) {
        let batch = first..(first + BATCH).min(documents);
        let batch = batch.map(|number| document(number, &mut dice, &mut questions));
        writer.put(batch.collect()).unwrap();
    }
    writer.vacuum().unwrap();
    questions
}

fn search(snapshot: &Snapshot, question: &str) -> Duration {
    let terms = text::terms(question, Language::En);
    let terms: Vec<&str> = terms.iter().map(|term| term.text.as_str()).collect();
    let started = Instant::now();
    let found = snapshot.cards(&terms, &Scope::all(), WANTED).unwrap();
    assert!(!found.is_empty());
    started.elapsed()
}

fn measure(cards: usize) {
    let temporary = tempfile::tempdir().unwrap();
    let dir = temporary.path().join("store");
    let started = Instant::now();
    let questions = build(&dir, cards);
    let built = started.elapsed().as_secs_f64();
    let snapshot = Library::open(&dir).unwrap().snapshot().unwrap();
    let first = search(&snapshot, &questions[0]);
    let asked = || questions.iter().cycle().take(QUESTIONS);
    for question in asked() {
        search(&snapshot, question);
    }
    let mut times: Vec<f64> = asked()
        .map(|question| search(&snapshot, question).as_secs_f64() * 1e3)
        .collect();
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!(
        "{cards:7} cards: built in {built:6.1} s, first search {:6.2} ms, then p50 {:6.2} ms, \
         p95 {:6.2} ms, p99 {:6.2} ms",
        first.as_secs_f64() * 1e3,
        at(0.5),
        at(0.95),
        at(0.99),
    );
}

fn main() {
    let told: Vec<usize> = std::env::args()
        .skip(1)
        .map(|number| number.parse().unwrap())
        .collect();
    let sizes = match told.as_slice() {
        [] => vec![100, 10_000, 100_000],
        told => told.to_vec(),
    };
    sizes.into_iter().for_each(measure);
}
