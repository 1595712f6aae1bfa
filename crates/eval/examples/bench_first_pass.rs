//! How many of the nearest chunks the dense arm's first pass finds, on real sets.
//!
//! `cargo run --release -p perusal-eval --example bench_first_pass -- CACHE FOLDER…`
//! builds each folder's library below `CACHE` with the default model, unless it is
//! there, and asks each topic with and without the first pass.

#![allow(
    clippy::print_stdout,
    clippy::expect_used,
    reason = "a bench prints its figures and stops on errors"
)]

use std::path::{Path, PathBuf};

use eval::{Builder, LineLimits, TopicSet};
use perusal::IngestConfig;
use perusal::index::{DenseScan, Scope};
use perusal::models::{self, Embedder, Limits, Role};

/// Hits looked at: a hundred, and as many as are as rare among ten thousand
/// chunks as a hundred are among those with which the first pass begins to run.
const DEPTHS: [usize; 2] = [100, 8];

fn main() {
    let mut arguments = std::env::args().skip(1);
    let cache = PathBuf::from(arguments.next().expect("a folder for libraries"));
    let model = models::open(models::DEFAULT, None, &models::cache_dir()).expect("the model");
    let ingest = IngestConfig::default();
    let builder = Builder {
        cache,
        ingest: &ingest,
        embedder: Some(model.as_ref()),
        cancel: Default::default(),
    };
    let folders: Vec<String> = arguments.collect();
    for depth in DEPTHS {
        let (mut found, mut total) = (0, 0);
        for folder in &folders {
            let (hits, all) = measure(&builder, model.as_ref(), Path::new(folder), depth);
            found += hits;
            total += all;
        }
        println!("all sets: recall@{depth} {:.4}", share(found, total));
    }
}

fn measure(
    builder: &Builder<'_>,
    model: &dyn Embedder,
    folder: &Path,
    depth: usize,
) -> (usize, usize) {
    let set = TopicSet::read(folder, LineLimits::default()).expect("a set");
    let snapshot = builder.build(folder).expect("a library").snapshot;
    let all = Scope::all();
    let (mut found, mut total, mut worst) = (0, 0, depth);
    for topic in &set.topics {
        let mut embedded = model
            .embed(&[&topic.text], Role::Query, &Limits::none())
            .expect("a vector");
        let vector = embedded.remove(0).vector;
        let hits = |scan| {
            let ranking = snapshot.dense_by(&vector, &all, depth, scan);
            ranking.expect("a ranking").hits
        };
        let (full, near) = (hits(DenseScan::Full), hits(DenseScan::SignsFirst));
        let both = full.iter().filter(|hit| near.contains(hit)).count();
        found += both;
        total += full.len();
        worst = worst.min(both);
    }
    println!(
        "{}: {} chunks, {} questions, recall@{depth} {:.4}, the worst question {worst}",
        folder.display(),
        snapshot.statistics().chunks,
        set.topics.len(),
        share(found, total)
    );
    (found, total)
}

fn share(found: usize, total: usize) -> f64 {
    found as f64 / total.max(1) as f64
}
