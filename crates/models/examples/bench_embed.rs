//! Speed of the installed models on passages of 199 tokens:
//! `cargo run --release -p perusal-models --example bench_embed [NAME [PRECISION]]`.
#![allow(clippy::print_stdout, reason = "a bench prints its figures")]

use std::time::Instant;

use models::{Limits, ModelError, Precision, Role};

/// Passages of a run.
const PASSAGES: usize = 96;

/// Runs of which the shortest counts.
const RUNS: usize = 5;

/// Loads of which the shortest counts.
const LOADS: usize = 8;

/// Tokens of a passage, specials included.
const TOKENS: usize = 199;

/// A passage of exactly [`TOKENS`] tokens of one-token words.
fn passage(seed: usize) -> String {
    let words = [
        "loss", "water", "the", "of", "year", "house", "policy", "fire", "limit", "state",
    ];
    let words = (0..TOKENS - 2).map(|i| words[(i * 7 + seed * 13 + i * i * seed) % words.len()]);
    words.collect::<Vec<_>>().join(" ")
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

fn bench(name: &str, precision: Precision) -> Result<(), ModelError> {
    let cache = models::cache_dir();
    let before = processor_time();
    let load = shortest(LOADS, || models::open(name, Some(precision), &cache))?;
    let load_used = processor_time()
        .zip(before)
        .map(|(after, before)| after - before);
    let embedder = models::open(name, Some(precision), &cache)?;
    let embed = |texts: &[&str]| embedder.embed(texts, Role::Passage, &Limits::none());
    let query = "Does the policy cover flood damage in Connecticut?";
    let query_time = shortest(30, || embed(&[query]))?;
    let passages: Vec<String> = (0..PASSAGES).map(passage).collect();
    let passages: Vec<&str> = passages.iter().map(String::as_str).collect();
    let tokens: u32 = embed(&passages)?
        .iter()
        .map(|embedding| embedding.tokens)
        .sum();
    let before = processor_time();
    let time = shortest(RUNS, || embed(&passages))?;
    let used = processor_time()
        .zip(before)
        .map(|(after, before)| after - before);
    let each = |used: Option<f64>, count| used.unwrap_or(f64::NAN) * 1e3 / count as f64;
    println!(
        "{:40} {:6.1} passages/s ({:5.1} ms of a core each), {:6.0} tokens/s, query of {} tokens \
         {:5.2} ms, load {:4.0} ms ({:4.0} ms of a core)",
        embedder.profile().id,
        PASSAGES as f64 / time,
        each(used, PASSAGES * RUNS),
        f64::from(tokens) / time,
        embedder.count_tokens(query)?,
        query_time * 1e3,
        load * 1e3,
        each(load_used, LOADS),
    );
    Ok(())
}

fn main() -> Result<(), ModelError> {
    let mut wanted = std::env::args().skip(1);
    let (name, precision) = (wanted.next(), wanted.next());
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
            match bench(model.name, *of) {
                Err(ModelError::NotInstalled { name }) => println!("{name} is not installed"),
                outcome => outcome?,
            }
        }
    }
    Ok(())
}
