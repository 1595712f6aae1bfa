//! How long a search takes that has to hear of every shard: queueing and the slowest of many.
//!
//! `cargo run --release --example tail_latency -- [ROWS]` (125,000 rows of 384 bytes a shard unless
//! told otherwise). First it measures what a scan of a shard takes on this machine, 400 times;
//! then it lets searches arrive at random at shards whose cores serve them one after another, each
//! with a time drawn from those that were measured, and tells how long searches take in all. A
//! search asks every shard, of each the replica with the shortest queue, and waits for the last.
//!
//! What it leaves out: the network, merging, other work on the nodes, and that a slow moment of a
//! real machine lasts for more than one search. So it is a lower bound.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a bench reports and stops on errors"
)]

use std::time::Instant;

const DIM: usize = 384;
const MEASURED: usize = 400;
const SEARCHES: usize = 40_000;
const CORES: usize = 8;

/// Equal numbers on every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Above 0, at most 1.
    fn share(&mut self) -> f64 {
        ((self.next() >> 11) + 1) as f64 / (1_u64 << 53) as f64
    }
}

fn main() {
    let rows = std::env::args()
        .nth(1)
        .map_or(125_000, |it| it.parse().unwrap());
    let service = measure(rows);
    let mean = service.iter().sum::<f64>() / service.len() as f64;
    println!(
        "a scan of {rows} rows: mean {:.2} ms, p50 {:.2}, p99 {:.2}",
        mean,
        quantile(&service, 0.5),
        quantile(&service, 0.99)
    );
    println!("{CORES} cores a node; times of a search in ms");
    println!("shards replicas  busy   searches/s    p50     p95     p99");
    for shards in [1, 4, 16, 64] {
        for replicas in [1, 2] {
            for busy in [0.3, 0.6, 0.8] {
                let rate = busy * (CORES * replicas) as f64 / mean;
                let mut times = simulate(&service, shards, replicas, rate);
                times.sort_by(f64::total_cmp);
                println!(
                    "{shards:6} {replicas:8}  {busy:.1}  {:11.0} {:7.2} {:7.2} {:7.2}",
                    rate * 1_000.0,
                    quantile(&times, 0.5),
                    quantile(&times, 0.95),
                    quantile(&times, 0.99)
                );
            }
        }
    }
}

/// What scans of a shard take, in milliseconds, in order.
fn measure(rows: usize) -> Vec<f64> {
    let mut random = Random(7);
    let mut bytes =
        |count: usize| -> Vec<i8> { (0..count).map(|_| (random.next() >> 40) as i8).collect() };
    let (stored, query) = (bytes(rows * DIM), bytes(DIM));
    let mut dots = vec![0_i32; rows];
    let mut times: Vec<f64> = (0..MEASURED)
        .map(|_| {
            let started = Instant::now();
            kernels::scan_i8(&query, &stored, DIM, &mut dots);
            std::hint::black_box(&dots);
            started.elapsed().as_secs_f64() * 1_000.0
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times
}

/// Times of searches that arrive `rate` a millisecond.
fn simulate(service: &[f64], shards: usize, replicas: usize, rate: f64) -> Vec<f64> {
    let mut random = Random(11);
    // When each core of each replica of each shard is free again.
    let mut free = vec![vec![[0.0_f64; CORES]; replicas]; shards];
    let mut now = 0.0;
    (0..SEARCHES)
        .map(|_| {
            now -= random.share().ln() / rate;
            let ends = free.iter_mut().map(|shard| {
                let core = shard
                    .iter_mut()
                    .flatten()
                    .min_by(|a, b| a.total_cmp(b))
                    .unwrap();
                let drawn = random.next() as usize % service.len();
                *core = core.max(now) + service[drawn];
                *core
            });
            ends.fold(now, f64::max) - now
        })
        .collect()
}

fn quantile(sorted: &[f64], share: f64) -> f64 {
    sorted[((sorted.len() - 1) as f64 * share) as usize]
}
