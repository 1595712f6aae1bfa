//! Times summaries and clusters, weighs what they take on the disk, and times questions
//! through sections beside plain hybrid ones, in turn.
//!
//! `cargo run --release -p perusal --example bench_hierarchy -- [DOCUMENTS…]`
//! (1,000 and 10,000 unless told otherwise). Documents have eight sections, each
//! long enough for a summary of its own, and some 1,900 words: those of
//! `samples/documents`, as frequent as there, and 40 words of the document's own
//! subject that come more often. Vectors are hashed words, so that no model's
//! time is in the figures.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a bench reports and stops on errors"
)]

use std::fmt::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use index::{Identity, Library, NewDocument, Snapshot, Writer};
use models::{Embedder, Embedding, Limits, ModelError, Profile, Role};
use perusal::retrieve::{SearchRequest, Strategy, retrieve};
use perusal::{IngestConfig, RetrieveConfig, hierarchy, ingest, summarize};
use text::Language;

const DIM: usize = 384;
const SECTIONS: usize = 8;
const SENTENCES_A_SECTION: usize = 16;
const SUBJECT_WORDS: usize = 40;
/// Share of words that are the subject's.
const SUBJECT_SHARE: f64 = 0.3;
const BATCH: usize = 64;
const QUESTIONS: usize = 200;
/// Questions that are not timed: they read what the others find in memory.
const WARM_UP: usize = 10;
const EMBEDDER: &str = "hashed words";

/// A xorshift generator: the bench is the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % end
    }

    fn chance(&mut self, share: f64) -> bool {
        (self.below(1 << 20) as f64) < share * f64::from(1 << 20)
    }
}

/// The words of the samples, each as often as it stands there.
fn vocabulary() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples/documents");
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    paths
        .iter()
        .filter_map(|path| std::fs::read_to_string(path).ok())
        .flat_map(|text| {
            text.split(|c: char| !c.is_alphabetic())
                .filter(|word| word.len() > 1)
                .map(str::to_lowercase)
                .collect::<Vec<_>>()
        })
        .collect()
}

fn dice_of(document: usize) -> Dice {
    Dice(0x9E37_79B9 ^ ((document as u64 + 1) << 20))
}

fn subject_of<'a>(dice: &mut Dice, words: &'a [String]) -> Vec<&'a String> {
    (0..SUBJECT_WORDS)
        .map(|_| &words[dice.below(words.len())])
        .collect()
}

/// Six words of a document's subject.
fn question(document: usize, words: &[String]) -> String {
    let subject = subject_of(&mut dice_of(document), words);
    let words: Vec<&str> = subject
        .iter()
        .step_by(7)
        .map(|word| word.as_str())
        .collect();
    words.join(" ")
}

fn made_up(number: usize, words: &[String]) -> String {
    let mut dice = dice_of(number);
    let subject = subject_of(&mut dice, words);
    let mut text = String::new();
    for section in 0..SECTIONS {
        let title = (subject[section], subject[section + SECTIONS]);
        write!(text, "# About {} {} {number}\n\n", title.0, title.1).unwrap();
        for _ in 0..SENTENCES_A_SECTION {
            for place in 0..10 + dice.below(10) {
                let word = if dice.chance(SUBJECT_SHARE) {
                    subject[dice.below(SUBJECT_WORDS)]
                } else {
                    &words[dice.below(words.len())]
                };
                let mut letters = word.chars();
                match letters.next().filter(|_| place == 0) {
                    Some(first) => text.extend(first.to_uppercase().chain(letters)),
                    None => {
                        text.push(' ');
                        text.push_str(word);
                    }
                }
            }
            text.push_str(". ");
        }
        text.push_str("\n\n");
    }
    text
}

fn embed(text: &str) -> Vec<f32> {
    let mut vector = vec![0.0_f32; DIM];
    for term in text::terms(text, Language::En) {
        let hash = term.text.bytes().fold(17_usize, |hash, byte| {
            hash.wrapping_mul(131).wrapping_add(byte.into())
        });
        vector[hash % DIM] += 1.0;
    }
    let length = vector.iter().map(|value| value * value).sum::<f32>().sqrt();
    vector
        .iter_mut()
        .for_each(|value| *value /= length.max(1.0));
    vector
}

/// Vectors of hashed words, which cost a question next to nothing.
struct HashedWords(Profile);

impl HashedWords {
    fn new() -> Self {
        Self(Profile {
            id: EMBEDDER.to_owned(),
            name: EMBEDDER.to_owned(),
            dim: DIM,
            sparse_dim: None,
            token_dim: None,
            middle_dim: None,
            window_tokens: usize::MAX,
            languages: None,
        })
    }
}

impl Embedder for HashedWords {
    fn profile(&self) -> &Profile {
        &self.0
    }

    fn embed(
        &self,
        texts: &[&str],
        _role: Role,
        _limits: &Limits,
    ) -> Result<Vec<Embedding>, ModelError> {
        let embedding = |text: &&str| Embedding {
            vector: embed(text),
            tokens: 0,
            windows: 1,
        };
        Ok(texts.iter().map(embedding).collect())
    }

    fn count_tokens(&self, text: &str) -> Result<usize, ModelError> {
        Ok(text.split_whitespace().count())
    }
}

/// Times of questions by hybrid and through sections, rising.
fn ask(snapshot: &Snapshot, documents: usize, words: &[String]) -> [Vec<Duration>; 2] {
    let embedder = HashedWords::new();
    let config = RetrieveConfig::default();
    let mut times = [Vec::new(), Vec::new()];
    for at in 0..QUESTIONS + WARM_UP {
        let query = question(at * 7_919 % documents, words);
        for (strategy, times) in [Strategy::Hybrid, Strategy::Hierarchical]
            .into_iter()
            .zip(&mut times)
        {
            let request = SearchRequest {
                strategy,
                ..SearchRequest::new(query.clone())
            };
            let started = Instant::now();
            let found = retrieve(
                snapshot,
                Some(&embedder),
                &request,
                &config,
                &Limits::none(),
            );
            let time = started.elapsed();
            assert_eq!(found.unwrap().ran, strategy);
            if at >= WARM_UP {
                times.push(time);
            }
        }
    }
    times.iter_mut().for_each(|times| times.sort());
    times
}

struct Measured {
    documents: usize,
    chunks: u64,
    /// By hybrid and through sections, rising.
    questions: [Vec<Duration>; 2],
    summarize: Duration,
    cluster: Duration,
    again: Duration,
    clusters: usize,
    hierarchy_bytes: u64,
    text_bytes: u64,
    store_bytes: u64,
}

fn measure(documents: usize, words: &[String]) -> Measured {
    let dir = tempfile::tempdir().unwrap();
    let config = IngestConfig::default();
    let identity = Identity {
        embedder: Some(EMBEDDER.to_owned()),
        dim: Some(DIM),
        ..ingest::identity(&config, None)
    };
    let mut writer = Writer::open(dir.path(), &identity).unwrap();
    let mut summarize = Duration::ZERO;
    let mut text_bytes = 0;
    for first in (0..documents).step_by(BATCH) {
        let batch: Vec<NewDocument> = (first..documents.min(first + BATCH))
            .map(|number| {
                let path = format!("{number}.md");
                let text = made_up(number, words);
                ingest::prepare(text.as_bytes(), &path, &config).unwrap()
            })
            .collect();
        let started = Instant::now();
        for new in &batch {
            assert_eq!(summarize::summaries(&new.document), new.summaries);
        }
        summarize += started.elapsed();
        text_bytes += batch
            .iter()
            .map(|new| new.document.text.len() as u64)
            .sum::<u64>();
        writer.put(batch).unwrap();
    }
    loop {
        let pending = writer.pending(2_048).unwrap();
        if pending.is_empty() {
            break;
        }
        let vectors: Vec<_> = pending
            .iter()
            .map(|chunk| (chunk.id, embed(&chunk.text)))
            .collect();
        writer.attach(&vectors).unwrap();
    }
    let started = Instant::now();
    hierarchy::build(&mut writer, &models::Cancel::default()).unwrap();
    let cluster = started.elapsed();
    let started = Instant::now();
    hierarchy::refresh(&mut writer).unwrap();
    let again = started.elapsed();
    let snapshot = Library::open(dir.path()).unwrap().snapshot().unwrap();
    let statistics = snapshot.statistics();
    Measured {
        documents,
        chunks: statistics.chunks,
        questions: ask(&snapshot, documents, words),
        summarize,
        cluster,
        again,
        clusters: snapshot.clusters().unwrap().unwrap().clusters.len(),
        hierarchy_bytes: snapshot.hierarchy_bytes().unwrap(),
        text_bytes,
        store_bytes: statistics.records_bytes + statistics.keyword_bytes + statistics.vectors_bytes,
    }
}

fn main() {
    let sizes: Vec<usize> = std::env::args()
        .skip(1)
        .map(|argument| argument.parse().unwrap())
        .collect();
    let sizes = if sizes.is_empty() {
        vec![1_000, 10_000]
    } else {
        sizes
    };
    let words = vocabulary();
    println!(
        "{:>9}  {:>11}  {:>9}  {:>9}  {:>8}  {:>12}  {:>9}  {:>9}",
        "documents", "summarise", "cluster", "unchanged", "clusters", "hierarchy", "text", "store"
    );
    let mut first: Option<Measured> = None;
    for size in sizes {
        let it = measure(size, &words);
        let mb = |bytes: u64| bytes as f64 / 1e6;
        println!(
            "{:>9}  {:>9.2} s  {:>7.2} s  {:>7.2} s  {:>8}  {:>9.2} MB  {:>6.1} MB  {:>6.1} MB",
            it.documents,
            it.summarize.as_secs_f64(),
            it.cluster.as_secs_f64(),
            it.again.as_secs_f64(),
            it.clusters,
            mb(it.hierarchy_bytes),
            mb(it.text_bytes),
            mb(it.store_bytes),
        );
        let at = |times: &[Duration], share: f64| {
            times[(times.len() as f64 * share) as usize].as_secs_f64() * 1e3
        };
        let [hybrid, sections] = &it.questions;
        println!(
            "{:>9} chunks: hybrid p50 {:.2} ms, p95 {:.2} ms; through sections {:.2} and {:.2} ms",
            it.chunks,
            at(hybrid, 0.5),
            at(hybrid, 0.95),
            at(sections, 0.5),
            at(sections, 0.95),
        );
        if let Some(first) = &first {
            println!(
                "for {:.1} times the documents: summaries {:.1} times the time, clusters {:.1}, \
                 hierarchy {:.1} times the bytes",
                it.documents as f64 / first.documents as f64,
                it.summarize.as_secs_f64() / first.summarize.as_secs_f64(),
                it.cluster.as_secs_f64() / first.cluster.as_secs_f64(),
                it.hierarchy_bytes as f64 / first.hierarchy_bytes as f64,
            );
        } else {
            first = Some(it);
        }
    }
}
