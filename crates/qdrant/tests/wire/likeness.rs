//! How alike rankings are on a cluster and in the store.

use index::{Patience, Scope, Snapshot};

use crate::conformance::{Bench, by_vector, found};
use crate::server::Wire;
use crate::support::*;

/// Of the ten best of each ranking, the share that both have.
fn overlap(a: &[(String, u32)], b: &[(String, u32)]) -> f64 {
    let both = a.iter().filter(|hit| b.contains(hit)).count();
    both as f64 / a.len().max(1) as f64
}

/// Rankings fused by rank, as far as this needs to be like the engine's.
fn fused(lists: &[Vec<(String, u32)>]) -> Vec<(String, u32)> {
    let mut scores: std::collections::BTreeMap<&(String, u32), f64> = Default::default();
    for list in lists {
        for (rank, hit) in list.iter().enumerate() {
            *scores.entry(hit).or_default() += 1.0 / (60.0 + rank as f64);
        }
    }
    let mut order: Vec<_> = scores.into_iter().collect();
    order.sort_by(|a, b| b.1.total_cmp(&a.1));
    order
        .into_iter()
        .take(10)
        .map(|(hit, _)| hit.clone())
        .collect()
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
                let ranking = snapshot.keyword(&query(&text), &Scope::all(), 10).unwrap();
                [found(snapshot, &ranking), by_vector(snapshot, &text, 10)]
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
