//! `perusal migrate`
//!
//! The records stay where they are, and so do the local lists and vectors: they are what the
//! cluster is filled from, and filled from again, and what words are looked up in while it is
//! away. So the way there is to tell the cluster of everything, and the way back to let it go.

mod compared;

use std::sync::Arc;
use std::time::Instant;

use perusal::index::{Checkpoint, Library, Writer};
use qdrant::Cluster;
use serde_json::json;

use self::compared::compare;
use crate::cli::MigrateArgs;
use crate::context::Context;
use crate::failure::{Code, Failure};
use crate::json::{SCHEMA, ms};
use crate::{cluster, library};

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
            "overlap_fused": compared.fused(),
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
            "{} searches compared: of ten hits {:.3} the same by words, {:.3} by vectors, {:.3} by both",
            compared.searches,
            compared.words(),
            compared.dense(),
            compared.fused()
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
