//! A library of a million chunks: what it takes to build, open, ask, filter, delete and keep.
//!
//! `cargo run --release -p perusal-index --example bench_million -- [CHUNKS] [DIR]`
//! (100,000 chunks unless told otherwise; a store in `DIR` is used again, and then
//! nothing is deleted from it).
//!
//! Texts are words of the sample documents, as frequent as they are there, each
//! document with a favourite part of them; one word in four is a compound of
//! two, so that there are as many rare words as in prose. Chunks
//! have 160 words, documents 10 to 130 chunks. Vectors lie around 2,000 centres,
//! those of a document around one. Questions are words of one chunk and a vector
//! near another. The reader is a process of its own, so that its memory is its own.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a bench reports and stops on errors"
)]

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use index::{ChunkId, DenseScan, Filter, Library, QueryTerm, Ranking, Scope, Snapshot, Writer};

#[path = "bench_million/made.rs"]
mod made;

use made::{Dice, Maker};

/// Questions of a measurement.
const QUERIES: usize = 200;
/// Hits each arm brings.
const DEPTH: usize = 100;
/// Chunks that get their vectors in one commit.
const ATTACHED: usize = 4_000;
/// Documents put in one commit.
const BATCH: usize = 40;

/// Says in which part of the bench a process is.
const READER: &str = "--reader";

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [flag, dir] = &arguments[..]
        && flag == READER
    {
        return read(Path::new(dir));
    }
    let chunks: usize = arguments
        .first()
        .map_or(100_000, |number| number.parse().unwrap());
    let temporary = tempfile::tempdir().unwrap();
    let dir = arguments
        .get(1)
        .map_or_else(|| temporary.path().join("store"), PathBuf::from);
    let fresh = !dir.join("library.sqlite").exists();
    if fresh {
        build(&dir, chunks);
    }
    let done = std::process::Command::new(std::env::current_exe().unwrap())
        .arg(READER)
        .arg(&dir)
        .status()
        .unwrap();
    assert!(done.success(), "the reader failed");
    if fresh {
        delete(&dir);
    }
}

fn seconds(started: Instant) -> f64 {
    started.elapsed().as_secs_f64()
}

/// A figure of this process in bytes, such as `VmHWM`; 0 where the system has none.
fn memory(what: &str) -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with(what));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<f64>().ok());
    kilobytes.unwrap_or(0.0) * 1024.0
}

fn build(dir: &Path, chunks: usize) {
    let mut writer = Writer::open(dir, &made::identity()).unwrap();
    let mut maker = Maker::new();
    let started = Instant::now();
    let mut put = 0;
    let mut commits = Vec::new();
    while put < chunks {
        let batch: Vec<_> = (0..BATCH).map(|_| maker.document()).collect();
        put += batch.iter().map(|new| new.chunks.len()).sum::<usize>();
        time(&mut commits, || writer.put(batch).unwrap());
    }
    println!(
        "put      {put} chunks in {:.1} s, {:.0} a second",
        seconds(started),
        put as f64 / seconds(started)
    );
    report("a commit", &mut commits);
    let started = Instant::now();
    let mut making = Duration::ZERO;
    let mut dice = Dice::new(99);
    loop {
        let pending = writer.pending(ATTACHED).unwrap();
        if pending.is_empty() {
            break;
        }
        let now = Instant::now();
        let vectors: Vec<(ChunkId, Vec<f32>)> = pending
            .iter()
            .map(|chunk| (chunk.id, maker.vector(chunk.id.0 / 64, &mut dice)))
            .collect();
        making += now.elapsed();
        writer.attach(&vectors).unwrap();
    }
    println!(
        "attach   {:.1} s without making the vectors",
        seconds(started) - making.as_secs_f64()
    );
    let started = Instant::now();
    writer.vacuum().unwrap();
    println!(
        "vacuum   {:.1} s with nothing to remove; most memory of the writer {:.0} MB",
        seconds(started),
        memory("VmHWM") / 1e6
    );
}

/// A question: terms and a vector.
type Question = (Vec<QueryTerm>, Vec<f32>);

fn read(dir: &Path) {
    let started = Instant::now();
    let snapshot = Library::open(dir).unwrap().snapshot().unwrap();
    let opened = seconds(started);
    let chunks = snapshot.statistics().chunks as f64;
    let mut dice = Dice::new(7);
    let maker = Maker::new();
    let questions: Vec<Question> = (0..QUERIES)
        .map(|_| {
            let topic = (dice.roll() * chunks) as u64 / 64;
            (words(&snapshot, &mut dice), maker.vector(topic, &mut dice))
        })
        .collect();
    let all = Scope::all();
    let started = Instant::now();
    snapshot.keyword(&questions[0].0, &all, DEPTH).unwrap();
    let keyword = seconds(started);
    let started = Instant::now();
    snapshot.dense(&questions[0].1, &all, DEPTH).unwrap();
    println!(
        "open     {:.1} ms, first keyword {:.1} ms, first dense {:.1} ms (with checksums of all that is read)",
        opened * 1e3,
        keyword * 1e3,
        seconds(started) * 1e3
    );
    for filter in [
        "",
        "collection=c7",
        "collection in (c1, c3, c5, c7, c9, c11, c13, c15, c17, c19)",
    ] {
        let started = Instant::now();
        let scope = match filter {
            "" => Scope::all(),
            filter => snapshot.scope(&[Filter::parse(filter).unwrap()]).unwrap(),
        };
        let resolved = seconds(started);
        ask(&snapshot, &questions, &scope);
        println!(
            "  of {:.1} % of the chunks, scope made in {:.2} ms",
            scope.selectivity() * 100.0,
            resolved * 1e3
        );
    }
    recall(&snapshot, &questions);
    tell_sizes(&snapshot);
}

/// Times each arm and both together, as a hybrid search asks them.
fn ask(snapshot: &Snapshot, questions: &[Question], scope: &Scope) {
    let (mut keyword, mut dense, mut both, mut full) = (vec![], vec![], vec![], vec![]);
    let ids =
        |ranking: &Ranking| -> Vec<ChunkId> { ranking.hits.iter().map(|hit| hit.chunk).collect() };
    for (terms, vector) in questions {
        time(&mut keyword, || {
            snapshot.keyword(terms, scope, DEPTH).unwrap()
        });
        time(&mut dense, || snapshot.dense(vector, scope, DEPTH).unwrap());
        time(&mut both, || {
            let found = snapshot.keyword(terms, scope, DEPTH).unwrap();
            let near = snapshot.dense(vector, scope, DEPTH).unwrap();
            snapshot.score_dense(vector, &ids(&found)).unwrap();
            snapshot.score_keyword(terms, &ids(&near)).unwrap();
        });
        time(&mut full, || {
            snapshot
                .dense_by(vector, scope, DEPTH, DenseScan::Full)
                .unwrap()
        });
    }
    report("keyword", &mut keyword);
    report("dense", &mut dense);
    report("dense, full scan", &mut full);
    report("both", &mut both);
}

/// How many of the full scan's hits the first pass finds.
fn recall(snapshot: &Snapshot, questions: &[Question]) {
    let (mut found, mut total) = (0, 0);
    let all = Scope::all();
    for (_, vector) in questions {
        let hits = |scan| snapshot.dense_by(vector, &all, DEPTH, scan).unwrap().hits;
        let (full, near) = (hits(DenseScan::Full), hits(DenseScan::SignsFirst));
        total += full.len();
        found += full.iter().filter(|hit| near.contains(hit)).count();
    }
    println!(
        "recall@{DEPTH} of the first pass {:.4}",
        f64::from(found as u32) / f64::from(total.max(1) as u32)
    );
}

fn tell_sizes(snapshot: &Snapshot) {
    let about = snapshot.statistics();
    let a_chunk = |bytes: f64| bytes / about.chunks.max(1) as f64;
    println!(
        "{} documents, {} chunks, {} with vectors; bytes a chunk on the disk: records {:.0}, keyword {:.0}, vectors {:.0}",
        about.documents,
        about.chunks,
        about.embedded_chunks,
        a_chunk(about.records_bytes as f64),
        a_chunk(about.keyword_bytes as f64),
        a_chunk(about.vectors_bytes as f64)
    );
    println!(
        "bytes a chunk in the reader's memory: {:.0}, of them its own {:.0}, mapped files {:.0}",
        a_chunk(memory("VmRSS")),
        a_chunk(memory("RssAnon")),
        a_chunk(memory("RssFile"))
    );
}

/// Takes one document in a hundred away, for good.
fn delete(dir: &Path) {
    let mut writer = Writer::open(dir, &made::identity()).unwrap();
    let dead: Vec<_> = writer
        .documents()
        .unwrap()
        .into_iter()
        .step_by(100)
        .map(|document| document.id)
        .collect();
    let started = Instant::now();
    writer.remove(&dead).unwrap();
    println!(
        "remove   {} documents in {:.2} s",
        dead.len(),
        seconds(started)
    );
    let started = Instant::now();
    let report = writer.vacuum().unwrap();
    println!(
        "vacuum   {:.1} s: {} documents and {} vectors gone; most memory of the writer {:.0} MB",
        seconds(started),
        report.removed,
        report.vectors_removed,
        memory("VmHWM") / 1e6
    );
}

/// Six to eight words of one chunk, stop words not counted.
fn words(snapshot: &Snapshot, dice: &mut Dice) -> Vec<QueryTerm> {
    let documents = snapshot.documents();
    let document = &documents[(dice.roll() * documents.len() as f64) as usize];
    let ordinal = (dice.roll() * f64::from(document.chunks)) as u32;
    let chunk = snapshot
        .chunk_range(&document.id, ordinal, ordinal)
        .unwrap()
        .remove(0);
    let length = 6 + (dice.roll() * 3.0) as usize;
    text::terms(&chunk.text, text::Language::En)
        .into_iter()
        .take(length)
        .map(|term| QueryTerm {
            term: term.text,
            weight: 1.0,
        })
        .collect()
}

fn report(what: &str, times: &mut [Duration]) {
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    println!("{what:18} p50 {:7.2} ms   p95 {:7.2} ms", at(0.5), at(0.95));
}

fn time<T>(times: &mut Vec<Duration>, work: impl FnOnce() -> T) -> T {
    let started = Instant::now();
    let value = work();
    times.push(started.elapsed());
    value
}
