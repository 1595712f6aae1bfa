//! A library of a million chunks: what it takes to build, open, ask, filter, delete and keep.
//!
//! `cargo run --release -p perusal-index --example bench_million -- [CHUNKS] [DIR] [--payloads]`
//! (100,000 chunks unless told otherwise; a store in `DIR` is used again, and then
//! nothing is deleted from it; with `--payloads` chunks get sparse and token
//! vectors too, 10 kB each).
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

use index::{
    ChunkId, DenseScan, Filter, Library, Payload, PayloadKind, PayloadModel, QueryTerm, Ranking,
    Scope, Snapshot, Writer,
};

#[path = "bench_million/clock.rs"]
mod clock;
#[path = "bench_million/made.rs"]
mod made;
mod synthetic;

use clock::{measure, report, time, worked};
use made::Maker;
use synthetic::Dice;

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
/// Asks for sparse and token vectors.
const PAYLOADS: &str = "--payloads";

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let payloads = arguments.iter().any(|argument| argument == PAYLOADS);
    arguments.retain(|argument| argument != PAYLOADS);
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
        if payloads {
            pay(&dir);
        }
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

/// Gives every chunk a sparse vector and token vectors.
fn pay(dir: &Path) {
    let mut writer = Writer::open(dir, &made::identity()).unwrap();
    let mut dice = Dice::new(11);
    for kind in PayloadKind::ALL {
        let dim = match kind {
            PayloadKind::Sparse => made::VOCABULARY,
            PayloadKind::Tokens => made::DIM as u32,
        };
        let model = "made-up".to_owned();
        let model = PayloadModel { model, dim };
        writer.use_payload_model(kind, &model).unwrap();
        let started = Instant::now();
        loop {
            let pending = writer.pending_payloads(kind, 1_000).unwrap();
            if pending.is_empty() {
                break;
            }
            let payloads: Vec<(ChunkId, Payload)> = pending
                .iter()
                .map(|chunk| {
                    let payload = match kind {
                        PayloadKind::Sparse => Payload::Sparse(made::sparse(&mut dice, false)),
                        PayloadKind::Tokens => Payload::Tokens(made::tokens(&mut dice, false)),
                    };
                    (chunk.id, payload)
                })
                .collect();
            writer.attach_payloads(kind, &payloads).unwrap();
        }
        println!("{:8} {:.1} s", kind.as_str(), seconds(started));
    }
}

/// A question: terms and a vector.
type Question = (Vec<QueryTerm>, Vec<f32>);

fn read(dir: &Path) {
    let before = worked();
    let mut opened = Vec::new();
    let snapshot = time(&mut opened, || {
        Library::open(dir).unwrap().snapshot().unwrap()
    });
    let worked = worked().saturating_sub(before);
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
    report("open", &mut opened);
    println!("{:18} {} ms of all processors", "", worked.as_millis());
    // With checksums of all that is read.
    let (mut keyword, mut dense) = (Vec::new(), Vec::new());
    time(&mut keyword, || {
        snapshot.keyword(&questions[0].0, &all, DEPTH).unwrap()
    });
    report("first keyword", &mut keyword);
    time(&mut dense, || {
        snapshot.dense(&questions[0].1, &all, DEPTH).unwrap()
    });
    report("first dense", &mut dense);
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
    ask_payloads(&snapshot, &questions);
    tell_sizes(&snapshot);
}

/// Times each arm and both together, as a hybrid search asks them.
fn ask(snapshot: &Snapshot, questions: &[Question], scope: &Scope) {
    let ids =
        |ranking: &Ranking| -> Vec<ChunkId> { ranking.hits.iter().map(|hit| hit.chunk).collect() };
    let dense = |(_, vector): &Question, scan| snapshot.dense_by(vector, scope, DEPTH, scan);
    measure("keyword", questions, |(terms, _)| {
        snapshot.keyword(terms, scope, DEPTH).unwrap();
    });
    measure("dense", questions, |question| {
        dense(question, DenseScan::Auto).unwrap();
    });
    measure("dense, signs first", questions, |question| {
        dense(question, DenseScan::SignsFirst).unwrap();
    });
    measure("dense, full scan", questions, |question| {
        dense(question, DenseScan::Full).unwrap();
    });
    measure("both", questions, |(terms, vector)| {
        let found = snapshot.keyword(terms, scope, DEPTH).unwrap();
        let near = snapshot.dense(vector, scope, DEPTH).unwrap();
        snapshot.score_dense(vector, &ids(&found)).unwrap();
        snapshot.score_keyword(terms, &ids(&near)).unwrap();
    });
}

/// Times the optional arms, where the store has their vectors: all sparse
/// vectors, and the token vectors of the best hundred chunks.
fn ask_payloads(snapshot: &Snapshot, questions: &[Question]) {
    if snapshot.payload_chunks(PayloadKind::Tokens).unwrap() == 0 {
        return;
    }
    let all = Scope::all();
    let mut dice = Dice::new(3);
    let made: Vec<_> = questions
        .iter()
        .map(|(_, vector)| {
            let near = snapshot.dense(vector, &all, DEPTH).unwrap();
            let ids: Vec<ChunkId> = near.hits.iter().map(|hit| hit.chunk).collect();
            (
                made::sparse(&mut dice, true),
                made::tokens(&mut dice, true),
                ids,
            )
        })
        .collect();
    measure("sparse, all", &made, |(sparse, _, _)| {
        snapshot.sparse(sparse, &all, DEPTH).unwrap();
    });
    measure("late, 100 chunks", &made, |(_, tokens, ids)| {
        snapshot.score_late(tokens, ids).unwrap();
    });
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
