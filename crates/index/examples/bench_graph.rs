//! Times walks over the graph of entities of a synthetic store, built through the
//! real write path.
//!
//! `cargo run --release -p perusal-index --example bench_graph -- [chunks] [dir]`
//! (100,000 chunks unless told otherwise). Each chunk is a section and mentions
//! twelve entities, whose frequencies follow Zipf's law over four names a chunk;
//! every fourth chunk stands under a heading that is one of these names. A walk
//! starts at two names drawn from a chunk and at three chunks.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a bench reports and stops on errors"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use index::{
    ChunkId, DocumentId, Entities, Entity, EntityId, Hit, Identity, Library, NewDocument, Scope,
    Snapshot, Walk, Writer,
};
use synthetic::Dice;

mod synthetic;

const CHUNKS_A_DOCUMENT: usize = 100;
const NAMES_A_CHUNK: usize = 12;
const QUERIES: usize = 500;
const DOCUMENTS_A_COMMIT: usize = 256;

/// A name of `names`, by Zipf's law.
fn name(dice: &mut Dice, names: usize) -> String {
    format!("name of thing {}", dice.rank(names as f64))
}

fn document(number: usize) -> NewDocument {
    let texts = (0..CHUNKS_A_DOCUMENT).map(|ordinal| format!("chunk {ordinal} of {number} "));
    synthetic::document(number as u64, 1, "", texts)
}

fn entities(dice: &mut Dice, names: usize) -> Entities {
    let mut found: BTreeMap<String, (BTreeSet<u32>, BTreeSet<u32>)> = BTreeMap::new();
    for ordinal in 0..CHUNKS_A_DOCUMENT as u32 {
        for _ in 0..NAMES_A_CHUNK {
            let entry = found.entry(name(dice, names)).or_default();
            entry.1.insert(ordinal);
        }
        if ordinal % 4 == 0 {
            let rank = dice.below(names);
            let entry = found.entry(format!("name of thing {rank}")).or_default();
            entry.0.insert(ordinal);
        }
    }
    let entity = |(name, (about, mentioned)): (String, (BTreeSet<u32>, BTreeSet<u32>))| Entity {
        name,
        about: about.into_iter().collect(),
        mentioned: mentioned.into_iter().collect(),
    };
    Entities {
        version: 1,
        entities: found.into_iter().map(entity).collect(),
    }
}

fn build(dir: &Path, chunks: usize) {
    let identity = Identity {
        analyzer: text::ANALYZER_VERSION.to_owned(),
        chunking: "bench".to_owned(),
        embedder: None,
        dim: None,
    };
    let mut writer = Writer::open(dir, &identity).unwrap();
    let mut dice = Dice::new(7);
    let documents = chunks.div_ceil(CHUNKS_A_DOCUMENT);
    let numbers: Vec<usize> = (0..documents).collect();
    let mut keeping = Duration::ZERO;
    for batch in numbers.chunks(DOCUMENTS_A_COMMIT) {
        writer
            .put(batch.iter().map(|&number| document(number)).collect())
            .unwrap();
        let lacking = writer.without_entities(1, usize::MAX >> 1).unwrap();
        let made: Vec<(DocumentId, Entities)> = lacking
            .into_iter()
            .map(|record| (record.id, entities(&mut dice, 4 * chunks)))
            .collect();
        let started = Instant::now();
        writer.put_entities(&made).unwrap();
        keeping += started.elapsed();
    }
    println!(
        "keeping entities of {chunks} chunks: {:.2} s",
        keeping.as_secs_f64()
    );
}

fn walks(snapshot: &Snapshot, chunks: usize) {
    let mut dice = Dice::new(11);
    let mut times = Vec::new();
    let mut reached = 0;
    for _ in 0..QUERIES {
        let mut asked: Vec<EntityId> = Vec::new();
        while asked.len() < 2 {
            asked.extend(snapshot.find_entity(&name(&mut dice, 4 * chunks)).unwrap());
        }
        let seeds: Vec<Hit> = (1..=3_u8)
            .map(|rank| Hit {
                chunk: ChunkId(dice.below(chunks) as u64 + 1),
                score: 1.0 / f32::from(rank),
            })
            .filter(|hit| snapshot.document_of(hit.chunk).is_some())
            .collect();
        let walk = Walk {
            asked: &asked,
            known: &[],
            seeds: &seeds,
        };
        let started = Instant::now();
        let ranking = snapshot.walk(&walk, &Scope::all(), 100).unwrap();
        times.push(started.elapsed());
        reached += ranking.candidates;
    }
    times.sort_unstable();
    let ms = |at: usize| times[(times.len() - 1) * at / 100].as_secs_f64() * 1_000.0;
    println!(
        "{QUERIES} walks: p50 {:.3} ms, p95 {:.3} ms, slowest {:.3} ms; chunks reached {:.0} in the mean",
        ms(50),
        ms(95),
        ms(100),
        reached as f64 / QUERIES as f64
    );
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let chunks = arguments.next().map_or(100_000, |it| it.parse().unwrap());
    let made = tempfile::tempdir().unwrap();
    let dir = arguments
        .next()
        .map_or_else(|| made.path().to_owned(), PathBuf::from);
    build(&dir, chunks);
    let snapshot = Library::open(&dir).unwrap().snapshot().unwrap();
    let started = Instant::now();
    let size = snapshot.graph_size().unwrap();
    println!(
        "graph of {} entities with {} mentions: loaded in {:.0} ms, {:.1} MB in memory, {:.1} MB on disk",
        size.entities,
        size.mentions,
        started.elapsed().as_secs_f64() * 1_000.0,
        size.bytes as f64 / 1e6,
        snapshot.entities_bytes().unwrap() as f64 / 1e6
    );
    walks(&snapshot, chunks);
}
