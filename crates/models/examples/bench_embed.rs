//! Speed of the installed models on passages of 199 tokens, beside what a core could do at most:
//! `cargo run --release -p perusal-models --example bench_embed [NAME [PRECISION]]`.
//!
//! The share is the time a core at its peak would need for the matrix products and for attention,
//! over the time of a core that was used, everything included. Peaks are measured first, in registers.
#![allow(clippy::print_stdout, reason = "a bench prints its figures")]

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use kernels::{Path, peak};
use models::{Embedder, Limits, ModelError, Precision, Role};

/// Passages of a run.
const PASSAGES: usize = 96;

/// Runs of which the shortest counts.
const RUNS: usize = 5;

/// Runs of a single text of which the shortest counts.
const ALONE_RUNS: usize = 60;

/// Loads of which the shortest counts.
const LOADS: usize = 8;

/// Tokens of a passage, specials included.
const TOKENS: usize = 199;

/// Time to measure a peak for, of which the best counts.
const PEAK_TIME: Duration = Duration::from_millis(300);

/// What a core can do at most, a second.
struct Peaks {
    floats: f64,
    bytes: f64,
}

impl Peaks {
    fn measure() -> Self {
        let best = |run: &dyn Fn() -> u64| {
            let (begin, mut best) = (Instant::now(), 0.0_f64);
            while begin.elapsed() < PEAK_TIME {
                let start = Instant::now();
                let operations = black_box(run());
                best = best.max(operations as f64 / start.elapsed().as_secs_f64());
            }
            best
        };
        Self {
            floats: best(&|| peak::floats(Path::best(), 20_000)),
            bytes: best(&|| peak::bytes(Path::best(), 20_000)),
        }
    }
}

/// The sizes that decide what a model of the catalogue costs.
struct Sizes {
    layers: usize,
    hidden: usize,
    wide: usize,
    /// Words a sparse head weighs for each token.
    words: usize,
}

impl Sizes {
    fn of(name: &str) -> Option<Self> {
        let (layers, hidden, wide, words) = match name {
            "all-minilm-l6-v2" | "all-minilm-l6-v2-onnx" => (6, 384, 1536, 0),
            "multilingual-e5-small" => (12, 384, 1536, 0),
            "splade-tiny" => (2, 128, 512, 30_522),
            _ => return None,
        };
        Some(Self {
            layers,
            hidden,
            wide,
            words,
        })
    }

    /// Seconds a core at its peak needs for a text of some tokens.
    fn least_seconds(&self, tokens: usize, precision: Precision, peaks: &Peaks) -> f64 {
        let (hidden, tokens) = (self.hidden as f64, tokens as f64);
        let layer = 4.0 * hidden * hidden + 2.0 * hidden * self.wide as f64;
        let head = match self.words {
            0 => 0.0,
            words => hidden * (hidden + words as f64),
        };
        let products = 2.0 * tokens * (self.layers as f64 * layer + head);
        // Scores and the sum of values, in floats in either precision.
        let attention = 4.0 * tokens * tokens * hidden * self.layers as f64;
        let peak = match precision {
            Precision::Fp32 => peaks.floats,
            Precision::Int8 => peaks.bytes,
        };
        products / peak + attention / peaks.floats
    }
}

/// A passage of one-token words, long enough to be cut to [`TOKENS`] tokens.
fn passage(embedder: &dyn Embedder, seed: usize) -> Result<String, ModelError> {
    let words = [
        "loss", "water", "the", "of", "year", "house", "policy", "fire", "limit", "state",
    ];
    let words = (0..TOKENS).map(|i| words[(i * 7 + seed * 13 + i * i * seed) % words.len()]);
    let mut words: Vec<_> = words.collect();
    while embedder.count_tokens(&words.join(" "))? > TOKENS {
        words.pop();
    }
    Ok(words.join(" "))
}

/// The shortest of several runs, in seconds.
fn shortest<T>(
    runs: usize,
    mut run: impl FnMut() -> Result<T, ModelError>,
) -> Result<f64, ModelError> {
    let mut best = f64::INFINITY;
    for _ in 0..runs {
        let start = Instant::now();
        run()?;
        best = best.min(start.elapsed().as_secs_f64());
    }
    Ok(best)
}

/// Seconds of processor time this process has used, where the system tells: a figure that holds on a
/// busy machine, too.
fn processor_time() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<f64>().ok();
    Some((ticks()? + ticks()?) / 100.0)
}

fn bench(name: &str, precision: Precision, peaks: &Peaks) -> Result<(), ModelError> {
    let cache = models::cache_dir();
    let since = |before: Option<f64>| {
        processor_time()
            .zip(before)
            .map_or(f64::NAN, |(after, before)| after - before)
    };
    let before = processor_time();
    let load = shortest(LOADS, || models::open(name, Some(precision), &cache))?;
    let load_used = since(before) / LOADS as f64;
    let embedder = models::open(name, Some(precision), &cache)?;
    let heads = embedder.profile().heads();
    let encode = |texts: &[&str], role| embedder.encode(texts, role, heads, &Limits::none());
    let query = "Does the policy cover flood damage in Connecticut?";
    let query_time = shortest(ALONE_RUNS, || encode(&[query], Role::Query))?;
    let passages: Result<Vec<String>, _> = (0..PASSAGES)
        .map(|seed| passage(&*embedder, seed))
        .collect();
    let passages = passages?;
    let passages: Vec<&str> = passages.iter().map(String::as_str).collect();
    let encoded = encode(&passages, Role::Passage)?;
    let tokens: u32 = encoded.iter().map(|encoded| encoded.tokens).sum();
    let before = processor_time();
    let time = shortest(RUNS, || encode(&passages, Role::Passage))?;
    let used = since(before) / (PASSAGES * RUNS) as f64;
    let share = Sizes::of(name).map_or(String::new(), |sizes| {
        let least = sizes.least_seconds(TOKENS, precision, peaks);
        format!(", {:.0} % of the peak", least / used * 100.0)
    });
    println!(
        "{:40} {:6.1} passages/s ({:5.1} ms of a core each{share}), {:6.0} tokens/s, query of {} \
         tokens {:5.2} ms, load {:4.0} ms ({:4.0} ms of a core)",
        embedder.profile().id,
        PASSAGES as f64 / time,
        used * 1e3,
        f64::from(tokens) / time,
        embedder.count_tokens(query)?,
        query_time * 1e3,
        load * 1e3,
        load_used * 1e3,
    );
    Ok(())
}

fn main() -> Result<(), ModelError> {
    let mut wanted = std::env::args().skip(1);
    let (name, precision) = (wanted.next(), wanted.next());
    let peaks = Peaks::measure();
    println!(
        "peak of a core: floats {:.0} GFLOP/s, bytes {:.0} GOP/s",
        peaks.floats / 1e9,
        peaks.bytes / 1e9
    );
    for model in models::catalogue() {
        if name.as_ref().is_some_and(|name| name != model.name) {
            continue;
        }
        for of in model.precisions {
            if precision
                .as_ref()
                .is_some_and(|precision| precision != of.as_str())
            {
                continue;
            }
            match bench(model.name, *of, &peaks) {
                Err(ModelError::NotInstalled { name }) => println!("{name} is not installed"),
                outcome => outcome?,
            }
        }
    }
    Ok(())
}
