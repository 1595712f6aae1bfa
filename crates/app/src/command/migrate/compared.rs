//! How alike searches are on a cluster and in the store.

use std::collections::BTreeSet;

use perusal::Fusion;
use perusal::index::{Grade, Hit, QueryTerm, Scope, Snapshot};
use perusal::retrieve::{Arm, ArmList, fuse};

use crate::failure::Failure;

/// Hits of each search that are compared.
const COMPARED: usize = 10;

/// Hits of each arm that are fused.
const FUSED: usize = 50;

/// The least share of hits that both sides must have in common, over all searches.
const OVERLAP_MIN: f64 = 0.90;

/// Words of a chunk that a search is made of.
const WORDS: usize = 8;

/// Shares of hits that both sides found.
#[derive(Default)]
pub struct Compared {
    /// Searches by words; almost as many by vectors and by both.
    pub searches: usize,
    words: Share,
    dense: Share,
    fused: Share,
}

impl Compared {
    /// Of the hits by words in the store, the share found on the cluster too.
    pub fn words(&self) -> f64 {
        self.words.value()
    }

    /// The same by vectors.
    pub fn dense(&self) -> f64 {
        self.dense.value()
    }

    /// The same of both, fused by rank.
    pub fn fused(&self) -> f64 {
        self.fused.value()
    }

    /// Whether the cluster has what the store has.
    pub fn is_good(&self) -> bool {
        [self.words(), self.dense(), self.fused()]
            .into_iter()
            .all(|share| share >= OVERLAP_MIN)
    }
}

/// How many of how many.
#[derive(Default)]
struct Share {
    same: usize,
    all: usize,
}

impl Share {
    fn value(&self) -> f64 {
        match self.all {
            0 => 1.0,
            all => self.same as f64 / all as f64,
        }
    }

    /// Counts the hits here that are there too. Hits of the same score may stand in another order,
    /// so that at the edge of the list a hit counts that is as good as the last one.
    fn add(&mut self, there: &[Hit], here: &[Hit]) {
        let (there, here) = (first(there), first(here));
        let is_there = |hit: &&Hit| there.iter().any(|other| other.chunk == hit.chunk);
        let edge = here.last().map_or(0.0, |hit| hit.score);
        let others = here.iter().filter(|hit| !is_there(hit));
        let tied = others.filter(|hit| (hit.score - edge).abs() <= 1e-4 * edge.abs());
        self.same += here.iter().filter(is_there).count() + tied.count().min(there.len());
        self.all += here.len();
    }
}

fn first(hits: &[Hit]) -> &[Hit] {
    &hits[..hits.len().min(COMPARED)]
}

/// Looks for what chunks all over the library say, there and here.
pub fn compare(there: &Snapshot, here: &Snapshot, searches: usize) -> Result<Compared, Failure> {
    let mut compared = Compared::default();
    let with_chunks: Vec<_> = here
        .documents()
        .iter()
        .flat_map(|document| (0..document.chunks).map(move |at| (document, at)))
        .collect();
    let step = (with_chunks.len() / searches.max(1)).max(1);
    for (document, ordinal) in with_chunks.into_iter().step_by(step).take(searches) {
        let mut found = here.chunk_range(&document.id, ordinal, ordinal)?;
        let Some(chunk) = found.pop() else { continue };
        compared.searches += 1;
        let mut words: BTreeSet<String> = BTreeSet::new();
        for term in perusal::text::terms(&chunk.text, document.language) {
            if words.len() < WORDS {
                words.insert(term.text);
            }
        }
        let terms: Vec<QueryTerm> = words
            .into_iter()
            .map(|term| QueryTerm { term, weight: 1.0 })
            .collect();
        let by_words = |snapshot: &Snapshot| snapshot.keyword(&terms, &Scope::all(), FUSED);
        let words = [by_words(there)?.hits, by_words(here)?.hits];
        compared.words.add(&words[0], &words[1]);
        if let Some(vector) = here.vector(chunk.id)? {
            let by_vector = |snapshot: &Snapshot| snapshot.dense(&vector, &Scope::all(), FUSED);
            let dense = [by_vector(there)?.hits, by_vector(here)?.hits];
            compared.dense.add(&dense[0], &dense[1]);
            let [there_words, here_words] = words;
            let [there_dense, here_dense] = dense;
            compared.fused.add(
                &both(here, there_words, there_dense),
                &both(here, here_words, here_dense),
            );
        }
    }
    Ok(compared)
}

/// The two lists as one, by rank, as the engine fuses them.
fn both(snapshot: &Snapshot, words: Vec<Hit>, dense: Vec<Hit>) -> Vec<Hit> {
    let list = |arm: Arm, hits: Vec<Hit>| ArmList {
        arm,
        weight: 0.5,
        candidates: hits.len(),
        hits,
        beyond: Vec::new(),
        grade: Grade::Approximate,
    };
    let lists = [list(Arm::Keyword, words), list(Arm::Dense, dense)];
    let fused = fuse(&lists, Fusion::Rrf, |chunk| snapshot.order(chunk));
    let hit = |hit: perusal::retrieve::FusedHit| Hit {
        chunk: hit.chunk,
        score: hit.score,
    };
    fused.into_iter().map(hit).collect()
}
