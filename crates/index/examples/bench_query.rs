//! Times both arms over a synthetic store, built through the real write path.
//!
//! `cargo run --release -p perusal-index --example bench_query -- [chunks] [dir]`
//! (100,000 chunks unless told otherwise; a store in `dir` is used again).
//! Words follow Zipf's law over 60,000 words, 160 to a chunk; questions have
//! six to eight words drawn from one chunk, so that common words are as common
//! in them as in text, the 99 most frequent left out as stop words are.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a bench reports and stops on errors"
)]

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use index::{ChunkId, Filter, Identity, Library, NewDocument, QueryTerm, Scope, Snapshot, Writer};
use synthetic::{Dice, normalise};
use text::Language;

mod synthetic;

const DIM: usize = 384;
const CHUNKS_A_DOCUMENT: usize = 200;
const WORDS_A_CHUNK: usize = 160;
const VOCABULARY: f64 = 60_000.0;
const QUERIES: usize = 200;

fn unit_vector(dice: &mut Dice) -> Vec<f32> {
    let mut vector: Vec<f32> = (0..DIM).map(|_| (dice.roll() - 0.5) as f32).collect();
    normalise(&mut vector);
    vector
}

/// A word's rank in letters that no stemmer takes for an ending.
fn spelled(rank: u64) -> String {
    let letter = |digit: char| char::from(b"bcdfghjklm"[digit as usize - '0' as usize]);
    format!(
        "zz{}",
        rank.to_string().chars().map(letter).collect::<String>()
    )
}

fn document(number: usize, dice: &mut Dice) -> NewDocument {
    let texts: Vec<String> = (0..CHUNKS_A_DOCUMENT)
        .map(|_| {
            let words = (0..WORDS_A_CHUNK).map(|_| spelled(dice.rank(VOCABULARY)) + " ");
            words.collect()
        })
        .collect();
    synthetic::document(number as u64, 10, "", texts)
}

fn build(dir: &Path, chunks: usize) {
    let identity = Identity {
        analyzer: text::ANALYZER_VERSION.to_owned(),
        chunking: "bench".to_owned(),
        embedder: Some("random".to_owned()),
        dim: Some(DIM),
    };
    let mut writer = Writer::open(dir, &identity).unwrap();
    let mut dice = Dice::new(42);
    let started = Instant::now();
    let documents = chunks.div_ceil(CHUNKS_A_DOCUMENT);
    for first in (0..documents).step_by(20) {
        let batch = first..(first + 20).min(documents);
        writer
            .put(batch.map(|number| document(number, &mut dice)).collect())
            .unwrap();
    }
    println!(
        "put:     {:7.1} s for {chunks} chunks",
        started.elapsed().as_secs_f64()
    );
    let started = Instant::now();
    loop {
        let pending = writer.pending(2_000).unwrap();
        if pending.is_empty() {
            break;
        }
        let vectors: Vec<(ChunkId, Vec<f32>)> = pending
            .iter()
            .map(|chunk| (chunk.id, unit_vector(&mut dice)))
            .collect();
        writer.attach(&vectors).unwrap();
    }
    println!("attach:  {:7.1} s", started.elapsed().as_secs_f64());
    let started = Instant::now();
    writer.vacuum().unwrap();
    println!("vacuum:  {:7.1} s", started.elapsed().as_secs_f64());
}

/// Six to eight words of one chunk.
fn question(snapshot: &Snapshot, dice: &mut Dice) -> Vec<QueryTerm> {
    let documents = snapshot.documents();
    let document = &documents[(dice.roll() * documents.len() as f64) as usize];
    let ordinal = (dice.roll() * f64::from(document.chunks)) as u32;
    let chunk = snapshot
        .chunk_range(&document.id, ordinal, ordinal)
        .unwrap()
        .remove(0);
    let length = 6 + (dice.roll() * 3.0) as usize;
    let words: String = chunk
        .text
        .split(' ')
        // Ranks below 100 have at most four letters.
        .filter(|word| word.len() > 4)
        .take(length)
        .map(|word| format!("{word} "))
        .collect();
    text::terms(&words, Language::En)
        .into_iter()
        .map(|term| QueryTerm {
            term: term.text,
            weight: 1.0,
        })
        .collect()
}

fn report(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    println!("{what:24} p50 {:6.2} ms   p95 {:6.2} ms", at(0.5), at(0.95));
}

fn time<T>(times: &mut Vec<Duration>, work: impl FnOnce() -> T) -> T {
    let started = Instant::now();
    let value = work();
    times.push(started.elapsed());
    value
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let chunks: usize = arguments
        .next()
        .map_or(100_000, |number| number.parse().unwrap());
    let temporary = tempfile::tempdir().unwrap();
    let dir = arguments
        .next()
        .map_or_else(|| temporary.path().join("store"), PathBuf::from);
    if !dir.join("library.sqlite").exists() {
        build(&dir, chunks);
    }
    let started = Instant::now();
    let snapshot = Library::open(&dir).unwrap().snapshot().unwrap();
    let opened = started.elapsed();
    let mut dice = Dice::new(7);
    let questions: Vec<(Vec<QueryTerm>, Vec<f32>)> = (0..QUERIES)
        .map(|_| (question(&snapshot, &mut dice), unit_vector(&mut dice)))
        .collect();
    let all = Scope::all();
    let started = Instant::now();
    snapshot.keyword(&questions[0].0, &all, 100).unwrap();
    let keyword = started.elapsed();
    let started = Instant::now();
    snapshot.dense(&questions[0].1, &all, 100).unwrap();
    println!(
        "open {:.1} ms, first keyword {:.1} ms, first dense {:.1} ms (checksums of every file)",
        opened.as_secs_f64() * 1e3,
        keyword.as_secs_f64() * 1e3,
        started.elapsed().as_secs_f64() * 1e3
    );
    let tenth = snapshot
        .scope(&[Filter::parse("collection=c3").unwrap()])
        .unwrap();
    for (name, scope) in [("all", &all), ("a tenth", &tenth)] {
        let (mut keyword, mut dense, mut both) = (Vec::new(), Vec::new(), Vec::new());
        for (terms, vector) in &questions {
            time(&mut keyword, || {
                snapshot.keyword(terms, scope, 100).unwrap()
            });
            time(&mut dense, || snapshot.dense(vector, scope, 100).unwrap());
            time(&mut both, || {
                let found = snapshot.keyword(terms, scope, 100).unwrap();
                let near = snapshot.dense(vector, scope, 100).unwrap();
                let ids: Vec<ChunkId> = found.hits.iter().map(|hit| hit.chunk).collect();
                snapshot.score_dense(vector, &ids).unwrap();
                let ids: Vec<ChunkId> = near.hits.iter().map(|hit| hit.chunk).collect();
                snapshot.score_keyword(terms, &ids).unwrap();
            });
        }
        report(&format!("keyword, {name}"), keyword);
        report(&format!("dense, {name}"), dense);
        report(&format!("both and fused, {name}"), both);
    }
    let mut fetch = Vec::new();
    for (terms, _) in &questions {
        let found = snapshot.keyword(terms, &all, 10).unwrap();
        let ids: Vec<ChunkId> = found.hits.iter().map(|hit| hit.chunk).collect();
        time(&mut fetch, || snapshot.chunks(&ids).unwrap());
    }
    report("texts of 10 chunks", fetch);
    let started = Instant::now();
    let digest = snapshot.digest().unwrap();
    println!(
        "digest {} in {:.2} s",
        &digest[..16],
        started.elapsed().as_secs_f64()
    );
    println!("{:?}", snapshot.statistics());
}
