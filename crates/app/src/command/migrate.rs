//! `perusal migrate`
//!
//! The records stay where they are, and so do the local lists and vectors: they are what the
//! cluster is filled from, and filled from again, and what words are looked up in while it is
//! away. So the way there is to tell the cluster of everything, and the way back to let it go.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;

use perusal::index::{Checkpoint, Library, QueryTerm, Scope, Snapshot, Writer};
use qdrant::Cluster;
use serde_json::json;

use crate::cli::MigrateArgs;
use crate::context::Context;
use crate::failure::{Code, Failure};
use crate::json::{SCHEMA, ms};
use crate::{cluster, library};

/// Hits of each search that is compared.
const COMPARED: usize = 10;

/// The least share of hits that both sides must have in common, over all searches.
const OVERLAP_MIN: f64 = 0.90;

/// Words of a chunk that a search is made of.
const WORDS: usize = 8;

/// Puts the library on a cluster, or takes it away from there.
pub fn run(context: &Context, args: &MigrateArgs) -> Result<Code, Failure> {
    let store = &context.settings.store;
    let identity = library::records(context)?.identity().clone();
    // Held throughout: two of these would fill the same collection.
    let mut writer = Writer::open(store, &identity)?;
    let target = args.to.as_deref();
    if target == Some("local") {
        return back(context, &mut writer);
    }
    let settings = context.settings.index.cluster(target)?;
    let cluster = Arc::new(Cluster::new(store, &settings)?);
    let patience = cluster::patience(context);
    if args.afresh && Checkpoint::load(store)?.is_some() {
        cluster.forget(&patience)?;
    }
    let started = Instant::now();
    let output = &context.output;
    let followed = cluster.follow(&patience, |done| {
        output.say(&format!(
            "{} documents, {} chunks",
            done.documents, done.chunks
        ));
    })?;
    writer.vacuum()?;
    let there = Library::open_with(store, Arc::clone(&cluster) as _)?.snapshot()?;
    let here = Library::open(store)?.snapshot()?;
    let compared = compare(&there, &here, args.verify)?;
    let counts = (there.indexed()?, here.indexed()?);
    let good = counts.0 == counts.1 && compared.is_good();
    if output.json {
        output.object(&json!({
            "schema": SCHEMA,
            "to": settings.url,
            "version": followed.version,
            "documents_put": followed.documents,
            "chunks_put": followed.chunks,
            "documents_dropped": followed.dropped,
            "chunks": {"there": counts.0.0, "here": counts.1.0},
            "vectors": {"there": counts.0.1, "here": counts.1.1},
            "searches": compared.searches,
            "overlap_words": compared.words(),
            "overlap_dense": compared.dense(),
            "equal": good,
            "timings_ms": {"total": ms(started.elapsed())},
        }))?;
    } else {
        output.line(&format!(
            "{} documents with {} chunks put, {} let go: version {} is at {}",
            followed.documents, followed.chunks, followed.dropped, followed.version.0, settings.url
        ))?;
        output.line(&format!(
            "chunks {} there, {} here; vectors {} there, {} here",
            counts.0.0, counts.1.0, counts.0.1, counts.1.1
        ))?;
        output.line(&format!(
            "{} searches compared: of ten hits {:.3} the same by words, {:.3} by vectors",
            compared.searches,
            compared.words(),
            compared.dense()
        ))?;
    }
    if !good {
        output.say("error: the cluster does not have what the records have");
        output.say("hint: `perusal doctor` looks at it, `perusal migrate --afresh` fills it anew");
        return Ok(Code::Nothing);
    }
    if !context.settings.index.on_cluster {
        output.say(&format!(
            "hint: searches stay in the store until `index.backend = \"qdrant\"` and `index.url = \"{}\"` are set",
            settings.url
        ));
    }
    Ok(Code::Done)
}

/// Lets the cluster go: the store has everything.
fn back(context: &Context, writer: &mut Writer) -> Result<Code, Failure> {
    let output = &context.output;
    let store = &context.settings.store;
    // Opening compares every list with the records before anything is let go.
    let here = Library::open(store)?.snapshot()?;
    let (chunks, vectors) = here.indexed()?;
    let compared = compare(&here, &here, 1)?;
    drop(here);
    let removed = match Checkpoint::load(store)? {
        None => "the library was on no cluster",
        Some(_) if context.settings.index.url.is_none() => {
            Checkpoint::forget(store)?;
            "forgotten; its collection is still there, since no `index.url` says where"
        }
        Some(_) => {
            let settings = context.settings.index.cluster(None)?;
            let cluster = Cluster::new(store, &settings)?;
            cluster.forget(&cluster::patience(context))?;
            "its collection is removed from the cluster"
        }
    };
    writer.vacuum()?;
    if output.json {
        output.object(&json!({
            "schema": SCHEMA,
            "to": "local",
            "chunks": {"here": chunks},
            "vectors": {"here": vectors},
            "searches": compared.searches,
            "removed": removed,
        }))?;
    } else {
        output.line(&format!(
            "{chunks} chunks, {vectors} vectors are in the store; {removed}"
        ))?;
    }
    if context.settings.index.on_cluster {
        output.say("hint: set `index.backend = \"local\"`");
    }
    Ok(Code::Done)
}

/// Shares of hits that both sides found.
struct Compared {
    searches: usize,
    words: (usize, usize),
    dense: (usize, usize),
}

impl Compared {
    fn words(&self) -> f64 {
        share(self.words)
    }

    fn dense(&self) -> f64 {
        share(self.dense)
    }

    fn is_good(&self) -> bool {
        self.words() >= OVERLAP_MIN && self.dense() >= OVERLAP_MIN
    }
}

fn share((same, all): (usize, usize)) -> f64 {
    match all {
        0 => 1.0,
        all => same as f64 / all as f64,
    }
}

/// Looks for what chunks all over the library say, there and here. Hits of the same score may
/// stand in another order, so that what counts is whether a hit is as good as the last one.
fn compare(there: &Snapshot, here: &Snapshot, searches: usize) -> Result<Compared, Failure> {
    let mut compared = Compared {
        searches: 0,
        words: (0, 0),
        dense: (0, 0),
    };
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
        let all = Scope::all();
        add(
            &mut compared.words,
            &there.keyword(&terms, &all, COMPARED)?.hits,
            &here.keyword(&terms, &all, COMPARED)?.hits,
        );
        if let Some(vector) = here.vector(chunk.id)? {
            add(
                &mut compared.dense,
                &there.dense(&vector, &all, COMPARED)?.hits,
                &here.dense(&vector, &all, COMPARED)?.hits,
            );
        }
    }
    Ok(compared)
}

fn add(sum: &mut (usize, usize), there: &[perusal::index::Hit], here: &[perusal::index::Hit]) {
    let same = here
        .iter()
        .filter(|hit| there.iter().any(|other| other.chunk == hit.chunk));
    // A tie at the edge of the list is broken otherwise on the other side.
    let edge = here.last().map_or(0.0, |hit| hit.score);
    let tied = here
        .iter()
        .filter(|hit| there.iter().all(|other| other.chunk != hit.chunk))
        .filter(|hit| (hit.score - edge).abs() <= 1e-4 * edge.abs());
    sum.0 += same.count() + tied.count().min(there.len());
    sum.1 += here.len();
}
