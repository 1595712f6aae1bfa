//! How alike rankings are on a cluster and in the store.

use std::collections::BTreeMap;

use index::{Patience, Ranking, Scope, Snapshot};

use crate::conformance::{Bench, found};
use crate::server::Wire;
use crate::support::*;

/// Chunks with their scores, best first.
type Scored = Vec<((String, u32), f32)>;

/// As one unit in the last places of a sum of floats: scores nearer than this are one.
const SAME: f32 = 1e-4;

/// Deeper than ten, for what ties with the tenth.
const DEEP: usize = 30;

fn scored(snapshot: &Snapshot, ranking: &Ranking) -> Scored {
    let scores = ranking.hits.iter().map(|hit| hit.score);
    found(snapshot, ranking).into_iter().zip(scores).collect()
}

/// Of the ten best of one ranking, the share that are among the ten best of the other, or score
/// there as its tenth does: which of those that tie come into ten is decided by ids, and these are
/// others in every library.
fn overlap(a: &Scored, b: &Scored) -> f64 {
    let ten = a.len().min(10);
    let last = b.get(ten.max(1) - 1).map_or(0.0, |(_, score)| *score);
    let good = |hit: &(String, u32)| {
        let mut there = b.iter().filter(|(it, _)| it == hit);
        there.any(|(_, score)| *score >= last * (1.0 - SAME))
    };
    let both = a[..ten].iter().filter(|(hit, _)| good(hit)).count();
    both as f64 / ten.max(1) as f64
}

/// Rankings fused by rank, as far as this needs to be like the engine's. What ties has one rank.
fn fused(lists: &[Scored]) -> Scored {
    let mut scores: BTreeMap<&(String, u32), f64> = BTreeMap::new();
    for list in lists {
        for (hit, score) in list {
            let better = |(_, other): &&(_, f32)| *other > score * (1.0 + SAME);
            let rank = list.iter().filter(better).count();
            *scores.entry(hit).or_default() += 1.0 / (60.0 + rank as f64);
        }
    }
    let mut order: Scored = scores
        .into_iter()
        .map(|(hit, score)| (hit.clone(), score as f32))
        .collect();
    order.sort_by(|a, b| b.1.total_cmp(&a.1));
    order
}

#[test]
fn rankings_of_both_are_nearly_the_same_on_five_sets() {
    let wire = Wire::start();
    nearly_the_same(&wire.url());
}

#[test]
fn a_real_cluster_ranks_nearly_the_same_on_five_sets() {
    match std::env::var("QDRANT_URL") {
        Ok(url) => nearly_the_same(&url),
        Err(_) => println!("skipped: QDRANT_URL names no cluster"),
    }
}

fn nearly_the_same(url: &str) {
    for set in 0..5_u64 {
        let bench = Bench::at(url);
        bench.write(|writer| {
            let batch = (0..60).map(|at| {
                let words = 40 + (at * 13 + set as usize * 7) % 160;
                document(&format!("{at}.txt"), &prose(set * 1_000 + at as u64, words))
            });
            writer.put(batch.collect()).unwrap();
            embed_all(writer);
        });
        let (there, here) = (bench.snapshot(), snapshot(&bench.dir));
        let (mut dense, mut words, mut both) = (0.0, 0.0, 0.0);
        for asked in 0..20_u64 {
            let text = prose(asked * 77 + set, 6);
            let lists = |snapshot: &Snapshot| {
                let words = snapshot.keyword(&query(&text), &Scope::all(), DEEP);
                let dense = snapshot.dense(&embed(&text), &Scope::all(), DEEP);
                [words, dense].map(|ranking| scored(snapshot, &ranking.unwrap()))
            };
            let (a, b) = (lists(&there), lists(&here));
            words += overlap(&a[0], &b[0]) / 20.0;
            dense += overlap(&a[1], &b[1]) / 20.0;
            both += overlap(&fused(&a), &fused(&b)) / 20.0;
        }
        println!("set {set}: overlap@10 words {words:.3} dense {dense:.3} fused {both:.3}");
        assert!(words >= 0.95 && dense >= 0.95 && both >= 0.90);
        let cluster = bench.cluster.as_ref().unwrap();
        cluster.forget(&Patience::default()).unwrap();
    }
}
